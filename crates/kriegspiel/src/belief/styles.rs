//! Styles of play: models of the enemy's choice, each trusted as far as the game fits it.
//!
//! Before a game each style has a share. The enemy moves of the belief are drawn by all styles, in
//! proportion to their shares. After the announcement the share of a style is multiplied by the part of its
//! moves that fit what was said. So the belief recognises how its enemy plays, from what it hears. It is the
//! filter with interacting models (Blom and Bar-Shalom, 1988), with one set of boards for all models.

use std::sync::Arc;

use super::OpponentModel;
use super::enemy_choice::{Before, EnemyChoice};
use darkforge_board::{Board, Move, MoveList};
use darkforge_streams::{self as streams, Stream};

/// Part of its distance from the share before the game that a share loses with each enemy move: a style
/// is never given up, because an enemy may change its style.
const FORGOTTEN: f64 = 0.01;
/// A style is taken to have drawn this part of all draws more, as often fitting as the others': a few draws
/// say little.
const UNSEEN: f64 = 0.02;
/// Likelihoods that are added up at a time.
const PART: usize = 8;

/// A model of the enemy's choice, and how probable it is before the game that the enemy follows it.
#[derive(Clone)]
pub struct Style {
    /// The model.
    pub choice: Arc<dyn EnemyChoice>,
    /// From 0 to 1.
    pub share: f64,
}

impl Style {
    /// This style with its share, and `general` ones for the rest.
    #[must_use]
    pub fn among(self, mut general: Vec<Style>) -> Vec<Style> {
        for style in &mut general {
            style.share *= 1.0 - self.share;
        }
        general.push(self);
        general
    }
}

/// A style, its share now, and its moves of this turn.
struct Followed {
    style: Style,
    share: f64,
    drawn: f64,
    fitting: f64,
}

/// All styles, and the past of the game.
pub(super) struct Styles {
    all: Vec<Followed>,
    pub before: Before,
    /// Probabilities of the moves of the last board.
    probabilities: Vec<f32>,
    /// Likelihoods by one style.
    likelihoods: Vec<f32>,
}

impl Styles {
    /// `styles`, and weights of captures with the share that they leave.
    pub fn new(mut styles: Vec<Style>) -> Styles {
        let sum: f64 = styles.iter().map(|style| style.share).sum();
        styles.push(Style {
            choice: Arc::new(OpponentModel::COUNTS),
            share: 1.0 - sum,
        });
        let followed = styles.into_iter().map(|style| Followed {
            share: style.share,
            style,
            drawn: 0.0,
            fitting: 0.0,
        });
        Styles {
            all: followed.collect(),
            before: Before::default(),
            probabilities: Vec::new(),
            likelihoods: Vec::new(),
        }
    }

    /// Draws `count` moves on `board`, and gives each to `take`, which says whether it fits what was
    /// announced. Each follows one style, drawn by their shares: this has the probabilities of
    /// [`weigh`](Styles::weigh) for the work of one style.
    pub fn draw(
        &mut self,
        board: &Board,
        count: usize,
        stream: &mut Stream,
        mut take: impl FnMut(Move) -> bool,
    ) {
        let legal = board.legal_moves();
        let (mut left, mut rest) = (count, 1.0);
        let last = self.all.len() - 1;
        for (place, one) in self.all.iter_mut().enumerate() {
            let part = one.share / rest;
            rest -= one.share;
            let mine = if place == last {
                left
            } else {
                let mine = (0..left).filter(|_| streams::unit(stream) < part);
                mine.count()
            };
            left -= mine;
            if mine == 0 {
                continue;
            }
            let (choice, likelihoods) = (&one.style.choice, &mut self.likelihoods);
            choice.weigh(board, &self.before, &legal, likelihoods);
            for _ in 0..mine {
                if let Some(drawn) = draw(likelihoods, stream) {
                    one.drawn += 1.0;
                    one.fitting += f64::from(u8::from(take(legal[drawn])));
                }
            }
        }
    }

    /// Probabilities of the `legal` moves on `board`, by all styles together. `fits` says for each whether it
    /// fits what was announced.
    pub fn weigh(&mut self, board: &Board, legal: &MoveList, fits: &[bool]) -> &[f32] {
        self.probabilities.clear();
        self.probabilities.resize(legal.len(), 0.0);
        for one in &mut self.all {
            one.drawn += 1.0;
            if !fits.contains(&true) {
                continue;
            }
            let (choice, likelihoods) = (&one.style.choice, &mut self.likelihoods);
            choice.weigh(board, &self.before, legal, likelihoods);
            let scale = 1.0 / likelihoods.iter().sum::<f32>().max(f32::MIN_POSITIVE);
            let (share, moves) = (one.share as f32, likelihoods.iter().zip(fits));
            for (probability, (likelihood, fits)) in self.probabilities.iter_mut().zip(moves) {
                *probability += share * scale * likelihood;
                if *fits {
                    one.fitting += f64::from(scale * likelihood);
                }
            }
        }
        &self.probabilities
    }

