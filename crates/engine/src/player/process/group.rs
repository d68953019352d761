//! Process groups: a program and all that it starts are ended together.

#[cfg(unix)]
mod unix {
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    use rustix::io::Errno;
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    /// Lets `command` run in a group of its own, which Ctrl-C on the terminal does not reach.
    pub fn own_group(command: &mut Command) {
        command.process_group(0);
    }

    /// Kills the group that the process with this number leads. The process must not have
    /// been waited for: until then nothing else can have its number.
    pub fn kill_group(leader: u32) {
        let leader = i32::try_from(leader).ok().and_then(Pid::from_raw);
        if let Some(leader) = leader.filter(|pid| pid.as_raw_nonzero().get() > 1) {
            // Nothing to do about an error: the group has ended by itself.
            let _ = kill_process_group(leader, Signal::KILL);
        }
    }

    /// Whether `child` has ended; it is not waited for, so that its number stays taken.
    pub fn has_ended(child: &Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        !matches!(
            waitid(WaitId::Pid(Pid::from_child(child)), options),
            Ok(None)
        )
    }

    /// Whether a process was not started for want of processes, open files or memory here.
    pub fn is_shortage(error: &std::io::Error) -> bool {
        let errors = [Errno::AGAIN, Errno::MFILE, Errno::NFILE, Errno::NOMEM];
        errors
            .iter()
            .any(|one| error.raw_os_error() == Some(one.raw_os_error()))
    }

    /// The end of a process, in words that are the same everywhere.
    pub fn told(status: std::process::ExitStatus) -> String {
        use std::os::unix::process::ExitStatusExt;
        match (status.code(), status.signal()) {
            (Some(code), _) => format!("exit status {code}"),
            (None, Some(signal)) => format!("signal {signal}"),
            (None, None) => "an unknown status".to_owned(),
        }
    }
}

#[cfg(not(unix))]
mod other {
    use std::process::{Child, Command};

    /// There are no process groups here.
    pub fn own_group(_command: &mut Command) {}

    /// The caller kills the process itself; what it started ends with its input.
    pub fn kill_group(_leader: u32) {}

    /// Nothing can be asked without waiting here: the caller waits.
    pub fn has_ended(_child: &Child) -> bool {
        false
    }

    /// Whether a process was not started for want of memory here.
    pub fn is_shortage(error: &std::io::Error) -> bool {
        error.kind() == std::io::ErrorKind::OutOfMemory
    }

    /// The end of a process.
    pub fn told(status: std::process::ExitStatus) -> String {
        status.code().map_or_else(
            || "an unknown status".to_owned(),
            |code| format!("exit status {code}"),
        )
    }
}

#[cfg(not(unix))]
pub(super) use other::{has_ended, is_shortage, kill_group, own_group, told};
#[cfg(unix)]
pub(super) use unix::{has_ended, is_shortage, kill_group, own_group, told};
