//! `clock.csv`: the playing time of a run, a row for each session.
//!
//! The only file of a run, with the time on its page, that differs between repetitions: everything
//! else follows from config and seed.

use std::path::Path;

use super::table::{FileRow as _, Fixed, row};

/// One session, from its beginning to its end or interruption.
#[derive(Clone, Debug, PartialEq)]
pub struct Sitting {
    /// Its beginning, as a timestamp.
    pub began: String,
    /// Its seconds.
    pub seconds: f64,
    /// Games played in it.
    pub games: u64,
}

row! {
    /// A row for each session.
    Row in "clock.csv" {
        /// Number of the session, from 1.
        sitting: u64,
        /// Its beginning, in UTC.
        began: String,
        /// Its duration, in seconds.
        seconds: Fixed<1>,
        /// Games played in it.
        games: u64,
    }
}

/// The sessions of the run in `folder`. A file that cannot be read has none: only displayed times
/// depend on it.
pub fn read(folder: &Path) -> Vec<Sitting> {
    let rows = Row::read(folder).unwrap_or_default().into_iter();
    rows.map(|row| Sitting {
        began: row.began,
        seconds: row.seconds.0,
        games: row.games,
    })
    .collect()
}

/// Writes the file.
///
/// # Errors
/// Those of the file.
pub fn write(folder: &Path, sittings: &[Sitting]) -> anyhow::Result<()> {
    let rows = (1..).zip(sittings).map(|(number, sitting)| Row {
        sitting: number,
        began: sitting.began.clone(),
        seconds: Fixed(sitting.seconds),
        games: sitting.games,
    });
    Row::write(folder, rows)
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
