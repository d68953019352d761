//! The same bytes whatever the threads, kills and resumes.

use std::fs;

use serde_json::Value;

use crate::cli::desk::{
    Desk, GENERATIONS, JOURNAL, assert_none, assert_same, line_ends, rechecked, text, tiny_with,
    tree, unchecked,
};
use crate::cli::matches::MATCH;

#[test]
fn threads_do_not_change_an_evolution() {
    let desk = Desk::new();
    desk.done("evolve tiny.toml --out one --quiet --threads 1");
    desk.done("evolve tiny.toml --out two --quiet --threads 2");
    desk.assert_same_files("one", "two", "1 and 2 threads");
}

#[test]
fn another_seed_gives_other_games() {
    let desk = Desk::new();
    desk.evolved("seven");
    desk.done("evolve tiny.toml --no-plots --out eight --seed 8 --quiet");
    desk.write("eight.toml", tiny_with("seed = 7", "seed = 8"));
    desk.done("evolve eight.toml --no-plots --out written --quiet");
    assert_ne!(
        desk.read("seven/games.csv"),
        desk.read("eight/games.csv"),
        "seeds 7 and 8"
    );
    desk.assert_same_files("eight", "written", "seed 8 by flag and by config");
}

#[test]
fn an_evolution_resumes_from_any_byte_of_its_journal() {
    let desk = Desk::new();
    desk.evolved("whole");
    desk.done("report whole --no-plots --quiet");
    let whole = desk.files("whole");
    let journal = fs::read(desk.path("whole").join(JOURNAL)).expect("a journal");
    let ends: Vec<usize> = line_ends(&journal).collect();
    let lines = ends.len();
    let cuts = [
        ("empty", 0),
        ("in its first line", ends[0] / 2),
        ("after a third", ends[lines / 3]),
        ("in the middle of a line", ends[lines / 2] + 40),
        ("before the last newline", journal.len() - 1),
        ("whole", journal.len()),
    ];
    for (index, (cut, bytes)) in cuts.into_iter().enumerate() {
        let out = format!("cut{index}");
        desk.interrupted("whole", &out, &journal[..bytes]);
        let threads = 1 + index % 2;
        desk.done(&format!(
            "evolve tiny.toml --no-plots --out {out} --resume --quiet --threads {threads}"
        ));
        let why = format!("resumed from a journal cut {cut} ({bytes} bytes)");
        assert_same(&whole, &desk.files(&out), &why);
        assert_eq!(
            desk.journalled(&out),
            lines,
            "lines of the journal when {why}"
        );
    }
    fs::remove_file(desk.path("cut0").join(JOURNAL)).expect("a journal");
    desk.done("evolve tiny.toml --no-plots --out cut0 --resume --quiet");
    assert_same(&whole, &desk.files("cut0"), "resumed without a journal");
}

#[test]
fn a_wrong_line_of_the_journal_is_named() {
    let desk = Desk::new();
    desk.evolved("whole");
    let journal = desk.read(&format!("whole/{JOURNAL}"));
    let lines: Vec<&str> = journal.lines().collect();
    let middle = lines.len() / 2;
    let replaced = |line: String| {
        let mut lines = lines.clone();
        lines[middle] = &line;
        lines.join("\n") + "\n"
    };
    let half = &lines[middle][..lines[middle].len() / 2];
    let journals = [
        ("garbage", replaced("\u{0}\u{0}\u{0}".to_owned())),
        ("half", replaced(half.to_owned())),
        ("nothing", replaced(String::new())),
        ("twice", replaced(lines[middle - 1].to_owned())),
        (
            "typed",
            replaced(lines[middle].replace("\"plies\":", "\"plies\":-")),
        ),
    ];
    let mut problems = Vec::new();
    for (out, journal) in journals {
        desk.interrupted("whole", out, journal.as_bytes());
        let number = format!("line {}", middle + 1);
        let words = [format!("{out}/{JOURNAL}"), number];
        let words = words.each_ref().map(String::as_str);
        let lines = [
            format!("evolve tiny.toml --out {out} --resume"),
            format!("report {out}"),
        ];
        for line in lines {
            problems.extend(desk.problem_of_refusal(&line, &words));
        }
    }
    assert_none(problems);
}

#[test]
fn a_game_of_another_run_in_the_journal_is_named_and_spoils_no_file() {
    let desk = Desk::new();
    desk.evolved("run");
    let journal = desk.read(&format!("run/{JOURNAL}"));
    let mut lines: Vec<String> = journal.lines().map(str::to_owned).collect();
    let middle = lines.len() / 2;
    let mut game: Value = serde_json::from_str(&unchecked(&lines[middle])).expect("a game");
    game["seed"] = 5.into();
    lines[middle] = rechecked(&game.to_string());
    desk.write(&format!("run/{JOURNAL}"), lines.join("\n") + "\n");
    let line = format!("line {}", middle + 1);
    let words = [JOURNAL, &line];
    desk.refuses(&[
        ("evolve tiny.toml --out run --resume --quiet", &words),
        ("report run", &words),
    ]);
}

