//! Imitation: planted weights are found again, and a player agrees with itself.

use serde_json::Value;

use crate::cli::desk::{Desk, text};

/// Weights that are far from the hand-made ones.
const PLANTED: &str = "pawn_value = 0.6\nknight_value = 6.0\nbishop_value = 5.0\nrook_value = 2.3\n\
    guard_bishop = 0.16\nguard_rook = 0.18\nguard_knight = 0.8\ndanger = 0.35\nlast_moved = 2.5\n\
    pawn_advance_ahead = 0.6\nking_shelter = 1.3\ntaken_pawn = 0.4\nentropy_king = 0.05\n\
    entropy_queen = 0.01\ncheckmate_fade = 0.5\npawn_on_open_file = 0.1\ncontrol = 0.01\n";

const STUDENT: &str = "darkboard:depth=1,particles=0";
const PLANT: &str = "darkboard:weights=planted.toml,depth=1,particles=0";

/// A desk with games of the planted player, as PGN and as a run with a transcript.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("planted.toml", PLANTED);
    desk.done(&format!(
        "match {PLANT} {STUDENT} --games 24 --ply-limit 160 --seed 3 --quiet --out run \
         --pgn games.pgn --transcript run/games.jsonl"
    ));
    desk
}

fn share(line: &Value, key: &str) -> f64 {
    line[key]
        .as_f64()
        .unwrap_or_else(|| panic!("{key} of {line}"))
}

/// The line of a set and a player in the figures.
fn line<'a>(figures: &'a Value, set: &str, player: &str) -> &'a Value {
    let lines = figures["agreement"].as_array().expect("lines");
    let found = lines
        .iter()
        .find(|line| line["set"] == set && line["player"] == player);
    found.unwrap_or_else(|| panic!("{set} {player} in {figures}"))
}

#[test]
fn planted_weights_are_found_from_pgn_and_transcripts_at_any_number_of_threads() {
    let desk = desk();
    let fit = |games: &str, flags: &str| {
        desk.json(&format!(
            "imitate {games} --player {PLANT} --compare {PLANT} {flags} --quiet"
        ))
    };
    let figures = fit("games.pgn", "--iterations 4 --decisions 1500");
    let top1 = |player: &str| share(line(&figures, "held_out", player), "top1");
    assert!(top1("fitted") - top1("start") > 0.25, "{figures}");
    assert!(share(&figures, "gain_top1_lo") > 0.15, "{figures}");
    assert!(top1(PLANT) > 0.9 && top1("chance") < 0.15, "{figures}");
    assert_eq!(figures["learnt"], true, "{figures}");
    let none = desk.json(&format!(
        "imitate games.pgn --player {PLANT} --start planted.toml --iterations 1 --decisions 300 --quiet --out none"
    ));
    assert_eq!(none["learnt"], false, "there was nothing to learn");
    for file in ["none/weights.toml", "none/report.html"] {
        assert!(desk.read(file).contains("was learnt"), "{file}");
    }
    let unknown = figures["not_identified"].as_array().expect("a list");
    assert!(unknown.contains(&"tactics".into()) && !unknown.contains(&"danger".into()));

    // A run's folder has the same games as a transcript. Two rounds: the second follows from the
    // first.
    let few = "--iterations 2 --decisions 300";
    fit("games.pgn", &format!("{few} --threads 1 --out one"));
    fit("run", &format!("{few} --threads 2 --out two"));
    let (mut one, mut two) = (desk.files("one"), desk.files("two"));
    for files in [&mut one, &mut two] {
        // Of the page only the command names its games.
        for name in ["about.toml", "report.html"] {
            let text = text(&files.remove(name).expect(name));
            assert!(text.contains(&format!(" {few} ")), "{name}");
        }
        let weights = text(&files.remove("weights.toml").expect("weights"));
        assert!(weights.contains("# Imitates ") && weights.contains("held-out decisions"));
        desk.write("fitted.toml", weights);
        desk.done(
            "match darkboard:weights=fitted.toml,depth=1,particles=0 random --games 2 --quiet",
        );
    }
    crate::cli::desk::assert_same(&one, &two, "PGN at 1 thread, transcript at 2");
    let table = desk.table("one/agreement.csv");
    let header = "set,player,decisions,top1,top1_lo,top1_hi,top5,top5_lo,top5_hi";
    assert_eq!(table.header.join(","), header);
    assert_eq!(table.rows.len(), 12, "three sets of four players");
    for name in ["top_k.svg", "iterations.png"] {
        assert!(desk.path("one/plots").join(name).is_file(), "{name}");
    }
}

