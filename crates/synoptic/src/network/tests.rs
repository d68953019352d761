use super::*;
use crate::infostate::Infostate;
use crate::synopsis::Synopsis;
use darkforge_board::{Color, SIDES};

fn small() -> Network {
    let shape = Shape {
        width: 16,
        blocks: 2,
        headsets: vec!["all".to_owned(), "top".to_owned()],
    };
    let mut network = Network::random(shape, 3).unwrap();
    // No part may be zero, or its slopes would hide those behind it.
    let mut stream = darkforge_streams::open(1, "network test", 0);
    for number in network.numbers.change() {
        *number += 0.05 * darkforge_streams::gauss(&mut stream) as f32;
    }
    network
}

/// Random squares, so that few sums are equal: equal ones would cross zero together.
fn random(color: Color) -> Synopsis {
    let plane = |place| darkforge_streams::derive(5 + color as u64, "synopsis", place as u64) << 5;
    let planes = std::array::from_fn(plane);
    Synopsis { planes }
}

fn examples() -> Vec<Example> {
    SIDES
        .into_iter()
        .map(|color| Example {
            synopsis: random(color),
            positions: 1,
            actions: vec![64, 129, 850, 4160],
            chosen: if color.is_white() { 2 } else { 3 },
            outcome: color.fold_wb(1.0, -1.0),
            soon_win: color.is_white(),
            soon_lose: false,
            pieces: [8, 2, 2, 2, 1, 1, 7, 2, 2, 2, 1, 1],
        })
        .collect()
}

fn total(loss: &Loss) -> f64 {
    loss.policy + loss.value + 0.25 * loss.soon + 0.02 * loss.pieces
}

#[test]
fn slopes_are_those_of_the_loss() {
    let network = small();
    let examples = examples();
    let lesson: Vec<&Example> = examples.iter().collect();
    let slopes = network.learn(1, &lesson);
    for part in network.parts() {
        if part.name.starts_with("all.") {
            let of = &slopes.numbers[part.at..part.at + part.len()];
            assert!(of.iter().all(|slope| *slope == 0.0), "{}", part.name);
            continue;
        }
        let mut worst = (0.0, 0.0);
        for place in [0, part.len() / 3, part.len() / 2, part.len() - 1] {
            let at = part.at + place;
            let shifted = |by: f32| {
                let mut other = network.clone();
                other.numbers.change()[at] += by;
                total(&other.learn(1, &lesson).loss)
            };
            let wanted = (shifted(2e-4) - shifted(-2e-4)) / 4e-4;
            let has = f64::from(slopes.numbers[at]);
            let error = (has - wanted).abs() / (0.05 + wanted.abs());
            if error > worst.0 {
                worst = (error, wanted);
            }
        }
        assert!(worst.0 < 0.25, "{}: {worst:?}", part.name);
    }
}

/// The first layer sums weights times bits, so the slopes by weights times the weights have the same sum as the slopes by
/// bits times the bits.
#[test]
fn slopes_of_bits_are_those_of_the_loss() {
    let network = small();
    let examples = examples();
    let lesson: Vec<&Example> = examples.iter().collect();
    let slopes = network.learn(0, &lesson).numbers;
    let stem = &network.parts()[0];
    assert_eq!(stem.name, "stem.weight");
    let by_weights: f64 = (stem.at..stem.at + stem.len())
        .map(|place| f64::from(slopes[place] * network.numbers()[place]))
        .sum();
    let bits = network.of_bits(0, &lesson, Parts::ALL);
    let mut by_bits = 0.0;
    for (place, example) in examples.iter().enumerate() {
        for (plane, squares) in example.synopsis.planes.iter().enumerate() {
            let set = (0..64).filter(|square| squares >> square & 1 == 1);
            by_bits += set
                .map(|square| f64::from(bits.get(place, plane, square)))
                .sum::<f64>();
        }
    }
    assert!(
        (by_bits - by_weights).abs() < 1e-3 * by_weights.abs(),
        "{by_bits} {by_weights}"
    );
}

#[test]
fn planes_left_out_have_no_part() {
    let mut network = small();
    network.leave_out(&[3, 50]);
    let examples = examples();
    let value = |planes: &[usize]| {
        let mut synopsis = examples[0].synopsis;
        for &plane in planes {
            synopsis.planes[plane] = !synopsis.planes[plane];
        }
        let query = Query {
            synopsis: &synopsis,
            policy: 0,
            value: 0,
            actions: &[64],
        };
        network.evaluate(&[query], &mut Workspace::default())[0]
            .value
            .to_bits()
    };
    assert_eq!(value(&[]), value(&[3, 50]));
    assert_ne!(value(&[]), value(&[4]));
}

