//! Random games as histories in reconchess' format.
//!
//!     cargo run --release --example random_histories -- GAMES [SEED] [FOLDER]
//!
//! Plays GAMES games between random players, which also sense nothing, pass and leave promotions
//! out, and prints their number, plies and speed. With FOLDER, writes FOLDER/GAME.json for each.
#![allow(clippy::disallowed_methods)] // a program of its own

use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use darkforge_board::{Role, SIDES, Try};
use darkforge_recon::play::play;
use darkforge_recon::player::{Player, Random};
use darkforge_recon::record::{check, read_history, write_history};
use darkforge_recon::referee::{Request, Rules, Sense, View};
use darkforge_streams::{self as streams, Stream};

/// A random player that now and then senses nothing or leaves out a queen's promotion.
struct Careless {
    random: Random,
    stream: Stream,
}

impl Player for Careless {
    fn sense(&mut self, view: &View) -> Sense {
        match streams::below(&mut self.stream, 20) {
            0 => Sense::NONE,
            _ => self.random.sense(view),
        }
    }

    fn request(&mut self, view: &View) -> Request {
        match self.random.request(view).0 {
            Some(Try {
                from,
                to,
                promotion: Some(Role::Queen),
            }) => Try::new(from, to).into(),
            asked => Request(asked),
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let games: u64 = arguments.next().map_or(Ok(1000), |text| text.parse())?;
    let seed: u64 = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let folder = arguments.next().map(PathBuf::from);
    if let Some(folder) = &folder {
        std::fs::create_dir_all(folder)?;
    }
    let (mut plies, mut played) = (0, 0.0);
    for game in 0..games {
        let start = Instant::now();
        let seed_of_game = streams::derive(seed, "game", game);
        let [mut white, mut black] = [0, 1].map(|side| Careless {
            random: Random::new(streams::open(seed_of_game, "player", side)),
            stream: streams::open(seed_of_game, "careless", side),
        });
        // Every tenth game has a limit of turns.
        let turn_limit = (game % 10 == 9).then_some(20);
        let rules = Rules {
            turn_limit,
            ..Rules::default()
        };
        let mut history = play(&mut [&mut white, &mut black], rules);
        history.names = SIDES.map(|color| format!("random {color}"));
        plies += history.plies();
        played += start.elapsed().as_secs_f64();
        if let Some(folder) = &folder {
            let text = write_history(&history);
            if read_history(&text)? != history {
                return Err(format!("game {game} reads as another").into());
            }
            check(&history)?;
            std::fs::write(folder.join(format!("{game}.json")), text)?;
        }
    }
    writeln!(
        std::io::stdout(),
        "{games} games, {plies} plies, {played:.3} s: {:.0} games per second",
        games as f64 / played
    )?;
    Ok(())
}
