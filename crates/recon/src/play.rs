//! A game between two players.
//!
//! ```
//! use darkforge_board::Color;
//! use darkforge_recon::play::play;
//! use darkforge_recon::player::{Attacker, Random};
//! use darkforge_recon::referee::Rules;
//! use darkforge_streams as streams;
//!
//! let mut white = Random::new(streams::open(7, "player", 0));
//! let mut black = Attacker::new(Color::Black, streams::open(7, "player", 1));
//! let game = play(&mut [&mut white, &mut black], Rules::default());
//! assert!(game.outcome.is_some());
//! ```

use crate::player::Player;
use crate::record::History;
use crate::referee::{Referee, RefereeError, Report, Request, Rules, Seen, Sense};
use darkforge_board::{SIDES, side};

/// Plays a game and returns its history. Each player is told what the referee tells it, in the
/// order of [`Player`]'s methods. A player with a [`fault`](Player::fault) loses the game; its history,
/// which has no other word for that, says by time.
///
/// # Panics
/// When a player requests what its own men do not allow: an error in that player.
pub fn play(players: &mut [&mut dyn Player; 2], rules: Rules) -> History {
    let mut referee = Referee::new(rules);
    let mut history = History::default();
    while referee.outcome().is_none() {
        let mover = referee.turn();
        let player = &mut *players[side(mover)];
        player.enemy_moved(referee.view(mover));
        let sense = player.sense(referee.view(mover));
        if player.fault().is_some() {
            referee.time_over(mover);
            break;
        }
        let mistake = |error: RefereeError| -> ! { panic!("a player's mistake: {error}") };
        record_sense(&mut referee, &mut history, sense).unwrap_or_else(|error| mistake(error));
        let view = referee.view(mover);
        player.sensed(view);
        let asked = player.request(view);
        if player.fault().is_some() {
            referee.time_over(mover);
            break;
        }
        let report = record_move(&mut referee, &mut history, asked);
        let report = report.unwrap_or_else(|error| mistake(error));
        player.moved(referee.view(mover), &report);
    }
    history.outcome = referee.outcome();
    for color in SIDES {
        let view = referee.view(color);
        players[side(color)].ended(view, referee.outcome());
    }
    history
}

/// Senses and records it.
pub(crate) fn record_sense(
    referee: &mut Referee,
    history: &mut History,
    sense: Sense,
) -> Result<(), RefereeError> {
    let mover = referee.turn();
    let seen: Seen = referee.sense(sense)?;
    history.sensed(mover, &seen);
    Ok(())
}

/// Plays a request and records it.
pub(crate) fn record_move(
    referee: &mut Referee,
    history: &mut History,
    asked: Request,
) -> Result<Report, RefereeError> {
    let mover = referee.turn();
    let before = referee.position().fen();
    let report = referee.request(asked)?;
    history.moved(mover, &report, before, referee.position().fen());
    Ok(report)
}
