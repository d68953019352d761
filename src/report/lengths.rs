//! `lengths.csv`: how long games last, as a histogram by player, colour and result for that
//! player. All rows share bins: from `plies_from` to `plies_to`, both included.

use std::path::Path;

use super::endings::{RESULTS, place};
use super::plot::lengths::Bins;
use super::seats::{Seat, color_name};
use super::table::{estimate, header, write_csv};
use darkforge_ratings::{Z95, wilson};

/// Writes a row for each bin that has games; `share` is of the seat's games.
///
/// # Errors
/// Those of the file.
pub(super) fn write(path: &Path, seats: &[Seat<'_>]) -> anyhow::Result<()> {
    let columns = "player,color,result,plies_from,plies_to,games,share,share_lo,share_hi";
    let all = seats.iter().flat_map(|seat| &seat.games);
    let bins = Bins::over(all.map(|game| game.plies));
    let mut rows = Vec::new();
    for seat in seats {
        for (way, result) in RESULTS.iter().enumerate() {
            let games = seat.games.iter();
            let fits = games.filter(|game| place(game.score(seat.color)) == way);
            let lengths: Vec<u32> = fits.map(|game| game.plies).collect();
            for (bin, games) in (0..).zip(bins.counts(&lengths)) {
                if games == 0 {
                    continue;
                }
                let (from, to) = bins.ends(bin);
                let mut row = vec![
                    seat.player.to_owned(),
                    color_name(seat.color).to_owned(),
                    (*result).to_owned(),
                    from.to_string(),
                    to.to_string(),
                    games.to_string(),
                ];
                let total = seat.games.len() as f64;
                row.extend(estimate(wilson(f64::from(games), total, Z95)));
                rows.push(row);
            }
        }
    }
    write_csv(path, &header(columns), rows)
}
