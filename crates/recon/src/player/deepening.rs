//! Deepening: the best requests are valued again on a few believed positions, by a chess program.

use super::program::{Broken, Program, ProgramLimit};
use super::valuation::{Particle, chance};
use super::weights::Weights;
use crate::belief::Belief;
use crate::referee::{Taken, revise};
use crate::search::Node;
use darkforge_board::Try;

/// Least number of nodes for one position.
const LEAST: u64 = 200;

/// A chess program that values the best requests again.
#[derive(Clone, Debug, PartialEq)]
pub struct DeepOptions {
    /// The program, which speaks UCI: a path, or a name that the system finds.
    pub program: String,
    /// Its nodes for one request of the game, shared by all positions that it looks at.
    pub nodes: u64,
    /// Requests valued again, at most.
    pub candidates: usize,
    /// Positions on which they are.
    pub positions: usize,
}

impl Default for DeepOptions {
    fn default() -> DeepOptions {
        DeepOptions {
            program: "stockfish".to_owned(),
            nodes: 200_000,
            candidates: 8,
            positions: 32,
        }
    }
}

/// The program while the game lasts.
#[derive(Debug, Default)]
pub(super) struct Looker {
    program: Option<Program>,
    fault: Option<Broken>,
}

impl Looker {
    /// Why the program cannot go on.
    pub(super) fn fault(&self) -> Option<&Broken> {
        self.fault.as_ref()
    }

    /// Value of a position for the side to move; 0 after a fault.
    fn value(&mut self, node: &Node<'_>, name: &str, nodes: u64) -> i32 {
        if self.fault.is_some() {
            return 0;
        }
        self.ask(node, name, nodes).unwrap_or_else(|broken| {
            self.fault = Some(broken);
            0
        })
    }

    fn ask(&mut self, node: &Node<'_>, name: &str, nodes: u64) -> Result<i32, Broken> {
        let program = match &mut self.program {
            Some(program) => program,
            none => none.insert(Program::start(name)?),
        };
        let found = program.find(&node.position.fen(), ProgramLimit::Nodes(nodes))?;
        found.score.ok_or_else(|| Broken {
            says: format!("{name}: it says no score"),
            is_shortage: false,
        })
    }
}

/// Changes the `scores` of the best of the `requests` by what the program says of them on the
/// `particles`, until the best of all was looked at. Each change is a mean of differences: chances by the
/// program less those by `usual`, the value of a position by which the scores came about.
pub(super) fn deepen(
    (requests, scores): (&[Option<Try>], &mut [f64]),
    (belief, particles): (&Belief, &[Particle]),
    (options, weights): (&DeepOptions, &Weights),
    looker: &mut Looker,
    mut usual: impl FnMut(&Node<'_>) -> i32,
) {
    let looks = (particles.len() * options.candidates).max(1) as u64;
    let nodes = (options.nodes / looks).max(LEAST);
    let judgement = weights.judgement();
    let mut positions: Vec<Deepened<'_>> = particles
        .iter()
        .map(|particle| Deepened {
            node: Node::new(belief.position(&particle.hidden), &judgement),
            share: particle.share,
            known: Vec::new(),
        })
        .collect();
    let mass: f64 = particles.iter().map(|particle| particle.share).sum();
    let mut seen = vec![false; requests.len()];
    for _ in 0..options.candidates {
        let Some(best) = place_of_best(scores).filter(|&best| !seen[best]) else {
            return;
        };
        seen[best] = true;
        let change = positions.iter_mut().map(|position| {
            let by = position.change(requests[best], |node, taken| {
                let before = chance(node, taken, weights, &mut usual);
                let look = |next: &Node<'_>| looker.value(next, &options.program, nodes);
                chance(node, taken, weights, look) - before
            });
            position.share * by
        });
        scores[best] += change.sum::<f64>() / mass.max(f64::MIN_POSITIVE);
    }
    // A request that was not looked at may not win by that.
    for (score, seen) in scores.iter_mut().zip(seen) {
        if !seen {
            *score = -1.0;
        }
    }
}

/// A position that the program looks at.
struct Deepened<'a> {
    node: Node<'a>,
    share: f64,
    /// Moves that became of requests, each with the change of its chance.
    known: Vec<(Option<Try>, f64)>,
}

impl Deepened<'_> {
    /// The change of a request's chance here; `find` has that of a move.
    fn change(
        &mut self,
        asked: Option<Try>,
        find: impl FnOnce(&Node<'_>, Option<Taken>) -> f64,
    ) -> f64 {
        let mover = self.node.position.side(self.node.position.turn);
        let taken = asked.and_then(|asked| revise(&mover, asked));
        let name = taken.map(|taken| taken.step.asked());
        let same = self.known.iter().find(|(known, _)| *known == name);
        if let Some(&(_, change)) = same {
            return change;
        }
        let change = find(&self.node, taken);
        self.known.push((name, change));
        change
    }
}

/// The place of the greatest score; of equals the first.
fn place_of_best(scores: &[f64]) -> Option<usize> {
    let places = 0..scores.len();
    places.max_by(|&a, &b| scores[a].total_cmp(&scores[b]).then(b.cmp(&a)))
}
