//! `darkforge compare`: runs beside each other with the figures of their own tables, what cannot be
//! compared, and the meeting of champions.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use crate::cli::desk::{Desk, Files, JOURNAL, PAGE, assert_same, line_ends, tiny_with, tree};
use crate::cli::table::weights;

/// A short proof.
const PROOF: &str = "\n[proof]\ncandidates = 1\npairs = 5\n";
/// Few searched weights, so that the landscape takes no time.
const FEW: &str = "\n[weights]\nonly = [\"queen_value\", \"risk\", \"danger\"]\n";

/// A config of few weights, without a proof, with `old` replaced by `new`.
fn few_with(old: &str, new: &str) -> String {
    tiny_with(old, new).replace("ply_limit = 160", "ply_limit = 60") + FEW
}

/// The evolutions `a` and `b`, of two seeds, with a proof; played once for all tests.
static EVOLVED: LazyLock<Files> = LazyLock::new(|| {
    let desk = Desk::new();
    for (run, seed) in [("a", "seed = 7"), ("b", "seed = 8")] {
        let config = few_with("seed = 7", seed) + PROOF;
        desk.write(&format!("{run}.toml"), config);
        desk.done(&format!(
            "evolve {run}.toml --no-plots --out runs/{run} --quiet"
        ));
    }
    all_files(&desk.path("runs"))
});

/// All files beneath `folder`, with their times.
fn all_files(folder: &Path) -> Files {
    let mut files = tree(folder);
    for name in [
        "a/clock.csv",
        "b/clock.csv",
        "a/report.html",
        "b/report.html",
    ] {
        files.insert(name.to_owned(), fs::read(folder.join(name)).expect(name));
    }
    files
}

/// Puts the evolution `run` into the folder `out`.
fn put(desk: &Desk, run: &str, out: &str) {
    let folder = desk.path(out);
    let own = EVOLVED.iter();
    let own = own.filter_map(|(name, content)| Some((name.strip_prefix(run)?, content)));
    for (name, content) in own.filter(|(name, _)| !name.is_empty()) {
        let path = folder.join(name.trim_start_matches('/'));
        if name.ends_with('/') {
            fs::create_dir_all(path).expect(name);
        } else {
            fs::create_dir_all(path.parent().expect("a folder")).expect(name);
            fs::write(path, content).expect(name);
        }
    }
}

/// A desk with the evolutions `a` and `b`.
fn desk() -> Desk {
    let desk = Desk::new();
    put(&desk, "a", "a");
    put(&desk, "b", "b");
    desk
}

/// A match, a tournament, and statistics.
fn play_others(desk: &Desk) {
    desk.done("match semi-random random --games 6 --ply-limit 60 --out m --pgn g.pgn --quiet");
    desk.write(
        "cup.toml",
        "name = \"cup\"\nformat = \"round-robin\"\npairs = 2\nply_limit = 60\n\
         [[players]]\nname = \"x\"\nspec = \"random\"\n[[players]]\nname = \"y\"\nspec = \"semi-random\"\n",
    );
    desk.done("tournament cup.toml --out cup --quiet");
    desk.done("stats g.pgn --out s --quiet");
}

/// The headline of the page in `out`, without its time.
fn headline(desk: &Desk, out: &str) -> String {
    let page = desk.read(&format!("{out}/{PAGE}"));
    let (_, rest) = page.split_once("<h1 id=\"headline\">").expect("a headline");
    let said = rest.split(['<']).next().expect("its end");
    said.replace("&quot;", "\"")
}

