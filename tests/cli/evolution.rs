//! The files of an evolution, and their uses.

use std::collections::BTreeSet;
use std::fs;

use crate::cli::desk::{
    Desk, GENERATIONS, PLY_LIMIT, POPULATION, REFERENCE_PAIRS, text, tiny_with, tree,
};
use crate::cli::table::{ENDINGS, GAMES_HEADER, STANDINGS_HEADER, weights};

const GENERATIONS_HEADER: &str = "generation,games,champion,champion_parent,wins_rate,draw_rate,\
    stalemate_rate,reference_score,reference_lo,reference_hi";
const INDIVIDUALS_HEADER: &str = "generation,individual,parent,placing,mutation_scale";

#[test]
fn evolve_leaves_every_file_of_a_run() {
    let desk = Desk::new();
    let run = desk.evolved("run");
    let files = tree(&run);
    for name in [
        "run.toml",
        "games.csv",
        "bouts.csv",
        "standings.csv",
        "generations.csv",
        "individuals.csv",
        "champion.toml",
    ] {
        assert!(
            files.get(name).is_some_and(|bytes| !bytes.is_empty()),
            "no {name} among {:?}",
            files.keys()
        );
    }
    let plots: Vec<&str> = files
        .keys()
        .filter_map(|name| name.strip_prefix("plots/")?.strip_suffix(".svg"))
        .collect();
    assert!(plots.len() >= 3, "at least three plots: {plots:?}");
    for plot in plots {
        let svg = &files[&format!("plots/{plot}.svg")];
        assert!(text(svg).contains("</svg>"), "{plot}.svg is a whole SVG");
        let png = files.get(&format!("plots/{plot}.png"));
        if plot.starts_with("narrow/") {
            assert!(png.is_none());
            continue;
        }
        let png = png.unwrap_or_else(|| panic!("{plot}.svg has no .png beside it"));
        let narrow = files.get(&format!("plots/narrow/{plot}.svg"));
        assert!(narrow.is_some(), "{plot}.svg has no narrow drawing");
        let described = text(svg).contains("<desc>") && !text(svg).contains("<desc></desc>");
        assert!(described, "{plot}.svg has no sentence on what it shows");
        assert!(png.starts_with(b"\x89PNG\r\n"), "{plot}.png is a PNG");
    }
    let left: Vec<&String> = files
        .keys()
        .filter(|name| name.contains("tmp") || name.starts_with('.'))
        .collect();
    assert!(left.is_empty(), "temporary files are left: {left:?}");
    let run: toml::Table = text(&files["run.toml"]).parse().expect("run.toml is TOML");
    assert_eq!(run["seed"].as_integer(), Some(7), "run.toml: seed");
    assert_eq!(run["ruleset"].as_str(), Some("icc"), "run.toml: ruleset");
    assert_eq!(
        run["version"].as_str(),
        Some(env!("CARGO_PKG_VERSION")),
        "run.toml: version"
    );
}

#[test]
fn the_folder_of_an_evolution_is_its_champion_with_the_player_it_was_tuned_for() {
    let desk = Desk::new();
    desk.evolved("run");
    let champion = desk.read("run/champion.toml");
    let player = champion
        .lines()
        .find_map(|line| line.strip_prefix("player = "));
    let player = player
        .expect("the player that it was tuned for")
        .trim_matches('"');
    let options = player.strip_prefix("darkboard:").expect("options");
    let games = "--games 4 --ply-limit 60 --quiet --out";
    desk.done(&format!(
        "match darkboard:weights=run random {games} folder"
    ));
    let spelt = format!("darkboard:weights=run/champion.toml,{options}");
    desk.done(&format!("match {spelt} random {games} file"));
    let plays =
        |run: &str| -> Vec<u32> { desk.table(&format!("{run}/games.csv")).numbers("plies") };
    assert_eq!(plays("folder"), plays("file"));
    let before = desk.read("folder/standings.csv");
    desk.done("report folder");
    assert_eq!(
        desk.read("folder/standings.csv"),
        before,
        "run.toml has the player"
    );

    assert!(
        desk.read("run/report.html")
            .contains("match darkboard:weights=FOLDER"),
        "the page has the command"
    );
    assert_eq!(desk.done("champion run"), champion);
    desk.done("champion run --individual i1 --out one.toml");
    let one = desk.read("one.toml");
    assert!(one.contains(player), "{one}");
    desk.done(&format!(
        "match darkboard:weights=run#i1 random {games} one"
    ));
    desk.done(&format!(
        "match darkboard:weights=one.toml,{options} random {games} two"
    ));
    assert_eq!(plays("one"), plays("two"));
}

