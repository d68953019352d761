//! The plots of a run, one file per plot.
//!
//! Each `draw` takes the figures themselves and a path stem, and writes `STEM.svg` and `STEM.png` with the same
//! layout. The same figures give the same bytes. Figures that cannot be drawn (none at all, lists of unequal
//! length, a number that is not finite) are an error, and then neither file is touched.
//!
//! ```
//! use darkforge::report::plot::lengths;
//!
//! let folder = tempfile::tempdir()?;
//! let error = lengths::draw(&folder.path().join("plot"), "No games", &[]).unwrap_err();
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
pub mod reference_score;
pub mod scores;
pub mod series;
pub mod weights;

mod chart;
mod theme;

pub(super) use theme::{FONT_FACE, STYLE};

#[cfg(test)]
mod check {
    //! Checks that every plot must pass.

    use std::fs;
    use std::path::Path;

    /// Draws twice, checks that both files are there and the same both times, and returns the SVG.
    pub(super) fn drawn(draw: impl Fn(&Path) -> anyhow::Result<()>) -> String {
        let folder = tempfile::tempdir().unwrap();
        let files = |stem: &str| {
            draw(&folder.path().join(stem)).unwrap();
            let read = |ending| fs::read(folder.path().join(format!("{stem}.{ending}"))).unwrap();
            (read("svg"), read("png"))
        };
        let (svg, png) = files("first");
        assert!(png.starts_with(b"\x89PNG"));
        assert!(
            files("second") == (svg.clone(), png),
            "the same figures gave other bytes"
        );
        assert_eq!(
            fs::read_dir(folder.path()).unwrap().count(),
            4,
            "a temporary file was left behind"
        );
        let svg = String::from_utf8(svg).unwrap();
        assert!(svg.contains("@font-face") && svg.trim_end().ends_with("</svg>"));
        svg
    }

    /// Checks that nothing is written and returns the message.
    pub(super) fn refused(draw: impl Fn(&Path) -> anyhow::Result<()>) -> String {
        let folder = tempfile::tempdir().unwrap();
        let error = draw(&folder.path().join("plot")).unwrap_err();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        error.to_string()
    }

    /// Whether the SVG has exactly this piece of text.
    #[track_caller]
    pub(super) fn assert_text(svg: &str, text: &str) {
        assert!(svg.lines().any(|line| line == text), "no text `{text}`");
    }
}
