//! Openings, clocks, adjudication, names and dialogues of matches and tournaments.

use std::fs;

use serde_json::Value;

use crate::cli::desk::{Desk, text, tree};

const DARKFORGE: &str = env!("CARGO_BIN_EXE_darkforge");

/// Three openings, one with Black to move.
const BOOK: &str = "# openings\n\
rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n\
r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - hmvc 3; id \"Ruy\";\n\
rnbqkb1r/ppp1pppp/5n2/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 1 3\n";

/// Sleeps for `$1` seconds before its turns after the second, in games whose seed divided by 3 leaves
/// 0, and is otherwise the program in the other words.
const SLEEPER: &str = r#"import subprocess, sys, time
inner = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
turns, sleepy = 0, False
for line in sys.stdin:
    words = line.split()
    if words[0] == "newgame":
        keys = dict(zip(words[1::2], words[2::2]))
        turns, sleepy = 0, int(keys["seed"]) % 3 == 0
    if words[0] == "yourmove":
        turns += 1
        if sleepy and turns == 3:
            time.sleep(float(sys.argv[1]))
    inner.stdin.write(line)
    inner.stdin.flush()
    if words[0] == "quit":
        break
    if words[0] in ("protocol", "newgame", "yourmove", "refused", "nonsense", "yes", "no"):
        for answer in inner.stdout:
            sys.stdout.write(answer)
            sys.stdout.flush()
            if answer.split()[0] in ("ready", "try", "any", "none"):
                break
inner.stdin.close()
inner.wait()
"#;

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("book.epd", BOOK);
    desk.write("sleeper.py", SLEEPER);
    desk
}

/// The games of a journal.
fn games(desk: &Desk, run: &str) -> Vec<Value> {
    let journal = fs::read_to_string(desk.folder().join(run).join("journal.jsonl")).unwrap();
    let lines = journal.lines().map(serde_json::from_str);
    lines.collect::<Result<_, _>>().expect("games")
}

/// The error of a refused command.
fn refused(desk: &Desk, line: &str) -> String {
    let output = desk.run_words(&line.split(' ').collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(2), "{line}");
    text(&output.stderr)
}

#[test]
fn a_given_name_stands_in_tables_and_records() {
    let desk = desk();
    let figures =
        desk.json("match random:name=Ann random:name=Bo --games 4 --out a --pgn a.pgn --quiet");
    assert_eq!(
        (&figures["a"], &figures["b"]),
        (&"Ann".into(), &"Bo".into())
    );
    let pgn = fs::read_to_string(desk.folder().join("a.pgn")).unwrap();
    assert!(pgn.contains("[White \"Ann\"]") && pgn.contains("[White \"Bo\"]"));
    let standings = fs::read_to_string(desk.folder().join("a/standings.csv")).unwrap();
    assert!(standings.contains(",Ann,"), "{standings}");
    // The same games as without names, and the same hashes of players.
    desk.done("match random random --games 4 --out plain --quiet");
    let key = |run: &str| -> Vec<Value> {
        let of = |game: Value| serde_json::json!([game["players"], game["final_fen"]]);
        games(&desk, run).into_iter().map(of).collect()
    };
    assert_eq!(key("a"), key("plain"));
    let twice = refused(&desk, "match random:name=x semi-random:name=x --games 2");
    assert!(twice.contains("both players are called x"), "{twice}");
    let both = refused(&desk, "match random:name=semi-random semi-random --games 2");
    assert!(
        both.contains("both players are called semi-random"),
        "{both}"
    );
}

