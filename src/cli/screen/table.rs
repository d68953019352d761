//! Tables of a screen.

use console::{Alignment, Style, measure_text_width, pad_str};

use super::{fill, plain_line, prose, styled, wrapped};

/// Columns between two cells.
const GAP: usize = 2;
/// Columns that names have at least before details are left out for them.
const ROOM: usize = 20;
/// Columns by which cells that continue below are indented.
const BELOW: usize = 4;

/// A column of a table.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    title: String,
    alignment: Alignment,
    /// Least width where there is room.
    least: usize,
    /// Rank among the columns that may be left out: the lowest goes first.
    detail: Option<u8>,
    /// Whether its cells may be continued in further lines.
    is_text: bool,
}

impl Column {
    fn new(title: &str, alignment: Alignment, least: usize) -> Column {
        Column {
            title: title.to_owned(),
            alignment,
            least,
            detail: None,
            is_text: false,
        }
    }

    /// Numbers, aligned to the right.
    pub(crate) fn number(title: &str, least: usize) -> Column {
        Column::new(title, Alignment::Right, least)
    }

    /// Words, aligned to the left.
    pub(crate) fn words(title: &str, least: usize) -> Column {
        Column::new(title, Alignment::Left, least)
    }

    /// The names of a table, which may be long.
    pub(crate) fn text(title: &str, least: usize) -> Column {
        Column {
            is_text: true,
            ..Column::words(title, least)
        }
    }

    /// The same column as one that is left out where the table is too wide, in the order of `rank`.
    pub(crate) fn detail(self, rank: u8) -> Column {
        Column {
            detail: Some(rank),
            ..self
        }
    }
}

/// A table with one line for each row, as long as the terminal is wide enough.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    indent: usize,
    columns: Vec<Column>,
    rows: Vec<Row>,
}

#[derive(Clone, Debug)]
enum Row {
    Cells(Vec<String>),
    /// A title of the rows below.
    Title(String),
}

impl Table {
    /// A table without rows, `indent` columns from the left.
    pub(crate) fn new(indent: usize, columns: impl IntoIterator<Item = Column>) -> Table {
        Table {
            indent,
            columns: columns.into_iter().collect(),
            rows: Vec::new(),
        }
    }

    /// A table of `names` against each other, both by their places, which `key` shows.
    pub(crate) fn matrix(
        indent: usize,
        key: Column,
        names: &[String],
        cell: impl Fn(usize, usize) -> String,
    ) -> Table {
        let places = (1..=names.len()).map(|place| Column::number(&place.to_string(), 5));
        let columns = std::iter::once(key).chain(places);
        let mut table = Table::new(indent, columns.chain([Column::text("", 0)]));
        for (row, name) in names.iter().enumerate() {
            let cells = (0..names.len()).map(|column| cell(row, column));
            let place = std::iter::once((row + 1).to_string());
            table.row(place.chain(cells).chain([name.clone()]));
        }
        table
    }

