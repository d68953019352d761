//! Opening books: made from games, and used in games.

use serde_json::Value;

use crate::cli::desk::{Desk, TINY, assert_same, text};

/// Games with various openings, by weights that do not change; none is long.
const GAMES: &str = "match darkboard:weights=hand-made,depth=1,particles=0,ties=0.5 darkboard:weights=hand-made,depth=1,particles=0,ties=0.5 --games 60 \
    --ply-limit 400 --seed 5 --quiet --pgn games.pgn --transcript games.jsonl";

const BUILD: &str =
    "book build games.pgn --least-moves 4 --judge darkboard:weights=hand-made,depth=1,particles=0";

/// The openings of a side in the book of `text`, without the numbers of games.
fn openings<'a>(text: &'a str, section: &str) -> Vec<Vec<&'a str>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let section = lines.skip_while(|line| *line != section).skip(1);
    let section = section.take_while(|line| !line.starts_with('['));
    section
        .map(|line| line.split(' ').skip(1).collect())
        .collect()
}

#[test]
fn a_book_of_a_match_is_played_from() {
    let desk = Desk::new();
    desk.done(GAMES);
    let figures = desk.json(&format!("{BUILD} --out book.txt"));
    assert_eq!(figures["games"], 60, "{figures}");
    assert_eq!(figures["damaged"], 0, "{figures}");
    let book = desk.read("book.txt");
    assert!(book.contains(&format!("# darkforge {BUILD}")), "{book}");
    for (side, section) in [("white", "[white]"), ("black", "[black]")] {
        let count = |key: &str| figures[side][key].as_u64().expect("a count");
        assert!(count("kept") > 0, "{figures}");
        let kept = openings(&book, section);
        assert_eq!(kept.len() as u64, count("kept"), "{figures}");
        assert!(kept.iter().all(|moves| moves.len() >= 4), "{book}");
        assert_eq!(
            count("different"),
            count("undone") + count("worse") + count("beyond") + count("kept"),
            "{figures}"
        );
    }

    for threads in [1, 2] {
        desk.done(&format!(
            "match darkboard:depth=1,particles=0,book=book.txt random --games 12 --ply-limit 60 --quiet \
             --threads {threads} --out m{threads} --transcript t{threads}"
        ));
    }
    desk.assert_same_files("m1", "m2", "1 and 2 threads");
    let told = desk.read("t1");
    assert_eq!(told, desk.read("t2"), "transcripts of 1 and 2 threads");
    let lines: Vec<Value> = told
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    for game in 0..12 {
        let side = ["white", "black"][game % 2];
        let section = ["[white]", "[black]"][game % 2];
        let tries = lines.iter().filter(|line| line["game"] == game);
        // Up to the first announcement, including the move before it, which was asked in silence.
        let silent = |line: &&Value| {
            line.get("capture").is_none()
                && line["checks"].as_array().is_none_or(Vec::is_empty)
                && line["pawn_tries"].as_u64().unwrap_or(0) == 0
        };
        let spoken = tries.clone().position(|line| !silent(&line));
        let own: Vec<&str> = tries
            .take(spoken.map_or(usize::MAX, |at| at + 1))
            .filter(|line| line["side"] == side)
            .filter_map(|line| line["try"].as_str())
            .collect();
        let fits = openings(&book, section).iter().any(|moves| {
            let both = moves.iter().zip(&own);
            both.clone().count() > 0 && both.clone().all(|(a, b)| a == b)
        });
        assert!(fits, "game {game}: {side} played {own:?} from\n{book}");
    }

    let before = desk.files("m1");
    std::fs::remove_file(desk.path("book.txt")).expect("a file");
    desk.done("report m1 --quiet");
    assert_same(&before, &desk.files("m1"), "a run keeps its book");
}

#[test]
fn an_evolution_keeps_the_book_of_its_players() {
    let desk = Desk::new();
    desk.write("book.txt", "[white]\n1 e2e4\n[black]\n1 e7e6 d7d6\n");
    let booked = TINY.replace(
        "darkboard:depth=1,particles=0",
        "darkboard:depth=1,particles=0,book=book.txt",
    );
    desk.write("booked.toml", &booked);
    desk.done("evolve booked.toml --no-plots --out run --quiet");
    let before = desk.files("run");
    std::fs::remove_file(desk.path("book.txt")).expect("a file");
    desk.done("report run --no-plots --quiet");
    assert_same(&before, &desk.files("run"), "a run keeps its books");
    desk.write("book.txt", "[white]\n1 d2d4\n[black]\n1 e7e6 d7d6\n");
    desk.refuses(&[("evolve booked.toml --out run --resume", &["run", "d2d4"])]);
}

