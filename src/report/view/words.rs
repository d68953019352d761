//! The umpire's announcements in sentences.

use darkforge_board::Color;
use darkforge_kriegspiel::umpire::{
    Announcement, AnyRule, Captured, Direction, Ending, GameResult, PawnTries, Ruleset,
};

/// A side's name.
pub(crate) const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

const fn way(direction: Direction) -> &'static str {
    match direction {
        Direction::Rank => "on the rank",
        Direction::File => "on the file",
        Direction::Long => "on the long diagonal",
        Direction::Short => "on the short diagonal",
        Direction::Knight => "by a knight",
    }
}

/// Announcements after a move; `next` is the side now to move.
pub(crate) fn played(said: &Announcement, next: Color) -> Vec<String> {
    let mut sentences = Vec::new();
    if let Some(capture) = said.capture {
        let man = match capture.kind {
            Some(Captured::Pawn) => "A pawn",
            Some(Captured::Piece) => "A piece",
            None => "A man",
        };
        let manner = if capture.en_passant {
            " en passant"
        } else {
            ""
        };
        sentences.push(format!("{man} is captured{manner} on {}.", capture.square));
    }
    let ways: Vec<&str> = said.checks.iter().map(way).collect();
    match ways[..] {
        [] => {}
        [only] => sentences.push(format!("{} is in check {only}.", side(next))),
        _ => {
            let ways = ways.join(" and ");
            sentences.push(format!("{} is in double check, {ways}.", side(next)));
        }
    }
    sentences.extend(pawn_tries(said.pawn_tries, next));
    if said.promotion {
        sentences.push("A pawn is promoted.".to_owned());
    }
    if sentences.is_empty() {
        sentences.push("The umpire says only that a move was made.".to_owned());
    }
    sentences
}

fn pawn_tries(tries: Option<PawnTries>, next: Color) -> Option<String> {
    let who = side(next);
    match tries.filter(|tries| tries.any())? {
        PawnTries::Number(1) => Some(format!("{who} has one pawn try.")),
        PawnTries::Number(number) => Some(format!("{who} has {number} pawn tries.")),
        PawnTries::Whether(_) => Some(format!("{who} has a pawn try.")),
        PawnTries::Squares(squares) => {
            let squares: Vec<String> = squares.into_iter().map(|on| on.to_string()).collect();
            Some(format!("{who} has pawn tries from {}.", squares.join(", ")))
        }
    }
}

/// The same in short, for a list; empty for silence.
pub(crate) fn brief(said: &Announcement) -> String {
    let mut parts = Vec::new();
    parts.extend(said.capture.map(|capture| format!("×{}", capture.square)));
    if said.checks.any() {
        let ways = said.checks.iter().map(|direction| match direction {
            Direction::Rank => "rank",
            Direction::File => "file",
            Direction::Long => "long",
            Direction::Short => "short",
            Direction::Knight => "knight",
        });
        parts.push(format!("check {}", ways.collect::<Vec<_>>().join(", ")));
    }
    match said.pawn_tries.filter(|tries| tries.any()) {
        None => {}
        Some(PawnTries::Number(1)) => parts.push("1 pawn try".to_owned()),
        Some(PawnTries::Number(number)) => parts.push(format!("{number} pawn tries")),
        Some(PawnTries::Whether(_)) => parts.push("pawn try".to_owned()),
        Some(PawnTries::Squares(squares)) => {
            let squares: Vec<String> = squares.into_iter().map(|on| on.to_string()).collect();
            parts.push(format!("pawn tries {}", squares.join(" ")));
        }
    }
    if said.promotion {
        parts.push("promotion".to_owned());
    }
    parts.join(" · ")
}

/// A refusal, and who hears it.
pub(crate) fn refused(ruleset: &Ruleset, mover: Color) -> String {
    if ruleset.refusals_heard {
        format!("Illegal. {} hears that a try was refused.", side(!mover))
    } else {
        format!("Illegal. {} hears nothing of it.", side(!mover))
    }
}

/// Nonsense, and who hears it.
pub(crate) fn nonsense(mover: Color) -> String {
    format!(
        "Nonsense: {} could know that it may not ask this. {} hears nothing of it.",
        side(mover),
        side(!mover)
    )
}

/// The answer to "Any?".
pub(crate) fn any(ruleset: &Ruleset, mover: Color, any: bool) -> Vec<String> {
    let (who, other) = (side(mover), side(!mover));
    let answer = if any {
        format!("Yes: {who} has a legal pawn capture and must try one.")
    } else {
        format!("No: {who} has no legal pawn capture.")
    };
    let heard = match ruleset.any {
        AnyRule::OneTry => format!("{other} hears question and answer."),
        AnyRule::UntilPlayed | AnyRule::Never => format!("{other} does not hear the answer."),
    };
    vec![answer, heard]
}

/// A refused try that is unreadable in the record.
pub(crate) fn unreadable(text: &str) -> String {
    format!("Refused. The try in the record cannot be read ({text}).")
}

/// Refusals of which only the number is known.
pub(crate) fn untold(mover: Color, number: u32) -> String {
    let tries = if number == 1 { "try was" } else { "tries were" };
    let who = side(mover);
    format!("{number} of {who}'s {tries} refused; the record does not say which.")
}

/// The end of a game in words.
pub(crate) const fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Checkmate => "checkmate",
        Ending::Stalemate => "stalemate",
        Ending::DeadMaterial => "neither side can mate",
        Ending::FiftyMoves => "fifty moves without capture or pawn move",
        Ending::Repetition => "repetition",
        Ending::PlyLimit | Ending::TurnLimit => "the run's limit of plies",
        Ending::KingCapture => "capture of the king",
        Ending::Resignation => "resignation",
        Ending::MoveLimit => "100 plies without capture or pawn move",
        Ending::ForfeitCrash => "forfeit: the player crashed",
        Ending::AdjudicatedWin => "adjudicated: its own scores gave the game up",
        Ending::AdjudicatedDraw => "adjudicated a draw by both players' own scores",
        Ending::ForfeitTime => "forfeit: the player exceeded its time",
        Ending::ForfeitSilence => "forfeit: the player said nothing",
        Ending::ForfeitProtocol => "forfeit: the player broke the protocol",
    }
}

/// The last announcement of a game.
pub(crate) fn conclusion(result: Option<GameResult>, reason: Option<Ending>) -> Option<String> {
    let outcome = match result? {
        GameResult::WhiteWins => "White wins",
        GameResult::BlackWins => "Black wins",
        GameResult::Draw => "The game is drawn",
    };
    Some(match reason {
        Some(reason) => format!("{outcome}: {}.", ending(reason)),
        None => format!("{outcome}."),
    })
}
