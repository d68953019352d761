//! Expected end of a run, as a range: of seconds or minutes if it is near, of times of day if not.
//!
//! ```
//! use darkforge::report::eta::{at, within};
//! use darkforge_lab::forecast::Span;
//!
//! let left = Span { lo: 5_950.0, mid: 6_800.0, hi: 7_790.0 };
//! assert_eq!(within(left), "1 h 39 min..2 h 10 min");
//! let now = jiff::civil::date(2026, 11, 24).at(22, 0, 0, 0).to_zoned(jiff::tz::TimeZone::UTC)?;
//! assert_eq!(at(left, &now), "23:39..Wed 00:10");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::time::Duration;

use darkforge_lab::forecast::Span;
use jiff::Zoned;

/// Seconds below which an end is near: it is told by the time until then.
const NEAR: f64 = 3600.0;
/// Days after which times of day matter no more.
const FAR: f64 = 6.0 * 86400.0;

/// The words of a range, and of one value if both are the same.
fn range(lo: &str, hi: &str) -> String {
    if lo == hi {
        lo.to_owned()
    } else {
        format!("{lo}..{hi}")
    }
}

/// The time that is left: `40..55 s`, `3..5 min`, `1 h 40 min..2 h 10 min`. Ends are rounded outwards.
pub fn within(left: Span) -> String {
    let in_units = |of: f64| ((left.lo / of).floor() as u64, (left.hi / of).ceil() as u64);
    if left.hi <= 90.0 {
        let (lo, hi) = in_units(1.0);
        return range(&lo.to_string(), &hi.to_string()) + " s";
    }
    let (lo, hi) = in_units(60.0);
    if left.hi <= NEAR {
        return range(&lo.to_string(), &hi.to_string()) + " min";
    }
    let words = |minutes: u64| match minutes {
        0..60 => format!("{minutes} min"),
        _ => format!("{} h {} min", minutes / 60, minutes % 60),
    };
    if left.hi <= FAR {
        return range(&words(lo), &words(hi));
    }
    let (lo, hi) = in_units(86400.0);
    range(&lo.to_string(), &hi.to_string()) + " days"
}

/// The times of the end after `now`: `06:10..06:45`, with the day where it is not today's.
pub fn at(left: Span, now: &Zoned) -> String {
    // The hour does not matter beyond some years.
    let then = |seconds: f64| now.checked_add(Duration::from_secs_f64(seconds.clamp(0.0, 1e9)));
    let (Ok(lo), Ok(hi)) = (then(left.lo), then(left.hi + 59.0)) else {
        return "a distant day".to_owned();
    };
    if left.hi > FAR {
        let [lo, hi] = [lo, hi].map(|day| day.strftime("%-d %b %Y").to_string());
        return range(&lo, &hi);
    }
    let words = |time: &Zoned, day: jiff::civil::Date| {
        let format = if time.date() == day {
            "%H:%M"
        } else {
            "%a %H:%M"
        };
        time.strftime(format).to_string()
    };
    range(&words(&lo, now.date()), &words(&hi, lo.date()))
}

/// The end of a run: [`within`] if it is near, [`at`] if not.
pub fn eta(left: Span, now: &Zoned) -> String {
    if left.hi <= NEAR {
        within(left)
    } else {
        at(left, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(lo: f64, hi: f64) -> Span {
        Span { lo, mid: lo, hi }
    }

    #[test]
    fn ranges_are_rounded_outwards_to_units_that_fit_them() {
        for (lo, hi, words) in [
            (0.0, 0.0, "0 s"),
            (40.2, 54.1, "40..55 s"),
            (100.0, 290.0, "1..5 min"),
            (3000.0, 3600.0, "50..60 min"),
            (3000.0, 3601.0, "50 min..1 h 1 min"),
            (9e5, 1e6, "10..12 days"),
        ] {
            assert_eq!(within(span(lo, hi)), words);
        }
    }

    #[test]
    fn times_of_day_have_their_day_where_it_is_another() {
        let now = jiff::civil::date(2026, 11, 24).at(22, 0, 30, 0);
        let now = now.to_zoned(jiff::tz::TimeZone::UTC).unwrap();
        for (lo, hi, words) in [
            (3600.0, 5400.0, "23:00..23:31"),
            (3600.0, 9000.0, "23:00..Wed 00:31"),
            (9000.0, 10800.0, "Wed 00:30..01:01"),
            (9e5, 1e6, "5 Dec 2026..6 Dec 2026"),
        ] {
            assert_eq!(at(span(lo, hi), &now), words);
        }
        assert_eq!(eta(span(40.0, 50.0), &now), "40..50 s");
        assert_eq!(eta(span(3700.0, 3800.0), &now), "23:02..23:04");
    }
}
