//! Views of games: pages and text, refusals and their messages.

use crate::cli::desk::{Desk, text};

const GAME1: &str = include_str!("../data/games/game1.pgn");
const GAME5: &str = include_str!("../data/games/game5.pgn");
/// The game of Fig. 4 of Clark, "Deep Synoptic Monte Carlo Planning in Reconnaissance Blind Chess".
const FIGURE4: &str = include_str!("../data/recon/figure4.txt");
const CUP: &str = "name = \"cup\"\nformat = \"round-robin\"\npairs = 1\nply_limit = 12\npgn = true\n\
                   [[players]]\nname = \"small\"\nspec = \"darkboard:particles=8\"\n\
                   [[players]]\nname = \"other\"\nspec = \"random\"\n";
const MATCH: &str = "match random semi-random --games 4 --ply-limit 40 --quiet";

#[test]
fn a_game_from_a_position_is_shown_and_nothing_is_said_to_be_known() {
    let desk = Desk::new();
    let tags = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/P7/4K3 b - - 0 12\"]\n";
    desk.write("f.pgn", format!("{tags}\n12... Kd7 13. a4 *\n"));
    let told = desk.done("view f.pgn --text --ascii --ply 1");
    for part in [
        "12... Kd7 played",
        "1 of 2 moves",
        "begins from a position (tag FEN)",
    ] {
        assert!(told.contains(part), "{part}:\n{told}");
    }
    desk.done("view f.pgn --out f.html");
    assert!(desk.read("f.html").contains("\"firstPly\":23"));
    // Others need what the sides knew at the start.
    let tail = "game 1 is passed over: it does not begin from the initial position (tag FEN)";
    for line in ["solve --mine m.toml f.pgn", "book build f.pgn --out b.txt"] {
        let output = desk.run(line);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {said}");
        assert!(said.contains(&format!("f.pgn:1: {tail}")), "{line}: {said}");
    }
}

#[test]
fn a_page_is_written_under_the_games_number_and_never_over_another() {
    let desk = Desk::new();
    desk.write("games.pgn", format!("{GAME1}\n{GAME5}"));
    assert_eq!(desk.done("view games.pgn --game 2"), "game2.html\n");
    let page = desk.read("game2.html");
    assert!(page.starts_with("<!doctype html>"), "{page}");
    assert!(
        page.contains("PaoloC – Krieg"),
        "the players of the second game"
    );
    desk.refuses(&[(
        "view games.pgn --game 2",
        &["--out game2.html", "it exists"],
    )]);
    desk.refuses(&[(
        "view games.pgn --out none/x.html",
        &["there is no such folder"],
    )]);
    let figures = desk.json("view games.pgn --out other.html");
    assert_eq!(figures["page"], "other.html");
    assert_eq!(figures["plies"], 79);
    assert_eq!(figures["bytes"], desk.read("other.html").len());
}

#[test]
fn the_engine_says_what_speaks_for_each_try() {
    let desk = Desk::new();
    let play = "match random darkboard:particles=32 --games 2 --ply-limit 12 --quiet";
    desk.done(&format!("{play} --explain why.html --pgn games.pgn"));
    let of_match = desk.read("why.html");
    let by_engine = "darkboard:particles=32: ";
    for part in [by_engine, "Legal on ", "Behind the best: "] {
        assert!(of_match.contains(part), "{part}:\n{of_match}");
    }
    let both = "darkboard:particles=16 darkboard:particles=32";
    desk.done(&format!(
        "match {both} --games 2 --ply-limit 12 --quiet --out run --keep-tries"
    ));
    for game in [0, 1] {
        let told = desk.done(&format!("view run --game {game} --explain --text --ply 1"));
        let white = if game == 0 { 16 } else { 32 };
        assert!(
            told.contains(&format!("darkboard:particles={white}: ")),
            "{told}"
        );
    }
    desk.write("cup.toml", CUP);
    desk.done("tournament cup.toml --out cup --no-plots --quiet");
    let told = desk.done("view cup --game 0 --explain --text --ply 1");
    assert!(told.contains("darkboard:particles=8: "), "{told}");
    desk.done("view cup --game 0 --explain=darkboard:particles=4 --text --ply 1");
    desk.done("view games.pgn --explain=darkboard:particles=32 --out view.html --quiet");
    assert!(desk.read("view.html").contains(by_engine));
    desk.refuses(&[
        (
            "match random semi-random --explain other.html",
            &["--explain", "darkboard"],
        ),
        (
            "match sweep scout --ruleset rbc --explain other.html",
            &["--explain", "--history"],
        ),
        (
            "view games.pgn --explain=random",
            &["--explain random", "darkboard"],
        ),
    ]);
}

