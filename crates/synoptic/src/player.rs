//! `dsmcp`: deep synoptic Monte Carlo planning (paper, Algorithm 4).
//!
//! ```
//! use std::sync::Arc;
//!
//! use darkforge_board::Color;
//! use darkforge_recon::player::Player;
//! use darkforge_recon::referee::View;
//! use darkforge_streams as streams;
//! use darkforge_synoptic::network::Network;
//! use darkforge_synoptic::player::{Dsmcp, DsmcpOptions, Headsets};
//!
//! let network = Arc::new(Network::shipped());
//! let headsets = Headsets::of(&network, None);
//! let mut options = DsmcpOptions::default();
//! options.plan.playouts = 4;
//! let mut white = Dsmcp::new(Color::White, network, headsets, options, streams::open(1, "player", 0));
//! assert!(white.sense(&View::start(Color::White)).0.is_some());
//! ```

use std::sync::Arc;

use darkforge_board::{Color, Try};
use darkforge_recon::belief::{Belief, Uniform};
use darkforge_recon::player::Player;
use darkforge_recon::referee::{Report, Request, Sense, View};
use darkforge_streams::{Stream, name_of};

use crate::action::Action;
use crate::infostate::{Infostate, Stage};
use crate::memory::Memory;
use crate::network::Network;
use crate::plan::{Bandit, Bonus, Filter, FilterOptions, Judge, PlanOptions, Planner, Root, Tree};
use crate::synopsis::remembered;

/// Weight of the policy (`exploration`) for a number of playouts: 8, and more beyond the default's 400. The bonus of an action
/// shrinks with its visits; with one weight for any number, the policy would hardly matter after thousands of playouts.
///
/// ```
/// use darkforge_synoptic::player::exploration;
///
/// assert_eq!([50, 400, 1600].map(exploration), [8.0, 8.0, 32.0]);
/// ```
pub fn exploration(playouts: usize) -> f64 {
    8.0 * (playouts as f64 / PLAYOUTS as f64).max(1.0)
}

/// Playouts of [`DsmcpOptions::default`].
const PLAYOUTS: usize = 400;

/// Options of the player. The defaults are those of the paper's Table 5 where a processor can follow; `particles`, `batch` and
/// `playouts` are smaller, and the policy weighs more ([`exploration`]). Who sets other `playouts` sets its weight, too.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DsmcpOptions {
    /// Choice of actions.
    pub bandit: Bandit,
    /// The search.
    pub plan: PlanOptions,
    /// The other side's sets.
    pub filter: FilterOptions,
    /// Limit of the believed positions.
    pub positions: usize,
    /// Entries of the tree, as a power of two.
    pub bits: u32,
}

impl Default for DsmcpOptions {
    fn default() -> DsmcpOptions {
        DsmcpOptions {
            bandit: Bandit {
                exploration: exploration(PLAYOUTS),
                mixing: 1.0,
                paranoia: 0.0,
                bonus: Bonus::Ucb1,
            },
            plan: PlanOptions {
                playouts: PLAYOUTS,
                batch: 16,
                limit: 128,
                sense_depth: 6,
                move_depth: 12,
                virtual_loss: 1.0,
                deeper: f32::INFINITY,
                caution: 0.0,
                is_static: true,
            },
            filter: FilterOptions {
                particles: 128,
                limit: 128,
                persistence: 512,
                moments: 36,
                filtered: 20_000,
            },
            positions: 100_000,
            bits: 14,
        }
    }
}

/// Headsets of a network that a player uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Headsets {
    /// Its own policy: the paper's Top.
    pub own: usize,
    /// The other side's policy.
    pub other: usize,
    /// Values: the paper's All.
    pub value: usize,
}

