//! Formats numbers and durations for display.
//!
//! ```
//! use darkforge::report::format::{duration, plural};
//!
//! assert_eq!(plural(1, "game"), "1 game");
//! assert_eq!(duration(200.0), "3 min 20 s");
//! ```

pub use darkforge_kriegspiel::text::{plural, thousands};
use darkforge_ratings::{EloEstimate, Estimate};

/// Seconds in the two largest units: `42 s`, `3 min 20 s`, `7 h 51 min`.
pub fn duration(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    match whole {
        0..60 => format!("{whole} s"),
        60..3600 => format!("{} min {} s", whole / 60, whole % 60),
        _ => format!("{} h {} min", whole / 3600, whole % 3600 / 60),
    }
}

/// A share with its interval: `65.2 % (58.9..71.1)`.
pub fn percent(share: Estimate) -> String {
    let [value, lo, hi] = [share.value, share.lo, share.hi].map(|share| 100.0 * share);
    format!("{value:.1} % ({lo:.1}..{hi:.1})")
}

/// A share of a whole in per cent: `12.5 %`.
pub fn part(count: u64, all: u64) -> String {
    format!("{:.1} %", 100.0 * count as f64 / all.max(1) as f64)
}

/// Names in a row: `a`, `a and b`, `a, b and c`.
pub fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A probability in percent, of which nothing is certain: never 0 or 100.
pub fn sure(probability: f64) -> String {
    match 100.0 * probability {
        percent if percent > 99.95 => ">99.9".to_owned(),
        percent if percent < 0.05 => "<0.1".to_owned(),
        percent => format!("{percent:.1}"),
    }
}

/// An Elo difference without decimals: `+62 Elo (38..86)`, or the one known end.
pub fn whole_elo(elo: EloEstimate) -> String {
    // Files have two decimals, and what is read from them rounds to the same; + 0.0 for -0.
    let whole = |elo: f64| ((100.0 * elo).round() / 100.0).round() + 0.0;
    let end = |end: Option<f64>| end.map(|end| format!("{:.0}", whole(end)));
    let (lo, hi) = (end(elo.lo), end(elo.hi));
    match (elo.value, lo, hi) {
        (Some(value), lo, hi) => {
            let (lo, hi) = (lo.unwrap_or_default(), hi.unwrap_or_default());
            format!("{:+.0} Elo ({lo}..{hi})", whole(value))
        }
        (None, Some(lo), _) => format!("more than {lo} Elo"),
        (None, None, Some(hi)) => format!("less than {hi} Elo"),
        (None, None, None) => "unknown Elo".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_certain() {
        let shown = [1.0, 0.9996, 0.999, 0.5, 0.0006, 0.0].map(sure);
        assert_eq!(shown, [">99.9", ">99.9", "99.9", "50.0", "0.1", "<0.1"]);
    }

    #[test]
    fn numbers_and_durations_are_short() {
        assert_eq!(thousands(40_128), "40,128");
        assert_eq!(thousands(999), "999");
        assert_eq!(part(1, 8), "12.5 %");
        assert_eq!(listed(&["a", "b", "c"].map(str::to_owned)), "a, b and c");
        assert_eq!(plural(1, "game"), "1 game");
        assert_eq!(plural(1_000, "game"), "1,000 games");
        assert_eq!(duration(28_260.0), "7 h 51 min");
        assert_eq!(duration(200.4), "3 min 20 s");
        let near = EloEstimate {
            value: Some(-0.2),
            lo: Some(-0.4),
            hi: Some(-0.0),
        };
        assert_eq!(whole_elo(near), "+0 Elo (0..0)");
        let known = |elo: f64| {
            whole_elo(EloEstimate {
                value: Some(elo),
                ..near
            })
        };
        assert_eq!(known(56.496), known(56.50), "as it is in a file");
    }
}
