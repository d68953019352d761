//! Evolutions that are continued with other rules, end by themselves, begin again or begin from
//! another run.

use crate::cli::desk::{Desk, JOURNAL, TINY, assert_same, tiny_with};
use crate::cli::table::weights;

const PROOF: &str = "\n[proof]\ncandidates = 2\nscreening_pairs = 2\npairs = 4\n";

/// The run `out` must come out the same from its `run.toml` and a third of its journal.
#[track_caller]
fn assert_replays(desk: &Desk, config: &str, out: &str) {
    let whole = desk.files(out);
    let journal = &whole[JOURNAL];
    let copy = format!("{out}-{}", journal.len());
    desk.interrupted(out, &copy, &journal[..journal.len() / 3]);
    desk.done(&format!(
        "evolve {config} --no-plots --out {copy} --quiet --resume"
    ));
    assert_same(&whole, &desk.files(&copy), &copy);
}

#[test]
fn a_proof_is_added_extended_and_passed_by() {
    let desk = Desk::new();
    let continued = |config: String| {
        desk.write("c.toml", config);
        desk.done("evolve c.toml --no-plots --out run --quiet --resume --threads 2");
    };
    desk.done("evolve tiny.toml --no-plots --out run --quiet");
    let games = || desk.read("run/games.csv");
    let bare = games();
    assert!(!desk.path("run/proof.csv").exists());

    continued(TINY.to_owned() + PROOF);
    let proven = games();
    assert!(proven.starts_with(&bare), "no game is played again");
    let of_proof = || desk.table("run/proof.csv").only("stage", "proof");
    assert_eq!(of_proof().texts("games"), ["8"]);

    let more = PROOF.replace(
        "pairs = 4",
        "pairs = 7\nopponents = [\"random\"]\nopponent_pairs = 2",
    );
    continued(TINY.to_owned() + &more);
    let extended = games();
    assert!(extended.starts_with(&proven));
    assert_eq!(of_proof().texts("games"), ["14", "4"]);
    let champion = desk.read("run/champion.toml");
    assert!(champion.contains("of 7 pairs"), "{champion}");

    let longer = tiny_with("generations = 3", "generations = 5");
    continued(longer.replace("every = 1", "every = 10") + &more);
    assert!(games().starts_with(&extended));
    let generations = desk.table("run/generations.csv");
    let measured = generations.texts("reference_score");
    let measured: Vec<bool> = measured.iter().map(|score| !score.is_empty()).collect();
    assert_eq!(measured, [true, true, true, false, true]);
    let proofs: Vec<u64> = of_proof().numbers("generation");
    assert_eq!(proofs, [2, 2, 4, 4]);
    let run = desk.read("run/run.toml");
    assert_eq!(run.matches("[[changes]]").count(), 3, "{run}");
    assert_eq!(run.matches("after = 3").count(), 1, "{run}");
    assert_replays(&desk, "c.toml", "run");
}

#[test]
fn rules_change_in_the_middle_of_a_run() {
    let desk = Desk::new();
    desk.done("evolve tiny.toml --no-plots --out whole --quiet");
    let journal = desk.read(&format!("whole/{JOURNAL}"));
    let lines: Vec<&str> = journal.lines().collect();
    desk.write("c.toml", tiny_with("every = 1", "every = 10") + PROOF);
    for part in [lines.len() / 2, lines.len() - 3] {
        let out = format!("part{part}");
        let text = lines[..part].join("\n") + "\n";
        desk.interrupted("whole", &out, text.as_bytes());
        desk.done(&format!(
            "evolve c.toml --no-plots --out {out} --quiet --resume"
        ));
        let now = desk.read(&format!("{out}/{JOURNAL}"));
        assert!(now.starts_with(&text), "{part}: no game is lost");
        assert!(desk.path(&format!("{out}/proof.csv")).exists(), "{part}");
    }
    assert_replays(&desk, "c.toml", &format!("part{}", lines.len() / 2));
}

