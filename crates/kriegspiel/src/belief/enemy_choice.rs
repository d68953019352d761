//! Models of the enemy's choice that were learnt from games, in the place of the general weights of
//! captures.

use std::sync::Arc;

use super::OpponentModel;
use darkforge_board::{Board, Move, MoveList, Square};
use darkforge_streams::{self as streams, Stream};

/// Enemy moves that count as played before a game that does not begin at the initial position: its
/// opening is over.
const OPENED: u32 = 15;
/// Likelihoods that are added up at a time.
const PART: usize = 8;

/// The past of a game as far as a model of the enemy's choice uses it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Before {
    /// Number of moves that the enemy has played.
    pub moves: u32,
    /// Square on which we captured with our last move, if it was a capture.
    pub captured_on: Option<Square>,
}

impl Before {
    /// The past of a game that begins from a given position instead of the initial one.
    pub const fn of_given_start() -> Before {
        Before {
            moves: OPENED,
            captured_on: None,
        }
    }
}

/// A model of the enemy's choice among its legal moves.
pub trait EnemyChoice: Send + Sync {
    /// Replaces `likelihoods` by a number above 0 for each of the `legal` moves of the side to move on
    /// `board`, in proportion to the probability that the enemy plays it.
    fn weigh(&self, board: &Board, before: &Before, legal: &MoveList, likelihoods: &mut Vec<f32>);

    /// Share of the probability that follows this model, from 0 to less than 1; the rest follows the more
    /// general ones, in the end [`OpponentModel`]. With the share t, a true move is at most 1 / (1 - t) times less
    /// likely than in the general model, however wrong this one is.
    fn trust(&self) -> f32;
}

/// The general model with learned ones mixed in, and the past of the game.
pub(super) struct Mixture {
    choices: Vec<Arc<dyn EnemyChoice>>,
    pub before: Before,
    /// Probabilities of the moves of the last board.
    probabilities: Vec<f32>,
    /// Likelihoods by one model.
    likelihoods: Vec<f32>,
    /// Captures and promotions of the last board.
    noisy: MoveList,
}

impl Mixture {
    /// Each of `choices` is mixed into what those before it make of the general model.
    pub(super) fn new(choices: Vec<Arc<dyn EnemyChoice>>) -> Mixture {
        Mixture {
            choices,
            before: Before::default(),
            probabilities: Vec::new(),
            likelihoods: Vec::new(),
            noisy: MoveList::new(),
        }
    }

    /// Draws `count` moves on `board` and gives each to `take`. Each follows one model, drawn by their
    /// shares: this has the probabilities of [`weigh`](Mixture::weigh) for the work of one model.
    pub(super) fn draw(
        &mut self,
        general: &OpponentModel,
        board: &Board,
        count: usize,
        stream: &mut Stream,
        mut take: impl FnMut(Move),
    ) {
        self.before.captured_on = general.captured_on;
        let mut left = count;
        // The last model takes its share first, and those before it share what it leaves.
        for choice in self.choices.iter().rev() {
            let share = f64::from(choice.trust());
            let mine = (0..left).filter(|_| streams::unit(stream) < share);
            let mine = mine.count();
            left -= mine;
            if mine > 0 {
                let legal = board.legal_moves();
                choice.weigh(board, &self.before, &legal, &mut self.likelihoods);
                for _ in 0..mine {
                    if let Some(drawn) = draw(&self.likelihoods, stream) {
                        take(legal[drawn]);
                    }
                }
            }
        }
        if left > 0 {
            let quiet = board.noisy_moves(&mut self.noisy);
            for _ in 0..left {
                if let Some(m) = general.draw(&quiet, &self.noisy, stream) {
                    take(m);
                }
            }
        }
    }

    /// Probabilities of the `legal` moves on `board`.
    pub(super) fn weigh(
        &mut self,
        general: &OpponentModel,
        board: &Board,
        legal: &MoveList,
    ) -> &[f32] {
        self.before.captured_on = general.captured_on;
        let total = general.total(legal);
        let usual = legal.iter().map(|&m| general.weight(m) / total);
        self.probabilities.clear();
        self.probabilities.extend(usual);
        for choice in &self.choices {
            choice.weigh(board, &self.before, legal, &mut self.likelihoods);
            let sum: f32 = self.likelihoods.iter().sum();
            let share = choice.trust();
            let scale = share / sum.max(f32::MIN_POSITIVE);
            for (probability, likelihood) in self.probabilities.iter_mut().zip(&self.likelihoods) {
                *probability = (1.0 - share) * *probability + scale * likelihood;
            }
        }
        &self.probabilities
    }
}

/// Draws one of the places of `likelihoods` in proportion to them; `None` if there is none.
fn draw(likelihoods: &[f32], stream: &mut Stream) -> Option<usize> {
    // Sums of a few numbers each: one long sum would wait for each of its additions.
    let parts = likelihoods
        .chunks(PART)
        .map(|part| part.iter().sum::<f32>());
    let mut left = streams::unit(stream) as f32 * parts.clone().sum::<f32>();
    let mut start = 0;
    for part in parts {
        if left < part {
            break;
        }
        left -= part;
        start += PART;
    }
    let rest = likelihoods.iter().enumerate().skip(start);
    for (place, likelihood) in rest {
        left -= likelihood;
        if left < 0.0 {
            return Some(place);
        }
    }
    likelihoods.len().checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::Position;

    /// An enemy that plays the move with the greatest square of arrival.
    struct Far(f32);

    impl EnemyChoice for Far {
        fn weigh(&self, _: &Board, _: &Before, legal: &MoveList, likelihoods: &mut Vec<f32>) {
            let most = legal.iter().map(|m| m.to()).max();
            likelihoods.clear();
            let weights = legal
                .iter()
                .map(|m| f32::from(u8::from(Some(m.to()) == most)));
            likelihoods.extend(weights.map(|weight| weight + 1e-6));
        }

        fn trust(&self) -> f32 {
            self.0
        }
    }

    #[test]
    fn a_wrong_model_costs_no_more_than_its_trust_allows() {
        let position: Position = "4k3/8/8/3p4/4P3/8/8/3RK3 w - - 0 1".parse().unwrap();
        let board = position.board();
        let legal = board.legal_moves();
        let general = OpponentModel::COUNTS;
        let total = general.total(&legal);
        for trust in [0.0, 0.7, 0.95] {
            let mut mixture = Mixture::new(vec![Arc::new(Far(trust))]);
            let mixed = mixture.weigh(&general, board, &legal).to_vec();
            let sum: f32 = mixed.iter().sum();
            assert!((sum - 1.0).abs() < 1e-5, "{sum}");
            for (&m, probability) in legal.iter().zip(&mixed) {
                let least = (1.0 - trust) * general.weight(m) / total;
                assert!(*probability >= 0.999 * least, "{m:?}");
            }
            let mut stream = streams::open(1, "test", 0);
            let mut drawn = vec![0_u32; legal.len()];
            mixture.draw(&general, board, 4000, &mut stream, |m| {
                drawn[legal.iter().position(|&known| known == m).unwrap()] += 1;
            });
            for (times, probability) in drawn.into_iter().zip(mixed) {
                let expected = 4000.0 * probability;
                let off = (times as f32 - expected).abs();
                assert!(off < 6.0 * (expected + 1.0).sqrt(), "{times} of {expected}");
            }
        }
    }
}
