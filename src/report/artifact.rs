//! Every file that a run can leave in its folder.
//!
//! The list is in the order in which a page shows tables and plots. Pages take captions and
//! order from it, flags that name a file beside a run are checked against it, and
//! `docs/report.md` says the same in a table.

use darkforge_lab::config::RunFile;

/// Name of the page in a run's folder.
pub const PAGE: &str = "report.html";
/// Name of the file that says how long a run was played.
pub const CLOCK: &str = "clock.csv";
/// Name of the file that says what was done in a folder without a journal.
pub const ABOUT: &str = "about.toml";
/// Name of the drawing of one game of an ending.
pub const REPLAY: &str = "replay.svg";
/// Folder of the plots.
pub const PLOTS: &str = "plots";

/// Kinds of runs, as their commands are called.
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
    /// Name in the run's folder; `*` stands for the rest of a name. Plots lie in `plots/`, as
    /// SVG and PNG, and have no ending here.
    pub name: &'static str,
    /// Sort of file.
    pub kind: Kind,
    /// Commands that write it.
    pub runs: Runs,
    /// What it is. Of a plot what it shows beyond its title, for those who do not see it.
    pub about: &'static str,
}

/// Sorts of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A CSV file, and whether a page shows its table open.
    Table {
        /// Open.
        open: bool,
    },
    /// A drawing in `plots/`.
    Plot,
    /// Any other file.
    Other,
    /// Records of games, which a user may ask for by this name.
    Records,
}

const fn open(name: &'static str, runs: Runs, about: &'static str) -> Artifact {
    let kind = Kind::Table { open: true };
    Artifact {
        name,
        kind,
        runs,
        about,
    }
}

const fn folded(name: &'static str, runs: Runs, about: &'static str) -> Artifact {
    let kind = Kind::Table { open: false };
    Artifact {
        name,
        kind,
        runs,
        about,
    }
}

const fn plot(name: &'static str, runs: Runs, about: &'static str) -> Artifact {
    let kind = Kind::Plot;
    Artifact {
        name,
        kind,
        runs,
        about,
    }
}

const fn other(name: &'static str, runs: Runs, about: &'static str) -> Artifact {
    let kind = Kind::Other;
    Artifact {
        name,
        kind,
        runs,
        about,
    }
}