#[test]
fn every_opening_is_played_from_both_sides_and_read_again() {
    let desk = desk();
    let line = "match darkboard:depth=1,name=a los:samples=4,name=b --games 12 --ply-limit 60 \
                --openings book.epd --quiet --out run --pgn games.pgn --transcript games.jsonl";
    desk.done(line);
    let played = games(&desk, "run");
    for pair in played.chunks(2) {
        assert_eq!(pair[0]["start"], pair[1]["start"]);
        assert_eq!(pair[0]["white"], pair[1]["black"]);
    }
    let starts: std::collections::BTreeSet<String> = played
        .iter()
        .map(|game| game["start"].to_string())
        .collect();
    assert_eq!(starts.len(), 3, "each of the three twice");
    for file in ["games.pgn", "games.jsonl", "run"] {
        let check = desk.done(&format!("check {file}"));
        assert!(
            check.contains("12 games") && check.contains("0 disagreements"),
            "{check}"
        );
    }
    let pgn = fs::read_to_string(desk.folder().join("games.pgn")).unwrap();
    assert!(
        pgn.contains("[SetUp \"1\"]") && pgn.contains("[FEN \"r1bqkbnr/"),
        "{pgn}"
    );
    assert!(pgn.contains("1... "), "Black begins from the Ruy Lopez");
    // The viewer knows what both players knew: every enemy man is certain before the first move.
    for input in ["games.pgn --game 1", "games.jsonl --game 1", "run --game 0"] {
        let text = desk.done(&format!("view {input} --text --quiet"));
        assert!(!text.contains("does not say what each side"), "{text}");
    }
    let stats = desk.json("stats games.pgn --quiet");
    assert_eq!(stats["games"], 12, "{stats}");
    // The same bytes at any number of threads, and after a resumption.
    let again = line.replace(
        "run --pgn games.pgn --transcript games.jsonl",
        "one --pgn one/all.pgn --threads 1",
    );
    desk.done(&again);
    let journal = |run: &str| fs::read(desk.folder().join(run).join("journal.jsonl")).unwrap();
    assert_eq!(journal("run"), journal("one"));
    let half: Vec<u8> = {
        let whole = journal("one");
        let cut = whole
            .iter()
            .enumerate()
            .filter(|(_, byte)| **byte == b'\n')
            .nth(4)
            .unwrap()
            .0;
        whole[..=cut].to_vec()
    };
    fs::write(desk.folder().join("one/journal.jsonl"), half).unwrap();
    desk.done(&format!("{again} --resume"));
    assert_eq!(journal("run"), journal("one"));
    assert!(!tree(&desk.folder().join("one")).is_empty());
}

#[test]
fn a_run_with_other_openings_is_another_run() {
    let desk = desk();
    let line = "match random semi-random --games 6 --openings book.epd --out run --quiet";
    desk.done(line);
    desk.write("book.epd", BOOK.replace("2PP4/8/PP2PPPP", "3P4/8/PPP1PPPP"));
    let other = refused(&desk, &format!("{line} --resume"));
    assert!(other.contains("openings = ["), "{other}");
    desk.write("book.epd", BOOK);
    desk.done(&format!("{line} --resume"));
    // Reports are made from the folder alone.
    fs::remove_file(desk.folder().join("book.epd")).unwrap();
    desk.done("report run --quiet");
    // A journal whose game begins elsewhere is refused.
    let path = desk.folder().join("run/run.toml");
    let file = fs::read_to_string(&path).unwrap();
    fs::write(
        &path,
        file.replace("rnbqkb1r/ppp1pppp/5n2", "rnbqkb1r/pppp1ppp/5n2"),
    )
    .unwrap();
    fs::write(desk.folder().join("book.epd"), BOOK).unwrap();
    assert!(
        refused(&desk, &format!("{line} --resume")).contains("openings"),
        "run.toml was changed"
    );
}

#[test]
fn openings_have_an_order_and_wrong_ones_are_named() {
    let desk = desk();
    let starts = |run: &str, flags: &str| -> Vec<String> {
        desk.done(&format!(
            "match random random --games 6 --ply-limit 4 --quiet --out {run} {flags}"
        ));
        let first = games(&desk, run).into_iter().step_by(2);
        first
            .map(|game| game["start"].as_str().unwrap_or("initial").to_owned())
            .collect()
    };
    let file = starts("a", "--openings book.epd --opening-order file");
    assert!(file[0].starts_with("rnbqkbnr/pp1ppppp") && file[1].starts_with("r1bqkbnr"));
    let drawn = starts("b", "--openings book.epd --seed 2");
    assert_eq!(drawn, starts("c", "--openings book.epd --seed 2"));
    assert_ne!(drawn, file);
    let lone = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    desk.write("games.pgn", "[White \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n");
    let after = starts("d", "--openings games.pgn --opening-plies 3");
    assert!(
        after[0].starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2"),
        "{after:?}"
    );
    let words = [
        "match", "random", "random", "--games", "2", "--fen", lone, "--quiet", "--json",
    ];
    assert!(desk.run_words(&words).status.success());
    desk.write("wrong.epd", format!("{BOOK}8/8/8/8 w - -\n"));
    let wrong = refused(&desk, "match random random --openings wrong.epd");
    assert!(wrong.contains("wrong.epd: line 5"), "{wrong}");
    let missing = refused(&desk, "match random random --openings none.epd");
    assert!(missing.contains("none.epd: cannot read it"), "{missing}");
    let recon = refused(
        &desk,
        "match attacker random --ruleset rbc --openings book.epd",
    );
    assert!(
        recon.contains("--openings: it is not for reconnaissance blind chess"),
        "{recon}"
    );
    let workers = refused(
        &desk,
        "match random random --tc 1+0 --workers nats://x:1 --out w",
    );
    assert!(
        workers.contains("depend on the machine") || workers.contains("cluster"),
        "{workers}"
    );
    assert!(refused(&desk, "match random random --tc soon").contains("60+0.5"));
    assert!(refused(&desk, "match random random --resign score=x").contains("score=x"));
}

