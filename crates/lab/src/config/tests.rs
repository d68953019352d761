//! Configs of all kinds: what is refused, what is understood, what a run keeps of it.

use super::*;
use crate::run::Schedule;
use crate::tuner::End;
use darkforge_optimise::Method;

/// The least evolution with these lines at the top and these sections.
fn evolution(top: &str, sections: &str) -> Result<EvolvePlan, String> {
    let text = format!(
        "name = \"e\"\n{top}\n[population]\nsize = 16\ngenerations = 4\n\
         [reference]\nplayer = \"random\"\npairs = 3\n{sections}"
    );
    let config = EvolveConfig::parse("c.toml", &text);
    let plan = config.and_then(|config| config.check("c.toml"));
    plan.map_err(|error| error.to_string())
}

fn with_size(size: usize, sections: &str) -> Result<Method, String> {
    let text = format!(
        "name = \"e\"\n[population]\nsize = {size}\ngenerations = 4\n\
         [reference]\nplayer = \"random\"\npairs = 3\n{sections}"
    );
    let config = EvolveConfig::parse("c.toml", &text);
    let plan = config.and_then(|config| config.check("c.toml"));
    let plan = plan.map_err(|error| error.to_string())?;
    Ok(plan.settings.method)
}

/// `text` is part of the message.
fn refused<T>(result: Result<T, String>, text: &str) {
    let Err(message) = result else {
        panic!("this should be refused: {text}");
    };
    assert!(message.starts_with("c.toml: "), "{message}");
    assert!(message.contains(text), "{text} in: {message}");
}

#[test]
fn the_defaults_of_an_evolution_are_those_of_the_reference() {
    let plan = evolution("", "").unwrap();
    let config = &plan.config;
    assert_eq!(config.player, "darkboard");
    assert_eq!(config.start, "evolved");
    assert_eq!(config.ruleset, "icc");
    assert_eq!((config.seed, config.ply_limit), (1, PLY_LIMIT));
    assert_eq!(config.reference.every, 1);
    assert_eq!(plan.game.ply_limit, PLY_LIMIT);
    assert!(!plan.game.keep_tries);
    assert_eq!(plan.game.rules.name(), "icc");
    assert!(plan.settings.proof.is_none());
}

#[test]
fn a_value_of_the_wrong_kind_is_answered_with_the_right_one_in_every_section() {
    for (section, key, right) in [
        ("bout", "pairs", "a whole number from 1 to 10000"),
        ("breeding", "scale", "a number from 0.001 to 20"),
        ("title", "pairs", "a whole number from 0 to 100000"),
        ("noise", "slice", "a whole number from 1 to 10000"),
        ("opponents", "random", "a number from 0 to 1000"),
        ("proof", "pairs", "a whole number from 1 to 1000000"),
    ] {
        let text = format!("[{section}]\n{key} = \"x\"\n");
        refused(
            evolution("", &text),
            &format!("{section}.{key} = \"x\": must be {right}"),
        );
    }
    refused(
        evolution("ply_limit = \"x\"", ""),
        "ply_limit = \"x\": must be a whole number from 2 to 100000",
    );
    refused(
        evolution("", "[tuner]\nkind = \"cma-es\"\nsigma = \"x\"\n"),
        "tuner.sigma = \"x\": must be a number from 0.001 to 0.5",
    );
    let population = "name = \"e\"\n[population]\nsize = 4\ngenerations = true\n";
    let error = EvolveConfig::parse("c.toml", population).map_err(|error| error.to_string());
    refused(
        error,
        "population.generations = true: must be a whole number from 1 to 100000",
    );
    let reference = "name = \"e\"\n[reference]\npairs = true\n";
    let error = EvolveConfig::parse("c.toml", reference).map_err(|error| error.to_string());
    refused(
        error,
        "reference.pairs = true: must be a whole number from 1 to 100000",
    );
    for (key, value, right) in [
        ("[noise]\nracing", "1", "true or false"),
        ("[weights]\nonly", "1", "a sequence"),
        ("[proof]\nmodel", "1", "a text in quotes"),
    ] {
        refused(evolution("", &format!("{key} = {value}\n")), right);
    }
}

