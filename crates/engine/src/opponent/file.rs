//! The TOML file of a model of an opponent.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::error::OpponentError;
use super::factors::{ByGroup, Factors};
use super::habits::{DANGERS, Habits, KINDS, OPENING, Table};
use super::model::Opponent;
use super::squares::{self, BySquare, COLORS, put, rounded, sized};
use super::terms::{TERMS, Terms};
use darkforge_board::{ROLES, Square, Try};
use darkforge_kriegspiel::text;
use darkforge_kriegspiel::umpire::Ruleset;

/// A model as its file has it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    player: String,
    games: u32,
    ruleset: String,
    trust: f64,
    weights: BTreeMap<String, f64>,
    /// Without it, those of the general model.
    factors: Option<ByGroup>,
    attacks: Attacks,
    checks: Pairs,
    taken: Pairs,
    kinds: BTreeMap<String, Pairs>,
    danger: BTreeMap<String, Pairs>,
    /// By colour and number: moves with their counts.
    openings: BTreeMap<String, BTreeMap<String, BTreeMap<String, u32>>>,
    squares: BySquare,
}

/// Numbers of attacks on each square, a1 to h8 in the player's own frame.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Attacks {
    by_player: Vec<u32>,
    on_player: Vec<u32>,
}

/// Moves played, and moves expected if all legal moves were equally likely.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pairs {
    played: Vec<u32>,
    expected: Vec<f64>,
}

/// Comments over the sections, by the first line of each.
pub(super) const COMMENTS: [(&str, &str); 9] = [
    (
        "trust = ",
        "Share of the probability that follows this model; the rest follows the general one (0 to 0.99).",
    ),
    (
        "[weights]",
        "Weights of the terms: logarithms of the counts below.",
    ),
    (
        "[factors]",
        "Factors of the belief's move model, fitted to the player's moves: the last term is of them.",
    ),
    (
        "[attacks]",
        "Attacks by square, a1 to h8 with the player at the bottom.",
    ),
    (
        "[checks]",
        "Moves without and with a direct check: played, and expected if all legal moves were equally likely.",
    ),
    (
        "[taken]",
        "Captured pawns, knights, bishops, rooks and queens (the last number is not used).",
    ),
    (
        "[kinds.back]",
        "Kinds of moves, by pawn, knight, bishop, rook, queen and king. back: captures where the opponent has just captured.",
    ),
    (
        "[danger.",
        "Whether the man was attacked, and whether its destination was; the same order of men.",
    ),
    (
        "[openings.black",
        "Moves by their number in the game, with the times that they were played.",
    ),
];

/// Greatest trust: some probability must stay for moves that the model excludes.
const MOST_TRUST: f64 = 0.99;

type Wrong = (String, String);

fn pairs_of(pairs: &[super::Pair]) -> Pairs {
    Pairs {
        played: pairs.iter().map(|pair| pair.played).collect(),
        expected: pairs.iter().map(|pair| rounded(pair.expected)).collect(),
    }
}

/// Name of a line of [`DANGERS`] as a key.
fn key_of(danger: &str) -> String {
    danger.replace(' ', "_")
}

/// The file of `model`.
pub(super) fn write(model: &Opponent, heading: &str) -> String {
    let habits = &model.habits;
    let rows = |table: Table, names: &[String]| -> BTreeMap<String, Pairs> {
        let pairs = habits.table(table);
        let rows = names.iter().enumerate();
        rows.map(|(row, name)| {
            let of_row: Vec<super::Pair> = (0..6)
                .map(|role| match table {
                    Table::Danger => pairs[role * DANGERS.len() + row],
                    _ => pairs[row * 6 + role],
                })
                .collect();
            (name.clone(), pairs_of(&of_row))
        })
        .collect()
    };
    let openings = COLORS.iter().zip(&habits.openings).map(|(color, numbers)| {
        let numbers = numbers.iter().enumerate().map(|(number, moves)| {
            let moves = moves
                .iter()
                .map(|(&(from, to), &times)| (Try::new(from, to).to_string(), times));
            (format!("{:02}", number + 1), moves.collect())
        });
        ((*color).to_owned(), numbers.collect())
    });
    let [by_player, on_player] = model.attacks.clone();
    let file = File {
        player: model.player.clone(),
        games: model.games,
        ruleset: model.ruleset.name.to_owned(),
        trust: model.trust,
        weights: TERMS
            .iter()
            .zip(model.weights)
            .map(|(name, weight)| ((*name).to_owned(), weight))
            .collect(),
        factors: Some(model.factors.lists()),
        attacks: Attacks {
            by_player,
            on_player,
        },
        checks: pairs_of(habits.table(Table::Checks)),
        taken: pairs_of(habits.table(Table::Taken)),
        kinds: rows(Table::Kinds, &KINDS.map(str::to_owned)),
        danger: rows(Table::Danger, &DANGERS.map(key_of)),
        openings: openings.collect(),
        squares: squares::of(habits),
    };
    let mut text = String::new();
    for line in heading.lines() {
        let _ = writeln!(text, "{}", format!("# {line}").trim_end());
    }
    let mut comments = COMMENTS.iter().peekable();
    // A table of strings, numbers and lists can be written.
    for line in toml::to_string(&file).unwrap_or_default().lines() {
        if let Some((_, comment)) = comments.next_if(|(start, _)| line.starts_with(start)) {
            let _ = writeln!(text, "# {comment}");
        }
        let _ = writeln!(text, "{line}");
    }
    text
}

