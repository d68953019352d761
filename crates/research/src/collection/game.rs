//! A game as statistics need it, wherever it was read.

use super::reason::{Reason, first_color};
use darkforge_board::{Color, Position};
use darkforge_kriegspiel::record::pgn::{Filter, Kept};
use darkforge_kriegspiel::record::read::ReadGame;
use darkforge_kriegspiel::record::{Entry, GameRecord};
use darkforge_kriegspiel::umpire::{Answer, Ending, GameResult, Ruleset};

/// Tags that may say in words why a game ended, the most telling first.
const TELLING_TAGS: [&str; 3] = ["ICCResult", "Termination", "Result_Description"];

/// A game that was followed to its end.
#[derive(Clone, Debug)]
pub struct Game {
    /// Rules it was played under.
    pub ruleset: &'static Ruleset,
    /// Names of White and Black; empty where unknown.
    pub players: [String; 2],
    /// Ratings of White and Black, where tags tell them.
    pub ratings: [Option<i64>; 2],
    /// The tag `TimeControl`; empty where there is none.
    pub time_control: String,
    /// Who won; `None` if nothing says so.
    pub result: Option<GameResult>,
    /// Why it ended.
    pub reason: Reason,
    /// To whom that happened: the loser, or who was stalemated or out of time.
    pub color: Option<Color>,
    /// The position that it begins from, if that is not the initial one.
    pub start: Option<Position>,
    /// Every question with its answer.
    pub entries: Vec<Entry>,
    /// The entries before which a refused try stands that cannot be read.
    pub unreadable: Vec<usize>,
    /// Whether the refused tries of White and Black are told.
    pub told: [bool; 2],
}

impl Game {
    /// A game read from PGN, or with `transcript` from a transcript, where all tries are told.
    pub fn of_file(game: ReadGame, transcript: bool) -> Game {
        let result = game.outcome.map(|outcome| outcome.result).or(game.result);
        let told = told(&game, transcript);
        let tag = |name: &str| {
            let mut tags = game.tags.iter();
            tags.find(|(known, _)| known == name)
                .map(|(_, value)| value.as_str())
        };
        let texts = TELLING_TAGS.iter().filter_map(|name| tag(name));
        let mut said = texts.filter_map(|text| Some((Reason::of_text(text, result)?, text)));
        let position = game.position();
        let (reason, text) = if game.mated_by.is_some() {
            (Reason::Ruled(Ending::Checkmate), None)
        } else if !position.can_move() {
            (Reason::Ruled(Ending::Stalemate), None)
        } else if let Some(outcome) = game.outcome {
            (Reason::Ruled(outcome.ending), None)
        } else if let Some((reason, text)) = said.next() {
            (reason, Some(text))
        } else if result.is_some() {
            (Reason::Unknown, None)
        } else {
            (Reason::Unfinished, None)
        };
        let stuck = (reason == Reason::Ruled(Ending::Stalemate)).then(|| match text {
            Some(text) => first_color(text),
            None => Some(position.turn()),
        });
        let color = concerned(reason, result, stuck.flatten(), text);
        let rating = |name: &str| tag(name).and_then(|value| value.trim().parse().ok());
        let unreadable = |kept: &(usize, Kept)| {
            let (index, what) = kept;
            matches!(what, Kept::Unreadable(_)).then_some(*index)
        };
        Game {
            ruleset: game.ruleset,
            ratings: [rating("WhiteElo"), rating("BlackElo")],
            time_control: tag("TimeControl").unwrap_or_default().to_owned(),
            result,
            reason,
            color,
            unreadable: game.kept.iter().filter_map(unreadable).collect(),
            told,
            players: game.players,
            start: game.start,
            entries: game.entries,
        }
    }

    /// A game of a run, with the names of its players.
    pub fn of_record(record: GameRecord, players: [String; 2]) -> Game {
        let reason = Reason::Ruled(record.outcome.ending);
        let result = Some(record.outcome.result);
        let last = record.entries.iter().rev();
        let mover = last.filter(|e| e.played().is_some()).map(|e| e.side).next();
        let stuck = mover.filter(|_| record.outcome.ending == Ending::Stalemate);
        Game {
            ruleset: record.ruleset,
            players,
            ratings: [None; 2],
            time_control: String::new(),
            result,
            reason,
            color: concerned(reason, result, stuck.map(|mover| !mover), None),
            start: None,
            entries: record.entries,
            unreadable: Vec::new(),
            told: [true; 2],
        }
    }
}

fn concerned(
    reason: Reason,
    result: Option<GameResult>,
    stuck: Option<Color>,
    text: Option<&str>,
) -> Option<Color> {
    let loser = result.and_then(GameResult::winner).map(|winner| !winner);
    match reason {
        _ if loser.is_some() => loser,
        Reason::Ruled(Ending::Stalemate) => stuck,
        Reason::TimeDraw => text.and_then(first_color),
        _ => None,
    }
}

/// Whose refused tries `game` tells.
fn told(game: &ReadGame, transcript: bool) -> [bool; 2] {
    if transcript {
        return [true; 2];
    }
    let tagged = game.tags.iter().any(|(name, _)| name == "Filtered");
    let refused = |entry: &Entry| entry.answer == Answer::Refused;
    let any = tagged || game.unreadable() > 0 || game.entries.iter().any(refused);
    let told = |hidden: Filter, color| game.annotated && any && !hidden.hides_tries(color);
    [Color::White, Color::Black].map(|color| told(game.filter, color))
}
