//! Shrinks SVG files without visible change: points of lines that hardly deviate are left out, and
//! neighbouring elements of one style (lines, dots) become one path.

use std::fmt::Write as _;

/// Points nearer to the line than this, in the units of the drawing (a third of a pixel), are left
/// out.
const NEAR: f64 = 0.75;

type Point = (f64, f64);

/// The drawing in fewer bytes.
pub(super) fn reduced(drawing: &str) -> String {
    let mut out = String::with_capacity(drawing.len());
    let mut run = Run::default();
    for line in drawing.lines() {
        let line = line.trim().replace(" opacity=\"1\"", "");
        if let Some((look, path)) = line_path(&line).or_else(|| dot_path(&line)) {
            run.add(&mut out, look, &path);
            continue;
        }
        run.end(&mut out);
        if line.starts_with("<polygon") {
            out += &thinned(&line).unwrap_or(line);
            out.push('\n');
        } else if line.starts_with("<text") {
            // Its text is in a line of its own, and its spaces count.
            out += &without(&line, "font-family");
        } else {
            if line == "</text>" && out.ends_with('\n') {
                out.pop();
            }
            out += &line;
            out.push('\n');
        }
    }
    run.end(&mut out);
    out
}

/// Neighbouring paths of one style.
#[derive(Default)]
struct Run {
    look: String,
    path: String,
}

impl Run {
    fn add(&mut self, out: &mut String, look: String, path: &str) {
        if look != self.look {
            self.end(out);
            self.look = look;
        }
        self.path += path;
    }

    fn end(&mut self, out: &mut String) {
        if !self.path.is_empty() {
            let _ = writeln!(
                out,
                "<path fill=\"none\"{} d=\"{}\"/>",
                self.look, self.path
            );
        }
        *self = Run::default();
    }
}

/// Style and path of a line.
fn line_path(line: &str) -> Option<(String, String)> {
    let inside = line.strip_prefix("<polyline fill=\"none\"")?;
    let (look, rest) = inside.split_once(" points=\"")?;
    let points = straightened(&points(rest.strip_suffix("\"/>")?)?);
    // A translucent path looks different where it crosses itself.
    if look.contains("opacity") {
        return None;
    }
    let mut path = String::new();
    let mut before: Option<Point> = None;
    for (x, y) in points {
        let _ = match before {
            None => write!(path, "M{x},{y}"),
            Some((left, top)) => write!(path, "l{},{}", x - left, y - top),
        };
        before = Some((x, y));
    }
    Some((look.to_owned(), path))
}

/// Style and path of a filled dot: a line without length with a round end.
fn dot_path(line: &str) -> Option<(String, String)> {
    let inside = line.strip_prefix("<circle ")?;
    let value = |key: &str| {
        let (_, rest) = inside.split_once(&format!("{key}=\""))?;
        rest.split('"').next()
    };
    if value("stroke") != Some("none") || inside.contains("opacity") {
        return None;
    }
    let (x, y, radius, fill) = (value("cx")?, value("cy")?, value("r")?, value("fill")?);
    let width = 2.0 * radius.parse::<f64>().ok()?;
    let look = format!(" stroke=\"{fill}\" stroke-width=\"{width}\"");
    Some((look, format!("M{x},{y}h0")))
}

fn points(text: &str) -> Option<Vec<Point>> {
    let read = text.split_whitespace().map(|point| {
        let (x, y) = point.split_once(',')?;
        Some((x.parse().ok()?, y.parse().ok()?))
    });
    read.collect()
}

/// An area with fewer points.
fn thinned(line: &str) -> Option<String> {
    let (before, rest) = line.split_once("points=\"")?;
    let (text, after) = rest.split_once('"')?;
    let kept = straightened(&points(text)?).into_iter();
    let kept: Vec<String> = kept.map(|(x, y)| format!("{x},{y}")).collect();
    Some(format!("{before}points=\"{}\"{after}", kept.join(" ")))
}

/// A tag without an attribute.
fn without(tag: &str, key: &str) -> String {
    let Some((before, rest)) = tag.split_once(&format!(" {key}=\"")) else {
        return tag.to_owned();
    };
    let after = rest.split_once('"').map_or("", |(_, after)| after);
    format!("{before}{after}")
}

/// The line through `points` without those that practically lie on it (Douglas and Peucker).
fn straightened(points: &[Point]) -> Vec<Point> {
    let mut kept = vec![false; points.len()];
    let Some(last) = points.len().checked_sub(1) else {
        return Vec::new();
    };
    (kept[0], kept[last]) = (true, true);
    let mut spans = vec![(0, last)];
    while let Some((from, to)) = spans.pop() {
        let (a, b) = (points[from], points[to]);
        let farthest = (from + 1..to)
            .map(|at| (distance(points[at], a, b), at))
            .max_by(|one, two| one.0.total_cmp(&two.0));
        if let Some((far, at)) = farthest
            && far > NEAR
        {
            kept[at] = true;
            spans.extend([(from, at), (at, to)]);
        }
    }
    let kept = points.iter().zip(kept).filter(|(_, kept)| *kept);
    kept.map(|(point, _)| *point).collect()
}

/// Distance of a point from the segment between `a` and `b`.
fn distance(point: Point, a: Point, b: Point) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let square = dx * dx + dy * dy;
    let along = if square > 0.0 {
        (((point.0 - a.0) * dx + (point.1 - a.1) * dy) / square).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (point.0 - a.0 - along * dx).hypot(point.1 - a.1 - along * dy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_on_a_line_are_left_out_and_corners_stay() {
        let corners = [(0.0, 0.0), (10.0, 0.0), (10.0, 9.0), (12.0, 9.0)];
        let mut points = corners.to_vec();
        points.insert(1, (5.0, 0.2));
        assert_eq!(straightened(&points), corners);
        assert_eq!(straightened(&[]), []);
        let closed = [(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 0.0)];
        assert_eq!(straightened(&closed), closed);
    }

    #[test]
    fn neighbours_of_one_look_are_one_path_and_texts_stay() {
        let drawing = "<polyline fill=\"none\" opacity=\"1\" stroke=\"#E4E4E4\" points=\"0,0 1,0 2,0 \"/>\n\
                       <polyline fill=\"none\" opacity=\"1\" stroke=\"#E4E4E4\" points=\"0,5 2,9 \"/>\n\
                       <circle cx=\"3\" cy=\"4\" r=\"15\" opacity=\"1\" fill=\"#0072B2\" stroke=\"none\" stroke-width=\"1\"/>\n\
                       <polygon opacity=\"0.22\" fill=\"#0072B2\" points=\"0,0 1,0 2,0 2,5 \"/>\n\
                       <text x=\"1\" font-family=\"a, b\" y=\"2\">\nA &amp; B\n</text>\n";
        let wanted = "<path fill=\"none\" stroke=\"#E4E4E4\" d=\"M0,0l2,0M0,5l2,4\"/>\n\
                      <path fill=\"none\" stroke=\"#0072B2\" stroke-width=\"30\" d=\"M3,4h0\"/>\n\
                      <polygon opacity=\"0.22\" fill=\"#0072B2\" points=\"0,0 2,0 2,5\"/>\n\
                      <text x=\"1\" y=\"2\">A &amp; B</text>\n";
        assert_eq!(reduced(drawing), wanted);
    }
}
