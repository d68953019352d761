//! The landscape of an evolution: a quadratic model of strength over the searched weights, fitted
//! to all bouts ([`Landscape`]). `importance.csv`, `landscape.csv`, `interactions.csv`,
//! `optimum.csv` and `optimum.toml` are views of it.
//!
//! Points are individuals, the start, and candidates of proofs that the evolving player played.
//! Other opponents have a strength of their own. Proofs of another player are left out: the weights
//! may be worth something else to it.

use std::collections::BTreeMap;
use std::path::Path;

use super::format::{plural, thousands};
use super::names::OPTIMUM;
use super::plot::Caption;
use super::plot::landscape::{self as plot, Panel};
use super::table::{EloInterval, Exact, FileRow as _, row};
use darkforge_engine::weights::Weights;
use darkforge_lab::tuner::{Candidate, Evolution, Purpose, START, Setup, Space};
use darkforge_ratings::{Estimate, Landscape, Meeting, Place};

/// Elo up to which a weight is called flat.
const FLAT: f64 = 10.0;
/// Steps over the range of a weight.
const STEPS: u32 = 40;

/// A weight may matter or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Matters,
    Edge,
    Beyond,
    Flat,
    Unknown,
}

impl Verdict {
    const fn as_str(self) -> &'static str {
        match self {
            Verdict::Matters => "matters",
            Verdict::Edge => "edge",
            Verdict::Beyond => "beyond",
            Verdict::Flat => "flat",
            Verdict::Unknown => "unknown",
        }
    }
}

row! {
    /// A row for each searched weight, the most important first.
    ImportanceRow in "importance.csv" {
        weight: String,
        /// Elo between the best and the worst value within the sampled range, all other weights at
        /// the champion's values. The interval begins at 0 unless the games exclude that the weight
        /// does not matter.
        importance: EloInterval,
        /// The champion's value.
        champion: Exact,
        /// Value of the conservative optimum.
        optimum: Exact,
        /// Best value within the sampled range, all other weights at the champion's values.
        best: Exact,
        /// Least value of the sampled range, which leaves out the outermost 2.5 % of games.
        from: Exact,
        /// Greatest value of the sampled range.
        to: Exact,
        /// `matters`; `edge`: it matters, and the best value is at the edge of the range that was
        /// searched; `beyond`: the best value may lie beyond what was sampled; `flat`: it is worth
        /// at most 10 Elo; `unknown`: there are not enough games to say.
        verdict: String,
    }
}

row! {
    /// A row for each value on the curve of a searched weight, the most important weight first.
    CurveRow in "landscape.csv" {
        weight: String,
        /// Value of the weight; all others have the champion's values.
        value: Exact,
        /// Elo over the champion.
        elo: EloInterval,
        /// Whether the value is within the sampled range. Elsewhere the curve is extrapolated.
        supported: bool,
    }
}

row! {
    /// A row for each two weights that have a mixed term, those whose interval is farthest from 0
    /// first. With more than 24 searched weights only the 24 most important ones have such terms.
    InteractionRow in "interactions.csv" {
        weight: String,
        /// Name of the other weight.
        other: String,
        /// Elo that both gain when they move together, each from the least to the greatest value of
        /// its sampled range, beyond what each gains alone.
        interaction: EloInterval,
    }
}

row! {
    /// Rows for the champion over the start, the conservative optimum over the start, and the
    /// conservative optimum over the champion.
    OptimumRow in "optimum.csv" {
        /// Name of the player: `champion` or `optimum`.
        player: String,
        /// Name of the opponent: `start` or `champion`.
        over: String,
        /// Elo by the model; the interval is valid for all points together.
        elo: EloInterval,
    }
}

/// The landscape of an evolution with its champion.
pub(super) struct Survey<'a> {
    setup: &'a Setup,
    space: &'a Space,
    names: Vec<&'static str>,
    landscape: Landscape,
    champion: Candidate,
    start: Vec<f64>,
    /// Coordinates of the champion and of the conservative optimum.
    centre: Vec<f64>,
    optimum: Vec<f64>,
    /// Places of the weights, the most important first, with their importance, best coordinate and
    /// verdict.
    ranked: Vec<(usize, Estimate, f64, Verdict)>,
    games: u64,
}

