//! Deep synoptic Monte Carlo planning for reconnaissance blind chess, after Clark, "Deep Synoptic
//! Monte Carlo Planning in Reconnaissance Blind Chess" (2021), named *paper* in this crate.
//!
//! The modules, in the order in which data flows:
//!
//! | module | contents |
//! |---|---|
//! | `memory` | [`Memory`]: what a side remembers besides positions |
//! | [`infostate`] | [`Infostate`](infostate::Infostate): a limited set of the positions that are possible for one side |
//! | [`synopsis`] | [`Synopsis`](synopsis::Synopsis): 104 planes that sum up such a set |
//! | [`network`] | [`Network`](network::Network): policies and values of synopses, learned and evaluated on the processor |
//! | [`action`] | [`Action`](action::Action): senses and requests, and their places in a policy |
//! | [`plan`] | bandit, tree, particle filter and playouts: the paper's Algorithms 1 to 4 |
//! | [`player`] | [`Dsmcp`](player::Dsmcp), the player |
//! | [`train`] | games, examples and lessons: from recorded games to a network |

mod memory;
pub mod infostate;
pub mod synopsis;
pub mod network;
pub mod action;
pub mod plan;
pub mod player;
pub mod train;

pub use memory::{Memory, REMEMBERED};

/// The example of the README, tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