#[test]
fn runs_of_all_kinds_stand_side_by_side_with_the_figures_of_their_tables() {
    let desk = desk();
    play_others(&desk);
    desk.done("compare a b m cup s --out c --quiet");
    let runs = desk.table("c/runs.csv");
    assert_eq!(runs.texts("run"), ["a", "b", "m", "cup", "s"]);
    assert_eq!(
        runs.texts("kind"),
        ["evolve", "evolve", "match", "tournament", "stats"]
    );
    for (row, run) in runs.texts("run").into_iter().enumerate() {
        assert_eq!(runs.texts("headline")[row], headline(&desk, run), "{run}");
        assert_eq!(runs.texts("version")[row], env!("CARGO_PKG_VERSION"));
        assert_eq!(runs.texts("state")[row], "finished");
        if run == "s" {
            assert_eq!(runs.texts("games")[row], "", "no run of games");
            continue;
        }
        let games = desk.table(&format!("{run}/games.csv")).rows.len();
        assert_eq!(runs.texts("games")[row], games.to_string(), "{run}");
        let seconds: Vec<f64> = desk.table(&format!("{run}/clock.csv")).numbers("seconds");
        let hours: f64 = runs.texts("hours")[row].parse().expect("hours");
        assert!(
            (hours - seconds.iter().sum::<f64>() / 3600.0).abs() < 1e-5,
            "{run}"
        );
    }
    let settings = desk.table("c/settings.csv");
    assert_eq!(
        settings.only("key", "seed").only("run", "b").texts("value"),
        ["8"]
    );
    assert_eq!(
        settings
            .only("key", "bout.pairs")
            .only("run", "m")
            .texts("value"),
        [""]
    );
    let page = desk.read("c/report.html");
    for plot in ["scores_games", "scores_hours", "proofs", "champions"] {
        assert!(
            desk.path(&format!("c/plots/{plot}.svg")).is_file(),
            "{plot}"
        );
        let (_, figure) = page.split_once(&format!("id=\"plot-{plot}\"")).expect(plot);
        let (figure, _) = figure.split_once("</figure>").expect("its end");
        assert!(
            figure.contains("<figcaption><p class=\"shows\">"),
            "{plot} says what it shows"
        );
    }
    let said = [
        "m (darkforge match; only evolutions have it)",
        "cup (darkforge tournament; ",
        "s (darkforge stats; ",
        "<h2 id=\"compared-title\">",
    ];
    for words in said {
        assert!(page.contains(words), "{words}");
    }
    assert!(!page.contains("is left out"));
}

#[test]
fn progress_proofs_and_weights_are_those_of_the_runs_own_tables() {
    let desk = desk();
    let json = desk.json("compare a b --out c");
    let keys = json["settings"].as_array().expect("settings");
    assert!(keys.iter().all(|row| row["key"] == "seed"), "{keys:?}");
    let progress = desk.table("c/progress.csv");
    let proofs = desk.table("c/proofs.csv");
    let champions = desk.table("c/champions.csv");
    for run in ["a", "b"] {
        let own = progress.only("run", run);
        let generations = desk.table(&format!("{run}/generations.csv"));
        assert_eq!(
            own.texts("champion"),
            generations.texts("champion"),
            "{run}"
        );
        for (column, wanted) in [
            ("score", "reference_score"),
            ("score_lo", "reference_lo"),
            ("score_hi", "reference_hi"),
        ] {
            assert_eq!(own.texts(column), generations.texts(wanted), "{run}");
        }
        let mut games = 0;
        let played: Vec<u64> = generations.numbers("games");
        let sums: Vec<u64> = played
            .into_iter()
            .map(|own| {
                games += own;
                games
            })
            .collect();
        assert_eq!(own.numbers::<u64>("games"), sums, "{run}");
        let proof = desk
            .table(&format!("{run}/proof.csv"))
            .only("opponent", "start");
        let own = proofs.only("run", run);
        for column in [
            "generation",
            "games",
            "wins",
            "score",
            "elo",
            "elo_lo",
            "elo_hi",
            "llr",
            "verdict",
        ] {
            assert_eq!(own.texts(column), proof.texts(column), "{run} {column}");
        }
        let own = champions.only("run", run);
        assert_eq!(own.rows.len(), 3, "those that are searched");
        let all = weights(&desk.path(&format!("{run}/champion.toml")));
        let wanted = all.into_iter();
        for (name, value) in wanted.filter(|(name, _)| own.texts("weight").contains(&name.as_str()))
        {
            let found = own.only("weight", &name).numbers::<f64>("value");
            assert_eq!(found, [value], "{run} {name}");
        }
    }
    assert_eq!(progress.texts("reference")[0], "1");
    assert!(proofs.texts("start").iter().all(|start| *start == "1"));
    differences_fit(&desk);
}

