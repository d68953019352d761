//! Hints on misspelt words.

/// Similarity, of 1, from which a known word is suggested; the same as in clap.
const LIKE: f64 = 0.7;

/// The `known` word most similar to `name`, as the end of a message; empty if none is similar.
///
/// ```
/// use darkforge_kriegspiel::text::did_you_mean;
///
/// assert_eq!(did_you_mean("pears", ["size", "pairs"]), "; did you mean 'pairs'?");
/// assert_eq!(did_you_mean("x", ["size", "pairs"]), "");
/// ```
pub fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let likeness = known
        .into_iter()
        .map(|word| (strsim::jaro(name, word), word));
    let nearest = likeness.max_by(|(a, _), (b, _)| a.total_cmp(b));
    match nearest {
        Some((like, word)) if like > LIKE => format!("; did you mean '{word}'?"),
        _ => String::new(),
    }
}
