//! Results of workers, which become games of the journal.

use async_nats::HeaderMap;

use super::{Books, Desk, excluded, failed};
use crate::digest::digest;
use crate::error::ClusterError;
use crate::job::{AUDIT, Contents, Job, token};
use crate::result::{Address, Said, games};
use darkforge_lab::bout::PlayedGame;
use darkforge_lab::game::Game as _;
use darkforge_lab::journal::line_of_game;
use darkforge_lab::run::RunError;

impl Desk {
    pub(super) async fn take_message(
        &mut self,
        message: async_nats::jetstream::Message,
        books: &mut Books<'_, '_, '_>,
    ) -> Result<(), RunError> {
        if let Ok(info) = message.info() {
            self.last_result = info.stream_sequence;
        }
        let message = message.message;
        let headers = message.headers.unwrap_or_default();
        self.take(&message.subject, &headers, &message.payload, books)
            .await
    }

    /// Takes a result.
    pub(super) async fn take(
        &mut self,
        subject: &str,
        headers: &HeaderMap,
        body: &[u8],
        books: &mut Books<'_, '_, '_>,
    ) -> Result<(), RunError> {
        let said = Said::read(headers);
        let address = Address::read(subject)
            .filter(|address| address.token == token(&self.secret, &address.id));
        let Some(address) = address.filter(|_| !said.worker.is_empty()) else {
            self.strange += 1;
            return Ok(());
        };
        let id = address.id.as_str();
        if address.is_later {
            return Ok(self.take_later(id, &said, body)?);
        }
        let is_excluded = self.excluded.contains(&said.worker);
        if id.ends_with(AUDIT) {
            if !is_excluded && said.failed.is_none() {
                return self.take_audit(id, &said, body).await;
            }
            // Its place is taken, so no other worker can check the result.
            return match self.audits.remove(id) {
                Some(given) => self.check_here(id, &given.job).await,
                None => Ok(()),
            };
        }
        if is_excluded {
            if self.is_catching_up {
                self.attribute(&said.worker, body, books)?;
            }
            return Ok(self.ask_again(id).await?);
        }
        if self.ledger.first(id).is_some() {
            return Ok(());
        }
        if let Some(problem) = said.failed {
            return match self.given.remove(id) {
                Some(given) => Err(failed(&given.job, problem).into()),
                // An earlier session has ended with it.
                None => Ok(self.ask_again(id).await?),
            };
        }
        let given = self.given.remove(id);
        let played = match self.read(body, given.as_ref().map(|given| &given.job), books) {
            Ok(played) => played,
            Err(problem) => {
                self.given.extend(given.map(|given| (id.to_owned(), given)));
                self.exclude(&said.worker, &problem).await?;
                if !self.is_catching_up {
                    return Err(excluded(&said.worker, &problem).into());
                }
                return Ok(self.ask_again(id).await?);
            }
        };
        if let Some(given) = &given {
            self.learn(&given.job, &said, body.len(), books);
        }
        let mut new = Vec::new();
        for game in played {
            let number = game.game;
            if self.put(game, &said, books)? {
                new.push(number);
            }
        }
        self.ledger.record(id, &said, digest(&[body], 32), &new);
        if let Some(given) = given {
            self.audit(given.job, &said.worker).await?;
        }
        Ok(())
    }

    /// Notes which games of the journal are from a result of an excluded worker.
    pub(super) fn attribute(
        &mut self,
        worker: &str,
        body: &[u8],
        books: &Books<'_, '_, '_>,
    ) -> Result<(), RunError> {
        let mut own = Vec::new();
        for game in games(body).unwrap_or_default() {
            let line = books.keeper.journal.read_line(game.game)?;
            if line == line_of_game(&game) && self.ledger.worker_of(game.game).is_none() {
                own.push(game.game);
            }
        }
        self.ledger.attribute(worker, &own);
        Ok(())
    }

    /// The games of a result, which must be those of its job if that is known.
    pub(super) fn read(
        &self,
        body: &[u8],
        job: Option<&Job>,
        books: &Books<'_, '_, '_>,
    ) -> Result<Vec<PlayedGame>, String> {
        let played = games(body).map_err(|error| error.to_string())?;
        for game in &played {
            self.settings
                .game
                .confirm(game)
                .map_err(|problem| format!("game {}: {problem}", game.game))?;
        }
        let Some(job) = job else {
            return Ok(played);
        };
        if !job.numbers().eq(played.iter().map(|game| game.game)) {
            return Err("its games are not those of its job".to_owned());
        }
        let plan = books.plan.as_deref();
        let is_other = |game: &&PlayedGame| {
            let asked = plan.and_then(|plan| plan.fixture(game.game));
            asked.is_some_and(|asked| !game.fits(&asked))
        };
        match played.iter().find(is_other) {
            Some(game) => Err(format!("game {} has other players or seeds", game.game)),
            None => Ok(played),
        }
    }

