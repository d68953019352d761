//! Bouts and their games, before and after they are played.
//!
//! ```
//! use darkforge_engine::player::PlayerSpec;
//! use darkforge_lab::bout::{Bout, Entrant, Openings};
//!
//! let entrant = |name: &str, spec| Entrant { name: name.to_owned(), spec };
//! let bout = Bout {
//!     id: 0,
//!     first_pair: 0,
//!     step: 1,
//!     games: 4,
//!     keep_tries: false,
//!     openings: Openings::Own,
//!     first: entrant("a", PlayerSpec::random()),
//!     second: entrant("b", PlayerSpec::semi_random()),
//! };
//! let white: Vec<_> = bout.fixtures(1).map(|game| game.white.name.clone()).collect();
//! assert_eq!(white, ["a", "b", "a", "b"]);
//! ```

use std::ops::Range;

use serde::{Deserialize, Serialize};

use darkforge_board::{Color, SIDES};
use darkforge_engine::player::{Fault, PlayerSpec};
use darkforge_kriegspiel::umpire::{Ending, GameResult, Outcome};
use darkforge_ratings::{GameScore, Tally};
use darkforge_streams as streams;

/// A player of a run with its name in the run's files.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    /// Name, unique in the run.
    pub name: String,
    /// The player.
    pub spec: PlayerSpec,
}

impl Entrant {
    /// Hash of everything that decides the player's moves.
    fn fingerprint(&self) -> u64 {
        let mut text = self.spec.unnamed().to_string().into_bytes();
        for value in self
            .spec
            .weights()
            .iter()
            .flat_map(|weights| weights.values())
        {
            text.extend_from_slice(&value.to_bits().to_le_bytes());
        }
        if let Some(chosen) = self.spec.book() {
            text.extend_from_slice(&chosen.book.signature().to_le_bytes());
        }
        let model = self
            .spec
            .opponent()
            .and_then(|chosen| chosen.model.as_ref());
        if let Some(model) = model {
            text.extend_from_slice(&model.signature().to_le_bytes());
        }
        if let Some(network) = self.spec.network() {
            text.extend_from_slice(&network.to_le_bytes());
        }
        streams::fnv1a(&text)
    }
}

/// Source of the seeds of a bout's pairs, and with them of openings and of the players' random
/// draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Openings {
    /// Each pair has a seed of its own in the run.
    Own,
    /// The pairs have the seeds of a series that other bouts may share: common random numbers.
    Series {
        /// Number of the series in the run.
        series: u64,
        /// Place in the series of the bout's first pair.
        from: u64,
    },
}

impl Openings {
    /// Seed of the bout's pair `index` (from 0), which is pair `pair` of the run.
    fn seed(self, run_seed: u64, index: u64, pair: u64) -> u64 {
        match self {
            Openings::Own => streams::derive(run_seed, "pair", pair),
            Openings::Series { series, from } => {
                let series = streams::derive(run_seed, "series", series);
                streams::derive(series, "pair", from + index)
            }
        }
    }
}

/// Two players with a number of colour-swapped pairs of games.
#[derive(Clone, Debug, PartialEq)]
pub struct Bout {
    /// Number in the run, from 0.
    pub id: u64,
    /// Number of its first pair in the run.
    pub first_pair: u64,
    /// Distance between the numbers of its pairs: 1, or more for a share of a bout.
    pub step: u64,
    /// Number of games, in pairs; the last pair of an odd number has one.
    pub games: u64,
    /// Whether the tries of its games are kept, even if the run keeps no others.
    pub keep_tries: bool,
    /// Source of its seeds.
    pub openings: Openings,
    /// Player of White in the first game of each pair.
    pub first: Entrant,
    /// Player of Black in it.
    pub second: Entrant,
}

/// A game to be played.
#[derive(Clone, Copy, Debug)]
pub struct Fixture<'a> {
    /// Number in the run: twice that of its pair, plus 0 or 1.
    pub game: u64,
    /// Number of its bout.
    pub bout: u64,
    /// Number of its pair.
    pub pair: u64,
    /// Player of White.
    pub white: &'a Entrant,
    /// Player of Black.
    pub black: &'a Entrant,
    /// Hashes of everything that decides the moves of White and of Black.
    hashes: [u64; 2],
    /// Seed of both games of the pair.
    pub seed: u64,
    /// Whether its tries are kept, even if the run keeps no others.
    pub keep_tries: bool,
}

