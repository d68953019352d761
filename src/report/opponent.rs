//! `model.html`: what one opponent does, as a page that opens from disk without other files.

use std::fmt::Write as _;

use super::format::plural;
use super::html::{self, Asks, escape};
use darkforge_board::{ROLES, SIDES, Try, side};
use darkforge_engine::opponent::{DANGERS, KINDS, PHASES, Pair, TERMS, Table};
use darkforge_lab::config::VERSION;
use darkforge_research::collection::{Mean, Prelude};
use darkforge_research::opponent::{Fitted, by_attacks};

/// Name of the page.
pub(crate) const PAGE: &str = "model.html";

/// Moves that are listed of each number.
const LISTED: usize = 5;
/// Squares that are named in words.
const NAMED: usize = 6;

/// Names of kinds of men in tables.
const MEN: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];
const COLORS: [&str; 2] = ["White", "Black"];

const TEMPLATE: &str = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{{policy}}\n\
    <meta name=\"viewport\" content=\"width=device-width\">\n<title>{{title}}</title>\n<style>{{style}}</style>\n</head>\n\
    <body>\n<h1>{{title}}</h1>\n{{body}}\n{{script}}</body>\n</html>\n";

const STYLE: &str = "body{font:16px/1.45 system-ui,sans-serif;max-width:64rem;margin:1.5rem auto;padding:0 1rem;color:#222}\
    table{border-collapse:collapse;margin:.5rem 0}td,th{padding:.15rem .6rem;text-align:right;border-bottom:1px solid #ddd}\
    th{font-weight:600}td:first-child,th:first-child{text-align:left}\
    figure{display:inline-block;margin:.4rem .8rem .4rem 0}figcaption{font-size:.85rem}\
    svg{display:block}code{background:#f2f2f2;padding:.1rem .3rem}";

/// The page of a model; `command` makes it again.
pub(crate) fn page(fitted: &Fitted, command: &str) -> String {
    let model = &fitted.model;
    let title = format!("Model of {}", model.player);
    let mut body = String::new();
    summary(&mut body, fitted);
    openings(&mut body, fitted);
    kinds(&mut body, fitted);
    attacks(&mut body, fitted);
    squares(&mut body, fitted);
    let _ = write!(
        body,
        "<h2>How to make it again</h2>\n<p>darkforge {VERSION}: <code>{}</code></p>",
        escape(command)
    );
    let title = escape(&title);
    let parts = [
        ("title", title.as_str()),
        ("style", STYLE),
        ("body", body.as_str()),
    ];
    html::page(TEMPLATE, "", Asks::Nothing, &parts)
}

/// A table with a header and rows of cells, which are escaped.
fn table(body: &mut String, header: &[&str], rows: impl IntoIterator<Item = Vec<String>>) {
    *body += "<table>\n";
    *body += &line("th", header.iter().copied());
    for row in rows {
        *body += &line("td", row.iter().map(String::as_str));
    }
    *body += "</table>\n";
}

/// A line of a table, with cells of kind `tag`.
fn line<'a>(tag: &str, cells: impl Iterator<Item = &'a str>) -> String {
    let cells = cells.map(|cell| format!("<{tag}>{}</{tag}>", escape(cell)));
    format!("<tr>{}</tr>\n", cells.collect::<String>())
}

fn summary(body: &mut String, fitted: &Fitted) {
    let (model, held_out) = (&fitted.model, &fitted.held_out);
    let _ = writeln!(
        body,
        "<p>{} with {}, ruleset {}. The belief follows this model by {:.0} %, and the general one by the rest.</p>",
        plural(u64::from(model.games), "game"),
        plural(u64::from(model.moves), "move"),
        escape(model.ruleset.name),
        100.0 * model.trust
    );
    let _ = writeln!(
        body,
        "<p>Mean logarithm of the probability of its true move, in {} that were not used ({}):</p>",
        plural(held_out.games, "game"),
        plural(held_out.moves, "move")
    );
    let rows = [
        ("all legal moves alike", held_out.uniform),
        ("general model of the belief", held_out.general),
        ("this model", held_out.model),
        ("mixture of both", held_out.mixed),
    ];
    let rows = rows.map(|(name, log)| {
        vec![
            name.to_owned(),
            format!("{log:.3}"),
            format!("{:.1}", libm::exp(-log)),
        ]
    });
    table(
        body,
        &["model", "log-likelihood", "as if of so many moves"],
        rows,
    );
    let weights = TERMS.iter().zip(model.weights);
    let weights = weights.map(|(name, weight)| vec![(*name).to_owned(), format!("{weight:.2}")]);
    *body += "<p>Weights of the terms:</p>\n";
    table(body, &["term", "weight"], weights);
}

