//! Outputs: made before the work, by one command alone, never in place of another's, and their
//! state after a stopped command.

use std::fs;
use std::process::{Child, Output};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::cli::desk::{Desk, JOURNAL, rechecked, text, tree, unchecked};

/// A match that is not played to its end. Its games are long enough that few are written in a second.
const ENDLESS: &str = "match darkboard:depth=1,particles=0 random --games 10000000 --quiet";

#[test]
fn two_runs_with_one_out_never_mix() {
    let desk = Desk::new();
    for round in 0..10 {
        let out = format!("out{round}");
        let runs = [1, 2].map(|seed| {
            desk.start(&format!(
                "match random random --games 4 --ply-limit 20 --seed {seed} --no-plots --out {out} --quiet"
            ))
        });
        let ended = runs.map(|run| run.wait_with_output().expect("a child"));
        let codes = ended.each_ref().map(|output| output.status.code());
        assert!(
            codes.contains(&Some(0)) && codes.contains(&Some(2)),
            "{codes:?}"
        );
        let seed = 1 + codes.iter().position(|code| *code == Some(0)).expect("one");
        assert!(
            desk.read(&format!("{out}/run.toml"))
                .contains(&format!("seed = {seed}\n"))
        );
        assert_eq!(desk.json(&format!("report {out}"))["games"], 4);
    }
}

#[test]
fn two_commands_with_one_out_never_mix() {
    let desk = Desk::new();
    desk.done("match random semi-random --games 40 --pgn games.pgn --quiet");
    for round in 0..5 {
        let line = format!("rate games.pgn --out out{round}");
        let ended = [(); 2]
            .map(|()| desk.start(&line))
            .map(Child::wait_with_output);
        let codes = ended.map(|output| output.expect("a child").status.code());
        assert!(
            codes.contains(&Some(0)) && codes.contains(&Some(2)),
            "{codes:?}"
        );
    }
}

#[test]
fn another_seed_has_a_default_folder_of_its_own() {
    let desk = Desk::new();
    for (line, folder) in [
        ("evolve tiny.toml --no-plots", "tiny"),
        ("evolve tiny.toml --no-plots --seed 8", "tiny-seed-8"),
        ("evolve tiny.toml --no-plots --seed 9", "tiny-seed-9"),
    ] {
        desk.done(&format!("{line} --quiet"));
        assert!(
            desk.path("results").join(folder).join(JOURNAL).exists(),
            "{line}"
        );
    }
    desk.refuses(&[(
        "evolve tiny.toml --no-plots --seed 7 --quiet", // the config's own
        &["results/tiny exists"],
    )]);
}

#[test]
fn every_command_makes_its_output_before_its_work() {
    let desk = Desk::new();
    desk.write("file", "");
    desk.write("broken.pgn", "[Event \"?\"]\n\n1. e4 e4 1-0\n");
    let (folder, file) = ("file/out", "nowhere/out");
    // A mistake in the input would be reported later.
    for line in [
        format!("stats none.pgn --out {folder}"),
        format!("rate none.pgn --out {folder}"),
        format!("imitate none.pgn --player a --out {folder}"),
        format!("endgame krk --out {folder}"),
        format!("endgame krk --replay nonsense --out {folder}"),
        format!("endgame infinite --starts 1000000 --out {folder}"),
        format!("merge none --out {folder}"),
        format!("match random random --games 1000000 --out {folder}"),
        format!("match random random --games 1000000 --pgn {file}"),
        format!("match random random --games 1000000 --transcript {file}"),
        format!("solve none.pgn --mine {file}"),
        format!("book build none.pgn --out {file}"),
        format!("view none.pgn --out {file}"),
    ] {
        let named = if line.contains(folder) { folder } else { file };
        if let Some(problem) = desk.problem_of_refusal(&line, &[named]) {
            panic!("{problem}");
        }
    }
    // No file can be made there by any user.
    #[cfg(target_os = "linux")]
    desk.refuses(&[
        (
            "match random random --games 1000000 --pgn /proc/games.pgn",
            &["--pgn /proc/games.pgn", "cannot write it"],
        ),
        (
            "solve broken.pgn --mine /proc/mined.toml",
            &["--mine /proc/mined.toml", "cannot write it"],
        ),
    ]);
}

