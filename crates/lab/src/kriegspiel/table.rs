//! Table: one game between two players, with their faults, clocks and thoughts.

use std::time::{Duration, Instant};

use crate::game::guarded;
use crate::terms::{Adjudicator, Terms};
use darkforge_board::{Board, Color, Position, SIDES, side};
use darkforge_engine::player::{Fault, FaultKind, Player, TimeLeft};
use darkforge_kriegspiel::protocol::{Clock, Thought};
use darkforge_kriegspiel::record::{Entry, GameRecord};
use darkforge_kriegspiel::umpire::{Answer, Question, Ruleset, Umpire};

/// Number of tries in one turn after which a player counts as asking without end. No position has
/// as many moves, promotions included.
pub const MAX_TRIES: usize = 512;

/// A finished game with the players' faults.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The game.
    pub record: GameRecord,
    /// Faults of White and Black. If both failed, the game is lost for the one that failed during
    /// it; if neither did, the board decides.
    pub faults: [Option<Fault>; 2],
    /// Statements of the movers on each move that was played, with its time; empty unless the terms
    /// keep them.
    pub thoughts: Vec<Thought>,
}

/// All that one game is, but for its players.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'a> {
    /// Ruleset.
    pub ruleset: &'static Ruleset,
    /// Plies after which the game is drawn.
    pub ply_limit: u32,
    /// The position from which it begins, if it is not the initial one.
    pub start: Option<&'a Board>,
    /// Clocks of White and Black.
    pub clocks: [Option<Clock>; 2],
    /// Terms of the run; of these only the margin, the rules of adjudication and whether thoughts
    /// are kept.
    pub terms: &'a Terms,
}

/// Plays a game to its end under `ruleset`, drawn after `ply_limit` moves of both sides.
///
/// A player that runs out of tries, or asks [`MAX_TRIES`] times in one turn, forfeits; so does one
/// that panics, in this game alone.
pub fn play(
    ruleset: &'static Ruleset,
    ply_limit: u32,
    white: &mut dyn Player,
    black: &mut dyn Player,
) -> GameRecord {
    play_with_faults(ruleset, ply_limit, white, black).record
}

/// The same, with the players' faults.
pub fn play_with_faults(
    ruleset: &'static Ruleset,
    ply_limit: u32,
    white: &mut dyn Player,
    black: &mut dyn Player,
) -> Finished {
    let setting = Setting {
        ruleset,
        ply_limit,
        start: None,
        clocks: [None; 2],
        terms: &Terms::default(),
    };
    setting.play(white, black)
}

impl Setting<'_> {
    /// Plays the game to its end.
    pub fn play(&self, white: &mut dyn Player, black: &mut dyn Player) -> Finished {
        let mut table = Table::new(self, [white, black]);
        let mut faults = [None, None];
        let played = table.run(self.ply_limit);
        let over_on_board = played.is_ok();
        if let Err((loser, fault)) = played {
            table.umpire.forfeit(loser, fault.kind.ending());
            faults[side(loser)] = Some(fault);
        }
        let entries = std::mem::take(&mut table.entries);
        let mut record = GameRecord::close(&table.umpire, entries);
        // A player at fault is not called again; after a forfeit or an adjudication the last move
        // did not end the game.
        let by_move = over_on_board && !record.outcome.ending.is_adjudicated();
        let last = record.entries.last().and_then(Entry::played);
        let last = last.filter(|_| by_move);
        let said = last.as_ref().map(|(_, said)| said);
        for color in SIDES {
            if faults[side(color)].is_some() {
                continue;
            }
            let told = table.call(color, |player, umpire| {
                player.ended(umpire.view(color), said, record.outcome);
            });
            faults[side(color)] = told.err().map(|(_, fault)| fault);
        }
        if over_on_board {
            let loser = match &faults {
                [Some(fault), None] => Some((Color::White, fault)),
                [None, Some(fault)] => Some((Color::Black, fault)),
                _ => None,
            };
            if let Some((loser, fault)) = loser {
                table.umpire.forfeit(loser, fault.kind.ending());
                record.outcome = table.umpire.outcome().unwrap_or(record.outcome);
            }
        }
        Finished {
            record,
            faults,
            thoughts: table.thoughts,
        }
    }
}

/// A side at fault, with its fault.
type Failed = (Color, Fault);

/// A clock that runs on its player's turns.
struct Ticking {
    clock: Clock,
    /// Time left at the beginning of the player's turn.
    left: Duration,
    /// Own moves so far.
    moves: u32,
}

impl Ticking {
    fn new(clock: Clock) -> Ticking {
        Ticking {
            clock,
            left: clock.start,
            moves: 0,
        }
    }

    fn now(&self, spent: Duration, margin: Duration) -> TimeLeft {
        TimeLeft {
            clock: self.clock,
            left: self.left.saturating_sub(spent),
            margin,
        }
    }

    fn moved(&mut self, spent: Duration) {
        self.moves += 1;
        self.left = self.left.saturating_sub(spent) + self.clock.added_after(self.moves);
    }
}

