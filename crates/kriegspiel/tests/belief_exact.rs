//! Exact beliefs: they contain the truth, lie inside the metaposition, contain their samples, and
//! do not depend on the number of threads.

use darkforge_board::{Board, SIDES, Try, side};
use darkforge_kriegspiel::belief::{BeliefState, HiddenState};
use darkforge_kriegspiel::metaposition::Tracker;
use darkforge_kriegspiel::umpire::{Answer, Question, RULESETS, Ruleset, Umpire};
use darkforge_streams::{self as streams, Stream};

/// Plays `plies` random plies and lets `see` look at both sides after each answer.
fn play(
    ruleset: &'static Ruleset,
    game: u64,
    plies: u32,
    limits: &[usize],
    mut see: impl FnMut(&Umpire, &[Tracker; 2], &mut [[BeliefState; 2]]),
) {
    let mut stream = streams::open(game, "exact beliefs", 0);
    let mut umpire = Umpire::new(ruleset, plies);
    let mut trackers = SIDES.map(|color| Tracker::new(color, 25).under(ruleset));
    let mut beliefs: Vec<[BeliefState; 2]> = limits
        .iter()
        .map(|&limit| SIDES.map(|color| BeliefState::start(ruleset, color, limit)))
        .collect();
    while umpire.outcome().is_none() {
        let mover = umpire.turn();
        let question = question(&umpire, &mut stream);
        let answer = umpire.ask(question).expect("the game is on");
        if umpire.outcome().is_some() {
            break;
        }
        let overheard = umpire.view(!mover).overheard();
        trackers[side(mover)].answered(question, &answer);
        if let Answer::Played(said) = &answer {
            trackers[side(!mover)].overhear(overheard);
            trackers[side(!mover)].enemy_move(said);
        }
        for pair in &mut beliefs {
            pair[side(mover)].answered(question, &answer);
            if let Answer::Played(said) = &answer {
                pair[side(!mover)].enemy_move(overheard, said);
            }
        }
        see(&umpire, &trackers, &mut beliefs);
    }
}

fn question(umpire: &Umpire, stream: &mut Stream) -> Question {
    let view = umpire.view(umpire.turn());
    let mut tries: Vec<Try> = Vec::new();
    view.pseudolegal(true, &mut tries);
    if streams::below(stream, 3) == 0 {
        return Question::Try(tries[streams::below(stream, tries.len())]);
    }
    let legal: Vec<Try> = umpire
        .position()
        .legal_tries()
        .filter(|&asked| view.leaves(asked))
        .collect();
    Question::Try(legal[streams::below(stream, legal.len())])
}

#[test]
fn the_truth_is_believed_and_what_is_believed_is_inside_the_metaposition() {
    for (game, ruleset) in RULESETS.into_iter().enumerate() {
        play(
            ruleset,
            game as u64,
            7,
            &[1_000_000],
            |umpire, trackers, beliefs| {
                let truth = umpire.position().board();
                for (belief, tracker) in beliefs[0].iter().zip(trackers) {
                    assert!(
                        belief.is_exact() && belief.contains(truth),
                        "{}",
                        truth.fen()
                    );
                    for hidden in belief.hidden() {
                        let enemy = hidden.men().map(|set| tracker.turned_set(set));
                        let rights = hidden.rights(!tracker.color());
                        let misfit = tracker.metaposition().misfit(&enemy, rights);
                        assert_eq!(misfit, None, "{hidden}");
                    }
                    let wide = tracker.metaposition().placements();
                    assert!(belief.placements() as f64 <= wide + 0.5);
                }
            },
        );
    }
}

#[test]
fn a_sample_is_a_part_of_the_exact_belief_and_no_larger_than_its_limit() {
    play(RULESETS[0], 3, 6, &[1_000_000, 64], |_, _, beliefs| {
        for (exact, sample) in beliefs[0].iter().zip(&beliefs[1]) {
            assert!(sample.len() <= 64);
            let all: std::collections::HashSet<HiddenState> =
                exact.hidden().iter().copied().collect();
            assert!(sample.hidden().iter().all(|hidden| all.contains(hidden)));
        }
    });
}

#[test]
fn a_sample_that_is_given_the_truth_is_about_the_game_to_its_end() {
    for (game, ruleset) in RULESETS.into_iter().enumerate() {
        let (mut reminded, mut looks) = (0, 0);
        play(
            ruleset,
            20 + game as u64,
            120,
            &[24],
            |umpire, trackers, beliefs| {
                let truth = umpire.position().board();
                for (belief, tracker) in beliefs[0].iter_mut().zip(trackers) {
                    looks += 1;
                    reminded += u64::from(!belief.contains(truth));
                    assert!(belief.remind(truth), "{}", truth.fen());
                    for hidden in belief.hidden() {
                        let enemy = hidden.men().map(|set| tracker.turned_set(set));
                        let rights = hidden.rights(!tracker.color());
                        assert_eq!(tracker.metaposition().misfit(&enemy, rights), None);
                    }
                }
            },
        );
        assert!(0 < reminded && reminded < looks, "{reminded} of {looks}");
    }
}

#[test]
fn only_what_the_player_sees_can_be_given_to_a_sample() {
    play(RULESETS[0], 3, 6, &[1_000_000, 4], |umpire, _, beliefs| {
        let strange = Board::start();
        let truth = umpire.position().board();
        for pair in beliefs {
            for belief in pair {
                assert!(!belief.remind(&strange) || strange.fen() == truth.fen());
            }
        }
    });
}

#[test]
fn threads_make_no_difference() {
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads").install(|| {
            let mut all = Vec::new();
            play(RULESETS[0], 5, 7, &[3000], |_, _, beliefs| {
                all.push(beliefs[0].each_ref().map(|belief| belief.hidden().to_vec()));
            });
            all
        })
    };
    assert_eq!(run(1), run(3));
}

#[test]
fn marginals_are_shares_of_the_positions() {
    play(RULESETS[0], 7, 5, &[100_000], |_, _, beliefs| {
        for belief in &beliefs[0] {
            let marginals = belief.marginals();
            let king = darkforge_board::Role::King;
            let kings: u64 = darkforge_board::Square::ALL
                .into_iter()
                .map(|square| marginals.count(king, square))
                .sum();
            assert_eq!(kings, belief.len() as u64);
            if belief.placements() == belief.len() {
                assert!(marginals.total_entropy() + 1e-9 >= belief.bits());
            }
        }
    });
}

#[test]
fn a_belief_of_given_positions_needs_the_same_own_men() {
    let board = |fen: &str| -> Board {
        let diagram: darkforge_board::Diagram = fen.parse().unwrap();
        diagram.board().unwrap()
    };
    let one = board("7k/8/8/8/8/8/8/KR6 w - - 0 1");
    let two = board("6k1/8/8/8/8/8/8/KR6 w - - 0 1");
    let other = board("6k1/8/8/8/8/8/8/K1R5 b - - 0 1");
    let color = darkforge_board::Color::White;
    let belief = BeliefState::of(RULESETS[0], color, 10, &[one.clone(), two.clone(), two]).unwrap();
    assert_eq!(belief.len(), 2);
    assert!(BeliefState::of(RULESETS[0], color, 10, &[one, other]).is_err());
    assert!(BeliefState::of(RULESETS[0], color, 10, &[]).is_err());
}
