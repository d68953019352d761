//! Matches: their figures, files and transcripts.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::cli::desk::{Desk, tree};
use crate::cli::table::{ENDINGS, GAMES_HEADER, STANDINGS_HEADER};

/// A match that ends quickly and whose Elo difference is finite.
pub const MATCH: &str = "match darkboard:depth=1,particles=0 darkboard:weights=thesis,depth=1,particles=0 --games 20 \
    --ply-limit 160 --seed 3 --quiet";

#[test]
fn figures_of_a_match_are_whole() {
    let desk = Desk::new();
    let figures = desk.json(MATCH);
    let number = |key: &str| {
        let number = figures[key].as_f64();
        number.unwrap_or_else(|| panic!("{key} is a number in {figures}"))
    };
    let (games, wins, draws, losses) = (
        number("games"),
        number("wins"),
        number("draws"),
        number("losses"),
    );
    let near = |one: f64, other: f64| (one - other).abs() < 1e-9;
    assert!(near(games, 20.0), "games of {figures}");
    assert!(near(wins + draws + losses, games), "sum in {figures}");
    assert!(number("stalemates") <= draws, "stalemates in {figures}");
    let score = number("score");
    assert!(
        near(score, (wins + draws / 2.0) / games),
        "score in {figures}"
    );
    for (value, lo, hi) in [
        ("score", "score_lo", "score_hi"),
        ("elo", "elo_lo", "elo_hi"),
    ] {
        assert!(
            number(lo) < number(value) && number(value) < number(hi),
            "{lo} < {value} < {hi} in {figures}"
        );
    }
    let elo = 400.0 * (score / (1.0 - score)).log10();
    assert!(near(number("elo"), elo), "elo is {elo} in {figures}");
    assert!((0.0..=1.0).contains(&number("los")), "los in {figures}");
    let endings = figures["endings"].as_object().expect("endings");
    assert!(
        endings
            .keys()
            .all(|ending| ENDINGS.contains(&ending.as_str())),
        "{endings:?}"
    );
    let counted: u64 = endings.values().filter_map(Value::as_u64).sum();
    assert_eq!(counted, 20, "endings in {figures}");
}

#[test]
fn a_match_says_the_same_on_the_console_and_in_json() {
    let desk = Desk::new();
    let figures = desk.json(MATCH);
    let console = desk.done(MATCH);
    let console = console.split_whitespace().collect::<Vec<&str>>().join(" ");
    let number = |key: &str| figures[key].as_f64().unwrap_or(f64::NAN);
    let percent = |key: &str| {
        let [value, lo, hi] = [String::new(), "_lo".into(), "_hi".into()]
            .map(|end| 100.0 * number(&(key.to_owned() + &end)));
        format!("{value:.1} % ({lo:.1}..{hi:.1})")
    };
    let wanted = [
        format!(
            "{} vs {}: 20 games",
            "darkboard:depth=1,particles=0", "darkboard:weights=thesis,depth=1,particles=0"
        ),
        "seed 3".to_owned(),
        format!("wins {} {}", figures["wins"], percent("win_rate")),
        format!("draws {} {}", figures["draws"], percent("draw_rate")),
        format!("losses {} ", figures["losses"]),
        format!(
            "stalemates {} {}",
            figures["stalemates"],
            percent("stalemate_rate")
        ),
        format!("score {}", percent("score")),
        format!(
            "Elo {:+.1} ({:+.1}..{:+.1})",
            number("elo"),
            number("elo_lo"),
            number("elo_hi")
        ),
        format!("LOS {:.1} %", 100.0 * number("los")),
    ];
    for part in wanted {
        assert!(console.contains(&part), "no '{part}' in: {console}");
    }
    let endings = figures["endings"].as_object().expect("endings");
    for (ending, count) in endings {
        let part = format!("{} {count}", ending.replace('_', " "));
        assert!(console.contains(&part), "no '{part}' in: {console}");
    }
}

#[test]
fn a_match_leaves_its_files_and_nothing_without_out() {
    let desk = Desk::new();
    desk.done("match random random --games 2");
    let left = tree(desk.folder());
    assert_eq!(
        left.keys().collect::<Vec<_>>(),
        ["tiny.toml"],
        "without --out nothing is kept"
    );
    let figures = desk.json(&format!("{MATCH} --out deep/er/match"));
    let games = desk.table("deep/er/match/games.csv");
    assert_eq!(games.header.join(","), GAMES_HEADER);
    assert_eq!(games.rows.len(), 20, "games.csv");
    let whites = games.texts("white");
    for (game, white) in whites.into_iter().enumerate() {
        let a_has_white = white == "darkboard:depth=1,particles=0";
        assert_eq!(a_has_white, game % 2 == 0, "White of game {game}: {white}");
    }
    let standings = desk.table("deep/er/match/standings.csv");
    assert_eq!(standings.header.join(","), STANDINGS_HEADER);
    let a = standings.only("player", "darkboard:depth=1,particles=0");
    for count in ["games", "wins", "draws", "losses", "stalemates"] {
        assert_eq!(
            a.texts(count)[0],
            figures[count].to_string(),
            "{count} of A"
        );
    }
    for (cell, key) in [("elo", "elo"), ("elo_lo", "elo_lo"), ("elo_hi", "elo_hi")] {
        let wanted = format!("{:.2}", figures[key].as_f64().expect("a number"));
        assert_eq!(a.texts(cell)[0], wanted, "{cell} of A");
    }
    assert_eq!(standings.rows.len(), 2, "standings.csv");
    assert!(
        desk.path("deep/er/match/plots/outcomes.svg").is_file(),
        "plots"
    );
}

