//! The bot: lobby, games and records until it has played enough or is told to stop.

mod beginning;
mod finishing;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Instant;

use serde_json::json;

use super::client::{Client, Trouble};
use super::game::{Followed, Game};
use super::heard::{self, Event};
use super::lobby::{ColourWish, Lobby};
use super::records::{Records, RecordsError};
use super::rules::ServerRules;
use super::wire::{Anything, GameInfo, GameState, Listed, Me, Reply};
use super::words::{colour, name_of};
use darkforge_board::Color;
use darkforge_engine::player::PlayerSpec;
use darkforge_kriegspiel::umpire::{Answer, Question};

/// Lost answers to one question after which it counts as nonsense: a server can fail at a question.
const MOST_LOST: u32 = 4;
/// Answers that make no sense, in one game without a move between them, after which the bot gives up.
const MOST_CONFUSIONS: u32 = 20;

/// Settings of a bot.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Its player.
    pub player: PlayerSpec,
    /// The rulesets that it plays, one or more.
    pub rules: Vec<ServerRules>,
    /// Games that it begins.
    pub lobby: Lobby,
    /// Its colour in them.
    pub colour: ColourWish,
    /// The only account whose games it joins.
    pub opponent: Option<String>,
    /// Finished games in the folder after which it stops.
    pub games: Option<usize>,
    /// Games at once.
    pub at_once: usize,
    /// Folder of the records.
    pub out: PathBuf,
    /// Seed of the player's draws.
    pub seed: u64,
}

/// A bot that cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum BotError {
    /// A request failed.
    #[error(transparent)]
    Trouble(#[from] Trouble),
    /// The folder cannot be used.
    #[error(transparent)]
    Records(#[from] RecordsError),
    /// The token is a person's.
    #[error("{0} is no bot's account: register a bot, and use its token")]
    NoBot(String),
    /// The server's words are not those of this interface.
    #[error("game {id}: {problem}")]
    Game {
        /// The server's name of the game.
        id: String,
        /// The problem.
        problem: String,
    },
}

/// Figures of a bot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// Finished games.
    pub games: u64,
    /// Of them won.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
    /// Lost by the bot's clock or a fault of its player.
    pub forfeits: u64,
    /// Points in which server and umpire differ.
    pub differences: u64,
    /// Number of times that the server went back to an earlier state of a game.
    pub rewinds: u64,
    /// Answers 409.
    pub conflicts: u64,
    /// Answers 429.
    pub throttled: u64,
    /// Requests without an answer.
    pub lost_requests: u64,
}

impl Standing {
    /// Share of the points, or `None` before the first game.
    pub fn score(&self) -> Option<f64> {
        let points = self.wins as f64 + self.draws as f64 / 2.0;
        (self.games > 0).then(|| points / self.games as f64)
    }
}

/// A player on a server.
pub struct Bot {
    client: Client,
    settings: Settings,
    records: Records,
    username: String,
    seed: u64,
    games: BTreeMap<String, Game>,
    /// Answers without sense since the last move, by game.
    confusions: BTreeMap<String, u32>,
    /// The last question whose answer was lost, and how often, by game.
    lost: BTreeMap<String, (Question, u32)>,
    /// Games that this bot cannot play, which it told.
    foreign: BTreeSet<String>,
    bots: BTreeMap<String, bool>,
    next_join: Instant,
}

impl Bot {
    /// A bot of the account of `client`'s token. The server is told which rulesets it plays.
    ///
    /// # Errors
    /// The server does not know the token or does not answer, or the folder cannot be used.
    pub fn start(mut client: Client, settings: Settings) -> Result<Bot, BotError> {
        let mut records = Records::open(&settings.out)?;
        let me: Me = client.get("/auth/me")?;
        if me.role != "bot" {
            return Err(BotError::NoBot(me.username));
        }
        let api = client.api().to_string();
        let seed = records.claim(&api, &me.username, settings.seed)?;
        let names: Vec<&str> = settings.rules.iter().map(|one| one.name()).collect();
        let profile = json!({ "supported_rule_variants": names });
        let _: Anything = client.put("/bots/profile", &profile)?;
        Ok(Bot {
            client,
            settings,
            records,
            username: me.username,
            seed,
            games: BTreeMap::new(),
            confusions: BTreeMap::new(),
            lost: BTreeMap::new(),
            foreign: BTreeSet::new(),
            bots: BTreeMap::new(),
            next_join: Instant::now(),
        })
    }

