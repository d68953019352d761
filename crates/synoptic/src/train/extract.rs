//! Examples of a game: each sense and each move of both sides, as its player knew the game then.

use darkforge_board::{Bitboard, Color, SIDES, Square, side};
use darkforge_recon::belief::Hidden;
use darkforge_recon::referee::{Referee, Request, Rules, Sense, View};
use darkforge_recon::search::certain::{by_move, by_sense};
use darkforge_streams::{self as streams, Stream};

use super::game::Game;
use crate::action::Action;
use crate::infostate::{Infostate, Stage, packed};
use crate::network::{Example, KINDS};
use crate::synopsis::Synopsis;

/// Limit of the possible positions. A synopsis has fewer, and a game is played again for each pool.
const POSITIONS: usize = 1_000;
/// Own actions before the end that count as soon.
const SOON: usize = 5;

/// An example of one side.
#[derive(Clone, Debug)]
pub struct Extracted {
    /// The side.
    pub color: Color,
    /// Its knowledge, choice and result.
    pub example: Example,
}

/// Knowledge of one side in a game that is played again.
struct Knower {
    /// Positions that are possible, the true one always among them.
    state: Infostate,
    /// Whether it could have forced a win and did not.
    missed: bool,
}

impl Knower {
    fn enemy_moved(&mut self, capture: Option<Square>, truth: Hidden, stream: &mut Stream) {
        self.state
            .enemy_moved(capture, Some(truth), POSITIONS, stream);
    }

    /// Looks for a win that the side can force now.
    fn look(&mut self) {
        if self.missed {
            return;
        }
        let (own, set) = (&self.state.own, &self.state.hidden);
        self.missed = match self.state.stage {
            Stage::Sense => by_sense(own, set).is_some(),
            Stage::Move => by_move(own, set).is_some(),
        };
    }
}

/// A game that is played again.
struct Replay<'a> {
    limit: usize,
    stream: &'a mut Stream,
    referee: Referee,
    knowers: [Knower; 2],
    found: Vec<Extracted>,
}

impl Replay<'_> {
    /// Adds an example.
    fn add(&mut self, color: Color, chosen: Action) {
        let mut state = self.knowers[side(color)].state.clone();
        state.cut(self.limit, false, self.stream);
        let mut actions = Action::possible(state.stage, self.referee.view(color));
        let known = actions.iter().position(|action| *action == chosen);
        let chosen = known.unwrap_or_else(|| {
            // Another promotion than to a queen, or no sense.
            actions.push(chosen);
            actions.len() - 1
        });
        let men = &self.referee.position().men;
        let count = |kind: usize| {
            let of = if kind < 6 { color } else { !color };
            men[side(of)][kind % 6].count() as u8
        };
        let pieces: [u8; KINDS] = std::array::from_fn(count);
        self.found.push(Extracted {
            color,
            example: Example {
                synopsis: Synopsis::of(&state),
                positions: state.hidden.len(),
                actions: actions.iter().map(|action| action.place(color)).collect(),
                chosen,
                outcome: 0.0,
                soon_win: false,
                soon_lose: false,
                pieces,
            },
        });
    }

    /// Plays a turn; `None` if it is the last one.
    fn turn(&mut self, word: &str, wanted: bool) -> Option<()> {
        let (sense, request) = word.split_once(':')?;
        let sense: Sense = sense.parse().ok()?;
        let request: Request = request.parse().ok()?;
        let color = self.referee.turn();
        let (own, other) = (side(color), side(!color));
        let truth = packed(&self.knowers[other].state.own);
        if let Some(square) = sense.0
            && wanted
        {
            self.add(color, Action::Sense(square));
        }
        self.knowers[own].look();
        self.referee.sense(sense).ok()?;
        match sense.0 {
            Some(square) => self.knowers[own].state.sense(square, &truth),
            None => self.knowers[own].state.stage = Stage::Move,
        }
        if wanted {
            let action = request.0.map_or(Action::Pass, Action::Ask);
            self.add(color, queened(action, self.referee.view(color)));
        }
        self.knowers[own].look();
        let report = self.referee.request(request).ok()?;
        if self.referee.outcome().is_some() {
            return None;
        }
        let men = self.knowers[own].state.own;
        let taken = report.told(&men.side(Bitboard::EMPTY, None));
        self.knowers[own].state.moved(request.0, taken);
        let truth = packed(&self.knowers[own].state.own);
        self.knowers[other].enemy_moved(report.capture, truth, self.stream);
        Some(())
    }
}

/// A promotion without a role is one to a queen.
fn queened(action: Action, view: &View) -> Action {
    match action {
        Action::Ask(asked) => Action::Ask(darkforge_recon::referee::with_promotion(
            &view.side(),
            asked,
        )),
        other => other,
    }
}

fn replay(
    game: &Game,
    limit: usize,
    stream: &mut Stream,
    wanted: bool,
) -> ([Knower; 2], Vec<Extracted>) {
    let knower = |color| Knower {
        state: Infostate::start(color),
        missed: false,
    };
    let mut replay = Replay {
        limit,
        stream,
        referee: Referee::new(Rules::default()),
        knowers: SIDES.map(knower),
        found: Vec::new(),
    };
    for word in game.transcript.split(' ') {
        if replay.turn(word, wanted).is_none() {
            break;
        }
    }
    (replay.knowers, replay.found)
}

/// Examples of both sides, with random subsets of at most `limit` believed positions.
pub fn extract(game: &Game, limit: usize, stream: &mut Stream) -> Vec<Extracted> {
    let (_, mut found) = replay(game, limit, stream, true);
    let winner = game.winner;
    for color in SIDES {
        let mut left = found.iter().filter(|one| one.color == color).count();
        for one in found.iter_mut().filter(|one| one.color == color) {
            let example = &mut one.example;
            example.outcome = match winner {
                None => 0.0,
                Some(winner) if winner == color => 1.0,
                Some(_) => -1.0,
            };
            example.soon_win = winner == Some(color) && left <= SOON;
            example.soon_lose = winner == Some(!color) && left <= SOON;
            left -= 1;
        }
    }
    found
}

/// Whether the loser could have forced a win before.
pub fn loser_missed_a_win(game: &Game) -> bool {
    let mut stream = streams::open(0, "missed", 0);
    let (knowers, _) = replay(game, 1, &mut stream, false);
    game.winner
        .is_some_and(|winner| knowers[side(!winner)].missed)
}
