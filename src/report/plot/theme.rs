//! Theme of all plots: size, colours, letters, title and legend, and writing of files.
//!
//! A plot is drawn twice by the same generic code, as SVG and as PNG. Both canvases are
//! [`FINENESS`] times as fine as the finished page, because plotters counts in whole units: the SVG
//! is scaled back by its view box, the PNG by averaging, which also smooths its edges. All sizes in
//! these files are in pixels of the finished page and pass through [`px`].

use std::cell::Cell;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Once};

use anyhow::{Context as _, anyhow};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use plotters::coord::Shift;
use plotters::prelude::{
    BitMapBackend, Circle, Color as _, DrawingArea, DrawingBackend, FontDesc, FontFamily,
    FontStyle, FontTransform, IntoDrawingArea as _, PathElement, RGBColor, Rectangle, SVGBackend,
    ShapeStyle, TextStyle, WHITE,
};
use plotters::style::register_font;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use darkforge_kriegspiel::text::plain;
use darkforge_lab::draft::Draft;

/// Usual size of a plot in pixels.
pub(super) const PAGE: (u32, u32) = (1600, 1000);

/// Canvas units to a pixel of the finished page.
const FINENESS: u32 = 3;

/// Blank border of a page in pixels.
pub(super) const MARGIN: u32 = 28;

/// Letter sizes in pixels (the font's em).
pub(super) const TITLE_SIZE: f64 = 27.0;
/// See [`TITLE_SIZE`].
pub(super) const NAME_SIZE: f64 = 20.0;
/// See [`TITLE_SIZE`].
pub(super) const LABEL_SIZE: f64 = 18.0;
/// See [`TITLE_SIZE`].
pub(super) const SMALL_SIZE: f64 = 14.0;

/// Width of a plot's main lines, and radius of their dots, in pixels.
pub(super) const LINE: f64 = 2.5;
/// See [`LINE`].
pub(super) const DOT: f64 = 5.0;

/// Opacity of interval bands, which lie over the grid.
pub(super) const BAND_ALPHA: f64 = 0.22;

/// Titles, names and labels.
pub(super) const INK: RGBColor = RGBColor(34, 34, 34);
/// Marks of lesser weight: axis lines, notes, start values.
pub(super) const FAINT: RGBColor = RGBColor(110, 110, 110);
/// Grid lines.
pub(super) const GRID: RGBColor = RGBColor(228, 228, 228);

// The palette of Okabe and Ito (2008), distinguishable with common kinds of colour blindness.
/// Okabe-Ito blue.
pub(super) const BLUE: RGBColor = RGBColor(0, 114, 178);
/// Okabe-Ito vermillion, the most striking colour: for one thing per plot.
pub(super) const VERMILLION: RGBColor = RGBColor(213, 94, 0);
/// Okabe-Ito bluish green.
pub(super) const GREEN: RGBColor = RGBColor(0, 158, 115);
/// Okabe-Ito reddish purple.
pub(super) const PURPLE: RGBColor = RGBColor(204, 121, 167);
/// Okabe-Ito orange.
pub(super) const ORANGE: RGBColor = RGBColor(230, 159, 0);
/// Okabe-Ito sky blue.
pub(super) const SKY: RGBColor = RGBColor(86, 180, 233);
/// Okabe-Ito yellow.
pub(super) const YELLOW: RGBColor = RGBColor(240, 228, 66);

/// `share` of `colour` over white, at most 1, and the colour of letters on it: black or white, of
/// which one always has a contrast of at least 4.5.
pub(super) fn tint(colour: RGBColor, share: f64) -> (RGBColor, RGBColor) {
    let part = |part: u8| (255.0 - share.min(1.0) * (255.0 - f64::from(part))).round() as u8;
    let ground = RGBColor(part(colour.0), part(colour.1), part(colour.2));
    let inks = [RGBColor(0, 0, 0), RGBColor(255, 255, 255)];
    let best = usize::from(contrast(ground, inks[1]) > contrast(ground, inks[0]));
    (ground, inks[best])
}