/// Differences of weights are those of their logarithms, in standard errors, the largest first.
fn differences_fit(desk: &Desk) {
    let champions = desk.table("c/champions.csv");
    let differences = desk.table("c/differences.csv");
    let sizes: Vec<f64> = differences.numbers("standard_errors");
    assert!(sizes.is_sorted_by(|a, b| a.abs() >= b.abs()));
    for (row, weight) in differences.texts("weight").into_iter().enumerate() {
        let own = champions.only("weight", weight);
        assert_eq!(own.texts("scale"), ["log", "log"]);
        let [values, errors] = ["value", "error"].map(|name| own.numbers::<f64>(name));
        let near = |name: &str, wanted: f64| {
            let found = differences.numbers::<f64>(name)[row];
            assert!(
                (found - wanted).abs() < 0.001,
                "{weight} {name}: {found} {wanted}"
            );
        };
        let difference = (values[1] / values[0]).ln();
        near("difference", difference);
        near("error", errors[0].hypot(errors[1]));
        near("standard_errors", difference / errors[0].hypot(errors[1]));
    }
}

#[test]
fn scores_against_different_references_share_no_plot_and_it_is_said_why() {
    let desk = Desk::new();
    put(&desk, "a", "a");
    let old = "[reference]\nplayer = \"darkboard:depth=1,particles=0\"";
    desk.write("b.toml", few_with(old, "[reference]\nplayer = \"random\""));
    desk.write(
        "icc.toml",
        few_with("ruleset = \"icc\"", "ruleset = \"rand\""),
    );
    desk.done("evolve b.toml --no-plots --out b --quiet");
    desk.done("evolve icc.toml --no-plots --out r --quiet");
    let json = desk.json("compare a b r --out c");
    let notes = json["notes"].to_string();
    assert!(
        notes.contains("a: darkboard:depth=1,particles=0, icc rules; b: random, icc rules; r: ")
            && notes.contains("rand rules"),
        "{notes}"
    );
    assert!(
        notes.contains("Without a proof: b, r (the config has no [proof])."),
        "{notes}"
    );
    assert!(!desk.path("c/plots/scores_games.svg").exists());
    let mut references: Vec<String> = Vec::new();
    for row in json["progress"].as_array().expect("rows") {
        references.push(format!("{} {}", row["run"], row["reference"]));
    }
    references.dedup();
    assert_eq!(references, ["\"a\" 1", "\"b\" 2", "\"r\" 3"]);
}