#[test]
fn a_tournament_has_terms_in_its_config_and_by_flags() {
    let desk = desk();
    let config = "name = \"cup\"\nformat = \"round-robin\"\npairs = 3\nply_limit = 30\npgn = true\n\
                  [terms]\nopenings = \"book.epd\"\n\
                  [[players]]\nname = \"a\"\nspec = \"random\"\n\
                  [[players]]\nname = \"b\"\nspec = \"semi-random\"\n\
                  [[players]]\nname = \"c\"\nspec = \"random:nonsense=0.1\"\n";
    desk.write("cup.toml", config);
    desk.done("tournament cup.toml --out cup --quiet");
    let check = desk.done("check cup/games.pgn");
    assert!(
        check.contains("18 games") && check.contains("0 disagreements"),
        "{check}"
    );
    assert!(
        games(&desk, "cup")
            .iter()
            .all(|game| game["start"].is_string())
    );
    desk.done("tournament cup.toml --out cup --resume --quiet");
    // Shares of one tournament, and their union.
    desk.done("tournament cup.toml --shard 1/2 --out one --quiet");
    desk.done("tournament cup.toml --shard 2/2 --out two --quiet");
    desk.done("merge one two --out both --quiet");
    let journal = |run: &str| fs::read(desk.folder().join(run).join("journal.jsonl")).unwrap();
    assert_eq!(journal("both"), journal("cup"));
    desk.write(
        "plain.toml",
        config.replace("[terms]\nopenings = \"book.epd\"\n", ""),
    );
    desk.done("tournament plain.toml --openings book.epd --out flags --quiet");
    assert_eq!(journal("flags"), journal("cup"));
    desk.write(
        "wrong.toml",
        config.replace("openings = \"book.epd\"", "opening = \"book.epd\""),
    );
    let wrong = refused(&desk, "tournament wrong.toml --out x");
    assert!(
        wrong.contains("terms.opening") || wrong.contains("opening"),
        "{wrong}"
    );
    let cost = desk.json("tournament cup.toml --dry-run");
    assert_eq!(cost["games"], 18, "{cost}");
    assert!(
        cost["seconds_lo"].as_f64() <= cost["seconds_hi"].as_f64(),
        "{cost}"
    );
    assert!(
        !desk.folder().join("results").exists(),
        "nothing was written"
    );
}

