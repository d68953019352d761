//! Views: all that one player may see and has heard, its own men and the umpire's words.
//!
//! T is the thesis, see [the crate](crate).

use std::sync::Arc;

use super::announcement::{Announcement, Direction};
use super::ruleset::{NonsenseRule, Ruleset};
use super::tries::PawnTries;
use darkforge_board::{
    Bitboard, Board, CastlingRights, Color, File, Men, PROMOTIONS, Rank, Role, Square, Try,
    bishop_attacks, index, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
    squares_of,
};

/// Everything that a player heard while the opponent searched for a legal move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Overheard {
    /// Number of refused tries; `None` if the ruleset keeps it secret.
    pub refusals: Option<u32>,
    /// The umpire's answer to the opponent's "Any?", if both heard it.
    pub any: Option<bool>,
}

impl Overheard {
    pub(super) fn nothing(ruleset: &Ruleset) -> Overheard {
        Overheard {
            refusals: ruleset.refusals_heard.then_some(0),
            any: None,
        }
    }
}

/// A player's side of the game. A player gets a `View` and nothing else: from it there is no way to
/// the true position or to the opponent's tries.
///
/// ```compile_fail
/// fn peek(view: &darkforge_kriegspiel::umpire::View) -> String {
///     view.position().fen() // there is no such thing
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    pub(super) ruleset: &'static Ruleset,
    pub(super) color: Color,
    pub(super) start: Option<Arc<Board>>,
    pub(super) men: Men,
    pub(super) castling: CastlingRights,
    pub(super) plies: u32,
    pub(super) heard: Announcement,
    pub(super) overheard: Overheard,
    pub(super) refused: Vec<Try>,
    pub(super) any: Option<bool>,
    pub(super) obliged: bool,
}

impl View {
    pub(super) fn new(ruleset: &'static Ruleset, color: Color) -> View {
        View {
            ruleset,
            color,
            start: None,
            men: [Bitboard::EMPTY; 6],
            castling: CastlingRights::default(),
            plies: 0,
            heard: Announcement::default(),
            overheard: Overheard::nothing(ruleset),
            refused: Vec::new(),
            any: None,
            obliged: false,
        }
    }

