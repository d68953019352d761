//! Tournaments: every format to its end, stopped at any place, and in shares.

use std::fs;

use crate::cli::desk::{Desk, JOURNAL, assert_same, line_ends, rechecked, text, tree, unchecked};
use crate::cli::table::{GAMES_HEADER, STANDINGS_HEADER};

const FORMATS: [(&str, &str); 5] = [
    ("round-robin", "rounds = 2\npairs = 3"),
    ("gauntlet", "candidate = \"c\"\npairs = 4"),
    ("knockout", "pairs = 2\nseeding = \"drawn\""),
    ("swiss", "pairs = 2\nrounds = 3"),
    (
        "adaptive",
        "pairs = 2\nmax_pairs = 30\nbatch = 3\nconfidence = 0.99",
    ),
];

/// A tournament of five quick players.
fn config(format: &str, keys: &str) -> String {
    let specs = [
        "random",
        "semi-random",
        "random:nonsense=0.1",
        "darkboard:depth=1,particles=0",
        "random:nonsense=0.3",
    ];
    let players = ["a", "b", "c", "d", "e"].iter().zip(specs);
    let players = players
        .map(|(name, spec)| format!("[[players]]\nname = \"{name}\"\nspec = \"{spec}\"\n"))
        .collect::<Vec<_>>()
        .concat();
    format!("name = \"cup\"\nseed = 3\nply_limit = 120\nformat = \"{format}\"\n{keys}\n\n{players}")
}

/// A desk with `cup.toml` and the run of it in `whole`.
fn played(format: &str, keys: &str) -> Desk {
    let desk = Desk::new();
    desk.write("cup.toml", config(format, keys));
    desk.done("tournament cup.toml --no-plots --out whole --quiet --threads 1");
    desk
}

#[test]
fn every_format_leaves_its_files_and_says_who_won() {
    for (format, keys) in FORMATS {
        let desk = played(format, keys);
        for (name, header) in [
            ("games.csv", GAMES_HEADER),
            ("standings.csv", STANDINGS_HEADER),
            ("best.csv", "player,games,best,best_lo,best_hi"),
        ] {
            let text = desk.read(&format!("whole/{name}"));
            assert_eq!(text.lines().next(), Some(header), "{format}: {name}");
        }
        let standings = desk.table("whole/standings.csv");
        assert_eq!(standings.rows.len(), 5, "{format}");
        let games: Vec<u64> = desk.table("whole/games.csv").numbers("game");
        assert!(
            games.iter().copied().eq(0..games.len() as u64),
            "{format}: numbered from 0"
        );
        let counted: u64 = standings.numbers::<u64>("games").iter().sum();
        assert_eq!(
            counted,
            2 * games.len() as u64,
            "{format}: a game has two players"
        );
        let bouts: Vec<u64> = desk.table("whole/bouts.csv").numbers("games");
        assert_eq!(bouts.iter().sum::<u64>(), games.len() as u64, "{format}");
        let best: Vec<f64> = desk.table("whole/best.csv").numbers("best");
        assert!(
            (best.iter().sum::<f64>() - 1.0).abs() < 1e-6,
            "{format}: {best:?}"
        );
        let figures = desk.json("tournament cup.toml --no-plots --out whole --resume --quiet");
        assert_eq!(figures["over"], true, "{format}: {figures}");
        assert_eq!(figures["missing"], 0, "{format}: {figures}");
        assert_eq!(
            figures["standings"][0]["player"], standings.rows[0][1],
            "{format}"
        );
        let said = desk.done("tournament cup.toml --no-plots --out whole --resume --quiet");
        assert!(
            said.contains("best entrant with a probability of"),
            "{format}: {said}"
        );
        for part in ["score % against", "refused/move", "won by ", "lost by "] {
            assert!(said.contains(part), "{format}: '{part}' is not in {said}");
        }
    }
}

