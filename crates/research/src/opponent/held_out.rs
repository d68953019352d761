//! Likelihood of true moves in games that were not used.

use super::decisions::Decision;
use darkforge_engine::opponent::Opponent;
use darkforge_kriegspiel::belief::{EnemyChoice, MoveModel, OpponentModel};
use darkforge_ratings::{Estimate, Z95};

/// Mean logarithms of the probability of the true move on the true board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeldOut {
    /// Games.
    pub games: u64,
    /// Moves of the player in them.
    pub moves: u64,
    /// If all legal moves are equally likely.
    pub uniform: f64,
    /// By the general model of the belief: the learned one, with its share by weights of captures.
    pub general: f64,
    /// By the player's model.
    pub model: f64,
    /// By the mixture that a belief uses.
    pub mixed: f64,
    /// `mixed` less `general`, with games as clusters.
    pub gain: Estimate,
}

impl HeldOut {
    /// Measures `model` on the decisions of `games`.
    pub(super) fn measure(model: &Opponent, games: &[Vec<Decision>]) -> HeldOut {
        let trust = f64::from(model.trust());
        let mut sums = [0.0; 4];
        // Number of moves and sum of the gains of each game.
        let mut gains = Vec::with_capacity(games.len());
        let mut likelihoods = Vec::new();
        for game in games {
            let mut gain = 0.0;
            for decision in game {
                let legal = decision.board.legal_moves();
                let counts = OpponentModel {
                    captured_on: decision.before.captured_on,
                    ..OpponentModel::COUNTS
                };
                let place = legal.iter().position(|&m| m == decision.played);
                let mut share = |by: &dyn EnemyChoice| {
                    by.weigh(&decision.board, &decision.before, &legal, &mut likelihoods);
                    let all: f64 = likelihoods.iter().copied().map(f64::from).sum();
                    place.map_or(0.0, |place| f64::from(likelihoods[place]) / all)
                };
                let (own, learned) = (share(model), share(&MoveModel::LEARNED));
                let counted = f64::from(counts.weight(decision.played) / counts.total(&legal));
                let part = f64::from(MoveModel::LEARNED.trust());
                let usual = part * learned + (1.0 - part) * counted;
                let mixed = trust * own + (1.0 - trust) * usual;
                let found = [1.0 / legal.len() as f64, usual, own, mixed];
                let found = found.map(|probability| libm::log(probability.max(1e-12)));
                for (sum, log) in sums.iter_mut().zip(found) {
                    *sum += log;
                }
                gain += found[3] - found[1];
            }
            gains.push((game.len() as f64, gain));
        }
        let moves: usize = games.iter().map(Vec::len).sum();
        let [uniform, general, model, mixed] = sums.map(|sum| sum / moves.max(1) as f64);
        HeldOut {
            games: games.len() as u64,
            moves: moves as u64,
            uniform,
            general,
            model,
            mixed,
            gain: mean(&gains),
        }
    }
}

/// Mean over all moves of clusters with their numbers of moves and sums, and its 95 % interval.
fn mean(clusters: &[(f64, f64)]) -> Estimate {
    let moves: f64 = clusters.iter().map(|cluster| cluster.0).sum();
    let sum: f64 = clusters.iter().map(|cluster| cluster.1).sum();
    let value = sum / moves.max(1.0);
    let squares: f64 = clusters
        .iter()
        .map(|(moves, sum)| (sum - value * moves) * (sum - value * moves))
        .sum();
    let count = clusters.len() as f64;
    let wide = Z95 * libm::sqrt(squares * count / (count - 1.0).max(1.0)) / moves.max(1.0);
    Estimate {
        value,
        lo: value - wide,
        hi: value + wide,
    }
}
