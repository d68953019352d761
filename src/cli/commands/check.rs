//! `darkforge check`: records of games refereed again.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::errors::{Disagreed, usage};
use crate::cli::flags::{Common, RulesOfRecords};
use crate::cli::input::histories::{GameText, Problem, games_of_files};
use crate::cli::input::tries::{kept_with, run_folder};
use crate::cli::output::asked_file::AskedFile;
use crate::cli::output::reading_progress::Reading;
use crate::cli::screen::Screen;
use crate::cli::terminal::{Output, tell};
use crate::report::format::plural;
use crate::report::object::{IfAny, Nested, object};
use crate::report::table::Columns as _;
use darkforge_board::SIDES;
use darkforge_kriegspiel::record::notation::ENGLISH;
use darkforge_kriegspiel::record::read::{
    self, DamagedGame, Disagreement, Found, FoundGame, Place, ReadGame,
};
use darkforge_kriegspiel::record::{GameRecord, transcript};
use darkforge_lab::bout::PlayedGame;
use darkforge_lab::config::RunFile;
use darkforge_lab::folder::RunFolder;
use darkforge_lab::game::Game as _;
use darkforge_lab::journal::Journal;
use darkforge_lab::kriegspiel::record;
use darkforge_lab::recon::Recon;
use darkforge_lab::rules::{RBC, Rules};
use darkforge_lab::terms::Terms;

/// Referee records of games again, and report or correct errors.
#[derive(Args)]
#[command(
    after_help = "Files are PGN (plain or extended), transcripts, folders of runs that kept their tries, or histories of reconnaissance blind chess (.json, or a folder of them). Transcripts may be of either game. An umpire answers every try again, and compares legality, announcements, result, ending and number of moves. In a filtered game only the player's own board is checked. Files may be packed (.gz, .zst), in UTF-8, UTF-16 or Latin-1; - is standard input. Moves may be in standard or long algebraic notation, figurines or UCI, with the piece letters of many languages.\nExit status: 0 if everything agrees, 1 if something disagrees or a game cannot be followed, 2 if a file cannot be read.\n\nExamples:\n  darkforge check games.pgn games.jsonl\n  darkforge check --fix games.pgn"
)]
pub(crate) struct Options {
    /// PGN files, transcripts, run folders and histories; - is standard input.
    #[arg(required = true)]
    input: Vec<PathBuf>,
    /// Also write a corrected copy of each file, NAME.fixed.pgn, which must not exist. Correct
    /// games, and games that cannot be followed, are copied unchanged.
    #[arg(long)]
    fix: bool,
    #[command(flatten)]
    rules: RulesOfRecords,
    #[command(flatten)]
    common: Common,
}

object! {
    /// Findings in all files.
    CheckFigures {
        /// Findings, printed while files are read.
        found: IfAny<Vec<Nested<Finding>>>,
        /// Files that were read.
        files: usize,
        checked: Checked,
    }
}

object! {
    /// Numbers of games and findings.
    #[derive(Copy, Default)]
    Checked {
        games: u64,
        /// Filtered games, checked only on one side's board.
        filtered: u64,
        /// Games that cannot be followed.
        damaged: u64,
        /// Games of runs whose tries were not kept, which nothing can be compared with.
        without_tries: u64,
        /// Games with a disagreement.
        wrong_games: u64,
        /// Disagreements.
        disagreements: u64,
        /// Refused moves that are unreadable, such as `??`.
        unreadable: u64,
    }
}

object! {
    /// A disagreement of a record with the umpire, or damage.
    Finding {
        /// The file.
        file: String,
        /// Line in it.
        line: u64,
        /// Column in the line; of damage alone.
        column: IfAny<u64>,
        /// Number of the game: in a file from 1, in a run its own.
        game: u64,
        disagreement: IfAny<DisagreementFigures>,
        /// Reason why the game cannot be followed; of damage alone.
        damage: IfAny<String>,
    }
}

object! {
    /// A disagreement.
    DisagreementFigures {
        /// Place in the game; of a disagreement alone, as both that follow.
        place: String,
        /// Text of the record.
        says: String,
        /// The umpire's words.
        truth: String,
    }
}

