//! Statistics of game collections.
//!
//! T is the thesis, see `docs/bibliography.md`.

use crate::cli::desk::{Desk, text};

const GAMES: [(&str, &str); 5] = [
    ("1.pgn", include_str!("../data/games/game1_truth.pgn")),
    ("2.pgn", include_str!("../data/games/game2_truth.pgn")),
    ("3.pgn", include_str!("../data/games/game3_truth.pgn")),
    ("4.pgn", include_str!("../data/games/game4_truth.pgn")),
    ("5.pgn", include_str!("../data/games/game5_truth.pgn")),
];

/// Plain PGN of people, with a game that cannot be followed and one that tells one side.
const PEOPLE: &str = r#"[White "Ada"]
[Black "Bob"]
[Result "0-1"]
[WhiteElo "1700"]
[BlackElo "1600"]
[TimeControl "60+0"]

1. f3 e5 2. g4 Qh4# 0-1

[White "Ada"]
[Black "Cyd"]
[Result "1-0"]
[WhiteElo "1700"]
[BlackElo "2000"]
[TimeControl "180+2"]
[ICCResult "Black forfeits on time"]

1. e4 e5 2. Nf3 1-0

[White "Bob"]
[Black "Cyd"]
[Result "1-0"]

1. e4 e5 2. Ke3 1-0

[White "Bob"]
[Black "Cyd"]
[Result "1/2-1/2"]
[ICCResult "Game drawn by mutual agreement"]

1. d4 d5 2. c4 dxc4 1/2-1/2

[White "Cyd"]
[Black "Bob"]
[Result "1-0"]
[Filtered "white"]

1. e4 {:} ?? {:} 1-0
"#;

/// The cells of a row whose first cells are these.
#[track_caller]
fn row(desk: &Desk, file: &str, start: &[&str]) -> Vec<String> {
    let table = desk.table(file);
    let found = table.rows.iter().find(|row| {
        let both = row.iter().zip(start);
        both.clone().count() == start.len() && both.into_iter().all(|(cell, want)| cell == want)
    });
    found
        .unwrap_or_else(|| panic!("{file} has no row {start:?}"))
        .clone()
}

/// A cell of that row.
#[track_caller]
fn cell(desk: &Desk, file: &str, start: &[&str], column: &str) -> String {
    let place = desk.table(file).column(column);
    row(desk, file, start)[place].clone()
}

fn five_games() -> Desk {
    let desk = Desk::new();
    for (name, text) in GAMES {
        desk.write(name, text);
    }
    desk
}

#[test]
fn the_five_real_games_give_the_facts_of_the_thesis() {
    let desk = five_games();
    desk.done("stats 1.pgn 2.pgn 3.pgn 4.pgn 5.pgn --out s --quiet");
    let at = |file: &str, start: &[&str], column: &str| {
        cell(&desk, &format!("s/{file}.csv"), start, column)
    };
    // T 8.1.1, 8.1.2: Black resigns. T 8.1.4: Black is mated. T 8.1.3: White is mated.
    assert_eq!(
        at("outcomes", &["1-0", "resignation", "black"], "games"),
        "2"
    );
    assert_eq!(at("outcomes", &["1-0", "checkmate", "black"], "games"), "2");
    assert_eq!(at("outcomes", &["0-1", "checkmate", "white"], "games"), "1");
    assert_eq!(desk.table("s/outcomes.csv").rows.len(), 3);
    assert_eq!(at("edge", &["all"], "p_value"), "3.75000000e-1"); // 4 of 5: 2 * 6/32
    // 29, 40, 42, 52 and 148 moves (T 8.1: 40. fxe6+, 42... Kxh6, 148... Qe4#, 52. Qh8#).
    let lengths = ["min", "median", "p75", "max", "mean"];
    let lengths = lengths.map(|column| at("durations", &["all"], column));
    assert_eq!(lengths, ["29", "42", "52", "148", "62.200000"]);
    // The ends of T 8.1.3 and 8.1.4.
    assert_eq!(
        at(
            "final_material",
            &["checkmates", "1", "KQBNP", "K"],
            "games"
        ),
        "1"
    );
    assert_eq!(
        at("conversion", &["KQRPPP", "K"], "mates_of_wins"),
        "1.000000"
    );
    // First words: 1... d5 P1 (T 8.1.4), 2... e5 P1, 7... h5 P1, 9. e4 P1 (T 8.1.1).
    for number in ["1", "2", "7", "9", "18"] {
        assert_eq!(at("silence", &[number], "games"), "1", "move {number}");
    }
    // T 5.2.5: Krieg puts its king to f2 and its pawns one step forward.
    assert_eq!(
        at("openings", &["Krieg", "both", "2", "g2-g3"], "made"),
        "2"
    );
    assert_eq!(
        at("openings", &["Krieg", "black", "5", "d2-d3"], "made"),
        "1"
    );
    assert_eq!(
        at("openings", &["Krieg", "black", "10", "h4-g5"], "made"),
        "1"
    );
    // Both begin with 20 moves on the own board.
    assert_eq!(at("mobility", &["own_board", "both", "1"], "turns"), "10");
    assert_eq!(
        at("mobility", &["own_board", "white", "1"], "mean"),
        "20.000000"
    );
    assert_eq!(
        at("material", &["points", "both", "1"], "mean"),
        "39.000000"
    );
    // No man has moved: T 7.5.3 has f_E(0) = 0. The opponent's first move makes squares a ply old.
    let entropy = |number: &str| at("entropy", &["entropy", "white", number], "mean");
    assert_eq!(entropy("1"), "0.000000");
    assert_ne!(entropy("2"), "0.000000");
    let plots = std::fs::read_dir(desk.path("s/plots")).unwrap().count();
    assert!(plots > 20, "{plots} plots");
}

