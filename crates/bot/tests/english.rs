//! The umpire's words in the codes and the English of the server.

use darkforge_kriegspiel::umpire::{
    Announcement, Answer, Captured, Direction, Ending, GameResult, PawnTries, TriesTold,
};

pub fn check(direction: Direction) -> (&'static str, &'static str) {
    match direction {
        Direction::Rank => ("CHECK_RANK", "Check on rank"),
        Direction::File => ("CHECK_FILE", "Check on file"),
        Direction::Long => ("CHECK_LONG_DIAGONAL", "Check on long diagonal"),
        Direction::Short => ("CHECK_SHORT_DIAGONAL", "Check on short diagonal"),
        Direction::Knight => ("CHECK_KNIGHT", "Check by knight"),
    }
}

pub fn end_code((result, ending): (GameResult, Ending)) -> (&'static str, &'static str) {
    match (result, ending) {
        (GameResult::WhiteWins, Ending::Checkmate) => {
            ("CHECKMATE_WHITE_WINS", "Checkmate — White wins")
        }
        (_, Ending::Checkmate) => ("CHECKMATE_BLACK_WINS", "Checkmate — Black wins"),
        (GameResult::WhiteWins, Ending::Stalemate) => {
            ("STALEMATE_WHITE_WINS", "Stalemate — White wins")
        }
        (GameResult::BlackWins, Ending::Stalemate) => {
            ("STALEMATE_BLACK_WINS", "Stalemate — Black wins")
        }
        (_, Ending::Stalemate) => ("DRAW_STALEMATE", "Draw by stalemate"),
        (_, Ending::DeadMaterial) => ("DRAW_INSUFFICIENT", "Draw by insufficient material"),
        _ => (
            "DRAW_TOOMANYREVERSIBLEMOVES",
            "Draw by too many reversible moves",
        ),
    }
}

pub fn english(answer: Answer, over: Option<(GameResult, Ending)>) -> Vec<String> {
    let said = match answer {
        Answer::Refused => return vec!["Illegal move".to_owned()],
        Answer::Any(true) => return vec!["Has pawn captures".to_owned()],
        Answer::Any(false) => return vec!["No pawn captures".to_owned()],
        Answer::Nonsense => return Vec::new(),
        Answer::Played(said) => said,
    };
    let mut words = vec![match said.capture {
        None => "Move complete".to_owned(),
        Some(capture) => {
            let square = capture.square.to_string().to_uppercase();
            match capture.kind {
                _ if capture.en_passant => format!("En passant capture at {square}"),
                Some(Captured::Pawn) => format!("Pawn captured at {square}"),
                Some(Captured::Piece) => format!("Piece captured at {square}"),
                None => format!("Capture done at {square}"),
            }
        }
    }];
    let checks: Vec<&str> = said.checks.iter().map(|one| check(one).1).collect();
    if let Some(end) = over {
        words.push(end_code(end).1.to_owned());
    } else {
        if checks.len() == 2 {
            words.push("Double check".to_owned());
        }
        words.extend(checks.into_iter().map(str::to_owned));
    }
    if said.promotion {
        words.push("Promotion".to_owned());
    }
    words
}

pub fn status(said: &Announcement, told: TriesTold) -> Option<String> {
    let text = match said.pawn_tries? {
        tries if !tries.any() => "No pawn captures".to_owned(),
        PawnTries::Whether(_) => "Has pawn capture".to_owned(),
        PawnTries::Number(1) => "1 pawn try".to_owned(),
        PawnTries::Number(number) => format!("{number} pawn tries"),
        PawnTries::Squares(squares) => {
            let names: Vec<String> = squares
                .into_iter()
                .map(|one| one.to_string().to_uppercase())
                .collect();
            match names.len() {
                1 => format!("Pawn try from {}", names[0]),
                _ => format!("Pawn tries from {}", names.join(", ")),
            }
        }
    };
    (told != TriesTold::Nothing).then_some(text)
}
