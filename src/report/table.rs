//! Writing whole files: beside first, then renamed, so that nobody ever reads half of one.

use std::io::Write;
use std::path::Path;

use anyhow::Context;

use darkforge_lab::folder;
use darkforge_ratings::{EloEstimate, Estimate, Tally};

/// Writes `path` by `fill`; an error leaves what was there before.
///
/// # Errors
/// The folder cannot be written to, or what `fill` returns.
pub fn write_whole(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    folder::write_whole(path, fill).with_context(|| format!("cannot write {}", path.display()))
}

/// Writes a CSV file with `header` and `rows`.
///
/// # Errors
/// Those of the file.
pub(super) fn write_csv<I>(path: &Path, header: &[String], rows: I) -> anyhow::Result<()>
where
    I: IntoIterator<Item = Vec<String>>,
{
    write_whole(path, |out| {
        let mut csv = csv::WriterBuilder::new().from_writer(out);
        csv.write_record(header)?;
        for row in rows {
            debug_assert_eq!(row.len(), header.len());
            csv.write_record(row)?;
        }
        csv.flush()?;
        Ok(())
    })
}

/// Column names as a header.
pub(super) fn header(names: &str) -> Vec<String> {
    names.split(',').map(str::to_owned).collect()
}

/// A share with six decimals.
pub(super) fn share(value: f64) -> String {
    format!("{value:.6}")
}

/// Value, lower and upper end of a share.
pub(super) fn estimate(estimate: Estimate) -> [String; 3] {
    [estimate.value, estimate.lo, estimate.hi].map(share)
}

/// The columns `games,wins,draws,losses,stalemates,score,score_lo,score_hi`.
pub(super) fn counts(tally: Tally) -> Vec<String> {
    let counts = [
        tally.games(),
        tally.wins,
        tally.draws,
        tally.losses,
        tally.stalemates,
    ];
    let score = estimate(tally.score_estimate());
    counts
        .map(|count| count.to_string())
        .into_iter()
        .chain(score)
        .collect()
}

/// Value, lower and upper end of an Elo difference; an end that is not known is empty.
pub(super) fn elo(elo: EloEstimate) -> [String; 3] {
    [elo.value, elo.lo, elo.hi].map(|end| end.map_or_else(String::new, |end| format!("{end:.2}")))
}

/// A weight, so that reading it gives the same number again.
pub(super) fn number(value: f64) -> String {
    format!("{value:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.csv");
        write_csv(&path, &header("a,b"), [vec!["1".into(), "x,\"y\"".into()]]).unwrap();
        let old = std::fs::read_to_string(&path).unwrap();
        assert_eq!(old, "a,b\n1,\"x,\"\"y\"\"\"\n");
        let failed = write_whole(&path, |out| {
            out.write_all(b"half")?;
            anyhow::bail!("no more")
        });
        assert!(failed.is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), old);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
