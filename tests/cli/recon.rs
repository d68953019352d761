//! Runs of reconnaissance blind chess: the same files whatever the threads, kills and resumes, their
//! histories, and refusals of players of another game.

use crate::cli::desk::{Desk, JOURNAL, assert_same, line_ends};

/// A scout that takes little work.
const SCOUT: &str = "scout:limit=50,sensing=2,moving=2,depth=0";

/// A tournament of three players.
const CUP: &str = "name = \"cup\"\nruleset = \"rbc\"\nformat = \"round-robin\"\npairs = 2\nply_limit = 60\n\
    [[players]]\nname = \"r\"\nspec = \"random:nonsense=0.3\"\n[[players]]\nname = \"a\"\nspec = \"attacker\"\n\
    [[players]]\nname = \"s\"\nspec = \"SCOUT\"\n";

/// An evolution of a few games.
const EVOLUTION: &str = "name = \"tiny\"\nruleset = \"rbc\"\nply_limit = 40\nplayer = \"SCOUT\"\nkeep = \"all\"\n\
    [weights]\nonly = [\"risk\", \"greed\", \"sneak\"]\n[tuner]\nkind = \"knockout\"\n\
    [population]\nsize = 4\ngenerations = 2\n[bout]\npairs = 1\n[reference]\nplayer = \"attacker\"\npairs = 1\n\
    [proof]\nscreening_pairs = 1\npairs = 1\n";

#[test]
fn runs_have_the_same_bytes_at_one_and_two_threads_and_after_a_stop() {
    let desk = Desk::new();
    desk.write("cup.toml", CUP.replace("SCOUT", SCOUT));
    desk.write("tiny.toml", EVOLUTION.replace("SCOUT", SCOUT));
    for (command, config) in [("tournament", "cup.toml"), ("evolve", "tiny.toml")] {
        let line = |out: &str, more: &str| {
            let out = format!("{command}-{out}");
            desk.done(&format!(
                "{command} {config} --no-plots --quiet --out {out} {more}"
            ));
            out
        };
        let (one, two) = (line("one", "--threads 1"), line("two", "--threads 2"));
        desk.assert_same_files(&one, &two, "1 and 2 threads");
        let journal = desk.read(&format!("{one}/{JOURNAL}")).into_bytes();
        let half = line_ends(&journal).nth(3).expect("four games") + 30;
        let cut = format!("{command}-cut");
        desk.interrupted(&one, &cut, &journal[..half]);
        line("cut", "--resume --threads 2");
        assert_same(&desk.files(&one), &desk.files(&cut), "resumed");
        desk.done(&format!("report {cut} --no-plots --quiet"));
        assert_same(&desk.files(&one), &desk.files(&cut), "made again");
    }
    let champion = desk.read("evolve-one/champion.toml");
    assert!(
        champion.contains(&format!("player = \"{SCOUT}\"")),
        "{champion}"
    );
    let again = "match scout:weights=evolve-one random --ruleset rbc --games 2 --ply-limit 20";
    assert_eq!(desk.json(again)["games"], 2);
    let individuals = desk.read("evolve-one/individuals.csv");
    assert!(
        individuals
            .lines()
            .next()
            .unwrap()
            .ends_with(",aggression,idleness")
    );
    let endings = desk.read("tournament-one/endings.csv");
    assert!(endings.contains(",king_capture,"), "{endings}");
    assert!(desk.done("check evolve-one").contains(" 0 disagreements"));
}

