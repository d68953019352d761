//! Trials of tuners on a function with a known optimum: results of games are random with
//! probabilities by the distance from it.

use std::collections::BTreeSet;

use super::simulation::{
    Landscape, clop, cma_es, few, left, run, searching, settings, spsa, twins,
};
use super::{Change, Evolution, Method, Purpose, Space, SpaceSettings, Stop, Why, lead_of_elo};
use darkforge_engine::darkboard::{LIST, Weight};
use darkforge_engine::weights::Weights;

/// Tuners for any number of weights.
fn tuners() -> [(&'static str, Method); 3] {
    [
        ("knockout", twins(1.0, 3.0)),
        ("cma-es", cma_es(48, 8, 0.2)),
        ("spsa", spsa(24, 0.3, 0.1, 20.0)),
    ]
}

fn all_tuners() -> impl Iterator<Item = (&'static str, Method)> {
    tuners().into_iter().chain([("clop", clop(24, 1.5))])
}

#[test]
fn clop_finds_the_optimum_of_few_weights_by_few_games() {
    for skewed in [false, true] {
        let (mean, most) = few(&clop(24, 1.5), 3, skewed, 1000);
        assert!(mean < 20.0 && most < 50.0, "{mean} and at most {most} Elo");
    }
}

#[test]
fn clop_stays_within_its_reach_of_the_start() {
    let mut near = clop(4, 1.5);
    if let Method::Clop(settings) = &mut near {
        settings.reach = 0.1;
    }
    let evolution = mixed(near);
    let space = &evolution.settings().setup.space;
    let start = space.coordinates(&evolution.settings().setup.start);
    for individual in evolution.finished().iter().flat_map(|g| &g.population) {
        let places = space.coordinates(&individual.weights);
        for (place, start) in places.iter().zip(&start) {
            // A weight with whole values is at the nearest one.
            assert!((place - start).abs() < 0.12, "{place} from {start}");
        }
    }
}

#[test]
fn every_tuner_comes_near_the_optimum_from_far_below() {
    let space = settings(2, 1).setup.space;
    let far = |seed| Landscape::new(seed, &space).lost(&space.random(seed));
    let seed = (2..100).find(|&seed| far(seed) > 350.0);
    let seed = seed.expect("a start that is far below");
    let landscape = Landscape::new(seed, &space);
    for (name, method) in tuners() {
        let start = space.random(seed);
        let near = left(searching(method, true, seed, start), &landscape, 6000);
        assert!(near < 100.0, "{name} is still {near} Elo below");
    }
}

#[test]
fn every_tuner_improves_a_good_start() {
    for (name, method) in tuners() {
        let space = settings(2, 1).setup.space;
        let landscape = Landscape::new(3, &space);
        let start = landscape.off_by(120.0, 3);
        let near = left(searching(method, true, 3, start), &landscape, 6000);
        assert!(near < 75.0, "{name} is {near} Elo below");
    }
}

/// A few generations of each tuner among players of which some are external opponents.
fn mixed(method: Method) -> Evolution {
    let few = matches!(method, Method::Clop(_));
    let only = ["risk", "danger", "age_cap", "queen_value", "pawn_value"];
    let start = Weights::default_of(&LIST);
    let mut settings = searching(method, true, 5, start.clone());
    let only = only.iter().filter(|_| few).map(|&name| name.to_owned());
    let searched = SpaceSettings {
        only: only.collect(),
        frozen: vec!["risk".to_owned(), "danger".to_owned()],
        whole: vec!["age_cap".to_owned()],
        linear: vec!["queen_value".to_owned()],
        range: [("pawn_value".to_owned(), [1.0, 1.5])].into(),
    };
    settings.setup.space = Space::new(&searched, &start).unwrap();
    settings.setup.start = settings.setup.space.fitted(&start);
    settings.opponents.hall_of_fame = 0.3;
    settings.opponents.semi_random = 0.3;
    settings.generations = 6;
    let landscape = Landscape::new(1, &settings.setup.space);
    run(settings, |fixture| landscape.result(fixture))
}

#[test]
fn every_tuner_honours_frozen_whole_and_narrowed_weights() {
    for (name, method) in all_tuners() {
        let evolution = mixed(method);
        assert_eq!(evolution.finished().len(), 6);
        let start = Weights::default_of(&LIST);
        let all = evolution.finished().iter().flat_map(|g| &g.population);
        for individual in all {
            let weights = &individual.weights;
            for frozen in [Weight::Risk, Weight::Danger] {
                assert_eq!(weights[frozen].to_bits(), start[frozen].to_bits(), "{name}");
            }
            assert!(weights[Weight::AgeCap].fract().abs() < 1e-12, "{name}");
            assert!((1.0..=1.5).contains(&weights[Weight::PawnValue]), "{name}");
        }
        let champions: BTreeSet<u64> = evolution
            .finished()
            .iter()
            .map(|generation| generation.champion().id)
            .collect();
        assert_eq!(
            champions.len(),
            6,
            "{name}: every champion has its own number"
        );
    }
}

#[test]
fn every_tuner_meets_external_opponents_and_says_so() {
    for (name, method) in all_tuners() {
        let evolution = mixed(method);
        // Individuals' names begin with i.
        for opponent in ["semi-random", "i"] {
            let mut met = vec![BTreeSet::new(); 6];
            let results = evolution.results().iter();
            for result in results.filter(|result| result.purpose == Purpose::Outside) {
                if result.second.starts_with(opponent) {
                    met[result.generation as usize].insert(result.first.clone());
                }
            }
            assert!(met.iter().any(|met| !met.is_empty()), "{name}: {opponent}");
            for (generation, met) in evolution.finished().iter().zip(met) {
                let players = generation.population.len() - 1;
                assert!(met.is_empty() || met.len() == players, "{name}: {opponent}");
            }
        }
    }
}

/// A search by CMA-ES that begins 150 Elo below the optimum of a landscape, with these conditions.
fn stopping(stop: Option<Stop>, restarts: u32, generations: u32) -> Evolution {
    let mut cma_es = cma_es(48, 8, 0.15);
    if let Method::CmaEs(settings) = &mut cma_es {
        settings.restarts = restarts;
    }
    let space = settings(2, 1).setup.space;
    let landscape = Landscape::new(3, &space);
    let start = landscape.off_by(150.0, 3);
    let mut settings = searching(cma_es, true, 3, start);
    settings.generations = generations;
    settings.reference.every = 1000;
    settings.reference.pairs = 40;
    settings.stop = stop;
    run(settings, |fixture| landscape.result(fixture))
}

#[test]
fn an_evolution_ends_by_itself_when_nothing_is_left_to_gain() {
    let stop = Stop {
        gain: Some(lead_of_elo(10.0)),
        ..Stop::default()
    };
    let evolution = stopping(Some(stop.clone()), 0, 400);
    let end = evolution.end().unwrap();
    assert_eq!(end.why, Why::Converged, "{end:?}");
    assert_eq!(end.after, evolution.generation());
    assert!(end.after < 200, "{end:?}");
    let detail = end.detail.as_deref().unwrap();
    assert!(detail.contains("stop.gain"), "{detail}");
    let last = evolution.finished().last().unwrap();
    assert!(last.reference.is_some(), "the games of an end are played");
    assert_eq!(evolution.settings().ends, std::slice::from_ref(&end));
    // The same when it is replayed with its end; without the condition it goes on.
    let mut again = evolution.settings().clone();
    let landscape = Landscape::new(3, &again.setup.space);
    let replayed = run(again.clone(), |fixture| landscape.result(fixture));
    assert_eq!(replayed.end(), Some(end.clone()));
    again.changes = vec![Change {
        until: end.after,
        generations: 400,
        every: 1000,
        proof: None,
        stop: Some(stop),
    }];
    again.stop = None;
    again.generations = end.after + 3;
    let further = run(again, |fixture| landscape.result(fixture));
    assert_eq!(further.generation(), end.after + 3);
    assert_eq!(further.end().unwrap().why, Why::Generations);
    let all = |evolution: &Evolution| format!("{:?}", evolution.results());
    let (one, other) = (all(&evolution), all(&further));
    assert!(other.starts_with(one.trim_end_matches(']')));
}

#[test]
fn a_search_begins_again_and_the_champion_is_that_of_fresh_games() {
    let stop = Stop {
        gain: Some(lead_of_elo(14.0)),
        ..Stop::default()
    };
    let evolution = stopping(Some(stop), 2, 400);
    let finished = evolution.finished();
    let restarts = finished.iter().filter(|one| one.restarts);
    assert_eq!(restarts.count(), 2);
    assert_eq!(evolution.end().unwrap().why, Why::Converged);
    let mut sizes: Vec<usize> = finished.iter().map(|one| one.population.len()).collect();
    sizes.dedup();
    assert_eq!(sizes, [49, 97, 193], "with the champions");
    let last = finished.len() - 1;
    let searches = finished
        .iter()
        .filter(|one| one.restarts || one.number == last as u32);
    let searches: Vec<_> = searches.collect();
    let scores = searches
        .iter()
        .map(|one| one.reference.expect("measured").score());
    let best = scores.fold(0.0, f64::max);
    let champion = evolution.champion().unwrap();
    let chosen = searches
        .iter()
        .find(|one| one.champion().name() == champion.name);
    let chosen = chosen.expect("the champion of a search").reference.unwrap();
    assert!((chosen.score() - best).abs() < 1e-12);
    for pair in finished.windows(2) {
        let parents: BTreeSet<_> = pair[1].population.iter().map(|one| one.parent).collect();
        if pair[0].restarts {
            assert_eq!(parents, BTreeSet::from([None]), "from the start again");
        } else {
            let centre = Some(pair[0].champion().id);
            assert_eq!(parents, BTreeSet::from([centre]));
        }
    }
}

#[test]
fn every_tuner_does_the_same_again() {
    for (name, method) in all_tuners() {
        let all = |evolution: &Evolution| format!("{:?}", evolution.finished());
        let (one, other) = (mixed(method.clone()), mixed(method));
        assert_eq!(all(&one), all(&other), "{name}");
    }
}
