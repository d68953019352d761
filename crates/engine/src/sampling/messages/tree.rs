//! Tree: own tries chosen by upper confidence bounds (UCT, Kocsis and Szepesvári 2006), answered by
//! drawn messages, and kept from one move to the next.

use super::playout::play_out;
use super::prospect::{Standing, prospect};
use super::situation::{Heard, Situation};
use darkforge_board::{Role, Try};
use darkforge_streams::{self as streams, Stream};

/// Weight of a try's prospect, in visits (approach C).
const PRIOR: f32 = 4.0;
/// Bonus of tries with few visits, in pawns.
const CURIOSITY: f32 = 0.5;
/// The same for values from long random games.
const LONG_CURIOSITY: f32 = 2.0;
/// Greatest depth of nodes in own moves.
const MOST_PLIES: usize = 24;

/// Ways of valuing a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Horizon {
    /// Approach B: by a random game of this number of own moves.
    Long(u32),
    /// Approach C: one move ahead, with quiescence.
    Short,
}

/// A try in a node.
#[derive(Clone, Debug)]
struct Edge {
    asked: Try,
    /// Its value one move ahead; 0 with a long horizon.
    prospect: f32,
    visits: f32,
    sum: f32,
    children: Vec<(Heard, usize)>,
}

impl Edge {
    /// Mean value, in which the prospect and the node's `lift` count for `prior` visits.
    fn mean(&self, prior: f32, lift: f32) -> f32 {
        (self.sum + prior * (self.prospect + lift)) / (self.visits + prior).max(1e-3)
    }
}

/// A situation with its tries, best prospects first.
#[derive(Clone, Debug)]
struct Node {
    now: Situation,
    edges: Vec<Edge>,
    visits: f32,
    /// Sum over visits of the found value less the prospect: a deeper look includes one more own
    /// move, which has a value after every try.
    lifted: f32,
}

impl Node {
    fn lift(&self) -> f32 {
        self.lifted / self.visits.max(1.0)
    }
}

/// Tree below the present situation.
#[derive(Debug)]
pub struct Tree {
    horizon: Horizon,
    nodes: Vec<Node>,
    stream: Stream,
}

impl Tree {
    /// An empty tree that draws from `stream`.
    pub fn new(horizon: Horizon, stream: Stream) -> Tree {
        Tree {
            horizon,
            nodes: Vec::new(),
            stream,
        }
    }

    /// Situations in the tree.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether it has no situation.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Sets the situation `now` with its `tries`; earlier results for them are kept.
    pub fn set_root(&mut self, now: Situation, tries: &[Try]) {
        let mut fresh = self.node(now, tries);
        if let Some(old) = self.nodes.first() {
            fresh.visits = old.visits;
            fresh.lifted = old.lifted;
            for edge in &mut fresh.edges {
                if let Some(same) = old.edges.iter().find(|one| one.asked == edge.asked) {
                    edge.visits = same.visits;
                    edge.sum = same.sum;
                    edge.children.clone_from(&same.children);
                }
            }
            self.nodes[0] = fresh;
        } else {
            self.nodes.push(fresh);
        }
    }

    fn node(&self, now: Situation, tries: &[Try]) -> Node {
        let standing = Standing::of(&now);
        let edge = |&asked: &Try| Edge {
            asked,
            prospect: match self.horizon {
                Horizon::Short => prospect(&now, &standing, asked),
                Horizon::Long(_) => 0.0,
            },
            visits: 0.0,
            sum: 0.0,
            children: Vec::new(),
        };
        let mut edges: Vec<Edge> = tries.iter().map(edge).collect();
        edges.sort_by(|a, b| b.prospect.total_cmp(&a.prospect));
        Node {
            now,
            edges,
            visits: 0.0,
            lifted: 0.0,
        }
    }

    /// Plays `playouts` simulations.
    pub fn simulate(&mut self, playouts: u32) {
        if self.nodes.is_empty() {
            return;
        }
        for _ in 0..playouts {
            self.simulate_once();
        }
    }

    fn simulate_once(&mut self) {
        let mut path: Vec<(usize, usize)> = Vec::with_capacity(MOST_PLIES);
        let mut at = 0;
        let value = loop {
            let Some(chosen) = self.select(at) else {
                break match self.horizon {
                    Horizon::Short => Standing::of(&self.nodes[at].now).ahead,
                    Horizon::Long(_) => play_out(self.nodes[at].now.clone(), 0, &mut self.stream),
                };
            };
            path.push((at, chosen));
            let (heard, next) = self.imagine(at, chosen);
            let edge = &self.nodes[at].edges[chosen];
            if let Some(&(_, child)) = edge.children.iter().find(|child| child.0 == heard)
                && path.len() < MOST_PLIES
            {
                at = child;
                continue;
            }
            let (child, value) = self.expand(next);
            if path.len() < MOST_PLIES {
                self.nodes.push(child);
                let place = self.nodes.len() - 1;
                self.nodes[at].edges[chosen].children.push((heard, place));
            }
            break value;
        };
        for (node, edge) in path {
            let node = &mut self.nodes[node];
            node.visits += 1.0;
            node.lifted += value - node.edges[edge].prospect;
            node.edges[edge].visits += 1.0;
            node.edges[edge].sum += value;
        }
    }

