//! Reconnaissance blind chess as a game of runs: one game between two players, from one seed.
//!
//! The tries of a game are one word for each turn, `SENSE:REQUEST`: `g6:e2e4`, `-:pass`. Impossible
//! requests stand before the one that was possible, `g6:h1h5!e2e4`, and a player that resigns asks
//! for `resign`.
//!
//! ```
//! use darkforge_engine::player::PlayerSpec;
//! use darkforge_lab::bout::{Bout, Entrant, Openings};
//! use darkforge_lab::game::Game;
//! use darkforge_lab::recon::{Recon, history};
//! use darkforge_lab::terms::Terms;
//!
//! let entrant = |name: &str| Entrant { name: name.to_owned(), spec: PlayerSpec::random() };
//! let bout = Bout {
//!     id: 0,
//!     first_pair: 0,
//!     step: 1,
//!     games: 1,
//!     keep_tries: true,
//!     openings: Openings::Own,
//!     first: entrant("a"),
//!     second: entrant("b"),
//! };
//! let game = Recon { ply_limit: 40, keep_tries: true, terms: Terms::default() };
//! let played = game.play(&bout.fixture(7, 0))?;
//! assert_eq!(game.confirm(&played), Ok(()));
//! assert_eq!(history(&played, 40)?.plies() as u32, played.plies);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt::Write as _;

use crate::bout::{Fixture, PlayedGame};
use crate::game::{Game, Shortage, guarded};
use crate::kriegspiel::MAX_TRIES;
use crate::terms::Terms;
use darkforge_board::{Color, SIDES, material, side};
use darkforge_engine::player::{Fault, FaultKind, ReconAnswer, ReconPlayer};
use darkforge_kriegspiel::umpire::{Ending, GameResult, Outcome};
use darkforge_recon::record::History;
use darkforge_recon::referee::{self, Referee, RefereeError, Request, Rules, Sense};
use darkforge_streams as streams;

/// Reconnaissance blind chess as runs play it.
#[derive(Clone, Debug)]
pub struct Recon {
    /// Plies after which a game is drawn, rounded up to a full turn.
    pub ply_limit: u32,
    /// Whether every sense and request is kept; if not, those of single bouts may be.
    pub keep_tries: bool,
    /// Terms of the games beside the rules, of which this game has the clock and the dialogues.
    pub terms: Terms,
}

impl Game for Recon {
    /// Streams of randomness are given as in Kriegspiel.
    fn play(&self, fixture: &Fixture<'_>) -> Result<PlayedGame, Shortage> {
        let swapped = fixture.game % 2;
        let stream = |index| streams::open(fixture.seed, "player", index);
        let white = fixture
            .white
            .spec
            .build_recon(Color::White, stream(swapped));
        let black = fixture
            .black
            .spec
            .build_recon(Color::Black, stream(1 - swapped));
        let mut players = [white, black];
        for (player, color) in players.iter_mut().zip(SIDES) {
            player.allow(self.terms.clock, self.terms.margin);
            if let Some(path) = self.terms.dialogue(fixture.game, color) {
                player.keep_dialogue(&path);
            }
        }
        let mut table = Table::new(self.ply_limit, players);
        table.play(self.ply_limit);
        let [white, black] = &table.players;
        Shortage::check(fixture, [white.shortage(), black.shortage()])?;
        Ok(self.played(fixture, table))
    }

    fn confirm(&self, played: &PlayedGame) -> Result<(), String> {
        if played.tries.is_none() {
            return Ok(());
        }
        let (record, _) = replay(played, self.ply_limit)?;
        let agree = record.plies == played.plies
            && record.refused == [played.white_refused, played.black_refused]
            && record.material() == [played.white_material.clone(), played.black_material.clone()]
            && record.referee.position().fen() == played.final_fen;
        if agree {
            Ok(())
        } else {
            Err("its tries lead to another ending".to_owned())
        }
    }
}

impl Recon {
    /// The game as journals keep it.
    fn played(&self, fixture: &Fixture<'_>, table: Table) -> PlayedGame {
        let Table { record, faults, .. } = table;
        let outcome = record.outcome.unwrap_or(Outcome {
            result: GameResult::Draw,
            ending: Ending::TurnLimit,
        });
        let [white_fault, black_fault] = faults.map(|fault| fault.map(Box::new));
        let [white_refused, black_refused] = record.refused;
        let [white_material, black_material] = record.material();
        PlayedGame {
            game: fixture.game,
            bout: fixture.bout,
            pair: fixture.pair,
            white: fixture.white.name.clone(),
            black: fixture.black.name.clone(),
            seed: fixture.seed,
            players: fixture.fingerprints(),
            result: outcome.result,
            ending: outcome.ending,
            plies: record.plies,
            white_refused,
            black_refused,
            white_material,
            black_material,
            final_fen: record.referee.position().fen(),
            white_fault,
            black_fault,
            start: None,
            thoughts: None,
            tries: (self.keep_tries || fixture.keep_tries).then_some(record.tries),
        }
    }
}

