//! One game in progress: seat, player, and what was heard.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::heard::Event;
use super::rules::ServerRules;
use darkforge_board::{Color, Try};
use darkforge_engine::player::{Player, PlayerSpec};
use darkforge_kriegspiel::umpire::{Answer, Question, Seat};
use darkforge_streams as streams;

/// Questions in one turn after which a player counts as asking without end.
const MOST_QUESTIONS: usize = 512;
/// Plies that a player is told as the limit: the server has none.
const PLY_LIMIT: u32 = 100_000;

/// A game of the bot.
pub(crate) struct Game {
    pub(crate) id: String,
    pub(crate) color: Color,
    pub(crate) rules: ServerRules,
    spec: PlayerSpec,
    seed: u64,
    seat: Seat,
    player: Box<dyn Player>,
    /// All that was heard, but for nonsense, which the server does not keep.
    pub(crate) events: Vec<Event>,
    /// Questions of this turn.
    asked: usize,
    /// Tries of this turn that were nonsense.
    nonsense: Vec<Question>,
    /// The player's question that has no answer yet. If the connection was lost before it came to the
    /// server, it is asked again.
    pending: Option<Question>,
    /// Number of times that the server went back, because it was restarted.
    pub(crate) rewinds: u64,
}

/// Result of following the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Followed {
    /// The server says what was known, or more.
    On,
    /// The server says less or something else: the game was begun anew from its words.
    Back,
}

impl Game {
    /// A game before its first move. Its player draws from the stream that `seed` and the game's name
    /// give, so that it is the same after a restart.
    pub(crate) fn new(
        id: &str,
        color: Color,
        rules: ServerRules,
        spec: &PlayerSpec,
        seed: u64,
    ) -> Result<Game, String> {
        let mut game = Game {
            id: id.to_owned(),
            color,
            rules,
            spec: spec.clone(),
            seed,
            seat: Seat::new(rules.ruleset(), color),
            player: build(id, spec, seed),
            events: Vec::new(),
            asked: 0,
            nonsense: Vec::new(),
            pending: None,
            rewinds: 0,
        };
        game.begin()?;
        Ok(game)
    }

    fn begin(&mut self) -> Result<(), String> {
        let view = self.seat.view();
        guard(&mut *self.player, |player| player.begin(view, PLY_LIMIT))
    }

    /// Takes all that was heard by the server's account.
    ///
    /// # Errors
    /// The player's fault, as a sentence.
    pub(crate) fn follow(&mut self, heard: &[Event]) -> Result<Followed, String> {
        let known = self.events.len();
        if heard.len() >= known && heard[..known] == self.events[..] {
            for &event in &heard[known..] {
                self.take(event)?;
            }
            return Ok(Followed::On);
        }
        self.rewinds += 1;
        self.seat = Seat::new(self.rules.ruleset(), self.color);
        self.player = build(&self.id, &self.spec, self.seed);
        self.events.clear();
        self.end_turn();
        self.pending = None;
        self.begin()?;
        for &event in heard {
            self.take(event)?;
        }
        Ok(Followed::Back)
    }

    fn take(&mut self, event: Event) -> Result<(), String> {
        match event {
            Event::Own(question, answer) => self.answered(question, answer),
            Event::Enemy(overheard, said) => {
                self.events.push(event);
                self.seat.opponent_moved(overheard, &said);
                self.end_turn();
                let view = self.seat.view();
                guard(&mut *self.player, |player| {
                    player.opponent_moved(view, &said);
                })
            }
        }
    }

    fn end_turn(&mut self) {
        self.asked = 0;
        self.nonsense.clear();
    }

    /// Takes the answer to an own question.
    ///
    /// # Errors
    /// The player's fault, as a sentence.
    pub(crate) fn answered(&mut self, question: Question, answer: Answer) -> Result<(), String> {
        if answer == Answer::Nonsense {
            self.nonsense.push(question);
        } else {
            self.events.push(Event::Own(question, answer));
        }
        if self.pending == Some(question) {
            self.pending = None;
        }
        self.asked += 1;
        self.seat.answered(question, &answer);
        let view = self.seat.view();
        guard(&mut *self.player, |player| {
            player.answered(view, question, &answer);
        })
    }

    /// Takes the answer with which the game ended; the player is not asked again.
    pub(crate) fn ended(&mut self, question: Question, answer: Answer) {
        self.events.push(Event::Own(question, answer));
    }

