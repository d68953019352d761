//! Tracker: keeps a metaposition up to date with all that one player hears.
//!
//! T is the thesis, see [the crate](crate).

use super::Metaposition;
use super::deductions::Deductions;
use crate::umpire::{
    Announcement, Answer, Overheard, PawnTries, Question, Ruleset, TriesTold, own_board_tries,
};
use darkforge_board::{Bitboard, Board, Color, Rank, Try};

/// One player's metaposition and the tries refused in this turn. It takes moves and announcements
/// as the umpire gives them and keeps them in the player's own frame.
#[derive(Clone, Debug)]
pub struct Tracker {
    color: Color,
    metaposition: Metaposition,
    refused: Vec<Try>,
    /// Nonsense tries of this turn, which carry no information.
    nonsense: Vec<Try>,
    /// Our pawn tries as announced, in the umpire's frame.
    told: Option<PawnTries>,
    power: Vec<Try>,
    /// `None` if the player draws no deductions.
    deductions: Option<Deductions>,
    /// Whether the umpire announced anything after our last move, and after the enemy's.
    stirred: [bool; 2],
    own_turn: bool,
}

impl Tracker {
    /// At the start of a game; ages count up to `age_cap` moves.
    pub fn new(color: Color, age_cap: u8) -> Tracker {
        Tracker {
            color,
            metaposition: Metaposition::start(age_cap),
            refused: Vec::new(),
            nonsense: Vec::new(),
            told: None,
            power: Vec::new(),
            deductions: Some(Deductions::new()),
            stirred: [false; 2],
            own_turn: color == Color::White,
        }
    }

    /// White's knowledge in the middle of a game: `metaposition`, and nothing of its past. White is
    /// to move.
    pub fn of_metaposition(metaposition: Metaposition) -> Tracker {
        Tracker {
            metaposition,
            deductions: Some(Deductions::unknown()),
            ..Tracker::new(Color::White, 25)
        }
    }

    /// Turns deductions on or off. Without them the metaposition evolves by single moves alone, as
    /// in a search. Must be called before the first move.
    #[must_use]
    pub fn deducing(mut self, on: bool) -> Tracker {
        self.deductions = on.then(Deductions::new);
        self
    }

    /// Turns pawn control (T 7.2) on or off. Must be called before the first move.
    #[must_use]
    pub fn controlling(mut self, on: bool) -> Tracker {
        self.metaposition.pawn_control = on;
        self
    }

    /// Sets the ruleset; the default is [`ICC`](crate::umpire::ICC). Must be called before the
    /// first move.
    #[must_use]
    pub fn under(mut self, ruleset: &Ruleset) -> Tracker {
        self.metaposition.tries_told = ruleset.pawn_tries != TriesTold::Nothing;
        self
    }

    /// Begins from `start`, all of which is known, instead of from the initial position. Must be
    /// called after the other settings, and before the first move.
    #[must_use]
    pub fn starting(mut self, start: Option<&Board>) -> Tracker {
        let Some(board) = start else { return self };
        let usual = self.metaposition;
        self.metaposition = Metaposition {
            tries_told: usual.tries_told,
            pawn_control: usual.pawn_control,
            ..Metaposition::of_board(board, self.color, usual.ages.cap())
        };
        let knowing = |_| Deductions::knowing(self.metaposition.enemy());
        self.deductions = self.deductions.map(knowing);
        self.own_turn = board.turn() == self.color;
        self
    }

    /// The side that has this knowledge.
    #[inline]
    pub fn color(&self) -> Color {
        self.color
    }

    /// The current metaposition.
    #[inline]
    pub fn metaposition(&self) -> &Metaposition {
        &self.metaposition
    }

    /// The pseudolegal moves in the own frame, except those that a refusal in this turn excludes.
    pub fn moves(&self, moves: &mut Vec<Try>) {
        self.metaposition.moves(&self.refused, moves);
        if !self.nonsense.is_empty() {
            moves.retain(|asked| !self.nonsense.contains(asked));
        }
    }

    /// Our pawn tries of this turn as announced, in the umpire's frame.
    #[inline]
    pub fn told(&self) -> Option<PawnTries> {
        self.told
    }

    /// Whether this player is to move.
    #[inline]
    pub fn is_own_turn(&self) -> bool {
        self.own_turn
    }

    /// The tries that were refused in this turn, in the own frame.
    #[inline]
    pub fn refused(&self) -> &[Try] {
        &self.refused
    }

    /// Power moves of this turn, in the own frame: shorter moves that follow from refused longer
    /// ones and probably capture (T 7.3.2).
    #[inline]
    pub fn power_moves(&self) -> &[Try] {
        &self.power
    }

    /// Whether the umpire announced a capture, a check or pawn tries since our last turn; such
    /// announcements come in clusters (T 7.4.4).
    #[inline]
    pub fn is_stirred(&self) -> bool {
        self.stirred[0] || self.stirred[1]
    }