#[test]
fn told_tries_are_counted_and_those_not_told_are_not() {
    let desk = five_games();
    desk.done("stats 1.pgn --out one --no-plots --quiet");
    let start = ["white", "all"];
    let all = ["turns", "refused", "passed_over"];
    let found = all.map(|column| cell(&desk, "one/refusals.csv", &start, column));
    assert_eq!(
        found,
        ["40", "34", "0"],
        "T 8.1.1 prints White's 34 illegal tries"
    );
    let sides = desk.table("one/refusals.csv");
    assert!(!sides.texts("side").contains(&"black"));
    desk.done("stats 2.pgn --out two --no-plots --quiet");
    assert_eq!(cell(&desk, "two/refusals.csv", &start, "passed_over"), "1");
    // Plain moves tell no tries: nothing is known, except for the own board.
    desk.write("plain.pgn", "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 1-0\n");
    desk.done("stats plain.pgn --out plain --no-plots --quiet");
    assert_eq!(desk.table("plain/refusals.csv").rows.len(), 0);
    assert_eq!(desk.table("plain/king_set.csv").rows.len(), 0);
    // 1... d5 announced a pawn try: both captures of the e-pawn are among White's moves.
    let moves = |number: &str| {
        cell(
            &desk,
            "plain/mobility.csv",
            &["own_board", "white", number],
            "mean",
        )
    };
    assert_eq!([moves("1"), moves("2")], ["20.000000", "44.000000"]);
    assert_eq!(cell(&desk, "plain/captures.csv", &["d5"], "captures"), "2");
}

#[test]
fn games_that_are_not_asked_for_damaged_or_one_sided_are_passed_over() {
    let desk = Desk::new();
    desk.write("people.pgn", PEOPLE);
    let output = desk.run("stats people.pgn --out all --no-plots");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        error.contains("people.pgn:24: game 3 is passed over: move 2. 'Ke3'"),
        "{error}"
    );
    let counts = row(&desk, "all/inputs.csv", &["people.pgn"]);
    assert_eq!(counts[1..], ["5", "3", "0", "1", "1", "0"]);
    let damaged = desk.table("all/damaged.csv");
    assert_eq!(damaged.rows.len(), 1);
    assert_eq!(damaged.texts("game"), ["3"]);
    assert!(damaged.texts("problem")[0].contains("Ke3"));
    assert_eq!(
        cell(
            &desk,
            "all/outcomes.csv",
            &["1/2-1/2", "agreement"],
            "games"
        ),
        "1"
    );
    assert_eq!(
        cell(&desk, "all/time_controls.csv", &["180+2"], "out_of_time"),
        "1"
    );
    assert_eq!(
        cell(&desk, "all/players.csv", &["Bob"], "score"),
        "0.750000"
    );
    for (filter, games) in [
        ("--player Ada", 2),
        ("--player ada", 0),
        ("--rated-above 1600", 1),
        ("--rated-above 1599", 2),
        ("--ended checkmate", 1),
        ("--ended checkmate --ended agreement", 2),
        ("--min-plies 4", 2),
        ("--min-plies 4 --player Cyd", 1),
        ("--time-control 180+2", 1),
        ("--time-control none --time-control 180+2", 2),
    ] {
        let line = format!("stats people.pgn --quiet {filter}");
        if games == 0 {
            desk.refuses(&[(&line, &[filter, "players are Ada (2 games), Bob (2 games)"])]);
        } else {
            assert_eq!(desk.json(&line)["games"], games, "{filter}");
        }
    }
}

