//! Pencil marks: enemy men that a person guesses. They are its own and never reach the umpire.

use std::collections::BTreeMap;

use darkforge_board::Square;

/// Letters of marks: kinds of men, and `x` for any man.
pub(crate) const LETTERS: &str = "pnbrqkx";

/// Marks on squares, and how to take the last change back.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    on: BTreeMap<Square, char>,
    /// Squares that were changed, with their earlier marks.
    past: Vec<(Square, Option<char>)>,
}

impl Marks {
    /// The mark on `square`.
    pub(crate) fn on(&self, square: Square) -> Option<char> {
        self.on.get(&square).copied()
    }

    /// Draws a mark on `square`, or rubs it out.
    pub(crate) fn set(&mut self, square: Square, mark: Option<char>) {
        let before = self.on(square);
        if before != mark {
            self.past.push((square, before));
            self.put(square, mark);
        }
    }

    /// Takes the last change back; returns whether there was one.
    pub(crate) fn undo(&mut self) -> bool {
        let last = self.past.pop();
        if let Some((square, before)) = last {
            self.put(square, before);
        }
        last.is_some()
    }

    fn put(&mut self, square: Square, mark: Option<char>) {
        match mark {
            Some(letter) => self.on.insert(square, letter),
            None => self.on.remove(&square),
        };
    }

    /// Obeys `words`, such as `e5 n`, or `e5` alone to rub a mark out.
    ///
    /// # Errors
    /// A sentence that says what would be right.
    pub(crate) fn obey(&mut self, words: &[&str]) -> Result<(), String> {
        let (square, mark) = match words {
            [square] => (square, None),
            [square, mark] => (square, Some(mark)),
            _ => return Err(WRONG.to_owned()),
        };
        let on: Square = square
            .to_ascii_lowercase()
            .parse()
            .map_err(|_| WRONG.to_owned())?;
        let mark = mark.map(|mark| {
            let letter = mark.to_ascii_lowercase();
            let fits = letter.len() == 1 && LETTERS.contains(&letter);
            letter.chars().next().filter(|_| fits).ok_or(WRONG)
        });
        self.set(on, mark.transpose()?);
        Ok(())
    }
}

const WRONG: &str = "write a square and a man, such as `mark e5 n` (p n b r q k, or x for any man); \
                     without a man the mark is rubbed out";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_taken_back_one_by_one() {
        let mut marks = Marks::default();
        marks.obey(&["e5", "n"]).unwrap();
        marks.obey(&["E5", "Q"]).unwrap();
        marks.obey(&["a1", "x"]).unwrap();
        marks.obey(&["e5"]).unwrap();
        assert_eq!(
            (marks.on(Square::E5), marks.on(Square::A1)),
            (None, Some('x'))
        );
        assert!(marks.undo());
        assert_eq!(marks.on(Square::E5), Some('q'));
        assert!(marks.undo() && marks.undo() && marks.undo());
        assert!(!marks.undo());
        assert_eq!((marks.on(Square::E5), marks.on(Square::A1)), (None, None));
        for wrong in [
            &["e9", "n"][..],
            &["e5", "z"],
            &["e5", "nn"],
            &[],
            &["e5", ""],
        ] {
            assert!(marks.obey(wrong).is_err(), "{wrong:?}");
        }
    }
}
