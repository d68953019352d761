//! The most important line of a page, and what must be known with it.

mod endgame;
mod imitation;
mod rating;

use std::path::Path;

use super::data::Csv;
use super::source::{Kind, Source};
use super::tables::Table;
use crate::report::clock;
use crate::report::{duration, thousands};

/// What a page says first.
#[derive(Debug, Default)]
pub(super) struct Said {
    pub(super) headline: String,
    /// How long it took, if that was kept.
    pub(super) time: Option<String>,
    /// What must be known with it.
    pub(super) notes: Vec<String>,
}

/// What is to be said first of the run in `folder`.
pub(super) fn of(folder: &Path, source: &Source, tables: &[Table]) -> Said {
    let find = |name: &str| {
        tables
            .iter()
            .map(|table| &table.data)
            .find(|csv| csv.name == name)
    };
    let games = find("games").map_or(0, |csv| csv.count);
    let mut said = match source.job.as_str() {
        "evolve" => evolution(source, &find, games),
        "match" => versus(source, &find, games),
        "tournament" => tournament(source, &find, games),
        "endgame" => find("summary").map_or_else(|| other(source, &find), endgame::of),
        "rate" => find("ratings").map_or_else(|| other(source, &find), rating::of),
        "imitate" => find("agreement").map_or_else(
            || other(source, &find),
            |agreement| imitation::of(&source.title, agreement, find("iterations")),
        ),
        _ => other(source, &find),
    };
    if matches!(source.kind, Kind::Run { .. }) {
        said.time = time(folder, games);
    }
    said
}

/// How long the games took. A killed run may have lost what its last moments took.
fn time(folder: &Path, games: u64) -> Option<String> {
    let sittings = clock::read(folder);
    let seconds: f64 = sittings.iter().map(|sitting| sitting.seconds).sum();
    let timed: u64 = sittings.iter().map(|sitting| sitting.games).sum();
    let time = duration(seconds);
    match timed {
        0 => None,
        _ if timed >= games => Some(time),
        _ => Some(format!("more than {time}")),
    }
}

/// `+62 Elo (38..86)`, of a row with the columns `elo`, `elo_lo` and `elo_hi`; an end that is
/// not known is left out.
fn elo(csv: &Csv, row: &[String]) -> String {
    let end = |name: &str| csv.number(row, name).map(|end| format!("{end:.0}"));
    let (lo, hi) = (end("elo_lo"), end("elo_hi"));
    match (csv.number(row, "elo"), lo, hi) {
        (Some(value), lo, hi) => {
            let (lo, hi) = (lo.unwrap_or_default(), hi.unwrap_or_default());
            format!("{value:+.0} Elo ({lo}..{hi})")
        }
        (None, Some(lo), _) => format!("more than {lo} Elo"),
        (None, None, Some(hi)) => format!("less than {hi} Elo"),
        (None, None, None) => "unknown Elo".to_owned(),
    }
}

/// `65.2 % (58.9..71.1)`, of a share and its interval.
fn percent([value, lo, hi]: [f64; 3]) -> String {
    format!(
        "{:.1} % ({:.1}..{:.1})",
        100.0 * value,
        100.0 * lo,
        100.0 * hi
    )
}

fn plural(count: u64, one: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{} {one}{ending}", thousands(count))
}

