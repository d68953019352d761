//! Games of an evolution that can be watched: the key `keep`, and the commands that read them.

use serde_json::Value;

use crate::cli::desk::{Desk, JOURNAL, TINY, assert_same, rechecked, text, unchecked};

const PROOF: &str = "\n[proof]\ncandidates = 2\nscreening_pairs = 2\npairs = 4\n";

/// A desk with an evolution whose `keep` is this, played in `run`.
fn desk(keep: &str) -> Desk {
    let desk = Desk::new();
    let start = "start = \"hand-made\"";
    let kept = format!("{start}\nkeep = \"{keep}\"");
    desk.write("kept.toml", TINY.replace(start, &kept) + PROOF);
    desk.done("evolve kept.toml --no-plots --out run --quiet");
    desk
}

/// Numbers of the games in `run`: those with tries, and those of bouts with one of `purposes`.
fn games(desk: &Desk, purposes: &[&str]) -> (Vec<u64>, Vec<u64>) {
    let journal = desk.read(&format!("run/{JOURNAL}"));
    let lines = journal.lines().map(|line| -> Value {
        serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
    });
    let lines: Vec<Value> = lines.collect();
    let bouts = desk.table("run/bouts.csv");
    let wanted: Vec<bool> = bouts
        .texts("purpose")
        .iter()
        .map(|purpose| purposes.contains(purpose))
        .collect();
    let number = |line: &&Value| line["game"].as_u64().expect("a number");
    let is_wanted = |line: &&&Value| wanted[line["bout"].as_u64().expect("a bout") as usize];
    let with_tries = lines.iter().filter(|line| line.get("tries").is_some());
    let of_purposes = lines.iter().filter(|line| is_wanted(&line));
    (
        with_tries.map(|line| number(&line)).collect(),
        of_purposes.map(|line| number(&line)).collect(),
    )
}

#[test]
fn games_of_the_proof_are_kept_and_no_other_byte_changes() {
    let desk = desk("proof");
    let (kept, wanted) = games(&desk, &["screening", "proof"]);
    assert_eq!(kept, wanted);
    assert!(kept.len() > 8, "{kept:?}");
    desk.write("none.toml", TINY.to_owned() + PROOF);
    desk.done("evolve none.toml --no-plots --out none --quiet");
    let (mut one, mut other) = (desk.files("run"), desk.files("none"));
    for own in [JOURNAL, "run.toml", "report.html"] {
        assert!(one.remove(own).is_some() && other.remove(own).is_some());
    }
    assert_same(&one, &other, "with and without kept games");
    let whole = desk.files("run");
    desk.interrupted(
        "run",
        "half",
        &whole[JOURNAL][..whole[JOURNAL].len() * 2 / 3],
    );
    desk.done("evolve kept.toml --no-plots --out half --resume --quiet --threads 2");
    assert_same(&whole, &desk.files("half"), "killed and continued");
}

#[test]
fn kept_games_are_viewed_counted_and_checked() {
    let desk = desk("proof");
    let (kept, _) = games(&desk, &[]);
    let first = kept[0];
    let shown = desk.done("view run --text --ply 9 --quiet");
    assert!(shown.contains("9 of "), "{shown}");
    let same = desk.done(&format!("view run --game {first} --text --ply 9"));
    assert_eq!(shown, same, "the first game with tries");
    let last = kept[kept.len() - 1];
    assert_eq!(
        desk.done(&format!("view run --game {last}")),
        format!("game{last}.html\n")
    );
    let page = desk.read("run/report.html");
    let command = page.split("darkforge view FOLDER --game ").nth(1);
    let number = command.and_then(|rest| rest.split('<').next()?.parse().ok());
    let number: u64 = number.expect("the page says how to watch a game");
    assert!(kept.contains(&number), "{number} of {kept:?}");
    let lack = format!("games with tries are {first} to {last}");
    desk.refuses(&[("view run --game 0", &["game 0", &lack, "keep = \"proof\""])]);
    let stats = desk.json("stats run --knowledge-sample 0");
    assert_eq!(stats["games"], kept.len());
    assert_eq!(
        stats["without_tries"],
        desk.journalled("run") - kept.len(),
        "{stats}"
    );
    let told = desk.run("stats run --knowledge-sample 0");
    assert!(text(&told.stderr).contains("keep = \"proof\""));
    let checked = desk.json("check run");
    assert_eq!(checked["games"], kept.len());
    assert_eq!(checked["without_tries"], stats["without_tries"]);
    assert_eq!(
        desk.json(&format!("check run/{JOURNAL}"))["disagreements"],
        0
    );
}

