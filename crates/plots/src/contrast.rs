//! Contrast of colours, in light pages and in dark ones, which turn a drawing over with its hues kept.

use plotters::prelude::RGBColor;

/// Least contrast of letters and their ground (WCAG 2, AA).
#[cfg(test)]
pub(super) const READABLE: f64 = 4.5;

/// Greatest share of a colour in a tint: black letters on any tint up to it have a contrast of at
/// least 4.5 in light pages and in dark ones.
const FULLEST: f64 = 0.58;

/// `share` of the strongest readable tint of `colour`, from 0 for white to 1, for black letters on it.
pub(super) fn tint(colour: RGBColor, share: f64) -> RGBColor {
    let share = FULLEST * share.clamp(0.0, 1.0);
    let part = |part: u8| (255.0 - share * (255.0 - f64::from(part))).round() as u8;
    RGBColor(part(colour.0), part(colour.1), part(colour.2))
}

/// Contrast by WCAG 2, from 1 to 21.
#[cfg(test)]
pub(super) fn contrast(one: RGBColor, other: RGBColor) -> f64 {
    let luminance = |RGBColor(red, green, blue): RGBColor| {
        let linear = |part: u8| match f64::from(part) / 255.0 {
            part if part <= 0.04045 => part / 12.92,
            part => libm::pow((part + 0.055) / 1.055, 2.4),
        };
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    };
    let [one, other] = [one, other].map(luminance);
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// The CSS filter by which a dark page turns a plot over: it is then as dark as the page, and its hues
/// stay.
pub const DARK_FILTER: &str = "invert(.91) hue-rotate(180deg)";

/// Strength of the `invert` in [`DARK_FILTER`].
#[cfg(test)]
const INVERTED: f64 = 0.91;

/// The colour as a dark page shows it: inverted, then its hue turned by half a circle (the matrix of
/// CSS Filter Effects 1, 9.6).
#[cfg(test)]
pub(super) fn in_dark(RGBColor(red, green, blue): RGBColor) -> RGBColor {
    let turned =
        [red, green, blue].map(|part| INVERTED + (1.0 - 2.0 * INVERTED) * f64::from(part) / 255.0);
    let row = |weights: [f64; 3]| {
        let sum: f64 = weights.iter().zip(turned).map(|(w, part)| w * part).sum();
        (255.0 * sum.clamp(0.0, 1.0)).round() as u8
    };
    RGBColor(
        row([-0.574, 1.43, 0.144]),
        row([0.426, 0.43, 0.144]),
        row([0.426, 1.43, -0.856]),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::{BLUE, FAINT, INK, VERMILLION};
    use plotters::style::{BLACK, WHITE};

    fn least(one: RGBColor, other: RGBColor) -> f64 {
        contrast(one, other).min(contrast(in_dark(one), in_dark(other)))
    }

    #[test]
    fn letters_on_every_tint_of_heat_maps_have_a_contrast_of_four_and_a_half_in_light_and_dark() {
        for colour in [BLUE, VERMILLION] {
            for share in 0..=1000 {
                let ground = tint(colour, f64::from(share) / 1000.0);
                assert!(least(ground, BLACK) >= READABLE, "{share} {ground:?}");
            }
        }
    }

    #[test]
    fn titles_labels_and_notes_have_it_too() {
        for ink in [INK, FAINT, BLACK] {
            assert!(least(ink, WHITE) >= READABLE, "{ink:?}");
        }
    }

    #[test]
    fn the_filter_of_dark_pages_is_the_one_computed_here() {
        assert_eq!(
            DARK_FILTER,
            format!("invert({}) hue-rotate(180deg)", &INVERTED.to_string()[1..])
        );
        // A grey stays grey.
        assert_eq!(in_dark(WHITE), RGBColor(23, 23, 23));
        assert_eq!(in_dark(BLACK), RGBColor(232, 232, 232));
    }
}
