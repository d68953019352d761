//! Theme of all plots: size, colours, letters, title and legend, and writing of files.
//!
//! A plot is drawn three times by the same generic code: as SVG and PNG for a wide page, and as SVG
//! for a narrow one ([`Room`]). All canvases are [`FINENESS`] times as fine as the finished page,
//! because plotters counts in whole units: the SVG is scaled back by its view box, the PNG by
//! averaging, which also smooths its edges. All sizes in these files are in pixels of the finished
//! page and pass through [`px`]. A page shows a pixel of a drawing as three quarters of its own.

use std::cell::Cell;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Once};

use anyhow::{Context as _, anyhow, bail};
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

use darkforge_kriegspiel::text::{escape, plain};
use darkforge_lab::draft::Draft;

/// Canvas units to a pixel of the finished page.
const FINENESS: u32 = 3;

/// Width for which a plot is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Room {
    /// A desk's window, or paper.
    Wide,
    /// A phone in one hand.
    Narrow,
}

/// Letter sizes in pixels (the font's em).
#[derive(Clone, Copy, Debug)]
pub(super) struct Letters {
    /// The title.
    pub title: f64,
    /// Names of axes.
    pub name: f64,
    /// Labels of rows, ticks and legends.
    pub label: f64,
    /// Everything else, where there is little room.
    pub small: f64,
}

/// Letters of a wide plot.
const WIDE: Letters = Letters {
    title: 27.0,
    name: 20.0,
    label: 18.0,
    small: 16.0,
};

/// Letters of a narrow plot.
const NARROW: Letters = Letters {
    title: 21.0,
    name: 17.0,
    label: 17.0,
    small: 16.0,
};

impl Room {
    /// The first of two for a wide plot, the second for a narrow one.
    pub(super) fn pick<T>(self, wide: T, narrow: T) -> T {
        match self {
            Room::Wide => wide,
            Room::Narrow => narrow,
        }
    }

    /// Letter sizes.
    pub(super) fn letters(self) -> Letters {
        self.pick(WIDE, NARROW)
    }

    /// Blank border of the drawing in pixels.
    const fn margin(self) -> u32 {
        match self {
            Room::Wide => 28,
            Room::Narrow => 12,
        }
    }

    /// Usual width inside the border in pixels.
    pub(super) fn width(self) -> f64 {
        f64::from(self.pick(1600, 468) - 2 * self.margin())
    }

    /// Usual height below title and legend in pixels.
    pub(super) fn height(self) -> f64 {
        self.pick(852.0, 380.0)
    }

    /// Number of ticks for which there is room where a wide plot has so many.
    pub(super) fn ticks(self, wide: usize) -> usize {
        self.pick(wide, (wide / 2 + 1).min(6))
    }
}

/// Title of a plot, and what it shows in this run.
#[derive(Clone, Copy, Debug)]
pub struct Caption<'a> {
    /// The title.
    pub title: &'a str,
    /// Result that the plot shows, in a sentence with its figures; empty for none.
    pub sentence: &'a str,
}

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

/// The subset of `DejaVu Sans` for all plots, so that none needs an installed font.
static FONT: &[u8] = include_bytes!("../assets/fonts/DejaVuSans-subset.ttf");

/// The letters as CSS.
pub static FONT_FACE: LazyLock<String> = LazyLock::new(|| {
    format!(
        "@font-face{{font-family:\"Darkforge Plot\";src:url(data:font/ttf;base64,{}) format(\"truetype\")}}",
        STANDARD.encode(FONT)
    )
});

/// Ends and corners of lines.
const LINES: &str = "polyline{stroke-linejoin:round;stroke-linecap:round}";

/// The element `style` of every wide drawing.
pub static STYLE: LazyLock<String> = LazyLock::new(|| {
    let face = &*FONT_FACE;
    format!("<style>{face}\n{LINES}</style>")
});

/// The element `style` of every narrow drawing, which is for pages that have the letters.
pub static NARROW_STYLE: LazyLock<String> = LazyLock::new(|| format!("<style>{LINES}</style>"));

/// Folder of the narrow drawings beside the wide ones.
pub const NARROW_FOLDER: &str = "narrow";

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

/// Width and height of an area in pixels.
pub(super) fn pixels<DB: Canvas>(area: &Page<DB>) -> (f64, f64) {
    let (width, height) = area.dim_in_pixel();
    let fine = f64::from(FINENESS);
    (f64::from(width) / fine, f64::from(height) / fine)
}

/// A part of the canvas that a plot draws on.
pub(super) type Page<DB> = DrawingArea<DB, Shift>;

/// The SVG or the bitmap.
pub(super) trait Canvas: DrawingBackend<ErrorType: 'static> {}

impl<DB: DrawingBackend<ErrorType: 'static>> Canvas for DB {}

