//! Values of positions in which both sides see everything: chess that ends with the capture of a
//! king, searched with alpha and beta.

mod node;
mod searcher;
#[cfg(test)]
mod tests;

pub use node::{MAN_VALUES, Node, attackers, is_attacked};
pub use searcher::{Searcher, WIN};
