//! Fast answers compared with plain ones, over the boards of random games.

mod material;
mod mates;
mod noisy;
mod pawns;
mod position;
mod tries;

use super::*;

fn position(fen: &str) -> Position {
    fen.parse().expect("test position")
}

/// Calls `look` on every board of games of random moves from `fen`.
fn random_games(fen: &str, look: impl Fn(&Board)) {
    for game in 0..GAMES {
        let mut stream = darkforge_streams::open(1, "board tests", game);
        let mut board = position(fen).board().clone();
        for _ in 0..120 {
            look(&board);
            let legal = board.legal_moves();
            if legal.is_empty() {
                break;
            }
            board.play(legal[darkforge_streams::below(&mut stream, legal.len())]);
        }
    }
}

/// Random games from each of [`BUSY`].
const GAMES: u64 = 12;

const BUSY: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    // Promotions, and rooks that may both still castle.
    "r3k2r/1P4P1/8/2pP4/4pP2/8/1p4p1/R3K2R b KQkq f3 0 1",
    // Kings between lines of the enemy's pieces.
    "4k3/1b1rq1b1/2pnp3/8/3P4/2PNPB2/1B1RQR2/4K3 w - - 0 1",
];

/// The men of one side by the letters of a FEN.
fn men_of_letters(fen: &str, color: Color) -> Men {
    let mut men = Men::default();
    let placement = fen.split(' ').next().expect("the men");
    for (rank, row) in placement.split('/').enumerate() {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty;
                continue;
            }
            let role = Role::from_char(letter).expect("a man");
            if letter.is_ascii_uppercase() == color.is_white() {
                men[index(role)].add(Square::new(8 * (7 - rank as u32) + file));
            }
            file += 1;
        }
    }
    men
}
