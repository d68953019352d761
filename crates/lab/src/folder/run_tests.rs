//! Folders of runs: begun, resumed, refused.

use std::sync::atomic::AtomicBool;

use super::*;
use crate::bout::{Fixture, PlayedGame};
use crate::config::{EvolveConfig, MatchConfig, MatchPlan};
use crate::game::{Game, Shortage};
use crate::tuner::End;
use darkforge_kriegspiel::umpire::{Ending, GameResult};

/// A game without moves that a coin decides.
struct Coin;

impl Game for Coin {
    fn play(&self, fixture: &Fixture<'_>) -> Result<PlayedGame, Shortage> {
        let heads = (fixture.seed ^ fixture.game).count_ones().is_multiple_of(2);
        Ok(PlayedGame {
            game: fixture.game,
            bout: fixture.bout,
            pair: fixture.pair,
            white: fixture.white.name.clone(),
            black: fixture.black.name.clone(),
            seed: fixture.seed,
            players: fixture.fingerprints(),
            result: if heads {
                GameResult::WhiteWins
            } else {
                GameResult::BlackWins
            },
            ending: Ending::Checkmate,
            plies: 0,
            white_refused: 0,
            black_refused: 0,
            white_material: "K".to_owned(),
            black_material: "K".to_owned(),
            final_fen: "-".to_owned(),
            white_fault: None,
            black_fault: None,
            start: None,
            thoughts: None,
            tries: None,
        })
    }

    fn confirm(&self, _played: &PlayedGame) -> Result<(), String> {
        Ok(())
    }
}

fn contest(seed: u64) -> MatchPlan {
    let config = MatchConfig {
        players: ["random", "semi-random"].map(str::to_owned),
        games: 6,
        seed,
        ruleset: "icc".to_owned(),
        ply_limit: 20,
        keep_tries: false,
        sprt: None,
        terms: crate::config::TermsConfig::default(),
    };
    config.check("test").unwrap()
}

/// Plays the match into its folder.
fn play(folder: &RunFolder, plan: &MatchPlan) {
    let journal = folder.open(&RunFile::of_match(plan)).unwrap();
    let mut run = Run::new(plan.schedule.clone(), journal);
    run.play(&Coin, &AtomicBool::new(false), &mut ()).unwrap();
}

#[test]
fn a_run_is_continued_only_as_itself() {
    let desk = tempfile::tempdir().unwrap();
    let folder = RunFolder::at(desk.path().join("run"));
    let plan = contest(1);
    let run = RunFile::of_match(&plan);
    play(&folder, &plan);
    assert!(matches!(folder.create(&run), Err(FolderError::Exists(_))));
    assert_eq!(folder.resume(&run).unwrap().len(), 6);
    assert_eq!(folder.open(&run).unwrap().len(), 6);
    let other = folder.resume(&RunFile::of_match(&contest(2))).unwrap_err();
    assert!(matches!(other, FolderError::Other { .. }), "{other}");
    assert!(other.to_string().contains("seed = 1"), "{other}");
    let share = RunFile {
        share: Some("1/2".to_owned()),
        ..run.clone()
    };
    let other = folder.resume(&share).unwrap_err().to_string();
    let said = "the whole run is played there, not share 1/2";
    assert!(other.ends_with(said), "{other}");
    folder.write(&share).unwrap();
    let other = folder.resume(&run).unwrap_err().to_string();
    let said = "share 1/2 is played there, not the whole run";
    assert!(other.ends_with(said), "{other}");
    assert_eq!(folder.resume(&share).unwrap().len(), 6);
}

#[test]
fn a_run_that_was_killed_before_its_first_game_begins() {
    let desk = tempfile::tempdir().unwrap();
    let run = RunFile::of_match(&contest(1));
    let left = |files: &[(&str, &str)]| {
        let folder = RunFolder::at(tempfile::tempdir_in(desk.path()).unwrap().keep());
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        folder
    };
    let text = run.to_toml().unwrap();
    let journal = RunFolder::JOURNAL;
    let bare: [&[(&str, &str)]; 4] = [
        &[],
        &[(journal, "")],
        &[(UNFINISHED, UNFINISHED_TEXT), (".darkforge-ab", "half")],
        &[(RunFile::NAME, text.as_str())],
    ];
    for files in bare {
        let folder = left(files);
        assert!(folder.never_began(), "{files:?}");
        assert!(folder.resume(&run).unwrap().is_empty(), "{files:?}");
        assert_eq!(RunFile::load(folder.path()).unwrap(), run);
        assert!(!folder.never_began(), "it has begun: {files:?}");
        let mut names: Vec<_> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        names.sort();
        assert_eq!(names, [journal, RunFile::NAME], "{files:?}");
    }
    let others: [&[(&str, &str)]; 3] = [
        &[("notes.txt", "mine")],
        &[(journal, "{\"game\":0")],
        &[(UNFINISHED, UNFINISHED_TEXT), ("table.csv", "")],
    ];
    for files in others {
        let folder = left(files);
        assert!(!folder.never_began(), "{files:?}");
        let refused = folder.resume(&run).unwrap_err();
        assert!(matches!(refused, FolderError::RunFile(_)), "{refused}");
        let count = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(count, files.len(), "nothing was written: {files:?}");
    }
    assert!(!RunFolder::at(desk.path().join("none")).never_began());
}

