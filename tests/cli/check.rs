//! Records that are refereed again.

use crate::cli::desk::{Desk, text};

const GAME5: &str = include_str!("../data/games/game5.pgn");
const GAME5_TRUTH: &str = include_str!("../data/games/game5_truth.pgn");

const RULESETS: [&str; 7] = [
    "icc",
    "cincinnati",
    "berkeley",
    "berkeley-any",
    "rand",
    "rand-ladder",
    "english",
];

/// Runs a command that finds mistakes; returns its standard output.
#[track_caller]
fn wrong(desk: &Desk, line: &str) -> String {
    let output = desk.run(line);
    let (out, error) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{line}:\n{out}{error}");
    assert!(!error.contains("error"), "{error}");
    out
}

#[test]
fn what_a_match_writes_agrees_under_every_ruleset() {
    let desk = Desk::new();
    for ruleset in RULESETS {
        desk.done(&format!(
            "match random:nonsense=0.1 random --games 4 --ply-limit 150 --ruleset {ruleset} --quiet \
             --pgn {ruleset}.pgn --transcript {ruleset}.jsonl"
        ));
        let figures = desk.json(&format!(
            "check {ruleset}.pgn {ruleset}.jsonl --ruleset {ruleset}"
        ));
        assert_eq!(figures["games"], 8, "{figures}");
        assert_eq!(
            figures["found"].as_array().map(Vec::len),
            Some(0),
            "{figures}"
        );
    }
    for filter in ["white", "black", "semi-white", "semi-black"] {
        desk.done(&format!(
            "match random random --games 4 --ply-limit 150 --ruleset english --quiet \
             --pgn {filter}.pgn --filter {filter}"
        ));
        let tag = format!("[Filtered \"{filter}\"]").to_lowercase();
        assert!(
            desk.read(&format!("{filter}.pgn"))
                .to_lowercase()
                .contains(&tag)
        );
        let hidden = desk.read(&format!("{filter}.pgn")).contains("?? {");
        assert_eq!(hidden, !filter.starts_with("semi"), "{filter}");
        desk.done(&format!("check {filter}.pgn --quiet"));
    }
}

#[test]
fn every_misprint_is_named_and_put_right() {
    let desk = Desk::new();
    desk.write("game5.pgn", GAME5);
    desk.write("truth.pgn", GAME5_TRUTH);
    desk.done("check truth.pgn");
    let out = wrong(&desk, "check game5.pgn --fix --quiet");
    for words in [
        "game5.pgn:1: game 1, move 14... Rxa4: the file says Xa5; true is Xa4",
        "move 29. Bd3#: the file says nothing; true is CF",
        "1 game in 1 file: 9 disagreements in 1 game, 0 games cannot be followed",
    ] {
        assert!(out.contains(words), "'{words}' in\n{out}");
    }
    let movetext = |text: &str| text.split("\n\n").nth(1).map(|text| text.trim().to_owned());
    assert_eq!(
        movetext(&desk.read("game5.fixed.pgn")),
        movetext(GAME5_TRUTH)
    );
    desk.done("check game5.fixed.pgn");
    desk.refuses(&[("check game5.pgn --fix", &["game5.fixed.pgn", "exists"])]);
}

#[test]
fn results_endings_and_tries_are_compared() {
    let desk = Desk::new();
    let mate = "[Result \"1-0\"]\n[Termination \"checkmate\"]\n\n\
                1. e3 {:} b6 {:} 2. Bc4 {:} a6 {:} 3. Qf3 {:exf4} h6 {:} 4. Qxf7# {Xf7,CR:} 1-0\n\n";
    // The queen checks the king on e8 along its short diagonal.
    let cases = [
        (mate.replace("CR", "CS"), None),
        (mate.to_owned(), Some("says Xf7,CR; true is Xf7,CS")),
        (
            mate.replace("exf4", "d4"),
            Some("says d4 refused; true is d4 is legal"),
        ),
        (mate.replace("exf4", "Zz9"), Some("says Zz9 refused")),
        (
            mate.replace("1-0", "0-1"),
            Some("result: the file says 0-1; true is 1-0"),
        ),
        (
            mate.replace("checkmate", "stalemate"),
            Some("ending: the file says stalemate"),
        ),
        (
            mate.replace("h6 {:}", "h6 {P1:}"),
            Some("move 3... h6: the file says P1"),
        ),
        (mate.replace("h6 {:}", "h6 {Q:}"), None),
    ];
    for (number, (game, words)) in cases.into_iter().enumerate() {
        let game = if words.is_some_and(|words| words.contains("CR")) {
            game
        } else {
            game.replace("CR", "CS")
        };
        let name = format!("{number}.pgn");
        desk.write(&name, &game);
        match words {
            None => drop(desk.done(&format!("check {name}"))),
            Some(words) => {
                let out = wrong(&desk, &format!("check {name}"));
                assert!(out.contains(words), "'{words}' in\n{out}");
            }
        }
    }
    // Plain PGN has nothing but its moves and its result.
    desk.write(
        "plain.pgn",
        "1. e3 b6 {good} 2. Bc4 a6 (2... e6) 3. Qf3 $1 h6 4. Qxf7# 1-0\n",
    );
    desk.done("check plain.pgn");
}