impl Bout {
    /// Number of pairs.
    pub fn pairs(&self) -> u64 {
        self.games.div_ceil(2)
    }

    /// Numbers of its games in the run, in order.
    pub fn numbers(&self) -> impl Iterator<Item = u64> + use<> {
        let &Bout {
            first_pair,
            step,
            games,
            ..
        } = self;
        (0..games).map(move |game| 2 * (first_pair + step * (game / 2)) + game % 2)
    }

    /// Numbers from that of its first game to that of its last; between them may be games of others.
    pub(crate) fn span(&self) -> Range<u64> {
        let first = 2 * self.first_pair;
        let last = |games: u64| first + 2 * self.step * (games / 2) + games % 2;
        first
            ..self
                .games
                .checked_sub(1)
                .map_or(first, |games| last(games) + 1)
    }

    /// Whether the game with the number `game`, which is within [`Bout::span`], is one of it.
    pub(crate) fn has(&self, game: u64) -> bool {
        (game / 2 - self.first_pair).is_multiple_of(self.step)
    }

    /// The games of this bout, made on demand; both games of a pair have the same seed, drawn from
    /// `run_seed` and the bout's openings.
    pub fn fixtures(&self, run_seed: u64) -> impl Iterator<Item = Fixture<'_>> {
        self.numbers().map(self.fixture_of(run_seed))
    }

    /// The game with the number `game`, which is one of [`Bout::numbers`].
    pub fn fixture(&self, run_seed: u64, game: u64) -> Fixture<'_> {
        self.fixture_of(run_seed)(game)
    }

    /// The same as a function of the number, which hashes the players only once.
    pub fn fixture_of<'a>(&'a self, run_seed: u64) -> impl Fn(u64) -> Fixture<'a> {
        let hashes = [&self.first, &self.second].map(Entrant::fingerprint);
        move |game| {
            let (pair, swapped) = (game / 2, game % 2 == 1);
            let [mut white, mut black] = [&self.first, &self.second];
            let [mut white_hash, mut black_hash] = hashes;
            if swapped {
                (white, black) = (black, white);
                (white_hash, black_hash) = (black_hash, white_hash);
            }
            Fixture {
                game,
                bout: self.id,
                pair,
                white,
                black,
                hashes: [white_hash, black_hash],
                seed: self.openings.seed(run_seed, pair - self.first_pair, pair),
                keep_tries: self.keep_tries,
            }
        }
    }

    /// The same bout with these of its pairs only, numbered from 0.
    #[must_use]
    pub fn part(&self, pairs: Range<u64>) -> Bout {
        let openings = match self.openings {
            Openings::Own => Openings::Own,
            Openings::Series { series, from } => Openings::Series {
                series,
                from: from + self.step * pairs.start,
            },
        };
        Bout {
            first_pair: self.first_pair + self.step * pairs.start,
            games: self.games.min(2 * pairs.end) - 2 * pairs.start,
            openings,
            ..self.clone()
        }
    }

    /// The same bout with its pair `first`, counted from 0, and every `step`th after it only; `None`
    /// if it has no such pair.
    pub(crate) fn every(&self, first: u64, step: u64) -> Option<Bout> {
        let left = self.pairs().checked_sub(first).filter(|left| *left > 0)?;
        let pairs = left.div_ceil(step);
        let has_last = first + step * (pairs - 1) + 1 == self.pairs();
        let is_half = has_last && !self.games.is_multiple_of(2);
        Some(Bout {
            first_pair: self.first_pair + first,
            step,
            games: 2 * pairs - u64::from(is_half),
            ..self.clone()
        })
    }
}

impl Fixture<'_> {
    /// Hashes of the players of White and Black.
    pub(crate) fn fingerprints(&self) -> [String; 2] {
        self.hashes.map(|hash| format!("{hash:016x}"))
    }
}

