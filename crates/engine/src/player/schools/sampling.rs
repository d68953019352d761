//! Players that ask a chess program about sampled boards and try what is best on average:
//! LOS, AOSP and HS (T 6.2; Parker, Nau, Subrahmanian, "Game-tree search with
//! combinatorially large belief states", 2005).

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use super::super::process::{ProcessSpec, Uci, UciLimits};
use super::super::{Fault, Player, SpecError};
use super::follower::{Follower, Kept, question};
use super::options::{Shortest, Written};
use crate::montecarlo::{AlphaBeta, LastObservation, Limits, Table};
use darkforge_board::{Board, MoveList, as_try};
use darkforge_kriegspiel::umpire::{Announcement, Answer, Outcome, Question, View};
use darkforge_streams::Stream;

/// With fewer possible boards than this, others are drawn.
const FEW: usize = 8;
/// Plies that our own searcher looks ahead at most, unless the user says otherwise.
const PLIES: u32 = 4;
const SAMPLES: RangeInclusive<u32> = 1..=100_000;
const POOL: RangeInclusive<u32> = 1..=1_000_000;
const DEPTH: RangeInclusive<u32> = 1..=8;
const NODES: RangeInclusive<u32> = 1..=100_000_000;
const SECONDS: RangeInclusive<f64> = 0.001..=3600.0;

/// Where boards come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Last-observation sampling: drawn anew each turn, to agree with the last words.
    Los,
    /// All-observation sampling with a pool: kept from move to move; what the umpire would
    /// not have announced is dropped, and nothing takes its place.
    Aosp,
    /// Hybrid sampling: a pool in which repaired boards fill gaps, and samples of the last
    /// observation when there is nothing else.
    Hs,
}

impl Method {
    /// The method as users write it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Method::Los => "los",
            Method::Aosp => "aosp",
            Method::Hs => "hs",
        }
    }
}

/// How a sampling player decides.
#[derive(Clone, Debug, PartialEq)]
pub struct SamplingOptions {
    /// Where boards come from.
    pub method: Method,
    /// Boards that are looked at in a turn.
    pub samples: u32,
    /// Boards that are kept from move to move; LOS has none.
    pub pool: u32,
    /// Plies that each board is searched at most; if it is not set, our own searcher goes
    /// four deep, and another program as deep as its nodes allow.
    pub depth: Option<u32>,
    /// Boards that the search of one sample looks at, about.
    pub nodes: u32,
    /// Seconds after which no further sample is looked at in a turn. A game that is played
    /// with this depends on the machine.
    pub time: Option<f64>,
    /// A chess program that judges boards in place of our own searcher.
    pub uci: Option<ProcessSpec>,
}

impl SamplingOptions {
    /// The defaults of `method`.
    pub const fn usual(method: Method) -> SamplingOptions {
        SamplingOptions {
            method,
            samples: 64,
            // Without repairs a pool lives only as long as it is great.
            pool: match method {
                Method::Aosp => 65_536,
                Method::Los | Method::Hs => 2048,
            },
            depth: None,
            nodes: 100,
            time: None,
            uci: None,
        }
    }

    /// Reads what the user wrote behind the name of the method.
    ///
    /// # Errors
    /// An option is wrong.
    pub fn read(
        method: Method,
        options: &BTreeMap<String, String>,
    ) -> Result<SamplingOptions, SpecError> {
        let mut set = SamplingOptions::usual(method);
        for (option, value) in options {
            let written = Written { option, value };
            match option.as_str() {
                "samples" => set.samples = written.whole(&SAMPLES)?,
                "pool" if method != Method::Los => set.pool = written.whole(&POOL)?,
                "depth" => set.depth = Some(written.whole(&DEPTH)?),
                "nodes" => set.nodes = written.whole(&NODES)?,
                "time" => set.time = Some(written.number(&SECONDS, "seconds")?),
                "uci" => {
                    let none = BTreeMap::new();
                    let mut program = ProcessSpec::read(value, &none)
                        .map_err(|_| written.wrong("write uci=PROGRAM, a chess engine"))?;
                    program.keep = true;
                    set.uci = Some(program);
                }
                _ => {
                    let known = if method == Method::Los {
                        "it has samples, depth, nodes, time and uci"
                    } else {
                        "it has samples, pool, depth, nodes, time and uci"
                    };
                    return Err(written.unknown(method.as_str(), known));
                }
            }
        }
        Ok(set)
    }
}

impl fmt::Display for SamplingOptions {
    /// The shortest text that means this player.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = SamplingOptions::usual(self.method);
        let text = Shortest::new(self.method.as_str())
            .with("samples", &self.samples, &usual.samples)
            .with("pool", &self.pool, &usual.pool)
            .with("depth", &self.depth.unwrap_or(0), &0)
            .with("nodes", &self.nodes, &usual.nodes)
            .with("time", &self.time.unwrap_or(0.0), &0.0)
            .with(
                "uci",
                &self.uci.as_ref().map_or("", |uci| &uci.command),
                &"",
            );
        f.write_str(&text.text())
    }
}

/// One game of a sampling player.
pub struct Sampling {
    options: SamplingOptions,
    follower: Follower,
    searcher: AlphaBeta,
    uci: Option<Uci>,
    /// The samples of this turn; a refusal only strikes some out.
    table: Option<Table>,
    fault: Option<Fault>,
}

impl Sampling {
    /// A player that draws from `stream`.
    pub fn new(options: SamplingOptions, stream: Stream) -> Sampling {
        let kept = match options.method {
            Method::Los => Kept::Nothing,
            Method::Aosp => Kept::Rejected(options.pool),
            Method::Hs => Kept::Repaired(options.pool),
        };
        Sampling {
            uci: options.uci.clone().map(Uci::new),
            options,
            follower: Follower::new(kept, stream),
            searcher: AlphaBeta::new(),
            table: None,
            fault: None,
        }
    }

    /// Draws boards and looks at them.
    fn sample(&mut self, view: &View, table: &mut Table) {
        let wanted = self.options.samples as usize;
        let mut boards: Vec<Board> = self.follower.boards(wanted).into_iter().cloned().collect();
        let few = boards.len() < FEW.min(wanted);
        if self.options.method != Method::Aosp && few {
            let last = LastObservation::new(view, self.follower.taken);
            boards.extend(last.draw(wanted - boards.len(), &mut self.follower.stream));
        }
        let until = self
            .options
            .time
            .map(|time| Instant::now() + Duration::from_secs_f64(time));
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

    /// Fills `values` with what each of `legal` is worth on `board`.
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
        self.table = Some(table);
        Some(question(view, chosen?))
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