#[test]
fn a_player_without_ties_agrees_with_itself_in_every_decision() {
    for options in [
        "depth=2",
        "depth=1,deductions=off",
        "search=enhanced,positions=100",
    ] {
        let desk = Desk::new();
        let player = format!("darkboard:{options},particles=0,ties=0");
        desk.done(&format!(
            "match {player} darkboard:depth=1,particles=0 --games 6 --seed 4 --quiet --pgn games.pgn"
        ));
        let figures = desk.json(&format!(
            "imitate games.pgn --player {player} --as {player} --iterations 0 --quiet"
        ));
        for set in ["train", "validation", "held_out"] {
            // Moves of equal value are drawn from even so and share the credit: about five in a
            // thousand, all of them among the first five.
            let start = line(&figures, set, "start");
            let [top1, top5] = ["top1", "top5"].map(|key| share(start, key));
            assert!(top1 > 0.97 && top5 > 0.999, "{options}, {set}: {start}");
        }
    }
}

#[test]
fn what_cannot_be_imitated_is_refused() {
    let desk = desk();
    std::fs::create_dir(desk.path("empty")).expect("a folder");
    desk.write("alone.jsonl", desk.read("run/games.jsonl"));
    desk.refuses(&[
        (
            "imitate games.pgn --player Paoletta",
            &["Paoletta", "darkboard:weights=planted.toml", "24 games"],
        ),
        (
            "imitate games.pgn --player x --as random",
            &["--as random", "darkboard"],
        ),
        (
            "imitate games.pgn --player x --as darkboard:book=default",
            &["book"],
        ),
        (
            "imitate games.pgn --player x --held-out 1",
            &["--held-out 1", "between 0 and 1"],
        ),
        ("imitate games.pgn --player x --out run", &["run exists"]),
        ("imitate empty --player x", &["empty", "games.pgn"]),
        (
            "imitate alone.jsonl --player x",
            &["alone.jsonl", "names no players"],
        ),
        ("imitate none.pgn --player x", &["none.pgn", "cannot read"]),
        (
            "imitate games.pgn --player x --start none.toml",
            &["none.toml"],
        ),
    ]);
}

#[cfg(unix)]
#[test]
fn a_stopped_imitation_says_so_and_its_page_makes_the_same_weights() {
    use std::io::{BufRead as _, BufReader, Read as _};

    let desk = desk();
    let line = format!("imitate games.pgn --player {PLANT} --decisions 300");
    let mut child = desk.start(&format!("{line} --iterations 1000 --out stopped"));
    let mut said = BufReader::new(child.stderr.take().expect("standard error"));
    let mut text = String::new();
    while !text.contains("iteration 1:") {
        assert!(said.read_line(&mut text).expect("a line") > 0, "{text}");
    }
    let kill = std::process::Command::new("sh")
        .args(["-c", &format!("kill -INT {}", child.id())])
        .status();
    assert!(kill.expect("a shell").success());
    said.read_to_string(&mut text).expect("the rest");
    let status = child.wait().expect("its end");
    assert!(
        text.contains("after the round of fitting in progress"),
        "{text}"
    );
    assert_eq!(status.code(), Some(1), "{text}");
    let (_, rest) = text.split_once("stopped after ").expect("it says so");
    let rounds = rest.split(' ').next().expect("a number");
    let page = desk.read("stopped/report.html");
    assert!(
        page.contains(&format!("--iterations {rounds} ")),
        "{rounds}"
    );
    desk.done(&format!("{line} --iterations {rounds} --out again --quiet"));
    assert_eq!(
        desk.read("stopped/weights.toml"),
        desk.read("again/weights.toml")
    );
}

#[test]
fn what_may_be_chance_is_not_called_learning() {
    let desk = Desk::new();
    desk.done("match random semi-random --games 6 --ply-limit 20 --seed 2 --quiet --pgn few.pgn");
    let told = desk.done("imitate few.pgn --player random --iterations 1 --decisions 10 --quiet");
    assert!(told.contains("learnt: "), "{told}");
    assert!(
        !told.contains("agree more than"),
        "a difference below 0 is no more: {told}"
    );
}
