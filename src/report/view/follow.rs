//! Replay of a game from both sides at once.

use super::minds::Minds;
use super::words;
use super::{Asked, Known, Reply, Step};
use darkforge_board::{
    Bitboard, Color, Position, Rank, Role, SIDES, Square, Try, index, side, squares_of,
};
use darkforge_engine::darkboard::{Evaluator, Weight, Weights};
use darkforge_kriegspiel::metaposition::Tracker;
use darkforge_kriegspiel::record::Entry;
use darkforge_kriegspiel::record::own_board::OwnBoard;
use darkforge_kriegspiel::record::pgn::Kept;
use darkforge_kriegspiel::umpire::{Answer, Question, Ruleset, Umpire};

/// The evaluation function with its default weights.
pub(super) fn evaluator() -> Evaluator {
    Evaluator::new(Weights::usual())
}

/// The start and every try of a game, which may begin from another than the initial position. `kept`
/// has the contents beside the entries, each with the entry before which it stands. The start `is_known`
/// if both sides knew all of it; only then `minds` say what speaks for each try.
pub(super) fn steps(
    ruleset: &'static Ruleset,
    (start, is_known): (Option<&Position>, bool),
    entries: &[Entry],
    kept: &[(usize, Kept)],
    minds: Option<Minds>,
) -> Vec<Step> {
    let mut table = Table::new(ruleset, start, is_known);
    table.minds = minds.filter(|_| is_known);
    table.step(None, Vec::new());
    let mut kept = kept.iter().peekable();
    for (index, entry) in entries.iter().enumerate() {
        while let Some((_, kept)) = kept.next_if(|(at, _)| *at <= index) {
            table.beside(entry.side, kept);
        }
        table.see(entry);
    }
    table.steps
}

/// Both sides of a game, and the umpire between them.
struct Table {
    ruleset: &'static Ruleset,
    umpire: Umpire,
    /// The true position, even after the end of the game by the rules.
    truth: Position,
    ply: u32,
    /// Knowledge of both sides; nothing where it is not known what they knew at the start.
    trackers: Option<[Tracker; 2]>,
    /// Engines on both sides, as long as the umpire plays along.
    minds: Option<Minds>,
    /// Their sentences on the next try.
    why: Vec<String>,
    evaluator: Evaluator,
    /// Evaluations after each side's first move.
    first: [Option<f64>; 2],
    values: [Option<f64>; 2],
    steps: Vec<Step>,
}

impl Table {
    fn new(ruleset: &'static Ruleset, start: Option<&Position>, is_known: bool) -> Table {
        let evaluator = evaluator();
        let age_cap = evaluator.age_cap();
        let board = start.map(Position::board);
        let trackers =
            || SIDES.map(|color| Tracker::new(color, age_cap).under(ruleset).starting(board));
        let truth = start.cloned().unwrap_or_default();
        let umpire = if is_known {
            Umpire::opening(ruleset, u32::MAX, &truth)
        } else {
            Umpire::from_position(ruleset, u32::MAX, truth.clone())
        };
        Table {
            ruleset,
            umpire,
            truth,
            ply: 0,
            trackers: is_known.then(trackers),
            minds: None,
            why: Vec::new(),
            evaluator,
            first: [None; 2],
            values: [None; 2],
            steps: Vec::new(),
        }
    }

    fn step(&mut self, asked: Option<Asked>, said: Vec<String>) {
        let known = SIDES.map(|color| {
            let value = self.values[side(color)];
            match &self.trackers {
                Some(trackers) => known(&trackers[side(color)], value),
                None => nothing_known(&self.truth, color),
            }
        });
        self.steps.push(Step {
            ply: self.ply,
            asked,
            said,
            why: std::mem::take(&mut self.why),
            fen: self.truth.fen(),
            known,
        });
    }

    /// Parts of the record beside questions that can be asked again.
    fn beside(&mut self, side: Color, kept: &Kept) {
        let asked = |name: String, answer| Asked {
            side,
            name,
            squares: None,
            answer,
            brief: String::new(),
        };
        match kept {
            Kept::Unreadable(text) => {
                let said = vec![words::unreadable(text)];
                self.step(Some(asked(text.clone(), Reply::Refused)), said);
            }
            Kept::Refusals(0) => {}
            Kept::Refusals(number) => {
                let said = vec![words::untold(side, *number)];
                let name = format!("{number} untold");
                self.step(Some(asked(name, Reply::Untold)), said);
            }
            Kept::Any(any) => {
                let said = words::any(self.ruleset, side, *any);
                self.step(Some(asked("any".to_owned(), Reply::Any(*any))), said);
            }
        }
    }

