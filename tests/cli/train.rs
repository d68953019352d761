//! Training of a network, and the player that uses it.

use std::fs;

use crate::cli::desk::Desk;

const RECIPE: &str = r#"
name = "tiny"
seed = 3

[network]
width = 16
blocks = 1

[games]
pair = 40
ply_limit = 40

[training]
steps = 12
batch = 16
rate = 0.003
l = 16
save = 5
validation = 40

[[player]]
name = "attacker"
spec = "attacker"
top = true

[[player]]
name = "random"
spec = "random"
"#;

/// A desk with a recipe.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("tiny.toml", RECIPE);
    desk
}

#[test]
fn a_recipe_gives_the_same_network_at_any_number_of_threads_and_after_a_stop() {
    let desk = desk();
    let figures = desk.json("train tiny.toml --out one --threads 1 --quiet");
    assert_eq!(figures["steps"], 12);
    let accuracy = figures["accuracy"].as_array().expect("rows");
    assert_eq!(accuracy.len(), 16, "four headsets on the games of four");
    desk.done("train tiny.toml --out two --threads 2 --quiet");
    let network =
        |out: &str| fs::read(desk.path(out).join("network.safetensors")).expect("a network");
    assert!(network("one") == network("two"));
    assert_eq!(desk.read("one/lessons.csv"), desk.read("two/lessons.csv"));
    // Measured after 5, 10 and 12 steps, a row for each of four headsets, and a header.
    assert_eq!(desk.read("one/lessons.csv").lines().count(), 13);
    // The same for each of 104 planes.
    assert_eq!(desk.read("one/saliency.csv").lines().count(), 12 * 104 + 1);
    assert_eq!(desk.read("one/planes.csv").lines().count(), 4 * 104 + 1);
    assert!(desk.read("one/values.csv").contains("validation,1,"));

    // What a kill in the middle of the games leaves.
    let games = desk.read("two/games.txt");
    desk.write("two/games.txt", &games[..games.len() / 2]);
    for file in [
        "network.safetensors",
        "checkpoint.safetensors",
        "curve.json",
    ] {
        fs::remove_file(desk.path("two").join(file)).expect(file);
    }
    desk.done("train tiny.toml --out two --resume --quiet");
    assert!(network("one") == network("two"));
    for file in ["games.txt", "saliency.csv", "planes.csv", "values.csv"] {
        assert_eq!(
            desk.read(&format!("one/{file}")),
            desk.read(&format!("two/{file}")),
            "{file}"
        );
    }
    assert!(
        desk.read("one/report.html")
            .contains("tiny: the first choice is the player")
    );
}

#[test]
fn a_training_does_not_go_on_with_other_games_or_damaged_files() {
    let desk = desk();
    desk.done("train tiny.toml --out tiny --quiet");
    desk.write("more.txt", "attacker random e7:e2e4 e2:e7e5\n");
    desk.refuses(&[(
        "train tiny.toml --out tiny --resume --add more.txt --quiet",
        &["checkpoint.safetensors", "other games"],
    )]);
    desk.refuses(&[(
        "train tiny.toml --out nodir --resume --quiet",
        &["nodir/recipe.toml", "is nodir the folder of a training?"],
    )]);
    let games = desk.read("tiny/games.txt");
    desk.write("tiny/games.txt", format!("{games}{games}"));
    desk.refuses(&[(
        "train tiny.toml --out tiny --resume --quiet",
        &["games.txt", "other games than the recipe's"],
    )]);
    desk.write("tiny/games.txt", [0xff, b'\n']);
    desk.refuses(&[(
        "train tiny.toml --out tiny --resume --quiet",
        &["games.txt", "utf-8"],
    )]);
    desk.write("tiny/games.txt", &games);
    desk.write("tiny/curve.json", "{");
    desk.refuses(&[(
        "train tiny.toml --out tiny --resume --quiet",
        &["curve.json"],
    )]);
}

#[test]
fn wrong_values_of_a_recipe_are_named_by_their_key() {
    let desk = Desk::new();
    for (right, wrong, named) in [
        ("ply_limit = 40", "ply_limit = 0", "[games] ply_limit = 0"),
        ("validation = 40", "validation = 0", "validation = 0"),
        ("save = 5", "save = 5\ntop = 0.0", "[training] top = 0"),
        (
            "spec = \"random\"",
            "weight = 0.0",
            "[[player]] random: weight = 0",
        ),
        (
            "name = \"tiny\"",
            "name = \"../tiny\"",
            "name = \"../tiny\"",
        ),
        ("name = \"random\"", "name = \"none\"", "name = \"none\""),
    ] {
        desk.write("tiny.toml", RECIPE.replace(right, wrong));
        desk.refuses(&[("train tiny.toml --out tiny", &["tiny.toml", named])]);
    }
}