    /// Forgets the moves of this turn.
    pub fn begin(&mut self) {
        for one in &mut self.all {
            (one.drawn, one.fitting) = (0.0, 0.0);
        }
    }

    /// Changes the shares by the moves of this turn.
    pub fn learn(&mut self) {
        let drawn: f64 = self.all.iter().map(|one| one.drawn).sum();
        let fitting: f64 = self.all.iter().map(|one| one.fitting).sum();
        if fitting <= 0.0 {
            return;
        }
        let (mean, unseen) = (fitting / drawn, UNSEEN * drawn);
        for one in &mut self.all {
            one.share *= (one.fitting + unseen * mean) / (one.drawn + unseen);
        }
        let sum: f64 = self.all.iter().map(|one| one.share).sum();
        for one in &mut self.all {
            one.share = (1.0 - FORGOTTEN) * one.share / sum + FORGOTTEN * one.style.share;
        }
    }

    /// Share of each style now, that of weights of captures last.
    #[cfg(test)]
    fn shares(&self) -> impl Iterator<Item = f64> + '_ {
        self.all.iter().map(|one| one.share)
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

    /// An enemy that nearly always plays the move with the greatest square of arrival, or with the least.
    struct Goes(bool);

    impl EnemyChoice for Goes {
        fn weigh(&self, _: &Board, _: &Before, legal: &MoveList, likelihoods: &mut Vec<f32>) {
            let far = if self.0 {
                legal.iter().map(|m| m.to()).max()
            } else {
                legal.iter().map(|m| m.to()).min()
            };
            let liked = legal
                .iter()
                .map(|m| f32::from(u8::from(Some(m.to()) == far)));
            likelihoods.clear();
            likelihoods.extend(liked.map(|liked| liked + 1e-6));
        }
    }

    fn styles(far: f64, near: f64) -> Styles {
        let [far, near] = [(true, far), (false, near)].map(|(far, share)| Style {
            choice: Arc::new(Goes(far)),
            share,
        });
        Styles::new(vec![far, near])
    }

    #[test]
    fn moves_are_drawn_with_the_probabilities_of_the_mixture() {
        let position: Position = "4k3/8/8/3p4/4P3/8/8/3RK3 w - - 0 1".parse().unwrap();
        let board = position.board();
        let legal = board.legal_moves();
        for (far, near) in [(0.0, 0.0), (0.7, 0.2), (0.0, 0.95)] {
            let mut styles = styles(far, near);
            let mixed = styles
                .weigh(board, &legal, &vec![true; legal.len()])
                .to_vec();
            let sum: f32 = mixed.iter().sum();
            assert!((sum - 1.0).abs() < 1e-5, "{sum}");
            let mut stream = streams::open(1, "test", 0);
            let mut drawn = vec![0_u32; legal.len()];
            styles.draw(board, 4000, &mut stream, |m| {
                drawn[legal.iter().position(|&known| known == m).unwrap()] += 1;
                true
            });
            for (times, probability) in drawn.into_iter().zip(mixed) {
                let expected = 4000.0 * probability;
                let off = (times as f32 - expected).abs();
                assert!(off < 6.0 * (expected + 1.0).sqrt(), "{times} of {expected}");
            }
        }
    }

    #[test]
    fn a_style_whose_moves_fit_is_recognised_and_none_is_given_up() {
        let position: Position = "4k3/8/8/8/8/8/8/3RK3 w - - 0 1".parse().unwrap();
        let board = position.board();
        let legal = board.legal_moves();
        let far = legal.iter().map(|m| m.to()).max().unwrap();
        let fits: Vec<bool> = legal.iter().map(|m| m.to() == far).collect();
        let mut drawing = styles(0.2, 0.7);
        let mut weighing = styles(0.2, 0.7);
        let mut stream = streams::open(1, "test", 0);
        for _ in 0..50 {
            drawing.begin();
            drawing.draw(board, 640, &mut stream, |m| m.to() == far);
            drawing.learn();
            weighing.begin();
            weighing.weigh(board, &legal, &fits);
            weighing.learn();
        }
        for styles in [drawing, weighing] {
            let shares: Vec<f64> = styles.shares().collect();
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            assert!(shares[0] > 0.9, "{shares:?}");
            assert!(shares.iter().all(|share| *share > 1e-4), "{shares:?}");
        }
    }

    #[test]
    fn what_no_style_explains_changes_no_share() {
        let position: Position = "4k3/8/8/8/8/8/8/3RK3 w - - 0 1".parse().unwrap();
        let mut styles = styles(0.3, 0.3);
        let mut stream = streams::open(1, "test", 0);
        styles.begin();
        styles.draw(position.board(), 640, &mut stream, |_| false);
        styles.learn();
        assert!((styles.shares().next().unwrap() - 0.3).abs() < 1e-12);
    }
}
