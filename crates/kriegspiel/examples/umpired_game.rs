//! A game with an umpire between two own players. A player sees its `View` and nothing else.

use darkforge_board::{Color, Try};
use darkforge_kriegspiel::umpire::{Answer, ICC, Umpire, View};
use darkforge_streams::{self as streams, Stream};

/// A possible move that was not refused in this turn.
fn random(view: &View, stream: &mut Stream) -> Try {
    let mut tries = Vec::new();
    view.sensible(&mut tries);
    tries.retain(|asked| !view.refused().contains(asked));
    tries[streams::below(stream, tries.len())]
}

/// The same, but with pawn captures first: the answers show where the enemy stands.
fn pawn_hunter(view: &View, stream: &mut Stream) -> Try {
    let drawn: Vec<Try> = (0..20).map(|_| random(view, stream)).collect();
    let capture = drawn.iter().find(|asked| view.is_pawn_capture(**asked));
    *capture.unwrap_or(&drawn[0])
}

fn main() {
    let mut stream = streams::open(1, "example", 0);
    let mut umpire = Umpire::new(&ICC, 400);
    while umpire.outcome().is_none() {
        let view = umpire.view(umpire.turn());
        let asked = match view.color() {
            Color::White => pawn_hunter(view, &mut stream),
            Color::Black => random(view, &mut stream),
        };
        if let Ok(Answer::Played(said)) = umpire.ask(asked.into())
            && let Some(capture) = said.capture
        {
            println!("{:>3}. captured on {}", umpire.plies(), capture.square);
        }
    }
    let outcome = umpire.outcome().expect("the game is over");
    println!("{} by {}", outcome.result, outcome.ending);
}