/// Contrast of two colours by WCAG 2, from 1 to 21.
fn contrast(one: RGBColor, other: RGBColor) -> f64 {
    let luminance = |RGBColor(red, green, blue): RGBColor| {
        let linear = |part: u8| match f64::from(part) / 255.0 {
            part if part <= 0.04045 => part / 12.92,
            part => libm::pow((part + 0.055) / 1.055, 2.4),
        };
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    };
    let [one, other] = [one, other].map(luminance);
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// The subset of `DejaVu Sans` for all plots, so that none needs an installed font.
static FONT: &[u8] = include_bytes!("../../../assets/fonts/DejaVuSans-subset.ttf");

/// The letters as CSS.
pub(in crate::report) static FONT_FACE: LazyLock<String> = LazyLock::new(|| {
    format!(
        "@font-face{{font-family:\"Darkforge Plot\";src:url(data:font/ttf;base64,{}) format(\"truetype\")}}",
        STANDARD.encode(FONT)
    )
});

/// The element `style` of every drawing.
pub(in crate::report) static STYLE: LazyLock<String> = LazyLock::new(|| {
    let face = &*FONT_FACE;
    format!("<style>{face}\npolyline{{stroke-linejoin:round;stroke-linecap:round}}</style>")
});

/// Family under which [`FONT`] is registered. It is written to the SVG as it stands: the embedded font first,
/// then what a viewer without `@font-face` may have.
const FAMILY: &str = "Darkforge Plot, DejaVu Sans, Verdana, sans-serif";

/// Heights of [`FONT`] in em: the tallest letters and the capitals above the baseline.
const ASCENT: f64 = 1901.0 / 2048.0;
/// See [`ASCENT`].
const CAPITAL: f64 = 1493.0 / 2048.0;
/// plotters' bitmaps understand a letter size as ascent plus descent; this is so many em of [`FONT`]...
const SIZE_PER_EM: f64 = (1901.0 + 483.0) / 2048.0;
/// ...while its SVG takes any font for this...
const SVG_SIZE_PER_EM: f64 = 1.24;
/// ...and puts the baseline here instead of half a size below the corner.
const SVG_BASELINE: &str = "dy=\"0.76em\"";

/// Pixels of the finished page in canvas units.
pub(super) fn px(pixels: f64) -> i32 {
    (pixels * f64::from(FINENESS)).round() as i32
}

/// A part of the canvas that a plot draws on.
pub(super) type Page<DB> = DrawingArea<DB, Shift>;

/// The SVG or the bitmap.
pub(super) trait Canvas: DrawingBackend<ErrorType: 'static> {}

impl<DB: DrawingBackend<ErrorType: 'static>> Canvas for DB {}

/// A plot that can be drawn on either canvas.
pub(super) trait Figure {
    /// Width and height in pixels of the finished page.
    fn size(&self) -> (u32, u32) {
        PAGE
    }

    /// Draws everything inside the margins.
    fn paint<DB: Canvas>(&self, page: &Page<DB>) -> anyhow::Result<()>;
}

/// Writes `figure` to `STEM.svg` and `STEM.png`, both only once both could be drawn.
pub(super) fn save(stem: &Path, figure: &impl Figure) -> anyhow::Result<()> {
    register();
    let svg_path = with_ending(stem, ".svg");
    let png_path = with_ending(stem, ".png");
    let svg = svg(figure)?;
    let mut drafts = Vec::new();
    for path in [svg_path, png_path] {
        let cannot = || format!("cannot write {}", path.display());
        drafts.push((Draft::begin(&path).with_context(cannot)?, path));
    }
    drafts[0].0.write_all(svg.as_bytes())?;
    png(figure, &mut drafts[1].0)?;
    for (draft, path) in drafts {
        let cannot = || format!("cannot write {}", path.display());
        draft.replace().with_context(cannot)?;
    }
    Ok(())
}

/// Makes [`FONT`] known to plotters.
pub(super) fn register() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let registered = register_font(FAMILY, FontStyle::Normal, FONT);
        assert!(registered.is_ok(), "the vendored font cannot be read");
    });
}

