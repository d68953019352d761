//! Plots of a collection.
use super::{Figures, Report};
use crate::stats::collection::Collection;
use std::path::Path;
pub(super) fn draw(
    _folder: &Path,
    _report: &Report,
    _collection: &Collection,
    _other: Option<(&str, &Figures)>,
) -> anyhow::Result<()> {
    Ok(())
}