/// A plot that can be drawn on any canvas.
pub(super) trait Figure {
    /// Legend below the title.
    fn legend(&self) -> Vec<Entry> {
        Vec::new()
    }

    /// Width and height below title and legend in pixels.
    ///
    /// # Errors
    /// A text cannot be measured.
    fn size(&self, room: Room) -> anyhow::Result<(f64, f64)> {
        Ok((room.width(), room.height()))
    }

    /// Draws everything below title and legend.
    ///
    /// # Errors
    /// A text cannot be measured or drawn.
    fn paint<DB: Canvas>(&self, body: &Page<DB>, room: Room) -> anyhow::Result<()>;
}

/// Writes `figure` to `STEM.svg`, `STEM.png` and, for narrow pages, `narrow/STEM.svg`, all only once
/// all could be drawn.
pub(super) fn save(stem: &Path, caption: &Caption<'_>, figure: &impl Figure) -> anyhow::Result<()> {
    register();
    let drawing = |room| Drawing::of(caption, figure, room);
    let (wide, narrow) = (drawing(Room::Wide)?, drawing(Room::Narrow)?);
    let texts = [wide.svg()?, narrow.svg()?];
    let paths = [with_ending(stem, ".svg"), narrow_path(stem)?];
    let mut drafts = Vec::new();
    for (path, text) in paths.into_iter().zip(texts) {
        let cannot = || format!("cannot write {}", path.display());
        let mut draft = Draft::begin(&path).with_context(cannot)?;
        draft.write_all(text.as_bytes()).with_context(cannot)?;
        drafts.push((draft, path));
    }
    let path = with_ending(stem, ".png");
    let cannot = || format!("cannot write {}", path.display());
    let mut draft = Draft::begin(&path).with_context(cannot)?;
    wide.png(&mut draft).with_context(cannot)?;
    drafts.push((draft, path));
    for (draft, path) in drafts {
        let cannot = || format!("cannot write {}", path.display());
        draft.replace().with_context(cannot)?;
    }
    Ok(())
}

/// Removes the plots in `folder`, and it and the folder of narrow ones if nothing else is in them. Other
/// files stay.
///
/// # Errors
/// A file cannot be read or removed.
pub fn remove(folder: &Path) -> io::Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
    let narrow = folder.join(NARROW_FOLDER);
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let stem = path.with_extension("");
        let is_drawing = path.extension().is_some_and(|ending| ending == "svg")
            && String::from_utf8_lossy(&fs::read(&path)?).contains(STYLE.as_str());
        let Some(name) = stem.file_name().filter(|_| is_drawing) else {
            continue;
        };
        let drawings = [
            with_ending(&stem, ".png"),
            with_ending(&narrow.join(name), ".svg"),
            path,
        ];
        for path in drawings {
            match fs::remove_file(path) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
    }
    for folder in [&narrow, folder] {
        match fs::remove_dir(folder) {
            Err(error)
                if !matches!(
                    error.kind(),
                    ErrorKind::NotFound | ErrorKind::DirectoryNotEmpty
                ) =>
            {
                return Err(error);
            }
            _ => {}
        }
    }
    Ok(())
}

/// Path of the narrow drawing, whose folder is made if needed.
fn narrow_path(stem: &Path) -> anyhow::Result<PathBuf> {
    let name = stem.file_name().context("a plot without a name")?;
    let folder = stem.with_file_name(NARROW_FOLDER);
    if folder.is_symlink() {
        bail!(
            "{} is a symbolic link, and a run writes into its own folder alone; remove the link",
            folder.display()
        );
    }
    match fs::create_dir(&folder) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => {
            Err(error).with_context(|| format!("cannot make {}", folder.display()))
        }
        _ => Ok(with_ending(&folder.join(name), ".svg")),
    }
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

/// A figure with its title and legend in place.
struct Drawing<'a, F> {
    caption: &'a Caption<'a>,
    figure: &'a F,
    room: Room,
    header: Header,
    /// Width and height in pixels of the finished page.
    size: (u32, u32),
}

impl<'a, F: Figure> Drawing<'a, F> {
    fn of(caption: &'a Caption<'a>, figure: &'a F, room: Room) -> anyhow::Result<Self> {
        let (width, height) = figure.size(room)?;
        let width = width.ceil().min(room.width());
        let header = Header::of(caption.title, &figure.legend(), room, width)?;
        let around = 2 * room.margin();
        let size = (
            width as u32 + around,
            (header.height + height).ceil() as u32 + around,
        );
        Ok(Drawing {
            caption,
            figure,
            room,
            header,
            size,
        })
    }

    fn canvas(&self) -> (u32, u32) {
        (self.size.0 * FINENESS, self.size.1 * FINENESS)
    }