#[test]
fn a_game_that_a_match_does_not_play_is_not_counted() {
    let desk = Desk::new();
    desk.done("match random random --games 4 --out match --quiet");
    let path = format!("match/{JOURNAL}");
    let journal = desk.read(&path);
    let last = journal.lines().last().expect("a game");
    let mut game: Value = serde_json::from_str(&unchecked(last)).expect("a game");
    game["game"] = 999.into();
    let line = rechecked(&game.to_string());
    desk.write(&path, format!("{journal}{line}\n"));
    desk.refuses(&[
        (
            "match random random --games 4 --out match --resume --quiet",
            &[JOURNAL, "line 5"],
        ),
        ("report match", &[JOURNAL, "line 5"]),
    ]);
}

#[test]
fn an_evolution_survives_being_killed_again_and_again() {
    let desk = Desk::new();
    desk.write("long.toml", tiny_with("generations = 3", "generations = 8"));
    desk.done("evolve long.toml --no-plots --out whole --quiet");
    for (round, threads) in [1, 2, 2].into_iter().enumerate() {
        let resume = if round == 0 { "" } else { " --resume" };
        let mut child = desk.start(&format!(
            "evolve long.toml --no-plots --out killed --quiet --threads {threads}{resume}"
        ));
        desk.wait_for_games(&mut child, "killed", desk.journalled("killed") + 10);
        child.kill().expect("a child can be killed");
        let output = child.wait_with_output().expect("a child");
        assert_ne!(
            output.status.code(),
            Some(2),
            "round {round}: {}",
            text(&output.stderr)
        );
    }
    desk.done("evolve long.toml --no-plots --out killed --quiet --resume");
    desk.assert_same_files("whole", "killed", "killed three times");
}

#[cfg(unix)]
#[test]
fn an_interrupted_evolution_reports_what_it_has_and_says_how_to_go_on() {
    let desk = Desk::new();
    desk.write("long.toml", tiny_with("generations = 3", "generations = 8"));
    let line = "evolve long.toml --seed 9 --quiet --threads 1";
    desk.done(&format!("{line} --out whole"));
    let mut child = desk.start(&format!("{line} --out stopped"));
    desk.wait_for_games(&mut child, "stopped", 30);
    let interrupted = std::process::Command::new("sh")
        .args(["-c", &format!("kill -INT {}", child.id())])
        .output()
        .expect("a shell");
    let output = child.wait_with_output().expect("a child");
    let error = text(&output.stderr);
    if output.status.success() {
        return; // it was quicker than the signal
    }
    assert!(interrupted.status.success(), "the signal was sent");
    assert_eq!(output.status.code(), Some(1), "{error}");
    let (_, how) = error
        .split_once("continue with: darkforge ")
        .unwrap_or_else(|| panic!("it says how to go on: {error}"));
    let stopped = desk.files("stopped");
    desk.done("report stopped --quiet");
    assert_same(&stopped, &desk.files("stopped"), "report of a stopped run");
    desk.done(how.lines().next().unwrap_or_default());
    desk.assert_same_files("whole", "stopped", "stopped and continued as it said");
}

#[test]
fn report_makes_the_files_of_an_evolution_again() {
    let desk = Desk::new();
    let run = desk.evolved("run");
    let whole = tree(&run);
    desk.interrupted("run", "bare", &whole[JOURNAL]);
    desk.done("report bare --quiet");
    assert_same(
        &whole,
        &tree(&desk.path("bare")),
        "report of a bare journal",
    );
    desk.done("report run");
    assert_same(&whole, &tree(&run), "report over the files there are");
    let figures = desk.json("report run");
    assert_eq!(figures["generations"], GENERATIONS, "{figures}");
    let games = desk.table("run/games.csv").rows.len();
    assert_eq!(figures["games"], games, "{figures}");
}

#[test]
fn report_does_not_need_the_files_that_a_run_was_made_from() {
    let desk = Desk::new();
    desk.write("w.toml", "pawn_value = 1.5\nrisk = 0.25\n");
    let config = tiny_with("\"hand-made\"", "\"w.toml\"").replace(
        "\"darkboard:depth=1,particles=0\"\npairs",
        "\"darkboard:weights=w.toml,depth=1,particles=0\"\npairs",
    );
    desk.write("tiny.toml", config);
    desk.done("evolve tiny.toml --no-plots --out run --quiet");
    let run = desk.path("run");
    let line =
        "match darkboard:weights=w.toml,depth=1,particles=0 random --games 2 --out match --quiet";
    desk.done(line);
    let before = [tree(&run), tree(&desk.path("match"))];
    fs::remove_file(desk.path("w.toml")).expect("a file");
    fs::remove_file(desk.path("tiny.toml")).expect("a file");
    desk.done("report run --no-plots --quiet");
    desk.done("report match --quiet");
    assert_same(&before[0], &tree(&run), "an evolution");
    assert_same(&before[1], &tree(&desk.path("match")), "a match");
}

