//! Jobs: games of one or more bouts, about a second of play.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::digest::digest;
use crate::error::ClusterError;
use darkforge_engine::darkboard::Book;
use darkforge_engine::opponent::Opponent;
use darkforge_engine::player::{Library, PlayerSpec, SpecError};
use darkforge_engine::weights::{WeightList, WeightSet, WeightTable};
use darkforge_lab::bout::{Bout, Entrant, Openings};

/// A player in a message. Weights, books and models of opponents are named by their contents.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayerText {
    /// Name in the run.
    pub name: String,
    /// Spec.
    pub spec: String,
    /// Digest of the weights, if it has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<String>,
    /// Digest of the opening book, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub book: Option<String>,
    /// Digest of its model of an opponent, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent: Option<String>,
}

/// Contents by their digests.
pub(crate) type Contents = BTreeMap<String, Vec<u8>>;

/// Digest of a content.
pub(crate) fn content_digest(content: &[u8]) -> String {
    digest(&[content], 32)
}

impl PlayerText {
    /// The message's form of a player, with its weights, book and model added to `contents`.
    ///
    /// # Errors
    /// A player that would be read as another one.
    pub(crate) fn of(
        entrant: &Entrant,
        contents: &mut Contents,
    ) -> Result<PlayerText, ClusterError> {
        let mut keep = |content: String| {
            let digest = content_digest(content.as_bytes());
            contents.insert(digest.clone(), content.into_bytes());
            digest
        };
        let wrong =
            |problem: String| ClusterError::Message(format!("player {}: {problem}", entrant.name));
        let table = entrant.spec.weight_table();
        // TOML, because its numbers are read back with all their digits.
        let table = table.map(|table| toml::to_string(&table)).transpose();
        let table = table.map_err(|error| wrong(error.to_string()))?;
        let book = entrant.spec.book().map(|chosen| chosen.book.to_text(""));
        let opponent = entrant.spec.opponent();
        let opponent = opponent.and_then(|chosen| chosen.model.as_ref());
        let opponent = opponent.map(|model| model.to_toml(""));
        let text = PlayerText {
            name: entrant.name.clone(),
            spec: entrant.spec.to_string(),
            weights: table.map(&mut keep),
            book: book.map(&mut keep),
            opponent: opponent.map(&mut keep),
        };
        if text.entrant(contents)?.spec != entrant.spec {
            return Err(wrong(format!(
                "workers would read {} as another player",
                text.spec
            )));
        }
        Ok(text)
    }

    /// Digests of its contents.
    pub(crate) fn digests(&self) -> impl Iterator<Item = &str> {
        [&self.weights, &self.book, &self.opponent]
            .into_iter()
            .filter_map(|digest| digest.as_deref())
    }

    /// The player, with its weights, book and model from `contents`.
    ///
    /// # Errors
    /// A spec that is wrong or a program, or a missing content.
    pub(crate) fn entrant(&self, contents: &Contents) -> Result<Entrant, ClusterError> {
        let named = Named {
            player: self,
            contents,
        };
        let wrong =
            |problem: String| ClusterError::Message(format!("player {}: {problem}", self.name));
        let spec = PlayerSpec::read(&self.spec, &named);
        let spec = spec.map_err(|error| wrong(error.to_string()))?;
        if spec.starts_program() {
            return Err(wrong("workers start no other programs".to_owned()));
        }
        Ok(Entrant {
            name: self.name.clone(),
            spec,
        })
    }
}

/// Weights, book and model of a player in a message.
struct Named<'a> {
    player: &'a PlayerText,
    contents: &'a Contents,
}

impl Named<'_> {
    fn text(&self, digest: Option<&String>) -> Result<&str, SpecError> {
        let content = digest.and_then(|digest| self.contents.get(digest));
        let content =
            content.ok_or_else(|| SpecError::library("its weights, book or model are missing"))?;
        std::str::from_utf8(content).map_err(SpecError::library)
    }
}

