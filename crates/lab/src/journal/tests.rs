//! Journals that are written, read, sorted, cut and changed.

use super::line::CHECK_LENGTH;
use super::*;
use crate::bout::Fixture;
use crate::game::Shortage;
use darkforge_kriegspiel::umpire::{Ending, GameResult};

fn game(number: u64) -> PlayedGame {
    PlayedGame {
        game: number,
        bout: 0,
        pair: number / 2,
        white: "a".to_owned(),
        black: "b".to_owned(),
        seed: 7,
        players: [String::new(), String::new()],
        result: GameResult::Draw,
        ending: Ending::Repetition,
        plies: 9,
        white_refused: 1,
        black_refused: 2,
        white_material: "K".to_owned(),
        black_material: "KQ".to_owned(),
        final_fen: "-".to_owned(),
        white_fault: None,
        black_fault: None,
        start: None,
        thoughts: None,
        tries: Some("e2e4 e7e5".to_owned()),
    }
}

fn written(numbers: &[u64]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.jsonl");
    let mut journal = Journal::create(&path).unwrap();
    for &number in numbers {
        journal.append(game(number)).unwrap();
    }
    (folder, path)
}

#[test]
fn games_come_back_in_order_with_their_tries() {
    let (_folder, path) = written(&[3, 0, 2]);
    let journal = Journal::resume(&path).unwrap();
    let mut seen = Vec::new();
    journal
        .read_tries(|played| {
            assert_eq!(played, game(played.game));
            seen.push(played.game);
            Ok::<(), JournalError>(())
        })
        .unwrap();
    assert_eq!(seen, [0, 2, 3]);
}

#[test]
fn a_packed_journal_is_read_and_continued() {
    let (folder, path) = written(&[3, 0, 2]);
    let lines = std::fs::read(&path).unwrap();
    let level = ruzstd::encoding::CompressionLevel::Fastest;
    let packed = ruzstd::encoding::compress_to_vec(&lines[..], level);
    let packed_path = folder.path().join("journal.jsonl.zst");
    std::fs::write(&packed_path, &packed).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(packed_name(&path), packed_path);
    let journal = Journal::open(&packed_path).unwrap();
    assert_eq!((journal.len(), journal.path()), (3, packed_path.as_path()));
    assert!(!path.exists(), "reading changes nothing");
    let mut journal = Journal::resume(&packed_path).unwrap();
    journal.append(game(5)).unwrap();
    assert_eq!(journal.path(), path);
    assert!(!packed_path.exists(), "it would lack the new game");
    assert!(std::fs::read(&path).unwrap().starts_with(&lines));
    drop(journal);

    // A kill between the two steps leaves both; the unpacked one may have more games.
    std::fs::write(&packed_path, &packed).unwrap();
    assert_eq!(Journal::resume(&packed_path).unwrap().len(), 4);
    assert!(!packed_path.exists());

    std::fs::remove_file(&path).unwrap();
    std::fs::write(&packed_path, &packed[..packed.len() / 2]).unwrap();
    let wrong = Journal::resume(&packed_path).unwrap_err().to_string();
    assert!(wrong.contains("journal.jsonl.zst"), "{wrong}");
    assert!(!path.exists() && packed_path.exists(), "nothing is lost");
}

#[test]
fn of_two_runs_that_continue_a_packed_journal_one_has_it() {
    for _ in 0..50 {
        let (folder, path) = written(&[3, 0, 2]);
        let packed = folder.path().join("journal.jsonl.zst");
        std::fs::rename(&path, &packed).unwrap();
        let start = std::sync::Barrier::new(4);
        let claim = || {
            start.wait();
            Journal::resume(&packed)
        };
        let claimed = std::thread::scope(|scope| {
            let threads = [(); 4].map(|()| scope.spawn(claim));
            threads.map(|thread| thread.join().unwrap())
        });
        let mut ones = claimed.into_iter().filter_map(Result::ok);
        let mut one = ones.next().expect("one has it");
        assert!(ones.next().is_none(), "and no other");
        one.append(game(5)).unwrap();
        assert_eq!((one.len(), Journal::open(&path).unwrap().len()), (4, 4));
    }
}

