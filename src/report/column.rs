//! Columns of tables, and fields of other files, as the reference shows them. Their meanings are
//! the docs of the fields of row types (`row!`); a meaning that several tables share is in the list
//! here.
//!
//! ```
//! use darkforge::report::artifact::Artifact;
//!
//! let (_, games) = Artifact::file("games.csv").ok_or("no such file")?;
//! let game = &(games.columns)()[0];
//! assert_eq!(game.cells(), "whole number");
//! assert_eq!(game.meaning, "Number of the game in the run, from 0.");
//! # Ok::<(), &str>(())
//! ```

use serde_json::{Map, Value};

use darkforge_engine::weights::WeightList;
use darkforge_lab::field::Field;

/// A column or a field, or several of one meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name, or the names of all.
    pub names: Vec<String>,
    /// Form of its values.
    pub form: Form,
    /// Form of a missing value.
    pub absence: Absence,
    /// Its meaning, with the unit. Empty if none was written, which a test refuses.
    pub meaning: String,
}

/// Form of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// A whole number.
    Whole,
    /// A number; in a table with a fixed number of decimals, or with all digits.
    Number(Option<usize>),
    /// Words.
    Word(String),
    /// A list of such values.
    List(Box<Form>),
    /// Such values, each by its name.
    ByName(Box<Form>),
    /// Anything, described by the meaning.
    Any,
}

/// Forms of a missing value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// There is always a value.
    Never,
    /// An empty cell of a table, or null in JSON.
    Null,
    /// The field is absent.
    Absent,
}

impl Absence {
    /// Columns of a field of the type `T` that may be missing; not of objects inside it.
    pub(super) fn of<T: Columns>(self, field: &str, doc: &str) -> Vec<Column> {
        let own = T::names(field);
        let mut columns = T::describe(field, doc);
        let outer = columns.iter_mut();
        for column in outer.filter(|column| own.contains(&column.names[0])) {
            column.absence = self;
        }
        columns
    }
}

impl Form {
    /// Any text.
    pub(super) fn text() -> Form {
        Form::Word("text".to_owned())
    }

    fn in_words(&self) -> String {
        match self {
            Form::Whole => "whole number".to_owned(),
            Form::Number(_) => "number".to_owned(),
            Form::Word(words) => words.clone(),
            Form::List(form) => format!("list: {}", form.in_words()),
            Form::ByName(form) => format!("by name: {}", form.in_words()),
            Form::Any => String::new(),
        }
    }
}

impl Column {
    /// Form of the cells of a table.
    pub fn cells(&self) -> String {
        let form = match self.form {
            Form::Number(None) => "number, all digits".to_owned(),
            Form::Number(Some(0)) => Form::Whole.in_words(),
            Form::Number(Some(1)) => "number, 1 decimal".to_owned(),
            Form::Number(Some(decimals)) => format!("number, {decimals} decimals"),
            ref form => form.in_words(),
        };
        form + if self.absence == Absence::Never {
            ""
        } else {
            ", or empty"
        }
    }

    /// Form of the values in JSON, whose numbers have all digits.
    pub fn values(&self) -> String {
        self.form.in_words()
            + match self.absence {
                Absence::Never => "",
                Absence::Null => ", or null",
                Absence::Absent => ", or absent",
            }
    }

    /// The fields of a file; the command's name stands for a section of that name.
    pub(super) fn of_fields(fields: &[Field]) -> Vec<Column> {
        let column = |field: &Field| {
            let name = if field.is_flat { "COMMAND" } else { field.name };
            Column::new(vec![name.to_owned()], Form::Any, field.meaning.trim())
        };
        fields.iter().map(column).collect()
    }

    /// The column called `names` with the meaning in the docs of its field, else the shared one.
    pub(super) fn new(names: Vec<String>, form: Form, doc: &str) -> Column {
        let shared = SHARED.iter().find(|(name, _)| names[0] == *name);
        let meaning = match (doc, shared) {
            ("", Some((_, shared))) => shared,
            _ => doc,
        };
        Column {
            names,
            form,
            absence: Absence::Never,
            meaning: meaning.to_owned(),
        }
    }
}