#[test]
fn histories_are_written_checked_and_a_changed_one_is_named_with_its_turn() {
    let desk = Desk::new();
    desk.done("match random attacker --ruleset rbc --games 4 --seed 3 --history games --out run --quiet --no-plots");
    assert!(
        desk.done("check games run")
            .starts_with("8 games in 2 files: 0 disagreements")
    );
    desk.done(
        "match random attacker --ruleset rbc --games 4 --seed 3 --transcript games.txt --quiet",
    );
    assert_eq!(desk.read("games.txt").lines().count(), 4);
    assert!(
        desk.done("check games.txt")
            .starts_with("4 games in 1 file: 0 disagreements")
    );
    let boards = desk.done("view run --game 3 --text --quiet");
    assert!(boards.starts_with("attacker - random"), "{boards}");
    desk.done("stats run games --positions 1000 --quiet");
    let history = desk.read("games/1.json");
    assert!(
        history.contains("\"white_name\":\"attacker\"")
            || history.contains("\"white_name\": \"attacker\"")
    );
    let taken = history.find("\"taken_moves\"").expect("moves taken");
    let (before, after) = history.split_at(taken);
    let wrong = format!(
        "{before}{}",
        after.replacen("\"value\":", "\"value\":\"a1a8\",\"was\":", 1)
    );
    let other = after.find("\"value\":").map(|at| &after[at..at + 30]);
    desk.write("wrong.json", &wrong);
    let said = desk.run("check wrong.json");
    assert_eq!(said.status.code(), Some(1), "{other:?}");
    let said = String::from_utf8(said.stdout).unwrap();
    assert!(
        said.contains("wrong.json: turn 1 of ") || said.contains("cannot be followed"),
        "{said}"
    );
    desk.write("text.json", "{}x");
    assert_eq!(desk.run("check text.json").status.code(), Some(1));
    desk.refuses(&[(
        "match random random --ruleset rbc --games 2 --history games",
        &["--history games", "exists"],
    )]);
}

#[test]
fn transcripts_tell_ends_that_do_not_follow_and_flags_of_kriegspiel_are_refused() {
    let desk = Desk::new();
    desk.write("games.txt", "g6:e2e4 e3: 1-0:RESIGN\n");
    assert!(
        desk.done("check games.txt")
            .starts_with("1 game in 1 file: 0 disagreements")
    );
    desk.done("stats games.txt --out figures --quiet --no-plots");
    let endings = desk.read("figures/game_endings.csv");
    assert!(endings.contains("resignation"), "{endings}");
    desk.refuses(&[
        (
            "stats games.txt --time-control 5+0",
            &["--time-control", "Kriegspiel"],
        ),
        (
            "stats games.txt --language de",
            &["--language", "Kriegspiel"],
        ),
        (
            "check games.txt --language de",
            &["--language", "Kriegspiel"],
        ),
        (
            "check games.txt --ruleset rand",
            &["--ruleset", "Kriegspiel"],
        ),
        (
            "stats games.txt --ruleset rand",
            &["--ruleset", "Kriegspiel"],
        ),
        (
            "view games.txt --language de --text",
            &["--language", "Kriegspiel"],
        ),
        (
            "view games.txt --ruleset rand --text",
            &["--ruleset", "Kriegspiel"],
        ),
        (
            "stats games.txt games.txt",
            &["games.txt", "name them once"],
        ),
    ]);
}

/// A tournament that is stopped goes on by the command that it names, histories included.
#[cfg(unix)]
#[test]
fn a_stopped_tournament_goes_on_as_it_said() {
    let desk = Desk::new();
    let cup = CUP.replace("SCOUT", "scout:limit=1000,sensing=8,moving=16,depth=0");
    desk.write("cup.toml", cup.replace("pairs = 2", "pairs = 40"));
    let mut child =
        desk.start("tournament cup.toml --tc 600 --history games --out cup --no-plots --quiet");
    desk.wait_for_games(&mut child, "cup", 2);
    let sent = std::process::Command::new("sh")
        .args(["-c", &format!("kill -INT {}", child.id())])
        .status();
    assert!(sent.expect("a shell").success());
    let output = child.wait_with_output().expect("a child");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() {
        return; // it was quicker than the signal
    }
    let (_, how) = error
        .split_once("continue with: darkforge ")
        .unwrap_or_else(|| panic!("it says how to go on: {error}"));
    desk.done(&format!(
        "{} --no-plots --quiet",
        how.lines().next().unwrap_or_default()
    ));
    let games = desk.read("cup/games.csv").lines().count() - 1;
    let histories = std::fs::read_dir(desk.path("games")).expect("histories");
    assert_eq!(histories.count(), games);
}