    /// Puts a game into the journal, if it is asked for; returns whether it is known from now on that
    /// the worker played it.
    pub(super) fn put(
        &mut self,
        game: PlayedGame,
        said: &Said,
        books: &mut Books<'_, '_, '_>,
    ) -> Result<bool, RunError> {
        let number = game.game;
        if books.keeper.journal.has(number) {
            let line = books.keeper.journal.read_line(number)?;
            if line == line_of_game(&game) {
                return Ok(self.ledger.worker_of(number).is_none());
            }
            let asked = books.plan.as_deref().and_then(|plan| plan.fixture(number));
            if asked.is_some_and(|asked| !game.fits(&asked)) {
                return Ok(false); // of a schedule that has changed since
            }
            let first = self
                .ledger
                .worker_of(number)
                .unwrap_or("an earlier session");
            self.differ(number, first, &said.worker)?;
            return Ok(false);
        }
        let Some(plan) = books.plan.as_deref_mut() else {
            self.early.insert(number, game);
            return Ok(true);
        };
        let Some(asked) = plan.fixture(number) else {
            self.early.insert(number, game);
            return Ok(true);
        };
        if !game.fits(&asked) {
            return Ok(false);
        }
        let kept = books.keeper.keep(game)?;
        plan.arrived();
        (books.over)(&kept);
        Ok(true)
    }

    pub(super) fn learn(
        &mut self,
        job: &Job,
        said: &Said,
        bytes: usize,
        books: &Books<'_, '_, '_>,
    ) {
        let Some(plan) = books.plan.as_deref() else {
            return;
        };
        let games: u64 = job.parts.iter().map(|part| part.games).sum();
        for (part, seconds) in job.parts.iter().zip(&said.seconds) {
            if let Some(bout) = plan.bout(2 * part.first_pair) {
                let kind = self.pace.kind(bout);
                let bytes = bytes * part.games as usize / games.max(1) as usize;
                self.pace
                    .learn(kind, part.games as f64 / 2.0, *seconds, bytes);
            }
        }
    }

    /// Gives a job out again under another name, because its place has a failure or the result of an
    /// excluded worker.
    pub(super) async fn ask_again(&mut self, id: &str) -> Result<(), ClusterError> {
        let Some((name, attempt)) = id.rsplit_once('-') else {
            return Ok(());
        };
        let next = attempt.parse().unwrap_or(0) + 1;
        let known = self.attempts.entry(name.to_owned()).or_insert(0);
        *known = next.max(*known);
        let id_again = format!("{name}-{known}");
        let Some(given) = self.given.remove(id) else {
            return Ok(());
        };
        let job = Job {
            token: token(&self.secret, &id_again),
            id: id_again,
            excluded: self.excluded.iter().cloned().collect(),
            ..given.job
        };
        self.send(vec![job], Contents::new()).await
    }

    /// Takes a result of a job that has one; equal bytes are no news.
    pub(super) fn take_later(
        &mut self,
        id: &str,
        said: &Said,
        body: &[u8],
    ) -> Result<(), ClusterError> {
        self.ledger.refuse(&said.worker);
        let Some(first) = self.ledger.first(id) else {
            return Ok(());
        };
        let is_trusted = |worker: &str| !self.excluded.contains(worker);
        if first.digest.as_bytes() == body
            || !is_trusted(&said.worker)
            || !is_trusted(&first.worker)
        {
            return Ok(());
        }
        let game = id.split('-').next().and_then(|first| first.parse().ok());
        let first = first.worker.clone();
        self.differ(game.unwrap_or(0), &first, &said.worker)
    }

    /// Two results differ: an error, or a line for the user if an earlier session has ended with it.
    pub(super) fn differ(&self, game: u64, first: &str, second: &str) -> Result<(), ClusterError> {
        let error = ClusterError::Differs {
            game,
            first: first.to_owned(),
            second: second.to_owned(),
        };
        if !self.is_catching_up {
            return Err(error);
        }
        (self.settings.note)(&error.to_string());
        Ok(())
    }
}