/// `stem` with `ending` appended; a dot inside the stem is no extension.
fn with_ending(stem: &Path, ending: &str) -> PathBuf {
    let mut path = OsString::from(stem);
    path.push(ending);
    path.into()
}

/// The figure as a self-contained SVG document.
fn svg(figure: &impl Figure) -> anyhow::Result<String> {
    let (width, height) = figure.size();
    let canvas = (width * FINENESS, height * FINENESS);
    let mut drawn = String::new();
    let page = SVGBackend::with_string(&mut drawn, canvas).into_drawing_area();
    page.fill(&WHITE)?;
    paint(figure, &page)?;
    drop(page); // it borrows what was drawn
    let (_, shapes) = drawn.split_once('\n').context("plotters drew no SVG")?;
    let mut document = String::with_capacity(drawn.len() + 2 * FONT.len());
    writeln!(
        document,
        "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {} {}\" xmlns=\"http://www.w3.org/2000/svg\">",
        canvas.0, canvas.1
    )?;
    document.push_str(&STYLE);
    document.push('\n');
    let baseline = format!("dy=\"{:.4}em\"", SIZE_PER_EM / 2.0);
    document.push_str(&resized(shapes)?.replace(SVG_BASELINE, &baseline));
    Ok(document)
}

/// plotters' SVG shapes with letters of the size that its bitmaps have.
fn resized(shapes: &str) -> anyhow::Result<String> {
    const SIZE: &str = "font-size=\"";
    let mut parts = shapes.split(SIZE);
    let mut resized = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (size, rest) = part
            .split_once('"')
            .context("plotters wrote a letter size that does not end")?;
        let size = size.parse::<f64>()? * SVG_SIZE_PER_EM / SIZE_PER_EM;
        write!(resized, "{SIZE}{size:.2}\"{rest}")?;
    }
    Ok(resized)
}

