//! Kriegspiel, chess in which a player sees only its own men: the umpire, its announcements, and
//! what a player can conclude from them.
//!
//! The modules, in the order in which data flows:
//!
//! | module | contents |
//! |---|---|
//! | [`text`] | text files, read whole up to a limit |
//! | [`umpire`] | [`Umpire`](umpire::Umpire): rulesets, questions and answers, announcements, views, endings |
//! | [`record`] | records of games: transcripts and extended PGN, written, read and refereed again |
//! | [`protocol`] | lines of text between an umpire and a player in another program |
//! | [`metaposition`] | [`Metaposition`](metaposition::Metaposition): squares where enemy men could stand |
//! | [`belief`] | [`BeliefState`](belief::BeliefState), [`Particles`](belief::Particles): positions that agree with what was heard |
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
//!
//! T is the thesis on Darkboard (Bologna, 2006), see `docs/bibliography.md`. `docs/` has the rules
//! (`rules.md`), the protocol (`protocol.md`), metapositions (`metaposition.md`) and a glossary.

pub mod text;
pub mod umpire;
pub mod record;
pub mod protocol;
pub mod metaposition;
pub mod belief;
