use super::*;
use crate::report::view::Glyphs;
use darkforge_recon::record::{History, play_transcript, read_history, write_history};
use serde_json::Value;

/// The game of the paper's Fig. 4.
const GAME: &str = "g6:e2e4 e3:h7h5 g7:d2d4 f2:f7f5 g6:e4f5 e4:h5h4 d7:f1e2 g4:b8c6 g7:e2h5 g4:h8h5 \
                    b7:d1h5 g5:g7g6 e7:h5e8 g6:d7d6 g6:g6e8";

fn of(history: &History) -> Game {
    Game::of(history, "game".to_owned(), 1_000_000)
}

fn paper() -> Game {
    of(&play_transcript(GAME).unwrap())
}

#[test]
fn a_step_is_half_a_turn_and_has_the_beliefs_of_its_moment() {
    let game = paper();
    assert_eq!((game.steps.len(), game.plies()), (31, 15));
    // White's fifth sense is that of the ninth ply.
    let sense = &game.steps[17];
    let before = game.before(17).unwrap();
    assert_eq!((before.size.positions, before.placements), (238, 208));
    assert_eq!(sense.known[0].size.positions, 89);
    assert_eq!(game.step_of_ply(8), Some(16));
    // A sense tells the opponent nothing; the winner's last belief is that of its last sense.
    assert_eq!(sense.known[1], game.steps[16].known[1]);
    assert_eq!(game.steps[30].known[0], game.steps[29].known[0]);
}

#[test]
fn a_history_is_shown_as_its_transcript() {
    let history = play_transcript(GAME).unwrap();
    let again = read_history(&write_history(&history)).unwrap();
    assert_eq!(page(&of(&again)), page(&of(&history)));
}

#[test]
fn the_page_has_windows_requests_and_chances() {
    let game = of(&play_transcript("g6:e2e4 -:h7h5 -:e4f5 e4:g8f6 -:d1h5").unwrap());
    let page = page(&game);
    let (_, data) = page.split_once("id=\"data\">").unwrap();
    let (data, _) = data.split_once("</script>").unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    let steps = &data["steps"];
    assert_eq!(steps[1]["name"], "sense g6");
    let window: Vec<u64> = [53, 54, 55, 45, 46, 47, 37, 38, 39].to_vec();
    assert_eq!(steps[1]["window"], Value::from(window));
    assert_eq!(steps[2]["name"], "e2e4");
    assert_eq!(steps[3]["window"], Value::Array(Vec::new()));
    // No man stood on f5: the pawn did not move.
    assert_eq!(
        (&steps[6]["name"], &steps[6]["asked"]),
        (&"pass".into(), &"e4f5".into())
    );
    assert_eq!(steps[6]["said"][0], "Nothing moved.");
    assert_eq!(steps[10]["brief"], "×h5");
    let known = data["known"][steps[4]["known"][0].as_u64().unwrap() as usize]
        .as_str()
        .unwrap();
    // A digit more for each possible kind on each square.
    let kinds: u32 = (0..64)
        .map(|square| {
            let digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
            let low = known.as_bytes()[2 * square + 1];
            let low = digits.iter().position(|&digit| digit == low).unwrap();
            (low as u32).count_ones()
        })
        .sum();
    assert_eq!(known.len(), 128 + kinds as usize);
}

#[test]
fn boards_show_own_men_and_the_likeliest_enemy_men() {
    let game = of(&play_transcript("-:e2e4 e4:e7e5").unwrap());
    let boards = boards(&game, 4, Glyphs::Ascii, 100);
    // Black sensed White's pawn on e4, and White knows that Black's king cannot have moved.
    assert!(boards.contains("7 p  p  p  p  .  p  p  p"), "{boards}");
    assert!(boards.contains("P! "), "{boards}");
    assert!(boards.contains("k! "), "{boards}");
    assert!(
        boards.contains("White: positions 21, placements 21"),
        "{boards}"
    );
}