crate::fields! {
    /// A finished game: a line of the journal and a row of `games.csv`.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct PlayedGame {
        /// Number of the game in the run, from 0.
        pub game: u64,
        /// Number of its bout, from 0.
        pub bout: u64,
        /// Number of its pair, from 0.
        pub pair: u64,
        /// Name of White.
        pub white: String,
        /// Name of Black.
        pub black: String,
        /// Seed of both games of the pair.
        pub seed: u64,
        /// Hashes of both players, weights included: a resumed run must not mix games of other
        /// players with the same names.
        pub players: [String; 2],
        /// Result.
        pub result: GameResult,
        /// Reason of the game's end.
        pub ending: Ending,
        /// Number of plies: moves of both sides.
        pub plies: u32,
        /// White's refused tries.
        pub white_refused: u32,
        /// Black's refused tries.
        pub black_refused: u32,
        /// White's men at the end, such as `KQP`.
        pub white_material: String,
        /// Black's men at the end.
        pub black_material: String,
        /// Position at the end, as FEN.
        pub final_fen: String,
        /// White's fault, with its `kind` and a `detail` in words; absent if there is none.
        // Boxed, because most games have none and all stay in memory.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub white_fault: Option<Box<Fault>>,
        /// Black's fault; absent if there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub black_fault: Option<Box<Fault>>,
        /// Position from which it began, as FEN; absent for the initial one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub start: Option<String>,
        /// Statements of the movers on each move, joined by spaces: score in hundredths of a pawn (or `#` and
        /// moves to mate), depth, nodes and milliseconds, with slashes between them; absent if the run
        /// does not keep it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub thoughts: Option<String>,
        /// Every try in UCI notation, joined by spaces; absent if the run does not keep them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub tries: Option<String>,
    }
}

impl PlayedGame {
    /// Whether this is the game that `fixture` asks for.
    pub fn fits(&self, fixture: &Fixture<'_>) -> bool {
        self.game == fixture.game
            && self.bout == fixture.bout
            && self.pair == fixture.pair
            && self.seed == fixture.seed
            && self.white == fixture.white.name
            && self.black == fixture.black.name
            && self.players == fixture.fingerprints()
    }

    /// Result and ending.
    pub fn outcome(&self) -> Outcome {
        Outcome {
            result: self.result,
            ending: self.ending,
        }
    }

    /// Number and outcome.
    pub fn scored(&self) -> Scored {
        (self.game, self.outcome())
    }

    /// The result for the player of `color`.
    pub fn score(&self, color: Color) -> GameScore {
        score(self.outcome(), color)
    }

    /// The players at fault, with their faults.
    pub fn faults(&self) -> impl Iterator<Item = (Color, &str, &Fault)> {
        let faults = [&self.white_fault, &self.black_fault];
        let names = [self.white.as_str(), self.black.as_str()];
        SIDES
            .into_iter()
            .zip(names)
            .zip(faults)
            .filter_map(|((color, name), fault)| Some((color, name, fault.as_deref()?)))
    }
}

/// A game's number in the run, which is twice that of its pair plus 0 or 1, and its outcome.
pub type Scored = (u64, Outcome);

/// The result of a game for the player of `color`.
pub fn score(outcome: Outcome, color: Color) -> GameScore {
    match outcome.result.winner() {
        Some(winner) if winner == color => GameScore::Win,
        Some(_) => GameScore::Loss,
        None => GameScore::Draw {
            stalemate: outcome.ending == Ending::Stalemate,
        },
    }
}

/// Tally of games for the player of White in the even ones, the first of a bout. Two games of one
/// pair count as a pair; a single game counts by itself.
pub fn tally(games: impl IntoIterator<Item = Scored>) -> Tally {
    let mut tally = Tally::default();
    let mut waiting: Option<Scored> = None;
    let score = |(game, outcome): Scored| {
        let is_even = game.is_multiple_of(2);
        score(outcome, if is_even { Color::White } else { Color::Black })
    };
    for game in games {
        match waiting.take() {
            Some(first) if first.0 / 2 == game.0 / 2 => {
                tally.add_pair(score(first), score(game));
            }
            Some(alone) => {
                tally.add_game(score(alone));
                waiting = Some(game);
            }
            None => waiting = Some(game),
        }
    }
    if let Some(alone) = waiting {
        tally.add_game(score(alone));
    }
    tally
}

/// Tally of the games of a bout, which come in their order without a gap.
pub fn tally_of_bout(games: &[Outcome]) -> Tally {
    tally((0..).zip(games.iter().copied()))
}
