use std::sync::Arc;

use crate::network::{Network, Shape};
use crate::player::{Dsmcp, DsmcpOptions, Headsets};
use darkforge_board::{Color, SIDES};
use darkforge_recon::play::play;
use darkforge_recon::player::{Player, PlayerSpec};
use darkforge_recon::record::transcript;
use darkforge_recon::referee::Rules;
use darkforge_streams as streams;

fn network() -> Arc<Network> {
    let shape = Shape {
        width: 16,
        blocks: 1,
        headsets: ["all", "top", "attacker"].map(str::to_owned).to_vec(),
    };
    Arc::new(Network::random(shape, 1).unwrap())
}

fn small() -> DsmcpOptions {
    let mut options = DsmcpOptions::default();
    options.plan.playouts = 8;
    options.plan.batch = 4;
    options.plan.limit = 24;
    options.filter.limit = 24;
    options.filter.particles = 8;
    options
}

fn player(color: Color, options: DsmcpOptions, seed: u64) -> Dsmcp {
    let network = network();
    let headsets = Headsets::of(&network, Some("attacker"));
    let stream = streams::open(seed, "player", color as u64);
    Dsmcp::new(color, network, headsets, options, stream)
}

fn game(
    color: Color,
    other: &str,
    options: DsmcpOptions,
    seed: u64,
) -> darkforge_recon::record::History {
    let spec: PlayerSpec = other.parse().unwrap();
    let mut own = player(color, options, seed);
    let mut other = spec.player(!color, seed);
    let mut players: [&mut dyn Player; 2] = match color {
        Color::White => [&mut own, &mut *other],
        Color::Black => [&mut *other, &mut own],
    };
    let rules = Rules {
        turn_limit: Some(15),
        ..Rules::default()
    };
    play(&mut players, rules)
}

#[test]
fn games_follow_from_the_seed() {
    for color in SIDES {
        let text = |seed| transcript(&game(color, "random", small(), seed));
        assert_eq!(text(3), text(3));
        assert_ne!(text(3), text(4));
    }
}

#[test]
fn it_plays_with_all_of_its_options() {
    let mut options = small();
    options.bandit.mixing = 0.0;
    game(Color::White, "attacker", options, 1);
    options.bandit.mixing = f64::INFINITY;
    options.plan.deeper = 1.0;
    game(Color::Black, "sweep", options, 2);
    options.bandit.paranoia = 0.3;
    options.plan.caution = 0.5;
    options.plan.is_static = false;
    game(Color::Black, "attacker", options, 3);
    options.plan.playouts = 0;
    options.positions = 50;
    game(Color::White, "sweep", options, 4);
}