/// A game in progress, as the referee sees it.
struct Record {
    referee: Referee,
    outcome: Option<Outcome>,
    plies: u32,
    /// Requests of White and Black that became another move or none, and impossible ones.
    refused: [u32; 2],
    tries: String,
}

impl Record {
    fn new(ply_limit: u32) -> Record {
        let rules = Rules {
            turn_limit: Some(ply_limit.div_ceil(2)),
            ..Rules::default()
        };
        Record {
            referee: Referee::new(rules),
            outcome: None,
            plies: 0,
            refused: [0; 2],
            tries: String::new(),
        }
    }

    fn sense(&mut self, sense: Sense) -> Result<(), RefereeError> {
        self.referee.sense(sense)?;
        let space = if self.tries.is_empty() { "" } else { " " };
        let _ = write!(self.tries, "{space}{sense}:");
        Ok(())
    }

    /// Plays a request; `None` if the own men do not allow it.
    fn request(&mut self, asked: Request) -> Result<Option<referee::Report>, RefereeError> {
        let mover = self.referee.turn();
        let report = match self.referee.request(asked) {
            Err(RefereeError::Impossible { .. }) => {
                self.refused[side(mover)] += 1;
                let _ = write!(self.tries, "{asked}!");
                return Ok(None);
            }
            report => report?,
        };
        self.tries += &asked.to_string();
        self.plies += 1;
        let is_taken = asked == report.taken || becomes_queen(asked, report.taken);
        self.refused[side(mover)] += u32::from(!is_taken);
        self.outcome = self.referee.outcome().map(outcome_of);
        Ok(Some(report))
    }

    fn resign(&mut self) {
        self.tries += RESIGN;
        self.referee.resign();
        self.outcome = self.referee.outcome().map(outcome_of);
    }

    fn forfeit(&mut self, loser: Color, ending: Ending) {
        self.outcome = Some(Outcome {
            result: GameResult::win(!loser),
            ending,
        });
    }

    fn material(&self) -> [String; 2] {
        let men = self.referee.position().men;
        SIDES.map(|color| material(&men[side(color)]))
    }
}

/// The word of a player that resigns.
const RESIGN: &str = "resign";

/// Whether the move is the one that was asked for, with the promotion that was left out.
fn becomes_queen(asked: Request, taken: Request) -> bool {
    let both = asked.0.zip(taken.0);
    both.is_some_and(|(asked, taken)| {
        asked.promotion.is_none() && (asked.from, asked.to) == (taken.from, taken.to)
    })
}

/// The referee's outcome with the endings of runs.
fn outcome_of(outcome: referee::Outcome) -> Outcome {
    Outcome {
        result: outcome.winner.map_or(GameResult::Draw, GameResult::win),
        ending: match outcome.ending {
            referee::Ending::Resign => Ending::Resignation,
            referee::Ending::Timeout => Ending::ForfeitTime,
            referee::Ending::KingCapture => Ending::KingCapture,
            referee::Ending::TurnLimit => Ending::TurnLimit,
            referee::Ending::MoveLimit => Ending::MoveLimit,
        },
    }
}

/// Plays the tries of a game again; returns the game and its history.
fn replay(played: &PlayedGame, ply_limit: u32) -> Result<(Record, History), String> {
    let text = played.tries.as_deref().ok_or("its tries were not kept")?;
    let mut record = Record::new(ply_limit);
    let mut history = History {
        names: [played.white.clone(), played.black.clone()],
        ..History::default()
    };
    for (place, word) in text.split(' ').filter(|word| !word.is_empty()).enumerate() {
        let wrong =
            |problem: &dyn std::fmt::Display| format!("try {} ({word}): {problem}", place + 1);
        let (sense, requests) = word.split_once(':').ok_or_else(|| wrong(&"no colon"))?;
        let sense: Sense = sense.parse().map_err(|error| wrong(&error))?;
        let mover = record.referee.turn();
        record.sense(sense).map_err(|error| wrong(&error))?;
        if let Some(seen) = record.referee.view(mover).seen() {
            history.sensed(mover, seen);
        }
        for asked in requests.split('!').filter(|asked| !asked.is_empty()) {
            if asked == RESIGN {
                record.resign();
                continue;
            }
            let asked: Request = asked.parse().map_err(|error| wrong(&error))?;
            let before = record.referee.position().fen();
            let report = record.request(asked).map_err(|error| wrong(&error))?;
            if let Some(report) = report {
                let after = record.referee.position().fen();
                history.moved(mover, &report, before, after);
            }
        }
    }
    if record.tries != text {
        return Err("its tries are not written as they should be".to_owned());
    }
    let loser = if played.result == GameResult::WhiteWins {
        Color::Black
    } else {
        Color::White
    };
    if played.ending.is_forfeit() {
        record.forfeit(loser, played.ending);
    }
    if record.outcome != Some(played.outcome()) {
        return Err("its tries do not lead to its result".to_owned());
    }
    history.outcome = record.referee.outcome();
    if played.ending.is_forfeit() {
        // reconchess knows no other reason that does not follow from the moves.
        history.outcome = Some(referee::Outcome {
            winner: Some(!loser),
            ending: referee::Ending::Timeout,
        });
    }
    Ok((record, history))
}