#[test]
fn a_search_does_not_change_and_a_new_run_is_advised() {
    let desk = Desk::new();
    desk.evolved("run");
    desk.write("proven.toml", TINY.to_owned() + PROOF);
    desk.done("evolve proven.toml --no-plots --out proven --quiet");
    let cases = [
        ("size = 4", "size = 8", "population.size = 8"),
        (
            "\n[bout]",
            "\n[weights]\nrange = { queen_value = [4.0, 25.0] }\n[bout]",
            "weights.range",
        ),
        (
            "generations = 3",
            "generations = 2",
            "population.generations = 2",
        ),
        (
            "every = 1",
            "every = 1\n[tuner]\nkind = \"spsa\"",
            "[breeding]",
        ),
        ("seed = 7", "seed = 7\nkeep = \"all\"", "keep = \"all\""),
        ("pairs = 3", "pairs = 4", "reference.pairs = 4"),
    ];
    for (old, new, key) in cases {
        let own = key == "[breeding]";
        desk.write("other.toml", tiny_with(old, new));
        let advice = if own { "knockout" } else { "start = \"run\"" };
        desk.refuses(&[("evolve other.toml --out run --resume", &[key, advice])]);
    }
    for (old, new, key) in [
        ("\npairs = 4", "\npairs = 3", "proof.pairs = 3"),
        ("candidates = 2", "candidates = 3", "proof.candidates = 3"),
    ] {
        desk.write("other.toml", TINY.to_owned() + &PROOF.replace(old, new));
        let words = &[key, "start = \"proven\""];
        desk.refuses(&[("evolve other.toml --out proven --resume", words)]);
    }
    let words = &["no proof", "start = \"proven\""];
    desk.refuses(&[("evolve tiny.toml --out proven --resume", words)]);
}

#[test]
fn a_run_begins_from_the_champion_of_another_and_names_its_parent() {
    let desk = Desk::new();
    desk.write("proven.toml", TINY.to_owned() + PROOF);
    desk.done("evolve proven.toml --no-plots --out old --quiet");
    desk.write(
        "new.toml",
        tiny_with("\"hand-made\"", "\"old\"").replace("\"tiny\"", "\"new\""),
    );
    desk.done("evolve new.toml --no-plots --out new --quiet");
    let run: toml::Table = desk.read("new/run.toml").parse().expect("TOML");
    let parent = &run["parent"];
    assert_eq!(parent["run"].as_str(), Some("old"));
    assert_eq!(parent["name"].as_str(), Some("tiny"));
    assert_eq!(parent["seed"].as_integer(), Some(7));
    let proof = desk.table("old/proof.csv").only("stage", "proof");
    assert_eq!(
        parent["individual"].as_str(),
        Some(proof.texts("candidate")[0])
    );
    assert_eq!(parent["proof"]["games"].as_integer(), Some(8));
    assert_eq!(
        parent["proof"]["verdict"].as_str(),
        Some(proof.texts("verdict")[0])
    );
    for (name, value) in weights(&desk.path("old/champion.toml")) {
        let kept = run["weights"]["old"][&name].as_float().expect("a number");
        assert_eq!(kept.to_bits(), value.to_bits(), "{name}");
    }
    let page = desk.read("new/report.html");
    assert!(
        page.contains("It began from ") && page.contains("(seed 7, old)"),
        "{page}"
    );
    assert!(page.contains("over the start by 8 fresh games"));
    assert_replays(&desk, "new.toml", "new");

    desk.write("one.toml", tiny_with("\"hand-made\"", "\"old#i2\""));
    desk.done("evolve one.toml --no-plots --out one --quiet");
    let run: toml::Table = desk.read("one/run.toml").parse().expect("TOML");
    assert_eq!(run["parent"]["individual"].as_str(), Some("i2"));
    assert!(run["parent"].get("proof").is_none());
    std::fs::create_dir(desk.path("bare")).expect("a folder");
    desk.write("lost.toml", tiny_with("\"hand-made\"", "\"bare\""));
    desk.refuses(&[(
        "evolve lost.toml --out l",
        &["lost.toml: start", "no champion.toml"],
    )]);
}

/// A search by CMA-ES whose steps are short from the beginning.
fn converging(own: &str, rest: &str) -> String {
    let breeding = "mutated_share = 0.25\nscale = 0.3\ntwins = false\nblend = 0.0";
    let cma_es = format!("[tuner]\nkind = \"cma-es\"\nsigma = 0.02\n{own}");
    let tiny = TINY.replace(&format!("[breeding]\n{breeding}\n"), &cma_es);
    assert!(tiny.contains(&cma_es));
    tiny.replace("generations = 3", "generations = 9")
        .replace("every = 1", "every = 10")
        + rest
}

