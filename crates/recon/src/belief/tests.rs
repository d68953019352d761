use super::*;
use crate::play::play;
use crate::player::{Player, Random};
use crate::record::{History, play_transcript};
use crate::referee::{Position, Report, Request, Rules, Seen, Sense, revise};
use darkforge_board::{Color, SIDES, Square, side};
use darkforge_streams as streams;
use std::collections::BTreeSet;

/// The plain belief: whole positions as text, all requests of the enemy tried on each.
struct Plain {
    color: Color,
    set: BTreeSet<String>,
}

/// A position without its counters.
fn name(position: &Position) -> String {
    let fen = position.fen();
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    fields.join(" ")
}

fn read(name: &str) -> Position {
    format!("{name} 0 1").parse().unwrap()
}

impl Plain {
    fn start(color: Color) -> Plain {
        let set = BTreeSet::from([name(&Position::start())]);
        Plain { color, set }
    }

    fn enemy_moved(&mut self, capture: Option<Square>) {
        let mut next = BTreeSet::new();
        for position in self.set.iter().map(|name| read(name)) {
            let mover = position.side(!self.color);
            let mut asked = Vec::new();
            for from in Square::ALL {
                for to in Square::ALL {
                    let plain = darkforge_board::Try::new(from, to);
                    asked.push(plain);
                    asked.extend(
                        darkforge_board::PROMOTIONS
                            .map(|role| darkforge_board::Try::promoting(from, to, role)),
                    );
                }
            }
            asked.retain(|&asked| crate::referee::is_allowed(&mover, asked));
            let moves = asked
                .iter()
                .map(|&asked| revise(&mover, asked))
                .chain([None]);
            for taken in moves {
                if taken.and_then(|taken| taken.capture) == capture {
                    let mut after = position.clone();
                    after.play(taken);
                    next.insert(name(&after));
                }
            }
        }
        self.set = next;
    }

    fn sensed(&mut self, seen: &Seen) {
        self.set
            .retain(|name| Seen::of(&read(name).men, seen.sense) == *seen);
    }

    fn moved(&mut self, report: Report) {
        let mut next = BTreeSet::new();
        for mut position in self.set.iter().map(|name| read(name)) {
            let taken = report
                .asked
                .0
                .and_then(|asked| revise(&position.side(self.color), asked));
            let said = Request(taken.map(|taken| taken.step.asked()));
            if said == report.taken && taken.and_then(|taken| taken.capture) == report.capture {
                position.play(taken);
                if position.has_king(!self.color) {
                    next.insert(name(&position));
                }
            }
        }
        self.set = next;
    }
}

/// A belief's positions as the plain one names them.
fn names(belief: &Belief, turn: Color) -> BTreeSet<String> {
    let own = belief.own();
    let position = |hidden: &Hidden| {
        let mut position = Position::start();
        position.turn = turn;
        position.men[side(own.color)] = own.men;
        position.men[side(!own.color)] = hidden.men();
        position.castling[side(own.color)] = own.castling;
        position.castling[side(!own.color)] = hidden.castling();
        position.passed = if turn == own.color {
            hidden.passed()
        } else {
            own.passed
        };
        name(&position)
    };
    belief.positions().iter().map(position).collect()
}

/// Calls `after` with the belief of each side after each event, while its size stays below `most`.
fn follow(
    history: &History,
    color: Color,
    belief: &mut Belief,
    mut after: impl FnMut(&mut Belief, &Event),
) {
    let mut captured = None;
    for (mover, turn, played) in history.in_order() {
        let Some(moved) = &played.moved else { break };
        if mover != color {
            captured = moved.capture;
            continue;
        }
        if color == Color::Black || turn > 1 {
            belief.enemy_moved(captured, &Uniform);
            after(belief, &Event::EnemyMoved(captured));
        }
        let before: Position = moved.before.parse().unwrap();
        let seen = Seen::of(&before.men, played.sense);
        belief.sensed(&seen, &Uniform);
        after(belief, &Event::Sensed(Box::new((seen, before))));
        let report = Report {
            asked: moved.asked,
            taken: moved.taken,
            capture: moved.capture,
        };
        let position: Position = moved.after.parse().unwrap();
        if !position.has_king(!color) {
            return;
        }
        belief.moved(&report, &Uniform);
        after(belief, &Event::Moved(report));
    }
}

