//! An evolution's proof, its cost, its end by time, and its continuation.

use crate::cli::desk::{Desk, JOURNAL, TINY, assert_same, text, tree};
use crate::cli::table::weights;

const PROOF: &str = r#"
[proof]
every = 2
candidates = 3
mean_of = 2
screening_pairs = 3
pairs = 5
opponents = ["random"]
opponent_pairs = 2
"#;

const HEADER: &str = "generation,stage,candidate,opponent,games,wins,draws,losses,score,score_lo,\
    score_hi,elo,elo_lo,elo_hi,llr,verdict";

fn desk(generations: u32) -> Desk {
    let desk = Desk::new();
    desk.write("proof.toml", config(generations));
    desk
}

fn config(generations: u32) -> String {
    let tiny = TINY.replace("generations = 3", &format!("generations = {generations}"));
    assert!(tiny.contains(&format!("generations = {generations}")));
    // The reference is met rarely, so that the games at an end differ from the others.
    tiny.replace("every = 1", "every = 100") + PROOF
}

#[test]
fn an_evolution_ends_with_a_proof() {
    let desk = desk(3);
    let json = desk.json("evolve proof.toml --out run --quiet");
    let table = desk.read("run/proof.csv");
    assert_eq!(table.lines().next(), Some(HEADER));
    let proof = desk.table("run/proof.csv");
    let generations: Vec<u64> = proof.numbers("generation");
    assert!(generations.contains(&1), "every 2: {table}");
    let last: Vec<usize> = (0..generations.len())
        .filter(|&row| generations[row] == 2)
        .collect();
    let column = |name: &str| -> Vec<&str> {
        let values = proof.texts(name);
        last.iter().map(|&row| values[row]).collect()
    };
    // Candidates with the same weights are one.
    let screened = last.len() - 2;
    assert!((2..=3).contains(&screened), "{table}");
    let wanted = |screening, proof, others| {
        let mut wanted = vec![screening; screened];
        wanted.extend([proof, others]);
        wanted
    };
    assert_eq!(column("stage"), wanted("screening", "proof", "proof"));
    assert_eq!(column("games"), wanted("6", "10", "4"));
    assert_eq!(column("opponent"), wanted("start", "start", "random"));
    assert!(["H0", "H1", "undecided"].contains(&column("verdict")[screened]));
    let chosen = column("candidate")[screened];
    assert!(column("candidate")[..screened].contains(&chosen));
    assert_eq!(json["proof"]["candidate"], chosen);
    assert_eq!(json["champion"], chosen);
    assert_eq!(json["proof"]["games"], 10);
    assert_eq!(json["proof"]["opponents"][0]["opponent"], "random");
    // The plot says where the chosen weights come from, not when they were proven.
    let origin = json["proof"]["origin"].as_str().expect("an origin");
    let plot = desk.read("run/plots/weights.svg");
    assert!(plot.contains(&format!("{chosen} ({origin})")), "{origin}");
    let champion = desk.read("run/champion.toml");
    for words in [
        "Proof after generation 2",
        "SPRT [0, 10] Elo",
        "over 10 fresh games",
        "seed 7",
    ] {
        assert!(champion.contains(words), "'{words}' in\n{champion}");
    }
    assert!(weights(&desk.path("run/champion.toml")).len() > 10);
    // No seed of the proof is one of another game.
    let (games, bouts) = (desk.table("run/games.csv"), desk.table("run/bouts.csv"));
    let bouts_of_start: Vec<u64> = bouts
        .texts("second")
        .iter()
        .zip(bouts.numbers("bout"))
        .filter_map(|(second, bout): (_, u64)| (*second == "start").then_some(bout))
        .collect();
    let seeds: Vec<(u64, bool)> = games
        .numbers("seed")
        .into_iter()
        .zip(games.numbers::<u64>("bout"))
        .map(|(seed, bout)| (seed, bouts_of_start.contains(&bout)))
        .collect();
    let ours = |&&(_, proof): &&(u64, bool)| proof;
    for (seed, _) in seeds.iter().filter(ours) {
        assert!(!seeds.contains(&(*seed, false)), "seed {seed} is fresh");
    }
    for name in [
        "lineage",
        "diversity",
        "mutations",
        "hall_of_fame",
        "landscape",
        "weight_correlation",
        "purposes",
        "piece_values",
        "proof",
        "llr",
    ] {
        assert!(
            desk.path(&format!("run/plots/{name}.svg")).is_file(),
            "{name}"
        );
    }
    let spent: u64 = desk.table("run/purposes.csv").numbers("games").iter().sum();
    assert_eq!(spent as usize, desk.journalled("run"));
    let counted: u64 = desk
        .table("run/generations.csv")
        .numbers("games")
        .iter()
        .sum();
    assert_eq!(counted, spent);
}

