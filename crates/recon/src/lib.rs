//! Reconnaissance blind chess: a player sees its own men, senses a window of three by three
//! squares, and moves. The referee is that of `PyPI` `reconchess` 1.6.9 in every rule.
//!
//! The modules, in the order in which data flows:
//!
//! | module | contents |
//! |---|---|
//! | [`referee`] | [`Referee`](referee::Referee): senses, requests, moves taken, views, endings |
//! | [`record`] | [`History`](record::History): games in reconchess' format, read, written and checked; transcripts |
//! | [`protocol`] | the lines of a player in another program |
//! | [`belief`] | [`Belief`](belief::Belief): the positions that agree with all that a player saw |
//! | [`search`] | values of positions in which both sides see everything |
//! | [`player`] | [`Player`](player::Player): `random`, `attacker`, `sweep`, `scout`, `trout` |
//! | [`play`] | a game between two players |
//! | [`statistics`] | [`Statistics`](statistics::Statistics) of games |
//!
//! ```
//! use darkforge_board::Square;
//! use darkforge_recon::referee::{Referee, Request, Rules, Sense};
//!
//! let mut referee = Referee::new(Rules::default());
//! let seen = referee.sense(Sense::at(Square::E7))?;
//! assert_eq!(seen.squares().count(), 9);
//!
//! // No man stands on d3: the pawn's capture is no move, and Black is told nothing.
//! let told = referee.request("e2d3".parse()?)?;
//! assert_eq!((told.taken, told.capture), (Request::PASS, None));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod referee;
pub mod record;
pub mod protocol;
pub mod belief;
pub mod search;
pub mod player;
pub mod play;
pub mod statistics;

/// The example of the README, tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