#[test]
fn pgn_and_transcript_make_the_same_book() {
    let desk = Desk::new();
    desk.done(GAMES);
    let made = |input: &str, flags: &str| {
        let out = format!("{}.txt", input.replace('.', "-"));
        desk.done(&format!(
            "book build {input} --least-moves 4 --out {out} {flags}"
        ));
        let book = desk.read(&out);
        ["[white]", "[black]"].map(|section| {
            let lines = openings(&book, section).into_iter();
            lines.map(|moves| moves.join(" ")).collect::<Vec<_>>()
        })
    };
    let book = made("games.pgn", "");
    assert_eq!(book, made("games.jsonl", ""), "PGN and transcript");
    std::fs::remove_file(desk.path("games-pgn.txt")).expect("a file");
    let all = made("games.pgn", "--keep-undone");
    for (some, all) in book.iter().zip(&all) {
        assert!(some.iter().all(|opening| all.contains(opening)));
    }
}

#[test]
fn a_book_says_by_which_command_it_is_made_again() {
    let desk = Desk::new();
    desk.done(GAMES);
    std::fs::rename(desk.path("games.pgn"), desk.path("my games.pgn")).expect("a file");
    let flags = ["--least-moves", "4", "--keep-undone", "--out", "book.txt"];
    desk.run_words(&[&["book", "build", "my games.pgn"], flags.as_slice()].concat());
    let line = "# darkforge book build 'my games.pgn' --least-moves 4 --keep-undone --out again\n";
    let book = desk.read("book.txt");
    assert!(book.contains(line), "{book}");
}

#[test]
fn a_run_that_kept_its_tries_makes_the_book_of_its_records() {
    let desk = Desk::new();
    let games = "match semi-random random --games 60 --seed 3 --no-plots --quiet";
    desk.done(&format!("{games} --out run --pgn games.pgn"));
    desk.done(&format!("{games} --out kept --keep-tries"));
    let build = |input: &str, out: &str| {
        desk.done(&format!(
            "book build {input} --player semi-random --least-moves 1 --keep-undone --out {out}"
        ));
        let book = desk.read(out);
        let openings = book.lines().filter(|line| !line.starts_with('#'));
        openings.map(str::to_owned).collect::<Vec<_>>()
    };
    let records = build("games.pgn", "records.txt");
    assert_eq!(records, build("kept", "kept.txt"));
    assert_eq!(records, build("run/journal.jsonl", "journal.txt"));
    desk.done(&format!("{games} --out bare"));
    desk.refuses(&[("book build bare --out none.txt", &["bare", "kept no tries"])]);
}

#[test]
fn a_damaged_game_is_named_and_left_out() {
    let desk = Desk::new();
    let mate = "[White \"A\"]\n[Result \"1-0\"]\n\n1. e3 b6 2. Bc4 a6 3. Qf3 h6 4. Qxf7# 1-0\n\n";
    desk.write("g.pgn", format!("{}{mate}", mate.replace("h6", "Qh6")));
    let output = desk.run("book build g.pgn --least-moves 3 --keep-undone --out b.txt");
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{error}");
    assert!(
        error.contains("g.pgn:4: game 1 is passed over") && error.contains("move 3... 'Qh6'"),
        "{error}"
    );
    assert!(desk.read("b.txt").contains("\n1 e2e3 f1c4 d1f3\n"));
    let output = desk.run("book build g.pgn --least-moves 3 --keep-undone --out c.txt --quiet");
    assert_eq!(text(&output.stderr), "");
    assert!(text(&output.stdout).contains("1 damaged"));
}

#[test]
fn what_makes_no_book_is_refused() {
    let desk = Desk::new();
    desk.write("g.pgn", "[White \"A\"]\n\n1. e4 e5 *\n");
    desk.write("there.txt", "kept\n");
    desk.write("bad.txt", "[white]\n1 e2e4 e2e4\n");
    desk.refuses(&[
        ("book build g.pgn --out b.txt", &["no opening", "1 game,"]),
        ("book build g.pgn", &["--out"]),
        ("book build --out b.txt", &["<INPUT>"]),
        ("book build g.pgn --out there.txt", &["there.txt", "exists"]),
        ("book build g.pgn --out no/b.txt", &["no/b.txt", "folder"]),
        (
            "book build lost.pgn --out b.txt",
            &["lost.pgn", "cannot read"],
        ),
        ("book build . --out b.txt", &[".:", "journal.jsonl"]),
        (
            "book build g.pgn ./g.pgn --out b.txt",
            &["g.pgn", "name them once"],
        ),
        (
            "book build g.pgn --player nobody --out b.txt",
            &["--player nobody", "A (1 game)"],
        ),
        ("book build tiny.toml --out b.txt", &["tiny.toml", "PGN"]),
        (
            "book build g.pgn --out b.txt --least-moves 0",
            &["--least-moves"],
        ),
        ("book build g.pgn --out b.txt --most 0", &["--most"]),
        ("book build g.pgn --out b.txt --worse -1", &["--worse"]),
        ("book build g.pgn --out b.txt --worse nan", &["--worse"]),
        (
            "book build g.pgn --out b.txt --judge random",
            &["random", "darkboard"],
        ),
        (
            "book build g.pgn --out b.txt --judge dark",
            &["dark", "semi-random"],
        ),
        (
            "match darkboard:book=lost.txt random --games 2",
            &["lost.txt", "default"],
        ),
        (
            "match darkboard:book=bad.txt random --games 2",
            &["bad.txt", "line 2", "e2e4"],
        ),
    ]);
}
