//! The real games (T 8.1 and the slides of 2003) as the viewer shows them.
//!
//! T is the thesis, see [the crate](crate).

use super::*;
use darkforge_board::Position;
use darkforge_engine::player::PlayerSpec;
use darkforge_kriegspiel::record::{Heading, read};
use darkforge_kriegspiel::umpire::ICC;
use darkforge_lab::kriegspiel::{Setting, player_streams};
use darkforge_lab::terms::Terms;
use serde_json::Value;

const GAMES: [&str; 5] = [
    include_str!("../../../tests/data/games/game1.pgn"),
    include_str!("../../../tests/data/games/game2.pgn"),
    include_str!("../../../tests/data/games/game3.pgn"),
    include_str!("../../../tests/data/games/game4.pgn"),
    include_str!("../../../tests/data/games/game5.pgn"),
];

/// The diagrams of T 8.1: sample game, plies played, and men as python-chess has them there.
const DIAGRAMS: &str = include_str!("../../../tests/data/diagrams.tsv");

fn game(number: usize) -> Game {
    of_pgn(GAMES[number - 1])
}

fn of_pgn(pgn: &str) -> Game {
    let games = read::games(pgn.as_bytes());
    Game::of_file(games[0].as_ref().expect("it can be followed"))
}

#[test]
fn the_diagrams_of_the_thesis_stand_at_their_plies() {
    let mut seen = 0;
    for line in DIAGRAMS.lines().filter(|line| !line.starts_with('#')) {
        let [number, ply, men] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let game = game(number.parse().unwrap());
        let step = game
            .step_of_ply(ply.parse().unwrap())
            .expect("it is played");
        let data = data(&game);
        let board = data["steps"][step]["board"].as_u64().unwrap() as usize;
        let shown = data["boards"][board].as_str().unwrap();
        assert_eq!(
            shown.split(' ').next(),
            Some(men),
            "game {number}, ply {ply}"
        );
        seen += 1;
    }
    assert_eq!(seen, 16);
}

#[test]
fn an_engine_says_what_speaks_for_each_try() {
    let games = read::games(b"1. f3 e5 2. g4 Qh4# 0-1");
    let game = games[0].as_ref().expect("it can be followed");
    let player = |text: &str| text.parse::<PlayerSpec>().expect("a player");
    let (spec, other) = (player("darkboard:particles=64"), player("random"));
    let minds = |specs| Minds::of(specs, Minds::streams());
    let told = Game::explained(game, minds([&spec, &spec]));
    let why = told.steps[1].why.join(" ");
    assert!(why.starts_with("darkboard:particles=64: f3, "), "{why}");
    assert!(why.contains(" of 20 tries, "), "{why}");
    assert!(
        why.contains("Legal on 100 % of the boards it believes;"),
        "{why}"
    );
    let last = told.steps.len() - 1;
    assert!(text(&told, last, Glyphs::Ascii, 80).contains("Qh4"));
    assert_eq!(data(&told)["steps"][1]["why"][0], told.steps[1].why[0]);
    assert!(minds([&other, &other]).is_none());
    assert!(
        minds([&other, &spec]).is_some(),
        "the engine's view of both"
    );
    let without_boards = player("darkboard:particles=0");
    let told = Game::explained(game, minds([&without_boards, &without_boards]));
    assert!(!told.steps[1].why.join(" ").contains("Legal on"));
    assert!(Game::of_file(game).steps[1].why.is_empty());
}

/// With the streams of its players, an engine believes what the player believed, so that what the player
/// asked is the best.
#[test]
fn the_player_of_a_game_finds_its_own_tries_best() {
    let plain: PlayerSpec = "darkboard:particles=32,ties=0".parse().expect("a player");
    let booked = "darkboard:particles=32,ties=0,book=default"
        .parse()
        .expect("a player");
    let opening: Position = "rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 0 4"
        .parse()
        .expect("a position");
    for (spec, start, has_book) in [
        (&plain, None, false),
        (&plain, Some(opening.board()), false),
        (&booked, None, true),
    ] {
        let setting = Setting {
            ruleset: &ICC,
            ply_limit: 24,
            start,
            clocks: [None; 2],
            terms: &Terms::default(),
        };
        let [white, black] = player_streams(7, 0);
        let random = PlayerSpec::random();
        let (mut white, mut black) = (spec.build(white), random.build(black));
        let record = setting.play(&mut *white, &mut *black).record;
        let heading = Heading {
            game: 0,
            white: spec.to_string(),
            black: random.to_string(),
            pair: 0,
            seed: 7,
            thoughts: Vec::new(),
        };
        let minds = Minds::of([spec, &random], player_streams(7, 0));
        let told = Game::explained_record(&heading, &record, minds);
        let own = told.steps.iter().filter(|step| {
            let asked = step.asked.as_ref();
            asked.is_some_and(|asked| asked.side == Color::White)
        });
        let first: Vec<&str> = own.map(|step| step.why[0].as_str()).collect();
        assert!(first.len() >= 12);
        let of_book = |line: &str| line.contains(", from its opening book.");
        assert_eq!(of_book(first[0]), has_book, "{}", first[0]);
        for line in first {
            assert!(line.contains(", the best of ") || of_book(line), "{line}");
        }
    }
}