/// A game in progress.
struct Table<'a> {
    umpire: Umpire,
    players: [&'a mut dyn Player; 2],
    entries: Vec<Entry>,
    clocks: [Option<Ticking>; 2],
    margin: Duration,
    /// Whether thoughts are kept, and asked for.
    keeps: bool,
    adjudicator: Adjudicator,
    /// Time of each player since its last move: its answers, and what it heard meanwhile.
    spent: [Duration; 2],
    thoughts: Vec<Thought>,
}

impl<'a> Table<'a> {
    fn new(setting: &Setting<'_>, players: [&'a mut dyn Player; 2]) -> Table<'a> {
        let terms = setting.terms;
        let start = setting.start.map(Position::of_board).unwrap_or_default();
        let clocks = setting.clocks.map(|clock| clock.map(Ticking::new));
        Table {
            umpire: Umpire::opening(setting.ruleset, setting.ply_limit, &start),
            players,
            entries: Vec::with_capacity(512),
            margin: terms.margin,
            keeps: terms.keeps_thoughts() || clocks.iter().any(Option::is_some),
            adjudicator: Adjudicator::new(terms),
            clocks,
            spent: [Duration::ZERO; 2],
            thoughts: Vec::new(),
        }
    }

    /// Calls the players until the game is over or one of them fails.
    fn run(&mut self, ply_limit: u32) -> Result<(), Failed> {
        for color in SIDES {
            if let Some(clock) = &self.clocks[side(color)] {
                let time = clock.now(Duration::ZERO, self.margin);
                self.call(color, |player, _| player.time_left(&time))?;
            }
            self.call(color, |player, umpire| {
                player.begin(umpire.view(color), ply_limit);
            })?;
        }
        while self.umpire.outcome().is_none() {
            self.turn()?;
        }
        Ok(())
    }

    /// One try with its answers.
    fn turn(&mut self) -> Result<(), Failed> {
        let mover = self.umpire.turn();
        let unplayed = |entry: &Entry| !matches!(entry.answer, Answer::Played(_));
        let entries = &self.entries;
        let without_end =
            entries.len() >= MAX_TRIES && entries.iter().rev().take(MAX_TRIES).all(unplayed);
        let fault = |kind, detail: &str| (mover, Fault::new(kind, detail));
        let (question, thought) = self.ask(mover)?;
        let question = question.ok_or_else(|| fault(FaultKind::NoTry, "it has no try left"))?;
        if without_end {
            let says = format!("it asks more than {MAX_TRIES} times in one turn");
            return Err(fault(FaultKind::Flood, &says));
        }
        let answer = self
            .umpire
            .ask(question)
            .map_err(|error| fault(FaultKind::Garbage, &error.to_string()))?;
        self.entries.push(Entry {
            side: mover,
            question,
            answer,
        });
        let is_played = matches!(answer, Answer::Played(_));
        let spent = self.spent[side(mover)];
        if is_played {
            self.spent[side(mover)] = Duration::ZERO;
            if let Some(clock) = &mut self.clocks[side(mover)] {
                clock.moved(spent);
            }
            if self.keeps {
                let time = Some(spent);
                self.thoughts.push(Thought { time, ..thought });
            }
        }
        if self.umpire.outcome().is_some() {
            return Ok(());
        }
        self.timed(mover, !is_played, |player, umpire| {
            player.answered(umpire.view(mover), question, &answer);
        })?;
        if let Answer::Played(said) = answer {
            self.timed(!mover, true, |player, umpire| {
                player.opponent_moved(umpire.view(!mover), &said);
            })?;
            let plies = self.umpire.plies();
            let is_quiet = self.umpire.position().quiet_plies() > 0;
            let adjudicated = self
                .adjudicator
                .moved(mover, thought.score, plies, is_quiet);
            if let Some(outcome) = adjudicated {
                self.umpire.adjudicate(outcome);
            }
        }
        Ok(())
    }

    /// The question of `mover`, and what it says of it.
    fn ask(&mut self, mover: Color) -> Result<(Option<Question>, Thought), Failed> {
        let spent = self.spent[side(mover)];
        if let Some(clock) = &self.clocks[side(mover)] {
            let time = clock.now(spent, self.margin);
            self.call(mover, |player, _| player.time_left(&time))?;
        }
        let hears = self.keeps || self.adjudicator.is_on();
        let began = self.keeps.then(Instant::now);
        let question = self.call(mover, |player, umpire| player.choose(umpire.view(mover)))?;
        let elapsed = began.map(|began| began.elapsed());
        let thought = if hears {
            self.call(mover, |player, _| player.thought())?
        } else {
            None
        };
        let thought = thought.unwrap_or_default();
        // A program is timed where its lines come in.
        let took = elapsed.map(|elapsed| thought.time.unwrap_or(elapsed));
        let spent = spent + took.unwrap_or_default();
        self.spent[side(mover)] = spent;
        match &self.clocks[side(mover)] {
            Some(Ticking { clock, left, .. }) if spent > *left + self.margin => {
                let says = format!("its clock of {clock} s ran out");
                Err((mover, Fault::new(FaultKind::Time, says)))
            }
            _ => Ok((question, thought)),
        }
    }

    /// Calls a player; the time counts if `counts`.
    fn timed(
        &mut self,
        color: Color,
        counts: bool,
        call: impl FnOnce(&mut dyn Player, &Umpire),
    ) -> Result<(), Failed> {
        let began = (counts && self.keeps).then(Instant::now);
        self.call(color, call)?;
        self.spent[side(color)] += began.map_or(Duration::ZERO, |began| began.elapsed());
        Ok(())
    }

    /// Calls a player; a panic is its crash. A player at fault is not called again, so its state
    /// after a panic is never used.
    fn call<T>(
        &mut self,
        color: Color,
        call: impl FnOnce(&mut dyn Player, &Umpire) -> T,
    ) -> Result<T, Failed> {
        let player = &mut *self.players[side(color)];
        let umpire = &self.umpire;
        let done = guarded(|| {
            let done = call(player, umpire);
            (done, player.fault())
        });
        done.map_err(|fault| (color, fault))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::{Role, Square, Try};
    use darkforge_kriegspiel::umpire::{
        Announcement, Ending, GameResult, ICC, Outcome, Question, View,
    };
    use darkforge_streams as streams;

    struct Stubborn;

    impl Player for Stubborn {
        fn choose(&mut self, _view: &View) -> Option<Question> {
            Some(Try::promoting(Square::A1, Square::H8, Role::Queen).into())
        }
        fn answered(&mut self, _view: &View, _question: Question, _answer: &Answer) {}
        fn opponent_moved(&mut self, _view: &View, _said: &Announcement) {}
    }

    #[test]
    fn a_player_that_asks_without_end_forfeits() {
        let mut random = darkforge_engine::player::Random::new(streams::open(1, "test", 0));
        let record = play(&ICC, 1000, &mut random, &mut Stubborn);
        assert_eq!(record.outcome.ending, Ending::ForfeitProtocol);
        assert_eq!(record.outcome.result, GameResult::WhiteWins);
        assert_eq!(record.plies, 1);
    }

    struct Faulty;

    impl Player for Faulty {
        fn choose(&mut self, _view: &View) -> Option<Question> {
            panic!("a fault that a test makes on purpose")
        }
        fn answered(&mut self, _view: &View, _question: Question, _answer: &Answer) {}
        fn opponent_moved(&mut self, _view: &View, _said: &Announcement) {}
    }

    #[test]
    fn a_player_that_panics_loses_that_game_and_nothing_else() {
        let mut random = darkforge_engine::player::Random::new(streams::open(1, "test", 0));
        let Finished { record, faults, .. } =
            play_with_faults(&ICC, 1000, &mut random, &mut Faulty);
        assert_eq!(record.outcome.ending, Ending::ForfeitCrash);
        assert_eq!(record.outcome.result, GameResult::WhiteWins);
        let fault = faults[1].as_ref().expect("Black's");
        assert!(faults[0].is_none());
        assert_eq!(fault.kind, FaultKind::Crash);
        assert!(fault.detail.contains("on purpose"), "{fault}");
    }

    /// Plays at random, and counts the calls at the game's beginning and end.
    struct Late {
        random: darkforge_engine::player::Random,
        told: Vec<String>,
    }

    impl Player for Late {
        fn choose(&mut self, view: &View) -> Option<Question> {
            self.random.choose(view)
        }
        fn answered(&mut self, view: &View, question: Question, answer: &Answer) {
            self.random.answered(view, question, answer);
        }
        fn opponent_moved(&mut self, _view: &View, _said: &Announcement) {}
        fn begin(&mut self, _view: &View, ply_limit: u32) {
            self.told.push(ply_limit.to_string());
        }
        fn ended(&mut self, _view: &View, last: Option<&Announcement>, outcome: Outcome) {
            self.told
                .push(format!("{} {}", last.is_some(), outcome.ending));
        }
        fn fault(&self) -> Option<Fault> {
            let over = self.told.len() == 2;
            over.then(|| Fault::new(FaultKind::Quit, "too late to matter"))
        }
    }

    #[test]
    fn a_fault_after_the_end_forfeits_unless_both_are_at_fault() {
        let late = || Late {
            random: darkforge_engine::player::Random::new(streams::open(1, "test", 0)),
            told: Vec::new(),
        };
        let (mut white, mut black) = (late(), late());
        let mut healthy = darkforge_engine::player::Random::new(streams::open(1, "test", 1));
        let finished = play_with_faults(&ICC, 20, &mut healthy, &mut late());
        assert_eq!(finished.record.plies, 20);
        assert_eq!(finished.record.outcome.ending, Ending::ForfeitProtocol);
        assert_eq!(finished.record.outcome.result, GameResult::WhiteWins);
        assert!(finished.faults[0].is_none());
        let finished = play_with_faults(&ICC, 20, &mut white, &mut black);
        assert_eq!(finished.record.outcome.ending, Ending::PlyLimit);
        assert_eq!(white.told, ["20", "true ply_limit"]);
        assert_eq!(black.told, white.told);
        assert!(
            finished.faults.iter().all(Option::is_some),
            "both are counted"
        );
    }
}
