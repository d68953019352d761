//! The enemy's last few men, kept exactly beside the metaposition, over whole games.

use darkforge::chess::{Bitboard, Color, Role, SIDES, Try, index, side};
use darkforge::endgame::Remnant;
use darkforge::metaposition::Tracker;
use darkforge::stream::{self, Stream};
use darkforge::umpire::{Answer, Question, RULESETS, Ruleset, Umpire};

/// What one side knows, kept in both ways.
struct Knower {
    tracker: Tracker,
    remnant: Remnant,
}

impl Knower {
    /// Squares of the enemy king, by the metaposition and by both.
    fn squares(&self) -> Option<(Bitboard, Bitboard)> {
        let wide = self.tracker.metaposition().enemy()[index(Role::King)];
        let wide = self.tracker.turned_set(wide);
        Some((wide, wide & self.remnant.king()?))
    }
}

/// What games of players that move at random showed.
#[derive(Default)]
struct Shown {
    turns: u32,
    narrower: u32,
    /// Moments at which an enemy king was alone for the first time.
    alone: u32,
    squares: [usize; 2],
}

fn play(ruleset: &'static Ruleset, draws: &mut Stream, shown: &mut Shown) {
    let mut umpire = Umpire::new(ruleset, 500);
    let mut knowers = SIDES.map(|color| Knower {
        tracker: Tracker::new(color, 25).under(ruleset),
        remnant: Remnant::default(),
    });
    let mut met = [false; 2];
    while umpire.outcome().is_none() {
        let color = umpire.turn();
        let knower = &knowers[side(color)];
        if let Some((wide, exact)) = knower.squares() {
            let king = umpire.position().king(!color);
            assert!(exact.contains(king), "{}", umpire.position().fen());
            shown.turns += 1;
            shown.narrower += u32::from(exact != wide);
            if knower.tracker.metaposition().is_king_alone() && !met[side(color)] {
                met[side(color)] = true;
                shown.alone += 1;
                shown.squares[0] += wide.count();
                shown.squares[1] += exact.count();
            }
        }
        let asked = Question::Try(choose(&umpire, &knower.tracker, color, draws));
        let answer = umpire.ask(asked).expect("the game is on");
        if umpire.outcome().is_some() {
            return;
        }
        let knower = &mut knowers[side(color)];
        knower.tracker.answered(asked, &answer);
        knower.remnant.answered(asked, &answer);
        if let Answer::Played(said) = answer {
            let other = &mut knowers[side(!color)];
            let view = umpire.view(!color);
            other.tracker.overhear(view.overheard());
            other.tracker.enemy_move(&said);
            other.remnant.opponent_moved(view, &other.tracker);
        }
    }
}

/// Mostly a capture where there is one, so that little is left; sometimes any try.
fn choose(umpire: &Umpire, tracker: &Tracker, color: Color, draws: &mut Stream) -> Try {
    let mut tries: Vec<Try> = Vec::new();
    if stream::below(draws, 4) == 0 {
        tracker.moves(&mut tries);
        let view = umpire.view(color);
        tries = tries.iter().map(|&asked| tracker.turned(asked)).collect();
        tries.retain(|&asked| view.allows(asked));
    }
    if tries.is_empty() {
        tries = umpire.position().legal_tries().collect();
        let enemy = darkforge::chess::squares_of(&umpire.position().men(!color));
        let captures: Vec<Try> = tries
            .iter()
            .copied()
            .filter(|t| enemy.contains(t.to))
            .collect();
        if !captures.is_empty() {
            tries = captures;
        }
    }
    tries[stream::below(draws, tries.len())]
}

#[test]
fn the_true_king_is_never_missed_and_the_set_is_narrower() {
    let mut shown = Shown::default();
    for game in 0..21_u64 {
        let ruleset = RULESETS[game as usize % RULESETS.len()];
        let mut draws = stream::open(1, "remnant", game);
        play(ruleset, &mut draws, &mut shown);
    }
    assert!(shown.turns > 100, "{} turns", shown.turns);
    assert!(shown.alone > 2, "{} kings alone", shown.alone);
    assert!(
        shown.narrower * 10 > shown.turns,
        "{} of {}",
        shown.narrower,
        shown.turns
    );
    assert!(shown.squares[1] <= shown.squares[0]);
}
