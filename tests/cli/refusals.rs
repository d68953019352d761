//! Refusals and their messages.

use std::fs;

use crate::cli::desk::{Desk, JOURNAL, assert_none, text, tiny_with};

#[test]
fn a_wrong_config_is_refused_with_file_key_and_what_is_right() {
    let mistakes: [(&str, &str, &[&str]); 17] = [
        ("pairs = 2", "pears = 2", &["pears", "extra_pairs"]),
        (
            "[breeding]",
            "[breading]",
            &["there is no key breading", "did you mean 'breeding'?"],
        ),
        (
            "generations = 3",
            "generations = \"three\"",
            &["generations = \"three\"", "a whole number from 1 to 100000"],
        ),
        (
            "size = 4",
            "size = 4.5",
            &["size = 4.5", "must be a whole number"],
        ),
        ("size = 4\n", "", &["population", "size"]),
        (
            "size = 4",
            "size = 6",
            &["population.size = 6", "power of two", "8"],
        ),
        ("size = 4", "size = 1", &["population.size = 1", "2"]),
        (
            "generations = 3",
            "generations = 0",
            &["population.generations = 0", "from 1"],
        ),
        (
            "mutated_share = 0.25",
            "mutated_share = 2.0",
            &["breeding.mutated_share = 2", "from 0 to 1"],
        ),
        (
            "\nscale = 0.3",
            "\nscale = nan",
            &["breeding.scale", "from"],
        ),
        ("pairs = 2", "pairs = 0", &["bout.pairs = 0", "from 1"]),
        ("every = 1", "every = 0", &["reference.every = 0", "from 1"]),
        (
            "ply_limit = 160",
            "ply_limit = 1",
            &["ply_limit = 1", "from 2"],
        ),
        (
            "ruleset = \"icc\"",
            "ruleset = \"fide\"",
            &["ruleset", "fide", "icc"],
        ),
        (
            "player = \"darkboard:depth=1,particles=0\"\nstart",
            "player = \"random\"\nstart",
            &["player", "random", "darkboard"],
        ),
        (
            "player = \"darkboard:depth=1,particles=0\"\npairs",
            "player = \"darkbored\"\npairs",
            &["reference.player", "darkbored", "darkboard"],
        ),
        (
            "name = \"tiny\"",
            "name = \"../tiny\"",
            &["name = \"../tiny\"", "letters"],
        ),
    ];
    let desk = Desk::new();
    let mut problems = Vec::new();
    for (old, new, words) in mistakes {
        desk.write("bad.toml", tiny_with(old, new));
        let words = [&["bad.toml"], words].concat();
        for out in ["", " --out out"] {
            let problem = desk.problem_of_refusal(&format!("evolve bad.toml{out}"), &words);
            problems.extend(problem.map(|problem| format!("with '{new}': {problem}")));
        }
    }
    assert_none(problems);
}

#[test]
fn a_config_that_cannot_be_read_is_refused() {
    let desk = Desk::new();
    desk.write("binary.toml", b"\xff\xfe\x00");
    fs::create_dir(desk.path("folder.toml")).expect("a folder");
    desk.write("open.toml", "name = \"x\"\n[population");
    desk.refuses(&[
        ("evolve missing.toml", &["missing.toml"]),
        ("evolve missing.toml --out out", &["missing.toml"]),
        ("evolve binary.toml --out out", &["binary.toml"]),
        ("evolve folder.toml --out out", &["folder.toml"]),
        ("evolve open.toml --out out", &["open.toml", "line 2"]),
    ]);
}

#[test]
fn a_wrong_weight_file_is_refused_with_what_is_right() {
    let desk = Desk::new();
    desk.write("syntax.toml", "pawn_value 1.0\n");
    desk.write("type.toml", "pawn_value = \"one\"\n");
    desk.write("unknown.toml", "pawn_valve = 1.0\n");
    desk.write("range.toml", "pawn_value = 1.0\nrisk = 2.0\n");
    let wrong: [(&str, &[&str]); 5] = [
        ("missing.toml", &["hand-made"]),
        ("syntax.toml", &["line 1"]),
        (
            "type.toml",
            &["line 1", "pawn_value = \"one\": must be a number"],
        ),
        ("unknown.toml", &["pawn_valve", "pawn_value"]),
        ("range.toml", &["risk = 2", "0.005 to 0.95"]),
    ];
    let mut problems = Vec::new();
    for (file, words) in wrong {
        let words = [&[file], words].concat();
        let player = format!("darkboard:weights={file},depth=1,particles=0");
        let line = format!("match {player} random --games 2 --out out");
        problems.extend(desk.problem_of_refusal(&line, &words));
        let as_start = ("\"hand-made\"", format!("\"{file}\""), "start");
        let as_reference = (
            "\"darkboard:depth=1,particles=0\"\npairs",
            format!("\"{player}\"\npairs"),
            "reference.player",
        );
        for (old, new, key) in [as_start, as_reference] {
            desk.write("bad.toml", tiny_with(old, &new));
            let words = [&["bad.toml", key], words.as_slice()].concat();
            problems.extend(desk.problem_of_refusal("evolve bad.toml --out out", &words));
        }
    }
    assert_none(problems);
}