thread_local! {
    /// The fine pixels of the last plot, reused for the next: allocating the memory takes the time.
    static FINE: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// Draws the figure as a PNG file.
fn png(figure: &impl Figure, out: impl io::Write) -> anyhow::Result<()> {
    const CELL: usize = FINENESS as usize;
    const SHARE: u16 = (FINENESS * FINENESS) as u16;
    let (width, height) = figure.size();
    let (fine_width, fine_height) = (width * FINENESS, height * FINENESS);
    let mut fine = FINE.take();
    fine.clear();
    fine.resize(3 * (fine_width * fine_height) as usize, u8::MAX); // white
    let backend = BitMapBackend::with_buffer(&mut fine, (fine_width, fine_height));
    paint(figure, &backend.into_drawing_area())?;

    let fine_row = 3 * fine_width as usize;
    let mut pixels = Vec::with_capacity(3 * (width * height) as usize);
    // Rows first: a processor adds whole rows many numbers at a time.
    let mut columns = vec![0_u16; fine_row];
    for rows in fine.chunks_exact(CELL * fine_row) {
        columns.fill(0);
        for row in rows.chunks_exact(fine_row) {
            for (sum, &part) in columns.iter_mut().zip(row) {
                *sum += u16::from(part);
            }
        }
        for cell in columns.as_chunks::<{ 3 * CELL }>().0 {
            for colour in 0..3 {
                let mut sum = SHARE / 2;
                for pixel in 0..CELL {
                    sum += cell[3 * pixel + colour];
                }
                pixels.push((sum / SHARE) as u8);
            }
        }
    }
    FINE.set(fine);

    let mut encoder = ::png::Encoder::new(out, width, height);
    encoder.set_color(::png::ColorType::Rgb);
    encoder.set_depth(::png::BitDepth::Eight);
    encoder.set_compression(::png::Compression::Fast);
    encoder.set_adaptive_filter(::png::AdaptiveFilterType::Adaptive);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(())
}

/// Paints the figure inside the margins of a white canvas.
fn paint<DB: Canvas>(figure: &impl Figure, canvas: &Page<DB>) -> anyhow::Result<()> {
    let margin = px(f64::from(MARGIN));
    figure.paint(&canvas.margin(margin, margin, margin, margin))?;
    canvas.present()?;
    Ok(())
}

/// Draws `text` with `size` pixels to the em, in canvas units, such that the given point of its box is at `at`:
/// [`VPos::Center`] is half the height of a capital.
pub(super) fn write<DB: Canvas>(
    page: &Page<DB>,
    text: &str,
    (size, colour): (f64, RGBColor),
    (h, v): (HPos, VPos),
    (x, y): (i32, i32),
) -> anyhow::Result<()> {
    let style = top_left(size, colour).pos(Pos::new(h, VPos::Top));
    page.draw_text(&plain(text), &style, (x, y + px(baseline(v, size))))?;
    Ok(())
}

/// As [`fn@write`], but upwards: `at` is the middle of the text's left side.
pub(super) fn write_upwards<DB: Canvas>(
    page: &Page<DB>,
    text: &str,
    (size, colour): (f64, RGBColor),
    (x, y): (i32, i32),
) -> anyhow::Result<()> {
    let style = top_left(size, colour)
        .pos(Pos::new(HPos::Center, VPos::Top))
        .transform(FontTransform::Rotate270);
    page.draw_text(&plain(text), &style, (x + px(baseline(VPos::Top, size)), y))?;
    Ok(())
}

/// Letters of `size` pixels to the em, which plotters places by its notion of their upper left corner.
fn top_left(size: f64, colour: RGBColor) -> TextStyle<'static> {
    let size = size * SIZE_PER_EM * f64::from(FINENESS);
    FontDesc::new(FontFamily::Name(FAMILY), size, FontStyle::Normal).color(&colour)
}

/// Distance of the upper left corner that plotters needs below the wanted place, in pixels. The baseline lies half a
/// size below that corner.
fn baseline(v: VPos, size: f64) -> f64 {
    let below = match v {
        VPos::Top => ASCENT,
        VPos::Center => CAPITAL / 2.0,
        VPos::Bottom => ASCENT - SIZE_PER_EM,
    };
    size * (below - SIZE_PER_EM / 2.0)
}

/// Width in pixels of `text` at `size` pixels to the em.
pub(super) fn text_width(text: &str, size: f64) -> anyhow::Result<f64> {
    // The width is measured large, because plotters rounds widths down to whole units.
    let measured = 100.0 * SIZE_PER_EM;
    let font = FontDesc::new(FontFamily::Name(FAMILY), measured, FontStyle::Normal);
    let ((left, _), (right, _)) = font
        .layout_box(&plain(text))
        .map_err(|error| anyhow!("cannot measure text: {error}"))?;
    Ok(f64::from(right - left) * size / 100.0)
}

/// `text` and the size at which it fits `width` pixels: at most `size`, at least three quarters of
/// it, and shortened if it still does not fit.
pub(super) fn fitted(text: &str, size: f64, width: f64) -> anyhow::Result<(String, f64)> {
    let full = text_width(text, size)?;
    if full <= width {
        return Ok((text.to_owned(), size));
    }
    let smallest = size * 0.75;
    if full * 0.75 <= width {
        return Ok((text.to_owned(), size * width / full));
    }
    let mut kept: Vec<char> = text.chars().collect();
    loop {
        kept.pop();
        let short = kept.iter().collect::<String>() + "…";
        if kept.is_empty() || text_width(&short, smallest)? <= width {
            return Ok((short, smallest));
        }
    }
}

