//! `darkforge engine`: a player of this program for an umpire in another program.

use std::io::{BufRead, Read as _, Write};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;

use super::engine_recon;
use crate::bad_input::OrBadInput as _;
use crate::cli::errors::usage;
use crate::cli::programs;
use crate::cli::terminal::protocol;
use darkforge_board::Position;
use darkforge_engine::player::{Player, PlayerSpec, TimeLeft};
use darkforge_kriegspiel::protocol::{Clock, LONGEST_LINE, NewGame, Order, Reply, VERSION};
use darkforge_kriegspiel::umpire::{Answer, Question, Seat};
use darkforge_lab::config::VERSION as RELEASE;
use darkforge_lab::rules::{Choice, Rules};
use darkforge_streams as streams;

/// Play for an umpire in another program, by the protocol.
#[derive(Args)]
#[command(
    after_help = "The umpire's lines are read from standard input, the player's lines are written to standard output; docs/protocol.md describes all lines. `darkforge match --help` has all players and their options.\n\nExamples:\n  darkforge engine darkboard:depth=1\n  darkforge engine scout --ruleset rbc\n  darkforge match 'process:old/darkforge engine darkboard' darkboard --games 400"
)]
pub(crate) struct Options {
    /// The player that answers.
    player: String,
    /// Ruleset of the games, needed for rbc alone: Kriegspiel's come with the lines.
    #[arg(long, default_value = "icc")]
    ruleset: Rules,
}

/// Runs the command until `quit` or the end of its input.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let text = &options.player;
    let player: PlayerSpec = text
        .parse()
        .map_err(|error| usage(format!("player '{text}': {error}")))?;
    if player.program().is_some() {
        return Err(usage(format!(
            "player '{text}' uses the protocol itself: run that program instead"
        )));
    }
    let rules = options.ruleset;
    rules
        .check(&player, Choice::Flag)
        .map_err(|error| usage(format!("player '{text}': {error}")))?;
    programs::check([&player])?;
    match rules {
        Rules::Kriegspiel(_) => speak(&player, std::io::stdin().lock(), protocol()),
        Rules::Recon => engine_recon::speak(&player, std::io::stdin().lock(), protocol()),
    }
}

/// A game in progress.
struct Game {
    seat: Seat,
    player: Box<dyn Player>,
    /// The question that is not answered yet.
    asked: Option<Question>,
    clock: Option<Clock>,
    /// Time left at the beginning of this turn, and when that was.
    turn: Option<(Duration, Instant)>,
}

impl Game {
    fn new(player: &PlayerSpec, game: &NewGame) -> Game {
        let player = match game.limits.positions {
            Some(positions) => player.with_positions(positions),
            None => player.clone(),
        };
        let start = game.start.as_ref().map(Position::of_board);
        let seat = Seat::opening(game.ruleset, game.color, &start.unwrap_or_default());
        let mut player = player.build(streams::open(game.seed, "player", game.stream));
        if let Some(clock) = game.clock {
            player.time_left(&TimeLeft {
                clock,
                left: clock.start,
                margin: Duration::ZERO,
            });
        }
        player.begin(seat.view(), game.plies);
        Game {
            seat,
            player,
            asked: None,
            clock: game.clock,
            turn: None,
        }
    }

    /// The turn begins, with so much time left.
    fn begin_turn(&mut self, left: Option<Duration>) {
        self.turn = left.map(|left| (left, Instant::now()));
    }

    fn ask(&mut self) -> Reply {
        if let (Some(clock), Some((left, began))) = (self.clock, self.turn) {
            self.player.time_left(&TimeLeft {
                clock,
                left: left.saturating_sub(began.elapsed()),
                margin: Duration::ZERO,
            });
        }
        self.asked = self.player.choose(self.seat.view());
        self.asked.map_or(Reply::None, Reply::Ask)
    }

    /// The reply to the umpire's `answer`: another question, until a move is played.
    fn hear(&mut self, answer: Answer) -> anyhow::Result<Option<Reply>> {
        let question = self.asked.take().context("an answer to no question")?;
        self.seat.answered(question, &answer);
        self.player.answered(self.seat.view(), question, &answer);
        Ok(match answer {
            Answer::Played(_) => None,
            _ => Some(self.ask()),
        })
    }
}