#[test]
fn players_and_records_of_another_game_are_refused_in_one_line() {
    let desk = Desk::new();
    desk.write("cup.toml", CUP.replace("SCOUT", "darkboard"));
    desk.write(
        "tiny.toml",
        EVOLUTION
            .replace("attacker", "semi-random")
            .replace("SCOUT", SCOUT),
    );
    desk.refuses(&[
        (
            "match scout random",
            &[
                "player 'scout'",
                "icc is Kriegspiel",
                "semi-random",
                "add --ruleset rbc",
            ],
        ),
        (
            "match random darkboard --ruleset rbc",
            &[
                "player 'darkboard'",
                "random, attacker, sweep, scout, trout",
            ],
        ),
        (
            "tournament cup.toml",
            &["cup.toml", "number 3 (\"s\")", "darkboard plays Kriegspiel"],
        ),
        (
            "evolve tiny.toml",
            &[
                "tiny.toml",
                "reference.player",
                "semi-random plays Kriegspiel",
            ],
        ),
        (
            "engine darkboard --ruleset rbc",
            &["darkboard plays Kriegspiel"],
        ),
        ("engine scout", &["scout plays reconnaissance blind chess"]),
        (
            "match random random --ruleset rbc --pgn x.pgn",
            &["--pgn", "use --history"],
        ),
        (
            "match random random --history x",
            &["--history", "use --pgn"],
        ),
        (
            "match random random --ruleset rcb",
            &["there is no ruleset 'rcb'", "rbc"],
        ),
    ]);
}

