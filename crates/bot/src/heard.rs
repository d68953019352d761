//! All that a player has heard of its game, read from the score sheet that the server keeps for it.

use super::rules::ServerRules;
use super::wire::{Sheet, SheetEntry};
use super::words::{Said, Unread, Words};
use darkforge_board::{Color, SIDES};
use darkforge_kriegspiel::umpire::{Announcement, Answer, AnyRule, Outcome, Overheard, Question};

/// A question of a player, or words that it heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// An own question with its answer.
    Own(Question, Answer),
    /// A move of the opponent: what was heard before it, and its announcement.
    Enemy(Overheard, Announcement),
}

impl Event {
    /// Whether it is a move of either side.
    pub fn is_move(&self) -> bool {
        matches!(self, Event::Enemy(..) | Event::Own(_, Answer::Played(_)))
    }
}

/// Nothing heard of a turn yet.
pub(crate) fn silence(rules: ServerRules) -> Overheard {
    Overheard {
        refusals: rules.ruleset().refusals_heard.then_some(0),
        any: None,
    }
}

/// Adds an `answer` of a turn, which was no move, to what the opponent hears.
pub(crate) fn overhear(overheard: &mut Overheard, answer: Answer, rules: ServerRules) {
    match answer {
        Answer::Refused => {
            overheard.refusals = overheard.refusals.map(|refusals| refusals + 1);
        }
        Answer::Any(any) if rules.ruleset().any != AnyRule::Never => overheard.any = Some(any),
        _ => {}
    }
}

/// Everything that the player of `color` has heard, and the end of the game if a move brought it.
///
/// # Errors
/// Words or moves that are not of the interface.
pub(crate) fn read(
    sheet: &Sheet,
    color: Color,
    rules: ServerRules,
) -> Result<(Vec<Event>, Option<Outcome>), Unread> {
    let lists = sheet.turns.iter().flat_map(|turn| {
        SIDES.map(|side| {
            (
                side,
                side.fold_wb(turn.white.as_slice(), turn.black.as_slice()),
            )
        })
    });
    let lists: Vec<(Color, &[SheetEntry])> = lists.collect();
    let (mut events, mut over) = (Vec::new(), None);
    for (place, &(side, entries)) in lists.iter().enumerate() {
        let mut overheard = silence(rules);
        for entry in entries.iter().filter(|entry| entry.kind != STATUS) {
            let mut words = Words::of_messages(&entry.messages)?;
            if words.is_played() {
                // The pawn tries stand in the list of the side that may try.
                let next = lists.get(place + 1).map_or(&[][..], |list| list.1);
                if let Some(status) = next.iter().find(|next| next.kind == STATUS) {
                    let text = status.messages.first().map_or("", String::as_str);
                    words.hear_tries(text, rules.ruleset().pawn_tries)?;
                }
            }
            let Said { answer, over: end } = words.said(rules)?;
            over = over.or(end);
            if side == color {
                events.push(Event::Own(question(entry)?, answer));
            } else if let Answer::Played(said) = answer {
                events.push(Event::Enemy(overheard, said));
            } else {
                overhear(&mut overheard, answer, rules);
            }
        }
    }
    Ok((events, over))
}

/// Kind of an entry with words for the side to move.
const STATUS: &str = "status";

fn question(entry: &SheetEntry) -> Result<Question, Unread> {
    if entry.kind == "ask_any" {
        return Ok(Question::Any);
    }
    let text = entry.move_uci.as_deref().unwrap_or_default();
    let asked = text.parse().map_err(|_| Unread(text.to_owned()))?;
    Ok(Question::Try(asked))
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_kriegspiel::umpire::PawnTries;

    /// White's sheet under wild 16: two tries refused, then e2e4; Black answers d7d5.
    const SHEET: &str = r#"{"viewer_color":"white","last_move_number":2,"turns":[
      {"turn":1,
       "white":[{"kind":"illegal_move","actor":"self","prompt":"Move attempt","message":"","messages":["Illegal move"],"move_uci":"e2d3","question_type":"COMMON"},
                {"kind":"move","actor":"self","message":"","messages":["Move complete"],"move_uci":"e2e4","question_type":"COMMON"}],
       "black":[{"kind":"status","actor":"opponent","message":"","messages":["No pawn captures"],"move_uci":null},
                {"kind":"move","actor":"opponent","message":"","messages":["Move complete"],"move_uci":null,"question_type":"COMMON"}]},
      {"turn":2,"white":[{"kind":"status","actor":"self","message":"","messages":["1 pawn try"],"move_uci":null}],"black":[]}]}"#;

    #[test]
    fn a_sheet_holds_all_that_a_player_heard() {
        let sheet: Sheet = serde_json::from_str(SHEET).unwrap();
        let rules: ServerRules = "wild16".parse().unwrap();
        let (events, over) = read(&sheet, Color::White, rules).unwrap();
        assert_eq!(over, None);
        let asked = |text: &str| text.parse::<Question>().unwrap();
        let said = |tries| Announcement {
            pawn_tries: Some(PawnTries::Number(tries)),
            ..Announcement::default()
        };
        assert_eq!(
            events,
            [
                Event::Own(asked("e2d3"), Answer::Refused),
                Event::Own(asked("e2e4"), Answer::Played(said(0))),
                Event::Enemy(silence(rules), said(1)),
            ]
        );
        let strange = SHEET.replace("Move complete", "Move made");
        let strange: Sheet = serde_json::from_str(&strange).unwrap();
        assert!(read(&strange, Color::White, rules).is_err());
    }

    #[test]
    fn the_opponents_refusals_and_its_any_are_overheard() {
        let sheet = r#"{"turns":[{"turn":1,"white":[
            {"kind":"illegal_move","messages":["Illegal move"]},
            {"kind":"ask_any","messages":["No pawn captures"]},
            {"kind":"illegal_move","messages":["Illegal move"]},
            {"kind":"move","messages":["Move complete","Check by knight"]}],"black":[]}]}"#;
        let sheet: Sheet = serde_json::from_str(sheet).unwrap();
        let rules: ServerRules = "berkeley-any".parse().unwrap();
        let (events, _) = read(&sheet, Color::Black, rules).unwrap();
        let [Event::Enemy(overheard, said)] = events[..] else {
            panic!("{events:?}");
        };
        assert_eq!((overheard.refusals, overheard.any), (Some(2), Some(false)));
        assert_eq!(said.checks.count(), 1);
    }
}