/// Players of a bout as places.
struct Places<'a> {
    space: &'a Space,
    individuals: BTreeMap<String, Vec<f64>>,
    outsiders: BTreeMap<String, usize>,
}

impl Places<'_> {
    fn of(&mut self, name: &str, candidates: &[Candidate], start: &[f64]) -> Option<Place> {
        if let Some(point) = self.individuals.get(name) {
            return Some(Place::At(point.clone()));
        }
        if let Some(candidate) = candidates.iter().find(|candidate| candidate.name == name) {
            return Some(Place::At(self.space.coordinates(&candidate.weights)));
        }
        if name == START {
            return Some(Place::At(start.to_vec()));
        }
        // An individual of a generation that is not finished.
        if darkforge_lab::tuner::is_individual(name) {
            return None;
        }
        let next = self.outsiders.len();
        let number = *self.outsiders.entry(name.to_owned()).or_insert(next);
        Some(Place::Outside(number))
    }
}

/// All bouts of the evolving player between places.
fn meetings(evolution: &Evolution, start: &[f64]) -> Vec<Meeting> {
    let settings = evolution.settings();
    let space = &settings.setup.space;
    let all = evolution.finished().iter().flat_map(|own| &own.population);
    let individuals = all.map(|one| (one.name(), space.coordinates(&one.weights)));
    let mut places = Places {
        space,
        individuals: individuals.collect(),
        outsiders: BTreeMap::new(),
    };
    let other_player = settings
        .proof
        .as_ref()
        .is_some_and(|proof| proof.player.is_some());
    let mut meetings = Vec::new();
    for result in evolution.results() {
        let in_proof = matches!(result.purpose, Purpose::Screening | Purpose::Proof);
        let generation = evolution.finished().get(result.generation as usize);
        if in_proof && other_player {
            continue;
        }
        let proof = generation.and_then(|generation| generation.proof.as_ref());
        let candidates = proof
            .filter(|_| in_proof)
            .map_or(&[][..], |proof| &proof.candidates);
        let mut place = |name: &str| places.of(name, candidates, start);
        if let (Some(first), Some(second)) = (place(&result.first), place(&result.second)) {
            meetings.push(Meeting {
                first,
                second,
                games: result.tally,
            });
        }
    }
    meetings.retain(|meeting| meeting.games.games() > 0);
    meetings
}

/// The landscape through the champion, its start and its number of games.
struct Fitted {
    landscape: Landscape,
    champion: Candidate,
    start: Vec<f64>,
    centre: Vec<f64>,
    games: u64,
}

impl Fitted {
    /// `None` before there is a champion.
    fn to(evolution: &Evolution) -> Option<Fitted> {
        let champion = evolution.champion()?;
        let setup = &evolution.settings().setup;
        let start = setup.space.coordinates(&setup.start);
        let centre = setup.space.coordinates(&champion.weights);
        let meetings = meetings(evolution, &start);
        Some(Fitted {
            landscape: Landscape::of(&start, &centre, &meetings),
            champion,
            start,
            centre,
            games: meetings.iter().map(|meeting| meeting.games.games()).sum(),
        })
    }
}

/// Standard errors of the champion's searched weights, in the order of the space, in shares of their
/// ranges ([`Landscape::error`]); `None` before there is a champion.
pub(super) fn errors(evolution: &Evolution) -> Option<Vec<f64>> {
    let fitted = Fitted::to(evolution)?;
    let seed = evolution.settings().setup.seed;
    let axes = 0..fitted.centre.len();
    Some(
        axes.map(|axis| fitted.landscape.error(axis, seed))
            .collect(),
    )
}

