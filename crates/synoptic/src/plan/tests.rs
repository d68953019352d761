use std::collections::BTreeMap;
use std::sync::Arc;

use super::choose::{Planner, Root};
use super::filter::Filter;
use super::judge::Judge;
use super::playout::Pair;
use super::tree::Tree;
use crate::action::Action;
use crate::infostate::{Infostate, Stage, packed};
use crate::memory::Memory;
use crate::network::{Network, Shape};
use crate::player::{Dsmcp, DsmcpOptions, Headsets};
use darkforge_board::{CastlingRights, Color, SIDES, Square};
use darkforge_recon::belief::{Belief, Hidden, Own, Uniform};
use darkforge_recon::play::play;
use darkforge_recon::player::{Attacker, Player, Random, Sweep};
use darkforge_recon::record::transcript;
use darkforge_recon::referee::{Position, Referee, Report, Rules, Seen, Sense};
use darkforge_streams as streams;

fn network() -> Arc<Network> {
    let shape = Shape {
        width: 16,
        blocks: 1,
        headsets: ["all", "top", "attacker"].map(str::to_owned).to_vec(),
    };
    Arc::new(Network::random(shape, 1).unwrap())
}

fn small() -> DsmcpOptions {
    let mut options = DsmcpOptions::default();
    options.plan.playouts = 8;
    options.plan.batch = 4;
    options.plan.limit = 24;
    options.filter.limit = 24;
    options.filter.particles = 8;
    options
}

fn player(color: Color, options: DsmcpOptions, seed: u64) -> Dsmcp {
    let network = network();
    let headsets = Headsets::of(&network, Some("attacker"));
    let stream = streams::open(seed, "player", color as u64);
    Dsmcp::new(color, network, headsets, options, stream)
}

fn game(
    color: Color,
    other: &str,
    options: DsmcpOptions,
    seed: u64,
) -> darkforge_recon::record::History {
    let mut own = player(color, options, seed);
    let stream = streams::open(seed, "player", !color as u64);
    let mut other: Box<dyn Player> = match other {
        "attacker" => Box::new(Attacker::new(!color, stream)),
        "sweep" => Box::new(Sweep::new(!color, stream)),
        _ => Box::new(Random::new(stream)),
    };
    let mut players: [&mut dyn Player; 2] = match color {
        Color::White => [&mut own, &mut *other],
        Color::Black => [&mut *other, &mut own],
    };
    let rules = Rules {
        turn_limit: Some(15),
        ..Rules::default()
    };
    play(&mut players, rules)
}

#[test]
fn games_follow_from_the_seed() {
    for color in SIDES {
        let text = |seed| transcript(&game(color, "random", small(), seed));
        assert_eq!(text(3), text(3));
        assert_ne!(text(3), text(4));
    }
}

#[test]
fn it_plays_with_all_of_its_options() {
    let mut options = small();
    options.bandit.mixing = 0.0;
    game(Color::White, "attacker", options, 1);
    options.bandit.mixing = f64::INFINITY;
    options.plan.deeper = 1.0;
    game(Color::Black, "sweep", options, 2);
    options.bandit.paranoia = 0.3;
    options.plan.caution = 0.5;
    options.plan.is_static = false;
    game(Color::Black, "attacker", options, 3);
    options.plan.playouts = 0;
    options.positions = 50;
    game(Color::White, "sweep", options, 4);
}

/// A filter for Black, with what it needs to be filled.
fn black() -> (Belief, Filter, Planner) {
    let network = network();
    let belief = Belief::start(Color::Black, 10_000, 1);
    let options = small();
    let filter = Filter::new(*belief.own(), options.filter);
    let planner = Planner {
        options: options.plan,
        bandit: options.bandit,
        judge: Judge::new(network, 1, 1, 0),
        tree: Tree::new(8),
        stream: streams::open(1, "filter test", 0),
    };
    (belief, filter, planner)
}

fn fill(filter: &mut Filter, planner: &mut Planner) {
    let Planner {
        bandit,
        judge,
        tree,
        stream,
        ..
    } = planner;
    filter.fill(bandit, judge, tree, stream);
}

/// The enemy made a move of which nothing is heard.
fn hear_quiet(belief: &mut Belief, filter: &mut Filter, planner: &mut Planner) {
    belief.enemy_moved(None, &Uniform);
    filter.enemy_moved(None, *belief.own(), belief.positions().to_vec());
    fill(filter, planner);
}

/// The root of a search, without memory.
fn root(belief: &Belief, stage: Stage) -> Root<'_> {
    Root {
        own: *belief.own(),
        set: belief.positions(),
        stage,
        memory: Memory::default(),
    }
}