    /// Takes the `answer` to this player's `question`.
    pub fn answered(&mut self, question: Question, answer: &Answer) {
        match question {
            Question::Try(asked) => self.own_try(asked, answer),
            Question::Any => {
                if let Answer::Any(any) = *answer {
                    self.own_tries(PawnTries::Whether(any));
                }
            }
        }
    }

    fn own_tries(&mut self, words: PawnTries) {
        self.told = Some(words);
        match &mut self.deductions {
            Some(more) => more.own_tries(&mut self.metaposition, words, &self.refused),
            None => self.metaposition.hear_own_tries(words),
        }
    }

    fn own_try(&mut self, asked: Try, answer: &Answer) {
        let asked = self.turned(asked);
        match answer {
            Answer::Played(said) => {
                let said = self.turned_words(*said);
                match &mut self.deductions {
                    Some(more) => more.own_move(&mut self.metaposition, asked, said, &self.refused),
                    None => self.metaposition.own_move(asked, &said),
                }
                self.refused.clear();
                self.nonsense.clear();
                self.told = None;
                self.power.clear();
                self.stirred[0] = !said.is_silent();
                self.own_turn = false;
            }
            // If nonsense is refused like anything else, its refusal carries no information either.
            Answer::Refused if !self.is_possible(asked) => self.nonsense.push(asked),
            Answer::Refused => {
                self.refused.push(asked);
                match &mut self.deductions {
                    Some(more) => more.refused_try(&mut self.metaposition, &self.refused),
                    None => self.metaposition.refused_try(asked),
                }
                self.power.extend(self.metaposition.power_move(asked));
            }
            Answer::Nonsense | Answer::Any(_) => self.nonsense.push(asked),
        }
    }

    /// Whether `asked`, in the own frame, is a move on a board with nothing but the own men.
    fn is_possible(&self, asked: Try) -> bool {
        let known = &self.metaposition;
        let mut tries = Vec::with_capacity(64);
        own_board_tries(
            known.own(),
            Color::White,
            known.castling(),
            true,
            &mut tries,
        );
        tries.contains(&asked)
    }

    /// Takes what was heard of the opponent's questions; to be called before
    /// [`enemy_move`](Tracker::enemy_move).
    pub fn overhear(&mut self, overheard: Overheard) {
        let Some(any) = overheard.any else { return };
        let words = PawnTries::Whether(any);
        match &mut self.deductions {
            Some(more) => more.enemy_tries(&mut self.metaposition, words),
            None => self.metaposition.hear_enemy_tries(words),
        }
    }

    /// Takes the announcement of the opponent's move.
    pub fn enemy_move(&mut self, said: &Announcement) {
        self.told = said.pawn_tries;
        let said = self.turned_words(*said);
        self.stirred[1] = !said.is_silent();
        match &mut self.deductions {
            Some(more) => more.enemy_move(&mut self.metaposition, said),
            None => self.metaposition.enemy_move(&said),
        }
        self.own_turn = true;
    }

    /// Turns a try from the own frame to the umpire's board, or back.
    #[inline]
    pub fn turned(&self, asked: Try) -> Try {
        match self.color {
            Color::White => asked,
            Color::Black => asked.flipped(),
        }
    }

    /// Turns squares from the own frame to the umpire's board, or back.
    #[inline]
    pub fn turned_set(&self, squares: Bitboard) -> Bitboard {
        match self.color {
            Color::White => squares,
            Color::Black => squares.flip_vertical(),
        }
    }

    /// The announcement in the own frame; a capture en passant announced by its landing square
    /// becomes one on the captured pawn's square.
    fn turned_words(&self, said: Announcement) -> Announcement {
        let mut said = match self.color {
            Color::White => said,
            Color::Black => said.flipped(),
        };
        if let Some(capture) = &mut said.capture
            && capture.en_passant
        {
            // Landing squares are on the sixth and third rank alone; the captured pawn stands
            // beyond.
            let behind = if capture.square.rank() == Rank::Sixth {
                -8
            } else {
                8
            };
            capture.square = capture.square.offset(behind).unwrap_or(capture.square);
            capture.en_passant = false;
        }
        said
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonsense_that_is_refused_tells_nothing() {
        let mut tracker = Tracker::new(Color::White, 25);
        let mut before = Vec::new();
        tracker.moves(&mut before);
        // From an empty square, through an own man, onto one, and a king's step that is too long.
        for asked in ["e4e5", "a1a8", "b1d2", "e1e4", "e2e7"] {
            let asked: Try = asked.parse().expect("a try");
            tracker.answered(asked.into(), &Answer::Refused);
        }
        let mut after = Vec::new();
        tracker.moves(&mut after);
        assert_eq!(before, after);
        assert!(tracker.refused().is_empty() && tracker.power_moves().is_empty());
        let untouched = Tracker::new(Color::White, 25);
        assert_eq!(
            format!("{:?}", tracker.metaposition()),
            format!("{:?}", untouched.metaposition())
        );
    }
}
