//! Records of games: they are written and read again, under every ruleset and from every point of
//! view, and historical games are refereed again.

use std::path::{Path, PathBuf};

use darkforge_engine::player::PlayerSpec;
use darkforge_kriegspiel::record::pgn::{self, Filter, FilteredGame};
use darkforge_kriegspiel::record::read::{self, Found, FoundGame, Games, ReadGame};
use darkforge_kriegspiel::record::{Entry, GameRecord, Heading, transcript};
use darkforge_kriegspiel::umpire::{Answer, ICC, RULESETS, Ruleset};
use darkforge_lab::kriegspiel::play;
use darkforge_streams as streams;

/// A game between two players that ask much nonsense.
fn record(ruleset: &'static Ruleset, seed: u64) -> GameRecord {
    let spec: PlayerSpec = "random:nonsense=0.1".parse().expect("a player");
    let [mut white, mut black] = [0, 1].map(|seat| spec.build(streams::open(seed, "player", seat)));
    play(ruleset, 160, white.as_mut(), black.as_mut())
}

fn heading(game: u64) -> Heading {
    Heading {
        game,
        white: "a \"b\" \\c".to_owned(),
        black: "d".to_owned(),
        pair: game / 2,
        seed: 17,
        thoughts: Vec::new(),
    }
}

fn all(text: &[u8], ruleset: &'static Ruleset) -> Vec<FoundGame> {
    let told = |found: Found| {
        let line = found.line;
        found
            .game
            .unwrap_or_else(|wrong| panic!("line {line}: {wrong:?}"))
    };
    let games = Games::new(text).expect("readable").under(ruleset);
    games.map(told).collect()
}

fn whole(told: &FoundGame) -> &ReadGame {
    match told {
        FoundGame::Full(game) => game,
        FoundGame::Filtered(game) => panic!("filtered: {game:?}"),
    }
}

/// The record without tries behind its last move, which PGN has no place for.
fn without_lost_tries(record: &GameRecord) -> GameRecord {
    let last = record
        .entries
        .iter()
        .rposition(|entry| entry.played().is_some());
    let mut record = record.clone();
    record.entries.truncate(last.map_or(0, |last| last + 1));
    record
}

#[test]
fn what_is_written_is_read_again() {
    let mut nonsense = 0;
    for ruleset in RULESETS {
        let games: Vec<GameRecord> = (0..6).map(|seed| record(ruleset, seed)).collect();
        nonsense += games
            .iter()
            .flat_map(|game| &game.entries)
            .filter(|entry| entry.answer == Answer::Nonsense)
            .count();
        let mut text = Vec::new();
        for (number, game) in (0..).zip(&games) {
            transcript::write(&mut text, number, game).unwrap();
        }
        let mut again = Vec::new();
        for (told, game) in all(&text, ruleset).iter().zip(&games) {
            let read = whole(told);
            assert_eq!(read.disagreements, [], "{}", ruleset.name);
            assert_eq!(read.record().as_ref(), Some(game), "{}", ruleset.name);
            transcript::write(&mut again, read.game, &read.record().unwrap()).unwrap();
        }
        assert_eq!(again, text, "{}", ruleset.name);
        for filter in Filter::ALL {
            pgn_is_read_again(ruleset, filter, &games);
        }
    }
    assert!(nonsense > 100, "{nonsense} nonsense tries");
}

fn pgn_is_read_again(ruleset: &'static Ruleset, filter: Filter, games: &[GameRecord]) {
    let name = format!("{} {filter}", ruleset.name);
    let mut text = Vec::new();
    for (number, game) in (0..).zip(games) {
        pgn::write(&mut text, &heading(number), game, filter).unwrap();
    }
    let told = all(&text, &ICC); // its tag says more
    assert_eq!(told.len(), games.len(), "{name}");
    let mut again = Vec::new();
    for (number, (told, game)) in (0..).zip(told.iter().zip(games)) {
        match (told, filter.player()) {
            (FoundGame::Filtered(read), Some(color)) => {
                let known = FilteredGame::of(&heading(number), game, color);
                assert_eq!(*read, known, "{name}");
                read.sheet().write(&mut again).unwrap();
            }
            (FoundGame::Full(read), None) => {
                assert_eq!(read.disagreements, [], "{name}");
                assert_eq!(read.players, [heading(0).white, heading(0).black]);
                let told =
                    |entry: &&Entry| entry.played().is_some() || !filter.hides_tries(entry.side);
                let game = without_lost_tries(game);
                let known: Vec<&Entry> = game.entries.iter().filter(told).collect();
                let entries: Vec<&Entry> = read.entries.iter().collect();
                assert_eq!(entries, known, "{name}");
                if filter == Filter::No {
                    assert_eq!(read.record(), Some(game), "{name}");
                }
                read.sheet().write(&mut again).unwrap();
            }
            (told, _) => panic!("{name}: {told:?}"),
        }
    }
    let (again, text) = (
        String::from_utf8_lossy(&again),
        String::from_utf8_lossy(&text),
    );
    for (again, line) in again.lines().zip(text.lines()) {
        assert_eq!(again, line, "{name}");
    }
    assert_eq!(again, text, "{name}");
}

fn sample(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/games");
    folder.join(name)
}

