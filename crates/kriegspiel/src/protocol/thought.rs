//! Thoughts: a player's own statement on its last question, as in a line `info` of UCI.

use std::fmt;
use std::str::SplitWhitespace;
use std::time::Duration;

/// Greatest score in hundredths of a pawn; a mate counts as this, less its distance.
const MOST: i32 = 32_000;
/// Milliseconds that are kept of a statement: a year.
const LONGEST: u64 = 366 * 86_400_000;

/// Value of a player's situation by its own judgement, from its own side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves to mate; negative if the player is mated.
    Mate(i32),
}

impl Score {
    /// The score in hundredths of a pawn.
    pub const fn centipawns(self) -> i32 {
        match self {
            Score::Centipawns(value) => value,
            Score::Mate(moves) if moves < 0 => -MOST - moves,
            Score::Mate(moves) => MOST - moves,
        }
    }

    /// The score of so many pawns.
    pub fn pawns(value: f64) -> Score {
        let most = f64::from(MOST - 1000);
        Score::Centipawns((100.0 * value).clamp(-most, most).round() as i32)
    }
}

impl fmt::Display for Score {
    /// As chess programs write it in PGN: `+0.35`, `-M3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centipawns(value) => write!(f, "{:+.2}", f64::from(*value) / 100.0),
            Score::Mate(moves) if *moves < 0 => write!(f, "-M{}", moves.unsigned_abs()),
            Score::Mate(moves) => write!(f, "+M{moves}"),
        }
    }
}

/// A player's statement on its last question. A player need not say anything.
///
/// ```
/// use darkforge_kriegspiel::protocol::{Score, Thought};
///
/// let mut thought = Thought::default();
/// thought.hear("info depth 12 score cp 35 nodes 1042 time 510 pv e2e4");
/// assert_eq!(thought.score, Some(Score::Centipawns(35)));
/// assert_eq!(thought.comment(), "+0.35/12 0.510s");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// Value of the situation.
    pub score: Option<Score>,
    /// Depth of the search, in plies.
    pub depth: Option<u32>,
    /// Positions or boards examined.
    pub nodes: Option<u64>,
    /// Time that it took.
    pub time: Option<Duration>,
}

impl Thought {
    /// Takes a line `info` of a program; words that are not known are ignored, and later values
    /// replace earlier ones.
    pub fn hear(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        while let Some(word) = words.next() {
            match word {
                "depth" => self.depth = next(&mut words).or(self.depth),
                "nodes" => self.nodes = next(&mut words).or(self.nodes),
                "time" => {
                    let time = next(&mut words).filter(|time| *time <= LONGEST);
                    self.time = time.map(Duration::from_millis).or(self.time);
                }
                "score" => {
                    let score = match words.next() {
                        Some("cp") => next(&mut words).map(Score::Centipawns),
                        Some("mate") => next(&mut words).map(Score::Mate),
                        _ => None,
                    };
                    let is_right =
                        |score: &Score| score.centipawns().unsigned_abs() <= MOST.unsigned_abs();
                    self.score = score.filter(is_right).or(self.score);
                }
                // Free text to the end of the line.
                "string" => return,
                _ => {}
            }
        }
    }

    /// The line `info` with its score, depth and nodes; `None` if it has none of them.
    pub fn line(&self) -> Option<String> {
        let depth = self.depth.map(|depth| format!("depth {depth}"));
        let score = self.score.map(|score| match score {
            Score::Centipawns(value) => format!("score cp {value}"),
            Score::Mate(moves) => format!("score mate {moves}"),
        });
        let nodes = self.nodes.map(|nodes| format!("nodes {nodes}"));
        let words: Vec<String> = [depth, score, nodes].into_iter().flatten().collect();
        (!words.is_empty()).then(|| format!("info {}", words.join(" ")))
    }

