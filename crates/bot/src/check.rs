//! A finished game, refereed again: every answer of the server is compared with the umpire's.

use serde::{Deserialize, Serialize};

use super::heard::{Event, overhear, silence};
use super::rules::ServerRules;
use super::wire::TranscriptMove;
use super::words::{Said, colour};
use darkforge_board::{Color, SIDES, material};
use darkforge_kriegspiel::record::{Entry, GameRecord};
use darkforge_kriegspiel::umpire::{
    Announcement, Answer, Ending, GameResult, Outcome, Question, Umpire,
};

/// A point in which server and umpire say different things.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// Number of the question in the game, from 1; 0 for the game as a whole.
    pub question: usize,
    /// Subject, such as `answer` or `end`.
    pub what: String,
    /// The server's words.
    pub server: String,
    /// The umpire's.
    pub umpire: String,
}

/// A game that was checked.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The game as the umpire records it.
    pub record: GameRecord,
    /// Every difference.
    pub differences: Vec<Difference>,
}

/// The game so far.
struct Referee {
    rules: ServerRules,
    umpire: Umpire,
    entries: Vec<Entry>,
    differences: Vec<Difference>,
    /// Words that the players heard, White first; nonsense is left out.
    heard: [Vec<Event>; 2],
    turn: darkforge_kriegspiel::umpire::Overheard,
}

impl Referee {
    fn differ(
        &mut self,
        question: usize,
        what: &str,
        server: &dyn ToString,
        umpire: &dyn ToString,
    ) {
        self.differences.push(Difference {
            question,
            what: what.to_owned(),
            server: server.to_string(),
            umpire: umpire.to_string(),
        });
    }

    /// Asks the umpire what the server was asked; returns whether the game can be followed further.
    fn follow(&mut self, number: usize, asked: &TranscriptMove) -> bool {
        let side = self.umpire.turn();
        if colour(&asked.color) != Some(side) {
            let umpire = name(side);
            self.differ(number, "side", &asked.color, &umpire);
            return false;
        }
        let text = asked.uci.as_deref().unwrap_or("any");
        let question = match asked.question_type.as_str() {
            "ASK_ANY" => Ok(Question::Any),
            _ => text.parse::<Question>(),
        };
        let (question, said) = match (question, asked.answer.said(self.rules)) {
            (Ok(question), Ok(said)) => (question, said),
            (Err(error), _) => {
                self.differ(number, "question", &text, &error);
                return false;
            }
            (_, Err(error)) => {
                self.differ(number, "words", &asked.answer.announcement, &error);
                return false;
            }
        };
        let Ok(answer) = self.umpire.ask(question) else {
            let over = self
                .umpire
                .outcome()
                .map_or("", |outcome| outcome.ending.as_str());
            self.differ(number, "end", &"goes on", &over);
            return false;
        };
        self.entries.push(Entry {
            side,
            question,
            answer,
        });
        self.hear(side, question, answer);
        self.compare(number, question, said, answer)
    }

    fn hear(&mut self, side: Color, question: Question, answer: Answer) {
        let (own, other) = side.fold_wb((0, 1), (1, 0));
        if answer != Answer::Nonsense {
            self.heard[own].push(Event::Own(question, answer));
        }
        match answer {
            Answer::Played(said) => {
                let overheard = std::mem::replace(&mut self.turn, silence(self.rules));
                self.heard[other].push(Event::Enemy(overheard, said));
            }
            answer => overhear(&mut self.turn, answer, self.rules),
        }
    }

    fn compare(&mut self, number: usize, question: Question, said: Said, answer: Answer) -> bool {
        let over = self.umpire.outcome();
        if !same_answer(said.answer, answer, said.over.is_some()) {
            let told = |answer| format!("{question} {answer:?}");
            self.differ(number, "answer", &told(said.answer), &told(answer));
        }
        if said.over != over {
            self.differ(number, "end", &ended(said.over), &ended(over));
        }
        let played = |answer| matches!(answer, Answer::Played(_));
        played(said.answer) == played(answer) && said.over == over
    }
}

