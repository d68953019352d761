//! Judge: a network with the headsets that a player uses of it.

use std::sync::Arc;

use super::tree::Node;
use crate::action::Action;
use crate::infostate::Infostate;
use crate::network::{Network, Query, Workspace};
use crate::synopsis::Synopsis;

/// A state to be judged.
pub(super) struct Question {
    pub(super) key: u64,
    pub(super) synopsis: Box<Synopsis>,
    pub(super) actions: Vec<Action>,
    /// Place of the headset whose policy is asked for.
    pub(super) headset: usize,
    places: Vec<u16>,
}

impl Question {
    pub(super) fn new(state: &Infostate, key: u64, headset: usize) -> Question {
        let synopsis = Box::new(Synopsis::of(state));
        let actions = Action::useful(state, &synopsis);
        Question::with(state, key, synopsis, actions, headset)
    }

    pub(super) fn with(
        state: &Infostate,
        key: u64,
        synopsis: Box<Synopsis>,
        actions: Vec<Action>,
        headset: usize,
    ) -> Question {
        let color = state.color();
        let places = actions.iter().map(|action| action.place(color)).collect();
        Question {
            key,
            synopsis,
            actions,
            headset,
            places,
        }
    }
}

/// The network of a player.
#[derive(Clone, Debug)]
pub struct Judge {
    network: Arc<Network>,
    /// Headset of the own policy.
    pub(super) own: usize,
    /// Headset of the other side's policy.
    pub(super) other: usize,
    value: usize,
    space: Workspace,
    judged: u64,
}

impl Judge {
    /// A network whose headsets at these places give the own policy, the other side's, and values.
    pub fn new(network: Arc<Network>, own: usize, other: usize, value: usize) -> Judge {
        Judge {
            network,
            own,
            other,
            value,
            space: Workspace::default(),
            judged: 0,
        }
    }

    /// States judged so far.
    pub fn judged(&self) -> u64 {
        self.judged
    }

    /// Judges states together.
    pub(super) fn judge(&mut self, questions: Vec<Question>) -> Vec<Node> {
        let queries: Vec<Query<'_>> = questions
            .iter()
            .map(|question| Query {
                synopsis: &question.synopsis,
                policy: question.headset,
                value: self.value,
                actions: &question.places,
            })
            .collect();
        self.judged += queries.len() as u64;
        let answers = self.network.evaluate(&queries, &mut self.space);
        drop(queries);
        let node = |(question, answer): (Question, crate::network::Answer)| {
            Node::new(question.key, question.actions, answer.policy, answer.value)
        };
        questions.into_iter().zip(answers).map(node).collect()
    }
}
