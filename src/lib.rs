//! The program `darkforge`, a batch toolkit for Kriegspiel: commands, reports and pages over the
//! library crates.
//!
//! # Crates
//!
//! Each crate has one job and uses only crates above it in this table.
//!
//! | crate | job |
//! |---|---|
//! | [`darkforge_streams`] | named streams of randomness |
//! | [`darkforge_board`] | the true position: squares, men, moves, tries |
//! | [`darkforge_ratings`] | tallies, intervals, Elo, sequential tests, rating models; no chess |
//! | [`darkforge_optimise`](../darkforge_optimise/index.html) | knockout, CMA-ES, SPSA and CLOP, by the scores of duels; no chess |
//! | [`darkforge_kriegspiel`] | umpire, records, protocol, metapositions, beliefs |
//! | [`darkforge_engine`] | players: the metaposition engine, endings, sampling players, external programs |
//! | [`darkforge_lab`] | runs: games, bouts, journals, matches, tournaments, evolutions, configs |
//! | [`darkforge_plots`] | plots as SVG and PNG, from figures alone |
//! | [`darkforge_research`] | endgame laboratory, problems, statistics of collections, imitation, training |
//! | [`darkforge`](crate) | [`cli`]: a file for each command; [`report`]: tables, plots, pages |
//!
//! # The flow of data
//!
//! ```text
//! config (TOML, flags)                                        darkforge_lab::config
//!      |
//!      v
//! Schedule.ask() --> bouts --> Run: games on all cores        darkforge_lab::run
//!      ^                        |
//!      |             White's Player     Black's Player        darkforge_engine::player
//!      |                  ^ |  View, answer   ^ |
//!      |                  | v  tries          | v
//!      |              Umpire (true position, two Views)       darkforge_kriegspiel::umpire
//!      |                        |
//!      |                        v
//!      |                   GameRecord                         darkforge_kriegspiel::record
//!      |                        |
//!      |                        v
//! Schedule.tell() <-- journal.jsonl --> CSV, plots, page      darkforge_lab::journal, report
//! ```
//!
//! A schedule names the bouts to play and receives their games: a
//! [`Match`](darkforge_lab::matches::Match), a
//! [`Tournament`](darkforge_lab::tournament::Tournament) or an
//! [`Evolution`](darkforge_lab::tuner::Evolution). A [`Player`](darkforge_engine::player::Player)
//! gets a [`View`](darkforge_kriegspiel::umpire::View) and never the board. The
//! [`Journal`](darkforge_lab::journal::Journal) is the checkpoint of a run, and all reports are
//! made from it. Results follow from config and seed alone, at any number of threads.
//!
//! ```
//! use darkforge::report::format;
//!
//! assert_eq!(format::plural(1, "game"), "1 game");
//! assert_eq!(format::plural(1000, "game"), "1,000 games");
//! assert_eq!(format::duration(200.0), "3 min 20 s");
//! ```
//!
//! `docs/architecture.md` has the details, `docs/glossary.md` the words. T is the thesis on Darkboard
//! (Bologna, 2006), see `docs/bibliography.md`.

mod bad_input;
pub mod report;
pub mod cli;

#[cfg(test)]
#[path = "../tests/snapshot.rs"]
mod snapshot;
