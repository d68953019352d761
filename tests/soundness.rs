//! Soundness (design property 2): at every ply of every game the true enemy men are inside
//! the metaposition of either side, and every legal move is pseudolegal.
//!
//! Under every ruleset, half of the games under that of the ICC. Two samples: games of the built-in
//! players, and games of a mover that knows the board and prefers moves that those rarely make
//! (double checks, en passant, underpromotion, castling) with refused tries mixed in.
//! `DARKFORGE_SOUNDNESS_PLIES` sets the number of plies of each sample; `scripts/soundness` plays
//! large ones.

use darkforge_board::{Position, Role, SIDES, Try, role_on, side};
use darkforge_engine::player::PlayerSpec;
use darkforge_kriegspiel::metaposition::Tracker;
use darkforge_kriegspiel::record::{Entry, GameRecord};
use darkforge_kriegspiel::umpire::{ICC, Question, RULESETS, Ruleset, Umpire};
use darkforge_lab::kriegspiel as game;
use darkforge_streams::{self as streams, Stream};
use rand::RngExt;
use rayon::prelude::*;

fn plies_wanted() -> u64 {
    let wanted = std::env::var("DARKFORGE_SOUNDNESS_PLIES").ok();
    wanted.and_then(|text| text.parse().ok()).unwrap_or(10_000)
}

/// Games that are played in parallel: all sixteen pairings of players.
const BATCH: u64 = 16;

fn play_until_enough(one_game: impl Fn(u64) -> u64 + Sync) {
    let (mut plies, mut games) = (0, 0);
    while plies < plies_wanted() {
        plies += (games..games + BATCH)
            .into_par_iter()
            .map(&one_game)
            .sum::<u64>();
        games += BATCH;
    }
    println!("{plies} plies in {games} games: sound");
}

/// Follows a game from both sides and checks after every try.
struct Witness {
    game: u64,
    truth: Position,
    trackers: [Tracker; 2],
    moves: Vec<Try>,
    /// Everything that each side may have heard.
    umpire: Umpire,
}

impl Witness {
    fn new(ruleset: &'static Ruleset, game: u64) -> Witness {
        Witness {
            game,
            truth: Position::start(),
            trackers: SIDES.map(|color| Tracker::new(color, 25).under(ruleset)),
            umpire: Umpire::new(ruleset, u32::MAX),
            moves: Vec::new(),
        }
    }

    fn see(&mut self, entry: Entry) {
        let mover = side(entry.side);
        let tracker = &self.trackers[mover];
        tracker.moves(&mut self.moves);
        for legal in self.truth.legal_tries() {
            assert!(
                self.moves.contains(&tracker.turned(legal)),
                "game {}: {legal} is legal and not pseudolegal in {}\n{}",
                self.game,
                self.truth.fen(),
                tracker.metaposition().drawing()
            );
        }
        self.trackers[mover].answered(entry.question, &entry.answer);
        let again = self.umpire.ask(entry.question).expect("the game goes on");
        assert_eq!(again, entry.answer, "game {}", self.game);
        if let Some((asked, said)) = entry.played() {
            self.truth.play(asked).expect("a played move is legal");
            let other = &mut self.trackers[1 - mover];
            other.overhear(self.umpire.view(!entry.side).overheard());
            other.enemy_move(&said);
        }
        for tracker in &self.trackers {
            let sound = tracker
                .metaposition()
                .contains(&self.truth, tracker.color());
            if let Err(what) = sound {
                panic!(
                    "{}, game {}, after {}: {what}",
                    self.umpire.view(entry.side).ruleset().name,
                    self.game,
                    entry.question
                );
            }
        }
    }
}

/// Follows a recorded game; returns the number of its plies.
fn follow(record: &GameRecord, game: u64) -> u64 {
    let mut witness = Witness::new(record.ruleset, game);
    for &entry in &record.entries {
        witness.see(entry);
    }
    u64::from(record.plies)
}

#[test]
fn no_true_enemy_man_is_outside_the_metaposition_in_games_of_players() {
    play_until_enough(|game| {
        let player = |kind: u64, index| {
            let names = ["random", "semi-random", "darkboard:depth=1", "darkboard"];
            let spec: PlayerSpec = names[kind as usize % 4].parse().expect("a player");
            spec.build(streams::open(1, "soundness", index))
        };
        let mut white = player(game / 4, 2 * game);
        let mut black = player(game, 2 * game + 1);
        let record = game::play(ruleset(game), 600, white.as_mut(), black.as_mut());
        follow(&record, game)
    });
}

