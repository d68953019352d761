//! Method specs: `search`, `search:form=papers,depth=1`, `network`, `engine`, `exact`.

use std::fmt;
use std::str::FromStr;

use super::exact::Exact;
use super::method::Method;
use super::network::Network;
use super::rules::{RuleForm, Rules};
use super::search::{Form, History, Meta, Order, Reading, Search, Ties, careful};
use crate::laboratory::ending::Ending;
use darkforge_engine::options::{
    OptionError, OptionRow, choice, joined, parse, read, shortest, switch, whole,
};

/// Greatest depth of a search: deeper ones take minutes for a game.
const MOST_DEPTH: u32 = 4;

/// Settings of `search`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchSpec {
    /// Evaluation, and treatment of answers.
    pub form: Form,
    /// Own moves in the search.
    pub depth: u32,
    /// Readings of what the papers leave open; unused by [`Form::Moves`].
    pub reading: Reading,
}

impl SearchSpec {
    /// The settings of a form.
    fn usual(form: Form) -> SearchSpec {
        SearchSpec {
            form,
            depth: form.depth(),
            reading: Reading::USUAL,
        }
    }

    fn is_published(&self) -> bool {
        self.form != Form::Moves
    }
}

/// Condition of the options of [`Reading`].
const PUBLISHED: &str = "only with form=papers or form=thesis";

/// Options of `search`.
const SEARCH: &[OptionRow<SearchSpec>] = &[
    OptionRow::new("form", "evaluation, and way to follow answers", |set| {
        const FORMS: &[(&str, Form)] = &[
            ("moves", Form::Moves),
            ("papers", Form::Papers),
            ("thesis", Form::Thesis),
        ];
        choice(set.form, FORMS, |form| *set = SearchSpec::usual(form))
    }),
    OptionRow::new("depth", "depth in own moves", |set| {
        whole(&mut set.depth, 1..=MOST_DEPTH)
    }),
    OptionRow::<SearchSpec>::new("prune", "risky tries are pruned in the whole tree", |set| {
        switch(&mut set.reading.prune)
    })
    .only(PUBLISHED, SearchSpec::is_published),
    OptionRow::<SearchSpec>::new("history", "what is not repeated", |set| {
        const ALL: &[(&str, History)] = &[
            ("moves", History::Moves),
            ("placements", History::Placements),
            ("metapositions", History::Metapositions),
        ];
        let history = &mut set.reading.history;
        choice(*history, ALL, |chosen| *history = chosen)
    })
    .only(PUBLISHED, SearchSpec::is_published),
    OptionRow::<SearchSpec>::new("recent", "own moves that are remembered", |set| {
        whole(&mut set.reading.recent, 0..=300)
    })
    .only(PUBLISHED, SearchSpec::is_published),
    OptionRow::<SearchSpec>::new("evaluate", "before or after the metamove", |set| {
        const BOTH: &[(&str, Order)] = &[("before", Order::Before), ("after", Order::After)];
        let order = &mut set.reading.order;
        choice(*order, BOTH, |chosen| *order = chosen)
    })
    .only(PUBLISHED, SearchSpec::is_published),
    OptionRow::<SearchSpec>::new("ties", "choice among equal tries", |set| {
        const ALL: &[(&str, Ties)] = &[
            ("first", Ties::First),
            ("last", Ties::Last),
            ("random", Ties::Random),
        ];
        let ties = &mut set.reading.ties;
        choice(*ties, ALL, |chosen| *ties = chosen)
    })
    .only(PUBLISHED, SearchSpec::is_published),
    OptionRow::<SearchSpec>::new("meta", "content of the metamove", |set| {
        const BOTH: &[(&str, Meta)] = &[("quiet", Meta::Quiet), ("stay", Meta::Stay)];
        let meta = &mut set.reading.meta;
        choice(*meta, BOTH, |chosen| *meta = chosen)
    })
    .only(PUBLISHED, SearchSpec::is_published),
];
/// Option of `rules`: the rules for a rook.
const RULES: &[OptionRow<RuleForm>] = &[OptionRow::new("form", "rules of the rook", |form| {
    const FORMS: &[(&str, RuleForm)] = &[("boyce", RuleForm::Boyce), ("magari", RuleForm::Magari)];
    choice(*form, FORMS, |chosen| *form = chosen)
})];

/// Methods without options, a row each.
const PLAIN: &[Plain] = &[
    Plain::new("network", |_| true, || Box::new(Network::default())),
    Plain::new("engine", |_| true, || Box::new(Network::engine())),
    Plain::new("exact", Exact::plays, || Box::<Exact>::default()),
];

