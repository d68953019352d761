//! State of a cluster, as a table on a terminal, in a plain line, and in `workers.csv`.

use std::time::Duration;

use crate::cli::screen::{Column, Screen, Table};
use crate::report::format::{duration, plural, thousands};
use crate::report::table::Fixed;
use crate::report::workers::Row;
use darkforge_cluster::{Activity, Standing, WorkerStanding};

/// Most workers that are shown.
const MOST_SHOWN: usize = 8;

/// State in a few words, and as a table of the workers with the most games.
pub(super) fn screen(standing: &Standing) -> (String, Screen) {
    let workers = plural(standing.workers.len() as u64, "worker");
    let mut words = vec![
        workers,
        format!("{} waiting", plural(standing.waiting, "job")),
        format!("{} in play", thousands(standing.in_play)),
    ];
    let counts = [
        (standing.sum(|one| one.redelivered), "redelivered"),
        (
            standing.sum(|one| one.refused) + standing.strange,
            "refused",
        ),
        (standing.sum(|one| one.audited), "audited"),
    ];
    words.extend(
        counts
            .iter()
            .filter(|(count, word)| *count > 0 || *word != "audited")
            .map(|(count, word)| format!("{} {word}", thousands(*count))),
    );
    if !standing.is_connected {
        words.push("the server does not answer".to_owned());
    }
    let short = words.join(", ");
    let mut shown: Vec<&WorkerStanding> = standing.workers.iter().collect();
    shown.sort_by(|a, b| b.games_per_s.total_cmp(&a.games_per_s));
    let mut table = Table::new(
        2,
        [
            Column::text("worker", 12),
            Column::number("games", 8),
            Column::number("games/s", 8),
            Column::number("jobs", 6).detail(1),
            Column::words("", 8),
        ],
    );
    for one in shown.iter().take(MOST_SHOWN) {
        let mark = if one.is_excluded { "excluded" } else { "" };
        table.row([
            one.worker.clone(),
            thousands(one.games),
            format!("{:.1}", one.games_per_s),
            thousands(one.jobs),
            mark.to_owned(),
        ]);
    }
    let mut screen = Screen::of(format!("  {short}"));
    if !shown.is_empty() {
        screen.table(table);
    }
    if shown.len() > MOST_SHOWN {
        let more = (shown.len() - MOST_SHOWN) as u64;
        screen.line(format!("  and {}", plural(more, "other worker")));
    }
    (short, screen)
}

/// Rows of `workers.csv`.
pub(super) fn rows(standing: &Standing) -> impl Iterator<Item = Row> {
    standing.workers.iter().map(|one| Row {
        worker: one.worker.clone(),
        threads: one.threads,
        jobs: one.jobs,
        games: one.games,
        seconds: Fixed(one.seconds),
        games_per_s: Fixed(one.games as f64 / one.seconds.max(1e-9)),
        redelivered: one.redelivered,
        refused: one.refused,
        audited: one.audited,
        excluded: u64::from(one.is_excluded),
    })
}

/// All that a worker did, in a line.
pub(super) fn summary(name: &str, activity: &Activity, time: Duration) -> String {
    let back = match activity.given_back {
        0 => String::new(),
        jobs => format!("; {} given back", plural(jobs, "job")),
    };
    format!(
        "{name}: {} in {}, in {}{back}",
        plural(activity.games, "game"),
        plural(activity.jobs, "job"),
        duration(time.as_secs_f64())
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cluster_is_told_in_a_line_and_a_table() {
        let worker = |worker: &str, games_per_s, is_excluded| WorkerStanding {
            worker: worker.to_owned(),
            threads: 1,
            jobs: 3,
            games: 1200,
            seconds: 60.0,
            games_per_s,
            refused: 1,
            is_excluded,
            ..WorkerStanding::default()
        };
        let standing = Standing {
            workers: vec![worker("a", 1.0, true), worker("b", 19.0, false)],
            waiting: 12,
            in_play: 4,
            is_connected: true,
            ..Standing::default()
        };
        let (short, table) = screen(&standing);
        assert_eq!(
            short,
            "2 workers, 12 jobs waiting, 4 in play, 0 redelivered, 2 refused"
        );
        let text = table.text(60, false);
        let place = |word: &str| text.find(word).unwrap_or_else(|| panic!("{word}: {text}"));
        assert!(place("19.0") < place("excluded"), "{text}");
        let row = rows(&standing).next().unwrap();
        assert_eq!((row.excluded, row.games_per_s), (1, Fixed(20.0)));
    }
}