#[cfg(unix)]
#[test]
fn a_clock_is_kept_and_exactly_those_that_exceed_it_lose() {
    let desk = desk();
    let build =
        |name: &str, player: &str| format!("process[name={name}]:'{DARKFORGE}' engine {player}");
    let (old, new) = (
        build("old", "darkboard:depth=1"),
        build("new", "los:samples=16"),
    );
    let words = [
        "match",
        &old,
        &new,
        "--games",
        "4",
        "--tc",
        "5+0.1",
        "--time-margin",
        "50",
        "--ply-limit",
        "120",
        "--quiet",
        "--out",
        "kept",
        "--pgn",
        "kept.pgn",
        "--log",
        "log",
        "--json",
    ];
    let output = desk.run_words(&words);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let figures: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(figures["faults"], serde_json::json!([]), "{figures}");
    // Time and score of every move are kept.
    for game in games(&desk, "kept") {
        let thoughts = game["thoughts"].as_str().unwrap();
        assert_eq!(
            thoughts.split(' ').count() as u64,
            game["plies"].as_u64().unwrap()
        );
        for thought in thoughts.split(' ') {
            let parts: Vec<&str> = thought.split('/').collect();
            assert!(
                parts.len() == 4 && parts[3].parse::<u64>().is_ok(),
                "{thought}"
            );
        }
    }
    let run = fs::read_to_string(desk.folder().join("kept/run.toml")).unwrap();
    assert!(run.contains("results depend on the machine") && run.contains("tc = \"5+0.1\""));
    let pgn = fs::read_to_string(desk.folder().join("kept.pgn")).unwrap();
    assert!(pgn.contains("s}"), "{pgn}");
    assert!(desk.done("check kept.pgn").contains("0 disagreements"));
    // The dialogue of each side, with the clock.
    let log = fs::read_to_string(desk.folder().join("log/game-000003-black.log")).unwrap();
    assert!(
        log.contains("> newgame ") && log.contains(" clock 5 increment 0.1"),
        "{log}"
    );
    assert!(
        log.contains("> yourmove clock ") && log.contains("< info depth 1 score cp "),
        "{log}"
    );
    assert_eq!(fs::read_dir(desk.folder().join("log")).unwrap().count(), 8);
    // A program that sleeps too long in some games loses those, and no others.
    let sleeper =
        format!("process[name=sleeper]:python3 sleeper.py 1.5 '{DARKFORGE}' engine semi-random");
    let words = [
        "match",
        &sleeper,
        "semi-random",
        "--games",
        "12",
        "--tc",
        "1+0.01",
        "--ply-limit",
        "40",
        "--quiet",
        "--out",
        "slept",
        "--json",
    ];
    let output = desk.run_words(&words);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let mut late = 0;
    for game in games(&desk, "slept") {
        let is_late = game["seed"].as_u64().unwrap() % 3 == 0;
        late += u64::from(is_late);
        assert_eq!(game["ending"] == "forfeit_time", is_late, "{game}");
        let winner = if game["white"] == "sleeper" {
            "0-1"
        } else {
            "1-0"
        };
        assert!(!is_late || game["result"] == winner, "{game}");
        let faults = [&game["white_fault"], &game["black_fault"]];
        let says = faults
            .into_iter()
            .find_map(|fault| fault["detail"].as_str());
        assert_eq!(says, is_late.then_some("its clock of 1+0.01 s ran out"));
    }
    assert!((2..12).contains(&late), "{late} of 12 games");
}

#[test]
fn games_are_adjudicated_by_the_players_own_scores() {
    let desk = desk();
    let line = "match darkboard:depth=1 los:samples=4 --games 8 --ply-limit 200 --quiet --out run \
                --resign score=800,moves=3 --draw number=1,moves=200,score=1 --pgn run.pgn --transcript run.jsonl";
    let figures = desk.json(line);
    let won = figures["endings"]["adjudicated_win"].as_u64().unwrap_or(0);
    assert!(won >= 4, "{figures}");
    for file in ["run", "run.pgn", "run.jsonl"] {
        let check = desk.done(&format!("check {file}"));
        assert!(check.contains("0 disagreements"), "{check}");
    }
    // No draw by the rule is possible here; and the games are those of the seed, only shorter.
    assert_eq!(figures["endings"]["adjudicated_draw"], Value::Null);
    desk.done("match darkboard:depth=1 los:samples=4 --games 8 --ply-limit 200 --quiet --out whole --pgn whole.pgn");
    for (short, whole) in games(&desk, "run").iter().zip(games(&desk, "whole")) {
        let tries = |game: &Value| game["tries"].as_str().unwrap().to_owned();
        assert!(tries(&whole).starts_with(&tries(short)), "{short}");
    }
    let drawn = desk.json(
        "match los:samples=4 los:samples=4 --games 2 --draw number=2,moves=2,score=32000 --quiet",
    );
    assert_eq!(drawn["endings"]["adjudicated_draw"], 2, "{drawn}");
    assert!(drawn["mean_plies"].as_f64().unwrap() < 60.0, "{drawn}");
}

#[test]
fn a_match_shows_its_pairs_and_its_cost() {
    let desk = desk();
    let line = "match semi-random random --games 20 --seed 4 --quiet";
    let figures = desk.json(line);
    let pairs: Vec<String> = figures["pairs"]
        .as_array()
        .unwrap()
        .iter()
        .map(Value::to_string)
        .collect();
    let console = desk.done(line);
    let wanted = format!("pairs by points 0, 1/2, 1, 3/2, 2: {}", pairs.join(", "));
    assert!(console.contains(&wanted), "{wanted}: {console}");
    let cost = desk.json("match semi-random random --games 100000 --dry-run");
    assert_eq!(cost["games"], 100_000, "{cost}");
    let seconds = |key: &str| cost[key].as_f64().unwrap();
    assert!(0.0 < seconds("seconds_lo") && seconds("seconds_lo") < seconds("seconds_hi"));
    let said = desk.done("match semi-random random --games 1000 --sprt 0,10 --dry-run");
    assert!(
        said.contains("at most 1,000 games") && said.contains("timed"),
        "{said}"
    );
}