#[test]
fn a_value_out_of_range_is_refused_in_every_section() {
    for (section, line) in [
        ("bout", "pairs = 0"),
        ("noise", "slice = 0"),
        ("noise", "racing_error = 0.5"),
        ("opponents", "random = -1.0"),
        ("proof", "candidates = 0"),
        ("breeding", "scale = 0.0"),
        ("title", "confidence = 1.0"),
        ("tuner", "kind = \"spsa\"\nstability = -1.0"),
    ] {
        let last = line.lines().last().unwrap();
        let (key, _) = last.split_once(" =").unwrap();
        let text = format!("[{section}]\n{line}\n");
        refused(evolution("", &text), &format!("{section}.{key} = "));
    }
    refused(
        evolution("ply_limit = 1", ""),
        "ply_limit = 1: must be from 2",
    );
    let every = "[reference]\nplayer = \"random\"\npairs = 3\nevery = 0\n";
    let text = format!("name = \"e\"\n[population]\nsize = 4\ngenerations = 1\n{every}");
    let config = EvolveConfig::parse("c.toml", &text)
        .unwrap()
        .check("c.toml");
    refused(
        config.map_err(|error| error.to_string()),
        "reference.every = 0",
    );
}

#[test]
fn the_size_of_a_population_fits_its_method() {
    for size in [4, 6, 4096] {
        with_size(size, "").unwrap();
    }
    for size in [2, 5, 4098] {
        refused(with_size(size, ""), "an even number from 4 to 4096");
    }
    for size in [2, 1024] {
        with_size(size, "[breeding]\n").unwrap();
    }
    for (size, near) in [(1, 2), (3, 4), (6, 8), (2048, 1024)] {
        let right = format!("a power of two from 2 to 1024, for instance {near}");
        refused(with_size(size, "[title]\n"), &right);
    }
}

#[test]
fn the_method_follows_from_the_sections_and_the_number_of_weights() {
    let kind = |sections: &str| with_size(16, sections).unwrap().kind();
    assert_eq!(kind(""), "cma-es");
    assert_eq!(kind("[breeding]\n"), "knockout");
    assert_eq!(kind("[title]\n"), "knockout");
    let only = |names: &[&str]| format!("[weights]\nonly = {names:?}\n");
    let names = darkforge_engine::darkboard::weights::WEIGHTS;
    let names: Vec<&str> = names.iter().map(|info| info.name).collect();
    assert_eq!(kind(&only(&names[..8])), "clop");
    assert_eq!(kind(&only(&names[..9])), "cma-es");
    for (section, kind) in [("breeding", "spsa"), ("title", "cma-es")] {
        let text = format!("[tuner]\nkind = \"{kind}\"\n[{section}]\n");
        refused(
            with_size(16, &text),
            &format!("[{section}] belongs to the knockout"),
        );
    }
}

#[test]
fn a_knockout_is_played_as_its_sections_say() {
    let sections = "[bout]\npairs = 5\nextra_pairs = 2\nmax_extra = 7\n\
                    [breeding]\nchampion_share = 0.25\nmutated_share = 0.5\nscale = 3.0\n\
                    first_scale = 4.0\nwidening = 0.75\ntwins = false\nblend = 0.0\n\
                    [title]\npairs = 9\nconfidence = 0.8\n";
    let Method::Knockout(knockout) = with_size(16, sections).unwrap() else {
        panic!("it is a knockout");
    };
    assert_eq!((knockout.size, knockout.pairs), (16, 5));
    assert_eq!((knockout.extra_pairs, knockout.max_extra), (2, 7));
    let shares = [
        knockout.champion_share,
        knockout.mutation.share,
        knockout.mutation.scale,
        knockout.mutation.widening,
        knockout.first_scale,
        knockout.blend,
        knockout.title.confidence,
    ];
    assert_eq!(
        shares.map(|share| share.to_string()),
        ["0.25", "0.5", "3", "0.75", "4", "0", "0.8"]
    );
    assert_eq!((knockout.twins, knockout.title.pairs), (false, 9));
    refused(
        with_size(16, "[breeding]\nblend = 0.0\n"),
        "breeding.blend = 0: must be above 0 with breeding.twins",
    );
    refused(
        with_size(16, "[title]\npairs = 1\n"),
        "title.pairs = 1: must be 0",
    );
    with_size(16, "[breeding]\nblend = 0.1\n[title]\npairs = 0\n").unwrap();
}

