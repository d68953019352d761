//! Sampling players, which ask a chess program about sampled boards and try the best move on
//! average: LOS, AOSP and HS (T 6.2; Parker, Nau, Subrahmanian, "Game-tree search with
//! combinatorially large belief states", 2005).
//!
//! T is the thesis, see [the crate](crate).

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use super::definition::Settings;
use super::follower::{Follower, Kept, question, score_of};
use super::pace::{Pace, TimeLeft};
use super::process::{ProcessSpec, Uci, UciLimits};
use super::{Fault, FaultKind, Player};
use crate::options::{OptionRow, Value, number, switch, whole};
use crate::sampling::{AlphaBeta, LastObservation, Limits, Table};
use darkforge_board::{Board, MoveList, as_try};
use darkforge_kriegspiel::protocol::Thought;
use darkforge_kriegspiel::umpire::{Announcement, Answer, Outcome, Question, View};
use darkforge_streams::Stream;

/// Number of possible boards below which others are drawn.
const FEW: usize = 8;
/// Greatest depth in plies of the built-in search, unless the user sets it.
const PLIES: u32 = 4;
/// Boards that can be judged in a turn.
pub(super) const SAMPLES: RangeInclusive<u32> = 1..=100_000;
/// Boards that can be kept from move to move.
pub(super) const POOL: RangeInclusive<u32> = 1..=1_000_000;

/// Source of the boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    /// All-observation sampling: every board that agrees with all announcements. It gives up when
    /// there are more than its limit.
    Aos,
    /// Last-observation sampling: drawn again each turn, to agree with the last announcement.
    Los,
    /// All-observation sampling with a pool: kept from move to move; boards that contradict an
    /// announcement are dropped and not replaced.
    Aosp,
    /// Hybrid sampling: a pool in which repaired boards fill gaps, and samples of the last
    /// observation when the pool is empty.
    Hs,
}

/// The settings of a sampling player.
#[derive(Clone, Debug)]
pub(super) struct SamplingSettings {
    /// Source of the boards.
    pub method: Method,
    /// Boards examined in a turn.
    pub samples: u32,
    /// Boards kept from move to move; none for LOS.
    pub pool: u32,
    /// Whether boards are repaired when few are left (`hs`).
    pub repair: bool,
    /// Whether tries must be possible in the metaposition, which the published players did not have.
    pub filter: bool,
    /// Whether repetition and the fifty moves count, which a chess program asked about single boards
    /// does not see.
    pub progress: bool,
    /// Greatest search depth of each board in plies. If it is not set, the built-in search goes
    /// four deep, and another program as deep as its nodes allow.
    pub depth: Option<u32>,
    /// Approximate number of boards that the search of one sample examines.
    pub nodes: u32,
    /// Seconds after which no further sample is examined in a turn. Games with this limit depend on
    /// the machine.
    pub time: Option<f64>,
    /// A chess program that judges boards in place of the built-in search.
    pub uci: Option<ProcessSpec>,
}

impl SamplingSettings {
    /// The defaults of `method`.
    pub(super) const fn usual(method: Method) -> SamplingSettings {
        SamplingSettings {
            method,
            samples: 64,
            // Without repairs a pool lasts only if it is large.
            pool: match method {
                Method::Aos => 1_000_000,
                Method::Aosp => 65_536,
                Method::Los | Method::Hs => 2048,
            },
            repair: true,
            filter: true,
            progress: true,
            depth: None,
            nodes: 100,
            time: None,
            uci: None,
        }
    }
}

impl Settings for SamplingSettings {
    const OPTIONS: &'static [OptionRow<SamplingSettings>] = &[
        OptionRow::new("samples", "boards judged in a turn", |set| {
            whole(&mut set.samples, SAMPLES)
        }),
        OptionRow::<SamplingSettings>::new("pool", "boards kept from move to move", |set| {
            whole(&mut set.pool, POOL)
        })
        .only("", |set| set.method != Method::Los),
        OptionRow::<SamplingSettings>::new("repair", "boards are repaired", |set| {
            switch(&mut set.repair)
        })
        .only("", |set| set.method == Method::Hs),
        OptionRow::<SamplingSettings>::new("filter", "tries of the metaposition alone", |set| {
            switch(&mut set.filter)
        })
        .only("", |set| set.method != Method::Los),
        OptionRow::new("progress", "repetition and fifty moves count", |set| {
            switch(&mut set.progress)
        }),
        OptionRow::new("depth", "greatest depth of the search, in plies", |set| {
            whole(&mut set.depth, 1..=8)
        }),
        OptionRow::new(
            "nodes",
            "boards that the search of one sample visits",
            |set| whole(&mut set.nodes, 1..=100_000_000),
        ),
        OptionRow::new(
            "time",
            "time after which no more samples are evaluated in a turn",
            |set| {
                number(
                    &mut set.time,
                    0.001..=3600.0,
                    "a number of seconds",
                    "SECONDS",
                )
            },
        ),
        OptionRow::new("uci", "chess engine that evaluates the boards", |set| {
            let shown = set.uci.as_ref().map_or("", |uci| &uci.command).to_owned();
            Value::new(shown, "PROGRAM", |command| {
                let program = ProcessSpec::new(command);
                let mut program = program.map_err(|_| "write uci=PROGRAM, a chess engine")?;
                program.keep = true;
                set.uci = Some(program);
                Ok(())
            })
        }),
    ];

    fn name(&self) -> &'static str {
        match self.method {
            Method::Aos => "aos",
            Method::Los => "los",
            Method::Aosp => "aosp",
            Method::Hs => "hs",
        }
    }

    fn usual(&self) -> SamplingSettings {
        SamplingSettings::usual(self.method)
    }

    fn gives_scores(&self) -> bool {
        true
    }

    fn build(&self, stream: Stream) -> Option<Box<dyn Player>> {
        Some(Box::new(Sampling::new(self.clone(), stream)))
    }
}

