//! Kuhn poker, a game of three cards with a known value, solved with a regret table for each
//! player. Test of the solver on a game of several moves.
//!
//! Each antes 1 and has one of three cards. The first checks or bets 1; after a check the second
//! checks or bets. Who meets a bet folds or calls. The first loses 1/18 a deal if both play best
//! (H. W. Kuhn, *A simplified two-person poker*, 1950).

use super::RegretTable;

const CARDS: usize = 3;
/// Situations of the first player: its first move, and a bet after its check; of the second: after
/// a check, and after a bet. The first action is to check or fold, the second to bet or call.
const SITUATIONS: usize = 2;
const ITERATIONS: u32 = 1000;

fn set(card: usize, situation: usize) -> usize {
    card * SITUATIONS + situation
}

/// The stake `n`, won by the first if its card is higher.
fn showdown(first: usize, second: usize, n: f64) -> f64 {
    if first > second { n } else { -n }
}

/// Payoff to the first player of a deal, by each end of the game, with the probabilities of both
/// sides' actions: check check, check bet fold, check bet call, bet fold, bet call.
fn ends(first: usize, second: usize) -> [f64; 5] {
    let shown = |n| showdown(first, second, n);
    [shown(1.0), -1.0, shown(2.0), 1.0, shown(2.0)]
}

type Strategy<'a> = &'a dyn Fn(usize) -> [f64; 2];

/// Utilities of the first player's actions in both situations with `card`, times the chance that
/// they arise apart from its own moves.
fn first_values(card: usize, own: Strategy, other: Strategy) -> [[f64; 2]; 2] {
    let mut values = [[0.0; 2]; 2];
    for second in (0..CARDS).filter(|&second| second != card) {
        let end = ends(card, second);
        let [checks, bets] = other(set(second, 0));
        let [folds, calls] = other(set(second, 1));
        let [fold, call] = own(set(card, 1));
        values[0][0] += checks * end[0] + bets * (fold * end[1] + call * end[2]);
        values[0][1] += folds * end[3] + calls * end[4];
        values[1][0] += bets * end[1];
        values[1][1] += bets * end[2];
    }
    values.map(|pair| pair.map(|value| value / 6.0))
}

/// The same of the second player.
fn second_values(card: usize, other: Strategy) -> [[f64; 2]; 2] {
    let mut values = [[0.0; 2]; 2];
    for first in (0..CARDS).filter(|&first| first != card) {
        let end = ends(first, card);
        let [checks, bets] = other(set(first, 0));
        let [folds, calls] = other(set(first, 1));
        values[0][0] -= checks * end[0];
        values[0][1] -= checks * (folds * end[1] + calls * end[2]);
        values[1][0] -= bets * end[3];
        values[1][1] -= bets * end[4];
    }
    values.map(|pair| pair.map(|value| value / 6.0))
}

/// Average strategies of both players.
fn solve() -> [Vec<[f64; 2]>; 2] {
    let mut tables = [(); 2].map(|()| RegretTable::new(CARDS * SITUATIONS, 2));
    let pair = |strategy: &[f64]| [strategy[0], strategy[1]];
    for iteration in 1..=ITERATIONS {
        let weight = f64::from(iteration) * f64::from(iteration);
        let [first, second] = &mut tables;
        for card in 0..CARDS {
            let own = |set| pair(first.strategy(set));
            let values = first_values(card, &own, &|set| pair(second.strategy(set)));
            // Its second situation arises only if it checks first.
            for (situation, values) in values.iter().enumerate() {
                first.observe(set(card, situation), values);
            }
            let checks = first.strategy(set(card, 0))[0];
            first.count(set(card, 0), weight);
            first.count(set(card, 1), weight * checks);
        }
        for card in 0..CARDS {
            let values = second_values(card, &|set| pair(first.strategy(set)));
            for (situation, values) in values.iter().enumerate() {
                second.observe(set(card, situation), values);
                second.count(set(card, situation), weight);
            }
        }
    }
    tables.map(|table| {
        let sets = 0..CARDS * SITUATIONS;
        sets.map(|set| pair(&table.average(set))).collect()
    })
}

/// The first player's best and the second's best payoff to the first, against these strategies.
fn best_answers(first: &[[f64; 2]], second: &[[f64; 2]]) -> (f64, f64) {
    let (mut most, mut least) = (0.0, 0.0);
    for card in 0..CARDS {
        let other = |set: usize| second[set];
        // It may fold or call a bet after its check, whichever is better.
        let plans = [[1.0, 0.0], [0.0, 1.0]].map(|plan| {
            let values = first_values(card, &|_| plan, &other);
            values[0][0].max(values[0][1])
        });
        most += plans[0].max(plans[1]);
        let values = second_values(card, &|set| first[set]);
        least -= values[0][0].max(values[0][1]) + values[1][0].max(values[1][1]);
    }
    (most, least)
}

#[test]
fn the_value_of_kuhn_poker_is_minus_one_eighteenth() {
    let [first, second] = solve();
    let (most, least) = best_answers(&first, &second);
    let value = -1.0 / 18.0;
    assert!(least <= value + 1e-9 && value - 1e-9 <= most);
    assert!(most - least < 2e-3, "from {least} to {most}");
    // In every equilibrium the first bets the king three times as often as the jack, and never
    // the queen; the second calls with the queen, and bets the jack, once in three.
    let (jack, queen, king) = (
        first[set(0, 0)][1],
        first[set(1, 0)][1],
        first[set(2, 0)][1],
    );
    assert!(
        queen < 0.02 && (king - 3.0 * jack).abs() < 0.05,
        "{first:?}"
    );
    for third in [second[set(1, 1)][1], second[set(0, 0)][1]] {
        assert!((third - 1.0 / 3.0).abs() < 0.02, "{second:?}");
    }
}