#[test]
fn a_wrong_flag_of_match_is_refused_by_its_name() {
    let desk = Desk::new();
    desk.write("there.jsonl", "kept\n");
    let flags: [(&str, &[&str]); 19] = [
        ("--games 0", &["--games", "from 1"]),
        ("--games many", &["--games", "many"]),
        ("--threads 0", &["--threads", "from 1"]),
        ("--ply-limit 1", &["--ply-limit", "from 2"]),
        ("--seed 9007199254740992", &["--seed", "from 0 to 2^53-1"]),
        ("--ruleset fide", &["--ruleset", "fide", "icc"]),
        ("--sprt 5", &["--sprt", "0,10"]),
        ("--sprt 0,ten", &["--sprt", "0,10"]),
        ("--sprt 0,10,20", &["--sprt", "0,10"]),
        ("--sprt 10,0", &["--sprt", "10"]),
        ("--sprt 5,5", &["--sprt", "5"]),
        ("--sprt nan,5", &["--sprt"]),
        ("--sprt 0,inf", &["--sprt"]),
        ("--sprt 0,10 --model elo", &["--model", "normalized"]),
        ("--transcript there.jsonl", &["there.jsonl", "exists"]),
        ("--pgn there.jsonl", &["there.jsonl", "exists"]),
        (
            "--transcript nowhere/t.jsonl",
            &["nowhere/t.jsonl", "folder"],
        ),
        ("--resume", &["--out"]),
        ("--colour red", &["--colour"]),
    ];
    let mut problems = Vec::new();
    for (flag, words) in flags {
        problems.extend(desk.problem_of_refusal(&format!("match random random {flag}"), words));
        if flag != "--resume" {
            let line = format!("match random random {flag} --out out");
            problems.extend(desk.problem_of_refusal(&line, words));
        }
    }
    assert_none(problems);
}

#[test]
fn a_wrong_flag_of_evolve_is_refused_by_its_name() {
    Desk::new().refuses(&[
        ("evolve tiny.toml --threads 0", &["--threads", "from 1"]),
        (
            "evolve tiny.toml --out out --threads 0",
            &["--threads", "from 1"],
        ),
        ("evolve tiny.toml --seed -1", &["-1"]),
        ("evolve tiny.toml --seed 9007199254740992", &["--seed"]),
        ("evolve tiny.toml --generations 3", &["--generations"]),
        ("evolve", &["<CONFIG>"]),
    ]);
}

#[test]
fn an_unknown_player_is_refused_with_those_there_are() {
    Desk::new().refuses(&[
        (
            "match darkbored random --out out",
            &["darkbored", "semi-random", "darkboard"],
        ),
        (
            "match random darkbored --out out",
            &["darkbored", "semi-random", "darkboard"],
        ),
        (
            "match random:depth=1,particles=0 random --out out",
            &["random", "depth", "nonsense"],
        ),
        (
            "match darkboard:dept=1 random --out out",
            &["dept", "depth"],
        ),
        (
            "match darkboard:depth=0 random --out out",
            &["depth=0", "from 1"],
        ),
        ("match darkboard --out out", &["<B>"]),
    ]);
}

#[test]
fn an_existing_folder_is_never_written_to() {
    let desk = Desk::new();
    for folder in ["empty", "full", "results", "results/tiny"] {
        fs::create_dir(desk.path(folder)).expect(folder);
    }
    desk.write("full/games.csv", "mine\n");
    desk.write("file", "mine\n");
    desk.refuses(&[
        ("evolve tiny.toml", &["results/tiny", "--out"]),
        ("evolve tiny.toml --out empty", &["empty", "--out"]),
        ("evolve tiny.toml --out full", &["full", "--out"]),
        ("evolve tiny.toml --out file", &["file", "--out"]),
        (
            "match random random --games 2 --out empty",
            &["empty", "--out"],
        ),
        (
            "match random random --games 2 --out full",
            &["full", "--out"],
        ),
        (
            "match random random --games 2 --out file",
            &["file", "--out"],
        ),
    ]);
}

