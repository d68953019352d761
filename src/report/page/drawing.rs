//! Drawings in pages: SVG files of this program, which contain shapes and texts and nothing else.
//! Other content of a file (a script, a link, a picture, a style) never reaches a page.

/// Elements of our drawings.
const ELEMENTS: [&str; 8] = [
    "circle", "g", "line", "path", "polygon", "polyline", "rect", "text",
];

/// Attributes of our drawings.
const ATTRIBUTES: [&str; 25] = [
    "cx",
    "cy",
    "d",
    "dy",
    "fill",
    "font-family",
    "font-size",
    "height",
    "opacity",
    "points",
    "r",
    "stroke",
    "stroke-opacity",
    "stroke-width",
    "text-anchor",
    "transform",
    "viewBox",
    "width",
    "x",
    "x1",
    "x2",
    "xmlns",
    "y",
    "y1",
    "y2",
];

/// A drawing of ours.
pub(super) struct Own<'a> {
    /// Attributes of its element `svg`.
    pub(super) tag: &'a str,
    /// Its title.
    pub(super) title: Option<String>,
    /// Result that it shows, in a sentence.
    pub(super) sentence: Option<String>,
    /// Shapes and texts.
    pub(super) shapes: &'a str,
}

/// The drawing `svg`, one element `svg` around title, description, shapes and texts; `None` if it
/// contains anything else. `style` may come before the shapes.
pub(super) fn own<'a>(svg: &'a str, style: &str) -> Option<Own<'a>> {
    let (tag, rest) = svg.strip_prefix("<svg ")?.split_once('>')?;
    let (title, rest) = words(rest.trim_start(), "title");
    let (sentence, rest) = words(rest, "desc");
    let shapes = rest.strip_prefix(style).unwrap_or(rest).trim();
    let shapes = shapes.strip_suffix("</svg>")?;
    let mut parts = shapes.split('<');
    let bare = parts.next().is_some_and(|before| before.trim().is_empty());
    (bare && are_plain(tag) && parts.all(is_shape)).then_some(Own {
        tag,
        title,
        sentence,
        shapes,
    })
}

/// The words of an element of this name at the beginning of `text`, if it is there, and what follows.
fn words<'a>(text: &'a str, name: &str) -> (Option<String>, &'a str) {
    let begin = text.strip_prefix(&format!("<{name}>"));
    let inside = begin.and_then(|rest| rest.split_once(&format!("</{name}>")));
    match inside {
        Some((words, rest)) if !words.contains('<') => (Some(plain(words)), rest.trim_start()),
        _ => (None, text),
    }
}

/// Whether `text` begins with the inside of a tag of a shape or text, and its end.
fn is_shape(text: &str) -> bool {
    let Some((tag, _)) = text.split_once('>') else {
        return false;
    };
    if let Some(ended) = tag.strip_prefix('/') {
        return ELEMENTS.contains(&ended);
    }
    let tag = tag.strip_suffix('/').unwrap_or(tag);
    let (name, attributes) = tag.split_once([' ', '\n']).unwrap_or((tag, ""));
    ELEMENTS.contains(&name) && are_plain(attributes)
}

/// Whether `text` is attributes of shapes, each `name="value"`, without references.
fn are_plain(text: &str) -> bool {
    let mut rest = text.trim();
    while !rest.is_empty() {
        let Some((name, after)) = rest.split_once("=\"") else {
            return false;
        };
        let Some((value, after)) = after.split_once('"') else {
            return false;
        };
        let refers = match name {
            "xmlns" => value != "http://www.w3.org/2000/svg",
            _ => value.contains("url") || value.contains([':', '&', '\\']),
        };
        if !ATTRIBUTES.contains(&name) || refers {
            return false;
        }
        rest = after.trim_start();
    }
    true
}

/// The value of an attribute of a tag.
pub(super) fn value<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = tag.split_once(&format!("{name}=\""))?;
    rest.split('"').next()
}

/// A text of a drawing as it is read.
pub(super) fn plain(text: &str) -> String {
    let plain = text.replace("&lt;", "<").replace("&gt;", ">");
    let plain = plain.replace("&quot;", "\"").replace("&apos;", "'");
    let plain = plain.replace("&#39;", "'");
    plain.replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_own(shapes: &str) -> bool {
        let svg = format!("<svg viewBox=\"0 0 9 9\">\n<style>ours</style>\n{shapes}</svg>\n");
        own(&svg, "<style>ours</style>").is_some()
    }

    #[test]
    fn shapes_and_texts_are_drawings() {
        assert!(is_own(""));
        assert!(is_own(
            "<g transform=\"translate(1 2)\"><text y=\"-8\">1. Kb2 &lt;b&gt; (javascript:)</text></g>\n\
             <polyline fill=\"none\" stroke=\"#E4E4E4\" points=\"0,0 1,0 \"/>\n<path d=\"M0,0l2,0\"/>"
        ));
    }

    #[test]
    fn whatever_a_browser_could_run_load_or_follow_is_no_drawing() {
        for foreign in [
            "<script>alert(1)</script>",
            "<SCRIPT>alert(1)</SCRIPT>",
            "<rect x=\"1\" onload=\"alert(1)\"/>",
            "<rect x=\"1\"onload=\"alert(1)\"/>",
            "<rect/onload=alert(1)>",
            "<rect x='1' onload='alert(1)'/>",
            "<a href=\"javascript:alert(1)\"><text>x</text></a>",
            "<image href=\"http://far/x.png\"/>",
            "<use href=\"#a\"/>",
            "<foreignObject><p>x</p></foreignObject>",
            "<style>@import url(http://far)</style>",
            "<style>ours</style><style>theirs</style>",
            "<rect fill=\"url(http://far/x)\"/>",
            "<rect fill=\"u\\72l(http://far/x)\"/>",
            "<animate attributeName=\"href\" to=\"x\"/>",
            "<!-- --><text>x</text>",
            "</svg><p>",
            "<text>x</text",
            "plain words",
        ] {
            assert!(!is_own(foreign), "{foreign}");
        }
        let described = "<svg viewBox=\"0 0 9 9\">\n<title>A &lt;b&gt;</title>\n<desc>It&#39;s 5 &amp; 6.</desc>\n</svg>\n";
        let sentence = own(described, "").and_then(|own| own.sentence);
        assert_eq!(sentence.as_deref(), Some("It's 5 & 6."));
        for foreign in [
            "<desc><script>alert(1)</script></desc>",
            "<desc onload=\"alert(1)\">x</desc>",
            "<desc>a</desc><desc>b</desc>",
            "<title>x<desc>y</title>",
        ] {
            assert!(!is_own(foreign), "{foreign}");
        }
        assert!(own("<svg onload=\"alert(1)\"></svg>", "").is_none());
        assert!(own("<?xml version=\"1.0\"?><svg/>", "").is_none());
    }
}
