//! Games of an ending, refereed by the umpire of whole games.

use super::method::Method;
use super::opponent::King;
use crate::laboratory::ending::Start;
use crate::laboratory::state::{Answer, State};
use darkforge_board::{Color, Position, Role, Square, Try, index, role_on, squares_of};
use darkforge_kriegspiel::umpire::{self, Question, RepetitionRule, Ruleset, Umpire};
use darkforge_streams::{self as streams, Stream};

/// Draw rules of the papers: stalemate and lost material alone.
pub static PLAIN: Ruleset = Ruleset {
    name: "plain",
    title: "No draw but by stalemate and lost material",
    quiet_plies: None,
    repetition: RepetitionRule::Never,
    ..umpire::ICC
};

/// The same with the fifty-move rule.
pub static PLAIN_FIFTY: Ruleset = Ruleset {
    name: "plain-fifty",
    title: "Fifty moves, stalemate and lost material",
    quiet_plies: Some(100),
    ..PLAIN
};

/// Rules for the end of a game.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The umpire's rules.
    pub ruleset: &'static Ruleset,
    /// Own moves after which a game is given up.
    pub limit: u32,
}

/// Outcome of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// White mated.
    Mate,
    /// The king had no move; drawn, or won under some rulesets.
    Stalemate,
    /// The king captured the pawn.
    LostPawn,
    /// The king captured a piece without which there is no mate.
    Captured,
    /// Fifty moves.
    FiftyMoves,
    /// Repetition.
    Repetition,
    /// Ended by the limit of own moves; in the worst case also a game without end.
    MoveLimit,
    /// The worst case was not found within the followed turns.
    Unfinished,
}

impl Outcome {
    /// Every outcome, in the order in which reports list them.
    pub const ALL: [Outcome; 8] = [
        Outcome::Mate,
        Outcome::Stalemate,
        Outcome::LostPawn,
        Outcome::Captured,
        Outcome::FiftyMoves,
        Outcome::Repetition,
        Outcome::MoveLimit,
        Outcome::Unfinished,
    ];

    /// Name of the outcome in files.
    pub const fn as_str(self) -> &'static str {
        match self {
            Outcome::Mate => "mate",
            Outcome::Stalemate => "stalemate",
            Outcome::LostPawn => "lost_pawn",
            Outcome::Captured => "captured",
            Outcome::FiftyMoves => "fifty_moves",
            Outcome::Repetition => "repetition",
            Outcome::MoveLimit => "move_limit",
            Outcome::Unfinished => "unfinished",
        }
    }
}

/// The course of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its end.
    pub outcome: Outcome,
    /// Own moves.
    pub moves: u32,
    /// Own tries, refused ones included.
    pub tries: u32,
}

/// A try of a game, for replays and plots.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// White's knowledge.
    pub before: State,
    /// The square of the king.
    pub king: Square,
    /// The try.
    pub asked: Try,
    /// The umpire's answer; `None` if the try ended the game.
    pub answer: Option<Answer>,
    /// The method's value of the state.
    pub value: f64,
}

/// A moment of a game against a lone king, White to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Situation {
    /// White's knowledge.
    pub known: State,
    /// The square of the king.
    pub king: Square,
    /// Plies since the last capture or pawn move.
    pub quiet: u32,
}

/// Plays one game of `method` from `start`; draws come from `stream`.
///
/// # Panics
/// If the true king is outside the set of possible squares, or the method asks a try that cannot be
/// legal; both are bugs.
pub fn play(
    start: &Start,
    method: &mut dyn Method,
    king: King,
    rules: Rules,
    stream: &Stream,
    watch: Option<&mut dyn FnMut(Step)>,
) -> Game {
    let situation = Situation {
        known: start.state(),
        king: start.king,
        quiet: 0,
    };
    play_on(&situation, method, king, rules, stream, watch)
}

/// Plays on from any moment of a game.
///
/// # Panics
/// As [`play`].
pub fn play_on(
    start: &Situation,
    method: &mut dyn Method,
    king: King,
    rules: Rules,
    stream: &Stream,
    mut watch: Option<&mut dyn FnMut(Step)>,
) -> Game {
    let mut state = start.known;
    let mut draw = streams::beside(stream, "endgame king");
    method.begin(streams::beside(stream, "endgame method"));
    let mut umpire = Umpire::from_position(rules.ruleset, 2 * rules.limit, position(start));
    let mut game = Game {
        outcome: Outcome::MoveLimit,
        moves: 0,
        tries: 0,
    };
    while umpire.outcome().is_none() {
        let truth = umpire.position().king(Color::Black);
        assert!(
            state.king.contains(truth),
            "the king on {truth} is thought impossible in {}",
            umpire.position().fen()
        );
        let value = if watch.is_some() {
            method.value(&state)
        } else {
            0.0
        };
        let asked = method.choose(&state);
        game.tries += 1;
        let answer = ask(&mut umpire, asked);
        let over = umpire.outcome().is_some();
        if let Some(watch) = &mut watch {
            watch(Step {
                before: state,
                king: truth,
                asked,
                answer: (!over).then_some(answer),
                value,
            });
        }
        game.moves += u32::from(answer != Answer::Refused);
        if over {
            break;
        }
        method.told(&state, asked, &answer);
        state = match answer {
            Answer::Refused => state.refused(asked),
            Answer::Played(checks) => state.played(asked, checks),
        };
        if answer != Answer::Refused {
            let reply = king.choose(umpire.position(), &mut draw);
            ask(&mut umpire, reply);
            if umpire.outcome().is_none() && squares_of(&state.own).contains(reply.to) {
                state = state.captured(reply.to);
            }
        }
    }
    game.outcome = outcome(&umpire, &state);
    game
}

/// The umpire's answer to a try of either side.
fn ask(umpire: &mut Umpire, asked: Try) -> Answer {
    match umpire.ask(Question::Try(asked)) {
        Ok(umpire::Answer::Played(said)) => Answer::Played(said.checks),
        Ok(umpire::Answer::Refused) => Answer::Refused,
        other => panic!("{asked} in {}: {other:?}", umpire.position().fen()),
    }
}

fn outcome(umpire: &Umpire, last: &State) -> Outcome {
    match umpire.outcome().map(|outcome| outcome.ending) {
        Some(umpire::Ending::Checkmate) => Outcome::Mate,
        Some(umpire::Ending::Stalemate) => Outcome::Stalemate,
        Some(umpire::Ending::FiftyMoves) => Outcome::FiftyMoves,
        Some(umpire::Ending::Repetition) => Outcome::Repetition,
        Some(umpire::Ending::DeadMaterial) if last.own[index(Role::Pawn)].any() => {
            Outcome::LostPawn
        }
        Some(umpire::Ending::DeadMaterial) => Outcome::Captured,
        _ => Outcome::MoveLimit,
    }
}

/// The true position.
fn position(start: &Situation) -> Position {
    let letter = |square| {
        let role = role_on(&start.known.own, square);
        match role {
            Some(role) => role.upper_char(),
            None if square == start.king => 'k',
            None => '1',
        }
    };
    let ranks: Vec<String> = (0..8)
        .rev()
        .map(|rank| {
            let squares = (0..8).map(|file| Square::new(8 * rank + file));
            squares.map(letter).collect()
        })
        .collect();
    let fen = format!("{} w - - {} 100", ranks.join("/"), start.quiet);
    fen.parse().expect("a start is a legal position")
}
