//! Choice of an action by playouts (paper, Algorithm 3).
//!
//! The printed algorithm adds visits and values to `(K_i, a_i)`, but chooses `a_i` with those of the state before `K_i`. Here
//! they belong to the state in which the action was chosen.

use std::collections::HashMap;

use darkforge_recon::belief::{Hidden, Own};
use darkforge_recon::search::certain;
use darkforge_streams::{self as streams, Stream};

use super::bandit::{Arm, Bandit, drawn};
use super::filter::Filter;
use super::judge::{Judge, Question};
use super::playout::{Pair, Step};
use super::tree::{Node, Tree};
use crate::action::Action;
use crate::infostate::{Infostate, Stage, packed};
use crate::memory::Memory;
use crate::synopsis::Synopsis;

/// Constants of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanOptions {
    /// Playouts for a choice; 0 draws it from the policy.
    pub playouts: usize,
    /// Playouts under way at once: the paper's b.
    pub batch: usize,
    /// Positions of a state: the paper's l.
    pub limit: usize,
    /// Actions of a playout after its first, a sense.
    pub sense_depth: usize,
    /// Actions of a playout after its first, a move.
    pub move_depth: usize,
    /// Weight of a virtual loss.
    pub virtual_loss: f32,
    /// Visits of an action above which a playout goes one action deeper: the paper's z.
    pub deeper: f32,
    /// Share of playouts in which the other side's states have four positions: the paper's kappa.
    pub caution: f64,
    /// Whether forced wins are looked for.
    pub is_static: bool,
}

/// Positions of the other side's states in cautious playouts.
const CAUTIOUS: usize = 4;
/// Positions by which the root's actions are found.
const ROOT: usize = 4096;

/// Knowledge of the player when it chooses.
pub struct Root<'a> {
    /// Its men.
    pub own: Own,
    /// Positions that are possible; not empty.
    pub set: &'a [Hidden],
    /// Its stage.
    pub stage: Stage,
    /// Its memory.
    pub memory: Memory,
}

/// A search with its network, tree and random draws.
pub struct Planner {
    /// Constants.
    pub options: PlanOptions,
    /// Choice of actions.
    pub bandit: Bandit,
    /// Network.
    pub judge: Judge,
    /// Visits and values of the whole game.
    pub tree: Tree,
    /// Draws.
    pub stream: Stream,
}

/// A playout under way.
struct Slot {
    pair: Pair,
    next: Action,
    /// Chosen actions: the key of the state (none for the root), the place, and the side.
    path: Vec<(Option<u64>, usize, usize)>,
    /// Actions that may follow.
    left: usize,
}

impl Root<'_> {
    /// Random positions, with `truth` among them.
    fn sample(&self, limit: usize, truth: Option<Hidden>, stream: &mut Stream) -> Infostate {
        let mut hidden = Vec::with_capacity(limit.min(self.set.len()));
        hidden.extend(truth);
        if self.set.len() <= limit {
            hidden.extend(
                self.set
                    .iter()
                    .filter(|one| truth.is_none_or(|truth| !one.is(&truth))),
            );
        } else {
            // Floyd's draw of distinct places.
            let count = limit - hidden.len();
            let mut places = std::collections::HashSet::with_capacity(count);
            for last in self.set.len() - count..self.set.len() {
                let place = streams::below(stream, last + 1);
                let place = if places.insert(place) { place } else { last };
                places.insert(place);
                let one = self.set[place];
                if truth.is_none_or(|truth| !one.is(&truth)) {
                    hidden.push(one);
                }
            }
        }
        Infostate {
            own: self.own,
            hidden,
            stage: self.stage,
            memory: self.memory,
        }
    }
}

impl Planner {
    /// Chooses an action.
    pub fn choose(&mut self, root: &Root<'_>, filter: &Filter) -> Action {
        let whole = root.sample(ROOT, None, &mut self.stream);
        if self.options.is_static
            && let Some(action) = forced(root)
        {
            return action;
        }
        let mut node = self.root(root, &whole);
        if self.options.is_static
            && let Some(place) = soon_forced(root, &node)
        {
            return node.actions[place];
        }
        if self.options.playouts == 0 {
            return node.actions[drawn(&node.policy, &mut self.stream)];
        }
        if node.actions.len() == 1 || filter.particles().is_empty() {
            return node.actions[greatest(&node.policy)];
        }
        self.visit(root, filter, &mut node);
        node.actions[best(&node)]
    }

    /// Plays all playouts from the root.
    fn visit(&mut self, root: &Root<'_>, filter: &Filter, node: &mut Node) {
        let mut left = self.options.playouts;
        while left > 0 {
            let together = left.min(self.options.batch.max(1));
            left -= together;
            let slots = (0..together)
                .map(|_| self.begin(root, filter, node))
                .collect();
            self.run(slots, node);
        }
    }

