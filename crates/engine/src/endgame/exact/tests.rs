//! The solver compared with a plain search over single squares, and the checker on proofs with
//! errors.

use std::collections::BTreeMap;

use super::*;
use darkforge_board::{
    Bitboard, Board, CastlingRights, Color, Men, Role, Square, Try, as_try, captured_by, index,
};
use darkforge_kriegspiel::umpire::Direction;
use darkforge_streams as streams;

fn grown(ending: Ending, moves: u16) -> Solver {
    let mut solver = Solver::new(ending);
    for _ in 0..moves {
        solver.grow();
    }
    solver
}

/// White to move, Black's king on `king`.
fn board(men: &Men, king: Square) -> Board {
    let mut black: Men = [Bitboard::EMPTY; 6];
    black[index(Role::King)].add(king);
    let castling = [CastlingRights::default(); 2];
    Board::set_up(&[*men, black], Color::White, castling).unwrap()
}

/// The umpire's answer to a try for every square of the king, and the king's possible squares after
/// it. `None` is a refusal.
type Told = BTreeMap<Option<Vec<u8>>, Bitboard>;

/// Answers to `asked`; nothing if it draws somewhere or is refused everywhere.
fn told(men: &Men, king: Bitboard, asked: Try) -> Option<(Told, Men)> {
    let (mut told, mut after) = (Told::new(), None);
    for square in king {
        let mut board = board(men, square);
        let Some(found) = board.legal_move(asked) else {
            told.entry(None).or_default().add(square);
            continue;
        };
        let mates = board.is_mate(found);
        board.play(found);
        after = Some(board.men(Color::White));
        let replies = board.legal_moves();
        if mates {
            continue;
        }
        if replies.is_empty() || replies.iter().any(|&reply| captured_by(reply).is_some()) {
            return None;
        }
        let checks = board.checkers().into_iter();
        let checks = checks.map(|checker| Direction::of_check(square, checker) as u8);
        let mut checks: Vec<u8> = checks.collect();
        checks.sort_unstable();
        let reach = told.entry(Some(checks)).or_default();
        *reach |= replies.iter().map(|reply| reply.to()).collect::<Bitboard>();
    }
    Some((told, after?))
}

/// Whether White mates for certain in `moves` moves: all tries, all answers.
fn mates(men: &Men, king: Bitboard, moves: u16) -> bool {
    if king.is_empty() || moves == 0 {
        return king.is_empty();
    }
    let mut tries: Vec<Try> = king
        .into_iter()
        .flat_map(|square| board(men, square).legal_moves())
        .map(as_try)
        .collect();
    tries.sort_unstable();
    tries.dedup();
    tries.into_iter().any(|asked| {
        told(men, king, asked).is_some_and(|(told, after)| {
            told.iter().all(|(answer, &squares)| match answer {
                None => mates(men, squares, moves),
                Some(_) => mates(&after, squares, moves - 1),
            })
        })
    })
}

#[test]
fn short_mates_are_those_of_plain_search() {
    let mut stream = streams::open(1, "test", 0);
    for (ending, samples, deep) in [
        (Ending::Rook, 2, 3),
        (Ending::Rook, 20, 2),
        (Ending::Queen, 10, 2),
        (Ending::TwoBishops, 10, 2),
    ] {
        let solver = grown(ending, deep + 1);
        let wide = solver.widest();
        for _ in 0..samples {
            // Squares of a won set, and often one more.
            let won = wide[streams::below(&mut stream, wide.len())];
            let more = Square::new(streams::below(&mut stream, 64) as u32);
            let open = Start::unseen(won.men).king;
            let king = won.king | Bitboard::from_square(more) & open;
            let start = Start { men: won.men, king };
            for moves in 1..=deep {
                let found = matches!(solver.worth(&start), Worth::Mate(n) if n <= moves);
                let plain = mates(&start.men, king, moves);
                assert_eq!(found, plain, "{} {king:?} in {moves}", ShowMen(&won.men));
            }
        }
    }
}

#[test]
fn each_subset_of_a_won_set_is_won_as_quickly() {
    let solver = grown(Ending::Rook, 12);
    let moves = |start: &Start| match solver.worth(start) {
        Worth::Mate(moves) => moves,
        worth => panic!("{worth:?}"),
    };
    for start in solver.widest().iter().step_by(29) {
        for square in start.king {
            let king = start.king.without(square);
            assert!(moves(&Start { king, ..*start }) <= moves(start));
        }
    }
}

#[test]
fn turned_starts_are_worth_the_same_and_the_try_turns_with_them() {
    let solver = grown(Ending::Rook, 12);
    let policy = Policy::new(&solver.proof(&solver.widest()));
    for start in solver.widest().iter().step_by(101) {
        let turned = Start {
            men: start.men.map(Bitboard::rotate_90),
            king: start.king.rotate_90(),
        };
        assert_eq!(solver.worth(start), solver.worth(&turned));
        let Worth::Mate(moves) = solver.worth(start) else {
            panic!()
        };
        let asked = policy.choose(&turned.men, turned.king).unwrap();
        assert_eq!(policy.moves(&turned.men, turned.king), Some(moves));
        assert!(told(&turned.men, turned.king, asked).is_some());
    }
}

