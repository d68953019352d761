//! Players in other programs: the same games as built-in players, and every kind of fault.
#![cfg(unix)]

use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::cli::desk::{Desk, MARK, assert_none, assert_same, text};

const DARKFORGE: &str = env!("CARGO_BIN_EXE_darkforge");
const MISBEHAVE: &str = include_str!("misbehave.sh");

/// A program that misbehaves, with these options.
fn bad(options: &str, when: &str, what: &str) -> String {
    format!("process[{options}]:sh misbehave.sh {when} {what}")
}

fn engine(player: &str) -> String {
    format!("process:'{DARKFORGE}' engine {player}")
}

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("misbehave.sh", MISBEHAVE);
    desk
}

/// Processes that bear the mark of `desk`.
fn alive(desk: &Desk) -> Vec<String> {
    let mark = format!("{MARK}={}", desk.folder().display()).into_bytes();
    let Ok(processes) = fs::read_dir("/proc") else {
        return Vec::new(); // no such place on this system
    };
    let marked = |path: std::path::PathBuf| {
        let surroundings = fs::read(path.join("environ")).ok()?;
        let bears = surroundings.split(|&byte| byte == 0).any(|one| one == mark);
        let command = fs::read(path.join("cmdline")).unwrap_or_default();
        bears.then(|| String::from_utf8_lossy(&command).replace('\0', " "))
    };
    processes
        .filter_map(|entry| marked(entry.ok()?.path()))
        .collect()
}

