//! Exact beliefs about the enemy's last men: when the last man besides the king is captured, the
//! knowledge of the king then follows from all answers since.
//!
//! A metaposition holds the squares of each kind of man separately, so it cannot express "if the
//! pawn stands here, the king stands there". As soon as few enough boards agree with it, all of
//! them are listed beside it and evolve as the information set does. The particles are narrowed to
//! them ([`Particles::narrow`](darkforge_kriegspiel::belief::Particles::narrow)).

use darkforge_board::{
    Bitboard, Board, CastlingRights, Color, File, Men, ROLES, Rank, Role, Square, index, side,
    squares_of,
};
use darkforge_kriegspiel::belief::{BeliefState, HiddenState};
use darkforge_kriegspiel::metaposition::{Metaposition, Tracker};
use darkforge_kriegspiel::umpire::{Answer, Question, View, stands_as_announced};

/// Greatest number of enemy men besides the king.
const MOST_MEN: u32 = 2;
/// Greatest number of boards at the start: placements of king and men that the metaposition allows.
const BEGIN: usize = 20_000;
/// Greatest number of boards; with more, the metaposition continues alone.
const FOLLOWED: usize = 60_000;

/// The boards that agree with all that one side heard, once the enemy has few men left.
#[derive(Clone, Debug, Default)]
pub struct ExactBelief {
    belief: Option<BeliefState>,
}

impl ExactBelief {
    /// Squares of the enemy king, in the umpire's frame; `None` while the enemy has too many men.
    pub fn king(&self) -> Option<Bitboard> {
        let belief = self.belief.as_ref()?;
        let king = |all: Bitboard, hidden: &HiddenState| all | hidden.men()[index(Role::King)];
        Some(belief.hidden().iter().fold(Bitboard::EMPTY, king))
    }

    /// All boards that agree with what was heard; `None` while the enemy has too many men.
    pub fn belief(&self) -> Option<&BeliefState> {
        self.belief.as_ref()
    }

    /// Number of boards.
    pub fn boards(&self) -> Option<usize> {
        self.belief.as_ref().map(BeliefState::len)
    }

    /// Takes the `answer` to the player's `question`; the game went on.
    pub fn answered(&mut self, question: Question, answer: &Answer) {
        if let Some(belief) = &mut self.belief {
            belief.answered(question, answer);
        }
        self.keep_exact();
    }

    /// Takes the opponent's move, as `view` heard it; `tracker` has already taken it.
    pub fn opponent_moved(&mut self, view: &View, tracker: &Tracker) {
        match &mut self.belief {
            Some(belief) => belief.enemy_move(view.overheard(), view.heard()),
            None => self.belief = begin(view, tracker),
        }
        self.keep_exact();
    }

    fn keep_exact(&mut self) {
        let useful = |belief: &BeliefState| belief.is_exact() && !belief.is_empty();
        if !self.belief.as_ref().is_some_and(useful) {
            self.belief = None;
        }
    }
}

/// All boards that agree with the metaposition and the last announcement, if they are few.
fn begin(view: &View, tracker: &Tracker) -> Option<BeliefState> {
    let known = tracker.metaposition();
    let left = known.enemy_men_left();
    // A pawn that may be captured en passant is not part of the metaposition's men.
    if left == 0 || left > MOST_MEN || known.en_passant().any() {
        return None;
    }
    let turned = known.enemy().map(|squares| tracker.turned_set(squares));
    if too_many(known, left) {
        return None;
    }
    let color = view.color();
    let mut boards = Vec::new();
    for king in turned[index(Role::King)] {
        let mut men = [Bitboard::EMPTY; 6];
        men[index(Role::King)].add(king);
        place(&turned, left, (0, 0), men, &mut |men| {
            for rights in rights(&men, !color) {
                let mut sides = [Men::default(); 2];
                sides[side(color)] = *view.men();
                sides[side(!color)] = men;
                let mut castling = [CastlingRights::default(); 2];
                castling[side(color)] = view.castling();
                castling[side(!color)] = rights;
                let board = Board::set_up(&sides, color, castling);
                boards.extend(board.filter(|board| stands_as_announced(board, view.heard())));
            }
        });
    }
    BeliefState::of(view.ruleset(), color, FOLLOWED, &boards).ok()
}

/// Whether the metaposition allows too many placements.
fn too_many(known: &Metaposition, left: u32) -> bool {
    let enemy = known.enemy();
    let kinds = ROLES.iter().filter(|role| **role != Role::King);
    let single: usize = kinds.map(|role| enemy[index(*role)].count()).sum();
    let mut placements = enemy[index(Role::King)].count();
    for man in 0..left as usize {
        placements = placements.saturating_mul(single) / (man + 1);
    }
    placements > BEGIN
}

/// Calls `found` with `men` and every way to add `left` more where `may` allows each kind, from the
/// role and square `next` on: each set of men once.
fn place(may: &Men, left: u32, next: (usize, u32), men: Men, found: &mut dyn FnMut(Men)) {
    if left == 0 {
        return found(men);
    }
    for role in next.0..index(Role::King) {
        let first = if role == next.0 { next.1 } else { 0 };
        let free = may[role] & !squares_of(&men);
        for square in free.into_iter().filter(|square| *square as u32 >= first) {
            let mut more = men;
            more[role].add(square);
            place(may, left - 1, (role, square as u32 + 1), more, found);
        }
    }
}

/// Castling rights that `enemy` with these men may have: all that are possible.
fn rights(men: &Men, enemy: Color) -> Vec<CastlingRights> {
    let home = enemy.fold_wb(Rank::First, Rank::Eighth);
    let at = |role: Role, file| men[index(role)].contains(Square::from_coords(file, home));
    let may = |file| at(Role::King, File::E) && at(Role::Rook, file);
    let (short, long) = (may(File::H), may(File::A));
    let all = [(false, false), (true, false), (false, true), (true, true)];
    let possible = all.into_iter().filter(|right| !right.0 || short);
    let possible = possible.filter(|right| !right.1 || long);
    let named = possible.map(|(kingside, queenside)| CastlingRights {
        kingside,
        queenside,
    });
    named.collect()
}
