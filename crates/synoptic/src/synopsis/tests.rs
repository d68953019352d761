use super::*;
use crate::infostate::{Infostate, Stage};
use darkforge_board::{Color, SIDES, Square, Try};
use darkforge_recon::belief::{Hidden, Own};
use darkforge_recon::referee::{Position, revise};
use darkforge_streams as streams;

/// A set of positions that all have the same men of `color`, from positions in FEN.
fn set(color: Color, fens: &[&str]) -> Infostate {
    let mut state = Infostate::start(color);
    state.hidden.clear();
    for fen in fens {
        let position: Position = fen.parse().unwrap();
        let (own, other) = (darkforge_board::side(color), darkforge_board::side(!color));
        state.own = Own {
            color,
            men: position.men[own],
            castling: position.castling[own],
            passed: None,
        };
        state.hidden.push(Hidden::new(
            &position.men[other],
            position.castling[other],
            position.passed,
        ));
    }
    state
}

/// Two positions of White, which has sensed: a black pawn stands on d5 or d6, a queen on h4 or a5, the king on
/// e8 or g8, a knight on f3 in the second one alone.
fn drawn() -> Infostate {
    let mut state = set(
        Color::White,
        &[
            "r3k2r/8/8/3p4/4P2q/8/P3B3/R3K2R w KQkq - 0 1",
            "r4rk1/8/3p4/q7/4P3/5n2/P3B3/R3K2R w KQ - 0 1",
        ],
    );
    state.stage = Stage::Move;
    state.memory.last_from = 1 << Square::E2.to_u32();
    state.memory.last_to = 1 << Square::E4.to_u32();
    state.memory.own_capture = 1 << Square::E4.to_u32();
    state.memory.opposing_capture = 1 << Square::D5.to_u32();
    state.memory.previous = std::array::from_fn(|place| 1 << place);
    state
}

/// Squares by name.
fn squares(text: &str) -> u64 {
    let square = |name: &str| name.parse::<Square>().unwrap().to_u32();
    text.split_ascii_whitespace()
        .fold(0, |all, name| all | 1 << square(name))
}

