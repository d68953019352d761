//! Endings against a lone king from whole games, played on by several methods.
//!
//!     cargo run --release --example lone_king_starts -- games.jsonl --csv starts.csv --plays 20
//!
//! Replays games (JSON Lines or PGN) as the stronger side hears them. When the enemy has only its
//! king and the stronger side, which can mate, is to move, it writes the number of the king's
//! possible squares by the metaposition alone and with the exact set (`ExactBelief`), and plays on
//! from there with the current fifty-move counter.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Parser;
use rayon::prelude::*;

use darkforge_board::{Bitboard, Color, Position, ROLES, Role, SIDES, index, side};
use darkforge_engine::endgame::ExactBelief;
use darkforge_kriegspiel::metaposition::Tracker;
use darkforge_kriegspiel::record::read::{self, ReadGame};
use darkforge_kriegspiel::umpire::{Answer, ICC, Seat, Umpire};
use darkforge_research::laboratory::{King, MethodSpec, Outcome, Rules, Situation, State, play_on};
use darkforge_streams as streams;

#[derive(Parser)]
struct Flags {
    /// Files of games.
    games: Vec<PathBuf>,
    /// Methods that play on.
    #[arg(long, default_values_t = ["network".to_owned(), "engine".to_owned()])]
    method: Vec<String>,
    /// Games from each start, with each method, set and king.
    #[arg(long, default_value_t = 10)]
    plays: u64,
    /// Table of the starts.
    #[arg(long)]
    csv: Option<PathBuf>,
}

/// The first turn of a stronger side against a lone king.
struct Met {
    name: String,
    /// Own men besides the king, as letters.
    men: String,
    situation: Situation,
    /// Possible squares of the king by the metaposition, and by the exact set if there is one.
    sets: [Bitboard; 2],
    /// Greatest number of boards, turns with an exact set, and its time in seconds.
    boards: usize,
    turns: u32,
    seconds: f64,
}

fn main() -> Result<()> {
    let flags = Flags::parse();
    let mut met = Vec::new();
    let (mut games, mut at_once) = (0, 0);
    for path in &flags.games {
        let name = path.display().to_string();
        let read = read::file(path).with_context(|| name.clone())?;
        for game in read.into_iter().flatten() {
            games += 1;
            for color in SIDES {
                match follow(&game, color) {
                    Some(Ok(found)) => met.push(found),
                    Some(Err(())) => at_once += 1,
                    None => {}
                }
            }
        }
    }
    println!("{games} games; {at_once} times the lone king captured at once what could mate");
    describe(&met);
    if let Some(path) = &flags.csv {
        write(path, &met)?;
    }
    for method in &flags.method {
        let method: MethodSpec = method.parse()?;
        for (king, name) in [(King::Random, "random"), (King::Greedy, "greedy")] {
            for (place, set) in ["metaposition", "exact set"].into_iter().enumerate() {
                let begun = Instant::now();
                println!("\n{method}, {name} king, {set}");
                print!("{}", play_all(&met, method, king, place, flags.plays));
                println!("  {:.1} s", begun.elapsed().as_secs_f64());
            }
        }
    }
    Ok(())
}

fn can_mate(men: &[Bitboard; 6]) -> bool {
    let of = |role: Role| men[index(role)];
    let bishops = of(Role::Bishop);
    let both =
        (bishops & Bitboard::DARK_SQUARES).any() && (bishops & Bitboard::LIGHT_SQUARES).any();
    let heavy = of(Role::Queen) | of(Role::Rook) | of(Role::Pawn);
    heavy.any() || both || bishops.any() && of(Role::Knight).any()
}

fn bare(position: &Position, color: Color) -> bool {
    darkforge_board::squares_of(&position.men(color)).count() == 1
}

/// The game as `color` hears it, up to its first turn against a lone king that it can mate; `Err`
/// if that king captures the last mating man with its next move.
fn follow(game: &ReadGame, color: Color) -> Option<Result<Met, ()>> {
    let mut umpire = Umpire::new(game.ruleset, u32::MAX);
    let mut tracker = Tracker::new(color, 25).under(game.ruleset);
    let mut seat = Seat::new(game.ruleset, color);
    let mut remnant = ExactBelief::default();
    let (mut boards, mut turns, mut seconds) = (0, 0, 0.0);
    let mut ready = false;
    for entry in &game.entries {
        let own_turn = umpire.turn() == color;
        let alone = bare(umpire.position(), !color);
        let can = can_mate(&umpire.position().men(color));
        if alone && !own_turn && can {
            ready = true;
        }
        if alone && own_turn {
            if ready && !can {
                return Some(Err(()));
            }
            if !can {
                return None;
            }
            return Some(Ok(met(
                game,
                &umpire,
                &tracker,
                &remnant,
                (boards, turns, seconds),
            )));
        }
        let answer = umpire.ask(entry.question).ok()?;
        if umpire.outcome().is_some() {
            let lost = ready && !can_mate(&umpire.position().men(color));
            return lost.then_some(Err(())); // dead material
        }
        let begun = Instant::now();
        if own_turn {
            tracker.answered(entry.question, &answer);
            remnant.answered(entry.question, &answer);
            seat.answered(entry.question, &answer);
        } else if let Answer::Played(said) = answer {
            let overheard = umpire.view(color).overheard();
            tracker.overhear(overheard);
            tracker.enemy_move(&said);
            seat.opponent_moved(overheard, &said);
            remnant.opponent_moved(umpire.view(color), &tracker);
            turns += u32::from(remnant.boards().is_some());
        }
        if remnant.boards().is_some() {
            seconds += begun.elapsed().as_secs_f64();
            boards = boards.max(remnant.boards().unwrap_or(0));
        }
    }
    None
}