#[cfg(unix)]
#[test]
fn a_crashed_engine_is_there_again_for_the_next_game() {
    let desk = desk();
    desk.write(
        "crash.sh",
        "read line; echo ready 1; read line; echo ready; read line; exit 3\n",
    );
    for options in ["name=bad", "name=bad,keep=on"] {
        let bad = format!("process[{options}]:sh crash.sh");
        let words = ["match", &bad, "random", "--games", "6", "--quiet", "--json"];
        let output = desk.run_words(&words);
        assert_eq!(output.status.code(), Some(1), "every game was forfeited");
        let error = text(&output.stderr);
        assert!(error.contains("every game was forfeited"), "{error}");
        let figures: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(
            figures["endings"],
            serde_json::json!({ "forfeit_crash": 6 })
        );
        assert_eq!(figures["faults"][0]["games"], 6, "{figures}");
    }
}

#[cfg(unix)]
#[test]
fn speeds_of_players_and_of_programs_are_compared() {
    let desk = desk();
    let figures = desk.json("bench --compare semi-random random --rounds 3 --csv speeds.csv");
    assert_eq!(figures["rounds"], 3, "{figures}");
    let found = figures["figures"].as_array().unwrap();
    let of = |name: &str| {
        let found = found.iter().find(|one| one["figure"] == name);
        found
            .unwrap_or_else(|| panic!("{name} in {figures}"))
            .clone()
    };
    for name in ["games_per_s", "try_ms"] {
        let one = of(name);
        let number = |key: &str| one[key].as_f64().unwrap();
        assert!(number("ratio_lo") <= number("ratio") && number("ratio") <= number("ratio_hi"));
        assert!(number("mean_a") > 0.0 && number("sd_a") >= 0.0, "{one}");
    }
    let csv = fs::read_to_string(desk.folder().join("speeds.csv")).unwrap();
    assert!(
        csv.starts_with("round,side,figure,value\n") && csv.lines().count() == 13,
        "{csv}"
    );
    // A stand-in for two builds: figures that a script prints.
    for (name, speed) in [("old", 100), ("new", 150)] {
        let script = format!(
            "#!/bin/sh\necho '{{\"random_games_per_s\": {speed}, \"signature\": \"{name}\"}}'\n"
        );
        desk.write(name, &script);
        let path = desk.folder().join(name);
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(path, mode).unwrap();
    }
    let builds = desk.json("bench --compare ./new ./old --rounds 2");
    assert_eq!(builds["figures"][0]["ratio"], 1.5, "{builds}");
    assert_eq!(builds["same_signature"], false, "{builds}");
    assert!(refused(&desk, "bench --compare ./old random").contains("two programs or two players"));
    assert!(refused(&desk, "bench --compare nothing random").contains("it is no file"));
}

#[test]
fn flags_without_their_partner_are_refused() {
    let desk = Desk::new();
    desk.refuses(&[
        (
            "match random random --opening-plies 8",
            &["--opening-plies", "--openings"],
        ),
        (
            "match random random --opening-order file",
            &["--opening-order", "--openings"],
        ),
        ("match random random --model normalized", &["--sprt"]),
        ("match random random --log talk", &["--log talk", "program"]),
    ]);
}

