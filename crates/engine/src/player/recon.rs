//! Players of reconnaissance blind chess in runs: those of crate `recon`, and programs.

use std::path::Path;
use std::time::{Duration, Instant};

use super::darkboard::set_of_weights;
use super::definition::{GameKind, Library, Settings, SpecError};
use super::weighted::{ChosenWeights, Weighing, Weighted};
use super::{Fault, FaultKind};
use crate::options::{self, OptionRow, Value, Written, number, whole};
use crate::weights::{WeightInfo, WeightList};
use darkforge_board::{Color, Square, Try};
use darkforge_kriegspiel::protocol::Clock;
use darkforge_kriegspiel::umpire::Outcome;
use darkforge_recon::player as recon;
use darkforge_recon::referee::{Report, Request, Sense, View};
use darkforge_streams::{self as streams, Stream};

/// An answer of a player that has sensed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReconAnswer {
    /// A request, or a pass.
    Ask(Request),
    /// The player resigns.
    Resign,
}

/// One player of one game of reconnaissance blind chess.
///
/// Its methods are called in this order: [`begin`](ReconPlayer::begin), once; in each of its turns
/// [`sense`](ReconPlayer::sense), [`sensed`](ReconPlayer::sensed),
/// [`request`](ReconPlayer::request) until one is possible, each other time followed by
/// [`nonsense`](ReconPlayer::nonsense), and [`moved`](ReconPlayer::moved); after each move of the
/// opponent that does not end the game [`enemy_moved`](ReconPlayer::enemy_moved); [`ended`](ReconPlayer::ended), once. After
/// each call the player is asked for its [`fault`](ReconPlayer::fault); one at fault is not called
/// again.
pub trait ReconPlayer {
    /// Gives it a clock, unless its spec has one, and time beyond it. The clock runs in its turn.
    fn allow(&mut self, clock: Option<Clock>, margin: Duration);

    /// Keeps the dialogue with the player in a new file, if it is a program.
    fn keep_dialogue(&mut self, _path: &Path) {}

    /// The game begins; it is drawn after `ply_limit` moves of both sides.
    fn begin(&mut self, _view: &View, _ply_limit: u32) {}

    /// Takes the result of the opponent's move ([`View::heard`]).
    fn enemy_moved(&mut self, view: &View);

    /// Its sense; `None` if it has a fault.
    fn sense(&mut self, view: &View) -> Option<Sense>;

    /// Takes the window ([`View::seen`]).
    fn sensed(&mut self, view: &View);

    /// Its request; `None` if it has a fault.
    fn request(&mut self, view: &View) -> Option<ReconAnswer>;

    /// The last request is impossible: its own men do not allow it.
    fn nonsense(&mut self, _view: &View) {}

    /// Takes the move that became of the request.
    fn moved(&mut self, view: &View, report: &Report);

    /// The game is over; nothing changes the result.
    fn ended(&mut self, _view: &View, _outcome: Outcome) {}

    /// The fault of this player, if it has one.
    fn fault(&self) -> Option<Fault> {
        None
    }

    /// The resource that this machine lacked, if that is why the player cannot continue.
    fn shortage(&self) -> Option<&str> {
        None
    }
}

/// A player of crate `recon`.
pub(super) struct Own {
    player: Box<dyn recon::Player>,
    running: Option<Running>,
}

/// A clock of a player, which runs in its turn.
struct Running {
    clock: Clock,
    left: Duration,
    margin: Duration,
    moves: u32,
    is_late: bool,
}

impl Own {
    pub(super) fn new(player: impl recon::Player + 'static) -> Own {
        Own {
            player: Box::new(player),
            running: None,
        }
    }

    /// Lets the player work; its clock runs.
    fn timed<T>(&mut self, work: impl FnOnce(&mut dyn recon::Player) -> T) -> T {
        let Some(running) = &mut self.running else {
            return work(&mut *self.player);
        };
        let began = Instant::now();
        let done = work(&mut *self.player);
        let spent = began.elapsed();
        running.is_late |= spent > running.left + running.margin;
        running.left = running.left.saturating_sub(spent);
        done
    }
}

impl ReconPlayer for Own {
    fn allow(&mut self, clock: Option<Clock>, margin: Duration) {
        self.running = clock.map(|clock| Running {
            clock,
            left: clock.start,
            margin,
            moves: 0,
            is_late: false,
        });
    }