#[test]
fn the_most_pairs_of_cma_es_are_no_fewer_than_those_of_a_bout() {
    let tuner = |pairs: u64| {
        format!("[bout]\npairs = 5\n[tuner]\nkind = \"cma-es\"\nmax_pairs = {pairs}\n")
    };
    with_size(16, &tuner(5)).unwrap();
    refused(
        with_size(16, &tuner(4)),
        "tuner.max_pairs = 4: must be from 5 to 10000",
    );
    let Some(Method::CmaEs(cma_es)) = evolution("", "[bout]\npairs = 5\n").unwrap().config.tuner
    else {
        panic!("it is CMA-ES");
    };
    assert_eq!(cma_es.max_pairs, Some(5), "it is written down");
}

#[test]
fn noise_and_opponents_are_those_of_the_config() {
    let sections = "[noise]\ncommon_seeds = false\nracing = true\nslice = 7\n\
                    [opponents]\npopulation = 1.5\nhall_of_fame = 2.5\nrandom = 3.5\n\
                    semi_random = 4.5\nreference = 5.5\nplayers = { hs = 7, iss = 6.5 }\n";
    let settings = evolution("", sections).unwrap().settings;
    let noise = &settings.setup.noise;
    assert!(!noise.common_seeds);
    assert_eq!(noise.racing.as_ref().map(|racing| racing.slice), Some(7));
    let ratios = &settings.opponents;
    let players = ratios.players.iter();
    let players: Vec<_> = players.map(|(one, ratio)| (&*one.name, *ratio)).collect();
    assert_eq!(players, [("hs", 7.0), ("iss", 6.5)]);
    let ratios = [
        ratios.population,
        ratios.hall_of_fame,
        ratios.random,
        ratios.semi_random,
        ratios.reference,
    ];
    assert_eq!(
        ratios.map(|ratio| ratio.to_string()),
        ["1.5", "2.5", "3.5", "4.5", "5.5"]
    );
    for (players, words) in [
        (
            "semi-random = 1",
            "its share is the key opponents.semi_random",
        ),
        ("random = 1", "its share is the key opponents.reference"),
        ("hss = 1", "opponents.players: \"hss\": "),
        (
            "hs = -1",
            "opponents.players.\"hs\" = -1: must be from 0 to 1000",
        ),
        ("trout = 1", "opponents.players: "),
    ] {
        let section = format!("[opponents]\nplayers = {{ {players} }}\n");
        refused(evolution("", &section), words);
    }
    let settings = evolution("", "[noise]\nracing = false\n").unwrap().settings;
    assert!(settings.setup.noise.racing.is_none());
}