#[test]
fn threads_formats_and_order_do_not_matter() {
    let desk = Desk::new();
    desk.done(
        "match random random --games 16 --threads 1 --quiet --out run --pgn games.pgn \
         --transcript games.jsonl",
    );
    desk.done("stats games.pgn --out one --threads 1 --knowledge-sample 6 --quiet");
    desk.done("stats games.pgn --out two --threads 2 --knowledge-sample 6 --quiet");
    desk.assert_same_files("one", "two", "one thread and two");
    let sample: u64 = cell(
        &desk,
        "one/king_set.csv",
        &["king_set", "both", "1"],
        "games",
    )
    .parse()
    .unwrap();
    assert!((1..=6).contains(&sample), "{sample}");
    desk.done("stats run --out run-stats --no-plots --knowledge-sample 6 --quiet");
    desk.done("stats games.jsonl --out lines --no-plots --knowledge-sample 6 --quiet");
    let (pgn, run, lines) = (
        desk.files("one"),
        desk.files("run-stats"),
        desk.files("lines"),
    );
    // A transcript names no players.
    let named = [
        "players",
        "openings",
        "formations",
        "sequences",
        "figures",
        "castling",
        "targets",
        "weak_points",
        "before_attacks",
    ];
    // Tables alone: the page and what it is made from name their input.
    for (file, bytes) in pgn
        .iter()
        .filter(|(file, _)| file.rsplit('.').next() == Some("csv"))
    {
        let stem = file.split('.').next().unwrap_or_default();
        if stem != "inputs" {
            assert!(run[file] == *bytes, "{file} of the run differs");
        }
        if stem != "inputs" && !named.contains(&stem) {
            assert!(lines[file] == *bytes, "{file} of the transcript differs");
        }
    }
    desk.write("people.pgn", PEOPLE);
    desk.done("stats games.pgn people.pgn --out ab --no-plots --quiet");
    desk.done("stats people.pgn games.pgn --out ba --no-plots --quiet");
    assert_eq!(desk.read("ab/figures.csv"), desk.read("ba/figures.csv"));
}

#[test]
fn collections_are_compared() {
    let desk = five_games();
    desk.done("stats 4.pgn 5.pgn --out mates --no-plots --quiet --compare icc");
    let mate = cell(
        &desk,
        "mates/comparison.csv",
        &["outcome.checkmate.of_black"],
        "other_value",
    );
    assert_eq!(mate, "0.195617"); // T Table 5.1: 2330 of 11,911
    desk.done("stats 4.pgn 5.pgn --out same --no-plots --quiet --compare mates");
    let same = desk.table("same/comparison.csv");
    assert!(
        same.texts("difference")
            .iter()
            .all(|&text| text == "0.000000")
    );
    assert!(same.rows.len() > 50);
    let figures = desk.json("stats 1.pgn --quiet --compare 2.pgn");
    let moves = &figures["comparison"]["duration.all"];
    assert_eq!(moves["difference"], -2.0);
    let page = desk.done("stats 1.pgn --quiet --compare icc");
    assert!(
        page.contains("icc") && page.contains("resignation.of_black"),
        "{page}"
    );
}