#[test]
fn a_proof_may_be_played_at_more_work_than_the_evolution() {
    let desk = desk(2);
    let plain = desk.json("evolve proof.toml --no-plots --out plain --quiet");
    let heavy = config(2).replace("[proof]", "[proof]\nplayer = \"darkboard:particles=0\"");
    desk.write("proof.toml", heavy);
    let cost = desk.json("evolve proof.toml --cost");
    assert!(cost["proof_games_per_s"].as_f64().unwrap() > 0.0);
    let run = desk.json("evolve proof.toml --no-plots --out run --quiet --for 10m");
    assert_eq!(run["proof"]["player"], "darkboard:particles=0");
    assert_ne!(run["proof"]["player"], plain["proof"]["player"]);
    let champion = desk.read("run/champion.toml");
    let words = "Proof after generation 1, played by darkboard:particles=0: ";
    assert!(champion.contains(words), "{champion}");
    // Selecting games are the same as before, games of proofs are not.
    let selection = |folder: &str| {
        let csv = desk.read(&format!("{folder}/individuals.csv"));
        csv.lines().take(5).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(selection("plain"), selection("run"));
    let proof = |folder: &str| desk.read(&format!("{folder}/games.csv"));
    assert_ne!(proof("plain"), proof("run"));
    // The folder alone has it as well.
    let whole = desk.files("run");
    desk.interrupted("run", "half", &whole[JOURNAL][..9000]);
    desk.done("evolve proof.toml --no-plots --out half --quiet --resume");
    assert_same(&whole, &desk.files("half"), "half");
}

#[test]
fn a_longer_run_goes_on_and_remembers_where_it_ended() {
    let desk = desk(2);
    desk.done("evolve proof.toml --no-plots --out run --quiet --threads 2");
    desk.write("proof.toml", config(4));
    desk.done("evolve proof.toml --no-plots --out run --quiet --resume --threads 1");
    let run = desk.read("run/run.toml");
    assert!(run.contains("after = 2\nwhy = \"generations\""), "{run}");
    assert_eq!(
        desk.table("run/generations.csv")
            .numbers::<u64>("games")
            .len(),
        4
    );
    let proofs = desk.table("run/proof.csv").numbers::<u64>("generation");
    assert!(proofs.contains(&1) && proofs.contains(&3));
    let whole = desk.files("run");
    for (out, journal) in [("empty", &b""[..]), ("half", &whole[JOURNAL][..9000])] {
        desk.interrupted("run", out, journal);
        desk.done(&format!(
            "evolve proof.toml --no-plots --out {out} --quiet --resume"
        ));
        assert_same(&whole, &desk.files(out), out);
    }
    desk.done("report run --no-plots --quiet");
    assert_same(&whole, &desk.files("run"), "drawn again");
    desk.write("shorter.toml", config(3));
    desk.write(
        "other.toml",
        config(4).replace("mean_of = 2", "mean_of = 3"),
    );
    desk.refuses(&[
        (
            "evolve shorter.toml --out run --resume",
            &["population.generations = 4", "population.generations = 3"],
        ),
        (
            "evolve other.toml --out run --resume",
            &["proof.mean_of = 2", "proof.mean_of = 3"],
        ),
    ]);
}

#[test]
fn a_run_ends_by_time_with_everything_written() {
    let desk = desk(5000);
    let out = desk.done("evolve proof.toml --no-plots --out run --quiet --for 2s");
    assert!(
        out.contains("ended by time") && out.contains("--resume"),
        "{out}"
    );
    let first = out.lines().next().unwrap_or_default();
    assert!(
        first.starts_with("champion ") && first.contains("(LLR "),
        "{out}"
    );
    let run = desk.read("run/run.toml");
    let generations = desk
        .table("run/generations.csv")
        .numbers::<u64>("games")
        .len();
    assert!(generations < 5000 && desk.path("run/proof.csv").is_file());
    let end = format!("after = {generations}\nwhy = \"time\"");
    assert!(run.contains(&end), "{run}");
    let page = desk.read("run/report.html");
    assert!(page.contains("because its time was up"), "{page}");
    let whole = desk.files("run");
    desk.done("report run --no-plots --quiet");
    assert_same(&whole, &desk.files("run"), "drawn again");
    desk.done("evolve proof.toml --no-plots --out run --quiet --resume --for 1s");
    let more = desk
        .table("run/generations.csv")
        .numbers::<u64>("games")
        .len();
    assert!(more > generations, "{more} after {generations}");
}

#[test]
fn what_a_run_costs_is_said_before_it_is_spent() {
    let desk = desk(3);
    let before = tree(desk.folder());
    let said = desk.done("evolve proof.toml --dry-run");
    for words in [
        "games to select",
        "the proof: 18 games",
        "games/s",
        "MB on the disk",
    ] {
        assert!(said.contains(words), "'{words}' in\n{said}");
    }
    let cost = desk.json("evolve proof.toml --cost");
    assert_eq!(cost["proof_games"], 14);
    let of = |cost: &serde_json::Value, name: &str| cost[name].as_f64().expect("seconds");
    let [lo, seconds, hi] = ["seconds_lo", "seconds", "seconds_hi"].map(|name| of(&cost, name));
    assert!(0.0 < lo && lo < seconds && seconds < hi, "{cost}");
    desk.write("long.toml", config(100));
    let natural = desk.json("evolve long.toml --dry-run");
    let ended = desk.json("evolve long.toml --dry-run --for 1s");
    assert!(
        of(&ended, "seconds_hi") < of(&natural, "seconds"),
        "{ended}"
    );
    let said = desk.done("evolve long.toml --dry-run --for 1s");
    assert!(
        said.contains("--for 1s: as many generations as are done by then"),
        "{said}"
    );
    std::fs::remove_file(desk.path("long.toml")).expect("it is removed");
    assert_eq!(before, tree(desk.folder()), "nothing is written");
    let output = desk.run("evolve proof.toml --no-plots --out run");
    assert!(text(&output.stderr).contains("games to select"));
    let quiet = desk.run("evolve proof.toml --no-plots --out quiet --quiet");
    assert_eq!(text(&quiet.stderr), "");
    desk.refuses(&[
        ("evolve proof.toml --for 8", &["--for 8", "1h30m"]),
        (
            "evolve proof.toml --until 25:00",
            &["--until 25:00", "07:00"],
        ),
    ]);
    for (wrong, words) in [
        ("pairs = 0", "proof.pairs = 0"),
        ("player = \"random\"", "proof.player: \"random\""),
        ("player = \"darkboard:weights=first\"", "without 'weights='"),
        ("sprt = [10, 0]", "proof.sprt"),
        ("model = \"nelo\"", "proof.model"),
        ("opponents = [\"nobody\"]", "proof.opponents"),
        ("candidates = 0", "proof.candidates = 0"),
        ("pears = 3", "pears"),
    ] {
        let config = format!("{TINY}\n[proof]\n{wrong}\n");
        desk.write("wrong.toml", config);
        desk.refuses(&[("evolve wrong.toml --out w", &["wrong.toml", words])]);
    }
}