fn met(
    game: &ReadGame,
    umpire: &Umpire,
    tracker: &Tracker,
    remnant: &ExactBelief,
    (boards, turns, seconds): (usize, u32, f64),
) -> Met {
    let color = tracker.color();
    let position = umpire.position();
    let known = tracker.metaposition();
    let wide = known.enemy()[index(Role::King)];
    let exact = remnant
        .king()
        .map_or(wide, |king| wide & tracker.turned_set(king));
    let king = Bitboard::from_square(position.king(!color));
    let king = tracker.turned_set(king).first().expect("a king");
    assert!(exact.contains(king), "{}", position.fen());
    let mut men = String::new();
    for role in ROLES.into_iter().rev().skip(1) {
        for _ in known.own()[index(role)] {
            men.push(role.upper_char());
        }
    }
    Met {
        name: format!("{} {}", game.game, ["white", "black"][side(color)]),
        men,
        situation: Situation {
            known: State {
                own: *known.own(),
                king: wide,
            },
            king,
            quiet: position.quiet_plies(),
        },
        sets: [wide, exact],
        boards,
        turns,
        seconds,
    }
}

fn describe(met: &[Met]) {
    let exact: Vec<&Met> = met.iter().filter(|met| met.turns > 0).collect();
    let mean = |of: &[&Met], place: usize| {
        let squares = of.iter().map(|met| met.sets[place].count()).sum::<usize>();
        squares as f64 / of.len().max(1) as f64
    };
    let all: Vec<&Met> = met.iter().collect();
    println!(
        "{} endings, {:.2} squares by the metaposition, {:.2} exactly",
        met.len(),
        mean(&all, 0),
        mean(&all, 1)
    );
    println!(
        "{} with an exact set before: {:.2} squares by the metaposition, {:.2} exactly",
        exact.len(),
        mean(&exact, 0),
        mean(&exact, 1)
    );
    let narrower = exact
        .iter()
        .filter(|met| met.sets[1] != met.sets[0])
        .count();
    let turns: u32 = exact.iter().map(|met| met.turns).sum();
    let seconds: f64 = exact.iter().map(|met| met.seconds).sum();
    let most = exact.iter().map(|met| met.boards).max().unwrap_or(0);
    println!(
        "{narrower} narrower; {turns} turns, {seconds:.2} s for all of them, at most {most} boards"
    );
}

/// The ending's name if it is one of the requested ones.
fn group(men: &str) -> &str {
    match men {
        "Q" | "R" | "QQ" | "QR" | "BB" | "BN" => men,
        _ if men.contains('P') => "with pawns",
        _ => "other",
    }
}

fn write(path: &Path, met: &[Met]) -> Result<()> {
    let mut text = String::from("game,men,quiet,squares,exact,boards,turns\n");
    for one in met {
        let [wide, exact] = one.sets.map(Bitboard::count);
        let quiet = one.situation.quiet;
        let _ = writeln!(
            text,
            "{},{},{quiet},{wide},{exact},{},{}",
            one.name, one.men, one.boards, one.turns
        );
    }
    std::fs::write(path, text).with_context(|| path.display().to_string())
}

fn play_all(met: &[Met], method: MethodSpec, king: King, place: usize, plays: u64) -> String {
    let rules = Rules {
        ruleset: &ICC,
        limit: 300,
    };
    let games = |one: &Met| {
        let situation = Situation {
            known: State {
                own: one.situation.known.own,
                king: one.sets[place],
            },
            ..one.situation
        };
        let game = |number: u64| {
            let start = streams::fnv1a(one.name.as_bytes()) ^ number;
            let draws = streams::open(1, "lone king starts", start);
            play_on(
                &situation,
                method.build().as_mut(),
                king,
                rules,
                &draws,
                None,
            )
        };
        (0..plays).map(game).collect::<Vec<_>>()
    };
    let played: Vec<_> = met.par_iter().map(games).collect();
    let mut table: BTreeMap<&str, Vec<_>> = BTreeMap::new();
    for (one, games) in met.iter().zip(played) {
        table
            .entry("all")
            .or_default()
            .extend(games.iter().copied());
        table.entry(group(&one.men)).or_default().extend(games);
    }
    let mut text = String::new();
    for (name, games) in table {
        let won: Vec<_> = games
            .iter()
            .filter(|game| game.outcome == Outcome::Mate)
            .collect();
        let moves: u32 = won.iter().map(|game| game.moves).sum();
        let most = won.iter().map(|game| game.moves).max().unwrap_or(0);
        let rest: Vec<String> = Outcome::ALL
            .into_iter()
            .filter(|outcome| *outcome != Outcome::Mate)
            .map(|outcome| {
                (
                    outcome,
                    games.iter().filter(|game| game.outcome == outcome).count(),
                )
            })
            .filter(|(_, count)| *count > 0)
            .map(|(outcome, count)| format!("{count} {}", outcome.as_str()))
            .collect();
        let _ = writeln!(
            text,
            "  {name:<10} {:>6} games  {:>6.2} % won  {:>6.2} moves  most {most:>3}  {}",
            games.len(),
            100.0 * won.len() as f64 / games.len() as f64,
            f64::from(moves) / won.len().max(1) as f64,
            rest.join(", ")
        );
    }
    text
}