#[test]
fn weights_that_were_tuned_for_another_player_are_named_once() {
    let desk = Desk::new();
    desk.evolved("run");
    let other = desk.run("match darkboard:weights=run/champion.toml,depth=1,ties=0.5 random --games 2 --ply-limit 20");
    let said = text(&other.stderr);
    assert_eq!(said.matches("were tuned for").count(), 1, "{said}");
    let same = desk.run("match darkboard:weights=run random --games 2 --ply-limit 20");
    assert!(!text(&same.stderr).contains("were tuned for"));
}

#[test]
fn a_champion_that_is_not_there_is_refused_with_the_reason() {
    let desk = Desk::new();
    desk.evolved("run");
    desk.write("one.toml", "");
    desk.refuses(&[
        ("champion nowhere", &["nowhere", "no such folder"]),
        (
            "champion run --individual i9999",
            &["i9999", "individuals.csv"],
        ),
        ("champion run --out one.toml", &["one.toml"]),
        ("match darkboard:weights=run#i9999 random", &["i9999"]),
        (
            "match darkboard:weights=run/plots random",
            &["run/plots", "no champion.toml"],
        ),
    ]);
}

#[test]
fn evolve_without_out_writes_to_results_under_the_name_of_the_config() {
    let desk = Desk::new();
    desk.done("evolve tiny.toml --quiet");
    assert!(
        desk.path("results/tiny/champion.toml").is_file(),
        "{:?}",
        tree(desk.folder()).keys()
    );
}

#[test]
fn headers_of_an_evolution_are_those_that_are_promised() {
    let desk = Desk::new();
    let run = desk.evolved("run");
    let first_line = |name: &str| {
        let text = fs::read_to_string(run.join(name)).expect(name);
        text.lines().next().expect(name).to_owned()
    };
    assert_eq!(first_line("games.csv"), GAMES_HEADER);
    assert_eq!(first_line("standings.csv"), STANDINGS_HEADER);
    let names: Vec<String> = weights(&desk.path("run/champion.toml"))
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    assert!(names.len() > 10, "weights of the champion: {names:?}");
    assert_eq!(
        first_line("individuals.csv"),
        format!("{INDIVIDUALS_HEADER},{}", names.join(","))
    );
    let spreads: Vec<String> = names
        .iter()
        .map(|name| format!("mean_{name},sd_{name}"))
        .collect();
    let wanted = format!("{GENERATIONS_HEADER},{}", spreads.join(","));
    let generations = first_line("generations.csv");
    assert!(
        generations == wanted || generations.starts_with(&format!("{wanted},")),
        "generations.csv begins with\n{generations}\nand not with\n{wanted}"
    );
}

#[test]
fn games_of_an_evolution_are_whole_and_paired() {
    let desk = Desk::new();
    desk.evolved("run");
    let games = desk.table("run/games.csv");
    let numbers: Vec<u64> = games.numbers("game");
    assert!(
        numbers.iter().copied().eq(0..numbers.len() as u64),
        "games are numbered from 0, in order and without gaps: {numbers:?}"
    );
    let column = |name: &str| games.texts(name);
    let (results, endings) = (column("result"), column("ending"));
    for (game, (&result, &ending)) in results.iter().zip(&endings).enumerate() {
        assert!(ENDINGS.contains(&ending), "game {game}: ending {ending}");
        let decided = ending == "checkmate" || ending.starts_with("forfeit");
        let wanted: &[&str] = if decided {
            &["1-0", "0-1"]
        } else {
            &["1/2-1/2"]
        };
        assert!(
            wanted.contains(&result),
            "game {game}: {result} by {ending}"
        );
    }
    for name in ["white_material", "black_material"] {
        for material in column(name) {
            let men = material.strip_prefix('K').unwrap_or("-");
            assert!(
                men.chars().all(|man| "QRBNP".contains(man)),
                "{name}: {material}"
            );
        }
    }
    for plies in games.numbers::<u64>("plies") {
        assert!((1..=PLY_LIMIT).contains(&plies), "{plies} plies");
    }
    assert!(column("ruleset").iter().all(|&ruleset| ruleset == "icc"));
    let (white, black, seeds) = (column("white"), column("black"), column("seed"));
    let (bouts, pairs) = (column("bout"), games.numbers::<usize>("pair"));
    for game in (0..games.rows.len()).step_by(2) {
        let other = game + 1;
        assert_eq!(
            (pairs[game], pairs[other]),
            (game / 2, game / 2),
            "pairs of {game}, {other}"
        );
        assert_eq!(bouts[game], bouts[other], "bout of games {game}, {other}");
        assert_eq!(seeds[game], seeds[other], "seed of games {game}, {other}");
        assert_eq!(
            (white[game], black[game]),
            (black[other], white[other]),
            "colours of games {game}, {other}"
        );
    }
    let different: BTreeSet<&str> = seeds.iter().copied().collect();
    assert_eq!(
        different.len(),
        games.rows.len() / 2,
        "every pair has a seed of its own"
    );
}

