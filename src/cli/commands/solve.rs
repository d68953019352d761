//! `darkforge solve`: Kriegspiel problems, solved, and mined from games.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, ValueEnum};
use serde_json::Value;

use crate::cli::errors::usage;
use crate::cli::flags::Common;
use crate::cli::input::passed_over::PassedOver;
use crate::cli::output::asked_file::AskedFile;
use crate::cli::output::reading_progress::Reading;
use crate::cli::screen::Screen;
use crate::cli::terminal::{print_json, show, tell};
use crate::report::format::plural;
use crate::report::object::{Nested, object};
use darkforge_board::Position;
use darkforge_kriegspiel::record::own_board::OwnBoard;
use darkforge_kriegspiel::record::read;
use darkforge_research::problem::{self, Mode, Problem, Solution, Solver, tree, verify};

/// Solve Kriegspiel problems, or make problems from games.
#[derive(Args)]
#[command(
    after_help = "A problem has the knowledge of one side and a number of moves to mate, whatever the enemy plays. The answer is a tree of tries; the tries of one turn are in the order in which they are asked, until one is played. The umpire verifies every plan. docs/problems.md has the format.\nExit status: 0 if all problems are solved and have the keys of their file, 1 if not, 2 if a file is wrong.\n\nExamples:\n  darkforge solve tests/data/problems/book.toml\n  darkforge solve --mine mined.toml games.pgn"
)]
pub(crate) struct Options {
    /// Files of problems; with --mine, games in PGN or transcripts.
    #[arg(required = true)]
    input: Vec<PathBuf>,
    /// Construction of sets of positions: one position at a time, or the whole set.
    #[arg(long, value_name = "MODE", default_value = "incremental")]
    search: Search,
    /// Number of positions after which a problem is given up.
    #[arg(long, value_name = "N", default_value_t = 50_000_000)]
    positions: u64,
    /// Make problems with two and three moves from games, and write them to FILE.
    #[arg(long, value_name = "FILE")]
    mine: Option<PathBuf>,
    /// With --mine: stop after N problems.
    #[arg(long, value_name = "N", default_value_t = 500, requires = "mine")]
    problems: usize,
    #[command(flatten)]
    common: Common,
}

#[derive(Clone, Copy, ValueEnum)]
enum Search {
    Incremental,
    Plain,
}

object! {
    /// Solutions of all problems.
    SolvedFigures {
        /// The problems, in the order of the files.
        problems: Vec<Nested<ProblemFigures>>,
        /// Problems with the expected solution.
        solved: usize,
        /// Median time of a problem, in seconds.
        seconds_median: f64,
        /// 90th percentile of these times.
        seconds_p90: f64,
    }
}

object! {
    /// A problem with its solution.
    ProblemFigures {
        /// File of the problem.
        file: String,
        /// Name of the problem.
        name: String,
        /// Ruleset.
        ruleset: String,
        /// Moves in which the mate must come.
        moves: u32,
        /// Positions that the side to move cannot tell apart.
        positions: usize,
        /// First tries of all solutions, in UCI notation or `any`.
        keys: Vec<String>,
        /// The first solution as a tree: `try` with `next`, of which each has `said` (the answer),
        /// `heard` (the opponent's announcement) and `then`; or `try` "any" with `yes` and `no`.
        plan: Option<Value>,
        /// Positions that were made.
        visited: u64,
        /// Seconds.
        seconds: f64,
        /// Reason why it does not count as solved; null if it does.
        fault: Option<String>,
    }
}

object! {
    /// Problems made from games.
    MinedFigures {
        /// Games that were read.
        games: u64,
        /// Games that were left out.
        passed_over: u64,
        /// Problems that were written.
        problems: usize,
    }
}

/// Problems without the expected solution: exit status 1.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Unsolved(String);

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    match &options.mine {
        Some(out) => mine(options, out),
        None => solve(options),
    }
}

fn solve(options: &Options) -> anyhow::Result<()> {
    let mut files = Vec::new();
    for path in &options.input {
        files.push((path, problem::read(path).map_err(usage)?));
    }
    let mode = match options.search {
        Search::Incremental => Mode::Incremental,
        Search::Plain => Mode::Plain,
    };
    let (mut rows, mut seconds, mut bad) = (Vec::new(), Vec::new(), Vec::new());
    for (path, problems) in files {
        for problem in &problems {
            let start = Instant::now();
            let solution = Solver::new(problem, mode, options.positions).solve();
            let taken = start.elapsed().as_secs_f64();
            seconds.push(taken);
            let fault = judge(problem, &solution);
            if let Some(fault) = &fault {
                bad.push(format!("{}: {}: {fault}", path.display(), problem.name));
            }
            let figures = ProblemFigures::of(path, problem, &solution, taken, fault);
            if options.common.json {
                rows.push(Nested(figures));
            } else {
                show(&figures.screen(problem, &solution))?;
            }
        }
    }
    let count = seconds.len();
    let (middle, ninth) = (share(&mut seconds, 0.5), share(&mut seconds, 0.9));
    if options.common.json {
        print_json(&SolvedFigures {
            problems: rows,
            solved: count - bad.len(),
            seconds_median: middle,
            seconds_p90: ninth,
        })?;
    } else if !options.common.quiet && count > 1 {
        let solved = count - bad.len();
        tell(&format!(
            "{solved} of {count} problems solved; median {middle:.4} s, 90th percentile {ninth:.4} s"
        ));
    }
    match bad.first() {
        None => Ok(()),
        Some(first) => Err(Unsolved(match bad.len() {
            1 => first.clone(),
            more => format!("{first}; and {} more", more - 1),
        })
        .into()),
    }
}

