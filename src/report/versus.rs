//! All files of a match between two players.

use std::path::Path;

use super::format::part;
use super::outcomes::{outcome_names, outcome_place, outcome_sentence};
use super::plot::Caption;
use super::plot::outcomes::OutcomeShares;
use super::seats::seats;
use super::table::FileRow as _;
use super::{
    Drawn, Standing, bouts, endings, faults, games, lengths, llr, plot, refused, standings,
};
use darkforge_board::Color;
use darkforge_lab::journal::Journal;
use darkforge_ratings::{Sprt, Tally};

/// Writes the CSV files and plots of the match between the players called `first` and `second` into
/// `folder`; `tally` is the first player's. For a match with a sequential test, also the course of
/// the test.
///
/// # Errors
/// A file cannot be written.
pub fn versus(
    folder: &Path,
    ruleset: &str,
    [first, second]: [&str; 2],
    tally: Tally,
    sprt: Option<&Sprt>,
    journal: &Journal,
    drawn: Drawn,
) -> anyhow::Result<()> {
    games::write(folder, ruleset, journal.games())?;
    faults::Row::write(folder, faults::rows(journal)?)?;
    bouts::Row::write(folder, [bout([first, second], tally)])?;
    standings::Row::write(folder, standings_of([first, second], tally, journal))?;
    let names = [first, second].map(str::to_owned);
    let seats = seats(&names, journal)?;
    endings::Row::write(folder, endings::rows(&seats))?;
    lengths::Row::write(folder, lengths::rows(&seats))?;
    refused::Row::write(folder, refused::rows(&seats))?;
    if journal.is_empty() {
        return Ok(());
    }
    let llrs = sprt.map(|sprt| llr::trajectory(sprt, journal));
    let test = sprt.zip(llrs.as_deref());
    if let Some((sprt, llrs)) = test {
        llr::Row::write(folder, llr::rows(llrs, sprt.bounds()))?;
    }
    let Some(plots) = super::plots_folder(folder, drawn)? else {
        return Ok(());
    };
    plot_outcomes(&plots, first, second, journal)?;
    let own = seats.iter().filter(|seat| seat.player == first);
    let wins = [first, second].map(|player| format!("{player} wins"));
    let wins = wins.each_ref().map(String::as_str);
    lengths::draw(&plots, "Length of the games", wins, lengths::by_winner(own))?;
    match test {
        Some((sprt, llrs)) if !llrs.is_empty() => plot_test(&plots, [first, second], sprt, llrs),
        _ => Ok(()),
    }
}

/// The row of the whole match.
pub(super) fn bout([first, second]: [&str; 2], tally: Tally) -> bouts::Row {
    bouts::Row {
        bout: 0,
        generation: None,
        purpose: None,
        round: None,
        first: first.to_owned(),
        second: second.to_owned(),
        counts: tally.into(),
        winner: String::new(),
        decision: String::new(),
    }
}

/// The rows of both players, the better one first.
pub(super) fn standings_of(
    [first, second]: [&str; 2],
    tally: Tally,
    journal: &Journal,
) -> Vec<standings::Row> {
    let forfeits = faults::forfeits(journal.outcomes());
    let mut order = [
        Standing::new(first, tally, forfeits),
        Standing::new(second, tally.swapped(), forfeits),
    ];
    if tally.score() < 0.5 {
        order.swap(0, 1);
    }
    let placed = standings::placed(order);
    placed.iter().map(standings::Row::from).collect()
}

/// Draws the course of the sequential test.
fn plot_test(
    plots: &Path,
    [first, second]: [&str; 2],
    sprt: &Sprt,
    llrs: &[f64],
) -> anyhow::Result<()> {
    let title = format!("{first} against {second}: SPRT {sprt}");
    let caption = Caption {
        title: &title,
        sentence: &llr::sentence(llrs, sprt.bounds()),
    };
    plot::llr::draw(&plots.join("llr"), &caption, llrs, sprt.bounds())
}

fn plot_outcomes(plots: &Path, first: &str, second: &str, journal: &Journal) -> anyhow::Result<()> {
    let (won, lost) = (format!("{first} wins"), format!("{second} wins"));
    let categories = outcome_names([&won, &lost]);
    let count = |wanted: &[Color]| -> Vec<u64> {
        let mut counts = vec![0; categories.len()];
        for (game, outcome) in journal.outcomes() {
            let color = color_of_first(game);
            if wanted.contains(&color) {
                counts[outcome_place(outcome, color)] += 1;
            }
        }
        counts
    };
    let rows = [
        ("all games".to_owned(), vec![Color::White, Color::Black]),
        (format!("{first} as White"), vec![Color::White]),
        (format!("{first} as Black"), vec![Color::Black]),
    ]
    .map(|(label, colors)| OutcomeShares {
        label,
        counts: count(&colors),
    });
    let won = |row: &OutcomeShares| part(row.counts[0], row.counts.iter().sum());
    let [_, white, black] = &rows;
    let colours = if [white, black]
        .iter()
        .all(|row| row.counts.iter().any(|&n| n > 0))
    {
        format!(
            " As White the first of the two won {}, as Black {}.",
            won(white),
            won(black)
        )
    } else {
        String::new()
    };
    let caption = Caption {
        title: &format!("{first} against {second}"),
        sentence: &(outcome_sentence([first, second], &rows[0].counts) + &colours),
    };
    plot::outcomes::draw(&plots.join("outcomes"), &caption, "", &categories, &rows)
}

/// Colour of the first player, who has White in even games.
fn color_of_first(game: u64) -> Color {
    if game.is_multiple_of(2) {
        Color::White
    } else {
        Color::Black
    }
}