#[test]
fn a_shared_first_place_is_told_and_nobody_is_the_best() {
    let desk = Desk::new();
    desk.write(
        "cup.toml",
        "name = \"cup\"\nformat = \"round-robin\"\npairs = 2\nply_limit = 4\n\
         [[players]]\nname = \"a\"\nspec = \"random\"\n\
         [[players]]\nname = \"b\"\nspec = \"semi-random\"\n",
    );
    let said = desk.done("tournament cup.toml --out run --quiet");
    let page = desk.read("run/report.html");
    for text in [&said, &page] {
        assert!(
            text.contains(
                " share the first place; their probabilities of being the best entrant are "
            ),
            "{text}"
        );
        assert!(!text.contains("is the best entrant"), "{text}");
        assert!(!text.contains("is the strongest entrant"), "{text}");
    }
}

#[test]
fn a_tournament_that_is_stopped_names_nobody_as_the_strongest() {
    let desk = Desk::new();
    desk.write(
        "cup.toml",
        config("gauntlet", "candidate = \"c\"\npairs = 5000"),
    );
    let mut child = desk.start("tournament cup.toml --no-plots --out cup --quiet --threads 1");
    desk.wait_for_games(&mut child, "cup", 3);
    let stop = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(stop.expect("kill").success());
    let output = child.wait_with_output().expect("a child");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let page = desk.read("cup/report.html");
    assert!(page.contains("games that could be played now are missing"));
    assert!(
        !page.contains("a probability of"),
        "nobody is the strongest"
    );
    assert!(desk.table("cup/best.csv").rows.is_empty());
    // The others were not reached.
    let standings = desk.table("cup/standings.csv");
    let played: Vec<(u64, bool)> = standings
        .numbers::<u64>("games")
        .into_iter()
        .zip(standings.texts("rank").iter().map(|rank| rank.is_empty()))
        .collect();
    assert!(played[0].0 > 0 && played[4] == (0, true), "{played:?}");
    assert!(
        played
            .iter()
            .all(|&(games, unranked)| (games == 0) == unranked)
    );
}

#[test]
fn places_by_strength_show_the_strengths() {
    for (format, keys) in [FORMATS[1], FORMATS[4]] {
        let desk = played(format, keys);
        let strengths = desk.table("whole/strengths.csv");
        let standings = desk.table("whole/standings.csv");
        assert_eq!(
            strengths.texts("player"),
            standings.texts("player"),
            "{format}"
        );
        let elo: Vec<f64> = strengths.numbers("strength");
        assert!(elo.is_sorted_by(|a, b| a >= b), "{format}: {elo:?}");
        let said = desk.done("tournament cup.toml --no-plots --out whole --resume --quiet");
        assert!(said.contains("strength"), "{format}: {said}");
    }
    let desk = played(FORMATS[0].0, FORMATS[0].1);
    assert!(!desk.path("whole/strengths.csv").exists());
}

#[test]
fn a_knockout_has_byes_and_one_winner() {
    let desk = played("knockout", "pairs = 1\nextra_pairs = 1\nmax_extra = 1");
    let bouts = desk.table("whole/bouts.csv");
    let winners = bouts.texts("winner");
    let rounds: Vec<u32> = bouts.numbers("round");
    assert_eq!(
        rounds.iter().max(),
        Some(&3),
        "five players play three rounds"
    );
    let decided = winners.iter().filter(|winner| !winner.is_empty());
    assert_eq!(decided.count(), 4, "four go out");
    let first = desk.table("whole/standings.csv").rows[0][1].clone();
    assert_eq!(winners.last().copied(), Some(first.as_str()));
    for decision in bouts.texts("decision") {
        assert!(
            ["", "games", "extra_pairs", "seed"].contains(&decision),
            "{decision}"
        );
    }
}

#[test]
fn threads_do_not_change_a_tournament_nor_its_journal() {
    for (format, keys) in FORMATS {
        let desk = played(format, keys);
        desk.done("tournament cup.toml --no-plots --out two --quiet --threads 2");
        assert_same(&tree(&desk.path("whole")), &tree(&desk.path("two")), format);
    }
}