#[test]
fn particles_fit_all_that_was_seen_since() {
    let (mut belief, mut filter, mut planner) = black();
    let mut referee = Referee::new(Rules::default());
    let turns =
        "-:e2e4 e3:e7e5 -:f1c4 d3:b8c6 -:d1h5 f3:g8f6 -:h5f7 f7:e8f7 -:c4b3 -:d8e7 -:b1c3 c3:e7c5";
    for word in turns.split(' ') {
        let (sense, request) = word.split_once(':').unwrap();
        let color = referee.turn();
        let seen = referee.sense(sense.parse().unwrap()).unwrap();
        if color == Color::Black {
            belief.sensed(&seen, &Uniform);
            filter.sensed(belief.positions());
        }
        let report = referee.request(request.parse().unwrap()).unwrap();
        let own = *belief.own();
        if color == Color::Black {
            belief.moved(&report, &Uniform);
            filter.moved(report, *belief.own(), belief.positions().to_vec());
        } else {
            let heard = referee.view(Color::Black).heard();
            belief.enemy_moved(heard, &Uniform);
            filter.enemy_moved(heard, *belief.own(), belief.positions().to_vec());
        }
        fill(&mut filter, &mut planner);
        assert!(filter.is_sound(), "after {word}, own men {own:?}");
    }
    assert!(planner.judge.judged() > 0);
}

#[test]
fn later_words_take_positions_away_from_earlier_moments() {
    let (mut belief, mut filter, _) = black();
    belief.enemy_moved(None, &Uniform);
    filter.enemy_moved(None, *belief.own(), belief.positions().to_vec());
    assert_eq!(filter.sizes(), [1, 1, 21]);
    // A window without men around e3 leaves the moves that show none there: 14, as in the belief.
    let seen = Seen::of(&Position::start().men, Sense::at(Square::E4));
    belief.sensed(&seen, &Uniform);
    filter.sensed(belief.positions());
    assert_eq!(filter.sizes(), [1, 1, 14]);
    let report = Report {
        asked: "g7g5".parse().unwrap(),
        taken: "g7g5".parse().unwrap(),
        capture: None,
    };
    belief.moved(&report, &Uniform);
    filter.moved(report, *belief.own(), belief.positions().to_vec());
    // White takes on g5: only a pawn on h4 or a knight on h3 could.
    belief.enemy_moved(Some(Square::G5), &Uniform);
    filter.enemy_moved(Some(Square::G5), *belief.own(), belief.positions().to_vec());
    assert_eq!(filter.sizes(), [1, 1, 2, 2, 2, 2]);
}

#[test]
fn a_playout_that_ends_early_counts_as_much_as_a_long_one() {
    let (mut belief, mut filter, mut planner) = black();
    hear_quiet(&mut belief, &mut filter, &mut planner);
    let root = root(&belief, Stage::Sense);
    // In forty actions at random some kings are captured.
    planner.options.sense_depth = 40;
    planner.options.playouts = 30;
    planner.options.virtual_loss = 3.0;
    assert_eq!(planner.visits(&root, &filter), 30 * 41);
    // One action more after each that has more than `deeper` visits, at least after the first.
    planner.options.deeper = 0.0;
    assert!(planner.visits(&root, &filter) >= 30 * 42);
}

#[test]
fn cautious_playouts_leave_the_opponent_four_positions() {
    let (mut belief, mut filter, mut planner) = black();
    // White does not see Black's first move.
    for asked in ["g7g5", "e7e5"] {
        hear_quiet(&mut belief, &mut filter, &mut planner);
        let asked = asked.parse().unwrap();
        let report = Report {
            asked,
            taken: asked,
            capture: None,
        };
        belief.moved(&report, &Uniform);
        filter.moved(report, *belief.own(), belief.positions().to_vec());
    }
    hear_quiet(&mut belief, &mut filter, &mut planner);
    let root = root(&belief, Stage::Sense);
    for is_cautious in [false, true] {
        planner.options.caution = f64::from(u8::from(is_cautious));
        let pairs: Vec<Pair> = (0..20).map(|_| planner.pair(&root, &filter)).collect();
        let sizes = pairs.iter().map(|pair| pair.states[1].hidden.len());
        let most = sizes.max().unwrap();
        assert!(if is_cautious { most == 4 } else { most > 4 });
        for pair in &pairs {
            let truth = packed(&root.own);
            assert!(pair.states[1].hidden[0].is(&truth));
        }
    }
}

