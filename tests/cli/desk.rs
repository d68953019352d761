//! A folder for each test, in which it runs the program and examines the results.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Output, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use crate::cli::table::Table;

/// An evolution of a fraction of a second.
pub const TINY: &str = r#"
name = "tiny"
seed = 7
ruleset = "icc"
ply_limit = 160
player = "darkboard:depth=1,particles=0"
start = "hand-made"

[population]
size = 4
generations = 3

[bout]
pairs = 2
extra_pairs = 1
max_extra = 1

[breeding]
mutated_share = 0.25
scale = 0.3
twins = false
blend = 0.0

[noise]
common_seeds = false

[reference]
player = "darkboard:depth=1,particles=0"
pairs = 3
every = 1
"#;

pub const POPULATION: usize = 4;
pub const GENERATIONS: usize = 3;
pub const REFERENCE_PAIRS: usize = 3;
pub const PLY_LIMIT: u64 = 160;

pub const JOURNAL: &str = "journal.jsonl";

/// Variable that marks the processes of a desk.
pub const MARK: &str = "DARKFORGE_TEST";

/// The files and folders beneath a folder, with their content; folders have none.
pub type Files = BTreeMap<String, Vec<u8>>;

/// A folder to work in, with `tiny.toml` in it.
pub struct Desk(TempDir);

impl Desk {
    pub fn new() -> Desk {
        let desk = Desk(tempfile::tempdir().expect("a temporary folder"));
        desk.write("tiny.toml", TINY);
        desk
    }

    /// The folder itself.
    pub fn folder(&self) -> &Path {
        self.0.path()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).unwrap_or_else(|error| panic!("{name}: {error}"));
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The CSV file called `name`.
    pub fn table(&self, name: &str) -> Table {
        Table::read(&self.path(name))
    }

    /// Runs the program with the words of `line` as arguments.
    pub fn run(&self, line: &str) -> Output {
        self.run_with(&[], line)
    }

    /// The same with variables.
    pub fn run_with(&self, variables: &[(&str, &str)], line: &str) -> Output {
        assert_cmd::Command::new(env!("CARGO_BIN_EXE_darkforge"))
            .args(line.split_whitespace())
            .env_remove("COLUMNS")
            .envs(variables.iter().copied())
            .current_dir(self.folder())
            .timeout(Duration::from_mins(2))
            .output()
            .unwrap_or_else(|error| panic!("darkforge {line}: {error}"))
    }

    /// The same with `input` as its standard input.
    pub fn run_on(&self, line: &str, input: &str) -> Output {
        assert_cmd::Command::new(env!("CARGO_BIN_EXE_darkforge"))
            .args(line.split_whitespace())
            .current_dir(self.folder())
            .write_stdin(input)
            .timeout(Duration::from_mins(2))
            .output()
            .unwrap_or_else(|error| panic!("darkforge {line}: {error}"))
    }

    /// Runs the program with arguments that may have spaces in them, and a mark in its environment
    /// that all its processes inherit.
    pub fn run_words(&self, words: &[&str]) -> Output {
        assert_cmd::Command::new(env!("CARGO_BIN_EXE_darkforge"))
            .args(words)
            .env(MARK, self.folder())
            .current_dir(self.folder())
            .timeout(Duration::from_mins(2))
            .output()
            .unwrap_or_else(|error| panic!("darkforge {words:?}: {error}"))
    }

    /// Runs a command that must succeed; returns its standard output.
    pub fn done(&self, line: &str) -> String {
        let output = self.run(line);
        let error = text(&output.stderr);
        assert!(output.status.success(), "darkforge {line} failed:\n{error}");
        text(&output.stdout)
    }

    /// Runs a command that must print one JSON object and nothing else on standard output.
    pub fn json(&self, line: &str) -> Value {
        let out = self.done(&format!("{line} --json"));
        assert_eq!(out.lines().count(), 1, "{line} --json: one line:\n{out}");
        serde_json::from_str(&out).unwrap_or_else(|error| panic!("{line} --json: {error}\n{out}"))
    }

