//! What one side can believe of the enemy: boards that agree with all that it has heard.
//!
//! A metaposition says where an enemy man *could* stand; a belief says how likely it is
//! (T 9 wishes for it). It is a pool of whole boards (particles), drawn by playing enemy
//! moves that the umpire would have announced in the same words, with a model of which
//! moves an enemy likes. Boards are in the umpire's frame.

mod opponent;
mod pool;
mod repair;

pub use opponent::Opponent;
pub use pool::Pool;