#[test]
fn the_checker_replays_a_proof_of_all_that_is_won() {
    for ending in Ending::ALL {
        let solver = grown(ending, 5);
        let proof = solver.proof(&solver.widest());
        assert_eq!(check(&proof), Ok(5), "{}", ending.name());
        let again = read(write(&proof).as_bytes()).unwrap();
        assert_eq!(again, proof);
    }
}

#[test]
fn shipped_proofs_are_sound_and_play_on_from_all_their_starts() {
    for (ending, starts, worst) in [
        (Ending::Rook, 315, 33),
        (Ending::Queen, 518, 18),
        (Ending::TwoBishops, 882, 37),
    ] {
        let proof = Proof::shipped(ending).unwrap();
        assert_eq!(proof.claims.len(), starts);
        assert_eq!(check(&proof), Ok(worst));
        for claim in proof.claims.iter().step_by(50) {
            assert_eq!(
                Policy::shipped().moves(&claim.men, claim.king),
                Some(claim.moves)
            );
            assert!(Policy::shipped().choose(&claim.men, claim.king).is_some());
        }
    }
}

#[test]
fn the_start_that_ferguson_wins_in_32_moves_takes_27() {
    let start = Start::unseen(read_men("Kb4Bb3Bc3").unwrap());
    assert_eq!(Policy::shipped().moves(&start.men, start.king), Some(27));
}

fn sound() -> Proof {
    let solver = grown(Ending::Rook, 8);
    solver.proof(&solver.widest())
}

#[test]
fn a_claim_of_fewer_moves_is_refused() {
    let mut proof = sound();
    let claim = proof
        .claims
        .iter_mut()
        .max_by_key(|claim| claim.moves)
        .unwrap();
    claim.moves -= 1;
    assert!(matches!(check(&proof), Err(CheckError::Claim { .. })));
}

#[test]
fn a_line_with_one_more_square_is_refused() {
    let proof = sound();
    for place in (0..proof.lines.len()).step_by(97) {
        let mut wrong = proof.clone();
        let line = &mut wrong.lines[place];
        let more = Start::unseen(line.men).king & !line.king;
        line.king |= Bitboard::from_square(more.first().unwrap());
        // The square may be won by the same try: then it was in the maximal set.
        assert!(check(&wrong).is_err(), "line {}", place + 1);
    }
}

#[test]
fn a_line_less_is_missed() {
    let proof = sound();
    let mut missed = 0;
    for place in (0..proof.lines.len()).step_by(97) {
        let mut wrong = proof.clone();
        wrong.lines.remove(place);
        missed += usize::from(check(&wrong).is_err());
    }
    assert!(
        missed > 0,
        "all lines of a proof are used by a claim or a line"
    );
}

#[test]
fn other_men_and_drawing_tries_are_refused() {
    let proof = |men: &str, king: Square, asked: &str| Proof {
        ending: Ending::Queen,
        claims: Vec::new(),
        lines: vec![Line {
            men: read_men(men).unwrap(),
            king: Bitboard::from_square(king),
            moves: 1,
            asked: asked.parse().unwrap(),
        }],
    };
    let error = |proof: &Proof| check(proof).unwrap_err();
    let rook = proof("Kb6Rh1", Square::A8, "h1h8");
    assert!(matches!(error(&rook), CheckError::Men { line: 1, .. }));
    let stalemate = proof("Kc6Qh7", Square::A8, "h7b6");
    assert!(
        matches!(error(&stalemate), CheckError::Uncovered { .. }),
        "b6 is out of reach"
    );
    let stalemate = proof("Ka1Qg1", Square::H8, "g1g6");
    assert!(matches!(error(&stalemate), CheckError::Drawn { .. }));
    let lost = proof("Ka1Qg1", Square::H8, "g1g7");
    assert!(matches!(error(&lost), CheckError::Captured { .. }));
    let attacked = proof("Ka1Qg1", Square::G8, "g1g7");
    assert!(matches!(error(&attacked), CheckError::Impossible { .. }));
    let nothing = proof("Kb6Qh2", Square::A8, "h2h8");
    assert_eq!(error(&nothing), CheckError::Empty, "the line is sound");
}

#[test]
fn files_that_are_no_proofs_say_where_and_why() {
    for (text, wanted) in [
        ("", "line 1: the first line"),
        ("darkforge proof kpk\n", "line 1: the first line"),
        ("darkforge proof krk\nclaim Kb6Rh1 01\n", "line 2: neither"),
        ("darkforge proof krk\nKb6 01 1 h1h8\n", "Kb4Bb3Bc3"),
        (
            "darkforge proof krk\nKb6Rh1 0x 1 h1h8\n",
            "16 hexadecimal digits",
        ),
        ("darkforge proof krk\nKb6Rh1 01 -1 h1h8\n", "0 to 65535"),
        ("darkforge proof krk\nKb6Rh1 01 1 h1\n", "line 2: "),
    ] {
        let error = read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(wanted), "{error}");
    }
}