    /// The rules of this game.
    #[inline]
    pub fn ruleset(&self) -> &'static Ruleset {
        self.ruleset
    }

    /// The side that this player has.
    #[inline]
    pub fn color(&self) -> Color {
        self.color
    }

    /// The position from which the game began, if it is another than the initial one and both
    /// players know all of it, as in a match from openings.
    #[inline]
    pub fn start(&self) -> Option<&Board> {
        self.start.as_deref()
    }

    /// Its own men.
    #[inline]
    pub fn men(&self) -> &Men {
        &self.men
    }

    /// Its own rights to castle.
    #[inline]
    pub fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// Moves played so far by both sides.
    #[inline]
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// Announcement of the opponent's last move; silence before the first move.
    #[inline]
    pub fn heard(&self) -> &Announcement {
        &self.heard
    }

    /// The tries that were refused in this turn, in the order in which they were asked.
    #[inline]
    pub fn refused(&self) -> &[Try] {
        &self.refused
    }

    /// Everything heard while the opponent searched for its last move. Under RAND rules a player
    /// may ask for the number of refusals (T B.9); it is included here.
    #[inline]
    pub fn overheard(&self) -> Overheard {
        self.overheard
    }

    /// The answer to this player's "Any?", if it was asked in this turn.
    #[inline]
    pub fn any(&self) -> Option<bool> {
        self.any
    }

    /// Whether this player must try a pawn capture now, since "Any?" was answered "Yes".
    #[inline]
    pub fn is_obliged(&self) -> bool {
        self.obliged
    }

    /// Whether the answer to "Any?" allows this player to ask `asked`.
    #[inline]
    pub fn leaves(&self, asked: Try) -> bool {
        !self.obliged || self.is_pawn_capture(asked)
    }

    /// This player's knowledge of its pawn tries; `None` if they were not announced.
    #[inline]
    pub fn pawn_tries(&self) -> Option<PawnTries> {
        self.any
            .map_or(self.heard.pawn_tries, |any| Some(PawnTries::Whether(any)))
    }

    /// Every move that is possible on this player's own board, refused ones included, as if no
    /// enemy man stood in the way. Pawn captures are included only if `captures` is true. The order
    /// is fixed.
    pub fn pseudolegal(&self, captures: bool, tries: &mut Vec<Try>) {
        own_board_tries(&self.men, self.color, self.castling, captures, tries);
    }

    /// The same, without moves that the umpire's words of this turn exclude: pawn captures that
    /// were not announced, moves that an obligation forbids, and under RAND rules moves that do not
    /// answer the announced check.
    pub fn sensible(&self, tries: &mut Vec<Try>) {
        let known = self.pawn_tries();
        self.pseudolegal(known.is_none_or(|tries| tries.most() > 0), tries);
        let plain = !self.obliged
            && !matches!(known, Some(PawnTries::Squares(_)))
            && self.ruleset.nonsense != NonsenseRule::OwnBoardTriesAndChecks;
        if !plain {
            tries.retain(|&asked| self.allows(asked));
        }
    }

    /// Whether the umpire's words of this turn allow `asked`, if it is possible on the own board.
    pub fn allows(&self, asked: Try) -> bool {
        if self.is_pawn_capture(asked) {
            if self.rules_out(asked.from) {
                return false;
            }
        } else if self.obliged {
            return false;
        }
        self.ruleset.nonsense != NonsenseRule::OwnBoardTriesAndChecks || self.answers_check(asked)
    }

    /// Whether `asked` is a pawn's move to another file.
    pub fn is_pawn_capture(&self, asked: Try) -> bool {
        let pawn = self.men[index(Role::Pawn)].contains(asked.from);
        pawn && asked.from.file() != asked.to.file()
    }

    /// Whether `asked` meets the obligation after a "Yes" to "Any?": a pawn capture that the own
    /// board allows and that was not yet refused in this turn.
    pub(super) fn meets_obligation(&self, asked: Try) -> bool {
        let mut possible = Vec::new();
        self.pseudolegal(true, &mut possible);
        self.is_pawn_capture(asked) && possible.contains(&asked) && !self.refused.contains(&asked)
    }

    /// Pawn captures on the own board that were not refused in this turn, as from-to
    /// pairs.
    pub(super) fn untried_pawn_captures(&self) -> u32 {
        let own = squares_of(&self.men);
        let pawns = self.men[index(Role::Pawn)].into_iter();
        let all: usize = pawns
            .map(|pawn| (pawn_attacks(self.color, pawn) & !own).count())
            .sum();
        let mut refused: Vec<(Square, Square)> = self
            .refused
            .iter()
            .filter(|&&asked| self.is_pawn_capture(asked) && !own.contains(asked.to))
            .map(|asked| (asked.from, asked.to))
            .collect();
        refused.sort_unstable();
        refused.dedup();
        all.saturating_sub(refused.len()) as u32
    }

    /// Whether the illegal try `asked` is answered "Nonsense".
    pub(super) fn is_nonsense(&self, asked: Try) -> bool {
        let rule = self.ruleset.nonsense;
        if rule == NonsenseRule::Never {
            return false;
        }
        let mut possible = Vec::new();
        self.pseudolegal(true, &mut possible);
        if !possible.contains(&asked) || self.refused.contains(&asked) {
            return true;
        }
        if self.is_pawn_capture(asked) && self.rules_out(asked.from) {
            return true;
        }
        rule == NonsenseRule::OwnBoardTriesAndChecks && !self.answers_check(asked)
    }

    /// Whether it was announced that the player's pawn on `square` has no try.
    fn rules_out(&self, square: Square) -> bool {
        match self.pawn_tries() {
            None => false,
            Some(PawnTries::Squares(squares)) => !squares.contains(square),
            Some(tries) => tries.most() == 0,
        }
    }

    /// Whether `asked` is a move by the king, or one onto or between the line of the announced
    /// check.
    fn answers_check(&self, asked: Try) -> bool {
        let checks = self.heard.checks;
        let king = self.men[index(Role::King)].first();
        let (true, Some(king)) = (checks.any(), king) else {
            return true;
        };
        if asked.from == king {
            return king.distance(asked.to) == 1; // no castling out of check
        }
        // En passant the man that gives check is beside the landing square.
        let beside = Square::from_coords(asked.to.file(), asked.from.rank());
        let reaches = |square: Square| {
            king_attacks(king).contains(square)
                || knight_attacks(king).contains(square)
                || queen_attacks(king, squares_of(&self.men)).contains(square)
        };
        let on_line = |square: Square| {
            let one = checks.count() == 1;
            one && reaches(square) && checks.contains(Direction::of_check(king, square))
        };
        on_line(asked.to) || self.is_pawn_capture(asked) && on_line(beside)
    }

    pub(super) fn end_turn(&mut self) {
        self.refused.clear();
        self.any = None;
        self.obliged = false;
    }
}

