//! Values of positions in which both sides see everything: chess that ends with the capture of a
//! king, searched with alpha and beta. [`certain`] finds wins that do not depend on the position.
//!
//! ```
//! use darkforge_recon::search::{Judgement, Node, Searcher, WIN};
//!
//! let node = Node::new("4k3/8/8/8/8/8/8/4RK2 w - - 0 1".parse()?, &Judgement::USUAL);
//! assert_eq!(Searcher::default().value(&node, 1, -WIN, WIN), WIN, "the king is captured");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod node;
mod searcher;
pub mod certain;
#[cfg(test)]
mod tests;

pub use node::{Judgement, Node, attackers, is_attacked};
pub use searcher::{Searcher, WIN};
