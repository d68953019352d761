//! Reports of a pool of games: ratings, crosstable, endings and lengths.

use std::path::Path;

use super::format::{part, plural};
use super::outcomes::{outcome_names, outcome_sentence};
use super::plot::Caption;
use super::plot::crosstable::Met;
use super::plot::outcomes::OutcomeShares;
use super::seats::{Seat, seats};
use super::table::FileRow as _;
use super::{Crosstable, Drawn, crosstable, endings, lengths, plot, ratings, refused, superiority};
use darkforge_board::Color;
use darkforge_lab::journal::Journal;
use darkforge_ratings::{RatingError, RatingOptions, Ratings};

/// Writes `ratings.csv`, `superiority.csv`, `crosstable.csv`, `endings.csv`, `lengths.csv`,
/// `refused.csv` and their plots (`plots/elo`, `crosstable`, `outcomes`, `lengths`) for the
/// games of `journal` into the folder `out`, which exists.
///
/// `names` are the players, also those without games, in the default order of tables; journal games
/// of other players do not count. Returns the ratings, or `None` if no two different players met;
/// there are then no rating files and plots.
///
/// # Errors
/// If the ratings cannot be fitted (an anchor names an unknown player, for instance), or a file
/// cannot be written.
pub fn games_between(
    out: &Path,
    names: &[String],
    journal: &Journal,
    options: &RatingOptions,
    drawn: Drawn,
) -> anyhow::Result<Option<Ratings>> {
    let table = Crosstable::of_journal(names, journal)?;
    let ratings = match Ratings::fit(&table.pool(), options) {
        Ok(ratings) => Some(ratings),
        Err(RatingError::Empty) => None,
        Err(error) => return Err(error.into()),
    };
    let seats = seats(names, journal)?;
    endings::Row::write(out, endings::rows(&seats))?;
    lengths::Row::write(out, lengths::rows(&seats))?;
    refused::Row::write(out, refused::rows(&seats))?;
    let Some(ratings) = ratings else {
        crosstable::Row::write(out, crosstable::rows(&table, names))?;
        return Ok(None);
    };
    results_between(out, &ratings, &table, drawn)?;
    if let Some(plots) = super::plots_folder(out, drawn)? {
        plot_outcomes(&plots, &ratings, &seats)?;
        plot_lengths(&plots, &seats)?;
    }
    Ok(Some(ratings))
}

/// Writes the reports that need results alone: `ratings.csv`, `superiority.csv`, `crosstable.csv`
/// and the plots `elo` and `crosstable`, into the folder `out`, which exists.
///
/// # Errors
/// A file cannot be written.
pub fn results_between(
    out: &Path,
    ratings: &Ratings,
    table: &Crosstable,
    drawn: Drawn,
) -> anyhow::Result<()> {
    let ranked = ranked(ratings);
    ratings::Row::write(out, ratings::rows(ratings, table))?;
    superiority::Row::write(out, superiority::rows(ratings))?;
    crosstable::Row::write(out, crosstable::rows(table, &ranked))?;
    let Some(plots) = super::plots_folder(out, drawn)? else {
        return Ok(());
    };
    let title = format!("Ratings ({})", ratings.model);
    let bars = ratings::bars(ratings);
    let caption = Caption {
        title: &title,
        sentence: &ratings::sentence(&bars),
    };
    plot::ratings::draw(&plots.join("elo"), &caption, &bars)?;
    let met = table.met(&ranked);
    let caption = Caption {
        title: "Scores of each against each, the strongest first",
        sentence: &met_sentence(&ranked, &met),
    };
    plot::crosstable::draw(&plots.join("crosstable"), &caption, &ranked, &met)
}

/// The crosstable in a sentence: how many the first one beats, and who beats a stronger one.
fn met_sentence(players: &[String], met: &[Vec<Met>]) -> String {
    let ahead = |met: &Met| 2.0 * met.points > met.games as f64;
    let others = || met[0].iter().filter(|met| met.games > 0);
    let beaten = others().filter(|met| ahead(met)).count();
    let first = format!(
        "{} scores more than half against {beaten} of {} that it met",
        players[0],
        plural(others().count() as u64, "player")
    );
    let pairs = (0..players.len()).flat_map(|weak| (0..weak).map(move |strong| (weak, strong)));
    let upsets: Vec<_> = pairs
        .filter(|&(weak, strong)| ahead(&met[weak][strong]))
        .collect();
    let share = |&(weak, strong): &(usize, usize)| {
        let Met { points, games } = met[weak][strong];
        points / games as f64
    };
    match upsets.iter().max_by(|a, b| share(a).total_cmp(&share(b))) {
        None => format!("{first}; nobody scores more than half against a higher one."),
        Some(most) => {
            let [weak, strong] = [most.0, most.1].map(|place| &players[place]);
            let pairings = match upsets.len() {
                1 => "in one pairing the lower one scores more than half:".to_owned(),
                count => format!("in {count} pairings the lower one scores more than half, most"),
            };
            format!(
                "{first}; {pairings} {weak} against {strong}, {:.1} %.",
                100.0 * share(most)
            )
        }
    }
}

/// Names from the strongest down.
fn ranked(ratings: &Ratings) -> Vec<String> {
    let order = ratings.ranking().into_iter();
    order.map(|i| ratings.players[i].player.clone()).collect()
}