    /// The bot's name on the server.
    pub fn username(&self) -> &str {
        &self.username
    }

    /// Figures of all finished games in the folder, and of this bot's requests.
    pub fn standing(&self) -> Standing {
        let setbacks = self.client.setbacks;
        let mut standing = Standing {
            conflicts: setbacks.conflicts,
            throttled: setbacks.throttled,
            lost_requests: setbacks.losses,
            ..Standing::default()
        };
        for game in self.records.games() {
            standing.games += 1;
            match game.is_won() {
                Some(true) => standing.wins += 1,
                Some(false) => standing.losses += 1,
                None => standing.draws += 1,
            }
            standing.forfeits += u64::from(game.is_forfeit());
            standing.differences += game.differences.len() as u64;
            standing.rewinds += game.rewinds;
        }
        standing
    }

    /// Plays until enough games are finished.
    ///
    /// # Errors
    /// The bot is told to stop, the server does not answer for too long, or says what cannot be
    /// understood.
    pub fn run(&mut self) -> Result<(), BotError> {
        let played = self.play_all();
        if let Err(BotError::Trouble(Trouble::Stopped)) = &played {
            return played; // an open game is found again, or expires
        }
        played?;
        self.withdraw()
    }

    fn play_all(&mut self) -> Result<(), BotError> {
        loop {
            let waiting = self.look()?;
            let ids: Vec<String> = self.games.keys().cloned().collect();
            let mut moved = false;
            for id in ids {
                moved |= self.play(&id)?;
            }
            if self.is_done() {
                return Ok(());
            }
            self.begin_games(waiting)?;
            if !moved {
                self.client.wait(self.client.waits().poll)?;
            }
        }
    }

    /// Whether enough games are finished, and none is in progress.
    fn is_done(&self) -> bool {
        self.games.is_empty() && self.missing() == Some(0)
    }

    /// Games to be begun until there are enough.
    fn missing(&self) -> Option<usize> {
        let begun = self.records.games().len() + self.games.len();
        self.settings.games.map(|games| games.saturating_sub(begun))
    }

    /// Takes up all games in progress, and finishes those that ended meanwhile; returns whether a game of
    /// this bot waits for an opponent.
    fn look(&mut self) -> Result<bool, BotError> {
        let mine: Listed<GameInfo> = self.client.get("/game/mine/active")?;
        let mut waiting = false;
        for info in &mine.games {
            match info.state.as_str() {
                "waiting" => waiting = true,
                "active" => self.take_up(info)?,
                _ => {}
            }
        }
        let is_active = |id: &String| mine.games.iter().any(|info| info.game_id == *id);
        let gone = self.records.active().iter().filter(|id| !is_active(id));
        for id in gone.cloned().collect::<Vec<_>>() {
            self.finish(&id)?;
        }
        Ok(waiting)
    }

    fn take_up(&mut self, info: &GameInfo) -> Result<(), BotError> {
        let id = &info.game_id;
        if self.games.contains_key(id) || self.foreign.contains(id) {
            return Ok(());
        }
        let Ok(rules) = info.rule_variant.parse::<ServerRules>() else {
            self.foreign.insert(id.clone());
            let rules = info.rule_variant.clone();
            self.client.tell(&format!(
                "game {id} has the ruleset {rules}, which this bot does not play"
            ));
            return Ok(());
        };
        let color = self.color_in(info)?;
        let spec = &self.settings.player;
        let game =
            Game::new(id, color, rules, spec, self.seed).map_err(|problem| broken(id, problem))?;
        self.games.insert(id.clone(), game);
        if self.records.has(id) {
            // A server that went back to before its end, or that is still busy with it.
            return Ok(());
        }
        self.records.set_active(id, true)?;
        let other = color.fold_wb(&info.black, &info.white);
        let other = other
            .as_ref()
            .map_or("?", |person| person.username.as_str())
            .to_owned();
        let color = name_of(color);
        self.client.tell(&format!(
            "game {}: {rules}, {color} against {other}",
            info.game_code
        ));
        Ok(())
    }