/// Asserts that no process started by `desk` is left, at once or within seconds.
#[track_caller]
fn assert_nothing_left(desk: &Desk) {
    let began = Instant::now();
    while !alive(desk).is_empty() {
        assert!(
            began.elapsed() < Duration::from_secs(10),
            "left: {:?}",
            alive(desk)
        );
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[track_caller]
fn done(desk: &Desk, words: &[&str]) -> String {
    let output = desk.run_words(words);
    let error = text(&output.stderr);
    // These cases often forfeit every game, which is a failure of the match.
    assert!(
        output.status.success() || error.contains("every game was forfeited"),
        "darkforge {words:?} failed:\n{error}"
    );
    text(&output.stdout)
}

#[track_caller]
fn figures(desk: &Desk, words: &[&str]) -> Value {
    let all = [&["match"], words, &["--quiet", "--json"]].concat();
    serde_json::from_str(&done(desk, &all)).expect("one JSON object")
}

#[test]
fn an_engine_plays_the_games_of_the_player_that_it_is() {
    let desk = desk();
    let quick = "darkboard:positions=60,particles=24";
    let other = "darkboard:depth=1,particles=0,book=default";
    let cases = [
        ("random", "semi-random", "icc", "6"),
        ("random:nonsense=0.3", "random", "cincinnati", "4"),
        ("random:nonsense=0.3", "random", "berkeley", "4"),
        ("random:nonsense=0.3", "random", "berkeley-any", "4"),
        ("random:nonsense=0.3", "random", "rand", "4"),
        ("random:nonsense=0.3", "random", "rand-ladder", "4"),
        ("random:nonsense=0.3", "random", "english", "4"),
        ("semi-random", "random", "english", "4"),
        (quick, "random", "icc", "2"),
        (quick, other, "rand", "2"),
        (other, quick, "english", "2"),
        (quick, "semi-random", "berkeley-any", "2"),
    ];
    for (number, (player, opponent, ruleset, games)) in cases.into_iter().enumerate() {
        let played = |name: String, player: &str, threads: &str| {
            let figures = figures(
                &desk,
                &[
                    player,
                    opponent,
                    "--ruleset",
                    ruleset,
                    "--games",
                    games,
                    "--seed",
                    "5",
                    "--ply-limit",
                    "200",
                    "--transcript",
                    &name,
                    "--threads",
                    threads,
                ],
            );
            assert_eq!(figures["faults"], serde_json::json!([]), "{player}");
            desk.read(&name)
        };
        let built_in = played(format!("in{number}"), player, "1");
        let outside = played(format!("out{number}"), &engine(player), "2");
        assert_eq!(
            built_in, outside,
            "{player} against {opponent} under {ruleset}"
        );
        if number % 4 == 0 {
            let kept = engine(player).replacen("process", "process[keep=on]", 1);
            let kept = played(format!("kept{number}"), &kept, "1");
            assert_eq!(built_in, kept, "{player}, kept from game to game");
        }
    }
    assert_nothing_left(&desk);
}

#[test]
fn limits_are_handed_on() {
    let desk = desk();
    let play = |name: &str, player: &str| {
        figures(
            &desk,
            &[player, "random", "--games", "2", "--transcript", name],
        );
        desk.read(name)
    };
    let built_in = play("in", "darkboard:positions=40,particles=0");
    let limited = engine("darkboard:particles=0").replacen("process", "process[positions=40]", 1);
    assert_eq!(built_in, play("out", &limited));
}

/// Time, fault, options, kind of the fault and part of its message.
type Case = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);

const CASES: [Case; 26] = [
    ("start", "exit", "", "start", "exit status 3"),
    ("start", "killed", "", "start", "signal 9"),
    (
        "start",
        "hang",
        "start=0.2",
        "silence",
        "ready within 0.2 s",
    ),
    ("start", "garbage", "", "garbage", "pardon?"),
    ("start", "version", "", "garbage", "version 7"),
    ("start", "endless", "", "flood", "4096 bytes"),
    ("start", "errors", "start=0.2", "silence", "ready"),
    ("newgame", "exit", "", "start", "exit status 3"),
    ("newgame", "early", "", "garbage", "before it is ready"),
    ("newgame", "hang", "start=0.3", "silence", "ready"),
    ("first", "exit", "", "crash", "exit status 3"),
    ("first", "hang", "deadline=0.2", "silence", "what it asks"),
    (
        "first",
        "leave-child",
        "deadline=0.2",
        "crash",
        "exit status 0",
    ),
    ("first", "garbage", "", "garbage", "pardon?"),
    ("first", "no-square", "", "garbage", "e9e4"),
    ("first", "none", "", "no_try", "no try left"),
    ("first", "nonsense", "", "flood", "512"),
    ("later", "killed", "", "crash", "signal 9"),
    ("later", "close", "", "crash", "closed its output"),
    ("later", "spin", "deadline=0.8", "time", "within 0.8 s"),
    ("later", "stop", "deadline=0.8", "time", "within 0.8 s"),
    ("later", "binary", "", "garbage", "UTF-8"),
    ("later", "talk", "", "flood", "1000 lines"),
    ("later", "endless", "", "flood", "4096 bytes"),
    ("later", "nonsense", "", "flood", "512"),
    ("later", "errors", "deadline=0.8", "time", "what it asks"),
];

#[test]
fn every_fault_costs_its_game_and_nobody_else() {
    let desk = desk();
    let healthy = engine("random");
    let mut problems = Vec::new();
    for (when, what, options, kind, story) in CASES {
        let player = bad(options, when, what);
        let figures = figures(&desk, &[&player, &healthy, "--games", "2"]);
        let fault = &figures["faults"][0];
        let told = fault["first_detail"].as_str().unwrap_or("");
        let right = figures["losses"] == 2
            && figures["faults"]
                .as_array()
                .is_some_and(|all| all.len() == 1)
            && fault["fault"] == kind
            && fault["games"] == 2
            && fault["player"] != healthy.as_str()
            && figures["endings"][fault["ending"].as_str().unwrap_or("none")] == 2
            && told.contains(story);
        if !right {
            problems.push(format!(
                "{when} {what}: expected {kind}, '{story}': {figures}"
            ));
        }
    }
    assert_none(problems);
    assert_nothing_left(&desk);
}

#[test]
fn a_match_of_forfeits_alone_has_no_elo_and_fails() {
    let desk = desk();
    let player = bad("", "first", "garbage");
    let words = ["match", &player, "random", "--games", "4", "--out", "run"];
    let output = desk.run_words(&[&words[..], &["--sprt", "0,10"]].concat());
    let (out, error) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("every game was forfeited"), "{error}");
    assert!(
        out.contains("Elo unknown: every game was forfeited"),
        "{out}"
    );
    assert!(!out.contains("LOS") && !out.contains("SPRT"), "{out}");
    let standings = desk.table("run/standings.csv");
    assert_eq!(standings.texts("elo"), ["", ""]);
    let page = desk.read("run/report.html");
    assert!(page.contains("strength is unknown"), "a note");
    let figures = figures(
        &desk,
        &[&player, "random", "--games", "2", "--sprt", "0,10"],
    );
    for key in ["elo", "elo_lo", "elo_hi", "los", "sprt"] {
        assert!(figures[key].is_null(), "{key}: {figures}");
    }
}