#[test]
fn what_cannot_be_counted_is_refused() {
    let desk = five_games();
    desk.write("words.txt", "nothing but words\n");
    std::fs::create_dir(desk.path("empty")).unwrap();
    desk.refuses(&[
        ("stats", &["INPUT"]),
        ("stats nowhere.pgn", &["nowhere.pgn"]),
        ("stats words.txt", &["words.txt", "no game in it"]),
        ("stats empty", &["empty", "journal.jsonl"]),
        ("stats 1.pgn --out empty", &["empty exists"]),
        (
            "stats 1.pgn --compare nowhere",
            &["--compare nowhere", "icc"],
        ),
        (
            "stats 1.pgn --ended mate",
            &["--ended mate", "checkmate, stalemate"],
        ),
        (
            "stats 1.pgn --knowledge-sample few",
            &["--knowledge-sample few", "all"],
        ),
        ("stats 1.pgn --no-plots", &["--out"]),
        ("stats 1.pgn ./1.pgn", &["1.pgn", "name them once"]),
        ("stats 1.pgn --compare 1.pgn", &["1.pgn", "name them once"]),
        (
            "stats 1.pgn --player nobody",
            &["--player nobody", "players are", "(1 game)"],
        ),
        ("stats 1.pgn --threads 0", &["--threads 0"]),
        ("stats 1.pgn --ruleset chess", &["--ruleset"]),
    ]);
}

#[test]
fn games_of_a_run_without_tries_are_not_called_damaged() {
    let desk = Desk::new();
    desk.done("match random random --games 4 --out bare --quiet");
    desk.done("match random random --games 4 --out kept --pgn games.pgn --quiet");
    desk.refuses(&[(
        "stats bare",
        &["none of the 4 games", "did not keep their tries", "--pgn"],
    )]);
    let output = desk.run("stats bare kept --out both --no-plots");
    let told = format!("{output:?}");
    assert!(output.status.success(), "{told}");
    assert!(told.contains("0 damaged, 4 without tries"), "{told}");
    let counts = row(&desk, "both/inputs.csv", &["bare"]);
    assert_eq!(counts[1..], ["4", "0", "0", "0", "0", "4"]);
    let counts = row(&desk, "both/inputs.csv", &["kept"]);
    assert_eq!(counts[1..], ["4", "4", "0", "0", "0", "0"]);
}

#[test]
fn games_from_a_position_count_from_there() {
    let desk = Desk::new();
    desk.write(
        "ending.pgn",
        "[White \"A\"]\n[Black \"B\"]\n[FEN \"4k3/8/4K3/8/8/8/8/R7 w - - 0 1\"]\n\n1. Ra8# 1-0\n",
    );
    let figures = desk.json("stats ending.pgn --quiet");
    assert_eq!(
        (&figures["games"], &figures["plies"]),
        (&1.into(), &1.into())
    );
    desk.done("stats ending.pgn --out out --no-plots --quiet");
    let opened = desk.table("out/openings.csv");
    assert_eq!(opened.rows.len(), 0, "a set position is no opening");
}

#[test]
fn more_names_than_are_told_apart_take_no_more_memory() {
    let desk = Desk::new();
    let games = |games: usize| -> String {
        let game = |number| {
            format!(
                "[White \"w{number}\"]\n[Black \"b\"]\n[TimeControl \"{number}\"]\n\n1. e4 e5 1-0\n\n"
            )
        };
        (0..games).map(game).collect()
    };
    desk.write("few.pgn", games(100));
    desk.write("many.pgn", games(50_001));
    desk.done("stats few.pgn --out few --no-plots --quiet");
    assert_eq!(desk.table("few/players.csv").rows.len(), 101);
    assert_eq!(desk.table("few/time_controls.csv").rows.len(), 100);
    for threads in [1, 2] {
        let output = desk.run(&format!(
            "stats many.pgn --out {threads} --no-plots --threads {threads}"
        ));
        let told = String::from_utf8_lossy(&output.stderr);
        let notes = [
            "more than 50,000 different names, so players are not told apart. --player NAME",
            "more than 10,000 different time controls, so they are not told apart.",
        ];
        let page = desk.read(&format!("{threads}/report.html"));
        for note in notes {
            assert!(told.contains(note), "{told}");
            assert!(page.contains(note), "the page says it too");
        }
        for table in ["players", "time_controls"] {
            let table = desk.table(&format!("{threads}/{table}.csv"));
            assert_eq!(table.rows.len(), 0, "with {threads} threads");
        }
    }
    let output = desk.run("stats many.pgn --ended resignation --player w17");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(!told.contains("--player NAME"), "it is given: {told}");
    desk.refuses(&[(
        "imitate many.pgn --player nobody",
        &["more than 50,000 players"],
    )]);
    desk.refuses(&[(
        "rate many.pgn",
        &["many.pgn, line 17", "more than 3,000 players"],
    )]);
    let figures = desk.json("stats many.pgn --player w17 --quiet");
    assert_eq!(figures["games"], 1);
}

