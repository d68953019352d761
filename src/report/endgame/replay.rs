//! One game of an ending, move by move, with the squares where the king could stand: as
//! text, and as one SVG page.

use std::fmt::Write as _;

use darkforge_board::{Men, Role, Square, role_on};
use darkforge_kriegspiel::umpire::Direction;
use darkforge_research::laboratory::{Answer, Step};

/// Pixels of a square, boards in a row, and pixels from one board to the next.
const SIDE: usize = 30;
/// See [`SIDE`].
const IN_A_ROW: usize = 5;
/// See [`SIDE`].
const STEP: (usize, usize) = (270, 296);

/// The umpire's answer to a last try that ended the game.
const OVER: &str = "the end";

/// The game as text, a board for each try: own men as letters, `k` the true king, `x` its other
/// possible squares.
pub fn text(steps: &[Step]) -> String {
    let mut text = String::new();
    for (number, step) in steps.iter().enumerate() {
        let _ = writeln!(text, "{}", caption(number, step));
        for rank in (0..8).rev() {
            let squares = (0..8).map(|file| Square::new(8 * rank + file));
            let row: Vec<String> = squares.map(|square| letter(step, square)).collect();
            let _ = writeln!(text, "  {} {}", rank + 1, row.join(" "));
        }
        text += "    a b c d e f g h\n\n";
    }
    text
}

fn letter(step: &Step, square: Square) -> String {
    match role_on(&step.before.own, square) {
        Some(role) => role.upper_char().to_string(),
        None if step.king == square => "k".to_owned(),
        None if step.before.king.contains(square) => "x".to_owned(),
        None => ".".to_owned(),
    }
}

fn caption(number: usize, step: &Step) -> String {
    format!(
        "{}. {} ({}); {} squares, value {:.1}",
        number + 1,
        step.asked,
        said(step.answer),
        step.before.king.count(),
        step.value
    )
}

/// The umpire's words.
fn said(answer: Option<Answer>) -> String {
    match answer {
        None => OVER.to_owned(),
        Some(Answer::Refused) => "refused".to_owned(),
        Some(Answer::Played(checks)) if !checks.any() => "silence".to_owned(),
        Some(Answer::Played(checks)) => {
            let names: Vec<&str> = checks.iter().map(name).collect();
            format!("check, {}", names.join(" and "))
        }
    }
}

fn name(direction: Direction) -> &'static str {
    match direction {
        Direction::Rank => "rank",
        Direction::File => "file",
        Direction::Long => "long diagonal",
        Direction::Short => "short diagonal",
        Direction::Knight => "knight",
    }
}

/// The game as an SVG page: a board for each try.
pub fn svg(title: &str, steps: &[Step]) -> String {
    let rows = steps.len().div_ceil(IN_A_ROW).max(1);
    let (width, height) = (IN_A_ROW * STEP.0 + 20, rows * STEP.1 + 60);
    let mut page = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"DejaVu Sans, Verdana, sans-serif\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"16\" y=\"32\" font-size=\"20\">{title}</text>\n"
    );
    for (number, step) in steps.iter().enumerate() {
        let (left, top) = (
            16 + number % IN_A_ROW * STEP.0,
            74 + number / IN_A_ROW * STEP.1,
        );
        let words = format!("{}. {} ({})", number + 1, step.asked, said(step.answer));
        let _ = writeln!(
            page,
            "<g transform=\"translate({left} {top})\">\n<text y=\"-8\" font-size=\"13\">{words}</text>"
        );
        for square in 0..64 {
            board_square(&mut page, step, Square::new(square));
        }
        let (from, to) = (middle(step.asked.from), middle(step.asked.to));
        let _ = writeln!(
            page,
            "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"#0072b2\" stroke-width=\"3\" \
             stroke-opacity=\"0.7\"/>\n</g>",
            from.0, from.1, to.0, to.1
        );
    }
    page + "</svg>\n"
}

/// The middle of a square, White at the bottom.
fn middle(square: Square) -> (usize, usize) {
    let (file, rank) = (square as usize % 8, square as usize / 8);
    (file * SIDE + SIDE / 2, (7 - rank) * SIDE + SIDE / 2)
}

fn board_square(page: &mut String, step: &Step, square: Square) {
    let (x, y) = middle(square);
    let light = (square as usize % 8 + square as usize / 8) % 2 == 1;
    let possible = step.before.king.contains(square);
    let colour = match (possible, light) {
        (true, true) => "#f3c6a5",
        (true, false) => "#e0a47c",
        (false, true) => "#f2ecde",
        (false, false) => "#cdbea5",
    };
    let _ = writeln!(
        page,
        "<rect x=\"{}\" y=\"{}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{colour}\"/>",
        x - SIDE / 2,
        y - SIDE / 2
    );
    let sign = if square == step.king {
        Some('♚')
    } else {
        man(&step.before.own, square)
    };
    if let Some(sign) = sign {
        let _ = writeln!(
            page,
            "<text x=\"{x}\" y=\"{}\" font-size=\"26\" text-anchor=\"middle\">{sign}</text>",
            y + 9
        );
    }
}

/// The sign of White's man on a square.
fn man(own: &Men, square: Square) -> Option<char> {
    role_on(own, square).map(|role| match role {
        Role::King => '♔',
        Role::Queen => '♕',
        Role::Rook => '♖',
        Role::Bishop => '♗',
        Role::Knight => '♘',
        Role::Pawn => '♙',
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_research::laboratory::{Ending, State};

    #[test]
    fn a_step_shows_men_the_king_and_where_else_it_could_be() {
        let start = Ending::Krk.read_start("Kb1 Ra1 kh8").unwrap();
        let step = Step {
            before: State::unseen(&start.own),
            king: start.king,
            asked: "a1a8".parse().unwrap(),
            answer: Some(Answer::Refused),
            value: 1.0,
        };
        let shown = text(&[step]);
        assert!(shown.contains("1. a1a8 (refused); 52 squares"), "{shown}");
        assert!(shown.contains("8 . x x x x x x k"), "{shown}");
        assert!(shown.contains("1 R K . x x x x x"), "{shown}");
        let page = svg("One game", &[step]);
        assert!(page.contains("♖") && page.trim_end().ends_with("</svg>"));
    }
}
