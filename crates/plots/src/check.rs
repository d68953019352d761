//! Checks that every plot must pass, wide and narrow: letters are large enough, none are cut off or
//! cover each other, and all can be read on their ground, in light and in dark.

use std::fs;
use std::path::Path;

use plotters::prelude::RGBColor;

use super::contrast::{READABLE, contrast, in_dark};
use super::theme::{NARROW_FOLDER, text_width};

/// Least size of letters in pixels of the finished page, which a page shows as three quarters of its
/// own: 11 of those.
const LEAST: f64 = 14.7;
/// Canvas units to a pixel.
const FINE: f64 = 3.0;

/// Draws twice, checks that all files are there, the same both times, and readable, and returns the
/// wide SVG.
pub(super) fn drawn(draw: impl Fn(&Path) -> anyhow::Result<()>) -> String {
    let folder = tempfile::tempdir().unwrap();
    let files = |stem: &str| {
        draw(&folder.path().join(stem)).unwrap();
        let narrow = folder.path().join(NARROW_FOLDER);
        let read = |ending| fs::read(folder.path().join(format!("{stem}.{ending}"))).unwrap();
        let narrow = fs::read(narrow.join(format!("{stem}.svg"))).unwrap();
        (read("svg"), read("png"), narrow)
    };
    let (svg, png, narrow) = files("first");
    assert!(png.starts_with(b"\x89PNG"));
    assert!(
        files("second") == (svg.clone(), png, narrow.clone()),
        "the same figures gave other bytes"
    );
    let count = |folder: &Path| fs::read_dir(folder).unwrap().count();
    assert_eq!(
        (
            count(folder.path()),
            count(&folder.path().join(NARROW_FOLDER))
        ),
        (5, 2),
        "a temporary file was left behind"
    );
    let [svg, narrow] = [svg, narrow].map(|file| String::from_utf8(file).unwrap());
    assert!(svg.contains("@font-face") && svg.trim_end().ends_with("</svg>"));
    assert!(!narrow.contains("@font-face"));
    assert!(width(&svg) > width(&narrow));
    assert_readable(&svg);
    assert_readable(&narrow);
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

/// A text of a drawing with its box in canvas units.
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub words: String,
    pub size: f64,
    pub colour: String,
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
    /// Place among the elements of the drawing.
    order: usize,
}

/// A line of a drawing with its box.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub colour: String,
    pub right: f64,
}

fn value<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split('"').next()
}

fn number(tag: &str, name: &str) -> f64 {
    value(tag, name).and_then(|text| text.parse().ok()).unwrap()
}

fn width(svg: &str) -> f64 {
    number(svg, "width")
}

/// Size of the canvas.
fn canvas(svg: &str) -> (f64, f64) {
    (FINE * width(svg), FINE * number(svg, "height"))
}

/// All texts.
pub(super) fn texts(svg: &str) -> Vec<Text> {
    let mut found = Vec::new();
    for (order, element) in svg.split('<').enumerate() {
        let Some((tag, text)) = element.strip_prefix("text").and_then(|e| e.split_once('>')) else {
            continue;
        };
        let text = text.trim().replace("&lt;", "<").replace("&gt;", ">");
        let text = text
            .replace("&quot;", "\"")
            .replace("&apos;", "'")
            .replace("&#39;", "'");
        let text = text.replace("&amp;", "&");
        let size = number(tag, "font-size");
        let long = text_width(&text, size).unwrap();
        let (x, y) = (number(tag, "x"), number(tag, "y"));
        // The baseline; letters reach three quarters of their size above it and a fifth below.
        let from = match value(tag, "text-anchor") {
            Some("middle") => long / 2.0,
            Some("end") => long,
            _ => 0.0,
        };
        let dy: f64 = value(tag, "dy").map_or(0.0, |dy| dy.trim_end_matches("em").parse().unwrap());
        let (above, below) = (dy * size - 0.75 * size, dy * size + 0.21 * size);
        let (left, right, top, bottom) = if value(tag, "transform").is_some() {
            // Turned by a quarter to the left around its place.
            (x + above, x + below, y - long + from, y + from)
        } else {
            (x - from, x - from + long, y + above, y + below)
        };
        found.push(Text {
            words: text,
            size,
            colour: value(tag, "fill").unwrap().to_owned(),
            left,
            right,
            top,
            bottom,
            order,
        });
    }
    found
}

/// All lines.
pub(super) fn lines(svg: &str) -> Vec<Line> {
    let tags = svg
        .split('<')
        .filter_map(|tag| tag.strip_prefix("polyline"));
    tags.map(|tag| {
        let points = value(tag, "points").unwrap().split_whitespace();
        let right = points
            .map(|point| point.split(',').next().unwrap().parse().unwrap())
            .fold(f64::NEG_INFINITY, f64::max);
        Line {
            colour: value(tag, "stroke").unwrap().to_owned(),
            right,
        }
    })
    .collect()
}

fn colour(text: &str) -> RGBColor {
    let part = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).unwrap();
    RGBColor(part(1), part(3), part(5))
}

/// The opaque rectangle that is uppermost below a text, as a colour.
fn ground(svg: &str, text: &Text) -> RGBColor {
    let (x, y) = (
        f64::midpoint(text.left, text.right),
        f64::midpoint(text.top, text.bottom),
    );
    let mut found = RGBColor(255, 255, 255);
    for tag in svg.split('<').take(text.order) {
        let Some(tag) = tag.strip_prefix("rect") else {
            continue;
        };
        let (left, top) = (number(tag, "x"), number(tag, "y"));
        let inside = (left..=left + number(tag, "width")).contains(&x)
            && (top..=top + number(tag, "height")).contains(&y);
        let fill = value(tag, "fill").unwrap_or("none");
        if inside && fill != "none" && value(tag, "opacity").is_none_or(|share| share == "1") {
            found = colour(fill);
        }
    }
    found
}

/// Checks size, places and contrast of all letters.
#[track_caller]
pub(super) fn assert_readable(svg: &str) {
    let (width, height) = canvas(svg);
    let texts = texts(svg);
    for (place, text) in texts.iter().enumerate() {
        let says = format!("`{}` in a drawing {} pixels wide", text.words, width / FINE);
        assert!(text.size >= FINE * LEAST, "{says}: {} units", text.size);
        assert!(
            text.left >= 0.0 && text.right <= width && text.top >= 0.0 && text.bottom <= height,
            "{says} is cut off: {text:?}"
        );
        for other in &texts[place + 1..] {
            let apart = text.right <= other.left
                || other.right <= text.left
                || text.bottom <= other.top
                || other.bottom <= text.top;
            assert!(apart, "{says} covers `{}`: {text:?} {other:?}", other.words);
        }
        let (ink, ground) = (colour(&text.colour), ground(svg, text));
        let least = contrast(ink, ground).min(contrast(in_dark(ink), in_dark(ground)));
        assert!(least >= READABLE, "{says} has a contrast of {least}");
    }
}
