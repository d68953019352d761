//! The pages of runs: `report.html`.

use std::fs;
use std::process::Child;
use std::time::{Duration, Instant};

use darkforge::report::artifact::Artifact;

use crate::cli::desk::{CLOCK, Desk, JOURNAL, PAGE, assert_same, text, tree};

/// The headline of the page of the run in `out`.
fn headline(desk: &Desk, out: &str) -> String {
    let page = desk.read(&format!("{out}/{PAGE}"));
    let (_, rest) = page.split_once("<h1 id=\"headline\">").expect("a headline");
    rest.split("</h1>").next().expect("its end").to_owned()
}

/// Checks that every file of the run in `out` is in the list of files that a run can leave.
fn assert_listed(desk: &Desk, out: &str) {
    for name in tree(&desk.path(out)).keys() {
        let name = name.trim_end_matches('/');
        // The narrow drawings of plots are in a folder beside the wide ones.
        if name == "plots/narrow" {
            continue;
        }
        let plot = name.strip_prefix("plots/");
        let listed = match plot.map(|plot| plot.trim_start_matches("narrow/")) {
            Some(plot) => Artifact::plot(plot.rsplit_once('.').expect("an ending").0),
            None => Artifact::file(name),
        };
        assert!(listed.is_some(), "{out}/{name} is in no list");
    }
}

#[test]
fn every_kind_of_run_has_a_page() {
    let desk = Desk::new();
    desk.evolved("evolved");
    let games = desk.table("evolved/games.csv").rows.len();
    let said = headline(&desk, "evolved");
    let wanted = format!("after 3 generations, {games} games");
    assert!(
        said.starts_with("champion i") && said.contains(&wanted),
        "{said}"
    );
    desk.done("match semi-random random --games 6 --out match --pgn g.pgn --quiet");
    let score = desk.table("match/bouts.csv").numbers::<f64>("score")[0];
    let said = headline(&desk, "match");
    let wanted = format!("semi-random {:.1} % (", 100.0 * score);
    assert!(said.starts_with(&wanted), "{said}");
    assert!(
        said.contains("against random, ") && said.contains(" after 6 games"),
        "{said}"
    );
    desk.done("stats g.pgn --out stats --quiet");
    let said = headline(&desk, "stats");
    assert!(said.starts_with("6 games: White wins "), "{said}");
    let page = desk.read("stats/report.html");
    assert!(
        page.contains("darkforge stats g.pgn --knowledge-sample 10000 --ruleset icc --out again")
    );
    desk.write(
        "cup.toml",
        "name = \"cup\"\nformat = \"round-robin\"\npairs = 2\nply_limit = 100\n\
         [[players]]\nname = \"a\"\nspec = \"random\"\n[[players]]\nname = \"b\"\nspec = \"semi-random\"\n",
    );
    desk.done("tournament cup.toml --out cup --quiet");
    let standings = desk.table("cup/standings.csv");
    let (players, scores) = (standings.texts("player"), standings.texts("score"));
    let first = if scores[0] == scores[1] {
        format!("{} are", players.join(" and "))
    } else {
        format!("{} is", players[0])
    };
    let said = headline(&desk, "cup");
    assert!(
        said.starts_with(&format!("{first} first of 2 players, ")),
        "{said}"
    );
    for out in ["evolved", "match", "stats", "cup"] {
        assert_listed(&desk, out);
        let page = desk.read(&format!("{out}/{PAGE}"));
        for far in [
            "http://",
            "https://",
            "<link rel=\"stylesheet",
            "<script src",
            "<img",
        ] {
            let plain = page.replace("http://www.w3.org/2000/svg", "");
            assert!(!plain.contains(far), "{out} asks for {far}");
        }
        assert!(!page.contains("refresh"), "{out} is at rest");
        assert!(
            !page.contains("is left out"),
            "{out} draws what no list says"
        );
    }
}

