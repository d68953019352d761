//! Games by a rule instead of play, for tests of tuners.

use std::collections::BTreeSet;

use super::{
    Evolution, Ground, KnockoutSettings, Method, Mutation, Noise, Reference, Settings, Shares,
    Space, SpaceSettings, Title,
};
use crate::run::Schedule;
use crate::tournament::{Bout, Entrant, Fixture, PlayedGame};
use darkforge_engine::darkboard::{Weight, Weights};
use darkforge_engine::player::PlayerSpec;
use darkforge_kriegspiel::umpire::{Ending, GameResult};

/// A small plain knockout.
pub fn settings(size: usize, generations: u32) -> Settings {
    Settings {
        ground: Ground {
            seed: 3,
            player: PlayerSpec::darkboard(),
            start: Weights::default(),
            space: Space::new(&SpaceSettings::default(), &Weights::default()).unwrap(),
            noise: Noise {
                common_seeds: false,
                racing: None,
            },
        },
        shares: Shares::default(),
        generations,
        method: Method::Knockout(KnockoutSettings {
            size,
            pairs: 2,
            extra_pairs: 1,
            max_extra: 2,
            champion_share: 0.6,
            mutation: Mutation {
                share: 0.25,
                scale: 0.2,
                widening: 0.5,
            },
            first_scale: 0.4,
            twins: false,
            blend: 0.0,
            title: Title {
                pairs: 0,
                confidence: 0.5,
            },
        }),
        reference: Reference {
            entrant: Entrant {
                name: "reference".to_owned(),
                spec: PlayerSpec::random(),
            },
            pairs: 3,
            every: 2,
        },
        proof: None,
        ends: Vec::new(),
    }
}

/// Ends the games of `bout` by a rule: `result` says who wins each.
pub fn pretend(
    seed: u64,
    bout: &Bout,
    result: impl Fn(&Fixture<'_>) -> GameResult,
) -> Vec<PlayedGame> {
    bout.fixtures(seed)
        .map(|fixture| PlayedGame {
            game: fixture.game,
            bout: fixture.bout,
            pair: fixture.pair,
            white: fixture.white.name.clone(),
            black: fixture.black.name.clone(),
            seed: fixture.seed,
            players: [String::new(), String::new()],
            result: result(&fixture),
            ending: Ending::Checkmate,
            plies: 1,
            white_refused: 0,
            black_refused: 0,
            white_material: String::new(),
            black_material: String::new(),
            final_fen: String::new(),
            white_fault: None,
            black_fault: None,
            tries: None,
        })
        .collect()
}

/// An evolution to its end, by a rule.
pub fn run(settings: Settings, result: impl Fn(&Fixture<'_>) -> GameResult) -> Evolution {
    let seed = settings.ground.seed;
    let mut evolution = Evolution::new(settings);
    let mut pairs = BTreeSet::new();
    for _ in 0..100_000 {
        let bouts = evolution.ask();
        if bouts.is_empty() {
            return evolution;
        }
        for bout in &bouts {
            for pair in bout.first_pair..bout.first_pair + bout.pairs() {
                assert!(pairs.insert(pair), "pair {pair} is played twice");
            }
        }
        let games: Vec<_> = bouts
            .iter()
            .map(|bout| pretend(seed, bout, &result))
            .collect();
        evolution.tell(&games);
    }
    panic!("the evolution does not end");
}

fn queen(entrant: &Entrant) -> f64 {
    let weights = entrant.spec.weights();
    weights.map_or(0.0, |weights| weights[Weight::QueenValue])
}

/// Whose queen is worth more wins.
pub fn by_queen(fixture: &Fixture<'_>) -> GameResult {
    match queen(fixture.white).total_cmp(&queen(fixture.black)) {
        std::cmp::Ordering::Greater => GameResult::WhiteWins,
        std::cmp::Ordering::Less => GameResult::BlackWins,
        std::cmp::Ordering::Equal => GameResult::Draw,
    }
}