/// The lines of a transcript, by game; checks that games come whole and one after another.
fn transcript(text: &str) -> Vec<Vec<Value>> {
    let mut games: Vec<Vec<Value>> = Vec::new();
    let mut over = true;
    for (number, line) in text.lines().enumerate() {
        let line: Value = serde_json::from_str(line)
            .unwrap_or_else(|error| panic!("line {}: {error}: {line}", number + 1));
        if over {
            games.push(Vec::new());
        }
        over = line.get("result").is_some();
        let game = games.len() - 1;
        assert_eq!(line["game"], game, "line {}: {line}", number + 1);
        games[game].push(line);
    }
    assert!(over, "the last line ends a game");
    games
}

fn keys(line: &Value) -> BTreeSet<&str> {
    line.as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect()
}

/// Whether `text` is a move in UCI notation, such as `e7e8q`.
fn is_uci(text: &str) -> bool {
    let square = |text: &[u8]| (b'a'..=b'h').contains(&text[0]) && (b'1'..=b'8').contains(&text[1]);
    let text = text.as_bytes();
    (text.len() == 4 || text.len() == 5 && b"qrbn".contains(&text[4]))
        && square(&text[..2])
        && square(&text[2..4])
}

#[test]
fn a_transcript_has_the_promised_fields_and_no_other() {
    let desk = Desk::new();
    desk.done("match semi-random random --games 6 --seed 2 --quiet --transcript t.jsonl");
    let silent = ["answer", "game", "ply", "side", "try"];
    let played = [&silent[..], &["checks", "pawn_tries"]].concat();
    let captured = [&played[..], &["capture", "captured"]].concat();
    let [silent, played, captured] =
        [&silent[..], &played, &captured].map(|keys| keys.iter().copied().collect::<BTreeSet<_>>());
    let mut seen = BTreeSet::new();
    for game in transcript(&desk.read("t.jsonl")) {
        let (end, tries) = game.split_last().expect("a game has lines");
        let mut ply = 0;
        for line in tries {
            assert_eq!(line["ply"], ply, "{line}");
            let side = ["white", "black"][ply % 2];
            assert_eq!(line["side"], side, "{line}");
            assert!(line["try"].as_str().is_some_and(is_uci), "{line}");
            let answer = line["answer"].as_str().unwrap_or_default();
            seen.insert(answer.to_owned());
            match answer {
                "refused" => assert_eq!(keys(line), silent, "{line}"),
                "played" if line.get("capture").is_some() => {
                    seen.insert("capture".to_owned());
                    assert_eq!(keys(line), captured, "{line}");
                    let captured = line["captured"].as_str().unwrap_or_default();
                    assert!(["pawn", "piece"].contains(&captured), "{line}");
                    let square = line["capture"].as_str().unwrap_or_default();
                    assert!(is_uci(&format!("{square}a1")), "{line}");
                }
                "played" => assert_eq!(keys(line), played, "{line}"),
                _ => panic!("answer of {line}"),
            }
            if answer == "played" {
                ply += 1;
                assert!(line["pawn_tries"].is_u64(), "{line}");
                for check in line["checks"].as_array().expect("a list") {
                    let check = check.as_str().unwrap_or_default();
                    let known = ["rank", "file", "long", "short", "knight"];
                    assert!(known.contains(&check), "{line}");
                    seen.insert("check".to_owned());
                }
            }
        }
        assert_eq!(
            keys(end),
            BTreeSet::from(["ending", "game", "plies", "result"]),
            "{end}"
        );
        assert_eq!(end["plies"], ply, "{end}");
        let result = end["result"].as_str().unwrap_or_default();
        assert!(["1-0", "0-1", "1/2-1/2"].contains(&result), "{end}");
        let ending = end["ending"].as_str().unwrap_or_default();
        assert!(ENDINGS.contains(&ending), "{end}");
    }
    for kind in ["played", "refused", "capture", "check"] {
        assert!(seen.contains(kind), "the games had no {kind}: {seen:?}");
    }
}