    fn begin(&mut self, view: &View, _ply_limit: u32) {
        // They are told so before White's first turn too.
        if view.color() == Color::White {
            self.player.enemy_moved(view);
        }
    }

    fn enemy_moved(&mut self, view: &View) {
        self.timed(|player| player.enemy_moved(view));
    }

    fn sense(&mut self, view: &View) -> Option<Sense> {
        Some(self.timed(|player| player.sense(view)))
    }

    fn sensed(&mut self, view: &View) {
        self.timed(|player| player.sensed(view));
    }

    fn request(&mut self, view: &View) -> Option<ReconAnswer> {
        Some(ReconAnswer::Ask(self.timed(|player| player.request(view))))
    }

    fn moved(&mut self, view: &View, report: &Report) {
        self.timed(|player| player.moved(view, report));
        if let Some(running) = &mut self.running {
            running.moves += 1;
            running.left += running.clock.added_after(running.moves);
        }
    }

    fn ended(&mut self, view: &View, _outcome: Outcome) {
        self.player.ended(view, None);
    }

    fn fault(&self) -> Option<Fault> {
        if let Some(says) = self.player.fault() {
            return Some(Fault::new(FaultKind::Crash, says));
        }
        let running = self.running.as_ref()?;
        running.is_late.then(|| late(running.clock))
    }

    fn shortage(&self) -> Option<&str> {
        self.player.fault().filter(|_| self.player.is_shortage())
    }
}

/// The fault of a player whose clock ran out.
pub(super) fn late(clock: Clock) -> Fault {
    Fault::new(FaultKind::Time, format!("its clock of {clock} s ran out"))
}

/// The random player, some of whose requests are drawn from all moves, nonsense included.
pub(super) struct Nonsensical {
    inner: recon::Random,
    share: f64,
    stream: Stream,
}

impl Nonsensical {
    /// A player that draws from `stream`.
    pub(super) fn new(share: f64, stream: Stream) -> Nonsensical {
        Nonsensical {
            share,
            stream: streams::beside(&stream, "nonsense"),
            inner: recon::Random::new(stream),
        }
    }
}

impl recon::Player for Nonsensical {
    fn sense(&mut self, view: &View) -> Sense {
        self.inner.sense(view)
    }

    fn request(&mut self, view: &View) -> Request {
        if self.share > 0.0 && streams::unit(&mut self.stream) < self.share {
            let mut square = || Square::new(streams::below(&mut self.stream, 64) as u32);
            return Try::new(square(), square()).into();
        }
        self.inner.request(view)
    }
}

/// The settings of `attacker`.
#[derive(Clone, Debug)]
pub(super) struct AttackerSettings;

impl Settings for AttackerSettings {
    const OPTIONS: &'static [OptionRow<AttackerSettings>] = &[];
    const GAMES: &'static [GameKind] = &[GameKind::Recon];

    fn name(&self) -> &'static str {
        "attacker"
    }

    fn usual(&self) -> AttackerSettings {
        AttackerSettings
    }

    fn build_recon(&self, color: Color, stream: Stream) -> Option<Box<dyn ReconPlayer>> {
        let attacker = recon::Attacker::new(color, stream);
        Some(Box::new(Own::new(attacker)))
    }
}

/// The settings of `sweep`.
#[derive(Clone, Debug)]
pub(super) struct SweepSettings;

impl Settings for SweepSettings {
    const OPTIONS: &'static [OptionRow<SweepSettings>] = &[];
    const GAMES: &'static [GameKind] = &[GameKind::Recon];

    fn name(&self) -> &'static str {
        "sweep"
    }

    fn usual(&self) -> SweepSettings {
        SweepSettings
    }

    fn build_recon(&self, color: Color, stream: Stream) -> Option<Box<dyn ReconPlayer>> {
        let sweep = recon::Sweep::new(color, stream);
        Some(Box::new(Own::new(sweep)))
    }
}

/// The settings of `trout`.
#[derive(Clone, Debug)]
pub(super) struct TroutSettings {
    pub(super) program: String,
    time: Duration,
    nodes: Option<u32>,
}

