use super::*;

#[test]
fn games_go_where_they_decide() {
    let even = Tally {
        wins: 100,
        losses: 100,
        ..Tally::default()
    };
    let beaten = Tally {
        wins: 190,
        losses: 10,
        ..Tally::default()
    };
    // Players 0 and 1 are equally strong, 2 and 3 much weaker.
    let met = [(0, 1, even), (0, 2, beaten), (1, 3, beaten), (2, 3, even)];
    let strengths = Strengths::of(4, &met);
    let settings = AdaptiveSettings {
        question: Question::First,
        confidence: 0.95,
        pairs: 4,
        batch: 6,
        max_pairs: 1000,
    };
    let chosen = choose(&strengths, &settings, 6);
    assert!(
        chosen.iter().all(|&(a, b)| a.min(b) == 0 && a.max(b) == 1),
        "{chosen:?}"
    );
    assert_eq!(chosen, choose(&strengths, &settings, 6));
}