    /// Adds a row, a cell for each column. Cells may be missing at its end.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let cells = cells.into_iter().map(|cell| plain_line(&cell).into_owned());
        self.rows.push(Row::Cells(cells.collect()));
    }

    /// Adds a title of the rows that follow.
    pub(crate) fn title(&mut self, title: impl Into<String>) {
        self.rows.push(Row::Title(title.into()));
    }

    /// Width of the widest cell of a column, its title included.
    fn natural(&self, column: usize) -> usize {
        let rows = self.rows.iter().filter_map(|row| match row {
            Row::Cells(cells) => cells.get(column),
            Row::Title(_) => None,
        });
        let widths = rows.map(|cell| measure_text_width(cell));
        let title = measure_text_width(&self.columns[column].title);
        widths.max().unwrap_or(0).max(title)
    }

    /// The text for a terminal of `width` columns.
    pub(super) fn text(&self, width: usize, is_coloured: bool) -> String {
        let layout = Layout::of(self, width);
        let mut text = String::new();
        let mut add = |style: Style, lines: Vec<String>| {
            for line in lines {
                text += &styled(&style, line.trim_end(), is_coloured);
                text.push('\n');
            }
        };
        let titles: Vec<&str> = self.columns.iter().map(|one| one.title.as_str()).collect();
        if titles.iter().any(|title| !title.is_empty()) {
            add(Style::new().bold(), layout.lines(self, &titles));
        }
        for row in &self.rows {
            match row {
                Row::Title(title) => add(Style::new().bold(), wrapped(title, width)),
                Row::Cells(cells) => {
                    let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
                    add(Style::new(), layout.lines(self, &cells));
                }
            }
        }
        let left_out = (titles.iter().enumerate()).filter(|(column, _)| !layout.has(*column));
        let left_out: Vec<&str> = left_out.map(|(_, title)| *title).collect();
        if !left_out.is_empty() {
            let indent = " ".repeat(self.indent);
            let note = format!("{indent}left out here: {}", left_out.join(", "));
            add(Style::new().dim(), wrapped(&note, width));
        }
        text
    }
}

impl Table {
    /// Columns of a line with these columns of these widths.
    fn across(&self, widths: &[usize], columns: &[usize]) -> usize {
        let cells: usize = columns.iter().map(|&column| widths[column]).sum();
        self.indent + cells + GAP * columns.len().saturating_sub(1)
    }

    /// The layout with one line for each row, names wrapped, and without as many details as must
    /// be; or the columns that must stay, if they are too wide as well.
    fn without_details(&self, natural: &[usize], width: usize) -> Result<Layout, Vec<usize>> {
        let is_text = |column: usize| self.columns[column].is_text;
        let mut widths = natural.to_vec();
        let texts: Vec<usize> = (0..widths.len()).filter(|&one| is_text(one)).collect();
        for &column in &texts {
            widths[column] = natural[column].min(ROOM);
        }
        let mut kept: Vec<usize> = (0..widths.len()).collect();
        while self.across(&widths, &kept) > width {
            let details = kept.iter().filter_map(|&one| self.columns[one].detail);
            let Some(first) = details.min() else {
                return Err(kept);
            };
            kept.retain(|&column| self.columns[column].detail != Some(first));
        }
        for _ in self.across(&widths, &kept)..width {
            let cut = texts.iter().filter(|&&one| widths[one] < natural[one]);
            let Some(&narrowest) = cut.min_by_key(|&&one| widths[one]) else {
                break;
            };
            widths[narrowest] += 1;
        }
        let lines = vec![kept];
        Ok(Layout { widths, lines })
    }

    /// The layout with several lines for each row, where names have lines of their own.
    fn continued_below(&self, natural: &[usize], columns: &[usize], width: usize) -> Layout {
        let room = width.saturating_sub(self.indent + BELOW).max(1);
        let widths: Vec<usize> = natural.iter().map(|cell| *cell.min(&room)).collect();
        let mut lines: Vec<Vec<usize>> = Vec::new();
        for &column in columns {
            let below = if lines.len() > 1 { BELOW } else { 0 };
            let is_text = |column: &usize| self.columns[*column].is_text;
            match lines.last_mut() {
                Some(line)
                    if !is_text(&column)
                        && !line.iter().any(is_text)
                        && below + self.across(&widths, line) + GAP + widths[column] <= width =>
                {
                    line.push(column);
                }
                _ => lines.push(vec![column]),
            }
        }
        Layout { widths, lines }
    }
}

/// Places of a table's columns at some width of a terminal.
struct Layout {
    /// Width of each column.
    widths: Vec<usize>,
    /// Columns of each line of a row.
    lines: Vec<Vec<usize>>,
}