#[test]
fn a_wrong_transcript_is_named_by_its_lines() {
    let desk = Desk::new();
    desk.done("match random random --games 3 --quiet --seed 2 --transcript t.jsonl");
    let told = desk.read("t.jsonl");
    let quiet = told.replacen("\"checks\":[]", "\"checks\":[\"file\"]", 1);
    desk.write("a.jsonl", quiet);
    let out = wrong(&desk, "check a.jsonl --fix");
    assert!(
        out.contains("checks: the file says [\"file\"]; true is []"),
        "{out}"
    );
    assert_eq!(desk.read("a.fixed.jsonl"), told);
    let first = told
        .lines()
        .position(|line| line.contains("\"game\":1"))
        .expect("a game");
    let mut lines: Vec<&str> = told.lines().collect();
    lines[first + 1] = "{\"game\":1,";
    desk.write("b.jsonl", lines.join("\n"));
    let out = wrong(&desk, "check b.jsonl");
    assert!(
        out.contains(&format!("line {}, column ", first + 2))
            || out.contains(&format!("line {}: column ", first + 2)),
        "{out}"
    );
    assert!(
        out.contains("3 games in 1 file: 0 disagreements in 0 games, 1 game cannot"),
        "{out}"
    );
}

#[test]
fn tags_without_a_result_or_a_number_are_disagreements() {
    let desk = Desk::new();
    let game = |tag: &str| format!("[White \"A\"]\n{tag}\n\n1. e4 e5 1-0\n\n");
    let cases = [
        (
            "[Result \"win\"]",
            "tag Result: the file says \"win\", which is no result",
            "true is 1-0",
        ),
        (
            "[PlyCount \"x\"]",
            "tag PlyCount: the file says \"x\", which is no number",
            "true is 2",
        ),
    ];
    for (number, (tag, says, truth)) in cases.into_iter().enumerate() {
        desk.write(&format!("{number}.pgn"), game(tag));
        let out = wrong(&desk, &format!("check {number}.pgn --fix"));
        assert!(out.contains(says) && out.contains(truth), "{out}");
        assert!(out.contains("1 disagreement in 1 game"), "{out}");
        desk.done(&format!("check {number}.fixed.pgn"));
    }
    assert!(desk.read("0.fixed.pgn").contains("[Result \"1-0\"]"));
    for fine in ["*", "?", "1/2", "1-0"] {
        desk.write("fine.pgn", format!("[Result \"{fine}\"]\n\n1. e4 e5 *\n"));
        desk.done("check fine.pgn");
    }
}

#[test]
fn damage_costs_one_game() {
    let desk = Desk::new();
    let good = "[White \"A\"]\n[Result \"*\"]\n\n1. e4 e5 *\n\n";
    let bad = |moves: &str| format!("[White \"B\"]\n[Result \"*\"]\n\n{moves}\n\n");
    let deep = format!(
        "1. e4 {}1. d4 {} e5 *",
        "(".repeat(10_000),
        ")".repeat(10_000)
    );
    let cases = [
        (bad("1. e4 Qh4 *"), Some(("9:7", "'Qh4' is not legal"))),
        (bad("1. e4 {no end"), Some(("9:7", "comment"))),
        (
            bad(&format!("1. e4 {{{}}} e5 *", "x".repeat(9 << 20))),
            Some(("6:1", "longer than 8 MiB")),
        ),
        (
            bad(&"x".repeat(9 << 20)),
            Some(("6:1", "longer than 8 MiB")),
        ),
        (bad(&deep), None),
    ];
    for (number, (damage, words)) in cases.into_iter().enumerate() {
        let name = format!("{number}.pgn");
        desk.write(&name, format!("{good}{damage}{good}"));
        let line = format!("check {name}");
        let out = match words {
            None => desk.done(&line),
            Some((place, words)) => {
                let out = wrong(&desk, &line);
                assert!(
                    out.contains(&format!("{name}:{place}: game 2 cannot be followed")),
                    "{out}"
                );
                assert!(out.contains(words), "'{words}' in\n{out}");
                out
            }
        };
        assert!(out.contains("3 games in 1 file"), "{out}");
    }
    // Old files are in Latin-1.
    desk.write("latin.pgn", b"[White \"J\xf6rg\"]\n\n1. e4 e5 1-0\n");
    desk.done("check latin.pgn");
    desk.write("zeros.pgn", vec![0; 1000]);
    desk.write("notes.pgn", "Nothing here * 1-0\n");
    desk.refuses(&[
        ("check", &["<INPUT>"]),
        ("check lost.pgn", &["cannot read lost.pgn"]),
        ("check zeros.pgn", &["zeros.pgn", "no text"]),
        ("check notes.pgn", &["notes.pgn", "no game"]),
        ("check tiny.toml", &["tiny.toml", "PGN"]),
        (
            "check latin.pgn --ruleset chess",
            &["--ruleset", "cincinnati"],
        ),
        ("match random random --games 2 --filter white", &["--pgn"]),
        (
            "match random random --games 2 --pgn p --filter half",
            &["semi-white"],
        ),
    ]);
}

