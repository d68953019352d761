//! Artifacts: every file that a run can write into its folder.
//!
//! The list is in the order of tables and plots on a page. Pages take captions and order from it,
//! flags that name a file beside a run are checked against it, and `docs/report.md` has the same
//! table.

use std::path::Path;

use darkforge_lab::config::RunFile;

/// Name of the page in a run's folder.
pub const PAGE: &str = "report.html";
/// Name of the file with the playing time of a run.
pub const CLOCK: &str = "clock.csv";
/// Name of the file that describes a folder without a journal.
pub const ABOUT: &str = "about.toml";
/// Name of the drawing of one game of an ending.
pub const REPLAY: &str = "replay.svg";
/// Name of the champion's weights.
pub const CHAMPION: &str = "champion.toml";
/// Folder of the plots.
pub const PLOTS: &str = "plots";

/// Kinds of runs, by the names of their commands.
pub type Runs = &'static [&'static str];

const TOURNAMENT: Runs = &["tournament"];
const EVOLUTION: Runs = &["evolve"];
const COLLECTION: Runs = &["stats"];
const ENDGAME: Runs = &["endgame"];
const IMITATION: Runs = &["imitate"];
/// Runs that play games.
const PLAYED: Runs = &["match", "tournament", "evolve"];
/// Runs of games between named players.
const BETWEEN: Runs = &["match", "tournament"];
/// Runs with a sequential test.
const TESTED: Runs = &["match", "evolve"];
/// Runs that rate players.
const RATED: Runs = &["tournament", "rate"];
/// Runs with outcomes of games.
const COUNTED: Runs = &["match", "tournament", "evolve", "stats"];
/// Runs without a journal.
const DERIVED: Runs = &["stats", "endgame", "rate", "imitate"];
/// All runs.
const ALL: Runs = &[
    "match",
    "tournament",
    "evolve",
    "stats",
    "endgame",
    "rate",
    "imitate",
];

/// A file that a run can write.
#[derive(Clone, Copy, Debug)]
pub struct Artifact {
    /// Name in the run's folder; `*` stands for the rest of a name. Plots are in `plots/`, as SVG
    /// and PNG, and have no extension here.
    pub name: &'static str,
    /// Sort of file.
    pub kind: Kind,
    /// Commands that write it.
    pub runs: Runs,
    /// Description. For a plot, the information beyond its title for readers who do not see it.
    pub about: &'static str,
}

/// Sorts of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A CSV file, with the initial state of its table on a page.
    Table {
        /// Whether the table is open.
        open: bool,
    },
    /// A drawing in `plots/`.
    Plot,
    /// Any other file.
    Other,
    /// Records of games, which a user may request under this name.
    Records,
}

const OPEN: Kind = Kind::Table { open: true };
const FOLDED: Kind = Kind::Table { open: false };

const fn file(name: &'static str, kind: Kind, runs: Runs, about: &'static str) -> Artifact {
    Artifact {
        name,
        kind,
        runs,
        about,
    }
}