/// Referees the game that the server gives as `moves`, and compares answers, ends, and what the player of
/// `color` heard during the game (`heard`). `result` is the server's result: winner and reason.
pub fn check(
    rules: ServerRules,
    moves: &[TranscriptMove],
    color: Color,
    heard: &[Event],
    result: Option<Outcome>,
) -> Checked {
    let mut referee = Referee {
        rules,
        umpire: Umpire::new(rules.ruleset(), u32::MAX),
        entries: Vec::new(),
        differences: Vec::new(),
        heard: [Vec::new(), Vec::new()],
        turn: silence(rules),
    };
    let numbered = (1..).zip(moves);
    let followed = numbered.fold(true, |on, (number, asked)| {
        on && referee.follow(number, asked)
    });
    if followed {
        compare_heard(&mut referee, color, heard);
    }
    let outcome = end(&mut referee, followed, result);
    let position = referee.umpire.position();
    Checked {
        record: GameRecord {
            ruleset: rules.ruleset(),
            start: None,
            entries: referee.entries,
            outcome,
            plies: referee.umpire.plies(),
            material: SIDES.map(|side| material(&position.men(side))),
            final_fen: position.fen(),
        },
        differences: referee.differences,
    }
}

/// Result and ending of the game.
fn end(referee: &mut Referee, followed: bool, result: Option<Outcome>) -> Outcome {
    let by_board = referee.umpire.outcome();
    let by_players = |one: &Outcome| one.ending.is_forfeit() || one.ending == Ending::Resignation;
    if followed
        && by_board != result
        && !(by_board.is_none() && result.as_ref().is_some_and(by_players))
    {
        referee.differ(0, "result", &ended(result), &ended(by_board));
    }
    let unknown = Outcome {
        result: GameResult::Draw,
        ending: Ending::PlyLimit,
    };
    result.or(by_board).unwrap_or(unknown)
}

fn compare_heard(referee: &mut Referee, color: Color, heard: &[Event]) {
    let expected = std::mem::take(&mut referee.heard[color.fold_wb(0, 1)]);
    let over = referee.umpire.outcome().is_some();
    let last = expected.len();
    for place in 0..last.max(heard.len()) {
        let (live, due) = (heard.get(place), expected.get(place));
        let same = match (live, due) {
            (Some(live), Some(due)) => same_event(live, due, over && place + 1 == last),
            _ => false,
        };
        if !same {
            let words = |event: Option<&Event>| {
                event.map_or("nothing".to_owned(), |one| format!("{one:?}"))
            };
            let what = format!("heard {}", place + 1);
            referee.differ(0, &what, &words(live), &words(due));
            return;
        }
    }
}

fn same_event(live: &Event, due: &Event, last: bool) -> bool {
    match (live, due) {
        (Event::Own(asked, one), Event::Own(due, other)) => {
            asked == due && same_answer(*one, *other, last)
        }
        (Event::Enemy(overheard, one), Event::Enemy(due, other)) => {
            overheard == due && same_words(one, other, last)
        }
        _ => false,
    }
}

/// Whether two answers agree. Of the last move of a game the server says neither checks nor pawn
/// tries.
fn same_answer(server: Answer, umpire: Answer, last: bool) -> bool {
    match (server, umpire) {
        (Answer::Played(one), Answer::Played(other)) => same_words(&one, &other, last),
        (one, other) => one == other,
    }
}

fn same_words(server: &Announcement, umpire: &Announcement, last: bool) -> bool {
    if last {
        return (server.capture, server.promotion) == (umpire.capture, umpire.promotion);
    }
    server == umpire
}

fn ended(outcome: Option<Outcome>) -> String {
    outcome.map_or("goes on".to_owned(), |one| {
        format!("{} {}", one.result, one.ending)
    })
}

