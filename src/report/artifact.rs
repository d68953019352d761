//! Artifacts: every file that a run can write into its folder.
//!
//! The list is in the order of tables and plots on a page. Pages take captions and order from it,
//! flags that name a file beside a run are checked against it, and `docs/reference/files.md` is
//! made from it.
//!
//! ```
//! use darkforge::report::artifact::{Artifact, Kind};
//!
//! let (_, games) = Artifact::file("games.csv").ok_or("no such file")?;
//! assert!(matches!(games.kind, Kind::Table { .. }));
//! assert_eq!((games.columns)()[0].names, ["game"]);
//! # Ok::<(), &str>(())
//! ```

use std::path::Path;

use super::about::About;
use super::collection::{self, attacks, ends, figure, hidden, material, seats, turns};
use super::column::Column;
use super::names::{ABOUT, CHAMPION, OPTIMUM, PAGE, PLOTS, REPLAY};
use super::table::{FileRow, TableRow};
use super::{
    bouts, clock, comparison, crosstable, diversity, endgame, endings, faults, games, generations,
    hall_of_fame, imitation, individuals, landscape, lengths, lineage, llr, piece_values, proof,
    purposes, ratings, recon, refused, saliency, standings, superiority, tournament, training,
    weight_correlation, workers,
};
use darkforge_lab::bout::PlayedGame;
use darkforge_lab::config::RunFile;

/// Names of the files that tell of time and machines: they differ between repetitions of a run.
pub const OF_PLACE: [&str; 2] = [clock::Row::FILE, workers::Row::FILE];

/// Kinds of runs, by the names of their commands.
pub type Runs = &'static [&'static str];

const TOURNAMENT: Runs = &["tournament"];
const COMPARISON: Runs = &["compare"];
/// Runs in which players meet by a format.
const MEETINGS: Runs = &["tournament", "compare"];
const EVOLUTION: Runs = &["evolve"];
const COLLECTION: Runs = &["stats"];
const ENDGAME: Runs = &["endgame"];
const IMITATION: Runs = &["imitate"];
const TRAINING: Runs = &["train"];
/// Runs that play games; a comparison with `--play`.
const PLAYED: Runs = &["match", "tournament", "evolve", "compare"];
/// Runs of games between named players.
const BETWEEN: Runs = &["match", "tournament", "compare"];
/// Runs that can write records of their games.
const RECORDED: Runs = &["match", "tournament"];
/// Runs with a sequential test.
const TESTED: Runs = &["match", "evolve"];
/// Runs that rate players.
const RATED: Runs = &["tournament", "rate", "compare"];
/// Runs with outcomes of games.
const COUNTED: Runs = &["match", "tournament", "evolve", "stats", "compare"];
/// Runs without a journal; a comparison has one with `--play` alone.
const DERIVED: Runs = &["stats", "endgame", "rate", "imitate", "train", "compare"];
/// All runs.
const ALL: Runs = &[
    "match",
    "tournament",
    "evolve",
    "stats",
    "endgame",
    "rate",
    "imitate",
    "train",
    "compare",
];

/// A file that a run can write.
#[derive(Clone, Copy, Debug)]
pub struct Artifact {
    /// Name in the run's folder; `*` stands for the rest of a name. Plots are in `plots/`, as SVG
    /// and PNG, with a narrow SVG in `plots/narrow/`, and have no extension here.
    pub name: &'static str,
    /// Sort of file.
    pub kind: Kind,
    /// Commands that write it.
    pub runs: Runs,
    /// Description. For a plot, the information beyond its title for readers who do not see it.
    pub about: &'static str,
    /// Rows of a CSV file, in a sentence; empty for other files.
    pub rows: &'static str,
    /// Columns of a CSV file, or fields of another that is made of one type.
    pub columns: fn() -> Vec<Column>,
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
        rows: "",
        columns: Vec::new,
    }
}

/// A file that is made of one type.
const fn fields(
    name: &'static str,
    runs: Runs,
    columns: fn() -> Vec<Column>,
    about: &'static str,
) -> Artifact {
    Artifact {
        columns,
        ..file(name, Kind::Other, runs, about)
    }
}