    /// Visits of all of the root's actions by its playouts.
    #[cfg(test)]
    pub(super) fn visits(&mut self, root: &Root<'_>, filter: &Filter) -> u32 {
        let whole = root.sample(ROOT, None, &mut self.stream);
        let mut node = self.root(root, &whole);
        self.visit(root, filter, &mut node);
        node.arms.iter().map(|arm| arm.visits).sum::<f32>() as u32
    }

    /// The sides of a new playout.
    #[cfg(test)]
    pub(super) fn pair(&mut self, root: &Root<'_>, filter: &Filter) -> Pair {
        let whole = root.sample(ROOT, None, &mut self.stream);
        let mut node = self.root(root, &whole);
        self.begin(root, filter, &mut node).pair
    }

    /// The root's actions with their policy.
    #[cfg(test)]
    pub(super) fn policy(&mut self, root: &Root<'_>) -> Vec<(Action, f32)> {
        let whole = root.sample(ROOT, None, &mut self.stream);
        let node = self.root(root, &whole);
        node.actions.into_iter().zip(node.policy).collect()
    }

    /// The root: the mean policy and value of random sets.
    fn root(&mut self, root: &Root<'_>, whole: &Infostate) -> Node {
        let actions = Action::useful(whole, &Synopsis::of(whole));
        let samples = if root.set.len() <= self.options.limit {
            1
        } else {
            self.options.batch.max(1)
        };
        let questions = (0..samples)
            .map(|_| {
                let state = root.sample(self.options.limit, None, &mut self.stream);
                let synopsis = Box::new(Synopsis::of(&state));
                Question::with(&state, 0, synopsis, actions.clone(), self.judge.own)
            })
            .collect();
        let nodes = self.judge.judge(questions);
        let mut policy = vec![0.0; actions.len()];
        let mut value = 0.0;
        for node in &nodes {
            for (sum, share) in policy.iter_mut().zip(&node.policy) {
                *sum += share / samples as f32;
            }
            value += node.value / samples as f32;
        }
        Node::new(0, actions, policy, value)
    }

    /// Draws the states of a playout and chooses its first action.
    fn begin(&mut self, root: &Root<'_>, filter: &Filter, node: &mut Node) -> Slot {
        let particles = filter.particles();
        let particle = &particles[streams::below(&mut self.stream, particles.len())];
        let mut theirs = particle.state.clone();
        let truth = packed(&theirs.own);
        let ours = root.sample(self.options.limit, Some(truth), &mut self.stream);
        let is_cautious = streams::unit(&mut self.stream) < self.options.caution;
        let limits = [
            self.options.limit,
            if is_cautious {
                CAUTIOUS
            } else {
                self.options.limit
            },
        ];
        keep_truth(&mut theirs, &packed(&root.own));
        theirs.cut(limits[1], true, &mut self.stream);
        let place =
            self.bandit
                .choose(&node.policy, &node.arms, node.value, true, &mut self.stream);
        node.arms[place].visits += self.options.virtual_loss;
        let depth = match root.stage {
            Stage::Sense => self.options.sense_depth,
            Stage::Move => self.options.move_depth,
        };
        let deeper = node.arms[place].visits > self.options.deeper;
        Slot {
            pair: Pair {
                states: [ours, theirs],
                limits,
                mover: 0,
            },
            next: node.actions[place],
            path: vec![(None, place, 0)],
            left: depth + usize::from(deeper),
        }
    }

    /// Plays playouts to their ends, one action of each at a time, so that the network judges many states together.
    fn run(&mut self, mut slots: Vec<Slot>, root: &mut Node) {
        while !slots.is_empty() {
            let mut going = Vec::with_capacity(slots.len());
            let mut questions: Vec<Question> = Vec::new();
            for mut slot in slots {
                let before = slot.pair.mover;
                if slot.pair.play(slot.next, &mut self.stream) == Step::Won {
                    self.end(&slot, before, 1.0, root);
                    continue;
                }
                let winner = self.options.is_static.then(|| slot.pair.winner()).flatten();
                if let Some(acting) = winner {
                    let value = if acting { 1.0 } else { -1.0 };
                    self.end(&slot, slot.pair.mover, value, root);
                    continue;
                }
                let state = slot.pair.acting();
                let key = state.key();
                let headset = [self.judge.own, self.judge.other][slot.pair.mover];
                let known = self.tree.get(key).map(|node| node.value);
                if known.is_none() && !questions.iter().any(|question| question.key == key) {
                    questions.push(Question::new(state, key, headset));
                }
                going.push((slot, key, known));
            }
            let judged = self.judge.judge(questions);
            let values: HashMap<u64, f32> =
                judged.iter().map(|node| (node.key, node.value)).collect();
            for node in judged {
                self.tree.put(node);
            }
            slots = going
                .into_iter()
                .filter_map(|(slot, key, known)| {
                    let value = known.or_else(|| values.get(&key).copied());
                    self.go_on(slot, key, value, root)
                })
                .collect();
        }
    }

