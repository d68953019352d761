//! Reasons of a game's end, also between people, who resign, agree on draws and run out of time.

use darkforge_board::Color;
use darkforge_kriegspiel::umpire::{Ending, GameResult};

/// Reason of a game's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// An ending of the umpire or the run.
    Ruled(Ending),
    /// A player resigned.
    Resignation,
    /// A player ran out of time, and the other could not have mated.
    TimeDraw,
    /// The players agreed on a draw.
    Agreement,
    /// A player disconnected.
    Disconnection,
    /// Somebody outside the game decided it.
    Adjudication,
    /// It has a result without a reason.
    Unknown,
    /// It has no result.
    Unfinished,
}

impl Reason {
    /// Every reason.
    pub fn all() -> impl Iterator<Item = Reason> {
        let people = [
            Reason::Resignation,
            Reason::TimeDraw,
            Reason::Agreement,
            Reason::Disconnection,
            Reason::Adjudication,
            Reason::Unknown,
            Reason::Unfinished,
        ];
        let ruled = Ending::ALL.into_iter();
        let ruled = ruled.filter(|ending| !ending.is_of_recon());
        ruled.map(Reason::Ruled).chain(people)
    }

    /// Name of the reason in files and flags.
    pub const fn as_str(self) -> &'static str {
        match self {
            Reason::Ruled(ending) => ending.as_str(),
            Reason::Resignation => "resignation",
            Reason::TimeDraw => "time_draw",
            Reason::Agreement => "agreement",
            Reason::Disconnection => "disconnection",
            Reason::Adjudication => "adjudication",
            Reason::Unknown => "unknown",
            Reason::Unfinished => "unfinished",
        }
    }

    /// The reason that a text such as "Black resigns" states for a game with this result; `None` if
    /// it is unknown.
    pub fn of_text(text: &str, result: Option<GameResult>) -> Option<Reason> {
        let text = text.to_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
        let out_of_time = match result {
            Some(GameResult::Draw) => Some(Reason::TimeDraw),
            Some(_) => Some(Reason::Ruled(Ending::ForfeitTime)),
            None => None,
        };
        if let (Some(reason), false) = (out_of_time, has(&["resign"]))
            && has(&["time", "flag"])
        {
            return Some(reason);
        }
        let known: [(&[&str], Reason); 9] = [
            (&["resign"], Reason::Resignation),
            (&["stalemate"], Reason::Ruled(Ending::Stalemate)),
            (&["agreement", "mutual"], Reason::Agreement),
            (&["50", "fifty"], Reason::Ruled(Ending::FiftyMoves)),
            (&["repetition"], Reason::Ruled(Ending::Repetition)),
            (&["material"], Reason::Ruled(Ending::DeadMaterial)),
            (&["disconnect"], Reason::Disconnection),
            (&["adjudicat"], Reason::Adjudication),
            (&["checkmate"], Reason::Ruled(Ending::Checkmate)),
        ];
        known
            .into_iter()
            .find(|(words, _)| has(words))
            .map(|(_, reason)| reason)
    }
}

/// The colour whose name comes first in `text`.
pub(super) fn first_color(text: &str) -> Option<Color> {
    let text = text.to_lowercase();
    match (text.find("white"), text.find("black")) {
        (Some(white), Some(black)) if black < white => Some(Color::Black),
        (Some(_), _) => Some(Color::White),
        (None, Some(_)) => Some(Color::Black),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_table_5_1_are_understood() {
        let win = Some(GameResult::WhiteWins);
        let draw = Some(GameResult::Draw);
        for (text, result, reason) in [
            ("Black checkmated", win, "checkmate"),
            ("Black resigns", win, "resignation"),
            ("Black forfeits on time", win, "forfeit_time"),
            ("White stalemated", draw, "stalemate"),
            ("Not enough material", draw, "dead_material"),
            ("White out of time, Black cannot mate", draw, "time_draw"),
            ("Game drawn by mutual agreement", draw, "agreement"),
            ("Game drawn by the 50 move rule", draw, "fifty_moves"),
            ("Game drawn by repetition", draw, "repetition"),
        ] {
            let found = Reason::of_text(text, result).map(Reason::as_str);
            assert_eq!(found, Some(reason), "{text}");
        }
        assert_eq!(Reason::of_text("normal", win), None);
        assert_eq!(Reason::of_text("forfeit_time", None), None);
        let text = "Black out of time, White cannot mate";
        assert_eq!(first_color(text), Some(Color::Black));
    }
}
