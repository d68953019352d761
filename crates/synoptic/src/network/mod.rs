//! Networks: policy and value of a synopsis, for each of several headsets.
//!
//! A tower of residual blocks is shared. Each headset has five heads: policy, value, winning soon, losing soon and
//! counts of men (paper, Fig. 6). Everything is computed here, on the processor, in a fixed order: an evaluation has the
//! same bits on every machine.
//!
//! ```
//! use darkforge_board::Color;
//! use darkforge_synoptic::infostate::Infostate;
//! use darkforge_synoptic::network::{Network, Query, Shape, Workspace};
//! use darkforge_synoptic::synopsis::Synopsis;
//!
//! let shape = Shape { width: 16, blocks: 1, headsets: vec!["all".to_owned()] };
//! let network = Network::random(shape, 1)?;
//! let synopsis = Synopsis::of(&Infostate::start(Color::White));
//! let query = Query { synopsis: &synopsis, policy: 0, value: 0, actions: &[64, 129, 194] };
//! let answers = network.evaluate(&[query], &mut Workspace::default());
//! assert!((answers[0].policy.iter().sum::<f32>() - 1.0).abs() < 1e-6);
//! # Ok::<(), darkforge_synoptic::network::ShapeError>(())
//! ```

mod kernel;
mod shape;
mod dense;
mod tower;
mod numbers;
mod weights;
mod evaluate;
mod lesson;
mod adam;
mod file;
#[cfg(test)]
mod tests;

pub use adam::Adam;
pub use evaluate::{Answer, Query, Workspace};
pub use file::NetworkError;
pub use lesson::{BitSlopes, Example, Loss, Parts, Slopes};
pub use shape::{ACTIONS, CHANNELS, KINDS, Part, Shape, ShapeError};
pub use weights::Network;
