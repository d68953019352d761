//! The desk in a terminal. It reads lines, so it works with a pipe as well.

use std::fmt::Write as _;
use std::io::BufRead;

use super::desk::{Desk, Wish, read, side};
use super::marks::Marks;
use super::sheet::Sheet;
use crate::cli::commands::engine::line;
use crate::report::view::{Glyphs, man};
use darkforge_board::{Color, Square, role_on};
use darkforge_kriegspiel::umpire::{AnyRule, View};

/// The person's commands.
pub(crate) const HELP: &str =
    "\x20 e4, Nf3, e2e4   try a move, in SAN by your own board or by its squares
  any             ask \"Any?\": have I a pawn capture? (where the ruleset has it)
  mark e5 n       pencil a guessed man: p n b r q k, or x for any man
  mark e5         rub the mark out
  undo            take the last change of a mark back; moves cannot be taken back
  board           show your men and marks again
  record          all that you asked and heard
  resign          give the game up
  ?               this help
";

/// Takes text for the person.
type Out = Box<dyn FnMut(&str) -> anyhow::Result<()> + Send>;

/// A desk that reads lines and writes text.
pub(crate) struct TerminalDesk {
    input: Box<dyn BufRead + Send>,
    output: Out,
    glyphs: Glyphs,
    /// Whether to ask for input with a prompt.
    prompts: bool,
    marks: Marks,
    /// Lines of the sheet that were shown.
    shown: usize,
    /// Whether the board was shown in this turn.
    board_shown: bool,
    /// The reason why nothing more can be read or written.
    pub(crate) ended: Option<anyhow::Error>,
}

impl TerminalDesk {
    pub(crate) fn new(
        input: Box<dyn BufRead + Send>,
        output: Out,
        glyphs: Glyphs,
        prompts: bool,
    ) -> TerminalDesk {
        TerminalDesk {
            input,
            output,
            glyphs,
            prompts,
            marks: Marks::default(),
            shown: 0,
            board_shown: false,
            ended: None,
        }
    }

    /// Writes `text`.
    pub(crate) fn say(&mut self, text: &str) {
        if self.ended.is_none()
            && let Err(error) = (self.output)(text)
        {
            self.ended = Some(error);
        }
    }

    /// The next line without spaces around it, or `None` at the end of the input.
    pub(crate) fn read(&mut self, prompt: &str) -> Option<String> {
        if self.prompts {
            self.say(&format!("{prompt}> "));
        }
        if self.ended.is_some() {
            return None;
        }
        match line(&mut self.input) {
            Ok(Some(text)) => Some(text.trim().to_owned()),
            Ok(None) => None,
            Err(error) => {
                self.ended = Some(error);
                None
            }
        }
    }

    fn board(&self, view: &View) -> String {
        let mut text = String::new();
        let white = view.color() == Color::White;
        for row in 0..8 {
            let rank = if white { 7 - row } else { row };
            let _ = write!(text, "{} ", rank + 1);
            for column in 0..8 {
                let file = if white { column } else { 7 - column };
                let square = Square::new(rank * 8 + file);
                text += &self.cell(view, square);
            }
            text.push('\n');
        }
        text += if white {
            "   a  b  c  d  e  f  g  h\n"
        } else {
            "   h  g  f  e  d  c  b  a\n"
        };
        text
    }

    fn cell(&self, view: &View, square: Square) -> String {
        if let Some(role) = role_on(view.men(), square) {
            return format!(" {} ", man(role, view.color() == Color::White, self.glyphs));
        }
        match self.marks.on(square) {
            Some(mark) => format!("({mark})"),
            None => " . ".to_owned(),
        }
    }

    fn show_board(&mut self, view: &View) {
        let board = self.board(view);
        self.say(&board);
        self.board_shown = true;
    }

    /// Obeys a command that is no wish; returns whether it was one.
    fn obey(&mut self, text: &str, view: &View, sheet: &Sheet) -> bool {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["?" | "help"] => self.say(HELP),
            ["board"] => self.show_board(view),
            ["record"] => {
                let lines: Vec<String> = sheet
                    .lines()
                    .iter()
                    .map(|line| line.text() + "\n")
                    .collect();
                let all = lines.concat();
                self.say(if all.is_empty() {
                    "nothing yet\n"
                } else {
                    &all
                });
            }
            ["undo"] => {
                if self.marks.undo() {
                    self.show_board(view);
                } else {
                    self.say(
                        "there is no change of a mark to take back; moves cannot be taken back\n",
                    );
                }
            }
            ["mark", ref rest @ ..] => match self.marks.obey(rest) {
                Ok(()) => self.show_board(view),
                Err(problem) => self.say(&format!("{problem}\n")),
            },
            _ => return false,
        }
        true
    }
}

