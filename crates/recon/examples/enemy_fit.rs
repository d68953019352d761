//! Test of the enemy model of `scout` on the moves of a player, and the weights that tell them best.
//!
//!     cargo run --release -p darkforge-recon --example enemy_fit -- NAME FOLDER... [WEIGHT=NUMBER...]
//!
//! Reads histories in reconchess' format. For each move of the player called NAME, the true position is known: the
//! loss is the logarithm of the model's probability for the move, among those with the same capture square. Prints the
//! mean loss in nats with the given weights and with equal probabilities; then changes one weight at a time, as long
//! as that helps, and prints what it finds. Every second game chooses, the others are held out.
#![allow(clippy::disallowed_methods)] // a program of its own

use std::io::Write as _;
use std::path::PathBuf;

use darkforge_board::{Men, Role, Square, side};
use darkforge_recon::belief::EnemyModel as _;
use darkforge_recon::player::{Liking, Weights};
use darkforge_recon::record::{History, read_history};
use darkforge_recon::referee::{Position, Referee, Rules, Step};

/// A move with all that could have been played.
struct Choice {
    position: Position,
    men: Men,
    steps: Vec<Step>,
    /// Steps with the same capture square as the one that was played.
    alike: Vec<bool>,
    /// Place of the one that was played; none is a pass.
    played: Option<usize>,
    is_capture: bool,
}

fn choices(history: &History, name: &str) -> Result<Vec<Choice>, Box<dyn std::error::Error>> {
    let mut referee = Referee::new(Rules::default());
    let mut found = Vec::new();
    for (color, _, turn) in history.in_order() {
        let Some(moved) = &turn.moved else { break };
        let position = referee.position().clone();
        referee.sense(turn.sense)?;
        referee.request(moved.asked)?;
        if history.names[side(color)] != name {
            continue;
        }
        let mover = position.side(color);
        let mut steps = Vec::new();
        mover.each(|step| steps.push(step));
        let passing = |step: &Step| {
            let capture = step.role == Role::Pawn && step.from.file() != step.to.file();
            capture && position.passed == Some(step.to)
        };
        let taken = |step: &Step| {
            let square = if passing(step) {
                Some(Square::from_coords(step.to.file(), step.from.rank()))
            } else {
                Some(step.to)
            };
            square.filter(|square| mover.others.contains(*square))
        };
        let alike = steps
            .iter()
            .map(|step| taken(step) == moved.capture)
            .collect();
        let played = moved.taken.0;
        found.push(Choice {
            played: steps.iter().position(|step| Some(step.asked()) == played),
            is_capture: moved.capture.is_some(),
            men: position.men[side(!color)],
            alike,
            steps,
            position,
        });
    }
    Ok(found)
}

/// Mean loss of the choices.
fn loss(choices: &[&Choice], weights: Option<&Weights>) -> f64 {
    let model = weights.map(Liking::new);
    let mut likes = Vec::new();
    let mut sum = 0.0;
    for choice in choices {
        let pass = if let Some(model) = &model {
            let mover = choice.position.side(choice.position.turn);
            model.weigh(&mover, &choice.men, &choice.steps, &mut likes)
        } else {
            likes.clear();
            likes.resize(choice.steps.len(), 1.0);
            1.0
        };
        let alike = likes.iter().zip(&choice.alike).filter(|(_, alike)| **alike);
        let mut total: f64 = alike.map(|(like, _)| f64::from(*like)).sum();
        if !choice.is_capture {
            total += f64::from(pass);
        }
        let own = choice.played.map_or(pass, |place| likes[place]);
        sum -= (f64::from(own) / total).ln();
    }
    sum / choices.len().max(1) as f64
}

/// Weights of the enemy model.
const NAMES: [&str; 6] = [
    "doubt",
    "temperature",
    "greed",
    "fear",
    "aggression",
    "idleness",
];

/// Place of a weight in the list of all, and its range.
fn place(name: &str) -> Result<(usize, (f64, f64)), String> {
    let place = Weights::ALL.iter().position(|info| info.name == name);
    let place = place.ok_or_else(|| format!("'{name}' is not a weight of scout"))?;
    Ok((place, Weights::ALL[place].range))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::stdout().lock();
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().ok_or("usage: enemy_fit NAME FOLDER...")?;
    let mut weights = Weights::default();
    let mut games: Vec<Vec<Choice>> = Vec::new();
    for argument in arguments {
        if let Some((weight, number)) = argument.split_once('=') {
            let (place, (low, high)) = place(weight)?;
            let number: f64 = number.parse()?;
            if !(low..=high).contains(&number) {
                return Err(format!("{weight}={number}: a number from {low} to {high}").into());
            }
            *weights.fields()[place] = number;
            continue;
        }
        let mut paths: Vec<PathBuf> = Vec::new();
        let entries =
            std::fs::read_dir(&argument).map_err(|error| format!("{argument}: {error}"))?;
        for entry in entries {
            paths.push(entry?.path());
        }
        paths.retain(|path| path.extension().is_some_and(|end| end == "json"));
        paths.sort();
        for path in paths {
            let named = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
            let text = std::fs::read_to_string(&path).map_err(|error| named(&error))?;
            let history = read_history(&text).map_err(|error| named(&error))?;
            games.push(choices(&history, &name)?);
        }
    }
    games.retain(|game| !game.is_empty());
    let half = |rest: usize| -> Vec<&Choice> {
        let games = games.iter().skip(rest).step_by(2);
        games.flatten().collect()
    };
    let (fitted, held) = (half(0), half(1));
    writeln!(
        out,
        "{} games, {} moves, held out {}",
        games.len(),
        fitted.len(),
        held.len()
    )?;
    let tell = |what: &str, weights: Option<&Weights>| {
        format!(
            "{what}: {:.4}, held out {:.4}",
            loss(&fitted, weights),
            loss(&held, weights)
        )
    };
    writeln!(out, "{}", tell("equal", None))?;
    writeln!(out, "{}", tell("given", Some(&weights)))?;
    let mut best = loss(&fitted, Some(&weights));
    for step in [2.0, 1.3, 1.1] {
        loop {
            let before = best;
            for name in NAMES {
                let (place, (low, high)) = place(name)?;
                for factor in [step, 1.0 / step] {
                    let mut next = weights.clone();
                    let value = next.values()[place].max(0.01);
                    *next.fields()[place] = (value * factor).clamp(low, high);
                    let loss = loss(&fitted, Some(&next));
                    if loss < best {
                        (best, weights) = (loss, next);
                    }
                }
            }
            if before - best < 1e-5 {
                break;
            }
        }
    }
    writeln!(out, "{}", tell("found", Some(&weights)))?;
    for name in NAMES {
        let value = Weights::ALL
            .iter()
            .zip(weights.values())
            .find(|(info, _)| info.name == name);
        if let Some((_, value)) = value {
            writeln!(out, "  {name} = {value:.4}")?;
        }
    }
    Ok(())
}