fn name(color: Color) -> &'static str {
    super::words::name_of(color)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(lines: &[(&str, &str, &str)]) -> Vec<TranscriptMove> {
        let line = |&(color, uci, answer): &(&str, &str, &str)| {
            let kind = if uci == "any" { "ASK_ANY" } else { "COMMON" };
            let text = format!(
                r#"{{"ply":1,"color":"{color}","question_type":"{kind}","uci":"{uci}","answer":{{{answer}}}}}"#
            );
            serde_json::from_str(&text).expect("a move")
        };
        lines.iter().map(line).collect()
    }

    const QUIET: &str = r#""main":"REGULAR_MOVE","next_turn_pawn_tries":0"#;
    const REFUSED: &str = r#""main":"ILLEGAL_MOVE""#;
    const MATE: &str = r#""main":"REGULAR_MOVE","special":"CHECKMATE_BLACK_WINS""#;

    fn mated() -> Vec<TranscriptMove> {
        moves(&[
            ("white", "f2f3", QUIET),
            ("black", "e7e5", QUIET),
            ("white", "a1a5", REFUSED),
            ("white", "g2g4", QUIET),
            ("black", "d8h4", MATE),
        ])
    }

    fn checked(moves: &[TranscriptMove], heard: Option<&[Event]>) -> Checked {
        let rules: ServerRules = "wild16".parse().unwrap();
        let result = Some(Outcome {
            result: GameResult::BlackWins,
            ending: Ending::Checkmate,
        });
        // Without events of a live game: those that the transcript itself gives.
        let own = |moves: &[TranscriptMove]| {
            let mut events = Vec::new();
            for asked in moves {
                let Ok(Said { answer, .. }) = asked.answer.said(rules) else {
                    continue;
                };
                if asked.color == "white" {
                    let question = asked.uci.as_ref().unwrap().parse().unwrap();
                    events.push(Event::Own(question, answer));
                } else if let Answer::Played(said) = answer {
                    events.push(Event::Enemy(silence(rules), said));
                }
            }
            events
        };
        let events = heard.map_or_else(|| own(moves), <[Event]>::to_vec);
        check(rules, moves, Color::White, &events, result)
    }

    #[test]
    fn a_game_by_the_rules_has_no_difference() {
        let Checked {
            record,
            differences,
        } = checked(&mated(), None);
        assert_eq!(differences, []);
        assert_eq!(record.plies, 4);
        assert_eq!(record.refused(Color::White), 1);
        assert_eq!(record.outcome.ending, Ending::Checkmate);
    }

    #[test]
    fn each_false_word_is_a_difference() {
        let wrong = |place: usize, answer: &str| {
            let mut moves = mated();
            moves[place].answer = serde_json::from_str(&format!("{{{answer}}}")).unwrap();
            let found = checked(&moves, None).differences;
            found.first().map(|one| (one.question, one.what.clone()))
        };
        let told = |number, what: &str| Some((number, what.to_owned()));
        let tries = r#""main":"REGULAR_MOVE","next_turn_pawn_tries":1"#;
        assert_eq!(wrong(0, tries), told(1, "answer"));
        assert_eq!(wrong(1, REFUSED), told(2, "answer"));
        let check = r#""main":"REGULAR_MOVE","special":"CHECK_FILE","next_turn_pawn_tries":0"#;
        assert_eq!(wrong(3, check), told(4, "answer"));
        let capture = r#""main":"CAPTURE_DONE","capture_square":"h4","captured_piece_announcement":"PAWN","special":"CHECKMATE_BLACK_WINS""#;
        assert_eq!(wrong(4, capture), told(5, "answer"));
        assert_eq!(wrong(4, QUIET), told(5, "answer"));
        assert_eq!(wrong(2, r#""main":"HAS_ANY""#), told(3, "words"));
    }

    #[test]
    fn what_was_heard_during_the_game_is_compared_too() {
        let differences = checked(&mated(), Some(&[])).differences;
        assert_eq!(differences.len(), 1);
        assert_eq!(differences[0].what, "heard 1");
        assert_eq!(differences[0].server, "nothing");
    }

    #[test]
    fn a_lost_clock_is_the_servers_word_and_another_result_a_difference() {
        let moves = &mated()[..2];
        let rules: ServerRules = "wild16".parse().unwrap();
        let end = |result, ending| Some(Outcome { result, ending });
        let quiet =
            |moves: &[TranscriptMove], outcome| check(rules, moves, Color::White, &[], outcome);
        let timeout = quiet(moves, end(GameResult::WhiteWins, Ending::ForfeitTime));
        assert_eq!(timeout.record.outcome.ending, Ending::ForfeitTime);
        assert!(timeout.differences.iter().all(|one| one.what != "result"));
        let mate = quiet(moves, end(GameResult::WhiteWins, Ending::Checkmate));
        assert!(mate.differences.iter().any(|one| one.what == "result"));
    }
}
