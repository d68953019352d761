//! The replay of a game of an ending in its page: `replay.svg` of the folder.

use std::fmt::Write as _;
use std::path::Path;

use super::{LeftOut, drawing};
use crate::report::html::{escape, link};
use crate::report::is_own_file;
use crate::report::names::REPLAY;
use darkforge_kriegspiel::text;

/// The section of the page, empty without a replay in `folder`, and the problem of a foreign
/// replay.
///
/// # Errors
/// The file cannot be read.
pub(super) fn html(folder: &Path) -> anyhow::Result<(String, Option<LeftOut>)> {
    let path = folder.join(REPLAY);
    if !is_own_file(&path)? {
        return Ok((String::new(), None));
    }
    let text = match text::read(&path) {
        Ok(text) => text,
        Err(error) => {
            let problem = format!("{REPLAY} cannot be shown: {error}");
            return Ok((String::new(), Some(LeftOut::damaged(problem))));
        }
    };
    let problem = || format!("{REPLAY} is not a drawing of this program and is left out");
    let section = section(&text);
    let problem = section.is_none().then(|| LeftOut::damaged(problem()));
    Ok((section.unwrap_or_default(), problem))
}

/// Side of a board in the drawing's units.
const BOARD: u32 = 240;

/// `None` for a foreign drawing.
fn section(text: &str) -> Option<String> {
    let own = drawing::own(text, "")?;
    let boards = boards(own.shapes);
    if boards.is_empty() {
        return None;
    }
    let mut html = "<section id=\"replay\" aria-labelledby=\"replay-title\">\n\
         <h2 id=\"replay-title\">Replay</h2>\n\
         <p>Before each try the board as White knows it: the shaded squares are those where the king \
         could stand, the black king stands where it does. The line is the try, the words are the \
         umpire's.</p>\n<ol class=\"tries\">\n"
        .to_owned();
    for (words, shapes) in boards {
        let words = escape(&words);
        let _ = writeln!(
            html,
            "<li>{words}\n<svg class=\"plot men\" viewBox=\"0 0 {BOARD} {BOARD}\" role=\"img\" \
             aria-label=\"Board before the try {words}\"><g>{shapes}</g></svg></li>"
        );
    }
    let _ = writeln!(
        html,
        "</ol>\n<p class=\"small\">{}</p>\n</section>",
        link(REPLAY)
    );
    Some(html)
}

/// The boards of a replay: the try with the umpire's answer, and the shapes.
fn boards(shapes: &str) -> Vec<(String, &str)> {
    let groups = shapes.split("<g transform=\"").skip(1);
    let board = |group: &'_ str| -> Option<(String, usize)> {
        let (inside, _) = group.split_once("</g>")?;
        let caption = inside.split_once("<text y=\"-8\"")?.1.split_once('>')?.1;
        let words = caption.split_once("</text>")?;
        Some((drawing::plain(words.0), inside.len() - words.1.len()))
    };
    let found = groups.filter_map(|group| {
        let (words, from) = board(group)?;
        let end = group.find("</g>")?;
        Some((words, group.get(from..end)?.trim()))
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replay_is_a_board_for_each_try_and_a_strange_drawing_is_left_out() {
        let text = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">\n<text x=\"16\">title</text>\n\
                    <g transform=\"translate(1 2)\"><text y=\"-8\" font-size=\"13\">1. Kb2 (silence)</text>\n<rect x=\"1\"/></g>\n\
                    <g transform=\"translate(3 2)\"><text y=\"-8\" font-size=\"13\">2. Rh1 (the &lt;end&gt;)</text>\n<rect x=\"2\"/></g>\n</svg>\n";
        let html = section(text).unwrap();
        assert_eq!(html.matches("<svg").count(), 2);
        assert!(html.contains("<li>1. Kb2 (silence)\n"));
        assert!(html.contains(
            "Board before the try 2. Rh1 (the &lt;end&gt;)\"><g><rect x=\"2\"/></g></svg>"
        ));
        assert!(
            !html.contains("<text"),
            "the words are outside the drawings"
        );
        assert_eq!(section("<?xml version=\"1.0\"?><svg/>"), None);
        assert_eq!(
            section("<svg viewBox=\"0 0 9 9\"><rect x=\"1\"/></svg>"),
            None
        );
    }
}