impl Survey<'_> {
    fn of(evolution: &Evolution) -> Option<Survey<'_>> {
        let Fitted {
            landscape,
            champion,
            start,
            centre,
            games,
        } = Fitted::to(evolution)?;
        let setup = &evolution.settings().setup;
        let space = &setup.space;
        let mut ranked: Vec<_> = (0..space.len())
            .map(|axis| {
                let importance = landscape.importance(axis, setup.seed);
                let sampled = landscape.sampled(axis);
                let verdict = verdict(importance.elo, importance.best, sampled);
                (axis, importance.elo, importance.best, verdict)
            })
            .collect();
        ranked.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
        Some(Survey {
            setup,
            space,
            names: space.names(),
            optimum: landscape.conservative(&start),
            landscape,
            champion,
            start,
            centre,
            ranked,
            games,
        })
    }

    /// Value at a coordinate; at the ends of an axis exactly its ends.
    fn value(&self, axis: usize, coordinate: f64) -> f64 {
        let axis = &self.space.searched().axes()[axis];
        match coordinate {
            ..=0.0 => axis.min,
            1.0.. => axis.max,
            _ => axis.value(coordinate),
        }
    }

    fn importances(&self) -> impl Iterator<Item = ImportanceRow> {
        self.ranked.iter().map(|&(axis, elo, best, verdict)| {
            let value = |coordinate: f64| Exact(self.value(axis, coordinate));
            let (from, to) = self.landscape.sampled(axis);
            ImportanceRow {
                weight: self.names[axis].to_owned(),
                importance: elo_interval(elo),
                champion: value(self.centre[axis]),
                optimum: value(self.optimum[axis]),
                best: value(best),
                from: value(from),
                to: value(to),
                verdict: verdict.as_str().to_owned(),
            }
        })
    }

    /// Values on the curve of a weight, with Elo over the champion and whether they were sampled.
    fn curve(&self, axis: usize) -> Vec<(f64, Estimate, bool)> {
        let (from, to) = self.landscape.sampled(axis);
        let scale = &self.space.searched().axes()[axis];
        let steps = (0..=STEPS).map(|step| f64::from(step) / f64::from(STEPS));
        let all = steps.chain([from, to, self.centre[axis]]);
        let mut values: Vec<f64> = all.map(|coordinate| self.value(axis, coordinate)).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        let within = self.value(axis, from)..=self.value(axis, to);
        let at = |value: f64| {
            let elo = self.landscape.curve(axis, scale.coordinate(value));
            (value, elo, within.contains(&value))
        };
        values.into_iter().map(at).collect()
    }

    fn curves(&self) -> impl Iterator<Item = CurveRow> {
        self.ranked.iter().flat_map(move |&(axis, ..)| {
            let curve = self.curve(axis).into_iter();
            curve.map(move |(value, elo, supported)| CurveRow {
                weight: self.names[axis].to_owned(),
                value: Exact(value),
                elo: elo_interval(elo),
                supported,
            })
        })
    }

    fn interactions(&self) -> Vec<InteractionRow> {
        let terms = self.landscape.mixed().iter().enumerate();
        let mut found: Vec<_> = terms
            .map(|(term, pair)| (self.landscape.interaction(term), pair))
            .collect();
        // Both ends on one side of 0 are farther from it than 0 itself.
        let away = |elo: &Estimate| elo.lo.max(-elo.hi);
        found.sort_by(|(a, _), (b, _)| away(b).total_cmp(&away(a)));
        let row = |(elo, &(a, b)): (Estimate, &(usize, usize))| InteractionRow {
            weight: self.names[a].to_owned(),
            other: self.names[b].to_owned(),
            interaction: elo_interval(elo),
        };
        found.into_iter().map(row).collect()
    }

    fn optimum_rows(&self) -> [OptimumRow; 3] {
        let row = |player: &str, to: &[f64], over: &str, from: &[f64]| OptimumRow {
            player: player.to_owned(),
            over: over.to_owned(),
            elo: elo_interval(self.landscape.gain_of_choice(from, to)),
        };
        [
            row(CHAMPION, &self.centre, START, &self.start),
            row(BEST, &self.optimum, START, &self.start),
            row(BEST, &self.optimum, CHAMPION, &self.centre),
        ]
    }

    /// The weights of the conservative optimum, with what is known of them in comments.
    fn optimum_file(&self, version: &str) -> String {
        let weights: Weights = self.space.weights(&self.optimum);
        let gain = |from: &[f64]| {
            let Estimate { value, lo, hi } = self.landscape.gain_of_choice(from, &self.optimum);
            format!("{value:+.0} Elo ({lo:.0}..{hi:.0})")
        };
        let heading = format!(
            "Conservative optimum of the landscape (darkforge {version}): the point within the sampled ranges\n\
             with the greatest lower bound of its gain over the start, by a quadratic model of {} games.\n\
             By the model: {} over the start, {} over champion {}.\n\
             It has played no games.",
            thousands(self.games),
            gain(&self.start),
            gain(&self.centre),
            self.champion.name
        );
        self.setup.weight_file(&weights, &heading)
    }

    fn panels(&self) -> Vec<Panel> {
        let panel = |&(axis, elo, _, verdict): &(usize, Estimate, f64, Verdict)| {
            let scale = &self.space.searched().axes()[axis];
            let curve = self
                .curve(axis)
                .into_iter()
                .filter(|(.., sampled)| *sampled);
            Panel {
                name: self.names[axis].to_owned(),
                note: match verdict {
                    Verdict::Unknown => "unknown".to_owned(),
                    Verdict::Flat => "flat".to_owned(),
                    _ => format!("{:.0} ({:.0}..{:.0})", elo.value, elo.lo, elo.hi),
                },
                range: (scale.min, scale.max),
                log: scale.log,
                curve: curve.map(|(value, elo, _)| (value, elo)).collect(),
                champion: self.value(axis, self.centre[axis]),
                optimum: self.value(axis, self.optimum[axis]),
            }
        };
        self.ranked.iter().map(panel).collect()
    }
}

