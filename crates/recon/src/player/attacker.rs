//! `attacker`: one of four rushes at the enemy king, then passes. The rushes are those of
//! reconchess' player of this name.

use super::Player;
use crate::referee::{Request, Sense, View};
use darkforge_board::{Color, Square, Try};
use darkforge_streams::{self as streams, Stream};

/// White's moves of each rush.
const RUSHES: [&str; 4] = [
    "b1c3 c3b5 b5d6 d6e8",
    "b1c3 c3e4 e4f6 f6e8",
    "g1h3 h3f4 f4h5 h5f6 f6e8",
    "e2e4 f1c4 d1h5 c4f7 f7e8 h5e8",
];

/// The player that rushes.
#[derive(Clone, Debug)]
pub struct Attacker {
    stream: Stream,
    /// Moves still to be made, the next one last.
    rush: Vec<Try>,
}

impl Attacker {
    /// A player whose rush and senses are drawn from `stream`.
    pub fn new(color: Color, mut stream: Stream) -> Attacker {
        let drawn = RUSHES[streams::below(&mut stream, RUSHES.len())];
        let moves = drawn.rsplit(' ').filter_map(|text| text.parse().ok());
        let turned = |asked: Try| color.fold_wb(asked, asked.flipped());
        let rush = moves.map(turned).collect();
        Attacker { stream, rush }
    }
}

impl Player for Attacker {
    fn sense(&mut self, _view: &View) -> Sense {
        Sense::at(Square::new(streams::below(&mut self.stream, 64) as u32))
    }

    fn request(&mut self, view: &View) -> Request {
        while let Some(next) = self.rush.pop() {
            if view.is_allowed(next) {
                return next.into();
            }
        }
        Request::PASS
    }
}