#[test]
fn transcripts_do_not_overwrite_one_another_or_the_files_of_the_run() {
    Desk::new().refuses(&[
        (
            "match random random --games 2 --pgn same --transcript same",
            &["same"],
        ),
        (
            "match random random --games 2 --pgn one --transcript ./one",
            &["one"],
        ),
        (
            "match random random --games 2 --out out --pgn out/journal.jsonl",
            &["journal.jsonl"],
        ),
        (
            "match random random --games 2 --out other --transcript other/games.csv",
            &["games.csv"],
        ),
    ]);
}

#[test]
fn a_report_of_what_is_no_run_is_refused() {
    let desk = Desk::new();
    fs::create_dir(desk.path("empty")).expect("a folder");
    fs::create_dir(desk.path("other")).expect("a folder");
    desk.write("other/run.toml", "name = \"something else\"\n");
    desk.evolved("lost");
    for file in [JOURNAL, "games.csv"] {
        fs::remove_file(desk.path("lost").join(file)).expect(file);
    }
    desk.refuses(&[
        ("report empty", &["empty", "run"]),
        ("report missing", &["missing", "run"]),
        ("report tiny.toml", &["tiny.toml", "run"]),
        ("report other", &["other/run.toml"]),
        ("report lost", &["lost", JOURNAL]),
        ("report", &["<DIR>"]),
    ]);
}

#[test]
fn input_that_cannot_be_read_is_bad_input_and_no_failed_run() {
    let desk = Desk::new();
    desk.done("match random semi-random --games 2 --ply-limit 40 --out run --pgn g.pgn --quiet");
    desk.done("rate g.pgn --out rated --quiet");
    let copies = ["journal", "torn", "about", "cut", "columns"];
    for (name, from) in copies.iter().zip(["run", "run", "rated", "rated", "rated"]) {
        fs::create_dir(desk.path(name)).expect(name);
        for (file, content) in desk.files(from) {
            if !file.contains('/') {
                desk.write(&format!("{name}/{file}"), content);
            }
        }
    }
    let lengthened = |name: &str| {
        let file = fs::OpenOptions::new().append(true).open(desk.path(name));
        let file = file.expect(name);
        // Without taking place on the disk.
        let length = file.metadata().expect(name).len();
        file.set_len(length + (80 << 20)).expect(name);
    };
    lengthened("journal/journal.jsonl");
    lengthened("about/about.toml");
    let journal = desk.read("torn/journal.jsonl");
    desk.write("torn/journal.jsonl", format!("no game\n{journal}"));
    desk.write("cut/about.toml", "job = \"rate");
    desk.write("columns/ratings.csv", "rank,player\n1,a\n");
    let long: &[&str] = &["journal/journal.jsonl", "line 3", "longer than 64 MiB"];
    let torn: &[&str] = &["torn/journal.jsonl", "line 1"];
    let cases: [(&str, &[&str]); 15] = [
        ("stats journal", long),
        ("stats g.pgn --compare journal", long),
        ("rate journal", long),
        ("report journal", long),
        ("check journal", long),
        ("view journal --game 0 --out view.html", long),
        ("compare run journal --out compared", long),
        ("rate torn", torn),
        ("report torn", torn),
        ("report about", &["about/about.toml", "longer than 16 MiB"]),
        (
            "compare run about --out compared",
            &["about/about.toml", "longer than 16 MiB"],
        ),
        ("report cut", &["cut/about.toml", "line 1"]),
        (
            "compare run columns --out compared",
            &["columns/ratings.csv", "its columns should be"],
        ),
        ("engine random < lines", &["standard input, line 1"]),
        (
            "engine random < order",
            &["standard input, line 1", "newgame"],
        ),
    ];
    desk.write("lines", "what is this\n");
    desk.write("order", "yourmove\n");
    let mut problems = Vec::new();
    for (line, words) in cases {
        let output = match line.split_once(" < ") {
            Some((line, input)) => desk.run_on(line, &desk.read(input)),
            None => desk.run(line),
        };
        let (code, said) = (output.status.code(), text(&output.stderr));
        if code != Some(2) || words.iter().any(|word| !said.contains(word)) {
            problems.push(format!(
                "darkforge {line}: exit {code:?}, not 2 with {words:?}: {said}"
            ));
        }
    }
    assert_none(problems);
}

