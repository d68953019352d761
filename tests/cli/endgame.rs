//! Basic endings: files, figures, replays, and what is refused.

use crate::cli::desk::Desk;

const SMALL: &str = "endgame krk kpk --method rules --starts 6 --seed 3 --quiet";

#[test]
fn files_agree_with_figures_at_any_number_of_threads() {
    let desk = Desk::new();
    let figures = desk.json(&format!("{SMALL} --threads 1 --out one"));
    desk.done(&format!("{SMALL} --threads 2 --out two"));
    for file in [
        "moves.csv",
        "summary.csv",
        "run.toml",
        "about.toml",
        "report.html",
        "plots/moves_random.svg",
    ] {
        assert_eq!(
            desk.read(&format!("one/{file}")),
            desk.read(&format!("two/{file}")),
            "{file}"
        );
    }
    let moves = desk.read("one/moves.csv");
    let mut lines = moves.lines();
    let header = "ending,method,start,opponent,moves,outcome,tries";
    assert_eq!(lines.next(), Some(header));
    assert_eq!(lines.count(), 12);
    let mates = moves.matches(",mate,").count();
    let wins: u64 = figures["endings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["wins"].as_u64().unwrap())
        .sum();
    assert_eq!(wins, mates as u64);
    for line in moves.lines().skip(1) {
        assert_eq!(line.contains(",,"), !line.contains(",mate,"), "{line}");
    }
}

#[test]
fn a_game_is_shown_with_the_squares_of_the_king() {
    let desk = Desk::new();
    let text = text_of(
        &desk,
        &["endgame", "krk", "--replay", "Kb1 Ra1 kh8", "--out", "game"],
    );
    assert!(text.contains("52 squares"), "{text}");
    assert!(desk.read("game/replay.svg").contains("♖"));
    let page = desk.read("game/report.html");
    let first = text.lines().next().expect("a title");
    assert!(page.contains(&format!("<h1 id=\"headline\">{first}</h1>")));
    assert!(page.contains("♖") && page.contains("id=\"replay\""));
    desk.done("report game --quiet");
    assert_eq!(desk.read("game/report.html"), page);
}

#[test]
fn wrong_words_are_refused_with_what_would_be_right() {
    let desk = Desk::new();
    desk.refuses(&[
        ("endgame knnk", &["krk, kqk, kbbk, kbnk, kpk"]),
        ("endgame krk --method boyce", &["--method", "search"]),
        ("endgame kqk --method rules", &["only krk, kpk"]),
        ("endgame kpk --method rules:form=magari", &["only krk"]),
        ("endgame kbnk --method exact", &["only krk, kqk, kbbk"]),
        ("endgame infinite --size 3", &["--size 3", "from 8"]),
        (
            "endgame infinite --opponent worst",
            &["random, flees or hunts"],
        ),
        (
            "endgame infinite --replay x",
            &["--replay", "infinite has --size"],
        ),
        ("endgame krk --size 16", &["--size", "infinite"]),
        ("endgame krk --starts 0", &["--starts 0", "all"]),
        ("endgame krk --opponent god", &["random, greedy or worst"]),
        ("endgame krk --depth 9", &["from 1 to 4"]),
        ("endgame krk --ruleset none", &["--ruleset", "icc"]),
        ("endgame krk --replay Kb1", &["Kb4 Rb3 kh7"]),
        (
            "endgame krk infinite",
            &["infinite is played alone: name no other ending"],
        ),
        ("endgame krk --ruleset rbc", &["rbc has no endings"]),
        (
            "endgame krk --depth 2 --method rules",
            &["--depth 2: it is for the method search"],
        ),
        (
            "endgame krk --depth 3 --method search:depth=2",
            &["--depth 3", "search:depth=2 has its own depth"],
        ),
        (
            "endgame krk --starts 5 --replay x",
            &["--starts", "--replay"],
        ),
        ("endgame krk krk", &["ending krk: it is named twice"]),
        (
            "endgame krk --method search --method search:form=moves",
            &["--method search: it is named twice"],
        ),
        (
            "endgame krk --opponent worst --opponent worst",
            &["--opponent worst: it is named twice"],
        ),
        (
            "endgame infinite --size 16 --size 16",
            &["--size 16: it is named twice"],
        ),
    ]);
}

/// Output of the program; a start contains spaces, so the arguments come as words.
fn text_of(desk: &Desk, words: &[&str]) -> String {
    let output = desk.run_words(words);
    assert!(output.status.success(), "{words:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_infinite_board_is_the_same_at_any_number_of_threads() {
    let desk = Desk::new();
    let asked = "endgame infinite --size 16 --starts 20 --opponent random --opponent flees --limit 3000 --quiet";
    let one = desk.json(&format!("{asked} --threads 1 --out one"));
    let two = desk.json(&format!("{asked} --threads 2 --out two"));
    assert_eq!(one, two);
    let table = desk.read("one/infinite.csv");
    assert_eq!(table, desk.read("two/infinite.csv"));
    let page = desk.read("one/report.html");
    assert!(page.contains("King and rook on an infinite board: a first check in"));
    desk.done("report one --quiet");
    assert_eq!(page, desk.read("one/report.html"), "made again");
    assert_eq!(table.lines().count(), 1 + 2 * 2 * 20);
    assert!(
        one["infinite"]
            .as_array()
            .unwrap()
            .iter()
            .all(|lot| lot["lost"] == 0)
    );
}