#[test]
fn what_a_run_lacks_is_said() {
    let desk = Desk::new();
    for run in ["whole", "cut", "bare", "old", "strange"] {
        put(&desk, "a", run);
    }
    let journal = fs::read(desk.path("whole").join(JOURNAL)).expect("a journal");
    let ends: Vec<usize> = line_ends(&journal).collect();
    fs::remove_dir_all(desk.path("cut")).expect("a folder");
    desk.interrupted("whole", "cut", &journal[..ends[ends.len() / 2]]);
    fs::remove_file(desk.path("bare").join(JOURNAL)).expect("a journal");
    let config = desk.read("old/run.toml");
    let version = format!("version = \"{}\"", env!("CARGO_PKG_VERSION"));
    let old = config.replace(&version, "version = \"0.0.9\"");
    desk.write("old/run.toml", &old);
    desk.write("strange/run.toml", format!("new_key = 1\n{old}"));
    let json = desk.json("compare whole cut bare old strange --out c");
    let notes: Vec<&str> = json["notes"]
        .as_array()
        .expect("notes")
        .iter()
        .filter_map(|note| note.as_str())
        .collect();
    let told = notes.join("\n");
    for words in [
        "cut is unfinished and is compared as it stands.",
        "cut: hours are not known, because there is no clock.csv.",
        "bare has no journal.jsonl, so that its headline and its config alone are compared.",
        "strange is of version 0.0.9",
        "its config alone is compared",
        "different versions",
        "0.0.9: old",
    ] {
        assert!(told.contains(words), "{words} in\n{told}");
    }
    let state = |row: usize| json["runs"][row]["state"].clone();
    assert_eq!([state(1), state(4)], ["unfinished", "unknown"]);
    // A player of one name may play differently in another version.
    let progress = json["progress"].as_array().expect("rows");
    let reference = |run: &str| {
        let row = progress.iter().find(|row| row["run"] == run);
        row.map(|row| row["reference"].clone())
    };
    assert_eq!(reference("whole"), reference("cut"));
    assert_ne!(reference("whole"), reference("old"));
    assert_eq!(reference("strange"), None);
}

#[test]
fn champions_meet_in_fresh_games_whatever_the_threads_and_stops() {
    let desk = desk();
    play_others(&desk);
    let line = "compare a b m --play 4 --quiet";
    desk.done(&format!("{line} --out one --threads 1"));
    desk.done(&format!("{line} --out two --threads 2"));
    desk.assert_same_files("one", "two", "1 and 2 threads");
    let games = desk.table("one/games.csv");
    assert_eq!(games.texts("white"), ["a", "b", "a", "b"]);
    let seeds: Vec<u64> = games.numbers("seed");
    assert_eq!(seeds[0], seeds[1], "pairs of one seed");
    for run in ["a", "b"] {
        let used: Vec<u64> = desk.table(&format!("{run}/games.csv")).numbers("seed");
        assert!(seeds.iter().all(|seed| !used.contains(seed)), "fresh games");
    }
    let ratings = desk.table("one/ratings.csv");
    assert_eq!(ratings.rows.len(), 2);
    assert!(ratings.numbers::<f64>("elo_lo")[0] < ratings.numbers::<f64>("elo_hi")[0]);
    let page = desk.read("one/report.html");
    assert!(page.contains("No champion meets the others from m."));
    assert!(headline(&desk, "one").contains("is first of 2 champions"));

    let whole = desk.files("one");
    let journal = fs::read(desk.path("one").join(JOURNAL)).expect("a journal");
    let ends: Vec<usize> = line_ends(&journal).collect();
    for (number, cut) in [0, ends[0] + 20, ends[2]].into_iter().enumerate() {
        let out = format!("cut{number}");
        desk.interrupted("one", &out, &journal[..cut]);
        desk.done(&format!("{line} --out {out} --resume"));
        assert_same(&whole, &desk.files(&out), "resumed");
    }
    // The champion plays as the player that it was tuned for.
    let config = desk.read("one/run.toml");
    assert!(
        config.contains("spec = \"darkboard:weights=champion/a,depth=1,particles=0\""),
        "{config}"
    );
    let before = tree(&desk.path("one"));
    fs::remove_file(desk.path("one").join(PAGE)).expect("a page");
    desk.done("report one --quiet");
    assert_same(
        &before,
        &tree(&desk.path("one")),
        "made again from its files",
    );
    // The command on the page makes the same folder.
    assert!(page.contains("<code>darkforge compare a b m --play 4 --seed 1 --out again</code>"));
    desk.refuses(&[(
        "compare a b m --play 6 --out one --resume",
        &["cannot resume one", "pairs = 2", "pairs = 3"],
    )]);
}