/// All of them.
pub const ARTIFACTS: &[Artifact] = &[
    open("standings.csv", PLAYED, "Standings"),
    open(
        "best.csv",
        TOURNAMENT,
        "Probability of each player to be the strongest",
    ),
    open("ratings.csv", RATED, "Ratings"),
    open(
        "proof.csv",
        EVOLUTION,
        "Proof: candidates that were screened, and fresh games of the chosen one",
    ),
    open(
        "generations.csv",
        EVOLUTION,
        "Generations: champions, how games ended, score against the reference",
    ),
    open(
        "hall_of_fame.csv",
        EVOLUTION,
        "Hall of fame: champions by their score",
    ),
    open("summary.csv", ENDGAME, "Summary"),
    folded("moves.csv", ENDGAME, "Moves to mate from every start"),
    open(
        "infinite.csv",
        ENDGAME,
        "King and rook on a board without end, game by game",
    ),
    open("figures.csv", COLLECTION, "Figures"),
    open(
        "comparison.csv",
        COLLECTION,
        "Comparison with the other collection",
    ),
    open("faults.csv", PLAYED, "Faults of players"),
    open("games.csv", PLAYED, "How the games ended"),
    folded(
        "endings.csv",
        BETWEEN,
        "How games ended, by player and colour",
    ),
    folded(
        "lengths.csv",
        BETWEEN,
        "Length of games, by player and colour (plies)",
    ),
    folded(
        "refused.csv",
        BETWEEN,
        "Refused tries per move, by player and colour",
    ),
    folded(
        "swiss.csv",
        TOURNAMENT,
        "Points and tie-breaks of the Swiss tournament",
    ),
    folded(
        "superiority.csv",
        RATED,
        "Who is probably stronger than whom",
    ),
    folded("crosstable.csv", RATED, "Who scored what against whom"),
    folded("bouts.csv", PLAYED, "Bouts"),
    folded("purposes.csv", EVOLUTION, "What games were spent on"),
    folded(
        "piece_values.csv",
        EVOLUTION,
        "Piece values beside those of the thesis and of Magari",
    ),
    folded(
        "weight_correlation.csv",
        EVOLUTION,
        "Which weights go along with winning",
    ),
    folded("lineage.csv", EVOLUTION, "Descent of the champions"),
    folded(
        "diversity.csv",
        EVOLUTION,
        "How far the weights of a generation are apart",
    ),
    folded(
        "individuals.csv",
        EVOLUTION,
        "Individuals and their weights",
    ),
    folded(
        "llr.csv",
        TESTED,
        "Log-likelihood ratio of the sequential test after each pair",
    ),
    open(
        "agreement.csv",
        IMITATION,
        "Agreement with the player's choices",
    ),
    folded(
        "top_k.csv",
        IMITATION,
        "Held-out choices among the first k of each player",
    ),
    open("iterations.csv", IMITATION, "Rounds of fitting"),
    folded("weights.csv", IMITATION, "Weights"),
    folded("outcomes.csv", COLLECTION, "Outcomes"),
    folded("openings.csv", COLLECTION, "Openings"),
    folded("players.csv", COLLECTION, "Players"),
    folded("inputs.csv", COLLECTION, "Where the games are from"),
    folded(
        "damaged.csv",
        COLLECTION,
        "Games that are damaged and were passed over",
    ),
    folded("answers.csv", COLLECTION, "Answers"),
    folded("captures.csv", COLLECTION, "Captures"),
    folded("conversion.csv", COLLECTION, "Conversion"),
    folded("duration_histogram.csv", COLLECTION, "Duration histogram"),
    folded("durations.csv", COLLECTION, "Durations"),
    folded("edge.csv", COLLECTION, "Edge"),
    folded("final_material.csv", COLLECTION, "Final material"),
    folded("formations.csv", COLLECTION, "Formations"),
    folded("informed.csv", COLLECTION, "Informed"),
    folded("king_set.csv", COLLECTION, "King set"),
    folded("learning.csv", COLLECTION, "Learning"),
    folded("material.csv", COLLECTION, "Material"),
    folded("mobility.csv", COLLECTION, "Mobility"),
    folded("mobility_phases.csv", COLLECTION, "Mobility phases"),
    folded("refusals.csv", COLLECTION, "Refusals"),
    folded("refusals_by_move.csv", COLLECTION, "Refusals by move"),
    folded("sequences.csv", COLLECTION, "Sequences"),
    folded("silence.csv", COLLECTION, "Silence"),
    folded("time_controls.csv", COLLECTION, "Time controls"),
    folded("uncertainty.csv", COLLECTION, "Uncertainty"),
    folded("won_endings.csv", COLLECTION, "Won endings"),
    plot(
        "proof",
        EVOLUTION,
        "Scores in the screening and in the proof as points with 95 % intervals, a row for each candidate.",
    ),
    plot(
        "reference_score",
        EVOLUTION,
        "A point with its 95 % interval for each generation that was measured.",
    ),
    plot(
        "elo",
        RATED,
        "A point with its 95 % interval for each player, the strongest above.",
    ),
    plot(
        "crosstable",
        RATED,
        "A row and a column for each player, the strongest first; a cell has the score of the row's player.",
    ),
    plot(
        "llr",
        TESTED,
        "A line over the pairs of games, between the two bounds of the test.",
    ),
    plot(
        "outcomes",
        COUNTED,
        "Shares of the ways in which games ended, one bar for each row.",
    ),
    plot(
        "lengths",
        PLAYED,
        "Distribution of the number of plies, by who won.",
    ),
    plot(
        "hall_of_fame",
        EVOLUTION,
        "A point with its 95 % interval for each champion.",
    ),
    plot(
        "weights",
        EVOLUTION,
        "For each weight over the generations: the champion's value, mean and deviation of the population, and the start.",
    ),
    plot(
        "piece_values",
        EVOLUTION,
        "Values of the men in pawns, of the start, the champion and others.",
    ),
    plot(
        "weight_correlation",
        EVOLUTION,
        "A point with its 95 % interval for each weight.",
    ),
    plot(
        "lineage",
        EVOLUTION,
        "Champions over the generations, each joined with its parent.",
    ),
    plot("diversity", EVOLUTION, "Distances over the generations."),
    plot(
        "mutations",
        EVOLUTION,
        "Sizes of mutations over the generations.",
    ),
    plot(
        "purposes",
        EVOLUTION,
        "A bar for each generation, parted by what its games were played for.",
    ),
    plot(
        "moves_*",
        ENDGAME,
        "A line for each ending and method: how many of 1,000 won games took so many moves.",
    ),
    plot(
        "progress_*",
        ENDGAME,
        "A line over the tries of the game: what White knew before each, evaluated.",
    ),
    plot(
        "top_k",
        IMITATION,
        "A curve with its 95 % band for each player, the start and chance among them.",
    ),
    plot(
        "iterations",
        IMITATION,
        "Curves with 95 % bands over the rounds of fitting.",
    ),
    plot("captures", COLLECTION, ""),
    plot("checkmates", COLLECTION, ""),
    plot("draws", COLLECTION, ""),
    plot("durations", COLLECTION, ""),
    plot("formations", COLLECTION, ""),
    plot("informed", COLLECTION, ""),
    plot("king_set", COLLECTION, ""),
    plot("learning", COLLECTION, ""),
    plot("mated_of_played", COLLECTION, ""),
    plot("material", COLLECTION, ""),
    plot("mates_of_wins", COLLECTION, ""),
    plot("mobility", COLLECTION, ""),
    plot("mobility_winner", COLLECTION, ""),
    plot("refusals", COLLECTION, ""),
    plot("refused", COLLECTION, ""),
    plot("silence", COLLECTION, ""),
    plot("uncertainty", COLLECTION, ""),
    plot("victories", COLLECTION, ""),
    plot("won_endings", COLLECTION, ""),
    other(PAGE, ALL, "The page of the run"),
    other(
        RunFile::NAME,
        &["match", "tournament", "evolve", "endgame"],
        "The config as understood, seed, version, every weight set and opening book",
    ),
    other(
        ABOUT,
        DERIVED,
        "What was done, by which command, where no journal says it",
    ),
    other(
        "journal.jsonl",
        PLAYED,
        "Finished games: the checkpoint, and what reports are made from",
    ),
    other(CLOCK, PLAYED, "How long each sitting of the run took"),
    other("champion.toml", EVOLUTION, "The champion's weights"),
    other("weights.toml", IMITATION, "The fitted weights"),
    other(
        REPLAY,
        ENDGAME,
        "The game of a replay, a board for each try",
    ),
    other(
        "stderr",
        PLAYED,
        "Folder of what programs wrote to their standard error",
    ),
    other(PLOTS, ALL, "Folder of the plots"),
    Artifact {
        name: "games.pgn",
        kind: Kind::Records,
        runs: BETWEEN,
        about: "The games as extended PGN, if asked for",
    },
];

impl Artifact {
    /// Whether a file called `name` is this one.
    fn is(&self, name: &str) -> bool {
        match self.name.strip_suffix('*') {
            Some(start) => name.starts_with(start),
            None => self.name == name,
        }
    }

    /// Whether it is a CSV file.
    pub fn is_table(&self) -> bool {
        matches!(self.kind, Kind::Table { .. })
    }

    /// The file called `name` in a run's folder, and its place in [`ARTIFACTS`].
    pub fn file(name: &str) -> Option<(usize, &'static Artifact)> {
        let mut all = ARTIFACTS.iter().enumerate();
        all.find(|(_, one)| one.kind != Kind::Plot && one.is(name))
    }

    /// The plot called `name`, without its ending, and its place in [`ARTIFACTS`].
    pub fn plot(name: &str) -> Option<(usize, &'static Artifact)> {
        let mut all = ARTIFACTS.iter().enumerate();
        all.find(|(_, one)| one.kind == Kind::Plot && one.is(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
