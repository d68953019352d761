//! PGN, as its many writers write it: variations, annotations and comments that are not the
//! umpire's are passed over.

use std::ops::ControlFlow;

use pgn_reader::{Nag, Outcome, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};

use super::super::pgn::{Comment, Filter, ScoreSheet, ScoreSheetMove};

/// The games in the text of one or a few games; each as text, or with what is wrong.
pub(super) fn sheets(text: &[u8]) -> Vec<Result<ScoreSheet, String>> {
    let mut reader = Reader::build(text)
        .set_supported_tag_line_length(text.len())
        .set_supported_comment_length(text.len())
        .finish();
    let mut found = Vec::new();
    loop {
        match reader.read_game(&mut Movetext) {
            Ok(None) => return found,
            Ok(Some(game)) => found.extend(game),
            Err(error) => {
                found.push(Err(error.to_string()));
                return found;
            }
        }
    }
}

/// Reads one game.
struct Movetext;

/// A game as far as it was read.
#[derive(Default)]
struct Game {
    sheet: ScoreSheet,
    filter: Filter,
    /// Whether there was any tag or move: text that is no PGN has none.
    any: bool,
    problem: Option<String>,
}

impl Game {
    fn wrong(&mut self, problem: &str) {
        self.problem.get_or_insert_with(|| problem.to_owned());
    }

    /// Whether the next move is one that a filtered game does not tell.
    fn is_hidden(&self) -> bool {
        let white = self.sheet.moves.len().is_multiple_of(2);
        let player = self.filter.player();
        player.is_some_and(|player| player.is_white() != white)
    }

    fn push(&mut self, san: Option<String>) {
        if !self.sheet.result.is_empty() {
            self.wrong("there are moves after its result");
        }
        self.sheet.moves.push(ScoreSheetMove { san, comment: None });
    }
}

/// A text in UTF-8, or else, as in many an old file, in Latin-1.
pub(super) fn decode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

impl Visitor for Movetext {
    type Tags = Game;
    type Movetext = Game;
    type Output = Option<Result<ScoreSheet, String>>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Game> {
        ControlFlow::Continue(Game::default())
    }

    fn tag(
        &mut self,
        game: &mut Game,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        let (name, value) = (decode(name), decode(&value.decode()));
        game.any = true;
        match name.as_str() {
            "Filtered" => game.filter = value.parse().unwrap_or_default(),
            "FEN" => game.wrong("it does not begin from the initial position (tag FEN)"),
            _ => {}
        }
        game.sheet.tags.push((name, value));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, game: Game) -> ControlFlow<Self::Output, Game> {
        ControlFlow::Continue(game)
    }

    fn san(&mut self, game: &mut Game, san: SanPlus) -> ControlFlow<Self::Output> {
        game.any = true;
        if game.is_hidden() {
            game.push(None);
        }
        game.push(Some(san.to_string()));
        ControlFlow::Continue(())
    }

    fn nag(&mut self, game: &mut Game, nag: Nag) -> ControlFlow<Self::Output> {
        // "??" stands for a hidden move, unless it stands right behind a move.
        let last = game.sheet.moves.last();
        if nag == Nag::BLUNDER && game.is_hidden() && last.is_none_or(|m| m.comment.is_some()) {
            game.push(None);
        }
        ControlFlow::Continue(())
    }

    fn comment(&mut self, game: &mut Game, comment: RawComment<'_>) -> ControlFlow<Self::Output> {
        if let Some(told) = game.sheet.moves.last_mut()
            && told.comment.is_none()
        {
            told.comment = Comment::parse(&decode(comment.as_bytes()));
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _game: &mut Game) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn outcome(&mut self, game: &mut Game, outcome: Outcome) -> ControlFlow<Self::Output> {
        if game.sheet.result.is_empty() {
            game.sheet.result = outcome.to_string();
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, game: Game) -> Self::Output {
        if !game.any {
            return None;
        }
        Some(game.problem.map_or(Ok(game.sheet), Err))
    }
}
