//! Mixed tries: a draw between nearly best tries, with the probabilities of an equilibrium.
//!
//! We choose a try; the enemy, which knows its own men and hears the announcement, chooses a reply
//! policy. It does not know which of our tries is behind an announcement.

use super::Darkboard;
use crate::darkboard::{ReplyPolicy, Weight};
use crate::equilibrium::{BayesianGame, likeliest};
use darkforge_board::{Board, Men, Played};
use darkforge_kriegspiel::umpire::{Announcement, View, announce};
use darkforge_streams as streams;

/// Tries at most this much below the best are mixed, in pawns.
const MARGIN: f64 = 1.0;
/// Greatest number of tries in the game.
const ROWS: usize = 6;
/// Greatest number of believed boards on which replies are examined.
const BOARDS: usize = 24;
/// Share of these boards on which the best try must be legal. Otherwise it is made: a refusal costs
/// nothing, so a try that is probably refused comes before others.
const LEGAL: f64 = 0.9;
/// Iterations of the solver.
const ITERATIONS: u32 = 64;
/// Tries that are less likely are not made.
const LEAST: f64 = 0.05;
/// Greatest number of tries between which is drawn.
const MOST: usize = 3;

/// All that the enemy knows before its reply.
#[derive(PartialEq, Eq)]
struct Known {
    men: Men,
    said: Announcement,
}

impl Darkboard {
    /// The place of a try drawn from the equilibrium of the best ones. `None` if the best try is to
    /// be made: there is no other near it, it is often refused, or nothing is believed.
    #[inline(never)] // a part of its own in profiles
    pub(super) fn mix(&mut self, view: &View) -> Option<usize> {
        if !self.search.options().mix {
            return None;
        }
        let places = 0..self.values.len();
        let best = self
            .values
            .iter()
            .copied()
            .fold(f64::NEG_INFINITY, f64::max);
        let mut rows: Vec<usize> = places
            .filter(|&at| self.values[at] >= best - MARGIN)
            .collect();
        if rows.len() < 2 {
            return None;
        }
        rows.sort_by(|&a, &b| self.values[b].total_cmp(&self.values[a]));
        rows.truncate(ROWS);
        let game = self.game(view, &rows)?;
        let row = game.dominant_row().unwrap_or_else(|| {
            let mut shares = game.solve(ITERATIONS).rows;
            likeliest(&mut shares, LEAST, MOST);
            let mut left = streams::unit(&mut self.mixing);
            let drawn = shares.iter().position(|share| {
                left -= share;
                left < 0.0
            });
            drawn.unwrap_or(0)
        });
        // The risk of mate is known of the best try, but not of all others.
        let place = rows[row];
        let risk = if row > 0 { self.risk(place) } else { 0.0 };
        let safe = self.values[place] - risk >= best - MARGIN;
        Some(if safe { place } else { rows[0] })
    }

    /// Cost of the risk of being mated at once after the try at `place`.
    fn risk(&self, place: usize) -> f64 {
        let (Some(tracker), Some(pool)) = (&self.tracker, &self.pool) else {
            return 0.0;
        };
        let asked = tracker.turned(self.moves[place]);
        self.tactics.end_risk(pool.boards(), asked, pool.alive())
    }

    /// The game between the tries at the places `rows`, best first, and the enemy's reply policies
    /// on believed boards. A try leads to each board on which it is legal with equal probability.
    fn game(&mut self, view: &View, rows: &[usize]) -> Option<BayesianGame> {
        let (tracker, pool) = (self.tracker.as_ref()?, self.pool.as_ref()?);
        let alive = pool.boards().iter().zip(pool.alive());
        let alive: Vec<&Board> = alive
            .filter_map(|(board, &on)| on.then_some(board))
            .collect();
        let step = alive.len().div_ceil(BOARDS).max(1);
        let boards: Vec<&Board> = alive.into_iter().step_by(step).collect();
        let factor = self.search.evaluator().weights()[Weight::Tactics];
        let mut game = BayesianGame::new(rows.len(), ReplyPolicy::ALL.len());
        let mut groups: Vec<Known> = Vec::new();
        let mut cells = Vec::with_capacity(boards.len());
        for (row, &place) in rows.iter().enumerate() {
            let asked = tracker.turned(self.moves[place]);
            cells.clear();
            for board in &boards {
                let Some(replies) = self.tactics.replies(board, asked) else {
                    continue;
                };
                let played = Played::by(replies.played);
                let known = Known {
                    men: replies.after.men(!tracker.color()),
                    said: announce(view.ruleset(), &replies.after, played),
                };
                let group = groups.iter().position(|other| *other == known);
                let group = group.unwrap_or(groups.len());
                if group == groups.len() {
                    groups.push(known);
                }
                cells.push((group, replies.gains));
            }
            let often = row > 0 || cells.len() as f64 >= LEGAL * boards.len() as f64;
            if cells.is_empty() || !often {
                return None;
            }
            let share = 1.0 / cells.len() as f64;
            let value = self.values[place];
            for &(group, gains) in &cells {
                let payoffs = gains.map(|gain| value + factor * gain);
                game.add(row, group, share, &payoffs);
            }
        }
        Some(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::darkboard::{EngineOptions, Weights};
    use crate::player::Player;
    use darkforge_board::{Color, Try};
    use darkforge_kriegspiel::umpire::{Answer, ICC, Question, Umpire};

    fn player(index: u64, mix: bool) -> Darkboard {
        let options = EngineOptions {
            depth: 1,
            particles: 64,
            mix,
            ..EngineOptions::default()
        };
        let stream = streams::open(1, "player", index);
        Darkboard::new(Weights::default(), options, None, stream)
    }

    /// The tries of a game of 120 plies in which White mixes or not; `check` gets each of White's
    /// tries with the distance from the best value.
    fn game(mix: bool, mut check: impl FnMut(Try, f64)) -> Vec<Try> {
        let mut umpire = Umpire::new(&ICC, 120);
        let (mut white, mut black) = (player(0, mix), player(1, false));
        let mut asked = Vec::new();
        while umpire.outcome().is_none() {
            let turn = umpire.turn();
            let (own, other) = match turn {
                Color::White => (&mut white, &mut black),
                Color::Black => (&mut black, &mut white),
            };
            let weighed = own.weigh(umpire.view(turn), None);
            let question = own.choose(umpire.view(turn)).expect("a question");
            if let Question::Try(one) = question {
                asked.push(one);
                let best = weighed.values.iter().copied().fold(f64::MIN, f64::max);
                let place = weighed.tries.iter().position(|&other| other == one);
                let value = place.map_or(f64::MIN, |place| weighed.values[place]);
                if turn == Color::White {
                    check(one, best - value);
                }
            }
            let answer = umpire.ask(question).expect("an answer");
            own.answered(umpire.view(turn), question, &answer);
            if let (Answer::Played(said), None) = (answer, umpire.outcome()) {
                other.opponent_moved(umpire.view(!turn), &said);
            }
        }
        asked
    }

    #[test]
    fn a_mixed_try_is_nearly_the_best() {
        game(true, |asked, distance| {
            assert!(
                distance <= MARGIN + 1e-9,
                "{asked} is {distance} below the best"
            );
        });
    }

    #[test]
    fn the_same_stream_mixes_alike() {
        let games = [true, true, false].map(|mix| game(mix, |_, _| ()));
        assert_eq!(games[0], games[1]);
        assert_ne!(games[0], games[2]);
    }
}