    fn see(&mut self, entry: &Entry) {
        let mover = entry.side;
        let name = self.name(entry);
        if let Some(trackers) = &mut self.trackers {
            trackers[side(mover)].answered(entry.question, &entry.answer);
        }
        // A game may have gone on after its end; nothing is overheard from then on.
        let on = self.ask(entry);
        let (answer, brief, said) = match entry.answer {
            Answer::Played(said) => {
                if let Question::Try(asked) = entry.question {
                    self.play(mover, asked);
                }
                if let Some(trackers) = &mut self.trackers {
                    let other = &mut trackers[side(!mover)];
                    if on {
                        other.overhear(self.umpire.view(!mover).overheard());
                    }
                    other.enemy_move(&said);
                }
                let sentences = words::played(&said, !mover);
                (Reply::Played, words::brief(&said), sentences)
            }
            Answer::Refused => {
                let said = vec![words::refused(self.ruleset, mover)];
                (Reply::Refused, String::new(), said)
            }
            Answer::Nonsense => {
                let said = vec![words::nonsense(mover)];
                (Reply::Nonsense, String::new(), said)
            }
            Answer::Any(any) => {
                let said = words::any(self.ruleset, mover, any);
                (Reply::Any(any), String::new(), said)
            }
        };
        let asked = Asked {
            side: mover,
            name,
            squares: match entry.question {
                Question::Try(asked) => Some(asked),
                Question::Any => None,
            },
            answer,
            brief,
        };
        self.step(Some(asked), said);
    }

    /// Asks the umpire; whether it answered. The engines say first what speaks for the try, and hear the
    /// answer.
    fn ask(&mut self, entry: &Entry) -> bool {
        if let (Some(minds), Question::Try(asked)) = (&mut self.minds, entry.question) {
            self.why = minds.why(&self.umpire, entry.side, asked, &self.truth);
        }
        let answer = self.umpire.ask(entry.question);
        let heard = answer
            .as_ref()
            .ok()
            .filter(|_| self.umpire.outcome().is_none());
        match (&mut self.minds, heard) {
            (Some(minds), Some(answer)) => {
                minds.hear(&self.umpire, entry.side, entry.question, answer);
            }
            _ => self.minds = None,
        }
        answer.is_ok()
    }

    /// The question in common notation.
    fn name(&self, entry: &Entry) -> String {
        let Question::Try(asked) = entry.question else {
            return entry.question.to_string();
        };
        let played = matches!(entry.answer, Answer::Played(_));
        let san = self.truth.san(asked).filter(|_| played);
        san.unwrap_or_else(|| OwnBoard::of(&self.truth, entry.side).san(asked))
    }

    fn play(&mut self, mover: Color, asked: Try) {
        self.truth.play(asked);
        self.ply += 1;
        let Some(trackers) = &self.trackers else {
            return;
        };
        let tracker = &trackers[side(mover)];
        let moved = tracker.turned(asked).to;
        let value = self.evaluator.evaluate(tracker.metaposition(), moved);
        let first = self.first[side(mover)].get_or_insert(value);
        let pawn = self.evaluator.weights()[Weight::PawnValue];
        self.values[side(mover)] = Some((value - *first) / pawn);
    }
}

/// Own men, and that any enemy man could stand on any other square.
fn nothing_known(truth: &Position, color: Color) -> Known {
    let own = truth.men(color);
    let empty = !squares_of(&own);
    let edges = Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Eighth);
    let mut enemy = [empty; 6];
    enemy[index(Role::Pawn)] &= !edges;
    Known {
        color,
        own,
        enemy,
        empty,
        ages: [0; 64],
        value: None,
    }
}

/// Knowledge of `tracker`, on the umpire's board.
fn known(tracker: &Tracker, value: Option<f64>) -> Known {
    let metaposition = tracker.metaposition();
    let turn = |set: Bitboard| tracker.turned_set(set);
    let ages = std::array::from_fn(|square| {
        let square = Square::new(square as u32);
        let seen = match tracker.color() {
            Color::White => square,
            Color::Black => square.flip_vertical(),
        };
        metaposition.ages().get(seen)
    });
    Known {
        color: tracker.color(),
        own: metaposition.own().map(turn),
        enemy: metaposition.enemy().map(turn),
        empty: turn(metaposition.empty()),
        ages,
        value,
    }
}
