//! UCI: a chess program that is asked for the best move on a board.

use std::time::Duration;

use super::deadline::Deadline;
use super::running::{Deaf, NoStart, Running};

/// Longest line of a chess program, in bytes.
const LONGEST_LINE: usize = 1 << 16;
/// Greatest number of lines before an answer.
const MOST_LINES: usize = 100_000;

/// Why a chess program does not answer, as a sentence about it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Failure {
    /// It is silent.
    #[error("it does not say {of} within {} s", time.as_secs_f64())]
    Late {
        /// The awaited words.
        of: &'static str,
        /// The time that it had.
        time: Duration,
    },
    /// It has ended, or closed its output.
    #[error("{0}")]
    Ended(String),
    /// It says too much.
    #[error("it says {0}")]
    Flood(String),
    /// It says something that is no text, or no move.
    #[error("it says {0}")]
    Garbage(String),
}

/// A running chess program. It ends when this is dropped.
#[derive(Debug)]
pub struct Uci(Running);

impl Uci {
    /// Starts a program and its arguments, `words`.
    ///
    /// # Errors
    /// If the system cannot start it, or lacks a resource.
    pub fn start(words: &[String]) -> Result<Uci, NoStart> {
        Running::start(words, LONGEST_LINE).map(Uci)
    }

    /// Greets it, sets options (names and values), and announces a game. Each of its answers may
    /// take `time`.
    ///
    /// # Errors
    /// If it does not answer.
    pub fn greet(&mut self, options: &[(&str, &str)], time: Duration) -> Result<(), Failure> {
        self.0.send(&"uci");
        self.wait("uciok", time, |_| ())?;
        for (name, value) in options {
            self.0.send(&format!("setoption name {name} value {value}"));
        }
        self.new_game(time)
    }

    /// Announces another game; it must be ready within `time`.
    ///
    /// # Errors
    /// If it does not answer.
    pub fn new_game(&mut self, time: Duration) -> Result<(), Failure> {
        self.0.send(&"ucinewgame");
        self.0.send(&"isready");
        self.wait("readyok", time, |_| ())?;
        Ok(())
    }

    /// The word after `bestmove` for the board `fen` (empty without one), by a search with `limits`, such as `nodes 1000`, which
    /// may last `time`. The lines before are shown to `info`.
    ///
    /// # Errors
    /// If it does not answer.
    pub fn search(
        &mut self,
        fen: &str,
        limits: &str,
        time: Duration,
        info: impl FnMut(&str),
    ) -> Result<String, Failure> {
        self.0.send(&format!("position fen {fen}"));
        self.0.send(&format!("go {limits}"));
        let line = self.wait("bestmove", time, info)?;
        let best = line.split_ascii_whitespace().nth(1);
        Ok(best.unwrap_or_default().to_owned())
    }

    /// The next line that begins with `word`; those before it are shown to `other`.
    fn wait(
        &mut self,
        word: &'static str,
        time: Duration,
        mut other: impl FnMut(&str),
    ) -> Result<String, Failure> {
        let mut deadline = Deadline::lasting(time);
        for _ in 0..MOST_LINES {
            match self.0.line(&mut deadline) {
                Ok(line) if line.split_ascii_whitespace().next() == Some(word) => return Ok(line),
                Ok(line) => other(&line),
                // A child may hold its output open, which hides its end.
                Err(Deaf::Late) if self.0.is_alive() => {
                    return Err(Failure::Late { of: word, time });
                }
                Err(Deaf::Late | Deaf::Ended) => {
                    return Err(Failure::Ended(self.0.last_words()));
                }
                Err(Deaf::TooLong) => {
                    let says = format!("a line of more than {LONGEST_LINE} bytes");
                    return Err(Failure::Flood(says));
                }
                Err(Deaf::NotText) => {
                    return Err(Failure::Garbage("a line that is not UTF-8".to_owned()));
                }
            }
        }
        let says = format!("more than {MOST_LINES} lines without {word}");
        Err(Failure::Flood(says))
    }
}

impl From<Running> for Uci {
    /// A program that was greeted before.
    fn from(running: Running) -> Uci {
        Uci(running)
    }
}

impl From<Uci> for Running {
    fn from(uci: Uci) -> Running {
        uci.0
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const TIME: Duration = Duration::from_secs(10);

    const READY: &str = "uci) echo uciok;; isready) echo readyok;;";

    /// A program that answers words as a shell script says.
    fn program(says: &str) -> Result<Uci, Failure> {
        let script = format!("while read -r word rest; do case \"$word\" in {says} esac; done");
        let mut uci = Uci::start(&["sh", "-c", &script].map(str::to_owned)).unwrap();
        uci.greet(&[("MultiPV", "3")], TIME)?;
        Ok(uci)
    }

    #[test]
    fn it_is_told_options_board_and_limits() {
        let says = "setoption) set=$rest;; position) board=$rest;; \
                    go) echo \"info string $set, $board, $rest\"; echo bestmove e2e4 ponder e7e5;;";
        let mut heard = Vec::new();
        let mut uci = program(&format!("{READY} {says}")).unwrap();
        let best = uci.search("8/8 w", "nodes 5", TIME, |line| heard.push(line.to_owned()));
        assert_eq!(best.unwrap(), "e2e4");
        let expected = "info string name MultiPV value 3, fen 8/8 w, nodes 5";
        assert_eq!(heard, [expected]);
        let mut uci = Uci::from(Running::from(uci));
        uci.new_game(TIME).unwrap();
        assert!(uci.search("8/8 w", "nodes 5", TIME, |_| ()).is_ok());
    }

    #[test]
    fn each_failure_is_a_sentence() {
        let failure = |says: &str| {
            let uci = program(&format!("{READY} go) {says};;"));
            let found = uci
                .unwrap()
                .search("", "", Duration::from_millis(300), |_| ());
            found.unwrap_err().to_string()
        };
        assert_eq!(failure("exit 3"), "it ended with exit status 3");
        assert_eq!(failure("sleep 5"), "it does not say bestmove within 0.3 s");
        let not_text = failure(r"printf '\377\n'");
        assert_eq!(not_text, "it says a line that is not UTF-8");
        let flood = failure("while :; do echo info; done");
        let limits = ["it says more than", "it does not say bestmove"]; // on a slow machine
        assert!(
            limits.iter().any(|limit| flood.starts_with(limit)),
            "{flood}"
        );
        let early = program("uci) exit 0;;").unwrap_err();
        assert_eq!(early.to_string(), "it ended with exit status 0");
        let none = Uci::start(&["/no/such/program".to_owned()]).unwrap_err();
        assert!(
            none.to_string().starts_with("it cannot be started: "),
            "{none}"
        );
    }
}