#[test]
fn a_game_of_a_run_that_was_changed_is_found() {
    let desk = desk("proof");
    let (kept, _) = games(&desk, &[]);
    let journal = desk.read(&format!("run/{JOURNAL}"));
    let mut lines: Vec<String> = journal.lines().map(str::to_owned).collect();
    let line = kept[1] as usize;
    let mut game: Value = serde_json::from_str(&unchecked(&lines[line])).expect("a game");
    game["white_material"] = "KQQ".into();
    lines[line] = rechecked(&game.to_string());
    desk.write(&format!("run/{JOURNAL}"), lines.join("\n") + "\n");
    let output = desk.run("check run");
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stdout);
    let place = format!("run:{}: game {}, white_material", line + 1, kept[1]);
    assert!(said.contains(&place) && said.contains("KQQ"), "{said}");
    desk.refuses(&[("check run --fix", &["--fix", "run"])]);
}

#[test]
fn a_match_keeps_its_tries_without_a_file_beside_its_folder() {
    let desk = Desk::new();
    desk.done("match random random --games 4 --keep-tries --no-plots --out run");
    assert_eq!(desk.json("check run")["games"], 4);
    desk.done("match random random --games 4 --pgn games.pgn --no-plots --out other");
    let journal = |run: &str| desk.read(&format!("{run}/{JOURNAL}"));
    assert_eq!(journal("run"), journal("other"));
    desk.refuses(&[("match random random --keep-tries", &["--out"])]);
}

#[test]
fn a_run_without_tries_is_answered_with_the_key_that_keeps_them() {
    let desk = Desk::new();
    desk.evolved("run");
    let key = "an evolution keeps them with keep = \"proof\"";
    desk.refuses(&[
        ("view run", &["kept no tries", key]),
        ("stats run", &["did not keep their tries", key]),
        ("check run", &["no game with its tries", key]),
    ]);
    desk.write(
        "wrong.toml",
        TINY.replace("seed = 7", "seed = 7\nkeep = \"some\""),
    );
    let words = &[
        "wrong.toml",
        "keep = \"some\"",
        "none, proof, champions, all",
    ];
    desk.refuses(&[("evolve wrong.toml --out w", words)]);
}

#[test]
fn champions_are_kept_in_the_games_that_they_play() {
    let desk = desk("champions");
    let (kept, certain) = games(&desk, &["reference", "screening", "proof"]);
    assert!(certain.iter().all(|game| kept.contains(game)));
    let bouts = desk.table("run/bouts.csv");
    let generations = desk.table("run/generations.csv");
    // A child without changes is the champion's copy.
    let individuals = desk.table("run/individuals.csv");
    let copies = individuals.only("mutation_scale", "0.0");
    let copies: Vec<&str> = copies.texts("individual");
    let selection = bouts
        .texts("purpose")
        .into_iter()
        .zip(bouts.numbers::<u64>("games"));
    let mut number = 0;
    let mut seen = [0, 0];
    for (row, (purpose, games)) in selection.enumerate() {
        let players = [bouts.texts("first")[row], bouts.texts("second")[row]];
        let has_champion = players.iter().any(|player| copies.contains(player));
        if purpose == "selection" {
            assert_eq!(kept.contains(&number), has_champion, "bout {row}");
            seen[usize::from(has_champion)] += 1;
        }
        number += games;
    }
    assert!(
        seen[0] > 0 && seen[1] > 0,
        "{seen:?} {}",
        generations.rows.len()
    );
    let desk = self::desk("all");
    let (kept, _) = games(&desk, &[]);
    assert_eq!(kept.len(), desk.journalled("run"));
}
