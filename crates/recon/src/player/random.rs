//! `random`: any sense, and any request or a pass, each equally likely.

use super::Player;
use crate::referee::{Request, Sense, View};
use darkforge_board::Square;
use darkforge_streams::{self as streams, Stream};

/// The random player.
#[derive(Clone, Debug)]
pub struct Random {
    stream: Stream,
}

impl Random {
    /// A player that draws from `stream`.
    pub fn new(stream: Stream) -> Random {
        Random { stream }
    }
}

impl Player for Random {
    fn sense(&mut self, _view: &View) -> Sense {
        Sense::at(Square::new(streams::below(&mut self.stream, 64) as u32))
    }

    fn request(&mut self, view: &View) -> Request {
        let requests = view.requests();
        let drawn = streams::below(&mut self.stream, requests.len() + 1);
        Request(requests.get(drawn).copied())
    }
}
