//! Player with the engine of 2006: keeps a metaposition, searches it, asks the best move, and
//! searches again after a refusal.

use super::Player;
use super::book_line::BookLine;
use super::chosen_book::ChosenBook;
use super::darkboard::{algorithm, set_of_weights};
use super::definition::{self, Library, SpecError};
use super::weighted::{ChosenWeights, Weighing, Weighted};
use crate::darkboard_2006::{
    Beams, Curve, Information, Judges, Knowledge, LIST, Search, Settings, Stirred,
};
use crate::options::{self, OptionRow, Value, Written, choice, number, switch, whole};
use crate::weights::WeightList;
use darkforge_board::Try;
use darkforge_kriegspiel::metaposition::Tracker;
use darkforge_kriegspiel::metaposition::ages::MAX_AGE;
use darkforge_kriegspiel::umpire::{Announcement, Answer, Question, View};
use darkforge_streams::{self as streams, Stream};

/// Greatest budget of the enhanced search.
const MAX_POSITIONS: u32 = 1_000_000;

/// The settings of the player.
#[derive(Clone, Debug)]
pub(super) struct Darkboard2006Settings {
    /// The set of weights, which options may change.
    chosen: ChosenWeights<Darkboard2006Settings>,
    engine: Settings,
    book: Option<ChosenBook>,
}

impl Default for Darkboard2006Settings {
    fn default() -> Darkboard2006Settings {
        Darkboard2006Settings {
            chosen: ChosenWeights::unloaded(&LIST),
            engine: Settings::default(),
            book: None,
        }
    }
}

impl Weighted for Darkboard2006Settings {
    const LIST: &'static WeightList = &LIST;

    fn chosen(&self) -> &ChosenWeights<Darkboard2006Settings> {
        &self.chosen
    }

    fn chosen_mut(&mut self) -> &mut ChosenWeights<Darkboard2006Settings> {
        &mut self.chosen
    }

    fn adopt(&mut self) {
        self.engine.set_weights(&self.chosen.weights);
    }
}

/// A weight as an option.
fn weight(field: &mut f64) -> Value<'_> {
    number(field, -100.0..=100.0, "a number", "NUMBER")
}

impl definition::Settings for Darkboard2006Settings {
    const OPTIONS: &'static [OptionRow<Darkboard2006Settings>] = &[
        OptionRow::new("weights", "weight set of the evaluation", |set| {
            set_of_weights(&mut set.chosen)
        }),
        OptionRow::<Darkboard2006Settings>::new("book", "opening book (T 7.6.1)", |set| {
            ChosenBook::option(&mut set.book)
        })
        .last(),
        OptionRow::new("search", "decision algorithm (T 7.4.3, 7.4.4)", |set| {
            algorithm(&mut set.engine.search)
        }),
        OptionRow::new("depth", "depth of the basic search, in own moves", |set| {
            whole(&mut set.engine.depth, 1..=4)
        }),
        OptionRow::new("positions", "maxPositions of the enhanced search", |set| {
            whole(&mut set.engine.positions, 1..=MAX_POSITIONS)
        }),
        OptionRow::new("new", "newMoves of the enhanced search", |set| {
            whole(&mut set.engine.new_moves, 1..=99)
        }),
        OptionRow::new("old", "oldMoves of the enhanced search", |set| {
            whole(&mut set.engine.old_moves, 0..=99)
        }),
        OptionRow::new("stirred", "search after an announcement", |set| {
            const BOTH: &[(&str, Stirred)] = &[("basic", Stirred::Basic), ("same", Stirred::Same)];
            let stirred = &mut set.engine.stirred;
            choice(*stirred, BOTH, |chosen| *stirred = chosen)
        }),
        OptionRow::new("risk", "risk coefficient (T 7.4.3)", |set| {
            number(&mut set.engine.risk, 0.05..=0.95, "a share", "SHARE")
        }),
        OptionRow::new("dynamic", "its change by the material balance", |set| {
            number(&mut set.engine.dynamic, -0.9..=0.9, "a share", "SHARE")
        }),
        OptionRow::new("stalemate", "stalemate detection (T 7.6.2)", |set| {
            switch(&mut set.engine.stalemate)
        }),
        OptionRow::new("beams", "squares taken as attacked there", |set| {
            const BOTH: &[(&str, Beams)] = &[("surely", Beams::Surely), ("maybe", Beams::Maybe)];
            let beams = &mut set.engine.beams;
            choice(*beams, BOTH, |chosen| *beams = chosen)
        }),
        OptionRow::new("power", "power moves (T 7.3.2)", |set| {
            switch(&mut set.engine.power)
        }),
        OptionRow::new("pawn-control", "pawn control (T 7.2)", |set| {
            switch(&mut set.engine.pawn_control)
        }),
        OptionRow::new("certain", "age of squares certainly held", |set| {
            whole(&mut set.engine.certain, 1..=500)
        }),
        OptionRow::new("cap", "constant c of f_E (T 7.5.3)", |set| {
            whole(&mut set.engine.cap, 1..=500)
        }),
        OptionRow::new("information", "entropy, or its change", |set| {
            const BOTH: &[(&str, Information)] = &[
                ("change", Information::Change),
                ("state", Information::State),
            ];
            let information = &mut set.engine.information;
            choice(*information, BOTH, |chosen| *information = chosen)
        }),
        OptionRow::new("judges", "metaposition that is judged", |set| {
            const BOTH: &[(&str, Judges)] = &[("own", Judges::Own), ("reply", Judges::Reply)];
            let judges = &mut set.engine.judges;
            choice(*judges, BOTH, |chosen| *judges = chosen)
        }),
        OptionRow::new("curve", "f_E (T 7.5.3)", |set| {
            const BOTH: &[(&str, Curve)] =
                &[("capped", Curve::Capped), ("hyperbola", Curve::Hyperbola)];
            let curve = &mut set.engine.curve;
            choice(*curve, BOTH, |chosen| *curve = chosen)
        }),
        OptionRow::new("reach", "danger only by men that reach", |set| {
            switch(&mut set.engine.reach)
        }),
        OptionRow::new("stops", "lines of danger end at men", |set| {
            switch(&mut set.engine.stops)
        }),
        OptionRow::new("king", "value of the own king", |set| {
            weight(&mut set.engine.weights.king)
        }),
        OptionRow::new("moved", "factor of danger to the moved man", |set| {
            weight(&mut set.engine.weights.moved)
        }),
        OptionRow::new("advance", "each rank of a pawn", |set| {
            weight(&mut set.engine.weights.advance)
        }),
        OptionRow::new("queens", "each queen beyond the first", |set| {
            weight(&mut set.engine.weights.queens)
        }),
        OptionRow::new("control", "each controlled square", |set| {
            weight(&mut set.engine.weights.control)
        }),
        OptionRow::new("entropy", "factor of the entropy", |set| {
            weight(&mut set.engine.weights.entropy)
        }),
        OptionRow::new("mating", "factor of the king matrix", |set| {
            weight(&mut set.engine.weights.mating)
        }),
        OptionRow::new("approach", "each step between the kings", |set| {
            weight(&mut set.engine.weights.approach)
        }),
        OptionRow::new("fade", "decay of the checkmate coefficient", |set| {
            weight(&mut set.engine.weights.fade)
        }),
        OptionRow::new("singleton", "each king without a neighbour", |set| {
            number(
                &mut set.engine.weights.singleton,
                0.0..=1000.0,
                "a number of pawns",
                "PAWNS",
            )
        }),
        OptionRow::new("captured", "each captured man", |set| {
            weight(&mut set.engine.weights.captured)
        }),
    ];

    fn name(&self) -> &'static str {
        "darkboard-2006"
    }

    fn usual(&self) -> Darkboard2006Settings {
        Darkboard2006Settings::default()
    }

    fn weighing(&self) -> Option<&dyn Weighing> {
        Some(self)
    }

    fn options(&self) -> String {
        options::shortest(Self::OPTIONS, self.origins(), self)
    }

    fn load(&mut self, written: &Written, library: &dyn Library) -> Result<(), SpecError> {
        self.load_weights(written, library)?;
        ChosenBook::load(&mut self.book, library)
    }

    fn build(&self, stream: Stream) -> Option<Box<dyn Player>> {
        let book = ChosenBook::moves(self.book.as_ref());
        Some(Box::new(Darkboard2006 {
            book: BookLine::new(book, streams::beside(&stream, "opening")),
            search: Search::new(self.engine),
            mind: None,
            moves: Vec::new(),
            values: Vec::new(),
        }))
    }
}