/// One game of a sampling player.
pub(super) struct Sampling {
    options: SamplingSettings,
    follower: Follower,
    searcher: AlphaBeta,
    uci: Option<Uci>,
    /// The samples of this turn; a refusal only removes some.
    table: Option<Table>,
    fault: Option<Fault>,
    pace: Pace,
    thought: Option<Thought>,
}

impl Sampling {
    /// A player that draws from `stream`.
    pub fn new(options: SamplingSettings, stream: Stream) -> Sampling {
        let kept = match options.method {
            Method::Los => Kept::Nothing,
            Method::Aos => Kept::All(options.pool),
            Method::Hs if options.repair => Kept::Repaired(options.pool),
            Method::Aosp | Method::Hs => Kept::Rejected(options.pool),
        };
        let mut follower = Follower::new(kept, stream);
        follower.filter = options.filter;
        follower.progress = options.progress;
        Sampling {
            uci: options.uci.clone().map(Uci::new),
            options,
            follower,
            searcher: AlphaBeta::new(),
            table: None,
            fault: None,
            pace: Pace::default(),
            thought: None,
        }
    }

    /// Draws and values boards.
    fn sample(&mut self, view: &View, table: &mut Table) {
        let own = self.options.time.map(Duration::from_secs_f64);
        let most = [own, self.pace.allotted()].into_iter().flatten().min();
        let until = most.map(|time| Instant::now() + time);
        // Half of the time for drawing, if it takes as long.
        let drawn = self.pace.allotted().map(|time| Instant::now() + time / 2);
        let wanted = self.options.samples as usize;
        let mut boards = self.follower.samples(wanted);
        let few = boards.len() < FEW.min(wanted);
        if !matches!(self.options.method, Method::Aos | Method::Aosp) && few {
            let last = LastObservation::new(view, self.follower.taken).until(drawn);
            boards.extend(last.draw(wanted - boards.len(), &mut self.follower.stream));
        }
        let mut values = Vec::new();
        for (place, board) in boards.iter().enumerate() {
            if place > 0 && until.is_some_and(|until| Instant::now() >= until) {
                break;
            }
            let legal = board.legal_moves();
            if let Err(fault) = self.judge(board, &legal, &mut values) {
                self.fault = Some(fault);
                return;
            }
            let tries = legal.iter().map(|&m| as_try(m));
            table.add(tries.zip(values.iter().copied()));
        }
    }

    /// Fills `values` with the value of each of `legal` on `board`.
    fn judge(
        &mut self,
        board: &Board,
        legal: &MoveList,
        values: &mut Vec<f32>,
    ) -> Result<(), Fault> {
        let nodes = self.options.nodes;
        if let Some(uci) = &mut self.uci {
            let depth = self.options.depth;
            return uci.values(board, legal, UciLimits { nodes, depth }, values);
        }
        let depth = self.options.depth.unwrap_or(PLIES);
        let limits = Limits { depth, nodes };
        self.searcher.values(board, legal, limits, values);
        Ok(())
    }
}

impl Player for Sampling {
    fn choose(&mut self, view: &View) -> Option<Question> {
        let tries = self.follower.tries(view);
        if let Some(limit) = self.follower.exceeded() {
            let detail = format!("more than {limit} positions are possible");
            self.fault = Some(Fault::new(FaultKind::NoTry, detail));
            return None;
        }
        let table = match self.table.take() {
            Some(mut table) => {
                table.retain(|asked| tries.contains(&asked));
                table
            }
            None => Table::default(),
        };
        let known = table.tries() == tries.as_slice()
            && table.boards() >= FEW.min(self.options.samples as usize);
        let table = if known {
            table
        } else {
            let mut table = Table::new(tries);
            self.sample(view, &mut table);
            table
        };
        let means = table.means();
        let chosen = self.follower.choose(view, table.tries(), &means);
        self.thought = Some(Thought {
            score: chosen.and_then(|chosen| score_of(chosen, table.tries(), &means)),
            depth: Some(self.options.depth.unwrap_or(PLIES)),
            nodes: Some(table.boards() as u64),
            time: None,
        });
        self.table = Some(table);
        Some(question(view, chosen?))
    }

    fn time_left(&mut self, time: &TimeLeft) {
        self.pace.told(time);
    }

    fn thought(&self) -> Option<Thought> {
        self.thought
    }

    fn answered(&mut self, view: &View, question: Question, answer: &Answer) {
        let changed = self.follower.answered(view, question, answer);
        match (question, answer) {
            (Question::Try(asked), Answer::Refused) if !changed => {
                if let Some(table) = &mut self.table {
                    table.refused(asked);
                }
            }
            _ => self.table = None,
        }
    }

    fn opponent_moved(&mut self, view: &View, said: &Announcement) {
        self.follower.opponent_moved(view, said);
        self.table = None;
    }

    fn ended(&mut self, _view: &View, _last: Option<&Announcement>, _outcome: Outcome) {
        if let Some(uci) = &mut self.uci {
            uci.rest();
        }
    }

    fn fault(&self) -> Option<Fault> {
        self.fault.clone()
    }

    fn shortage(&self) -> Option<&str> {
        self.uci.as_ref().and_then(Uci::shortage)
    }
}