impl Library for Named<'_> {
    fn weights(&self, list: &'static WeightList, name: &str) -> Result<WeightSet, SpecError> {
        let text = self.text(self.player.weights.as_ref())?;
        let table: WeightTable = toml::from_str(text).map_err(SpecError::library)?;
        let set = table.read(list, name).map_err(SpecError::library)?;
        Ok(WeightSet {
            is_whole: set.player.is_some(),
            ..set
        })
    }

    fn book(&self, name: &str) -> Result<Book, SpecError> {
        Book::parse(name, self.text(self.player.book.as_ref())?).map_err(SpecError::library)
    }

    fn opponent(&self, name: &str) -> Result<Opponent, SpecError> {
        let text = self.text(self.player.opponent.as_ref())?;
        Opponent::parse(name, text).map_err(SpecError::library)
    }
}

/// Pairs of a bout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Part {
    /// Number of the bout.
    pub bout: u64,
    /// Number of its first pair here.
    pub first_pair: u64,
    /// Distance between its pairs.
    pub step: u64,
    /// Number of games.
    pub games: u64,
    /// Whether the tries are kept.
    pub keep_tries: bool,
    /// Series of the seeds and the place in it, if they are not the run's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<[u64; 2]>,
    /// Places of both players in the job's list.
    pub players: [usize; 2],
}

impl Part {
    /// All games of `bout`, whose players have these places.
    pub(crate) fn of(bout: &Bout, players: [usize; 2]) -> Part {
        Part {
            bout: bout.id,
            first_pair: bout.first_pair,
            step: bout.step,
            games: bout.games,
            keep_tries: bout.keep_tries,
            series: match bout.openings {
                Openings::Own => None,
                Openings::Series { series, from } => Some([series, from]),
            },
            players,
        }
    }
}

/// Games to be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Job {
    /// Hash of the run.
    pub run: String,
    /// Name in the run; see [`Job::name`].
    pub id: String,
    /// Proof that a result is from a worker that was given this job.
    pub token: String,
    /// The games.
    pub parts: Vec<Part>,
    /// Their players.
    pub players: Vec<PlayerText>,
    /// The worker whose result is checked by this job.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub audited: Option<String>,
    /// Workers that may not play for the run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub excluded: Vec<String>,
}

/// End of the names of jobs that check results.
pub(crate) const AUDIT: &str = "-audit";

impl Job {
    /// Name of a job with these `parts` and `players`: its first game, their number, and a digest of
    /// all that the games are.
    pub(crate) fn name(parts: &[Part], players: &[PlayerText]) -> String {
        let text = serde_json::to_vec(&(parts, players)).expect("strings and numbers");
        let first = parts.first().map_or(0, |part| 2 * part.first_pair);
        let games: u64 = parts.iter().map(|part| part.games).sum();
        format!("{first}-{games}-{}", digest(&[&text], 8))
    }

    /// Numbers of its games, in order.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u64> {
        let numbers = |part: &Part| {
            let &Part {
                first_pair,
                step,
                games,
                ..
            } = part;
            (0..games).map(move |game| 2 * (first_pair + step * (game / 2)) + game % 2)
        };
        self.parts.iter().flat_map(numbers)
    }

    /// The bouts of its games.
    ///
    /// # Errors
    /// A player that cannot be read, or a place that is not in the list.
    pub(crate) fn bouts(
        &self,
        mut entrant: impl FnMut(&PlayerText) -> Result<Entrant, ClusterError>,
    ) -> Result<Vec<Bout>, ClusterError> {
        let players = self.players.iter().map(&mut entrant);
        let players: Vec<Entrant> = players.collect::<Result<_, _>>()?;
        let player = |place: usize| {
            let player = players.get(place).cloned();
            let wrong = || ClusterError::Message(format!("job {}: no player {place}", self.id));
            player.ok_or_else(wrong)
        };
        let bout = |part: &Part| {
            Ok(Bout {
                id: part.bout,
                first_pair: part.first_pair,
                step: part.step.max(1),
                games: part.games,
                keep_tries: part.keep_tries,
                openings: match part.series {
                    Some([series, from]) => Openings::Series { series, from },
                    None => Openings::Own,
                },
                first: player(part.players[0])?,
                second: player(part.players[1])?,
            })
        };
        self.parts.iter().map(bout).collect()
    }

    /// The parts of `bouts`, by their numbers, that it has; `None` if it has games of others.
    pub(crate) fn bouts_in(&self, bouts: &BTreeMap<u64, &Bout>) -> Option<Vec<Bout>> {
        let part_of = |part: &Part| {
            let bout = bouts.get(&part.bout)?;
            let from = part.first_pair.checked_sub(bout.first_pair)? / bout.step;
            let pairs = from..from + part.games.div_ceil(2);
            (pairs.end <= bout.pairs()).then(|| bout.part(pairs))
        };
        self.parts.iter().map(part_of).collect()
    }

    /// The message.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("strings and numbers")
    }

    /// Reads a message.
    ///
    /// # Errors
    /// Not a job.
    pub(crate) fn read(bytes: &[u8]) -> Result<Job, ClusterError> {
        serde_json::from_slice(bytes)
            .map_err(|error| ClusterError::Message(format!("a message that is no job: {error}")))
    }
}

