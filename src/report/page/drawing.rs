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

/// Attributes and content of the drawing `svg`, one element `svg` around shapes and texts; `None`
/// if it contains anything else. `style` may come before the shapes.
pub(super) fn own<'a>(svg: &'a str, style: &str) -> Option<(&'a str, &'a str)> {
    let (tag, rest) = svg.strip_prefix("<svg ")?.split_once('>')?;
    let shapes = rest.trim_start();
    let shapes = shapes.strip_prefix(style).unwrap_or(shapes).trim();
    let shapes = shapes.strip_suffix("</svg>")?;
    let mut parts = shapes.split('<');
    let plain = parts.next().is_some_and(|before| before.trim().is_empty());
    (plain && are_plain(tag) && parts.all(is_shape)).then_some((tag, shapes))
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
        assert!(own("<svg onload=\"alert(1)\"></svg>", "").is_none());
        assert!(own("<?xml version=\"1.0\"?><svg/>", "").is_none());
    }
}
