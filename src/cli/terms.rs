//! Flags of openings, clocks and adjudication, which `match` and `tournament` share.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::cli::errors::usage;
use crate::cli::flags::whole;
use crate::cli::terminal::tell;
use darkforge_engine::player::PlayerSpec;
use darkforge_kriegspiel::protocol::Clock;
use darkforge_lab::bout::Entrant;
use darkforge_lab::config::{OpeningOrder, TermsConfig};
use darkforge_lab::terms::{DrawRule, ResignRule, Terms};

/// `--opening-order`
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Order {
    /// Drawn from the seed.
    Random,
    /// That of the file.
    File,
}

/// Flags of a run's terms. They are shown by `--help` and not by `-h`.
#[derive(Args)]
pub(crate) struct TermsFlags {
    /// Begin the pairs from these positions in turn, each from both sides: a file with FEN or EPD in
    /// lines, or PGN.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "fen",
        hide_short_help = true
    )]
    openings: Option<String>,
    /// Order of the openings: drawn from the seed, or that of the file [default: random].
    #[arg(long, value_name = "ORDER", hide_short_help = true)]
    opening_order: Option<Order>,
    /// Plies after which the games of a PGN file are openings [default: 16].
    #[arg(long, value_name = "N", hide_short_help = true,
        value_parser = whole(0..=1000_u32, "from 0 to 1000"))]
    opening_plies: Option<u32>,
    /// Begin all games from this position.
    #[arg(long, value_name = "FEN", hide_short_help = true)]
    fen: Option<String>,
    /// Clock of each player, in seconds: 60+0.5 adds 0.5 after each move, 40/60 gives 60 for every 40
    /// moves. Who exceeds it loses the game; results then depend on the machine.
    #[arg(long, value_name = "CLOCK", hide_short_help = true)]
    tc: Option<Clock>,
    /// Milliseconds by which a player may exceed its clock.
    #[arg(long, value_name = "MS", hide_short_help = true,
        value_parser = whole(0..=60_000_u32, "from 0 to 60000"))]
    time_margin: Option<u32>,
    /// A player loses that gives itself at most -SCORE (hundredths of a pawn) for so many of its moves
    /// in a row: score=600,moves=3. A part that is left out has the value here.
    #[arg(long, value_name = "RULE", hide_short_help = true)]
    resign: Option<ResignRule>,
    /// A game is drawn when both players are within SCORE of 0 for so many moves in a row, from move
    /// NUMBER on: number=40,moves=8,score=10. A part that is left out has the value here.
    #[arg(long, value_name = "RULE", hide_short_help = true)]
    draw: Option<DrawRule>,
    /// Keep score, depth and time of each move: in the journal, and as comments in PGN. With --tc they
    /// are kept.
    #[arg(long, hide_short_help = true)]
    thoughts: bool,
    /// Write the dialogue with each program into a new folder, a file for each game and side.
    #[arg(long, value_name = "DIR", hide_short_help = true)]
    log: Option<PathBuf>,
}

impl TermsFlags {
    /// Puts what was set into `config`.
    pub(crate) fn put(&self, config: &mut TermsConfig) {
        let TermsFlags {
            openings,
            opening_order,
            opening_plies,
            fen,
            tc,
            time_margin,
            resign,
            draw,
            thoughts,
            log: _,
        } = self;
        if openings.is_some() || fen.is_some() {
            config.openings.clone_from(openings);
            config.fen.clone_from(fen);
        }
        if fen.is_some() {
            // The config's file of openings is not read.
            let usual = TermsConfig::default();
            config.opening_order = usual.opening_order;
            config.opening_plies = usual.opening_plies;
        }
        if let Some(order) = opening_order {
            config.opening_order = match order {
                Order::Random => OpeningOrder::Random,
                Order::File => OpeningOrder::File,
            };
        }
        config.opening_plies = opening_plies.unwrap_or(config.opening_plies);
        config.time_margin = time_margin.unwrap_or(config.time_margin);
        let put = |key: &mut Option<String>, value: Option<String>| {
            if value.is_some() {
                *key = value;
            }
        };
        put(&mut config.tc, tc.map(|clock| clock.to_string()));
        put(&mut config.resign, resign.map(|rule| rule.to_string()));
        put(&mut config.draw, draw.map(|rule| rule.to_string()));
        config.thoughts |= thoughts;
    }

