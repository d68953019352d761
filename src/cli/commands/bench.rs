//! `darkforge bench`: fixed-seed work on one core.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use super::bench_compare::{self, Asked};
use crate::cli::flags::{Common, whole};
use crate::cli::screen::Screen;
use crate::cli::terminal::{print_json, show, tell};
use crate::report::object::object;
use darkforge_board::Try;
use darkforge_board::{Color, SIDES, Square, side};
use darkforge_engine::darkboard::{EngineOptions, Evaluator, Search, Weights};
use darkforge_engine::player::PlayerSpec;
use darkforge_kriegspiel::metaposition::{Metaposition, Tracker};
use darkforge_kriegspiel::record::GameRecord;
use darkforge_kriegspiel::umpire::{Announcement, Answer, ICC, Question};
use darkforge_lab::kriegspiel as game;
use darkforge_streams::{self as streams, fnv1a};

/// Random games of one round.
const RANDOM_GAMES: u64 = 2000;
/// Engine games of one round.
const ENGINE_GAMES: u64 = 12;
/// Rounds of each part; the median counts.
const ROUNDS: usize = 5;
/// Repetitions of the recorded evolutions and evaluations in one round.
const REPEATS: usize = 40;
/// Ply limit of the games.
pub(super) const PLIES: u32 = 400;

