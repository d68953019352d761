//! Players: their results, the moves of their openings and the sequences that they repeat.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::AddAssign;

use super::by_name::ByName;
use super::castling::{self, Castled};
use super::course::{Course, Turn};
use super::reason::Reason;
use darkforge_board::{Color, ROLES, Role, SIDES, Square, Try, index, side};
use darkforge_kriegspiel::umpire::{Ending, GameResult};

/// Own moves that count as the opening.
pub const OPENING: usize = 10;

/// Lengths of the sequences that are counted.
pub const LENGTHS: [usize; 3] = [2, 3, 4];

/// Bits of an [`OpeningMove`] without a promotion.
const BITS: u32 = 15;

/// A move in the mover's own frame, packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OpeningMove(u32);

impl OpeningMove {
    /// The move of `turn` in the mover's frame.
    pub fn of(turn: &Turn) -> OpeningMove {
        let own = match turn.side {
            Color::White => turn.played,
            Color::Black => turn.played.flipped(),
        };
        let promotion = own.promotion.map_or(0, |role| 1 + index(role) as u32);
        let place = (index(turn.role) as u32) << 12 | (own.from as u32) << 6 | own.to as u32;
        OpeningMove(promotion << BITS | place)
    }

    /// Role of the moved man.
    pub fn role(self) -> Role {
        ROLES[(self.0 >> 12 & 7) as usize]
    }

    /// Squares and promotion.
    pub fn squares(self) -> Try {
        let square = |bits: u32| Square::new(bits & 63);
        Try {
            from: square(self.0 >> 6),
            to: square(self.0),
            promotion: match self.0 >> BITS {
                0 => None,
                role => Some(ROLES[role as usize - 1]),
            },
        }
    }

    /// Whether it castles.
    pub fn castles(self) -> bool {
        let squares = self.squares();
        self.role() == Role::King && squares.from.distance(squares.to) == 2
    }

    /// Notation of the thesis: `d2-d4`, `Ng1-f3`, `O-O`.
    pub fn text(self) -> String {
        let (role, squares) = (self.role(), self.squares());
        if self.castles() {
            let long = squares.to.file() < squares.from.file();
            return if long { "O-O-O" } else { "O-O" }.to_owned();
        }
        let letter = match role {
            Role::Pawn => String::new(),
            role => role.upper_char().to_string(),
        };
        let promotion = squares
            .promotion
            .map(|role| format!("={}", role.upper_char()));
        let (from, to) = (squares.from, squares.to);
        format!("{letter}{from}-{to}{}", promotion.unwrap_or_default())
    }
}

/// The first own moves of a game, packed; no pawn promotes in four moves.
type Sequence = u64;

/// The moves of a sequence of `length`.
pub fn moves_of(sequence: Sequence, length: usize) -> Vec<OpeningMove> {
    let part = |place: usize| sequence >> (BITS as usize * place) & ((1 << BITS) - 1);
    (0..length)
        .map(|place| OpeningMove(part(place) as u32))
        .collect()
}

/// A player, or all players together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// Games with White and with Black.
    pub games: [u64; 2],
    /// Games with a result, with White and with Black.
    pub finished: [u64; 2],
    /// Wins, draws and losses.
    pub points: [u64; 3],
    /// Games won by checkmate.
    pub checkmates: u64,
    /// Moves of all games with a result.
    pub moves: u64,
    /// Games with White and Black with a move in the opening.
    pub made: HashMap<OpeningMove, [u64; 2]>,
    /// For each of [`LENGTHS`], games by their first moves. Random players have hundreds of
    /// thousands of sequences, so a count must be small.
    pub sequences: [HashMap<Sequence, [u32; 2]>; 3],
    /// For each of [`CASTLINGS`](super::CASTLINGS), castling with White and with Black.
    pub castled: [[Castled; 2]; 2],
}