fn evolution<'a>(source: &Source, find: &impl Fn(&str) -> Option<&'a Csv>, games: u64) -> Said {
    let finished = find("generations").map_or(0, |csv| csv.count);
    let cost = format!(
        "after {}, {}",
        plural(finished, "generation"),
        plural(games, "game")
    );
    let mut said = Said::default();
    let planned = source.integer("population.generations").unwrap_or(finished);
    if finished < planned {
        said.notes
            .push(format!("{finished} of {planned} generations are played."));
    }
    let fresh = find("proof").and_then(|csv| {
        let stands = |row: &&Vec<String>| {
            let is = |name: &str, text: &str| csv.text(row, name) == Some(text);
            is("stage", "proof") && is("opponent", "start")
        };
        Some((csv, csv.rows.iter().rfind(stands)?))
    });
    if let Some((csv, row)) = fresh {
        said.headline = format!("champion {} over the start {cost}", elo(csv, row));
        said.notes.push(proof(csv, row));
        return said;
    }
    let Some(last) = find("generations").filter(|csv| csv.count > 0) else {
        said.headline = format!("no champion yet {cost}");
        return said;
    };
    let champion = last.text(&last.last, "champion").unwrap_or("?");
    said.headline = match reference(last) {
        Some((score, generation)) => {
            said.notes.push(format!(
                "The score is that of generation {generation}'s champion over fresh games against {}.",
                source.value("reference.player").and_then(toml::Value::as_str).unwrap_or("the reference"),
            ));
            format!("champion {champion} {score} against the reference {cost}")
        }
        None => format!("champion {champion} {cost}"),
    };
    said.notes.push(if source.value("proof").is_some() {
        "The proof, fresh games against the start, is not played yet.".to_owned()
    } else {
        "Nothing is proven against the start: the config has no [proof].".to_owned()
    });
    said
}

/// The score of the last champion that was measured, and its generation.
fn reference(csv: &Csv) -> Option<(String, String)> {
    let rows = std::iter::once(&csv.last).chain(csv.rows.iter().rev());
    let mut measured = rows.filter_map(|row| {
        let ends = ["reference_score", "reference_lo", "reference_hi"];
        let [value, lo, hi] = ends.map(|name| csv.number(row, name));
        let generation = csv.text(row, "generation")?.to_owned();
        Some((percent([value?, lo?, hi?]), generation))
    });
    measured.next()
}

/// What the proof says, in a sentence or two.
fn proof(csv: &Csv, row: &[String]) -> String {
    let text = |name: &str| csv.text(row, name).unwrap_or("?").to_owned();
    let verdict = match csv.text(row, "verdict") {
        Some("H1") => "proven: the sequential test accepts that it is stronger",
        Some("H0") => "not proven: the sequential test accepts that it is no stronger",
        _ => "not proven: the sequential test is undecided",
    };
    let llr = csv.number(row, "llr").map(|llr| format!(" (LLR {llr:.2})"));
    let games = csv.number(row, "games").unwrap_or(0.0) as u64;
    let score = csv.estimate(row, "score").map(percent).unwrap_or_default();
    format!(
        "Champion {}: {score} over {} fresh games against the start. It is {verdict}{}. The \
         games that chose it are not among these.",
        text("candidate"),
        thousands(games),
        llr.unwrap_or_default()
    )
}

fn versus<'a>(source: &Source, find: &impl Fn(&str) -> Option<&'a Csv>, games: u64) -> Said {
    let mut said = Said::default();
    let after = format!("after {}", plural(games, "game"));
    // The bout is counted for the player that was named first; standings have its Elo.
    let bout = find("bouts").and_then(|csv| Some((csv, csv.rows.first()?)));
    let Some((bouts, bout)) = bout.filter(|_| games > 0) else {
        said.headline = format!("no result {after}");
        return said;
    };
    let name = |column: &str| bouts.text(bout, column).unwrap_or("?");
    let (first, second) = (name("first"), name("second"));
    let own = find("standings").and_then(|csv| {
        let mut rows = csv.rows.iter();
        let row = rows.find(|row| csv.text(row, "player") == Some(first))?;
        Some((csv, row))
    });
    let score = bouts
        .estimate(bout, "score")
        .map(percent)
        .unwrap_or_default();
    let difference = own.map_or_else(String::new, |(csv, row)| format!(", {}", elo(csv, row)));
    said.headline = format!("{first} {score} against {second}{difference} {after}");
    let planned = source.integer("games").unwrap_or(games);
    let test = find("llr").and_then(|csv| sequential(csv, source));
    let decided = test.as_ref().is_some_and(|(_, decided)| *decided);
    if games < planned && !decided {
        said.notes.push(format!(
            "{} of {} are played.",
            thousands(games),
            plural(planned, "game")
        ));
    }
    said.notes.extend(test.map(|(text, _)| text));
    said
}