/// Measure the speed of each part on one core, by a fixed amount of work.
#[derive(Args)]
#[command(
    after_help = "The signature is a hash of the computed games and values. It changes when play changes, and does not depend on the machine.\n\nA comparison measures A, B, B, A, ... one after the other, so that a slow machine slows both. It shows the mean and the standard deviation of each figure, and the ratio A : B with its 95 % interval.\n\nExamples:\n  darkforge bench\n  darkforge bench --compare old/darkforge new/darkforge --rounds 7 --csv speed.csv\n  darkforge bench --compare hs hs:samples=32 --json"
)]
pub(crate) struct Options {
    /// Compare two builds (paths of programs) or two players (specs), in rounds that take turns.
    #[arg(long, num_args = 2, value_names = ["A", "B"])]
    compare: Option<Vec<String>>,
    /// Rounds of --compare, each with both.
    #[arg(long, requires = "compare", default_value_t = 5, value_parser = whole(2..=1000_u32, "from 2 to 1000"))]
    rounds: u32,
    /// Also write all measurements of --compare as CSV; the file must not exist.
    #[arg(long, value_name = "FILE", requires = "compare")]
    csv: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

object! {
    /// Speeds on one core, and the signature.
    Speeds {
        /// Games of `random` against itself in a second.
        random_games_per_s: f64,
        /// Metapositions that follow a move or an announcement, in a second.
        evolutions_per_s: f64,
        /// Metapositions evaluated in a second inside a search.
        evaluated_per_s: f64,
        /// Metapositions evaluated in a second, nothing else.
        evaluated_alone_per_s: f64,
        /// Milliseconds for a try of the engine at full strength.
        move_ms: f64,
        /// Games of `darkboard` against itself in a second.
        darkboard_games_per_s: f64,
        /// Hash of the games and values that were computed.
        signature: String,
    }
}

/// One step of a metaposition in a recorded game.
enum Step {
    Own(Try, Announcement),
    Refused(Try),
    Enemy(Announcement),
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    if let Some([a, b]) = options.compare.as_deref() {
        let asked = Asked {
            sides: [a, b],
            rounds: options.rounds,
            csv: options.csv.as_deref(),
        };
        return bench_compare::run(&asked, &options.common);
    }
    let mut signature = Vec::new();
    let note = |part: &str| {
        if !options.common.quiet && !options.common.json {
            tell(&format!("{part} ..."));
        }
    };
    note("random against random");
    let random_games = per_second(RANDOM_GAMES as f64, || {
        for index in 0..RANDOM_GAMES {
            let record = play(&PlayerSpec::random(), index);
            if index < 100 {
                sign(&mut signature, &record);
            }
        }
    });
    note("darkboard against darkboard");
    let engine = PlayerSpec::darkboard();
    let mut records = Vec::new();
    let darkboard_games = per_second(ENGINE_GAMES as f64, || {
        records = (0..ENGINE_GAMES)
            .map(|index| play(&engine, index))
            .collect();
    });
    for record in &records {
        sign(&mut signature, record);
    }
    let tries: usize = records.iter().map(|record| record.entries.len()).sum();
    let move_ms = 1000.0 * ENGINE_GAMES as f64 / darkboard_games / tries as f64;
    note("evolutions of metapositions");
    let games: Vec<Vec<Step>> = records.iter().flat_map(steps).collect();
    let count: usize = games.iter().map(Vec::len).sum();
    let mut last = Metaposition::start(25);
    let evolutions = per_second((count * REPEATS) as f64, || {
        for _ in 0..REPEATS {
            for game in &games {
                last = std::hint::black_box(follow(game));
            }
        }
    });
    signature.extend_from_slice(last.drawing().as_bytes());
    note("evaluations of metapositions");
    let evaluator = Evaluator::new(Weights::default());
    let positions: Vec<(Metaposition, Square)> = records.iter().flat_map(after_own_moves).collect();
    let mut sum = 0.0;
    let alone = per_second((positions.len() * REPEATS) as f64, || {
        sum = 0.0;
        for _ in 0..REPEATS {
            for (position, moved) in &positions {
                sum += evaluator.evaluate(std::hint::black_box(position), *moved);
            }
        }
    });
    signature.extend_from_slice(format!("{sum:.6}").as_bytes());
    note("searches");
    let turns: Vec<Tracker> = records.iter().flat_map(turns).collect();
    let mut search = Search::new(evaluator, EngineOptions::default());
    let work = search_all(&mut search, &turns);
    let evaluated = per_second(work as f64, || {
        search_all(&mut search, &turns);
    });
    signature.extend_from_slice(format!("{work}").as_bytes());
    let speeds = Speeds {
        random_games_per_s: random_games,
        evolutions_per_s: evolutions,
        evaluated_per_s: evaluated,
        evaluated_alone_per_s: alone,
        move_ms,
        darkboard_games_per_s: darkboard_games,
        signature: format!("{:016x}", fnv1a(&signature)),
    };
    if options.common.json {
        return print_json(&speeds);
    }
    show(&screen(&speeds))
}

/// The speeds for people.
pub(crate) fn screen(speeds: &Speeds) -> Screen {
    let Speeds {
        random_games_per_s,
        evolutions_per_s,
        evaluated_per_s,
        evaluated_alone_per_s,
        move_ms,
        darkboard_games_per_s,
        signature,
    } = speeds;
    let mut screen = Screen::new();
    screen.line(format!("on one core (median of {ROUNDS}):"));
    for line in [
        format!("{random_games_per_s:12.0}  random-random games/s"),
        format!("{evolutions_per_s:12.0}  metaposition evolutions/s"),
        format!("{evaluated_per_s:12.0}  evaluated metapositions/s inside a search"),
        format!("{evaluated_alone_per_s:12.0}  evaluated metapositions/s, nothing else"),
        format!("{move_ms:12.3}  ms for a try of the engine at full strength"),
        format!("{darkboard_games_per_s:12.2}  darkboard-darkboard games/s"),
        format!("signature {signature}"),
    ] {
        screen.line(line);
    }
    screen
}

/// Amount of `work` in a second, by the median of the rounds.
fn per_second(work: f64, mut round: impl FnMut()) -> f64 {
    let mut speeds: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let began = Instant::now();
            round();
            work / began.elapsed().as_secs_f64().max(1e-9)
        })
        .collect();
    speeds.sort_by(f64::total_cmp);
    speeds[ROUNDS / 2]
}