/// The history of a game, from its tries. A forfeit is a loss by time in it.
///
/// # Errors
/// A sentence: its tries were not kept, or contradict its result.
pub fn history(played: &PlayedGame, ply_limit: u32) -> Result<History, String> {
    replay(played, ply_limit).map(|(_, history)| history)
}

/// A game that is played.
struct Table {
    record: Record,
    players: [Box<dyn ReconPlayer>; 2],
    faults: [Option<Fault>; 2],
}

/// A side at fault, with its fault.
type Failed = (Color, Fault);

impl Table {
    fn new(ply_limit: u32, players: [Box<dyn ReconPlayer>; 2]) -> Table {
        Table {
            record: Record::new(ply_limit),
            players,
            faults: [None, None],
        }
    }

    /// Plays the game to its end. A fault of a player loses it that game.
    fn play(&mut self, ply_limit: u32) {
        let played = self.run(ply_limit);
        let over_on_board = played.is_ok();
        if let Err((loser, fault)) = played {
            self.record.forfeit(loser, fault.kind.ending());
            self.faults[side(loser)] = Some(fault);
        }
        let Some(outcome) = self.record.outcome else {
            return;
        };
        for color in SIDES {
            if self.faults[side(color)].is_some() {
                continue;
            }
            let told = self.call(color, |player, referee| {
                player.ended(referee.view(color), outcome);
            });
            self.faults[side(color)] = told.err().map(|(_, fault)| fault);
        }
        let loser = match &self.faults {
            [Some(fault), None] => Some((Color::White, fault.kind)),
            [None, Some(fault)] => Some((Color::Black, fault.kind)),
            _ => None,
        };
        if let Some((loser, kind)) = loser.filter(|_| over_on_board) {
            self.record.forfeit(loser, kind.ending());
        }
    }

    fn run(&mut self, ply_limit: u32) -> Result<(), Failed> {
        for color in SIDES {
            self.call(color, |player, referee| {
                player.begin(referee.view(color), ply_limit);
            })?;
        }
        while self.record.outcome.is_none() {
            self.turn()?;
        }
        Ok(())
    }

    fn turn(&mut self) -> Result<(), Failed> {
        let mover = self.record.referee.turn();
        let broken =
            |error: RefereeError| (mover, Fault::new(FaultKind::Garbage, error.to_string()));
        let silent = || (mover, Fault::new(FaultKind::NoTry, "it has no answer"));
        let sense = self.call(mover, |player, referee| player.sense(referee.view(mover)))?;
        self.record
            .sense(sense.ok_or_else(silent)?)
            .map_err(broken)?;
        self.call(mover, |player, referee| player.sensed(referee.view(mover)))?;
        for _ in 0..MAX_TRIES {
            let answer = self.call(mover, |player, referee| player.request(referee.view(mover)))?;
            let asked = match answer.ok_or_else(silent)? {
                ReconAnswer::Ask(asked) => asked,
                ReconAnswer::Resign => {
                    self.record.resign();
                    return Ok(());
                }
            };
            let Some(report) = self.record.request(asked).map_err(broken)? else {
                self.call(mover, |player, referee| {
                    player.nonsense(referee.view(mover));
                })?;
                continue;
            };
            self.call(mover, |player, referee| {
                player.moved(referee.view(mover), &report);
            })?;
            if self.record.outcome.is_some() {
                return Ok(());
            }
            return self.call(!mover, |player, referee| {
                player.enemy_moved(referee.view(!mover));
            });
        }
        let says = format!("it asks more than {MAX_TRIES} times in one turn");
        Err((mover, Fault::new(FaultKind::Flood, says)))
    }

    /// Calls a player; a panic is its crash. A player at fault is not called again.
    fn call<T>(
        &mut self,
        color: Color,
        call: impl FnOnce(&mut dyn ReconPlayer, &Referee) -> T,
    ) -> Result<T, Failed> {
        let player = &mut *self.players[side(color)];
        let referee = &self.record.referee;
        let done = guarded(|| {
            let done = call(player, referee);
            (done, player.fault())
        });
        done.map_err(|fault| (color, fault))
    }
}

#[cfg(test)]
mod tests;