#[test]
fn runs_are_called_by_their_folders_and_foreign_names_are_text() {
    let desk = Desk::new();
    for place in ["r", "s"] {
        fs::create_dir(desk.path(place)).expect("a folder");
    }
    let hostile = "<i onclick=alert(1)>\u{202e}\"x";
    for run in ["r/one", "s/one", hostile] {
        put(&desk, "a", run);
    }
    let words = [
        "compare", "r/one", "s/one", hostile, "--out", "c", "--quiet",
    ];
    let output = desk.run_words(&words);
    assert!(output.status.success(), "{output:?}");
    let names = desk.table("c/runs.csv");
    let shown = "<i onclick=alert(1)>\\u202e\"x";
    assert_eq!(names.texts("run"), ["r/one", "s/one", shown]);
    let page = desk.read("c/report.html");
    assert!(!page.contains("<i onclick") && !page.contains('\u{202e}'));
    assert!(page.contains("&lt;i onclick=alert(1)&gt;\\u202e"));
    assert!(!page.contains("is left out"), "its plots are drawings");
    let words = [
        "compare", "r/one", hostile, "--play", "2", "--out", "p", "--quiet",
    ];
    let output = desk.run_words(&words);
    assert!(output.status.success(), "{output:?}");
    desk.done("compare r/one s/one --quiet");
    assert!(
        desk.path("results/compare-r-one-s-one/report.html")
            .is_file()
    );
}

#[test]
fn what_cannot_be_compared_at_all_is_refused() {
    let desk = Desk::new();
    put(&desk, "a", "a");
    put(&desk, "b", "b");
    play_others(&desk);
    put(&desk, "a", "damaged");
    let path = desk.path("damaged").join(JOURNAL);
    let journal = fs::read_to_string(&path).expect("a journal");
    fs::write(&path, journal.replacen("\"game\":1,", "\"game\":1;", 1)).expect("a journal");
    put(&desk, "a", "broken");
    desk.write("broken/run.toml", "version = \"0.1.0\nseed = 1\n");
    desk.write(
        "rand.toml",
        few_with("ruleset = \"icc\"", "ruleset = \"rand\""),
    );
    desk.done("evolve rand.toml --no-plots --out rand --quiet");
    fs::create_dir(desk.path("empty")).expect("a folder");
    fs::create_dir(desk.path("other")).expect("a folder");
    desk.write("other/notes.txt", "no run");
    desk.refuses(&[
        ("compare", &["RUN"]),
        ("compare a", &["RUN", "2"]),
        ("compare a a", &["a and a are one folder"]),
        ("compare a b a/", &["a and a/ are one folder"]),
        ("compare a none", &["none: there is no such folder"]),
        ("compare a a.toml", &["a.toml: there is no such folder"]),
        (
            "compare a tiny.toml",
            &["tiny.toml: there is no such folder"],
        ),
        ("compare a empty", &["empty", "nothing to compare"]),
        (
            "compare a other",
            &["other/run.toml", "is this a run's folder?"],
        ),
        ("compare a damaged", &["damaged/journal.jsonl", "line 2"]),
        ("compare a broken", &["broken/run.toml", "line 1"]),
        ("compare a b --out m", &["m exists"]),
        ("compare a b --play 3", &["--play 3", "even number"]),
        ("compare a b --resume", &["--play"]),
        (
            "compare a m --play 2",
            &["--play 2", "only a has a champion"],
        ),
        ("compare m cup --play 2", &["no run has a champion"]),
        (
            "compare a rand --play 2",
            &["the rules of a are icc, those of rand rand", "--ruleset"],
        ),
        ("compare a b --play 2 --out c --resume", &["c"]),
    ]);
    desk.done("compare a rand --play 2 --ruleset berkeley --out c --quiet");
    assert_eq!(desk.table("c/games.csv").texts("ruleset"), ["berkeley"; 2]);
}
