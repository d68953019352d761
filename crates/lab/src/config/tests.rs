//! Configs: what is refused, and what is understood.

mod contests;
mod runs;

use super::*;
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
        ("[weights]\nonly", "1", "a list"),
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
        ("opponents", "draw = 0.6"),
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
                    semi_random = 4.5\nreference = 5.5\nplayers = { hs = 7, iss = 6.5 }\n\
                    draw = 0.25\n";
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
        ratios.draw,
    ];
    assert_eq!(
        ratios.map(|ratio| ratio.to_string()),
        ["1.5", "2.5", "3.5", "4.5", "5.5", "0.25"]
    );
    let settings = evolution("", "[noise]\nracing = false\n").unwrap().settings;
    assert!(settings.setup.noise.racing.is_none());
}

#[test]
fn a_wrong_player_among_the_opponents_is_told_by_its_name() {
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
            "candidates = 1\nhalfway = true",
            "proof.candidates: 1 is too few: halfway and screening_opponents",
        ),
        (
            "screening_opponents = [\"hss\"]",
            "proof.screening_opponents: ",
        ),
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
