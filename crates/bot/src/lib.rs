//! A player of darkforge on a server with the bot interface of kriegspiel.org.
//!
//! The modules, in the order in which data flows:
//!
//! | module | contents |
//! |---|---|
//! | `address` | [`Api`]: the address that a user gives, the only one that is ever contacted |
//! | `token` | [`Token`]: the bot's password, in a file that nobody else can read |
//! | `waits` | [`Waits`]: times between requests, and before one is sent again |
//! | `client` | [`Client`]: requests with their answers, repeated where that is safe |
//! | `wire` | the server's answers |
//! | `words` | the umpire's words as the server writes them |
//! | `rules` | [`ServerRules`]: the server's six rulesets as the umpire has them |
//! | `heard` | [`Event`]: all that a player has heard of its game |
//! | `game` | one game: seat, player, and what was heard |
//! | `check` | [`check()`]: a finished game, refereed again |
//! | `records` | [`Records`]: the folder with the games |
//! | `bot` | [`Bot`]: lobby, games and records until it has played enough |
//!
//! A view is built from the umpire's words alone, as in `darkforge engine`. The server shows a player of a
//! game in progress also the opponent's moves (`/game/ID/moves`); they are asked for after the game only.
//!
//! ```
//! use darkforge_bot::{Api, ServerRules};
//!
//! let api: Api = "http://127.0.0.1:18000/".parse()?;
//! assert_eq!(api.to_string(), "http://127.0.0.1:18000");
//! let rules: ServerRules = "icc".parse()?;
//! assert_eq!(rules.name(), "wild16");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod address;
mod token;
mod waits;
mod client;
mod wire;
mod words;
mod rules;
mod heard;
mod game;
mod check;
mod records;
mod lobby;
mod bot;
mod register;

pub use address::{Api, WrongApi};
pub use bot::{Bot, BotError, Settings, Standing};
pub use check::{Checked, Difference, check};
pub use client::{Client, Trouble};
pub use heard::Event;
pub use lobby::{ColourWish, Lobby};
pub use records::{FinishedGame, Records, RecordsError};
pub use register::{Registration, register};
pub use rules::{ServerRules, UnknownRules};
pub use token::{Token, TokenError};
pub use waits::Waits;
pub use wire::TranscriptMove;
