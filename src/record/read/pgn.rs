//! PGN, as its many writers write it: comments, variations and annotations are passed over.

use std::io::ErrorKind;
use std::ops::ControlFlow;

use pgn_reader::{Outcome, RawTag, Reader, SanPlus, Skip, Visitor};

use super::{ReadGame, Unfinished};
use crate::umpire::GameResult;

/// The games of a PGN file, each whole or with what is wrong.
pub(super) fn games(content: &[u8]) -> Vec<Result<ReadGame, String>> {
    let mut reader = Reader::new(content);
    let mut found = Vec::new();
    loop {
        match reader.read_game(&mut Movetext) {
            Ok(None) => return found,
            Ok(Some(game)) => found.extend(game),
            Err(error) => {
                found.push(Err(error.to_string()));
                if error.kind() != ErrorKind::InvalidData {
                    return found;
                }
            }
        }
    }
}

/// Reads one game.
struct Movetext;

/// The tags that matter, and the moves after them.
#[derive(Default)]
struct Game {
    read: Unfinished,
    /// Whether there was any tag, move or result: text that is no PGN has none.
    any: bool,
    plies: Option<usize>,
}

fn result_of(text: &str) -> Option<GameResult> {
    [
        GameResult::WhiteWins,
        GameResult::BlackWins,
        GameResult::Draw,
    ]
    .into_iter()
    .find(|result| result.as_str() == text)
}

impl Visitor for Movetext {
    type Tags = Game;
    type Movetext = Game;
    type Output = Option<Result<ReadGame, String>>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Game> {
        ControlFlow::Continue(Game::default())
    }

    fn tag(
        &mut self,
        game: &mut Game,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        let value = value.decode_utf8_lossy();
        game.any = true;
        match name {
            b"White" => game.read.players[0] = value.into_owned(),
            b"Black" => game.read.players[1] = value.into_owned(),
            b"Result" => game.read.result = result_of(&value),
            b"PlyCount" => game.plies = value.parse().ok(),
            b"FEN" => game
                .read
                .wrong("it does not begin from the initial position (tag FEN)".to_owned()),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, game: Game) -> ControlFlow<Self::Output, Game> {
        ControlFlow::Continue(game)
    }

    fn san(&mut self, game: &mut Game, san: SanPlus) -> ControlFlow<Self::Output> {
        game.any = true;
        game.read.play(|position| {
            let asked = position.read_san(&san.to_string());
            asked.map_err(|error| error.to_string())
        });
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _game: &mut Game) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn outcome(&mut self, game: &mut Game, outcome: Outcome) -> ControlFlow<Self::Output> {
        game.any = true;
        if game.read.result.is_none() {
            game.read.result = result_of(&outcome.to_string());
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, mut game: Game) -> Self::Output {
        if !game.any {
            return None;
        }
        if let Some(plies) = game.plies {
            game.read.expect_plies(plies);
        }
        Some(game.read.finish())
    }
}
