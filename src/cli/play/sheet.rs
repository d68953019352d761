//! Sheet of a person: what it asked and heard, in words, and nothing else.

use super::desk::side;
use crate::report::view::words;
use darkforge_kriegspiel::record::own_board::OwnBoard;
use darkforge_kriegspiel::umpire::{Announcement, Answer, Question, View};

/// A question or a move, with the umpire's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// Number of the move, from 1.
    pub(crate) number: u32,
    /// Whether the person asked.
    pub(crate) own: bool,
    /// The try by the own board, `any`, or that the opponent moved.
    pub(crate) name: String,
    /// Answer in a word: `played`, `refused`, `nonsense`, `yes`, `no`.
    pub(crate) answer: &'static str,
    /// The umpire's words.
    pub(crate) words: Vec<String>,
}

/// All that a person asked and heard.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sheet {
    lines: Vec<Line>,
    /// The question without an answer: number of the move, and name.
    asked: Option<(u32, String)>,
}

impl Sheet {
    /// The lines so far.
    pub(crate) fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The person asks `question`; `view` is the view before the answer.
    pub(crate) fn asks(&mut self, view: &View, question: Question) {
        let name = match question {
            Question::Any => "Any?".to_owned(),
            Question::Try(asked) => OwnBoard::seen(view).san(asked),
        };
        self.asked = Some((view.plies() / 2 + 1, name));
    }

    /// The umpire's answer; `view` is the view after it.
    pub(crate) fn answered(&mut self, view: &View, answer: &Answer) {
        let (ruleset, color) = (view.ruleset(), view.color());
        let (answer, words) = match *answer {
            Answer::Played(said) => ("played", words::played(&said, !color)),
            Answer::Refused => ("refused", vec![words::refused(ruleset, color)]),
            Answer::Nonsense => ("nonsense", vec![words::nonsense(color)]),
            Answer::Any(any) => (
                if any { "yes" } else { "no" },
                words::any(ruleset, color, any),
            ),
        };
        if let Some((number, name)) = self.asked.take() {
            self.lines.push(Line {
                number,
                own: true,
                name,
                answer,
                words,
            });
        }
    }

    /// A move of either side ended the game.
    pub(crate) fn ended(&mut self, view: &View, said: &Announcement) {
        if self.asked.is_some() {
            self.answered(view, &Answer::Played(*said));
        } else {
            self.opponent_moved(view, said);
        }
    }

    /// The opponent moved; `view` is the view after it.
    pub(crate) fn opponent_moved(&mut self, view: &View, said: &Announcement) {
        let other = side(!view.color());
        let overheard = view.overheard();
        let mut told = Vec::new();
        if let Some(any) = overheard.any {
            let answer = if any { "yes" } else { "no" };
            told.push(format!("{other} asked \"Any?\"; the answer was {answer}."));
        }
        match overheard.refusals {
            None | Some(0) => {}
            Some(1) => told.push(format!("One try of {other} was refused.")),
            Some(number) => told.push(format!("{number} tries of {other} were refused.")),
        }
        told.extend(words::played(said, view.color()));
        self.lines.push(Line {
            number: view.plies().div_ceil(2),
            own: false,
            name: format!("{other} moved"),
            answer: "played",
            words: told,
        });
    }
}

impl Line {
    /// The line in one sentence for a list.
    pub(crate) fn text(&self) -> String {
        let words = self.words.join(" ");
        let number = self.number;
        if self.own {
            format!("{number}. {} {}: {words}", self.name, self.answer)
        } else {
            format!("{number}. {}: {words}", self.name)
        }
    }
}
