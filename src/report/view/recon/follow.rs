//! The steps of a game, from its history.

use std::ops::ControlFlow;

use super::{Done, Game, Known, Step};
use crate::report::view::{says_something, words};
use darkforge_board::{Color, SIDES, index, side};
use darkforge_recon::belief::Belief;
use darkforge_recon::record::History;
use darkforge_recon::referee::Position;
use darkforge_recon::statistics::{Event, Size, follow};

impl Game {
    /// The game of a history that agrees with the rules; beliefs have at most `limit` positions.
    pub(crate) fn of(history: &History, record: String, limit: usize) -> Game {
        let mut players = history.names.clone();
        for (name, color) in players.iter_mut().zip(SIDES) {
            if !says_something(name) {
                words::side(color).clone_into(name);
            }
        }
        let mut steps = bare_steps(history);
        for color in SIDES {
            fill(&mut steps, history, color, limit);
        }
        Game {
            players,
            outcome: history.outcome,
            record,
            steps,
        }
    }
}

/// The steps with the beliefs of the start.
fn bare_steps(history: &History) -> Vec<Step> {
    let known = SIDES.map(|color| Known::of(&Belief::start(color, 1, 0)));
    let mut fen = Position::start().fen();
    let mut steps = vec![Step {
        ply: 0,
        done: None,
        fen: fen.clone(),
        known: known.clone(),
    }];
    for (place, (color, _, turn)) in history.in_order().enumerate() {
        let mut step = |is_move: bool, fen: &str| {
            steps.push(Step {
                ply: place + usize::from(is_move),
                done: Some(Done {
                    color,
                    turn: turn.clone(),
                    is_move,
                }),
                fen: fen.to_owned(),
                known: known.clone(),
            });
        };
        step(false, &fen);
        if let Some(moved) = &turn.moved {
            fen.clone_from(&moved.after);
            step(true, &fen);
        }
    }
    steps
}

/// Sets the beliefs of one side.
fn fill(steps: &mut [Step], history: &History, color: Color, limit: usize) {
    let mut next = 1;
    let mut known = steps[0].known[side(color)].clone();
    follow(history, color, limit, |moment, belief| {
        let is_sense = moment.event == Event::Sensed;
        let step = 2 * moment.ply - usize::from(is_sense);
        // Until then nothing has changed for the side.
        for step in &mut steps[next..step] {
            step.known[side(color)] = known.clone();
        }
        known = Known::of(belief);
        steps[step].known[side(color)] = known.clone();
        next = step + 1;
        ControlFlow::Continue(())
    });
    for step in &mut steps[next..] {
        step.known[side(color)] = known.clone();
    }
}

impl Known {
    fn of(belief: &Belief) -> Known {
        let mut counts = [[0_u32; 6]; 64];
        for hidden in belief.positions() {
            let men = hidden.men();
            for role in darkforge_board::ROLES {
                for square in men[index(role)] {
                    counts[square.to_u32() as usize][index(role)] += 1;
                }
            }
        }
        Known {
            size: Size::of(belief),
            placements: belief.placements(),
            all: belief.len() as u32,
            counts,
        }
    }
}