impl Desk for TerminalDesk {
    fn show(&mut self, _view: &View, sheet: &Sheet) {
        for line in &sheet.lines()[self.shown..] {
            let words = line.words.join(" ");
            let text = if line.own {
                format!("{} {}: {words}\n", line.name, line.answer)
            } else {
                format!("{}. {words}\n", line.name)
            };
            if line.answer == "played" {
                self.board_shown = false;
            }
            self.say(&text);
        }
        self.shown = sheet.lines().len();
    }

    fn wish(&mut self, view: &View, sheet: &Sheet) -> Wish {
        if !self.board_shown {
            self.show_board(view);
        }
        let prompt = format!("{}, move {}", side(view.color()), view.plies() / 2 + 1);
        loop {
            let Some(text) = self.read(&prompt) else {
                return Wish::Resign;
            };
            if text.is_empty() || self.obey(&text, view, sheet) {
                continue;
            }
            if text == "resign" {
                return Wish::Resign;
            }
            match read(&text, view) {
                Ok(question) => return Wish::Ask(question),
                Err(problem) => {
                    let any = match view.ruleset().any {
                        AnyRule::Never => "",
                        _ => " or `any`",
                    };
                    self.say(&format!(
                        "{problem}; try a move such as Nf3 or g1f3{any}, or ? for help\n"
                    ));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::play::desk::Person;
    use darkforge_engine::player::PlayerSpec;
    use darkforge_kriegspiel::umpire::{ICC, Ruleset};
    use darkforge_lab::kriegspiel::play_with_faults;
    use std::sync::{Arc, Mutex};

    /// All that is written while a person writes `lines` as White against the random player.
    fn written(lines: &str, ruleset: &'static Ruleset) -> (String, bool) {
        let text = Arc::new(Mutex::new(String::new()));
        let shared = Arc::clone(&text);
        let output = move |more: &str| {
            shared.lock().unwrap().push_str(more);
            Ok(())
        };
        let input = std::io::Cursor::new(lines.to_owned().into_bytes());
        let desk = TerminalDesk::new(Box::new(input), Box::new(output), Glyphs::Ascii, false);
        let mut person = Person::at(desk);
        let mut random = PlayerSpec::random().build(darkforge_streams::open(1, "player", 1));
        let finished = play_with_faults(ruleset, 100, &mut person, random.as_mut());
        assert!(finished.faults[1].is_none());
        let text = text.lock().unwrap().clone();
        (text, person.resigned)
    }

    #[test]
    fn a_dialogue_shows_own_men_and_marks_and_never_an_enemy_man() {
        let (text, resigned) = written(
            "?\nmark e5 n\nmark z9\nNh9\ne2e5\nNf3\nrecord\nundo\nundo\nresign\n",
            &ICC,
        );
        assert!(resigned);
        assert!(text.contains("1  R  N  B  Q  K  B  N  R"), "{text}");
        assert!(text.contains("5  .  .  .  . (n) .  .  . "), "{text}");
        assert!(text.contains("e2e5 refused: Illegal."), "{text}");
        assert!(text.contains("Nf3 played: "), "{text}");
        assert!(text.contains("Black moved. The umpire says only"), "{text}");
        assert!(text.contains("1. Nf3 played:"), "the record: {text}");
        assert!(text.contains("there is no change of a mark"), "{text}");
        assert!(
            text.contains("impossible") || text.contains("not a move"),
            "{text}"
        );
        let boards = text
            .lines()
            .filter(|line| line.len() == 26 && line.as_bytes()[1] == b' ');
        for row in boards {
            assert!(
                row[2..]
                    .replace("(n)", "")
                    .chars()
                    .all(|c| !c.is_lowercase()),
                "{row}"
            );
        }
    }

    #[test]
    fn the_end_of_the_input_resigns() {
        let (text, resigned) = written("e4\n", &ICC);
        assert!(resigned, "{text}");
    }
}