impl From<&Disagreement> for DisagreementFigures {
    fn from(wrong: &Disagreement) -> DisagreementFigures {
        DisagreementFigures {
            place: wrong.place.clone(),
            says: wrong.says.clone(),
            truth: wrong.truth.clone(),
        }
    }
}

/// Findings in all files.
#[derive(Default)]
struct Counts {
    checked: Checked,
    /// Games that are corrected in the copies.
    corrected: u64,
    /// Games that cannot be replayed; the copies have them unchanged.
    kept: u64,
    /// Games too long to be kept; no copy has them.
    left_out: u64,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let histories = options.input.iter().map(|path| games_of_files(path));
    let histories = histories.collect::<anyhow::Result<Vec<_>>>()?;
    let mut inputs = options.input.iter().zip(&histories);
    if inputs.all(|(path, histories)| histories.is_some() || is_recon_run(path)) {
        options.rules.refuse_for_recon()?;
    }
    let mut copies = BTreeSet::new();
    for (path, histories) in options.input.iter().zip(&histories) {
        if histories.is_some() {
            if options.fix {
                let shown = path.display();
                return Err(usage(format!(
                    "--fix: {shown}: histories are not corrected"
                )));
            }
            continue;
        }
        if run_folder(path).is_none() {
            read::look_at(path).map_err(usage)?;
        }
        if options.fix {
            let shown = path.display();
            if !read::is_file(path) || run_folder(path).is_some() {
                return Err(usage(format!(
                    "--fix: {shown} is not a file of games, so no copy can be written beside it"
                )));
            }
            let fixed = fixed(path);
            if fixed.exists() {
                let shown = fixed.display();
                return Err(usage(format!("--fix: {shown} exists; move it away")));
            }
            if !copies.insert(fixed.clone()) {
                let shown = fixed.display();
                return Err(usage(format!(
                    "--fix: two files would have the copy {shown}; name one of them"
                )));
            }
        }
    }
    let reading = Reading::new(&options.input, options.common.quiet);
    let mut desk = Desk {
        options,
        reading: &reading,
        counts: Counts::default(),
        found: 0,
        out: Output::open(),
    };
    if options.common.json {
        desk.out.write("{\"found\":[")?;
    }
    for (path, histories) in options.input.iter().zip(&histories) {
        if let Some(games) = histories {
            for game in games {
                desk.check_history(game)?;
            }
        } else if let Some(folder) = run_folder(path) {
            desk.check_run(path, &folder)?;
        } else if options.fix {
            let copy = AskedFile::begin("--fix", &fixed(path))?;
            copy.finish(|copy| desk.check(path, Some(copy)))?;
            desk.note(&format!("{} written", fixed(path).display()));
        } else {
            desk.check(path, None)?;
        }
    }
    desk.conclude()
}

/// Whether `path` is of a run of reconnaissance blind chess.
fn is_recon_run(path: &Path) -> bool {
    let run = run_folder(path).and_then(|folder| RunFile::load(&folder).ok());
    run.is_some_and(|run| run.ruleset == RBC)
}

/// Name of the corrected copy: `games.pgn` and `games.pgn.gz` give `games.fixed.pgn`.
fn fixed(path: &Path) -> PathBuf {
    let packed = path
        .extension()
        .is_some_and(|ending| ending == "gz" || ending == "zst");
    let path = if packed {
        &path.with_extension("")
    } else {
        path
    };
    let ending = path.extension().map(|ending| ending.to_string_lossy());
    let ending = ending.map_or_else(|| "fixed".to_owned(), |ending| format!("fixed.{ending}"));
    path.with_extension(ending)
}

/// Output of findings, one by one.
struct Desk<'a> {
    options: &'a Options,
    reading: &'a Reading,
    counts: Counts,
    /// Findings in the list of --json.
    found: u64,
    out: Output,
}