/// A pair of which both sides know all; the side to move acts.
fn pair(fen: &str, stage: Stage) -> Pair {
    let position: Position = fen.parse().unwrap();
    let own = |color| {
        let mut own = Own::start(color);
        own.men = position.men[darkforge_board::side(color)];
        own.castling = CastlingRights::default();
        own
    };
    let color = position.turn;
    let states = [color, !color].map(|color| Infostate {
        own: own(color),
        hidden: vec![packed(&own(!color))],
        stage: Stage::Sense,
        memory: Memory::default(),
    });
    let mut pair = Pair {
        states,
        limits: [24, 24],
        mover: 0,
    };
    pair.states[0].stage = stage;
    pair
}

#[test]
fn a_playout_is_won_where_one_side_can_force_it() {
    const ROOK: &str = "k7/8/8/8/8/8/4K3/R7 w - - 0 1";
    assert_eq!(pair(ROOK, Stage::Sense).winner(), Some(true));
    assert_eq!(pair(ROOK, Stage::Move).winner(), Some(true));
    // The king may also stand on h1: a sense tells where, a move does not.
    let mut two = pair(ROOK, Stage::Sense);
    let other = pair("8/8/8/8/8/8/4K3/R6k w - - 0 1", Stage::Sense);
    two.states[0].hidden.extend(&other.states[0].hidden);
    assert_eq!(two.winner(), Some(true));
    two.states[0].stage = Stage::Move;
    assert_eq!(two.winner(), None);
    // Who acts cannot prevent the capture of its king, or can.
    let mate = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";
    assert_eq!(pair(mate, Stage::Sense).winner(), Some(false));
    let escape = "R5k1/5p1p/8/8/8/8/8/4K3 b - - 0 1";
    assert_eq!(pair(escape, Stage::Sense).winner(), None);
}

#[test]
fn without_playouts_actions_come_as_often_as_the_policy_says() {
    let (mut belief, filter, mut planner) = black();
    belief.enemy_moved(None, &Uniform);
    let root = root(&belief, Stage::Move);
    let draws = 4000;
    let mut counts = BTreeMap::new();
    planner.options.playouts = 0;
    for _ in 0..draws {
        let action = planner.choose(&root, &filter);
        *counts.entry(action).or_insert(0) += 1;
    }
    let mut seen = 0;
    for (action, share) in planner.policy(&root) {
        let count = counts.get(&action).copied().unwrap_or(0);
        let mean = f64::from(share) * f64::from(draws);
        assert!(
            (f64::from(count) - mean).abs() < 5.0 * mean.sqrt() + 1.0,
            "{action:?}: {count} draws, {mean:.1} expected"
        );
        seen += count;
    }
    assert_eq!(seen, draws);
    assert!(counts.len() > 20);
}

#[test]
fn a_certain_capture_of_the_king_is_played() {
    for playouts in [0, 8] {
        let mut options = small();
        options.plan.playouts = playouts;
        let mut black = player(Color::Black, options, 1);
        // White's king walks to e4 in Black's sight.
        let mut referee = Referee::new(Rules::default());
        for word in ["-:e2e4", "e3:d7d5", "-:e1e2", "e3:c8g4"] {
            let (sense, request) = word.split_once(':').unwrap();
            let color = referee.turn();
            if color == Color::Black {
                black.enemy_moved(referee.view(Color::Black));
            }
            referee.sense(sense.parse().unwrap()).unwrap();
            if color == Color::Black {
                black.sensed(referee.view(Color::Black));
            }
            let report = referee.request(request.parse().unwrap()).unwrap();
            if color == Color::Black {
                black.moved(referee.view(Color::Black), &report);
            }
        }
        // White passes: the king on e2 or where it stepped, but White is seen to stay.
        referee.sense("-".parse().unwrap()).unwrap();
        referee.request("pass".parse().unwrap()).unwrap();
        black.enemy_moved(referee.view(Color::Black));
        referee.sense(Sense::at(Square::E2)).unwrap();
        black.sensed(referee.view(Color::Black));
        let asked = black.request(referee.view(Color::Black));
        // A request beyond the king takes it too.
        referee.request(asked).unwrap();
        assert!(!referee.position().has_king(Color::White), "{asked}");
    }
}

#[test]
fn a_move_after_which_the_king_certainly_falls_is_taken() {
    let position: Position = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1".parse().unwrap();
    let [white, black] = position.men;
    let mut own = Own::start(Color::White);
    (own.men, own.castling) = (white, CastlingRights::default());
    let set = [Hidden::new(&black, CastlingRights::default(), None)];
    let root = Root {
        own,
        set: &set,
        stage: Stage::Move,
        memory: Memory::default(),
    };
    let (_, filter, mut planner) = self::black();
    planner.options.is_static = true;
    let wins = Action::Ask("a1a8".parse().unwrap());
    assert_eq!(planner.choose(&root, &filter), wins);
}