#[test]
fn a_tournament_of_forfeits_alone_names_nobody_as_the_best() {
    let desk = desk();
    let players = ["a", "b"]
        .map(|name| format!("[[players]]\nname = \"{name}\"\nspec = \"process:false\"\n"));
    let config = "name = \"cup\"\nformat = \"round-robin\"\npairs = 1\n";
    desk.write("cup.toml", config.to_owned() + &players.concat());
    let output = desk.run("tournament cup.toml --out cup");
    let out = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{out}");
    assert!(
        out.contains("every game was forfeited: nothing is known of strength"),
        "{out}"
    );
    let page = desk.read("cup/report.html");
    assert!(
        page.contains("Every game was forfeited: nothing is known of strength."),
        "a note"
    );
    assert!(
        !out.contains("best entrant") && !page.contains("strongest entrant"),
        "{out}"
    );
    assert_eq!(desk.table("cup/best.csv").rows.len(), 0);
}

#[test]
fn who_does_not_end_when_told_to_loses_and_is_killed() {
    let desk = desk();
    let stays = format!("'{DARKFORGE}' engine random; trap '' TERM; while :; do sleep 1; done");
    desk.write("stays.sh", stays);
    let stays = "process[quit=0.2]:sh stays.sh";
    let games = ["--games", "4", "--transcript"];
    let figures = figures(&desk, &[&[stays, "random"], &games[..], &["one"]].concat());
    let fault = &figures["faults"][0];
    assert_eq!(fault["fault"], "quit", "{figures}");
    assert_eq!(fault["games"], 4, "{figures}");
    assert_eq!(fault["ending"], "forfeit_protocol", "{figures}");
    assert_eq!(figures["losses"], 4, "{figures}");
    let healthy = [&["match", "random", "random"], &games[..], &["two"]].concat();
    done(&desk, &healthy);
    let tries = |file: &str| {
        let text = desk.read(file);
        let tries = text.lines().filter(|line| !line.contains("\"result\""));
        tries.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(tries("one"), tries("two"), "the same games");
    done(&desk, &["check", "one"]);
    let both = self::figures(&desk, &[&[stays, stays], &games[..], &["three"]].concat());
    assert_eq!(both["faults"][0]["games"], 4, "{both}");
    assert_eq!(
        desk.read("three"),
        desk.read("two"),
        "the board's result stands"
    );
    let talks = format!("'{DARKFORGE}' engine random; while :; do echo and another thing; done");
    desk.write("talks.sh", talks);
    let figures = self::figures(
        &desk,
        &["process[quit=0.2]:sh talks.sh", "random", "--games", "2"],
    );
    assert_eq!(figures["faults"][0]["fault"], "quit", "{figures}");
    assert_eq!(figures["faults"][0]["games"], 2, "{figures}");
    for (last, story) in [("exit 3", "exit status 3"), ("kill -11 $$", "signal 11")] {
        desk.write("fails.sh", format!("'{DARKFORGE}' engine random; {last}"));
        let line = ["process:sh fails.sh", "random", "--games", "2"];
        let figures = self::figures(&desk, &line);
        let fault = &figures["faults"][0];
        assert_eq!(fault["fault"], "quit", "{figures}");
        assert_eq!(fault["games"], 2, "{figures}");
        let told = fault["first_detail"].as_str().unwrap_or("");
        assert!(told.contains(story), "{figures}");
    }
    let kept = "process[quit=0.2,keep=on]:sh stays.sh";
    let output = desk.run_words(&["match", kept, "random", "--games", "4", "--threads", "1"]);
    let error = text(&output.stderr);
    assert!(error.contains("1 kept process"), "{error}");
    assert_nothing_left(&desk);
}

#[test]
fn a_kept_process_may_end_between_games() {
    let desk = desk();
    // Ends at once, or a little later, after it has heard how the game ended.
    for nap in ["0", "0.02"] {
        let script = format!(
            "while read -r order rest; do case $order in\n\
             protocol) echo ready 1 ;;\n\
             newgame) case $rest in *'color white'*) move=g1f3 ;; *) move=g8f6 ;; esac; echo ready ;;\n\
             yourmove) echo try $move ;;\n\
             gameover) echo worn out >&2; sleep {nap}; kill -9 $$ ;;\n\
             esac; done\n"
        );
        desk.write("once.sh", script);
        let out = format!("out{nap}");
        let line = [
            "process[keep=on]:sh once.sh",
            "process:sh misbehave.sh first none",
            "--games",
            "8",
            "--out",
            &out,
        ];
        let figures = figures(&desk, &line);
        let faults = figures["faults"].as_array().expect("faults");
        assert!(
            faults.iter().all(|fault| fault["fault"] == "no_try"),
            "{figures}"
        );
        let notes = desk.read(&format!("{out}/stderr/process_keep_on__sh_once.sh.log"));
        assert_eq!(notes.matches("worn out").count(), 8, "{notes}");
    }
    assert_nothing_left(&desk);
}

#[test]
fn faults_are_in_the_files_of_the_run_whatever_the_threads_and_stops() {
    let desk = desk();
    let player = bad("", "later", "say-and-exit");
    let words = |out: &'static str, more: &'static [&'static str]| {
        let mut words = vec![
            "match", &player, "random", "--games", "12", "--quiet", "--out", out,
        ];
        words.extend(more);
        done(&desk, &words)
    };
    words("one", &["--threads", "1"]);
    words("two", &["--threads", "2"]);
    let journal = desk.read("one/journal.jsonl");
    let lines: Vec<&str> = journal.lines().take(5).collect();
    desk.interrupted(
        "one",
        "three",
        (lines.join("\n") + "\n{\"game\"").as_bytes(),
    );
    words("three", &["--resume"]);
    let without_notes = |out: &str| {
        let mut files = desk.files(out);
        let noted = files.len();
        files.retain(|name, _| !name.starts_with("stderr"));
        assert_eq!(files.len() + 2, noted, "stderr/ and its file");
        files
    };
    let one = without_notes("one");
    assert_same(&one, &without_notes("two"), "1 and 2 threads");
    assert_same(&one, &without_notes("three"), "resumed");
    done(&desk, &["report", "two", "--quiet"]);
    assert_same(&one, &without_notes("two"), "drawn again");
    let table = desk.read("one/faults.csv");
    let wanted = format!(
        "player,fault,ending,games,first_game,first_detail\n\
         {},crash,forfeit_crash,12,0,it ended with exit status 3\n",
        "process:sh misbehave.sh later say-and-exit"
    );
    assert_eq!(table, wanted);
    let notes = desk.read("one/stderr/process_sh_misbehave.sh_later_say-and-exit.log");
    assert_eq!(notes.matches("out of luck").count(), 12, "{notes}");
    assert_eq!(
        notes.matches("crash: it ended with exit status 3").count(),
        12,
        "{notes}"
    );
    assert!(
        notes.contains(", white: crash") && notes.contains(", black: crash"),
        "{notes}"
    );
}

#[test]
fn faults_are_told_at_the_end() {
    let desk = desk();
    let player = bad("", "first", "garbage");
    let out = done(&desk, &["match", &player, "random", "--games", "2"]);
    let line = out
        .lines()
        .find(|line| line.contains("pardon?"))
        .expect(&out);
    assert!(line.contains('2') && line.contains("garbage"), "{line}");
}

#[test]
fn a_run_goes_on_when_nobody_reads_its_notes() {
    let desk = desk();
    let mut run = start(
        &desk,
        &[
            "match",
            "process:false",
            "random",
            "--games",
            "30",
            "--out",
            "run",
        ],
    );
    drop(run.stderr.take());
    // Every game is forfeited, which is a failure of its own.
    assert_eq!(run.wait().expect("its end").code(), Some(1));
    assert_eq!(desk.journalled("run"), 30);
}

#[test]
fn a_program_that_is_not_there_is_refused() {
    let desk = desk();
    desk.write("plain.txt", "no program\n");
    desk.refuses(&[
        (
            "match process:./nowhere random --out out",
            &["process:./nowhere", "no such"],
        ),
        (
            "match random process:no-such-engine --out out",
            &["no-such-engine", "no such"],
        ),
        (
            "match process:./plain.txt random --out out",
            &["./plain.txt", "not executable"],
        ),
        ("match process: random --out out", &["PATH"]),
        (
            "match process[deadline=x]:sh random",
            &["deadline=x", "seconds"],
        ),
        ("match process[fast=on]:sh random", &["fast", "deadline"]),
        ("engine process:sh", &["process:sh"]),
        ("engine randon", &["randon"]),
    ]);
}

#[test]
fn a_file_that_the_system_cannot_start_forfeits() {
    use std::os::unix::fs::PermissionsExt;
    let desk = desk();
    desk.write("odd", "\u{1}\u{2}\u{3}");
    fs::set_permissions(desk.path("odd"), fs::Permissions::from_mode(0o755)).expect("odd");
    let figures = figures(&desk, &["process:./odd", "random", "--games", "2"]);
    assert_eq!(figures["faults"][0]["fault"], "start", "{figures}");
    assert_eq!(figures["losses"], 2, "{figures}");
}

#[test]
#[cfg(target_os = "linux")]
fn what_this_machine_lacks_is_nobodys_fault() {
    let desk = desk();
    let mut told = 0;
    for files in 8..=15 {
        let line = format!(
            "ulimit -n {files}; exec '{DARKFORGE}' match \"{}\" random --games 4 --threads 1 \
             --quiet --out run{files}",
            engine("random")
        );
        let run = Command::new("sh")
            .args(["-c", &line])
            .env(MARK, desk.folder())
            .current_dir(desk.folder())
            .output()
            .expect("sh");
        let error = text(&run.stderr);
        if error.contains("short of processes") {
            told += 1;
            assert_eq!(run.status.code(), Some(1), "{files}: {error}");
        }
        let journal = desk.path(&format!("run{files}/journal.jsonl"));
        let journal = fs::read_to_string(journal).unwrap_or_default();
        assert!(!journal.contains("fault"), "{files}: {journal}");
    }
    assert!(told > 0, "some of them are too few");
    assert_nothing_left(&desk);
}

fn start(desk: &Desk, words: &[&str]) -> Child {
    Command::new(DARKFORGE)
        .args(words)
        .env(MARK, desk.folder())
        .current_dir(desk.folder())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("darkforge")
}

#[test]
#[cfg(target_os = "linux")]
fn nothing_outlives_a_killed_run() {
    for what in ["spin", "hang", "leave-child"] {
        let desk = desk();
        let player = bad("deadline=100", "first", what);
        let mut run = start(&desk, &["match", &player, &engine("random"), "--quiet"]);
        let began = Instant::now();
        let playing = || alive(&desk).iter().any(|one| one.contains("engine random"));
        while !playing() {
            assert!(began.elapsed() < Duration::from_secs(20), "it starts");
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(100));
        run.kill().expect("kill -9");
        run.wait().expect("its end");
        assert_nothing_left(&desk);
    }
}

#[test]
fn ctrl_c_finishes_the_games_under_way_and_leaves_nothing() {
    let desk = desk();
    let player = engine("random");
    let line = [
        "match", &player, "random", "--games", "300", "--out", "run", "--quiet", "--seed", "3",
    ];
    let mut run = start(&desk, &line);
    desk.wait_for_games(&mut run, "run", 5);
    let stop = Command::new("kill")
        .args(["-INT", &run.id().to_string()])
        .status();
    assert!(stop.expect("kill").success());
    let output = run.wait_with_output().expect("its end");
    assert_nothing_left(&desk);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("--resume"), "{error}");
    let out = text(&output.stdout);
    assert!(
        out.contains("random vs") || out.contains("vs random"),
        "the score so far: {out}"
    );
    let rows = desk.table("run/games.csv").rows.len();
    assert_eq!(rows, desk.journalled("run"), "reports so far");
    done(&desk, &[&line[..], &["--resume"]].concat());
    let table = desk.read("run/faults.csv");
    assert_eq!(table.lines().count(), 1, "nobody is blamed: {table}");
    let plain = "match random random --games 300 --out plain --quiet --seed 3";
    desk.done(plain);
    let boards = |out: &str| -> Vec<String> {
        let fens = desk.table(&format!("{out}/games.csv")).rows;
        fens.into_iter()
            .map(|row| row.last().expect("a position").clone())
            .collect()
    };
    assert_eq!(boards("run"), boards("plain"));
}

#[test]
fn the_reference_client_plays_by_all_rules() {
    let desk = desk();
    let python = Command::new("python3").arg("--version").output();
    if !python.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: there is no python3");
        return;
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/random_player.py");
    let text = fs::read_to_string(script).expect(script);
    assert!(text.lines().count() < 100, "it is short");
    let client = format!("process:python3 '{script}'");
    for ruleset in [
        "icc",
        "cincinnati",
        "berkeley",
        "berkeley-any",
        "rand",
        "rand-ladder",
        "english",
    ] {
        let play = |out: &str, threads: &str| {
            let out = format!("{out}-{ruleset}");
            let words = [
                client.as_str(),
                "random",
                "--games",
                "2",
                "--ruleset",
                ruleset,
                "--transcript",
                &out,
                "--threads",
                threads,
            ];
            let figures = figures(&desk, &words);
            assert_eq!(figures["faults"], serde_json::json!([]), "{ruleset}");
            desk.read(&out)
        };
        let one = play("one", "1");
        // The two with the most questions, also at two threads.
        if ["icc", "berkeley-any"].contains(&ruleset) {
            assert_eq!(one, play("two", "2"), "{ruleset}");
        }
    }
}
