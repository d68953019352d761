//! What the files of a run are about, in the order in which a page shows them. Files that are
//! not listed come after these, by their names.

/// Name of a CSV file, whether its table is open, and what it is, in words.
pub(super) const TABLES: [(&str, bool, &str); 36] = [
    ("standings", true, "Standings"),
    (
        "best",
        true,
        "Probability of each player to be the strongest",
    ),
    ("ratings", true, "Ratings"),
    (
        "proof",
        true,
        "Proof: candidates that were screened, and fresh games of the chosen one",
    ),
    (
        "generations",
        true,
        "Generations: champions, how games ended, score against the reference",
    ),
    (
        "hall_of_fame",
        true,
        "Hall of fame: champions by their score",
    ),
    ("summary", true, "Summary"),
    ("moves", false, "Moves to mate from every start"),
    (
        "infinite",
        true,
        "King and rook on a board without end, game by game",
    ),
    ("figures", true, "Figures"),
    ("comparison", true, "Comparison with the other collection"),
    ("faults", true, "Faults of players"),
    ("games", true, "How the games ended"),
    ("endings", false, "How games ended, by player and colour"),
    (
        "lengths",
        false,
        "Length of games, by player and colour (plies)",
    ),
    (
        "refused",
        false,
        "Refused tries per move, by player and colour",
    ),
    (
        "swiss",
        false,
        "Points and tie-breaks of the Swiss tournament",
    ),
    ("superiority", false, "Who is probably stronger than whom"),
    ("crosstable", false, "Who scored what against whom"),
    ("bouts", false, "Bouts"),
    ("purposes", false, "What games were spent on"),
    (
        "piece_values",
        false,
        "Piece values beside those of the thesis and of Magari",
    ),
    (
        "weight_correlation",
        false,
        "Which weights go along with winning",
    ),
    ("lineage", false, "Descent of the champions"),
    (
        "diversity",
        false,
        "How far the weights of a generation are apart",
    ),
    ("individuals", false, "Individuals and their weights"),
    (
        "llr",
        false,
        "Log-likelihood ratio of the sequential test after each pair",
    ),
    ("agreement", true, "Agreement with the player's choices"),
    (
        "top_k",
        false,
        "Held-out choices among the first k of each player",
    ),
    ("iterations", true, "Rounds of fitting"),
    ("weights", false, "Weights"),
    ("outcomes", false, "Outcomes"),
    ("openings", false, "Openings"),
    ("players", false, "Players"),
    ("inputs", false, "Where the games are from"),
    (
        "damaged",
        false,
        "Games that are damaged and were passed over",
    ),
];

/// Name of a plot, or how the names of several begin, and what it shows beyond its title, for
/// those who do not see it.
pub(super) const PLOTS: [(&str, &str); 19] = [
    (
        "proof",
        "Scores in the screening and in the proof as points with 95 % intervals, a row for each candidate.",
    ),
    (
        "reference_score",
        "A point with its 95 % interval for each generation that was measured.",
    ),
    (
        "elo",
        "A point with its 95 % interval for each player, the strongest above.",
    ),
    (
        "crosstable",
        "A row and a column for each player, the strongest first; a cell has the score of the row's player.",
    ),
    (
        "llr",
        "A line over the pairs of games, between the two bounds of the test.",
    ),
    (
        "outcomes",
        "Shares of the ways in which games ended, one bar for each row.",
    ),
    (
        "lengths",
        "Distribution of the number of plies, by who won.",
    ),
    (
        "hall_of_fame",
        "A point with its 95 % interval for each champion.",
    ),
    (
        "weights",
        "For each weight over the generations: the champion's value, mean and deviation of the population, and the start.",
    ),
    (
        "piece_values",
        "Values of the men in pawns, of the start, the champion and others.",
    ),
    (
        "weight_correlation",
        "A point with its 95 % interval for each weight.",
    ),
    (
        "lineage",
        "Champions over the generations, each joined with its parent.",
    ),
    ("diversity", "Distances over the generations."),
    ("mutations", "Sizes of mutations over the generations."),
    (
        "purposes",
        "A bar for each generation, parted by what its games were played for.",
    ),
    (
        "moves_",
        "A line for each ending and method: how many of 1,000 won games took so many moves.",
    ),
    (
        "progress_",
        "A line over the tries of the game: what White knew before each, evaluated.",
    ),
    (
        "top_k",
        "A curve with its 95 % band for each player, the start and chance among them.",
    ),
    (
        "iterations",
        "Curves with 95 % bands over the rounds of fitting.",
    ),
];

/// The entry of [`PLOTS`] for the plot called `name`, and its place.
pub(super) fn plot(name: &str) -> Option<(usize, &'static str)> {
    let known = |key: &str| key == name || key.ends_with('_') && name.starts_with(key);
    let place = PLOTS.iter().position(|(key, _)| known(key))?;
    Some((place, PLOTS[place].1))
}

/// Columns that a page leaves to the CSV file, by how they begin: what they say is drawn.
pub(super) fn left_out(table: &str, column: &str) -> bool {
    table == "generations" && (column.starts_with("mean_") || column.starts_with("sd_"))
}