/// The proof that a result is from a worker that was given the job `id`.
pub(crate) fn token(secret: &[u8], id: &str) -> String {
    digest(&[secret, id.as_bytes()], 24)
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_engine::darkboard::LIST;
    use darkforge_engine::weights::Weights;

    fn through_messages(spec: PlayerSpec) -> Entrant {
        let entrant = Entrant {
            name: "a".to_owned(),
            spec,
        };
        let mut contents = Contents::new();
        let text = PlayerText::of(&entrant, &mut contents).unwrap();
        assert!(text.digests().all(|digest| contents.contains_key(digest)));
        let text = serde_json::to_vec(&text).unwrap();
        let text: PlayerText = serde_json::from_slice(&text).unwrap();
        text.entrant(&contents).unwrap()
    }

    #[test]
    fn players_keep_every_digit_of_their_weights() {
        let table = Weights::usual_of(&LIST).to_table();
        let table = table
            .into_iter()
            .map(|(name, value)| (name, value * (1.0 + 1e-15)));
        let table: std::collections::BTreeMap<_, _> = table.collect();
        let weights = Weights::from_table(&LIST, "test", &table).unwrap();
        let spec = PlayerSpec::darkboard().reweighted("i7", &weights);
        assert_eq!(through_messages(spec.clone()).spec, spec);
        for spec in [
            "random",
            "hs:samples=20",
            "darkboard:book=default,positions=50",
        ] {
            let spec: PlayerSpec = spec.parse().unwrap();
            assert_eq!(through_messages(spec.clone()).spec, spec);
        }
    }

    #[test]
    fn no_worker_starts_a_program() {
        for spec in ["process:/bin/sh -c true", "trout:program=/bin/true"] {
            let text = PlayerText {
                name: "a".to_owned(),
                spec: spec.to_owned(),
                weights: None,
                book: None,
                opponent: None,
            };
            let refused = text.entrant(&Contents::new()).unwrap_err();
            assert!(
                refused.to_string().contains("no other programs"),
                "{refused}"
            );
        }
    }

    #[test]
    fn a_job_is_the_games_of_its_bouts() {
        let entrant = |name: &str| Entrant {
            name: name.to_owned(),
            spec: PlayerSpec::random(),
        };
        let bout = Bout {
            id: 3,
            first_pair: 10,
            step: 1,
            games: 9,
            keep_tries: false,
            openings: Openings::Series { series: 5, from: 2 },
            first: entrant("a"),
            second: entrant("b"),
        };
        let some = bout.part(2..5);
        let mut contents = Contents::new();
        let players = [&some.first, &some.second];
        let players = players.map(|one| PlayerText::of(one, &mut contents).unwrap());
        let job = Job {
            run: "r".to_owned(),
            id: String::new(),
            token: String::new(),
            parts: vec![Part::of(&some, [0, 1])],
            players: players.into(),
            audited: None,
            excluded: Vec::new(),
        };
        let job = Job::read(&job.to_bytes()).unwrap();
        let bouts = job.bouts(|player| player.entrant(&contents)).unwrap();
        let games: Vec<_> = bouts.iter().flat_map(|bout| bout.fixtures(1)).collect();
        let numbers: Vec<u64> = games.iter().map(|game| game.game).collect();
        assert_eq!(numbers, [24, 25, 26, 27, 28]);
        assert_eq!(job.numbers().collect::<Vec<_>>(), numbers);
        for game in games {
            assert_eq!(game.seed, bout.fixture(1, game.game).seed);
        }
    }
}
