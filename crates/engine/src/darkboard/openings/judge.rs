//! Judge: whether the evaluation agrees with an opening. T 7.6.1 names it as an open problem that
//! the evaluation may undo the book's moves as soon as it takes over.
//!
//! T is the thesis, see [the crate](crate).

use super::rehearsal::Rehearsal;
use crate::darkboard::Search;
use darkforge_board::{Color, Try, side};

/// Moves of the evaluation after an opening that are examined.
const MOVES_AFTER: usize = 2;

/// The evaluation's verdict on an opening.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// It plays on from there.
    Good,
    /// With this move it takes a man of the opening back to an earlier square.
    Undone(Try),
    /// It values the end of the opening this many pawns below the end of its own moves.
    Worse(f64),
}

/// Judges openings by one engine's search.
pub struct Judge {
    search: Search,
    /// Pawns below the engine's own line from which an opening counts as worse.
    worse: f64,
    /// Value of the best move after each number of the engine's own silent moves, by colour.
    own_line: [Vec<f64>; 2],
}

impl Judge {
    /// A judge that rejects openings which end more than `worse` pawns below the engine's own line.
    pub fn new(search: Search, worse: f64) -> Judge {
        Judge {
            search,
            worse,
            own_line: Default::default(),
        }
    }

    /// Judges an opening: replays it without announcements and lets the engine play on. Undoing is
    /// tested before being worse.
    pub fn judge(&mut self, color: Color, moves: &[Try]) -> Verdict {
        let mut rehearsal = self.begin(color);
        for &asked in moves {
            rehearsal.play(asked);
        }
        rehearsal.end_opening();
        let Some((first, value)) = rehearsal.best(&mut self.search) else {
            return Verdict::Good; // no man can move: nothing to undo, nothing to compare
        };
        let mut next = Some((first, value));
        for _ in 0..MOVES_AFTER {
            let Some((asked, _)) = next else { break };
            if rehearsal.takes_back(asked) {
                return Verdict::Undone(asked);
            }
            rehearsal.play(asked);
            next = rehearsal.best(&mut self.search);
        }
        let lost = self.own_value(color, moves.len()) - value;
        if lost > self.worse {
            return Verdict::Worse(lost);
        }
        Verdict::Good
    }

    /// Value of the best move after `count` of the engine's own moves in silence.
    fn own_value(&mut self, color: Color, count: usize) -> f64 {
        if self.own_line[side(color)].len() <= count {
            let mut values = Vec::with_capacity(count + 1);
            let mut rehearsal = self.begin(color);
            while let Some((asked, value)) = rehearsal.best(&mut self.search) {
                values.push(value);
                if values.len() > count {
                    break;
                }
                rehearsal.play(asked);
            }
            // No moves are left: the last value counts.
            let last = values.last().copied().unwrap_or(f64::NEG_INFINITY);
            values.resize(count + 1, last);
            self.own_line[side(color)] = values;
        }
        self.own_line[side(color)][count]
    }

    fn begin(&self, color: Color) -> Rehearsal {
        Rehearsal::with_age_cap(color, self.search.evaluator().age_cap())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::darkboard::{EngineOptions, Evaluator, Weights};
    use darkforge_board::SIDES;

    fn judge(worse: f64) -> Judge {
        let options = EngineOptions {
            depth: 1,
            ..EngineOptions::default()
        };
        Judge::new(
            Search::new(Evaluator::new(Weights::default()), options),
            worse,
        )
    }

    /// Every walk of one man of up to three moves, with the judge's verdict.
    fn walks(color: Color, judge: &mut Judge) -> Vec<(Vec<Try>, Verdict)> {
        let walks = [
            "b1a3 a3c4",
            "b1c3 c3e4",
            "b1c3 c3d5",
            "g1h3 h3g5",
            "g1f3 f3e5",
            "e2e3 d1h5",
            "e2e3 d1f3 f3b3",
            "e2e4 f1a6",
            "e2e4 f1d3",
            "e2e4 e1e2 e2e3",
            "h2h4 h1h3 h3d3",
            "a2a4 a1a3 a3h3",
            "d2d4 c1h6",
            "d2d3 c1g5 g5h4",
            "c2c3 d1a4 a4h4",
            "e2e4",
        ];
        let judged = walks.map(|walk| {
            let moves = walk.split(' ').map(|asked| {
                let asked: Try = asked.parse().unwrap();
                color.fold_wb(asked, asked.flipped())
            });
            let moves: Vec<Try> = moves.collect();
            let verdict = judge.judge(color, &moves);
            (moves, verdict)
        });
        judged.to_vec()
    }

    #[test]
    fn what_is_undone_was_left_before() {
        for color in SIDES {
            let judged = walks(color, &mut judge(f64::INFINITY));
            let good = judged
                .iter()
                .filter(|(_, verdict)| *verdict == Verdict::Good);
            for (moves, verdict) in &judged {
                if let Verdict::Undone(back) = verdict {
                    let left = moves.iter().any(|asked| asked.from == back.to);
                    assert!(left, "{color:?} {moves:?}: {back} leads to no square left");
                }
            }
            assert!(good.count() > 0, "{color:?}: {judged:?}");
        }
    }

    #[test]
    fn a_king_that_may_not_be_out_is_taken_back() {
        let weights = Weights::parse("test", "king_exposed = 5.0").unwrap();
        let search = Search::new(Evaluator::new(weights), EngineOptions::default());
        let mut judge = Judge::new(search, f64::INFINITY);
        for color in SIDES {
            let walk = ["e2e4", "e1e2", "e2e3"].map(|asked| {
                let asked: Try = asked.parse().unwrap();
                color.fold_wb(asked, asked.flipped())
            });
            let verdict = judge.judge(color, &walk);
            assert!(
                matches!(verdict, Verdict::Undone(_)),
                "{color:?}: {verdict:?}"
            );
        }
    }

    #[test]
    fn the_margin_decides_what_is_worse() {
        for color in SIDES {
            let worse = |margin: f64| {
                let judged = walks(color, &mut judge(margin));
                let worse = judged.into_iter().filter(|(_, verdict)| match verdict {
                    Verdict::Worse(lost) => {
                        assert!(*lost > margin);
                        true
                    }
                    _ => false,
                });
                worse.count()
            };
            assert!(worse(0.0) > 0, "{color:?}");
            assert!(worse(0.0) >= worse(1.0), "{color:?}");
            assert_eq!(worse(f64::INFINITY), 0, "{color:?}");
        }
    }

    #[test]
    fn the_engines_own_line_is_never_worse() {
        for color in SIDES {
            let mut judge = judge(0.0);
            let mut rehearsal = judge.begin(color);
            let mut moves = Vec::new();
            for _ in 0..6 {
                let (asked, _) = rehearsal.best(&mut judge.search).unwrap();
                rehearsal.play(asked);
                moves.push(asked);
                let verdict = judge.judge(color, &moves);
                assert!(!matches!(verdict, Verdict::Worse(_)), "{verdict:?}");
            }
        }
    }
}
