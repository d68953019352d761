//! Sequential tests and ratings: counts in, figures out.

use darkforge_ratings::{
    Estimate, Model, Pool, RatingModel, RatingOptions, Ratings, Sprt, Tally, Verdict,
};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::names::wrong;

/// Greatest count of games or pairs: sums stay whole numbers.
const MOST: u64 = 1 << 50;

/// The tally of games that belong to no pair, or of pairs.
fn tally_of(wdl: Option<[u64; 3]>, pairs: Option<[u64; 5]>) -> PyResult<Tally> {
    let counts = wdl.iter().flatten().chain(pairs.iter().flatten());
    if counts.copied().any(|count| count > MOST) {
        return Err(wrong(format!("a count is above {MOST}")));
    }
    match (wdl, pairs) {
        (Some([wins, draws, losses]), None) => Ok(Tally::of(wins, draws, losses)),
        (None, Some(pairs)) => {
            // A pair with one point counts as two draws: no figure of pairs depends on it.
            let [none, half, one, three, two] = pairs;
            let mut tally = Tally::of(2 * two + three, half + 2 * one + three, 2 * none + half);
            tally.pairs = pairs;
            Ok(tally)
        }
        _ => Err(wrong(
            "give either wdl=(wins, draws, losses) or pairs=(n0, n1, n2, n3, n4)",
        )),
    }
}

fn model_of(name: &str) -> PyResult<Model> {
    match name {
        "logistic" => Ok(Model::Logistic),
        "normalized" => Ok(Model::Normalized),
        _ => Err(wrong(format!(
            "there is no model '{name}'; there are 'logistic' and 'normalized'"
        ))),
    }
}

/// State of a sequential test, with the estimates of the counts.
#[pyfunction]
#[pyo3(signature = (wdl, pairs, elo0, elo1, model, alpha, beta))]
pub fn sprt<'py>(
    py: Python<'py>,
    wdl: Option<[u64; 3]>,
    pairs: Option<[u64; 5]>,
    elo0: f64,
    elo1: f64,
    model: &str,
    alpha: f64,
    beta: f64,
) -> PyResult<Bound<'py, PyDict>> {
    let tally = tally_of(wdl, pairs)?;
    let test = Sprt::new(elo0, elo1, model_of(model)?).map_err(wrong)?;
    let test = test.with_error_rates(alpha, beta).map_err(wrong)?;
    let llr = match pairs {
        Some(pairs) => test.llr_pairs(&pairs),
        None => test.llr_games(tally.wins, tally.draws, tally.losses),
    };
    let (lower, upper) = test.bounds();
    let verdict = match test.verdict(llr) {
        Verdict::Continue => "continue",
        Verdict::AcceptH0 => "H0",
        Verdict::AcceptH1 => "H1",
    };
    let fields = PyDict::new(py);
    fields.set_item("llr", llr)?;
    fields.set_item("lower", lower)?;
    fields.set_item("upper", upper)?;
    fields.set_item("verdict", verdict)?;
    write_score(&fields, &tally)?;
    fields.set_item("model", model)?;
    Ok(fields)
}

fn write_score(fields: &Bound<'_, PyDict>, tally: &Tally) -> PyResult<()> {
    let Estimate { value, lo, hi } = tally.score_estimate();
    fields.set_item("score", value)?;
    fields.set_item("score_lo", lo)?;
    fields.set_item("score_hi", hi)?;
    let elo = tally.elo();
    fields.set_item("elo", elo.value)?;
    fields.set_item("elo_lo", elo.lo)?;
    fields.set_item("elo_hi", elo.hi)?;
    fields.set_item("los", tally.los())
}

/// Score and Elo difference of the counts, with 95 % intervals.
#[pyfunction]
#[pyo3(signature = (wdl, pairs))]
pub fn score(
    py: Python<'_>,
    wdl: Option<[u64; 3]>,
    pairs: Option<[u64; 5]>,
) -> PyResult<Bound<'_, PyDict>> {
    let fields = PyDict::new(py);
    write_score(&fields, &tally_of(wdl, pairs)?)?;
    Ok(fields)
}

/// Ratings from rows (White, Black, White's wins, draws, White's losses).
#[pyfunction]
#[pyo3(signature = (rows, model, anchors, white_advantage, prior))]
pub fn rate<'py>(
    py: Python<'py>,
    rows: Vec<(String, String, [f64; 3])>,
    model: &str,
    anchors: Vec<(String, f64)>,
    white_advantage: bool,
    prior: Option<f64>,
) -> PyResult<Bound<'py, PyDict>> {
    let known = RatingModel::ALL.map(RatingModel::as_str);
    let found = RatingModel::ALL
        .into_iter()
        .find(|one| one.as_str() == model);
    let model = found.ok_or_else(|| {
        let known = known.join(", ");
        wrong(format!("there is no model '{model}'; there are {known}"))
    })?;
    if prior.is_some_and(|prior| !(prior.is_finite() && prior >= 0.0)) {
        return Err(wrong("prior should be a number of games, 0 or more"));
    }
    let mut pool = Pool::new();
    for (row, (white, black, counts)) in rows.iter().enumerate() {
        if counts.iter().any(|count| !(0.0..=1e15).contains(count)) {
            return Err(wrong(format!(
                "row {row} ({white} - {black}): {counts:?} are no counts of games, 0 to 1e15"
            )));
        }
        pool.add_games(white, black, *counts);
    }
    let options = RatingOptions {
        model,
        white_advantage,
        anchors,
        prior,
    };
    let ratings = py.detach(|| Ratings::fit(&pool, &options)).map_err(wrong)?;
    let order = ratings.ranking();
    let column = |value: fn(&darkforge_ratings::Rated) -> f64| {
        let values = order.iter().map(|place| value(&ratings.players[*place]));
        PyArray1::from_vec(py, values.collect())
    };
    let names: Vec<&str> = order
        .iter()
        .map(|place| ratings.players[*place].player.as_str())
        .collect();
    let pools = order
        .iter()
        .map(|place| ratings.players[*place].pool as i64);
    let errors = order.iter().map(|place| ratings.error(*place));
    let fields = PyDict::new(py);
    fields.set_item("players", names)?;
    fields.set_item("elo", column(|one| one.elo))?;
    fields.set_item("elo_lo", column(|one| one.elo_lo))?;
    fields.set_item("elo_hi", column(|one| one.elo_hi))?;
    fields.set_item("error", PyArray1::from_vec(py, errors.collect()))?;
    fields.set_item("games", column(|one| one.games))?;
    fields.set_item("points", column(|one| one.points))?;
    fields.set_item("pool", PyArray1::from_vec(py, pools.collect()))?;
    fields.set_item("model", model.as_str())?;
    let advantage = ratings.white_advantage.first().copied().flatten();
    fields.set_item("white_advantage", advantage.map(|(elo, _)| elo))?;
    fields.set_item("prior_was_needed", ratings.prior_was_needed)?;
    Ok(fields)
}
