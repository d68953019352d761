//! Configs of tournaments and matches.

use super::*;
use crate::run::Schedule;

#[test]
fn a_tournament_has_as_many_players_and_games_as_a_run_can_hold() {
    for (format, most) in [("swiss", 256), ("adaptive", 40)] {
        let format = format!("format = \"{format}\"\npairs = 1");
        for players in [2, most] {
            tournament(&format, players).unwrap();
        }
        for players in [1, most + 1] {
            let count = format!("players: there are {players}; ");
            refused(tournament(&format, players), &count);
        }
    }
    for (format, players, pairs, rounds) in [
        ("round-robin", 3, 10_000, 166),
        ("gauntlet", 5, 10_000, 125),
        ("swiss", 5, 10_000, 250),
    ] {
        let text = |rounds| format!("format = \"{format}\"\npairs = {pairs}\nrounds = {rounds}");
        tournament(&text(rounds), players).unwrap();
        refused(
            tournament(&text(rounds + 1), players),
            "a run has at most 10000000: fewer",
        );
    }
    tournament("format = \"knockout\"\npairs = 1000000", 6).unwrap();
    refused(
        tournament("format = \"knockout\"\npairs = 1000000", 7),
        "12000000 games",
    );
    let adaptive = |most: u64| format!("format = \"adaptive\"\npairs = 2\nmax_pairs = {most}");
    tournament(&adaptive(5_000_000), 3).unwrap();
    refused(tournament(&adaptive(5_000_001), 3), "10000002 games");
}

#[test]
fn defaults_that_depend_on_the_players_are_written_down() {
    let plan = tournament("format = \"adaptive\"\npairs = 2", 3).unwrap();
    let FormatConfig::Adaptive(adaptive) = plan.config.format else {
        panic!("it is adaptive");
    };
    assert_eq!(adaptive.max_pairs, Some(3 * 2 * 4));
    let least = tournament("format = \"adaptive\"\npairs = 2\nmax_pairs = 1", 3);
    refused(least, "max_pairs = 1: must be at least ");
    for confidence in ["0.5", "0.99"] {
        tournament(
            &format!("format = \"adaptive\"\nconfidence = {confidence}"),
            3,
        )
        .unwrap();
    }
    for confidence in ["0.49", "1.0"] {
        let text = format!("format = \"adaptive\"\nconfidence = {confidence}");
        refused(tournament(&text, 3), "at least 0.5 and less than 1");
    }
    let plan = tournament("format = \"gauntlet\"", 3).unwrap();
    let FormatConfig::Gauntlet(gauntlet) = plan.config.format else {
        panic!("it is a gauntlet");
    };
    assert_eq!(gauntlet.candidate, Some(Candidates::One("p0".to_owned())));
    let meetings = |top: &str| {
        let plan = tournament(top, 3).unwrap();
        let bouts = plan.schedule.ask();
        let names = bouts
            .iter()
            .flat_map(|bout| [&bout.first.name, &bout.second.name]);
        names.filter(|name| *name == "p1").count()
    };
    assert_eq!(meetings("format = \"gauntlet\"\npairs = 1"), 1);
    assert_eq!(
        meetings("format = \"gauntlet\"\npairs = 1\ncandidate = \"p1\""),
        2
    );
    assert_eq!(
        meetings("format = \"gauntlet\"\npairs = 1\ncandidate = [\"p1\", \"p2\"]"),
        1
    );
    assert_eq!(
        meetings("format = \"round-robin\"\npairs = 1\nrounds = 2"),
        4
    );
}

#[test]
fn drawn_seeds_are_another_order_than_the_listed_ones() {
    let order = |top: &str| {
        let plan = tournament(top, 16).unwrap();
        let bouts = plan.schedule.ask();
        let names = bouts
            .iter()
            .map(|bout| bout.first.name.clone() + &bout.second.name);
        names.collect::<Vec<_>>()
    };
    for format in ["knockout", "swiss"] {
        let listed = order(&format!("format = \"{format}\""));
        let drawn = |seed: u64| {
            order(&format!(
                "format = \"{format}\"\nseeding = \"drawn\"\nseed = {seed}"
            ))
        };
        assert_eq!(listed, order(&format!("format = \"{format}\"\nseed = 2")));
        assert_eq!(drawn(1), drawn(1));
        assert_ne!(listed, drawn(1));
        assert_ne!(drawn(1), drawn(2));
    }
}

#[test]
fn tries_are_kept_where_games_are_to_be_written() {
    assert!(!tournament("format = \"swiss\"", 2).unwrap().game.keep_tries);
    let kept = tournament("format = \"swiss\"\npgn = true\nply_limit = 7", 2).unwrap();
    assert!(kept.game.keep_tries);
    assert_eq!(kept.game.ply_limit, 7);
    refused(
        tournament("format = \"swiss\"\nply_limit = 1", 2),
        "ply_limit = 1",
    );
    refused(
        tournament("format = \"swiss\"\nseed = 9007199254740992", 2),
        "seed = ",
    );
    for (name, words) in [
        ("\" \"", "must be a line of text"),
        ("\"a\\u0007\"", "must be a line"),
    ] {
        let text = format!(
            "name = \"t\"\nformat = \"swiss\"\n[[players]]\nname = {name}\nspec = \"random\"\n\
             [[players]]\nname = \"b\"\nspec = \"random\"\n"
        );
        let config = TournamentConfig::parse("c.toml", &text).unwrap();
        refused(
            config.check("c.toml").map_err(|error| error.to_string()),
            words,
        );
    }
}

#[test]
fn a_match_is_checked_as_other_runs_are() {
    let plan = contest(|_| ()).unwrap();
    assert_eq!((plan.game.rules.name(), plan.game.ply_limit), ("rand", 100));
    assert!(plan.game.keep_tries && plan.schedule.sprt().is_none());
    refused(
        contest(|config| config.games = 0),
        "games = 0: must be from 1",
    );
    refused(
        contest(|config| config.games = MOST_GAMES + 1),
        "games = 10000001",
    );
    refused(contest(|config| config.ply_limit = 1), "ply_limit = 1");
    refused(contest(|config| config.seed = 1 << 53), "seed = ");
    refused(
        contest(|config| config.ruleset = "x".to_owned()),
        "ruleset: there is no",
    );
    refused(
        contest(|config| config.players[1] = "x".to_owned()),
        "player 'x': ",
    );
    let test = |elo0, elo1| {
        move |config: &mut MatchConfig| {
            let model = darkforge_ratings::Model::Logistic;
            config.sprt = Some(SprtConfig { elo0, elo1, model });
        }
    };
    assert!(contest(test(0.0, 10.0)).unwrap().schedule.sprt().is_some());
    refused(contest(test(10.0, 0.0)), "sprt: ");
}