#[test]
fn a_command_that_finds_nothing_to_write_leaves_no_folder() {
    let desk = Desk::new();
    desk.write("empty.pgn", "");
    desk.refuses(&[
        ("stats empty.pgn --out a/b", &["empty.pgn"]),
        ("rate none.pgn --out a/b", &["none.pgn"]),
        ("imitate none.pgn --player a --out a/b", &["none.pgn"]),
        ("merge none --out a/b", &["none"]),
    ]);
}

/// Stops `child` as Ctrl-C does.
#[cfg(unix)]
fn interrupt(child: Child) -> Output {
    let sent = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(sent.expect("kill").success());
    child.wait_with_output().expect("a child")
}

#[cfg(unix)]
#[test]
fn a_run_that_is_stopped_writes_the_records_that_were_asked_for() {
    let desk = Desk::new();
    let child = desk.start(&format!("{ENDLESS} --pgn g.pgn --transcript t.jsonl"));
    std::thread::sleep(Duration::from_secs(1));
    let stopped = interrupt(child);
    let error = text(&stopped.stderr);
    assert_eq!(stopped.status.code(), Some(1), "{error}");
    assert!(error.contains("which were written"), "{error}");
    let checked = desk.json("check g.pgn t.jsonl");
    let games = checked["games"].as_u64().expect("games");
    assert!(games > 0 && games.is_multiple_of(2), "{checked}");
    assert!(
        // Thousands have a comma.
        error
            .replace(',', "")
            .contains(&format!("stopped after {} games", games / 2)),
        "{error}"
    );
}

#[cfg(unix)]
#[test]
fn a_file_made_while_a_match_is_played_stays_and_the_games_are_kept_beside_it() {
    let desk = Desk::new();
    let child = desk.start(&format!("{ENDLESS} --pgn g.pgn"));
    std::thread::sleep(Duration::from_secs(1));
    desk.write("g.pgn", "mine");
    let stopped = interrupt(child);
    let error = text(&stopped.stderr);
    assert_eq!(stopped.status.code(), Some(1), "{error}");
    assert!(error.contains("g-2.pgn"), "{error}");
    assert_eq!(desk.read("g.pgn"), "mine");
    assert!(desk.json("check g-2.pgn")["games"].as_u64() > Some(0));
}

/// Message of a run whose folder was `taken` away, which stops it.
fn stopped_when(desk: &Desk, taken: impl FnOnce()) -> String {
    let mut child = desk.start(&format!("{ENDLESS} --out run"));
    desk.wait_for_games(&mut child, "run", 20);
    taken();
    let began = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        assert!(began.elapsed() < Duration::from_secs(20), "it goes on");
        std::thread::sleep(Duration::from_millis(10));
    }
    let output = child.wait_with_output().expect("a child");
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    error
}

#[cfg(unix)]
#[test]
fn a_run_whose_folder_is_gone_stops_and_makes_no_other() {
    let desk = Desk::new();
    let error = stopped_when(&desk, || {
        fs::rename(desk.path("run"), desk.path("moved")).expect("it can be moved");
    });
    assert!(error.contains("moved, removed or replaced"), "{error}");
    assert!(!desk.path("run").exists());
    let games = desk.json("report moved --quiet")["games"].as_u64();
    assert_eq!(games, Some(desk.journalled("moved") as u64));
}

#[cfg(unix)]
#[test]
fn a_run_whose_folder_is_replaced_stops_and_leaves_the_other_alone() {
    let desk = Desk::new();
    stopped_when(&desk, || {
        fs::rename(desk.path("run"), desk.path("moved")).expect("it can be moved");
        fs::create_dir(desk.path("run")).expect("another");
        desk.write("run/mine.txt", "mine");
    });
    let left = tree(&desk.path("run"));
    assert_eq!(left.keys().collect::<Vec<_>>(), ["mine.txt"]);
}

