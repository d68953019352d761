//! Darkboard as the thesis of 2006 describes it (T 7), with nothing of later versions: for
//! comparison with the figures of T 8. `docs/darkboard-2006.md` lists what the text leaves open.
//!
//! ```
//! use darkforge_board::Square;
//! use darkforge_engine::darkboard_2006::{Evaluator, Knowledge, Settings};
//!
//! let settings = Settings::default();
//! let before = Knowledge::start(&settings);
//! let after = before.after_own_move("e2e4".parse()?, false);
//! let value = Evaluator::new(settings).evaluate(&before, "e2e4".parse()?, &after);
//! assert!(value.is_finite());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! T is the thesis, see [the crate](crate).

mod evaluate;
mod knowledge;
mod protection;
mod search;
mod settings;
mod weights;

pub use evaluate::Evaluator;
pub use knowledge::Knowledge;
pub use search::Search;
pub use settings::{Beams, Curve, Information, Judges, Settings, Stirred, Weights};
pub use weights::LIST;