/// The file of the rows `R`.
const fn table<R: FileRow>(kind: Kind, runs: Runs, about: &'static str) -> Artifact {
    named::<R>(R::FILE, kind, runs, about)
}

/// One of several files of the rows `R`.
const fn named<R: TableRow>(
    name: &'static str,
    kind: Kind,
    runs: Runs,
    about: &'static str,
) -> Artifact {
    Artifact {
        rows: R::ROWS,
        columns: R::columns,
        ..file(name, kind, runs, about)
    }
}

/// Fields of a run's description: those of games, and those of endings alone.
fn run_fields() -> Vec<Column> {
    let mut fields = Column::of_fields(RunFile::FIELDS);
    let endings = Column::of_fields(endgame::Played::FIELDS).into_iter();
    let new = endings.filter(|column| fields.iter().all(|one| one.names != column.names));
    fields.extend(new.collect::<Vec<_>>());
    fields
}

/// All of them.
#[rustfmt::skip]
pub const ARTIFACTS: &[Artifact] = &[
    table::<comparison::RunRow>(OPEN, COMPARISON, "Runs that are compared"),
    table::<comparison::ProofRow>(OPEN, COMPARISON, "Proofs of the champions against the starts of their runs"),
    table::<standings::Row>(OPEN, PLAYED, "Standings"),
    table::<tournament::MissingRow>(OPEN, MEETINGS, "Missing games that could be played now, by number"),
    table::<tournament::StrengthRow>(OPEN, TOURNAMENT, "Strengths (Elo) by which a gauntlet or an adaptive tournament is ranked"),
    table::<tournament::BestRow>(OPEN, MEETINGS, "Probability of each player to be the strongest"),
    table::<ratings::Row>(OPEN, RATED, "Ratings"),
    table::<proof::Row>(OPEN, EVOLUTION, "Proof: candidates that were screened, and fresh games of the chosen one"),
    table::<generations::Row>(OPEN, EVOLUTION, "Generations: champions, how games ended, score against the reference"),
    table::<landscape::ImportanceRow>(OPEN, EVOLUTION, "Importance of weights, by a quadratic model of all games"),
    table::<landscape::OptimumRow>(OPEN, EVOLUTION, "Strength of champion and conservative optimum, by the same model"),
    table::<hall_of_fame::Row>(OPEN, EVOLUTION, "Hall of fame: champions by their score"),
    table::<endgame::SummaryRow>(OPEN, ENDGAME, "Summary"),
    table::<endgame::MovesRow>(FOLDED, ENDGAME, "Moves to mate from every start"),
    table::<endgame::InfiniteRow>(OPEN, ENDGAME, "King and rook on an infinite board, game by game"),
    table::<figure::FigureRow>(OPEN, COLLECTION, "Figures"),
    table::<figure::ComparisonRow>(OPEN, COLLECTION, "Comparison with the other collection"),
    table::<faults::Row>(OPEN, PLAYED, "Faults of players"),
    table::<games::Row>(OPEN, PLAYED, "Endings of games"),
    table::<endings::Row>(FOLDED, BETWEEN, "Endings of games, by player and colour"),
    table::<lengths::Row>(FOLDED, BETWEEN, "Length of games, by player and colour (plies)"),
    table::<refused::Row>(FOLDED, BETWEEN, "Refused tries per move, by player and colour"),
    table::<tournament::SwissRow>(FOLDED, TOURNAMENT, "Points and tie-breaks of the Swiss tournament"),
    table::<superiority::Row>(FOLDED, RATED, "Differences in strength, with probabilities"),
    table::<crosstable::Row>(FOLDED, RATED, "Scores of each player against each"),
    table::<bouts::Row>(FOLDED, PLAYED, "Bouts"),
    table::<purposes::Row>(FOLDED, EVOLUTION, "Games by purpose"),
    table::<landscape::InteractionRow>(FOLDED, EVOLUTION, "Interactions of weights"),
    table::<landscape::CurveRow>(FOLDED, EVOLUTION, "Strength over each weight"),
    table::<piece_values::Row>(FOLDED, EVOLUTION, "Piece values beside those of the thesis and of Magari"),
    table::<weight_correlation::Row>(FOLDED, EVOLUTION, "Correlation of weights with winning"),
    table::<lineage::Row>(FOLDED, EVOLUTION, "Descent of the champions"),
    table::<diversity::Row>(FOLDED, EVOLUTION, "Distances of weights, by generation"),
    table::<individuals::Row>(FOLDED, EVOLUTION, "Individuals and their weights"),
    table::<llr::Row>(FOLDED, TESTED, "Log-likelihood ratio of the sequential test after each pair"),
    table::<comparison::ProgressRow>(FOLDED, COMPARISON, "Scores of champions against the reference, by run"),
    table::<comparison::DifferenceRow>(FOLDED, COMPARISON, "Differences of the champions' weights in standard errors"),
    table::<comparison::ChampionRow>(FOLDED, COMPARISON, "Weights of the champions, by weight and run"),
    table::<comparison::SettingRow>(FOLDED, COMPARISON, "Keys of the configs that differ, by key and run"),
    table::<imitation::AgreementRow>(OPEN, IMITATION, "Agreement with the player's choices"),
    table::<imitation::TopRow>(FOLDED, IMITATION, "Held-out choices among the first k of each player"),
    table::<imitation::IterationRow>(OPEN, IMITATION, "Rounds of fitting"),
    table::<imitation::WeightRow>(FOLDED, IMITATION, "Weights"),
    table::<training::AccuracyRow>(OPEN, TRAINING, "Accuracy of each headset on the validation games of each"),
    table::<training::LessonRow>(FOLDED, TRAINING, "Learning curve"),
    table::<training::ValueRow>(FOLDED, TRAINING, "Results of the sides, and the network's values, by number of positions"),
    table::<saliency::PlaneRow>(FOLDED, TRAINING, "Saliency of the planes"),
    table::<saliency::SaliencyRow>(FOLDED, TRAINING, "Saliency of the planes at each checkpoint"),
    table::<recon::PossibleRow>(OPEN, COLLECTION, "Sides that won, by the greatest number of possible positions"),
    table::<recon::SizeRow>(FOLDED, COLLECTION, "Numbers of possible positions before and after the sense"),
    table::<recon::SenseRow>(FOLDED, COLLECTION, "Senses by square"),
    table::<recon::GameEndingRow>(OPEN, COLLECTION, "Reasons of the games' ends, in reconnaissance blind chess"),
    table::<recon::GameLengthRow>(FOLDED, COLLECTION, "Length of games, by the reason of their end"),
    table::<recon::GamePlayerRow>(OPEN, COLLECTION, "Players and the ends of their games"),
    table::<ends::OutcomeRow>(FOLDED, COLLECTION, "Outcomes"),
    table::<seats::OpeningRow>(FOLDED, COLLECTION, "Openings"),
    table::<seats::CastlingRow>(FOLDED, COLLECTION, "Castling"),
    named::<attacks::SquareRow>(attacks::TARGETS, FOLDED, COLLECTION, "Targets: squares on which players begin exchanges"),
    named::<attacks::SquareRow>(attacks::WEAK_POINTS, FOLDED, COLLECTION, "Weak points: squares on which players are attacked"),
    table::<attacks::PreludeRow>(FOLDED, COLLECTION, "Moves before attacks"),
    table::<attacks::ClusterRow>(FOLDED, COLLECTION, "Clusters: announcements that follow announcements"),
    table::<seats::PlayerRow>(FOLDED, COLLECTION, "Players"),
    table::<collection::InputRow>(FOLDED, COLLECTION, "Sources of the games"),
    table::<collection::DamagedRow>(FOLDED, COLLECTION, "Damaged games, which were left out"),
    table::<hidden::AnswerRow>(FOLDED, COLLECTION, "Answers"),
    table::<hidden::CaptureRow>(FOLDED, COLLECTION, "Captures"),
    table::<material::ConversionRow>(FOLDED, COLLECTION, "Conversion"),
    table::<ends::LengthRow>(FOLDED, COLLECTION, "Duration histogram"),
    table::<ends::DurationRow>(FOLDED, COLLECTION, "Durations"),
    table::<ends::EdgeRow>(FOLDED, COLLECTION, "Edge"),
    table::<material::FinalRow>(FOLDED, COLLECTION, "Final material"),
    named::<turns::MoveRow>(turns::ENTROPY, FOLDED, COLLECTION, "Entropy"),
    table::<seats::FormationRow>(FOLDED, COLLECTION, "Formations"),
    table::<hidden::InformedRow>(FOLDED, COLLECTION, "Informed"),
    named::<turns::MoveRow>(turns::KING_SET, FOLDED, COLLECTION, "King set"),
    table::<hidden::LearningRow>(FOLDED, COLLECTION, "Learning"),
    named::<turns::MoveRow>(turns::MATERIAL, FOLDED, COLLECTION, "Material"),
    named::<turns::MoveRow>(turns::MOBILITY, FOLDED, COLLECTION, "Mobility"),
    table::<turns::PhaseRow>(FOLDED, COLLECTION, "Mobility phases"),
    table::<hidden::PossibleRow>(FOLDED, COLLECTION, "Possible positions: results by the largest number of a game, with `--positions`"),
    named::<turns::MoveRow>(hidden::POSSIBLE_BY_MOVE, FOLDED, COLLECTION, "Possible positions by move, with `--positions`"),
    table::<turns::RefusalRow>(FOLDED, COLLECTION, "Refusals"),
    named::<turns::MoveRow>(turns::REFUSALS_BY_MOVE, FOLDED, COLLECTION, "Refusals by move"),
    table::<seats::SequenceRow>(FOLDED, COLLECTION, "Sequences"),
    table::<turns::SilenceRow>(FOLDED, COLLECTION, "Silence"),
    table::<ends::TimeRow>(FOLDED, COLLECTION, "Time controls"),
    named::<turns::MoveRow>(turns::UNCERTAINTY, FOLDED, COLLECTION, "Uncertainty"),
    table::<material::WonRow>(FOLDED, COLLECTION, "Won endings"),
    file("scores_games*", Kind::Plot, COMPARISON, "A curve for each run over its games: scores of the measured champions with 95 % intervals."),
    file("scores_hours*", Kind::Plot, COMPARISON, "The same curves over hours of play."),
    file("proofs*", Kind::Plot, COMPARISON, "A point with its 95 % interval for each run, the best above."),
    file("champions", Kind::Plot, COMPARISON, "A row for each weight, with a point for the champion of each run."),
    file("proof", Kind::Plot, EVOLUTION, "Scores in the screening and in the proof as points with 95 % intervals, a row for each candidate."),
    file("reference_score", Kind::Plot, EVOLUTION, "A point with its 95 % interval for each generation that was measured."),
    file("elo", Kind::Plot, RATED, "A point with its 95 % interval for each player, the strongest above."),
    file("crosstable", Kind::Plot, RATED, "A row and a column for each player, the strongest first; a cell has the score of the row's player."),
    file("llr", Kind::Plot, TESTED, "A line over the pairs of games, between the two bounds of the test."),
    file("landscape", Kind::Plot, EVOLUTION, "A panel for each searched weight: Elo over the champion when this weight alone changes, with a 95 % band, over the values that were sampled. The champion and the conservative optimum are marked."),
    file("outcomes", Kind::Plot, COUNTED, "Shares of the ways in which games ended, one bar for each row; rare ways are pooled."),
    file("lengths", Kind::Plot, PLAYED, "Distribution of the number of plies, by the winner."),
    file("hall_of_fame", Kind::Plot, EVOLUTION, "A point with its 95 % interval for each champion."),
    file("weights", Kind::Plot, EVOLUTION, "A panel for each searched weight on a logarithmic axis, the most important first: the champion's value, mean and deviation of the population over the generations, the start, and the champion of the proof."),
    file("piece_values", Kind::Plot, EVOLUTION, "Values of the men in pawns, of the start, the champion and others."),
    file("weight_correlation", Kind::Plot, EVOLUTION, "A point with its 95 % interval for each weight."),
    file("lineage", Kind::Plot, EVOLUTION, "The ancestors of the last champion over the generations, by their distance from the start."),
    file("diversity", Kind::Plot, EVOLUTION, "Distances over the generations."),
    file("mutations", Kind::Plot, EVOLUTION, "Sizes of mutations over the generations."),
    file("purposes", Kind::Plot, EVOLUTION, "A bar for each generation, divided by the purpose of its games."),
    file("moves_*", Kind::Plot, ENDGAME, "A line for each ending and method: number of 1,000 won games that took this number of moves."),
    file("progress_*", Kind::Plot, ENDGAME, "A line over the tries of the game: what White knew before each, evaluated."),
    file("top_k", Kind::Plot, IMITATION, "A curve with its 95 % band for each player, the start and chance among them."),
    file("iterations", Kind::Plot, IMITATION, "Curves with 95 % bands over the rounds of fitting."),
    file("lessons", Kind::Plot, TRAINING, "Curves with 95 % bands over the steps, one for each headset on its own validation games."),
    file("winners", Kind::Plot, TRAINING, "Curves with 95 % bands over the steps, one for each headset on its own validation games."),
    file("values", Kind::Plot, TRAINING, "Lines over the number of positions: results of the sides, and the network's values, of training and of validation games."),
    file("planes", Kind::Plot, TRAINING, "Bars of the most salient planes of the headset `top`."),
    file("saliency", Kind::Plot, TRAINING, "Lines over the steps: the most salient planes of the headset `top`, and the least salient one."),
    file("before_attacks", Kind::Plot, COLLECTION, "What the attacker did in the moves before an attack."),
    file("possible_positions", Kind::Plot, COLLECTION, "Share of the sides that won with its 95 % interval, a bar for each interval of the greatest number of possible positions."),
    file("sizes", Kind::Plot, COLLECTION, "Median and 90th percentile of the numbers of possible positions before and after the sense, over the turns."),
    file("senses", Kind::Plot, COLLECTION, "Share of the senses on each square as the player sees the board."),
    file("game_endings", Kind::Plot, COLLECTION, "Shares of results and of the reasons of the games' ends."),
    file("game_lengths", Kind::Plot, COLLECTION, "Distribution of the number of plies, by the reason of the end."),
    file("captures", Kind::Plot, COLLECTION, "Captures a game, by square."),
    file("checkmates", Kind::Plot, COLLECTION, "Material at the end of mates; rare kinds are pooled."),
    file("clusters", Kind::Plot, COLLECTION, "Captures, checks and pawn tries soon after others of their kind."),
    file("draws", Kind::Plot, COLLECTION, "Material at the end of draws; rare kinds are pooled."),
    file("durations", Kind::Plot, COLLECTION, "Lengths of games as a histogram."),
    file("entropy", Kind::Plot, COLLECTION, "Chessboard entropy of winner and loser over the moves."),
    file("formations", Kind::Plot, COLLECTION, "Boards with the commonest formations of the first ten moves."),
    file("informed", Kind::Plot, COLLECTION, "Share of games in which the later winner was better informed, over the moves."),
    file("king_set", Kind::Plot, COLLECTION, "Squares on which the enemy king may stand, over the moves."),
    file("learning", Kind::Plot, COLLECTION, "Information from answers and announcements."),
    file("mated_of_played", Kind::Plot, COLLECTION, "Mates among mates and draws, by material."),
    file("material", Kind::Plot, COLLECTION, "Material of winner and loser over the moves."),
    file("mates_of_wins", Kind::Plot, COLLECTION, "Mates among wins, by material."),
    file("mobility", Kind::Plot, COLLECTION, "Pseudomobility over the moves."),
    file("mobility_winner", Kind::Plot, COLLECTION, "Pseudomobility of winner and loser."),
    file("possible", Kind::Plot, COLLECTION, "Share won by the largest number of possible positions."),
    file("refusals", Kind::Plot, COLLECTION, "Refused tries over the moves."),
    file("refused", Kind::Plot, COLLECTION, "Refused tries a game, by target square."),
    file("silence", Kind::Plot, COLLECTION, "The umpire's first announcement."),
    file("targets", Kind::Plot, COLLECTION, "Attacks a game, by target from the attacker's side."),
    file("uncertainty", Kind::Plot, COLLECTION, "Uncertainty about the enemy's men over the moves."),
    file("victories", Kind::Plot, COLLECTION, "Material at the end of won games; rare kinds are pooled."),
    file("won_endings", Kind::Plot, COLLECTION, "Wins against a lone king, by material."),
    file(PAGE, Kind::Other, ALL, "The page of the run"),
    fields(RunFile::NAME, &["match", "tournament", "evolve", "endgame", "compare"], run_fields, "The config as understood, seed, version, every weight set and opening book; of `endgame` only its flags, of `compare` the round robin of `--play`"),
    fields(ABOUT, DERIVED, || Column::of_fields(About::FIELDS), "Description of a folder without a journal: command, subject, notes"),
    fields("journal.jsonl", PLAYED, || Column::of_fields(PlayedGame::FIELDS), "Finished games, a line each: the checkpoint, from which reports are made. A line ends with `check`, a hash of all before it"),
    table::<clock::Row>(Kind::Other, PLAYED, "Playing time of each session of the run"),
    table::<workers::Row>(Kind::Other, PLAYED, "Workers of a run with `--workers`"),
    file(CHAMPION, Kind::Other, EVOLUTION, "The champion's weights"),
    file(OPTIMUM, Kind::Other, EVOLUTION, "The weights of the conservative optimum of the landscape"),
    file("weights.toml", Kind::Other, IMITATION, "The fitted weights"),
    file("network.safetensors", Kind::Other, TRAINING, "The network, with its recipe in the metadata"),
    file("checkpoint.safetensors", Kind::Other, TRAINING, "The network and the optimiser's state at the last checkpoint"),
    file("games.txt", Kind::Other, TRAINING, "The games that were played, a line each: names of White and Black, and the transcript"),
    file("recipe.toml", Kind::Other, TRAINING, "The recipe as understood"),
    file("curve.json", Kind::Other, TRAINING, "The learning curve's sums, for `--resume`"),
    file(REPLAY, Kind::Other, ENDGAME, "The game of a replay, a board for each try"),
    file("stderr", Kind::Other, PLAYED, "Folder of the programs' standard error"),
    file(PLOTS, Kind::Other, ALL, "Folder of the plots; `narrow/` in it has each as SVG for narrow pages, without the letters' font"),
    file("games.pgn", Kind::Records, RECORDED, "The games as extended PGN, if asked for"),
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
    fn every_file_is_listed_once() {
        for (place, one) in ARTIFACTS.iter().enumerate() {
            let found = if one.kind == Kind::Plot {
                Artifact::plot(one.name)
            } else {
                Artifact::file(one.name)
            };
            let found = found.map(|(place, _)| place);
            assert_eq!(found, Some(place), "{} twice", one.name);
        }
    }

    #[test]
    fn every_column_has_a_meaning() {
        let columns = ARTIFACTS.iter().flat_map(|file| {
            let columns = (file.columns)().into_iter();
            columns.map(|column| (file.name, column))
        });
        let columns = columns.filter(|(_, column)| column.meaning.is_empty());
        let missing: Vec<_> = columns.map(|(file, column)| (file, column.names)).collect();
        assert!(
            missing.is_empty(),
            "write docs for these fields of their row types: {missing:?}"
        );
    }

    #[test]
    fn every_csv_file_has_columns() {
        let files = ARTIFACTS
            .iter()
            .filter(|file| file.name.strip_suffix(".csv").is_some());
        let bare: Vec<_> = files.filter(|file| (file.columns)().is_empty()).collect();
        assert!(bare.is_empty(), "list them by their row types: {bare:?}");
    }
}