#[test]
fn a_tournament_resumes_from_any_byte_of_its_journal() {
    for (format, keys) in FORMATS {
        let desk = played(format, keys);
        let whole = tree(&desk.path("whole"));
        let journal = &whole[JOURNAL];
        let ends: Vec<usize> = line_ends(journal).collect();
        // Every kind of cut for the one format whose schedule depends on how its games ended.
        let mut cuts = vec![ends[ends.len() / 2] + 30];
        if format == "adaptive" {
            cuts.extend([0, ends[0], journal.len() - 1, journal.len()]);
        }
        for (index, cut) in cuts.into_iter().enumerate() {
            let out = format!("cut{index}");
            desk.interrupted("whole", &out, &journal[..cut]);
            desk.write(&format!("{out}/.darkforge-half"), "left by a kill");
            desk.done(&format!(
                "tournament cup.toml --no-plots --out {out} --resume --quiet"
            ));
            let why = format!("{format}, resumed from a journal cut at byte {cut}");
            assert_same(&whole, &tree(&desk.path(&out)), &why);
        }
        if format == "swiss" {
            fs::create_dir(desk.path("bare")).expect("a folder");
            desk.done("tournament cup.toml --no-plots --out bare --resume --quiet");
            assert_same(
                &whole,
                &tree(&desk.path("bare")),
                "killed before anything was written",
            );
        }
        desk.interrupted("whole", "drawn", journal);
        desk.done("report drawn --no-plots --quiet");
        assert_same(
            &whole,
            &tree(&desk.path("drawn")),
            "report of a bare journal",
        );
    }
}

#[test]
fn a_tournament_survives_being_killed_again_and_again() {
    for (format, keys) in [
        ("round-robin", "pairs = 40"),
        ("swiss", "pairs = 20\nrounds = 5"),
    ] {
        let desk = played(format, keys);
        for (round, threads) in [1, 2, 2].into_iter().enumerate() {
            let resume = if round == 0 { "" } else { " --resume" };
            let mut child = desk.start(&format!(
                "tournament cup.toml --no-plots --out killed --quiet --threads {threads}{resume}"
            ));
            desk.wait_for_games(&mut child, "killed", desk.journalled("killed") + 10);
            child.kill().expect("a child can be killed");
            let output = child.wait_with_output().expect("a child");
            assert_ne!(output.status.code(), Some(2), "{}", text(&output.stderr));
        }
        desk.done("tournament cup.toml --no-plots --out killed --quiet --resume");
        assert_same(
            &tree(&desk.path("whole")),
            &tree(&desk.path("killed")),
            format,
        );
    }
}

#[test]
fn shares_in_any_order_merge_to_the_bytes_of_the_single_run() {
    for (format, keys) in [
        ("round-robin", "pairs = 7"),
        ("gauntlet", "rounds = 3\npairs = 5"),
    ] {
        let desk = played(format, keys);
        for shard in [3, 1, 4, 2] {
            let out = format!("share{shard}");
            let line =
                format!("tournament cup.toml --no-plots --shard {shard}/4 --out {out} --quiet");
            if shard % 2 == 0 {
                let mut child = desk.start(&line);
                desk.wait_for_games(&mut child, &out, 3);
                child.kill().expect("a child can be killed");
                child.wait_with_output().expect("a child");
                desk.done(&format!("{line} --resume --threads 2"));
            } else {
                desk.done(&format!("{line} --threads 1"));
            }
            if shard == 3 {
                let again = format!("again{shard}");
                desk.done(&line.replace(&out, &again));
                assert_same(
                    &tree(&desk.path(&out)),
                    &tree(&desk.path(&again)),
                    "a share again",
                );
            }
        }
        // A journal by itself, the same share twice, and the shares in another order.
        let inputs = format!("share1 share3/{JOURNAL} share2 again3 share4");
        desk.done(&format!("merge {inputs} --no-plots --out merged --quiet"));
        let whole = tree(&desk.path("whole"));
        assert_same(&whole, &tree(&desk.path("merged")), "merged shares");
        let output = desk.run("merge share4 share2 --no-plots --out half --quiet");
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(
            said.contains("games that could be played now are missing (numbers 0..")
                && said.contains("darkforge tournament half/run.toml --out half --resume"),
            "{said}"
        );
        assert!(desk.table("half/best.csv").rows.is_empty());
        let page = desk.read("half/report.html");
        assert!(page.contains("are missing (numbers 0..") && page.contains(" first so far of "));
        assert!(
            !page.contains("a probability of"),
            "nobody is the strongest"
        );
        let missing: Vec<u64> = desk.table("half/missing.csv").numbers("games");
        let there = desk.table("half/games.csv").rows.len() as u64;
        let all = desk.table("whole/games.csv").rows.len() as u64;
        assert_eq!(there + missing.iter().sum::<u64>(), all);
        desk.done("tournament half/run.toml --no-plots --out half --resume --quiet");
        assert_same(
            &whole,
            &tree(&desk.path("half")),
            "half merged, the rest played",
        );
    }
}

