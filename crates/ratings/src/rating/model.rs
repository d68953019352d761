//! The three models: the likelihood of one pairing's games as a function of the difference
//! in strength and of the model's draw parameter, with derivatives.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::pool::Pairing;
use crate::elo::{ln_logistic, logistic};

/// Relation of strengths to the probabilities of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RatingModel {
    /// Draws count as half a win and half a loss (Bradley and Terry 1952).
    BradleyTerry,
    /// A draw is as likely as `nu` times the geometric mean of win and loss (Davidson 1970).
    Davidson,
    /// A win needs a lead by more than a threshold (Rao and Kupper 1967; `BayesElo`).
    RaoKupper,
}

impl RatingModel {
    /// Every model.
    pub const ALL: [RatingModel; 3] = [
        RatingModel::BradleyTerry,
        RatingModel::Davidson,
        RatingModel::RaoKupper,
    ];

    /// Name in flags and files.
    pub const fn as_str(self) -> &'static str {
        match self {
            RatingModel::BradleyTerry => "bradley-terry",
            RatingModel::Davidson => "davidson",
            RatingModel::RaoKupper => "rao-kupper",
        }
    }

    /// Whether it has a parameter for draws.
    pub(super) const fn has_draws(self) -> bool {
        !matches!(self, RatingModel::BradleyTerry)
    }
}

impl fmt::Display for RatingModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Log-likelihood of some games, with its derivatives by the lead `x` of White (one unit is
/// a factor e in the odds) and by the draw parameter `t`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PairingLikelihood {
    pub value: f64,
    pub x: f64,
    pub t: f64,
    pub xx: f64,
    pub xt: f64,
    pub tt: f64,
}

impl PairingLikelihood {
    /// The same log-likelihood with the games counted `weight` times.
    pub(super) fn times(self, weight: f64) -> PairingLikelihood {
        PairingLikelihood {
            value: weight * self.value,
            x: weight * self.x,
            t: weight * self.t,
            xx: weight * self.xx,
            xt: weight * self.xt,
            tt: weight * self.tt,
        }
    }
}

/// Likelihood of the games of `pairing`. The draw parameter is the logarithm of Davidson's nu, or
/// Rao-Kupper's threshold; `None` if nothing was drawn, which gives draws no probability.
pub(super) fn likelihood(
    model: RatingModel,
    pairing: &Pairing,
    x: f64,
    draw: Option<f64>,
) -> PairingLikelihood {
    match (model, draw) {
        (RatingModel::BradleyTerry, _) | (_, None) => bradley_terry(pairing, x),
        (RatingModel::Davidson, Some(t)) => davidson(pairing, x, t),
        (RatingModel::RaoKupper, Some(t)) => rao_kupper(pairing, x, t),
    }
}

fn bradley_terry(pairing: &Pairing, x: f64) -> PairingLikelihood {
    let points = pairing.wins + pairing.draws / 2.0;
    let lost = pairing.games() - points;
    let p = logistic(x);
    PairingLikelihood {
        // ln logistic(-x) is ln logistic(x) less x.
        value: pairing.games() * ln_logistic(x) - lost * x,
        x: points - pairing.games() * p,
        xx: -pairing.games() * p * (1.0 - p),
        ..PairingLikelihood::default()
    }
}

fn davidson(pairing: &Pairing, x: f64, t: f64) -> PairingLikelihood {
    let (win, loss, nu) = (libm::exp(x / 2.0), libm::exp(-x / 2.0), libm::exp(t));
    let (sum, games) = (win + loss + nu, pairing.games());
    let (slope, drawn) = ((win - loss) / 2.0 / sum, nu / sum);
    PairingLikelihood {
        value: (pairing.wins - pairing.losses) * x / 2.0 + pairing.draws * t
            - games * libm::log(sum),
        x: (pairing.wins - pairing.losses) / 2.0 - games * slope,
        t: pairing.draws - games * drawn,
        xx: -games * ((win + loss) / 4.0 / sum - slope * slope),
        xt: games * slope * drawn,
        tt: -games * (drawn - drawn * drawn),
    }
}

