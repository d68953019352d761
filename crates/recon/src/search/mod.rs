//! Values of positions in which both sides see everything: chess that ends with the capture of a
//! king, searched with alpha and beta.
//!
//! ```
//! use darkforge_recon::referee::Position;
//! use darkforge_recon::search::{Node, Searcher, WIN};
//!
//! let start = Node::new(Position::start());
//! let value = Searcher::default().value(&start, 2, -WIN, WIN);
//! assert!(value.abs() < 100, "in hundredths of a pawn");
//! ```

mod node;
mod searcher;
#[cfg(test)]
mod tests;

pub use node::{MAN_VALUES, Node, attackers, is_attacked};
pub use searcher::{Searcher, WIN};
