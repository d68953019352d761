//! Progress of a tournament: its standings, as a table on a terminal and in a few words elsewhere.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::cli::output::progress::Progress;
use crate::cli::screen::{Column, Screen, Table};
use darkforge_board::SIDES;
use darkforge_lab::bout::{Entrant, PlayedGame};
use darkforge_lab::journal::Journal;
use darkforge_lab::run::{Bouts, Observer};
use darkforge_lab::tournament::Tournament;
use darkforge_lab::tournament::formats::Format;
use darkforge_ratings::Tally;

/// Time between two updates.
const LOOK_EVERY: Duration = Duration::from_millis(250);
/// Players in the table, and in a line.
const ROWS: usize = 12;
const NAMED: usize = 3;

/// Observer of a tournament.
pub(crate) struct TournamentProgress<'a> {
    progress: &'a Progress,
    standings: Mutex<Standings>,
}

struct Standings {
    /// Games so far, by the name of the player.
    tallies: BTreeMap<String, Tally>,
    /// The answer so far of an adaptive tournament, in words.
    answer: String,
    shown: Option<Instant>,
}

impl<'a> TournamentProgress<'a> {
    /// Progress without games.
    pub(crate) fn new(progress: &'a Progress, entrants: &[Entrant]) -> TournamentProgress<'a> {
        let tally = |entrant: &Entrant| (entrant.name.clone(), Tally::default());
        TournamentProgress {
            progress,
            standings: Mutex::new(Standings {
                tallies: entrants.iter().map(tally).collect(),
                answer: String::new(),
                shown: None,
            }),
        }
    }

    fn over(&self, game: &PlayedGame, replayed: bool) {
        let mut standings = self
            .standings
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        for (name, color) in [&game.white, &game.black].into_iter().zip(SIDES) {
            if let Some(tally) = standings.tallies.get_mut(name) {
                tally.add_game(game.score(color));
            }
        }
        let is_late = |shown: Instant| shown.elapsed() >= LOOK_EVERY;
        if standings.shown.is_none_or(is_late) {
            self.show(&mut standings);
        }
        drop(standings);
        self.progress.game_over(game, replayed);
    }

    fn show(&self, standings: &mut Standings) {
        standings.shown = Some(Instant::now());
        let (short, screen) = told(&standings.tallies, &standings.answer);
        self.progress.set_standing(short, screen);
    }
}

/// The standings in a few words, and as a table.
pub(super) fn told(tallies: &BTreeMap<String, Tally>, answer: &str) -> (String, Screen) {
    let mut rows: Vec<(&str, &Tally, f64)> = tallies
        .iter()
        .map(|(name, tally)| (name.as_str(), tally, tally.score_estimate().value))
        .collect();
    let share = |tally: &Tally, score: f64| if tally.games() > 0 { score } else { -1.0 };
    rows.sort_by(|a, b| share(b.1, b.2).total_cmp(&share(a.1, a.2)));
    let columns = [
        Column::number("rank", 4),
        Column::text("player", 0),
        Column::number("games", 6),
        Column::number("wins", 5).detail(2),
        Column::number("draws", 5).detail(2),
        Column::number("losses", 6).detail(2),
        Column::words("score %", 20),
    ];
    let mut table = Table::new(2, columns);
    for (rank, (name, tally, _)) in (1..).zip(rows.iter().take(ROWS)) {
        let score = tally.score_estimate();
        let [value, lo, hi] = [score.value, score.lo, score.hi].map(|share| 100.0 * share);
        table.row([
            rank.to_string(),
            (*name).to_owned(),
            tally.games().to_string(),
            tally.wins.to_string(),
            tally.draws.to_string(),
            tally.losses.to_string(),
            format!("{value:5.1} ({lo:5.1}..{hi:5.1})"),
        ]);
    }
    let mut screen = Screen::new();
    screen.table(table);
    if rows.len() > ROWS {
        screen.line(format!("  and {} more", rows.len() - ROWS));
    }
    let first = rows.iter().take(NAMED);
    let first = first.map(|(name, _, score)| format!("{name} {:.1} %", 100.0 * score));
    let mut short = first.collect::<Vec<_>>().join(", ");
    if !answer.is_empty() {
        screen.line(format!("  {answer}"));
        short = format!("{answer}: {short}");
    }
    (short, screen)
}

impl Observer<Bouts> for TournamentProgress<'_> {
    fn game_over(&self, game: &PlayedGame, replayed: bool) {
        self.over(game, replayed);
    }
}

impl Observer<Tournament> for TournamentProgress<'_> {
    fn game_over(&self, game: &PlayedGame, replayed: bool) {
        self.over(game, replayed);
    }

    fn told(
        &mut self,
        schedule: &mut Tournament,
        _journal: &Journal,
        _caught_up: bool,
    ) -> std::io::Result<()> {
        if let Format::Adaptive(adaptive) = schedule.format() {
            let answer = adaptive.answer();
            let best = &schedule.entrants()[answer.ranking[0]].name;
            let leads = format!("{best} leads, {:.1} % sure", 100.0 * answer.confidence);
            let mut standings = self
                .standings
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            standings.answer = leads;
            self.show(&mut standings);
        }
        if let Some(pairing) = schedule.format().ask().first() {
            self.progress.set_stage(&format!("round {}", pairing.round));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapshot::problems_of_screens;
    use darkforge_ratings::GameScore;

    #[test]
    fn standings_are_in_the_order_of_the_scores() {
        let mut tallies = BTreeMap::new();
        for (name, wins, losses) in [("a", 1, 3), ("b", 3, 1), ("idle", 0, 0)] {
            let mut tally = Tally::default();
            (0..wins).for_each(|_| tally.add_game(GameScore::Win));
            (0..losses).for_each(|_| tally.add_game(GameScore::Loss));
            tallies.insert(name.to_owned(), tally);
        }
        let (short, screen) = told(&tallies, "");
        assert!(short.starts_with("b 75.0 %, a 25.0 %"), "{short}");
        let text = screen.text(90, false);
        let lines: Vec<&str> = text.lines().collect();
        assert!(
            lines[1].contains("1  b ") && lines[2].contains("2  a "),
            "{text}"
        );
        assert!(lines[3].contains("3  idle"), "{text}");
        let answer = "b leads, 99.9 % sure";
        assert!(told(&tallies, answer).0.starts_with(answer));
        let problems = problems_of_screens("tournament_progress", |width| {
            told(&tallies, answer).1.text(width, false)
        });
        assert!(problems.is_empty(), "{}", problems.join("\n"));
    }
}