/// All of them.
#[rustfmt::skip]
pub const ARTIFACTS: &[Artifact] = &[
    file("standings.csv", OPEN, PLAYED, "Standings"),
    file("missing.csv", OPEN, TOURNAMENT, "Games that could be played now and are missing, by their numbers"),
    file("strengths.csv", OPEN, TOURNAMENT, "Strengths (Elo) that the places of a gauntlet or an adaptive tournament are given by"),
    file("best.csv", OPEN, TOURNAMENT, "Probability of each player to be the strongest"),
    file("ratings.csv", OPEN, RATED, "Ratings"),
    file("proof.csv", OPEN, EVOLUTION, "Proof: candidates that were screened, and fresh games of the chosen one"),
    file("generations.csv", OPEN, EVOLUTION, "Generations: champions, how games ended, score against the reference"),
    file("hall_of_fame.csv", OPEN, EVOLUTION, "Hall of fame: champions by their score"),
    file("summary.csv", OPEN, ENDGAME, "Summary"),
    file("moves.csv", FOLDED, ENDGAME, "Moves to mate from every start"),
    file("infinite.csv", OPEN, ENDGAME, "King and rook on a board without end, game by game"),
    file("figures.csv", OPEN, COLLECTION, "Figures"),
    file("comparison.csv", OPEN, COLLECTION, "Comparison with the other collection"),
    file("faults.csv", OPEN, PLAYED, "Faults of players"),
    file("games.csv", OPEN, PLAYED, "Endings of games"),
    file("endings.csv", FOLDED, BETWEEN, "Endings of games, by player and colour"),
    file("lengths.csv", FOLDED, BETWEEN, "Length of games, by player and colour (plies)"),
    file("refused.csv", FOLDED, BETWEEN, "Refused tries per move, by player and colour"),
    file("swiss.csv", FOLDED, TOURNAMENT, "Points and tie-breaks of the Swiss tournament"),
    file("superiority.csv", FOLDED, RATED, "Differences in strength, with probabilities"),
    file("crosstable.csv", FOLDED, RATED, "Scores of each player against each"),
    file("bouts.csv", FOLDED, PLAYED, "Bouts"),
    file("purposes.csv", FOLDED, EVOLUTION, "Games by purpose"),
    file("piece_values.csv", FOLDED, EVOLUTION, "Piece values beside those of the thesis and of Magari"),
    file("weight_correlation.csv", FOLDED, EVOLUTION, "Correlation of weights with winning"),
    file("lineage.csv", FOLDED, EVOLUTION, "Descent of the champions"),
    file("diversity.csv", FOLDED, EVOLUTION, "Distances of weights, by generation"),
    file("individuals.csv", FOLDED, EVOLUTION, "Individuals and their weights"),
    file("llr.csv", FOLDED, TESTED, "Log-likelihood ratio of the sequential test after each pair"),
    file("agreement.csv", OPEN, IMITATION, "Agreement with the player's choices"),
    file("top_k.csv", FOLDED, IMITATION, "Held-out choices among the first k of each player"),
    file("iterations.csv", OPEN, IMITATION, "Rounds of fitting"),
    file("weights.csv", FOLDED, IMITATION, "Weights"),
    file("outcomes.csv", FOLDED, COLLECTION, "Outcomes"),
    file("openings.csv", FOLDED, COLLECTION, "Openings"),
    file("players.csv", FOLDED, COLLECTION, "Players"),
    file("inputs.csv", FOLDED, COLLECTION, "Sources of the games"),
    file("damaged.csv", FOLDED, COLLECTION, "Games that are damaged and were passed over"),
    file("answers.csv", FOLDED, COLLECTION, "Answers"),
    file("captures.csv", FOLDED, COLLECTION, "Captures"),
    file("conversion.csv", FOLDED, COLLECTION, "Conversion"),
    file("duration_histogram.csv", FOLDED, COLLECTION, "Duration histogram"),
    file("durations.csv", FOLDED, COLLECTION, "Durations"),
    file("edge.csv", FOLDED, COLLECTION, "Edge"),
    file("final_material.csv", FOLDED, COLLECTION, "Final material"),
    file("formations.csv", FOLDED, COLLECTION, "Formations"),
    file("informed.csv", FOLDED, COLLECTION, "Informed"),
    file("king_set.csv", FOLDED, COLLECTION, "King set"),
    file("learning.csv", FOLDED, COLLECTION, "Learning"),
    file("material.csv", FOLDED, COLLECTION, "Material"),
    file("mobility.csv", FOLDED, COLLECTION, "Mobility"),
    file("mobility_phases.csv", FOLDED, COLLECTION, "Mobility phases"),
    file("refusals.csv", FOLDED, COLLECTION, "Refusals"),
    file("refusals_by_move.csv", FOLDED, COLLECTION, "Refusals by move"),
    file("sequences.csv", FOLDED, COLLECTION, "Sequences"),
    file("silence.csv", FOLDED, COLLECTION, "Silence"),
    file("time_controls.csv", FOLDED, COLLECTION, "Time controls"),
    file("uncertainty.csv", FOLDED, COLLECTION, "Uncertainty"),
    file("won_endings.csv", FOLDED, COLLECTION, "Won endings"),
    file("proof", Kind::Plot, EVOLUTION, "Scores in the screening and in the proof as points with 95 % intervals, a row for each candidate."),
    file("reference_score", Kind::Plot, EVOLUTION, "A point with its 95 % interval for each generation that was measured."),
    file("elo", Kind::Plot, RATED, "A point with its 95 % interval for each player, the strongest above."),
    file("crosstable", Kind::Plot, RATED, "A row and a column for each player, the strongest first; a cell has the score of the row's player."),
    file("llr", Kind::Plot, TESTED, "A line over the pairs of games, between the two bounds of the test."),
    file("outcomes", Kind::Plot, COUNTED, "Shares of the ways in which games ended, one bar for each row."),
    file("lengths", Kind::Plot, PLAYED, "Distribution of the number of plies, by who won."),
    file("hall_of_fame", Kind::Plot, EVOLUTION, "A point with its 95 % interval for each champion."),
    file("weights", Kind::Plot, EVOLUTION, "For each weight over the generations: the champion's value, mean and deviation of the population, and the start."),
    file("piece_values", Kind::Plot, EVOLUTION, "Values of the men in pawns, of the start, the champion and others."),
    file("weight_correlation", Kind::Plot, EVOLUTION, "A point with its 95 % interval for each weight."),
    file("lineage", Kind::Plot, EVOLUTION, "Champions over the generations, each joined with its parent."),
    file("diversity", Kind::Plot, EVOLUTION, "Distances over the generations."),
    file("mutations", Kind::Plot, EVOLUTION, "Sizes of mutations over the generations."),
    file("purposes", Kind::Plot, EVOLUTION, "A bar for each generation, parted by what its games were played for."),
    file("moves_*", Kind::Plot, ENDGAME, "A line for each ending and method: how many of 1,000 won games took so many moves."),
    file("progress_*", Kind::Plot, ENDGAME, "A line over the tries of the game: what White knew before each, evaluated."),
    file("top_k", Kind::Plot, IMITATION, "A curve with its 95 % band for each player, the start and chance among them."),
    file("iterations", Kind::Plot, IMITATION, "Curves with 95 % bands over the rounds of fitting."),
    file("captures", Kind::Plot, COLLECTION, ""),
    file("checkmates", Kind::Plot, COLLECTION, ""),
    file("draws", Kind::Plot, COLLECTION, ""),
    file("durations", Kind::Plot, COLLECTION, ""),
    file("formations", Kind::Plot, COLLECTION, ""),
    file("informed", Kind::Plot, COLLECTION, ""),
    file("king_set", Kind::Plot, COLLECTION, ""),
    file("learning", Kind::Plot, COLLECTION, ""),
    file("mated_of_played", Kind::Plot, COLLECTION, ""),
    file("material", Kind::Plot, COLLECTION, ""),
    file("mates_of_wins", Kind::Plot, COLLECTION, ""),
    file("mobility", Kind::Plot, COLLECTION, ""),
    file("mobility_winner", Kind::Plot, COLLECTION, ""),
    file("refusals", Kind::Plot, COLLECTION, ""),
    file("refused", Kind::Plot, COLLECTION, ""),
    file("silence", Kind::Plot, COLLECTION, ""),
    file("uncertainty", Kind::Plot, COLLECTION, ""),
    file("victories", Kind::Plot, COLLECTION, ""),
    file("won_endings", Kind::Plot, COLLECTION, ""),
    file(PAGE, Kind::Other, ALL, "The page of the run"),
    file(RunFile::NAME, Kind::Other, &["match", "tournament", "evolve", "endgame"], "The config as understood, seed, version, every weight set and opening book"),
    file(ABOUT, Kind::Other, DERIVED, "Description of a folder without a journal: command, subject, notes"),
    file("journal.jsonl", Kind::Other, PLAYED, "Finished games: the checkpoint, and what reports are made from"),
    file(CLOCK, Kind::Other, PLAYED, "Playing time of each session of the run"),
    file(CHAMPION, Kind::Other, EVOLUTION, "The champion's weights"),
    file("weights.toml", Kind::Other, IMITATION, "The fitted weights"),
    file(REPLAY, Kind::Other, ENDGAME, "The game of a replay, a board for each try"),
    file("stderr", Kind::Other, PLAYED, "Folder of the programs' standard error"),
    file(PLOTS, Kind::Other, ALL, "Folder of the plots"),
    file("games.pgn", Kind::Records, BETWEEN, "The games as extended PGN, if asked for"),
];

