//! Endings against a lone king, from positions where it could stand everywhere: a small
//! sample of the table that `crates/research/examples/lone_king_table.rs` prints.

use darkforge_engine::endgame::LoneKing;
use darkforge_kriegspiel::umpire::Ending;
use darkforge_research::practice::{self, KingModel};
use darkforge_streams as streams;
use rayon::prelude::*;

/// Number of mates in so many practice games of one ending against one model of the king.
fn mates(name: &str, king: KingModel, number: u64) -> usize {
    let is_mate = |&index: &u64| {
        let mut stream = streams::open(3, "endings", index);
        let men = practice::material(name, &mut stream);
        let start = practice::place(&men, &mut stream);
        let known = practice::unseen(&start);
        let mut lone = LoneKing::new();
        let played = practice::play(&mut lone, king, start, known, &mut stream, &mut |_, _| None);
        played.ending == Ending::Checkmate
    };
    (0..number).into_par_iter().filter(is_mate).count()
}

#[test]
fn most_endings_are_won() {
    for (name, king, number, least) in [
        ("KQ", KingModel::Random, 40, 40),
        ("KR", KingModel::Random, 40, 38),
        ("KR", KingModel::Evasive, 40, 34),
        ("KBB", KingModel::Random, 20, 16),
        ("KP", KingModel::Random, 40, 32),
        ("*", KingModel::Random, 40, 39),
        ("+", KingModel::Fickle, 20, 19),
    ] {
        let mated = mates(name, king, number);
        assert!(
            mated >= least,
            "{mated} of {number} games of {name} against a {king:?} king"
        );
    }
}
