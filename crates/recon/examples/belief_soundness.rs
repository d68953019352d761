//! Whether the true position is in every exact belief, in games between several players.
//!
//!     cargo run --release -p darkforge-recon --example belief_soundness -- [TURNS] [THREADS] [SEED]
//!
//! Plays until TURNS turns (default 10000) of sides with an exact belief are checked: after the
//! enemy's move, after the sense and after the own move. The belief is the player's own, or for players
//! without one that of an observer of its view. A game ends early when neither belief is exact any
//! more. Prints the counts by player. Exit status 1, with the game and the ply, if the true position
//! is outside once. The result does not depend on the number of threads.
#![allow(clippy::disallowed_methods)] // a program of its own

use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::ExitCode;

use darkforge_board::{Color, SIDES, side};
use darkforge_recon::belief::{Belief, Hidden, Uniform};
use darkforge_recon::player::{Attacker, Player, Random, Scout, ScoutOptions, Sweep};
use darkforge_recon::referee::{Position, Referee, Rules, View};
use darkforge_streams::{self as streams, Stream};

/// A player with a belief that takes little work.
const QUICK: &str = "quick scout";

/// Opponents of it, each in one of 16 games; in the others it plays itself.
const OPPONENTS: [&str; 4] = ["random", "attacker", "sweep", "scout"];

/// The player with this name.
fn player(name: &str, color: Color, stream: Stream) -> Box<dyn Player> {
    let quick = ScoutOptions {
        limit: 5000,
        sensing: 2,
        moving: 4,
        depth: 0,
        ..ScoutOptions::default()
    };
    let usual = ScoutOptions {
        limit: 20_000,
        ..ScoutOptions::default()
    };
    match name {
        "random" => Box::new(Random::new(stream)),
        "attacker" => Box::new(Attacker::new(color, stream)),
        "sweep" => Box::new(Sweep::new(color, stream)),
        QUICK => Box::new(Scout::new(color, quick, stream)),
        _ => Box::new(Scout::new(color, usual, stream)),
    }
}

/// Limit of an observer's belief.
const LIMIT: usize = 5000;

/// Games after which the counts are compared with the number asked for.
const BATCH: u64 = 64;

/// Comparisons of one player.
#[derive(Clone, Copy, Default)]
struct Count {
    turns: u64,
    comparisons: u64,
    positions: u64,
    largest: usize,
}

impl Count {
    fn add(&mut self, other: Count) {
        self.turns += other.turns;
        self.comparisons += other.comparisons;
        self.positions += other.positions;
        self.largest = self.largest.max(other.largest);
    }
}

/// A side of a game, with the belief of its observer if the player has none.
struct Side {
    color: Color,
    player: Box<dyn Player>,
    observer: Option<Belief>,
    count: Count,
}

impl Side {
    fn new(name: &str, color: Color, seed: u64) -> Side {
        let stream = streams::open(seed, "player", side(color) as u64);
        let player = player(name, color, stream);
        let observer = player.belief().is_none();
        Side {
            color,
            player,
            observer: observer.then(|| Belief::start(color, LIMIT, seed)),
            count: Count::default(),
        }
    }

    fn belief(&self) -> Option<&Belief> {
        self.observer.as_ref().or_else(|| self.player.belief())
    }

    fn is_exact(&self) -> bool {
        self.belief().is_some_and(Belief::is_exact)
    }

    /// Compares the belief, if it is exact, with the true position.
    fn compare(&mut self, truth: &Position) -> Result<(), String> {
        let enemy = side(!self.color);
        let Some(belief) = self.belief().filter(|belief| belief.is_exact()) else {
            return Ok(());
        };
        // A passed square is of the side that moved last.
        let passed = truth.passed.filter(|_| truth.turn == self.color);
        let hidden = Hidden::new(&truth.men[enemy], truth.castling[enemy], passed);
        if !belief.positions().iter().any(|one| one.is(&hidden)) {
            return Err(truth.fen());
        }
        let size = belief.len();
        self.count.comparisons += 1;
        self.count.positions += size as u64;
        self.count.largest = self.count.largest.max(size);
        Ok(())
    }

    fn hear(&mut self, view: &View) {
        self.player.enemy_moved(view);
        let is_first = self.color == Color::White && view.turn() == 0;
        if let Some(belief) = self.observer.as_mut().filter(|_| !is_first) {
            belief.enemy_moved(view.heard(), &Uniform);
        }
    }

    fn see(&mut self, view: &View) {
        self.player.sensed(view);
        if let Some((belief, seen)) = self.observer.as_mut().zip(view.seen()) {
            belief.sensed(seen, &Uniform);
        }
    }

