//! Games that a bot begins: it opens and joins them.

use std::time::Instant;

use serde_json::json;

use super::{Bot, BotError};
use crate::client::Trouble;
use crate::lobby::{NewGame, wishes};
use crate::wire::{GameInfo, Listed, Made, OpenGame, Profile};

impl Bot {
    /// Opens and joins games.
    pub(super) fn begin_games(&mut self, waiting: bool) -> Result<(), BotError> {
        let free = self.games.len() < self.settings.at_once && self.missing() != Some(0);
        if !free {
            return Ok(());
        }
        if self.settings.lobby.opens() && !waiting {
            self.open()?;
        }
        if self.settings.lobby.joins() && Instant::now() >= self.next_join {
            self.join()?;
        }
        Ok(())
    }

    fn open(&mut self) -> Result<(), BotError> {
        let number = self.records.games().len() + self.games.len();
        let settings = &self.settings;
        let Some(new) = NewGame::of(&settings.rules, settings.colour, number) else {
            return Ok(());
        };
        let made: Result<Made, Trouble> = self.client.post("/game/create", &new);
        match made {
            Ok(Made { game_id }) => {
                let rules = new.rule_variant;
                let colour = new.play_as;
                self.client
                    .tell(&format!("opened a game of {rules} as {colour} ({game_id})"));
                Ok(())
            }
            // Another look shows it.
            Err(Trouble::Unknown { .. }) => Ok(()),
            Err(trouble) if trouble.status() == 409 => Ok(()),
            Err(trouble) => Err(trouble.into()),
        }
    }

    fn join(&mut self) -> Result<(), BotError> {
        let open: Listed<OpenGame> = self.client.get("/game/open")?;
        let settings = &self.settings;
        let opponent = settings.opponent.as_deref();
        let fits = |game: &&OpenGame| {
            wishes(
                game,
                &self.username,
                &settings.rules,
                settings.colour,
                opponent,
            )
        };
        for game in open.games.iter().filter(fits).cloned().collect::<Vec<_>>() {
            if !self.is_bot(&game.created_by)? {
                continue;
            }
            self.next_join = Instant::now() + self.client.waits().join;
            let path = format!("/game/join/{}", game.game_code);
            let joined: Result<Made, Trouble> = self.client.post(&path, &json!({}));
            match joined {
                Ok(_) | Err(Trouble::Unknown { .. }) => return Ok(()),
                Err(trouble) if trouble.code() == "BOT_JOIN_COOLDOWN" => return Ok(()),
                // Somebody else was faster: the next one.
                Err(Trouble::Refused {
                    status: 403 | 404 | 409,
                    ..
                }) => {}
                Err(trouble) => return Err(trouble.into()),
            }
        }
        Ok(())
    }

    fn is_bot(&mut self, name: &str) -> Result<bool, BotError> {
        if let Some(known) = self.bots.get(name) {
            return Ok(*known);
        }
        let is_name = name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !is_name {
            return Ok(false);
        }
        let profile: Result<Profile, Trouble> = self.client.get(&format!("/user/{name}"));
        let is_bot = match profile {
            Err(Trouble::Refused { .. }) => false,
            profile => profile?.is_bot,
        };
        self.bots.insert(name.to_owned(), is_bot);
        Ok(is_bot)
    }

    /// Takes back a game that waits for an opponent.
    pub(super) fn withdraw(&mut self) -> Result<(), BotError> {
        let mine: Listed<GameInfo> = self.client.get("/game/mine/active")?;
        for game in mine.games.iter().filter(|game| game.state == "waiting") {
            match self.client.delete(&format!("/game/{}", game.game_id)) {
                // Somebody has just joined it, or it has expired.
                Ok(()) | Err(Trouble::Refused { .. }) => {}
                Err(trouble) => return Err(trouble.into()),
            }
        }
        Ok(())
    }
}