#[test]
fn a_line_without_an_end_is_named_and_takes_no_memory() {
    let desk = Desk::new();
    let line = "x".repeat(20 << 20);
    desk.write("line.pgn", format!("[White \"A\"]\n\n1. e4 {line} *\n"));
    desk.write("line.jsonl", format!("{{\"game\":0,\"try\":\"{line}\"}}\n"));
    for (file, said) in [
        ("line.pgn", "longer than 8 MiB"),
        ("line.jsonl", "longer than 64 KiB"),
    ] {
        let output = desk.run(&format!("check {file}"));
        let told = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(told.contains(said), "{told}");
    }
}

#[test]
fn games_left_out_by_their_time_control_are_named() {
    let desk = Desk::new();
    desk.write("people.pgn", PEOPLE);
    let output = desk.run("stats people.pgn --time-control 180+2");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        error.contains("Left out by --time-control: 2 games: no time control (1), 60+0 (1)."),
        "{error}"
    );
}

#[test]
fn castling_attacks_and_clusters_are_counted_by_player() {
    let desk = Desk::new();
    // White castles on move 4 and takes on e5 with knight and pawn; a check follows the captures.
    desk.write(
        "g.pgn",
        "[White \"Ada\"]\n[Black \"Bob\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. Nxe5 Nxe5 \
         6. Bxf7+ Nxf7 *\n",
    );
    desk.done("stats g.pgn --out s --quiet");
    let at = |file: &str, start: &[&str], column: &str| {
        cell(&desk, &format!("s/{file}.csv"), start, column)
    };
    let castled = ["made", "early", "mean_move"]
        .map(|column| at("castling", &["Ada", "white", "O-O"], column));
    assert_eq!(castled, ["1", "1", "4.000000"]);
    assert_eq!(at("castling", &["Bob", "both", "O-O"], "made"), "0");
    let struck = ["attacks", "mean_attackers", "mean_captures", "mean_gain"];
    let first = struck.map(|column| at("targets", &["Ada", "1", "e5"], column));
    assert_eq!(first, ["1", "1.000000", "2.000000", "-2.000000"]);
    let weak = struck.map(|column| at("weak_points", &["Bob", "1", "f2"], column));
    assert_eq!(weak, ["1", "1.000000", "2.000000", "-2.000000"]);
    let before = at("before_attacks", &["Ada", "1"], "captor");
    assert_eq!(before, "0.000000", "O-O and Nxe5 come before the attacks");
    let pairs =
        ["pairs", "followed"].map(|column| at("clusters", &["capture", "capture", "1"], column));
    assert_eq!(pairs, ["3", "3"]);
    assert!(desk.path("s/plots/targets.svg").is_file());
}

#[test]
fn possible_positions_are_counted_up_to_a_limit() {
    let desk = Desk::new();
    // Transcripts know all tries. Black mates on move 2: White never hears a word before it.
    let moves = ["f2f3", "e7e5", "g2g4", "d8h4"];
    let line = |(ply, asked): (usize, &&str)| {
        let side = ["white", "black"][ply % 2];
        format!(
            "{{\"game\":0,\"ply\":{ply},\"side\":\"{side}\",\"try\":\"{asked}\",\"answer\":\"played\"}}\n"
        )
    };
    let mut text: String = moves.iter().enumerate().map(line).collect();
    text += "{\"game\":0,\"result\":\"0-1\",\"ending\":\"checkmate\",\"plies\":4}\n";
    desk.write("g.jsonl", &text);
    desk.done("stats g.jsonl --out without --no-plots --quiet");
    assert!(!desk.path("without/possible.csv").exists());
    desk.done("stats g.jsonl --out exact --positions 1000 --quiet");
    let at = |folder: &str, bound: &str, column: &str| {
        cell(&desk, &format!("{folder}/possible.csv"), &[bound], column)
    };
    assert_eq!(
        at("exact", "100", "losses"),
        "1",
        "White: 20 positions at most"
    );
    assert_eq!(
        at("exact", "1000", "wins"),
        "1",
        "Black: the second move makes more"
    );
    assert!(desk.path("exact/plots/possible.svg").is_file());
    desk.done("stats g.jsonl --out few --positions 100 --no-plots --quiet");
    assert_eq!(at("few", "", "wins"), "1", "Black has more than 100");
    let bits = cell(
        &desk,
        "exact/possible_by_move.csv",
        &["possible", "white", "2"],
        "mean",
    );
    assert_eq!(bits, "4.322000", "log2 of 20");
}

