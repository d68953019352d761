//! `darkforge rate`: journals, PGN of any chess, refusals, and ratings without bounds.

use serde_json::Value;

use crate::cli::desk::Desk;

/// PGN of games with tags only.
fn pgn(games: &[(&str, &str, &str, usize)]) -> String {
    let game = |white: &str, black: &str, result: &str| {
        format!(
            "[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n1. e4 Zz9 {{no chess}} {result}\n\n"
        )
    };
    let games = games.iter();
    games
        .map(|&(white, black, result, times)| game(white, black, result).repeat(times))
        .collect()
}

/// Three players, every one of whom wins, draws and loses.
fn three() -> String {
    pgn(&[
        ("ada", "bob", "1-0", 9),
        ("bob", "ada", "0-1", 7),
        ("ada", "bob", "1/2-1/2", 6),
        ("bob", "ada", "1-0", 4),
        ("bob", "cid", "1-0", 8),
        ("cid", "bob", "1-0", 5),
        ("cid", "bob", "1/2-1/2", 4),
        ("ada", "cid", "1-0", 9),
        ("cid", "ada", "0-1", 5),
        ("cid", "ada", "1-0", 3),
    ])
}

fn figure(of: &Value, key: &str) -> f64 {
    let number = of[key].as_f64();
    number.unwrap_or_else(|| panic!("{key} is a number in {of}"))
}

#[test]
fn a_collection_is_rated_by_its_tags_under_each_model() {
    let desk = Desk::new();
    desk.write("games.pgn", three());
    for model in ["bradley-terry", "davidson", "rao-kupper"] {
        let rated = desk.json(&format!("rate games.pgn --model {model}"));
        assert_eq!(rated["model"], model);
        let players = rated["players"].as_array().expect("players");
        let names: Vec<&Value> = players.iter().map(|player| &player["player"]).collect();
        assert_eq!(names, ["ada", "bob", "cid"]);
        for player in players {
            let [lo, elo, hi] = ["elo_lo", "elo", "elo_hi"].map(|key| figure(player, key));
            assert!(lo < elo && elo < hi, "{player}");
        }
        assert!((figure(&players[0], "games") - 43.0).abs() < 1e-9);
        assert_eq!(rated["prior_was_needed"], false);
        let sum: f64 = players.iter().map(|player| figure(player, "elo")).sum();
        assert!(sum.abs() < 1e-6, "{sum}");
    }
}

#[test]
fn anchors_set_the_scale() {
    let desk = Desk::new();
    desk.write("games.pgn", three());
    let free = desk.json("rate games.pgn");
    let held = desk.json("rate games.pgn --anchor bob=1500");
    let elo = |of: &Value, place: usize| figure(&of["players"][place], "elo");
    assert!((elo(&held, 1) - 1500.0).abs() < 1e-9);
    let lead = |of: &Value| elo(of, 0) - elo(of, 2);
    assert!((lead(&free) - lead(&held)).abs() < 1e-3);
    let two = desk.json("rate games.pgn --anchor bob=1500 --anchor cid=1400");
    assert!((elo(&two, 2) - 1400.0).abs() < 1e-9);
}

#[test]
fn the_same_games_are_not_counted_twice() {
    let desk = Desk::new();
    desk.write("games.pgn", three());
    desk.done("match random random --games 4 --out run --no-plots --quiet");
    desk.refuses(&[
        (
            "rate games.pgn ./games.pgn",
            &["games.pgn", "name them once"],
        ),
        ("rate run run/journal.jsonl", &["run", "name them once"]),
    ]);
}

#[test]
fn a_player_that_won_everything_is_finite_and_it_is_said_why() {
    let desk = Desk::new();
    desk.write(
        "sweep.pgn",
        pgn(&[("ada", "bob", "1-0", 20), ("bob", "ada", "0-1", 20)]),
    );
    for model in ["bradley-terry", "davidson", "rao-kupper"] {
        let line = format!("rate sweep.pgn --model {model}");
        let rated = desk.json(&line);
        assert_eq!(rated["prior_was_needed"], true);
        let ada = &rated["players"][0];
        assert!(figure(ada, "elo_lo") > 50.0, "{ada}");
        let told = desk.done(&line);
        assert!(
            told.contains("(won all)") && told.contains("assumed"),
            "{told}"
        );
        let told = told.to_lowercase();
        assert!(!told.contains("inf") && !told.contains("nan"), "{told}");
    }
}