impl Darkboard2006Settings {
    /// The book, if there is one.
    pub(super) fn book(&self) -> Option<&ChosenBook> {
        self.book.as_ref()
    }
}

/// The player.
struct Darkboard2006 {
    book: BookLine,
    search: Search,
    mind: Option<(Tracker, Knowledge)>,
    moves: Vec<Try>,
    values: Vec<f64>,
}

impl Darkboard2006 {
    fn mind(&mut self, view: &View) -> &mut (Tracker, Knowledge) {
        let settings = *self.search.settings();
        self.mind.get_or_insert_with(|| {
            let tracker = Tracker::new(view.color(), MAX_AGE)
                .deducing(false)
                .controlling(settings.pawn_control)
                .under(view.ruleset())
                .starting(view.start());
            let mut knowledge = Knowledge::of(&settings, *tracker.metaposition());
            knowledge.answered(&tracker);
            (tracker, knowledge)
        })
    }
}

impl Player for Darkboard2006 {
    fn choose(&mut self, view: &View) -> Option<Question> {
        if let Some(asked) = self.book.next(view) {
            return Some(Question::Try(asked));
        }
        self.mind(view);
        let (tracker, knowledge) = self.mind.as_ref()?;
        tracker.moves(&mut self.moves);
        let stirred = tracker.is_stirred();
        let power = tracker.power_moves();
        self.search
            .values(knowledge, &self.moves, power, stirred, &mut self.values);
        // Deterministic, as T 7.6.1 says: the first of equal moves.
        let mut best: Option<(f64, Try)> = None;
        for (&asked, &value) in self.moves.iter().zip(&self.values) {
            if best.is_none_or(|(least, _)| value > least) {
                best = Some((value, asked));
            }
        }
        best.map(|(_, asked)| Question::Try(tracker.turned(asked)))
    }

    fn answered(&mut self, view: &View, question: Question, answer: &Answer) {
        self.book.answered(*answer);
        let (tracker, knowledge) = self.mind(view);
        tracker.answered(question, answer);
        knowledge.answered(tracker);
    }

    fn opponent_moved(&mut self, view: &View, said: &Announcement) {
        self.book.heard(*said);
        let overheard = view.overheard();
        let (tracker, knowledge) = self.mind(view);
        tracker.overhear(overheard);
        tracker.enemy_move(said);
        knowledge.enemy_moved(tracker);
    }
}
