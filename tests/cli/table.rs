//! The tables of a run, with their promised columns and words.

use std::fs;
use std::path::Path;

pub const GAMES_HEADER: &str = "game,bout,pair,white,black,ruleset,seed,result,ending,plies,\
    white_refused,black_refused,white_material,black_material,final_fen";
pub const STANDINGS_HEADER: &str = "rank,player,games,wins,draws,losses,stalemates,score,score_lo,\
    score_hi,elo,elo_lo,elo_hi";
pub const ENDINGS: [&str; 10] = [
    "checkmate",
    "stalemate",
    "dead_material",
    "fifty_moves",
    "repetition",
    "ply_limit",
    "forfeit_crash",
    "forfeit_time",
    "forfeit_silence",
    "forfeit_protocol",
];

/// A CSV file: its header and its rows.
pub struct Table {
    pub name: String,
    pub header: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Table {
    pub fn read(path: &Path) -> Table {
        let name = path.display().to_string();
        let mut reader =
            csv::Reader::from_path(path).unwrap_or_else(|error| panic!("{name}: {error}"));
        let strings = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect();
        let header = strings(reader.headers().expect("a header"));
        let rows = reader
            .records()
            .map(|row| strings(&row.unwrap_or_else(|error| panic!("{name}: {error}"))))
            .collect();
        Table { name, header, rows }
    }

    pub fn column(&self, name: &str) -> usize {
        let found = self.header.iter().position(|column| column == name);
        found.unwrap_or_else(|| panic!("{}: no column {name} in {:?}", self.name, self.header))
    }

    /// Every row's text in the column called `name`.
    pub fn texts(&self, name: &str) -> Vec<&str> {
        let column = self.column(name);
        self.rows.iter().map(|row| row[column].as_str()).collect()
    }

    /// Every row's number in the column called `name`.
    pub fn numbers<T: std::str::FromStr>(&self, name: &str) -> Vec<T> {
        let number = |text: &str| {
            let number = text.parse().ok();
            number.unwrap_or_else(|| panic!("{}: {name} = '{text}'", self.name))
        };
        self.texts(name).into_iter().map(number).collect()
    }

    /// The rows whose text in the column called `name` is `value`.
    pub fn only(&self, name: &str, value: &str) -> Table {
        let column = self.column(name);
        let rows = self.rows.iter().filter(|row| row[column] == value);
        Table {
            name: format!("{} ({name} = {value})", self.name),
            header: self.header.clone(),
            rows: rows.cloned().collect(),
        }
    }
}

/// Names and values in a weight file, in its order.
pub fn weights(path: &Path) -> Vec<(String, f64)> {
    let text = fs::read_to_string(path).expect("a weight file");
    let table: toml::Table = text.parse().expect("a weight file is TOML");
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#') && !line.starts_with("player"));
    lines
        .map(|line| {
            let (name, _) = line.split_once(" = ").expect("name = value");
            let value = table[name].as_float().expect("a weight is a number");
            (name.to_owned(), value)
        })
        .collect()
}
