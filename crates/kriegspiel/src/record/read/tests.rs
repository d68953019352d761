//! Reading of whole and damaged files.

use super::*;
use crate::record::{self, Entry, GameRecord};
use crate::umpire::{Answer, ICC, Question, Umpire};
use darkforge_board::Color;
use darkforge_streams as streams;

const FOOLS: &str = "[White \"Ann\"]\n[Black \"Bo\"]\n[Result \"0-1\"]\n\n\
    1. f3! {a comment} e5 (1... d5 2. e4) 2. g4 $4 {P0:} Qh4# 0-1\n\n";

fn only(text: &str) -> Result<ReadGame, DamagedGame> {
    let mut games = games(text.as_bytes());
    assert_eq!(games.len(), 1, "{games:?}");
    games.remove(0)
}

#[test]
fn a_plain_game_is_read_with_the_umpires_words() {
    let game = only(FOOLS).unwrap();
    assert_eq!(game.players, ["Ann", "Bo"]);
    assert_eq!(game.mated_by, Some(Color::Black));
    let moves: Vec<String> = game.moves().map(|m| m.question.to_string()).collect();
    assert_eq!(moves, ["f2f3", "e7e5", "g2g4", "d8h4"]);
    let silent = game.moves().map(|m| match m.answer {
        Answer::Played(said) => said.is_silent(),
        _ => false,
    });
    assert_eq!(silent.collect::<Vec<_>>(), [true, true, true, false]);
}

#[test]
fn a_file_has_its_games_or_the_reason_why_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let missing = look_at(&path).unwrap_err().to_string();
    assert!(missing.contains("games.pgn"), "{missing}");
    assert!(file(&path).is_err());
    std::fs::write(&path, "no game\n").unwrap();
    let none = file(&path).map(drop).unwrap_err().to_string();
    assert!(none.contains("games.pgn: there is no game in it"), "{none}");
    let filtered = "[Filtered \"white\"]\n\n1. e4 {:} ?? {:} *\n";
    std::fs::write(&path, format!("{FOOLS}{filtered}")).unwrap();
    look_at(&path).unwrap();
    let games = file(&path).unwrap();
    assert_eq!(games[0].as_ref().unwrap().players, ["Ann", "Bo"]);
    let problem = &games[1].as_ref().map(drop).unwrap_err().problem;
    assert_eq!(problem, "it is filtered: it lacks the moves of Black");
    std::fs::write(&path, b"\0\0\0\0").unwrap();
    assert!(look_at(&path).is_err(), "it is no text");
    // Standard input is not touched.
    look_at(Path::new("-")).unwrap();
}

#[test]
fn a_damaged_game_is_named_and_the_next_one_is_read() {
    let cases = [
        (
            FOOLS.replace("Qh4#", "Qh5#"),
            "move 2... 'Qh5#' is not legal",
        ),
        (
            FOOLS.replace("e5 (", "xx5 ("),
            "move 1... 'xx5' is not a move in English letters",
        ),
        (FOOLS.replace("0-1\"", "1-0\""), "mates for Black"),
        (FOOLS.replace("[White", "[FEN \"8/8\"]\n[White"), "FEN"),
        (
            FOOLS.replace("[White", "[PlyCount \"6\"]\n[White"),
            "it has 4 moves, and its tag says 6",
        ),
    ];
    for (damaged, words) in cases {
        let read = games(format!("{damaged}{FOOLS}").as_bytes());
        assert_eq!(read.len(), 2, "{read:?}");
        let problem = read[0].clone().unwrap_err();
        assert_eq!(problem.number, 1);
        assert!(problem.problem.contains(words), "{problem:?}");
        assert!(read[1].is_ok(), "{read:?}");
    }
    let open = only("[White \"A\"]\n\n1. e4 {no end").unwrap_err();
    assert!(open.problem.contains("comment"), "{open:?}");
}

#[test]
fn text_without_games_has_none() {
    for text in ["", "\n\n", "# Notes\n\nNothing here.\n", "\u{feff}"] {
        assert!(games(text.as_bytes()).is_empty(), "{text:?}");
    }
}