/// Moves that are possible on a board with nothing but `men` on it; see
/// [`View::pseudolegal`]. Clears `tries` first.
pub fn own_board_tries(
    men: &Men,
    color: Color,
    castling: CastlingRights,
    captures: bool,
    tries: &mut Vec<Try>,
) {
    tries.clear();
    let own = squares_of(men);
    for from in men[index(Role::Pawn)] {
        pawn_tries(from, color, own, captures, tries);
    }
    let mut add = |from: Square, reach: Bitboard| {
        for to in reach & !own {
            tries.push(Try::new(from, to));
        }
    };
    for from in men[index(Role::Knight)] {
        add(from, knight_attacks(from));
    }
    for from in men[index(Role::Bishop)] {
        add(from, bishop_attacks(from, own));
    }
    for from in men[index(Role::Rook)] {
        add(from, rook_attacks(from, own));
    }
    for from in men[index(Role::Queen)] {
        add(from, queen_attacks(from, own));
    }
    for from in men[index(Role::King)] {
        add(from, king_attacks(from));
    }
    if !(castling.kingside || castling.queenside) {
        return;
    }
    let rank = color.fold_wb(Rank::First, Rank::Eighth);
    let at = |file| Square::from_coords(file, rank);
    let free = |files: &[File]| files.iter().all(|&file| !own.contains(at(file)));
    if castling.kingside && free(&[File::F, File::G]) {
        tries.push(Try::new(at(File::E), at(File::G)));
    }
    if castling.queenside && free(&[File::B, File::C, File::D]) {
        tries.push(Try::new(at(File::E), at(File::C)));
    }
}

