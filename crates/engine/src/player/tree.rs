//! Tree player: Monte Carlo tree search over the umpire's messages (Ciancarini and Favini 2009,
//! 2010, approaches A, B and C).

use super::Player;
use super::definition::Settings;
use super::follower::{Follower, Kept, question, score_of};
use super::pace::{Pace, TimeLeft};
use super::sampling::POOL;
use crate::options::{OptionRow, choice, whole};
use crate::sampling::messages::{Heard, Horizon, Likely, Situation, Tree};
use crate::sampling::{LastObservation, RandomGames};
use darkforge_board::Try;
use darkforge_kriegspiel::protocol::Thought;
use darkforge_kriegspiel::umpire::{Announcement, Answer, Captured, PawnTries, Question, View};
use darkforge_streams::{self as streams, Stream};

/// Share of the playouts added after a refusal.
const AFTER_REFUSAL: u32 = 4;
/// Greatest number of boards for likelihoods.
const BOARDS: usize = 1024;

/// Valuation of a leaf of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Approach {
    /// By a random game on a random board, to its end.
    A,
    /// By a long random game of messages.
    B,
    /// By one move ahead, with quiescence.
    C,
}

/// The settings of a tree player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TreeSettings {
    /// Valuation of leaves.
    pub approach: Approach,
    /// Simulations in a turn.
    pub playouts: u32,
    /// Own moves of a random game (approaches A and B).
    pub moves: u32,
    /// Boards for likelihoods.
    pub pool: u32,
}

impl TreeSettings {
    /// The defaults of `approach`, with playouts of about equal work.
    const fn usual(approach: Approach) -> TreeSettings {
        TreeSettings {
            approach,
            playouts: match approach {
                Approach::A | Approach::C => 100,
                Approach::B => 250,
            },
            moves: match approach {
                Approach::A => 100,
                Approach::B | Approach::C => 20,
            },
            pool: 1024,
        }
    }
}

impl Default for TreeSettings {
    fn default() -> TreeSettings {
        TreeSettings::usual(Approach::C)
    }
}

impl Settings for TreeSettings {
    const OPTIONS: &'static [OptionRow<TreeSettings>] = &[
        OptionRow::new("approach", "evaluation of leaves", |set| {
            const ALL: &[(&str, Approach)] =
                &[("a", Approach::A), ("b", Approach::B), ("c", Approach::C)];
            choice(set.approach, ALL, |approach| {
                *set = TreeSettings::usual(approach);
            })
        }),
        OptionRow::new("playouts", "simulations in a turn", |set| {
            whole(&mut set.playouts, 1..=10_000_000)
        }),
        OptionRow::<TreeSettings>::new("moves", "own moves of a random game", |set| {
            whole(&mut set.moves, 1..=500)
        })
        .only("with approach=a or b", |set| set.approach != Approach::C),
        OptionRow::<TreeSettings>::new(
            "pool",
            "boards from which probabilities are computed",
            |set| whole(&mut set.pool, POOL),
        )
        .only("with approach=b or c", |set| set.approach != Approach::A),
    ];

    fn name(&self) -> &'static str {
        "mcts"
    }

    fn usual(&self) -> TreeSettings {
        TreeSettings::default()
    }

    fn gives_scores(&self) -> bool {
        true
    }

    fn build(&self, stream: Stream) -> Option<Box<dyn Player>> {
        Some(match self.approach {
            Approach::A => Box::new(RandomTreePlayer::new(*self, stream)),
            Approach::B | Approach::C => Box::new(TreePlayer::new(*self, stream)),
        })
    }
}

/// One game of a tree player.
pub(super) struct TreePlayer {
    options: TreeSettings,
    follower: Follower,
    tree: Tree,
    /// Our last move and its announcement.
    played: Option<(Try, Announcement)>,
    /// Whether the tree was searched in this turn.
    searched: bool,
    pace: Pace,
    thought: Option<Thought>,
}

impl TreePlayer {
    /// A player that draws from `stream`.
    pub fn new(options: TreeSettings, stream: Stream) -> TreePlayer {
        let horizon = match options.approach {
            Approach::A | Approach::B => Horizon::Long(options.moves),
            Approach::C => Horizon::Short,
        };
        TreePlayer {
            options,
            tree: Tree::new(horizon, streams::beside(&stream, "messages")),
            follower: Follower::new(Kept::Repaired(options.pool), stream),
            played: None,
            searched: false,
            pace: Pace::default(),
            thought: None,
        }
    }

