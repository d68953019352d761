//! Minds: an engine on each side of a game, which says what speaks for each try.

use std::fmt::Write as _;

use darkforge_board::{Color, Position, Try, side};
use darkforge_engine::player::{Darkboard, DarkboardSettings, Player, PlayerSpec, Reason};
use darkforge_kriegspiel::record::own_board::OwnBoard;
use darkforge_kriegspiel::umpire::{Answer, Question, Umpire};
use darkforge_streams::{self as streams, Stream};

/// Number of the best tries that are named.
const OTHERS: usize = 5;
/// Shares below this are not worth a word.
const RARE: f64 = 0.005;

/// An engine on each side of a game.
pub struct Minds {
    names: [String; 2],
    sides: [Darkboard; 2],
}

impl Minds {
    /// Streams for games whose players' streams are not known.
    pub fn streams() -> [Stream; 2] {
        [0, 1].map(|side| streams::open(1, "explain", side))
    }

    /// The engines of a game's players, White's and Black's, or that of the other side, without its book, if
    /// one of them is not the metaposition engine; `None` if neither is. They draw from `streams`: from
    /// those of the game's players they believe what these believed.
    pub fn of([white, black]: [&PlayerSpec; 2], streams: [Stream; 2]) -> Option<Minds> {
        let engines = [[white, black], [black, white]].map(|[own, other]| {
            let own = own.engine().map(|engine| (own.to_string(), engine.clone()));
            own.or_else(|| without_book(other))
        });
        Minds::with(engines, streams)
    }

    /// The engine `spec` on both sides of others' games, without its book; `None` if it is none.
    pub fn both(spec: &PlayerSpec, streams: [Stream; 2]) -> Option<Minds> {
        Minds::with([without_book(spec), without_book(spec)], streams)
    }

    fn with(
        engines: [Option<(String, DarkboardSettings)>; 2],
        streams: [Stream; 2],
    ) -> Option<Minds> {
        let [Some(white), Some(black)] = engines else {
            return None;
        };
        let [of_white, of_black] = streams;
        let engines = [(white.1, of_white), (black.1, of_black)];
        Some(Minds {
            sides: engines.map(|(engine, stream)| engine.engine(stream)),
            names: [white.0, black.0],
        })
    }

    /// Sentences on what speaks for `asked`, which `mover` asks next in the position `truth`, and for
    /// other tries.
    pub(super) fn why(
        &mut self,
        umpire: &Umpire,
        mover: Color,
        asked: Try,
        truth: &Position,
    ) -> Vec<String> {
        let board = OwnBoard::of(truth, mover);
        let view = umpire.view(mover);
        if self.sides[side(mover)].is_of_book(view, asked) {
            let name = &self.names[side(mover)];
            return vec![format!(
                "{name}: {}, from its opening book.",
                board.san(asked)
            )];
        }
        let reasons = self.sides[side(mover)].reasons(view);
        let Some(place) = reasons.iter().position(|reason| reason.asked == asked) else {
            return vec![format!(
                "{} would not ask {}.",
                self.names[side(mover)],
                board.san(asked)
            )];
        };
        let name = |reason: &Reason| board.san(reason.asked);
        let (reason, all) = (&reasons[place], reasons.len());
        let next = reasons.get(usize::from(place == 0));
        let compared = match next {
            None => "the only try".to_owned(),
            Some(next) if place == 0 => {
                format!(
                    "the best of {all} tries, {}",
                    apart(reason, next, &name(next))
                )
            }
            Some(best) => {
                let rank = ordinal(place + 1);
                format!(
                    "{rank} of {all} tries, {}",
                    apart(reason, best, &name(best))
                )
            }
        };
        let mut said = vec![format!(
            "{}: {}, {compared}.",
            self.names[side(mover)],
            name(reason)
        )];
        said.extend(outlook(reason));
        let others = reasons.iter().take(OTHERS).skip(1);
        let others = others.filter(|other| other.asked != asked);
        let others = others.map(|other| {
            let behind = reasons[0].value - other.value;
            format!("{} by {behind:.2}", name(other))
        });
        let others: Vec<String> = others.collect();
        if !others.is_empty() {
            said.push(format!("Behind the best: {}.", others.join(", ")));
        }
        said
    }

    /// Tells both engines the `answer` to the `question` of `mover`.
    pub(super) fn hear(
        &mut self,
        umpire: &Umpire,
        mover: Color,
        question: Question,
        answer: &Answer,
    ) {
        self.sides[side(mover)].answered(umpire.view(mover), question, answer);
        if let Answer::Played(said) = answer {
            self.sides[side(!mover)].opponent_moved(umpire.view(!mover), said);
        }
    }
}

/// The engine `spec` with its name, without its book: others' moves do not come from there.
fn without_book(spec: &PlayerSpec) -> Option<(String, DarkboardSettings)> {
    let mut engine = spec.engine()?.clone();
    engine.book = None;
    Some((spec.to_string(), engine))
}

/// By how much a try is better or worse than another, part by part.
fn apart(reason: &Reason, other: &Reason, name: &str) -> String {
    let (Some(parts), Some(others)) = (reason.parts, other.parts) else {
        let moves = -reason.value;
        return format!(
            "to mate in about {moves:.0} moves ({name}: {:.0})",
            -other.value
        );
    };
    let by = reason.value - other.value;
    let order = if by < 0.0 { "behind" } else { "before" };
    let parts = Reason::PARTS.iter().zip(parts.iter().zip(others));
    let parts = parts.map(|(part, (own, other))| (part, own - other));
    let parts = parts.filter(|(_, by)| by.abs() >= RARE);
    let parts: Vec<String> = parts.map(|(part, by)| format!("{part} {by:+.2}")).collect();
    let mut text = format!("{:.2} {order} {name}", by.abs());
    if !parts.is_empty() {
        let _ = write!(text, " ({})", parts.join(", "));
    }
    text
}

/// On how many believed boards the try is legal, gains and loses, and what a refusal would leave.
fn outlook(reason: &Reason) -> Option<String> {
    let legal = reason.legal?;
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    let mut text = format!("Legal on {} of the boards it believes", percent(legal));
    if let Some([gains, loses]) = reason.outlook {
        let _ = write!(
            text,
            "; there it gains half a pawn or more on {} and loses as much on {}",
            percent(gains),
            percent(loses)
        );
    }
    if (RARE..1.0 - RARE).contains(&legal) {
        let _ = write!(text, "; a refusal would leave {}", percent(1.0 - legal));
    }
    text.push('.');
    Some(text)
}

fn ordinal(number: usize) -> String {
    let end = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{end}")
}