/// Meanings of columns that have the same name in several tables, for fields without docs.
const SHARED: &[(&str, &str)] = &[
    ("game", "Number of the game in the run, from 0."),
    ("bout", "Number of the bout in the run, from 0."),
    ("generation", "Number of the generation, from 0."),
    (
        "individual",
        "Name of the individual: `i` and its number in the run, from 0.",
    ),
    (
        "parent",
        "Name of its parent; empty in the first generation.",
    ),
    (
        "placing",
        "Place in its generation: 1 for the champion, in a knockout 2, 3 (twice), 5 (four times), ...",
    ),
    (
        "mutation_scale",
        "Scale of the mutation that made it, as its tuner defines it; 0 for a copy.",
    ),
    (
        "from_start",
        "Distance from the start: root mean square of the logarithms of the ratios of weights.",
    ),
    ("rank", "Place, from 1."),
    ("player", "Name of the player in the run."),
    ("opponent", "Name of the opponent in the run."),
    ("color", "Colour of the player: `white` or `black`."),
    ("games", "Number of games."),
    ("wins", "Games won."),
    ("draws", "Games drawn, stalemates among them."),
    ("losses", "Games lost."),
    (
        "stalemates",
        "Games that ended in stalemate; `draws` has them too.",
    ),
    (
        "score",
        "Mean points of a game: 1 for a win, 1/2 for a draw. The unit of its interval is the colour-swapped pair.",
    ),
    (
        "elo",
        "Difference in Elo that follows from the score; an unknown end is empty.",
    ),
    (
        "los",
        "Likelihood of superiority: probability of being the stronger player.",
    ),
    (
        "games_left",
        "Expected number of games to a bound at this rate; null if unknown.",
    ),
    ("weight", "Name of the weight."),
    ("measure", "Name of the measure."),
    (
        "side",
        "Side to move: `both`, `white`, `black`, `winner` or `loser`.",
    ),
    (
        "phase",
        "Phase of the game: `opening`, `middlegame`, `endgame` or `all`.",
    ),
    (
        "scope",
        "Games of the row: `all`, `won`, `drawn` or a reason of the game's end.",
    ),
    (
        "turns",
        "Number of turns: positions in which a move was then played.",
    ),
    (
        "material",
        "Material of the side that is named first, such as `KQP`.",
    ),
    ("other_material", "Material of the other side."),
    ("mates", "Games won by checkmate."),
    ("white_wins", "Games that White won."),
    ("black_wins", "Games that Black won."),
    ("checkmates", "Games won by checkmate."),
    ("mean_moves", "Mean length of the games, in moves."),
    ("made", "Games in which it was played."),
    (
        "unit",
        "Unit of the values: `share`, `moves`, `points`, `bits`, `squares`, `tries` or `games`.",
    ),
    (
        "figure",
        "Name of the figure ([names](../collections.md#figurescsv)).",
    ),
    (
        "mean",
        "Mean, in the unit of the measure; of durations in moves. Games are the clusters of its interval.",
    ),
    (
        "sd",
        "Standard deviation of all observations, in the same unit.",
    ),
    (
        "input",
        "Name of the input, as on the command line; `all` for their sum.",
    ),
    ("ending", "Ending: the men of White, such as `KRK`."),
    ("method", "Method that plays White."),
    (
        "top1",
        "Share of decisions with the same choice as the player.",
    ),
    (
        "top5",
        "Share of decisions with the player's choice among the first five.",
    ),
];
/// Content of one column of a table, or of several.
pub(crate) trait Columns {
    /// Names of the columns of a field called `field`.
    fn names(field: &str) -> Vec<String> {
        vec![field.to_owned()]
    }

    /// The same in a table whose weights are those of `list`.
    fn names_of(field: &str, _list: &WeightList) -> Vec<String> {
        Self::names(field)
    }

    /// Puts the values of a field called `field` into a JSON object, numbers with all digits.
    fn put(&self, field: &str, object: &mut Map<String, Value>);

    /// The columns of a field called `field` with the docs `doc`, as the reference shows them.
    fn describe(field: &str, doc: &str) -> Vec<Column>;

    /// All values as a JSON object.
    fn object(&self) -> Value {
        let mut object = Map::new();
        self.put("", &mut object);
        Value::Object(object)
    }

    /// All columns as the reference shows them.
    fn columns() -> Vec<Column> {
        Self::describe("", "")
    }
}