#[test]
fn report_makes_the_files_of_a_match_again() {
    let desk = Desk::new();
    for (name, flags) in [
        ("plain", "--games 7"),
        ("tested", "--games 100 --sprt 0,200"),
        ("kept", "--games 4 --pgn kept.pgn"),
    ] {
        desk.done(&format!(
            "match darkboard:depth=1,particles=0 random --out {name} --quiet {flags}"
        ));
        let whole = tree(&desk.path(name));
        let bare = format!("{name}-bare");
        desk.interrupted(name, &bare, &whole[JOURNAL]);
        desk.done(&format!("report {bare} --quiet"));
        let why = format!("report of a match with {flags}");
        assert_same(&whole, &tree(&desk.path(&bare)), &why);
    }
}

/// Figures of the match of `line` with 1 and 2 threads, which must be the same, as must its files.
#[track_caller]
fn figures_for_any_threads(desk: &Desk, line: &str) -> Value {
    let [one, two] = [1, 2].map(|threads| {
        let out = format!("out{threads}");
        let mut figures = desk.json(&format!(
            "{line} --threads {threads} --out {out} --transcript {out}/t.jsonl --pgn {out}/g.pgn"
        ));
        figures["games_per_s"] = Value::Null;
        (figures, desk.files(&out))
    });
    assert_eq!(one.0, two.0, "figures of 1 and 2 threads");
    assert_same(&one.1, &two.1, "1 and 2 threads");
    one.0
}

#[test]
fn threads_do_not_change_a_match() {
    figures_for_any_threads(&Desk::new(), MATCH);
}

#[test]
fn a_sequential_test_stops_early_and_alike_for_any_threads() {
    let desk = Desk::new();
    let line = "match darkboard:depth=1,particles=0 random --sprt 0,200 --games 400 --quiet";
    let figures = figures_for_any_threads(&desk, line);
    let test = &figures["sprt"];
    assert_eq!(test["verdict"], "accept_h1", "{figures}");
    assert!(
        test["llr"].as_f64() >= test["upper"].as_f64(),
        "LLR beyond its bound: {figures}"
    );
    assert!(
        figures["games"].as_u64().is_some_and(|games| games < 400),
        "it stops early: {figures}"
    );
    let console = desk.done(line);
    assert!(console.contains("H1 accepted"), "{console}");
    let turned =
        desk.json("match random darkboard:depth=1,particles=0 --sprt 0,200 --games 400 --quiet");
    assert_eq!(turned["sprt"]["verdict"], "accept_h0", "{turned}");
    let short = desk.json("match random random --sprt 0,5 --games 4 --quiet");
    assert_eq!(short["sprt"]["verdict"], "continue", "{short}");
    assert_eq!(short["games"], 4, "{short}");
}

#[test]
fn a_match_resumes_from_any_byte_of_its_journal() {
    let desk = Desk::new();
    let line = "match darkboard:depth=1,particles=0 random --sprt 0,200 --games 60 --quiet";
    desk.done(&format!("{line} --out whole --transcript whole/t.jsonl"));
    let whole = desk.files("whole");
    let journal = fs::read(desk.path("whole").join(JOURNAL)).expect("a journal");
    let ends: Vec<usize> = line_ends(&journal).collect();
    let cuts = [0, ends[0], ends[4] + 100, journal.len() - 1, journal.len()];
    for (index, cut) in cuts.into_iter().enumerate() {
        let out = format!("cut{index}");
        desk.interrupted("whole", &out, &journal[..cut]);
        desk.done(&format!(
            "{line} --out {out} --transcript {out}/t.jsonl --resume"
        ));
        let why = format!("resumed from a journal cut at byte {cut}");
        assert_same(&whole, &desk.files(&out), &why);
    }
}

#[test]
fn a_match_that_gets_more_games_leaves_the_files_of_the_long_one() {
    let desk = Desk::new();
    let line = "match random semi-random --ply-limit 40 --quiet";
    desk.done(&format!("{line} --games 60 --out whole"));
    desk.done(&format!("{line} --games 5 --out grown"));
    for again in ["--games 60", ""] {
        desk.done(&format!("{line} {again} --out grown --resume"));
        assert_same(&desk.files("whole"), &desk.files("grown"), again);
    }
    // A test that is not decided, with records in the folder.
    let line = format!("{line} --sprt 0,2 --keep-tries");
    let into = |out: &str| format!("--out {out} --transcript {out}/t.jsonl");
    desk.done(&format!("{line} --games 100 {}", into("long")));
    desk.done(&format!("{line} --games 30 {}", into("longer")));
    desk.done("report longer --quiet");
    desk.done(&format!("{line} --games 100 {} --resume", into("longer")));
    let (long, longer) = (desk.files("long"), desk.files("longer"));
    assert_same(&long, &longer, "a test goes on");
    // One that is.
    let line = "match darkboard:depth=1,particles=0 random --sprt 0,200 --quiet --out decided";
    desk.done(&format!("{line} --games 400"));
    let before = desk.files("decided");
    desk.refuses(&[(
        &format!("{line} --games 500 --resume"),
        &["decided", "its test was decided after"],
    )]);
    assert_same(&before, &desk.files("decided"), "nothing is changed");
}