#[test]
fn counts_of_an_evolution_agree_from_file_to_file() {
    let desk = Desk::new();
    desk.evolved("run");
    let table = |name: &str| desk.table(&format!("run/{name}"));
    let (games, bouts) = (table("games.csv"), table("bouts.csv"));
    let (generations, individuals) = (table("generations.csv"), table("individuals.csv"));
    let standings = table("standings.csv");

    assert_eq!(generations.rows.len(), GENERATIONS, "generations.csv");
    assert_eq!(
        individuals.rows.len(),
        GENERATIONS * POPULATION,
        "individuals.csv"
    );
    assert_eq!(standings.rows.len(), POPULATION, "standings.csv");
    let counted: usize = generations.numbers::<usize>("games").iter().sum();
    assert_eq!(games.rows.len(), counted, "generations.csv: games in all");

    for (number, of_generation) in generations.numbers::<usize>("games").iter().enumerate() {
        let own = bouts.only("generation", &number.to_string());
        let counted: usize = own.numbers::<usize>("games").iter().sum();
        assert_eq!(*of_generation, counted, "games of generation {number}");
    }
    for (bout, &counted) in bouts
        .texts("bout")
        .iter()
        .zip(&bouts.numbers::<usize>("games"))
    {
        let played = games.only("bout", bout).rows.len();
        assert_eq!(played, counted, "games of bout {bout}");
    }
    for table in [&bouts, &standings] {
        let sums = table.numbers::<u64>("wins").into_iter();
        let sums = sums.zip(table.numbers::<u64>("draws"));
        let sums = sums.zip(table.numbers::<u64>("losses"));
        let sums: Vec<u64> = sums
            .map(|((wins, draws), losses)| wins + draws + losses)
            .collect();
        assert_eq!(sums, table.numbers::<u64>("games"), "{}", table.name);
        let [lo, score, hi] =
            ["score_lo", "score", "score_hi"].map(|name| table.numbers::<f64>(name));
        for (row, score) in score.into_iter().enumerate() {
            assert!(
                (0.0..=score).contains(&lo[row]) && (score..=1.0).contains(&hi[row]),
                "{}: score {score} in {}..{}",
                table.name,
                lo[row],
                hi[row]
            );
        }
    }
    let ranks: Vec<usize> = standings.numbers("rank");
    assert!(
        ranks.into_iter().eq(1..=POPULATION),
        "ranks of standings.csv"
    );
    let last = generations.texts("champion")[GENERATIONS - 1];
    assert_eq!(
        standings.texts("player")[0],
        last,
        "rank 1 is the champion's"
    );
}

#[test]
fn generations_sum_up_their_individuals() {
    let desk = Desk::new();
    desk.evolved("run");
    let generations = desk.table("run/generations.csv");
    let individuals = desk.table("run/individuals.csv");
    let champion = weights(&desk.path("run/champion.toml"));
    let mut known: BTreeSet<String> = BTreeSet::new();
    for number in 0..GENERATIONS {
        let own = individuals.only("generation", &number.to_string());
        let mut placings: Vec<u32> = own.numbers("placing");
        placings.sort_unstable();
        assert_eq!(placings, [1, 2, 3, 3], "placings of generation {number}");
        if number == 0 {
            known.extend(own.texts("individual").into_iter().map(str::to_owned));
        }
        for (name, parent) in own.texts("individual").iter().zip(own.texts("parent")) {
            let first = parent.is_empty() && number == 0;
            assert!(first || known.contains(parent), "{name}: parent '{parent}'");
        }
        known.extend(own.texts("individual").into_iter().map(str::to_owned));
        let first = own.only("placing", "1");
        assert_eq!(
            generations.texts("champion")[number],
            first.texts("individual")[0],
            "champion of generation {number}"
        );
        assert_eq!(
            generations.texts("champion_parent")[number],
            first.texts("parent")[0],
            "its parent"
        );
        for (weight, value) in &champion {
            let values: Vec<f64> = own.numbers(weight);
            let mean = values.iter().sum::<f64>() / POPULATION as f64;
            let variance = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>();
            let sd = (variance / POPULATION as f64).sqrt();
            for (column, wanted) in [("mean", mean), ("sd", sd)] {
                let written = generations.numbers::<f64>(&format!("{column}_{weight}"))[number];
                assert!(
                    (written - wanted).abs() < 1e-9,
                    "{column}_{weight} of generation {number} is {written}, not {wanted}"
                );
            }
            if number + 1 == GENERATIONS {
                let last: f64 = first.numbers(weight)[0];
                assert_eq!(
                    last.to_bits(),
                    value.to_bits(),
                    "{weight} of champion.toml is that of individuals.csv"
                );
            }
        }
    }
    let names = individuals.texts("individual");
    let different: BTreeSet<&&str> = names.iter().collect();
    assert_eq!(different.len(), names.len(), "names of individuals");
}

