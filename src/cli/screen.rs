//! Text for people, laid out for the columns of a terminal: prose is wrapped at words, tables leave
//! out details or continue cells below.

mod table;

use std::borrow::Cow;

use console::Style;
use textwrap::core::Word;
use textwrap::{Options, WordSeparator, WordSplitter};

pub(crate) use darkforge_kriegspiel::text::{plain, plain_line};
pub(crate) use table::{Column, Table};

/// Number of columns where nothing is too wide: output that is no terminal.
pub(crate) const UNLIMITED: usize = usize::MAX;

/// Columns by which lines are continued further to the right than they begin.
const CONTINUED: usize = 2;

/// Text for people in the order in which it is shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct Screen(Vec<Part>);

#[derive(Clone, Debug)]
enum Part {
    /// A line, wrapped at words.
    Line(String, Style),
    /// A line for a shell, continued by backslashes.
    Command(String),
    Table(Table),
}

impl Screen {
    /// A screen without text.
    pub(crate) fn new() -> Screen {
        Screen::default()
    }

    /// A line of prose.
    pub(crate) fn of(line: impl Into<String>) -> Screen {
        let mut screen = Screen::new();
        screen.line(line);
        screen
    }

    /// Adds a line of prose. Line ends in it are those of names.
    pub(crate) fn line(&mut self, text: impl Into<String>) {
        self.0.push(Part::Line(text.into(), Style::new()));
    }

    /// Adds a headline or verdict: a line that stands out.
    pub(crate) fn headline(&mut self, text: impl Into<String>) {
        self.0.push(Part::Line(text.into(), Style::new().bold()));
    }

    /// Adds a command line, with its indent, that can be copied into a shell.
    pub(crate) fn command(&mut self, text: impl Into<String>) {
        self.0.push(Part::Command(text.into()));
    }

    /// Adds a table.
    pub(crate) fn table(&mut self, table: Table) {
        self.0.push(Part::Table(table));
    }

    /// Adds all of `other`.
    pub(crate) fn append(&mut self, other: Screen) {
        self.0.extend(other.0);
    }

    /// The text for a terminal of `width` columns, in colours if it `is_coloured`.
    pub(crate) fn text(&self, width: usize, is_coloured: bool) -> String {
        let mut text = String::new();
        for part in &self.0 {
            let (lines, style) = match part {
                Part::Line(line, style) => (wrapped(line, width), style.clone()),
                Part::Command(line) => (command(line, width), Style::new()),
                Part::Table(table) => {
                    text += &table.text(width, is_coloured);
                    continue;
                }
            };
            for line in lines {
                text += &styled(&style, &line, is_coloured);
                text.push('\n');
            }
        }
        text
    }
}

/// `text` in a style. Spaces before it have none.
fn styled(style: &Style, text: &str, is_coloured: bool) -> String {
    let words = text.trim_start();
    let indent = &text[..text.len() - words.len()];
    let style = style
        .clone()
        .force_styling(is_coloured && !words.is_empty());
    format!("{indent}{}", style.apply_to(words))
}

/// Letters of a word from which on it may be broken at its marks...
const LONG: usize = 20;
/// ...after one of these.
const MARKS: [char; 3] = [',', '/', ':'];

/// Words of a line, long ones, as a player or a path, in parts where they may be broken.
fn parts(line: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    let words = WordSeparator::AsciiSpace.find_words(line);
    Box::new(words.flat_map(|word| {
        if word.word.len() < LONG {
            return vec![word];
        }
        let parts = word.word.split_inclusive(MARKS).map(Word::from);
        let mut parts: Vec<Word<'_>> = parts.collect();
        if let Some(last) = parts.last_mut() {
            last.whitespace = word.whitespace;
        }
        parts
    }))
}

/// Lines of at most `width` columns that have the words of `text` in `options`.
fn fill(text: &str, options: Options<'_>) -> Vec<String> {
    let lines = textwrap::wrap(text, options);
    lines.into_iter().map(Cow::into_owned).collect()
}