#[test]
fn a_proof_is_played_as_its_section_says() {
    let proof = "[proof]\nplayer = \"darkboard:depth=1\"\nevery = 2\ncandidates = 3\nmean_of = 4\n\
                 screening_pairs = 5\npairs = 6\nsprt = [1, 2]\nmodel = \"normalized\"\n\
                 opponents = [\"random\", \"darkboard:weights=thesis\"]\nopponent_pairs = 7\n";
    let settings = evolution("", proof).unwrap().settings.proof.unwrap();
    assert_eq!(
        (settings.every, settings.candidates, settings.mean_of),
        (2, 3, 4)
    );
    let pairs = (
        settings.screening_pairs,
        settings.pairs,
        settings.opponent_pairs,
    );
    assert_eq!(pairs, (5, 6, 7));
    assert_eq!(settings.player.unwrap().to_string(), "darkboard:depth=1");
    let names: Vec<&str> = settings
        .opponents
        .iter()
        .map(|one| one.name.as_str())
        .collect();
    assert_eq!(names, ["random", "darkboard:weights=thesis"]);
    for (line, words) in [
        ("model = \"bayes\"", "proof.model: \"bayes\" is neither"),
        ("sprt = [2, 1]", "proof.sprt: "),
        (
            "player = \"random\"",
            "proof.player: \"random\": a darkboard",
        ),
        (
            "player = \"darkboard:weights=thesis\"",
            "without 'weights='",
        ),
        ("player = \"x\"", "proof.player: "),
        ("opponents = [\"x\"]", "proof.opponents: "),
        (
            "opponents = [\"random\", \"random\"]",
            "\"random\" is there twice",
        ),
    ] {
        refused(evolution("", &format!("[proof]\n{line}\n")), words);
    }
}

#[test]
fn a_name_is_that_of_a_folder() {
    let named = |name: &str| {
        let text = format!(
            "name = {name:?}\nformat = \"swiss\"\n[[players]]\nname = \"a\"\nspec = \"random\"\n\
             [[players]]\nname = \"b\"\nspec = \"random\"\n"
        );
        let config = TournamentConfig::parse("c.toml", &text);
        let plan = config.and_then(|config| config.check("c.toml"));
        plan.map_err(|error| error.to_string())
    };
    for name in ["a", "A-1_b.c", "a."] {
        named(name).unwrap();
    }
    for name in ["", ".a", "..", "a b", "a/b", "é"] {
        refused(named(name), &format!("name = \"{name}\": must be letters"));
    }
}

fn tournament(top: &str, players: usize) -> Result<TournamentPlan, String> {
    let players = (0..players)
        .map(|player| format!("[[players]]\nname = \"p{player}\"\nspec = \"random\"\n"))
        .collect::<Vec<_>>()
        .concat();
    let text = format!("name = \"t\"\n{top}\n{players}");
    let config = TournamentConfig::parse("c.toml", &text);
    let plan = config.and_then(|config| config.check("c.toml"));
    plan.map_err(|error| error.to_string())
}

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
    assert_eq!(gauntlet.candidate.as_deref(), Some("p0"));
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