#[test]
fn shares_that_never_began_are_passed_over_and_another_share_is_refused() {
    let desk = played("round-robin", "pairs = 2");
    for number in 1..=4 {
        desk.done(&format!(
            "tournament cup.toml --no-plots --shard {number}/4 --out s/{number} --quiet"
        ));
    }
    desk.refuses(&[
        (
            "tournament cup.toml --no-plots --shard 1/2 --out s/1 --resume",
            &["share 1/4", "share 1/2"],
        ),
        (
            "tournament cup.toml --no-plots --out s/1 --resume",
            &["share 1/4", "the whole run"],
        ),
    ]);
    fs::create_dir(desk.path("s/0")).expect("a folder");
    fs::create_dir(desk.path("s/5")).expect("a folder");
    desk.write("s/5/run.toml", desk.read("s/1/run.toml"));
    desk.interrupted("s/1", "s/6", b"");
    let merge = "merge s/0 s/1 s/2 s/3 s/4 s/5 s/6 --no-plots --out m";
    let said = text(&desk.run(merge).stderr);
    assert!(said.contains("s/0") && said.contains("s/5"), "{said}");
    assert_same(&tree(&desk.path("whole")), &tree(&desk.path("m")), "merged");
    let rated = desk.json("rate s/0 s/1 s/2 s/3 s/4 s/5 s/6");
    assert_eq!(rated["games"], desk.json("rate whole")["games"]);
    desk.refuses(&[
        ("merge s/0 s/5 --no-plots --out n", &["journal.jsonl"]),
        ("rate s/0 s/5 s/6", &["s/0: there is no run.toml in it"]),
        ("rate s/5 s/6", &["no game is finished"]),
    ]);
}

#[test]
fn wrong_journals_are_not_merged_and_named() {
    let desk = played("round-robin", "pairs = 1");
    desk.write(
        "other.toml",
        config("round-robin", "pairs = 1").replace("seed = 3", "seed = 4"),
    );
    desk.done("tournament other.toml --no-plots --out other --quiet");
    let journal = desk.read(&format!("whole/{JOURNAL}"));
    let lines: Vec<&str> = journal.lines().collect();
    let edited = |from: &str, to: &str| {
        let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        let line = rechecked(&unchecked(&lines[4]).replacen(from, to, 1));
        assert_ne!(line, lines[4], "{from} is in {line}");
        lines[4] = line;
        (lines.join("\n") + "\n").into_bytes()
    };
    desk.interrupted(
        "whole",
        "conflict",
        &edited("\"white_refused\":", "\"white_refused\":1"),
    );
    desk.interrupted("whole", "foreign", &edited("\"bout\":", "\"bout\":9"));
    desk.interrupted("whole", "garbage", &edited("{", "["));
    desk.interrupted(
        "whole",
        "twice",
        format!("{journal}{}\n", lines[2]).as_bytes(),
    );
    let file = |name: &str| format!("{name}/{JOURNAL}");
    desk.write("alone.jsonl", &journal);
    desk.refuses(&[
        (
            "merge whole other --no-plots --out m",
            &["other", "seed = 4"],
        ),
        (
            "merge whole conflict --no-plots --out m",
            &[&file("whole"), &file("conflict"), "line 5", "game 4"],
        ),
        (
            "merge whole foreign --no-plots --out m",
            &[&file("foreign"), "line 5"],
        ),
        (
            "merge garbage whole --no-plots --out m",
            &[&file("garbage"), "line 5"],
        ),
        (
            "merge twice whole --no-plots --out m",
            &[&file("twice"), "line 21"],
        ),
        ("merge alone.jsonl --no-plots --out m", &["run.toml"]),
        ("merge whole none --no-plots --out m", &["none"]),
        ("merge whole --no-plots --out other", &["other exists"]),
        ("merge whole", &["--out"]),
    ]);
    desk.done("match random random --games 2 --out match --quiet");
    desk.refuses(&[(
        "merge match --no-plots --out m",
        &["match", "not a tournament"],
    )]);
}