    /// Whether the flag of a key of the terms is given.
    pub(crate) fn is_given(&self, key: &str) -> bool {
        match key {
            "openings" => self.openings.is_some(),
            "opening_order" => self.opening_order.is_some(),
            "opening_plies" => self.opening_plies.is_some(),
            "fen" => self.fen.is_some(),
            "tc" => self.tc.is_some(),
            "time_margin" => self.time_margin.is_some(),
            "resign" => self.resign.is_some(),
            "draw" => self.draw.is_some(),
            "thoughts" => self.thoughts,
            _ => false,
        }
    }

    /// Refuses terms without effect on games of `players`, which are in the config `file` unless a
    /// flag sets them. A run that is continued has the terms with which it was begun.
    ///
    /// # Errors
    /// A key or flag without effect, with what it needs.
    pub(crate) fn refuse_vain(
        &self,
        file: &Path,
        terms: &TermsConfig,
        players: &[&Entrant],
    ) -> anyhow::Result<()> {
        match terms.vain(players, |key| self.is_given(key)) {
            None => Ok(()),
            Some(vain) if self.is_given(vain.key) => Err(usage(vain.of_flag())),
            Some(vain) => Err(usage(format!("{}: {}", file.display(), vain.of_key()))),
        }
    }

    /// Says which players give no scores, if the terms need them, and what follows.
    pub(crate) fn tell_without_scores(terms: &TermsConfig, players: &[&Entrant], quiet: bool) {
        let names = terms.without_scores(players);
        if !quiet && !names.is_empty() {
            let resign = terms
                .resign
                .as_ref()
                .map(|_| "; resign does not hold for them");
            let draw = terms
                .draw
                .as_ref()
                .map(|_| "; draw ends none of their games");
            tell(&format!(
                "players without scores: {}{}{}",
                names.join(", "),
                resign.unwrap_or_default(),
                draw.unwrap_or_default()
            ));
        }
    }

    /// Refuses thoughts that no file would have.
    ///
    /// # Errors
    /// `--thoughts` is set, and nothing `is_kept`.
    pub(crate) fn refuse_lost_thoughts(&self, is_kept: bool) -> anyhow::Result<()> {
        if self.thoughts && self.tc.is_none() && !is_kept {
            return Err(usage(
                "--thoughts: they would be lost; keep them by --out or --pgn",
            ));
        }
        Ok(())
    }

    /// Refuses workers for terms by which games depend on the machine: workers check each other's games.
    ///
    /// # Errors
    /// Such terms, with workers.
    pub(crate) fn refuse_workers(terms: &Terms, workers: Option<&String>) -> anyhow::Result<()> {
        match workers {
            Some(url) if terms.keeps_thoughts() => Err(usage(format!(
                "--workers {url}: with --tc or --thoughts games depend on the machine, and workers \
                 cannot check each other"
            ))),
            _ => Ok(()),
        }
    }

    /// Makes the folder of `--log`, if it is asked for; one of a run that is continued may be there.
    ///
    /// # Errors
    /// It exists, or cannot be made, or no player is a program.
    pub(crate) fn log_folder<'a>(
        &self,
        mut players: impl Iterator<Item = &'a PlayerSpec>,
        resume: bool,
    ) -> anyhow::Result<Option<PathBuf>> {
        let Some(folder) = &self.log else {
            return Ok(None);
        };
        if !players.any(|player| player.program().is_some()) {
            let shown = folder.display();
            return Err(usage(format!(
                "--log {shown}: no player is a program (process:COMMAND), so there is no dialogue"
            )));
        }
        make(folder, resume)?;
        Ok(Some(folder.clone()))
    }
}

fn make(folder: &Path, resume: bool) -> anyhow::Result<()> {
    match std::fs::create_dir(folder) {
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            if resume && folder.is_dir() {
                return Ok(());
            }
            let shown = folder.display();
            Err(usage(format!(
                "--log {shown}: it exists; name a new folder"
            )))
        }
        Err(error) => {
            let shown = folder.display();
            Err(usage(format!("--log {shown}: cannot make it: {error}")))
        }
        Ok(()) => Ok(()),
    }
}