#[test]
fn what_is_no_run_of_games_has_a_page_too() {
    let desk = Desk::new();
    desk.done("endgame krk --method rules --starts 6 --seed 3 --limit 200 --out e --quiet");
    let summary = desk.table("e/summary.csv");
    let [rate, mean] = ["win_rate", "mean_moves"].map(|name| summary.numbers::<f64>(name)[0]);
    let said = headline(&desk, "e");
    let wanted =
        format!("KRK by rules against a random king: mate in {mean:.1} own moves on average (");
    assert!(said.starts_with(&wanted), "{said}");
    let wanted = format!(", {:.1} % (", 100.0 * rate);
    assert!(
        said.contains(&wanted) && said.ends_with(") of 6 starts"),
        "{said}"
    );

    let players = "darkboard:depth=1,particles=0";
    desk.done(&format!(
        "match {players} semi-random --games 8 --seed 3 --ply-limit 120 --out m --pgn g.pgn --quiet"
    ));
    desk.done("rate g.pgn m --anchor semi-random=0 --out r --quiet");
    let ratings = desk.table("r/ratings.csv");
    let (first, elo) = (ratings.texts("player")[0], ratings.numbers::<f64>("elo")[0]);
    let said = headline(&desk, "r");
    let wanted = format!("{first} is first of 2 players, {elo:+.0} Elo (");
    assert!(
        said.starts_with(&wanted) && said.ends_with(", 16 games"),
        "{said}"
    );

    desk.done(&format!(
        "imitate g.pgn --player {players} --iterations 0 --out i --quiet"
    ));
    let agreement = desk.table("i/agreement.csv");
    let line = agreement
        .texts("set")
        .into_iter()
        .zip(agreement.texts("player"));
    let line = line
        .into_iter()
        .position(|pair| pair == ("held_out", "fitted"));
    let top1 = agreement.numbers::<f64>("top1")[line.expect("a line")];
    let said = headline(&desk, "i");
    let wanted = format!(
        "fitted weights choose what {players} chose in {:.1} % (",
        100.0 * top1
    );
    assert!(said.starts_with(&wanted), "{said}");

    for out in ["e", "m", "r", "i"] {
        assert_listed(&desk, out);
    }
    for (out, command) in [
        (
            "e",
            "endgame krk --method rules --opponent random --starts 6 --limit 200 --seed 3 --out again",
        ),
        (
            "r",
            "rate g.pgn m --model bradley-terry --anchor semi-random=0 --out again",
        ),
        (
            "i",
            "imitate g.pgn --player darkboard:depth=1,particles=0 --as darkboard:weights=hand-made,depth=1,particles=0 \
             --held-out 0.25 --iterations 0 --decisions 6000 --ruleset icc --seed 1 --out again",
        ),
    ] {
        let folder = desk.path(out);
        let before = tree(&folder);
        let page = desk.read(&format!("{out}/{PAGE}"));
        assert!(
            page.contains(&format!("<code>darkforge {command}</code>")),
            "{out}"
        );
        fs::remove_file(folder.join(PAGE)).expect("a page");
        desk.done(&format!("report {out} --quiet"));
        assert_same(&before, &tree(&folder), "made again from its files");
        // The command that the page tells makes the same folder.
        desk.done(&format!("{command} --quiet"));
        assert_same(&before, &tree(&desk.path("again")), "made by its command");
        fs::remove_dir_all(desk.path("again")).expect("a folder");
    }
}

#[test]
fn a_page_is_made_again_from_the_files_alone() {
    let desk = Desk::new();
    let run = desk.evolved("run");
    desk.done("match semi-random random --games 6 --out m --pgn g.pgn --quiet");
    desk.done("stats g.pgn --out s --quiet");
    fs::remove_file(run.join(JOURNAL)).expect("a journal");
    for out in ["run", "s"] {
        let folder = desk.path(out);
        let before = tree(&folder);
        fs::remove_file(folder.join(PAGE)).expect("a page");
        let said = desk.done(&format!("report {out}"));
        assert!(
            said.contains("there is no journal") && said.contains(PAGE),
            "{said}"
        );
        assert_same(&before, &tree(&folder), "made again from its files");
    }
}

#[test]
fn a_broken_file_of_somebody_else_is_no_reason_for_no_page() {
    let desk = Desk::new();
    desk.evolved("run");
    desk.write("run/mine.csv", "a,b\n1,2,3\n");
    desk.done("report run --quiet");
    assert!(
        desk.read("run/report.html")
            .contains("mine.csv cannot be shown")
    );
}

#[test]
fn a_damaged_table_is_told_and_the_rest_is_drawn() {
    let desk = Desk::new();
    desk.done("match semi-random random --games 6 --out m --no-plots --pgn g.pgn --quiet");
    desk.done("stats g.pgn --out s --no-plots --quiet");
    desk.done("rate m --out r --quiet");
    desk.done("endgame krk --method rules --starts 2 --out e --quiet");
    let damages: [(&str, &str, &[u8], &str); 5] = [
        ("s", "outcomes.csv", b"", "it is empty"),
        ("s", "durations.csv", b"foo,bar\n1,2\n", "foo and not"),
        ("s", "openings.csv", b"", "it is empty"),
        ("r", "ratings.csv", b"", "it is empty"),
        ("e", "summary.csv", b"\xff\xfe\n1\n", "UTF-8"),
    ];
    for (folder, name, content, problem) in damages {
        let whole = desk.read(&format!("{folder}/{name}"));
        desk.write(&format!("{folder}/{name}"), content);
        fs::remove_file(desk.path(folder).join(PAGE)).expect("a page");
        let output = desk.run(&format!("report {folder}"));
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{name}: {said}");
        for part in [folder, &format!("{name} cannot be shown"), problem] {
            assert!(said.contains(part), "{name}: no '{part}' in {said}");
        }
        let page = desk.read(&format!("{folder}/{PAGE}"));
        assert!(page.contains(&format!("{name} cannot be shown")), "{name}");
        desk.write(&format!("{folder}/{name}"), whole);
        desk.done(&format!("report {folder} --quiet"));
    }
}

