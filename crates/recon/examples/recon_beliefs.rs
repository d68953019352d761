//! Beliefs of both sides in short random games, as JSON lines for `scripts/recon_belief_check`.
//!
//!     cargo run --release -p darkforge-recon --example recon_beliefs -- GAMES [TURNS] [SEED]
//!
//! Each line is a game: its history in reconchess' format and, for each side, the number of believed
//! positions and a hash of which ones after each enemy move, each sense and each own move. The
//! hash is the sum of the FNV-1a hashes of the positions' first four fields of FEN, modulo 2^64.
#![allow(clippy::disallowed_methods)] // a program of its own

use std::io::Write as _;

use darkforge_board::{Color, SIDES};
use darkforge_recon::belief::{Belief, LIMIT, Uniform};
use darkforge_recon::play::play;
use darkforge_recon::player::{Player, Random};
use darkforge_recon::record::{History, write_history};
use darkforge_recon::referee::{Position, Report, Rules, Seen};
use darkforge_streams as streams;

/// Size and hash of a belief when `turn` is to move.
fn print_of(belief: &Belief, turn: Color) -> (usize, u64) {
    let own = belief.own();
    let mut sum = 0_u64;
    for hidden in belief.positions() {
        let mut position = belief.position(hidden);
        position.turn = turn;
        if turn != own.color {
            position.passed = own.passed;
        }
        let fen = position.fen();
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        sum = sum.wrapping_add(streams::fnv1a(fields.join(" ").as_bytes()));
    }
    (belief.len(), sum)
}

fn prints(
    history: &History,
    color: Color,
) -> Result<Vec<(usize, u64)>, Box<dyn std::error::Error>> {
    let mut belief = Belief::start(color, LIMIT, 1);
    let mut prints = Vec::new();
    let mut heard = None;
    for (mover, turn, played) in history.in_order() {
        let Some(moved) = &played.moved else { break };
        if mover != color {
            heard = moved.capture;
            continue;
        }
        if color == Color::Black || turn > 1 {
            belief.enemy_moved(heard, &Uniform);
            prints.push(print_of(&belief, color));
        }
        let before: Position = moved.before.parse()?;
        belief.sensed(&Seen::of(&before.men, played.sense), &Uniform);
        prints.push(print_of(&belief, color));
        let after: Position = moved.after.parse()?;
        if !after.has_king(!color) {
            break;
        }
        let report = Report {
            asked: moved.asked,
            taken: moved.taken,
            capture: moved.capture,
        };
        belief.moved(&report, &Uniform);
        prints.push(print_of(&belief, !color));
        if belief.len() > 150 {
            break; // the brute force would take too long
        }
    }
    Ok(prints)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let games: u64 = arguments.next().map_or(Ok(200), |text| text.parse())?;
    let turns: u32 = arguments.next().map_or(Ok(12), |text| text.parse())?;
    let seed: u64 = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let mut out = std::io::stdout().lock();
    for game in 0..games {
        let seed = streams::derive(seed, "game", game);
        let player = |side| Random::new(streams::open(seed, "player", side));
        let (mut white, mut black) = (player(0), player(1));
        let turn_limit = Some(turns);
        let rules = Rules {
            turn_limit,
            ..Rules::default()
        };
        let history = play(&mut [&mut white as &mut dyn Player, &mut black], rules);
        let [white, black] = SIDES.map(|color| prints(&history, color));
        let text = |prints: Vec<(usize, u64)>| {
            let words: Vec<String> = prints
                .iter()
                .map(|(size, hash)| format!("[{size},\"{hash:016x}\"]"))
                .collect();
            words.join(",")
        };
        writeln!(
            out,
            "{{\"history\":{},\"true\":[{}],\"false\":[{}]}}",
            write_history(&history),
            text(white?),
            text(black?)
        )?;
    }
    Ok(())
}
