//! Kriegspiel, chess in which you see only your own men: the umpire, its words, and what can
//! be known from them.
//!
//! Modules stand in the order in which data flows. The umpire answers questions; records keep
//! them; the protocol carries them to other programs; metapositions and beliefs are what one
//! side makes of the answers.
//!
//! ```
//! use darkforge_board::{Color, Square};
//! use darkforge_kriegspiel::metaposition::Tracker;
//! use darkforge_kriegspiel::umpire::{Answer, ICC, Question, Umpire};
//!
//! let mut umpire = Umpire::new(&ICC, 400);
//! let mut black = Tracker::new(Color::Black, 25);
//!
//! // A refusal is an answer: only White hears it.
//! let asked: Question = "e2e5".parse()?;
//! assert_eq!(umpire.ask(asked)?, Answer::Refused);
//!
//! let asked: Question = "e2e4".parse()?;
//! let Answer::Played(said) = umpire.ask(asked)? else {
//!     panic!("e2e4 is legal");
//! };
//! assert!(said.is_silent(), "no capture, no check, no pawn tries");
//!
//! // Black knows that a move was made. Its own men are below: e4 is e5 in its frame.
//! black.enemy_move(&said);
//! let known = black.metaposition();
//! assert!(known.enemy()[0].contains(Square::E5), "a pawn could stand there");
//! assert!(known.empty().contains(Square::E5), "or nothing");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod text;
pub mod umpire;
pub mod record;
pub mod protocol;
pub mod metaposition;
pub mod belief;