/// Answers the lines of `input` as `player` would.
fn speak(player: &PlayerSpec, mut input: impl BufRead, mut out: impl Write) -> anyhow::Result<()> {
    let mut game: Option<Game> = None;
    for number in 1.. {
        let place = || format!("standard input, line {number}");
        let Some(line) = line(&mut input).or_bad_input(place)? else {
            break;
        };
        let order: Order = line.parse().or_bad_input(place)?;
        let here = || game_missing(&line).or_bad_input(place);
        let reply = match order {
            Order::Protocol(_) => {
                writeln!(out, "id name darkforge {RELEASE} {player}")?;
                Some(Reply::Ready(Some(VERSION)))
            }
            Order::NewGame(new) => {
                game = Some(Game::new(player, &new));
                Some(Reply::Ready(None))
            }
            Order::YourMove(left) => match &mut game {
                Some(game) => {
                    game.begin_turn(left);
                    Some(game.ask())
                }
                None => return here(),
            },
            Order::Answer(answer) => match &mut game {
                Some(game) => game.hear(answer).or_bad_input(place)?,
                None => return here(),
            },
            Order::Moved(heard, said) => match &mut game {
                Some(game) => {
                    game.seat.opponent_moved(heard, &said);
                    game.player.opponent_moved(game.seat.view(), &said);
                    None
                }
                None => return here(),
            },
            Order::GameOver(_) => {
                game = None;
                None
            }
            Order::Quit => return Ok(()),
        };
        if let Some(reply) = reply {
            let thought = game.as_ref().filter(|_| matches!(reply, Reply::Ask(_)));
            let thought = thought.and_then(|game| game.player.thought()?.line());
            if let Some(line) = thought {
                writeln!(out, "{line}")?;
            }
            writeln!(out, "{reply}")?;
            out.flush()?;
        }
    }
    Ok(())
}

/// The next line, if there is one.
pub(in crate::cli) fn line(input: &mut impl BufRead) -> anyhow::Result<Option<String>> {
    let mut line = Vec::new();
    let most = LONGEST_LINE as u64 + 1;
    if input.by_ref().take(most).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    anyhow::ensure!(
        line.len() <= LONGEST_LINE,
        "it has more than {LONGEST_LINE} bytes"
    );
    let line = String::from_utf8(line).context("it is not text in UTF-8")?;
    Ok(Some(line.trim_end_matches(['\n', '\r']).to_owned()))
}

fn game_missing(line: &str) -> anyhow::Result<()> {
    anyhow::bail!("'{line}' without a game: 'newgame' comes first")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(lines: &str) -> anyhow::Result<String> {
        let mut out = Vec::new();
        speak(&PlayerSpec::semi_random(), lines.as_bytes(), &mut out)?;
        Ok(String::from_utf8(out)?)
    }

    #[test]
    fn a_dialogue_has_an_answer_to_each_question() {
        let game =
            "protocol 1\nnewgame ruleset icc color white seed 1 stream 0 plies 9\nyourmove\n";
        let answers = said(&format!(
            "{game}refused\nplayed tries 0\nmoved tries 0\nyourmove\nquit\nnothing"
        ));
        let answers = answers.unwrap();
        let lines: Vec<&str> = answers.lines().collect();
        assert!(lines[0].starts_with("id name darkforge"), "{answers}");
        assert_eq!(lines[1..3], ["ready 1", "ready"]);
        assert_eq!(lines.len(), 6, "{answers}");
        assert!(
            lines[3..].iter().all(|line| line.starts_with("try ")),
            "{answers}"
        );
        let wrong = |lines: &str| format!("{:#}", said(lines).unwrap_err());
        assert!(wrong("yourmove").contains("newgame"));
        assert!(wrong("protocol 1\nhello").contains("line 2"));
        assert!(wrong(&format!("{game}played\nplayed")).contains("line 5"));
    }

    #[test]
    fn a_line_that_does_not_end_is_refused_and_not_kept() {
        let endless = std::io::BufReader::new(std::io::repeat(b'x'));
        let refused = speak(&PlayerSpec::random(), endless, Vec::new()).unwrap_err();
        let refused = format!("{refused:#}");
        assert!(
            refused.contains("line 1: it has more than 4096"),
            "{refused}"
        );
    }
}
