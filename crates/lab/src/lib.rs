#![doc = include_str!("../README.md")]

pub mod field;
pub mod bout;
pub mod game;
pub mod kriegspiel;
pub mod recon;
pub mod rules;
pub mod draft;
pub mod journal;
pub mod run;
pub mod matches;
pub mod tournament;
pub mod tuner;
pub mod config;
pub mod folder;
pub mod forecast;
pub mod cost;