pub(super) fn play(spec: &PlayerSpec, index: u64) -> GameRecord {
    let mut white = spec.build(streams::open(1, "bench", 2 * index));
    let mut black = spec.build(streams::open(1, "bench", 2 * index + 1));
    game::play(&ICC, PLIES, white.as_mut(), black.as_mut())
}

fn sign(signature: &mut Vec<u8>, record: &GameRecord) {
    let line = format!(
        "{} {} {}\n",
        record.outcome.result,
        record.entries.len(),
        record.final_fen
    );
    signature.extend_from_slice(line.as_bytes());
}

/// Everything that either side heard in a game, in its own frame.
fn steps(record: &GameRecord) -> [Vec<Step>; 2] {
    SIDES.map(|color| {
        let turned = |asked: Try| match color {
            Color::White => asked,
            Color::Black => asked.flipped(),
        };
        let words = |said: Announcement| match color {
            Color::White => said,
            Color::Black => said.flipped(),
        };
        let heard = record.entries.iter().filter_map(|entry| {
            let Question::Try(asked) = entry.question else {
                return None;
            };
            Some(match (entry.side == color, entry.answer) {
                (true, Answer::Played(said)) => Step::Own(turned(asked), words(said)),
                (true, Answer::Refused) => Step::Refused(turned(asked)),
                (false, Answer::Played(said)) => Step::Enemy(words(said)),
                _ => return None,
            })
        });
        heard.collect()
    })
}

fn follow(game: &[Step]) -> Metaposition {
    let mut metaposition = Metaposition::start(25);
    for step in game {
        match step {
            Step::Own(asked, said) => metaposition.own_move(*asked, said),
            Step::Refused(asked) => metaposition.refused_try(*asked),
            Step::Enemy(said) => metaposition.enemy_move(said),
        }
    }
    metaposition
}

/// Knowledge of either side on its turns, before the try that was played.
fn turns(record: &GameRecord) -> Vec<Tracker> {
    let mut trackers = SIDES.map(|color| Tracker::new(color, 25));
    let mut found = Vec::new();
    for entry in &record.entries {
        let tracker = &mut trackers[side(entry.side)];
        if entry.played().is_some() {
            found.push(tracker.clone());
        }
        tracker.answered(entry.question, &entry.answer);
        if let Some((_, said)) = entry.played() {
            trackers[side(!entry.side)].enemy_move(&said);
        }
    }
    found
}

/// Searches every turn; returns the number of evaluated metapositions.
fn search_all(search: &mut Search, turns: &[Tracker]) -> u64 {
    let before = search.evaluated();
    let (mut moves, mut values) = (Vec::new(), Vec::new());
    for turn in turns {
        turn.moves(&mut moves);
        values.clear();
        values.resize(moves.len(), 0.0);
        search.values(turn, &moves, &mut values);
        std::hint::black_box(&values);
    }
    search.evaluated() - before
}

/// Metapositions after a game's own moves, each with the square of the moved man.
fn after_own_moves(record: &GameRecord) -> Vec<(Metaposition, Square)> {
    let mut trackers = SIDES.map(|color| Tracker::new(color, 25));
    let mut found = Vec::new();
    for entry in &record.entries {
        let tracker = &mut trackers[side(entry.side)];
        tracker.answered(entry.question, &entry.answer);
        if let Some((asked, said)) = entry.played() {
            found.push((*tracker.metaposition(), tracker.turned(asked).to));
            trackers[side(!entry.side)].enemy_move(&said);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapshot::problems_of_screens;

    #[test]
    fn screens_of_speeds_fit_the_terminal() {
        let speeds = Speeds {
            random_games_per_s: 2345.6,
            evolutions_per_s: 1_234_567.8,
            evaluated_per_s: 4_012_345.6,
            evaluated_alone_per_s: 9_876_543.2,
            move_ms: 1.234,
            darkboard_games_per_s: 3.56,
            signature: "0123456789abcdef".to_owned(),
        };
        let problems = problems_of_screens("bench", |width| screen(&speeds).text(width, false));
        assert!(problems.is_empty(), "{}", problems.join("\n"));
    }
}
