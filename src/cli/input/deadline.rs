//! Deadlines of a run: `--until 07:00` or `--for 8h`.

use std::fmt;
use std::time::{Duration, Instant};

use jiff::{Zoned, civil};

/// A time by which a run should be over.
#[derive(Clone)]
pub(crate) struct Deadline {
    at: Instant,
    flag: String,
}

impl Deadline {
    /// The next time at which the clock shows `text`.
    ///
    /// # Errors
    /// The text is not a time of day; the message has the right form.
    pub(crate) fn until(text: &str) -> Result<Deadline, String> {
        Ok(Deadline::in_(next(&Zoned::now(), text)?, "--until", text))
    }

    /// The end of the time span `text`.
    ///
    /// # Errors
    /// The text is not a time span; the message has the right form.
    pub(crate) fn after(text: &str) -> Result<Deadline, String> {
        Ok(Deadline::in_(length(text)?, "--for", text))
    }

    fn in_(span: Duration, flag: &str, text: &str) -> Deadline {
        Deadline {
            at: Instant::now() + span,
            flag: format!("{flag} {text}"),
        }
    }

    /// Seconds until the deadline; negative after it.
    pub(crate) fn left(&self) -> f64 {
        let now = Instant::now();
        let left = self.at.saturating_duration_since(now).as_secs_f64();
        left - now.saturating_duration_since(self.at).as_secs_f64()
    }
}

impl fmt::Display for Deadline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.flag)
    }
}

/// Time from `now` until the clock there next shows `text`.
fn next(now: &Zoned, text: &str) -> Result<Duration, String> {
    let wrong = || "must be a time of day such as 07:00".to_owned();
    let time = text.split_once(':').and_then(|(hour, minute)| {
        let digits = |part: &str| part.len() <= 2 && part.bytes().all(|b| b.is_ascii_digit());
        if !digits(hour) || !digits(minute) {
            return None;
        }
        civil::Time::new(hour.parse().ok()?, minute.parse().ok()?, 0, 0).ok()
    });
    let time = time.ok_or_else(wrong)?;
    let on = |day: civil::Date| {
        let there = day.to_datetime(time).to_zoned(now.time_zone().clone());
        there.map_err(|error| error.to_string())
    };
    let today = on(now.date())?;
    let then = if today > *now {
        today
    } else {
        on(now.date().tomorrow().map_err(|error| error.to_string())?)?
    };
    Ok(Duration::from_secs_f64(
        now.duration_until(&then).as_secs_f64().max(0.0),
    ))
}

/// A length of time such as `1h30m`.
///
/// # Errors
/// The text is not a time span; the message has the right form.
pub(crate) fn length(text: &str) -> Result<Duration, String> {
    let wrong = || "must be a length of time such as 8h, 90m, 1h30m or 45s".to_owned();
    let mut seconds: u64 = 0;
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit()).ok_or_else(wrong)?;
        let number: u64 = rest[..end].parse().map_err(|_| wrong())?;
        let unit = match rest.as_bytes()[end] {
            b'h' => 3600,
            b'm' => 60,
            b's' => 1,
            _ => return Err(wrong()),
        };
        let more = number.checked_mul(unit).ok_or_else(wrong)?;
        seconds = seconds.checked_add(more).ok_or_else(wrong)?;
        rest = &rest[end + 1..];
    }
    // A limit of one year.
    if seconds == 0 || seconds > 366 * 86400 {
        return Err(wrong());
    }
    Ok(Duration::from_secs(seconds))
}

#[cfg(test)]
mod tests {
    use jiff::tz::TimeZone;

    use super::*;

    #[test]
    fn lengths_are_read() {
        for (text, seconds) in [("8h", 28800), ("90m", 5400), ("1h30m", 5400), ("45s", 45)] {
            assert_eq!(
                length(text).unwrap(),
                Duration::from_secs(seconds),
                "{text}"
            );
        }
        for text in [
            "",
            "8",
            "h",
            "8d",
            "-8h",
            "0s",
            "8 h",
            "99999999999999999999h",
            "8é",
        ] {
            assert!(length(text).is_err(), "{text}");
        }
    }

    #[test]
    fn no_deadline_is_more_than_a_leap_year_away() {
        assert_eq!(length("8784h").unwrap().as_secs(), 366 * 86400);
        assert!(length("8784h1s").is_err());
    }

    #[test]
    fn what_is_left_becomes_negative_after_the_deadline() {
        let deadline = Deadline::after("1h").unwrap();
        assert_eq!(deadline.to_string(), "--for 1h");
        let left = deadline.left();
        assert!(left > 3500.0 && left <= 3600.0, "{left}");
        let over = Deadline {
            at: Instant::now(),
            ..deadline
        };
        std::thread::sleep(Duration::from_millis(20));
        let left = over.left();
        assert!(left <= -0.02 && left > -60.0, "{left}");
        let tomorrow = Deadline::until("07:00").unwrap();
        assert_eq!(tomorrow.to_string(), "--until 07:00");
        assert!(tomorrow.left() <= 25.0 * 3600.0);
    }

    /// A local time of 2026 where clocks go by `zone`.
    fn at(month: i8, day: i8, time: (i8, i8), zone: &TimeZone) -> Zoned {
        let local = civil::date(2026, month, day).at(time.0, time.1, 0, 0);
        local.to_zoned(zone.clone()).unwrap()
    }

    #[test]
    fn the_next_such_time_is_meant_also_when_clocks_change() {
        let minutes = |now: &Zoned, text: &str| next(now, text).unwrap().as_secs() / 60;
        let utc = |hour, minute| at(3, 10, (hour, minute), &TimeZone::UTC);
        assert_eq!(minutes(&utc(22, 0), "07:00"), 9 * 60);
        assert_eq!(minutes(&utc(7, 0), "7:00"), 24 * 60);
        assert_eq!(minutes(&utc(6, 30), "07:00"), 30);
        let rome = TimeZone::posix("CET-1CEST,M3.5.0,M10.5.0/3").unwrap();
        let short = at(3, 28, (22, 0), &rome);
        assert_eq!(minutes(&short, "07:00"), 8 * 60, "an hour is left out");
        let long = at(10, 24, (22, 0), &rome);
        assert_eq!(minutes(&long, "07:00"), 10 * 60, "an hour comes twice");
        for text in ["", "7", "25:00", "07:60", "7:00pm", "+7:00"] {
            assert!(next(&utc(22, 0), text).is_err(), "{text}");
        }
    }
}
