//! Progress of a match: its score and its test, as a table on a terminal.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::cli::output::progress::Progress;
use crate::cli::screen::{Column, Screen, Table};
use darkforge_lab::bout::{PlayedGame, Scored, tally};
use darkforge_lab::forecast::{GameKind, GamesLeft};
use darkforge_lab::journal::Journal;
use darkforge_lab::matches::{Match, SprtState};
use darkforge_lab::run::Observer;
use darkforge_ratings::{Sprt, Tally};

/// Time between two updates.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// Observer of a match.
pub(crate) struct MatchProgress<'a> {
    progress: &'a Progress,
    first: &'a str,
    standing: Mutex<Standing>,
}

struct Standing {
    /// Games whose pair is not complete, by the number of the pair.
    open: BTreeMap<u64, Scored>,
    /// Complete pairs.
    pairs: Tally,
    /// State of the sequential test, in words.
    test: String,
    shown: Option<Instant>,
}

impl<'a> MatchProgress<'a> {
    /// Progress without games; `first` is the player whose score is shown.
    pub(crate) fn new(progress: &'a Progress, first: &'a str) -> MatchProgress<'a> {
        MatchProgress {
            progress,
            first,
            standing: Mutex::new(Standing {
                open: BTreeMap::new(),
                pairs: Tally::default(),
                test: String::new(),
                shown: None,
            }),
        }
    }

    /// Sets the state of the sequential test.
    fn set_test(&self, test: String) {
        let mut standing = self.standing.lock().unwrap_or_else(PoisonError::into_inner);
        standing.test = test;
        self.show(&mut standing);
    }

    fn show(&self, standing: &mut Standing) {
        standing.shown = Some(Instant::now());
        let (short, screen) = self::standing(self.first, &standing.pairs, &standing.test);
        self.progress.set_standing(short, screen);
    }
}

/// State of a match in a few words, and as a table: complete pairs of the player `first`, and the
/// state of the test in words.
pub(super) fn standing(first: &str, pairs: &Tally, test: &str) -> (String, Screen) {
    let (score, elo) = (pairs.score_estimate(), pairs.elo());
    let [value, lo, hi] = [score.value, score.lo, score.hi].map(|share| 100.0 * share);
    let columns = [
        Column::text("player", 0),
        Column::number("games", 5),
        Column::number("wins", 5).detail(2),
        Column::number("draws", 5).detail(2),
        Column::number("losses", 5).detail(2),
        Column::words("score %", 20),
        Column::words("Elo", 0).detail(1),
    ];
    let mut table = Table::new(2, columns);
    table.row([
        first.to_owned(),
        pairs.games().to_string(),
        pairs.wins.to_string(),
        pairs.draws.to_string(),
        pairs.losses.to_string(),
        format!("{value:5.1} ({lo:5.1}..{hi:5.1})"),
        elo.to_string(),
    ]);
    let mut screen = Screen::new();
    screen.table(table);
    if !test.is_empty() {
        screen.line(format!("  {test}"));
    }
    let comma = if test.is_empty() { "" } else { ", " };
    let short = format!("score {value:.1} % ({lo:.1}..{hi:.1}){comma}{test}");
    (short, screen)
}

impl Observer<Match> for MatchProgress<'_> {
    fn game_over(&self, game: &PlayedGame, replayed: bool) {
        let mut standing = self.standing.lock().unwrap_or_else(PoisonError::into_inner);
        match standing.open.remove(&game.pair) {
            None => {
                standing.open.insert(game.pair, game.scored());
            }
            Some(other) => {
                let mut pair = [other, game.scored()];
                pair.sort_by_key(|&(game, _)| game);
                standing.pairs += tally(pair);
                let late = standing
                    .shown
                    .is_none_or(|shown| shown.elapsed() >= LOOK_EVERY);
                if late {
                    self.show(&mut standing);
                }
            }
        }
        drop(standing);
        self.progress.game_over(game, replayed);
    }

    fn told(
        &mut self,
        schedule: &mut Match,
        journal: &Journal,
        _caught_up: bool,
    ) -> std::io::Result<()> {
        if let (Some(state), Some(sprt)) = (schedule.test(journal), schedule.sprt()) {
            self.set_test(in_short(&state, sprt));
            if let Some(expected) = state.games_left {
                let left = GamesLeft::of_a_test(schedule.games_left(), expected);
                self.progress.set_left((left, GameKind::Selection));
            }
        }
        Ok(())
    }
}

/// The ratio between its bounds, and the expected distance to one of them.
fn in_short(state: &SprtState, sprt: &Sprt) -> String {
    let (lower, upper) = sprt.bounds();
    let left = state.games_left.map_or_else(String::new, |games| {
        format!(", about {games:.0} more games to a bound")
    });
    format!("LLR {:+.2} in ({lower:.2}, {upper:.2}){left}", state.llr)
}
