//! A match that a sequential test ends, in the folder named on the command line. It can be stopped
//! at any time; run again, it continues where its journal ends.

use std::sync::atomic::AtomicBool;

use darkforge_lab::bout::tally;
use darkforge_lab::config::{MatchConfig, PLY_LIMIT, RunFile, SprtConfig, TermsConfig};
use darkforge_lab::folder::RunFolder;
use darkforge_lab::run::Run;
use darkforge_ratings::Model;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("name a folder")?;
    let config = MatchConfig {
        players: ["semi-random", "random"].map(str::to_owned),
        games: 2000,
        seed: 1,
        ruleset: "icc".to_owned(),
        ply_limit: PLY_LIMIT,
        keep_tries: false,
        sprt: Some(SprtConfig {
            elo0: 0.0,
            elo1: 20.0,
            model: Model::Logistic,
        }),
        terms: TermsConfig::default(),
    };
    let plan = config.check("match")?;
    let journal = RunFolder::at(folder).open(&RunFile::of_match(&plan))?;
    let mut run = Run::new(plan.schedule.clone(), journal);
    println!("{} games are in the journal", run.journal.len());
    run.play(&plan.game, &AtomicBool::new(false), &mut ())?;
    let elo = tally(run.journal.outcomes()).elo();
    let test = run.schedule.test(&run.journal).ok_or("no test")?;
    let (games, llr, verdict) = (run.journal.len(), test.llr, test.verdict);
    println!("{games} games, Elo {elo}, LLR {llr:.2}: {verdict:?}");
    Ok(())
}