#[test]
fn of_equally_likely_actions_each_is_the_first_as_often() {
    let mut network = small();
    network.numbers.change().fill(0.0);
    let examples = examples();
    let lesson: Vec<&Example> = examples.iter().collect();
    let loss = network.measure(0, &lesson);
    assert_eq!((loss.count, loss.first, loss.five), (2.0, 0.5, 2.0));
}

#[test]
fn a_network_learns_its_examples() {
    let mut network = small();
    let mut adam = Adam::new(&network);
    let examples = examples();
    let lesson: Vec<&Example> = examples.iter().collect();
    let before = network.learn(0, &lesson).loss;
    for step in 1..=60 {
        let mut slopes = network.learn(0, &lesson);
        for slope in &mut slopes.numbers {
            *slope /= 2.0;
        }
        adam.step(&mut network, 0, &slopes.numbers, 0.003, step);
    }
    let after = network.measure(0, &lesson);
    assert!(before.policy > 2.0 * 0.8, "{before:?}");
    assert!(after.policy < 0.2 && after.value < 0.2, "{after:?}");
    assert!(after.first > 1.5);
}

#[test]
fn answers_do_not_depend_on_the_batch() {
    let network = small();
    let synopses = SIDES.map(|color| Synopsis::of(&Infostate::start(color)));
    let query = |place: usize| Query {
        synopsis: &synopses[place % 2],
        policy: place / 3 % 2,
        value: place / 5 % 2,
        actions: &[64, 129, 4160],
    };
    let mut space = Workspace::default();
    let many: Vec<Query<'_>> = (0..40).map(query).collect();
    let many = network.evaluate(&many, &mut space);
    for (place, answer) in many.iter().enumerate() {
        let alone = network.evaluate(&[query(place)], &mut Workspace::default());
        assert_eq!(alone[0], *answer);
    }
}

#[test]
fn a_file_gives_the_network_back() {
    let mut network = small();
    network.recipe.insert("seed".to_owned(), "3".to_owned());
    let more = vec![1.5; network.numbers().len()];
    let bytes = network.to_bytes(&[("adam.mean", &more)]);
    let (back, arrays) = Network::from_bytes("x", &bytes, &["adam.mean"]).unwrap();
    assert_eq!(back.numbers(), network.numbers());
    assert_eq!(
        (back.shape(), &back.recipe),
        (network.shape(), &network.recipe)
    );
    assert_eq!(arrays.concat(), more);
    assert_eq!(bytes, back.to_bytes(&[("adam.mean", &more)]));
    let wrong = Network::from_bytes("x", b"hello", &[])
        .unwrap_err()
        .to_string();
    assert!(
        wrong.contains("network x: no file of safetensors"),
        "{wrong}"
    );
    let missing = Network::from_bytes("x", &network.to_bytes(&[]), &["adam.mean"]);
    assert!(missing.unwrap_err().to_string().contains("adam.mean"));
    network.numbers.change()[7] = f32::NAN;
    let wild = Network::from_bytes("x", &network.to_bytes(&[]), &[]);
    assert!(wild.unwrap_err().to_string().contains("finite numbers"));
}

#[test]
fn evaluations_keep_their_bits() {
    // A golden value: if it changes, networks play other games.
    let network = Network::random(small().shape().clone(), 3).unwrap();
    let synopsis = Synopsis::of(&Infostate::start(darkforge_board::Color::White));
    let query = Query {
        synopsis: &synopsis,
        policy: 0,
        value: 1,
        actions: &[64, 129, 4160],
    };
    let answer = &network.evaluate(&[query], &mut Workspace::default())[0];
    let bits = answer
        .policy
        .iter()
        .chain([&answer.value])
        .map(|number| number.to_bits());
    assert_eq!(
        bits.collect::<Vec<u32>>(),
        [1_051_134_084, 1_051_443_185, 1_051_539_339, 1_017_389_703]
    );
}

#[test]
fn the_shipped_network_has_its_recipe() {
    let network = Network::shipped();
    let recipe = network.recipe.get("recipe").expect("a recipe");
    let recipe = crate::train::Recipe::read(recipe).expect("a recipe");
    assert_eq!(*network.shape(), recipe.shape());
}
