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

mod table;

use crate::bout::{Fixture, PlayedGame};
use crate::game::{Game, Shortage};
use crate::terms::Terms;
use darkforge_board::{Board, Color, Position, SIDES};
use darkforge_engine::player::PlayerSpec;
use darkforge_kriegspiel::protocol::Thought;
use darkforge_kriegspiel::record::{Entry, GameRecord, Heading, referee_from};
use darkforge_kriegspiel::umpire::{GameResult, Question, Ruleset, Umpire};
use darkforge_streams::{self as streams, Stream};

pub use table::{Finished, MAX_TRIES, Setting, play, play_with_faults};

/// Kriegspiel as runs play it.
#[derive(Clone, Debug)]
pub struct Kriegspiel {
    /// Ruleset.
    pub ruleset: &'static Ruleset,
    /// Plies after which a game is drawn.
    pub ply_limit: u32,
    /// Whether every try is kept; if not, those of single bouts may be.
    pub keep_tries: bool,
    /// Terms of the games beside the rules.
    pub terms: Terms,
}

/// Streams of White and Black in a game with its pair's `seed`. One is for the player who begins the pair
/// and one for the other, so with colours swapped the same draws give another game.
pub fn player_streams(seed: u64, game: u64) -> [Stream; 2] {
    let swapped = game % 2;
    [swapped, 1 - swapped].map(|index| streams::open(seed, "player", index))
}

impl Game for Kriegspiel {
    fn play(&self, fixture: &Fixture<'_>) -> Result<PlayedGame, Shortage> {
        let [of_white, of_black] = player_streams(fixture.seed, fixture.game);
        let mut white = fixture.white.spec.build(of_white);
        let mut black = fixture.black.spec.build(of_black);
        let players = [&mut white, &mut black];
        for (player, color) in players.into_iter().zip(SIDES) {
            if let Some(path) = self.terms.dialogue(fixture.game, color) {
                player.keep_dialogue(&path);
            }
        }
        let clock = |spec: &PlayerSpec| spec.clock().or(self.terms.clock);
        let setting = Setting {
            ruleset: self.ruleset,
            ply_limit: self.ply_limit,
            start: self.terms.start(fixture.pair),
            clocks: [&fixture.white.spec, &fixture.black.spec].map(clock),
            terms: &self.terms,
        };
        let finished = setting.play(white.as_mut(), black.as_mut());
        Shortage::check(fixture, [white.shortage(), black.shortage()])?;
        Ok(self.played(fixture, finished))
    }

    fn confirm(&self, played: &PlayedGame) -> Result<(), String> {
        let start = self.terms.start(played.pair).map(Board::fen);
        if played.start != start {
            let begins = |start: &Option<String>| {
                start
                    .clone()
                    .unwrap_or_else(|| "the initial position".to_owned())
            };
            let (here, there) = (begins(&played.start), begins(&start));
            return Err(format!("it begins from {here}, and its pair from {there}"));
        }
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
        let Finished {
            record,
            faults,
            thoughts,
        } = finished;
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
            start: record.start.as_ref().map(Board::fen),
            thoughts: self.terms.keeps_thoughts().then(|| {
                let words: Vec<String> = thoughts.iter().map(Thought::word).collect();
                words.join(" ")
            }),
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
        thoughts: thoughts(game),
    }
}

/// Statements of the players on each move; empty if they were not kept.
fn thoughts(game: &PlayedGame) -> Vec<Thought> {
    let words = game.thoughts.as_deref().unwrap_or_default();
    let words = words.split_whitespace();
    words
        .map(|word| Thought::of_word(word).unwrap_or_default())
        .collect()
}

/// The tries of the game, asked again of an umpire; `None` if they were not kept.
///
/// # Errors
/// A sentence: a try or the position it began from cannot be read, or a try cannot be asked.
pub fn referee_again(
    game: &PlayedGame,
    ruleset: &'static Ruleset,
    ply_limit: u32,
) -> Result<Option<(Umpire, Vec<Entry>)>, String> {
    let Some(text) = game.tries.as_deref() else {
        return Ok(None);
    };
    let tries = text.split_ascii_whitespace().map(str::parse);
    let tries = tries.collect::<Result<Vec<Question>, _>>();
    let tries = tries.map_err(|error| error.to_string())?;
    let start = game.start.as_deref().map(str::parse::<Position>);
    let start = start
        .transpose()
        .map_err(|error| format!("start: {error}"))?;
    let start = start.unwrap_or_default();
    referee_from(ruleset, ply_limit, &start, tries).map(Some)
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
    let again = referee_again(game, ruleset, ply_limit)?;
    let (mut umpire, entries) = again.ok_or("its tries were not kept")?;
    if game.ending.is_adjudicated() && umpire.outcome().is_none() {
        umpire.adjudicate(game.outcome());
    }
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