    fn color_in(&self, info: &GameInfo) -> Result<Color, BotError> {
        let is_own = |person: &Option<super::wire::Person>| {
            let name = person.as_ref().map(|person| person.username.as_str());
            name.is_some_and(|name| name.eq_ignore_ascii_case(&self.username))
        };
        match (is_own(&info.white), is_own(&info.black)) {
            (true, _) => Ok(Color::White),
            (_, true) => Ok(Color::Black),
            _ => Err(broken(
                &info.game_id,
                "it is no game of this bot".to_owned(),
            )),
        }
    }

    /// Looks at a game, and plays a move if it is the bot's turn; returns whether something happened.
    fn play(&mut self, id: &str) -> Result<bool, BotError> {
        let Some((state, heard)) = self.account(id)? else {
            return Ok(true);
        };
        let Some(game) = self.games.get_mut(id) else {
            return Ok(false);
        };
        let before = game.events.len();
        if state.state == "completed" {
            self.finish(id)?;
            return Ok(true);
        }
        match game.follow(&heard) {
            Ok(Followed::On) => {}
            Ok(Followed::Back) => self.tell_of_return(id, &heard),
            Err(problem) => return self.give_up(id, &problem),
        }
        let followed = heard.len() != before;
        let mine = state.turn.as_deref() == Some(state.your_color.as_str());
        if state.state != "active" || !mine {
            return Ok(followed);
        }
        self.turn(id)
    }

    fn state(&mut self, id: &str) -> Result<GameState, Trouble> {
        self.client.get(&format!("/game/{id}/state"))
    }

    /// The server's account of a game, with what it means; a game that the server does not know is
    /// forgotten.
    fn account(&mut self, id: &str) -> Result<Option<(GameState, Vec<Event>)>, BotError> {
        let state = match self.state(id) {
            Err(Trouble::Refused { status: 404, .. }) => {
                self.forget(id)?;
                return Ok(None);
            }
            state => state?,
        };
        let heard = self.heard(id, &state)?;
        Ok(Some((state, heard)))
    }

    fn heard(&self, id: &str, state: &GameState) -> Result<Vec<Event>, BotError> {
        let (Some(game), Some(color)) = (self.games.get(id), colour(&state.your_color)) else {
            return Err(broken(
                id,
                "the server does not say the bot's colour".to_owned(),
            ));
        };
        let heard = heard::read(&state.scoresheet, color, game.rules);
        let (events, _) = heard.map_err(|error| broken(id, error.to_string()))?;
        Ok(events)
    }

    /// Asks until a move is played, or the server must be looked at again; returns whether something
    /// happened.
    fn turn(&mut self, id: &str) -> Result<bool, BotError> {
        loop {
            let Some(game) = self.games.get_mut(id) else {
                return Ok(true);
            };
            let rules = game.rules;
            let question = match game.question() {
                Ok(question) => question,
                Err(problem) => return self.give_up(id, &problem),
            };
            let reply = match self.ask(id, question) {
                Ok(reply) => reply,
                Err(trouble) => return self.confused(id, question, trouble),
            };
            let said = reply
                .words
                .said(rules)
                .map_err(|error| broken(id, error.to_string()))?;
            let Some(game) = self.games.get_mut(id) else {
                return Ok(true);
            };
            if reply.game_over {
                game.ended(question, said.answer);
                self.finish(id)?;
                return Ok(true);
            }
            if let Err(problem) = game.answered(question, said.answer) {
                return self.give_up(id, &problem);
            }
            if reply.words.is_played() {
                self.confusions.remove(id);
                return Ok(true);
            }
            if self.client.is_stopped() {
                return Err(Trouble::Stopped.into());
            }
        }
    }

