//! Start: the knowledge of a player that knows a whole position, as in a match from openings.

use super::ages::Ages;
use super::deductions::missing;
use super::{Metaposition, P, PawnFiles, Taken, Tries};
use crate::umpire::{ICC, announce};
use darkforge_board::{Bitboard, Board, Color, Men, Played, squares_of};

impl Metaposition {
    /// The knowledge of `color` before the first move of a game from `board`, all of which it
    /// knows. Men that are missing count as captured. Ages are counted up to `age_cap` moves.
    pub fn of_board(board: &Board, color: Color, age_cap: u8) -> Metaposition {
        let turned = |men: Men| match color {
            Color::White => men,
            Color::Black => men.map(Bitboard::flip_vertical),
        };
        let (own, enemy) = (turned(board.men(color)), turned(board.men(!color)));
        let is_ours = board.turn() == color;
        let tries = board.pawn_captures();
        let tries = Tries {
            least: tries,
            most: tries,
        };
        // The directions of checks are the same under all rulesets.
        let said = announce(&ICC, board, Played::default());
        let said = color.fold_wb(said, said.flipped());
        let passed = board.en_passant().map(|passed| match color {
            Color::White => passed,
            Color::Black => passed.flip_vertical(),
        });
        let usual = Metaposition::start(age_cap);
        Metaposition {
            own,
            enemy,
            empty: !(squares_of(&own) | squares_of(&enemy)),
            ages: Ages::new(age_cap),
            files: PawnFiles::of(enemy[P]),
            taken: taken(&enemy),
            castling: board.castling(color),
            enemy_castling: board.castling(!color),
            checks: if is_ours { said.checks } else { usual.checks },
            given: if is_ours { usual.given } else { said.checks },
            own_tries: if is_ours { tries } else { Tries::NONE },
            enemy_tries: if is_ours { Tries::NONE } else { tries },
            enemy_pushed: passed
                .filter(|_| is_ours)
                .map_or(0, |passed| 1 << passed.file() as u8),
            // The pawn stands before the square that it passed, seen from its own side.
            own_pushed: passed
                .filter(|_| !is_ours)
                .and_then(|passed| passed.offset(8)),
            ..usual
        }
    }
}

/// The men that are missing among `men`.
fn taken(men: &Men) -> Taken {
    let (kinds, promoted) = missing(men);
    let pawns = men[P].count() as u8;
    Taken {
        pawns: 8_u8.saturating_sub(pawns + promoted),
        pieces: kinds.into_iter().sum(),
        unnamed: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::belief::BeliefState;
    use crate::metaposition::Tracker;
    use crate::umpire::{Answer, Question, RULESETS, Umpire};
    use darkforge_board::{Position, SIDES, Try, side};
    use darkforge_streams as streams;

    const STARTS: [&str; 6] = [
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
        "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5",
        "4k3/1P4P1/8/3pP3/4pP2/8/1p4p1/4K3 w - d6 0 1",
        "4k3/1P4P1/8/8/4pP2/8/1p4p1/4K3 b - f3 0 1",
        "r3k2r/8/8/8/7b/8/3Q4/R3K2R w KQkq - 0 1",
        "qqq1k3/8/8/8/8/8/PPPP4/4K2B b - - 0 1",
    ];

    #[test]
    fn the_initial_position_is_known_as_ever() {
        for color in SIDES {
            assert_eq!(
                Metaposition::of_board(&Board::start(), color, 25),
                Metaposition::start(25)
            );
        }
    }

    #[test]
    fn all_men_of_a_start_are_certain() {
        for fen in STARTS {
            let position: Position = fen.parse().unwrap();
            for color in SIDES {
                let known = Metaposition::of_board(position.board(), color, 25);
                assert!((known.placements() - 1.0).abs() < 1e-9, "{fen}");
                assert_eq!(known.contains(&position, color), Ok(()), "{fen}");
                let men = squares_of(&position.men(!color)).count();
                assert_eq!(known.enemy_men_left() as usize + 1, men, "{fen}");
            }
        }
    }

    /// Soundness from starts: the truth is in the metapositions and in the exact beliefs.
    #[test]
    fn the_truth_is_in_what_follows_from_a_start() {
        for (number, ruleset) in RULESETS.into_iter().enumerate() {
            for (game, fen) in (0..).zip(STARTS.into_iter().cycle().take(18)) {
                let start: Position = fen.parse().unwrap();
                let mut stream = streams::open(game, "starts", number as u64);
                let mut umpire = Umpire::opening(ruleset, 60, &start);
                let know = |color| {
                    let tracker = Tracker::new(color, 25).under(ruleset);
                    tracker.starting(umpire.view(color).start())
                };
                let mut trackers = SIDES.map(know);
                let of_one = [start.board().clone()];
                let believe = |color| BeliefState::of(ruleset, color, 1000, &of_one).unwrap();
                let mut beliefs = SIDES.map(believe);
                while umpire.outcome().is_none() {
                    let mover = umpire.turn();
                    let mut tries: Vec<Try> = umpire.position().legal_tries().collect();
                    if streams::below(&mut stream, 3) == 0 {
                        umpire.view(mover).pseudolegal(true, &mut tries);
                    }
                    let asked = tries[streams::below(&mut stream, tries.len())];
                    let question = Question::Try(asked);
                    let answer = umpire.ask(question).unwrap();
                    trackers[side(mover)].answered(question, &answer);
                    beliefs[side(mover)].answered(question, &answer);
                    if let Answer::Played(said) = answer {
                        let overheard = umpire.view(!mover).overheard();
                        let other = &mut trackers[side(!mover)];
                        other.overhear(overheard);
                        other.enemy_move(&said);
                        beliefs[side(!mover)].enemy_move(overheard, &said);
                    }
                    if umpire.outcome().is_some() {
                        break;
                    }
                    for color in SIDES {
                        let place = format!("{} {fen} {}", ruleset.name, umpire.position().fen());
                        let known = trackers[side(color)].metaposition();
                        assert_eq!(known.contains(umpire.position(), color), Ok(()), "{place}");
                        let belief = &beliefs[side(color)];
                        let holds = belief.contains(umpire.position().board());
                        assert!(holds || !belief.is_exact(), "{place}");
                    }
                }
            }
        }
    }
}