#[test]
fn every_true_man_is_among_what_is_shown_as_possible() {
    for number in 1..=5 {
        let game = game(number);
        for (at, step) in game.steps.iter().enumerate() {
            let truth: Position = step.fen.parse().unwrap();
            for known in &step.known {
                assert_eq!(
                    known.own,
                    truth.men(known.color),
                    "game {number}, step {at}"
                );
                for (true_men, shown) in truth.men(!known.color).iter().zip(&known.enemy) {
                    assert!(true_men.is_subset(*shown), "game {number}, step {at}");
                }
            }
        }
    }
}

#[test]
fn the_page_can_be_decoded_to_what_is_known() {
    let game = game(1);
    let data = data(&game);
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (step, shown) in game.steps.iter().zip(data["steps"].as_array().unwrap()) {
        for (known, place) in step.known.iter().zip(shown["known"].as_array().unwrap()) {
            let text = data["known"][place.as_u64().unwrap() as usize]
                .as_str()
                .unwrap();
            let digits: Vec<usize> = text.chars().map(|c| alphabet.find(c).unwrap()).collect();
            assert_eq!(digits.len(), 128);
            for (square, pair) in digits.chunks(2).enumerate() {
                let (bits, on) = (pair[0] * 64 + pair[1], Square::new(square as u32));
                for (kind, men) in known.enemy.iter().enumerate() {
                    assert_eq!(bits >> kind & 1 == 1, men.contains(on));
                }
                assert_eq!(bits >> 6 & 1 == 1, known.empty.contains(on));
                assert_eq!(bits >> 7, usize::from(known.ages[square]));
            }
        }
    }
}

#[test]
fn the_start_is_known_to_both_sides() {
    let start = &game(1).steps[0];
    for known in &start.known {
        assert_eq!(known.king_squares(), 1);
        assert_eq!(known.value, None);
        let certain = (0..64).filter(|&on| known.is_certain(Square::new(on)));
        assert_eq!(certain.count(), 16);
    }
}

#[test]
fn tries_that_are_not_told_are_spoken_of() {
    let note = |number| game(number).notes.first().cloned().unwrap_or_default();
    assert!(note(1).contains("Black's refused"), "{}", note(1));
    assert!(note(3).contains("no refused"), "{}", note(3));
    assert!(note(4).contains("White's refused"), "{}", note(4));
    let bare = of_pgn("1. e4 e5 *\n").notes;
    assert!(bare[0].contains("no refused"), "{bare:?}");
    let unreadable = game(2).steps;
    let unreadable = unreadable.iter().filter_map(|step| step.asked.as_ref());
    assert!(unreadable.into_iter().any(|asked| asked.name == "??"));
}

#[test]
fn words_are_spelt_out() {
    let game = game(2);
    let said = |ply| game.steps[game.step_of_ply(ply).unwrap()].said.join(" ");
    assert_eq!(
        said(12),
        "A piece is captured on c3. White is in double check, on the file and on the short \
         diagonal."
    );
    assert_eq!(said(34), "White has 2 pawn tries.");
    assert_eq!(said(1), "The umpire says only that a move was made.");
}

#[test]
fn names_cannot_break_out_of_the_page() {
    let name = "</script><script>alert(1)</script>{{data}}<!--";
    let pgn = format!("[White \"{name}\"]\n[Black \"&amp;\"]\n[Result \"*\"]\n\n1. e4 e5 *\n");
    let page = page(&of_pgn(&pgn));
    assert!(!page.contains("alert(1)<"), "the name is escaped");
    assert_eq!(page.matches("</script>").count(), 2);
    let data = page.split("id=\"data\">").nth(1).unwrap();
    let data: Value = serde_json::from_str(data.split("</script>").next().unwrap()).unwrap();
    assert_eq!(data["white"], name);
    assert_eq!(data["black"], "&amp;");
}

#[test]
fn pages_are_small_and_need_no_network() {
    for number in 1..=5 {
        let page = page(&game(number));
        assert!(page.len() < 400_000, "game {number}: {} bytes", page.len());
        let outside = page.replace("http://www.w3.org/2000/svg", "");
        assert!(
            !outside.contains("http:") && !outside.contains("https:"),
            "game {number}"
        );
    }
}

#[test]
fn a_terminal_shows_three_boards() {
    let game = game(1);
    let shown = text(&game, game.step_of_ply(18).unwrap(), Glyphs::Ascii, 80);
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[0], "Darkboard - Jrom  1-0");
    assert!(
        lines.iter().all(|line| line.chars().count() <= 100),
        "{shown}"
    );
    let rank4 = lines.iter().find(|line| line.starts_with("4 ")).unwrap();
    assert!(rank4.starts_with("4 .  b  .  p  P  .  .  .  "), "{shown}");
}

#[test]
fn evaluations_of_both_sides_begin_at_nothing() {
    let game = game(1);
    for (ply, color) in [(1, 0), (2, 1)] {
        let step = &game.steps[game.step_of_ply(ply).unwrap()];
        assert_eq!(step.known[color].value, Some(0.0));
    }
    let last = game.steps.last().unwrap();
    for known in &last.known {
        let value = known.value.unwrap();
        assert!(value != 0.0 && value.abs() < 60.0, "{value}");
    }
}
