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
            // An error means that the group has ended by itself.
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

    /// Whether a process was not started because this machine lacks processes, open files or
    /// memory.
    pub fn is_shortage(error: &std::io::Error) -> bool {
        let errors = [Errno::AGAIN, Errno::MFILE, Errno::NFILE, Errno::NOMEM];
        errors
            .iter()
            .any(|one| error.raw_os_error() == Some(one.raw_os_error()))
    }

    /// Description of a process' end, in words that are the same on all systems.
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

    /// Does nothing: this system has no process groups.
    pub fn own_group(_command: &mut Command) {}

    /// Does nothing: the caller kills the process itself; its children end with their input.
    pub fn kill_group(_leader: u32) {}

    /// Always false: this system has no query without waiting, so the caller waits.
    pub fn has_ended(_child: &Child) -> bool {
        false
    }

    /// Whether a process was not started because this machine lacks memory.
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
pub(crate) use other::{has_ended, is_shortage, kill_group, own_group, told};
#[cfg(unix)]
pub(crate) use unix::{has_ended, is_shortage, kill_group, own_group, told};
