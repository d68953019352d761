//! Page on which a person plays: the viewer's men, colours and policy, with a board to play on.

use serde_json::{Value, json};

use super::html::{self, Asks, escape};
use super::view::page::{BOARD_SCRIPT, STYLE, embed};

const TEMPLATE: &str = include_str!("play/play.html");
const OWN_STYLE: &str = include_str!("play/play.css");
const OWN_SCRIPT: &str = include_str!("play/play.js");

/// The page of a game with this title.
pub(crate) fn page(title: &str) -> String {
    let script = format!("\"use strict\";\n{BOARD_SCRIPT}{OWN_SCRIPT}");
    let data: Value = json!({ "title": title });
    html::page(
        TEMPLATE,
        &script,
        Asks::ForItself,
        &[
            ("title", &escape(title)),
            ("style", STYLE),
            ("play", OWN_STYLE),
            ("data", &embed(&data)),
        ],
    )
}
