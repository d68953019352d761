use super::*;
use crate::play::play;
use crate::player::Random;
use crate::referee::{Piece, Referee, Rules};
use crate::search::WIN;
use darkforge_board::{Role, Try};

fn stream() -> Stream {
    streams::open(1, "test", 0)
}

fn trout(color: Color) -> Trout {
    let options = TroutOptions {
        limit: ProgramLimit::Nodes(1),
        ..TroutOptions::default()
    };
    Trout::new(color, options, stream())
}

fn asked(text: &str) -> Try {
    text.parse().unwrap()
}

/// A program that is ready, and answers `go` as a shell script says.
#[cfg(unix)]
fn answering(says: &str) -> Program {
    let ready = "uci) echo id name test; echo uciok;; isready) echo readyok;; quit) exit;;";
    let answers = format!("case \"$word\" in {ready} go) {says};; esac");
    let script = format!("while read -r word rest; do {answers}; done");
    Program::start_words("test", &["sh", "-c", &script].map(str::to_owned)).unwrap()
}

#[test]
#[cfg(unix)]
fn a_program_answers_with_a_move_or_none() {
    let limit = ProgramLimit::Nodes(5);
    let best = |says: &str| Ok::<_, Broken>(answering(says).find("fen", limit)?.best);
    assert_eq!(
        best("echo info depth 1 pv a2a3; echo bestmove E7E8Q ponder a7a6"),
        Ok(asked("e7e8q").into())
    );
    assert_eq!(best("echo 'bestmove (none)'"), Ok(Request::PASS));
    // The limit and the position are told in UCI's words.
    assert_eq!(
        best("test \"$rest\" = 'nodes 5' && echo bestmove a2a4"),
        Ok(asked("a2a4").into())
    );
    let wrong = best("echo bestmove forward").unwrap_err();
    assert_eq!(
        wrong.says,
        "test: it says 'bestmove forward', which is no move"
    );
}

#[test]
#[cfg(unix)]
fn the_last_score_counts_and_a_mate_is_a_captured_king() {
    let limit = ProgramLimit::Nodes(5);
    let score = |says: &str| answering(&format!("{says}; echo bestmove a2a3")).find("fen", limit);
    let score = |says: &str| score(says).unwrap().score;
    let lines = "echo info depth 1 score cp 30 nodes 20; echo info depth 2 score cp -41 lowerbound";
    assert_eq!(score(lines), Some(-41));
    assert_eq!(score("echo info score mate 3"), Some(WIN - 3));
    assert_eq!(score("echo info score mate -2"), Some(2 - WIN));
    assert_eq!(
        score("echo info score mate 0"),
        Some(-WIN),
        "the side to move is mated"
    );
    assert_eq!(score("echo info depth 3"), None);
}

#[test]
#[cfg(unix)]
fn a_program_that_ends_or_is_missing_is_told() {
    let limit = ProgramLimit::Nodes(5);
    let ended = answering("exit 3").find("fen", limit).unwrap_err();
    assert_eq!(ended.says, "test: it ended with exit status 3");

    let options = TroutOptions {
        program: "/no/such/program".to_owned(),
        ..TroutOptions::default()
    };
    let mut missing = Trout::new(Color::White, options, stream());
    let mut random = Random::new(stream());
    let game = play(&mut [&mut missing, &mut random], Rules::default());
    let fault = missing.fault().unwrap();
    assert!(
        fault.starts_with("/no/such/program: it cannot be started: "),
        "{fault}"
    );
    let winner = game.outcome.unwrap().winner;
    assert_eq!((winner, game.plies()), (Some(Color::Black), 0));
}

#[test]
#[cfg(unix)]
fn the_end_of_the_program_is_a_fault_unless_chess_has_no_such_position() {
    let referee = Referee::new(Rules::default());
    let mut player = trout(Color::White);
    player.program = Some(answering("exit 0"));
    assert_eq!(player.request(referee.view(Color::White)), Request::PASS);
    assert!(player.fault().unwrap().starts_with("test: it ended"));

    let mut player = trout(Color::White);
    player.program = Some(answering("exit 0"));
    player.board.remove(Square::E8);
    for _ in 0..2 {
        assert_eq!(player.request(referee.view(Color::White)), Request::PASS);
        assert_eq!(player.fault(), None);
    }
}

#[test]
#[cfg(unix)]
fn it_senses_at_losses_and_at_its_captures() {
    let mut referee = Referee::new(Rules::default());
    let mut player = trout(Color::White);
    player.program = Some(answering("echo bestmove d2d4"));
    let view = referee.view(Color::White).clone();
    player.enemy_moved(&view);
    // No man stands on d4: any square without an own man.
    let sense = player.sense(&view).0.unwrap();
    assert!(
        !player
            .board
            .piece_on(sense)
            .is_some_and(|piece| piece.color == Color::White)
    );
    player.board.set(
        Square::D4,
        Some(Piece {
            color: Color::Black,
            role: Role::Knight,
        }),
    );
    assert_eq!(player.sense(&view), Sense::at(Square::D4));

    for request in ["e2e4", "d7d5", "pass", "d5e4"] {
        referee.sense(Sense::NONE).unwrap();
        referee.request(request.parse().unwrap()).unwrap();
    }
    player.enemy_moved(referee.view(Color::White));
    assert_eq!(
        player.sense(referee.view(Color::White)),
        Sense::at(Square::E4)
    );
    // What is seen stands on the board, and nothing else in the window.
    let seen = referee.sense(Sense::at(Square::E4)).unwrap();
    player.sensed(referee.view(Color::White));
    for (square, piece) in seen.squares() {
        assert_eq!(player.board.piece_on(square), piece, "{square}");
    }
}

#[test]
fn the_enemy_king_is_captured_without_the_program() {
    let mut player = trout(Color::Black);
    let queen = Piece {
        color: Color::Black,
        role: Role::Queen,
    };
    player.board.set(Square::E2, Some(queen));
    assert_eq!(player.choose(), asked("e2e1").into());
    assert_eq!(player.fault(), None);
}

/// The notation was made by python-chess from the same moves and changes.
#[test]
fn the_board_is_written_as_python_chess_writes_its_own() {
    let mut board = Board::start();
    let mut told = Vec::new();
    board.push(asked("e2e4"));
    told.push(board.fen());
    board.turn = Color::White;
    board.remove(Square::H1);
    told.push(board.fen());
    board.push(asked("g1f3"));
    board.turn = Color::White;
    board.push(asked("f1c4"));
    board.turn = Color::White;
    board.set(Square::E8, None);
    board.set(
        Square::D7,
        Some(Piece {
            color: Color::Black,
            role: Role::King,
        }),
    );
    told.push(board.fen());
    board.push(asked("e1e2"));
    told.push(board.fen());
    assert_eq!(
        told,
        [
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBN1 w Qkq e3 0 1",
            "rnbq1bnr/pppkpppp/8/8/2B1P3/5N2/PPPP1PPP/RNBQK3 w Q - 2 1",
            "rnbq1bnr/pppkpppp/8/8/2B1P3/5N2/PPPPKPPP/RNBQ4 b - - 3 1",
        ]
    );
}