/// Options of prose: long words may be broken at their marks.
fn prose(width: usize) -> Options<'static> {
    Options::new(width.max(1))
        .word_splitter(WordSplitter::NoHyphenation)
        .word_separator(WordSeparator::Custom(parts))
}

/// A line of prose in lines of at most `width` columns. Continuations are indented.
fn wrapped(line: &str, width: usize) -> Vec<String> {
    hanging(&plain_line(line), width)
}

/// The same for a line of the program's own, which may have colours.
pub(crate) fn hanging(line: &str, width: usize) -> Vec<String> {
    if console::measure_text_width(line) <= width {
        return vec![line.to_owned()];
    }
    let words = line.trim_start();
    let indent = (line.len() - words.len()).min(width / 2);
    let (first, next) = (" ".repeat(indent), " ".repeat(indent + CONTINUED));
    fill(
        words,
        prose(width).initial_indent(&first).subsequent_indent(&next),
    )
}

/// A command line in lines that a shell joins again. Words stay whole.
fn command(line: &str, width: usize) -> Vec<String> {
    const BREAK: &str = " \\";
    let line = plain_line(line);
    if console::measure_text_width(&line) <= width {
        return vec![line.into_owned()];
    }
    let words = line.trim_start();
    let indent = " ".repeat(line.len() - words.len());
    let next = format!("{indent}  ");
    let options = Options::new(width.saturating_sub(BREAK.len()))
        .break_words(false)
        .word_splitter(WordSplitter::NoHyphenation)
        .initial_indent(&indent)
        .subsequent_indent(&next);
    let mut lines = fill(words, options);
    let last = lines.len().saturating_sub(1);
    for line in &mut lines[..last] {
        *line += BREAK;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_says_the_same_in_the_letters_of_a_terminal() {
        let name = "a\u{9b}b\u{202e}";
        let json = serde_json::json!({ "name": name }).to_string();
        let shown: serde_json::Value = serde_json::from_str(&plain(&json)).unwrap();
        assert_eq!(shown["name"], name);
    }

    #[test]
    fn no_name_is_a_line_of_its_own() {
        let mut screen = Screen::new();
        screen.line("files: a\nerror: b");
        assert_eq!(screen.text(UNLIMITED, false), "files: a\\u000aerror: b\n");
    }

    #[test]
    fn prose_is_wrapped_at_words_and_continued_further_right() {
        let line = "  a game has 84 plies; refused tries: 3.1 of the first";
        assert_eq!(
            wrapped(line, 30),
            [
                "  a game has 84 plies; refused",
                "    tries: 3.1 of the first"
            ]
        );
        assert_eq!(wrapped(line, UNLIMITED), [line]);
        let long = "x".repeat(70);
        for width in 20..=80 {
            for line in [line, &long, &format!("{:60}{long}", "")] {
                for line in wrapped(line, width) {
                    assert!(console::measure_text_width(&line) <= width, "{line}");
                }
            }
        }
    }

    #[test]
    fn long_words_are_broken_at_their_marks_and_stay_the_same() {
        let player = "darkboard:weights=hand-made,depth=1,particles=0";
        let lines = wrapped(&format!("the player {player} of them"), 40);
        assert_eq!(lines[0], "the player darkboard:weights=hand-made,");
        assert_eq!(lines[1], "  depth=1,particles=0 of them");
    }

    #[test]
    fn a_wrapped_command_is_one_command_for_a_shell() {
        let line = "  darkforge evolve tiny.toml --out results/tiny --resume";
        let lines = command(line, 34);
        assert_eq!(
            lines,
            [
                "  darkforge evolve tiny.toml \\",
                "    --out results/tiny --resume"
            ]
        );
    }

    #[test]
    fn headlines_are_bold_in_colour_alone() {
        let mut screen = Screen::new();
        screen.headline("  proven");
        assert_eq!(screen.text(80, false), "  proven\n");
        assert_eq!(screen.text(80, true), "  \u{1b}[1mproven\u{1b}[0m\n");
    }
}
