//! Games of an evolution whose tries are kept, so that they can be watched.

use serde::{Deserialize, Serialize};

use super::Purpose;

/// Games whose tries stay in the journal. Others stay as results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Keep {
    /// No games.
    #[default]
    None,
    /// Those of proofs, with their screening.
    Proof,
    /// Also those of champions: games against the reference, matches for the championship, and
    /// bouts in which the champion of an earlier generation plays, itself or its unchanged copy.
    /// The champion of the present generation is not known before its games are over.
    Champions,
    /// All games.
    All,
}

impl Keep {
    /// Whether tries of a bout with this purpose are kept; `has_champion` says whether one of its
    /// players was a champion before.
    pub(super) fn keeps(self, purpose: Purpose, has_champion: impl FnOnce() -> bool) -> bool {
        let is_proof = matches!(purpose, Purpose::Screening | Purpose::Proof);
        let measures = matches!(purpose, Purpose::Reference | Purpose::Confirmation);
        match self {
            Keep::None => false,
            Keep::Proof => is_proof,
            Keep::Champions => is_proof || measures || has_champion(),
            Keep::All => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_value_keeps_what_the_one_before_keeps() {
        let all = [Keep::None, Keep::Proof, Keep::Champions, Keep::All];
        for purpose in Purpose::ALL {
            for champion in [false, true] {
                let kept = all.map(|keep| keep.keeps(purpose, || champion));
                assert!(kept.is_sorted() && !kept[0] && kept[3], "{purpose:?}");
            }
        }
        let of =
            |keep: Keep, champion| Purpose::ALL.map(|purpose| keep.keeps(purpose, || champion));
        let [
            selection,
            outside,
            confirmation,
            reference,
            screening,
            proof,
        ] = of(Keep::Champions, false);
        assert!(!selection && !outside && confirmation && reference && screening && proof);
        assert!(of(Keep::Champions, true).iter().all(|&kept| kept));
        assert_eq!(
            of(Keep::Proof, true),
            [false, false, false, false, true, true]
        );
    }
}
