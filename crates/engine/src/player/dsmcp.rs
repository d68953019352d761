//! `dsmcp`: deep synoptic Monte Carlo planning, a player of crate `synoptic`.

use std::path::Path;
use std::sync::Arc;

use super::ReconPlayer;
use super::definition::{GameKind, Library, Settings, SpecError};
use super::recon::Own;
use crate::options::{OptionRow, Value, Written, choice, number, switch, whole};
use darkforge_board::Color;
use darkforge_streams::Stream;
use darkforge_synoptic::network::Network;
use darkforge_synoptic::plan::Bonus;
use darkforge_synoptic::player::{Dsmcp, DsmcpOptions, Headsets, exploration};

/// The settings of `dsmcp`.
#[derive(Clone, Debug)]
pub(super) struct DsmcpSettings {
    network: String,
    opponent: String,
    playouts: u32,
    particles: u32,
    batch: u32,
    l: u32,
    c: Option<f64>,
    k: u32,
    sense: u32,
    r#move: u32,
    deeper: f64,
    positions: u32,
    tree: u32,
    turns: u32,
    filtered: u32,
    has_playouts: bool,
    set: DsmcpOptions,
    /// The network that was loaded, and its hash.
    loaded: Option<(Arc<Network>, u64)>,
}

/// Name of the network of crate `synoptic`.
const SHIPPED: &str = "default";
/// Moments of a turn in the filter.
const MOMENTS: usize = 3;
/// Name of the other side's headset if the option is not set.
const NOBODY: &str = "none";

impl Default for DsmcpSettings {
    fn default() -> DsmcpSettings {
        let set = DsmcpOptions::default();
        DsmcpSettings {
            network: SHIPPED.to_owned(),
            opponent: NOBODY.to_owned(),
            playouts: set.plan.playouts as u32,
            particles: set.filter.particles as u32,
            batch: set.plan.batch as u32,
            l: set.plan.limit as u32,
            c: None,
            k: set.filter.persistence as u32,
            sense: set.plan.sense_depth as u32,
            r#move: set.plan.move_depth as u32,
            deeper: f64::from(set.plan.deeper),
            positions: set.positions as u32,
            tree: 1 << set.bits,
            turns: (set.filter.moments / MOMENTS) as u32,
            filtered: set.filter.filtered as u32,
            has_playouts: true,
            set,
            loaded: None,
        }
    }
}

impl DsmcpSettings {
    /// Hash of the network.
    pub(super) fn fingerprint(&self) -> Option<u64> {
        Some(self.loaded.as_ref()?.1)
    }

    fn options(&self) -> DsmcpOptions {
        let mut set = self.set;
        set.plan.playouts = if self.has_playouts {
            self.playouts as usize
        } else {
            0
        };
        set.plan.batch = self.batch as usize;
        set.bandit.exploration = self
            .c
            .unwrap_or_else(|| exploration(self.playouts as usize));
        set.plan.limit = self.l as usize;
        set.plan.sense_depth = self.sense as usize;
        set.plan.move_depth = self.r#move as usize;
        set.plan.deeper = self.deeper as f32;
        set.filter.particles = self.particles as usize;
        set.filter.limit = self.l as usize;
        set.filter.persistence = self.k as usize;
        set.filter.moments = self.turns as usize * MOMENTS;
        set.filter.filtered = self.filtered as usize;
        set.positions = self.positions as usize;
        set.bits = self.tree.next_power_of_two().trailing_zeros();
        set
    }
}

/// A text without spaces at its ends.
fn text<'a>(field: &'a mut String, form: &str, right: &'static str) -> Value<'a> {
    Value::new(field.clone(), form, move |text| {
        if text.is_empty() {
            return Err(right.to_owned());
        }
        text.clone_into(field);
        Ok(())
    })
}

/// A share.
fn share(field: &mut f64) -> Value<'_> {
    number(field, 0.0..=1.0, "a number", "0..1")
}

