//! The plots of a run inside its page: as they lie in `plots/`, without the letters that each
//! file has for itself, and with fewer points where no eye would miss them.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::Context;

use super::svg_reduction::reduced;
use super::tables::Table;
use crate::report::artifact::{Artifact, PLOTS};
use crate::report::html::escape;

/// A plot.
#[derive(Debug)]
pub(super) struct Plot {
    name: String,
    /// Title above it.
    title: String,
    /// Width and height in pixels.
    size: (u32, u32),
    /// The drawing, from its first tag on.
    drawing: String,
    /// The letters that the file came with.
    font: String,
}

/// The plots of the run in `folder`, in the order in which they are shown.
///
/// # Errors
/// A file cannot be read.
pub(super) fn found(folder: &Path) -> anyhow::Result<Vec<Plot>> {
    let folder = folder.join(PLOTS);
    let mut plots = Vec::new();
    let Ok(entries) = std::fs::read_dir(&folder) else {
        return Ok(plots); // a run without a finished game
    };
    for entry in entries {
        let path = entry.with_context(|| folder.display().to_string())?.path();
        let name = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if name.starts_with('.') || path.extension().is_none_or(|ending| ending != "svg") {
            continue;
        }
        let context = || format!("cannot read {}", path.display());
        let text = std::fs::read_to_string(&path).with_context(context)?;
        plots.extend(Plot::of(name, &text));
    }
    plots.sort_by_cached_key(|plot| (place(&plot.name), plot.name.clone()));
    Ok(plots)
}

fn place(name: &str) -> usize {
    Artifact::plot(name).map_or(usize::MAX, |(place, _)| place)
}

impl Plot {
    /// The plot of a file's text; `None` for a drawing that is none of ours.
    fn of(name: String, text: &str) -> Option<Plot> {
        let (head, rest) = text.split_once("</style>")?;
        let (tag, style) = head.split_once("<style>")?;
        let number = |key: &str| -> Option<u32> {
            let (_, rest) = tag.split_once(&format!("{key}=\""))?;
            rest.split('"').next()?.parse().ok()
        };
        let size = (number("width")?, number("height")?);
        let drawing = rest.trim().strip_suffix("</svg>")?;
        Some(Plot {
            title: title(drawing).unwrap_or_else(|| name.replace('_', " ")),
            name,
            size,
            drawing: reduced(drawing),
            font: style
                .split_once(";src:")
                .map(|_| style.lines().next().unwrap_or("").to_owned())?,
        })
    }

    /// Description of the drawing for those who do not see it.
    fn words(&self, tables: &[Table]) -> String {
        let mut words = self.title.clone();
        if let Some((_, plot)) = Artifact::plot(&self.name)
            && !plot.about.is_empty()
        {
            let _ = write!(words, ". {}", plot.about);
        }
        if let Some(table) = tables.iter().find(|table| table.data.name == self.name) {
            let _ = write!(
                words,
                " The figures are in the table \"{}\".",
                table.caption
            );
        }
        words
    }
}

/// The first text of a drawing, which stands above all.
fn title(drawing: &str) -> Option<String> {
    let (_, rest) = drawing.split_once("<text")?;
    let (_, rest) = rest.split_once('>')?;
    let text = rest.split("</text>").next()?.trim();
    let plain = text.replace("&lt;", "<").replace("&gt;", ">");
    let plain = plain.replace("&quot;", "\"").replace("&apos;", "'");
    Some(plain.replace("&amp;", "&"))
}

/// The letters of the plots, once for all of them.
pub(super) fn font_face(plots: &[Plot]) -> String {
    plots
        .first()
        .map_or_else(String::new, |plot| plot.font.clone() + "\n")
}

/// Plots with men of both colours on boards, which must keep them in dark mode.
const MEN: &str = "formations";

/// The section of the page.
pub(super) fn html(plots: &[Plot], tables: &[Table]) -> String {
    if plots.is_empty() {
        return String::new();
    }
    let mut html = "<section id=\"plots\" aria-labelledby=\"plots-title\">\n\
                    <h2 id=\"plots-title\">Plots</h2>\n"
        .to_owned();
    for plot in plots {
        let (width, height) = plot.size;
        // The drawing's own units are a third of a pixel.
        let _ = write!(
            html,
            "<figure id=\"plot-{name}\" style=\"max-width:{most}px\">\n<div class=\"wide\" role=\"region\" tabindex=\"0\" \
             aria-label=\"Plot: {title}\">\n<svg class=\"plot{men}\" style=\"min-width:{least}px\" viewBox=\"0 0 {} {}\" \
             role=\"img\" \
             aria-label=\"{words}\">\n{}</svg></div>\n<figcaption class=\"small\">\
             <a href=\"plots/{name}.svg\">{name}.svg</a></figcaption>\n</figure>\n",
            3 * width,
            3 * height,
            plot.drawing,
            // Letters that can still be read, and letters as large as those around.
            least = 11 * width / 20,
            most = 3 * width / 4,
            men = if plot.name == MEN { " men" } else { "" },
            name = escape(&plot.name),
            title = escape(&plot.title),
            words = escape(&plot.words(tables)),
        );
    }
    html + "</section>\n"
}
