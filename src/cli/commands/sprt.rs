//! `darkforge sprt`: the sequential test and the estimates of a match, from its counts.

use anyhow::Context;
use clap::{ArgGroup, Args};

use crate::cli::errors::usage;
use crate::cli::flags::{Common, elo_model, list};
use crate::cli::screen::Screen;
use crate::cli::terminal::{print_json, show};
use crate::report::format::{percent, plural, sure};
use crate::report::object::object;
use crate::report::summary::TestState;
use crate::report::table::{EloInterval, ShareInterval};
use darkforge_ratings::{Model, Sprt, SprtError, Tally, Verdict};

/// Judge a match by its counts: sequential test, Elo and its interval.
#[derive(Args)]
#[command(
    group = ArgGroup::new("counts").required(true),
    after_help = "Examples:\n  darkforge sprt --wdl 120,45,90 --elo0 0 --elo1 10\n  \
darkforge sprt --pairs 46,936,2083,1043,63 --elo0 0 --elo1 5 --model normalized"
)]
pub(crate) struct Options {
    /// Games won, drawn and lost by the first player; games are independent.
    #[arg(
        long,
        value_name = "W,D,L",
        group = "counts",
        value_parser = list::<u64, 3>("write three numbers: W,D,L")
    )]
    wdl: Option<[u64; 3]>,
    /// Colour-swapped pairs with 0, 1/2, 1, 3/2 and 2 points of the first player.
    #[arg(
        long,
        value_name = "N0,N1,N2,N3,N4",
        group = "counts",
        value_parser = list::<u64, 5>(
            "write five numbers: pairs with 0, 1/2, 1, 3/2 and 2 points"
        )
    )]
    pairs: Option<[u64; 5]>,
    /// Elo difference of the first hypothesis (H0).
    #[arg(long, allow_negative_numbers = true)]
    elo0: f64,
    /// Elo difference of the second hypothesis (H1).
    #[arg(long, allow_negative_numbers = true)]
    elo1: f64,
    /// Unit of both: Elo of the score, or normalized Elo.
    #[arg(long, value_name = "M", default_value = "logistic", value_parser = elo_model())]
    model: Model,
    /// Probability of accepting H1 if H0 is true.
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,
    /// Probability of accepting H0 if H1 is true.
    #[arg(long, default_value_t = 0.05)]
    beta: f64,
    #[command(flatten)]
    common: Common,
}

object! {
    /// Verdict on a match, and its estimates.
    Judgement {
        test: TestState, games: u64, score: ShareInterval, elo: EloInterval,
        /// Share of drawn games; null if pairs were given, which do not tell it.
        draw_rate: Option<ShareInterval>,
        los: f64, games_left: Option<f64>,
    }
}

/// Prints the verdict on the given counts.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let sprt = Sprt::new(options.elo0, options.elo1, options.model)
        .and_then(|sprt| sprt.with_error_rates(options.alpha, options.beta))
        .map_err(|error| match error {
            SprtError::ErrorRate(_) => usage(format!("--alpha, --beta: {error}")),
            SprtError::Bound(_) | SprtError::Order { .. } => {
                usage(format!("--elo0, --elo1: {error}"))
            }
        })?;
    let tally = tally(options)?;
    let (llr, left) = if tally.is_all_paired() {
        let left = sprt.pairs_left(&tally.pairs);
        (sprt.llr_pairs(&tally.pairs), left.map(|pairs| 2.0 * pairs))
    } else {
        let (wins, draws, losses) = (tally.wins, tally.draws, tally.losses);
        let left = sprt.games_left(wins, draws, losses);
        (sprt.llr_games(wins, draws, losses), left)
    };
    let judgement = Judgement {
        test: TestState::new(&sprt, llr),
        games: tally.games(),
        score: tally.score_estimate().into(),
        elo: tally.elo().into(),
        // A pair with one point may be two draws or a win and a loss.
        draw_rate: options.wdl.as_ref().map(|_| tally.draw_rate().into()),
        los: tally.los(),
        games_left: left,
    };
    if options.common.json {
        return print_json(&judgement);
    }
    show(&judgement.screen(&sprt))
}

impl Judgement {
    fn screen(&self, sprt: &Sprt) -> Screen {
        let TestState {
            llr, lower, upper, ..
        } = &self.test;
        let verdict = sprt.verdict(*llr);
        let said = match verdict {
            Verdict::Continue => "not decided",
            Verdict::AcceptH0 => "H0 accepted",
            Verdict::AcceptH1 => "H1 accepted",
        };
        let mut screen = Screen::new();
        screen.headline(format!(
            "SPRT {sprt}: LLR {llr:.2} in ({lower:.2}, {upper:.2}): {said}"
        ));
        if let (Verdict::Continue, Some(left)) = (verdict, self.games_left) {
            screen.line(format!(
                "about {} to a bound, at this rate",
                plural(left.round() as u64, "more game")
            ));
        }
        let share = |share: ShareInterval| share.estimate().map(percent).unwrap_or_default();
        screen.line(format!(
            "score {} of {}  Elo {}  LOS {} %",
            share(self.score),
            plural(self.games, "game"),
            self.elo.elo(),
            sure(self.los)
        ));
        screen.line(match self.draw_rate {
            Some(draws) => format!("draws {}", share(draws)),
            None => "draws: unknown from pairs; give --wdl".to_owned(),
        });
        screen
    }
}

fn tally(options: &Options) -> anyhow::Result<Tally> {
    let mut tally = Tally::default();
    if let Some([wins, draws, losses]) = options.wdl {
        (tally.wins, tally.draws, tally.losses) = (wins, draws, losses);
    } else if let Some(pairs) = options.pairs {
        tally.pairs = pairs;
        // A pair with one point counts as two draws: its single games no longer matter.
        let [none, half, one, more, all] = tally.pairs;
        let sum = |counts: &[u64]| counts.iter().try_fold(0_u64, |sum, &n| sum.checked_add(n));
        let too_many = || usage("--pairs: these are more games than can be counted");
        tally.wins = sum(&[more, all, all]).ok_or_else(too_many)?;
        tally.losses = sum(&[half, none, none]).ok_or_else(too_many)?;
        tally.draws = sum(&[half, one, one, more]).ok_or_else(too_many)?;
    }
    let games = tally.wins.checked_add(tally.draws);
    let games = games.and_then(|games| games.checked_add(tally.losses));
    let games = games.context("the counts are too large").map_err(usage)?;
    if games == 0 {
        return Err(usage("there is no game in these counts"));
    }
    Ok(tally)
}
