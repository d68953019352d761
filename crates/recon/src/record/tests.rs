use super::*;
use crate::referee::{Ending, Outcome};
use darkforge_board::Color;

const GAME: &str = "g6:e2e4 e3:h7h5 g7:d2d4 f2:f7f5 g6:e4f5 e4:h5h4 d7:f1e2 g4:b8c6 g7:e2h5 \
                    g4:h8h5 b7:d1h5 g5:g7g6 e7:h5e8 g6:d7d6 g6:g6e8";

fn game() -> History {
    play_transcript("g6:e2e4 e3:h7h5 g7:d2d4 -:f7f5 g6:e4f5 e4:pass d7:f1e2").unwrap()
}

#[test]
fn a_history_reads_as_it_was_written() {
    let history = game();
    assert_eq!(read_history(&write_history(&history)).unwrap(), history);
    check(&history).unwrap();
    let again = play_transcript(&transcript(&history)).unwrap();
    assert_eq!(again, history);
}

#[test]
fn an_end_that_does_not_follow_stands_in_the_transcript() {
    for (text, winner, ending) in [
        ("g6:e2e4 e3: 1-0:RESIGN", Some(Color::White), Ending::Resign),
        ("g6:e2e4 0-1:TIMEOUT", Some(Color::Black), Ending::Timeout),
        (
            "g6:e2e4 e3:e7e5 1/2-1/2:TURN_LIMIT",
            None,
            Ending::TurnLimit,
        ),
    ] {
        let history = play_transcript(text).unwrap();
        assert_eq!(history.outcome, Some(Outcome { winner, ending }));
        assert_eq!(transcript(&history), text);
        assert_eq!(turns_of(text), text.rsplit_once(' ').unwrap().0);
        check(&history).unwrap();
        assert_eq!(read_history(&write_history(&history)).unwrap(), history);
    }
    for wrong in [
        "g6:e2e4 1-0:TURN_LIMIT",
        "g6:e2e4 1-0:KING_CAPTURE",
        "g6: e3:e7e5",
    ] {
        assert!(play_transcript(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_limit_of_turns_comes_before_that_of_quiet_plies() {
    let passes = vec!["-:pass"; 100].join(" ");
    let mut history = play_transcript(&passes).unwrap();
    let by_moves = history.outcome.unwrap();
    assert_eq!(by_moves.ending, Ending::MoveLimit);
    history.outcome = Some(Outcome {
        ending: Ending::TurnLimit,
        ..by_moves
    });
    check(&history).unwrap();
}

#[test]
fn a_contradiction_names_its_turn() {
    let mut history = game();
    history.turns[0][2].moved.as_mut().unwrap().capture = None;
    let error = check(&history).unwrap_err();
    assert_eq!(
        error.to_string(),
        "turn 3 of white: capture square is none; by the rules it is f5"
    );
    let mut history = game();
    history.turns[1][0].seen[1].1 = None;
    let error = check(&history).unwrap_err();
    assert_eq!(
        error.to_string(),
        "turn 1 of black: sense e3: another man on e4"
    );
}

#[test]
fn a_refused_turn_names_its_ply() {
    let error = play_transcript("g6:e2e4 e3:h7h8").unwrap_err();
    let text = "ply 2: black may not request h7h8: its own men do not allow that";
    assert_eq!(error.to_string(), text);
    let error = play_transcript("g6").unwrap_err();
    assert_eq!(
        error.to_string(),
        "ply 1: 'g6' is not a turn such as e7:e2e4 (no colon)"
    );
}

#[test]
fn the_game_of_the_papers_figure_4_is_refereed() {
    let error = play_transcript(GAME).err();
    assert_eq!(error, None);
}
