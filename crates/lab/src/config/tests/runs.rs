//! Run files: what they keep, how they are told apart, and what may change in them.

use super::*;
use crate::tuner::End;

#[test]
fn a_run_keeps_every_weight_set_and_book_of_its_players() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("own.txt");
    std::fs::write(&book, "[white]\n1 e2e4\n").unwrap();
    let book = book.display();
    let sections = format!(
        "[proof]\nplayer = \"darkboard:book={book}\"\n\
         candidates = 2\nscreening_opponents = [\"darkboard:weights=waiting\"]\n\
         opponents = [\"darkboard:weights=first,book=default\"]\n"
    );
    let plan = evolution(
        "player = \"darkboard:depth=1\"\nstart = \"thesis\"",
        &sections,
    )
    .unwrap();
    let mut run = RunFile::of_evolution(&plan);
    let names: Vec<&str> = run.weights.keys().map(String::as_str).collect();
    assert_eq!(names, ["first", "thesis", "waiting"]);
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
