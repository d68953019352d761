//! One player of reconnaissance blind chess for a referee in another program: it speaks the lines of
//! `docs/protocol.md` on standard input and output.
//!
//!     cargo run --release -p darkforge-recon --example recon_engine -- scout
#![allow(clippy::disallowed_methods)] // a program of its own

use std::error::Error;
use std::io::{BufRead as _, Write as _};

use darkforge_board::{Bitboard, Color, Square, index, side};
use darkforge_recon::player::{Player, PlayerSpec};
use darkforge_recon::referee::{Piece, Report, Request, Seen, Sense, View};
use darkforge_streams as streams;

struct Game {
    view: View,
    player: Box<dyn Player>,
    sense: Sense,
    asked: Request,
}

/// The value after a key, in pairs of both.
fn value<'a>(words: &[&'a str], key: &str) -> Option<&'a str> {
    let found = words.chunks(2).find(|pair| pair[0] == key)?;
    found.get(1).copied()
}

fn capture(words: &[&str]) -> Result<Option<Square>, Box<dyn Error>> {
    let square = value(words, "capture").map(str::parse);
    square.transpose().map_err(|_| "no square".into())
}

/// The men of a window, as its letters tell them.
fn seen(sense: Sense, letters: &str) -> Result<Seen, Box<dyn Error>> {
    let mut seen = Seen::of(&[[Bitboard::EMPTY; 6]; 2], sense);
    let squares: Vec<Square> = seen.squares().map(|(square, _)| square).collect();
    let letters = letters.trim_start_matches('-');
    if squares.len() != letters.len() {
        return Err(format!("{} letters for {} squares", letters.len(), squares.len()).into());
    }
    for (square, letter) in squares.into_iter().zip(letters.chars()) {
        if letter == '.' {
            continue;
        }
        let Piece { color, role } = Piece::lettered(letter).ok_or("not a man's letter")?;
        seen.men[side(color)][index(role)].add(square);
    }
    Ok(seen)
}

impl Game {
    fn new(spec: &PlayerSpec, words: &[&str]) -> Result<Game, Box<dyn Error>> {
        let color = match value(words, "color") {
            Some("white") => Color::White,
            Some("black") => Color::Black,
            _ => return Err("newgame names no color".into()),
        };
        let number = |key| value(words, key).map_or(Ok(0), str::parse);
        let (seed, stream): (u64, u64) = (number("seed")?, number("stream")?);
        let mut game = Game {
            view: View::start(color),
            player: spec.player(color, streams::derive(seed, "player", stream)),
            sense: Sense::NONE,
            asked: Request::PASS,
        };
        if color == Color::White {
            game.player.enemy_moved(&game.view);
        }
        Ok(game)
    }

    /// The answer to a line, if it has one.
    fn hear(&mut self, words: &[&str]) -> Result<Option<String>, Box<dyn Error>> {
        match words {
            ["moved", told @ ..] => {
                self.view.enemy_moved(capture(told)?);
                self.player.enemy_moved(&self.view);
                Ok(None)
            }
            ["yourmove"] => {
                self.sense = self.player.sense(&self.view);
                Ok(Some(format!("sense {}", self.sense)))
            }
            ["seen", letters] => {
                self.view.sensed(seen(self.sense, letters)?);
                self.player.sensed(&self.view);
                self.asked = self.player.request(&self.view);
                Ok(Some(match self.asked.0 {
                    Some(asked) => format!("try {asked}"),
                    None => "pass".to_owned(),
                }))
            }
            ["played", taken, told @ ..] => {
                let report = Report {
                    asked: self.asked,
                    taken: taken.parse()?,
                    capture: capture(told)?,
                };
                let taken = report.told(&self.view.side());
                self.view.moved(taken);
                self.player.moved(&self.view, &report);
                Ok(None)
            }
            ["gameover", ..] => Ok(None),
            _ => Err(format!("'{}' is not a line of the protocol", words.join(" ")).into()),
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let spec = std::env::args().nth(1);
    let spec: PlayerSpec = spec.as_deref().unwrap_or("scout").parse()?;
    let mut out = std::io::stdout();
    let mut game: Option<Game> = None;
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            ["protocol", _] => writeln!(out, "id name darkforge {spec}\nready 1")?,
            ["newgame", ref told @ ..] => {
                game = Some(Game::new(&spec, told)?);
                writeln!(out, "ready")?;
            }
            ["quit"] => break,
            _ => {
                let game = game.as_mut().ok_or("newgame comes first")?;
                let answer = game.hear(&words)?;
                if let Some(fault) = game.player.fault() {
                    return Err(fault.to_owned().into());
                }
                if let Some(answer) = answer {
                    writeln!(out, "{answer}")?;
                }
            }
        }
    }
    Ok(())
}
