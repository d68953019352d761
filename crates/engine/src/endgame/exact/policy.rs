//! Play by a proof.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::symmetry::{canonical, turns_to};
use super::{Ending, Proof, proof_file};
use darkforge_board::{Bitboard, Men, Try};

/// Embedded proofs. `exact_endings`, an example of the research crate, makes them again.
const SHIPPED: [(Ending, &str); 3] = [
    (
        Ending::Rook,
        include_str!("../../../assets/exact/krk.proof"),
    ),
    (
        Ending::Queen,
        include_str!("../../../assets/exact/kqk.proof"),
    ),
    (
        Ending::TwoBishops,
        include_str!("../../../assets/exact/kbbk.proof"),
    ),
];

static POLICY: LazyLock<Policy> = LazyLock::new(|| {
    let mut policy = Policy::default();
    for proof in Ending::ALL.into_iter().filter_map(Proof::shipped) {
        policy.learn(&proof);
    }
    policy
});

impl Proof {
    /// The embedded proof for `ending`, if there is one.
    ///
    /// # Panics
    /// Never: a test reads and replays all of them.
    pub fn shipped(ending: Ending) -> Option<Proof> {
        let (_, text) = SHIPPED.iter().find(|(other, _)| *other == ending)?;
        Some(proof_file::read(text.as_bytes()).expect("the embedded proof is complete"))
    }
}

/// Play by proofs, as far as their lines reach.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// For each canonical placement sets with their moves and tries, quickest first.
    places: HashMap<Men, Vec<(Bitboard, u16, Try)>>,
}

impl Policy {
    /// Play by all embedded proofs.
    pub fn shipped() -> &'static Policy {
        &POLICY
    }

    /// The play of `proof`.
    pub fn new(proof: &Proof) -> Policy {
        let mut policy = Policy::default();
        policy.learn(proof);
        policy
    }

    /// Adds the play of another proof.
    pub fn learn(&mut self, proof: &Proof) {
        for line in &proof.lines {
            let (men, turn) = canonical(&line.men);
            let entry = (turn.squares(line.king), line.moves, turn.asked(line.asked));
            self.places.entry(men).or_default().push(entry);
        }
        for lines in self.places.values_mut() {
            // Stable: lines of as many moves stay in the order of the proof.
            lines.sort_by_key(|&(_, moves, _)| moves);
        }
    }

    /// The try with which mate is certain if Black's king stands on one of `king` and White is to
    /// move; `None` beyond the proof. After a refusal it must be called again with the squares that
    /// are left.
    pub fn choose(&self, own: &Men, king: Bitboard) -> Option<Try> {
        let (asked, _) = self.find(own, king)?;
        Some(asked)
    }

    /// Greatest number of own moves to mate.
    pub fn moves(&self, own: &Men, king: Bitboard) -> Option<u16> {
        let (_, moves) = self.find(own, king)?;
        Some(moves)
    }

    fn find(&self, own: &Men, king: Bitboard) -> Option<(Try, u16)> {
        let (men, _) = canonical(own);
        let lines = self.places.get(&men)?;
        // Men that are their own mirror image have two turns, and a line may be of either.
        let found = turns_to(own, &men).filter_map(|turn| {
            let king = turn.squares(king);
            let mut lines = lines.iter();
            let (_, moves, asked) = lines.find(|(set, ..)| king.is_subset(*set))?;
            Some((turn.inverse().asked(*asked), *moves))
        });
        found.min_by_key(|&(_, moves)| moves)
    }
}
