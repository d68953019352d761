//! Words: what the umpire of the server says, in its codes and in its English.

use serde::Deserialize;

use super::rules::ServerRules;
use darkforge_board::{Color, Square};
use darkforge_kriegspiel::umpire::{
    Announcement, Answer, AnyRule, Capture, Captured, Checks, Direction, Ending, GameResult,
    Outcome, PawnTries, TriesTold,
};

/// The server's answer to a question, in its codes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(crate) struct Words {
    /// Code of the answer.
    #[serde(alias = "main")]
    pub(crate) announcement: String,
    /// Check, or the end of the game.
    #[serde(alias = "special")]
    pub(crate) special_announcement: Option<String>,
    /// The two checks of a double check.
    pub(crate) checks: Vec<String>,
    pub(crate) capture_square: Option<String>,
    pub(crate) captured_piece_announcement: Option<String>,
    pub(crate) en_passant_announced: Option<bool>,
    pub(crate) promotion_announced: Option<bool>,
    pub(crate) next_turn_pawn_tries: Option<u8>,
    pub(crate) next_turn_has_pawn_capture: Option<bool>,
    pub(crate) next_turn_pawn_try_squares: Option<Vec<String>>,
}

/// An answer as the umpire of this program gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) answer: Answer,
    /// The end of the game. Of a last move the server says neither checks nor pawn tries.
    pub(crate) over: Option<Outcome>,
}

/// Words that are not of the interface.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the server says {0:?}, which is not understood")]
pub(crate) struct Unread(pub(crate) String);

impl Unread {
    fn of(text: &str) -> Unread {
        Unread(text.to_owned())
    }
}

/// Directions of check: code, and English.
const CHECKS: [(&str, &str, Direction); 5] = [
    ("CHECK_RANK", "Check on rank", Direction::Rank),
    ("CHECK_FILE", "Check on file", Direction::File),
    (
        "CHECK_LONG_DIAGONAL",
        "Check on long diagonal",
        Direction::Long,
    ),
    (
        "CHECK_SHORT_DIAGONAL",
        "Check on short diagonal",
        Direction::Short,
    ),
    ("CHECK_KNIGHT", "Check by knight", Direction::Knight),
];

const DOUBLE: (&str, &str) = ("CHECK_DOUBLE", "Double check");

/// Ends of games: code, English, result and ending.
const ENDS: [(&str, &str, GameResult, Ending); 7] = {
    use Ending::{Checkmate, DeadMaterial, FiftyMoves, Stalemate};
    use GameResult::{BlackWins, Draw, WhiteWins};
    [
        (
            "CHECKMATE_WHITE_WINS",
            "Checkmate — White wins",
            WhiteWins,
            Checkmate,
        ),
        (
            "CHECKMATE_BLACK_WINS",
            "Checkmate — Black wins",
            BlackWins,
            Checkmate,
        ),
        (
            "STALEMATE_WHITE_WINS",
            "Stalemate — White wins",
            WhiteWins,
            Stalemate,
        ),
        (
            "STALEMATE_BLACK_WINS",
            "Stalemate — Black wins",
            BlackWins,
            Stalemate,
        ),
        ("DRAW_STALEMATE", "Draw by stalemate", Draw, Stalemate),
        (
            "DRAW_INSUFFICIENT",
            "Draw by insufficient material",
            Draw,
            DeadMaterial,
        ),
        (
            "DRAW_TOOMANYREVERSIBLEMOVES",
            "Draw by too many reversible moves",
            Draw,
            FiftyMoves,
        ),
    ]
};

/// The English of captures before the square, with the kind of the captured man.
const CAPTURES: [(&str, Option<&str>); 4] = [
    ("Capture done at ", None),
    ("Pawn captured at ", Some("PAWN")),
    ("Piece captured at ", Some("PIECE")),
    ("En passant capture at ", None),
];