impl Layout {
    fn of(table: &Table, width: usize) -> Layout {
        let columns = 0..table.columns.len();
        let natural: Vec<usize> = columns
            .clone()
            .map(|column| table.natural(column))
            .collect();
        let roomy = natural.iter().zip(&table.columns);
        let roomy: Vec<usize> = roomy
            .map(|(wide, column)| *wide.max(&column.least))
            .collect();
        let all: Vec<usize> = columns.collect();
        for widths in [roomy, natural.clone()] {
            if table.across(&widths, &all) <= width {
                let lines = vec![all];
                return Layout { widths, lines };
            }
        }
        table
            .without_details(&natural, width)
            .unwrap_or_else(|kept| table.continued_below(&natural, &kept, width))
    }

    fn has(&self, column: usize) -> bool {
        self.lines.iter().any(|line| line.contains(&column))
    }

    /// The lines of a row.
    fn lines(&self, table: &Table, cells: &[&str]) -> Vec<String> {
        let mut shown = Vec::new();
        for (number, columns) in self.lines.iter().enumerate() {
            let below = if number > 0 { BELOW } else { 0 };
            let cells: Vec<Vec<String>> = columns
                .iter()
                .map(|&column| {
                    let cell = cells.get(column).copied().unwrap_or_default();
                    match self.widths[column] {
                        wide if measure_text_width(cell) <= wide => vec![cell.to_owned()],
                        wide => fill(cell, prose(wide)),
                    }
                })
                .collect();
            let height = cells.iter().map(Vec::len).max().unwrap_or(0);
            for part in 0..height {
                let mut line = " ".repeat(table.indent + below);
                for (place, &column) in columns.iter().enumerate() {
                    if place > 0 {
                        line += &" ".repeat(GAP);
                    }
                    let cell = cells[place].get(part).map_or("", String::as_str);
                    let alignment = table.columns[column].alignment;
                    line += &pad_str(cell, self.widths[column], alignment, None);
                }
                let line = line.trim_end();
                if !line.is_empty() {
                    shown.push(line.to_owned());
                }
            }
        }
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::super::UNLIMITED;
    use super::*;

    const NAME: &str = "darkboard:weights=hand-made,depth=1,particles=0";

    fn table() -> Table {
        let columns = [
            Column::number("rank", 4),
            Column::text("player", 0),
            Column::number("games", 7).detail(1),
            Column::words("score %", 20),
        ];
        let mut table = Table::new(2, columns);
        let row = ["1", NAME, "40", "50.0 (46.6..53.4)"];
        table.row(row.map(str::to_owned));
        table
    }

    #[test]
    fn no_table_is_wider_than_the_terminal() {
        let names = vec![NAME.to_owned(); 12];
        let matrix = Table::matrix(2, Column::number("", 4), &names, |_, _| "50.0".to_owned());
        for table in [table(), matrix] {
            for width in 40..200 {
                let text = table.text(width, false);
                let wide = text.lines().find(|line| measure_text_width(line) > width);
                assert_eq!(wide, None, "{width}:\n{text}");
                let kept: String = text.split_whitespace().collect();
                assert!(kept.contains("darkboard"), "{width}:\n{text}");
            }
        }
    }

    #[test]
    fn details_are_left_out_and_named_where_the_table_is_too_wide() {
        assert!(!table().text(UNLIMITED, false).contains("left out"));
        let narrow = table().text(52, false);
        assert!(narrow.ends_with("  left out here: games\n"), "{narrow}");
        assert!(!narrow.contains("40"), "{narrow}");
    }

    #[test]
    fn names_have_lines_of_their_own_where_no_detail_is_left() {
        let mut table = Table::new(0, [Column::text("", 0), Column::number("this", 0)]);
        table.row([NAME.to_owned(), "33.33 % (9.68..70.00)".to_owned()]);
        let text = table.text(30, false);
        assert!(
            text.ends_with("particles=0\n    33.33 % (9.68..70.00)\n"),
            "{text}"
        );
    }
}
