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
    assert_eq!(desk.read("one/games.txt"), desk.read("two/games.txt"));
    assert!(
        desk.read("one/report.html")
            .contains("tiny: the first choice is the player")
    );
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
fn mistakes_of_a_training_are_named() {
    let desk = desk();
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
        ("train tiny.toml --out there", &["there exists", "--resume"]),
    ]);
}