/// How the sequential test of a match stands, and whether it is decided.
fn sequential(csv: &Csv, source: &Source) -> Option<(String, bool)> {
    let row = &csv.last;
    let number = |name: &str| csv.number(row, name);
    let (llr, lower, upper) = (number("llr")?, number("lower")?, number("upper")?);
    let bound = |key: &str| {
        let value = source.value(key)?;
        value
            .as_float()
            .or(value.as_integer().map(|whole| whole as f64))
    };
    let (elo0, elo1) = (bound("sprt.elo0")?, bound("sprt.elo1")?);
    let model = source
        .value("sprt.model")
        .and_then(toml::Value::as_str)
        .unwrap_or("");
    let (verdict, decided) = if llr >= upper {
        (format!("accepts {elo1} Elo rather than {elo0}"), true)
    } else if llr <= lower {
        (format!("accepts {elo0} Elo rather than {elo1}"), true)
    } else {
        ("is not decided".to_owned(), false)
    };
    let warning = if decided {
        " Score and Elo of a match that a test stopped lean to the side of the verdict."
    } else {
        ""
    };
    let text = format!(
        "The sequential test [{elo0}, {elo1}] ({model}) {verdict}: LLR {llr:.2} in ({lower:.2}, \
         {upper:.2}) after {}.{warning}",
        plural(csv.count, "pair")
    );
    Some((text, decided))
}

fn tournament<'a>(source: &Source, find: &impl Fn(&str) -> Option<&'a Csv>, games: u64) -> Said {
    let mut said = Said::default();
    if let Kind::Run {
        share: Some(share), ..
    } = &source.kind
    {
        said.notes
            .push(format!("This is share {share} of the tournament alone."));
    }
    let after = format!("after {}", plural(games, "game"));
    let first = find("standings").and_then(|csv| Some((csv, csv.rows.first()?)));
    let Some((csv, row)) = first.filter(|_| games > 0) else {
        said.headline = format!("no standings {after}");
        return said;
    };
    let player = csv.text(row, "player").unwrap_or("?");
    let score = csv.estimate(row, "score").map(percent).unwrap_or_default();
    said.headline = format!(
        "{player} is first of {}, {score}, {after}",
        plural(csv.count, "player")
    );
    let best = find("best").and_then(|csv| {
        let mut rows = csv.rows.iter();
        let row = rows.find(|row| csv.text(row, "player") == Some(player))?;
        csv.number(row, "best")
    });
    if let Some(best) = best {
        said.notes.push(format!(
            "{player} is the strongest entrant with a probability of {:.1} %.",
            100.0 * best
        ));
    }
    said
}

/// The line that `about.toml` has, or that the figures of a collection give.
fn other<'a>(source: &Source, find: &impl Fn(&str) -> Option<&'a Csv>) -> Said {
    let own = match &source.kind {
        Kind::Other { about, .. } => about.headline.clone(),
        Kind::Run { .. } => None,
    };
    let headline = own.or_else(|| find("figures").and_then(collection));
    Said {
        headline: headline.unwrap_or_else(|| source.title.clone()),
        ..Said::default()
    }
}

/// `1,000 games: White wins 45.1 % (42.0..48.2), ...`.
fn collection(csv: &Csv) -> Option<String> {
    let shares = [
        ("outcome.white_wins", "White wins"),
        ("outcome.black_wins", "Black wins"),
        ("outcome.draws", "drawn"),
    ];
    let row = |figure: &str| {
        let mut rows = csv.rows.iter();
        rows.find(|row| csv.text(row, "figure") == Some(figure))
    };
    let said = shares.into_iter().filter_map(|(figure, words)| {
        let row = row(figure)?;
        let [value, lo, hi] = ["value", "lo", "hi"].map(|name| csv.number(row, name));
        Some(format!("{words} {}", percent([value?, lo?, hi?])))
    });
    let said: Vec<String> = said.collect();
    let games = csv.number(row(shares[0].0)?, "n")? as u64;
    Some(format!("{}: {}", plural(games, "game"), said.join(", ")))
}