/// `text`, or as much of its beginning and end as fits `width` pixels at `size`: names of players
/// often differ in their ends only.
pub(super) fn squeezed(text: &str, size: f64, width: f64) -> anyhow::Result<String> {
    let letters: Vec<char> = text.chars().collect();
    let mut short = text.to_owned();
    let mut kept = letters.len();
    while kept > 2 && text_width(&short, size)? > width {
        kept -= 1;
        let (head, tail) = (kept.div_ceil(2), kept / 2);
        short = letters[..head].iter().collect::<String>() + "…";
        short.extend(&letters[letters.len() - tail..]);
    }
    Ok(short)
}

/// A line `width` pixels wide.
pub(super) fn stroke(colour: RGBColor, width: f64) -> ShapeStyle {
    colour.stroke_width(px(width).unsigned_abs())
}

/// Marks of a legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// A filled box.
    Fill,
    /// A pale box.
    Band,
    /// A line.
    Line,
    /// A dashed line.
    Dashes,
    /// A dot on an upright bar.
    Bar,
}

/// One entry of a legend.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// Mark.
    pub mark: Mark,
    /// The colour.
    pub colour: RGBColor,
    /// Label.
    pub label: String,
}

impl Entry {
    /// An entry of the three given parts.
    pub(super) fn new(mark: Mark, colour: RGBColor, label: impl Into<String>) -> Self {
        Self {
            mark,
            colour,
            label: label.into(),
        }
    }
}

/// Height of one row of legend in pixels.
const LEGEND_ROW: f64 = 30.0;
/// Width of a legend's mark with the gap after it.
const MARK_WIDTH: f64 = 42.0;
/// Gap between two entries.
const ENTRY_GAP: f64 = 30.0;
/// Height of the title with the gap below it.
const TITLE_ROW: f64 = 46.0;
/// Gap below title and legend.
const HEADER_GAP: f64 = 16.0;

/// Place of each entry of a legend in a page `width` pixels wide: left edge in pixels and row.
fn legend_places(legend: &[Entry], width: f64) -> anyhow::Result<Vec<(f64, u32)>> {
    let (mut left, mut row) = (0.0, 0);
    legend
        .iter()
        .map(|entry| {
            let own = MARK_WIDTH + text_width(&entry.label, LABEL_SIZE)?;
            if left > 0.0 && left + own > width {
                (left, row) = (0.0, row + 1);
            }
            let place = (left, row);
            left += own + ENTRY_GAP;
            Ok(place)
        })
        .collect()
}

/// Width in pixels of the unshortened `title`; `None` if it cannot be measured.
pub(super) fn title_width(title: &str) -> f64 {
    text_width(title, TITLE_SIZE).unwrap_or(0.0)
}

/// Draws title and legend at the top of `page` and returns what is left below them.
pub(super) fn header<DB: Canvas>(
    page: &Page<DB>,
    title: &str,
    legend: &[Entry],
) -> anyhow::Result<Page<DB>> {
    let width = f64::from(page.dim_in_pixel().0) / f64::from(FINENESS);
    let (title, size) = fitted(title, TITLE_SIZE, width)?;
    write(page, &title, (size, INK), (HPos::Left, VPos::Top), (0, 0))?;
    let places = legend_places(legend, width)?;
    for (entry, &(left, row)) in legend.iter().zip(&places) {
        let middle = TITLE_ROW + LEGEND_ROW * (f64::from(row) + 0.5);
        draw_mark(page, entry, left, middle)?;
        let at = (px(left + MARK_WIDTH), px(middle));
        write(
            page,
            &entry.label,
            (LABEL_SIZE, INK),
            (HPos::Left, VPos::Center),
            at,
        )?;
    }
    let rows = places.last().map_or(0, |&(_, row)| row + 1);
    let height = TITLE_ROW + LEGEND_ROW * f64::from(rows) + HEADER_GAP;
    Ok(page.split_vertically(px(height)).1)
}