#[test]
fn a_program_plays_and_its_faults_are_its_own() {
    let desk = Desk::new();
    let program = env!("CARGO_BIN_EXE_darkforge");
    let game = |spec: &str, more: &str| {
        let spec = spec.replace(' ', "\u{1}");
        let line = format!(
            "match {spec} attacker --ruleset rbc --games 4 --seed 9 --no-plots --quiet {more}"
        );
        let words: Vec<String> = line
            .split(' ')
            .map(|word| word.replace('\u{1}', " "))
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        desk.run_words(&words)
    };
    let own = game("random", "--out own");
    assert!(own.status.success());
    let other = game(
        &format!("process:{program} engine random --ruleset rbc"),
        "--out other",
    );
    assert!(
        other.status.success(),
        "{}",
        String::from_utf8_lossy(&other.stderr)
    );
    let moves = |out: &str| {
        let games = desk.table(&format!("{out}/games.csv"));
        let fens = games.texts("final_fen").into_iter();
        fens.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(
        moves("own"),
        moves("other"),
        "a program plays as the player does"
    );
    let lost = game(&format!("process:{program} engine random"), "--out lost");
    assert_ne!(lost.status.code(), Some(0));
    let faults = desk.read("lost/faults.csv");
    assert!(faults.contains("process:"), "{faults}");
}

#[test]
fn runs_histories_and_transcripts_are_read_alike() {
    let desk = Desk::new();
    desk.done("match random attacker --ruleset rbc --games 4 --seed 3 --history games --out run --quiet --no-plots");
    for input in ["run", "games", "run/journal.jsonl"] {
        let out = format!("of-{}", input.replace('/', "-"));
        desk.done(&format!(
            "stats {input} --positions 1000 --no-plots --quiet --out {out}"
        ));
    }
    for table in ["sizes.csv", "senses.csv", "game_endings.csv", "figures.csv"] {
        let of = |out: &str| desk.read(&format!("{out}/{table}"));
        assert_eq!(of("of-run"), of("of-games"), "{table}");
        assert_eq!(of("of-run"), of("of-run-journal.jsonl"), "{table}");
    }
    // Games of a run begin with 0, files of a folder with 1.
    let drawn = |line: &str| desk.done(&format!("view {line} --text --positions 1000 --quiet"));
    assert_eq!(drawn("run --game 2"), drawn("games --game 3"));
    assert_eq!(drawn("run"), drawn("games"));

    desk.write("games.txt", "g6:e2e4 -:e7e5\n\n-:e2e4 -:e2e4\n-:e2\n");
    let said = desk.run("check games.txt");
    assert_eq!(said.status.code(), Some(1));
    let said = String::from_utf8(said.stdout).unwrap();
    let lines: Vec<&str> = said.lines().collect();
    assert!(
        lines[0].starts_with("games.txt:3: game 2, ply 2: black may not request e2e4"),
        "{said}"
    );
    assert!(
        lines[1].starts_with("games.txt:4:1: game 3 cannot be followed: ply 1: "),
        "{said}"
    );
    assert!(
        lines[2]
            .starts_with("3 games in 1 file: 1 disagreement in 1 game, 1 game cannot be followed"),
        "{said}"
    );
    desk.refuses(&[
        (
            "check games --fix",
            &["games", "histories are not corrected"],
        ),
        ("view run --game 4 --text", &["no game 4", "0 to 3"]),
    ]);
}

#[test]
fn games_of_a_run_without_senses_are_passed_over() {
    let desk = Desk::new();
    let config = EVOLUTION
        .replace("SCOUT", SCOUT)
        .replace("\"all\"", "\"champions\"");
    desk.write("tiny.toml", config);
    desk.done("evolve tiny.toml --no-plots --quiet --out run");
    let figures = desk.json("stats run --positions 100 --knowledge-sample 2");
    let of = |key: &str| figures[key].as_u64().unwrap();
    assert!(of("games") > 0 && of("without_tries") > 0, "{figures}");
    assert_eq!(of("games") + of("without_tries"), of("found"), "{figures}");
    let first = desk.done("view run --text --positions 100 --quiet");
    assert!(first.contains(" - "), "{first}");
    desk.done("match random attacker --ruleset rbc --games 2 --out lost --quiet --no-plots");
    let says: &[&str] = &["lost", "senses and requests", "--history"];
    desk.refuses(&[("stats lost", says), ("view lost --text", says)]);
}

#[test]
#[cfg(unix)]
fn a_program_with_a_clock_loses_when_its_time_is_over() {
    let desk = Desk::new();
    desk.write(
        "slow.sh",
        "while read -r word rest; do case \"$word\" in\nprotocol) echo ready 1;;\nnewgame) echo \"$rest\" >told; echo ready;;\n\
         yourmove) sleep 0.15; echo sense -;;\nseen) sleep 0.15; echo pass;;\nquit) exit 0;;\nesac; done\n",
    );
    let journal = |clock: &str| {
        let player = format!("process[clock={clock}]:sh slow.sh");
        let line = "random --ruleset rbc --games 1 --ply-limit 6 --no-plots --quiet --history games --out run";
        let words: Vec<&str> = ["match", &player]
            .into_iter()
            .chain(line.split(' '))
            .collect();
        desk.run_words(&words);
        let journal = desk.read("run/journal.jsonl");
        let histories = desk.read("games/0.json");
        std::fs::remove_dir_all(desk.path("run")).expect("run");
        std::fs::remove_dir_all(desk.path("games")).expect("games");
        (journal, histories)
    };
    let (lost, history) = journal("0.25+0");
    assert!(lost.contains("forfeit_time"), "{lost}");
    assert!(lost.contains("its clock of 0.25+0 s ran out"), "{lost}");
    assert!(history.contains("TIMEOUT"), "{history}");
    let told = desk.read("told");
    assert!(told.ends_with(" clock 0.25 increment 0\n"), "{told}");
    let (drawn, _) = journal("8+8");
    assert!(!drawn.contains("forfeit"), "{drawn}");
    desk.refuses(&[(
        "match process[clock=soon]:sh random --ruleset rbc",
        &["clock=soon", "900+5"],
    )]);
}