impl Artifact {
    /// Whether a file called `name` is this one.
    fn is(&self, name: &str) -> bool {
        match self.name.strip_suffix('*') {
            Some(start) => name.starts_with(start),
            None => self.name == name,
        }
    }

    /// The file called `name` in a run's folder, and its place in [`ARTIFACTS`].
    pub fn file(name: &str) -> Option<(usize, &'static Artifact)> {
        let mut all = ARTIFACTS.iter().enumerate();
        all.find(|(_, one)| one.kind != Kind::Plot && one.is(name))
    }

    /// The plot called `name`, without its extension, and its place in [`ARTIFACTS`].
    pub fn plot(name: &str) -> Option<(usize, &'static Artifact)> {
        let mut all = ARTIFACTS.iter().enumerate();
        all.find(|(_, one)| one.kind == Kind::Plot && one.is(name))
    }
}

/// Files in `folder` that are among [`ARTIFACTS`] and fit `which`, in that order; a plot by its
/// name alone. Missing files are left out.
pub fn written(folder: &Path, which: impl Fn(&Artifact) -> bool) -> Vec<String> {
    let names = |folder: &Path| {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.file_name().into_string().ok())
    };
    let plots = folder.join(PLOTS);
    let plots = names(&plots).filter_map(|name| Some(name.strip_suffix(".svg")?.to_owned()));
    let plots = plots.filter_map(|name| Some((Artifact::plot(&name)?, name)));
    let files = names(folder).filter_map(|name| Some((Artifact::file(&name)?, name)));
    let mut found: Vec<_> = files.chain(plots).collect();
    found.retain(|((_, artifact), _)| which(artifact));
    found.sort_by(|((a, _), one), ((b, _), other)| (a, one).cmp(&(b, other)));
    found.into_iter().map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_that_were_written_are_named() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join(PLOTS)).unwrap();
        for name in [
            "games.csv",
            "standings.csv",
            "other.csv",
            "plots/llr.svg",
            "plots/llr.png",
        ] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let tables = written(folder.path(), |file| {
            matches!(file.kind, Kind::Table { .. })
        });
        assert_eq!(tables, ["standings.csv", "games.csv"]);
        assert_eq!(
            written(folder.path(), |file| file.kind == Kind::Plot),
            ["llr"]
        );
        assert!(written(&folder.path().join("none"), |_| true).is_empty());
    }

    #[test]
    fn every_file_is_listed_once_and_told_in_the_docs() {
        let docs = include_str!("../../docs/report.md");
        for (place, one) in ARTIFACTS.iter().enumerate() {
            let found = if one.kind == Kind::Plot {
                Artifact::plot(one.name)
            } else {
                Artifact::file(one.name)
            };
            assert_eq!(
                found.map(|(place, _)| place),
                Some(place),
                "{} twice",
                one.name
            );
            let name = match one.kind {
                Kind::Plot => format!("`plots/{}`", one.name),
                _ => format!("`{}`", one.name),
            };
            assert!(docs.contains(&name), "docs/report.md lacks {name}");
        }
    }
}