/// Reason why a solution is not the expected one.
fn judge(problem: &Problem, solution: &Solution) -> Option<String> {
    if solution.exhausted {
        return Some("given up: --positions allows no more".to_owned());
    }
    if solution.keys.is_empty() {
        return Some(format!("there is no mate in {}", problem.moves));
    }
    for (_, plan) in &solution.keys {
        if let Err(error) = verify(problem, plan) {
            return Some(format!("the plan is wrong: {error}"));
        }
    }
    let found = keys(solution);
    let told = problem.keys.as_ref()?;
    (*told != found).then(|| {
        format!(
            "the file has the keys {}; found are {}",
            told.join(", "),
            found.join(", ")
        )
    })
}

/// First tries of all solutions, in UCI notation.
fn keys(solution: &Solution) -> Vec<String> {
    let keys = solution.keys.iter();
    keys.map(|(asked, _)| asked.map_or_else(|| "any".to_owned(), |asked| asked.to_string()))
        .collect()
}

impl ProblemFigures {
    /// A problem of `path` with its solution, which took so many seconds.
    fn of(
        path: &Path,
        problem: &Problem,
        solution: &Solution,
        seconds: f64,
        fault: Option<String>,
    ) -> ProblemFigures {
        ProblemFigures {
            file: path.display().to_string(),
            name: problem.name.clone(),
            ruleset: problem.ruleset.name.to_owned(),
            moves: problem.moves,
            positions: problem.boards.len(),
            keys: keys(solution),
            plan: solution.keys.first().map(|(_, plan)| plan.json()),
            visited: solution.visited,
            seconds,
            fault,
        }
    }

    fn screen(&self, problem: &Problem, solution: &Solution) -> Screen {
        let mut screen = Screen::new();
        screen.headline(format!(
            "{}: mate in {}, {}, {}",
            self.name,
            self.moves,
            self.ruleset,
            plural(self.positions as u64, "position")
        ));
        let names = OwnBoard::of(&Position::of_board(&problem.boards[0]), problem.color);
        let keys: Vec<String> = solution
            .keys
            .iter()
            .map(|(asked, _)| asked.map_or_else(|| "any?".to_owned(), |asked| names.san(asked)))
            .collect();
        for (_, plan) in &solution.keys {
            for line in tree(problem, plan).lines() {
                screen.line(line);
            }
        }
        let number = plural(keys.len() as u64, "key");
        let list = if keys.is_empty() {
            String::new()
        } else {
            format!(": {}", keys.join(", "))
        };
        let fault = self.fault.as_ref();
        screen.line(format!(
            "{number}{list}; {} looked at, {:.3} s{}",
            plural(self.visited, "position"),
            self.seconds,
            fault.map_or_else(String::new, |fault| format!("; {fault}"))
        ));
        screen.line("");
        screen
    }
}

/// The least value that this share of all does not exceed; sorts `all`.
fn share(all: &mut [f64], share: f64) -> f64 {
    all.sort_by(f64::total_cmp);
    let at = (share * all.len() as f64).ceil() as usize;
    all.get(at.saturating_sub(1).min(all.len().saturating_sub(1)))
        .copied()
        .unwrap_or(0.0)
}

fn mine(options: &Options, out: &Path) -> anyhow::Result<()> {
    let file = AskedFile::begin("--mine", out)?;
    for path in &options.input {
        read::look_at(path).map_err(usage)?;
    }
    let reading = Reading::new(&options.input, options.common.quiet);
    let mut all: Vec<Problem> = Vec::new();
    let (mut games, mut contradicted, mut passed_over) = (0_u64, 0_u64, PassedOver::default());
    for path in &options.input {
        let found = read::open_through(path, |file| reading.of(file)).map_err(usage)?;
        let from = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        for found in found {
            if all.len() >= options.problems {
                break;
            }
            let name = format!("{from}, game {}", found.number);
            let Some(game) = passed_over.unless_whole(path, found) else {
                continue;
            };
            games += 1;
            contradicted += u64::from(game.contradiction().is_some());
            let mined = problem::mine(game.ruleset, &game.entries, &name, options.positions);
            all.extend(mined.into_iter().map(|mined| mined.problem));
            reading.set_found(&format!(
                "{} from {}",
                plural(all.len() as u64, "problem"),
                plural(games, "game")
            ));
        }
    }
    reading.end();
    if !options.common.quiet {
        passed_over.tell();
        if contradicted > 0 {
            let those = plural(contradicted, "game");
            tell(&format!(
                "used with the result of the moves: {those} whose own result or number of moves contradicts them"
            ));
        }
    }
    all.truncate(options.problems);
    if all.is_empty() {
        return Err(usage(format!(
            "no problem of two or three moves was found in {}",
            plural(games, "game")
        )));
    }
    let text = problem::write(&all)?;
    file.finish(|out| Ok(out.write_all(text.as_bytes())?))?;
    if options.common.json {
        return print_json(&MinedFigures {
            games,
            passed_over: passed_over.games,
            problems: all.len(),
        });
    }
    show(&Screen::of(format!(
        "{} from {} in {}",
        plural(all.len() as u64, "problem"),
        plural(games, "game"),
        out.display()
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_all_does_not_exceed_its_value() {
        let at = |all: &[f64], part| share(&mut all.to_vec(), part).round() as u32;
        let ten: Vec<f64> = (1..=10).rev().map(f64::from).collect();
        assert_eq!([0.5, 0.9, 1.0].map(|part| at(&ten, part)), [5, 9, 10]);
        assert_eq!([at(&[7.0], 0.9), at(&[], 0.5)], [7, 0]);
    }
}
