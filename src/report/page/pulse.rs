//! Pulse of a run under way: the line of its page that is written again and again, by which a reader
//! sees that the run is alive.

use jiff::Zoned;

use super::REFRESH;
use crate::report::eta::eta;
use crate::report::format::{plural, thousands};
use crate::report::html::escape;
use darkforge_lab::forecast::Span;

/// State of a run at a moment.
#[derive(Clone, Debug)]
pub struct Pulse {
    /// The moment.
    pub written: Zoned,
    /// Progress of the run in words: `3 of 40 generations`.
    pub stage: String,
    /// Games so far, and of the whole run.
    pub games: (u64, u64),
    /// Games a second.
    pub speed: f64,
    /// Seconds to the end; `None` as long as nothing is known.
    pub left: Option<Span>,
}

impl Pulse {
    /// The line in words.
    fn words(&self) -> String {
        let (games, of) = self.games;
        let stage = Some(self.stage.clone()).filter(|stage| !stage.is_empty());
        let left = self
            .left
            .map(|left| format!("ETA {}", eta(left, &self.written)));
        let parts = [
            stage,
            Some(format!(
                "{} of about {}",
                thousands(games),
                plural(of, "game")
            )),
            Some(format!("{:.1} games/s", self.speed)),
            left,
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        let written = self.written.strftime("%Y-%m-%d %H:%M:%S %Z");
        format!("Written {written}: {}", parts.join(", "))
    }

    /// The line on a page. The page's script says how long ago it was written, and when it is too
    /// long ago.
    pub(super) fn html(&self) -> String {
        format!(
            "<p class=\"note\" id=\"pulse\" data-written=\"{}\" data-every=\"{REFRESH}\"><span data-clock>{}</span> \
             <span id=\"age\"></span><noscript>Such a page is written every {REFRESH} seconds; if this one is \
             older than {} seconds, the run seems to have stopped.</noscript></p>\n\
             <p id=\"stopped\" role=\"status\"></p>\n",
            self.written.timestamp().as_second(),
            escape(&self.words()),
            MISSED * REFRESH
        )
    }
}

/// Writes that a run misses before it seems to have stopped; the page's script has the same number.
const MISSED: u32 = 3;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pulse_says_when_it_was_and_how_far_the_run_is() {
        let written_at = jiff::civil::date(2026, 11, 24).at(22, 41, 52, 0);
        let written_at = written_at.to_zoned(jiff::tz::TimeZone::UTC).unwrap();
        let left = Span {
            lo: 28_000.0,
            mid: 29_000.0,
            hi: 30_000.0,
        };
        let pulse = Pulse {
            written: written_at,
            stage: "3 of 40 generations".to_owned(),
            games: (1200, 15_144),
            speed: 3.42,
            left: Some(left),
        };
        let html = pulse.html();
        for part in [
            "data-written=\"1795560112\" data-every=\"10\"",
            "Written 2026-11-24 22:41:52 UTC: 3 of 40 generations, 1,200 of about 15,144 games, \
             3.4 games/s, ETA Wed 06:28..07:02<",
            "older than 30 seconds",
        ] {
            assert!(html.contains(part), "{part}\n{html}");
        }
    }
}