#[test]
fn a_run_ends_by_itself_says_why_and_goes_on_without_the_condition() {
    let desk = Desk::new();
    let stop = "\n[stop]\nstep = 0.05\n";
    desk.write("c.toml", converging("", &format!("{stop}{PROOF}")));
    let said = desk.done("evolve c.toml --no-plots --out run --quiet");
    assert!(
        said.contains("ended by itself: steps of the search"),
        "{said}"
    );
    let ends = |out: &str| {
        let run: toml::Table = desk.read(&format!("{out}/run.toml")).parse().expect("TOML");
        run["ends"].as_array().expect("ends").clone()
    };
    assert_eq!(ends("run").len(), 1);
    assert_eq!(ends("run")[0]["after"].as_integer(), Some(1));
    assert_eq!(ends("run")[0]["why"].as_str(), Some("converged"));
    let page = desk.read("run/report.html");
    let why = "It ended after 1 generation because the search had converged: steps of the search";
    assert!(page.contains(why));
    assert!(desk.path("run/proof.csv").exists(), "the proof is played");
    let games = desk.read("run/games.csv");
    desk.done("evolve c.toml --no-plots --out run --quiet --resume");
    assert_eq!(desk.read("run/games.csv"), games, "it has ended");
    // More of the proof alone.
    let more = PROOF.replace("pairs = 4", "pairs = 6");
    desk.write("c.toml", converging("", &format!("{stop}{more}")));
    desk.done("evolve c.toml --no-plots --out run --quiet --resume");
    let proof = desk.table("run/proof.csv").only("stage", "proof");
    assert_eq!(proof.texts("games"), ["12"]);
    assert_eq!(desk.table("run/generations.csv").rows.len(), 1);
    // Without the condition it goes on.
    desk.write("c.toml", converging("", &more));
    desk.done("evolve c.toml --no-plots --out run --quiet --resume");
    assert_eq!(desk.table("run/generations.csv").rows.len(), 9);
    assert!(desk.read("run/games.csv").starts_with(&games));
    assert_eq!(ends("run").len(), 1);
    assert_replays(&desk, "c.toml", "run");
}

#[test]
fn a_search_that_begins_again_replays_and_its_champions_meet_the_reference() {
    let desk = Desk::new();
    let stop = "\n[stop]\nstep = 0.05\n";
    desk.write("c.toml", converging("restarts = 2\n", stop));
    let figures = desk.json("evolve c.toml --no-plots --out run --quiet");
    let individuals = desk.table("run/individuals.csv");
    let of = |generation: &str| individuals.only("generation", generation).rows.len();
    assert_eq!(["0", "1", "2"].map(of), [5, 9, 17]);
    let generations = desk.table("run/generations.csv");
    assert_eq!(generations.rows.len(), 3);
    let scores: Vec<f64> = generations.numbers("reference_score");
    let best = scores.iter().copied().fold(0.0, f64::max);
    let chosen = scores
        .iter()
        .rposition(|score| (score - best).abs() < 1e-12);
    let champion = generations.texts("champion")[chosen.expect("a score")];
    assert_eq!(figures["champion"], champion);
    let file = desk.read("run/champion.toml");
    assert!(file.contains(&format!("Champion {champion},")), "{file}");
    let page = desk.read("run/report.html");
    assert!(
        page.contains(&format!("champion {champion} ")),
        "the headline"
    );
    assert_replays(&desk, "c.toml", "run");
    for (own, rest, words) in [
        (
            "restarts = 11\n",
            "",
            "tuner.restarts = 11: must be from 0 to 10",
        ),
        (
            "",
            "\n[stop]\nstep = 0\ngain = 0\n",
            "stop.step or stop.gain must be above 0",
        ),
    ] {
        desk.write("wrong.toml", converging(own, rest));
        desk.refuses(&[("evolve wrong.toml --out w", &["wrong.toml", words])]);
    }
    desk.write("wrong.toml", TINY.to_owned() + stop);
    let words = &["[stop]", "\"knockout\" cannot tell", "cma-es or spsa"];
    desk.refuses(&[("evolve wrong.toml --out w", words)]);
}