/// A method without options.
#[derive(Debug)]
pub struct Plain {
    name: &'static str,
    plays: fn(Ending) -> bool,
    build: fn() -> Box<dyn Method>,
}

impl Plain {
    const fn new(
        name: &'static str,
        plays: fn(Ending) -> bool,
        build: fn() -> Box<dyn Method>,
    ) -> Plain {
        Plain { name, plays, build }
    }
}

impl PartialEq for Plain {
    fn eq(&self, other: &Plain) -> bool {
        self.name == other.name
    }
}

impl Eq for Plain {}

/// A method that can be made any number of times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodSpec {
    /// [`Search`].
    Search(SearchSpec),
    /// Patterns, for a rook and for a pawn.
    Rules {
        /// Rules for the rook.
        form: RuleForm,
    },
    /// A method without options.
    Plain(&'static Plain),
}

/// A text that names no method.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MethodError {
    /// The name before the colon.
    #[error(
        "there is no method '{0}'; there are {known}",
        known = MethodSpec::known()
    )]
    Unknown(String),
    /// An option or its value.
    #[error("method '{text}': {right}")]
    Option {
        /// The text as written.
        text: String,
        /// The right form, in words.
        right: String,
    },
}

impl MethodSpec {
    /// All methods and their options, in words.
    pub fn known() -> String {
        let mut names = vec![
            "search[:form=moves|papers|thesis,depth=N]",
            "rules[:form=boyce|magari]",
        ];
        names.extend(PLAIN.iter().map(|plain| plain.name));
        joined(&names, "and")
    }

    /// Whether it can play `ending`: rules exist for a rook and a pawn.
    pub fn plays(self, ending: Ending) -> bool {
        match self {
            MethodSpec::Search(set) => set.form != Form::Thesis || matches!(ending, Ending::Krk),
            MethodSpec::Plain(plain) => (plain.plays)(ending),
            MethodSpec::Rules { form } => match ending {
                Ending::Krk => true,
                Ending::Kpk => matches!(form, RuleForm::Boyce),
                _ => false,
            },
        }
    }

    /// The method, before a game.
    pub fn build(self) -> Box<dyn Method> {
        match self {
            MethodSpec::Search(SearchSpec {
                form,
                depth,
                reading,
            }) => match form {
                Form::Moves => Box::new(careful(depth)),
                Form::Papers => Box::new(Search::new(depth, reading)),
                Form::Thesis => Box::new(Search::of_the_thesis(depth, reading)),
            },
            MethodSpec::Rules { form } => Box::new(Rules::new(form)),
            MethodSpec::Plain(plain) => (plain.build)(),
        }
    }

    /// The same search with another depth in own moves; other methods do not change.
    #[must_use]
    pub fn with_depth(self, depth: u32) -> MethodSpec {
        match self {
            MethodSpec::Search(set) => MethodSpec::Search(SearchSpec { depth, ..set }),
            other => other,
        }
    }
}

impl fmt::Display for MethodSpec {
    /// The shortest text that means this method.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, options) = match *self {
            MethodSpec::Search(set) => {
                let usual = SearchSpec::usual(Form::default());
                ("search", shortest(SEARCH, vec![usual], &set))
            }
            MethodSpec::Rules { form } => {
                ("rules", shortest(RULES, vec![RuleForm::default()], &form))
            }
            MethodSpec::Plain(plain) => (plain.name, String::new()),
        };
        let colon = if options.is_empty() { "" } else { ":" };
        write!(f, "{name}{colon}{options}")
    }
}

impl FromStr for MethodSpec {
    type Err = MethodError;

    fn from_str(text: &str) -> Result<MethodSpec, MethodError> {
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let wrong = |right: String| MethodError::Option {
            text: text.to_owned(),
            right,
        };
        let mistake = |error: OptionError| wrong(error.to_string());
        let written = parse(options).map_err(mistake)?;
        match name {
            "search" => {
                let mut set = SearchSpec::usual(Form::default());
                read(SEARCH, &mut set, &written).map_err(mistake)?;
                Ok(MethodSpec::Search(set))
            }
            "rules" => {
                let mut form = RuleForm::default();
                read(RULES, &mut form, &written).map_err(mistake)?;
                Ok(MethodSpec::Rules { form })
            }
            _ => {
                let plain = PLAIN.iter().find(|plain| plain.name == name);
                let plain = plain.ok_or_else(|| MethodError::Unknown(name.to_owned()))?;
                if !written.is_empty() {
                    return Err(wrong(format!("{name} has no options")));
                }
                Ok(MethodSpec::Plain(plain))
            }
        }
    }
}