    /// Paints inside the margins of a white canvas.
    fn paint<DB: Canvas>(&self, canvas: &Page<DB>) -> anyhow::Result<()> {
        let margin = px(f64::from(self.room.margin()));
        let page = canvas.margin(margin, margin, margin, margin);
        self.header.paint(&page, self.room)?;
        let (_, body) = page.split_vertically(px(self.header.height));
        self.figure.paint(&body, self.room)?;
        canvas.present()?;
        Ok(())
    }

    /// A self-contained SVG document.
    fn svg(&self) -> anyhow::Result<String> {
        let canvas = self.canvas();
        let mut drawn = String::new();
        let page = SVGBackend::with_string(&mut drawn, canvas).into_drawing_area();
        page.fill(&WHITE)?;
        self.paint(&page)?;
        drop(page); // it borrows what was drawn
        let (_, shapes) = drawn.split_once('\n').context("plotters drew no SVG")?;
        let mut document = String::with_capacity(drawn.len() + 2 * FONT.len());
        let (width, height) = self.size;
        writeln!(
            document,
            "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {} {}\" xmlns=\"http://www.w3.org/2000/svg\">",
            canvas.0, canvas.1
        )?;
        let Caption { title, sentence } = self.caption;
        writeln!(document, "<title>{}</title>", escape(title))?;
        if !sentence.is_empty() {
            writeln!(document, "<desc>{}</desc>", escape(sentence))?;
        }
        document.push_str(self.room.pick(&*STYLE, &*NARROW_STYLE));
        document.push('\n');
        let baseline = format!("dy=\"{:.4}em\"", SIZE_PER_EM / 2.0);
        document.push_str(&resized(shapes)?.replace(SVG_BASELINE, &baseline));
        Ok(document)
    }

    /// A PNG file.
    fn png(&self, out: impl io::Write) -> anyhow::Result<()> {
        const CELL: usize = FINENESS as usize;
        const SHARE: u16 = (FINENESS * FINENESS) as u16;
        let ((width, height), (fine_width, fine_height)) = (self.size, self.canvas());
        let mut fine = FINE.take();
        fine.clear();
        fine.resize(3 * (fine_width * fine_height) as usize, u8::MAX); // white
        let backend = BitMapBackend::with_buffer(&mut fine, (fine_width, fine_height));
        self.paint(&backend.into_drawing_area())?;

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
        let Caption { title, sentence } = self.caption;
        for (keyword, text) in [("Title", title), ("Description", sentence)] {
            if !text.is_empty() {
                encoder.add_itxt_chunk(keyword.to_owned(), plain(text).into_owned())?;
            }
        }
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&pixels)?;
        writer.finish()?;
        Ok(())
    }
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

/// Letters after which a word may be broken where it is too wide for a line: parts of a player's spec.
const BREAKS: [char; 5] = [',', ':', '=', '/', ';'];

/// `text` in at most `most` lines that fit `width` pixels at `size`. It is broken at spaces, in words
/// that are too wide behind a sign, else anywhere; what does not fit is left out with a sign.
pub(super) fn wrapped(
    text: &str,
    size: f64,
    width: f64,
    most: usize,
) -> anyhow::Result<Vec<String>> {
    let text = plain(text);
    let mut lines = vec![String::new()];
    let fits = |line: &str| Ok::<bool, anyhow::Error>(text_width(line.trim_end(), size)? <= width);
    for word in text.split_inclusive(' ') {
        let last = lines.len() - 1;
        if fits(&format!("{}{word}", lines[last]))? {
            lines[last] += word;
            continue;
        }
        if fits(word)? {
            lines.push(word.to_owned());
            continue;
        }
        for part in word.split_inclusive(BREAKS) {
            let last = lines.len() - 1;
            if fits(&format!("{}{part}", lines[last]))? {
                lines[last] += part;
            } else if fits(part)? {
                lines.push(part.to_owned());
            } else {
                for letter in part.chars() {
                    let last = lines.len() - 1;
                    if !fits(&format!("{}{letter}", lines[last]))? {
                        lines.push(String::new());
                    }
                    let last = lines.len() - 1;
                    lines[last].push(letter);
                }
            }
        }
    }
    lines.retain(|line| !line.trim().is_empty());
    for line in &mut lines {
        line.truncate(line.trim_end().len());
    }
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            while !last.is_empty() && text_width(&format!("{last}…"), size)? > width {
                last.pop();
            }
            last.push('…');
        }
    }
    Ok(lines)
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
    /// A dot.
    Dot,
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

