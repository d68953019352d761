//! `clock.csv`: how long a run was played, a row for each time that it was begun or resumed.
//!
//! The only file of a run, with what its page says of it, that is not the same whenever the
//! run is played: everything else follows from config and seed.

use std::path::Path;

use super::artifact::CLOCK;
use super::table::{header, write_csv};

/// One time that games were played, from the beginning to the end or the interruption.
#[derive(Clone, Debug, PartialEq)]
pub struct Sitting {
    /// When it began, as a timestamp.
    pub began: String,
    /// Seconds that it took.
    pub seconds: f64,
    /// Games that were played in it.
    pub games: u64,
}

/// The sittings of the run in `folder`. A row that cannot be read does not count: nothing
/// rests on it but what is told of time.
pub fn read(folder: &Path) -> Vec<Sitting> {
    let Ok(mut file) = csv::Reader::from_path(folder.join(CLOCK)) else {
        return Vec::new();
    };
    let rows = file.records().flatten();
    rows.filter_map(|row| {
        Some(Sitting {
            began: row.get(1)?.to_owned(),
            seconds: row.get(2)?.parse().ok()?,
            games: row.get(3)?.parse().ok()?,
        })
    })
    .collect()
}

/// Writes the file.
///
/// # Errors
/// Those of the file.
pub fn write(folder: &Path, sittings: &[Sitting]) -> anyhow::Result<()> {
    let rows = (1..).zip(sittings).map(|(number, sitting): (u64, _)| {
        let Sitting {
            began,
            seconds,
            games,
        } = sitting;
        vec![
            number.to_string(),
            began.clone(),
            format!("{seconds:.1}"),
            games.to_string(),
        ]
    });
    let columns = header("sitting,began,seconds,games");
    write_csv(&folder.join(CLOCK), &columns, rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sittings_are_read_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read(folder.path()), []);
        let sitting = |seconds, games| Sitting {
            began: "2026-11-21T16:28:34Z".to_owned(),
            seconds,
            games,
        };
        let sittings = [sitting(12.5, 40), sitting(0.0, 0)];
        write(folder.path(), &sittings).unwrap();
        assert_eq!(read(folder.path()), sittings);
    }
}