    /// The next question: the player's, or if it has none, any try that was not refused in this turn.
    ///
    /// # Errors
    /// The player's fault, as a sentence.
    pub(crate) fn question(&mut self) -> Result<Question, String> {
        if self.asked >= MOST_QUESTIONS {
            return Err(format!(
                "it asks more than {MOST_QUESTIONS} times in one turn"
            ));
        }
        if let Some(pending) = self.pending {
            return Ok(pending);
        }
        let view = self.seat.view();
        let chosen = guard(&mut *self.player, |player| player.choose(view))?;
        let question = chosen.or_else(|| self.any_try());
        let question = question.ok_or_else(|| "it has no try left".to_owned())?;
        self.pending = Some(question);
        Ok(question)
    }

    fn any_try(&self) -> Option<Question> {
        let view = self.seat.view();
        let mut tries: Vec<Try> = Vec::new();
        view.pseudolegal(true, &mut tries);
        let mut left = tries.into_iter().filter(|asked| {
            let was_asked =
                view.refused().contains(asked) || self.nonsense.contains(&Question::Try(*asked));
            view.leaves(*asked) && !was_asked
        });
        left.next().map(Question::Try)
    }
}

fn build(id: &str, spec: &PlayerSpec, seed: u64) -> Box<dyn Player> {
    spec.build(streams::open(
        seed,
        "bot player",
        streams::fnv1a(id.as_bytes()),
    ))
}

/// Calls the player; a panic or a fault of its own is told as a sentence.
fn guard<T>(player: &mut dyn Player, call: impl FnOnce(&mut dyn Player) -> T) -> Result<T, String> {
    let done = catch_unwind(AssertUnwindSafe(|| {
        let done = call(player);
        (done, player.fault())
    }));
    match done {
        Ok((done, None)) => Ok(done),
        Ok((_, Some(fault))) => Err(fault.to_string()),
        Err(_) => Err("it panicked".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_kriegspiel::umpire::Umpire;

    /// Plays to the end; returns all that White heard.
    fn played(game: &mut Game, most: usize) -> Vec<Event> {
        let mut umpire = Umpire::new(game.rules.ruleset(), 400);
        let mut heard = Vec::new();
        let mut random = PlayerSpec::random().build(streams::open(3, "test", 0));
        while umpire.outcome().is_none() && heard.len() < most {
            let mover = umpire.turn();
            let question = if mover == Color::White {
                game.question().unwrap()
            } else {
                random.choose(umpire.view(mover)).unwrap()
            };
            let answer = umpire.ask(question).unwrap();
            if mover == Color::White {
                game.answered(question, answer).unwrap();
                heard.push(Event::Own(question, answer));
                continue;
            }
            random.answered(umpire.view(mover), question, &answer);
            if let Answer::Played(said) = answer {
                heard.push(Event::Enemy(umpire.view(Color::White).overheard(), said));
                assert_eq!(game.follow(&heard), Ok(Followed::On));
                assert_eq!(game.seat.view(), umpire.view(Color::White));
            }
        }
        heard
    }

    #[test]
    fn a_game_follows_goes_back_and_goes_on() {
        for (number, rules) in ServerRules::all().into_iter().enumerate() {
            let spec: PlayerSpec = "semi-random".parse().unwrap();
            let id = number.to_string();
            let mut game = Game::new(&id, Color::White, rules, &spec, 1).unwrap();
            let heard = played(&mut game, 60);
            assert_eq!(game.follow(&heard), Ok(Followed::On), "nothing new");
            // A server that was killed knows less; the game goes on from what it knows.
            let kept = heard
                .iter()
                .take(heard.len() / 2)
                .copied()
                .collect::<Vec<_>>();
            assert_eq!(game.follow(&kept), Ok(Followed::Back));
            assert_eq!(game.events, kept);
            assert_eq!(game.rewinds, 1);
            assert_eq!(game.follow(&heard), Ok(Followed::On));
            assert_eq!(game.events, heard);
        }
    }

    #[test]
    fn a_restarted_bot_knows_the_same_from_the_servers_words() {
        let spec: PlayerSpec = "darkboard:depth=1,particles=0".parse().unwrap();
        let rules: ServerRules = "berkeley".parse().unwrap();
        let mut game = Game::new("g", Color::White, rules, &spec, 1).unwrap();
        let heard = played(&mut game, 40);
        let mut again = Game::new("g", Color::White, rules, &spec, 1).unwrap();
        assert_eq!(again.follow(&heard), Ok(Followed::On));
        assert_eq!(again.seat.view(), game.seat.view());
        again.question().expect("it plays on");
    }
}
