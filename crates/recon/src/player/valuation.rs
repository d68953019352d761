//! Valuation: chances of each request on each of a few believed positions.

use super::weights::Weights;
use crate::belief::{Belief, Hidden, Own};
use crate::referee::{Taken, View, revise};
use crate::search::{Judgement, Node, Searcher, WIN, attackers, is_attacked};
use darkforge_board::{Color, Square, Try};
use darkforge_streams::{self as streams, Stream};

/// A believed position and its share of the belief.
#[derive(Clone, Copy, Debug)]
pub struct Particle {
    /// The position.
    pub hidden: Hidden,
    /// Its share; the shares of all particles sum to 1.
    pub share: f64,
}

/// Draws `count` positions, each as often as its weight. Positions in which a king stands in check
/// are rare and decide the game, so they get up to a share of the places (`sharp`), with smaller shares. With an
/// `alarm` above 1, positions in which we could lose much belong to them, and their shares are so many times as large.
pub fn draw(
    belief: &Belief,
    count: usize,
    weights: &Weights,
    stream: &mut Stream,
) -> Vec<Particle> {
    let alarm = weights.alarm;
    let judgement = weights.judgement();
    let is_alarming =
        |own: &Own, hidden: &Hidden| is_alarming(own, hidden, &judgement, weights.much);
    let (own, positions) = (belief.own(), belief.positions());
    let total: f64 = positions.iter().map(|one| f64::from(one.weight)).sum();
    let alarms = |hidden: &Hidden| alarm > 1.0 && is_alarming(own, hidden);
    let mut drawn = if positions.len() <= count {
        let share = |hidden: &Hidden| f64::from(hidden.weight) / total;
        positions
            .iter()
            .map(|hidden| Particle {
                hidden: *hidden,
                share: share(hidden),
            })
            .collect()
    } else {
        let (mut sharp, mut calm) = (Vec::new(), Vec::new());
        for hidden in positions {
            if is_sharp(own, hidden) || alarms(hidden) {
                sharp.push(hidden);
            } else {
                calm.push(hidden);
            }
        }
        let places = if calm.is_empty() {
            count
        } else {
            sharp.len().min((count as f64 * weights.sharp) as usize)
        };
        let mut drawn = spread(&sharp, places, total, stream);
        drawn.extend(spread(&calm, count - places, total, stream));
        drawn
    };
    if alarm > 1.0 {
        let mut sum = 0.0;
        for particle in &mut drawn {
            if is_alarming(own, &particle.hidden) {
                particle.share *= alarm;
            }
            sum += particle.share;
        }
        for particle in &mut drawn {
            particle.share /= sum;
        }
    }
    drawn
}

/// Whether the other side could take our king, or our queen or a rook with gain, if it were its turn.
fn is_alarming(own: &Own, hidden: &Hidden, judgement: &Judgement, much: f64) -> bool {
    let (men, occupied) = (hidden.men(), own.squares() | hidden.squares());
    if own.men[5]
        .first()
        .is_some_and(|king| is_attacked(&men, !own.color, king, occupied))
    {
        return true;
    }
    [3, 4].into_iter().any(|role| {
        own.men[role].into_iter().any(|square| {
            let by = attackers(&men, !own.color, square, occupied);
            let cheapest = (0..6).find(|&other| (men[other] & by).any());
            cheapest.is_some_and(|other| {
                let is_guarded = is_attacked(&own.men, own.color, square, occupied);
                let price = if is_guarded { judgement.men[other] } else { 0 };
                // A king cannot take a guarded man.
                (other < 5 || !is_guarded) && f64::from(judgement.men[role] - price) > much
            })
        })
    })
}

/// Whether one side could capture the other's king if it were its turn.
fn is_sharp(own: &Own, hidden: &Hidden) -> bool {
    let (men, squares) = (hidden.men(), own.squares() | hidden.squares());
    let in_check = |king: Option<Square>, men, color: Color| {
        king.is_some_and(|king| is_attacked(men, color, king, squares))
    };
    in_check(own.men[5].first(), &men, !own.color) || in_check(hidden.king(), &own.men, own.color)
}