/// The model in `text`; `path` is for messages.
///
/// # Errors
/// The first thing that is wrong, with its key.
pub(super) fn read(path: &str, text: &str) -> Result<Opponent, OpponentError> {
    let file: File = toml::from_str(text).map_err(|error| OpponentError::Syntax {
        path: path.to_owned(),
        message: text::toml_mistake(text, &error, |_| None),
    })?;
    understand(file).map_err(|(key, problem)| OpponentError::Value {
        path: path.to_owned(),
        key,
        problem,
    })
}

fn understand(file: File) -> Result<Opponent, Wrong> {
    let wrong = |key: &str, problem: String| (key.to_owned(), problem);
    let ruleset: &'static Ruleset = file
        .ruleset
        .parse::<&'static Ruleset>()
        .map_err(|error| wrong("ruleset", error.to_string()))?;
    if !text::is_line(&file.player) {
        return Err(wrong("player", "a name is one line".to_owned()));
    }
    if !(0.0..=MOST_TRUST).contains(&file.trust) {
        let problem = format!(
            "{} is out of range; it must be from 0 to {MOST_TRUST}",
            file.trust
        );
        return Err(wrong("trust", problem));
    }
    let mut habits = Habits::default();
    squares::fill(&mut habits, &file.squares)?;
    let singles = [
        ("checks", Table::Checks, &file.checks),
        ("taken", Table::Taken, &file.taken),
    ];
    for (key, table, pairs) in singles {
        let keys = [format!("{key}.played"), format!("{key}.expected")];
        let into = &mut habits.tables[table as usize];
        put(into, (&keys[0], &pairs.played), (&keys[1], &pairs.expected))?;
    }
    rows(
        &mut habits,
        Table::Kinds,
        "kinds",
        &KINDS.map(str::to_owned),
        &file.kinds,
    )?;
    rows(
        &mut habits,
        Table::Danger,
        "danger",
        &DANGERS.map(key_of),
        &file.danger,
    )?;
    openings(&mut habits, &file.openings)?;
    let weights = weights(&file.weights)?;
    sized("attacks.by_player", file.attacks.by_player.len(), 64)?;
    sized("attacks.on_player", file.attacks.on_player.len(), 64)?;
    let factors = file.factors.as_ref().map(Factors::of_lists).transpose()?;
    let factors = factors.unwrap_or_default();
    let mut model = Opponent::new(&file.player, ruleset, file.games, weights, habits, factors);
    model.trust = file.trust;
    model.attacks = [file.attacks.by_player, file.attacks.on_player];
    model.terms = Terms::of(&model.habits);
    Ok(model)
}

/// The weights, in the order of [`TERMS`].
fn weights(table: &BTreeMap<String, f64>) -> Result<[f64; TERMS.len()], Wrong> {
    if let Some(strange) = table.keys().find(|name| !TERMS.contains(&name.as_str())) {
        let problem = format!("there is no such weight; there are {}", TERMS.join(", "));
        return Err((format!("weights.{strange}"), problem));
    }
    let mut weights = [0.0; TERMS.len()];
    for (weight, name) in weights.iter_mut().zip(TERMS) {
        let Some(&written) = table.get(name) else {
            return Err((format!("weights.{name}"), "it is missing".to_owned()));
        };
        if !(-100.0..=100.0).contains(&written) {
            let problem = format!("{written} is out of range; it must be from -100 to 100");
            return Err((format!("weights.{name}"), problem));
        }
        *weight = written;
    }
    Ok(weights)
}

/// Puts a table with a row for each of `names` into `habits`.
fn rows(
    habits: &mut Habits,
    table: Table,
    section: &str,
    names: &[String],
    all: &BTreeMap<String, Pairs>,
) -> Result<(), Wrong> {
    if let Some(strange) = all.keys().find(|name| !names.contains(name)) {
        let problem = format!("there is no such key; there are {}", names.join(", "));
        return Err((format!("{section}.{strange}"), problem));
    }
    for (row, name) in names.iter().enumerate() {
        let key = format!("{section}.{name}");
        let Some(pairs) = all.get(name) else {
            return Err((key, "it is missing".to_owned()));
        };
        let keys = [format!("{key}.played"), format!("{key}.expected")];
        let mut of_row = vec![super::Pair::default(); ROLES.len()];
        put(
            &mut of_row,
            (&keys[0], &pairs.played),
            (&keys[1], &pairs.expected),
        )?;
        for (role, pair) in of_row.into_iter().enumerate() {
            let place = match table {
                Table::Danger => role * DANGERS.len() + row,
                _ => row * ROLES.len() + role,
            };
            habits.tables[table as usize][place] = pair;
        }
    }
    Ok(())
}

/// Puts the openings into `habits`.
fn openings(
    habits: &mut Habits,
    all: &BTreeMap<String, BTreeMap<String, BTreeMap<String, u32>>>,
) -> Result<(), Wrong> {
    for (color, numbers) in all {
        let key = format!("openings.{color}");
        let Some(side) = COLORS.iter().position(|known| known == color) else {
            return Err((key, format!("it must be {}", COLORS.join(" or "))));
        };
        for (number, moves) in numbers {
            let key = format!("{key}.{number}");
            let place = number
                .parse::<usize>()
                .ok()
                .filter(|place| (1..=OPENING).contains(place));
            let Some(place) = place else {
                return Err((key, format!("a number of a move is from 01 to {OPENING}")));
            };
            for (written, &times) in moves {
                let asked = written.parse::<Try>();
                let asked = asked.map_err(|error| (key.clone(), error.to_string()))?;
                let squares: (Square, Square) = (asked.from, asked.to);
                habits.openings[side][place - 1].insert(squares, times);
            }
        }
    }
    Ok(())
}