/// A game in German, and one in the notation that names files by men.
const GERMAN: &str = "[White \"Jörg\"]\n[Result \"1-0\"]\n[PlyCount \"7\"]\n\n\
    1. e4 e5 2. Sf3 Sc6 3. Lc4 {gut} Lc5 (3... Sf6) 4. Dh4 1-0\n\n";
const DESCRIPTIVE: &str = "[White \"Staunton\"]\n\n1. e4 e5\n2. Kt-KB3 Kt-QB3 *\n\n";
const PLAIN: &str = "[White \"A\"]\n\n1. e4 $1 {plain}\ne5 2. Nf3 *\n\n";

#[test]
fn a_move_that_cannot_be_read_is_an_error_and_no_game_is_shortened() {
    let desk = Desk::new();
    let german = GERMAN.replace("Dh4", "Sg5");
    desk.write("german.pgn", &german);
    assert!(desk.done("check german.pgn").contains(": 0 disagreements"));
    desk.done("check german.pgn --language de");
    assert!(
        wrong(&desk, "check german.pgn --language fr").contains("not a move in French letters")
    );
    desk.refuses(&[("check german.pgn --language xx", &["--language", "en, de"])]);
    // A misprint is named in the letters of the game.
    desk.write("misprint.pgn", GERMAN);
    let out = wrong(&desk, "check misprint.pgn");
    assert!(
        out.contains("misprint.pgn:5:52: game 1 cannot be followed: move 4. 'Dh4' is not legal"),
        "{out}"
    );
    let all = format!("{PLAIN}{german}{DESCRIPTIVE}{PLAIN}");
    desk.write("all.pgn", &all);
    let output = desk.run("check all.pgn --fix");
    let (out, notes) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{out}{notes}");
    assert!(
        out.contains("all.pgn:15:4: game 3 cannot be followed: move 2. 'Kt-KB3' cannot be read: descriptive notation"),
        "{out}"
    );
    for said in [
        "all.fixed.pgn: game 2: 5 moves written in standard notation, from German letters",
        "1 game corrected in the copies",
        "1 game copied unchanged",
    ] {
        assert!(notes.contains(said), "'{said}' in\n{notes}");
    }
    assert_eq!(desk.read("all.pgn"), all, "the original stays");
    let fixed = desk.read("all.fixed.pgn");
    let english = "1. e4 e5 2. Nf3 Nc6 3. Bc4 {gut} Bc5 (3... Sf6) 4. Ng5 1-0";
    assert!(
        fixed.starts_with(PLAIN) && fixed.ends_with(PLAIN),
        "{fixed}"
    );
    assert!(
        fixed.contains(english) && fixed.contains(DESCRIPTIVE),
        "{fixed}"
    );
}

#[test]
fn packed_recoded_and_piped_games_are_read() {
    let desk = Desk::new();
    let half: Vec<u8> = GERMAN.encode_utf16().flat_map(u16::to_le_bytes).collect();
    desk.write("utf16.pgn", [&[0xff, 0xfe], &half[..]].concat());
    desk.write("bare16.pgn", half);
    let latin: Vec<u8> = GERMAN.chars().map(|letter| letter as u8).collect();
    desk.write("latin.pgn", latin);
    desk.write(
        "packed.pgn.gz",
        include_bytes!("../data/games/german.pgn.gz"),
    );
    desk.write(
        "packed.pgn.zst",
        include_bytes!("../data/games/german.pgn.zst"),
    );
    for name in [
        "utf16",
        "bare16",
        "latin",
        "packed.pgn.gz",
        "packed.pgn.zst",
    ] {
        let name = if name.contains('.') {
            name.to_owned()
        } else {
            format!("{name}.pgn")
        };
        let out = wrong(&desk, &format!("check {name}"));
        assert!(out.contains(&format!("{name}:5:52: game 1")), "{out}");
    }
    desk.run("check packed.pgn.gz --fix");
    assert_eq!(desk.read("packed.fixed.pgn"), GERMAN);
    for command in ["check", "stats"] {
        let output = assert_cmd::Command::new(env!("CARGO_BIN_EXE_darkforge"))
            .args([command, "-"])
            .write_stdin(GERMAN.replace("Dh4", "Sg5"))
            .output()
            .expect("a process");
        assert!(output.status.success(), "{command}: {output:?}");
        assert!(text(&output.stdout).starts_with("1 game"), "{output:?}");
    }
    desk.refuses(&[
        ("check - --fix", &["--fix", "not a file"]),
        (
            "check latin.pgn latin.pgn --fix",
            &["latin.fixed.pgn", "two files"],
        ),
    ]);
}
