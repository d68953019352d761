//! Kriegspiel as a game of runs: one game between two players, from one seed.
//!
//! ```
//! use darkforge_engine::player::PlayerSpec;
//! use darkforge_kriegspiel::umpire::ICC;
//! use darkforge_streams as streams;
//!
//! let mut white = PlayerSpec::random().build(streams::open(1, "player", 0));
//! let mut black = PlayerSpec::random().build(streams::open(1, "player", 1));
//! let record = darkforge_lab::kriegspiel::play(&ICC, 20, &mut *white, &mut *black);
//! assert!(record.plies <= 20);
//! ```

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::bout::{Fixture, PlayedGame};
use crate::game::{Game, Shortage, crash};
use darkforge_board::{Color, SIDES, side};
use darkforge_engine::player::{Fault, FaultKind, Player};
use darkforge_kriegspiel::record::{Entry, GameRecord, Heading, referee};
use darkforge_kriegspiel::umpire::{Answer, GameResult, Question, Ruleset, Umpire};
use darkforge_streams as streams;

/// Kriegspiel as runs play it.
#[derive(Clone, Copy, Debug)]
pub struct Kriegspiel {
    /// Ruleset.
    pub ruleset: &'static Ruleset,
    /// Plies after which a game is drawn.
    pub ply_limit: u32,
    /// Whether every try is kept; if not, those of single bouts may be.
    pub keep_tries: bool,
}

impl Game for Kriegspiel {
    /// One stream of randomness is for the player who begins the pair and one for the other, so
    /// with colours swapped the same draws give another game.
    fn play(&self, fixture: &Fixture<'_>) -> Result<PlayedGame, Shortage> {
        let swapped = fixture.game % 2;
        let stream = |index| streams::open(fixture.seed, "player", index);
        let mut white = fixture.white.spec.build(stream(swapped));
        let mut black = fixture.black.spec.build(stream(1 - swapped));
        let finished =
            play_with_faults(self.ruleset, self.ply_limit, white.as_mut(), black.as_mut());
        Shortage::check(fixture, [white.shortage(), black.shortage()])?;
        Ok(self.played(fixture, finished))
    }

    fn confirm(&self, played: &PlayedGame) -> Result<(), String> {
        if played.tries.is_none() {
            return Ok(());
        }
        let record = record(played, self.ruleset, self.ply_limit)?;
        let [white_material, black_material] = &record.material;
        let agree = record.plies == played.plies
            && record.refused(Color::White) == played.white_refused
            && record.refused(Color::Black) == played.black_refused
            && *white_material == played.white_material
            && *black_material == played.black_material
            && record.final_fen == played.final_fen;
        if agree {
            Ok(())
        } else {
            Err("its tries lead to another ending".to_owned())
        }
    }
}

impl Kriegspiel {
    /// The game as journals keep it.
    fn played(&self, fixture: &Fixture<'_>, finished: Finished) -> PlayedGame {
        let Finished { record, faults } = finished;
        let [white_fault, black_fault] = faults.map(|fault| fault.map(Box::new));
        let [white_material, black_material] = record.material.clone();
        PlayedGame {
            game: fixture.game,
            bout: fixture.bout,
            pair: fixture.pair,
            white: fixture.white.name.clone(),
            black: fixture.black.name.clone(),
            seed: fixture.seed,
            players: fixture.fingerprints(),
            result: record.outcome.result,
            ending: record.outcome.ending,
            plies: record.plies,
            white_refused: record.refused(Color::White),
            black_refused: record.refused(Color::Black),
            white_material,
            black_material,
            final_fen: record.final_fen.clone(),
            white_fault,
            black_fault,
            tries: (self.keep_tries || fixture.keep_tries).then(|| {
                let tries: Vec<String> = record
                    .entries
                    .iter()
                    .map(|entry| entry.question.to_string())
                    .collect();
                tries.join(" ")
            }),
        }
    }
}

/// The headers of a record of `game`.
pub fn heading(game: &PlayedGame) -> Heading {
    Heading {
        game: game.game,
        white: game.white.clone(),
        black: game.black.clone(),
        pair: game.pair,
        seed: game.seed,
    }
}

/// The record of the game, by an umpire of its own.
///
/// # Errors
/// A sentence: its tries were not kept, or contradict its result.
pub fn record(
    game: &PlayedGame,
    ruleset: &'static Ruleset,
    ply_limit: u32,
) -> Result<GameRecord, String> {
    let text = game.tries.as_deref().ok_or("its tries were not kept")?;
    let tries = text.split_whitespace().map(str::parse);
    let tries = tries.collect::<Result<Vec<Question>, _>>();
    let tries = tries.map_err(|error| error.to_string())?;
    let (mut umpire, entries) = referee(ruleset, ply_limit, tries)?;
    if game.ending.is_forfeit() {
        let loser = match game.result {
            GameResult::BlackWins => Color::White,
            _ => Color::Black,
        };
        umpire.forfeit(loser, game.ending);
    }
    let outcome = umpire.outcome();
    if outcome.is_none_or(|o| o.result != game.result || o.ending != game.ending) {
        return Err("its tries do not lead to its result".to_owned());
    }
    Ok(GameRecord::close(&umpire, entries))
}

