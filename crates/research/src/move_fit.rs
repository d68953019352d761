//! Fit of the belief's move model to games: a conditional logit by maximum likelihood
//! (McFadden, 1974), with a normal prior and steps of Adam (Kingma and Ba, 2015).
//!
//! Each move that was played is a decision among the legal moves. All of a game's decisions are
//! either for fitting or held out.
//!
//! ```
//! use darkforge_research::move_fit::loss;
//!
//! let shares = [0.5, 0.25, 0.125]; // probabilities of three moves that were played
//! assert!((loss(shares.into_iter()) - 4_f64.ln()).abs() < 1e-12, "nats for a move");
//! ```

use darkforge_board::{Board, Color, Move, Square};
use darkforge_kriegspiel::belief::OpponentModel;
use darkforge_kriegspiel::belief::move_model::{RANGE, Scene, TERMS};
use darkforge_kriegspiel::record::Entry;
use darkforge_kriegspiel::record::read::ReadGame;
use darkforge_streams as streams;

/// One of this number of games is held out.
const HELD_OUT: u64 = 5;
/// Passes over all decisions.
const EPOCHS: usize = 20;
/// Decisions in one step.
const BATCH: usize = 64;
/// Learning rate at the beginning; it falls to nothing.
const RATE: f64 = 0.03;
/// Precision of the prior of each logarithm.
const PRECISION: f64 = 2.0;

/// One move that was played, among the legal ones.
pub struct Decision {
    /// The side that moved.
    pub color: Color,
    /// Terms of all legal moves, one after another.
    terms: Vec<u16>,
    /// For each legal move the end of its terms.
    ends: Vec<u16>,
    chosen: usize,
    /// Probability of the move by weights of captures alone.
    pub counted: f64,
}

impl Decision {
    /// The decision for `played` on `board`, after a capture by the other side on `captured_on`, with
    /// its probability by `counts`; `None` if there was no choice.
    pub fn of(
        board: &Board,
        captured_on: Option<Square>,
        played: Move,
        counts: OpponentModel,
    ) -> Option<Decision> {
        let legal = board.legal_moves();
        let chosen = legal.iter().position(|&one| one == played);
        let chosen = chosen.filter(|_| legal.len() > 1)?;
        let scene = Scene::new(board, &legal, captured_on);
        let (mut terms, mut ends) = (Vec::new(), Vec::new());
        for &m in &legal {
            scene.terms(m, |term| terms.push(term as u16));
            ends.push(terms.len() as u16);
        }
        let counts = OpponentModel {
            captured_on,
            ..counts
        };
        Some(Decision {
            color: board.turn(),
            terms,
            ends,
            chosen,
            counted: f64::from(counts.weight(played) / counts.total(&legal)),
        })
    }

    /// Number of legal moves.
    pub fn legal(&self) -> usize {
        self.ends.len()
    }

    /// Terms of the legal move at `place`.
    fn terms(&self, place: usize) -> &[u16] {
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.terms[usize::from(start)..usize::from(self.ends[place])]
    }

    /// Probability of each legal move when the terms have these logarithms.
    fn shares(&self, logs: &[f64], shares: &mut Vec<f64>) {
        shares.clear();
        let sum = |place| -> f64 {
            let terms = self.terms(place).iter();
            terms.map(|&term| logs[usize::from(term)]).sum()
        };
        shares.extend((0..self.legal()).map(sum));
        let most = shares.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for share in shares.iter_mut() {
            *share = libm::exp(*share - most);
        }
        let total: f64 = shares.iter().sum();
        for share in shares.iter_mut() {
            *share /= total;
        }
    }

    /// Probability of the move that was played, when the terms have these logarithms times `power`
    /// and the share `even` of moves are all equally likely.
    pub fn share(&self, logs: &[f64], power: f64, even: f64) -> f64 {
        let mut shares = Vec::new();
        let logs: Vec<f64> = logs.iter().map(|log| log * power).collect();
        self.shares(&logs, &mut shares);
        (1.0 - even) * shares[self.chosen] + even / self.legal() as f64
    }
}