#[test]
fn terms_without_effect_are_refused_by_flag_and_by_key() {
    let desk = desk();
    let cup = |terms: &str| {
        format!(
            "name = \"cup\"\nformat = \"round-robin\"\npairs = 1\nply_limit = 10\n[terms]\n{terms}\n\
             [[players]]\nname = \"a\"\nspec = \"random\"\n\
             [[players]]\nname = \"b\"\nspec = \"semi-random\"\n"
        )
    };
    desk.write("cup.toml", cup(""));
    let cases = [
        (
            "--time-margin 5",
            "time_margin = 5",
            "no player has a clock",
        ),
        (
            "--opening-plies 30",
            "opening_plies = 30",
            "no file of openings",
        ),
        (
            "--opening-order file",
            "opening_order = \"file\"",
            "no file of openings",
        ),
        (
            "--resign score=600,moves=3",
            "resign = \"score=600,moves=3\"",
            "no player gives scores: ",
        ),
        (
            "--draw number=40,moves=8,score=10",
            "draw = \"number=40,moves=8,score=10\"",
            "no player gives scores: ",
        ),
    ];
    for (flag, key, words) in cases {
        let name = flag.split(' ').next().unwrap();
        for command in ["match random semi-random --games 2", "tournament cup.toml"] {
            let said = refused(&desk, &format!("{command} {flag}"));
            assert!(
                said.contains(&format!("{name}: ")) && said.contains(words),
                "{command} {flag}: {said}"
            );
        }
        desk.write("vain.toml", cup(key));
        let said = refused(&desk, "tournament vain.toml");
        let name = key.split(' ').next().unwrap();
        assert!(
            said.contains(&format!("vain.toml: terms.{name}: ")) && said.contains(words),
            "{key}: {said}"
        );
    }
    let one = "match darkboard:depth=1,particles=8 random --games 2 --ply-limit 6";
    for (rule, effect) in [
        ("--draw score=1", "draw ends none of their games"),
        ("--resign score=600", "resign does not hold for them"),
    ] {
        let output = desk.run(&format!("{one} {rule}"));
        assert!(output.status.success());
        let told = text(&output.stderr);
        let told = told.contains(&format!("players without scores: random; {effect}"));
        assert!(told, "{rule}");
    }
    let clocks = "match process[clock=9+1]:x random --games 2 --time-margin 5";
    assert!(
        !refused(&desk, clocks).contains("--time-margin"),
        "it has a clock"
    );
    for flag in ["--resign score=9", "--opening-plies 3"] {
        let recon = refused(&desk, &format!("match random random --ruleset rbc {flag}"));
        let name = flag.split(' ').next().unwrap();
        assert!(recon.contains(&format!("{name}: it is not for")), "{recon}");
    }
    desk.write("a.epd", BOOK);
    desk.write(
        "booked.toml",
        cup("openings = \"a.epd\"\nopening_order = \"file\""),
    );
    let from_one = "tournament booked.toml --fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let (command, fen) = from_one.split_once(" --fen ").unwrap();
    let words: Vec<&str> = command
        .split(' ')
        .chain(["--fen", fen, "--quiet"])
        .collect();
    let output = desk.run_words(&words);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let history = refused(&desk, "tournament cup.toml --history h");
    assert!(
        history.contains("error: --history: Kriegspiel has no histories; write pgn = true"),
        "{history}"
    );
}

#[test]
fn a_run_begun_with_terms_without_effect_goes_on() {
    let desk = desk();
    let line = "match random semi-random --games 4 --ply-limit 10 --out run --quiet";
    desk.done(line);
    let run = desk.read("run/run.toml");
    let (head, tail) = run.split_once("\n[weights]").expect("weights");
    let terms = "\n[match.terms]\ntime_margin = 5\nresign = \"score=600,moves=3\"\n";
    desk.write("run/run.toml", format!("{head}{terms}\n[weights]{tail}"));
    desk.done("report run --quiet");
    desk.done(&format!(
        "{line} --time-margin 5 --resign score=600,moves=3 --resume"
    ));
}

#[test]
fn packed_openings_are_read() {
    let desk = desk();
    let starts = |file: &str| {
        let out = format!("of-{file}");
        let line = "match random random --games 6 --ply-limit 4 --quiet";
        desk.done(&format!("{line} --openings {file} --out {out}"));
        let starts = games(&desk, &out).into_iter();
        starts.map(|game| game["start"].clone()).collect::<Vec<_>>()
    };
    // One frame of Zstandard with one block that is not compressed.
    let packed = |text: &str| {
        let length = u8::try_from(text.len()).expect("a short text");
        let block = (u32::from(length) << 3 | 1).to_le_bytes();
        let frame = [&[0x28, 0xb5, 0x2f, 0xfd, 0x20, length], &block[..3]].concat();
        [&frame, text.as_bytes()].concat()
    };
    let games = "[White \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n";
    for (file, text) in [("book.epd", BOOK), ("games.pgn", games)] {
        desk.write(file, text);
        desk.write(&format!("{file}.zst"), packed(text));
        assert_eq!(starts(&format!("{file}.zst")), starts(file), "{file}");
    }
}
