//! The replay of a game of an ending in its page: `replay.svg` of the folder.

use std::path::Path;

use super::drawing;
use crate::report::artifact::REPLAY;
use crate::report::html::{escape, link};
use crate::report::is_own_file;
use darkforge_kriegspiel::text;

/// The section of the page, empty without a replay in `folder`, and the problem of a foreign
/// replay.
///
/// # Errors
/// The file cannot be read.
pub(super) fn html(folder: &Path) -> anyhow::Result<(String, Option<String>)> {
    let path = folder.join(REPLAY);
    if !is_own_file(&path)? {
        return Ok((String::new(), None));
    }
    let text = match text::read(&path) {
        Ok(text) => text,
        Err(error) => {
            let problem = format!("{REPLAY} cannot be shown: {error}");
            return Ok((String::new(), Some(problem)));
        }
    };
    let problem = || format!("{REPLAY} is not a drawing of this program and is left out");
    let section = section(&text);
    let problem = section.is_none().then(problem);
    Ok((section.unwrap_or_default(), problem))
}

/// `None` for a foreign drawing.
fn section(text: &str) -> Option<String> {
    let (tag, drawing) = drawing::own(text, "")?;
    let size = drawing::value(tag, "viewBox")?;
    let words = escape(&words(drawing).join("; "));
    Some(format!(
        "<section id=\"replay\" aria-labelledby=\"replay-title\">\n\
         <h2 id=\"replay-title\">Replay</h2>\n\
         <p>Before each try the board as White knows it: the shaded squares are those where the king \
         could stand, the black king stands where it does. The line is the try, the words are the \
         umpire's.</p>\n\
         <figure>\n<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"Boards of the replay\">\n\
         <svg class=\"plot men replay\" viewBox=\"{}\" role=\"img\" aria-label=\"A board for each try: {words}\">\
         {drawing}</svg></div>\n<figcaption class=\"small\">{}</figcaption>\n\
         </figure>\n</section>\n",
        escape(size),
        link(REPLAY)
    ))
}

/// Texts above each board: the try and the umpire's answer.
fn words(drawing: &str) -> Vec<String> {
    let captions = drawing.split("<text y=\"-8\"").skip(1);
    let inside = captions.filter_map(|rest| rest.split_once('>')?.1.split("</text>").next());
    inside.map(drawing::plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replay_is_told_in_words_and_a_strange_drawing_is_left_out() {
        let text = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">\n<text x=\"16\">title</text>\n\
                    <g><text y=\"-8\" font-size=\"13\">1. Kb2 (silence)</text></g>\n\
                    <g><text y=\"-8\" font-size=\"13\">2. Rh1 (the end)</text></g>\n</svg>\n";
        let html = section(text).unwrap();
        assert!(html.contains("A board for each try: 1. Kb2 (silence); 2. Rh1 (the end)\""));
        assert!(html.contains("viewBox=\"0 0 9 9\""));
        assert_eq!(section("<?xml version=\"1.0\"?><svg/>"), None);
    }
}
