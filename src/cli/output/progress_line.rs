//! The line of a bar: stage, bar, count, speed and time left.

use console::{measure_text_width, truncate_str};

use crate::cli::screen::plain;

/// Columns of the bar between its ends.
const BAR: std::ops::RangeInclusive<usize> = 4..=30;
/// Columns that the stage has at least, before the bar or the speed is left out for it.
const STAGE: usize = 20;

/// Progress at a moment, in words.
pub(crate) struct ProgressLine<'a> {
    pub(crate) stage: &'a str,
    /// Share of the way.
    pub(crate) share: f64,
    /// Place and end.
    pub(crate) count: String,
    pub(crate) speed: String,
    /// Time to the end.
    pub(crate) left: String,
}

impl ProgressLine<'_> {
    /// The line in at most `room` columns: without bar or speed where they do not fit, with a shorter
    /// stage where it is longer than what is left.
    pub(crate) fn text(&self, room: usize) -> String {
        let stage = plain(self.stage);
        let full = measure_text_width(&stage);
        let least = full.min(STAGE);
        for (with_speed, with_bar) in [(true, true), (true, false), (false, true), (false, false)] {
            let speed = if with_speed {
                format!("  {}", self.speed)
            } else {
                String::new()
            };
            let figures = format!("{}{speed}  ETA {}", self.count, self.left);
            let gap = usize::from(full > 0);
            let frame = if with_bar {
                BAR.start() + "[] ".len()
            } else {
                0
            };
            let taken = measure_text_width(&figures) + gap + frame;
            let is_last = !(with_speed || with_bar);
            if taken + least > room && !is_last {
                continue;
            }
            let free = room.saturating_sub(taken);
            let shown = truncate_str(&stage, free.min(full), "…");
            let spare = free.saturating_sub(measure_text_width(&shown));
            let bar = if with_bar {
                self.bar((BAR.start() + spare).min(*BAR.end()))
            } else {
                String::new()
            };
            let line = format!("{shown}{}{bar}{figures}", " ".repeat(gap));
            return truncate_str(&line, room, "…").into_owned();
        }
        String::new()
    }

    fn bar(&self, width: usize) -> String {
        let done = (self.share.clamp(0.0, 1.0) * width as f64) as usize;
        let head = if done < width { ">" } else { "" };
        format!("[{:width$}] ", "=".repeat(done) + head)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let stages = [
            "",
            "29 of 30 generations",
            "darkboard:weights=hand-made,depth=1,particles=0 vs random",
        ];
        for (stage, left) in stages
            .iter()
            .flat_map(|stage| [(stage, "42 s"), (stage, "Wed 23:50..Thu 00:40")])
        {
            let line = ProgressLine {
                stage,
                share: 0.4,
                count: "115,300/115,992 games".to_owned(),
                speed: "262.3 games/s".to_owned(),
                left: left.to_owned(),
            };
            for room in 20..200 {
                let text = line.text(room);
                assert!(measure_text_width(&text) <= room, "{room}: {text}");
            }
            assert!(line.text(120).contains('['), "{}", line.text(120));
            assert_eq!(
                line.text(78).contains("games/s"),
                left == "42 s" || stage.is_empty()
            );
            assert!(line.text(58).contains(left) && line.text(58).contains("115,300"));
        }
    }
}