#[test]
fn the_network_plays_and_its_games_follow_from_the_seed() {
    let desk = desk();
    desk.done("train tiny.toml --out tiny --quiet");
    let player =
        "dsmcp:network=tiny/network.safetensors,opponent=attacker,playouts=4,particles=4,l=16";
    let play = |out: &str, threads: u32| {
        desk.done(&format!(
            "match {player} attacker --ruleset rbc --games 4 --seed 5 --threads {threads} --ply-limit 30 --no-plots \
             --quiet --history {out}-games --out {out}"
        ));
        desk.read(&format!("{out}/journal.jsonl"))
    };
    let journal = play("a", 1);
    assert!(!journal.contains("forfeit"), "{journal}");
    assert_eq!(journal, play("b", 2));
    desk.refuses(&[
        (
            "match dsmcp:network=tiny/network.safetensors,opponent=sweep random --ruleset rbc",
            &["opponent=sweep", "all, top, attacker, random"],
        ),
        (
            "match dsmcp:network=tiny.toml random --ruleset rbc",
            &["tiny.toml", "safetensors"],
        ),
        (
            "match dsmcp:network=tiny/network.safetensors random",
            &["reconnaissance blind chess"],
        ),
    ]);
}

#[test]
fn games_may_come_from_files_and_planes_be_left_out() {
    let desk = desk();
    desk.done("train tiny.toml --out tiny --quiet");
    let recipe = RECIPE
        .replace("spec = \"random\"\n", "")
        .replace("spec = \"attacker\"\n", "")
        .replace("pair = 40", "pair = 0\nfiles = [\"tiny/games.txt\"]");
    desk.write("again.toml", &recipe);
    desk.done("train again.toml --out again --quiet");
    let network =
        |out: &str| fs::read(desk.path(out).join("checkpoint.safetensors")).expect("a checkpoint");
    assert!(network("tiny") == network("again"), "the same games");
    desk.write(
        "blind.toml",
        recipe.replace("blocks = 1", "blocks = 1\nwithout = [10, 35]"),
    );
    desk.done("train blind.toml --out blind --quiet");
    assert!(network("blind") != network("again"));
}

#[test]
fn histories_and_runs_are_added() {
    let desk = desk();
    desk.done(
        "match attacker random --ruleset rbc --games 60 --seed 9 --ply-limit 40 --no-plots --quiet --history games \
         --out run",
    );
    let recipe = RECIPE
        .replace("spec = \"random\"\n", "")
        .replace("spec = \"attacker\"\n", "")
        .replace("pair = 40", "pair = 0");
    desk.write("added.toml", &recipe);
    let network = |add: &str| {
        desk.done(&format!(
            "train added.toml --add {add} --out {add}-network --quiet"
        ));
        fs::read(desk.path(&format!("{add}-network/checkpoint.safetensors"))).expect("a checkpoint")
    };
    assert!(network("games") == network("run"), "the same games");
    let history = desk.read("games/7.json").replacen("\"e", "\"a", 1);
    desk.write("games/7.json", history);
    fs::create_dir(desk.path("empty")).expect("a folder");
    desk.refuses(&[
        ("train added.toml --add games --out b", &["7.json", "turn"]),
        (
            "train added.toml --add empty --out c",
            &["--add", "empty", "no games"],
        ),
    ]);
}

#[test]
fn mistakes_of_a_training_are_named() {
    let desk = desk();
    desk.write(
        "files.toml",
        RECIPE.replace("pair = 40", "pair = 40\nfiles = [\"none.txt\"]"),
    );
    desk.write(
        "plane.toml",
        RECIPE.replace("blocks = 1", "blocks = 1\nwithout = [104]"),
    );
    desk.write("width.toml", RECIPE.replace("width = 16", "width = 20"));
    desk.write(
        "player.toml",
        RECIPE.replace("spec = \"random\"", "spec = \"randm\""),
    );
    desk.write(
        "kriegspiel.toml",
        RECIPE.replace("spec = \"random\"", "spec = \"darkboard\""),
    );
    desk.write("games.txt", "a b c\n");
    desk.write("there", "");
    desk.refuses(&[
        ("train nowhere.toml", &["nowhere.toml"]),
        (
            "train width.toml",
            &["width.toml", "width = 20", "multiple of 16"],
        ),
        (
            "train player.toml",
            &["[[player]] random", "no player 'randm'"],
        ),
        (
            "train kriegspiel.toml",
            &["[[player]] random", "plays Kriegspiel"],
        ),
        (
            "train tiny.toml --add games.txt",
            &["games.txt, line 1", "ply 1"],
        ),
        (
            "train files.toml",
            &["[games] files", "none.txt", "No such file"],
        ),
        (
            "train plane.toml",
            &["plane.toml", "without = 104", "planes from 0 to 103"],
        ),
        ("train tiny.toml --out there", &["there exists", "--resume"]),
    ]);
}