/// Number of tries in one turn after which a player counts as asking without end. No position has
/// as many moves, promotions included.
pub const MAX_TRIES: usize = 512;

/// A finished game with the players' faults.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The game.
    pub record: GameRecord,
    /// Faults of White and Black. If both failed, the game is lost for the one that failed during
    /// it; if neither did, the board decides.
    pub faults: [Option<Fault>; 2],
}

/// Plays a game to its end under `ruleset`, drawn after `ply_limit` moves of both sides.
///
/// A player that runs out of tries, or asks [`MAX_TRIES`] times in one turn, forfeits; so does one
/// that panics, in this game alone.
pub fn play(
    ruleset: &'static Ruleset,
    ply_limit: u32,
    white: &mut dyn Player,
    black: &mut dyn Player,
) -> GameRecord {
    play_with_faults(ruleset, ply_limit, white, black).record
}

/// The same, with the players' faults.
pub fn play_with_faults(
    ruleset: &'static Ruleset,
    ply_limit: u32,
    white: &mut dyn Player,
    black: &mut dyn Player,
) -> Finished {
    let mut umpire = Umpire::new(ruleset, ply_limit);
    let mut entries = Vec::with_capacity(512);
    let mut faults = [None, None];
    let played = run(
        &mut umpire,
        ply_limit,
        [&mut *white, &mut *black],
        &mut entries,
    );
    let over_on_board = played.is_ok();
    if let Err((loser, fault)) = played {
        umpire.forfeit(loser, fault.kind.ending());
        faults[side(loser)] = Some(fault);
    }
    let mut record = GameRecord::close(&umpire, entries);
    // A player at fault is not called again; after a forfeit the last move did not end the game.
    let last = record.entries.last().and_then(Entry::played);
    let last = last.filter(|_| over_on_board);
    let said = last.as_ref().map(|(_, said)| said);
    for color in SIDES {
        if faults[side(color)].is_some() {
            continue;
        }
        let player: &mut dyn Player = match color {
            Color::White => &mut *white,
            Color::Black => &mut *black,
        };
        let told = guard(color, player, |player| {
            player.ended(umpire.view(color), said, record.outcome);
        });
        faults[side(color)] = told.err().map(|(_, fault)| fault);
    }
    if over_on_board {
        let loser = match &faults {
            [Some(fault), None] => Some((Color::White, fault)),
            [None, Some(fault)] => Some((Color::Black, fault)),
            _ => None,
        };
        if let Some((loser, fault)) = loser {
            umpire.forfeit(loser, fault.kind.ending());
            record.outcome = umpire.outcome().unwrap_or(record.outcome);
        }
    }
    Finished { record, faults }
}

/// Calls the players until the game is over or one of them fails.
fn run(
    umpire: &mut Umpire,
    ply_limit: u32,
    [white, black]: [&mut dyn Player; 2],
    entries: &mut Vec<Entry>,
) -> Result<(), (Color, Fault)> {
    guard(Color::White, white, |white| {
        white.begin(umpire.view(Color::White), ply_limit);
    })?;
    guard(Color::Black, black, |black| {
        black.begin(umpire.view(Color::Black), ply_limit);
    })?;
    while umpire.outcome().is_none() {
        let mover = umpire.turn();
        match mover {
            Color::White => turn(umpire, mover, white, black, entries)?,
            Color::Black => turn(umpire, mover, black, white, entries)?,
        }
    }
    Ok(())
}

/// One try with its answers; returns the side at fault and the fault, if there is one.
fn turn(
    umpire: &mut Umpire,
    side: Color,
    mover: &mut dyn Player,
    other: &mut dyn Player,
    entries: &mut Vec<Entry>,
) -> Result<(), (Color, Fault)> {
    let view = umpire.view(side);
    let unplayed = |entry: &Entry| !matches!(entry.answer, Answer::Played(_));
    let without_end =
        entries.len() >= MAX_TRIES && entries.iter().rev().take(MAX_TRIES).all(unplayed);
    let fault = |kind, detail: &str| (side, Fault::new(kind, detail));
    let question = guard(side, mover, |mover| mover.choose(view))?
        .ok_or_else(|| fault(FaultKind::NoTry, "it has no try left"))?;
    if without_end {
        let says = format!("it asks more than {MAX_TRIES} times in one turn");
        return Err(fault(FaultKind::Flood, &says));
    }
    let answer = umpire
        .ask(question)
        .map_err(|error| fault(FaultKind::Garbage, &error.to_string()))?;
    entries.push(Entry {
        side,
        question,
        answer,
    });
    if umpire.outcome().is_some() {
        return Ok(());
    }
    guard(side, mover, |mover| {
        mover.answered(umpire.view(side), question, &answer);
    })?;
    if let Answer::Played(said) = answer {
        guard(!side, other, |other| {
            other.opponent_moved(umpire.view(!side), &said);
        })?;
    }
    Ok(())
}