#[test]
fn tournaments_are_refused_with_what_would_be_right() {
    let desk = Desk::new();
    desk.write("cup.toml", config("round-robin", "pairs = 1"));
    for format in ["knockout", "swiss", "adaptive"] {
        desk.write("open.toml", config(format, ""));
        desk.refuses(&[(
            "tournament open.toml --no-plots --shard 1/2",
            &["--shard 1/2", format, "gauntlet"],
        )]);
    }
    desk.write("few.toml", config("adaptive", "pairs = 2\nmax_pairs = 4"));
    desk.refuses(&[(
        "tournament few.toml",
        &["max_pairs = 4", "at least ", "everybody plays"],
    )]);
    desk.write("wrong.toml", config("swiss", "confidence = 0.9"));
    desk.refuses(&[
        (
            "tournament wrong.toml",
            &["wrong.toml", "confidence", "adaptive"],
        ),
        (
            "tournament cup.toml --no-plots --shard 3/2",
            &["--shard", "3/16"],
        ),
        ("tournament cup.toml --seed 9007199254740992", &["--seed"]),
        ("tournament cup.toml --threads 0 --out t", &["--threads 0"]),
        ("tournament none.toml", &["none.toml"]),
        (
            "tournament cup.toml --no-plots --out none --resume",
            &["none"],
        ),
    ]);
    desk.done("tournament cup.toml --no-plots --out cup --quiet");
    desk.write("longer.toml", config("round-robin", "pairs = 2"));
    desk.refuses(&[
        (
            "tournament cup.toml --no-plots --out cup",
            &["cup exists", "--resume"],
        ),
        (
            "tournament longer.toml --no-plots --out cup --resume",
            &["pairs = 1", "pairs = 2"],
        ),
        (
            "tournament cup.toml --no-plots --out cup --resume --seed 5",
            &["seed = 3", "seed = 5"],
        ),
    ]);
}

#[test]
fn games_are_written_as_pgn_if_asked() {
    let desk = played("gauntlet", "pairs = 1\npgn = true");
    let pgn = desk.read("whole/games.pgn");
    assert_eq!(pgn.matches("[Event ").count(), 8);
    desk.done("check whole/games.pgn --quiet");
}

#[test]
fn games_are_expected_as_the_format_knows_them() {
    let desk = Desk::new();
    for (format, keys, expected) in [
        ("knockout", "pairs = 1", "at least 2 games under"),
        ("adaptive", "max_pairs = 2", "at most 4 games under"),
        ("round-robin", "pairs = 1", "2 players, 2 games under"),
    ] {
        let players =
            ["a", "b"].map(|name| format!("[[players]]\nname = \"{name}\"\nspec = \"random\"\n"));
        let config = format!(
            "name = \"{format}\"\nply_limit = 20\nformat = \"{format}\"\n{keys}\n{}",
            players.concat()
        );
        desk.write("cup.toml", config);
        let output = desk.run(&format!("tournament cup.toml --no-plots --out {format}"));
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains(expected), "{told}");
    }
}
