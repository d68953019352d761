//! A look at a run while it is played: its page (`--watch`), and the server of its folder (`--serve`).

use std::path::Path;
use std::sync::Arc;

use crate::cli::output::page_refresh::PageRefresh;
use crate::cli::output::progress::Progress;
use crate::cli::server::{Address, Server};
use crate::cli::terminal::tell;
use crate::report::Drawn;

/// Page and server of a run while it is played; they end when this is dropped.
pub(crate) struct Watch<'a> {
    /// The run's folder, if its page is made, and whether the page has plots.
    folder: Option<(&'a Path, Drawn)>,
    server: Option<Server>,
    refresh: Option<PageRefresh>,
    quiet: bool,
}

impl<'a> Watch<'a> {
    /// Takes the address `serve` before the run in `folder` begins; nothing is shown yet.
    ///
    /// # Errors
    /// The address cannot be had: wrong usage.
    pub(crate) fn prepare(
        folder: Option<&'a Path>,
        watched: Option<Drawn>,
        serve: Option<Address>,
        quiet: bool,
    ) -> anyhow::Result<Watch<'a>> {
        Ok(Watch {
            folder: folder.zip(watched),
            server: serve.map(Server::bind).transpose()?,
            refresh: None,
            quiet,
        })
    }

    /// Begins to make pages, and to serve them.
    pub(crate) fn start(&mut self, progress: &Arc<Progress>) {
        let Some((folder, drawn)) = self.folder else {
            return;
        };
        self.refresh = Some(PageRefresh::start(folder, drawn, Arc::clone(progress)));
        let Some(server) = &mut self.server else {
            return;
        };
        if let Err(error) = server.start(folder) {
            tell(&format!("the run is not served: {error}"));
            return;
        }
        if self.quiet {
            return;
        }
        let address = server.address();
        progress.note(&format!(
            "serving {} at http://{address}/",
            folder.display()
        ));
        if !Address::from(address).is_loopback() {
            progress.note(&format!(
                "whoever reaches {address} can read this folder: there is no password"
            ));
        }
    }

    /// Draws no more, while reports are made; the page still says that the run is alive.
    pub(crate) fn rest(&mut self) {
        if let Some(refresh) = &mut self.refresh {
            refresh.rest();
        }
    }

    /// Writes no page any more: the last one can be written.
    pub(crate) fn end(&mut self) {
        self.refresh = None;
    }
}
