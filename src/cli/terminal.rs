//! Standard output, standard error and Ctrl-C. Nothing else prints.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

/// Prints to standard output, which may be a pipe that is closed early.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Prints a line to standard error. Nobody may be there to read it, if a terminal was closed
/// or a pipe ended: that is no reason to give up games.
pub(crate) fn tell(line: &str) {
    let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
}

/// Has a file that would grow beyond the limit of this session (`ulimit -f`) fail to be written,
/// with an error that says so, where the system would otherwise end the program.
pub(crate) fn outlive_file_limits() {
    #[cfg(unix)]
    {
        // The flag says nothing: it is the write that fails. Without it all else goes on as before.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    }
}

/// A flag that is set by Ctrl-C or a request to terminate. A second one ends the program
/// at once.
pub(crate) fn stop_flag() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(1);
        }
        tell("\nstopping after the games under way; once more to stop at once");
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(stop)
}
