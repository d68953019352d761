//! Effect of deductions on a metaposition (docs/metaposition.md): games are followed with them and
//! without, and possibilities are counted. With deductions there are never more.
//!
//! `DARKFORGE_KNOWLEDGE_GAMES` sets how many games of each pairing are followed;
//! `scripts/knowledge` follows many and prints the table of docs/archive/0.1.0/trials.md.

use darkforge_board::{Color, ROLES, index};
use darkforge_engine::player::PlayerSpec;
use darkforge_kriegspiel::metaposition::{Metaposition, Tracker};
use darkforge_kriegspiel::record::GameRecord;
use darkforge_kriegspiel::umpire::{Answer, ICC};
use darkforge_lab::kriegspiel as game;
use darkforge_streams as streams;
use rayon::prelude::*;

/// The player whose knowledge is counted. It plays without deductions, so that the games stay the
/// same when these change.
const ENGINE: &str = "darkboard:deductions=off";

/// Moments of counting.
const MOMENTS: [&str; 3] = ["on the turn", "after a refusal", "after the move"];

fn games_wanted() -> u64 {
    let wanted = std::env::var("DARKFORGE_KNOWLEDGE_GAMES").ok();
    wanted.and_then(|text| text.parse().ok()).unwrap_or(4)
}

/// Sums over all times at one moment: squares where each kind of man is possible, and
/// squares that are certainly occupied.
#[derive(Clone, Copy, Default)]
struct Sum {
    times: u64,
    possible: [u64; 6],
    certain: u64,
}

impl Sum {
    fn add(&mut self, now: &Metaposition) {
        self.times += 1;
        for (sum, men) in self.possible.iter_mut().zip(now.enemy()) {
            *sum += men.count() as u64;
        }
        self.certain += now.certain().count() as u64;
    }

    fn merge(&mut self, other: &Sum) {
        self.times += other.times;
        self.certain += other.certain;
        for (sum, more) in self.possible.iter_mut().zip(other.possible) {
            *sum += more;
        }
    }

    fn row(&self) -> String {
        let mean = |sum: u64| sum as f64 / self.times.max(1) as f64;
        let kinds = ROLES.map(|role| format!("{:6.2}", mean(self.possible[index(role)])));
        format!(
            "{} {:8.2} {:8.3} {:8}",
            kinds.join(" "),
            mean(self.possible.iter().sum()),
            mean(self.certain),
            self.times
        )
    }
}

/// Sums by moment, without deductions and with them.
type Sums = [[Sum; 2]; 3];

fn merged(mut sums: Box<Sums>, more: &Sums) -> Box<Sums> {
    for (sums, more) in sums.iter_mut().flatten().zip(more.iter().flatten()) {
        sums.merge(more);
    }
    sums
}

/// Follows `color` through a game.
fn follow(record: &GameRecord, color: Color) -> Box<Sums> {
    let mut sums = Box::<Sums>::default();
    let mut trackers = [false, true].map(|on| Tracker::new(color, 25).deducing(on));
    for entry in &record.entries {
        let moment = match (entry.side == color, entry.answer) {
            (true, Answer::Refused) => 1,
            (true, Answer::Played(_)) => 2,
            (false, Answer::Played(_)) => 0,
            _ => continue,
        };
        for tracker in &mut trackers {
            match entry.answer {
                Answer::Played(said) if moment == 0 => tracker.enemy_move(&said),
                answer => tracker.answered(entry.question, &answer),
            }
        }
        let [plain, deduced] = trackers.each_ref().map(Tracker::metaposition);
        let wider = plain.enemy().iter().zip(deduced.enemy());
        assert!(
            wider
                .into_iter()
                .all(|(plain, deduced)| deduced.is_subset(*plain)),
            "deductions lost something that was known:\n{}\n{}",
            plain.drawing(),
            deduced.drawing()
        );
        for (sum, now) in sums[moment].iter_mut().zip([plain, deduced]) {
            sum.add(now);
        }
    }
    sums
}

#[test]
fn deductions_add_to_what_is_known() {
    println!("squares where a man is possible, and squares that are certainly occupied");
    for other in [ENGINE, "semi-random", "random"] {
        let specs = [ENGINE, other].map(|text| text.parse::<PlayerSpec>().expect("a player"));
        let one_game = |game: u64| {
            let [mut white, mut black] = [0, 1].map(|seat| {
                specs[seat].build(streams::open(1, "knowledge", 2 * game + seat as u64))
            });
            let record = game::play(&ICC, 600, white.as_mut(), black.as_mut());
            let sums = follow(&record, Color::White);
            if other == ENGINE {
                merged(sums, &follow(&record, Color::Black))
            } else {
                sums
            }
        };
        let sums = (0..games_wanted())
            .into_par_iter()
            .map(one_game)
            .reduce(Box::default, |sums, more| merged(sums, &more));
        println!("\nagainst {other}");
        println!(
            "                          P      N      B      R      Q      K      all  certain    times"
        );
        for (moment, [plain, deduced]) in MOMENTS.iter().zip(sums.iter()) {
            println!("{moment:16}  off {}", plain.row());
            println!("{moment:16}  on  {}", deduced.row());
            let all = |sum: &Sum| sum.possible.iter().sum::<u64>();
            assert!(all(deduced) < all(plain));
        }
    }
}