    /// Whether the server's account of a game contradicts what was heard; the game then begins anew from it.
    fn went_back(&mut self, id: &str) -> Result<bool, BotError> {
        let Some((_, heard)) = self.account(id)? else {
            return Ok(true);
        };
        let Some(game) = self.games.get_mut(id) else {
            return Ok(true);
        };
        if heard.starts_with(&game.events) || game.follow(&heard).is_err() {
            return Ok(false);
        }
        self.tell_of_return(id, &heard);
        Ok(true)
    }

    fn tell_of_return(&mut self, id: &str, heard: &[Event]) {
        let moves = heard.iter().filter(|event| event.is_move()).count();
        self.client
            .tell(&format!("game {id}: the server went back to move {moves}"));
    }

    fn ask(&mut self, id: &str, question: Question) -> Result<Reply, Trouble> {
        match question {
            Question::Any => self.client.post(&format!("/game/{id}/ask-any"), &json!({})),
            Question::Try(asked) => {
                let body = json!({ "uci": asked.to_string() });
                self.client.post(&format!("/game/{id}/move"), &body)
            }
        }
    }

    /// A question without an answer: the next look shows what became of it.
    fn confused(
        &mut self,
        id: &str,
        question: Question,
        trouble: Trouble,
    ) -> Result<bool, BotError> {
        match &trouble {
            Trouble::Unknown { .. } => {
                let before = self.lost.get(id).filter(|lost| lost.0 == question);
                let times = before.map_or(1, |lost| lost.1 + 1);
                self.lost.insert(id.to_owned(), (question, times));
                if times < MOST_LOST {
                    return Ok(false);
                }
                self.lost.remove(id);
                self.nonsense(id, question)
            }
            Trouble::Refused {
                status: 400 | 404 | 409,
                ..
            } => {
                let confusions = self.confusions.entry(id.to_owned()).or_default();
                *confusions += 1;
                if *confusions > MOST_CONFUSIONS {
                    return Err(trouble.into());
                }
                if trouble.code() == "ACTION_NOT_AVAILABLE" {
                    return self.nonsense(id, question);
                }
                Ok(false)
            }
            _ => Err(trouble.into()),
        }
    }

    /// A question that the server does not take is nonsense to the player.
    fn nonsense(&mut self, id: &str, question: Question) -> Result<bool, BotError> {
        if let Some(game) = self.games.get_mut(id)
            && let Err(problem) = game.answered(question, Answer::Nonsense)
        {
            return self.give_up(id, &problem);
        }
        Ok(false)
    }

    /// Resigns a game in which the player failed, unless the server went back meanwhile: its last answers
    /// were then to another position than the player's.
    fn give_up(&mut self, id: &str, problem: &str) -> Result<bool, BotError> {
        if self.went_back(id)? {
            return Ok(true);
        }
        self.client.tell(&format!(
            "game {id}: the player fails ({problem}); the game is resigned"
        ));
        let path = format!("/game/{id}/resign");
        let resigned: Result<Anything, Trouble> = self.client.post(&path, &json!({}));
        match resigned {
            Ok(_) => self.finish(id)?,
            Err(Trouble::Unknown { .. }) => {}
            Err(trouble) if trouble.status() == 400 => self.finish(id)?,
            Err(trouble) => return Err(trouble.into()),
        }
        Ok(true)
    }
}

fn broken(id: &str, problem: String) -> BotError {
    BotError::Game {
        id: id.to_owned(),
        problem,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_the_share_of_the_points() {
        let standing = Standing {
            games: 4,
            wins: 2,
            draws: 1,
            losses: 1,
            ..Standing::default()
        };
        assert_eq!(standing.score(), Some(0.625));
        assert_eq!(Standing::default().score(), None);
    }
}