#[test]
fn a_game_that_is_not_there_is_answered_with_those_that_are() {
    let desk = Desk::new();
    desk.write("games.pgn", format!("{GAME1}\n{GAME5}"));
    desk.write("one.pgn", GAME1);
    desk.write("none.pgn", "");
    desk.refuses(&[(
        "view games.pgn --game 3",
        &["there is no game 3; its games are 1 to 2"],
    )]);
    desk.refuses(&[("view one.pgn --game 0", &["its only game is 1"])]);
    desk.refuses(&[("view none.pgn", &["there is no game in it"])]);
    desk.refuses(&[("view one.pgn --text --json", &["--json goes with a page"])]);
    desk.refuses(&[("view one.pgn --text --ply 80", &["--ply 80", "0 to 79"])]);
    desk.done(&format!("{MATCH} --out kept --pgn kept.pgn --filter white"));
    desk.refuses(&[("view kept --game 4", &["its games are 0 to 3"])]);
    desk.refuses(&[(
        "view kept.pgn",
        &["game 1 is filtered", "only the moves of White"],
    )]);
    desk.done(&format!("{MATCH} --out bare"));
    desk.refuses(&[("view bare", &["kept no tries", "--transcript"])]);
    desk.write("bad.pgn", "1. e4 e5 2. Ke3 *\n");
    desk.refuses(&[(
        "view bad.pgn",
        &["bad.pgn:1:13: game 1 cannot be followed", "Ke3"],
    )]);
}

#[test]
fn a_run_its_transcript_and_its_pgn_show_the_same_boards() {
    let desk = Desk::new();
    desk.done(&format!(
        "{MATCH} --out run --pgn g.pgn --transcript t.jsonl"
    ));
    let boards = |line: &str| {
        let shown = desk.done(&format!("view {line} --text --ply 31 --quiet"));
        let from = shown.find("umpire").expect("boards");
        shown[from..].to_owned()
    };
    let run = boards("run --game 2");
    assert_eq!(boards("run/journal.jsonl --game 2"), run);
    assert_eq!(boards("t.jsonl --game 3"), run);
    assert_eq!(boards("g.pgn --game 3"), run);
    assert_ne!(boards("g.pgn --game 2"), run);
}

#[test]
fn boards_are_printed_in_letters_and_in_figurines() {
    let desk = Desk::new();
    desk.write("one.pgn", GAME1);
    let letters = desk.done("view one.pgn --text --ascii --ply 18");
    assert!(letters.is_ascii(), "{letters}");
    assert!(letters.contains("9... d4 played: try 18 of"), "{letters}");
    let figurines = desk.done("view one.pgn --text");
    assert!(figurines.contains('♔'), "{figurines}");
    assert!(figurines.contains("White wins."), "{figurines}");
}

#[test]
fn a_game_of_reconnaissance_blind_chess_is_shown_with_its_numbers_of_positions() {
    let desk = Desk::new();
    desk.write("game.txt", format!("{FIGURE4}-:e2e4\n"));
    let history = darkforge_recon::record::play_transcript(FIGURE4).unwrap();
    let json = darkforge_recon::record::write_history(&history);
    std::fs::create_dir(desk.path("folder")).unwrap();
    desk.write("folder/game.json", &json);
    desk.write("broken.json", json.replacen("\"d1h5\"", "\"d1h4\"", 1));
    let told = desk.done("view game.txt --text --quiet");
    for file in ["folder", "folder/game.json"] {
        assert_eq!(desk.done(&format!("view {file} --text")), told, "{file}");
    }
    // White has 238 positions before its fifth sense, 208 placements of the men, and 89 after it.
    let words = |start: &str| -> Vec<String> {
        let line = told
            .lines()
            .find(|line| line.trim_start().starts_with(start));
        line.expect("a line of the turn")
            .split_whitespace()
            .map(str::to_owned)
            .collect()
    };
    let fifth = ["5.", "g7", "238", "208", "89", "80", "e2h5", "e2h5", "-"];
    assert_eq!(words("5. "), fifth);
    assert_eq!(words("7. ")[6..], ["h5e8", "h5g6", "g6"]);
    let boards = desk.done("view game.txt --game 1 --text --ply 8 --ascii");
    assert!(
        boards.contains("White: positions 238, placements 208"),
        "{boards}"
    );
    assert!(boards.contains("4 p0 n0 .  P  n0 .  n0 p1"), "{boards}");
    let few = desk.done("view folder --text --positions 100");
    assert!(few.contains("at least 100"), "{few}");

    let figures = desk.json("view folder/game.json --quiet");
    assert_eq!(
        (&figures["plies"], &figures["tries"]),
        (&15.into(), &30.into())
    );
    let page = desk.read("game1.html");
    for part in ["sense g7", "\"asked\":\"h5e8\"", "238 positions"] {
        assert!(page.contains(part), "{part}");
    }
    desk.refuses(&[
        (
            "view game.txt --game 3",
            &["game.txt", "no game 3", "1 to 2"],
        ),
        ("view folder --game 0", &["no game 0", "only game is 1"]),
        ("view game.txt --text --ply 16", &["--ply 16", "15 moves"]),
        (
            "view broken.json --text",
            &["broken.json:1: game 1: turn 6 of white"],
        ),
    ]);
}