fn openings(body: &mut String, fitted: &Fitted) {
    *body += "<h2>Openings</h2>\n<p>Own moves by number, the commonest first.</p>\n";
    for (color, numbers) in COLORS.iter().zip(&fitted.model.habits.openings) {
        let _ = writeln!(body, "<h3>With {color}</h3>");
        let rows = numbers.iter().enumerate().map(|(number, moves)| {
            let all: u32 = moves.values().sum();
            let mut moves: Vec<_> = moves.iter().collect();
            moves.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
            let listed = moves.iter().take(LISTED).map(|(squares, times)| {
                let asked = Try::new(squares.0, squares.1);
                format!(
                    "{asked} {:.0} %",
                    100.0 * f64::from(**times) / f64::from(all.max(1))
                )
            });
            vec![
                (number + 1).to_string(),
                listed.collect::<Vec<_>>().join(", "),
                moves.len().to_string(),
            ]
        });
        table(body, &["move", "commonest", "different"], rows);
    }
}

/// Cells of a pair: played, and how often compared with moves drawn alike.
fn pair(pair: Pair) -> String {
    if pair.played == 0 && pair.expected < 0.05 {
        return String::new();
    }
    let times = f64::from(pair.played) / pair.expected.max(0.05);
    format!("{} ({times:.2})", pair.played)
}

fn kinds(body: &mut String, fitted: &Fitted) {
    let habits = &fitted.model.habits;
    *body += "<h2>Kinds of moves</h2>\n<p>Moves played, and in brackets how many times as often as if all legal moves \
              were equally likely. <em>back</em>: captures where the opponent has just captured. Other captures by \
              pawns were announced as pawn tries.</p>\n";
    let header: Vec<&str> = std::iter::once("").chain(MEN).collect();
    let of = habits.table(Table::Kinds);
    let rows = KINDS.iter().enumerate().map(|(row, name)| {
        let cells = (0..6).map(|role| pair(of[row * 6 + role]));
        std::iter::once((*name).to_owned()).chain(cells).collect()
    });
    table(body, &header, rows);
    *body += "<h3>Captured men</h3>\n";
    let taken = habits.table(Table::Taken);
    table(
        body,
        &MEN[..5],
        [(0..5).map(|role| pair(taken[role])).collect()],
    );
    *body += "<h3>Attacked men</h3>\n<p>Whether the square that a man leaves is attacked, and whether its destination \
              is. The player may not know it.</p>\n";
    let danger = habits.table(Table::Danger);
    let rows = DANGERS.iter().enumerate().map(|(row, name)| {
        let cells = (0..6).map(|role| pair(danger[role * DANGERS.len() + row]));
        std::iter::once((*name).to_owned()).chain(cells).collect()
    });
    table(body, &header, rows);
    let checks = habits.table(Table::Checks);
    let _ = writeln!(
        body,
        "<p>Moves with a direct check: {}.</p>",
        pair(checks[1])
    );
}

