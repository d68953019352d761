//! Plots in a page: the files of `plots/`, without the font that each file contains, and with fewer
//! points where the difference is invisible.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::Context;

use super::drawing;
use super::svg_reduction::reduced;
use super::tables::Table;
use crate::report::artifact::{Artifact, PLOTS};
use crate::report::html::{escape, link};
use crate::report::is_own_file;
use crate::report::plot::{FONT_FACE, STYLE};
use crate::report::{comparison, landscape};

/// A plot.
#[derive(Debug)]
pub(super) struct Plot {
    name: String,
    /// Title above it.
    title: String,
    /// Width and height in pixels.
    size: (u32, u32),
    /// Result that it shows, in words.
    sentence: Option<String>,
    /// The drawing, from its first tag on.
    drawing: String,
}

/// The plots of the job of the run in the folder `run`, in the order of the page, and the other
/// files there, which may have any origin and stay out of the page.
///
/// # Errors
/// A file cannot be read.
pub(super) fn found(run: &Path, job: &str) -> anyhow::Result<(Vec<Plot>, Vec<String>)> {
    let folder = run.join(PLOTS);
    let (mut plots, mut problems) = (Vec::new(), Vec::new());
    if folder.is_symlink() {
        problems.push(format!(
            "{PLOTS} is a link to another folder and is left out"
        ));
        return Ok((Vec::new(), problems));
    }
    let Ok(entries) = std::fs::read_dir(&folder) else {
        return Ok((Vec::new(), problems)); // a run without a finished game
    };
    for entry in entries {
        let path = entry.with_context(|| folder.display().to_string())?.path();
        let Some(name) = path.file_stem().and_then(|name| name.to_str()) else {
            continue;
        };
        if name.starts_with('.') || path.extension().is_none_or(|ending| ending != "svg") {
            continue;
        }
        let place = Artifact::plot(name).filter(|(_, plot)| plot.runs.contains(&job));
        let plot = match place {
            Some((place, _)) if is_own_file(&path)? => {
                let context = || format!("cannot read {}", path.display());
                let text = std::fs::read_to_string(&path).with_context(context)?;
                let plot = Plot::of(name, &text);
                let said = sentence(run, name).unwrap_or_else(|error| {
                    problems.push(format!("{error:#}"));
                    None
                });
                plot.map(|plot| {
                    (
                        place,
                        Plot {
                            sentence: said,
                            ..plot
                        },
                    )
                })
            }
            _ => None,
        };
        match plot {
            Some(plot) => plots.push(plot),
            None => problems.push(format!(
                "{PLOTS}/{name}.svg is not a drawing of this run and is left out"
            )),
        }
    }
    plots.sort_by(|(a, one), (b, other)| (a, &one.name).cmp(&(b, &other.name)));
    problems.sort();
    Ok((plots.into_iter().map(|(_, plot)| plot).collect(), problems))
}

impl Plot {
    /// The plot of a file's text; `None` for a foreign drawing.
    fn of(name: &str, text: &str) -> Option<Plot> {
        let (tag, shapes) = drawing::own(text, &STYLE)?;
        let number = |name: &str| drawing::value(tag, name)?.parse().ok();
        Some(Plot {
            title: title(shapes).unwrap_or_else(|| name.replace('_', " ")),
            name: name.to_owned(),
            size: (number("width")?, number("height")?),
            sentence: None,
            drawing: reduced(shapes),
        })
    }

    /// Description of the plot for readers who do not see it.
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

/// The first text of a drawing, at its top.
fn title(shapes: &str) -> Option<String> {
    let (_, rest) = shapes.split_once("<text")?;
    let (_, rest) = rest.split_once('>')?;
    Some(drawing::plain(rest.split("</text>").next()?.trim()))
}

/// The result that the plot `name` of the run in `folder` shows, in words.
///
/// # Errors
/// A table cannot be read.
fn sentence(folder: &Path, name: &str) -> anyhow::Result<Option<String>> {
    match name {
        "landscape" => landscape::sentence(folder),
        name => comparison::sentence(folder, name),
    }
}

/// The font of the plots, once for all of them.
pub(super) fn font_face(plots: &[Plot]) -> String {
    match plots {
        [] => String::new(),
        _ => format!("{}\n", *FONT_FACE),
    }
}

/// Plots with men of both colours on boards, which keep their colours in dark mode.
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
             aria-label=\"{words}\">\n{}</svg></div>\n<figcaption>{sentence}<span class=\"small\">{}</span>\
             </figcaption>\n</figure>\n",
            3 * width,
            3 * height,
            plot.drawing,
            link(&format!("{PLOTS}/{}.svg", plot.name)),
            // The least width for readable letters, and the width at which they are as large as the
            // page's text.
            least = 11 * width / 20,
            most = 3 * width / 4,
            men = if plot.name == MEN { " men" } else { "" },
            sentence = plot
                .sentence
                .as_ref()
                .map_or_else(String::new, |sentence| format!(
                    "<p>{}</p>\n",
                    escape(sentence)
                )),
            name = escape(&plot.name),
            title = escape(&plot.title),
            words = escape(&plot.words(tables)),
        );
    }
    html + "</section>\n"
}
