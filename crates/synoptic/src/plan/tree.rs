//! Tree: a hash table of approximate information states by their hashes. A collision overwrites the older entry.

use super::bandit::Arm;
use crate::action::Action;

/// Visits and values of a state.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its key.
    pub key: u64,
    /// Its actions.
    pub actions: Vec<Action>,
    /// Probability of each by the policy of the side that acts.
    pub policy: Vec<f32>,
    /// Expected result for that side.
    pub value: f32,
    /// Visits and values of each.
    pub arms: Vec<Arm>,
}

impl Node {
    /// A state that was evaluated, not yet visited.
    pub fn new(key: u64, actions: Vec<Action>, policy: Vec<f32>, value: f32) -> Node {
        let arms = vec![Arm::NEW; actions.len()];
        Node {
            key,
            actions,
            policy,
            value,
            arms,
        }
    }
}

/// The table.
#[derive(Clone, Debug)]
pub struct Tree {
    slots: Vec<Option<Box<Node>>>,
}

impl Tree {
    /// An empty table of two to the `bits` entries.
    pub fn new(bits: u32) -> Tree {
        Tree {
            slots: vec![None; 1 << bits],
        }
    }

    fn slot(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
    }

    /// The entry with this key.
    pub fn get(&self, key: u64) -> Option<&Node> {
        let node = self.slots[self.slot(key)].as_deref();
        node.filter(|node| node.key == key)
    }

    /// The same, to change it.
    pub fn get_mut(&mut self, key: u64) -> Option<&mut Node> {
        let slot = self.slot(key);
        let node = self.slots[slot].as_deref_mut();
        node.filter(|node| node.key == key)
    }

    /// Adds an entry; another one in its place is forgotten.
    pub fn put(&mut self, node: Node) {
        let slot = self.slot(node.key);
        self.slots[slot] = Some(Box::new(node));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_collision_overwrites_the_older_entry() {
        let node = |key| Node::new(key, vec![Action::Pass], vec![1.0], 0.5);
        let mut tree = Tree::new(4);
        tree.put(node(3));
        tree.get_mut(3).unwrap().arms[0].visits = 2.0;
        assert!(tree.get(3).unwrap().arms[0].visits > 1.5);
        assert!(tree.get(19).is_none(), "another key with the same place");
        tree.put(node(19));
        assert!(tree.get(3).is_none());
    }
}