impl Default for TroutSettings {
    fn default() -> TroutSettings {
        let recon::TroutOptions { program, limit } = recon::TroutOptions::default();
        let time = match limit {
            recon::ProgramLimit::Time(time) => time,
            recon::ProgramLimit::Nodes(_) => Duration::from_millis(500),
        };
        TroutSettings {
            program,
            time,
            nodes: None,
        }
    }
}

/// The path of a chess program.
fn chess_program(field: &mut String) -> Value<'_> {
    Value::new(field.clone(), "PATH", |path| {
        if path.is_empty() {
            return Err("the path of a chess program".to_owned());
        }
        path.clone_into(field);
        Ok(())
    })
}

impl Settings for TroutSettings {
    const OPTIONS: &'static [OptionRow<TroutSettings>] = &[
        OptionRow::new("program", "chess program that speaks UCI", |set| {
            chess_program(&mut set.program)
        }),
        OptionRow::new("time", "time for each question to it", |set| {
            number(
                &mut set.time,
                0.001..=3600.0,
                "a number of seconds",
                "SECONDS",
            )
        }),
        OptionRow::new("nodes", "nodes for each question instead", |set| {
            whole(&mut set.nodes, 1..=u32::MAX)
        }),
    ];
    const GAMES: &'static [GameKind] = &[GameKind::Recon];

    fn name(&self) -> &'static str {
        "trout"
    }

    fn usual(&self) -> TroutSettings {
        TroutSettings::default()
    }

    fn build_recon(&self, color: Color, stream: Stream) -> Option<Box<dyn ReconPlayer>> {
        let nodes = self.nodes.map(u64::from);
        let limit = nodes.map(recon::ProgramLimit::Nodes);
        let options = recon::TroutOptions {
            program: self.program.clone(),
            limit: limit.unwrap_or(recon::ProgramLimit::Time(self.time)),
        };
        let trout = recon::Trout::new(color, options, stream);
        Some(Box::new(Own::new(trout)))
    }
}

/// The settings of `scout`.
#[derive(Clone, Debug)]
pub(super) struct ScoutSettings {
    /// The set of weights, which options may change.
    chosen: ChosenWeights<ScoutSettings>,
    limit: u32,
    sensing: u32,
    moving: u32,
    depth: u32,
    /// The chess program for the best requests; empty without one.
    pub(super) program: String,
    nodes: u32,
    candidates: u32,
    deepening: u32,
    weights: recon::Weights,
}

impl Default for ScoutSettings {
    fn default() -> ScoutSettings {
        let (usual, deep) = (
            recon::ScoutOptions::default(),
            recon::DeepOptions::default(),
        );
        ScoutSettings {
            chosen: ChosenWeights::unloaded(&SCOUT),
            limit: usual.limit as u32,
            sensing: usual.sensing as u32,
            moving: usual.moving as u32,
            depth: usual.depth,
            program: String::new(),
            nodes: deep.nodes as u32,
            candidates: deep.candidates as u32,
            deepening: deep.positions as u32,
            weights: usual.weights,
        }
    }
}

/// A sentence without its full stop and the spaces around it.
const fn bare(sentence: &'static str) -> &'static str {
    let sentence = sentence.trim_ascii();
    match sentence.as_bytes() {
        [.., b'.'] => sentence.split_at(sentence.len() - 1).0,
        _ => sentence,
    }
}

/// Number of the weights of `scout`.
const COUNT: usize = recon::Weights::ALL.len();

/// The weights of `scout` as rows.
static ROWS: [WeightInfo; COUNT] = {
    let empty = WeightInfo {
        name: "",
        default: 0.0,
        min: 0.0,
        max: 0.0,
        source: "ours",
        about: "",
    };
    let mut rows = [empty; COUNT];
    let mut place = 0;
    while place < COUNT {
        let info = &recon::Weights::ALL[place];
        rows[place] = WeightInfo {
            name: info.name,
            default: info.default,
            min: info.range.0,
            max: info.range.1,
            source: "ours",
            about: bare(info.what),
        };
        place += 1;
    }
    rows
};

/// The weights of the player `scout`.
pub static SCOUT: WeightList = WeightList {
    player: "scout",
    rows: &ROWS,
    sets: &[
        ("default", ""),
        ("wary", include_str!("../../assets/scout/wary.toml")),
    ],
    usual: "default",
};

impl Weighted for ScoutSettings {
    const LIST: &'static WeightList = &SCOUT;

    fn chosen(&self) -> &ChosenWeights<ScoutSettings> {
        &self.chosen
    }

    fn chosen_mut(&mut self) -> &mut ChosenWeights<ScoutSettings> {
        &mut self.chosen
    }

    fn adopt(&mut self) {
        for (field, &value) in self
            .weights
            .fields()
            .into_iter()
            .zip(self.chosen.weights.values())
        {
            *field = value;
        }
    }
}

impl ScoutSettings {
    fn has_program(&self) -> bool {
        !self.program.is_empty()
    }
}

/// A weight as an option.
fn weight(set: &mut ScoutSettings, place: usize) -> Value<'_> {
    let info = &ROWS[place];
    let field = set.weights.fields().into_iter().nth(place);
    let field = field.expect("a field for each weight");
    number(field, info.min..=info.max, "a number", "NUMBER")
}