#[test]
fn games_against_the_reference_are_fresh() {
    let desk = Desk::new();
    desk.evolved("run");
    let games = desk.table("run/games.csv");
    let measuring = desk.table("run/bouts.csv").only("purpose", "reference");
    assert_eq!(measuring.rows.len(), GENERATIONS, "a bout each generation");
    let measured: BTreeSet<&str> = measuring.texts("bout").into_iter().collect();
    let (mut fresh, mut knockout) = (BTreeSet::new(), BTreeSet::new());
    let bouts = games.texts("bout");
    for (game, seed) in games.texts("seed").into_iter().enumerate() {
        if measured.contains(bouts[game]) {
            fresh.insert(seed);
            let players = [games.texts("white")[game], games.texts("black")[game]];
            assert!(
                players.contains(&"darkboard:depth=1,particles=0"),
                "game {game} is against the reference: {players:?}"
            );
        } else {
            knockout.insert(seed);
        }
    }
    assert_eq!(
        fresh.len(),
        GENERATIONS * REFERENCE_PAIRS,
        "each generation has seeds of its own"
    );
    let shared: Vec<&&str> = fresh.intersection(&knockout).collect();
    assert!(
        shared.is_empty(),
        "seeds that knockout games have too: {shared:?}"
    );
}

#[test]
fn a_generation_that_was_not_measured_has_no_reference_score() {
    let desk = Desk::new();
    desk.write("second.toml", tiny_with("every = 1", "every = 2"));
    desk.done("evolve second.toml --no-plots --out run --quiet");
    let generations = desk.table("run/generations.csv");
    for column in ["reference_score", "reference_lo", "reference_hi"] {
        let measured: Vec<bool> = generations
            .texts(column)
            .iter()
            .map(|score| !score.is_empty())
            .collect();
        assert_eq!(
            measured,
            [false, true, true],
            "{column}: every second generation, and the last"
        );
    }
}

#[test]
fn figures_of_evolve_are_those_of_its_files() {
    let desk = Desk::new();
    let figures = desk.json("evolve tiny.toml --no-plots --out run --quiet");
    let generations = desk.table("run/generations.csv");
    let games = desk.table("run/games.csv");
    assert_eq!(figures["games"], games.rows.len(), "{figures}");
    assert_eq!(figures["generations"], GENERATIONS, "{figures}");
    assert_eq!(figures["folder"], "run", "{figures}");
    assert_eq!(
        figures["champion"],
        generations.texts("champion")[GENERATIONS - 1],
        "{figures}"
    );
    assert_eq!(figures["reference_games"], 2 * REFERENCE_PAIRS, "{figures}");
    for key in ["reference_score", "reference_lo", "reference_hi"] {
        let written = generations.numbers::<f64>(key)[GENERATIONS - 1];
        let said = figures[key].as_f64().unwrap_or(f64::NAN);
        assert!(
            (said - written).abs() < 1e-6,
            "{key}: {written} in {figures}"
        );
    }
}

#[test]
fn a_run_names_no_file_that_it_did_not_write() {
    let desk = Desk::new();
    let said = desk.done("evolve tiny.toml --out run --quiet");
    let mut named = 0;
    for line in said.lines().filter(|line| line.starts_with("run/")) {
        let (place, names) = line.split_once(": ").expect(line);
        if place.ends_with("report.html") {
            assert!(desk.path(place).is_file(), "{line}");
            continue;
        }
        let names = names.split(" and ").next().expect("names");
        for name in names.split(", ") {
            let plot = if place.ends_with("plots/") {
                ".svg"
            } else {
                ""
            };
            assert!(
                desk.path(&format!("{place}{name}{plot}")).is_file(),
                "{name} in {line}"
            );
            named += 1;
        }
    }
    assert!(named > 6, "{said}");
    assert!(!said.contains("proof.csv"), "{said}");
    assert!(
        said.lines().all(|line| line.chars().count() <= 95),
        "{said}"
    );
}