/// Result and ending by the server's `winner` and `reason` of a finished game.
pub(crate) fn outcome(winner: Option<&str>, reason: &str) -> Option<Outcome> {
    let ending = match reason {
        "checkmate" => Ending::Checkmate,
        "stalemate" => Ending::Stalemate,
        "insufficient" => Ending::DeadMaterial,
        "too_many_reversible_moves" => Ending::FiftyMoves,
        "timeout" => Ending::ForfeitTime,
        "resignation" => Ending::Resignation,
        _ => return None,
    };
    let result = winner.map_or(Some(GameResult::Draw), |name| {
        colour(name).map(GameResult::win)
    });
    result.map(|result| Outcome { result, ending })
}

/// The colour with the server's name `name`.
pub(crate) fn colour(name: &str) -> Option<Color> {
    match name {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    }
}

/// The server's name of a colour.
pub(crate) fn name_of(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

impl Words {
    /// The codes of the English `messages` of an entry of a score sheet.
    ///
    /// # Errors
    /// A sentence that the interface does not have.
    pub(crate) fn of_messages(messages: &[String]) -> Result<Words, Unread> {
        let mut words = Words::default();
        let (first, rest) = messages.split_first().ok_or_else(|| Unread::of(""))?;
        words.hear_main(first)?;
        for message in rest {
            words.hear(message)?;
        }
        Ok(words)
    }

    fn hear_main(&mut self, text: &str) -> Result<(), Unread> {
        let capture = CAPTURES
            .iter()
            .find_map(|(start, kind)| Some((start, kind, text.strip_prefix(start)?)));
        if let Some((start, kind, square)) = capture {
            "CAPTURE_DONE".clone_into(&mut self.announcement);
            self.captured_piece_announcement = kind.map(str::to_owned);
            self.capture_square = Some(square.to_ascii_lowercase());
            self.en_passant_announced = start.starts_with("En passant").then_some(true);
            return Ok(());
        }
        let main = match text {
            "Move complete" => "REGULAR_MOVE",
            "Illegal move" => "ILLEGAL_MOVE",
            "Has pawn captures" => "HAS_ANY",
            "No pawn captures" => "NO_ANY",
            _ => return Err(Unread::of(text)),
        };
        main.clone_into(&mut self.announcement);
        Ok(())
    }

    fn hear(&mut self, text: &str) -> Result<(), Unread> {
        let check = CHECKS.iter().find(|(_, english, _)| *english == text);
        if let Some((code, ..)) = check {
            if self.special_announcement.as_deref() == Some(DOUBLE.0) {
                self.checks.push((*code).to_owned());
            } else {
                self.special_announcement = Some((*code).to_owned());
            }
            return Ok(());
        }
        if text == "Promotion" {
            self.promotion_announced = Some(true);
            return Ok(());
        }
        let end = ENDS.iter().find(|(_, english, ..)| *english == text);
        let code = match end {
            Some((code, ..)) => *code,
            None if text == DOUBLE.1 => DOUBLE.0,
            None => return Err(Unread::of(text)),
        };
        self.special_announcement = Some(code.to_owned());
        Ok(())
    }

    /// Adds the English words on the pawn tries of the side to move.
    ///
    /// # Errors
    /// A sentence that the interface does not have.
    pub(crate) fn hear_tries(&mut self, text: &str, told: TriesTold) -> Result<(), Unread> {
        let unread = || Unread::of(text);
        match told {
            TriesTold::Nothing => return Err(unread()),
            TriesTold::Whether => {
                self.next_turn_has_pawn_capture = Some(match text {
                    "Has pawn capture" => true,
                    "No pawn captures" => false,
                    _ => return Err(unread()),
                });
            }
            TriesTold::Number => {
                let number = match text {
                    "No pawn captures" => "0",
                    _ => text
                        .strip_suffix(" pawn try")
                        .or_else(|| text.strip_suffix(" pawn tries"))
                        .ok_or_else(unread)?,
                };
                self.next_turn_pawn_tries = Some(number.parse().map_err(|_| unread())?);
            }
            TriesTold::Squares => {
                let squares = match text {
                    "No pawn captures" => "",
                    _ => text
                        .strip_prefix("Pawn try from ")
                        .or_else(|| text.strip_prefix("Pawn tries from "))
                        .ok_or_else(unread)?,
                };
                let squares = squares.split(", ").filter(|square| !square.is_empty());
                self.next_turn_pawn_try_squares = Some(squares.map(str::to_lowercase).collect());
            }
        }
        Ok(())
    }

    /// Whether a move was played.
    pub(crate) fn is_played(&self) -> bool {
        matches!(self.announcement.as_str(), "REGULAR_MOVE" | "CAPTURE_DONE")
    }

    /// The same answer in this program's words, under `rules`.
    ///
    /// # Errors
    /// Words that the interface does not have.
    pub(crate) fn said(&self, rules: ServerRules) -> Result<Said, Unread> {
        let answer = match self.announcement.as_str() {
            "REGULAR_MOVE" | "CAPTURE_DONE" => Answer::Played(self.played(rules)?),
            "ILLEGAL_MOVE" => Answer::Refused,
            "IMPOSSIBLE_TO_ASK" | "NONSENSE" | "INVALID_UCI" => Answer::Nonsense,
            "HAS_ANY" if rules.ruleset().any != AnyRule::Never => Answer::Any(true),
            "NO_ANY" if rules.ruleset().any != AnyRule::Never => Answer::Any(false),
            other => return Err(Unread::of(other)),
        };
        Ok(Said {
            answer,
            over: self.over(),
        })
    }

    fn over(&self) -> Option<Outcome> {
        let special = self.special_announcement.as_deref()?;
        let (.., result, ending) = *ENDS.iter().find(|(code, ..)| *code == special)?;
        Some(Outcome { result, ending })
    }

    fn played(&self, rules: ServerRules) -> Result<Announcement, Unread> {
        Ok(Announcement {
            capture: self.capture()?,
            checks: self.checks()?,
            pawn_tries: self.pawn_tries(rules.ruleset().pawn_tries)?,
            promotion: self.promotion_announced == Some(true),
        })
    }

    fn capture(&self) -> Result<Option<Capture>, Unread> {
        if self.announcement != "CAPTURE_DONE" {
            return Ok(None);
        }
        let kind = match self.captured_piece_announcement.as_deref() {
            None => None,
            Some("PAWN") => Some(Captured::Pawn),
            Some("PIECE") => Some(Captured::Piece),
            Some(other) => return Err(Unread::of(other)),
        };
        Ok(Some(Capture {
            square: square(self.capture_square.as_deref().unwrap_or_default())?,
            kind,
            en_passant: self.en_passant_announced == Some(true),
        }))
    }

    fn checks(&self) -> Result<Checks, Unread> {
        let direction = |code: &str| {
            let found = CHECKS.iter().find(|(known, ..)| *known == code);
            found.map(|one| one.2).ok_or_else(|| Unread::of(code))
        };
        let Some(special) = self.special_announcement.as_deref() else {
            return Ok(Checks::NONE);
        };
        if self.over().is_some() {
            return Ok(Checks::NONE);
        }
        if special != DOUBLE.0 {
            return Ok(Checks::one(direction(special)?));
        }
        match self.checks.as_slice() {
            [one, two] => Ok(Checks::two(direction(one)?, direction(two)?)),
            _ => Err(Unread::of(special)),
        }
    }

    fn pawn_tries(&self, told: TriesTold) -> Result<Option<PawnTries>, Unread> {
        Ok(match told {
            TriesTold::Nothing => None,
            TriesTold::Whether => self.next_turn_has_pawn_capture.map(PawnTries::Whether),
            TriesTold::Number => self.next_turn_pawn_tries.map(PawnTries::Number),
            TriesTold::Squares => {
                let squares = self.next_turn_pawn_try_squares.as_ref();
                let read = squares.map(|names| names.iter().map(|name| square(name)).collect());
                read.transpose()?.map(PawnTries::Squares)
            }
        })
    }
}

fn square(name: &str) -> Result<Square, Unread> {
    name.parse().map_err(|_| Unread::of(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(messages: &[&str]) -> Result<Words, Unread> {
        let messages: Vec<String> = messages.iter().map(|&text| text.to_owned()).collect();
        Words::of_messages(&messages)
    }

    fn rules(name: &str) -> ServerRules {
        name.parse().unwrap()
    }

    #[test]
    fn english_and_codes_say_the_same() {
        let codes = r#"{"announcement":"CAPTURE_DONE","special_announcement":"CHECK_DOUBLE",
            "checks":["CHECK_KNIGHT","CHECK_FILE"],"capture_square":"e4",
            "captured_piece_announcement":"PAWN","next_turn_pawn_tries":2,"turn":"black"}"#;
        let codes: Words = serde_json::from_str(codes).unwrap();
        let mut english = heard(&[
            "Pawn captured at E4",
            "Double check",
            "Check by knight",
            "Check on file",
        ])
        .unwrap();
        english
            .hear_tries("2 pawn tries", TriesTold::Number)
            .unwrap();
        assert_eq!(english, codes);
        let Said { answer, over } = codes.said(rules("wild16")).unwrap();
        let Answer::Played(said) = answer else {
            panic!("{answer:?}");
        };
        assert_eq!(said.checks, Checks::two(Direction::File, Direction::Knight));
        assert_eq!(said.pawn_tries, Some(PawnTries::Number(2)));
        assert_eq!(said.capture.unwrap().kind, Some(Captured::Pawn));
        assert_eq!(over, None);
    }

    #[test]
    fn each_ruleset_has_its_own_words_on_pawn_tries() {
        let mut words = heard(&["Move complete"]).unwrap();
        words
            .hear_tries("No pawn captures", TriesTold::Whether)
            .unwrap();
        words.hear_tries("1 pawn try", TriesTold::Number).unwrap();
        words
            .hear_tries("Pawn tries from E4, G5", TriesTold::Squares)
            .unwrap();
        let tries = |name| match words.said(rules(name)).unwrap().answer {
            Answer::Played(said) => said.pawn_tries,
            other => panic!("{other:?}"),
        };
        assert_eq!(tries("cincinnati"), Some(PawnTries::Whether(false)));
        assert_eq!(tries("wild16"), Some(PawnTries::Number(1)));
        let squares = [Square::E4, Square::G5].into_iter().collect();
        assert_eq!(tries("rand"), Some(PawnTries::Squares(squares)));
        assert_eq!(tries("english"), None);
        assert!(words.hear_tries("1 pawn try", TriesTold::Nothing).is_err());
    }

    #[test]
    fn an_end_is_told_with_the_move_and_an_unknown_sentence_is_refused() {
        let mate = heard(&["Capture done at H7", "Checkmate — White wins"]).unwrap();
        let said = mate.said(rules("berkeley")).unwrap();
        let over = said.over.unwrap();
        assert_eq!(
            (over.result, over.ending),
            (GameResult::WhiteWins, Ending::Checkmate)
        );
        assert_eq!(outcome(Some("white"), "checkmate"), Some(over));
        assert_eq!(outcome(None, "abandoned"), None);
        for wrong in [
            &["Queen captured at E4"][..],
            &["Move complete", "Mate"],
            &[],
        ] {
            assert!(heard(wrong).is_err(), "{wrong:?}");
        }
        let any = heard(&["Has pawn captures"]).unwrap();
        assert_eq!(
            any.said(rules("english")).unwrap().answer,
            Answer::Any(true)
        );
        assert!(any.said(rules("wild16")).is_err(), "nobody asks there");
        let bad = Words {
            announcement: "CAPTURE_DONE".to_owned(),
            capture_square: Some("z9".to_owned()),
            ..Words::default()
        };
        assert!(bad.said(rules("english")).is_err());
    }
}