/// Height of a row of legend, and of a further line of an entry, in its letters.
const LEGEND_ROW: f64 = 1.65;
/// See [`LEGEND_ROW`].
const LEGEND_LINE: f64 = 1.25;
/// Width of a legend's mark with the gap after it.
const MARK_WIDTH: f64 = 42.0;
/// Gap between two entries.
const ENTRY_GAP: f64 = 30.0;
/// Height of a line of the title in its letters.
const TITLE_LINE: f64 = 1.3;
/// Gap between title and legend, and below both.
const TITLE_GAP: f64 = 11.0;
/// See [`TITLE_GAP`].
const HEADER_GAP: f64 = 16.0;
/// Most lines of a title.
const TITLE_LINES: usize = 4;

/// An entry of a legend with its place.
struct Placed {
    entry: Entry,
    lines: Vec<String>,
    left: f64,
    /// Middle of its first line.
    middle: f64,
}

/// Title and legend at the top of a drawing.
struct Header {
    title: Vec<String>,
    entries: Vec<Placed>,
    height: f64,
}

impl Header {
    /// Places title and legend in a drawing `width` pixels wide.
    fn of(title: &str, legend: &[Entry], room: Room, width: f64) -> anyhow::Result<Header> {
        let letters = room.letters();
        let title = wrapped(title, letters.title, width, TITLE_LINES)?;
        let mut height = TITLE_LINE * letters.title * title.len() as f64 + TITLE_GAP;
        let (row, line) = (LEGEND_ROW * letters.label, LEGEND_LINE * letters.label);
        let mut entries: Vec<Placed> = Vec::new();
        let (mut left, mut row_height) = (0.0, 0.0);
        for entry in legend {
            let lines = wrapped(&entry.label, letters.label, width - MARK_WIDTH, TITLE_LINES)?;
            let mut own = 0.0_f64;
            for line in &lines {
                own = own.max(MARK_WIDTH + text_width(line, letters.label)?);
            }
            if left > 0.0 && left + own > width {
                (height, left, row_height) = (height + row_height, 0.0, 0.0);
            }
            row_height = f64::max(row_height, row + line * (lines.len() - 1) as f64);
            entries.push(Placed {
                entry: entry.clone(),
                lines,
                left,
                middle: height + row / 2.0,
            });
            left += own + ENTRY_GAP;
        }
        Ok(Header {
            title,
            entries,
            height: height + row_height + HEADER_GAP,
        })
    }

    fn paint<DB: Canvas>(&self, page: &Page<DB>, room: Room) -> anyhow::Result<()> {
        let letters = room.letters();
        for (place, line) in self.title.iter().enumerate() {
            let top = px(TITLE_LINE * letters.title * place as f64);
            let anchor = (HPos::Left, VPos::Top);
            write(page, line, (letters.title, INK), anchor, (0, top))?;
        }
        for placed in &self.entries {
            draw_mark(page, &placed.entry, placed.left, placed.middle)?;
            for (place, line) in placed.lines.iter().enumerate() {
                let middle = placed.middle + LEGEND_LINE * letters.label * place as f64;
                let at = (px(placed.left + MARK_WIDTH), px(middle));
                let anchor = (HPos::Left, VPos::Center);
                write(page, line, (letters.label, INK), anchor, at)?;
            }
        }
        Ok(())
    }
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
        Mark::Dot => page.draw(&Circle::new(at(18.0, 0.0), px(6.0), colour.filled()))?,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_legend_too_wide_for_the_page_goes_on_in_the_next_row() {
        register();
        let entry = Entry::new(Mark::Fill, BLUE, "draw: dead material");
        let header = Header::of("t", &vec![entry; 9], Room::Wide, 1500.0).unwrap();
        let width = MARK_WIDTH + text_width("draw: dead material", WIDE.label).unwrap();
        let entries = || header.entries.iter();
        assert!(entries().all(|placed| placed.left + width <= 1500.0));
        assert!(header.entries[8].middle > header.entries[0].middle);
    }

    #[test]
    fn long_titles_and_labels_are_wrapped_and_nothing_is_lost() {
        register();
        let long = "darkboard:weights=hand-made,depth=1,particles=0 against darkboard:search=enhanced,positions=5000";
        let lines = wrapped(long, NARROW.title, 444.0, 9).unwrap();
        assert!(lines.len() > 1);
        for line in &lines {
            assert!(text_width(line, NARROW.title).unwrap() <= 444.0, "{line}");
        }
        let joined: String = lines.concat();
        assert_eq!(joined.replace(' ', ""), long.replace(' ', ""));
        let few = wrapped(long, NARROW.title, 444.0, 1).unwrap();
        assert!(few.len() == 1 && few[0].ends_with('…'), "{few:?}");
        assert!(wrapped("", 20.0, 100.0, 3).unwrap().is_empty());
        let entry = Entry::new(Mark::Line, BLUE, long);
        let header = Header::of(long, &[entry], Room::Narrow, 444.0).unwrap();
        assert!(header.entries[0].lines.len() > 1);
    }
}