/// Draws the mark of a legend's entry around the height `middle`.
fn draw_mark<DB: Canvas>(
    page: &Page<DB>,
    entry: &Entry,
    left: f64,
    middle: f64,
) -> anyhow::Result<()> {
    let at = |x: f64, y: f64| (px(left + x), px(middle + y));
    let colour = entry.colour;
    match entry.mark {
        Mark::Fill => page.draw(&Rectangle::new(
            [at(4.0, -9.0), at(32.0, 9.0)],
            colour.filled(),
        ))?,
        Mark::Band => {
            page.draw(&Rectangle::new(
                [at(4.0, -9.0), at(32.0, 9.0)],
                colour.mix(BAND_ALPHA).filled(),
            ))?;
        }
        Mark::Line => page.draw(&PathElement::new(
            [at(2.0, 0.0), at(34.0, 0.0)],
            stroke(colour, 3.0),
        ))?,
        Mark::Dashes => {
            for x in [2.0, 14.0, 26.0] {
                page.draw(&PathElement::new(
                    [at(x, 0.0), at(x + 7.0, 0.0)],
                    stroke(colour, 2.0),
                ))?;
            }
        }
        Mark::Bar => {
            page.draw(&PathElement::new(
                [at(18.0, -12.0), at(18.0, 12.0)],
                stroke(colour, 2.0),
            ))?;
            page.draw(&Circle::new(at(18.0, 0.0), px(5.0), colour.filled()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_on_any_tint_have_a_contrast_of_four_and_a_half() {
        for colour in [BLUE, VERMILLION, GREEN, PURPLE, ORANGE, SKY, YELLOW] {
            for share in 0..=100 {
                let (ground, ink) = tint(colour, f64::from(share) / 100.0);
                assert!(contrast(ground, ink) >= 4.5, "{ground:?} {ink:?}");
            }
        }
    }

    #[test]
    fn a_dot_in_the_stem_is_no_extension() {
        assert_eq!(
            with_ending(Path::new("plots/alpha-0.5"), ".svg"),
            Path::new("plots/alpha-0.5.svg")
        );
    }

    #[test]
    fn letters_of_the_svg_get_the_size_and_baseline_of_the_bitmap() {
        let size = 100.0 * SIZE_PER_EM / SVG_SIZE_PER_EM;
        let shapes = format!("<text font-size=\"{size}\" fill=\"#000000\">\n");
        assert_eq!(
            resized(&shapes).unwrap(),
            "<text font-size=\"100.00\" fill=\"#000000\">\n"
        );
    }

    #[test]
    fn long_text_shrinks_and_then_loses_its_end() {
        register();
        let full = text_width("protected_own_queen", 16.0).unwrap();
        let fit = |width| fitted("protected_own_queen", 16.0, width).unwrap();
        assert_eq!(fit(full + 1.0), ("protected_own_queen".to_owned(), 16.0));
        let (text, size) = fit(0.8 * full);
        assert_eq!(text, "protected_own_queen");
        assert!((size - 12.8).abs() < 1e-9);
        let (text, size) = fit(0.5 * full);
        assert!(
            text.starts_with("protected") && text.ends_with('…'),
            "{text}"
        );
        assert!(text_width(&text, size).unwrap() <= 0.5 * full);
    }

    #[test]
    fn a_legend_too_wide_for_the_page_goes_on_in_the_next_row() {
        register();
        let entry = Entry::new(Mark::Fill, BLUE, "draw: dead material");
        let places = legend_places(&vec![entry; 9], 1500.0).unwrap();
        let width = MARK_WIDTH + text_width("draw: dead material", LABEL_SIZE).unwrap();
        assert!(
            places.iter().all(|(left, _)| left + width <= 1500.0),
            "{places:?}"
        );
        assert_eq!(places[8].1, 1);
    }
}
