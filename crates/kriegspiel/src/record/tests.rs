//! Games of every ruleset, written and read again; and false statements in files.

use super::pgn::{Filter, FilteredGame};
use super::read::{FoundGame, Games, ReadGame};
use super::replay_umpire::ReplayUmpire;
use super::*;
use crate::umpire::{AnyRule, Ending, GameResult, ICC, RULESETS};
use darkforge_streams as streams;

/// A game of random questions, some of them refused and some of them nonsense.
fn random(ruleset: &'static Ruleset, seed: u64) -> GameRecord {
    let mut stream = streams::open(seed, "record", 0);
    let mut umpire = Umpire::new(ruleset, 120);
    let (mut entries, mut tries) = (Vec::new(), Vec::new());
    while umpire.outcome().is_none() {
        let side = umpire.turn();
        umpire.view(side).pseudolegal(true, &mut tries);
        let question = match streams::below(&mut stream, 24) {
            0..4 if ruleset.any != AnyRule::Never => Question::Any,
            4 => "a1a7".parse().unwrap(),
            _ => Question::Try(tries[streams::below(&mut stream, tries.len())]),
        };
        let answer = umpire.ask(question).unwrap();
        entries.push(Entry {
            side,
            question,
            answer,
        });
    }
    GameRecord::close(&umpire, entries)
}

fn heading(seed: u64) -> Heading {
    Heading {
        game: seed,
        white: "Ann \"A\"".to_owned(),
        black: "Bo".to_owned(),
        pair: 4,
        seed,
        thoughts: Vec::new(),
    }
}

fn written(record: &GameRecord, seed: u64, filter: Filter) -> String {
    let mut text = Vec::new();
    pgn::write(&mut text, &heading(seed), record, filter).unwrap();
    String::from_utf8(text).unwrap()
}

/// The only game of a text.
fn found(text: &str, ruleset: &'static Ruleset) -> FoundGame {
    let mut games = Games::new(text.as_bytes()).unwrap().under(ruleset);
    let found = games.next().unwrap_or_else(|| panic!("no game: {text}"));
    assert!(games.next().is_none(), "{text}");
    found
        .game
        .unwrap_or_else(|damaged| panic!("{damaged:?}\n{text}"))
}

fn whole(text: &str, ruleset: &'static Ruleset) -> ReadGame {
    match found(text, ruleset) {
        FoundGame::Full(game) => *game,
        FoundGame::Filtered(game) => panic!("{game:?}"),
    }
}