/// Whether the decisions of `game` are held out: by a hash of its moves.
pub fn is_held_out(game: &ReadGame) -> bool {
    let text: String = game
        .moves()
        .map(|entry| entry.question.to_string())
        .collect();
    streams::fnv1a(text.as_bytes()).is_multiple_of(HELD_OUT)
}

/// The decisions of `game`, with their probabilities by `counts` for comparison.
pub fn decisions(game: &ReadGame, counts: OpponentModel) -> Vec<Decision> {
    let start = game.start.as_ref().map(|start| start.board().clone());
    let mut board = start.unwrap_or_else(Board::start);
    let mut captured_on: Option<Square> = None;
    let mut found = Vec::new();
    for (asked, said) in game.moves().filter_map(Entry::played) {
        let Some(m) = board.legal_move(asked) else {
            break;
        };
        found.extend(Decision::of(&board, captured_on, m, counts));
        captured_on = said.capture.map(|_| asked.to);
        board.play(m);
    }
    found
}

/// The likeliest logarithm of each term's factor for these decisions, if `usual` is likeliest before
/// any is seen. The result depends on the arguments alone.
pub fn fit(decisions: &[&Decision], usual: &[f64], seed: u64) -> Vec<f64> {
    const MEAN: f64 = 0.9;
    const SQUARE: f64 = 0.999;
    let mut logs = usual.to_vec();
    let (mut means, mut squares) = (vec![0.0; TERMS], vec![0.0; TERMS]);
    let mut shares = Vec::new();
    let mut order: Vec<usize> = (0..decisions.len()).collect();
    let mut stream = streams::open(seed, "fit moves", 0);
    let steps = EPOCHS * decisions.len().div_ceil(BATCH);
    let mut step = 0;
    for _ in 0..EPOCHS {
        streams::shuffle(&mut stream, &mut order);
        for batch in order.chunks(BATCH) {
            let part = batch.len() as f64 / decisions.len() as f64;
            let apart = logs.iter().zip(usual).map(|(log, usual)| log - usual);
            let mut slopes: Vec<f64> = apart.map(|apart| PRECISION * part * apart).collect();
            for &at in batch {
                let decision = decisions[at];
                decision.shares(&logs, &mut shares);
                shares[decision.chosen] -= 1.0;
                for (place, share) in shares.iter().enumerate() {
                    for &term in decision.terms(place) {
                        slopes[usize::from(term)] += share;
                    }
                }
            }
            step += 1;
            let rate = RATE * (1.0 - f64::from(step - 1) / steps as f64);
            let whole = [MEAN, SQUARE].map(|kept| 1.0 - libm::pow(kept, f64::from(step)));
            for term in 0..TERMS {
                let slope = slopes[term];
                means[term] = MEAN * means[term] + (1.0 - MEAN) * slope;
                squares[term] = SQUARE * squares[term] + (1.0 - SQUARE) * slope * slope;
                let spread = libm::sqrt(squares[term] / whole[1]) + 1e-6;
                logs[term] -= rate * means[term] / whole[0] / spread;
            }
        }
    }
    logs
}

/// The factor with this logarithm, within [`RANGE`].
pub fn factor(log: f64) -> f64 {
    libm::exp(log).clamp(*RANGE.start(), *RANGE.end())
}

/// Mean of minus the logarithm of these probabilities, in nats.
pub fn loss(shares: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0_u32);
    for share in shares {
        sum -= libm::log(share);
        count += 1;
    }
    sum / f64::from(count.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_kriegspiel::record::read;

    #[test]
    fn a_fit_learns_what_is_always_played() {
        let games = read::games(b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 *");
        let game = games[0].as_ref().expect("legal moves");
        let decisions = decisions(game, OpponentModel::COUNTS);
        assert_eq!(decisions.len(), 8);
        let same: Vec<&Decision> = (0..40).flat_map(|_| &decisions).collect();
        let logs = fit(&same, &vec![0.0; TERMS], 1);
        let even = loss(decisions.iter().map(|one| 1.0 / one.legal() as f64));
        let fitted = loss(decisions.iter().map(|one| one.share(&logs, 1.0, 0.0)));
        assert!(fitted < 0.5 * even, "{fitted} of {even}");
    }
}
