//! Configs of tournaments, right and wrong.

use super::*;
use crate::run::Schedule;

const PLAYERS: &str = "[[players]]\nname = \"a\"\nspec = \"random\"\n\
                       [[players]]\nname = \"b\"\nspec = \"semi-random\"\n";

fn checked(keys: &str) -> Result<TournamentPlan, ConfigError> {
    let text = format!("name = \"t\"\n{keys}\n{PLAYERS}");
    TournamentConfig::parse("t.toml", &text)?.check("t.toml")
}

#[test]
fn the_shipped_tournament_is_right() {
    let text = include_str!("../../../../../configs/versions.toml");
    let config = TournamentConfig::parse("versions.toml", text).unwrap();
    let tournament = config.check("versions.toml").unwrap();
    assert_eq!(tournament.schedule.entrants().len(), 4);
    assert!(tournament.schedule.format().is_fixed());
}

#[test]
fn a_round_robin_of_players_is_that_of_its_run_file() {
    use crate::config::RunFile;
    use darkforge_engine::darkboard::LIST;
    use darkforge_engine::weights::Weights;
    use darkforge_kriegspiel::umpire::ICC;

    let weights = |queen: f64| {
        let text = format!("queen_value = {queen}");
        Weights::parse(&LIST, "a text", &text).unwrap()
    };
    let entrant = |name: &str, weights_name: &str, queen: f64| Entrant {
        name: name.to_owned(),
        spec: PlayerSpec::with_weights(weights_name, weights(queen)),
    };
    let game = RunGame {
        terms: crate::terms::Terms::default(),
        rules: (&ICC).into(),
        ply_limit: 200,
        keep_tries: false,
    };
    let round_robin =
        |entrants: &[Entrant]| TournamentPlan::round_robin("meeting", 5, &game, entrants, 3);
    let entrants = [entrant("one", "a/1", 7.0), entrant("two", "b", 8.5)];
    let plan = round_robin(&entrants).unwrap();
    assert_eq!(plan.schedule.expected_games(), 6);
    let text = RunFile::of_tournament(&plan).to_toml().unwrap();
    let again: RunFile = toml::from_str(&text).unwrap();
    let again = again.tournament().unwrap().unwrap();
    assert_eq!(again.config, plan.config);
    for (old, new) in entrants.iter().zip(again.schedule.entrants()) {
        assert_eq!((&old.name, &old.spec), (&new.name, &new.spec));
    }
    let said = |entrants: &[Entrant]| round_robin(entrants).unwrap_err().to_string();
    let alike = said(&[entrant("one", "a", 7.0), entrant("two", "a", 8.5)]);
    assert!(
        alike.contains("one and two are different players"),
        "{alike}"
    );
    let twice = said(&[entrant("one", "a", 7.0), entrant("one", "b", 8.5)]);
    assert!(twice.contains("\"one\" is there twice"), "{twice}");
}

#[test]
fn every_format_has_its_defaults() {
    for name in ["round-robin", "gauntlet", "knockout", "swiss", "adaptive"] {
        let tournament = checked(&format!("format = \"{name}\"")).unwrap();
        assert!(!tournament.schedule.ask().is_empty(), "{name}");
        assert_eq!(tournament.config.format.as_str(), name);
        let text = toml::to_string(&tournament.config).unwrap();
        let again = TournamentConfig::parse("again", &text).unwrap();
        assert_eq!(again, tournament.config, "{name}: {text}");
    }
}

#[test]
fn mistakes_name_file_and_key_and_what_is_right() {
    let cases = [
        ("format = \"round\"", &["format", "round-robin"][..]),
        (
            "format = \"swiss\"\npears = 1",
            &["line 3", "pears", "pairs"],
        ),
        (
            "format = \"swiss\"\nrulset = \"icc\"",
            &["line 3", "rulset", "ruleset, ply_limit", "seeding"],
        ),
        (
            "format = \"swiss\"\nrounds = \"two\"",
            &["line 3, column 10", "rounds = \"two\"", "a whole number"],
        ),
        (
            "format = \"knockout\"\nseed = -1",
            &["line 3, column 8", "seed = -1"],
        ),
        (
            "format = \"swiss\"\nextra_pairs = 1",
            &["extra_pairs: format = \"swiss\" has no such key; it belongs to \"knockout\""],
        ),
        (
            "format = \"knockout\"\nrounds = 1",
            &["\"round-robin\" and \"gauntlet\" and \"swiss\""],
        ),
        ("format = \"swiss\"\npairs = 0", &["pairs = 0", "from 1"]),
        (
            "format = \"swiss\"\nconfidence = 0.9",
            &["confidence", "\"adaptive\""],
        ),
        (
            "format = \"adaptive\"\nconfidence = 1.0",
            &["confidence = 1", "less than 1"],
        ),
        (
            "format = \"gauntlet\"\ncandidate = \"c\"",
            &["candidate", "a, b"],
        ),
        (
            "format = \"gauntlet\"\ncandidate = [\"a\", \"b\"]",
            &["candidate = a list of 2", "not all of them"],
        ),
        (
            "format = \"swiss\"\nruleset = \"chess\"",
            &["ruleset", "icc"],
        ),
        ("pairs = 3", &["format"]),
    ];
    for (keys, words) in cases {
        let Err(error) = checked(keys) else {
            panic!("this should be refused: {keys}");
        };
        let message = error.to_string();
        assert!(message.starts_with("t.toml: "), "{message}");
        for word in words {
            assert!(message.contains(word), "{word} in: {message}");
        }
    }
    for (old, new, word) in [
        ("\"b\"", "\"a\"", "twice"),
        ("semi-random", "chess", "number 2 (\"b\")"),
        ("\"b\"", "\"\"", "number 2"),
    ] {
        let text = format!(
            "name = \"t\"\nformat = \"swiss\"\n{}",
            PLAYERS.replace(old, new)
        );
        let config = TournamentConfig::parse("t.toml", &text).unwrap();
        let message = config.check("t.toml").map(|_| ()).unwrap_err().to_string();
        assert!(message.contains(word), "{message}");
    }
}