#[test]
fn a_sorted_journal_can_be_continued() {
    let (_folder, path) = written(&[3, 0, 2]);
    let mut journal = Journal::resume(&path).unwrap();
    journal.sort().unwrap();
    assert!(!journal.read_line(0).unwrap().is_empty(), "it can be read");
    journal.append(game(1)).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let numbers = text.lines().map(|line| &line[..10]);
    let wanted = [0, 2, 3, 1].map(|number| format!("{{\"game\":{number},"));
    assert!(numbers.eq(wanted.iter().map(String::as_str)), "{text}");
    let (_other, sorted) = written(&[0, 2, 3, 1]);
    assert_eq!(text, std::fs::read_to_string(sorted).unwrap());
    assert_eq!(journal.line(1), 4);
}

#[test]
fn half_a_last_line_is_dropped() {
    let (_folder, path) = written(&[0, 1]);
    let whole = std::fs::read(&path).unwrap();
    let mut cut = whole.clone();
    cut.extend_from_slice(b"{\"game\":2,\"bo");
    std::fs::write(&path, &cut).unwrap();
    let mut journal = Journal::resume(&path).unwrap();
    assert_eq!(journal.len(), 2);
    journal.append(game(2)).unwrap();
    drop(journal);
    assert_eq!(Journal::open(&path).unwrap().len(), 3);
}

#[test]
fn any_other_wrong_line_is_named() {
    let (_folder, path) = written(&[0]);
    let mut text = std::fs::read_to_string(&path).unwrap();
    text += "nonsense\n";
    std::fs::write(&path, &text).unwrap();
    let message = Journal::resume(&path).unwrap_err().to_string();
    assert!(message.contains("line 2"), "{message}");
    let (_folder, path) = written(&[0, 0]);
    let message = Journal::open(&path).unwrap_err().to_string();
    assert!(
        message.contains("line 2: game 0 is there twice"),
        "{message}"
    );
}

#[test]
fn a_changed_line_is_named_and_one_without_a_check_is_read() {
    let (_folder, path) = written(&[0, 1]);
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replacen("\"plies\":9", "\"plies\":8", 1)).unwrap();
    let message = Journal::open(&path).unwrap_err().to_string();
    assert!(message.contains("line 1: it was changed"), "{message}");
    let bare: Vec<String> = text
        .lines()
        .map(|line| format!("{}}}\n", &line[..line.len() - CHECK_LENGTH]))
        .collect();
    std::fs::write(&path, bare.concat()).unwrap();
    assert_eq!(Journal::open(&path).unwrap().len(), 2);
}

#[test]
fn a_line_whose_check_was_removed_is_named() {
    let (_folder, path) = written(&[0, 1]);
    let text = std::fs::read_to_string(&path).unwrap();
    let (first, second) = text.split_once('\n').unwrap();
    let bare = format!("{}}}\n", &second[..second.len() - 1 - CHECK_LENGTH]);
    std::fs::write(&path, format!("{first}\n{bare}")).unwrap();
    let message = Journal::open(&path).unwrap_err().to_string();
    assert!(message.contains("line 2: it has no check"), "{message}");
}

#[test]
fn a_line_without_an_end_is_refused_and_not_read_into_memory() {
    let (_folder, path) = written(&[0]);
    let file = OpenOptions::new().append(true).open(&path).unwrap();
    let length = file.metadata().unwrap().len();
    file.set_len(length + (1 << 32)).unwrap(); // without taking place on the disk
    let message = Journal::open(&path).unwrap_err().to_string();
    assert!(message.contains("line 2: longer than 64 MiB"), "{message}");
}

#[test]
fn a_run_notices_that_its_journal_is_gone_or_replaced() {
    let (folder, path) = written(&[1]);
    let mut journal = Journal::resume(&path).unwrap();
    journal.append(game(0)).unwrap();
    let moved = folder.path().join("moved");
    std::fs::rename(&path, &moved).unwrap();
    let gone = |problem: Option<JournalError>| matches!(problem, Some(JournalError::Gone { .. }));
    assert!(gone(journal.append(game(2)).err()), "moved");
    assert_eq!(Journal::open(&moved).unwrap().len(), 3, "nothing is lost");
    std::fs::write(&path, "another's").unwrap();
    assert!(
        gone(journal.sync().err()) && gone(journal.sort().err()),
        "replaced"
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "another's");
}

