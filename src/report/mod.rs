//! Reports: CSV files and plots of a run.

pub mod plot;