/// Planes of the drawn set, except constants and some with many squares. Attacks of the other side (51 to 66) are also those of
/// python-chess.
const DRAWN: [(usize, &str); 82] = [
    (12, "a2 e4"),
    (13, ""),
    (14, "e2"),
    (15, "a1 h1"),
    (16, ""),
    (17, "e1"),
    (19, ""),
    (20, ""),
    (21, ""),
    (22, "a8"),
    (23, ""),
    (24, ""),
    (26, "d5 d6"),
    (27, "f3"),
    (28, ""),
    (29, "a8 h8 f8"),
    (30, "h4 a5"),
    (31, "e8 g8"),
    (32, "e2"),
    (33, "e4"),
    (34, "e4"),
    (35, "d5"),
    (
        36,
        "b1 c1 d1 e1 f1 g1 f2 e2 d2 f1 d1 a2 b3 d5 f5 d1 d3 c4 b5 a6 f1 f3 h2 h3 h4",
    ),
    (39, "d1 e1 f1"),
    (42, ""),
    (43, "d5"),
    (44, ""),
    (45, "d1 f1 d3 c4 b5 a6 f3"),
    (46, "d1 f1 d3 c4 b5 a6 f3 g4 h5"),
    (47, "b1 c1 d1 e1 f1 g1 a2 h2 h3 h4"),
    (48, "b1 c1 d1 e1 f1 g1 a2 h2 h3 h4 h5 h6 h7 h8"),
    (
        51,
        "e1 a2 h2 a3 a4 f4 h4 a5 g5 h5 a6 f6 a7 f7 h7 b8 c8 d8 e8 f8 g8 h8",
    ),
    (
        52,
        "e1 g1 h1 a2 d2 f2 h2 a3 c3 f3 g3 h3 a4 b4 c4 d4 e4 f4 g4 h4 a5 b5 c5 d5 e5 f5 g5 h5 \
         a6 b6 f6 h6 a7 c7 d7 e7 f7 g7 h7 a8 b8 c8 d8 e8 f8 g8 h8",
    ),
    (53, "d8 e8 f8"),
    (
        54,
        "e1 d2 e4 c5 e5 f5 g5 h5 a6 h6 a7 e7 f7 h7 a8 b8 c8 d8 e8 f8",
    ),
    (55, ""),
    (56, "c4 e4 c5 e5"),
    (57, ""),
    (58, "e1 g1 d2 h2 d4 h4 e5 g5"),
    (59, "e1 d8"),
    (60, "e1 d2 f2 c3 g3 b4 g5 b6 f6 c7 e7 d8"),
    (61, "a2 a3 a4 f4 a5 h5 a6 a7 b8 c8 d8 e8 f8 g8"),
    (
        62,
        "h1 a2 h2 a3 f3 h3 a4 e4 f4 g4 h4 a5 b5 c5 d5 e5 f5 g5 h5 a6 f6 h6 a7 f7 h7 a8 b8 c8 \
         d8 e8 f8 g8 h8",
    ),
    (
        63,
        "e1 g1 h1 a2 d2 f2 h2 a3 c3 f3 g3 h3 a4 b4 c4 d4 e4 f4 g4 h4 a5 b5 c5 d5 e5 f5 g5 h5 \
         a6 b6 f6 h6 a7 c7 e7 f7 h7 a8 b8 c8 d8 e8 f8 g8 h8",
    ),
    (
        64,
        "e1 g1 h1 a2 d2 f2 h2 a3 c3 f3 g3 h3 a4 b4 d4 e4 f4 g4 h4 a5 b5 c5 d5 e5 f5 g5 h5 a6 \
         b6 f6 h6 a7 c7 d7 e7 f7 g7 h7 a8 b8 c8 d8 e8 f8 g8 h8",
    ),
    (65, "e8 g8"),
    (
        66,
        "e1 g1 h1 a2 d2 f2 h2 a3 c3 g3 h3 a4 b4 d4 e4 f4 g4 h4 a5 b5 c5 d5 e5 f5 g5 h5 a6 b6 \
         f6 h6 a7 c7 d7 e7 f7 g7 h7 b8 c8 d8 e8 f8 g8 h8",
    ),
    (67, "a8 h8"),
    (69, "d1 d2 e2 f2 f1"),
    (70, "c2 d3 f3 g2"),
    (71, ""),
    (72, "f3"),
    (73, "d2 c3 b4 a5 f2 g3 h4"),
    (74, ""),
    (75, "h4 a5"),
    (76, "b1 c1 d1 a1 e2 f1 g1 h1"),
    (77, ""),
    (78, ""),
    (79, "a2 e4 e2 a1 h1 e1"),
    (81, "a1 h1"),
    (82, "c1 g1"),
    (83, "c1 g1"),
    (84, ""),
    (85, ""),
    (86, "a1"),
    (87, "b1"),
    (88, "c1"),
    (89, "d1"),
    (90, "e1"),
    (91, "f1"),
    (92, "g1"),
    (93, "h1"),
    (94, "a2"),
    (95, "b2"),
    (96, "c2"),
    (97, "d2"),
    (98, "e2"),
    (99, "f2"),
    (100, "g2"),
    (101, "h2"),
    (102, "a3"),
    (103, "b3"),
];

/// Two positions in which the men of [`drawn`] that leave planes empty stand: a knight and a queen of White, and a knight, a
/// bishop and a rook of Black that all attack the king. A pawn stands on a6 or a7.
fn attacked() -> Infostate {
    set(
        Color::White,
        &[
            "q3k3/p7/8/4p3/3Pr2b/2Q2n2/6P1/1N2K2R w K - 0 1",
            "q3k3/8/p7/4p3/3Pr2b/2Q2n2/6P1/1N2K2R w K - 0 1",
        ],
    )
}

/// Planes of the attacked set that are empty in the drawn one.
const ATTACKED: [(usize, &str); 18] = [
    (13, "b1"),
    (16, "c3"),
    (19, "e5"),
    (20, "f3"),
    (21, "h4"),
    (23, "a8"),
    (24, "e8"),
    (28, "h4"),
    (42, "e5 f3"),
    (44, "a3 c3 d2"),
    (55, "d4 f4"),
    (57, "d2 d4 e1 e5 g1 g5 h2 h4"),
    (71, "f3"),
    (74, "h4"),
    (77, "e4"),
    (78, "e4"),
    (84, "a3 b3 d3 e3 f3 g3 h3 c1 c2 c4 c5 c6 c7 c8"),
    (85, "a1 b2 d2 e1 a5 b4 d4"),
];

fn assert_planes(state: &Infostate, table: &[(usize, &str)]) {
    let synopsis = Synopsis::of(state);
    for &(plane, text) in table {
        let has = synopsis.planes[plane];
        let wanted = squares(text);
        let board = |squares: u64| format!("{:?}", darkforge_board::Bitboard(squares));
        assert_eq!(
            has,
            wanted,
            "{plane} {}\n{}\n{}",
            PLANES[plane].name,
            board(has),
            board(wanted)
        );
    }
}

#[test]
fn planes_of_a_drawn_set_are_these_squares() {
    assert_planes(&drawn(), &DRAWN);
}