/// Draws the endings of each player's games, in the order of the ranking.
fn plot_outcomes(plots: &Path, ratings: &Ratings, seats: &[Seat<'_>]) -> anyhow::Result<()> {
    let mut categories = outcome_names(["won", "lost"]);
    categories.push("lost by forfeit");
    let forfeit = categories.len() - 1;
    let count = |player: &str| {
        let mut counts = vec![0; categories.len()];
        for seat in seats.iter().filter(|seat| seat.player == player) {
            for (place, ending, games) in seat.outcomes() {
                let place = match place {
                    1 if ending.is_forfeit() => forfeit,
                    place => place,
                };
                counts[place] += games;
            }
        }
        counts
    };
    let rows: Vec<OutcomeShares> = ranked(ratings)
        .into_iter()
        .map(|player| OutcomeShares {
            counts: count(&player),
            label: player,
        })
        .collect();
    let caption = Caption {
        title: "How games ended, for each player",
        sentence: &outcomes(&rows, seats),
    };
    plot::outcomes::draw(&plots.join("outcomes"), &caption, "", &categories, &rows)
}

/// The endings in a sentence: all games by colour, and who draws most.
fn outcomes(rows: &[OutcomeShares], seats: &[Seat<'_>]) -> String {
    let mut counts = vec![0; outcome_names(["", ""]).len()];
    let white = seats.iter().filter(|seat| seat.color == Color::White);
    for (place, _, games) in white.flat_map(Seat::outcomes) {
        counts[place] += games;
    }
    let all = outcome_sentence(["White", "Black"], &counts);
    let games = |row: &OutcomeShares| row.counts.iter().sum::<u64>();
    let draws = |row: &OutcomeShares| row.counts[2..row.counts.len() - 1].iter().sum::<u64>();
    let share = |row: &&OutcomeShares| draws(row) as f64 / games(row).max(1) as f64;
    let most = rows.iter().max_by(|a, b| share(a).total_cmp(&share(b)));
    match most.filter(|row| draws(row) > 0 && rows.len() > 2) {
        Some(row) => format!(
            "{all} {} draws most often, in {} of its games.",
            row.label,
            part(draws(row), games(row))
        ),
        None => all,
    }
}

/// Draws the lengths of the games by winner.
fn plot_lengths(plots: &Path, seats: &[Seat<'_>]) -> anyhow::Result<()> {
    let white = seats.iter().filter(|seat| seat.color == Color::White);
    lengths::draw(
        plots,
        "Length of the games",
        ["White wins", "Black wins"],
        lengths::by_winner(white),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_kriegspiel::umpire::{Ending, GameResult};
    use darkforge_lab::bout::PlayedGame;

    fn journal(players: usize) -> (Vec<String>, Journal) {
        let names: Vec<String> = (0..players).map(|i| format!("p{i}")).collect();
        let mut journal = Journal::temporary().unwrap();
        let mut game = 0;
        for i in 0..players {
            for j in i + 1..players {
                for swapped in [false, true] {
                    let (white, black) = if swapped { (j, i) } else { (i, j) };
                    let result = match (i + j + usize::from(swapped)) % 3 {
                        0 => GameResult::WhiteWins,
                        1 => GameResult::BlackWins,
                        _ => GameResult::Draw,
                    };
                    let ending = match result {
                        GameResult::Draw => Ending::Stalemate,
                        _ => Ending::Checkmate,
                    };
                    let played = PlayedGame {
                        white_fault: None,
                        black_fault: None,
                        start: None,
                        thoughts: None,
                        game,
                        bout: 0,
                        pair: game / 2,
                        white: names[white].clone(),
                        black: names[black].clone(),
                        seed: 7,
                        players: [String::new(), String::new()],
                        result,
                        ending,
                        plies: 40 + game as u32,
                        white_refused: 3,
                        black_refused: 4,
                        white_material: "K".to_owned(),
                        black_material: "KQ".to_owned(),
                        final_fen: "-".to_owned(),
                        tries: None,
                    };
                    journal.append(played).unwrap();
                    game += 1;
                }
            }
        }
        (names, journal)
    }

    #[test]
    fn every_file_of_a_pool_is_there_and_counts_each_game_twice() {
        let folder = tempfile::tempdir().unwrap();
        let (mut names, journal) = journal(4);
        names.push("absent".to_owned());
        let ratings = games_between(
            folder.path(),
            &names,
            &journal,
            &RatingOptions::default(),
            Drawn::Plots,
        );
        assert_eq!(ratings.unwrap().unwrap().players.len(), 4);
        for (name, column) in [
            ("crosstable", 2),
            ("endings", 4),
            ("lengths", 5),
            ("refused", 2),
        ] {
            let path = folder.path().join(format!("{name}.csv"));
            let mut csv = csv::Reader::from_path(path).unwrap();
            let counts = csv
                .records()
                .map(|row| row.unwrap()[column].parse::<u32>().unwrap());
            assert_eq!(counts.sum::<u32>(), 24, "{name}");
        }
        for plot in ["elo", "crosstable", "outcomes", "lengths"] {
            assert!(folder.path().join(format!("plots/{plot}.svg")).is_file());
        }
    }

    #[test]
    fn a_pool_without_games_has_tables_without_rows() {
        let folder = tempfile::tempdir().unwrap();
        let names = ["a".to_owned(), "b".to_owned()];
        let journal = Journal::temporary().unwrap();
        let options = RatingOptions::default();
        assert!(
            games_between(folder.path(), &names, &journal, &options, Drawn::Plots)
                .unwrap()
                .is_none()
        );
        let text = std::fs::read_to_string(folder.path().join("endings.csv")).unwrap();
        assert_eq!(text.lines().count(), 1);
    }
}