#[test]
fn games_are_found_by_their_numbers() {
    let (_folder, path) = written(&[3, 0, 2]);
    let journal = Journal::open(&path).unwrap();
    let plain = |number| PlayedGame {
        tries: None,
        ..game(number)
    };
    let found = |range| {
        let games = journal.range(range);
        games.collect::<Result<Vec<_>, _>>().unwrap()
    };
    assert_eq!(found(2..3), [plain(2)]);
    assert_eq!(found(1..2), []);
    assert_eq!(found(0..9), [0, 2, 3].map(plain));
    assert!(journal.games().map(Result::unwrap).eq(found(0..9)));
    assert_eq!(journal.outcome(2), Some(game(2).outcome()));
    assert_eq!([1, 2].map(|game| journal.has(game)), [false, true]);
    assert!(
        journal
            .outcomes()
            .eq([0, 2, 3].map(|number| game(number).scored()))
    );
    assert_eq!((journal.len(), journal.is_empty()), (3, false));
    assert_eq!(journal.bytes(), std::fs::metadata(&path).unwrap().len());
    assert_eq!(journal.path(), path);
    assert_eq!([3, 0, 2].map(|game| journal.line(game)), [1, 2, 3]);
    assert!(journal.read_line(1).unwrap().is_empty());
    let JournalError::Foreign { line, game, .. } = journal.foreign(2) else {
        panic!("it is foreign");
    };
    assert_eq!((line, game), (3, 2));
    assert!(Journal::temporary().unwrap().is_empty());
}

#[test]
fn a_line_of_another_journal_is_appended_unchanged() {
    let (_folder, path) = written(&[1]);
    let line = Journal::open(&path).unwrap().read_line(1).unwrap();
    let mut journal = Journal::temporary().unwrap();
    journal.append_line(&line).unwrap();
    assert_eq!(journal.read_line(1).unwrap(), line);
    assert_eq!(journal.bytes(), line.len() as u64);
    let wrong = journal.append_line(b"nonsense\n").unwrap_err();
    assert!(matches!(wrong, JournalError::File { .. }), "{wrong}");
    assert_eq!(journal.len(), 1);
}

#[test]
fn games_that_end_together_are_written_together() {
    let (_folder, path) = written(&[]);
    let mut journal = Journal::resume(&path).unwrap();
    for number in 0..2000 {
        journal.append_soon(game(number)).unwrap();
        let line = journal.read_line(number).unwrap();
        assert_eq!(line, line_of_game(&game(number)), "in the file or not");
        assert!(std::fs::metadata(&path).unwrap().len() <= journal.bytes());
    }
    journal.sync().unwrap();
    assert_eq!(std::fs::metadata(&path).unwrap().len(), journal.bytes());
    drop(journal);
    assert_eq!(Journal::resume(&path).unwrap().len(), 2000);
}

#[test]
fn whether_lines_have_checks_is_known() {
    let (_folder, path) = written(&[0, 1]);
    assert!(Journal::open(&path).unwrap().is_checked());
    let text = std::fs::read_to_string(&path).unwrap();
    let bare = |line: &str| format!("{}}}\n", &line[..line.len() - CHECK_LENGTH]);
    let lines: Vec<String> = text.lines().map(bare).collect();
    std::fs::write(&path, lines.concat()).unwrap();
    assert!(!Journal::open(&path).unwrap().is_checked());
    let (_, second) = text.split_once('\n').unwrap();
    std::fs::write(&path, format!("{}{second}", lines[0])).unwrap();
    let message = Journal::open(&path).unwrap_err().to_string();
    let said = "line 2: it has a check and the lines before it have none";
    assert!(message.contains(said), "{message}");
}

#[test]
fn a_game_whose_line_would_be_too_long_is_not_written() {
    let (_folder, path) = written(&[0]);
    let mut journal = Journal::resume(&path).unwrap();
    let before = journal.bytes();
    let long = PlayedGame {
        white_material: "K".repeat(MOST_BYTES_OF_LINE),
        ..game(1)
    };
    let message = journal.append(long).unwrap_err().to_string();
    assert!(
        message.contains("game 1: its line would be longer than 64 MiB"),
        "{message}"
    );
    assert_eq!((journal.len(), journal.bytes()), (1, before));
    let longest = PlayedGame {
        white_material: String::new(),
        ..game(1)
    };
    let room = MOST_BYTES_OF_LINE - line_of_game(&longest).len();
    let longest = PlayedGame {
        white_material: "K".repeat(room),
        ..longest
    };
    journal.append(longest).unwrap();
    drop(journal);
    assert_eq!(Journal::open(&path).unwrap().len(), 2, "it can be read");
}