/// The options of `scout`, with one for each weight.
macro_rules! options {
    ($($place:literal)*) => { &[
        OptionRow::new("weights", "weight set", |set| set_of_weights(&mut set.chosen)),
        OptionRow::new("limit", "greatest number of believed positions", |set| {
            whole(&mut set.limit, 1..=10_000_000)
        }),
        OptionRow::new("sensing", "positions valued before a sense", |set| {
            whole(&mut set.sensing, 1..=100_000)
        }),
        OptionRow::new("moving", "positions valued before a move", |set| {
            whole(&mut set.moving, 1..=100_000)
        }),
        OptionRow::new("depth", "depth of the search after the own move", |set| {
            whole(&mut set.depth, 0..=6)
        }),
        OptionRow::new("program", "chess program (UCI) that values the best requests again", |set| {
            chess_program(&mut set.program)
        }),
        OptionRow::<ScoutSettings>::new("nodes", "its nodes for a move", |set| {
            whole(&mut set.nodes, 1..=1_000_000_000)
        })
        .only("with program=PATH", ScoutSettings::has_program),
        OptionRow::<ScoutSettings>::new("candidates", "requests that it values, at most", |set| {
            whole(&mut set.candidates, 1..=100)
        })
        .only("with program=PATH", ScoutSettings::has_program),
        OptionRow::<ScoutSettings>::new("deepening", "positions on which it values them", |set| {
            whole(&mut set.deepening, 1..=10_000)
        })
        .only("with program=PATH", ScoutSettings::has_program),
        $(OptionRow::new(
            recon::Weights::ALL[$place].name,
            bare(recon::Weights::ALL[$place].what),
            |set| weight(set, $place),
        ),)*
    ] };
}

impl Settings for ScoutSettings {
    const OPTIONS: &'static [OptionRow<ScoutSettings>] =
        options!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28);
    const GAMES: &'static [GameKind] = &[GameKind::Recon];

    fn name(&self) -> &'static str {
        "scout"
    }

    fn usual(&self) -> ScoutSettings {
        ScoutSettings::default()
    }

    fn weighing(&self) -> Option<&dyn Weighing> {
        Some(self)
    }

    fn options(&self) -> String {
        options::shortest(Self::OPTIONS, self.origins(), self)
    }

    fn load(&mut self, written: &Written, library: &dyn Library) -> Result<(), SpecError> {
        self.load_weights(written, library)
    }

    fn build_recon(&self, color: Color, stream: Stream) -> Option<Box<dyn ReconPlayer>> {
        let options = recon::ScoutOptions {
            limit: self.limit as usize,
            sensing: self.sensing as usize,
            moving: self.moving as usize,
            depth: self.depth,
            deep: self.has_program().then(|| recon::DeepOptions {
                program: self.program.clone(),
                nodes: u64::from(self.nodes),
                candidates: self.candidates as usize,
                positions: self.deepening as usize,
            }),
            weights: self.weights.clone(),
        };
        let scout = recon::Scout::new(color, options, stream);
        Some(Box::new(Own::new(scout)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_weight_of_scout_is_an_option_and_can_be_searched() {
        let options = ScoutSettings::OPTIONS.iter().map(|row| row.name);
        assert!(options.skip(9).eq(SCOUT.names()));
        for info in SCOUT.rows {
            let within = (info.min..=info.max).contains(&info.default);
            assert!(info.min > 0.0 && within, "{}", info.name);
        }
    }
}
