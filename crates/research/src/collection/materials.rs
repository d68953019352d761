//! Materials: material at the end of games, and outcomes of games that were won on the board.

use std::collections::{BTreeMap, BTreeSet};

use super::course::{Course, Stock};
use super::mean::Mean;
use super::reason::Reason;
use darkforge_board::{SIDES, side};
use darkforge_kriegspiel::umpire::{Ending, GameResult};

/// Outcomes of games with the same material at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ends {
    /// Won by the side named first.
    pub wins: u64,
    /// Wins by checkmate.
    pub mates: u64,
    /// Drawn.
    pub draws: u64,
}

/// Outcomes of games with a material against a lone king.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Won {
    /// Won by the side with this material.
    pub wins: u64,
    /// Those by checkmate.
    pub mates: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
    /// Own moves from then to the end.
    pub moves: Mean,
}

impl Won {
    /// All these games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

/// Material of both sides: the winner's first, or that of the stronger side.
pub type Sides = (Stock, Stock);

/// Material at the end, and lone kings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Materials {
    /// Games with a result by their material at the end.
    pub ends: BTreeMap<Sides, Ends>,
    /// Games by the material against a lone king.
    pub won: BTreeMap<Stock, Won>,
}

/// The stronger side first: by points, then men, then text.
fn ordered([a, b]: [Stock; 2]) -> Sides {
    let rank = |stock: Stock| (stock.points(), stock.men());
    let before = match rank(b).cmp(&rank(a)) {
        std::cmp::Ordering::Equal => a.text() <= b.text(),
        order => order.is_lt(),
    };
    if before { (a, b) } else { (b, a) }
}

impl Materials {
    /// Adds a game.
    pub fn add(&mut self, course: &Course<'_>) {
        let Some(result) = course.game.result else {
            return;
        };
        let mate = course.game.reason == Reason::Ruled(Ending::Checkmate);
        let sides = match result.winner() {
            Some(winner) => {
                let own = side(winner);
                (course.stock[own], course.stock[1 - own])
            }
            None => ordered(course.stock),
        };
        let ends = self.ends.entry(sides).or_default();
        ends.wins += u64::from(result != GameResult::Draw);
        ends.mates += u64::from(mate && result != GameResult::Draw);
        ends.draws += u64::from(result == GameResult::Draw);
        self.add_won(course, result, mate);
    }

    fn add_won(&mut self, course: &Course<'_>, result: GameResult, mate: bool) {
        for color in SIDES {
            let (own, enemy) = (side(color), side(!color));
            if !course.stock[enemy].is_lone_king() {
                continue;
            }
            let mut seen = BTreeSet::new();
            let mut last = Stock::default();
            for (ply, turn) in course.turns.iter().enumerate() {
                let stock = turn.stock[own];
                if !turn.stock[enemy].is_lone_king() || stock.is_lone_king() || stock == last {
                    continue;
                }
                last = stock;
                if !seen.insert(stock) {
                    continue;
                }
                let rest = course.turns[ply + 1..].iter();
                let moves = rest.filter(|turn| turn.side == color).count();
                let won = self.won.entry(stock).or_default();
                won.moves.add_one(moves as i64);
                match result.winner() {
                    None => won.draws += 1,
                    Some(winner) if winner == color => {
                        won.wins += 1;
                        won.mates += u64::from(mate);
                    }
                    Some(_) => won.losses += 1,
                }
            }
        }
    }

    /// Adds the games of `other`.
    pub fn merge(&mut self, other: Materials) {
        for (sides, more) in other.ends {
            let ends = self.ends.entry(sides).or_default();
            ends.wins += more.wins;
            ends.mates += more.mates;
            ends.draws += more.draws;
        }
        for (stock, more) in other.won {
            let won = self.won.entry(stock).or_default();
            won.wins += more.wins;
            won.mates += more.mates;
            won.draws += more.draws;
            won.losses += more.losses;
            won.moves.merge(&more.moves);
        }
    }
}