#[test]
fn pools_that_never_met_are_named() {
    let desk = Desk::new();
    let apart = pgn(&[
        ("cid", "dan", "1-0", 3),
        ("dan", "cid", "1-0", 2),
        ("cid", "dan", "1/2-1/2", 2),
    ]);
    let first = three().replace("cid", "eve");
    desk.write("games.pgn", first + &apart);
    let told = desk.done("rate games.pgn");
    assert!(
        told.contains("pool 1: 3 players") && told.contains("pool 2: 2 players"),
        "{told}"
    );
    assert!(
        told.contains("players of different pools never met"),
        "those of one did"
    );
    let rated = desk.json("rate games.pgn");
    assert_eq!(rated["pools"].as_array().map(Vec::len), Some(2));
    assert!(rated["superiority"][0][4].is_null());
}

#[test]
fn the_strongest_cycle_is_told() {
    let desk = Desk::new();
    let mut games = Vec::new();
    for (winner, loser) in [
        ("rock", "scissors"),
        ("scissors", "paper"),
        ("paper", "rock"),
    ] {
        games.extend([(winner, loser, "1-0", 30), (loser, winner, "0-1", 30)]);
        games.extend([(winner, loser, "0-1", 8), (loser, winner, "1-0", 8)]);
    }
    desk.write("rock.pgn", pgn(&games));
    let told = desk.done("rate rock.pgn");
    let cycle = told
        .lines()
        .find(|line| line.starts_with("strongest cycle"));
    let cycle = cycle.expect("a cycle");
    assert!(
        cycle.contains("rock scores 78.9 % of 76 against scissors"),
        "{cycle}"
    );
    assert!(told.contains("strength is not one number"), "{told}");
    let found = desk.json("rate rock.pgn");
    assert!(figure(&found["transitivity"], "p_value") < 0.003);
}

#[test]
fn runs_are_rated_from_their_folder_or_journal_and_leave_files() {
    let desk = Desk::new();
    desk.done("match random semi-random --games 40 --seed 5 --threads 1 --out m --quiet");
    let of_folder = desk.json("rate m");
    assert_eq!(of_folder, desk.json("rate m/journal.jsonl"));
    let figures = desk.json("rate m --out rated");
    assert_eq!(figures, of_folder);
    let ratings = desk.table("rated/ratings.csv");
    assert_eq!(ratings.numbers::<u32>("games"), [40, 40]);
    assert_eq!(desk.table("rated/superiority.csv").rows.len(), 2);
    assert_eq!(
        desk.table("rated/crosstable.csv").numbers::<u32>("games"),
        [40, 40]
    );
    for plot in ["elo", "crosstable"] {
        for ending in ["svg", "png"] {
            assert!(desk.path(&format!("rated/plots/{plot}.{ending}")).is_file());
        }
    }
}