#[test]
fn transcript_pgn_and_games_tell_the_same_games() {
    let desk = Desk::new();
    desk.done(
        "match semi-random darkboard:depth=1,particles=0 --games 5 --out m --quiet \
         --transcript m/t.jsonl --pgn m/g.pgn",
    );
    let games = desk.table("m/games.csv");
    let told = transcript(&desk.read("m/t.jsonl"));
    let pgn = desk.read("m/g.pgn");
    let tags = |name: &str| -> Vec<&str> {
        let start = format!("[{name} \"");
        let lines = pgn.lines();
        lines
            .filter_map(|line| line.strip_prefix(&start)?.strip_suffix("\"]"))
            .collect()
    };
    assert_eq!(games.rows.len(), 5, "games.csv");
    assert_eq!(told.len(), 5, "games of the transcript");
    let ends = |key: &str| -> Vec<String> {
        let ends = told.iter().filter_map(|game| game.last());
        ends.map(|end| match &end[key] {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        })
        .collect()
    };
    for (column, tag) in [
        ("result", "Result"),
        ("ending", "Termination"),
        ("plies", "PlyCount"),
    ] {
        assert_eq!(games.texts(column), ends(column), "{column}: transcript");
        assert_eq!(games.texts(column), tags(tag), "{column}: PGN");
    }
    for (column, tag) in [
        ("white", "White"),
        ("black", "Black"),
        ("ruleset", "Ruleset"),
    ] {
        assert_eq!(games.texts(column), tags(tag), "{column}: PGN");
    }
    assert!(tags("Variant").is_empty(), "readers reject a Variant tag");
    for (column, side) in [("white_refused", "white"), ("black_refused", "black")] {
        let refused: Vec<usize> = told
            .iter()
            .map(|game| {
                let own = game.iter().filter(|line| line["side"] == side);
                own.filter(|line| line["answer"] == "refused").count()
            })
            .collect();
        assert_eq!(games.numbers::<usize>(column), refused, "{column}");
    }
    for (result, movetext) in games
        .texts("result")
        .iter()
        .zip(pgn.split("\n\n").skip(1).step_by(2))
    {
        assert!(
            movetext.starts_with("1. ") && movetext.trim_end().ends_with(result),
            "a game's moves end with its result, {result}:\n{movetext}"
        );
    }
}

#[test]
fn an_odd_number_of_games_is_played_as_it_is_asked_for() {
    let desk = Desk::new();
    for games in [1, 3] {
        let line = format!(
            "match random semi-random --games {games} --quiet --out m{games} \
             --transcript t{games} --pgn p{games}"
        );
        let figures = desk.json(&line);
        assert_eq!(figures["games"], games, "{figures}");
        let written = desk.table(&format!("m{games}/games.csv"));
        assert_eq!(written.rows.len(), games, "games.csv");
        let told = transcript(&desk.read(&format!("t{games}")));
        assert_eq!(told.len(), games, "transcript");
        let pgn = desk.read(&format!("p{games}"));
        assert_eq!(pgn.matches("[Event ").count(), games, "PGN");
    }
}

#[test]
fn a_sequential_test_leaves_its_trajectory_and_says_what_is_left() {
    let desk = Desk::new();
    let line = "match random semi-random --games 60 --seed 4 --sprt 0,10 --out m --quiet";
    let figures = desk.json(line);
    let test = &figures["sprt"];
    assert_eq!(test["verdict"], "continue", "{figures}");
    assert!(
        test["games_left"].as_f64().is_some_and(|left| left > 0.0),
        "{test}"
    );
    let llr = desk.table("m/llr.csv");
    assert_eq!(llr.header, ["pair", "llr", "lower", "upper"]);
    assert_eq!(llr.numbers::<u32>("pair"), (1..=30).collect::<Vec<_>>());
    let last = llr.numbers::<f64>("llr")[29];
    assert!((last - test["llr"].as_f64().expect("llr")).abs() < 1e-6);
    assert!(desk.path("m/plots/llr.png").is_file());
    let before = tree(&desk.path("m"));
    desk.done("report m --quiet");
    assert_eq!(
        before,
        tree(&desk.path("m")),
        "drawn again from the journal"
    );
    let told = desk.done("match random semi-random --games 60 --seed 4 --sprt 0,10 --quiet");
    assert!(told.contains("more games to a bound"), "{told}");
}

#[test]
fn a_resumed_match_says_what_was_played_now() {
    let desk = Desk::new();
    let line = "match random random --games 4 --ply-limit 20 --out run --quiet";
    let told = desk.done(line);
    assert!(told.contains("4 games played now in"), "{told}");
    let told = desk.done(&format!("{line} --resume"));
    assert!(
        told.contains("4 games under") && told.contains("0 games played now in"),
        "{told}"
    );
}