fn rao_kupper(pairing: &Pairing, x: f64, t: f64) -> PairingLikelihood {
    if t <= 0.0 {
        return PairingLikelihood {
            value: f64::NEG_INFINITY,
            ..PairingLikelihood::default()
        };
    }
    // The probability of a draw is (e^2t - 1) times those of a win and of a loss.
    let (won, lost) = (pairing.wins + pairing.draws, pairing.losses + pairing.draws);
    let (win, loss) = (logistic(x - t), logistic(-x - t));
    let more = libm::expm1(2.0 * t);
    let (of_win, of_loss) = (won * win * (1.0 - win), lost * loss * (1.0 - loss));
    PairingLikelihood {
        value: won * ln_logistic(x - t)
            + lost * ln_logistic(-x - t)
            + pairing.draws * libm::log(more),
        x: won * (1.0 - win) - lost * (1.0 - loss),
        t: -won * (1.0 - win) - lost * (1.0 - loss) + pairing.draws * 2.0 * (more + 1.0) / more,
        xx: -of_win - of_loss,
        xt: of_win - of_loss,
        tt: -of_win - of_loss - pairing.draws * 4.0 * (more + 1.0) / (more * more),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: Pairing = Pairing {
        white: 0,
        black: 1,
        wins: 7.0,
        draws: 4.0,
        losses: 3.0,
    };

    /// Draw parameter of each model at which a third of the games between equals is drawn.
    fn draw(model: RatingModel) -> Option<f64> {
        match model {
            RatingModel::BradleyTerry => None,
            RatingModel::Davidson => Some(0.0),
            RatingModel::RaoKupper => Some(2.0_f64.ln()),
        }
    }

    #[test]
    fn derivatives_are_those_of_the_value() {
        let step = 1e-4;
        for model in RatingModel::ALL {
            for x in [-1.3, 0.2, 2.5] {
                let Some(t) = draw(model).map(|t| t + 0.3).or(Some(0.0)) else {
                    continue;
                };
                let at = |x: f64, t: f64| {
                    likelihood(model, &GAMES, x, draw(model).map(|_| t)).times(0.7)
                };
                let here = at(x, t);
                let by_x = |of: fn(PairingLikelihood) -> f64| {
                    (of(at(x + step, t)) - of(at(x - step, t))) / (2.0 * step)
                };
                let by_t = |of: fn(PairingLikelihood) -> f64| {
                    (of(at(x, t + step)) - of(at(x, t - step))) / (2.0 * step)
                };
                for (name, got, expected) in [
                    ("x", here.x, by_x(|l| l.value)),
                    ("t", here.t, by_t(|l| l.value)),
                    ("xx", here.xx, by_x(|l| l.x)),
                    ("xt", here.xt, by_t(|l| l.x)),
                    ("tx", here.xt, by_x(|l| l.t)),
                    ("tt", here.tt, by_t(|l| l.t)),
                ] {
                    assert!(
                        (got - expected).abs() < 1e-5,
                        "{model} {name} at {x}: {got} {expected}"
                    );
                }
            }
        }
    }

    #[test]
    fn values_are_logarithms_of_probabilities() {
        // A third each between equals; Bradley and Terry count half points.
        for (model, expected) in [
            (RatingModel::BradleyTerry, 14.0 * 0.5_f64.ln()),
            (RatingModel::Davidson, -14.0 * 3.0_f64.ln()),
            (RatingModel::RaoKupper, -14.0 * 3.0_f64.ln()),
        ] {
            let got = likelihood(model, &GAMES, 0.0, draw(model)).value;
            assert!((got - expected).abs() < 1e-12, "{model}: {got} {expected}");
            assert!(
                (likelihood(model, &GAMES, 0.0, draw(model)).times(0.5).value - 0.5 * expected)
                    .abs()
                    < 1e-12
            );
        }
        let impossible = likelihood(RatingModel::RaoKupper, &GAMES, 0.0, Some(0.0));
        assert!(impossible.value.is_infinite() && impossible.value < 0.0);
    }

    #[test]
    fn models_have_their_names() {
        let names = RatingModel::ALL.map(|model| format!("{model:>14}"));
        assert_eq!(
            names,
            [" bradley-terry", "      davidson", "    rao-kupper"]
        );
    }
}