impl Desk<'_> {
    /// Referees the games of a file; corrected ones go to `copy`.
    fn check(&mut self, path: &Path, mut copy: Option<&mut dyn Write>) -> anyhow::Result<()> {
        let reading = self.reading;
        let games = read::open_through(path, |file| reading.of(file));
        let mut all = games.map_err(usage)?.under(read::Reading {
            positions: true,
            ..self.options.rules.reading()
        });
        let transcript = all.is_transcript();
        let before = self.counts.checked.games;
        while let Some(found) = all.next() {
            self.counts.checked.games += 1;
            self.tell(path, &found)?;
            let Checked {
                games, wrong_games, ..
            } = self.counts.checked;
            reading.set_found(&format!("{}, {wrong_games} wrong", plural(games, "game")));
            if let Some(copy) = copy.as_mut() {
                self.copy(path, copy, &found, all.text(), transcript)?;
            }
        }
        if self.counts.checked.games == before {
            let path = path.display().to_string();
            return Err(usage(read::ReadError::NoGame { path }));
        }
        Ok(())
    }

    /// Referees a game of reconnaissance blind chess.
    fn check_history(&mut self, game: &GameText) -> anyhow::Result<()> {
        self.counts.checked.games += 1;
        match game.read() {
            Ok(_) | Err(Problem::NotKept) => Ok(()),
            Err(Problem::Damaged(problem)) => {
                self.counts.checked.damaged += 1;
                let (line, column) = (game.line(), 1);
                self.put_damage(&game.path, game.number, Place { line, column }, &problem)
            }
            Err(Problem::Contradiction(problem)) => {
                self.counts.checked.disagreements += 1;
                self.counts.checked.wrong_games += 1;
                self.put_contradiction(game, &problem)
            }
        }
    }

    fn put_contradiction(&mut self, game: &GameText, problem: &str) -> anyhow::Result<()> {
        let (file, line, number) = (game.path.display(), game.line(), game.number);
        if !self.options.common.json {
            return self.show(if game.is_alone() {
                format!("{file}: {problem}")
            } else {
                format!("{file}:{line}: game {number}, {problem}")
            });
        }
        let (place, what) = problem.split_once(": ").unwrap_or(("", problem));
        self.list(&Finding {
            file: file.to_string(),
            line,
            column: IfAny(None),
            game: number,
            disagreement: IfAny(Some(DisagreementFigures {
                place: place.to_owned(),
                says: what.to_owned(),
                truth: String::new(),
            })),
            damage: IfAny(None),
        })
    }

    /// Referees the games of a run whose tries were kept.
    fn check_run(&mut self, path: &Path, folder: &Path) -> anyhow::Result<()> {
        let run = RunFile::load(folder).map_err(usage)?;
        let rules: Rules = run
            .ruleset
            .parse()
            .map_err(|error| usage(format!("{}: {error}", RunFile::NAME)))?;
        let ply_limit = run.job.ply_limit();
        let journal = Journal::open(&RunFolder::at(folder).journal()).map_err(usage)?;
        if journal.with_tries().next().is_none() {
            let (shown, keys) = (path.display(), kept_with(&run.job));
            let lack = "there is no game with its tries in it, and nothing else can be checked";
            return Err(usage(format!("{shown}: {lack}; {keys}")));
        }
        journal.read_tries(|game| -> anyhow::Result<()> {
            if game.tries.is_none() {
                self.counts.checked.without_tries += 1;
                return Ok(());
            }
            self.counts.checked.games += 1;
            let wrong = match rules {
                Rules::Kriegspiel(ruleset) => {
                    record(&game, ruleset, ply_limit).map(|record| wrong_figures(&game, &record))
                }
                Rules::Recon => {
                    let keep_tries = true;
                    let rules = Recon {
                        ply_limit,
                        keep_tries,
                        terms: Terms::default(),
                    };
                    rules.confirm(&game).map(|()| Vec::new())
                }
            };
            let wrong = match wrong {
                Ok(wrong) => wrong,
                Err(problem) => {
                    self.counts.checked.damaged += 1;
                    let column = 1;
                    let line = journal.line(game.game) as u64;
                    return self.put_damage(path, game.game, Place { line, column }, &problem);
                }
            };
            self.counts.checked.disagreements += wrong.len() as u64;
            self.counts.checked.wrong_games += u64::from(!wrong.is_empty());
            let line = |game| journal.line(game) as u64;
            let mut wrong = wrong.iter();
            wrong.try_for_each(|wrong| self.put(path, game.game, line(game.game), wrong))
        })
    }

    /// Writes a game into the corrected copy, where no game of `text` is shorter than before.
    fn copy(
        &mut self,
        path: &Path,
        copy: &mut dyn Write,
        found: &Found,
        text: &[u8],
        transcript: bool,
    ) -> anyhow::Result<()> {
        let game = match &found.game {
            Ok(FoundGame::Full(game)) => corrected(game, transcript)?,
            Ok(FoundGame::Filtered(_)) => None,
            Err(_) if text.is_empty() => {
                self.counts.left_out += 1;
                return Ok(());
            }
            Err(_) => {
                self.counts.kept += 1;
                None
            }
        };
        let Some((text, changes)) = game else {
            copy.write_all(text)?;
            // The last game of a file may lack the empty line after it.
            if !transcript && !text.ends_with(b"\n\n") && !text.ends_with(b"\n\r\n") {
                copy.write_all(if text.ends_with(b"\n") {
                    b"\n"
                } else {
                    b"\n\n"
                })?;
            }
            return Ok(());
        };
        copy.write_all(&text)?;
        self.counts.corrected += 1;
        let (shown, number) = (fixed(path).display().to_string(), found.number);
        self.note(&format!("{shown}: game {number}: {changes}"));
        Ok(())
    }

    fn tell(&mut self, path: &Path, found: &Found) -> anyhow::Result<()> {
        let wrong: &[Disagreement] = match &found.game {
            Ok(FoundGame::Full(game)) => {
                self.counts.checked.unreadable += game.unreadable() as u64;
                &game.disagreements
            }
            Ok(FoundGame::Filtered(_)) => {
                self.counts.checked.filtered += 1;
                &[]
            }
            Err(damaged) => &damaged.disagreements,
        };
        self.counts.checked.disagreements += wrong.len() as u64;
        self.counts.checked.wrong_games += u64::from(!wrong.is_empty());
        for wrong in wrong {
            self.write(path, found, wrong)?;
        }
        if let Err(damaged) = &found.game {
            self.counts.checked.damaged += 1;
            self.write_damage(path, found, damaged)?;
        }
        Ok(())
    }

    fn write(&mut self, path: &Path, found: &Found, wrong: &Disagreement) -> anyhow::Result<()> {
        self.put(path, found.number as u64, found.line, wrong)
    }

    fn put(
        &mut self,
        path: &Path,
        number: u64,
        line: u64,
        wrong: &Disagreement,
    ) -> anyhow::Result<()> {
        let file = path.display();
        if self.options.common.json {
            return self.list(&Finding {
                file: file.to_string(),
                line,
                column: IfAny(None),
                game: number,
                disagreement: IfAny(Some(wrong.into())),
                damage: IfAny(None),
            });
        }
        self.show(format!("{file}:{line}: game {number}, {wrong}"))
    }

    fn show(&mut self, line: String) -> anyhow::Result<()> {
        Ok(self.out.show(&Screen::of(line))?)
    }

    fn write_damage(
        &mut self,
        path: &Path,
        found: &Found,
        damaged: &DamagedGame,
    ) -> anyhow::Result<()> {
        let place = damaged.place.unwrap_or(Place {
            line: found.line,
            column: 1,
        });
        self.put_damage(path, found.number as u64, place, &damaged.problem)
    }

    fn put_damage(
        &mut self,
        path: &Path,
        number: u64,
        Place { line, column }: Place,
        problem: &str,
    ) -> anyhow::Result<()> {
        let file = path.display();
        if self.options.common.json {
            return self.list(&Finding {
                file: file.to_string(),
                line,
                column: IfAny(Some(column)),
                game: number,
                disagreement: IfAny(None),
                damage: IfAny(Some(problem.to_owned())),
            });
        }
        self.show(format!(
            "{file}:{line}:{column}: game {number} cannot be followed: {problem}"
        ))
    }

    fn list(&mut self, finding: &Finding) -> anyhow::Result<()> {
        let comma = if self.found > 0 { "," } else { "" };
        self.found += 1;
        Ok(self.out.write(&format!("{comma}{}", finding.object()))?)
    }

    fn note(&self, text: &str) {
        if !self.options.common.quiet {
            tell(text);
        }
    }

    /// Writes the last line; an error if anything was wrong.
    fn conclude(mut self) -> anyhow::Result<()> {
        self.reading.end();
        let files = self.options.input.len();
        for (number, thing, note) in [
            (
                self.counts.checked.filtered,
                "filtered game",
                "checked only on one side's board",
            ),
            (
                self.counts.checked.without_tries,
                "game",
                "whose tries the run did not keep: nothing of them is checked",
            ),
            (
                self.counts.checked.unreadable,
                "refused move",
                "unreadable, such as ??",
            ),
            (self.counts.corrected, "game", "corrected in the copies"),
            (
                self.counts.kept,
                "game",
                "copied unchanged, not followed to the end",
            ),
            (
                self.counts.left_out,
                "game",
                "left out of the copies, too long",
            ),
        ] {
            if number > 0 {
                self.note(&format!("{} {note}", plural(number, thing)));
            }
        }
        let checked = self.counts.checked;
        let Checked {
            games,
            damaged,
            wrong_games,
            disagreements,
            ..
        } = checked;
        if self.options.common.json {
            let figures = CheckFigures {
                found: IfAny(None),
                files,
                checked,
            };
            let figures = figures.object().to_string();
            let figures = figures.trim_start_matches('{');
            self.out.write(&format!("],{figures}\n"))?;
        } else {
            let mut screen = Screen::new();
            let (all, files) = (plural(games, "game"), plural(files as u64, "file"));
            screen.headline(match (disagreements, damaged) {
                (0, 0) => format!("{all} in {files}: 0 disagreements"),
                _ => format!(
                    "{all} in {files}: {} in {}, {} cannot be followed",
                    plural(disagreements, "disagreement"),
                    plural(wrong_games, "game"),
                    plural(damaged, "game"),
                ),
            });
            self.out.show(&screen)?;
        }
        self.out.flush()?;
        if disagreements + damaged > 0 {
            return Err(Disagreed.into());
        }
        Ok(())
    }
}