    /// Adds the value of a state to the path, and chooses the next action.
    fn go_on(
        &mut self,
        mut slot: Slot,
        key: u64,
        value: Option<f32>,
        root: &mut Node,
    ) -> Option<Slot> {
        let mover = slot.pair.mover;
        let Some(node) = self.tree.get_mut(key) else {
            // Another state of this batch has taken its place in the table.
            self.end(&slot, mover, value.unwrap_or(0.0), root);
            return None;
        };
        let value = node.value;
        if slot.left == 0 {
            self.end(&slot, mover, value, root);
            return None;
        }
        let place = self
            .bandit
            .choose(&node.policy, &node.arms, value, false, &mut self.stream);
        slot.next = node.actions[place];
        let deeper = node.arms[place].visits > self.options.deeper;
        slot.left = slot.left - 1 + usize::from(deeper);
        self.back(&slot, mover, (value, 1.0), root);
        slot.path.push((Some(key), place, mover));
        self.lose(&slot, root);
        Some(slot)
    }

    /// Adds virtual losses to all actions of a path.
    fn lose(&mut self, slot: &Slot, root: &mut Node) {
        let loss = self.options.virtual_loss;
        self.each_arm(slot, root, |arm, _| arm.visits += loss);
    }

    /// Ends a playout. Its last value stands for all actions that were left: else a king that is captured at once
    /// would count less than a long playout.
    fn end(&mut self, slot: &Slot, side: usize, value: f32, root: &mut Node) {
        self.back(slot, side, (value, 1.0 + slot.left as f32), root);
    }

    /// Adds a value for `side`, a number of times, to all actions of a path, in the place of the virtual losses.
    fn back(&mut self, slot: &Slot, side: usize, (value, times): (f32, f32), root: &mut Node) {
        let loss = self.options.virtual_loss;
        self.each_arm(slot, root, |arm, owner| {
            let value = if owner == side { value } else { -value };
            arm.visits += times - loss;
            arm.total += times * value;
            arm.least = arm.least.min(value);
        });
    }

    fn each_arm(&mut self, slot: &Slot, root: &mut Node, mut change: impl FnMut(&mut Arm, usize)) {
        for &(key, place, owner) in &slot.path {
            let node = match key {
                None => Some(&mut *root),
                Some(key) => self.tree.get_mut(key),
            };
            // An overwritten state has other actions.
            if let Some(arm) = node.and_then(|node| node.arms.get_mut(place)) {
                change(arm, owner);
            }
        }
    }
}

/// Puts the true position in front.
fn keep_truth(state: &mut Infostate, truth: &Hidden) {
    match state.hidden.iter().position(|hidden| hidden.is(truth)) {
        Some(place) => state.hidden.swap(0, place),
        None => state.hidden.insert(0, *truth),
    }
}

/// An action that wins for certain.
fn forced(root: &Root<'_>) -> Option<Action> {
    match root.stage {
        Stage::Sense => certain::by_sense(&root.own, root.set).map(Action::Sense),
        Stage::Move => certain::by_move(&root.own, root.set).map(Action::Ask),
    }
}

/// Place of the likeliest request after which the player can capture the king in its next turn, whatever the other side
/// does.
fn soon_forced(root: &Root<'_>, node: &Node) -> Option<usize> {
    let wins = |&place: &usize| match node.actions[place] {
        Action::Ask(asked) => certain::by_request(&root.own, root.set, asked),
        _ => false,
    };
    let winning = (0..node.actions.len()).filter(wins);
    winning.max_by(|&a, &b| node.policy[a].total_cmp(&node.policy[b]))
}

/// Place of the greatest number, the first of equal ones.
fn greatest(numbers: &[f32]) -> usize {
    let better = |best: usize, place: usize| {
        if numbers[place] > numbers[best] {
            place
        } else {
            best
        }
    };
    (0..numbers.len()).reduce(better).unwrap_or(0)
}

/// The action with the greatest sum of values as chances from 0 to 1, twice. With values from -1 to 1 it would often be one
/// that was hardly tried: in a position that is not good, any action with one good playout. Of equal ones, as where all
/// playouts lose, the likeliest.
fn best(node: &Node) -> usize {
    let chance = |place: usize| node.arms[place].total + node.arms[place].visits;
    let order = |&a: &usize, &b: &usize| {
        let by_chance = chance(a).total_cmp(&chance(b));
        by_chance.then(node.policy[a].total_cmp(&node.policy[b]))
    };
    (0..node.arms.len()).max_by(order).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_all_playouts_lose_the_likeliest_action_is_taken() {
        let actions = vec![Action::Pass; 3];
        let mut node = Node::new(0, actions, vec![0.2, 0.5, 0.3], 0.0);
        for arm in &mut node.arms[..2] {
            (arm.visits, arm.total) = (4.0, -4.0);
        }
        assert_eq!(best(&node), 1);
        node.arms[2].visits = 1.0; // a draw
        assert_eq!(best(&node), 2);
    }
}