#[test]
fn planes_of_an_attacked_set_are_these_squares() {
    assert_planes(&attacked(), &ATTACKED);
    assert_eq!(
        Synopsis::of(&attacked()).planes[18],
        !squares("a6 a7 a8 e8 e5 e4 f3 h4")
    );
}

#[test]
fn planes_with_many_squares_of_the_drawn_set() {
    let planes = Synopsis::of(&drawn()).planes;
    assert_eq!(planes[10], !0, "has sensed");
    assert_eq!(planes[11], !squares("a2 e4 e2 a1 h1 e1"));
    assert_eq!(planes[18], !squares("a8 e8 h8 d5 h4 f8 g8 d6 a5 f3"));
    assert_eq!(planes[25], !squares("a8"));
    // The rook attacks h5 to h8 where no queen stands on h4, and the bishop h5 where no knight stands on f3.
    assert_eq!(planes[38] & !planes[37], squares("g4 h6 h7 h8"));
    assert_eq!(planes[37] & !planes[36], squares("h5"));
    assert_eq!(planes[40], planes[39]);
    assert_eq!(planes[41], planes[39]);
    assert_eq!(planes[49] | squares("d1 d2 e2 f2 f1"), planes[38]);
    assert_eq!(planes[50] | squares("b3 d5 f5"), planes[38]);
    assert_eq!(planes[68], !squares("f3 h4 a5 d5 d6 e8 f8 g8 h8"));
    assert_eq!(
        planes[80],
        !squares("a2 e4 e2 a1 h1 e1 a8 e8 h8 d5 h4 f8 g8 d6 a5 f3")
    );
}

#[test]
fn constants_are_in_the_view_of_the_side() {
    let planes = Synopsis::of(&Infostate::start(Color::Black)).planes;
    assert_eq!(planes[..2], [0xf0f0_f0f0_f0f0_f0f0, 0x0f0f_0f0f_0f0f_0f0f]);
    assert_eq!(planes[2..4], [0xffff_ffff, 0xffff_ffff_0000_0000]);
    assert_eq!(
        planes[4..8],
        [
            0xff,
            0xff << 56,
            0x0101_0101_0101_0101,
            0x8080_8080_8080_8080
        ]
    );
    assert_eq!(planes[8] & 1, 1, "a1 is dark");
    assert_eq!(planes[8], !planes[9]);
    assert_eq!(planes[12], 0xff00, "own pawns on the second rank");
}

#[test]
fn every_plane_has_a_name_of_its_own() {
    let mut names: Vec<&str> = PLANES.iter().map(|plane| plane.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), COUNT);
}

#[test]
fn the_fast_planes_are_the_plain_ones_in_random_games() {
    for seed in 0..6 {
        let mut stream = streams::open(seed, "synopsis test", 0);
        let mut states = SIDES.map(Infostate::start);
        for ply in 0..60 {
            let mover = ply % 2;
            let truth = crate::infostate::packed(&states[1 - mover].own);
            states[mover].sense(Square::new(streams::below(&mut stream, 64) as u32), &truth);
            for state in &states {
                let fast = Synopsis::of(state).planes;
                for (place, plane) in PLANES.iter().enumerate() {
                    assert_eq!(fast[place], plane.of(state), "{place} {}", plane.name);
                }
                assert_eq!(remembered(state)[..14], unflipped(state, &fast)[..14]);
            }
            let own = states[mover].own;
            let others = states[1 - mover].own.squares();
            let passed = states[1 - mover].own.passed;
            let side = own.side(others, passed);
            let mut steps: Vec<Try> = Vec::new();
            side.each(|step| steps.push(step.asked()));
            if steps.is_empty() {
                break;
            }
            let asked = steps[streams::below(&mut stream, steps.len())];
            let taken = revise(&side, asked);
            let capture = taken.and_then(|taken| taken.capture);
            states[mover].moved(Some(asked), taken);
            let truth = crate::infostate::packed(&states[mover].own);
            states[1 - mover].enemy_moved(capture, Some(truth), 40, &mut stream);
            if states.iter().any(|state| state.own.men[5].is_empty()) {
                break;
            }
            for mover in 0..2 {
                let truth = crate::infostate::packed(&states[1 - mover].own);
                let state = &states[mover];
                assert!(
                    state.hidden.iter().any(|hidden| hidden.is(&truth)),
                    "the truth is lost"
                );
                assert!(state.hidden.len() <= 40);
            }
        }
    }
}

/// Planes 18 to 35 as squares of the board.
fn unflipped(state: &Infostate, planes: &[u64; COUNT]) -> Vec<u64> {
    let turn = |plane: &u64| state.color().fold_wb(*plane, plane.swap_bytes());
    planes[18..36].iter().map(turn).collect()
}
