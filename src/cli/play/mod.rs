//! A person's game against a player of this program.
//!
//! | module | contents |
//! |---|---|
//! | `desk` | [`Person`](desk::Person): a player whose questions come from a [`Desk`](desk::Desk) |
//! | `marks` | pencil marks for guessed enemy men |
//! | `sheet` | what the person asked and heard, in words |
//! | `terminal` | the desk in a terminal |
//! | `web` | the desk in a browser |

pub(crate) mod desk;
pub(crate) mod marks;
pub(crate) mod sheet;
pub(crate) mod terminal;
pub(crate) mod web;