impl Player {
    fn add(
        &mut self,
        course: &Course<'_>,
        color: Color,
        opening: &[OpeningMove],
        castled: Option<(usize, u64)>,
    ) {
        let seat = side(color);
        if let Some((way, number)) = castled {
            self.castled[way][seat].add(number);
        }
        self.games[seat] += 1;
        if let Some(result) = course.game.result {
            self.finished[seat] += 1;
            self.moves += u64::from(course.moves());
            let won = result == GameResult::win(color);
            let place = match result {
                GameResult::Draw => 1,
                _ if won => 0,
                _ => 2,
            };
            self.points[place] += 1;
            let mate = course.game.reason == Reason::Ruled(Ending::Checkmate);
            self.checkmates += u64::from(won && mate);
        }
        for (number, made) in opening.iter().enumerate() {
            if !opening[..number].contains(made) {
                self.made.entry(*made).or_default()[seat] += 1;
            }
        }
        for (place, &length) in LENGTHS.iter().enumerate() {
            if let Some(first) = opening.get(..length) {
                let packed = first.iter().enumerate().fold(0, |packed, (place, made)| {
                    packed | Sequence::from(made.0) << (BITS as usize * place)
                });
                self.sequences[place].entry(packed).or_default()[seat] += 1;
            }
        }
    }

    fn merge(&mut self, other: Player) {
        let add = |own: &mut [u64], more: &[u64]| {
            own.iter_mut()
                .zip(more)
                .for_each(|(own, more)| *own += more);
        };
        add(&mut self.games, &other.games);
        add(&mut self.finished, &other.finished);
        add(&mut self.points, &other.points);
        self.checkmates += other.checkmates;
        self.moves += other.moves;
        merge_counts(&mut self.made, other.made);
        let castled = self.castled.as_flattened_mut().iter_mut();
        for (own, more) in castled.zip(other.castled.as_flattened()) {
            own.merge(*more);
        }
        for (own, more) in self.sequences.iter_mut().zip(other.sequences) {
            merge_counts(own, more);
        }
    }
}

fn merge_counts<K: Eq + Hash, N: Default + AddAssign>(
    own: &mut HashMap<K, [N; 2]>,
    more: HashMap<K, [N; 2]>,
) {
    for (key, [white, black]) in more {
        let count = own.entry(key).or_default();
        count[0] += white;
        count[1] += black;
    }
}

/// Greatest number of distinguished names.
pub const MOST_NAMES: usize = 50_000;

/// All players of a collection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seats {
    /// Every seat of every game.
    pub all: Player,
    /// Players by name.
    pub named: ByName<Player, MOST_NAMES>,
}

/// Whether a name stands for no player.
pub fn is_nameless(name: &str) -> bool {
    name.trim().trim_matches(['?', '-']).is_empty()
}

impl Seats {
    /// Adds a game.
    pub fn add(&mut self, course: &Course<'_>) {
        for color in SIDES {
            let own = course.turns.iter().filter(|turn| turn.side == color);
            let opens = course.game.start.is_none();
            let opening = own
                .take(if opens { OPENING } else { 0 })
                .map(OpeningMove::of);
            let opening: Vec<OpeningMove> = opening.collect();
            let castled = castling::of(course, color);
            self.all.add(course, color, &opening, castled);
            let name = &course.game.players[side(color)];
            if is_nameless(name) {
                continue;
            }
            if let Some(player) = self.named.of(name) {
                player.add(course, color, &opening, castled);
            }
        }
    }

    /// Adds the games of `other`.
    pub fn merge(&mut self, other: Seats) {
        self.all.merge(other.all);
        self.named.merge(other.named, Player::merge);
    }

    /// Names with their players, those with the most games first.
    pub fn ranking(&self) -> Vec<(&str, &Player)> {
        let mut players: Vec<_> = self.named.iter().collect();
        players.sort_by_key(|&(name, player)| {
            (std::cmp::Reverse(player.games.iter().sum::<u64>()), name)
        });
        players
    }
}
