//! The plots of runs, one file per plot.
//!
//! Each `draw` takes a path stem, a [`Caption`] with the title and a sentence on the result, and the
//! figures themselves. It writes `STEM.svg` and `STEM.png` with the same layout, and for narrow pages
//! the same plot laid out anew in `narrow/STEM.svg`. The sentence is in the files. The same figures
//! give the same bytes. Figures that cannot be drawn (none at all, lists of unequal length, a number
//! that is not finite) are an error, and then no file is touched.
//!
//! ```
//! use darkforge_plots::{Caption, lengths};
//!
//! let folder = tempfile::tempdir()?;
//! let caption = Caption { title: "No games", sentence: "" };
//! let error = lengths::draw(&folder.path().join("plot"), &caption, &[]).unwrap_err();
//! assert!(!error.to_string().is_empty());
//! assert_eq!(folder.path().read_dir()?.count(), 0, "no file is touched");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod agreement;
pub mod bars;
pub mod board;
pub mod crosstable;
pub mod landscape;
pub mod lengths;
pub mod lineage;
pub mod llr;
pub mod marks;
pub mod outcomes;
pub mod progress;
pub mod ratings;
pub mod scores;
pub mod series;
pub mod weights;

mod chart;
mod contrast;
mod theme;

pub use contrast::DARK_FILTER;
pub use theme::{Caption, remove};
pub use theme::{FONT_FACE, NARROW_FOLDER, NARROW_STYLE, STYLE};

#[cfg(test)]
mod check;