#[test]
fn what_a_kill_leaves_is_removed_when_the_run_goes_on() {
    let desk = tempfile::tempdir().unwrap();
    let folder = RunFolder::at(desk.path().join("run"));
    let plan = contest(1);
    play(&folder, &plan);
    let plots = folder.path().join("plots");
    fs::create_dir(&plots).unwrap();
    for place in [folder.path(), &plots] {
        fs::write(place.join(".darkforge-half"), "half").unwrap();
        fs::write(place.join("mine.txt"), "whole").unwrap();
    }
    folder.resume(&RunFile::of_match(&plan)).unwrap();
    for place in [folder.path(), &plots] {
        assert!(!place.join(".darkforge-half").exists());
        assert!(place.join("mine.txt").exists());
    }
}

#[test]
fn an_evolution_goes_on_with_more_generations_and_knows_where_it_ended() {
    const QUICKSTART: &str = include_str!("../../../../configs/quickstart.toml");
    let planned = |generations: u32| {
        let (text, _) = QUICKSTART.split_once("[proof]").unwrap();
        let wanted = format!("generations = {generations}");
        let text = text.replace("generations = 40", &wanted);
        let config = EvolveConfig::parse("c", &text.replace("size = 16", "size = 2"));
        config.unwrap().check("c").unwrap()
    };
    let desk = tempfile::tempdir().unwrap();
    let folder = RunFolder::at(desk.path().join("run"));
    let play = |plan: &EvolvePlan, journal: Journal| {
        let mut run = Run::new(Evolution::new(plan.settings.clone()), journal);
        run.play(&Coin, &AtomicBool::new(false), &mut ()).unwrap();
        run.journal.len()
    };
    let begun = planned(2);
    let journal = folder.create(&RunFile::of_evolution(&begun)).unwrap();
    let games = play(&begun, journal);
    let resumed = |generations: u32| {
        let mut plan = planned(generations);
        let (run, journal) = folder.resume_evolution(&mut plan)?;
        assert_eq!(plan.settings.ends, run.ends);
        assert_eq!(RunFile::load(folder.path()).unwrap(), run, "it is kept");
        Ok::<_, FolderError>((plan, run, journal))
    };
    let (_, same, journal) = resumed(2).unwrap();
    assert_eq!((same.ends, journal.len()), (vec![], games));
    drop(journal);
    for _ in 0..2 {
        let (plan, longer, journal) = resumed(4).unwrap();
        assert_eq!(longer.ends, [End::planned(2)]);
        assert_eq!(plan.settings.generations, 4);
        let more = play(&plan, journal);
        assert!(more > games, "{more} games after {games}");
    }
    let (_, longest, _) = resumed(5).unwrap();
    assert_eq!(longest.ends, [End::planned(2), End::planned(4)]);
    let shorter = resumed(3).map(drop).unwrap_err().to_string();
    assert!(shorter.contains("generations = 5"), "{shorter}");
}

#[test]
fn a_run_that_cannot_be_written_says_so() {
    let desk = tempfile::tempdir().unwrap();
    let file = desk.path().join("file");
    fs::write(&file, "").unwrap();
    let run = RunFile::of_match(&contest(1));
    let refused = RunFolder::at(file.join("run")).create(&run).unwrap_err();
    assert!(matches!(refused, FolderError::Make { .. }), "{refused}");
    let gone = RunFolder::at(desk.path().join("gone"));
    let refused = gone.begin(&run).unwrap_err();
    assert!(matches!(refused, FolderError::NoJournal(_)), "{refused}");
    let refused = gone.write(&run).unwrap_err();
    assert!(matches!(refused, FolderError::Write { .. }), "{refused}");
}
