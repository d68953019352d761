//! Tables of a comparison with a column for each run: weights of champions, and configs.

use std::fmt::Write as _;
use std::path::Path;

use super::tables::rounded;
use crate::report::comparison::{ChampionRow, DifferenceRow, SettingRow, one_error};
use crate::report::html::{escape, link};
use crate::report::table::FileRow as _;

/// Command whose folders have them.
const JOB: &str = "compare";

/// The section of the page; empty for other jobs, and where nothing can stand side by side.
///
/// # Errors
/// A table cannot be read.
pub(super) fn html(folder: &Path, job: &str) -> anyhow::Result<String> {
    if job != JOB {
        return Ok(String::new());
    }
    let champions = ChampionRow::read(folder)?;
    let differences = DifferenceRow::read(folder)?;
    let settings = SettingRow::read(folder)?;
    let tables = weights(&champions, &differences) + &configs(&settings);
    if tables.is_empty() {
        return Ok(tables);
    }
    Ok(format!(
        "<section id=\"compared\" aria-labelledby=\"compared-title\">\n\
         <h2 id=\"compared-title\">Side by side</h2>\n{tables}</section>\n"
    ))
}

/// Names of the runs in their order.
fn runs<'a>(names: impl Iterator<Item = &'a String>) -> Vec<&'a str> {
    let mut runs: Vec<&str> = Vec::new();
    for name in names {
        if !runs.contains(&name.as_str()) {
            runs.push(name);
        }
    }
    runs
}

/// A table below its caption and note, without its end.
fn begun(id: &str, caption: &str, note: &str, heads: &[(String, bool)]) -> String {
    let mut html = format!(
        "<details id=\"compared-{id}\" open><summary><h3>{caption}</h3></summary>\n\
         <p class=\"small\">{note}</p>\n\
         <div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"{caption}\">\n\
         <table data-compared=\"{id}\">\n<thead><tr>"
    );
    for (head, is_number) in heads {
        let class = if *is_number { " class=\"n\"" } else { "" };
        let head = escape(head);
        let _ = write!(
            html,
            "<th scope=\"col\"{class} data-name=\"{head}\">{head}</th>"
        );
    }
    html + "</tr></thead>\n<tbody>\n"
}

const END: &str = "</tbody></table></div></details>\n";

/// The weights, with the largest difference of each.
fn weights(champions: &[ChampionRow], differences: &[DifferenceRow]) -> String {
    if champions.is_empty() {
        return String::new();
    }
    let runs = runs(champions.iter().map(|row| &row.run));
    let mut heads = vec![("weight".to_owned(), false)];
    heads.extend(runs.iter().map(|run| ((*run).to_owned(), true)));
    heads.push(("largest difference (standard errors)".to_owned(), true));
    heads.push(("between".to_owned(), false));
    let note = format!(
        "The champions' values, in small letters a standard error to each side where the run searched the weight. \
         From {} and {}.",
        link(ChampionRow::FILE),
        link(DifferenceRow::FILE)
    );
    let mut html = begun("weights", "Weights of the champions", &note, &heads);
    for rows in champions.chunk_by(|a, b| a.weight == b.weight) {
        let weight = &rows[0].weight;
        let _ = write!(html, "<tr><td>{}</td>", escape(weight));
        for run in &runs {
            match rows.iter().find(|row| row.run == *run) {
                Some(row) => {
                    let _ = write!(html, "<td class=\"n\"{}", number(row.value.0));
                    if let Some((lo, hi)) = one_error(row) {
                        let [lo, hi] = [lo, hi].map(|end| rounded(&format!("{end:?}")));
                        let _ = write!(html, " <small>{lo}..{hi}</small>");
                    }
                    html.push_str("</td>");
                }
                None => html.push_str("<td class=\"n\"></td>"),
            }
        }
        // The file has the largest first.
        match differences.iter().find(|row| row.weight == *weight) {
            Some(row) => {
                let errors = row.standard_errors.map(|errors| errors.0.abs());
                let cell = errors.map_or_else(|| ">".to_owned(), number);
                let between = format!("{} and {}", row.run, row.other);
                let _ = write!(
                    html,
                    "<td class=\"n\"{cell}</td><td>{}</td>",
                    escape(&between)
                );
            }
            None => html.push_str("<td class=\"n\"></td><td></td>"),
        }
        html.push_str("</tr>\n");
    }
    html + END
}

/// End of a cell's tag and its number, rounded, with all digits for sorting.
fn number(value: f64) -> String {
    let whole = format!("{value:?}");
    let few = rounded(&whole);
    if few == whole {
        format!(">{whole}")
    } else {
        format!(" data-v=\"{whole}\">{few}")
    }
}

/// The keys that differ.
fn configs(settings: &[SettingRow]) -> String {
    if settings.is_empty() {
        return String::new();
    }
    let runs = runs(settings.iter().map(|row| &row.run));
    let mut heads = vec![("key".to_owned(), false)];
    heads.extend(runs.iter().map(|run| ((*run).to_owned(), false)));
    let note = format!(
        "Keys of run.toml that differ; a dash where a run has no such key. From {}.",
        link(SettingRow::FILE)
    );
    let mut html = begun("settings", "Configs", &note, &heads);
    for rows in settings.chunk_by(|a, b| a.key == b.key) {
        let _ = write!(html, "<tr><td>{}</td>", escape(&rows[0].key));
        for run in &runs {
            let row = rows.iter().find(|row| row.run == *run);
            let value = row.and_then(|row| row.value.as_deref()).unwrap_or("–");
            let _ = write!(html, "<td>{}</td>", escape(value));
        }
        html.push_str("</tr>\n");
    }
    html + END
}
