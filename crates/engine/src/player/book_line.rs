//! Book lines: an opening of a book, until the first announcement or refusal.

use std::sync::Arc;

use crate::darkboard::Book;
use darkforge_board::Try;
use darkforge_kriegspiel::umpire::{Announcement, Answer, View};
use darkforge_streams::Stream;

/// The rest of a player's book moves in this game.
pub(super) enum BookLine {
    /// Not drawn yet: before the first move the colour may be unknown.
    Closed(Arc<Book>, Box<Stream>),
    /// In the book: the moves to come, the next one last.
    Open(Vec<Try>),
    /// Out of the book.
    Left,
}

impl BookLine {
    /// A line from `book`, drawn from `stream` at the first move; without a book there is none.
    pub(super) fn new(book: Option<Arc<Book>>, stream: Stream) -> BookLine {
        match book {
            Some(book) => BookLine::Closed(book, Box::new(stream)),
            None => BookLine::Left,
        }
    }

    /// The book's next move, if the player is still in the book and the move is possible on its own
    /// board.
    pub(super) fn next(&mut self, view: &View) -> Option<Try> {
        if view.start().is_some() {
            *self = BookLine::Left; // openings are played from the initial position
        }
        if let BookLine::Closed(book, stream) = self {
            let opening = book.draw(view.color(), stream);
            let moves = opening.map(|opening| opening.moves.iter().rev().copied().collect());
            *self = BookLine::Open(moves.unwrap_or_default());
        }
        let BookLine::Open(moves) = self else {
            return None;
        };
        let mut possible = Vec::new();
        view.pseudolegal(false, &mut possible);
        let next = moves.pop().filter(|next| possible.contains(next));
        if next.is_none() {
            *self = BookLine::Left;
        }
        next
    }

    /// Takes the umpire's answer to the player's try.
    pub(super) fn answered(&mut self, answer: Answer) {
        match answer {
            Answer::Played(said) => self.heard(said),
            _ => *self = BookLine::Left,
        }
    }

    /// Takes the announcement of a move of either side.
    pub(super) fn heard(&mut self, said: Announcement) {
        if !said.is_silent() {
            *self = BookLine::Left;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::Color;
    use darkforge_kriegspiel::umpire::{ICC, Question, Umpire};
    use darkforge_streams as streams;

    /// White's moves from a book of one opening while `black` answers; a refused try ends the line.
    fn played(opening: &str, black: &[&str]) -> Vec<String> {
        let book = Book::parse("test", &format!("[white]\n1 {opening}\n")).unwrap();
        let mut line = BookLine::new(Some(Arc::new(book)), streams::open(1, "opening", 0));
        let mut umpire = Umpire::new(&ICC, 100);
        let mut moves = Vec::new();
        let mut replies = black.iter();
        while let Some(asked) = line.next(umpire.view(Color::White)) {
            let answer = umpire.ask(Question::Try(asked)).unwrap();
            line.answered(answer);
            moves.push(asked.to_string());
            let Answer::Played(_) = answer else { continue };
            let reply = Question::Try(replies.next().unwrap().parse().unwrap());
            let Answer::Played(said) = umpire.ask(reply).unwrap() else {
                panic!("Black's moves are legal");
            };
            line.heard(said);
        }
        assert!(line.next(umpire.view(Color::White)).is_none(), "for good");
        moves
    }

    #[test]
    fn a_line_is_played_to_its_end_in_silence() {
        let moves = played("e2e3 g1e2 h1g1", &["e7e6", "g8e7", "h8g8"]);
        assert_eq!(moves, ["e2e3", "g1e2", "h1g1"].map(String::from).to_vec());
    }

    #[test]
    fn the_first_word_or_refusal_ends_it() {
        let cases: [(&str, &[&str], usize, &str); 4] = [
            ("e2e4 g1f3", &["d7d5"], 1, "pawn tries after Black's move"),
            ("e2e4 f1b5 g1f3", &["d7d6", "c7c6"], 2, "the own check"),
            ("e2e4 g1f3 f1e2", &["g8f6", "f6e4"], 2, "Black's capture"),
            ("e2e3 f1a6 g1f3", &["b7b5"], 2, "a refused move"),
        ];
        for (opening, black, moves, why) in cases {
            assert_eq!(played(opening, black).len(), moves, "{why}");
        }
    }

    #[test]
    fn a_side_without_openings_has_no_line() {
        let book = Book::parse("test", "[white]\n1 e2e4\n").unwrap();
        let view = Umpire::new(&ICC, 100).view(Color::Black).clone();
        for book in [None, Some(Arc::new(book))] {
            let mut line = BookLine::new(book, streams::open(1, "opening", 0));
            assert!(line.next(&view).is_none());
        }
    }
}