fn attacks(body: &mut String, fitted: &Fitted) {
    *body += "<h2>Attacks</h2>\n<p>An attack is a first capture on a square. The player is at the bottom.</p>\n";
    let [by_player, on_player] = &fitted.model.attacks;
    for (name, counts) in [
        ("Where it attacks", by_player),
        ("Where it is attacked", on_player),
    ] {
        let values: Vec<f64> = counts.iter().map(|&times| f64::from(times)).collect();
        let commonest = by_attacks(counts);
        let commonest: Vec<String> = commonest
            .iter()
            .take(NAMED)
            .map(|(square, times)| format!("{square} {times}"))
            .collect();
        board(
            body,
            &format!("{name}: {}", commonest.join(", ")),
            &values,
            26.0,
        );
    }
    *body += "<h3>What precedes an attack</h3>\n<p>Own turns before an attack; 0 is the attack itself.</p>\n";
    let share = |mean: &Mean| {
        let average = mean.average(1.0);
        average.map_or_else(String::new, |average| {
            format!("{:.0} %", 100.0 * average.mean)
        })
    };
    let preludes = fitted.attacker.preludes.iter().enumerate();
    let rows =
        preludes
            .filter(|(_, turn)| turn.men.count > 0)
            .map(|(before, turn): (usize, &Prelude)| {
                let men = turn
                    .men
                    .average(1.0)
                    .map_or_else(String::new, |men| format!("{:.2}", men.mean));
                vec![
                    before.to_string(),
                    turn.men.count.to_string(),
                    men,
                    share(&turn.brought),
                    share(&turn.captor),
                    share(&turn.tried),
                    share(&turn.heard),
                ]
            });
    let header = [
        "turns before",
        "attacks",
        "own men on the target",
        "another man brought",
        "the captor moved",
        "a try there refused",
        "something was announced",
    ];
    table(body, &header, rows);
}

fn squares(body: &mut String, fitted: &Fitted) {
    *body += "<h2>Where its men stand</h2>\n<p>Turns at which such a man stood on the square; plies 1 to 20, 21 to 60, \
              and later. White is at the bottom.</p>\n";
    let habits = &fitted.model.habits;
    for color in SIDES {
        for (phase, phase_name) in PHASES.iter().enumerate() {
            let _ = writeln!(body, "<h3>{}, {phase_name}</h3>", COLORS[side(color)]);
            for (role, name) in ROLES.into_iter().zip(MEN) {
                let values = habits.stood_of(color, phase, role).iter();
                let values: Vec<f64> = values.map(|&times| f64::from(times)).collect();
                board(body, name, &values, 17.0);
            }
        }
    }
}

/// A board whose squares are coloured by `values`, a1 to h8, each `size` pixels wide.
fn board(body: &mut String, caption: &str, values: &[f64], size: f64) {
    let most = values.iter().copied().fold(0.0, f64::max);
    let wide = 8.0 * size;
    let _ = write!(
        body,
        "<figure><svg width=\"{wide}\" height=\"{wide}\" role=\"img\" aria-label=\"{0}\"><rect width=\"{wide}\" \
         height=\"{wide}\" fill=\"#f4f4f4\"/>",
        escape(caption)
    );
    for (place, &value) in values.iter().enumerate() {
        let (x, y) = ((place % 8) as f64 * size, (7 - place / 8) as f64 * size);
        let share = if most > 0.0 { value / most } else { 0.0 };
        let inside = size - 1.0;
        let _ = write!(
            body,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{inside}\" height=\"{inside}\" fill=\"#1f5f99\" \
             fill-opacity=\"{share:.3}\"><title>{} {value}</title></rect>",
            darkforge_board::Square::new(place as u32)
        );
    }
    let _ = writeln!(
        body,
        "</svg><figcaption>{}</figcaption></figure>",
        escape(caption)
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_has_a_square_for_each_value_and_no_markup_of_a_name() {
        let mut values = vec![0.0; 64];
        values[63] = 4.0;
        let mut body = String::new();
        board(&mut body, "<b>", &values, 10.0);
        assert_eq!(body.matches("<rect x=").count(), 64);
        assert!(
            body.contains("<title>h8 4</title>") && !body.contains("<b>"),
            "{body}"
        );
        let h8 = "x=\"70\" y=\"0\"";
        assert!(body.contains(h8), "h8 is at the upper right");
        assert_eq!(
            pair(Pair {
                played: 6,
                expected: 3.0
            }),
            "6 (2.00)"
        );
        assert_eq!(pair(Pair::default()), "");
    }
}