/// A game of random tries, many of them refused.
fn record(seed: u64) -> GameRecord {
    let mut stream = streams::open(seed, "read", 0);
    let mut umpire = Umpire::new(&ICC, 300);
    let (mut entries, mut tries) = (Vec::new(), Vec::new());
    while umpire.outcome().is_none() {
        let side = umpire.turn();
        umpire.view(side).pseudolegal(true, &mut tries);
        let question = Question::Try(tries[streams::below(&mut stream, tries.len())]);
        let answer = umpire.ask(question).unwrap();
        entries.push(Entry {
            side,
            question,
            answer,
        });
    }
    GameRecord::close(&umpire, entries)
}

#[test]
fn a_damaged_transcript_costs_the_games_that_it_damages() {
    let mut text = Vec::new();
    for seed in 0..3 {
        record::transcript::write(&mut text, seed, &record(seed)).unwrap();
    }
    let text = String::from_utf8(text).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let second = lines.iter().position(|line| line.contains("\"game\":1"));
    let mut broken = lines.clone();
    broken[second.unwrap() + 2] = "{\"game\":1,\"pl";
    let read = games(broken.join("\n").as_bytes());
    let whole: Vec<bool> = read.iter().map(Result::is_ok).collect();
    assert_eq!(whole, [true, false, true]);
    let problem = &read[1].as_ref().unwrap_err().problem;
    assert!(problem.starts_with("line "), "{problem}");
    let read = games(lines[..lines.len() - 1].join("\n").as_bytes());
    let problem = &read[2].as_ref().unwrap_err().problem;
    assert!(problem.contains("end"), "{problem}");
}

/// The scholar's mate in German, with a tag for its length.
const GERMAN: &str = "[White \"Jörg\"]\n[Result \"1-0\"]\n[PlyCount \"7\"]\n\n\
    1. e4 e5 2. Sf3 Sc6 3. Lc4 {gut} Sf6 (3... Lc5) 4. Sg5 1-0\n\n";

#[test]
fn descriptive_notation_is_named_as_what_it_is() {
    for (text, wrong) in [
        ("1. P-K4 P-K4 2. Kt-KB3 *", "move 1. 'P-K4'"),
        ("1. e4 e5 2. B-QB4 *", "move 2. 'B-QB4'"),
        ("1. e4 d5 2. PxP *", "move 2. 'PxP'"),
        ("1. e4 d5 2. QR-Q1ch *", "move 2. 'QR-Q1ch'"),
    ] {
        let game = told(&format!("[White \"a\"]\n\n{text}\n"), &ICC).unwrap_err();
        let right = format!("{wrong} cannot be read: descriptive notation is not read");
        assert_eq!(game.problem, right);
        assert_eq!(game.place.map(|place| place.line), Some(3));
    }
    for text in [
        "e2-e4", "Ng1-f3", "Bxe4", "O-O", "K-", "x", "Kxx", "-K4", "Sf3",
    ] {
        assert!(!crate::record::notation::is_descriptive(text), "{text}");
    }
}

/// Summary of a game, with its moves in UCI.
fn told(text: &str, reading: impl Into<Reading>) -> Result<(String, ReadGame), DamagedGame> {
    let mut games = Games::new(text.as_bytes()).unwrap().under(reading);
    let found = games.next().unwrap_or_else(|| panic!("no game: {text}"));
    match found.game? {
        FoundGame::Full(game) => {
            let moves = game.moves().map(|played| played.question.to_string());
            let moves: Vec<String> = moves.collect();
            Ok((moves.join(" "), *game))
        }
        FoundGame::Filtered(game) => panic!("{game:?}"),
    }
}

#[test]
fn a_game_is_read_in_the_only_language_that_fits() {
    let (moves, game) = told(GERMAN, &ICC).unwrap();
    assert_eq!(moves, "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 f3g5");
    assert_eq!(game.language.code, "de");
    assert_eq!(game.disagreements, [], "its PlyCount is right");
    assert_eq!(game.respelt, 5);
    let italian = "1. e4 e5 2. Cf3 Cc6 3. Ac4 Ac5 4. O-O Cf6 *";
    let (moves, game) = told(italian, &ICC).unwrap();
    assert_eq!(moves, "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6");
    assert_eq!(game.language.code, "es", "the letters are those of Spanish");
    for same in [
        "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1–c4 Bf8–c5 4. 0-0 Ng8-f6 *",
        "1. e2e4 e7e5 2. g1f3 b8c6 3. f1c4 f8c5 4. e1g1 g8f6 *",
        "1. e4 e5 2. ♘f3 ♞c6 3. ♗c4 ♝c5 4. O-O ♞f6 *",
        "1 e4 e5 2 Кf3 Кc6 3 Сc4 Сc5 4 0-0 Кf6 *",
        "1.e4 e5 2.Pf3 Pc6 3.Lc4 Lc5 4.O-O Pf6 *",
    ] {
        assert_eq!(told(same, &ICC).unwrap().0, moves, "{same}");
    }
    let passing = "1. e4 a6 2. e5 d5 3. exd6e.p. *";
    assert!(told(passing, &ICC).unwrap().0.ends_with("e5d6"));
}