/// Names of files that a command was writing.
fn temporaries(desk: &Desk) -> Vec<String> {
    let names = tree(desk.folder()).into_keys();
    names.filter(|name| name.contains(".darkforge-")).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn a_kill_leaves_no_temporary_files() {
    let desk = Desk::new();
    desk.done("match random semi-random --games 20 --pgn games.pgn --quiet");
    for round in 0..6 {
        let lines = [
            format!("stats games.pgn --out s{round}"),
            format!("match random random --games 30 --no-plots --out m{round} --pgn m{round}.pgn"),
            format!("rate games.pgn --out r{round}"),
        ];
        for line in lines {
            let mut child = desk.start(&line);
            std::thread::sleep(Duration::from_millis(30 + 60 * round));
            child.kill().expect("a child can be killed");
            child.wait().expect("a child");
        }
    }
    assert!(temporaries(&desk).is_empty(), "{:?}", temporaries(&desk));
}

#[cfg(unix)]
#[test]
fn a_limit_on_the_size_of_files_stops_a_run_as_a_full_disk_does() {
    let desk = Desk::new();
    let line = "match random random --games 400 --quiet";
    let limited = std::process::Command::new("sh")
        .arg("-c")
        .arg(format!(
            "ulimit -f 16; exec {} {line} --out run",
            env!("CARGO_BIN_EXE_darkforge")
        ))
        .current_dir(desk.folder())
        .output()
        .expect("a shell");
    let error = text(&limited.stderr);
    assert_eq!(limited.status.code(), Some(1), "{error}");
    assert!(error.contains("the same command and --resume"), "{error}");
    assert!(desk.journalled("run") > 5);
    desk.done(&format!("{line} --out run --resume"));
    desk.done(&format!("{line} --out whole"));
    desk.assert_same_files("whole", "run", "after a limit on files");
}

#[test]
fn numbers_beyond_all_machines_are_refused_at_once() {
    let desk = Desk::new();
    let cup = "name = \"cup\"\nformat = \"round-robin\"\npairs = 1000000\nrounds = 10000\n\
               [[players]]\nname = \"a\"\nspec = \"random\"\n[[players]]\nname = \"b\"\nspec = \"random\"\n";
    desk.write("cup.toml", cup);
    desk.done("match random random --games 2 --out run --quiet");
    let run = desk.read("run/run.toml");
    desk.write(
        "run/run.toml",
        run.replace("games = 2\n", "games = 18446744073709551615\n"),
    );
    desk.refuses(&[
        (
            "match random random --games 4294967295",
            &["--games 4294967295", "10000000"],
        ),
        (
            "match random random --games 18446744073709551615",
            &["--games", "10000000"],
        ),
        (
            "match random random --threads 100000",
            &["--threads 100000", "at most 4 for each of"],
        ),
        (
            "evolve tiny.toml --threads 18446744073709551615",
            &["--threads", "at most 4 for each of"],
        ),
        (
            "imitate g.pgn --player a --decisions 18446744073709551615",
            &["--decisions"],
        ),
        (
            "imitate g.pgn --player a --iterations 4294967295",
            &["--iterations"],
        ),
        (
            "endgame infinite --starts 18446744073709551615",
            &["--starts"],
        ),
        (
            "tournament cup.toml",
            &["cup.toml", "20000000000 games", "10000000"],
        ),
        ("report run", &["games = 18446744073709551615", "10000000"]),
    ]);
}

#[test]
fn forged_results_are_named_where_tries_were_kept() {
    let desk = Desk::new();
    let line = "match random random --games 4 --ply-limit 20 --quiet";
    desk.done(&format!("{line} --out run --pgn run/games.pgn"));
    fs::remove_file(desk.path("run/games.pgn")).expect("a file");
    let path = format!("run/{JOURNAL}");
    let journal = desk.read(&path);
    let third = journal.lines().nth(2).expect("a line");
    let forge = |key: &str, value: Value| {
        let mut game: Value = serde_json::from_str(&unchecked(third)).expect("a game");
        game[key] = value;
        desk.write(&path, journal.replace(third, &rechecked(&game.to_string())));
        let words: &[&str] = &[JOURNAL, "line 3: game 2", "tries", "with other rules"];
        desk.refuses(&[
            ("report run", words),
            (
                &format!("{line} --out run --pgn run/games.pgn --resume"),
                words,
            ),
        ]);
    };
    forge("result", "1-0".into());
    forge("ending", "checkmate".into());
    forge("plies", 19.into());
    forge("white_refused", 1000.into());
    forge("white_material", "K".into());
    forge("final_fen", "8/8/8/8/8/8/8/8 w - - 0 1".into());
    forge("tries", "e2e4 e7e5".into());
    desk.write(&path, &journal);
    desk.done("report run --quiet");
}

#[test]
fn a_long_file_is_refused_and_not_read_into_memory() {
    let desk = Desk::new();
    let long = fs::File::create(desk.path("long.toml")).expect("a file");
    long.set_len(300 << 20).expect("without taking place");
    let words: &[&str] = &["long.toml", "longer than 16 MiB"];
    desk.refuses(&[
        ("match darkboard:weights=long.toml random", words),
        ("match darkboard:book=long.toml random", words),
        ("evolve long.toml", words),
        ("tournament long.toml", words),
        ("solve long.toml", words),
    ]);
}
