//! A person as a player: its questions come from a desk, in a terminal or in a browser.

use super::sheet::Sheet;
use darkforge_board::{Color, Rank, Role, role_on};
use darkforge_engine::player::Player;
use darkforge_kriegspiel::record::notation::ENGLISH;
use darkforge_kriegspiel::record::own_board::OwnBoard;
use darkforge_kriegspiel::umpire::{Announcement, Answer, AnyRule, Outcome, Question, View};

/// A person's wish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// To ask the umpire.
    Ask(Question),
    /// To resign, or to leave.
    Resign,
}

/// The place at which a person sees its men, hears the umpire, and asks.
pub(crate) trait Desk: Send {
    /// Shows the person's side of the game; `sheet` has all that was asked and heard.
    fn show(&mut self, view: &View, sheet: &Sheet);

    /// Waits for the person's next wish.
    fn wish(&mut self, view: &View, sheet: &Sheet) -> Wish;
}

/// A player whose questions are a person's.
pub(crate) struct Person<D> {
    pub(crate) desk: D,
    pub(crate) sheet: Sheet,
    /// Whether it resigned.
    pub(crate) resigned: bool,
}

impl<D: Desk> Person<D> {
    /// A person at `desk`.
    pub(crate) fn at(desk: D) -> Person<D> {
        Person {
            desk,
            sheet: Sheet::default(),
            resigned: false,
        }
    }
}

impl<D: Desk> Player for Person<D> {
    fn begin(&mut self, view: &View, _ply_limit: u32) {
        self.desk.show(view, &self.sheet);
    }

    fn choose(&mut self, view: &View) -> Option<Question> {
        match self.desk.wish(view, &self.sheet) {
            Wish::Ask(question) => {
                self.sheet.asks(view, question);
                Some(question)
            }
            Wish::Resign => {
                self.resigned = true;
                None
            }
        }
    }

    fn answered(&mut self, view: &View, _question: Question, answer: &Answer) {
        self.sheet.answered(view, answer);
        self.desk.show(view, &self.sheet);
    }

    fn opponent_moved(&mut self, view: &View, said: &Announcement) {
        self.sheet.opponent_moved(view, said);
        self.desk.show(view, &self.sheet);
    }

    fn ended(&mut self, view: &View, last: Option<&Announcement>, _outcome: Outcome) {
        if let Some(said) = last {
            self.sheet.ended(view, said);
        }
        self.desk.show(view, &self.sheet);
    }
}

/// The question that `text` means: SAN by the own board, UCI, or `any`.
///
/// # Errors
/// A sentence that says what would be right.
pub(crate) fn read(text: &str, view: &View) -> Result<Question, String> {
    if matches!(text.to_ascii_lowercase().as_str(), "any" | "any?") {
        return match view.ruleset().any {
            AnyRule::Never => Err(format!("{} has no \"Any?\"", view.ruleset().title)),
            _ => Ok(Question::Any),
        };
    }
    let asked = OwnBoard::seen(view).read(text, ENGLISH)?;
    let last = view.color().fold_wb(Rank::Eighth, Rank::First);
    let is_pawn = role_on(view.men(), asked.from) == Some(Role::Pawn);
    if is_pawn && asked.to.rank() == last && asked.promotion.is_none() {
        let to = asked.to;
        return Err(format!(
            "name the piece that the pawn becomes, such as {to}=Q or {asked}q"
        ));
    }
    Ok(Question::Try(asked))
}

/// A side's name.
pub(crate) fn side(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_kriegspiel::umpire::{BERKELEY_ANY, ICC, Umpire};

    #[test]
    fn a_try_is_read_in_both_notations_and_a_promotion_needs_its_piece() {
        let fen = "4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1";
        let umpire = Umpire::from_position(&ICC, 100, fen.parse().unwrap());
        let view = umpire.view(Color::White);
        let read = |text| read(text, view).map(|question| question.to_string());
        assert_eq!(read("Rh8"), Ok("h1h8".to_owned()));
        assert_eq!(read("h1h8"), Ok("h1h8".to_owned()));
        assert_eq!(read("O-O"), Ok("e1g1".to_owned()));
        assert_eq!(read("a8=N"), Ok("a7a8n".to_owned()));
        for wrong in ["a7a8", "Qd4", "hello", "", "any"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        let asking = Umpire::new(&BERKELEY_ANY, 100);
        assert_eq!(
            super::read("Any?", asking.view(Color::White)),
            Ok(Question::Any)
        );
    }
}