#[test]
fn a_run_is_resumed_only_as_what_it_was_begun() {
    let desk = Desk::new();
    desk.evolved("run");
    desk.done("match random random --games 4 --out match --quiet");
    desk.done("match random random --games 4 --out kept --keep-tries --quiet");
    desk.write(
        "shorter.toml",
        tiny_with("generations = 3", "generations = 2"),
    );
    desk.write("other.toml", tiny_with("size = 4", "size = 8"));
    desk.refuses(&[
        (
            "evolve tiny.toml --out run --resume --seed 8",
            &["run: the run there has 'seed = 7', not 'seed = 8'"],
        ),
        (
            "evolve shorter.toml --out run --resume",
            &["run", "generations = 3", "generations = 2"],
        ),
        (
            "evolve other.toml --out run --resume",
            &["run", "size = 4", "size = 8"],
        ),
        (
            "evolve tiny.toml --out match --resume",
            &["match is a run of darkforge match"],
        ),
        (
            "match random semi-random --games 4 --out match --resume --pgn new.pgn",
            &["players = ", "semi-random"],
        ),
        (
            "match random random --games 4 --out kept --resume",
            &["keep_tries = true", "add --keep-tries"],
        ),
        ("evolve tiny.toml --out none --resume", &["none"]),
        ("evolve tiny.toml --resume", &["results/tiny"]),
        (
            "match random random --games 4 --out match --resume --seed 2",
            &["match: the run there has 'seed = 1', not 'seed = 2'"],
        ),
        (
            "match random random --games 2 --out match --resume",
            &["match", "games = 4", "games = 2", "more games"],
        ),
        (
            "match random semi-random --games 4 --out match --resume",
            &["match", "semi-random"],
        ),
        ("match random random --games 4 --out run --resume", &["run"]),
    ]);
}

#[test]
fn every_command_has_help_with_an_example() {
    let desk = Desk::new();
    let commands = desk.commands();
    for command in ["evolve", "match", "report", "bench"] {
        assert!(
            commands.iter().any(|name| name == command),
            "no {command} in {commands:?}"
        );
    }
    for command in commands {
        let help = desk.done(&format!("{command} --help"));
        assert!(help.contains("Example"), "{command} --help:\n{help}");
        let called = format!("darkforge {command}");
        assert!(
            help.matches(&called).count() > 1,
            "{command} --help: usage and an example with '{called}':\n{help}"
        );
    }
    assert_eq!(
        desk.run("").status.code(),
        Some(2),
        "darkforge without a command"
    );
    assert_eq!(
        desk.run("evolv").status.code(),
        Some(2),
        "an unknown command"
    );
}

#[test]
fn a_wrong_value_in_any_toml_file_is_told_with_place_key_and_what_is_right() {
    let desk = Desk::new();
    desk.write("problems.toml", "[[problem]]\nmoves = \"2\"\n");
    desk.write("problem_key.toml", "[[problem]]\nmovs = 2\n");
    desk.write("weights.toml", "[pawn_value]\nx = 1\n");
    desk.write("model.toml", "player = \"a\"\ngames = \"x\"\n");
    desk.write("recipe.toml", "name = \"a\"\n[network]\nwidth = \"x\"\n");
    desk.write("recipe_key.toml", "name = \"a\"\n[network]\nblock = 1\n");
    desk.write("bytes.toml", b"\xff\xfe\x00");
    desk.refuses(&[
        (
            "solve problems.toml",
            &["line 2, column 9: problem.moves = \"2\": must be a whole number"],
        ),
        (
            "solve problem_key.toml",
            &["line 2, column 1: there is no key", "did you mean 'moves'?"],
        ),
        (
            "match darkboard:weights=weights.toml random",
            &["weights.toml", "line 1", "[pawn_value]: must be a number"],
        ),
        (
            "match darkboard:opponent=model.toml random",
            &[
                "model.toml",
                "line 2, column 9: games = \"x\": must be a whole number",
            ],
        ),
        (
            "train recipe.toml",
            &["line 3, column 9: network.width = \"x\": must be a whole number"],
        ),
        (
            "train recipe_key.toml",
            &[
                "line 3, column 1: there is no key network.block",
                "did you mean 'blocks'?",
            ],
        ),
        ("train bytes.toml", &["bytes.toml: it is not text in UTF-8"]),
    ]);
}