fn contest(change: impl Fn(&mut MatchConfig)) -> Result<MatchPlan, String> {
    let mut config = MatchConfig {
        players: ["random", "semi-random"].map(str::to_owned),
        games: 2,
        seed: 1,
        ruleset: "rand".to_owned(),
        ply_limit: 100,
        keep_tries: true,
        sprt: None,
        terms: TermsConfig::default(),
    };
    change(&mut config);
    config.check("c.toml").map_err(|error| error.to_string())
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

#[test]
fn a_run_keeps_every_weight_set_and_book_of_its_players() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("own.txt");
    std::fs::write(&book, "[white]\n1 e2e4\n").unwrap();
    let book = book.display();
    let sections = format!(
        "[proof]\nplayer = \"darkboard:book={book}\"\n\
         opponents = [\"darkboard:weights=first,book=default\"]\n"
    );
    let plan = evolution(
        "player = \"darkboard:depth=1\"\nstart = \"thesis\"",
        &sections,
    )
    .unwrap();
    let mut run = RunFile::of_evolution(&plan);
    let names: Vec<&str> = run.weights.keys().map(String::as_str).collect();
    assert_eq!(names, ["first", "thesis"]);
    let books: Vec<String> = run.books.keys().cloned().collect();
    assert_eq!(books, [book.to_string(), "default".to_owned()]);
    run.ends = vec![End::planned(3)];
    std::fs::remove_file(folder.path().join("own.txt")).unwrap();
    let again = run.evolution().unwrap().unwrap();
    assert_eq!(again.settings.ends, [End::planned(3)]);
    assert_eq!(again.settings.setup.start, plan.settings.setup.start);
    assert!(run.r#match().is_none() && run.tournament().is_none());
    run.weights.remove("thesis");
    let lost = run.evolution().unwrap().map(drop).unwrap_err().to_string();
    assert!(
        lost.contains("there are no weights \"thesis\" in it"),
        "{lost}"
    );
    run.books.clear();
    let lost = run
        .player("darkboard:weights=first,book=default")
        .unwrap_err()
        .to_string();
    assert!(
        lost.contains("there is no opening book \"default\" in it"),
        "{lost}"
    );
}

#[test]
fn runs_of_each_kind_are_read_as_themselves() {
    let contest = contest(|_| ()).unwrap();
    let of_match = RunFile::of_match(&contest);
    let tournament = tournament("format = \"swiss\"", 2).unwrap();
    let of_tournament = RunFile::of_tournament(&tournament);
    assert_eq!(of_match.r#match().unwrap().unwrap().config, contest.config);
    assert_eq!(
        of_tournament.tournament().unwrap().unwrap().config,
        tournament.config
    );
    assert!(of_match.evolution().is_none() && of_match.tournament().is_none());
    assert!(of_tournament.r#match().is_none());
    let folder = tempfile::tempdir().unwrap();
    let missing = RunFile::load(folder.path()).unwrap_err().to_string();
    assert!(missing.contains("is this a run's folder?"), "{missing}");
    let text = RunFile::of_evolution(&evolution("", "").unwrap())
        .to_toml()
        .unwrap();
    assert!(
        text.starts_with("# What this run plays, as darkforge "),
        "{text}"
    );
    let wrong = text.replace("generations = 4", "generations = \"x\"");
    std::fs::write(folder.path().join(RunFile::NAME), wrong).unwrap();
    let wrong = RunFile::load(folder.path()).unwrap_err().to_string();
    assert!(wrong.contains("run.toml: "), "{wrong}");
}

#[test]
fn the_first_difference_of_two_runs_is_told_by_its_key() {
    let file =
        |top: &str, sections: &str| RunFile::of_evolution(&evolution(top, sections).unwrap());
    let run = file("", "");
    assert_eq!(run.difference(&run), None);
    let shared = RunFile {
        share: Some("1/2".to_owned()),
        ends: vec![End::planned(1)],
        ..run.clone()
    };
    assert_eq!(run.difference(&shared), None);
    let other_version = RunFile {
        version: "9".to_owned(),
        ..run.clone()
    };
    for (other, said) in [
        (file("seed = 3", ""), ["seed = 1", "seed = 3"]),
        (
            file("", "[bout]\npairs = 9\n"),
            ["bout.pairs = 3", "bout.pairs = 9"],
        ),
        (
            other_version,
            [&format!("version = \"{VERSION}\""), "version = \"9\""],
        ),
    ] {
        assert_eq!(run.difference(&other).unwrap(), said);
        assert!(other.difference(&run).is_some());
    }
    let proven = file("", "[proof]\n");
    assert_eq!(run.difference(&proven), None, "a proof may be added");
    assert_eq!(proven.difference(&run).unwrap()[1], "no proof");
    let mut longer = run.clone();
    if let Job::Evolve(config) = &mut longer.job {
        config.population.generations = 9;
    }
    assert_eq!(run.difference(&longer), None);
    let shorter = longer.difference(&run).unwrap();
    assert_eq!(shorter[0], "population.generations = 9");
}

#[test]
fn a_run_may_be_continued_with_a_longer_proof_and_other_rules_of_ending() {
    let with = |proof: &str, more: &str| {
        let sections = format!("[proof]\n{proof}\n{more}");
        let plan = evolution("", &format!("{sections}\n[tuner]\nkind = \"spsa\"\n"));
        RunFile::of_evolution(&plan.unwrap())
    };
    let old = with(
        "pairs = 20\nopponents = [\"random\"]\nopponent_pairs = 9",
        "",
    );
    for longer in [
        with(
            "pairs = 30\nopponents = [\"random\"]\nopponent_pairs = 9",
            "",
        ),
        with(
            "pairs = 20\nopponents = [\"random\"]\nopponent_pairs = 10",
            "",
        ),
        with(
            "pairs = 20\nopponents = [\"random\", \"semi-random\"]\nopponent_pairs = 9",
            "",
        ),
        with(
            "pairs = 20\nevery = 2\nopponents = [\"random\"]\nopponent_pairs = 9",
            "[stop]\nstep = 0.1",
        ),
    ] {
        assert_eq!(old.difference(&longer), None);
    }
    let key_of = |new: &RunFile| old.difference(new).unwrap()[1].clone();
    let shorter = with(
        "pairs = 19\nopponents = [\"random\"]\nopponent_pairs = 9",
        "",
    );
    assert_eq!(key_of(&shorter), "proof.pairs = 19");
    let fewer = with(
        "pairs = 20\nopponents = [\"random\"]\nopponent_pairs = 8",
        "",
    );
    assert_eq!(key_of(&fewer), "proof.opponent_pairs = 8");
    let other = with(
        "pairs = 20\nopponents = [\"semi-random\"]\nopponent_pairs = 9",
        "",
    );
    assert_eq!(key_of(&other), "proof.opponents = [\"semi-random\"]");
    let parent = RunFile {
        parent: Some(Parent {
            run: "r".to_owned(),
            name: "n".to_owned(),
            seed: 1,
            individual: "champion".to_owned(),
            proof: None,
        }),
        ..old.clone()
    };
    assert_eq!(old.difference(&parent), None, "where weights are the same");
}

#[test]
fn a_search_ends_by_itself_under_the_conditions_of_its_section() {
    let stop = |tuner: &str, section: &str| {
        let sections = format!("[tuner]\nkind = \"{tuner}\"\n{section}");
        evolution("", &sections).map(|plan| plan.settings.stop)
    };
    assert_eq!(stop("cma-es", "").unwrap(), None);
    let both = stop("cma-es", "[stop]\nstep = 0.02\ngain = 5.0\n").unwrap();
    let both = both.expect("a section");
    assert_eq!(both.step, Some(0.02));
    assert!(both.gain.is_some_and(|gain| gain > 0.0 && gain < 0.5));
    let one = stop("spsa", "[stop]\nstep = 0.0\n").unwrap();
    assert!(one.is_some_and(|one| one.step.is_none() && one.gain.is_some()));
    let other = stop("spsa", "[stop]\nstep = 0.3\ngain = 0.0\n").unwrap();
    assert!(other.is_some_and(|other| other.step == Some(0.3) && other.gain.is_none()));
    refused(
        stop("cma-es", "[stop]\nstep = 0.0\ngain = 0.0\n"),
        "[stop] has neither condition",
    );
    refused(
        stop("knockout", "[stop]\n"),
        "cannot tell that it has converged",
    );
}

#[test]
fn a_restarted_search_stops_by_default_and_has_a_greatest_population() {
    let restarts = |restarts: u32| {
        let tuner = format!("[tuner]\nkind = \"cma-es\"\nrestarts = {restarts}\n");
        evolution("", &tuner).map(|plan| plan.settings.stop)
    };
    assert_eq!(restarts(0).unwrap(), None);
    assert!(restarts(1).unwrap().is_some());
    let most = |size: usize, restarts: u32| {
        with_size(
            size,
            &format!("[tuner]\nkind = \"cma-es\"\nrestarts = {restarts}\n"),
        )
    };
    most(4096, 4).unwrap();
    refused(most(4096, 5), "131072 individuals are more than 65536");
}

#[test]
fn choices_are_described_by_their_words() {
    let evolutions = ConfigKeys::of_evolution();
    let tournaments = ConfigKeys::of_tournament();
    for (keys, key, words) in [
        (&evolutions, "keep", "one of none, proof, champions, all"),
        (
            &tournaments,
            "format",
            "one of round-robin, gauntlet, knockout, swiss, adaptive",
        ),
        (&tournaments, "seeding", "one of listed, drawn"),
        (&tournaments, "question", "one of first, ranking"),
    ] {
        let found = keys.find(key).unwrap();
        assert!(
            found.iter().any(|one| one.values() == words),
            "{key}: {:?}",
            found.iter().map(|one| one.values()).collect::<Vec<_>>()
        );
    }
}

#[test]
fn the_limit_of_plies_is_that_of_the_run() {
    let plan = evolution("ply_limit = 77", "").unwrap();
    assert_eq!(RunFile::of_evolution(&plan).job.ply_limit(), 77);
    let of_match = contest(|config| config.ply_limit = 78).unwrap();
    assert_eq!(RunFile::of_match(&of_match).job.ply_limit(), 78);
}

#[test]
fn a_config_file_is_read_and_a_missing_one_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c.toml");
    let missing = EvolveConfig::load(&path).unwrap_err().to_string();
    assert!(missing.contains("c.toml: cannot read it"), "{missing}");
    let missing = TournamentConfig::load(&path).unwrap_err().to_string();
    assert!(missing.contains("c.toml: cannot read it"), "{missing}");
    std::fs::write(&path, include_str!("../../../../configs/quickstart.toml")).unwrap();
    assert_eq!(EvolveConfig::load(&path).unwrap().name, "quickstart");
    std::fs::write(&path, include_str!("../../../../configs/versions.toml")).unwrap();
    assert_eq!(TournamentConfig::load(&path).unwrap().players.len(), 4);
}

#[test]
fn keys_are_described_by_their_section_kind_and_range() {
    let keys = ConfigKeys::of_evolution();
    let described = |name: &str| {
        let found = keys.find(name).unwrap();
        let found = found.iter().map(|key| {
            let default = key.default.as_deref().unwrap_or("none");
            let kind = &key.kind_of_section;
            format!("{} [{kind}] {}: {default}", key.key, key.values())
        });
        found.collect::<Vec<_>>()
    };
    assert_eq!(
        described("bout.pairs"),
        ["bout.pairs [] whole number from 1 to 10000: 3"]
    );
    assert_eq!(
        described("tuner.sigma")[0].split(':').next(),
        Some("tuner.sigma [kind = \"cma-es\"] number from 0.001 to 0.5")
    );
    let kinds = described("tuner.kind");
    assert_eq!(kinds.len(), 1);
    assert!(kinds[0].starts_with("tuner.kind [] one of "), "{kinds:?}");
    let all: Vec<&str> = keys.all().iter().map(|key| key.key.as_str()).collect();
    assert!(
        !all.contains(&"population") && !all.contains(&"tuner"),
        "{all:?}"
    );
    let unknown = keys.find("zzz").unwrap_err();
    assert_eq!(unknown, "there is no key zzz of darkforge evolve");
    let near = keys.find("brout").unwrap_err();
    assert!(near.ends_with("did you mean 'bout'?"), "{near}");
}

#[test]
fn a_first_config_shows_what_is_required_and_hides_the_rest() {
    let text = ConfigKeys::of_evolution().first_config("night");
    for line in [
        "name = \"night\"",
        "#seed = 1",
        "[population]",
        "size = 16",
        "[reference]",
        "#every = 1",
        "#[bout]",
        "#extra_pairs = 1",
        "#[tuner]",
        "#kind = \"cma-es\"",
        "#[proof]",
    ] {
        assert!(text.lines().any(|one| one == line), "{line} in:\n{text}");
    }
    let first = "# Config of `darkforge evolve`.";
    assert!(text.starts_with(first), "{text}");
    let text = ConfigKeys::of_tournament().first_config(".");
    for line in [
        "name = \"tournament\"",
        "format = \"round-robin\"",
        "# Keys with format = \"swiss\": Players with similar points meet.",
        "#confidence = 0.95",
        "[[players]]",
        "spec = \"semi-random\"",
    ] {
        assert!(text.lines().any(|one| one == line), "{line} in:\n{text}");
    }
}