/// Names in `optimum.csv`.
const CHAMPION: &str = "champion";
const BEST: &str = "optimum";

fn elo_interval(Estimate { value, lo, hi }: Estimate) -> EloInterval {
    [value, lo, hi].into()
}

fn verdict(elo: Estimate, best: f64, (from, to): (f64, f64)) -> Verdict {
    // Coordinates from 0 to 1, with room for rounding.
    let at = |end: f64| (best - end).abs() < 1e-9;
    match elo {
        Estimate { lo, .. } if lo > 0.0 && (at(0.0) || at(1.0)) => Verdict::Edge,
        Estimate { lo, .. } if lo > 0.0 && (at(from) || at(to)) => Verdict::Beyond,
        Estimate { lo, .. } if lo > 0.0 => Verdict::Matters,
        Estimate { hi, .. } if hi <= FLAT => Verdict::Flat,
        _ => Verdict::Unknown,
    }
}

/// Writes the tables of the landscape of `evolution` and its conservative optimum; nothing without a
/// champion or searched weights.
///
/// # Errors
/// A file cannot be written.
pub(super) fn write<'a>(
    folder: &Path,
    evolution: &'a Evolution,
    version: &str,
) -> anyhow::Result<Option<Survey<'a>>> {
    let Some(survey) = Survey::of(evolution) else {
        return Ok(None);
    };
    ImportanceRow::write(folder, survey.importances())?;
    CurveRow::write(folder, survey.curves())?;
    InteractionRow::write(folder, survey.interactions())?;
    OptimumRow::write(folder, survey.optimum_rows())?;
    super::write_text(&folder.join(OPTIMUM), &survey.optimum_file(version))?;
    Ok(Some(survey))
}

/// Draws the curves; returns the names of the weights, the most important first.
///
/// # Errors
/// A table in `folder` cannot be read, or a file cannot be written.
pub(super) fn draw(
    folder: &Path,
    plots: &Path,
    survey: &Survey<'_>,
) -> anyhow::Result<Vec<&'static str>> {
    let caption = Caption {
        title: "Strength over each weight, the most important first",
        sentence: &sentence(folder)?.unwrap_or_default(),
    };
    plot::draw(&plots.join("landscape"), &caption, &survey.panels())?;
    let ranked = survey.ranked.iter();
    Ok(ranked.map(|&(axis, ..)| survey.names[axis]).collect())
}

