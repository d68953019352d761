//! `darkforge sprt` against published values.

use crate::cli::desk::Desk;

fn near(found: &serde_json::Value, wanted: f64, by: f64) {
    let found = found.as_f64().expect("a number");
    assert!((found - wanted).abs() < by, "{found}, not {wanted}");
}

#[test]
fn published_counts_give_the_published_ratio() {
    let desk = Desk::new();
    let pairs = "sprt --pairs 46,936,2083,1043,63 --elo0 0 --elo1 5 --model normalized";
    let figures = desk.json(pairs);
    near(&figures["llr"], 2.91, 0.005);
    near(&figures["lower"], -2.944, 0.001);
    near(&figures["upper"], 2.944, 0.001);
    assert_eq!(figures["model"], "normalized");
    let few = desk.json("sprt --wdl 10,2,0 --elo0 0 --elo1 50");
    near(&few["llr"], 1.603, 0.001);
    assert_eq!(
        few["verdict"], "continue",
        "the Gaussian shortcut says 9.39"
    );
}

#[test]
fn what_is_left_and_drawn_is_said() {
    let desk = Desk::new();
    let games = "sprt --wdl 120,45,100 --elo0 0 --elo1 20";
    let figures = desk.json(games);
    near(&figures["draw_rate"], 45.0 / 265.0, 1e-9);
    near(&figures["draw_rate_lo"], 0.1292, 1e-3);
    near(&figures["draw_rate_hi"], 0.2198, 1e-3);
    assert!(
        figures["games_left"]
            .as_f64()
            .is_some_and(|left| left > 100.0)
    );
    let told = desk.done(games);
    assert!(
        told.contains("more games") && told.contains("draws 17.0 %"),
        "{told}"
    );
    let pairs = desk.json("sprt --pairs 46,936,2083,1043,63 --elo0 0 --elo1 6");
    assert!(pairs["draw_rate"].is_null(), "pairs do not tell draws");
    let done = desk.json("sprt --wdl 400,0,0 --elo0 0 --elo1 20");
    near(&done["games_left"], 0.0, 1e-9);
}

#[test]
fn forty_wins_are_finite_and_useful() {
    let desk = Desk::new();
    let figures = desk.json("sprt --wdl 40,0,0 --elo0 0 --elo1 10");
    assert!(figures["elo"].is_null() && figures["elo_hi"].is_null());
    near(&figures["elo_lo"], 407.0, 1.0);
    let told = desk.done("sprt --wdl 40,0,0 --elo0 0 --elo1 10");
    assert!(told.contains("Elo > +407"), "{told}");
}

#[test]
fn counts_that_are_none_are_refused() {
    let desk = Desk::new();
    desk.refuses(&[
        ("sprt --wdl 1,2 --elo0 0 --elo1 10", &["--wdl", "W,D,L"]),
        (
            "sprt --pairs 1,2,3 --elo0 0 --elo1 10",
            &["--pairs", "five numbers"],
        ),
        ("sprt --wdl 0,0,0 --elo0 0 --elo1 10", &["no game"]),
        ("sprt --wdl 1,1,1 --elo0 10 --elo1 0", &["ascending"]),
        ("sprt --elo0 0 --elo1 10", &["--pairs", "--wdl"]),
        (
            "sprt --wdl 18446744073709551615,1,1 --elo0 0 --elo1 5",
            &["too large"],
        ),
    ]);
}
