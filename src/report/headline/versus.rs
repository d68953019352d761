//! Headline of a match, from `bouts.csv`, `standings.csv` and `llr.csv`.

use std::path::Path;

use super::Said;
use crate::report::format::{percent, plural, thousands, whole_elo};
use crate::report::table::{EloInterval, FileRow as _};
use crate::report::{bouts, llr, standings};
use darkforge_lab::config::{MatchConfig, SprtConfig};

/// The first player's score against the second, from the tables in `folder`.
pub(super) fn of(folder: &Path, config: &MatchConfig, games: u64) -> anyhow::Result<Said> {
    let bouts = bouts::Row::read(folder)?;
    let standings = standings::Row::read(folder)?;
    let last = llr::Row::last(folder)?;
    Ok(said(
        config,
        games,
        bouts.first(),
        &standings,
        last.as_ref(),
    ))
}

/// The first player's score against the second.
pub(in crate::report) fn said(
    config: &MatchConfig,
    games: u64,
    bout: Option<&bouts::Row>,
    standings: &[standings::Row],
    last: Option<&llr::Row>,
) -> Said {
    let mut said = Said::default();
    let after = format!("after {}", plural(games, "game"));
    let Some(bout) = bout.filter(|_| games > 0) else {
        said.headline = format!("no result {after}");
        return said;
    };
    // The bout is counted for the player that was named first; standings have its Elo.
    let own = standings.iter().find(|row| row.player == bout.first);
    said.headline = format!(
        "{} {} against {}{} {after}",
        bout.first,
        bout.counts
            .score
            .estimate()
            .map(percent)
            .unwrap_or_default(),
        bout.second,
        own.map_or_else(String::new, |row| format!(", {}", whole_elo(row.elo.elo())))
    );
    let forfeited = own.is_some_and(|row| row.elo == EloInterval::default());
    if forfeited {
        said.notes
            .push("Every game was forfeited: strength is unknown.".to_owned());
    }
    let test = config.sprt.as_ref().zip(last).filter(|_| !forfeited);
    let test = test.map(|(test, last)| sequential(test, last));
    let decided = test.as_ref().is_some_and(|(_, decided)| *decided);
    if games < config.games && !decided {
        said.notes.push(format!(
            "{} of {} {} played.",
            thousands(games),
            plural(config.games, "game"),
            if games == 1 { "is" } else { "are" }
        ));
    }
    said.notes.extend(test.map(|(text, _)| text));
    said
}

/// State of the sequential test of a match, and whether it has decided.
fn sequential(test: &SprtConfig, last: &llr::Row) -> (String, bool) {
    let SprtConfig { elo0, elo1, model } = test;
    let [llr, lower, upper] = [last.llr.0, last.lower.0, last.upper.0];
    let (verdict, decided) = if llr >= upper {
        (format!("accepts {elo1} Elo rather than {elo0}"), true)
    } else if llr <= lower {
        (format!("accepts {elo0} Elo rather than {elo1}"), true)
    } else {
        ("is not decided".to_owned(), false)
    };
    let warning = if decided {
        " Score and Elo of a match that a test stopped are biased towards the verdict."
    } else {
        ""
    };
    let text = format!(
        "The sequential test [{elo0}, {elo1}] ({model}) {verdict}: LLR {llr:.2} in ({lower:.2}, \
         {upper:.2}) after {}.{warning}",
        plural(last.pair, "pair")
    );
    (text, decided)
}