/// Result of the landscape in `folder`, in a few sentences; nothing without one.
///
/// # Errors
/// A table cannot be read.
fn sentence(folder: &Path) -> anyhow::Result<Option<String>> {
    let rows = ImportanceRow::read(folder)?;
    let optimum = OptimumRow::read(folder)?;
    let Some(first) = rows.first() else {
        return Ok(None);
    };
    let named = |verdict: Verdict| -> Vec<&str> {
        let own = rows.iter().filter(|row| row.verdict == verdict.as_str());
        own.map(|row| row.weight.as_str()).collect()
    };
    let whole = |elo: Estimate| format!("{:.0} Elo ({:.0}..{:.0})", elo.value, elo.lo, elo.hi);
    let (flat, unknown) = (named(Verdict::Flat).len(), named(Verdict::Unknown).len());
    let quiet = flat + unknown;
    let mut sentences = Vec::new();
    if quiet == rows.len() && unknown > 0 {
        sentences.push("There are not enough games to say which weights matter.".to_owned());
    } else if let Some(elo) = first.importance.estimate() {
        sentences.push(format!(
            "{} matters most: {} between its best and its worst value among those that were sampled.",
            first.weight,
            whole(elo)
        ));
        let all = plural(rows.len() as u64, "weight");
        let flat = match flat {
            0 => String::new(),
            flat => format!(", {flat} of them because they are worth at most {FLAT:.0} Elo"),
        };
        if quiet > 0 {
            sentences.push(format!("{quiet} of {all} are not known to matter{flat}."));
        }
    }
    for (verdict, place) in [
        (Verdict::Edge, "at the edge of the searched range"),
        (
            Verdict::Beyond,
            "at the edge of what was sampled, or beyond",
        ),
    ] {
        let own = named(verdict);
        if !own.is_empty() {
            let own = own.join(", ");
            sentences.push(format!("The best value is {place} for {own}."));
        }
    }
    if let Some(interaction) = interacting(folder)? {
        sentences.push(interaction);
    }
    let gain = optimum.iter().find(|row| row.over == CHAMPION);
    if let Some(gain) = gain.and_then(|row| row.elo.estimate()) {
        let sure = if gain.lo > 0.0 { "is" } else { "is not surely" };
        sentences.push(format!(
            "The conservative optimum ({OPTIMUM}) {sure} better than the champion: {}{} by this model. No \
             game has tried it.",
            if gain.value >= 0.0 { "+" } else { "" },
            whole(gain)
        ));
    }
    Ok(Some(sentences.join(" ")))
}

