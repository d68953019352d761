//! Speed of one core: synopses, evaluations, lessons, and nodes in games.
//!
//! `cargo run --release -p darkforge-synoptic --example synoptic_speed [WIDTH BLOCKS]`
//!
//! Without sizes it takes the shipped network, with them one of random numbers; games are always played by the former.

use std::sync::Arc;
use std::time::Instant;

use darkforge_board::{Color, Square};
use darkforge_recon::play::play;
use darkforge_recon::referee::{Rules, revise};
use darkforge_streams as streams;
use darkforge_synoptic::infostate::{Infostate, packed};
use darkforge_synoptic::network::{Example, Network, Query, Shape, Workspace};
use darkforge_synoptic::player::{Dsmcp, DsmcpOptions, Headsets};
use darkforge_synoptic::synopsis::Synopsis;

/// Sets of 128 positions, from random games.
fn sets() -> Vec<Infostate> {
    let mut found = Vec::new();
    let mut seed = 0;
    while found.len() < 200 {
        seed += 1;
        let mut stream = streams::open(seed, "speed", 0);
        let mut states = [Color::White, Color::Black].map(Infostate::start);
        for ply in 0..40 {
            let (mover, other) = (ply % 2, 1 - ply % 2);
            let truth = packed(&states[other].own);
            states[mover].sense(Square::new(streams::below(&mut stream, 64) as u32), &truth);
            let own = states[mover].own;
            let side = own.side(states[other].own.squares(), states[other].own.passed);
            let mut tries = Vec::new();
            side.each(|step| tries.push(step.asked()));
            let asked = tries[streams::below(&mut stream, tries.len())];
            let taken = revise(&side, asked);
            states[mover].moved(Some(asked), taken);
            let truth = packed(&states[mover].own);
            let capture = taken.and_then(|taken| taken.capture);
            states[other].enemy_moved(capture, Some(truth), 128, &mut stream);
            if states.iter().any(|state| state.own.men[5].is_empty()) {
                break;
            }
            if states[other].hidden.len() == 128 {
                found.push(states[other].clone());
            }
        }
    }
    found
}

/// Nodes a second in a few games of `dsmcp` against itself: states that its network judges, with all other work.
fn nodes() -> f64 {
    let network = Arc::new(Network::shipped());
    let headsets = Headsets::of(&network, None);
    let player = |color, seed, index| {
        let stream = streams::open(seed, "speed", index);
        let options = DsmcpOptions::default();
        Dsmcp::new(color, Arc::clone(&network), headsets, options, stream)
    };
    let start = Instant::now();
    let mut judged = 0;
    for seed in 1..=4 {
        let mut white = player(Color::White, seed, 1);
        let mut black = player(Color::Black, seed, 2);
        play(&mut [&mut white, &mut black], Rules::default());
        judged += white.judged() + black.judged();
    }
    judged as f64 / start.elapsed().as_secs_f64()
}

/// The best of a few runs, in units a second.
fn speed(units: usize, mut run: impl FnMut()) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..5 {
        let start = Instant::now();
        run();
        best = best.min(start.elapsed().as_secs_f64());
    }
    units as f64 / best
}

#[expect(clippy::print_stdout, reason = "an example")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let numbers: Vec<usize> = std::env::args()
        .skip(1)
        .map(|text| text.parse())
        .collect::<Result<_, _>>()?;
    // How many numbers are zero, and with it the speed, is that of a network that has learned.
    let network = match numbers[..] {
        [width, blocks] => {
            let headsets = vec!["all".to_owned()];
            let shape = Shape {
                width,
                blocks,
                headsets,
            };
            Network::random(shape, 1)?
        }
        [] => Network::shipped(),
        _ => return Err("name a width and a number of blocks, or nothing".into()),
    };
    let sets = sets();
    let rate = speed(sets.len() * 10, || {
        for _ in 0..10 {
            for set in &sets {
                std::hint::black_box(Synopsis::of(set));
            }
        }
    });
    println!("synopses of 128 positions: {rate:.0}/s");

    let synopses: Vec<Synopsis> = sets.iter().map(Synopsis::of).collect();
    let actions: Vec<u16> = (0..40).map(|place| place * 100).collect();
    let queries: Vec<Query<'_>> = (0..256)
        .map(|place| Query {
            synopsis: &synopses[place % synopses.len()],
            policy: 0,
            value: 0,
            actions: &actions,
        })
        .collect();
    let mut space = Workspace::default();
    let rate = speed(queries.len(), || {
        std::hint::black_box(network.evaluate(&queries, &mut space));
    });
    println!("evaluations, batch of 256: {rate:.0}/s");

    let examples: Vec<Example> = (0..256)
        .map(|place| Example {
            synopsis: synopses[place % synopses.len()],
            positions: 128,
            actions: actions.clone(),
            chosen: place % 40,
            outcome: 1.0,
            soon_win: false,
            soon_lose: false,
            pieces: [1; 12],
        })
        .collect();
    let lesson: Vec<&Example> = examples.iter().collect();
    let rate = speed(lesson.len(), || {
        for some in lesson.chunks(32) {
            std::hint::black_box(network.learn(0, some));
        }
    });
    println!("examples learned, batch of 256: {rate:.0}/s");
    println!("nodes in games of dsmcp: {:.0}/s", nodes());
    Ok(())
}