/// Calls a player; a panic is its crash. A player at fault is not called again, so its state after
/// a panic is never used.
fn guard<T>(
    side: Color,
    player: &mut dyn Player,
    call: impl FnOnce(&mut dyn Player) -> T,
) -> Result<T, (Color, Fault)> {
    let done = catch_unwind(AssertUnwindSafe(|| {
        let done = call(player);
        (done, player.fault())
    }));
    match done {
        Ok((done, None)) => Ok(done),
        Ok((_, Some(fault))) => Err((side, fault)),
        Err(panic) => Err((side, crash(&*panic))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::{Role, Square, Try};
    use darkforge_kriegspiel::umpire::{
        Announcement, Ending, GameResult, ICC, Outcome, Question, View,
    };

    struct Stubborn;

    impl Player for Stubborn {
        fn choose(&mut self, _view: &View) -> Option<Question> {
            Some(Try::promoting(Square::A1, Square::H8, Role::Queen).into())
        }
        fn answered(&mut self, _view: &View, _question: Question, _answer: &Answer) {}
        fn opponent_moved(&mut self, _view: &View, _said: &Announcement) {}
    }

    #[test]
    fn a_player_that_asks_without_end_forfeits() {
        let mut random = darkforge_engine::player::Random::new(streams::open(1, "test", 0));
        let record = play(&ICC, 1000, &mut random, &mut Stubborn);
        assert_eq!(record.outcome.ending, Ending::ForfeitProtocol);
        assert_eq!(record.outcome.result, GameResult::WhiteWins);
        assert_eq!(record.plies, 1);
    }

    struct Faulty;

    impl Player for Faulty {
        fn choose(&mut self, _view: &View) -> Option<Question> {
            panic!("a fault that a test makes on purpose")
        }
        fn answered(&mut self, _view: &View, _question: Question, _answer: &Answer) {}
        fn opponent_moved(&mut self, _view: &View, _said: &Announcement) {}
    }

    #[test]
    fn a_player_that_panics_loses_that_game_and_nothing_else() {
        let mut random = darkforge_engine::player::Random::new(streams::open(1, "test", 0));
        let Finished { record, faults } = play_with_faults(&ICC, 1000, &mut random, &mut Faulty);
        assert_eq!(record.outcome.ending, Ending::ForfeitCrash);
        assert_eq!(record.outcome.result, GameResult::WhiteWins);
        let fault = faults[1].as_ref().expect("Black's");
        assert!(faults[0].is_none());
        assert_eq!(fault.kind, FaultKind::Crash);
        assert!(fault.detail.contains("on purpose"), "{fault}");
    }

    /// Plays at random, and counts the calls at the game's beginning and end.
    struct Late {
        random: darkforge_engine::player::Random,
        told: Vec<String>,
    }

    impl Player for Late {
        fn choose(&mut self, view: &View) -> Option<Question> {
            self.random.choose(view)
        }
        fn answered(&mut self, view: &View, question: Question, answer: &Answer) {
            self.random.answered(view, question, answer);
        }
        fn opponent_moved(&mut self, _view: &View, _said: &Announcement) {}
        fn begin(&mut self, _view: &View, ply_limit: u32) {
            self.told.push(ply_limit.to_string());
        }
        fn ended(&mut self, _view: &View, last: Option<&Announcement>, outcome: Outcome) {
            self.told
                .push(format!("{} {}", last.is_some(), outcome.ending));
        }
        fn fault(&self) -> Option<Fault> {
            let over = self.told.len() == 2;
            over.then(|| Fault::new(FaultKind::Quit, "too late to matter"))
        }
    }

    #[test]
    fn a_fault_after_the_end_forfeits_unless_both_are_at_fault() {
        let late = || Late {
            random: darkforge_engine::player::Random::new(streams::open(1, "test", 0)),
            told: Vec::new(),
        };
        let (mut white, mut black) = (late(), late());
        let mut healthy = darkforge_engine::player::Random::new(streams::open(1, "test", 1));
        let finished = play_with_faults(&ICC, 20, &mut healthy, &mut late());
        assert_eq!(finished.record.plies, 20);
        assert_eq!(finished.record.outcome.ending, Ending::ForfeitProtocol);
        assert_eq!(finished.record.outcome.result, GameResult::WhiteWins);
        assert!(finished.faults[0].is_none());
        let finished = play_with_faults(&ICC, 20, &mut white, &mut black);
        assert_eq!(finished.record.outcome.ending, Ending::PlyLimit);
        assert_eq!(white.told, ["20", "true ply_limit"]);
        assert_eq!(black.told, white.told);
        assert!(
            finished.faults.iter().all(Option::is_some),
            "both are counted"
        );
    }
}