/// Systematic sampling by weight: one random offset, equal steps.
fn spread(from: &[&Hidden], count: usize, total: f64, stream: &mut Stream) -> Vec<Particle> {
    let sum: f64 = from.iter().map(|one| f64::from(one.weight)).sum();
    let mut drawn: Vec<Particle> = Vec::with_capacity(count);
    if count == 0 || from.is_empty() {
        return drawn;
    }
    let step = sum / count as f64;
    let mut next = streams::unit(stream) * step;
    let mut passed = 0.0;
    for hidden in from {
        passed += f64::from(hidden.weight);
        let mut times = 0;
        while next < passed && drawn.len() + times < count {
            times += 1;
            next += step;
        }
        if times > 0 {
            let share = times as f64 * step / total;
            drawn.push(Particle {
                hidden: **hidden,
                share,
            });
        }
    }
    drawn
}

/// Chances of requests: a row for each request, the pass last, and a column for each particle.
#[derive(Clone, Debug)]
pub struct Valuation {
    /// The requests; the last one is the pass.
    pub requests: Vec<Option<Try>>,
    /// The particles.
    pub particles: Vec<Particle>,
    /// Chance of winning, request by request.
    pub chances: Vec<Vec<f32>>,
}

impl Valuation {
    /// Values all requests on the particles.
    pub fn new(
        view: &View,
        belief: &Belief,
        particles: Vec<Particle>,
        depth: u32,
        weights: &Weights,
        searcher: &mut Searcher,
    ) -> Valuation {
        let mut requests: Vec<Option<Try>> = view
            .requests()
            .into_iter()
            .filter(|asked| {
                asked
                    .promotion
                    .is_none_or(|role| role == darkforge_board::Role::Queen)
            })
            .map(Some)
            .collect();
        requests.push(None);
        let mut chances = vec![vec![0.0; particles.len()]; requests.len()];
        let mut known: Vec<(Option<Try>, f32)> = Vec::new();
        let judgement = weights.judgement();
        for (column, particle) in particles.iter().enumerate() {
            let node = Node::new(belief.position(&particle.hidden), &judgement);
            let mover = node.position.side(view.color());
            known.clear();
            for (row, asked) in requests.iter().enumerate() {
                let taken = asked.and_then(|asked| revise(&mover, asked));
                let name = taken.map(|taken| taken.step.asked());
                let same = known.iter().find(|(known, _)| *known == name);
                let chance = if let Some(&(_, chance)) = same {
                    chance
                } else {
                    let chance = chance(&node, taken, weights, |next| {
                        searcher.value(next, depth, -WIN, WIN)
                    });
                    let chance = chance as f32;
                    known.push((name, chance));
                    chance
                };
                chances[row][column] = chance;
            }
        }
        Valuation {
            requests,
            particles,
            chances,
        }
    }

    /// Score of a request over some particles: their mean chance and, by `risk`, the least.
    pub fn score(&self, row: usize, weights: &Weights) -> f64 {
        let (mut sum, mut mass, mut least) = (0.0, 0.0, 1.0_f64);
        let floor = weights.risk_floor / self.particles.len() as f64;
        for (particle, &chance) in self.particles.iter().zip(&self.chances[row]) {
            sum += particle.share * f64::from(chance);
            mass += particle.share;
            if particle.share >= floor {
                least = least.min(f64::from(chance));
            }
        }
        let mean = if mass > 0.0 { sum / mass } else { 0.0 };
        (1.0 - weights.risk) * mean + weights.risk * least
    }

    /// Score of each request, `more` added.
    pub fn scores(&self, weights: &Weights, more: impl Fn(Option<Try>) -> f64) -> Vec<f64> {
        let rows = self.requests.iter().enumerate();
        rows.map(|(row, asked)| self.score(row, weights) + more(*asked))
            .collect()
    }

