//! Practice games against a lone king from drawn positions: for tests, tables and training.
//!
//! ```
//! use darkforge_research::practice;
//!
//! let mut stream = darkforge_streams::open(1, "practice", 0);
//! let position = practice::place("KR", &mut stream);
//! assert!(practice::unseen(&position).any());
//! ```

use darkforge_board::{
    Bitboard, Color, Position, Square, Try, attacked_by, king_attacks, squares_of,
};
use darkforge_engine::endgame::LoneKing;
use darkforge_kriegspiel::umpire::{Answer, Ending, ICC, Question, Umpire};
use darkforge_streams::{self as streams, Stream};

/// Models of the lone king. All except the first see the whole board, unlike any player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KingModel {
    /// Moves to any square.
    Random,
    /// Captures when it can, otherwise goes to the centre.
    Greedy,
    /// Captures when it can, otherwise keeps its freedom and its distance.
    Evasive,
    /// Random or greedy, drawn for each move.
    Fickle,
}

/// Plies after which a practice game is stopped; the fifty-move rule comes long before.
const PLY_LIMIT: u32 = 2000;

/// Own men for one game, as letters with the king first; `*` draws several pieces, `+` several
/// pieces and pawns.
pub fn material(name: &str, stream: &mut Stream) -> String {
    let pawns = name == "+";
    if name != "*" && !pawns {
        return name.to_owned();
    }
    let mut men = String::from("K");
    for (letter, below) in [('Q', 4), ('R', 3), ('B', 3), ('N', 3)] {
        for _ in 0..streams::below(stream, below) {
            men.push(letter);
        }
    }
    if pawns {
        for _ in 0..=streams::below(stream, 5) {
            men.push('P');
        }
    } else if men.len() < 3 {
        men.push('Q');
    }
    men
}

/// White's `men` and Black's king on random squares, White to move: a legal position in
/// which White can move. Two bishops stand on squares of both colours.
pub fn place(men: &str, stream: &mut Stream) -> Position {
    loop {
        let mut board = [None; 64];
        let mut dark_bishop = None;
        for man in men.chars().chain(['k']) {
            let square = loop {
                let square = streams::below(stream, 64);
                let pawn = man == 'P' && !(8..56).contains(&square);
                let same = man == 'B' && dark_bishop == Some(is_dark(square));
                if board[square].is_none() && !pawn && !same {
                    break square;
                }
            };
            if man == 'B' {
                dark_bishop = Some(is_dark(square));
            }
            board[square] = Some(man);
        }
        if let Some(position) = legal(&board) {
            return position;
        }
    }
}

fn is_dark(square: usize) -> bool {
    Bitboard::DARK_SQUARES.contains(Square::new(square as u32))
}

fn legal(board: &[Option<char>; 64]) -> Option<Position> {
    let rank = |rank: usize| -> String {
        let squares = board[8 * rank..8 * rank + 8].iter();
        squares.map(|man| man.unwrap_or('1')).collect()
    };
    let ranks: Vec<String> = (0..8).rev().map(rank).collect();
    let position: Position = format!("{} w - - 0 1", ranks.join("/")).parse().ok()?;
    position.can_move().then_some(position)
}

/// Squares where Black's king could stand, White to move: the greatest uncertainty.
pub fn unseen(position: &Position) -> Bitboard {
    !(attacked(position) | squares_of(&position.men(Color::White)))
}

/// Squares that White attacks. The lone king blocks no line, because the squares behind it are
/// still attacked after its step.
pub fn attacked(position: &Position) -> Bitboard {
    let men = position.men(Color::White);
    attacked_by(&men, Color::White, squares_of(&men))
}

impl KingModel {
    /// The king's move.
    ///
    /// # Panics
    /// If it has no move.
    pub fn choose(self, position: &Position, stream: &mut Stream) -> Try {
        let greedy = match self {
            KingModel::Random => false,
            KingModel::Fickle => streams::below(stream, 2) == 0,
            KingModel::Greedy | KingModel::Evasive => true,
        };
        let legal: Vec<Try> = position.legal_tries().collect();
        if !greedy {
            return legal[streams::below(stream, legal.len())];
        }
        streams::one_of_best(stream, &legal, |asked| self.liking(position, *asked))
    }

    fn liking(self, position: &Position, asked: Try) -> u32 {
        if squares_of(&position.men(Color::White)).contains(asked.to) {
            return 1000;
        }
        let (file, rank) = (asked.to.file() as u32, asked.to.rank() as u32);
        let centre = file.min(7 - file).min(rank).min(7 - rank);
        if self != KingModel::Evasive {
            return centre;
        }
        let freedom = king_attacks(asked.to) & !attacked(position);
        let distance = position.king(Color::White).distance(asked.to);
        10 * centre + 4 * freedom.count() as u32 + 2 * distance
    }
}

/// The course of a practice game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Practised {
    /// Its end.
    pub ending: Ending,
    /// Own moves.
    pub moves: u32,
    /// Own tries, refused ones included.
    pub tries: u32,
}

/// A game of `lone`, which knows that the king is on one of `known`, against `king` from `start`.
/// `turn` is called before each first try of a turn, and may replace the best try of `lone`.
///
/// # Panics
/// If the true king is outside the squares possible for `lone`, which is a bug.
pub fn play(
    lone: &mut LoneKing,
    king: KingModel,
    start: Position,
    known: Bitboard,
    stream: &mut Stream,
    turn: &mut dyn FnMut(&mut LoneKing, &mut Stream) -> Option<Try>,
) -> Practised {
    lone.meet(&start.men(Color::White), known);
    let mut umpire = Umpire::from_position(&ICC, PLY_LIMIT, start);
    let (mut moves, mut tries) = (0, 0);
    let (mut possible, mut values) = (Vec::new(), Vec::new());
    let mut first = true;
    let ending = loop {
        if let Some(outcome) = umpire.outcome() {
            break outcome.ending;
        }
        let position = umpire.position();
        if umpire.turn() == Color::Black {
            let asked = king.choose(position, stream);
            if let Ok(Answer::Played(said)) = umpire.ask(Question::Try(asked))
                && let Some(capture) = said.capture
            {
                lone.captured(capture.square);
            }
            continue;
        }
        let truth = position.king(Color::Black);
        assert!(
            lone.king().contains(truth),
            "the king on {truth} is thought impossible in {}",
            position.fen()
        );
        let instead = if first { turn(lone, stream) } else { None };
        let asked = instead.unwrap_or_else(|| {
            lone.moves(&mut possible);
            lone.values(&possible, &mut values);
            best(&possible, &values)
        });
        let Ok(answer) = umpire.ask(Question::Try(asked)) else {
            unreachable!("the game is on");
        };
        tries += 1;
        first = answer != Answer::Refused;
        moves += u32::from(first);
        lone.own_try(asked, &answer);
    };
    Practised {
        ending,
        moves,
        tries,
    }
}

/// The first of the best moves.
fn best(moves: &[Try], values: &[f64]) -> Try {
    let better = |best: usize, at: usize| if values[at] > values[best] { at } else { best };
    moves[(0..moves.len()).reduce(better).unwrap_or_default()]
}

/// The square of the true king and all within `steps` of it that are possible.
pub fn around(position: &Position, steps: u32) -> Bitboard {
    let king = position.king(Color::Black);
    let near = |square: &Square| square.distance(king) <= steps;
    unseen(position)
        .into_iter()
        .filter(near)
        .fold(Bitboard::EMPTY, Bitboard::with)
}
