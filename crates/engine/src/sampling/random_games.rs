//! Random games (Ciancarini and Favini 2009, 2010, approach A): a tree of own tries and the umpire's
//! messages, in which each simulation has a whole board, and leaves are valued by the results of random
//! games to the end.
//!
//! ```
//! use darkforge_board::Board;
//! use darkforge_engine::sampling::RandomGames;
//!
//! let mut tree = RandomGames::new(100, darkforge_streams::open(1, "random games", 0));
//! for _ in 0..200 {
//!     tree.simulate(&Board::start());
//! }
//! let values = tree.values(&["e2e4".parse()?, "e2e5".parse()?]);
//! assert!(values[0].is_some_and(|share| share > 0.0 && share < 1.0));
//! assert_eq!(values[1], None, "not legal on any board");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::messages::Heard;
use darkforge_board::{Board, Move, Role, Try, as_try};
use darkforge_streams::{self as streams, Stream};

/// Weight of the bonus of tries with few visits, in results (UCB1: the square root of 2).
const CURIOSITY: f32 = 1.41;
/// Greatest depth of nodes in own moves.
const DEEPEST: usize = 24;
/// Plies without a capture or a pawn move after which a random game is drawn.
const QUIET: u32 = 100;

/// A try in a node.
#[derive(Clone, Debug)]
struct Edge {
    asked: Try,
    /// Simulations in which it was legal.
    offered: f32,
    visits: f32,
    /// Sum of results: 1, 1/2, 0.
    sum: f32,
    children: Vec<(Heard, usize)>,
}

/// The tree below the present turn.
#[derive(Debug)]
pub struct RandomGames {
    /// The tries of each node.
    nodes: Vec<Vec<Edge>>,
    /// Greatest number of own moves of a random game; then it is drawn.
    moves: u32,
    stream: Stream,
}

impl RandomGames {
    /// An empty tree whose random games have at most `moves` own moves.
    pub fn new(moves: u32, stream: Stream) -> RandomGames {
        RandomGames {
            nodes: vec![Vec::new()],
            moves,
            stream,
        }
    }

    /// Forgets the tree, for another turn.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Vec::new());
    }

    /// One simulation on `board`, on which it is our turn.
    pub fn simulate(&mut self, board: &Board) {
        let mut now = board.clone();
        let mut path: Vec<(usize, usize)> = Vec::with_capacity(DEEPEST);
        let mut at = 0;
        let result = loop {
            let legal = now.legal_moves();
            if legal.is_empty() {
                break over(&now, true);
            }
            let (edge, played) = self.select(at, legal.as_slice());
            path.push((at, edge));
            let captured = played.capture().map(|role| role == Role::Pawn);
            now.play(played);
            let replies = now.legal_moves();
            if replies.is_empty() {
                break over(&now, false);
            }
            let reply = replies[streams::below(&mut self.stream, replies.len())];
            now.play(reply);
            let heard = Heard {
                captured,
                lost: reply.capture().map(|_| as_try(reply).to),
                in_check: now.is_in_check(),
                tries: now.pawn_captures() > 0,
            };
            let children = &self.nodes[at][edge].children;
            match children.iter().find(|child| child.0 == heard) {
                Some(&(_, child)) if path.len() < DEEPEST => at = child,
                _ => {
                    let place = self.nodes.len();
                    self.nodes.push(Vec::new());
                    self.nodes[at][edge].children.push((heard, place));
                    break play_out(now, self.moves, &mut self.stream);
                }
            }
        };
        for (node, edge) in path {
            let edge = &mut self.nodes[node][edge];
            edge.visits += 1.0;
            edge.sum += result;
        }
    }

    /// The legal move with the best bound; one without visits comes first. A move that is not legal on
    /// this board would be refused and costs nothing.
    fn select(&mut self, at: usize, legal: &[Move]) -> (usize, Move) {
        let edges = &mut self.nodes[at];
        let mut fresh = Vec::new();
        let mut best: Option<(f32, usize, Move)> = None;
        for &m in legal {
            let asked = as_try(m);
            let found = edges.iter().position(|edge| edge.asked == asked);
            let place = found.unwrap_or_else(|| {
                edges.push(Edge {
                    asked,
                    offered: 0.0,
                    visits: 0.0,
                    sum: 0.0,
                    children: Vec::new(),
                });
                edges.len() - 1
            });
            let edge = &mut edges[place];
            edge.offered += 1.0;
            if edge.visits <= 0.0 {
                fresh.push((place, m));
                continue;
            }
            let doubt = libm::sqrtf(libm::logf(edge.offered) / edge.visits);
            let bound = edge.sum / edge.visits + CURIOSITY * doubt;
            if best.is_none_or(|(highest, ..)| bound > highest) {
                best = Some((bound, place, m));
            }
        }
        match best {
            Some((_, place, m)) if fresh.is_empty() => (place, m),
            _ => fresh[streams::below(&mut self.stream, fresh.len())],
        }
    }

    /// Mean result of each of `tries`; `None` for those without a simulation.
    pub fn values(&self, tries: &[Try]) -> Vec<Option<f32>> {
        let value = |asked: &Try| {
            let edge = self.nodes[0].iter().find(|edge| edge.asked == *asked)?;
            (edge.visits > 0.0).then(|| edge.sum / edge.visits)
        };
        tries.iter().map(value).collect()
    }
}

/// Result for us of a game in which the side to move, ours or the enemy's, has no move.
fn over(board: &Board, ours: bool) -> f32 {
    match (board.is_in_check(), ours) {
        (false, _) => 0.5,
        (true, true) => 0.0,
        (true, false) => 1.0,
    }
}

/// Plays random moves of both sides from our turn on `now`; returns the result for us.
fn play_out(mut now: Board, moves: u32, stream: &mut Stream) -> f32 {
    let mut quiet = 0;
    for ply in 0..2 * moves {
        let legal = now.legal_moves();
        if legal.is_empty() {
            return over(&now, ply % 2 == 0);
        }
        let drawn = legal[streams::below(stream, legal.len())];
        let progress = drawn.is_capture() || drawn.role() == Role::Pawn;
        quiet = if progress { 0 } else { quiet + 1 };
        now.play(drawn);
        if quiet >= QUIET || now.is_insufficient_material() {
            return 0.5;
        }
    }
    0.5
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::Position;

    fn values(fen: &str, games: u32, tries: &[&str]) -> Vec<Option<f32>> {
        let position: Position = fen.parse().unwrap();
        let mut tree = RandomGames::new(40, streams::open(3, "random games", 0));
        for _ in 0..games {
            tree.simulate(position.board());
        }
        let tries: Vec<Try> = tries.iter().map(|text| text.parse().unwrap()).collect();
        tree.values(&tries)
    }

    #[test]
    fn a_mate_is_worth_a_game_and_a_stalemate_half_of_one() {
        let mate = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1";
        assert_eq!(values(mate, 300, &["e1e8"]), [Some(1.0)]);
        let stalemate = "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1";
        assert_eq!(values(stalemate, 300, &["f1f7"]), [Some(0.5)]);
    }

    #[test]
    fn the_same_stream_gives_the_same_values() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let both = [0, 1].map(|_| values(start, 60, &["e2e4", "a2a3"]));
        assert_eq!(both[0], both[1]);
    }
}
