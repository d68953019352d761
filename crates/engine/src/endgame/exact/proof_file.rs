//! Proof files: proofs as text, with a heading, claims and lines.
//!
//! ```text
//! darkforge proof krk
//! claim Kb1Ra1 fffffffffffcf8f8 28
//! Kc6Ra1 8000000000000000 1 a1a8
//! ```
//!
//! Men, squares of the king as 16 hexadecimal digits (bit 0 is a1, bit 63 is h8), own moves
//! to mate, and in lines the try.

use std::fmt::Write as _;
use std::io::{self, BufRead};

use super::{Claim, Ending, Line, Proof, ShowMen, read_men};
use darkforge_board::{Bitboard, Men};

const HEADING: &str = "darkforge proof ";
const CLAIM: &str = "claim ";

/// Error in a proof file.
#[derive(Debug, thiserror::Error)]
pub enum ReadProofError {
    /// It could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line has another form.
    #[error("line {line}: {problem}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// The right form in words.
        problem: String,
    },
}

/// The proof as text.
pub fn write(proof: &Proof) -> String {
    let mut text = format!("{HEADING}{}\n", proof.ending.name());
    for claim in &proof.claims {
        let (men, king) = (ShowMen(&claim.men), claim.king.0);
        // Writing to a string does not fail.
        let _ = writeln!(text, "{CLAIM}{men} {king:016x} {}", claim.moves);
    }
    for line in &proof.lines {
        let (men, king) = (ShowMen(&line.men), line.king.0);
        let _ = writeln!(text, "{men} {king:016x} {} {}", line.moves, line.asked);
    }
    text
}

/// Reads what [`write()`] wrote. The proof may be wrong: [`check`](super::check()) decides.
///
/// # Errors
/// If the text is not a proof.
pub fn read(text: impl BufRead) -> Result<Proof, ReadProofError> {
    let mut lines = (1..).zip(text.lines());
    let first = lines.next().map(|(_, line)| line).transpose()?;
    let first = first.unwrap_or_default();
    let ending = first.strip_prefix(HEADING).unwrap_or_default();
    let ending: Ending = ending.parse().map_err(|_| ReadProofError::Line {
        line: 1,
        problem: format!("the first line of a proof is \"{HEADING}krk\" or another ending"),
    })?;
    let mut proof = Proof {
        ending,
        claims: Vec::new(),
        lines: Vec::new(),
    };
    for (number, line) in lines {
        add(&mut proof, &line?).map_err(|problem| ReadProofError::Line {
            line: number,
            problem,
        })?;
    }
    Ok(proof)
}

fn add(proof: &mut Proof, line: &str) -> Result<(), String> {
    let claimed = line.strip_prefix(CLAIM);
    let words: Vec<&str> = claimed.unwrap_or(line).split(' ').collect();
    match (claimed, &words[..]) {
        (Some(_), [men, king, moves]) => {
            let (men, king, moves) = read_set(men, king, moves)?;
            proof.claims.push(Claim { men, king, moves });
        }
        (None, [men, king, moves, asked]) => {
            let (men, king, moves) = read_set(men, king, moves)?;
            let asked = asked.parse().map_err(|error| format!("{error}"))?;
            proof.lines.push(Line {
                men,
                king,
                moves,
                asked,
            });
        }
        _ => return Err("neither \"claim MEN KING MOVES\" nor \"MEN KING MOVES TRY\"".to_owned()),
    }
    Ok(())
}

fn read_set(men: &str, king: &str, moves: &str) -> Result<(Men, Bitboard, u16), String> {
    let men = read_men(men).map_err(|error| error.to_string())?;
    let squares = u64::from_str_radix(king, 16);
    let squares = squares.map_err(|_| format!("{king:?} are not 16 hexadecimal digits"))?;
    let moves = moves.parse();
    let moves = moves.map_err(|_| "moves are a number from 0 to 65535".to_owned())?;
    Ok((men, Bitboard(squares), moves))
}