    /// The comment of PGN, as chess programs write it: `+0.35/12 0.510s`; empty if nothing is known.
    pub fn comment(&self) -> String {
        let score = self.score.map(|score| score.to_string());
        let depth = self.depth.map(|depth| format!("/{depth}"));
        let judged = score.map(|score| score + &depth.unwrap_or_default());
        let time = self.time.map(|time| format!("{:.3}s", time.as_secs_f64()));
        let parts: Vec<String> = judged.into_iter().chain(time).collect();
        parts.join(" ")
    }

    /// One word for files: score in hundredths of a pawn or `#MOVES`, depth, nodes and milliseconds,
    /// with slashes between them and nothing for what is not known.
    pub fn word(&self) -> String {
        let score = match self.score {
            None => String::new(),
            Some(Score::Centipawns(value)) => value.to_string(),
            Some(Score::Mate(moves)) => format!("#{moves}"),
        };
        let shown = |value: Option<u64>| value.map_or_else(String::new, |value| value.to_string());
        let time = self.time.map(|time| time.as_millis() as u64);
        let (depth, nodes) = (shown(self.depth.map(u64::from)), shown(self.nodes));
        format!("{score}/{depth}/{nodes}/{}", shown(time))
    }

    /// Reads what [`word`](Thought::word) writes.
    pub fn of_word(word: &str) -> Option<Thought> {
        let parts: Vec<&str> = word.split('/').collect();
        let [score, depth, nodes, time] = parts[..] else {
            return None;
        };
        Some(Thought {
            score: match (score, score.strip_prefix('#')) {
                ("", _) => None,
                (_, Some(moves)) => Some(Score::Mate(moves.parse().ok()?)),
                (value, None) => Some(Score::Centipawns(value.parse().ok()?)),
            },
            depth: some(depth).ok()?,
            nodes: some(nodes).ok()?,
            time: some(time).ok()?.map(Duration::from_millis),
        })
    }
}

fn next<T: std::str::FromStr>(words: &mut SplitWhitespace<'_>) -> Option<T> {
    words.next()?.parse().ok()
}

/// A value, or none for an empty text.
fn some<T: std::str::FromStr>(text: &str) -> Result<Option<T>, T::Err> {
    match text {
        "" => Ok(None),
        text => text.parse().map(Some),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_out_of_range_is_passed_over() {
        let mut thought = Thought::default();
        for score in [
            "cp -2147483648",
            "cp 2147483647",
            "mate -2147483648",
            "mate 2147483647",
        ] {
            thought.hear(&format!("info score {score}"));
            assert_eq!(thought.score, None, "{score}");
        }
    }

    #[test]
    fn thoughts_survive_their_words() {
        let thoughts = [
            Thought::default(),
            Thought {
                score: Some(Score::Centipawns(-35)),
                depth: Some(2),
                nodes: Some(1234),
                time: Some(Duration::from_millis(17)),
            },
            Thought {
                score: Some(Score::Mate(-3)),
                ..Thought::default()
            },
        ];
        for thought in thoughts {
            assert_eq!(Thought::of_word(&thought.word()), Some(thought));
            let mut heard = Thought::default();
            heard.hear(&thought.line().unwrap_or_default());
            assert_eq!(
                heard,
                Thought {
                    time: None,
                    ..thought
                }
            );
        }
        for wrong in ["", "1/2", "a///", "1/2/3/4/5", "////"] {
            assert_eq!(Thought::of_word(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn lines_of_programs_are_heard_as_far_as_they_are_understood() {
        let mut thought = Thought::default();
        thought.hear("info string score cp 999");
        thought.hear("info score lower depth x time -4 nodes");
        assert_eq!(thought, Thought::default());
        thought.hear("info depth 3 score mate -2");
        thought.hear("info time 250 depth 4");
        assert_eq!(thought.comment(), "-M2/4 0.250s");
        thought.hear("info score cp 99999999");
        assert_eq!(thought.score, Some(Score::Mate(-2)), "out of range");
        assert_eq!(Score::pawns(0.347).centipawns(), 35);
        assert!(Score::Mate(3).centipawns() > Score::pawns(1e9).centipawns());
        assert_eq!(Thought::default().line(), None);
    }
}
