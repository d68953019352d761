//! Information-set player: a search of two plies over sets of boards, with an enemy that sees all
//! or one that is blind (Parker, Nau, Subrahmanian, "Paranoia versus overconfidence in
//! imperfect-information games", 2010).

use std::time::Instant;

use super::Player;
use super::definition::Settings;
use super::follower::{Follower, Kept, question, score_of};
use super::pace::{Pace, TimeLeft};
use super::sampling::{POOL, SAMPLES};
use crate::options::{OptionRow, choice, whole};
use crate::sampling::{Adversary, InformationSet, LastObservation};
use darkforge_board::{Board, Try};
use darkforge_kriegspiel::belief::OpponentModel;
use darkforge_kriegspiel::protocol::Thought;
use darkforge_kriegspiel::umpire::{Announcement, Answer, Question, View};
use darkforge_streams::Stream;

/// Number of best tries for which the risk of being mated is computed.
const GUARDED: usize = 4;
/// Number of boards for that.
const GUARDS: usize = 64;
/// Number of boards below which last observations are added.
const FEW: usize = 8;

/// The settings of an information-set player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct InformationSetSettings {
    /// Model of the enemy's choice.
    pub adversary: Adversary,
    /// Depth in plies: 1 or 2.
    pub depth: u32,
    /// Boards examined in a turn.
    pub samples: u32,
    /// Boards kept from move to move.
    pub pool: u32,
}

impl Default for InformationSetSettings {
    fn default() -> InformationSetSettings {
        InformationSetSettings {
            adversary: Adversary::Overconfident,
            depth: 2,
            samples: 128,
            pool: 2048,
        }
    }
}

impl Settings for InformationSetSettings {
    const OPTIONS: &'static [OptionRow<InformationSetSettings>] = &[
        OptionRow::new(
            "opponent",
            "an enemy that does not see the board, or one that does",
            |set| {
                const BOTH: &[(&str, Adversary)] = &[
                    ("paranoid", Adversary::Paranoid),
                    ("overconfident", Adversary::Overconfident),
                ];
                let adversary = &mut set.adversary;
                choice(*adversary, BOTH, |chosen| *adversary = chosen)
            },
        ),
        OptionRow::new("depth", "plies looked ahead", |set| {
            whole(&mut set.depth, 1..=2)
        }),
        OptionRow::new("samples", "boards evaluated in a turn", |set| {
            whole(&mut set.samples, SAMPLES)
        }),
        OptionRow::new("pool", "boards kept from move to move", |set| {
            whole(&mut set.pool, POOL)
        }),
    ];

    fn name(&self) -> &'static str {
        "iss"
    }

    fn usual(&self) -> InformationSetSettings {
        InformationSetSettings::default()
    }

    fn gives_scores(&self) -> bool {
        true
    }

    fn build(&self, stream: Stream) -> Option<Box<dyn Player>> {
        Some(Box::new(InformationSetPlayer::new(*self, stream)))
    }
}

/// One game of an information-set player.
pub(super) struct InformationSetPlayer {
    options: InformationSetSettings,
    follower: Follower,
    pace: Pace,
    thought: Option<Thought>,
}

impl InformationSetPlayer {
    /// A player that draws from `stream`.
    pub fn new(options: InformationSetSettings, stream: Stream) -> InformationSetPlayer {
        InformationSetPlayer {
            options,
            follower: Follower::new(Kept::Repaired(options.pool), stream),
            pace: Pace::default(),
            thought: None,
        }
    }

    /// Value of each of `tries` on so many boards.
    fn values(&mut self, view: &View, tries: &[Try], wanted: usize) -> Vec<Option<f32>> {
        let mut drawn = Vec::new();
        let few = self.follower.boards(wanted).len();
        if few < FEW.min(wanted) {
            let until = self.pace.allotted().map(|time| Instant::now() + time / 2);
            let last = LastObservation::new(view, self.follower.taken).until(until);
            drawn = last.draw(wanted - few, &mut self.follower.stream);
        }
        let mut boards = self.follower.boards(wanted);
        boards.extend(&drawn);
        let search = InformationSet {
            adversary: self.options.adversary,
            depth: self.options.depth,
            opponent: OpponentModel::COUNTS,
        };
        let mut values = search.values(&boards, tries);
        if self.options.depth > 1 {
            beware_of_mate(&search, &boards, tries, &mut values);
        }
        values
    }
}

/// Lowers the best tries by the risk of being mated at once, until the best was examined.
fn beware_of_mate(
    search: &InformationSet,
    boards: &[&Board],
    tries: &[Try],
    values: &mut [Option<f32>],
) {
    let step = boards.len().div_ceil(GUARDS).max(1);
    let some: Vec<&Board> = boards.iter().copied().step_by(step).collect();
    let mut seen = Vec::new();
    while seen.len() < GUARDED {
        let places = (0..values.len()).filter(|&place| values[place].is_some());
        let worth = |place: usize| values[place].unwrap_or(f32::NEG_INFINITY);
        let best = places.max_by(|&a, &b| worth(a).total_cmp(&worth(b)));
        let Some(best) = best.filter(|best| !seen.contains(best)) else {
            return;
        };
        seen.push(best);
        let risk = search.mate_risk(&some, tries[best]);
        values[best] = values[best].map(|value| value - risk);
    }
}

impl Player for InformationSetPlayer {
    fn choose(&mut self, view: &View) -> Option<Question> {
        let tries = self.follower.tries(view);
        let samples = Pace::of(self.pace.begin(), self.options.samples);
        let values = self.values(view, &tries, samples as usize);
        self.pace.end();
        let chosen = self.follower.choose(view, &tries, &values)?;
        self.thought = Some(Thought {
            score: score_of(chosen, &tries, &values),
            depth: Some(self.options.depth),
            nodes: Some(samples.into()),
            time: None,
        });
        Some(question(view, chosen))
    }

    fn time_left(&mut self, time: &TimeLeft) {
        self.pace.told(time);
    }

    fn thought(&self) -> Option<Thought> {
        self.thought
    }

    fn answered(&mut self, view: &View, question: Question, answer: &Answer) {
        self.follower.answered(view, question, answer);
    }

    fn opponent_moved(&mut self, view: &View, said: &Announcement) {
        self.follower.opponent_moved(view, said);
    }
}