#[test]
fn the_system_has_no_room_or_another_trouble() {
    use io::ErrorKind as Kind;
    let told = |kind| error(Path::new("j"), io::Error::from(kind));
    for kind in [Kind::StorageFull, Kind::QuotaExceeded, Kind::FileTooLarge] {
        assert!(matches!(told(kind), JournalError::Full { .. }), "{kind:?}");
    }
    let other = told(Kind::PermissionDenied);
    assert!(matches!(other, JournalError::File { .. }), "{other}");
}

#[test]
fn a_temporary_journal_has_no_place_to_lose_and_is_not_sorted() {
    let mut journal = Journal::temporary().unwrap();
    journal.append(game(1)).unwrap();
    journal.append(game(0)).unwrap();
    journal.sync().unwrap();
    journal.sort().unwrap();
    assert_eq!((journal.line(1), journal.line(0)), (1, 2));
}

#[test]
fn a_journal_that_cannot_be_sorted_keeps_the_games_that_can_be_read() {
    let (_folder, path) = written(&[3, 0, 2]);
    let mut journal = Journal::resume(&path).unwrap();
    let cut = std::fs::read(&path).unwrap();
    let shorter = File::options().write(true).open(&path).unwrap();
    shorter.set_len(cut.len() as u64 - 5).unwrap();
    let problem = journal.sort().unwrap_err();
    assert!(matches!(problem, JournalError::File { .. }), "{problem}");
    assert_eq!(std::fs::read(&path).unwrap(), cut[..cut.len() - 5]);
    let known: Vec<u64> = journal.numbers().iter().collect();
    assert_eq!(known, [0, 3], "half of the line of game 2 is there");
}

/// Rules under which some games are wrong.
struct Wrong<'a>(&'a [u64]);

impl Game for Wrong<'_> {
    fn play(&self, _: &Fixture<'_>) -> Result<PlayedGame, Shortage> {
        unreachable!("no game is played")
    }

    fn confirm(&self, played: &PlayedGame) -> Result<(), String> {
        let wrong = self.0.contains(&played.game);
        if wrong {
            Err("wrong".to_owned())
        } else {
            Ok(())
        }
    }
}

#[test]
fn the_first_wrong_game_is_named_whatever_thread_finds_another() {
    let numbers: Vec<u64> = (0..REFEREED as u64 + 200).rev().collect();
    let (_folder, path) = written(&numbers);
    let journal = Journal::open(&path).unwrap();
    journal.referee(&Wrong(&[])).unwrap();
    let last = REFEREED as u64 + 199;
    for (wrong, first) in [(vec![last], last), (vec![9000, 321, 300, 9001], 300)] {
        match journal.referee(&Wrong(&wrong)) {
            Err(JournalError::Untrue { game, line, .. }) => {
                assert_eq!((game, line as u64), (first, last - first + 1));
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn nothing_is_known_of_removed_games() {
    let (_folder, path) = written(&[3, 0, 2]);
    let mut journal = Journal::resume(&path).unwrap();
    assert_eq!(journal.remove(&BTreeSet::from([0, 1])).unwrap(), 1);
    let with_tries: Vec<u64> = journal.with_tries().collect();
    assert_eq!(with_tries, [2, 3]);
    assert!(journal.read_line(0).unwrap().is_empty());
}

#[test]
fn a_sorted_journal_is_locked_and_stays_as_it_is() {
    let (_folder, path) = written(&[1, 0]);
    let mut journal = Journal::resume(&path).unwrap();
    journal.sort().unwrap();
    assert!(Journal::is_in_use(&path));
    let sorted = std::fs::read(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    journal.sort().unwrap();
    assert!(!path.exists(), "it is not written again");
    assert_eq!(journal.bytes(), sorted.len() as u64);
}

#[test]
fn two_runs_do_not_write_to_one_journal() {
    let (_folder, path) = written(&[0]);
    let first = Journal::resume(&path).unwrap();
    assert!(matches!(
        Journal::resume(&path),
        Err(JournalError::InUse { .. })
    ));
    assert!(Journal::is_in_use(&path));
    drop(first);
    assert!(!Journal::is_in_use(&path));
    assert!(!Journal::is_in_use(&path.with_extension("none")));
}
