//! Evolution of weights: an optimiser's duels as bouts, generations, references and proofs.
//!
//! ```
//! use darkforge_engine::darkboard::LIST;
//! use darkforge_engine::weights::Weights;
//! use darkforge_lab::tuner::{Space, SpaceSettings};
//!
//! let only = vec!["queen_value".to_owned(), "rook_value".to_owned()];
//! let settings = SpaceSettings { only, ..SpaceSettings::default() };
//! let space = Space::new(&settings, &Weights::default_of(&LIST))?;
//! assert_eq!(space.len(), 2);
//! # Ok::<(), String>(())
//! ```

mod ends;
mod evolution;
mod individual;
mod keep;
mod pairing;
mod noise;
mod opponents;
mod proof;
mod settings;
pub mod simulation;
mod space;
#[cfg(test)]
mod trial;
mod adapter;

pub use darkforge_optimise::{
    ClopSettings, CmaEsSettings, Converged, KnockoutSettings, Method, Mutation, SpsaSettings, Stop,
    Title,
};
pub(crate) use ends::lead_of_elo;
pub use ends::{Change, End, Why};
pub use evolution::{BoutResult, Evolution};
pub use individual::{Generation, Individual, is_individual};
pub use keep::Keep;
pub use noise::{Noise, Racing};
pub use opponents::Ratios;
pub use pairing::{Pairing, Purpose, Settled, Told};
pub use proof::{Candidate, Proof, ProofSettings, START};
pub use settings::{Reference, Settings, Setup};
pub use space::{Space, SpaceSettings};