impl Settings for DsmcpSettings {
    const OPTIONS: &'static [OptionRow<DsmcpSettings>] = &[
        OptionRow::new(
            "network",
            "network: default, or a file that train wrote",
            |set| {
                text(
                    &mut set.network,
                    "default|FILE",
                    "default, or a file of safetensors",
                )
            },
        ),
        OptionRow::new("opponent", "headset that predicts the opponent", |set| {
            text(&mut set.opponent, "NAME", "the name of a headset")
        }),
        OptionRow::new(
            "search",
            "playouts, or draws from the network's policy",
            |set| {
                let words = &[("playouts", true), ("network", false)];
                choice(set.has_playouts, words, |has| set.has_playouts = has)
            },
        ),
        OptionRow::new("playouts", "playouts for a sense, and for a move", |set| {
            whole(&mut set.playouts, 1..=1_000_000)
        }),
        OptionRow::new(
            "particles",
            "believed sets of the opponent's positions",
            |set| whole(&mut set.particles, 1..=100_000),
        ),
        OptionRow::new("batch", "playouts under way at once", |set| {
            whole(&mut set.batch, 1..=1024)
        }),
        OptionRow::new("l", "positions of a set", |set| whole(&mut set.l, 1..=4096)),
        OptionRow::new(
            "m",
            "mixing of the policy in a tree: inf does not mix",
            |set| {
                number(
                    &mut set.set.bandit.mixing,
                    0.0..=f64::INFINITY,
                    "a number",
                    "NUMBER",
                )
            },
        ),
        OptionRow::new(
            "c",
            "weight of the policy: 8, or playouts / 50 if that is more",
            |set| number(&mut set.c, 0.0..=10_000.0, "a number", "NUMBER"),
        ),
        OptionRow::new("bandit", "formula of exploration", |set| {
            let words = &[("ucb1", Bonus::Ucb1), ("puct", Bonus::Puct)];
            let bonus = &mut set.set.bandit.bonus;
            choice(*bonus, words, |chosen| *bonus = chosen)
        }),
        OptionRow::new(
            "k",
            "draws that may not fit before a single position is taken",
            |set| whole(&mut set.k, 0..=100_000),
        ),
        OptionRow::new(
            "sense",
            "actions of a playout after its first, a sense",
            |set| whole(&mut set.sense, 1..=100),
        ),
        OptionRow::new(
            "move",
            "actions of a playout after its first, a move",
            |set| whole(&mut set.r#move, 1..=100),
        ),
        OptionRow::new("z", "visits above which playouts go deeper", |set| {
            number(&mut set.deeper, 1.0..=f64::INFINITY, "a number", "NUMBER")
        }),
        OptionRow::new(
            "caution",
            "share of playouts with four positions for the opponent",
            |set| share(&mut set.set.plan.caution),
        ),
        OptionRow::new("paranoia", "weight of the least value", |set| {
            share(&mut set.set.bandit.paranoia)
        }),
        OptionRow::new("static", "search for forced wins", |set| {
            switch(&mut set.set.plan.is_static)
        }),
        OptionRow::new(
            "positions",
            "greatest number of believed positions",
            |set| whole(&mut set.positions, 1..=10_000_000),
        ),
        OptionRow::new("turns", "turns back that later ones filter", |set| {
            whole(&mut set.turns, 2..=1000)
        }),
        OptionRow::new(
            "filtered",
            "positions up to which a turn is filtered",
            |set| whole(&mut set.filtered, 1..=10_000_000),
        ),
        OptionRow::new("tree", "states of the tree, made a power of two", |set| {
            whole(&mut set.tree, 16..=1 << 26)
        }),
    ];
    const GAMES: &'static [GameKind] = &[GameKind::Recon];

    fn name(&self) -> &'static str {
        "dsmcp"
    }

    fn usual(&self) -> DsmcpSettings {
        DsmcpSettings::default()
    }

    fn load(&mut self, _written: &Written, _library: &dyn Library) -> Result<(), SpecError> {
        let network = if self.network == SHIPPED {
            Network::shipped()
        } else {
            Network::load(Path::new(&self.network)).map_err(SpecError::library)?
        };
        let headsets = &network.shape().headsets;
        if self.opponent != NOBODY && !headsets.contains(&self.opponent) {
            return Err(SpecError::library(format!(
                "opponent={}: network {} has headsets {}",
                self.opponent,
                self.network,
                headsets.join(", ")
            )));
        }
        let hash = network.fingerprint();
        self.loaded = Some((Arc::new(network), hash));
        Ok(())
    }

    fn build_recon(&self, color: Color, stream: Stream) -> Option<Box<dyn ReconPlayer>> {
        let (network, _) = self.loaded.as_ref()?;
        let headsets = Headsets::of(network, Some(self.opponent.as_str()));
        let network = Arc::clone(network);
        let player = Dsmcp::new(color, network, headsets, self.options(), stream);
        Some(Box::new(Own::new(player)))
    }
}