    /// Commands that the program's help names, but `help`.
    pub fn commands(&self) -> Vec<String> {
        let help = self.done("--help");
        let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
        commands
            .take_while(|line| !line.is_empty())
            .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
            .filter_map(|line| line.split_whitespace().next())
            .filter(|command| *command != "help")
            .map(str::to_owned)
            .collect()
    }

    /// Starts a command that will be stopped.
    pub fn start(&self, line: &str) -> Child {
        std::process::Command::new(env!("CARGO_BIN_EXE_darkforge"))
            .args(line.split_whitespace())
            .current_dir(self.folder())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("darkforge {line}: {error}"))
    }

    /// Problem of the program's refusal of `line`: none, if it exits with 2 and one message that
    /// has all `words`, and leaves every file unchanged.
    pub fn problem_of_refusal(&self, line: &str, words: &[&str]) -> Option<String> {
        let before = tree(self.folder());
        let output = self.run(line);
        let (out, error) = (text(&output.stdout), text(&output.stderr));
        let mut problems = Vec::new();
        if output.status.code() != Some(2) {
            problems.push(format!("exits with {:?}, not 2", output.status.code()));
        }
        if !error.starts_with("error: ") || error.matches("error: ").count() != 1 {
            problems.push("standard error is not one message".to_owned());
        }
        if !out.is_empty() {
            problems.push(format!("prints on standard output: {out}"));
        }
        for word in words.iter().filter(|word| !error.contains(**word)) {
            problems.push(format!("the message lacks '{word}'"));
        }
        let after = tree(self.folder());
        if let Some(difference) = difference(&before, &after) {
            problems.push(format!("it wrote: {difference}"));
        }
        let problems = problems.join("; ");
        (!problems.is_empty()).then(|| format!("darkforge {line}\n  {problems}\n  said: {error}"))
    }

    /// Each of `lines` must be refused with a message that has all its words.
    #[track_caller]
    pub fn refuses(&self, lines: &[(&str, &[&str])]) {
        let problems = lines.iter();
        assert_none(problems.filter_map(|(line, words)| self.problem_of_refusal(line, words)));
    }

    /// The evolution of `TINY`, finished, in the folder `out`; played once for all tests.
    pub fn evolved(&self, out: &str) -> PathBuf {
        static FINISHED: LazyLock<Files> = LazyLock::new(|| {
            let desk = Desk::new();
            desk.done("evolve tiny.toml --out run --quiet");
            tree(&desk.path("run"))
        });
        let folder = self.path(out);
        for (name, content) in &*FINISHED {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect(name);
            if !name.ends_with('/') {
                fs::write(path, content).expect(name);
            }
        }
        folder
    }

    /// All files of the run in the folder `out`.
    pub fn files(&self, out: &str) -> Files {
        tree(&self.path(out))
    }

    /// The runs in the folders `one` and `other` must have the same files.
    #[track_caller]
    pub fn assert_same_files(&self, one: &str, other: &str, why: &str) {
        assert_same(&self.files(one), &self.files(other), why);
    }

    /// Number of whole lines in the journal in the folder `out`; 0 without a journal.
    pub fn journalled(&self, out: &str) -> usize {
        let journal = fs::read(self.path(out).join(JOURNAL));
        journal.map_or(0, |bytes| line_ends(&bytes).count())
    }

    /// Waits until the journal in the folder `out` has more than `games`, or `child` has ended.
    pub fn wait_for_games(&self, child: &mut Child, out: &str, games: usize) {
        let began = Instant::now();
        while child.try_wait().expect("a child").is_none() && self.journalled(out) <= games {
            assert!(
                began.elapsed() < Duration::from_mins(1),
                "no game was journalled in a minute"
            );
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// The folder `to` as a killed run would leave it: `run.toml` of the folder `from` and
    /// `journal`.
    pub fn interrupted(&self, from: &str, to: &str, journal: &[u8]) {
        fs::create_dir(self.path(to)).expect(to);
        fs::copy(
            self.path(&format!("{from}/run.toml")),
            self.path(&format!("{to}/run.toml")),
        )
        .expect("run.toml");
        self.write(&format!("{to}/{JOURNAL}"), journal);
    }
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// Fails with every one of `problems`, if there are any.
#[track_caller]
pub fn assert_none(problems: impl IntoIterator<Item = String>) {
    let problems: Vec<String> = problems.into_iter().collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// `TINY` with `old` replaced by `new`.
pub fn tiny_with(old: &str, new: &str) -> String {
    assert_eq!(TINY.matches(old).count(), 1, "TINY has '{old}' once");
    TINY.replace(old, new)
}

/// The file that keeps how long a run took, and the page that tells it.
pub const CLOCK: &str = "clock.csv";
/// See [`CLOCK`].
pub const PAGE: &str = "report.html";

/// The page without its times, the only part that may differ.
pub fn timeless(page: &[u8]) -> Vec<u8> {
    let page = text(page);
    let mut left = String::new();
    let mut parts = page.split("<span data-clock>");
    left += parts.next().expect("a first part");
    for part in parts {
        let (_, rest) = part.split_once("</span>").expect("the end of a time");
        left += rest;
    }
    left.into_bytes()
}

/// Every file and folder beneath `folder`, without playing times.
pub fn tree(folder: &Path) -> Files {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).unwrap_or_else(|e| panic!("{}: {e}", next.display())) {
            let path = entry.expect("an entry").path();
            let name = path.strip_prefix(folder).expect("beneath").display();
            if path.is_dir() {
                found.insert(format!("{name}/"), Vec::new());
                folders.push(path);
            } else if !path.ends_with(CLOCK) {
                let mut bytes = fs::read(&path).expect("a file");
                if path.ends_with(PAGE) {
                    bytes = timeless(&bytes);
                }
                found.insert(name.to_string(), bytes);
            }
        }
    }
    found
}

/// The first difference between two sets of files, in words.
fn difference(one: &Files, other: &Files) -> Option<String> {
    let names: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    names.into_iter().find_map(|name| {
        let (Some(a), Some(b)) = (one.get(name), other.get(name)) else {
            let side = if one.contains_key(name) {
                "first"
            } else {
                "second"
            };
            return Some(format!("only the {side} has {name}"));
        };
        if a == b {
            return None;
        }
        let (a, b) = (String::from_utf8_lossy(a), String::from_utf8_lossy(b));
        let differing = a.lines().zip(b.lines()).enumerate();
        let line = differing
            .map(|(number, (a, b))| (number + 1, a, b))
            .find(|(_, a, b)| a != b);
        Some(match line {
            Some((number, a, b)) => {
                let short = |line: &str| line.chars().take(200).collect::<String>();
                format!("{name} differs, line {number}:\n{}\n{}", short(a), short(b))
            }
            None => format!("{name} differs in length: {} and {}", a.len(), b.len()),
        })
    })
}

#[track_caller]
pub fn assert_same(one: &Files, other: &Files, why: &str) {
    if let Some(difference) = difference(one, other) {
        panic!("{why}: {difference}");
    }
}

/// Ends of the whole lines of `bytes`: the byte after each newline.
pub fn line_ends(bytes: &[u8]) -> impl Iterator<Item = usize> {
    let newlines = bytes.iter().enumerate().filter(|&(_, &byte)| byte == b'\n');
    newlines.map(|(at, _)| at + 1)
}

/// A changed line with its right check, as a forger would write it.
pub fn rechecked(object: &str) -> String {
    let object = object.strip_suffix('}').expect("an object");
    let hash = darkforge_streams::fnv1a(object.as_bytes());
    format!("{object},\"check\":\"{hash:016x}\"}}")
}

/// A line of a journal without its check, so that it can be changed.
pub fn unchecked(line: &str) -> String {
    let (object, _) = line
        .split_once(",\"check\":")
        .expect("a line with its check");
    format!("{object}}}")
}