    /// The try to examine in a node: the best bound of those that a drawn umpire allows.
    fn select(&mut self, at: usize) -> Option<usize> {
        let (prior, curiosity) = self.bounds();
        let node = &self.nodes[at];
        let whole = libm::logf(node.visits + 2.0);
        let bound = |edge: &Edge| {
            if prior <= 0.0 && edge.visits <= 0.0 {
                return f32::MAX;
            }
            edge.mean(prior, node.lift()) + curiosity * libm::sqrtf(whole / (edge.visits + 1.0))
        };
        let mut order: Vec<(usize, f32)> = node.edges.iter().map(bound).enumerate().collect();
        while !order.is_empty() {
            let mut best = 0;
            for place in 1..order.len() {
                if order[place].1 > order[best].1 {
                    best = place;
                }
            }
            let (chosen, _) = order.swap_remove(best);
            let legal = self.nodes[at].now.legal(self.nodes[at].edges[chosen].asked);
            if (streams::unit(&mut self.stream) as f32) < legal || order.is_empty() {
                return Some(chosen);
            }
        }
        None
    }

    fn bounds(&self) -> (f32, f32) {
        match self.horizon {
            Horizon::Short => (PRIOR, CURIOSITY),
            Horizon::Long(_) => (0.0, LONG_CURIOSITY),
        }
    }

    /// Draws the messages after a try, and the situation after them.
    fn imagine(&mut self, at: usize, chosen: usize) -> (Heard, Situation) {
        let mut next = self.nodes[at].now.clone();
        let asked = self.nodes[at].edges[chosen].asked;
        let captured = next.play(asked, &mut self.stream);
        let (lost, in_check) = next.answer(captured.map(|_| asked.to), &mut self.stream);
        let heard = Heard {
            captured: captured.map(|role| role == Role::Pawn),
            lost,
            in_check,
            tries: next.tries,
        };
        (heard, next)
    }

    /// A node for `next`, and its value.
    fn expand(&mut self, next: Situation) -> (Node, f32) {
        let mut tries = Vec::with_capacity(64);
        next.possible(&mut tries);
        let node = self.node(next, &tries);
        let value = match self.horizon {
            Horizon::Long(moves) => play_out(node.now.clone(), moves, &mut self.stream),
            Horizon::Short => {
                // The best try that the umpire allows.
                let (mut left, mut value) = (1.0, 0.0);
                for edge in &node.edges {
                    let legal = node.now.legal(edge.asked);
                    value += left * legal * edge.prospect;
                    left *= 1.0 - legal;
                    if left < 0.01 {
                        break;
                    }
                }
                value + left * Standing::of(&node.now).ahead
            }
        };
        (node, value)
    }

    /// Present value of each of `tries`, in pawns; `None` for unknown ones.
    pub fn values(&self, tries: &[Try]) -> Vec<Option<f32>> {
        let (prior, _) = self.bounds();
        let value = |asked: &Try| {
            let root = self.nodes.first()?;
            let edge = root.edges.iter().find(|edge| edge.asked == *asked)?;
            (edge.visits + prior > 0.0).then(|| edge.mean(prior, root.lift()))
        };
        tries.iter().map(value).collect()
    }

    /// Takes the played move `asked` and what was heard until our next turn; keeps the part of the
    /// tree below it.
    pub fn follow(&mut self, asked: Try, heard: Heard) {
        let child = self.nodes.first().and_then(|root| {
            let edge = root.edges.iter().find(|edge| edge.asked == asked)?;
            let child = edge.children.iter().find(|child| child.0 == heard)?;
            Some(child.1)
        });
        let old = std::mem::take(&mut self.nodes);
        if let Some(child) = child {
            keep(&old, child, &mut self.nodes);
        }
    }
}

/// Copies the part of `old` below `root` to `new`; returns its place there.
fn keep(old: &[Node], root: usize, new: &mut Vec<Node>) -> usize {
    let place = new.len();
    new.push(old[root].clone());
    for edge in 0..old[root].edges.len() {
        for child in 0..old[root].edges[edge].children.len() {
            let below = old[root].edges[edge].children[child].1;
            new[place].edges[edge].children[child].1 = keep(old, below, new);
        }
    }
    place
}