impl Headsets {
    /// Those of a network: `top`, the headset called `opponent`, and `all`. Where one is missing, the first of the network
    /// stands for `all`, `all` for `top`, and `top` for the opponent's: it is then unrecognised.
    pub fn of(network: &Network, opponent: Option<&str>) -> Headsets {
        let place = |name: &str| network.shape().headset(name);
        let value = place("all").unwrap_or(0);
        let own = place("top").unwrap_or(value);
        let other = opponent.and_then(place).unwrap_or(own);
        Headsets { own, other, value }
    }
}

/// The player.
pub struct Dsmcp {
    belief: Belief,
    filter: Filter,
    planner: Planner,
    memory: Memory,
}

impl Dsmcp {
    /// A player that draws from `stream`.
    pub fn new(
        color: Color,
        network: Arc<Network>,
        headsets: Headsets,
        options: DsmcpOptions,
        stream: Stream,
    ) -> Dsmcp {
        let (seed, index) = name_of(&stream);
        let belief = Belief::start(color, options.positions, seed.wrapping_add(index));
        let own = *belief.own();
        Dsmcp {
            belief,
            filter: Filter::new(own, options.filter),
            planner: Planner {
                options: options.plan,
                bandit: options.bandit,
                judge: Judge::new(network, headsets.own, headsets.other, headsets.value),
                tree: Tree::new(options.bits),
                stream,
            },
            memory: Memory::default(),
        }
    }

    /// States that its network has judged so far: the nodes of its search.
    pub fn judged(&self) -> u64 {
        self.planner.judge.judged()
    }

    fn choose(&mut self, stage: Stage) -> Action {
        if self.belief.is_empty() {
            return Action::Pass;
        }
        let Planner {
            options,
            bandit,
            judge,
            tree,
            stream,
        } = &mut self.planner;
        if options.playouts > 0 {
            self.filter.fill(bandit, judge, tree, stream);
        }
        let root = Root {
            own: *self.belief.own(),
            set: self.belief.positions(),
            stage,
            memory: self.memory,
        };
        self.planner.choose(&root, &self.filter)
    }
}

impl Player for Dsmcp {
    fn enemy_moved(&mut self, view: &View) {
        if view.color() == Color::White && view.turn() == 0 {
            return;
        }
        self.belief.enemy_moved(view.heard(), &Uniform);
        let heard = view.heard();
        self.memory.opposing_capture = heard.map_or(0, |square| 1 << square.to_u32());
        let own = *self.belief.own();
        let set = self.belief.positions().to_vec();
        self.filter.enemy_moved(heard, own, set);
    }

    fn sense(&mut self, _view: &View) -> Sense {
        match self.choose(Stage::Sense) {
            Action::Sense(square) => Sense::at(square),
            _ => Sense::NONE,
        }
    }

    fn sensed(&mut self, view: &View) {
        if let Some(seen) = view.seen() {
            self.belief.sensed(seen, &Uniform);
            self.filter.sensed(self.belief.positions());
        }
    }

    fn request(&mut self, view: &View) -> Request {
        let asked: Option<Try> = match self.choose(Stage::Move) {
            Action::Ask(asked) => Some(asked),
            _ => None,
        };
        Request(asked.filter(|asked| view.is_allowed(*asked)))
    }

    fn moved(&mut self, _view: &View, report: &Report) {
        let state = Infostate {
            own: *self.belief.own(),
            hidden: self.belief.positions().to_vec(),
            stage: Stage::Move,
            memory: self.memory,
        };
        let taken = report.told(&state.own.side(darkforge_board::Bitboard::EMPTY, None));
        self.memory.moved(taken, remembered(&state));
        self.memory.opposing_capture = 0;
        self.belief.moved(report, &Uniform);
        let own = *self.belief.own();
        self.filter
            .moved(*report, own, self.belief.positions().to_vec());
    }

    fn belief(&self) -> Option<&Belief> {
        Some(&self.belief)
    }

    fn work(&self) -> u64 {
        self.planner.judge.judged() + self.belief.looked()
    }
}
