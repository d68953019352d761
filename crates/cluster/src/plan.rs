//! Plans: the games of a batch that are in no job yet.

use std::cell::OnceCell;
use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

use crate::pace::Pace;
use darkforge_lab::bout::{Bout, Fixture};

/// Most parts of a job.
const MOST_PARTS: usize = 200;

/// The games of a bout by their numbers.
type Fixtures<'a> = Box<dyn Fn(u64) -> Fixture<'a> + 'a>;

/// Games of the bouts of a batch.
pub(crate) struct Plan<'a> {
    bouts: &'a [Bout],
    seed: u64,
    /// Games of each bout, made when the first is asked for.
    fixtures: Vec<OnceCell<Fixtures<'a>>>,
    /// Kind of each bout.
    kinds: Vec<usize>,
    /// Bouts by the numbers of their first games.
    places: BTreeMap<u64, usize>,
    /// Pairs that are in no job, by bout, in order.
    open: VecDeque<(usize, Range<u64>)>,
    /// Number of games that the journal lacks.
    lacking: u64,
}

impl<'a> Plan<'a> {
    /// The games of `bouts` of a run with this seed, without those that are `there`; those that are
    /// `given` are in jobs.
    pub(crate) fn of(
        bouts: &'a [Bout],
        seed: u64,
        pace: &mut Pace,
        there: impl Fn(u64) -> bool,
        given: impl Fn(u64) -> bool,
    ) -> Plan<'a> {
        let mut plan = Plan {
            bouts,
            seed,
            fixtures: bouts.iter().map(|_| OnceCell::new()).collect(),
            kinds: bouts.iter().map(|bout| pace.kind(bout)).collect(),
            places: BTreeMap::new(),
            open: VecDeque::new(),
            lacking: 0,
        };
        for (place, bout) in bouts.iter().enumerate() {
            plan.places.insert(2 * bout.first_pair, place);
            let mut open: Option<Range<u64>> = None;
            for pair in 0..bout.pairs() {
                let games = bout.part(pair..pair + 1);
                let missing = games.numbers().filter(|game| !there(*game));
                let missing: Vec<u64> = missing.collect();
                plan.lacking += missing.len() as u64;
                if missing.iter().all(|game| given(*game)) {
                    plan.open.extend(open.take().map(|pairs| (place, pairs)));
                    continue;
                }
                open.get_or_insert(pair..pair).end = pair + 1;
            }
            plan.open.extend(open.map(|pairs| (place, pairs)));
        }
        plan
    }

    /// The bout of the batch that has the game `number`.
    pub(crate) fn bout(&self, number: u64) -> Option<&'a Bout> {
        self.place(number).map(|place| &self.bouts[place])
    }

    /// The game `number`, if the batch has it.
    pub(crate) fn fixture(&self, number: u64) -> Option<Fixture<'a>> {
        let place = self.place(number)?;
        let (bouts, seed) = (self.bouts, self.seed);
        let of = self.fixtures[place].get_or_init(|| Box::new(bouts[place].fixture_of(seed)));
        Some(of(number))
    }

    fn place(&self, number: u64) -> Option<usize> {
        let (_, &place) = self.places.range(..=number).next_back()?;
        let bout = &self.bouts[place];
        let pair = number / 2 - bout.first_pair;
        let is_one = pair.is_multiple_of(bout.step) && {
            let game = 2 * (pair / bout.step) + number % 2;
            game < bout.games
        };
        is_one.then_some(place)
    }

    /// Counts a game that is in the journal now.
    pub(crate) fn arrived(&mut self) {
        self.lacking = self.lacking.saturating_sub(1);
    }

    /// Whether the journal has all games.
    pub(crate) fn is_done(&self) -> bool {
        self.lacking == 0
    }

    /// Whether all games are in jobs.
    pub(crate) fn is_given(&self) -> bool {
        self.open.is_empty()
    }

    /// Expected seconds of play of the games that are in no job.
    pub(crate) fn seconds(&self, pace: &Pace) -> f64 {
        let seconds = |(place, pairs): &(usize, Range<u64>)| {
            (pairs.end - pairs.start) as f64 * pace.seconds(self.kinds[*place])
        };
        self.open.iter().map(seconds).sum()
    }

    /// Takes games for a job of about `seconds` of play, and of at most `bytes` bytes of lines if
    /// these are more than one pair.
    pub(crate) fn take(&mut self, pace: &Pace, seconds: f64, bytes: f64) -> Vec<Bout> {
        let (mut seconds, mut bytes) = (seconds, bytes);
        let mut taken = Vec::new();
        while let Some((place, pairs)) = self.open.front_mut() {
            let kind = self.kinds[*place];
            let [a_pair, of_a_pair] = [pace.seconds(kind), pace.bytes(kind)];
            let room = (seconds / a_pair).min(bytes / of_a_pair) as u64;
            let room = if taken.is_empty() { room.max(1) } else { room };
            if room == 0 || taken.len() >= MOST_PARTS {
                break;
            }
            let here = room.min(pairs.end - pairs.start);
            taken.push(self.bouts[*place].part(pairs.start..pairs.start + here));
            pairs.start += here;
            seconds -= here as f64 * a_pair;
            bytes -= here as f64 * of_a_pair;
            if pairs.is_empty() {
                self.open.pop_front();
            }
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_engine::player::PlayerSpec;
    use darkforge_lab::bout::{Entrant, Openings};

    fn bouts() -> Vec<Bout> {
        let entrant = |name: &str| Entrant {
            name: name.to_owned(),
            spec: PlayerSpec::random(),
        };
        let bout = |id: u64| Bout {
            id,
            first_pair: 10 * id,
            step: 1,
            games: 19,
            keep_tries: false,
            openings: Openings::Own,
            first: entrant("a"),
            second: entrant("b"),
        };
        (0..3).map(bout).collect()
    }

    #[test]
    fn jobs_have_each_missing_game_once_at_any_size() {
        let bouts = bouts();
        for seconds in [0.0, 1.0, 2.3, 100.0] {
            let mut pace = Pace::default();
            let there = |game: u64| (4..9).contains(&game);
            let given = |game: u64| (30..34).contains(&game);
            let mut plan = Plan::of(&bouts, 1, &mut pace, there, given);
            let mut games: Vec<u64> = Vec::new();
            while !plan.is_given() {
                let taken = plan.take(&pace, seconds, 1e9);
                games.extend(taken.iter().flat_map(Bout::numbers));
            }
            // Game 8 is played again with game 9: a job has whole pairs.
            let all = bouts.iter().flat_map(Bout::numbers);
            let wanted = all.filter(|game| !((4..8).contains(game) || given(*game)));
            assert_eq!(games, wanted.collect::<Vec<_>>(), "{seconds}");
            assert!(plan.bout(19).is_none());
            assert_eq!(plan.bout(20).map(|bout| bout.id), Some(1));
            let seeds = [20, 23].map(|game| plan.fixture(game).map(|fixture| fixture.seed));
            assert_eq!(
                seeds,
                [20, 23].map(|game| Some(bouts[1].fixture(1, game).seed))
            );
            for _ in 0..(3 * 19 - 5) {
                assert!(!plan.is_done());
                plan.arrived();
            }
            assert!(plan.is_done());
        }
    }

    #[test]
    fn a_job_has_as_many_games_as_its_time_and_its_bytes_have_room_for() {
        let bouts = bouts();
        let mut pace = Pace::default();
        let mut plan = Plan::of(&bouts, 1, &mut pace, |_| false, |_| false);
        let kind = pace.kind(&bouts[0]);
        pace.learn(kind, 1.0, 0.1, 1000);
        assert!((plan.seconds(&pace) - 3.0).abs() < 1e-9);
        let games = |taken: &[Bout]| taken.iter().map(|bout| bout.games).sum::<u64>();
        let taken = plan.take(&pace, 1.25, 1e9);
        assert_eq!((taken.len(), games(&taken)), (2, 19 + 4));
        assert_eq!(games(&plan.take(&pace, 100.0, 3500.0)), 6);
        assert_eq!(games(&plan.take(&pace, 0.0, 0.0)), 2, "never nothing");
        let rest = std::iter::repeat_with(|| plan.take(&pace, 100.0, 1e9));
        let rest: u64 = rest.take(3).map(|taken| games(&taken)).sum();
        assert_eq!(rest, 57 - 23 - 6 - 2);
    }
}
