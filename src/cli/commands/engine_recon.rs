//! `darkforge engine --ruleset rbc`: the lines of reconnaissance blind chess.

use std::io::{BufRead, Write};

use anyhow::Context;

use super::engine::line;
use crate::bad_input::OrBadInput as _;
use darkforge_engine::player::{PlayerSpec, ReconAnswer, ReconPlayer};
use darkforge_kriegspiel::protocol::VERSION;
use darkforge_kriegspiel::umpire::{Ending, GameResult, Outcome};
use darkforge_lab::config::VERSION as RELEASE;
use darkforge_recon::protocol::{NewGame, Order, Reply, read_window};
use darkforge_recon::referee::{Report, Request, Sense, View};
use darkforge_streams as streams;

/// A game in progress.
struct Game {
    view: View,
    player: Box<dyn ReconPlayer>,
    sense: Sense,
    asked: Request,
}

impl Game {
    fn new(spec: &PlayerSpec, new: &NewGame) -> Game {
        let stream = streams::open(new.seed, "player", new.stream);
        let mut player = spec.build_recon(new.color, stream);
        let view = View::start(new.color);
        player.begin(&view, new.plies);
        Game {
            view,
            player,
            sense: Sense::NONE,
            asked: Request::PASS,
        }
    }

    fn sense(&mut self) -> anyhow::Result<Reply> {
        let sense = self.player.sense(&self.view);
        self.sense = sense.context("the player has no sense")?;
        Ok(Reply::Sense(self.sense))
    }

    fn request(&mut self) -> anyhow::Result<Reply> {
        let answer = self.player.request(&self.view);
        Ok(match answer.context("the player has no request")? {
            ReconAnswer::Ask(asked) => {
                self.asked = asked;
                Reply::Ask(asked)
            }
            ReconAnswer::Resign => Reply::Resign,
        })
    }

    /// The reply to a line of the game, if it has one.
    fn hear(&mut self, order: Order) -> anyhow::Result<Option<Reply>> {
        match order {
            Order::YourMove => return self.sense().map(Some),
            Order::Seen(letters) => {
                self.view.sensed(read_window(self.sense, &letters)?);
                self.player.sensed(&self.view);
                return self.request().map(Some);
            }
            Order::Nonsense => {
                self.player.nonsense(&self.view);
                return self.request().map(Some);
            }
            Order::Played(taken, capture) => {
                let report = Report {
                    asked: self.asked,
                    taken,
                    capture,
                };
                let told = report.told(&self.view.side());
                self.view.moved(told);
                self.player.moved(&self.view, &report);
            }
            Order::Moved(capture) => {
                self.view.enemy_moved(capture);
                self.player.enemy_moved(&self.view);
            }
            Order::GameOver(words) => {
                let read = words.split_once(' ').and_then(|(result, ending)| {
                    Some(Outcome {
                        result: GameResult::named(result)?,
                        ending: Ending::named(ending)?,
                    })
                });
                if let Some(outcome) = read {
                    self.player.ended(&self.view, outcome);
                }
            }
            Order::Protocol(_) | Order::NewGame(_) | Order::Quit => {}
        }
        Ok(None)
    }
}

/// Answers the lines of `input` as `player` would.
pub(super) fn speak(
    player: &PlayerSpec,
    mut input: impl BufRead,
    mut out: impl Write,
) -> anyhow::Result<()> {
    let mut game: Option<Game> = None;
    for number in 1.. {
        let place = || format!("standard input, line {number}");
        let Some(line) = line(&mut input).or_bad_input(place)? else {
            break;
        };
        let order: Order = line.parse().or_bad_input(place)?;
        let reply = match order {
            Order::Protocol(_) => {
                writeln!(out, "id name darkforge {RELEASE} {player}")?;
                Some(Reply::Ready(Some(VERSION)))
            }
            Order::NewGame(new) => {
                game = Some(Game::new(player, &new));
                Some(Reply::Ready(None))
            }
            Order::Quit => return Ok(()),
            order => {
                let missing = || format!("'{line}' without a game: 'newgame' comes first");
                let game = game.as_mut().with_context(missing).or_bad_input(place)?;
                let reply = game.hear(order).or_bad_input(place)?;
                if let Some(fault) = game.player.fault() {
                    anyhow::bail!("player '{player}': {fault}");
                }
                reply
            }
        };
        if let Some(reply) = reply {
            writeln!(out, "{reply}")?;
            out.flush()?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(lines: &str) -> anyhow::Result<String> {
        let mut out = Vec::new();
        let player: PlayerSpec = "attacker".parse()?;
        speak(&player, lines.as_bytes(), &mut out)?;
        Ok(String::from_utf8(out)?)
    }

    #[test]
    fn a_dialogue_has_a_sense_and_a_request_for_each_turn() {
        let game = "protocol 1\nnewgame ruleset rbc color black seed 1 stream 0 plies 9\nmoved\nyourmove\n";
        let begun = said(game).unwrap();
        let sense = begun.lines().last().unwrap();
        let square = sense.strip_prefix("sense ").expect("a sense");
        let square: darkforge_board::Square = square.parse().unwrap();
        let window = ".".repeat(darkforge_recon::referee::window(square).count());
        let all = said(&format!(
            "{game}seen {window}\nplayed pass\nmoved capture a7\nquit\nx"
        ));
        let all = all.unwrap();
        let lines: Vec<&str> = all.lines().collect();
        assert_eq!(lines[1..4], ["ready 1", "ready", sense]);
        assert!(lines[4].starts_with("try "), "{all}");
        let wrong = |lines: &str| format!("{:#}", said(lines).unwrap_err());
        assert!(wrong("yourmove").contains("newgame"));
        assert!(wrong(&format!("{game}seen ..")).contains("line 5"));
        assert!(wrong("newgame ruleset icc").contains("rbc"));
    }
}
