//! What is read of files, whole and damaged.

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
fn a_damaged_game_is_named_and_the_next_one_is_read() {
    let cases = [
        (
            FOOLS.replace("Qh4#", "Qh5#"),
            "move 2... 'Qh5#' is not legal",
        ),
        (
            FOOLS.replace("e5 (", "xx5 ("),
            "move 1... 'g4' is not legal",
        ),
        (FOOLS.replace("0-1\"", "1-0\""), "mates for Black"),
        (FOOLS.replace("[White", "[FEN \"8/8\"]\n[White"), "FEN"),
        (
            FOOLS.replace("[White", "[PlyCount \"6\"]\n[White"),
            "only 4 of its 6",
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
