//! A tally as JSON.

use serde_json::{Value, json};

use darkforge_ratings::Tally;

/// Counts, score and Elo of `tally`, the last two with their 95 % intervals.
pub(crate) fn figures(tally: &Tally) -> Value {
    let (score, elo) = (tally.score_estimate(), tally.elo());
    json!({
        "games": tally.games(),
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "score": score.value, "score_lo": score.lo, "score_hi": score.hi,
        "elo": elo.value, "elo_lo": elo.lo, "elo_hi": elo.hi,
    })
}
