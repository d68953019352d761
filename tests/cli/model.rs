//! Models of opponents: made from games, played with, and refused where they are wrong.

use crate::cli::desk::Desk;

#[test]
fn a_model_is_made_played_with_and_kept_by_the_run() {
    let desk = Desk::new();
    desk.done(
        "match semi-random random --games 16 --ply-limit 60 --seed 3 --quiet --pgn games.pgn",
    );
    let make = |out: &str| {
        desk.json(&format!(
            "model games.pgn --player semi-random --out {out} --quiet"
        ))
    };
    let figures = make("one");
    assert_eq!(figures["games"], 16, "{figures}");
    let of = |key: &str| figures[key].as_f64().expect(key);
    assert!(of("model") > of("uniform"), "{figures}");
    let page = desk.read("one/model.html");
    assert!(page.contains("Model of semi-random") && page.contains("What precedes an attack"));
    make("two");
    assert_eq!(
        desk.files("one"),
        desk.files("two"),
        "the same games, the same bytes"
    );

    let player = "darkboard:depth=1,particles=64,opponent=one";
    desk.done(&format!(
        "match {player} random --games 2 --ply-limit 40 --seed 1 --quiet --out run"
    ));
    assert!(desk.read("run/run.toml").contains("[opponents]"));
}

#[test]
fn wrong_models_and_players_are_refused() {
    let desk = Desk::new();
    desk.done("match random semi-random --games 2 --ply-limit 20 --seed 3 --quiet --pgn games.pgn");
    desk.write("m.toml", "player = \"a\"\nluck = 1\n");
    desk.refuses(&[
        (
            "model games.pgn --player nobody",
            &["nobody", "random (2 games)"],
        ),
        ("model games.pgn --player random", &["at least 8"]),
        (
            "model games.pgn games.pgn --player random",
            &["games.pgn", "name them once"],
        ),
        (
            "match darkboard:opponent=m.toml random --games 2",
            &["m.toml", "luck"],
        ),
        (
            "match darkboard:opponent=none.toml random --games 2",
            &["none.toml"],
        ),
    ]);
}