    /// The present knowledge.
    fn situation(&mut self, view: &View) -> Option<Situation> {
        let mut drawn = Vec::new();
        if self.follower.boards(1).is_empty() {
            let last = LastObservation::new(view, self.follower.taken);
            drawn = last.draw(32, &mut self.follower.stream);
        }
        let mut boards = self.follower.boards(BOARDS);
        boards.extend(&drawn);
        Some(Situation {
            color: view.color(),
            men: *view.men(),
            castling: view.castling(),
            enemy: Likely::of(!view.color(), &boards)?,
            tries: view.pawn_tries().is_none_or(|tries| tries.most() > 0),
            in_check: view.heard().checks.any(),
        })
    }
}

impl Player for TreePlayer {
    fn choose(&mut self, view: &View) -> Option<Question> {
        let tries = self.follower.tries(view);
        let playouts = Pace::of(self.pace.begin(), self.options.playouts);
        if let Some(now) = self.situation(view) {
            self.tree.set_root(now, &tries);
            let share = if self.searched { AFTER_REFUSAL } else { 1 };
            self.tree.simulate(playouts.div_ceil(share));
            self.searched = true;
        }
        let values = self.tree.values(&tries);
        self.pace.end();
        let chosen = self.follower.choose(view, &tries, &values)?;
        self.thought = Some(Thought {
            score: score_of(chosen, &tries, &values),
            depth: None,
            nodes: Some(playouts.into()),
            time: None,
        });
        Some(question(view, chosen))
    }

    fn time_left(&mut self, time: &TimeLeft) {
        self.pace.told(time);
    }

    fn thought(&self) -> Option<Thought> {
        self.thought
    }

    fn answered(&mut self, view: &View, question: Question, answer: &Answer) {
        self.follower.answered(view, question, answer);
        if let (Question::Try(asked), Answer::Played(said)) = (question, answer) {
            self.played = Some((asked, *said));
        }
    }

    fn opponent_moved(&mut self, view: &View, said: &Announcement) {
        self.follower.opponent_moved(view, said);
        self.searched = false;
        let Some((asked, of_ours)) = self.played.take() else {
            return;
        };
        let pawn = |kind| kind == Some(Captured::Pawn);
        self.tree.follow(
            asked,
            Heard {
                captured: of_ours.capture.map(|capture| pawn(capture.kind)),
                lost: said.capture.map(|capture| capture.square),
                in_check: said.checks.any(),
                tries: said.pawn_tries.is_none_or(PawnTries::any),
            },
        );
    }
}

/// One game of a player of approach A: random boards that agree with the last announcement alone.
struct RandomTreePlayer {
    options: TreeSettings,
    follower: Follower,
    tree: RandomGames,
    /// Whether the tree was searched in this turn.
    searched: bool,
    pace: Pace,
}

impl RandomTreePlayer {
    fn new(options: TreeSettings, stream: Stream) -> RandomTreePlayer {
        let tree = RandomGames::new(options.moves, streams::beside(&stream, "messages"));
        let mut follower = Follower::new(Kept::Nothing, stream);
        // Values are results, and the random games have the fifty moves.
        follower.progress = false;
        RandomTreePlayer {
            options,
            follower,
            tree,
            searched: false,
            pace: Pace::default(),
        }
    }
}

impl Player for RandomTreePlayer {
    fn choose(&mut self, view: &View) -> Option<Question> {
        let tries = self.follower.tries(view);
        let share = if self.searched { AFTER_REFUSAL } else { 1 };
        let playouts = Pace::of(self.pace.begin(), self.options.playouts);
        let games = playouts.div_ceil(share) as usize;
        let last = LastObservation::new(view, self.follower.taken);
        let boards = last.draw(games, &mut self.follower.stream);
        for game in 0..games {
            if let Some(board) = boards.get(game % boards.len().max(1)) {
                self.tree.simulate(board);
            }
        }
        self.searched = true;
        let values = self.tree.values(&tries);
        self.pace.end();
        let chosen = self.follower.choose(view, &tries, &values)?;
        Some(question(view, chosen))
    }

    fn time_left(&mut self, time: &TimeLeft) {
        self.pace.told(time);
    }

    fn answered(&mut self, view: &View, question: Question, answer: &Answer) {
        self.follower.answered(view, question, answer);
    }

    fn opponent_moved(&mut self, view: &View, said: &Announcement) {
        self.follower.opponent_moved(view, said);
        self.tree.clear();
        self.searched = false;
    }
}
