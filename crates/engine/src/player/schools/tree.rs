//! The tree player: Monte Carlo tree search over the umpire's messages (Ciancarini and
//! Favini 2009, 2010, approaches B and C).

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

use super::super::{Player, SpecError};
use super::follower::{Follower, Kept, question};
use super::options::{Shortest, Written};
use crate::montecarlo::LastObservation;
use crate::montecarlo::messages::{Heard, Horizon, Likely, Situation, Tree};
use darkforge_board::Try;
use darkforge_kriegspiel::umpire::{Announcement, Answer, Captured, PawnTries, Question, View};
use darkforge_streams::{self as streams, Stream};

const PLAYOUTS: RangeInclusive<u32> = 1..=10_000_000;
const POOL: RangeInclusive<u32> = 1..=1_000_000;
const MOVES: RangeInclusive<u32> = 1..=500;
/// Own moves of a random game of approach B, unless the user says otherwise.
const LONG: u32 = 20;
/// Share of the playouts that are added after a refusal.
const AFTER_REFUSAL: u32 = 4;
/// Boards of which likelihoods are made at most.
const BOARDS: usize = 1024;

/// How a leaf of the tree is valued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Approach {
    /// By a long random game of messages.
    B,
    /// By one move ahead, with quiescence.
    C,
}

impl Approach {
    const fn as_str(self) -> &'static str {
        match self {
            Approach::B => "b",
            Approach::C => "c",
        }
    }

    /// Playouts of about equal work.
    const fn playouts(self) -> u32 {
        match self {
            Approach::B => 250,
            Approach::C => 100,
        }
    }
}

/// How a tree player decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeOptions {
    /// How leaves are valued.
    pub approach: Approach,
    /// Simulations in a turn.
    pub playouts: u32,
    /// Own moves of a random game (approach B).
    pub moves: u32,
    /// Boards that likelihoods are made of.
    pub pool: u32,
}

impl TreeOptions {
    /// The defaults of `approach`.
    pub const fn usual(approach: Approach) -> TreeOptions {
        TreeOptions {
            approach,
            playouts: approach.playouts(),
            moves: LONG,
            pool: 1024,
        }
    }

    /// Reads what the user wrote behind `mcts`.
    ///
    /// # Errors
    /// An option is wrong.
    pub fn read(options: &BTreeMap<String, String>) -> Result<TreeOptions, SpecError> {
        let mut approach = Approach::C;
        if let Some(value) = options.get("approach") {
            let both = [Approach::B, Approach::C].map(|one| (one.as_str(), one));
            let option = "approach";
            approach = Written { option, value }.word(&both)?;
        }
        let mut set = TreeOptions::usual(approach);
        for (option, value) in options {
            let written = Written { option, value };
            match option.as_str() {
                "approach" => {}
                "playouts" => set.playouts = written.whole(&PLAYOUTS)?,
                "pool" => set.pool = written.whole(&POOL)?,
                "moves" if approach == Approach::B => set.moves = written.whole(&MOVES)?,
                _ => {
                    let known = "it has approach, playouts, pool and, with approach=b, moves";
                    return Err(written.unknown("mcts", known));
                }
            }
        }
        Ok(set)
    }
}

impl fmt::Display for TreeOptions {
    /// The shortest text that means this player.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = TreeOptions::usual(self.approach);
        let text = Shortest::new("mcts")
            .with("approach", &self.approach.as_str(), &Approach::C.as_str())
            .with("playouts", &self.playouts, &usual.playouts)
            .with("moves", &self.moves, &usual.moves)
            .with("pool", &self.pool, &usual.pool);
        f.write_str(&text.text())
    }
}

/// One game of a tree player.
pub struct TreePlayer {
    options: TreeOptions,
    follower: Follower,
    tree: Tree,
    /// Our last move, and what was said of it.
    played: Option<(Try, Announcement)>,
    /// Whether the tree was searched in this turn.
    searched: bool,
}

impl TreePlayer {
    /// A player that draws from `stream`.
    pub fn new(options: TreeOptions, stream: Stream) -> TreePlayer {
        let horizon = match options.approach {
            Approach::B => Horizon::Long(options.moves),
            Approach::C => Horizon::Short,
        };
        TreePlayer {
            options,
            tree: Tree::new(horizon, streams::beside(&stream, "messages")),
            follower: Follower::new(Kept::Repaired(options.pool), stream),
            played: None,
            searched: false,
        }
    }

    /// What is known now.
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
        if let Some(now) = self.situation(view) {
            self.tree.set_root(now, &tries);
            let share = if self.searched { AFTER_REFUSAL } else { 1 };
            self.tree.simulate(self.options.playouts.div_ceil(share));
            self.searched = true;
        }
        let values = self.tree.values(&tries);
        let chosen = self.follower.choose(view, &tries, &values)?;
        Some(question(view, chosen))
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