#[allow(clippy::large_enum_variant)] // one at a time
enum Event {
    EnemyMoved(Option<Square>),
    Sensed(Box<(Seen, Position)>),
    Moved(Report),
}

fn random_game(game: u64, turns: u32) -> History {
    let mut players = [0, 1].map(|side| Random::new(streams::open(game, "player", side)));
    let [white, black] = &mut players;
    let rules = Rules {
        turn_limit: Some(turns),
        ..Rules::default()
    };
    play(&mut [white as &mut dyn Player, black], rules)
}

#[test]
fn the_set_is_that_of_the_plain_belief() {
    for game in 0..6 {
        let history = random_game(game, 6);
        for color in SIDES {
            let mut plain = Plain::start(color);
            let mut belief = Belief::start(color, LIMIT, game);
            let mut small = true;
            follow(&history, color, &mut belief, |belief, event| {
                small &= plain.set.len() < 120;
                if !small {
                    return;
                }
                let turn = match event {
                    Event::EnemyMoved(capture) => {
                        plain.enemy_moved(*capture);
                        color
                    }
                    Event::Sensed(told) => {
                        plain.sensed(&told.0);
                        color
                    }
                    Event::Moved(report) => {
                        plain.moved(*report);
                        !color
                    }
                };
                assert_eq!(names(belief, turn), plain.set, "game {game}");
                assert!(belief.is_exact());
                assert_eq!(belief.len(), plain.set.len());
            });
        }
    }
}

#[test]
fn the_truth_is_in_every_exact_belief() {
    for game in 0..4 {
        let history = random_game(game, 20);
        for color in SIDES {
            let mut belief = Belief::start(color, 3_000, game);
            follow(&history, color, &mut belief, |belief, event| {
                if let (Event::Sensed(told), true) = (event, belief.is_exact()) {
                    let (enemy, truth) = (side(!color), &told.1);
                    let passed = truth.passed;
                    let truth = Hidden::new(&truth.men[enemy], truth.castling[enemy], passed);
                    assert!(belief.positions().iter().any(|one| one.is(&truth)));
                }
            });
        }
    }
}

#[test]
fn a_sample_keeps_its_limit_and_recovers() {
    let (mut recovered, mut events, mut empty) = (0, 0, 0);
    for game in 0..5 {
        let history = random_game(game, 60);
        for color in SIDES {
            let mut belief = Belief::start(color, 50, game);
            follow(&history, color, &mut belief, |belief, _| {
                assert!(belief.len() <= 50);
                events += 1;
                empty += usize::from(belief.is_empty());
            });
            recovered += belief.recovered();
        }
    }
    assert!(recovered > 0, "the limit is small enough to matter");
    assert_eq!(empty, 0, "of {events} samples");
}

/// The numbers were counted by brute force with python-chess.
#[test]
fn the_counts_of_the_papers_figure_4() {
    const GAME: &str = "g6:e2e4 e3:h7h5 g7:d2d4 f2:f7f5 g6:e4f5 e4:h5h4 d7:f1e2 g4:b8c6 g7:e2h5 \
                        g4:h8h5 b7:d1h5 g5:g7g6 e7:h5e8 g6:d7d6 g6:g6e8";
    let history = play_transcript(GAME).unwrap();
    let mut belief = Belief::start(Color::White, LIMIT, 1);
    let (mut before, mut after, mut placements) = (Vec::new(), Vec::new(), Vec::new());
    follow(
        &history,
        Color::White,
        &mut belief,
        |belief, event| match event {
            Event::EnemyMoved(_) => {
                before.push(belief.len());
                placements.push(belief.placements());
            }
            Event::Sensed(..) => after.push(belief.len()),
            Event::Moved(_) => {}
        },
    );
    assert_eq!(before[..4], [21, 22, 21, 238]);
    assert_eq!(after[..4], [1, 1, 1, 13]);
    assert_eq!(placements[3], 208);
    assert_eq!(history.turns[0][4].sense, Sense::at(Square::G7));
}
