//! Spans: a time, or a number of games, as a range.

/// Standard deviations between the middle of a normal distribution and the ends of its middle nine
/// tenths.
pub(super) const NINE_TENTHS: f64 = 1.644_853_6;

/// A range that should hold the truth in nine of ten cases, with its median. Its unit is that of its
/// source: seconds or games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Span {
    /// Lower end.
    pub lo: f64,
    /// Median.
    pub mid: f64,
    /// Upper end.
    pub hi: f64,
}

impl Span {
    /// A number that is known.
    pub fn exact(value: f64) -> Span {
        Span {
            lo: value,
            mid: value,
            hi: value,
        }
    }

    /// A number around `mid` whose logarithm has this standard deviation.
    pub fn around(mid: f64, sd: f64) -> Span {
        let factor = libm::exp(NINE_TENTHS * sd);
        Span {
            lo: mid / factor,
            mid,
            hi: mid * factor,
        }
    }

    /// The same with both ends and the middle changed by `change`, which must not turn their order.
    #[must_use]
    pub fn map(self, change: impl Fn(f64) -> f64) -> Span {
        Span {
            lo: change(self.lo),
            mid: change(self.mid),
            hi: change(self.hi),
        }
    }

    /// The sum of two whose errors go together, as those of one machine's speed do.
    #[must_use]
    pub fn plus(self, other: Span) -> Span {
        Span {
            lo: self.lo + other.lo,
            mid: self.mid + other.mid,
            hi: self.hi + other.hi,
        }
    }

    /// The product of two whose errors have nothing to do with each other.
    #[must_use]
    pub fn times(self, other: Span) -> Span {
        let mid = self.mid * other.mid;
        if mid <= 0.0 {
            return Span {
                lo: 0.0,
                mid: 0.0,
                hi: self.hi * other.hi,
            };
        }
        let apart = |part: fn(Span) -> f64| libm::hypot(part(self), part(other));
        Span {
            lo: mid
                / libm::exp(apart(|span| {
                    libm::log(span.mid / span.lo.max(f64::MIN_POSITIVE))
                })),
            mid,
            hi: mid * libm::exp(apart(|span| libm::log(span.hi / span.mid))),
        }
    }

    /// Whether it holds `value`.
    pub fn holds(self, value: f64) -> bool {
        (self.lo..=self.hi).contains(&value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_that_go_together_add_up_and_others_do_not() {
        let ten = Span::around(10.0, 0.1);
        let both = ten.plus(ten);
        assert!((both.hi - 2.0 * ten.hi).abs() < 1e-9);
        let product = ten.times(Span::around(1.0, 0.1));
        let sd = libm::log(product.hi / product.mid) / NINE_TENTHS;
        assert!((sd - 0.1 * 2f64.sqrt()).abs() < 1e-9, "{sd}");
        assert_eq!(
            ten.times(Span::exact(1.0)).map(f64::round),
            ten.map(f64::round)
        );
        assert!(ten.times(Span::exact(0.0)).lo.abs() < 1e-12);
    }
}
