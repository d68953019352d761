//! The sampling players: they play whole games under all rules without a fault, the same seed gives
//! the same game, and they find the mates and captures that exist.

use darkforge_board::{Board, Color, Position, Try};
use darkforge_engine::player::PlayerSpec;
use darkforge_engine::sampling::messages::{Horizon, Likely, Situation, Tree};
use darkforge_engine::sampling::{Adversary, AlphaBeta, InformationSet, Limits, Table};
use darkforge_kriegspiel::record::GameRecord;
use darkforge_kriegspiel::umpire::{ICC, RULESETS, Ruleset};
use darkforge_lab::kriegspiel as game;
use darkforge_streams as streams;

/// Each player with little work.
const PLAYERS: [&str; 8] = [
    "los:samples=8,nodes=40",
    "aosp:samples=8,pool=64,nodes=40",
    "hs:samples=8,pool=64,nodes=40",
    "iss:samples=16,pool=64",
    "iss:opponent=paranoid,samples=16,pool=64",
    "mcts:playouts=4,pool=64",
    "mcts:approach=a,playouts=4,moves=20",
    "mcts:approach=b,playouts=4,moves=4,pool=64",
];

fn spec(text: &str) -> PlayerSpec {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Plays a game between two players and asserts that nobody was at fault.
fn play(ruleset: &'static Ruleset, players: [&str; 2], index: u64) -> GameRecord {
    let [mut white, mut black] = [0, 1].map(|seat| {
        let stream = streams::open(7, "sampling", 2 * index + seat);
        spec(players[seat as usize]).build(stream)
    });
    let finished = game::play_with_faults(ruleset, 160, white.as_mut(), black.as_mut());
    let fault = finished.faults.iter().flatten().next();
    assert!(
        fault.is_none(),
        "{players:?} under {}: {fault:?}",
        ruleset.name
    );
    finished.record
}

#[test]
fn all_play_whole_games_under_all_rules() {
    for (number, ruleset) in RULESETS.into_iter().enumerate() {
        for (place, player) in PLAYERS.into_iter().enumerate() {
            let index = (number * PLAYERS.len() + place) as u64;
            let players = if index.is_multiple_of(2) {
                [player, "semi-random"]
            } else {
                ["random", player]
            };
            play(ruleset, players, index);
        }
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    for (place, player) in PLAYERS.into_iter().enumerate() {
        let index = place as u64;
        let [a, b] = [0, 1].map(|_| play(&ICC, [player, "random"], index));
        assert_eq!(
            format!("{:?}", a.entries),
            format!("{:?}", b.entries),
            "{player}"
        );
    }
}

fn boards(fens: &[&str]) -> Vec<Board> {
    let board = |fen: &&str| fen.parse::<Position>().expect("a position").board().clone();
    fens.iter().map(board).collect()
}

/// Boards that differ in where Black's knight is; on all of them the rook mates on a8.
const MATES: [&str; 3] = [
    "6k1/5ppp/8/8/7n/8/8/R3K3 w - - 0 1",
    "6k1/5ppp/8/8/8/7n/8/R3K3 w - - 0 1",
    "6k1/5ppp/8/7n/8/8/8/R3K3 w - - 0 1",
];

fn best(tries: &[Try], values: &[Option<f32>]) -> String {
    let places = (0..tries.len()).filter(|&place| values[place].is_some());
    let best = places.max_by(|&a, &b| {
        let worth = |place: usize| values[place].unwrap_or(f32::NEG_INFINITY);
        worth(a).total_cmp(&worth(b))
    });
    tries[best.expect("a try")].to_string()
}

fn tries(board: &Board) -> Vec<Try> {
    let legal = board.legal_moves();
    legal.iter().map(|&m| darkforge_board::as_try(m)).collect()
}

#[test]
fn all_searches_find_the_mate_that_all_samples_have() {
    let boards = boards(&MATES);
    let tries = tries(&boards[0]);
    let mut table = Table::new(tries.clone());
    let mut searcher = AlphaBeta::new();
    for board in &boards {
        let legal = board.legal_moves();
        let mut values = Vec::new();
        let limits = Limits {
            depth: 2,
            nodes: 100,
        };
        searcher.values(board, &legal, limits, &mut values);
        let asked = legal.iter().map(|&m| darkforge_board::as_try(m));
        table.add(asked.zip(values));
    }
    assert_eq!(best(&tries, &table.means()), "a1a8");

    let all: Vec<&Board> = boards.iter().collect();
    for adversary in [Adversary::Paranoid, Adversary::Overconfident] {
        let search = InformationSet {
            adversary,
            depth: 2,
            opponent: darkforge_kriegspiel::belief::OpponentModel::COUNTS,
        };
        assert_eq!(best(&tries, &search.values(&all, &tries)), "a1a8");
    }

    let mut tree = Tree::new(Horizon::Short, streams::open(1, "test", 0));
    let now = Situation {
        color: Color::White,
        men: boards[0].men(Color::White),
        castling: boards[0].castling(Color::White),
        enemy: Likely::of(Color::Black, &all).expect("boards"),
        tries: false,
        in_check: false,
    };
    tree.set_root(now, &tries);
    tree.simulate(40);
    assert!(tree.len() > 5);
    assert_eq!(best(&tries, &tree.values(&tries)), "a1a8");
}

#[cfg(unix)]
mod engines {
    use super::*;
    use darkforge_engine::player::FaultKind;
    use std::io::Write as _;
    use std::path::PathBuf;
    use std::process::{Command, Stdio};

    /// A chess program in shell that reports only the move that it prefers, or any legal one.
    fn engine(name: &str, answer: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("darkforge-{}-{name}", std::process::id()));
        let script = format!(
            "#!/bin/sh\nwhile read -r word rest; do\n  case $word in\n    uci) echo 'id name fake'; \
             echo uciok ;;\n    isready) echo readyok ;;\n    go) {answer} ;;\n    quit) exit 0 ;;\n  \
             esac\ndone\n"
        );
        // A shell writes it: a file that is open here while another test starts a program could not be run ("text file busy").
        let mut shell = Command::new("sh")
            .args(["-c", "cat > \"$0\" && chmod 755 \"$0\""])
            .arg(&path)
            .stdin(Stdio::piped())
            .spawn()
            .expect("a shell");
        let mut input = shell.stdin.take().expect("its input");
        input.write_all(script.as_bytes()).expect("a script");
        drop(input);
        assert!(shell.wait().expect("its end").success());
        path
    }

    fn first_fault(name: &str, answer: &str) -> (FaultKind, String) {
        let path = engine(name, answer);
        let player = spec(&format!("hs:uci={},samples=4,pool=16", path.display()));
        let mut white = player.build(streams::open(1, "engine", 0));
        let mut black = spec("random").build(streams::open(1, "engine", 1));
        let finished = game::play_with_faults(&ICC, 4, white.as_mut(), black.as_mut());
        drop(white);
        std::fs::remove_file(path).expect("the script is there");
        let [Some(fault), None] = finished.faults else {
            panic!("White is at fault: {:?}", finished.faults);
        };
        (fault.kind, fault.detail)
    }

    #[test]
    fn another_chess_program_judges_the_boards() {
        let says = "echo 'info depth 1 multipv 1 score cp 10 pv g1h3'; \
                    echo 'info depth 1 multipv 2 score cp 80 pv a2a3'; echo 'bestmove a2a3'";
        let path = engine("judge", says);
        let player = spec(&format!(
            "hs:uci={},nodes=7,samples=4,pool=16",
            path.display()
        ));
        assert!(player.to_string().contains("nodes=7,uci="));
        for seed in 0..2 {
            // The same process serves both games, as each ends before its second own move.
            let mut white = player.build(streams::open(seed, "engine", 0));
            let mut black = spec("random").build(streams::open(seed, "engine", 1));
            let finished = game::play_with_faults(&ICC, 2, white.as_mut(), black.as_mut());
            assert!(
                finished.faults.iter().all(Option::is_none),
                "{:?}",
                finished.faults
            );
            assert_eq!(finished.record.entries[0].question.to_string(), "a2a3");
        }
        assert_eq!(player.process().expect("a program").retire(), 0, "it quits");
        std::fs::remove_file(path).expect("the script is there");
    }

    #[test]
    fn a_chess_program_that_fails_costs_the_game() {
        assert_eq!(first_fault("dies", "exit 3").0, FaultKind::Crash);
        let (kind, detail) = first_fault("blunders", "echo 'bestmove e2e5'");
        assert_eq!(kind, FaultKind::Garbage);
        assert!(detail.contains("best move"), "{detail}");
    }
}

#[test]
fn mistakes_say_what_is_right() {
    let message = |text: &str| text.parse::<PlayerSpec>().unwrap_err().to_string();
    assert!(message("los:pool=3").contains("it has samples, progress, depth, nodes, time and uci"));
    assert!(message("hs:samples=0").contains("from 1 to 100000"));
    assert!(message("aosp:time=0").contains("seconds from 0.001"));
    assert!(message("iss:opponent=brave").contains("paranoid or overconfident"));
    assert!(message("iss:depth=3").contains("from 1 to 2"));
    assert!(message("mcts:approach=d").contains("a, b or c"));
    assert!(message("mcts:moves=3").contains("approach=a or b"));
    assert!(message("hs:uci=").contains("uci=PROGRAM"));
    assert!(message("hsp").contains("hs, iss, mcts"));
    for text in PLAYERS {
        assert_eq!(spec(text).to_string(), text);
    }
    assert_eq!(spec("hs:samples=64").to_string(), "hs");
}