/// Every second game is played under the rules of the ICC, the others under all rulesets
/// in turn.
fn ruleset(game: u64) -> &'static Ruleset {
    match game % 2 {
        0 => &ICC,
        _ => RULESETS[(game as usize / 2 + game as usize / 32) % RULESETS.len()],
    }
}

/// Preferences of a mover, as factors of its moves' frequencies.
struct Taste {
    pieces: f64,
    pawns: f64,
    pawn_moves: f64,
    checks: f64,
    king_moves: f64,
}

impl Taste {
    fn draw(stream: &mut Stream) -> Taste {
        let mut factor = || [0.05, 0.3, 1.0, 1.0, 4.0, 20.0][stream.random_range(0..6_usize)];
        Taste {
            pieces: factor(),
            pawns: factor(),
            pawn_moves: factor(),
            checks: factor(),
            king_moves: factor(),
        }
    }

    fn weigh(&self, truth: &Position, asked: Try) -> f64 {
        let role = role_on(&truth.men(truth.turn()), asked.from);
        let captured = role_on(&truth.men(!truth.turn()), asked.to);
        let mut weight = match captured {
            Some(Role::Pawn) => self.pawns,
            Some(_) => self.pieces,
            None => 1.0,
        };
        let castles = role == Some(Role::King) && asked.from.distance(asked.to) == 2;
        let passes =
            role == Some(Role::Pawn) && asked.from.file() != asked.to.file() && captured.is_none();
        weight *= match role {
            Some(Role::Pawn) => self.pawn_moves,
            Some(Role::King) => self.king_moves,
            _ => 1.0,
        };
        if castles || passes {
            weight *= 30.0;
        }
        if self.checks > 1.0 {
            let mut after = truth.clone();
            after.play(asked);
            weight *= match after.checkers().count() {
                _ if !after.can_move() => 0.001,
                0 => 1.0,
                1 => self.checks,
                _ => 8.0 * self.checks,
            };
        }
        weight
    }

    /// Draws one of the legal tries that the umpire's answers `allow`.
    fn choose(&self, truth: &Position, allow: impl Fn(Try) -> bool, stream: &mut Stream) -> Try {
        let legal: Vec<Try> = truth.legal_tries().filter(|&asked| allow(asked)).collect();
        let weights: Vec<f64> = legal.iter().map(|&m| self.weigh(truth, m)).collect();
        let mut left = weights.iter().sum::<f64>() * stream.random::<f64>();
        for (&asked, weight) in legal.iter().zip(weights) {
            left -= weight;
            if left <= 0.0 {
                return asked;
            }
        }
        legal[legal.len() - 1]
    }
}

#[test]
fn nor_in_games_full_of_rare_moves() {
    play_until_enough(|game| {
        let mut stream = streams::open(2, "soundness", game);
        let tastes = [Taste::draw(&mut stream), Taste::draw(&mut stream)];
        let refusals = stream.random_range(0..6_u32);
        let mut umpire = Umpire::new(ruleset(game), 400);
        let mut witness = Witness::new(ruleset(game), game);
        let mut moves = Vec::new();
        while umpire.outcome().is_none() {
            let mover = umpire.turn();
            for _ in 0..stream.random_range(0..=refusals) {
                let tracker = &witness.trackers[side(mover)];
                tracker.moves(&mut moves);
                let drawn = moves[stream.random_range(0..moves.len())];
                let asked = tracker.turned(drawn);
                if !umpire.position().is_legal(asked) {
                    ask(&mut umpire, &mut witness, asked.into());
                }
                if stream.random_range(0..8) == 0 {
                    ask(&mut umpire, &mut witness, Question::Any);
                }
            }
            let view = umpire.view(mover);
            let allow = |asked| view.leaves(asked);
            let asked = tastes[side(mover)].choose(umpire.position(), allow, &mut stream);
            ask(&mut umpire, &mut witness, asked.into());
        }
        u64::from(umpire.plies())
    });
}

fn ask(umpire: &mut Umpire, witness: &mut Witness, question: Question) {
    let side = umpire.turn();
    let answer = umpire.ask(question).expect("the game is on");
    witness.see(Entry {
        side,
        question,
        answer,
    });
}
