use super::*;
use darkforge_board::{Color, Square};

fn referee_after(turns: &str) -> Referee {
    let mut referee = Referee::new(Rules::default());
    for word in turns.split_whitespace() {
        referee.sense(Sense::NONE).unwrap();
        referee.request(word.parse().unwrap()).unwrap();
    }
    referee
}

fn told(turns: &str, asked: &str) -> (String, Option<Square>) {
    let mut referee = referee_after(turns);
    referee.sense(Sense::NONE).unwrap();
    let report = referee.request(asked.parse().unwrap()).unwrap();
    (report.taken.to_string(), report.capture)
}

#[test]
fn a_window_is_clipped_at_the_edge() {
    let mut referee = referee_after("");
    let seen = referee.sense(Sense::at(Square::A8)).unwrap();
    let text: Vec<String> = seen
        .squares()
        .map(|(square, piece)| format!("{square}{}", piece.map_or('.', Piece::letter)))
        .collect();
    assert_eq!(text, ["a8r", "b8n", "a7p", "b7p"]);
}

#[test]
fn a_slider_takes_the_first_man_in_its_way() {
    assert_eq!(
        told("e2e4 h7h5 d1h5", "h8h5"),
        ("h8h5".into(), Some(Square::H5))
    );
    assert_eq!(told("e2e4 pass", "f1a6"), ("f1a6".into(), None));
    assert_eq!(told("e2e4 b7b5", "f1a6"), ("f1b5".into(), Some(Square::B5)));
}

#[test]
fn a_blocked_step_of_two_becomes_one() {
    let turns = "g1h3 d7d5 h3g5 d5d4 pass d4d3 pass pass";
    assert_eq!(told("pass d7d5 pass d5d4", "d2d4"), ("d2d3".into(), None));
    assert_eq!(told(turns, "d2d4"), ("pass".into(), None));
}

#[test]
fn castling_needs_rights_and_free_squares_only() {
    let free = "e2e4 pass g1h3 pass f1a6 pass";
    assert_eq!(told(free, "e1g1"), ("e1g1".into(), None));
    // A black man between king and rook: no move at all.
    let blocked = "e2e4 b8c6 g1h3 c6d4 f1a6 d4e2 pass e2g1";
    assert_eq!(told(blocked, "e1g1"), ("pass".into(), None));
    let mut referee = referee_after("e2e4 pass e1e2 pass e2e1 pass g1h3 pass f1a6 pass");
    referee.sense(Sense::NONE).unwrap();
    let error = referee.request("e1g1".parse().unwrap()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "white may not request e1g1: its own men do not allow that"
    );
}

#[test]
fn en_passant_tells_the_pawns_square() {
    let turns = "e2e4 pass e4e5 d7d5";
    assert_eq!(told(turns, "e5d6"), ("e5d6".into(), Some(Square::D5)));
    // A turn later there is nothing to take.
    let late = "e2e4 pass e4e5 d7d5 pass pass";
    assert_eq!(told(late, "e5d6"), ("pass".into(), None));
}

#[test]
fn a_promotion_is_a_queen_unless_said() {
    let turns = "a2a4 pass a4a5 pass a5a6 pass a6b7 pass";
    assert_eq!(told(turns, "b7a8"), ("b7a8q".into(), Some(Square::A8)));
    assert_eq!(told(turns, "b7a8n"), ("b7a8n".into(), Some(Square::A8)));
    assert_eq!(told(turns, "b7b8"), ("pass".into(), None));
}

#[test]
fn the_king_is_captured() {
    let mut referee = referee_after("e2e4 f7f6 d1h5 pass");
    referee.sense(Sense::NONE).unwrap();
    referee.request("h5e8".parse().unwrap()).unwrap();
    let outcome = referee.outcome().unwrap();
    assert_eq!(
        (outcome.winner, outcome.ending),
        (Some(Color::White), Ending::KingCapture)
    );
    assert_eq!(
        referee.sense(Sense::NONE).unwrap_err(),
        RefereeError::Over(Ending::KingCapture)
    );
}

#[test]
fn a_hundred_passes_are_a_draw() {
    let referee = referee_after(&"pass ".repeat(100));
    let outcome = referee.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.ending), (None, Ending::MoveLimit));
}

#[test]
fn a_turn_is_a_sense_and_a_request() {
    let mut referee = referee_after("");
    let pass = Request::PASS;
    assert_eq!(
        referee.request(pass),
        Err(RefereeError::NotSensed(Color::White))
    );
    referee.sense(Sense::NONE).unwrap();
    assert_eq!(
        referee.sense(Sense::NONE),
        Err(RefereeError::SensedTwice(Color::White))
    );
}

#[test]
fn a_position_reads_as_it_was_written() {
    let position = referee_after("e2e4 h7h5 e4e5 d7d5").position().clone();
    assert_eq!(
        position.fen(),
        "rnbqkbnr/ppp1ppp1/8/3pP2p/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"
    );
    assert_eq!(position.fen().parse::<Position>(), Ok(position));
}
