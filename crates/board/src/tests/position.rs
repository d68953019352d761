//! Positions: texts, boards, rights and repetition.

use super::*;

#[test]
fn repetition_counts_true_positions() {
    let mut p = Position::start();
    for _ in 0..2 {
        for m in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            p.play(m.parse().unwrap()).unwrap();
        }
    }
    assert_eq!(p.occurrences(), 3);
}

#[test]
fn a_lost_castling_right_is_another_position() {
    let mut p = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    for _ in 0..2 {
        for m in ["h1h2", "e8e7", "h2h1", "e7e8"] {
            p.play(m.parse().unwrap()).unwrap();
        }
    }
    assert_eq!(p.occurrences(), 2, "the first position still had the right");
}

#[test]
fn a_board_is_what_its_fen_says() {
    for fen in BUSY {
        random_games(fen, |board| {
            let fen = board.fen();
            let fields: Vec<&str> = fen.split(' ').collect();
            assert_eq!(board.turn().char().to_string(), fields[1], "{fen}");
            for color in SIDES {
                let men = men_of_letters(&fen, color);
                assert_eq!(board.men(color), men, "{fen}");
                assert_eq!(board.squares(color), squares_of(&men), "{fen}");
                assert_eq!(Some(board.king(color)), men[5].single_square(), "{fen}");
                let castling = board.castling(color);
                for (right, role) in [
                    (castling.kingside, Role::King),
                    (castling.queenside, Role::Queen),
                ] {
                    let letter = role.of(color).char();
                    assert_eq!(right, fields[2].contains(letter), "{fen}");
                }
                for square in Square::ALL {
                    let role = role_on(&men, square);
                    assert!(role.is_none() || board.role_at(square) == role, "{fen}");
                }
            }
            let both = SIDES.map(|color| board.squares(color));
            assert_eq!(board.occupied(), both[0] | both[1], "{fen}");
            let no_man = Square::ALL.map(|square| board.role_at(square).is_none());
            for (square, no_man) in Square::ALL.into_iter().zip(no_man) {
                assert_ne!(no_man, board.occupied().contains(square), "{fen}");
            }
            let en_passant = board.en_passant().map(|square| square.to_string());
            assert_eq!(en_passant.as_deref().unwrap_or("-"), fields[3], "{fen}");
            assert_eq!(format!("{board:?}"), format!("Board({fen})"));
            assert_eq!(position(&fen).fen().split(' ').next(), Some(fields[0]));
            // A diagram keeps rights, men and the passed square.
            let again = Diagram::from(board).board().expect("a board again");
            assert_eq!(
                again.fen().split(' ').take(4).collect::<Vec<_>>(),
                fields[..4]
            );
        });
    }
}

#[test]
fn a_position_is_its_board_with_a_past() {
    for fen in BUSY {
        random_games(fen, |board| {
            let now = Position::of_board(board);
            assert_eq!(now.board().fen(), board.fen());
            assert_eq!(now.fen(), board.fen());
            assert_eq!(format!("{now:?}"), format!("Position({})", board.fen()));
            assert_eq!(now.turn(), board.turn());
            assert_eq!(now.checkers(), board.checkers());
            assert_eq!(now.can_move(), !board.legal_moves().is_empty());
            assert!(
                now.legal_tries()
                    .eq(board.legal_moves().into_iter().map(as_try))
            );
            for color in SIDES {
                assert_eq!(now.men(color), board.men(color));
                assert_eq!(now.king(color), board.king(color));
                assert_eq!(now.castling(color), board.castling(color));
            }
        });
    }
}

#[test]
fn rights_that_the_men_rule_out_are_left_out() {
    let both = CastlingRights {
        kingside: true,
        queenside: true,
    };
    let kept = |fen: &str| {
        let men = SIDES.map(|color| men_of_letters(fen, color));
        let board = Board::set_up(&men, Color::White, [both; 2]).expect("a board");
        board.fen().split(' ').nth(2).map(str::to_owned)
    };
    let rights = [
        ("r3k2r/8/8/8/8/8/8/R3K2R", "KQkq"),
        ("r3k3/8/8/8/8/8/8/4K2R", "Kq"),
        ("r2k3r/8/8/8/8/8/8/R3K3", "Q"),
        ("4k3/8/8/8/8/8/8/R2K3R", "-"),
    ];
    for (fen, left) in rights {
        assert_eq!(kept(fen).as_deref(), Some(left), "{fen}");
    }
    let one = |letters: &str| SIDES.map(|color| men_of_letters(letters, color));
    let set_up = |men| Board::set_up(&men, Color::White, [CastlingRights::default(); 2]);
    assert!(set_up(one("4k3/8/8/8/8/8/8/4K3")).is_some());
    assert!(set_up(one("8/8/8/8/8/8/8/4K3")).is_none(), "no black king");
    let mut twice = one("4k3/8/8/8/8/8/8/4K3");
    twice[1][index(Role::Pawn)].add(Square::E1);
    assert!(set_up(twice).is_none(), "two men on e1");
}

#[test]
fn a_move_tells_what_it_did() {
    let done = |fen: &str, asked: &str| {
        let mut position = position(fen);
        let played = position.play(asked.parse().expect("a try"));
        (played.expect("a legal try"), position.quiet_plies())
    };
    let quiet = Played::default();
    let (played, plies) = done("4k3/8/8/8/8/8/8/4K2R w K - 7 20", "e1g1");
    assert_eq!((played, plies), (quiet, 8));
    let (played, plies) = done("4k3/8/8/8/8/8/4P3/4K3 w - - 7 20", "e2e4");
    assert_eq!((played, plies), (quiet, 0));
    let (played, _) = done("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q");
    let capture = Some((Square::B8, Role::Knight));
    let promotion = true;
    let expected = Played {
        capture,
        promotion,
        ..quiet
    };
    assert_eq!(played, expected);
    let (played, _) = done("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 2", "d4e3");
    let expected = Played {
        capture: Some((Square::E4, Role::Pawn)),
        en_passant: Some(Square::E3),
        ..quiet
    };
    assert_eq!(played, expected);
}

#[test]
fn texts_that_are_no_positions_are_refused_with_their_text() {
    for text in ["", "4k3/8 w", "8/8/8/8/8/8/8/4K3 w - - 0 1"] {
        let error = text.parse::<Position>().unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("'{text}' is not a legal position: ")),
            "{error}"
        );
    }
}

#[test]
fn a_drawing_has_a_line_for_each_rank() {
    let drawing = Position::start().drawing();
    let lines: Vec<&str> = drawing.lines().collect();
    assert_eq!(lines.len(), 8, "{drawing}");
    assert_eq!(lines[0].replace(' ', ""), "rnbqkbnr");
    assert_eq!(lines[7].replace(' ', ""), "RNBQKBNR");
}