#[test]
fn different_players_of_one_name_are_told_apart_by_their_runs() {
    let desk = Desk::new();
    desk.done("evolve tiny.toml --no-plots --out r/a --quiet");
    desk.done("evolve tiny.toml --no-plots --seed 8 --out r/b --quiet");
    let individuals = |run: &str| {
        let games = desk.table(&format!("{run}/games.csv"));
        let names = [games.texts("white"), games.texts("black")].concat();
        let mut names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        names.retain(|name| name.starts_with('i'));
        names.sort();
        names.dedup();
        names
    };
    let names = |rated: &Value| -> Vec<String> {
        let players = rated["players"].as_array().expect("players").iter();
        let names = players.map(|player| player["player"].as_str().expect("a name").to_owned());
        names.collect()
    };
    let (a, b) = (individuals("r/a"), individuals("r/b"));
    let both = names(&desk.json("rate r/a/ r/b"));
    assert_eq!(both.len(), a.len() + b.len() + 1, "one reference: {both:?}");
    for (run, own) in [("r/a", &a), ("r/b", &b)] {
        assert!(
            own.iter()
                .all(|name| both.contains(&format!("{run}#{name}")))
        );
    }
    let alone = names(&desk.json("rate r/a"));
    assert!(a.iter().all(|name| alone.contains(name)), "{alone:?}");
    // Two tournaments, in which "x" is somebody else, and "y" the same.
    for (run, spec) in [("t1", "random"), ("t2", "random:nonsense=0.2")] {
        let players = format!(
            "[[players]]\nname = \"x\"\nspec = \"{spec}\"\n[[players]]\nname = \"y\"\nspec = \"semi-random\"\n"
        );
        let config = format!("name = \"{run}\"\nformat = \"round-robin\"\npairs = 2\n{players}");
        desk.write(&format!("{run}.toml"), config);
        desk.done(&format!("tournament {run}.toml --out {run} --quiet"));
    }
    let mut rated = names(&desk.json("rate t1 t2/journal.jsonl"));
    rated.sort();
    assert_eq!(rated, ["t1#x", "t2#x", "y"]);
}

#[test]
fn a_screenful_of_many_players_is_printed() {
    let desk = Desk::new();
    let names: Vec<String> = (0..60).map(|number| format!("p{number}")).collect();
    let ring = names.iter().zip(names.iter().cycle().skip(1));
    let games: Vec<_> = ring
        .map(|(one, next)| (one.as_str(), next.as_str()))
        .flat_map(|(one, next)| [(one, next, "1-0", 2), (one, next, "0-1", 1)])
        .collect();
    desk.write("ring.pgn", pgn(&games));
    let told = desk.done("rate ring.pgn");
    assert!(told.lines().count() < 30, "{told}");
    assert!(
        told.contains("and 40 more players: all are in ratings.csv"),
        "{told}"
    );
    assert_eq!(
        desk.json("rate ring.pgn")["players"]
            .as_array()
            .map(Vec::len),
        Some(60)
    );
}

#[test]
fn what_cannot_be_rated_is_refused_with_its_place() {
    let desk = Desk::new();
    desk.write("games.pgn", three());
    desk.write("bad.pgn", three() + &pgn(&[("ada", "bob", "3-0", 1)]));
    desk.write("open.pgn", pgn(&[("ada", "bob", "*", 2)]));
    desk.write("empty.pgn", "");
    desk.write("journal.jsonl", "{\"game\":0,\"white\":\"a\"}\n");
    desk.done("match random random --games 2 --transcript t.jsonl --quiet");
    std::fs::create_dir(desk.path("folder")).expect("a folder");
    desk.refuses(&[
        ("rate", &["INPUT"]),
        ("rate none.pgn", &["none.pgn"]),
        ("rate empty.pgn", &["empty.pgn", "no game"]),
        ("rate open.pgn", &["open.pgn", "no game"]),
        ("rate bad.pgn", &["bad.pgn, line 361", "3-0", "1/2-1/2"]),
        ("rate t.jsonl", &["t.jsonl", "names no players", "PGN"]),
        ("rate journal.jsonl", &["journal.jsonl", "line 1"]),
        ("rate folder", &["folder", "no run.toml"]),
        (
            "rate games.pgn --anchor zoe=5",
            &["zoe", "ada", "bob", "cid"],
        ),
        ("rate games.pgn --anchor ada", &["--anchor ada", "NAME=ELO"]),
        (
            "rate games.pgn --anchor ada=high",
            &["--anchor ada=high", "NAME=ELO"],
        ),
        (
            "rate games.pgn --anchor ada=1 --anchor ada=2",
            &["ada", "twice"],
        ),
        ("rate games.pgn --model elo", &["elo", "bradley-terry"]),
        ("rate games.pgn --out folder", &["folder", "exists"]),
    ]);
}
