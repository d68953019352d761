//! Material, roles and piece-square tables.

use super::*;

#[test]
fn material_lists_the_king_first() {
    assert_eq!(
        material(&Position::start().men(Color::White)),
        "KQRRBBNNPPPPPPPP"
    );
}

#[test]
fn material_is_named_by_its_letters() {
    let men = |placement: &str| men_of_letters(placement, Color::White);
    let endings = [
        ("K", "4K3"),
        ("KQ", "Q3K3"),
        ("KRR", "R3K2R"),
        ("KBN", "1N2KB2"),
        ("KPPP", "K7/PPP5"),
    ];
    for (letters, placement) in endings {
        assert_eq!(material(&men(placement)), letters);
        for (others, _) in endings {
            assert_eq!(is_material(&men(placement), others), letters == others);
        }
    }
    let two_rooks = men("R3K2R");
    assert!(!is_material(&two_rooks, "KRB"), "as many men, and another");
    assert!(!is_material(&two_rooks, "KR"), "one too few");
    assert!(!is_material(&two_rooks, "KR?"), "no man");
    assert!(is_material(&two_rooks, "RKR"), "in any order");
    assert!(!is_material(&men("K7"), "Q"));
}

#[test]
fn dead_material_is_known() {
    for (fen, dead) in [
        ("8/8/4k3/8/8/3KB3/8/8 w - - 0 1", true),
        ("8/8/4k3/8/8/3KBN2/8/8 w - - 0 1", false),
    ] {
        assert_eq!(
            position(fen).board().is_insufficient_material(),
            dead,
            "{fen}"
        );
    }
}

#[test]
fn roles_and_sides_are_numbered_in_their_order() {
    assert_eq!(ROLES.map(index), [0, 1, 2, 3, 4, 5]);
    assert_eq!(SIDES.map(side), [0, 1]);
    let men = Position::start().men(Color::Black);
    assert_eq!(role_on(&men, Square::D8), Some(Role::Queen));
    assert_eq!(role_on(&men, Square::D1), None);
}

#[test]
fn piece_square_tables_are_the_published_ones() {
    let value = |role, square, ending| piece_square_value(role, Color::White, square, ending);
    for role in ROLES {
        for ending in [false, true] {
            for square in Square::ALL {
                let here = value(role, square, ending);
                let black = piece_square_value(role, Color::Black, square.flip_vertical(), ending);
                assert_eq!(here, black, "Black sees its own board: {role:?} {square}");
                let mirrored = value(role, square.flip_horizontal(), ending);
                let is_even = role != Role::Queen;
                assert!(!is_even || here == mirrored, "{role:?} {square}");
            }
        }
    }
    // Sums of the tables in their source, of the king's two tables in the last row.
    for (role, sum, in_ending) in [
        (Role::Pawn, 660, 660),
        (Role::Knight, -810, -810),
        (Role::Bishop, -140, -140),
        (Role::Rook, 30, 30),
        (Role::Queen, -185, -185),
        (Role::King, -1460, -640),
    ] {
        for (ending, sum) in [(false, sum), (true, in_ending)] {
            let values = Square::ALL.map(|square| value(role, square, ending));
            assert_eq!(values.iter().sum::<i32>(), sum, "{role:?}");
        }
    }
    // Files count from a and ranks from 1.
    assert_eq!(value(Role::Pawn, Square::D7, false), 50);
    assert_eq!(value(Role::Pawn, Square::D4, false), 20);
    assert_eq!(value(Role::Queen, Square::C2, false), 5);
    assert_eq!(value(Role::King, Square::G1, false), 30);
    assert_eq!(value(Role::King, Square::G1, true), -30);
}