/// Figures of a run's game that do not follow from its tries.
fn wrong_figures(game: &PlayedGame, record: &GameRecord) -> Vec<Disagreement> {
    let [white, black] = &record.material;
    let refused = SIDES.map(|side| record.refused(side).to_string());
    let figures = [
        ("plies", game.plies.to_string(), record.plies.to_string()),
        (
            "white_refused",
            game.white_refused.to_string(),
            refused[0].clone(),
        ),
        (
            "black_refused",
            game.black_refused.to_string(),
            refused[1].clone(),
        ),
        ("white_material", game.white_material.clone(), white.clone()),
        ("black_material", game.black_material.clone(), black.clone()),
        (
            "final_fen",
            game.final_fen.clone(),
            record.final_fen.clone(),
        ),
    ];
    let wrong = figures.into_iter().filter(|(_, says, truth)| says != truth);
    wrong
        .map(|(place, says, truth)| Disagreement {
            place: place.to_owned(),
            says,
            truth,
        })
        .collect()
}

/// The corrected game with its changes; `None` if nothing must be changed, or if the truth cannot
/// be known.
fn corrected(game: &ReadGame, transcript: bool) -> anyhow::Result<Option<(Vec<u8>, String)>> {
    let mut changes = Vec::new();
    let wrong = game.disagreements.len() as u64;
    if wrong > 0 {
        changes.push(format!("{} put right", plural(wrong, "disagreement")));
    }
    if game.respelt > 0 {
        let moves = plural(game.respelt as u64, "move");
        let from = match game.language {
            known if known == ENGLISH => String::new(),
            known => format!(", from {} letters", known.name),
        };
        changes.push(format!("{moves} written in standard notation{from}"));
    }
    if changes.is_empty() {
        return Ok(None);
    }
    let mut text = Vec::new();
    if !transcript {
        game.sheet().write(&mut text)?;
    } else if let Some(record) = game.record() {
        transcript::write(&mut text, game.game, &record)?;
    } else {
        return Ok(None);
    }
    Ok(Some((text, changes.join(", "))))
}
