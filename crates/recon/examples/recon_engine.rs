//! One player of reconnaissance blind chess, driven by lines on standard input.
//!
//!     cargo run --release -p darkforge-recon --example recon_engine -- scout
//!
//! | line | answer |
//! |---|---|
//! | `newgame white SEED` | `ready` |
//! | `opponent e4` or `opponent -`: square of the enemy's capture | none |
//! | `sense?` | `sense e7` or `sense -` |
//! | `window ....k..pp`: men of the window in reading order, `.` for none | none |
//! | `move?` | `move e2e4` or `move pass` |
//! | `taken e2e4 -`: the move taken and the square of its capture | none |
//! | `belief?` | `belief 1234 exact` or `belief 1234 sample`; `belief - none` without one |
//! | `quit` | ends |
#![allow(clippy::disallowed_methods)] // a program of its own

use std::error::Error;
use std::io::{BufRead as _, Write as _};

use darkforge_board::{Color, SIDES, Square, side};
use darkforge_recon::player::{Player, PlayerSpec};
use darkforge_recon::referee::{Piece, Report, Request, Seen, Sense, View};

struct Game {
    view: View,
    player: Box<dyn Player>,
    sense: Sense,
    asked: Request,
}

fn square(word: &str) -> Result<Option<Square>, Box<dyn Error>> {
    Ok(match word {
        "-" => None,
        _ => Some(
            word.parse()
                .map_err(|_| format!("'{word}' is not a square"))?,
        ),
    })
}

/// The men of a window, as its letters tell them.
fn seen(sense: Sense, letters: &str) -> Result<Seen, Box<dyn Error>> {
    let mut seen = Seen::of(&[[darkforge_board::Bitboard::EMPTY; 6]; 2], sense);
    let squares: Vec<Square> = seen.squares().map(|(square, _)| square).collect();
    if squares.len() != letters.len() {
        return Err(format!("{} letters for {} squares", letters.len(), squares.len()).into());
    }
    for (square, letter) in squares.into_iter().zip(letters.chars()) {
        if letter == '.' {
            continue;
        }
        let Piece { color, role } = Piece::lettered(letter).ok_or("not a man's letter")?;
        seen.men[side(color)][darkforge_board::index(role)].add(square);
    }
    Ok(seen)
}

fn main() -> Result<(), Box<dyn Error>> {
    let spec = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "scout".to_owned());
    let spec: PlayerSpec = spec.parse()?;
    let mut out = std::io::stdout();
    let mut game: Option<Game> = None;
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        if let ["newgame", color, seed] = words[..] {
            let color = SIDES.into_iter().find(|known| known.to_string() == color);
            let color: Color = color.ok_or("newgame white SEED or newgame black SEED")?;
            game = Some(Game {
                view: View::start(color),
                player: spec.player(color, seed.parse()?),
                sense: Sense::NONE,
                asked: Request::PASS,
            });
            writeln!(out, "ready")?;
            continue;
        }
        if words == ["quit"] {
            break;
        }
        let game = game.as_mut().ok_or("newgame comes first")?;
        match words[..] {
            ["opponent", capture] => {
                game.view.enemy_moved(square(capture)?);
                game.player.enemy_moved(&game.view);
            }
            ["sense?"] => {
                game.sense = game.player.sense(&game.view);
                writeln!(out, "sense {}", game.sense)?;
            }
            ["window"] => {
                game.view.sensed(seen(game.sense, "")?);
                game.player.sensed(&game.view);
            }
            ["window", letters] => {
                game.view.sensed(seen(game.sense, letters)?);
                game.player.sensed(&game.view);
            }
            ["move?"] => {
                game.asked = game.player.request(&game.view);
                writeln!(out, "move {}", game.asked)?;
            }
            ["taken", taken, capture] => {
                let report = Report {
                    asked: game.asked,
                    taken: taken.parse()?,
                    capture: square(capture)?,
                };
                let taken = report.told(&game.view.side());
                game.view.moved(taken);
                game.player.moved(&game.view, &report);
            }
            ["belief?"] => match game.player.belief() {
                Some(belief) => {
                    let kind = if belief.is_exact() { "exact" } else { "sample" };
                    writeln!(out, "belief {} {kind}", belief.len())?;
                }
                None => writeln!(out, "belief - none")?,
            },
            _ => return Err(format!("'{line}' is not a line of this protocol").into()),
        }
        if let Some(fault) = game.player.fault() {
            return Err(fault.to_owned().into());
        }
    }
    Ok(())
}