/// The interactions of the run in `folder` whose intervals are without 0, in a sentence.
fn interacting(folder: &Path) -> anyhow::Result<Option<String>> {
    let rows = InteractionRow::read(folder)?;
    let known = rows.iter().filter_map(|row| {
        let elo = row.interaction.estimate()?;
        (elo.lo > 0.0 || elo.hi < 0.0).then_some((row, elo))
    });
    let known: Vec<_> = known.collect();
    // The first row is the surest.
    Ok(known.first().map(|(row, elo)| {
        let way = if elo.value > 0.0 { "the same way" } else { "opposite ways" };
        format!(
            "{} and {} interact most surely: they gain by moving {way}. {} of {} are known to interact.",
            row.weight,
            row.other,
            known.len(),
            plural(rows.len() as u64, "pair")
        )
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_lab::tuner::simulation::{by_queen, run, settings};
    use darkforge_lab::tuner::{Method, SpaceSettings};

    fn said(evolution: &Evolution) -> (tempfile::TempDir, String) {
        let folder = tempfile::tempdir().unwrap();
        let survey = write(folder.path(), evolution, "0.1.0").unwrap();
        draw(folder.path(), folder.path(), &survey.expect("a champion")).unwrap();
        let said = sentence(folder.path()).unwrap();
        (folder, said.expect("a sentence"))
    }

    #[test]
    fn what_decides_games_matters_most() {
        let (folder, said) = said(&run(settings(8, 12), by_queen));
        assert!(said.starts_with("queen_value matters most: "), "{said}");
        assert!(
            said.contains(" of 55 weights are not known to matter"),
            "{said}"
        );
        assert!(
            said.contains("The conservative optimum (optimum.toml) is"),
            "{said}"
        );
        let rows = ImportanceRow::read(folder.path()).unwrap();
        assert_eq!(rows[0].weight, "queen_value");
        let open = rows.iter().filter(|row| row.verdict == "unknown").count();
        assert!(open > 45, "{open}");
        assert!(
            rows.iter()
                .all(|row| row.from.0 <= row.champion.0 && row.champion.0 <= row.to.0)
        );
        // The champion's place on a curve is 0, and every weight has a curve.
        let curves = CurveRow::read(folder.path()).unwrap();
        for row in &rows {
            let own = curves.iter().filter(|point| point.weight == row.weight);
            let mut at = own.filter(|point| point.value == row.champion);
            let elo = at.next().and_then(|point| point.elo.estimate());
            assert!(elo.is_some_and(|elo| elo.value.abs() < 0.01), "{row:?}");
        }
        let text = std::fs::read_to_string(folder.path().join(OPTIMUM)).unwrap();
        assert!(Weights::parse(&darkforge_engine::darkboard::LIST, OPTIMUM, &text).is_ok());
        let champion = &OptimumRow::read(folder.path()).unwrap()[0];
        assert!(champion.elo.estimate().is_some_and(|elo| elo.value > 0.0));
    }

    #[test]
    fn every_tuner_has_a_landscape() {
        let only = ["queen_value", "pawn_value", "risk"].map(str::to_owned);
        for (method, ..) in Method::all() {
            let kind = method.kind();
            let mut settings = settings(8, 12);
            if !matches!(method, Method::Knockout(_)) {
                settings.method = method;
                settings.method.play(16, 2);
            }
            let searched = SpaceSettings {
                only: only.to_vec(),
                ..SpaceSettings::default()
            };
            let setup = &mut settings.setup;
            setup.space = Space::new(&searched, &setup.start).unwrap();
            let (folder, said) = said(&run(settings, by_queen));
            assert!(
                said.starts_with("queen_value matters most"),
                "{kind}: {said}"
            );
            let rows = ImportanceRow::read(folder.path()).unwrap();
            assert_eq!(rows.len(), 3, "{kind}: frozen weights are left out");
            assert_eq!(InteractionRow::read(folder.path()).unwrap().len(), 3);
        }
    }

    #[test]
    fn interactions_without_0_are_told() {
        let folder = tempfile::tempdir().unwrap();
        let row = |weight: &str, elo: [f64; 3]| InteractionRow {
            weight: weight.to_owned(),
            other: "risk".to_owned(),
            interaction: elo.into(),
        };
        let none = row("danger", [5.0, -10.0, 20.0]);
        InteractionRow::write(folder.path(), [none.clone()]).unwrap();
        assert_eq!(interacting(folder.path()).unwrap(), None);
        let against = row("control", [-30.0, -50.0, -10.0]);
        InteractionRow::write(folder.path(), [against, none]).unwrap();
        let said = interacting(folder.path()).unwrap().unwrap();
        assert_eq!(
            said,
            "control and risk interact most surely: they gain by moving opposite ways. 1 of 2 pairs are known to interact."
        );
    }

    #[test]
    fn few_games_say_that_they_are_too_few() {
        let (_folder, said) = said(&run(settings(2, 1), by_queen));
        assert!(
            said.starts_with("There are not enough games to say which weights matter. The"),
            "{said}"
        );
        assert!(
            said.contains("is not surely better than the champion"),
            "{said}"
        );
    }

    #[test]
    fn without_a_champion_nothing_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let bare = Evolution::new(settings(2, 1));
        assert!(write(folder.path(), &bare, "0.1.0").unwrap().is_none());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        assert_eq!(sentence(folder.path()).unwrap(), None);
    }

    #[test]
    fn a_verdict_follows_from_importance_and_best_value() {
        let elo = |lo, hi| Estimate {
            value: f64::midpoint(lo, hi),
            lo,
            hi,
        };
        let sampled = (0.2, 0.8);
        for (elo, best, expected) in [
            (elo(5.0, 30.0), 0.5, Verdict::Matters),
            (elo(5.0, 30.0), 0.8, Verdict::Beyond),
            (elo(5.0, 30.0), 1.0, Verdict::Edge),
            (elo(0.0, 30.0), 1.0, Verdict::Unknown),
            (elo(0.0, 9.0), 0.5, Verdict::Flat),
        ] {
            assert_eq!(verdict(elo, best, sampled), expected);
        }
    }
}