#[test]
fn a_game_that_fits_two_languages_is_read_in_the_one_that_is_named() {
    // S is a knight in German and a bishop in Czech, and both can go to d2.
    let text = "1. d4 d6 2. Sd2 *";
    let problem = told(text, &ICC).unwrap_err().problem;
    assert!(problem.contains("German (de)"), "{problem}");
    assert!(problem.contains("Czech (cs)"), "{problem}");
    let read = |code: &str| {
        let reading = Reading {
            language: Some(code.parse().unwrap()),
            ..(&ICC).into()
        };
        told(text, reading).map(|(moves, _)| moves)
    };
    assert_eq!(read("de").unwrap(), "d2d4 d7d6 b1d2");
    assert_eq!(read("cs").unwrap(), "d2d4 d7d6 c1d2");
    let french = read("fr").unwrap_err().problem;
    assert!(
        french.contains("'Sd2' is not a move in French letters"),
        "{french}"
    );
    // A text that is correct in English is English, whatever else it may be.
    let both = told("1. e4 e5 2. Ke2 Ke7 *", &ICC).unwrap().1;
    assert_eq!(both.language.code, "en");
}

#[test]
fn every_word_that_cannot_be_read_is_an_error_with_its_place() {
    for (word, problem) in [
        ("P-K4", "descriptive notation is not read"),
        ("Sxz9", "not a move in English letters"),
        ("--", "not a move"),
        ("[%clk", "not a move"),
        (")", "')' closes a bracket that was not opened"),
        ("{open", "a comment has no end"),
        ("(2. d4", "a variation has no end"),
        ("resigns", "not a move"),
        ("<x>", "not a move"),
        (",", "not a move"),
        ("Nf6??x", "move"),
    ] {
        let text = format!("[White \"A\"]\n\n1. e4 e5\n2. Nf3 {word}");
        let damaged = told(&text, &ICC).unwrap_err();
        assert!(damaged.problem.contains(problem), "{word}: {damaged:?}");
        let place = damaged.place.map(|place| (place.line, place.column));
        let column = if word == "Nf6??x" { 13 } else { 8 };
        assert_eq!(place, Some((4, column)), "{word}");
    }
    let after = told("1. e4 1-0 e5", &ICC).unwrap_err();
    assert!(
        after.problem.contains("'e5' is a move after its result"),
        "{after:?}"
    );
    let tag = told("[White A]\n[Black \"b\"]\n\n1. e4 *", &ICC).unwrap_err();
    assert!(tag.problem.contains("'[White A]' is no tag"), "{tag:?}");
}

#[test]
fn a_game_from_a_position_is_read_where_that_is_asked_for() {
    let text = "[FEN \"4k3/8/8/8/8/7p/8/R3K2R b KQ - 3 40\"]\n\n\
                40... Kd7 41. O-O-O+ Kc6 {:} *\n";
    let refused = told(text, &ICC).unwrap_err();
    assert!(refused.problem.contains("FEN"), "{refused:?}");
    let reading = Reading {
        positions: true,
        ..(&ICC).into()
    };
    let (moves, game) = told(text, reading).unwrap();
    assert_eq!(moves, "e8d7 e1c1 d7c6");
    let mut written = Vec::new();
    game.sheet().write(&mut written).unwrap();
    let written = String::from_utf8(written).unwrap();
    assert!(written.contains("40... Kd7 {"), "{written}");
    assert!(written.contains("41. O-O-O+ {"), "{written}");
    let wrong = told(&text.replace("41. O-O-O+", "41. Ke3"), reading).unwrap_err();
    assert!(
        wrong.problem.contains("move 41. 'Ke3' is not legal"),
        "{wrong:?}"
    );
    let none = told(&text.replace("4k3", "8"), reading).unwrap_err();
    assert!(none.problem.contains("tag FEN: "), "{none:?}");
}