    /// Expected chance of the best request after a sense: particles are grouped by what it shows.
    pub fn after_sense(&self, square: Square) -> f64 {
        let window = crate::referee::window(square);
        let mut cells: Vec<(u64, Vec<usize>)> = Vec::new();
        for (column, particle) in self.particles.iter().enumerate() {
            let hash = particle.hidden.window_hash(window);
            match cells.iter_mut().find(|(known, _)| *known == hash) {
                Some((_, columns)) => columns.push(column),
                None => cells.push((hash, vec![column])),
            }
        }
        let best_of = |columns: &[usize]| {
            let rows = self.chances.iter().map(|row| {
                let of = |&column: &usize| self.particles[column].share * f64::from(row[column]);
                columns.iter().map(of).sum::<f64>()
            });
            rows.fold(0.0, f64::max)
        };
        cells.iter().map(|(_, columns)| best_of(columns)).sum()
    }
}

/// The request with the greatest score; of equals the first.
pub(super) fn best(requests: &[Option<Try>], scores: &[f64]) -> Option<Try> {
    let better = |best: (Option<Try>, f64), (asked, score): (&Option<Try>, &f64)| {
        if *score > best.1 {
            (*asked, *score)
        } else {
            best
        }
    };
    requests.iter().zip(scores).fold((None, -1.0), better).0
}

/// Chance of winning after a move on one position; `look` is the value of a position for its side to
/// move.
pub(super) fn chance(
    node: &Node<'_>,
    taken: Option<Taken>,
    weights: &Weights,
    look: impl FnOnce(&Node<'_>) -> i32,
) -> f64 {
    let mover = node.position.turn;
    let next = node.after(taken);
    if !next.position.has_king(!mover) {
        return 1.0;
    }
    let pass = if taken.is_none() {
        weights.pass_cost
    } else {
        0.0
    };
    let logistic = |value: f64| {
        let chance = 1.0 / (1.0 + libm::exp(-value / weights.scale));
        0.5 + weights.certainty * (chance - 0.5)
    };
    // The enemy passes, or sees nothing: the static value.
    let still = logistic(-f64::from(next.value()) - pass);
    if next.is_in_check(mover) {
        return weights.mercy * still;
    }
    let seen = logistic(-f64::from(look(&next)) - pass);
    let mut chance = (1.0 - weights.blindness) * seen + weights.blindness * still.max(seen);
    if next.is_in_check(!mover) {
        let quiet = taken.is_none_or(|taken| taken.capture.is_none());
        let unseen = if quiet { weights.sneak } else { weights.bold };
        chance += (1.0 - chance) * unseen;
    }
    chance
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::belief::Uniform;
    use crate::record::play_transcript;

    #[test]
    fn an_alarm_makes_positions_likelier_in_which_much_can_be_lost() {
        // White's queen stands on h5; g7g6 and g8f6 attack it, and of the other moves none.
        let history = play_transcript("-:e2e4 -:a7a6 -:d1h5").unwrap();
        let mut belief = Belief::start(Color::White, 1000, 1);
        for turn in &history.turns[0] {
            let moved = turn.moved.as_ref().unwrap();
            belief.moved(&moved.report(), &Uniform);
            belief.enemy_moved(None, &Uniform);
        }
        let share = |alarm: f64| {
            let mut stream = streams::open(1, "test", 0);
            let weights = Weights {
                alarm,
                ..Weights::default()
            };
            let drawn = draw(&belief, 1000, &weights, &mut stream);
            let by = Judgement::USUAL;
            let alarming = drawn
                .iter()
                .filter(|particle| is_alarming(belief.own(), &particle.hidden, &by, weights.much));
            let shares: f64 = alarming.map(|particle| particle.share).sum();
            let all: f64 = drawn.iter().map(|particle| particle.share).sum();
            assert!((all - 1.0).abs() < 1e-6);
            shares
        };
        let usual = share(1.0);
        assert!((0.02..0.3).contains(&usual), "{usual}");
        let odds = |share: f64| share / (1.0 - share);
        assert!((odds(share(8.0)) / odds(usual) - 8.0).abs() < 1e-6);
    }
}
