//! Watchdog: a second process of this program that outlives it and then ends the programs that play
//! for it. It is needed when this program is killed with `kill -9`: a program that hangs does not
//! notice the end of its input.
//!
//! It reads `+N` and `-N` for each process group that begins and ends. When its input ends it kills
//! the groups that are left.

use std::collections::BTreeSet;
use std::io::{BufRead, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use super::group::{kill_group, own_group};

/// Pipe to the watchdog, while there is one.
static WATCHED: Mutex<Option<ChildStdin>> = Mutex::new(None);

/// A watchdog; dropping this lets it end.
#[derive(Debug)]
pub struct Watchdog(Child);

impl Watchdog {
    /// Starts one: `program` with the argument `watchdog` must call [`watch`].
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(program: &Path) -> std::io::Result<Watchdog> {
        let mut command = Command::new(program);
        command
            .arg("watchdog")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        own_group(&mut command);
        let mut child = command.spawn()?;
        *lock() = child.stdin.take();
        Ok(Watchdog(child))
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        lock().take();
        let _ = self.0.wait();
    }
}

fn lock() -> std::sync::MutexGuard<'static, Option<ChildStdin>> {
    WATCHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tells the watchdog that a group begins.
pub(crate) fn begins(leader: u32) {
    tell('+', leader);
}

/// Tells the watchdog that a group has ended.
pub(crate) fn ends(leader: u32) {
    tell('-', leader);
}

fn tell(sign: char, leader: u32) {
    if let Some(watchdog) = lock().as_mut() {
        // Without a watchdog the run continues.
        let _ = watchdog.write_all(format!("{sign}{leader}\n").as_bytes());
    }
}

/// The watchdog's loop: reads `input` to its end, then kills the groups that are left.
pub fn watch(input: impl BufRead) {
    let mut groups = BTreeSet::new();
    for line in input.lines().map_while(Result::ok) {
        let Some(leader) = line.get(1..).and_then(|number| number.parse::<u32>().ok()) else {
            continue;
        };
        if line.starts_with('+') {
            groups.insert(leader);
        } else {
            groups.remove(&leader);
        }
    }
    for leader in groups {
        kill_group(leader);
    }
}
