//! Plots in a page: the files of `plots/`, without the font that each file contains, and with fewer
//! points where the difference is invisible.

use std::fmt::Write as _;
use std::path::Path;

use super::LeftOut;
use super::drawing;
use super::svg_reduction::reduced;
use super::tables::Table;
use crate::bad_input::OrBadInput as _;
use crate::report::artifact::Artifact;
use crate::report::html::{escape, link};
use crate::report::is_own_file;
use crate::report::names::PLOTS;
use crate::report::plot::{FONT_FACE, NARROW_FOLDER, NARROW_STYLE, STYLE};
use darkforge_kriegspiel::text;

/// A plot.
#[derive(Debug)]
pub(super) struct Plot {
    name: String,
    /// Title above it.
    title: String,
    /// Result that it shows, in words.
    sentence: Option<String>,
    wide: Shapes,
    /// The plot laid out for narrow pages; an earlier version did not draw it.
    narrow: Option<Shapes>,
}

/// A drawing.
#[derive(Debug)]
struct Shapes {
    /// Width and height in pixels.
    size: (u32, u32),
    /// From its first tag on.
    shapes: String,
}

/// The plots of the job of the run in the folder `run`, in the order of the page, and the other
/// files there, which may have any origin and stay out of the page.
///
/// # Errors
/// A file cannot be read.
pub(super) fn found(run: &Path, job: &str) -> anyhow::Result<(Vec<Plot>, Vec<LeftOut>)> {
    let folder = run.join(PLOTS);
    let (mut plots, mut problems) = (Vec::new(), Vec::new());
    if folder.is_symlink() {
        problems.push(LeftOut::damaged(format!(
            "{PLOTS} is a link to another folder and is left out"
        )));
        return Ok((Vec::new(), problems));
    }
    let Ok(entries) = std::fs::read_dir(&folder) else {
        return Ok((Vec::new(), problems)); // a run without a finished game
    };
    let slim = folder.join(NARROW_FOLDER);
    let is_linked = slim.is_symlink();
    if is_linked {
        problems.push(LeftOut::damaged(format!(
            "{PLOTS}/{NARROW_FOLDER} is a link to another folder and is left out"
        )));
    }
    for entry in entries {
        let path = entry.or_bad_input(|| folder.display().to_string())?.path();
        let Some(name) = path.file_stem().and_then(|name| name.to_str()) else {
            continue;
        };
        if name.starts_with('.') || path.extension().is_none_or(|ending| ending != "svg") {
            continue;
        }
        let place = Artifact::plot(name).filter(|(_, plot)| plot.runs.contains(&job));
        let plot = match place {
            Some((place, _)) if is_own_file(&path)? => {
                let narrow = if is_linked {
                    None
                } else {
                    let slim = slim.join(format!("{name}.svg"));
                    match is_own_file(&slim)?.then(|| text::read(&slim)).transpose() {
                        Ok(narrow) => narrow,
                        Err(error) => {
                            let name = format!("{PLOTS}/{NARROW_FOLDER}/{name}.svg");
                            let problem = format!("{name} cannot be shown: {error}");
                            problems.push(LeftOut::damaged(problem));
                            None
                        }
                    }
                };
                let narrow = narrow.as_deref();
                let plot = match text::read(&path) {
                    Ok(text) => Plot::of(name, &text, narrow),
                    Err(error) => {
                        let problem = format!("{PLOTS}/{name}.svg cannot be shown: {error}");
                        problems.push(LeftOut::damaged(problem));
                        continue;
                    }
                };
                if plot
                    .as_ref()
                    .is_some_and(|plot| narrow.is_some() && plot.narrow.is_none())
                {
                    let name = format!("{PLOTS}/{NARROW_FOLDER}/{name}.svg");
                    problems.push(LeftOut::damaged(format!(
                        "{name} is not a drawing of this run and is left out"
                    )));
                }
                plot.map(|plot| (place, plot))
            }
            _ => None,
        };
        match plot {
            Some(plot) => plots.push(plot),
            None => problems.push(LeftOut {
                problem: format!("{PLOTS}/{name}.svg is not a drawing of this run and is left out"),
                is_damage: place.is_some(),
            }),
        }
    }
    plots.sort_by(|(a, one), (b, other)| (a, &one.name).cmp(&(b, &other.name)));
    problems.sort();
    Ok((plots.into_iter().map(|(_, plot)| plot).collect(), problems))
}

impl Shapes {
    fn of(own: &drawing::Own<'_>) -> Option<Shapes> {
        let number = |name: &str| drawing::value(own.tag, name)?.parse().ok();
        Some(Shapes {
            size: (number("width")?, number("height")?),
            shapes: reduced(own.shapes),
        })
    }
}

impl Plot {
    /// The plot of a file's text and of its narrow drawing's; `None` for a foreign drawing.
    fn of(name: &str, text: &str, narrow: Option<&str>) -> Option<Plot> {
        let own = drawing::own(text, &STYLE)?;
        let narrow = narrow.and_then(|text| {
            let own = drawing::own(text, &NARROW_STYLE)?;
            Shapes::of(&own)
        });
        Some(Plot {
            title: own.title.clone().unwrap_or_else(|| name.replace('_', " ")),
            name: name.to_owned(),
            wide: Shapes::of(&own)?,
            narrow,
            sentence: own.sentence,
        })
    }

    /// Description of the plot for readers who do not see it.
    fn words(&self, tables: &[Table]) -> String {
        let mut words = format!("{}.", self.title.trim_end_matches('.'));
        if let Some(sentence) = &self.sentence {
            let _ = write!(words, " {sentence}");
        }
        if let Some((_, plot)) = Artifact::plot(&self.name)
            && !plot.about.is_empty()
        {
            let _ = write!(words, " {}", plot.about);
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
        let words = escape(&plot.words(tables));
        let men = if plot.name == MEN { " men" } else { "" };
        let (title, name) = (escape(&plot.title), escape(&plot.name));
        let (width, _) = plot.wide.size;
        let _ = writeln!(
            html,
            "<figure id=\"plot-{name}\" style=\"max-width:{}px\">",
            SHOWN * width / FULL
        );
        if let Some(narrow) = &plot.narrow {
            html += &svg(&plot.wide, &format!("broad{men}"), "", &words);
            html += &svg(narrow, &format!("slim{men}"), "", &words);
        } else {
            // The least width for readable letters.
            let least = format!(" style=\"min-width:{}px\"", 11 * width / 20);
            let _ = writeln!(
                html,
                "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"Plot: {title}\">"
            );
            html += &svg(&plot.wide, men.trim_start(), &least, &words);
            html += "</div>\n";
        }
        html += "<figcaption>";
        if let Some(sentence) = &plot.sentence {
            let _ = writeln!(html, "<p class=\"shows\">{}</p>", escape(sentence));
        }
        let file = link(&format!("{PLOTS}/{}.svg", plot.name));
        let _ = writeln!(
            html,
            "<span class=\"small\">{file}</span></figcaption>\n</figure>"
        );
    }
    html + "</section>\n"
}

/// Pixels in which a page shows so many of a drawing, at most: letters are then as large as the page's
/// text.
const SHOWN: u32 = 3;
/// See [`SHOWN`].
const FULL: u32 = 4;

fn svg(drawing: &Shapes, class: &str, style: &str, words: &str) -> String {
    let (width, height) = drawing.size;
    let space = if class.is_empty() { "" } else { " " };
    // The drawing's own units are a third of a pixel.
    format!(
        "<svg class=\"plot{space}{class}\"{style} viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{words}\">\n{}</svg>\n",
        3 * width,
        3 * height,
        drawing.shapes
    )
}
