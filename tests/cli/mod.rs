//! The command line as its users meet it: refusals and their messages, the files of a run, and
//! results that depend on config and seed alone, whatever the number of threads, kills and resumes.
//!
//! Every test works in a folder of its own and calls the program from there, so that a path
//! in a command line is a name in that folder.

mod book;
mod check;
mod cluster;
mod compare;
mod continued;
mod desk;
mod endgame;
mod evolution;
mod folders;
mod help;
mod imitate;
mod kept;
mod matches;
mod model;
mod pages;
mod play;
mod process;
mod proof;
mod rate;
mod reference;
mod recon;
mod refusals;
mod sameness;
mod screens;
mod serve;
mod sprt;
mod stats;
mod table;
mod terminal;
mod terms;
mod tournaments;
mod train;
#[cfg(unix)]
mod trout;
mod view;