fn pawn_tries(from: Square, color: Color, own: Bitboard, captures: bool, tries: &mut Vec<Try>) {
    let last = color.fold_wb(Rank::Eighth, Rank::First);
    let mut push = |to: Square| {
        if to.rank() == last {
            tries.extend(PROMOTIONS.map(|role| Try::promoting(from, to, role)));
        } else {
            tries.push(Try::new(from, to));
        }
    };
    let ahead = |squares: Bitboard| squares.shift(color.fold_wb(8, -8)) & !own;
    let third = Bitboard::from_rank(color.fold_wb(Rank::Third, Rank::Sixth));
    let one = ahead(Bitboard::from_square(from));
    one.into_iter().for_each(&mut push);
    ahead(one & third).into_iter().for_each(&mut push);
    if captures {
        for to in pawn_attacks(color, from) & !own {
            push(to);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::umpire::{Answer, BERKELEY_ANY, Question, RAND, RULESETS, Umpire};
    use darkforge_streams as streams;

    fn game(ruleset: &'static Ruleset, fen: &str) -> Umpire {
        Umpire::from_position(ruleset, 60, fen.parse().expect("a position"))
    }

    /// Properties of the view of the side to move, at any moment.
    fn check(umpire: &Umpire) {
        let (view, board) = (umpire.view(umpire.turn()), umpire.position().board());
        let place = format!("{} {}", view.ruleset().name, board.fen());
        assert_eq!(*view.men(), board.men(view.color()), "{place}");
        assert_eq!(view.castling(), board.castling(view.color()), "{place}");
        let (mut possible, mut sensible) = (Vec::new(), Vec::new());
        view.pseudolegal(true, &mut possible);
        view.sensible(&mut sensible);
        for asked in umpire.position().legal_tries() {
            assert!(possible.contains(&asked), "{asked} is legal: {place}");
            assert_eq!(
                view.allows(asked),
                view.leaves(asked),
                "{asked} is legal: {place}"
            );
        }
        possible.retain(|&asked| view.allows(asked));
        assert_eq!(sensible, possible, "{place}");
        let bound = |asked: &Try| view.is_obliged() && !view.is_pawn_capture(*asked);
        assert!(
            sensible
                .iter()
                .all(|asked| view.leaves(*asked) != bound(asked))
        );
    }

    #[test]
    fn sensible_tries_are_the_possible_ones_that_the_words_allow() {
        let starts = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "4k3/1P4P1/8/3pP3/4pP2/8/1p4p1/4K3 w - d6 0 1",
            "3qk3/2r1r3/8/1b3n2/8/2N1PP2/1P1B1P2/R3K2R w KQ - 0 1",
        ];
        for (number, ruleset) in RULESETS.into_iter().enumerate() {
            for (start, game_index) in starts.into_iter().zip(10 * number as u64..) {
                let mut stream = streams::open(1, "views", game_index);
                let mut umpire = game(ruleset, start);
                while umpire.outcome().is_none() {
                    check(&umpire);
                    if streams::below(&mut stream, 3) == 0 {
                        umpire.ask(Question::Any).expect("the game is on");
                        check(&umpire);
                    }
                    let mut tries: Vec<Try> = umpire.position().legal_tries().collect();
                    if streams::below(&mut stream, 3) == 0 {
                        umpire.view(umpire.turn()).pseudolegal(true, &mut tries);
                    }
                    let asked = tries[streams::below(&mut stream, tries.len())];
                    umpire.ask(asked.into()).expect("the game is on");
                }
            }
        }
    }

    #[test]
    fn a_try_away_from_a_knights_check_is_nonsense() {
        // The knight on d3 checks the king on e1; c2xd3 answers it, the others do not.
        let mut umpire = game(&RAND, "4k3/8/8/8/R7/3n4/2P5/4K3 w - - 0 1");
        for idle in ["c2b3", "a4a3", "c2c3"] {
            let answer = umpire.ask(idle.parse().expect("a question"));
            assert_eq!(answer, Ok(Answer::Nonsense), "{idle}");
        }
        let answer = umpire.ask("c2d3".parse().expect("a question"));
        assert!(matches!(answer, Ok(Answer::Played(_))));
    }

    #[test]
    fn a_no_to_any_counts_the_pawn_captures_that_were_not_refused() {
        // Two captures on the own board; the rook's refusal is not one of them.
        let mut umpire = game(&BERKELEY_ANY, "4k3/8/8/n7/8/8/1P6/R3K3 w - - 0 1");
        for asked in ["a1a8", "b2c3", "any", "e1d1"] {
            umpire
                .ask(asked.parse().expect("a question"))
                .expect("the game is on");
        }
        assert_eq!(umpire.view(Color::Black).overheard().refusals, Some(3));
    }
}