#[cfg(unix)]
#[test]
fn a_report_writes_no_plot_into_another_folder() {
    let desk = Desk::new();
    desk.done("match random random --games 2 --out m --quiet");
    fs::rename(desk.path("m/plots"), desk.path("elsewhere")).expect("plots");
    let before = tree(&desk.path("elsewhere"));
    fs::write(desk.path("elsewhere/lengths.svg"), "mine").expect("a file");
    std::os::unix::fs::symlink("../elsewhere", desk.path("m/plots")).expect("a link");
    desk.refuses(&[("report m", &["plots is a link"])]);
    assert_eq!(desk.read("elsewhere/lengths.svg"), "mine");
    assert_eq!(tree(&desk.path("elsewhere")).len(), before.len());
}

#[test]
fn a_report_without_plots_removes_those_of_an_earlier_one_and_nothing_else() {
    let desk = Desk::new();
    let line = "match random semi-random --games 4 --ply-limit 30 --quiet";
    desk.done(&format!("{line} --out drawn"));
    let drawn = desk.files("drawn");
    desk.write("drawn/plots/mine.svg", "<svg/>");
    desk.done("report drawn --no-plots --quiet");
    let names: Vec<String> = tree(&desk.path("drawn/plots")).into_keys().collect();
    assert_eq!(names, ["mine.svg"]);
    assert!(!desk.read(&format!("drawn/{PAGE}")).contains("<figure"));

    fs::remove_file(desk.path("drawn/plots/mine.svg")).expect("it is there");
    desk.done("report drawn --quiet");
    assert_same(&drawn, &desk.files("drawn"), "drawn");
    desk.done(&format!("{line} --out bare --no-plots"));
    assert!(!desk.path("bare/plots").exists());
}

#[test]
fn every_sitting_of_a_run_is_timed() {
    let desk = Desk::new();
    let line = "match darkboard:depth=1,particles=0 random --games 12 --out m --quiet";
    desk.done(line);
    let clock = |out: &str| desk.table(&format!("{out}/{CLOCK}"));
    assert_eq!(clock("m").numbers::<u64>("games"), [12]);
    assert!(headline(&desk, "m").contains("<span data-clock>, "));
    let journal = desk.read(&format!("m/{JOURNAL}"));
    let half: String = journal
        .lines()
        .take(5)
        .flat_map(|line| [line, "\n"])
        .collect();
    desk.write(&format!("m/{JOURNAL}"), half);
    fs::remove_file(desk.path("m").join(CLOCK)).expect("a clock");
    let resume = format!("{line} --resume");
    desk.done(&resume);
    assert_eq!(clock("m").numbers::<u64>("games"), [7]);
    let said = headline(&desk, "m");
    assert!(
        said.contains("<span data-clock>, more than "),
        "5 games are not timed: {said}"
    );
    desk.done(&resume);
    assert_eq!(clock("m").rows.len(), 1, "nothing was played");
}

/// Waits for a page that is in progress.
fn wait_for_page(desk: &Desk, child: &mut Child, out: &str) -> String {
    let began = Instant::now();
    loop {
        if let Ok(page) = fs::read_to_string(desk.path(out).join(PAGE)) {
            return page;
        }
        assert!(
            child.try_wait().expect("a child").is_none(),
            "it ended before its page"
        );
        assert!(
            began.elapsed() < Duration::from_mins(1),
            "no page in a minute"
        );
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_run_that_is_watched_has_a_page_that_refreshes() {
    let desk = Desk::new();
    desk.write(
        "cup.toml",
        "name = \"cup\"\nformat = \"round-robin\"\npairs = 20000\n\
         [[players]]\nname = \"a\"\nspec = \"random\"\n[[players]]\nname = \"b\"\nspec = \"semi-random\"\n",
    );
    let mut child = desk.start("tournament cup.toml --out cup --watch --threads 1 --quiet");
    let page = wait_for_page(&desk, &mut child, "cup");
    let asked = desk.json("report cup");
    child.kill().expect("it is killed");
    child.wait().expect("it ended");
    assert!(
        page.contains("<noscript><meta http-equiv=\"refresh\""),
        "it refreshes"
    );
    assert!(
        page.contains("In progress when this page was made"),
        "it says so"
    );
    assert_eq!(asked["under_way"], true, "{asked}");
    desk.done("report cup --quiet");
    let page = desk.read("cup/report.html");
    assert!(
        !page.contains("http-equiv=\"refresh\"")
            && !page.contains("In progress when this page was made")
    );
    desk.refuses(&[("match random random --games 2 --watch", &["--out"])]);
}
