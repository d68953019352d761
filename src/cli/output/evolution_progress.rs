//! Progress of an evolution: the bar, a line for each generation, and the end by time.

use std::collections::VecDeque;
use std::time::Instant;

use crate::cli::input::deadline::Deadline;
use crate::cli::output::evolution_result::{line, standing};
use crate::cli::output::progress::Progress;
use crate::report::format::{duration, plural};
use darkforge_lab::bout::PlayedGame;
use darkforge_lab::config::RunFile;
use darkforge_lab::folder::RunFolder;
use darkforge_lab::forecast::{MORE_END, MORE_GENERATION};
use darkforge_lab::journal::Journal;
use darkforge_lab::run::Observer;
use darkforge_lab::tuner::{End, Evolution, Why};

/// Number of generations whose time is kept to estimate that of the next.
const REMEMBERED: usize = 8;

/// Observer of an evolution.
pub(crate) struct EvolutionProgress<'a> {
    progress: &'a Progress,
    deadline: Option<Deadline>,
    folder: &'a RunFolder,
    run: RunFile,
    /// Duration of a game of the proof, relative to other games.
    proof_factor: f64,
    /// Generations that were shown.
    shown: usize,
    /// End of the last generation's selection.
    turn: Option<Instant>,
    /// Seconds of the last whole generations.
    seconds: VecDeque<f64>,
}

impl<'a> EvolutionProgress<'a> {
    pub(crate) fn new(
        progress: &'a Progress,
        deadline: Option<Deadline>,
        folder: &'a RunFolder,
        run: RunFile,
        proof_factor: f64,
    ) -> EvolutionProgress<'a> {
        EvolutionProgress {
            proof_factor,
            progress,
            deadline,
            folder,
            run,
            shown: 0,
            turn: None,
            seconds: VecDeque::new(),
        }
    }

    /// Shows the start of the run.
    pub(crate) fn begin(&self, evolution: &Evolution) {
        self.set_stage(evolution);
        self.progress.set_left(evolution.games_left());
    }

    fn set_stage(&self, evolution: &Evolution) {
        let (finished, planned) = (evolution.generation(), evolution.settings().generations);
        let planned = plural(u64::from(planned), "generation");
        self.progress.set_stage(&format!("{finished} of {planned}"));
    }

    /// Seconds that another generation and the games at its end may take: measured, or estimated
    /// from its expected games.
    fn next_takes(&self, evolution: &Evolution, number: u32) -> f64 {
        let (_, speed) = self.progress.speed();
        let generation = match self.seconds.iter().copied().reduce(f64::max) {
            Some(seconds) => MORE_GENERATION * seconds,
            None => evolution.expected_of(number) / speed,
        };
        let (reference, proof) = evolution.expected_at_end(number);
        let at_end = reference as f64 + proof as f64 * self.proof_factor;
        generation + MORE_END * at_end / speed
    }

    /// Whether the run ends here, at a generation's end, by time.
    fn ends(&mut self, evolution: &Evolution) -> bool {
        let (played, _) = self.progress.speed();
        if played == 0 {
            return false; // all of it was read from the journal
        }
        let now = Instant::now();
        if let Some(before) = self.turn.replace(now) {
            self.seconds.push_back((now - before).as_secs_f64());
            if self.seconds.len() > REMEMBERED {
                self.seconds.pop_front();
            }
        }
        let Some(deadline) = &self.deadline else {
            return false;
        };
        let number = evolution.generations_at_turn();
        let (left, takes) = (deadline.left(), self.next_takes(evolution, number));
        if left >= takes {
            return false;
        }
        self.progress.note(&format!(
            "{deadline}: {} left, and another generation and the final games would take about \
             {}: the run ends after generation {}",
            duration(left.max(0.0)),
            duration(takes),
            number - 1
        ));
        true
    }
}

impl EvolutionProgress<'_> {
    /// Writes the ends of the run into its `run.toml`, if there is a new one.
    fn keep_ends(&mut self, ends: &[End]) -> std::io::Result<()> {
        let Some(last) = ends.last().filter(|_| self.run.ends != ends) else {
            return Ok(());
        };
        if let (Why::Converged, Some(detail)) = (last.why, &last.detail) {
            let after = plural(u64::from(last.after), "generation");
            self.progress
                .note(&format!("the search has converged after {after}: {detail}"));
        }
        self.run.ends = ends.to_vec();
        let written = self.folder.write(&self.run);
        written.map_err(std::io::Error::other)
    }
}

impl Observer<Evolution> for EvolutionProgress<'_> {
    fn game_over(&self, game: &PlayedGame, replayed: bool) {
        self.progress.game_over(game, replayed);
    }

    fn told(
        &mut self,
        evolution: &mut Evolution,
        journal: &Journal,
        caught_up: bool,
    ) -> std::io::Result<()> {
        if caught_up && evolution.at_turn() && self.ends(evolution) {
            evolution.end_here();
        }
        self.keep_ends(&evolution.settings().ends)?;
        while let Some(finished) = evolution.finished().get(self.shown) {
            self.shown += 1;
            self.progress.note(&line(finished));
        }
        if let Some((short, table)) = standing(evolution) {
            self.progress.set_standing(short, table);
        }
        self.set_stage(evolution);
        self.progress.set_left(evolution.games_left());
        self.progress
            .set_total(journal.len() as u64 + evolution.expected_games());
        Ok(())
    }
}