#[test]
fn bouts_say_what_they_were_played_for() {
    let desk = Desk::new();
    desk.evolved("run");
    let bouts = desk.table("run/bouts.csv");
    for (purpose, round) in bouts.texts("purpose").into_iter().zip(bouts.texts("round")) {
        assert_eq!(
            purpose == "selection",
            round != "0" && !round.is_empty(),
            "{purpose} {round}"
        );
        assert!(["selection", "reference"].contains(&purpose), "{purpose}");
    }
}

#[test]
fn quiet_says_nothing_on_standard_error() {
    let desk = Desk::new();
    for line in [
        "evolve tiny.toml --no-plots --out run --quiet",
        "evolve tiny.toml --no-plots --out run --quiet --resume",
        "report run --quiet",
        "match random random --games 2 --quiet",
    ] {
        let output = desk.run(line);
        assert!(output.status.success(), "{line}");
        assert_eq!(text(&output.stderr), "", "{line}");
    }
}

#[test]
fn the_champion_can_play_a_match() {
    let desk = Desk::new();
    desk.evolved("run");
    let player = "darkboard:weights=run/champion.toml,depth=1,particles=0";
    let figures = desk.json(&format!("match {player} random --games 2 --quiet"));
    assert_eq!(figures["a"], player, "{figures}");
    assert_eq!(figures["games"], 2, "{figures}");
}

#[test]
fn the_champion_can_begin_another_evolution() {
    let desk = Desk::new();
    desk.evolved("run");
    desk.write(
        "next.toml",
        tiny_with("\"hand-made\"", "\"run/champion.toml\""),
    );
    desk.done("evolve next.toml --no-plots --out next --quiet");
    let text = fs::read_to_string(desk.path("next/run.toml")).unwrap();
    let run: toml::Table = text.parse().unwrap();
    let start = &run["weights"]["run/champion.toml"];
    for (name, value) in weights(&desk.path("run/champion.toml")) {
        let kept = start[&name].as_float().expect("a number");
        assert_eq!(kept.to_bits(), value.to_bits(), "{name} of the start");
    }
    let individuals = desk.table("next/individuals.csv");
    let parents = individuals.texts("parent");
    assert_eq!(parents[0], "", "the start is nobody's father by number");
}

/// Every tuner with all additions of this project, and with external opponents.
#[test]
fn every_tuner_leaves_the_same_files_resumed_at_another_number_of_threads() {
    let noise = "[noise]\ncommon_seeds = true\nracing = true\nslice = 1\n\n[opponents]\n\
                 hall_of_fame = 0.3\nsemi_random = 0.3\n";
    let breeding = "mutated_share = 0.25\nscale = 0.3\ntwins = false\nblend = 0.0";
    for (kind, own) in [
        ("knockout", "[breeding]\nmutated_share = 1.0\n"),
        ("cma-es", "[tuner]\nkind = \"cma-es\"\n"),
        ("spsa", "[tuner]\nkind = \"spsa\"\n"),
        (
            "clop",
            "[tuner]\nkind = \"clop\"\n\n[weights]\nonly = [\"danger\", \"control\"]\n",
        ),
    ] {
        let desk = Desk::new();
        let tiny = crate::cli::desk::TINY
            .replace(&format!("[breeding]\n{breeding}\n"), own)
            .replace("[noise]\ncommon_seeds = false\n", noise)
            .replace("start = \"hand-made\"", "start = \"random\"");
        assert!(tiny.contains(own) && tiny.contains("[opponents]"), "{tiny}");
        desk.write("own.toml", tiny);
        desk.done("evolve own.toml --no-plots --out run1 --threads 1 --quiet");
        let journal = desk.read("run1/journal.jsonl");
        let lines: Vec<&str> = journal.lines().collect();
        let half = lines[..lines.len() / 2].join("\n");
        desk.interrupted("run1", "run2", half.as_bytes());
        desk.done("evolve own.toml --no-plots --out run2 --threads 2 --resume --quiet");
        let (one, two) = (tree(&desk.path("run1")), tree(&desk.path("run2")));
        assert!(one == two, "{kind}: files differ");
        let champion = desk.table("run1/individuals.csv").only("placing", "1");
        assert_eq!(champion.rows.len(), GENERATIONS, "{kind}");
    }
}