/// The game of the paper's Fig. 4, in which White captures the king.
const PAPER: &str = include_str!("../data/recon/figure4.txt");

#[test]
fn games_of_reconnaissance_blind_chess_have_their_own_tables() {
    let desk = Desk::new();
    desk.write(
        "games.txt",
        format!("{PAPER}-:e2e4 e3:e7e5\n-:e2e4 e3:e2e4\n"),
    );
    desk.write("broken.json", "{\"type\":\"GameHistory\"}");
    let line = "stats games.txt broken.json --out s --positions 5000";
    let output = desk.run(line);
    let said = text(&output.stderr);
    let wrong = "games.txt:3: game 3 is passed over: ply 2: black may not request e2e4";
    assert!(said.contains(wrong), "{said}");
    assert!(
        said.contains("broken.json:1: game 1 is passed over: not a history"),
        "{said}"
    );
    let at = |file: &str, start: &[&str], column: &str| {
        cell(&desk, &format!("s/{file}.csv"), start, column)
    };
    assert_eq!(at("inputs", &["all"], "used"), "2");
    assert_eq!(desk.table("s/damaged.csv").rows.len(), 2);
    // Before its fifth sense White had 238 positions.
    assert_eq!(at("sizes", &["5", "before_sense"], "turns"), "2");
    let sizes = ["median", "greatest"].map(|column| at("sizes", &["5", "before_sense"], column));
    assert!(sizes.contains(&"238".to_owned()), "{sizes:?}");
    let won: Vec<String> = desk
        .table("s/possible_positions.csv")
        .rows
        .into_iter()
        .flatten()
        .collect();
    assert_eq!(won.len() % 9, 0);
    assert_eq!(at("senses", &["g6"], "white"), "3");
    assert_eq!(at("senses", &["-"], "own_frame"), "1");
    let endings = ["king_capture", "unfinished"].map(|name| at("game_endings", &[name], "games"));
    assert_eq!(endings, ["1", "1"]);
    assert_eq!(at("game_lengths", &["king_capture"], "median"), "15");
    assert_eq!(at("game_players", &[""], "won_by_capture"), "1");
    let page = desk.read("s/report.html");
    for part in [
        "White wins 50.0 %",
        "up to 5000 positions".replace("5000", "5,000").as_str(),
    ] {
        assert!(page.contains(part), "{part}");
    }
    for plot in [
        "possible_positions",
        "sizes",
        "senses",
        "game_endings",
        "game_lengths",
    ] {
        assert!(
            desk.path(&format!("s/plots/{plot}.svg")).is_file(),
            "{plot}"
        );
    }
    let figures = desk.json("stats games.txt --compare s --quiet --threads 1");
    assert_eq!(figures["figures"]["ending.king_capture"]["value"], 0.5);
    assert_eq!(figures["comparison"]["outcome.draws"]["difference"], 0.0);
}

#[test]
fn flags_and_games_of_kriegspiel_are_told_apart_from_those_of_reconnaissance() {
    let desk = five_games();
    desk.write("games.txt", PAPER);
    desk.refuses(&[
        ("stats games.txt 1.pgn", &["games.txt", "1.pgn", "one game"]),
        (
            "stats games.txt --ended checkmate",
            &["--ended", "Kriegspiel"],
        ),
        ("stats games.txt --compare icc", &["--compare icc"]),
        (
            "stats games.txt --compare 1.pgn",
            &["1.pgn", "reconnaissance"],
        ),
        (
            "stats games.txt --min-plies 99",
            &["none of the 1 game", "excluded"],
        ),
        ("stats games.txt --positions 0", &["--positions"]),
    ]);
}