#[test]
fn a_mistake_in_toml_is_told_in_one_line_with_its_place() {
    let desk = Desk::new();
    desk.write("bad.toml", "name = \"a\"\nseed = = 3\n");
    desk.write("bad_problems.toml", "[[problem]]\nname = = 3\n");
    for line in [
        "evolve bad.toml",
        "tournament bad.toml",
        "match darkboard:weights=bad.toml random",
        "solve bad_problems.toml",
    ] {
        let said = text(&desk.run(line).stderr);
        assert!(said.contains("line 2, column 8 ("), "{line}: {said}");
        assert!(
            !said.contains("u000a") && said.lines().count() <= 2,
            "{line}: {said}"
        );
    }
}

#[test]
fn a_config_of_another_command_and_flags_without_effect_are_refused() {
    let desk = Desk::new();
    desk.write("evolve.toml", crate::cli::desk::TINY);
    let cup = "name = \"cup\"\nformat = \"swiss\"\n[[players]]\nname = \"a\"\nspec = \"random\"\n";
    desk.write("cup.toml", cup);
    desk.refuses(&[
        (
            "tournament evolve.toml",
            &["evolve.toml", "a config of darkforge evolve"],
        ),
        (
            "train evolve.toml",
            &["evolve.toml", "a config of darkforge evolve"],
        ),
        (
            "evolve cup.toml",
            &["cup.toml", "a config of darkforge tournament"],
        ),
        (
            "train cup.toml",
            &["cup.toml", "a config of darkforge tournament"],
        ),
        (
            "match random random --thoughts",
            &["--thoughts", "--out or --pgn"],
        ),
        (
            "match random:name=a semi-random:name=a",
            &["error: both players are called a"],
        ),
    ]);
}

#[test]
fn a_test_without_a_number_of_games_may_play_twenty_thousand() {
    let desk = Desk::new();
    let line = "match random random:name=b --sprt 0,500 --ply-limit 2 --dry-run";
    assert!(desk.done(line).contains("at most 20,000 games"));
}

#[test]
fn a_match_tells_that_its_games_repeat() {
    let desk = Desk::new();
    let told = desk.done("match random random:name=b --games 400 --ply-limit 2 --quiet");
    assert!(
        told.contains("different games, by plies and final position: "),
        "{told}"
    );
    let told = desk.done("match random random:name=b --games 2 --ply-limit 60 --quiet");
    assert!(!told.contains("different games"), "{told}");
}

#[test]
fn messages_name_what_a_command_has() {
    let desk = Desk::new();
    fs::create_dir(desk.path("there")).expect("a folder");
    desk.done("match random random --games 2 --ply-limit 6 --out run1 --quiet");
    desk.write("x.pgn", "[White \"x\"]\n\n1. e4 e5 *\n");
    desk.write(
        "rbc.toml",
        "[[problem]]\nmoves = 2\nruleset = 'rbc'\nboard = '8/8/8/8/8/8/8/K7 w'",
    );
    desk.refuses(&[
        ("man there", &["there exists; name a folder that does not"]),
        ("check --ruleset rbc x.pgn", &["leave --ruleset out"]),
        ("solve rbc.toml", &["rbc has no problems"]),
        ("match random random --seed -1", &["from 0 to 2^53-1"]),
        (
            "match random random --resign foo",
            &["foo: write score=600,moves=3"],
        ),
        ("compare run1 there", &["there: there is no run.toml in it"]),
        ("rate there", &["there: there is no run.toml in it"]),
        ("compare run1 run1 --seed 3", &["--play"]),
    ]);
    for name in ["", "a\nb", "[a]"] {
        let output = desk.run_words(&["play", "random", "--name", name]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{name}: {said}");
        assert!(said.contains("1 to 80 letters"), "{name}: {said}");
    }
    for line in [
        "play scout",
        "bot --api http://127.0.0.1:9 --token t --player scout",
    ] {
        let output = desk.run(line);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {said}");
        assert!(
            said.contains("scout plays reconnaissance"),
            "{line}: {said}"
        );
        assert!(!said.contains("--ruleset rbc"), "{line}: {said}");
    }
}
