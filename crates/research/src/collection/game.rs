//! Games for statistics, from any source.

use super::reason::{Reason, first_color};
use darkforge_board::{Color, Position};
use darkforge_kriegspiel::record::pgn::{Filter, Kept};
use darkforge_kriegspiel::record::read::ReadGame;
use darkforge_kriegspiel::record::{Entry, GameRecord};
use darkforge_kriegspiel::umpire::{Answer, Ending, GameResult, Ruleset};

/// Tags that may state the reason of a game's end in words, the most precise first.
const TELLING_TAGS: [&str; 3] = ["ICCResult", "Termination", "Result_Description"];

/// A complete game.
#[derive(Clone, Debug)]
pub struct Game {
    /// Ruleset.
    pub ruleset: &'static Ruleset,
    /// Names of White and Black; empty where unknown.
    pub players: [String; 2],
    /// Ratings of White and Black, if tags state them.
    pub ratings: [Option<i64>; 2],
    /// The tag `TimeControl`; empty without it.
    pub time_control: String,
    /// Result; `None` if unknown.
    pub result: Option<GameResult>,
    /// Reason of the end.
    pub reason: Reason,
    /// The loser, or the side that was stalemated or out of time.
    pub color: Option<Color>,
    /// The starting position, if it is not the initial one.
    pub start: Option<Position>,
    /// Whether both players knew all of it.
    pub knows_start: bool,
    /// Every question with its answer.
    pub entries: Vec<Entry>,
    /// The entries that follow an unreadable refused try.
    pub unreadable: Vec<usize>,
    /// Whether the refused tries of White and Black are recorded.
    pub told: [bool; 2],
}

impl Game {
    /// A game read from PGN, or with `transcript` from a transcript, which has all tries.
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
            knows_start: game.knows_start(),
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
            start: record.start(),
            knows_start: true,
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

/// Sides whose refused tries `game` has.
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