    /// Plays one turn; `false` if the game is over.
    fn turn(&mut self, referee: &mut Referee) -> Result<bool, String> {
        let color = self.color;
        self.hear(referee.view(color));
        self.compare(referee.position())
            .map_err(|fen| format!("after the enemy's move: {fen}"))?;
        let sense = self.player.sense(referee.view(color));
        referee.sense(sense).map_err(|error| error.to_string())?;
        self.see(referee.view(color));
        self.compare(referee.position())
            .map_err(|fen| format!("after the sense: {fen}"))?;
        self.count.turns += u64::from(self.is_exact());
        let asked = self.player.request(referee.view(color));
        let report = referee.request(asked).map_err(|error| error.to_string())?;
        if referee.outcome().is_some() {
            return Ok(false);
        }
        self.player.moved(referee.view(color), &report);
        if let Some(belief) = &mut self.observer {
            belief.moved(&report, &Uniform);
        }
        self.compare(referee.position())
            .map_err(|fen| format!("after the own move: {fen}"))?;
        Ok(true)
    }
}

/// Plays a game of two players; returns the comparisons of each.
fn check(names: [&str; 2], seed: u64) -> Result<[Count; 2], String> {
    let mut referee = Referee::new(Rules::default());
    let mut sides = SIDES.map(|color| Side::new(names[side(color)], color, seed));
    let mut plies = 0;
    loop {
        plies += 1;
        let mover = &mut sides[side(referee.turn())];
        let goes_on = mover.turn(&mut referee);
        let goes_on = goes_on.map_err(|problem| format!("ply {plies} {problem}"))?;
        if !goes_on || !sides.iter().any(Side::is_exact) {
            return Ok(sides.map(|side| side.count));
        }
    }
}

/// Both players of a game, and the names under which they are counted.
fn pairing(game: u64) -> [&'static str; 2] {
    let other = OPPONENTS.get((game / 2 % 16) as usize).unwrap_or(&QUICK);
    if game.is_multiple_of(2) {
        [QUICK, other]
    } else {
        [other, QUICK]
    }
}

fn check_games(
    games: impl Iterator<Item = u64>,
    seed: u64,
) -> Result<BTreeMap<&'static str, Count>, String> {
    let mut counts = BTreeMap::<_, Count>::new();
    for game in games {
        let names = pairing(game);
        let checked = check(names, streams::derive(seed, "game", game));
        let checked = checked.map_err(|problem| {
            let [white, black] = names;
            format!("game {game} ({white} - {black}), {problem}")
        })?;
        for (name, count) in names.into_iter().zip(checked) {
            counts.entry(name).or_default().add(count);
        }
    }
    Ok(counts)
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let wanted: u64 = arguments.next().map_or(Ok(10_000), |text| text.parse())?;
    let threads: u64 = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let seed: u64 = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let threads = threads.clamp(1, BATCH);
    let mut out = std::io::stdout();
    let (mut all, mut games) = (BTreeMap::<_, Count>::new(), 0);
    let turns = |all: &BTreeMap<_, Count>| all.values().map(|count| count.turns).sum::<u64>();
    while turns(&all) < wanted {
        let batch = games..games + BATCH;
        games = batch.end;
        std::thread::scope(|scope| {
            let parts: Vec<_> = (0..threads)
                .map(|thread| {
                    let own = batch.clone().filter(move |game| game % threads == thread);
                    scope.spawn(move || check_games(own, seed))
                })
                .collect();
            for part in parts {
                let part = part.join().map_err(|_| "a thread panicked".to_owned())??;
                for (name, count) in part {
                    all.entry(name).or_default().add(count);
                }
            }
            Ok::<(), String>(())
        })?;
        if games.is_multiple_of(BATCH * 64) {
            writeln!(out, "{games} games, {} turns", turns(&all))?;
        }
    }
    let mut total = Count::default();
    for (name, count) in &all {
        total.add(*count);
        print(&mut out, name, *count)?;
    }
    print(&mut out, &format!("all {games} games"), total)?;
    writeln!(out, "the true position was outside 0 times")?;
    Ok(())
}

fn print(out: &mut impl std::io::Write, name: &str, count: Count) -> std::io::Result<()> {
    let mean = count.positions as f64 / count.comparisons.max(1) as f64;
    writeln!(
        out,
        "{name}: {} turns, {} comparisons, {mean:.0} positions on average, at most {}",
        count.turns, count.comparisons, count.largest
    )
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            let _ = writeln!(std::io::stderr(), "{problem}");
            ExitCode::FAILURE
        }
    }
}