fn only(name: &str) -> ReadGame {
    let mut games = read::file(&sample(name)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(games.len(), 1, "{name}");
    games
        .remove(0)
        .unwrap_or_else(|wrong| panic!("{name}: {wrong:?}"))
}

/// The misprints of the thesis' sample games: move, printed text, truth.
const MISPRINTS: [(&str, &str, &str, &str); 15] = [
    ("game1.pgn", "move 14... b5", "nothing", "P1"),
    ("game1.pgn", "move 15... a6", "nothing", "P1"),
    ("game2.pgn", "move 2... e5", "nothing", "P1"),
    ("game2.pgn", "move 6. Kd2", "nothing", "P1"),
    ("game2.pgn", "move 42. Rxh6+", "nothing", "Xh6,CR"),
    ("game4.pgn", "move 52. Qh8#", "nothing", "CF"),
    ("game5.pgn", "move 8. a4", "nothing", "P1"),
    ("game5.pgn", "move 10... a5", "nothing", "P1"),
    ("game5.pgn", "move 14... Rxa4", "Xa5", "Xa4"),
    ("game5.pgn", "move 18... e5", "P1", "P2"),
    ("game5.pgn", "move 19. dxe5", "Xe5", "Xe5,P2"),
    ("game5.pgn", "move 19... dxe5", "Xe5", "Xe5,P1"),
    ("game5.pgn", "move 20. fxe5", "Xe5", "Xe5,P1"),
    ("game5.pgn", "move 27. exf5", "Xf5", "Xf5,P1"),
    ("game5.pgn", "move 29. Bd3#", "nothing", "CF"),
];

#[test]
fn the_misprints_of_the_sample_games_are_found() {
    for number in 1..=5 {
        let name = format!("game{number}.pgn");
        let game = only(&name);
        let found: Vec<(&str, &str, &str)> = game
            .disagreements
            .iter()
            .map(|wrong| (&*wrong.place, &*wrong.says, &*wrong.truth))
            .collect();
        let known = MISPRINTS.iter().filter(|misprint| misprint.0 == name);
        let known: Vec<_> = known
            .map(|&(_, place, says, truth)| (place, says, truth))
            .collect();
        assert_eq!(found, known, "{name}");
    }
}

#[test]
fn the_corrected_sample_games_are_true_and_written_as_they_were() {
    for number in 1..=5 {
        let name = format!("game{number}_truth.pgn");
        let game = only(&name);
        assert_eq!(game.disagreements, [], "{name}");
        assert_eq!(game.unreadable(), usize::from(number == 2), "{name}");
        let mut text = Vec::new();
        game.sheet().write(&mut text).unwrap();
        // The files have no empty line behind the game.
        let text = String::from_utf8(text).unwrap();
        let file = std::fs::read_to_string(sample(&name)).unwrap();
        assert_eq!(text.trim_end(), file.trim_end(), "{name}");
    }
}

/// The moves of a game.
fn moves(game: &ReadGame) -> Vec<Entry> {
    game.moves().copied().collect()
}

/// `text` with a few of its bytes changed, removed or doubled.
fn mutated(text: &[u8], seed: u64) -> Vec<u8> {
    let mut stream = streams::open(seed, "mutation of files", 0);
    let mut text = text.to_vec();
    for _ in 0..=streams::below(&mut stream, 8) {
        let at = streams::below(&mut stream, text.len());
        match streams::below(&mut stream, 5) {
            0 => text[at] = streams::below(&mut stream, 256) as u8,
            1 => text[at] = b"{}()[]\";:,?*#\n 1"[streams::below(&mut stream, 16)],
            2 if text.len() > 1 => drop(text.remove(at)),
            3 => {
                let end = (at + streams::below(&mut stream, 60)).min(text.len());
                let part = text[at..end].to_vec();
                text.splice(at..at, part);
            }
            _ => text.truncate(at.max(1)),
        }
    }
    text
}

#[test]
fn damaged_files_are_read_without_a_panic_and_written_without_loss() {
    let game = record(&darkforge_kriegspiel::umpire::BERKELEY_ANY, 3);
    let [mut told, mut filtered] = [Vec::new(), Vec::new()];
    transcript::write(&mut told, 0, &game).unwrap();
    told.truncate(20_000);
    pgn::write(&mut filtered, &heading(0), &game, Filter::Black).unwrap();
    let real = std::fs::read(sample("game2.pgn")).unwrap();
    let (mut whole, mut damaged) = (0, 0);
    let german = "[White \"J\u{f6}rg\"]\n[FEN \"4k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 9\"]\n\n9. e2\u{2013}e4 \
                  {gut} Kd7 10. 0-0-0+ (10. \u{2654}f2; nein)\nKc6 11. Td6+! Kb5 12. Sd4 *\n";
    let reading = read::Reading {
        positions: true,
        ..(&ICC).into()
    };
    for text in [real, told, filtered, german.as_bytes().to_vec()] {
        for seed in 0..1000 {
            let text = mutated(&text, seed);
            let games = Games::new(&*text).map(|games| games.under(reading));
            for found in games.into_iter().flatten() {
                let mut again = Vec::new();
                let moves = match found.game {
                    Ok(FoundGame::Full(game)) => {
                        game.sheet().write(&mut again).unwrap();
                        Some(moves(&game))
                    }
                    Ok(FoundGame::Filtered(game)) => {
                        game.sheet().write(&mut again).unwrap();
                        None
                    }
                    Err(_) => {
                        damaged += 1;
                        continue;
                    }
                };
                whole += 1;
                // What is written has every move of what was read.
                let reread = Games::new(&*again).unwrap().under(reading).next();
                if let Some(moves) = moves.filter(|moves| !moves.is_empty()) {
                    let game = reread.map(|found| found.game);
                    let Some(Ok(FoundGame::Full(game))) = &game else {
                        panic!("{game:?}:\n{}", String::from_utf8_lossy(&again));
                    };
                    let (text, again) = (String::from_utf8_lossy(&text), self::moves(game));
                    assert_eq!(again, moves, "{text}");
                }
            }
        }
    }
    assert!(
        whole > 100 && damaged > 100,
        "{whole} whole, {damaged} damaged"
    );
}