fn again(game: &ReadGame) -> String {
    let mut text = Vec::new();
    game.sheet().write(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn a_game_of_every_ruleset_reads_as_it_was_written() {
    for ruleset in RULESETS {
        for seed in 0..3 {
            let record = random(ruleset, seed);
            let mut transcript = Vec::new();
            transcript::write(&mut transcript, seed, &record).unwrap();
            let transcript = String::from_utf8(transcript).unwrap();
            let game = whole(&transcript, ruleset);
            assert_eq!(game.disagreements, [], "{}", ruleset.name);
            assert_eq!(game.record().as_ref(), Some(&record), "{}", ruleset.name);
            assert_eq!((game.game, game.unreadable()), (seed, 0));
            let text = written(&record, seed, Filter::No);
            let game = whole(&text, &ICC);
            assert_eq!(game.disagreements, [], "{text}");
            assert_eq!(game.record().as_ref(), Some(&record), "{text}");
            assert_eq!(game.players, ["Ann \"A\"", "Bo"]);
            assert_eq!((game.unreadable(), game.respelt), (0, 0));
            assert_eq!(game.contradiction(), None);
            assert_eq!(again(&game), text);
        }
    }
}

#[test]
fn a_half_filtered_game_has_all_moves_and_the_tries_of_one_side() {
    for ruleset in RULESETS {
        for (filter, hidden) in [
            (Filter::SemiWhite, Color::Black),
            (Filter::SemiBlack, Color::White),
        ] {
            let record = random(ruleset, 7);
            let text = written(&record, 7, filter);
            let game = whole(&text, &ICC);
            assert_eq!(game.disagreements, [], "{text}");
            assert_eq!(game.filter, filter);
            let told = |entries: &[Entry]| -> Vec<Entry> {
                let told = entries
                    .iter()
                    .filter(|entry| entry.side != hidden || entry.played().is_some());
                told.copied().collect()
            };
            assert_eq!(told(&game.entries), told(&record.entries), "{text}");
            assert_eq!(told(&game.entries).len(), game.entries.len());
            assert_eq!(again(&game), text);
        }
    }
}

#[test]
fn a_filtered_game_is_what_one_player_knows_and_reads_as_that() {
    for ruleset in RULESETS {
        for seed in 0..2 {
            let record = random(ruleset, seed);
            for (filter, color) in [(Filter::White, Color::White), (Filter::Black, Color::Black)] {
                let text = written(&record, seed, filter);
                let FoundGame::Filtered(game) = found(&text, &ICC) else {
                    panic!("{text}");
                };
                assert_eq!(
                    game,
                    FilteredGame::of(&heading(seed), &record, color),
                    "{text}"
                );
                let mut same = Vec::new();
                game.sheet().write(&mut same).unwrap();
                assert_eq!(String::from_utf8(same).unwrap(), text);
            }
        }
    }
}

#[test]
fn a_filtered_game_tells_moves_of_one_side_alone() {
    let read = |filter: &str, moves: &str| {
        let text = format!("[White \"a\"]\n[Filtered \"{filter}\"]\n\n{moves} *\n");
        let game = Games::new(text.as_bytes()).unwrap().next().unwrap().game;
        game.map(|_| ()).map_err(|damaged| damaged.problem)
    };
    assert_eq!(read("white", "1. e4 {:} ?? {:} 2. d4"), Ok(()));
    assert_eq!(read("black", "1. ?? {:} e5 {:}"), Ok(()));
    for (filter, moves, problem) in [
        ("white", "1. e5 {:} ?? {:}", "move 1. e5: "),
        (
            "black",
            "1. ?? {Xe4:}",
            "a man was captured where none stands",
        ),
        (
            "black",
            "1. ?? {P1:} Ke6 {:}",
            "move 1... Ke6: 'Ke6' is impossible",
        ),
        ("white", "1. e4 {:} ?? {Xd2:} 2. d4", "move 2. d4: "),
    ] {
        let told = read(filter, moves);
        assert!(
            told.as_ref().is_err_and(|told| told.contains(problem)),
            "{moves}: {told:?}"
        );
    }
}

/// A game with a refused try, a capture and a mate.
const MATE: &str = "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n[Ruleset \"icc\"]\n\
    [Termination \"checkmate\"]\n[PlyCount \"7\"]\n\n\
    1. e4 {:exd3} e5 {:} 2. Bc4 {:} Nc6 {:} 3. Qh5 {:} Nf6 {:} 4. Qxf7# {Xf7,CS:} 1-0\n\n";

fn disagreements(text: &str) -> Vec<String> {
    let game = whole(text, &ICC);
    game.disagreements.iter().map(ToString::to_string).collect()
}

#[test]
fn false_statements_of_pgn_are_told_with_the_truth() {
    let right = disagreements(MATE);
    assert!(right.is_empty(), "{right:?}");
    for (old, new, said) in [
        (
            "Xf7,CS:",
            "Xf7:",
            "move 4. Qxf7#: the file says Xf7; true is Xf7,CS",
        ),
        (
            "Xf7,CS:",
            ":",
            "move 4. Qxf7#: the file says nothing; true is Xf7,CS",
        ),
        (
            "Nf6 {:}",
            "Nf6 {P2:}",
            "move 3... Nf6: the file says P2; true is nothing",
        ),
        (
            "Nf6 {:}",
            "Nf6 {Xz9:}",
            "move 3... Nf6: the file says Xz9; true is no code",
        ),
        (
            "{:exd3}",
            "{:d4}",
            "move 1. e4: the file says d4 refused; true is d4 is legal",
        ),
        (
            "{:exd3}",
            "{:Ra5}",
            "move 1. e4: the file says Ra5 refused; true is 'Ra5' is impossible",
        ),
        (
            "Termination \"checkmate\"",
            "Termination \"stalemate\"",
            "ending: the file says stalemate; true is checkmate",
        ),
        (
            "Result \"1-0\"",
            "Result \"0-1\"",
            "result: the file says 1-0 behind the moves; true is 0-1 by its tag",
        ),
        (
            "Result \"1-0\"",
            "Result \"0-1\"",
            "result: the file says 0-1; true is 1-0",
        ),
        (
            "PlyCount \"7\"",
            "PlyCount \"8\"",
            "number of moves: the file says 8; true is 7",
        ),
        (
            "Ruleset \"icc\"",
            "Ruleset \"chess\"",
            "tag Ruleset: the file says chess; true is no such ruleset; read as icc",
        ),
    ] {
        let text = MATE.replace(old, new);
        assert_ne!(text, MATE);
        let told = disagreements(&text);
        assert!(
            told.iter().any(|one| one.starts_with(said)),
            "{said}: {told:?}"
        );
    }
    let unknown = whole(&MATE.replace("{:exd3}", "{:??}"), &ICC);
    assert_eq!((unknown.unreadable(), unknown.disagreements.len()), (1, 0));
    let none = disagreements(&MATE.replace("Nf6 {:}", "Nf6 {P0:}"));
    assert!(none.is_empty(), "{none:?}");
}

#[test]
fn false_statements_of_pgn_are_corrected_when_it_is_written_again() {
    let wrong = MATE
        .replace("Termination \"checkmate\"", "Termination \"stalemate\"")
        .replace("Result \"1-0\"", "Result \"0-1\"")
        .replace("PlyCount \"7\"", "PlyCount \"8\"")
        .replace("{Xf7,CS:} 1-0", "{Xf7:} 0-1");
    let text = again(&whole(&wrong, &ICC));
    assert_eq!(text.replace('\n', " "), MATE.replace('\n', " "));
    let foreign =
        "[White \"a\"]\n[Termination \"Ann resigns\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n";
    assert_eq!(
        again(&whole(foreign, &ICC)),
        foreign,
        "no comments, and a reason of others"
    );
}

#[test]
fn a_ruleset_is_found_in_what_others_write() {
    let text = |tag: &str| MATE.replace("Ruleset \"icc\"", &format!("Ruleset \"{tag}\""));
    for (tag, name) in [
        ("ICC", "icc"),
        ("wild 16", "icc"),
        ("The Internet Chess Club's", "icc"),
        ("rules: rand.", "rand"),
        ("RAND-LADDER", "rand-ladder"),
        ("berkeley-any", "berkeley-any"),
    ] {
        let game = whole(&text(tag), &ICC);
        assert_eq!(game.ruleset.name, name, "{tag}");
        let told: Vec<_> = game
            .disagreements
            .iter()
            .filter(|one| one.place.contains("tag"))
            .collect();
        assert!(told.is_empty(), "{told:?}");
    }
}

/// Outcome and disagreements of a game with these tags and moves.
fn judged(tags: &str, moves: &str) -> (Option<(GameResult, Ending)>, Vec<String>) {
    let game = whole(&format!("[White \"a\"]\n{tags}\n\n{moves}\n"), &ICC);
    let told = game.disagreements.iter().map(ToString::to_string).collect();
    (
        game.outcome.map(|outcome| (outcome.result, outcome.ending)),
        told,
    )
}

#[test]
fn a_forfeit_and_a_limit_are_believed_where_they_can_be_true() {
    let tags = |result: &str, ending: &str| {
        format!("[Result \"{result}\"]\n[Ruleset \"icc\"]\n[Termination \"{ending}\"]")
    };
    let crash = Ending::named("forfeit_crash").expect("an ending");
    let lost = judged(&tags("0-1", "forfeit_crash"), "1. e4 {:} 0-1");
    assert_eq!(lost, (Some((GameResult::BlackWins, crash)), vec![]));
    let limit = judged(&tags("1/2-1/2", "ply_limit"), "1. e4 {:} 1/2-1/2");
    assert_eq!(limit, (Some((GameResult::Draw, Ending::PlyLimit)), vec![]));
    let (outcome, told) = judged(&tags("1/2-1/2", "forfeit_crash"), "1. e4 {:} 1/2-1/2");
    assert_eq!(outcome, None);
    assert_eq!(
        told,
        ["result: the file says 1/2-1/2; true is 1-0 or 0-1, because a forfeit is a loss"]
    );
    let (outcome, told) = judged(&tags("1-0", "ply_limit"), "1. e4 {:} 1-0");
    assert_eq!(outcome, None);
    assert_eq!(
        told,
        ["result: the file says 1-0; true is 1/2-1/2, because the limit of plies draws"]
    );
    let (outcome, told) = judged(&tags("1-0", "checkmate"), "1. e4 {:} 1-0");
    assert_eq!(outcome, None);
    assert_eq!(
        told,
        ["ending: the file says checkmate; true is that the game is not over"]
    );
    let plain = "[Result \"1-0\"]\n[Termination \"checkmate\"]";
    assert_eq!(
        judged(plain, "1. e4 1-0"),
        (None, vec![]),
        "of ordinary chess"
    );
    assert_eq!(judged("", "1. f3 e5 2. g4 Qh4#"), {
        let mate = (GameResult::BlackWins, Ending::Checkmate);
        (
            Some(mate),
            vec!["result: the file says *; true is 0-1".to_owned()],
        )
    });
}

#[test]
fn a_draw_that_must_be_claimed_ends_no_game_of_others() {
    let back = "Nf3 Nf6 Ng1 Ng8 ";
    let moves = format!("1. {}1/2-1/2", back.repeat(3));
    assert_eq!(judged("[Result \"1/2-1/2\"]", &moves), (None, vec![]));
    let told = judged("[Result \"1/2-1/2\"]\n[Ruleset \"icc\"]", &moves);
    assert_eq!(told.0, None);
    assert!(
        told.1[0]
            .starts_with("end: the file says that the game went on; true is over after 8 plies")
    );
    let end = format!("1. {}1/2-1/2", back.repeat(2));
    let told = judged("[Result \"1/2-1/2\"]\n[Ruleset \"icc\"]", &end);
    assert_eq!(told, (Some((GameResult::Draw, Ending::Repetition)), vec![]));
}

#[test]
fn every_false_field_of_a_transcript_is_told() {
    let record = whole(MATE, &ICC).record().unwrap();
    let mut text = Vec::new();
    transcript::write(&mut text, 3, &record).unwrap();
    let text = String::from_utf8(text).unwrap();
    let told = |text: &str| -> Vec<String> {
        whole(text, &ICC)
            .disagreements
            .iter()
            .map(ToString::to_string)
            .collect()
    };
    assert_eq!(told(&text), [""; 0]);
    let last = text.lines().rev().nth(1).unwrap();
    for (old, new, said) in [
        (
            "\"ply\":6",
            "\"ply\":5",
            "line 8, h5f7, ply: the file says 5; true is 6",
        ),
        (
            "\"side\":\"white\"",
            "\"side\":\"black\"",
            "line 8, h5f7, side: ",
        ),
        (
            "\"capture\":\"f7\"",
            "\"capture\":\"f6\"",
            "line 8, h5f7, capture: the file says \"f6\"",
        ),
        (
            "\"captured\":\"pawn\"",
            "\"captured\":\"piece\"",
            "line 8, h5f7, captured: ",
        ),
        (
            "\"captured\":\"pawn\",",
            "",
            "captured: the file says nothing; true is \"pawn\"",
        ),
        (
            "[\"short\"]",
            "[]",
            "line 8, h5f7, checks: the file says []; true is [\"short\"]",
        ),
        (
            "\"pawn_tries\":0",
            "\"pawn_tries\":1",
            "line 8, h5f7, pawn_tries: the file says 1; true is 0",
        ),
        (
            "\"answer\":\"played\"",
            "\"answer\":\"refused\"",
            "line 8: the file says h5f7 was not played; true is h5f7 is legal",
        ),
    ] {
        let line = last.replace(old, new);
        assert_ne!(line, last, "{old}");
        let told = told(&text.replace(last, &line));
        assert!(
            told.iter().any(|one| one.contains(said)),
            "{said}: {told:?}"
        );
    }
    let more = last.replace("\"ply\":6", "\"ply\":6,\"mood\":\"good\"");
    assert_eq!(
        told(&text.replace(last, &more)),
        [""; 0],
        "unknown fields are ignored"
    );
    let ending = told(&text.replace("\"ending\":\"checkmate\"", "\"ending\":\"boredom\""));
    assert!(
        ending[0].contains("'boredom'; true is no ending of this program"),
        "{ending:?}"
    );
    let plies = told(&text.replace("\"plies\":7", "\"plies\":8"));
    assert_eq!(plies, ["number of moves: the file says 8; true is 7"]);
    let wrong = text.replace("h5f7", "h5a1");
    let refused = Games::new(wrong.as_bytes());
    let refused = refused.unwrap().next().unwrap().game.unwrap_err();
    assert_eq!(refused.problem, "line 8: move 4. 'h5a1' is not legal");
    assert_eq!(refused.place.map(|place| place.line), Some(8));
}

#[test]
fn questions_are_refereed_again_or_named() {
    let questions = |text: &str| -> Vec<Question> {
        text.split(' ').map(|word| word.parse().unwrap()).collect()
    };
    let (umpire, entries) = referee(&ICC, 100, questions("e2e5 e2e4 e7e5")).unwrap();
    assert_eq!((umpire.plies(), entries.len()), (2, 3));
    assert_eq!(entries[0].answer, Answer::Refused);
    let over = referee(&ICC, 1, questions("e2e4 e7e5")).unwrap_err();
    assert!(over.starts_with("try 2 (e7e5): "), "{over}");
}

#[test]
fn refused_tries_are_counted_by_side() {
    let tries = "e2e4 e7e5 e4e5 d1h5 e5e4 g8f6 e4e5 d2d4";
    let tries = tries.split(' ').map(|word| word.parse().unwrap());
    let (umpire, entries) = referee(&ICC, 5, tries.map(Question::Try)).unwrap();
    let record = GameRecord::close(&umpire, entries);
    assert_eq!(record.plies, 5);
    assert_eq!(SIDES.map(|color| record.refused(color)), [2, 1]);
}

#[test]
fn a_game_that_goes_on_after_its_end_is_answered_by_the_board() {
    let ask =
        |umpire: &mut ReplayUmpire, word: &str| umpire.ask(Question::Try(word.parse().unwrap()));
    let mut mated = ReplayUmpire::new(&ICC, None);
    for word in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        assert!(matches!(ask(&mut mated, word), Answer::Played(_)), "{word}");
    }
    assert!(mated.outcome().is_some() && !mated.went_on());
    assert_eq!(mated.ask(Question::Any), Answer::Any(false));
    let mut repeated = ReplayUmpire::new(&ICC, None);
    let moves = ["e2e4", "d7d5"].into_iter();
    for word in moves.chain(["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle()) {
        if repeated.outcome().is_some() {
            break;
        }
        assert!(
            matches!(ask(&mut repeated, word), Answer::Played(_)),
            "{word}"
        );
    }
    assert_eq!(repeated.ask(Question::Any), Answer::Any(true));
    assert!(repeated.went_on());
    assert_eq!(ask(&mut repeated, "e1e3"), Answer::Refused);
}

#[test]
fn rounds_are_pairs_counted_from_one() {
    let text = written(&random(&ICC, 1), 1, Filter::default());
    assert!(text.contains("[Round \"5\"]\n"), "{text}");
}
