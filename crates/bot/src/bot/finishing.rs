//! Games that are over: they are refereed again and recorded.

use std::fmt::Write as _;
use std::time::Duration;

use super::{Bot, BotError, broken};
use crate::check::{Checked, check};
use crate::client::Trouble;
use crate::heard;
use crate::records::FinishedGame;
use crate::rules::ServerRules;
use crate::wire::{GameInfo, GameState, Person, Transcript};
use crate::words::{name_of, outcome};
use darkforge_kriegspiel::umpire::{Ending, Outcome};

/// Looks for a finished game that the server is moving to its archive, and the time between them.
const ARCHIVE_LOOKS: u32 = 20;
const ARCHIVE_WAIT: Duration = Duration::from_millis(250);

impl Bot {
    /// Drops a game that the server no longer has, because it expired before its first move or was lost in a
    /// restart.
    pub(super) fn forget(&mut self, id: &str) -> Result<(), BotError> {
        self.client
            .tell(&format!("game {id}: the server no longer has it"));
        self.games.remove(id);
        self.records.set_active(id, false)?;
        Ok(())
    }

    /// Records a game that is over.
    pub(super) fn finish(&mut self, id: &str) -> Result<(), BotError> {
        let (info, moves, state) = match self.review(id) {
            Err(Trouble::Refused { status: 404, .. }) => return self.forget(id),
            review => review?,
        };
        if info.state != "completed" {
            return Ok(()); // a look at another moment
        }
        let game = self.games.remove(id);
        let Ok(rules) = info.rule_variant.parse::<ServerRules>() else {
            return self.forget(id);
        };
        if self.records.has(id) {
            return Ok(self.records.set_active(id, false)?);
        }
        let color = self.color_in(&info)?;
        let heard = heard::read(&state.scoresheet, color, rules);
        let (events, _) = heard.map_err(|error| broken(id, error.to_string()))?;
        // Each look compared what was heard in the game with the server's account, but for the last answers.
        let live = game.as_ref().map_or(&[][..], |game| game.events.as_slice());
        let events = if events.starts_with(live) {
            events.as_slice()
        } else {
            live
        };
        let end = info.result.as_ref().and_then(|end| {
            outcome(
                end.winner.as_deref(),
                end.reason.as_deref().unwrap_or_default(),
            )
        });
        let Checked {
            record,
            differences,
        } = check(rules, &moves.moves, color, events, end);
        let name = |person: Option<Person>| person.map_or("?".to_owned(), |one| one.username);
        let questions: Vec<String> = record
            .entries
            .iter()
            .map(|entry| entry.question.to_string())
            .collect();
        let finished = FinishedGame {
            number: self.records.games().len() as u64,
            id: id.to_owned(),
            code: info.game_code,
            ruleset: rules.name().to_owned(),
            white: name(info.white),
            black: name(info.black),
            color: name_of(color).to_owned(),
            result: record.outcome.result,
            ending: record.outcome.ending,
            plies: record.plies,
            rewinds: game.map_or(0, |game| game.rewinds),
            differences,
            questions: questions.join(" "),
        };
        self.tell_finished(&finished);
        self.records.add(finished, &record)?;
        self.records.set_active(id, false)?;
        Ok(())
    }

    fn tell_finished(&mut self, game: &FinishedGame) {
        let Outcome { result, ending } = game.outcome();
        let ending = ending_words(ending);
        let mut line = format!(
            "game {}: {result} by {ending} after {} plies",
            game.code, game.plies
        );
        if let Some(first) = game.differences.first() {
            let _ = write!(
                line,
                "; {} differences, the first at question {}: {} ({}, not {})",
                game.differences.len(),
                first.question,
                first.what,
                first.server,
                first.umpire
            );
        }
        self.client.tell(&line);
    }

    /// A game that is over, with its moves and all that the bot heard. A server moves such a game to its
    /// archive, and for a moment may have it nowhere.
    fn review(&mut self, id: &str) -> Result<(GameInfo, Transcript, GameState), Trouble> {
        let mut looks = 0;
        loop {
            let reviewed = self.review_once(id);
            looks += 1;
            match reviewed {
                Err(Trouble::Refused { status: 404, .. }) if looks < ARCHIVE_LOOKS => {
                    self.client.wait(ARCHIVE_WAIT)?;
                }
                reviewed => return reviewed,
            }
        }
    }

    fn review_once(&mut self, id: &str) -> Result<(GameInfo, Transcript, GameState), Trouble> {
        let info: GameInfo = self.client.get(&format!("/game/{id}"))?;
        let moves = if info.state == "completed" {
            self.client.get(&format!("/game/{id}/moves"))?
        } else {
            Transcript { moves: Vec::new() }
        };
        Ok((info, moves, self.state(id)?))
    }
}

fn ending_words(ending: Ending) -> String {
    ending.as_str().replace('_', " ")
}