#[test]
fn what_stands_beside_the_moves_is_written_again() {
    let text = "1. e4 $1 {good} e5 (1... d5 2. exd5) ; the rest}\n2. Nf3 {:} !? Nc6 {:} {an end} *";
    let (_, game) = told(text, &ICC).unwrap();
    let mut written = Vec::new();
    game.sheet().write(&mut written).unwrap();
    let written = String::from_utf8(written).unwrap().replace('\n', " ");
    for aside in [
        "$1 {good}",
        "(1... d5 2. exd5) { the rest)}",
        "!?",
        "{an end}",
    ] {
        assert!(written.contains(aside), "{aside} in {written}");
    }
}

#[test]
fn a_game_has_no_more_moves_and_tries_than_fit_into_memory() {
    for (moves, problem) in [
        (
            "1. Nf3 Nf6 Ng1 Ng8 ".repeat(25_001),
            "more than 100000 moves",
        ),
        (
            format!("1. e4 {{:{}}}", "a6,".repeat(500_001)),
            "more than 500000 tries",
        ),
    ] {
        let damaged = told(&moves, &ICC).unwrap_err();
        assert!(damaged.problem.contains(problem), "{}", damaged.problem);
    }
}

/// Texts of about `size` bytes, each long in a different way.
fn long_texts(size: usize) -> Vec<(&'static str, String)> {
    let game = |moves: &str| format!("[White \"A\"]\n\n{moves} *\n");
    let many = |piece: &str| piece.repeat(size / piece.len());
    vec![
        ("comment lines", game(&many("; a line\n"))),
        ("comments", game(&format!("1. e4 {}", many("{} ")))),
        (
            "umpire's comments",
            game(&format!("1. e4 {}", many("{:} "))),
        ),
        ("one comment", game(&format!("1. e4 {{{}}}", many("x ")))),
        ("tags", many("[A \"b\"]\n") + "\n*\n"),
        ("tags on a line", many("[A \"b\"]") + "\n\n*\n"),
        ("quotation marks", format!("[A \"{}\"]\n\n*\n", many("\" "))),
        (
            "open quotation marks",
            format!("[A \"{}\n\n*\n", many("\\\"")),
        ),
        (
            "refused tries",
            game(&format!("1. e4 {{:{}}}", many("a3,"))),
        ),
        ("variations", game(&format!("1. e4 {}", many("(1. d4) ")))),
        ("deep variations", game(&format!("1. e4 {}", many("(")))),
        ("open comments", game(&format!("1. e4 {}", many("{")))),
        ("numbers", game(&many("1. "))),
        ("dots", game(&many("."))),
        ("digits", game(&many("1"))),
        ("signs", game(&many("$1 "))),
        ("glyphs", game(&many("? "))),
        ("results", game(&many("1-0 "))),
        ("moves", game(&many("Nf3 Nf6 Ng1 Ng8 "))),
        ("moves by squares", game(&many("g1f3 g8f6 f3g1 f6g8 "))),
        ("German moves", game(&many("Sf3 Sf6 Sg1 Sg8 "))),
        ("a long word", game(&many("e"))),
        ("hidden lines", game(&many("% x\n"))),
        ("empty lines", many("\n")),
        ("lines of space", many(" \n")),
        ("brackets", many("[\n")),
        ("games", many("1. e4 *\n\n")),
        ("marks of bytes", many("\u{feff}")),
        ("lines of nothing", many("{\"game\":0}\n")),
        (
            "one line of a transcript",
            format!("{{\"game\":{}}}", many("0")),
        ),
        (
            "tries of a transcript",
            many("{\"game\":0,\"try\":\"e2e5\",\"answer\":\"refused\"}\n"),
        ),
    ]
}

/// Least time of three readings of `text`.
fn time_of(text: &str) -> std::time::Duration {
    let once = |_| {
        let begun = std::time::Instant::now();
        Games::new(text.as_bytes()).unwrap().for_each(drop);
        begun.elapsed()
    };
    (0..3).map(once).min().unwrap_or_default()
}

#[test]
fn reading_takes_time_in_proportion_to_the_text() {
    const SIZE: usize = 100_000;
    for ((name, short), (_, long)) in long_texts(SIZE).into_iter().zip(long_texts(8 * SIZE)) {
        let (short, long) = (time_of(&short), time_of(&long));
        // Eight times as much text; a quadratic time would be 64 times as long. Short times are not
        // measured.
        let most = 30 * short.max(std::time::Duration::from_millis(20));
        assert!(long < most, "{name}: {short:?}, then {long:?}");
    }
}
