//! The command line as its users meet it: what each command refuses and how it says so, the
//! files of a run, and that a result depends on config and seed alone, whatever the number of
//! threads, kills and resumes.
//!
//! Every test works in a folder of its own and calls the program from there, so that a path
//! in a command line is a name in that folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Output, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// An evolution of a fraction of a second.
const TINY: &str = r#"
name = "tiny"
seed = 7
ruleset = "icc"
ply_limit = 160
player = "darkboard:depth=1"
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

[reference]
player = "darkboard:depth=1"
pairs = 3
every = 1
"#;

const POPULATION: usize = 4;
const GENERATIONS: usize = 3;
const REFERENCE_PAIRS: usize = 3;
const PLY_LIMIT: u64 = 160;

const JOURNAL: &str = "journal.jsonl";
const GAMES_HEADER: &str = "game,bout,pair,white,black,ruleset,seed,result,ending,plies,\
    white_refused,black_refused,white_material,black_material,final_fen";
const STANDINGS_HEADER: &str = "rank,player,games,wins,draws,losses,stalemates,score,score_lo,\
    score_hi,elo,elo_lo,elo_hi";
const GENERATIONS_HEADER: &str = "generation,games,champion,champion_parent,wins_rate,draw_rate,\
    stalemate_rate,reference_score,reference_lo,reference_hi";
const INDIVIDUALS_HEADER: &str = "generation,individual,parent,placing,mutation_scale";
const ENDINGS: [&str; 10] = [
    "checkmate",
    "stalemate",
    "dead_material",
    "fifty_moves",
    "repetition",
    "ply_limit",
    "forfeit_crash",
    "forfeit_time",
    "forfeit_silence",
    "forfeit_protocol",
];

/// A folder to work in, with `tiny.toml` in it.
struct Desk(TempDir);

impl Desk {
    fn new() -> Desk {
        let desk = Desk(tempfile::tempdir().expect("a temporary folder"));
        desk.write("tiny.toml", TINY);
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).unwrap_or_else(|error| panic!("{name}: {error}"));
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Runs the program with the words of `line` as arguments.
    fn run(&self, line: &str) -> Output {
        assert_cmd::Command::new(env!("CARGO_BIN_EXE_darkforge"))
            .args(line.split_whitespace())
            .current_dir(self.0.path())
            .timeout(Duration::from_mins(2))
            .output()
            .unwrap_or_else(|error| panic!("darkforge {line}: {error}"))
    }

    /// Runs what must succeed; its standard output.
    fn done(&self, line: &str) -> String {
        let output = self.run(line);
        let error = text(&output.stderr);
        assert!(output.status.success(), "darkforge {line} failed:\n{error}");
        text(&output.stdout)
    }

    /// Runs what must print one JSON object and nothing else on standard output.
    fn json(&self, line: &str) -> Value {
        let out = self.done(&format!("{line} --json"));
        assert_eq!(out.lines().count(), 1, "{line} --json: one line:\n{out}");
        serde_json::from_str(&out).unwrap_or_else(|error| panic!("{line} --json: {error}\n{out}"))
    }

    /// Starts what is going to be stopped.
    fn start(&self, line: &str) -> Child {
        std::process::Command::new(env!("CARGO_BIN_EXE_darkforge"))
            .args(line.split_whitespace())
            .current_dir(self.0.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("darkforge {line}: {error}"))
    }

    /// What is wrong with the way in which the program refuses `line`: nothing, if it exits
    /// with 2 and one message that has all `words`, and leaves every file as it was.
    fn problem_of_refusal(&self, line: &str, words: &[&str]) -> Option<String> {
        let before = tree(self.0.path());
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
        let after = tree(self.0.path());
        if let Some(difference) = difference(&before, &after) {
            problems.push(format!("it wrote: {difference}"));
        }
        let problems = problems.join("; ");
        (!problems.is_empty()).then(|| format!("darkforge {line}\n  {problems}\n  said: {error}"))
    }

    /// Each of `lines` must be refused with a message that has all its words.
    fn refuses(&self, lines: &[(&str, &[&str])]) {
        let problems: Vec<String> = lines
            .iter()
            .filter_map(|(line, words)| self.problem_of_refusal(line, words))
            .collect();
        assert!(problems.is_empty(), "{}", problems.join("\n"));
    }

    /// The evolution of `TINY`, finished, in the folder `out`; played once for all tests.
    fn evolved(&self, out: &str) -> PathBuf {
        static FINISHED: LazyLock<BTreeMap<String, Vec<u8>>> = LazyLock::new(|| {
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

    /// The folder `to` as a killed run would leave it: `run.toml` of the folder `from` and
    /// `journal`.
    fn interrupted(&self, from: &str, to: &str, journal: &[u8]) {
        fs::create_dir(self.path(to)).expect(to);
        fs::copy(
            self.path(&format!("{from}/run.toml")),
            self.path(&format!("{to}/run.toml")),
        )
        .expect("run.toml");
        self.write(&format!("{to}/{JOURNAL}"), journal);
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// `TINY` with `old` replaced by `new`.
fn tiny_with(old: &str, new: &str) -> String {
    assert_eq!(TINY.matches(old).count(), 1, "TINY has '{old}' once");
    TINY.replace(old, new)
}

/// Every file and folder beneath `folder` with its content; folders have none.
fn tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).unwrap_or_else(|e| panic!("{}: {e}", next.display())) {
            let path = entry.expect("an entry").path();
            let name = path.strip_prefix(folder).expect("beneath").display();
            if path.is_dir() {
                found.insert(format!("{name}/"), Vec::new());
                folders.push(path);
            } else {
                found.insert(name.to_string(), fs::read(&path).expect("a file"));
            }
        }
    }
    found
}

/// What a run makes of its games: all its files but the journal, whose lines are in the order
/// in which games happened to end.
fn products(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = tree(folder);
    files.remove(JOURNAL);
    files
}

/// The first difference between two sets of files, in words.
fn difference(
    one: &BTreeMap<String, Vec<u8>>,
    other: &BTreeMap<String, Vec<u8>>,
) -> Option<String> {
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
fn assert_same(one: &BTreeMap<String, Vec<u8>>, other: &BTreeMap<String, Vec<u8>>, why: &str) {
    if let Some(difference) = difference(one, other) {
        panic!("{why}: {difference}");
    }
}

/// A CSV file: its header and its rows.
struct Table {
    name: String,
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn read(path: &Path) -> Table {
        let name = path.display().to_string();
        let mut reader =
            csv::Reader::from_path(path).unwrap_or_else(|error| panic!("{name}: {error}"));
        let strings = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect();
        let header = strings(reader.headers().expect("a header"));
        let rows = reader
            .records()
            .map(|row| strings(&row.unwrap_or_else(|error| panic!("{name}: {error}"))))
            .collect();
        Table { name, header, rows }
    }

    fn column(&self, name: &str) -> usize {
        let found = self.header.iter().position(|column| column == name);
        found.unwrap_or_else(|| panic!("{}: no column {name} in {:?}", self.name, self.header))
    }

    /// Every row's text in the column called `name`.
    fn texts(&self, name: &str) -> Vec<&str> {
        let column = self.column(name);
        self.rows.iter().map(|row| row[column].as_str()).collect()
    }

    /// Every row's number in the column called `name`.
    fn numbers<T: std::str::FromStr>(&self, name: &str) -> Vec<T> {
        let number = |text: &str| {
            let number = text.parse().ok();
            number.unwrap_or_else(|| panic!("{}: {name} = '{text}'", self.name))
        };
        self.texts(name).into_iter().map(number).collect()
    }

    /// The rows whose text in the column called `name` is `value`.
    fn only(&self, name: &str, value: &str) -> Table {
        let column = self.column(name);
        let rows = self.rows.iter().filter(|row| row[column] == value);
        Table {
            name: format!("{} ({name} = {value})", self.name),
            header: self.header.clone(),
            rows: rows.cloned().collect(),
        }
    }
}

/// Names and values in a weight file, in its order.
fn weights(path: &Path) -> Vec<(String, f64)> {
    let text = fs::read_to_string(path).expect("a weight file");
    let table: toml::Table = text.parse().expect("a weight file is TOML");
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (name, _) = line.split_once(" = ").expect("name = value");
            let value = table[name].as_float().expect("a weight is a number");
            (name.to_owned(), value)
        })
        .collect()
}

/// Waits until the journal has more than `lines` whole lines, or `child` has ended.
fn wait_for_games(child: &mut Child, journal: &Path, lines: usize) {
    let began = Instant::now();
    while child.try_wait().expect("a child").is_none() && games_in(journal) <= lines {
        assert!(
            began.elapsed() < Duration::from_mins(1),
            "no game was journalled in a minute"
        );
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Where the whole lines of `bytes` end: the byte after each newline.
fn line_ends(bytes: &[u8]) -> impl Iterator<Item = usize> {
    let newlines = bytes.iter().enumerate().filter(|&(_, &byte)| byte == b'\n');
    newlines.map(|(at, _)| at + 1)
}

/// Games that the journal has in whole lines; none if there is no journal yet.
fn games_in(journal: &Path) -> usize {
    fs::read(journal).map_or(0, |bytes| line_ends(&bytes).count())
}

// ---- What is refused, and how.

#[test]
fn a_wrong_config_is_refused_with_file_key_and_what_is_right() {
    let mistakes: [(&str, &str, &[&str]); 17] = [
        ("pairs = 2", "pears = 2", &["pears", "extra_pairs"]),
        (
            "[breeding]",
            "[breading]",
            &["breading", "expected", "breeding"],
        ),
        (
            "generations = 3",
            "generations = \"three\"",
            &["generations = \"three\"", "expected"],
        ),
        ("size = 4", "size = 4.5", &["size = 4.5", "expected"]),
        ("size = 4\n", "", &["population", "size"]),
        (
            "size = 4",
            "size = 6",
            &["population.size = 6", "power of two", "8"],
        ),
        ("size = 4", "size = 1", &["population.size = 1", "2"]),
        (
            "generations = 3",
            "generations = 0",
            &["population.generations = 0", "from 1"],
        ),
        (
            "mutated_share = 0.25",
            "mutated_share = 2.0",
            &["breeding.mutated_share = 2", "from 0 to 1"],
        ),
        (
            "mutated_share = 0.25",
            "scale = nan",
            &["breeding.scale", "from"],
        ),
        ("pairs = 2", "pairs = 0", &["bout.pairs = 0", "from 1"]),
        ("every = 1", "every = 0", &["reference.every = 0", "from 1"]),
        (
            "ply_limit = 160",
            "ply_limit = 1",
            &["ply_limit = 1", "from 2"],
        ),
        (
            "ruleset = \"icc\"",
            "ruleset = \"fide\"",
            &["ruleset", "fide", "icc"],
        ),
        (
            "player = \"darkboard:depth=1\"\nstart",
            "player = \"random\"\nstart",
            &["player", "random", "darkboard"],
        ),
        (
            "player = \"darkboard:depth=1\"\npairs",
            "player = \"darkbored\"\npairs",
            &["reference.player", "darkbored", "darkboard"],
        ),
        (
            "name = \"tiny\"",
            "name = \"../tiny\"",
            &["name = \"../tiny\"", "letters"],
        ),
    ];
    let desk = Desk::new();
    let mut problems = Vec::new();
    for (old, new, words) in mistakes {
        desk.write("bad.toml", tiny_with(old, new));
        let words = [&["bad.toml"], words].concat();
        for out in ["", " --out out"] {
            let problem = desk.problem_of_refusal(&format!("evolve bad.toml{out}"), &words);
            problems.extend(problem.map(|problem| format!("with '{new}': {problem}")));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn a_config_that_cannot_be_read_is_refused() {
    let desk = Desk::new();
    desk.write("binary.toml", b"\xff\xfe\x00");
    fs::create_dir(desk.path("folder.toml")).expect("a folder");
    desk.write("open.toml", "name = \"x\"\n[population");
    desk.refuses(&[
        ("evolve missing.toml", &["missing.toml"]),
        ("evolve missing.toml --out out", &["missing.toml"]),
        ("evolve binary.toml --out out", &["binary.toml"]),
        ("evolve folder.toml --out out", &["folder.toml"]),
        ("evolve open.toml --out out", &["open.toml", "line 2"]),
    ]);
}

#[test]
fn a_wrong_weight_file_is_refused_with_what_is_right() {
    let desk = Desk::new();
    desk.write("syntax.toml", "pawn_value 1.0\n");
    desk.write("type.toml", "pawn_value = \"one\"\n");
    desk.write("unknown.toml", "pawn_valve = 1.0\n");
    desk.write("range.toml", "pawn_value = 1.0\nrisk = 2.0\n");
    let wrong: [(&str, &[&str]); 5] = [
        ("missing.toml", &["hand-made"]),
        ("syntax.toml", &["line 1"]),
        ("type.toml", &["pawn_value", "expected"]),
        ("unknown.toml", &["pawn_valve", "pawn_value"]),
        ("range.toml", &["risk = 2", "0.05 to 0.95"]),
    ];
    let mut problems = Vec::new();
    for (file, words) in wrong {
        let words = [&[file], words].concat();
        let player = format!("darkboard:weights={file},depth=1");
        let line = format!("match {player} random --games 2 --out out");
        problems.extend(desk.problem_of_refusal(&line, &words));
        let as_start = ("\"hand-made\"", format!("\"{file}\""), "start");
        let as_reference = (
            "\"darkboard:depth=1\"\npairs",
            format!("\"{player}\"\npairs"),
            "reference.player",
        );
        for (old, new, key) in [as_start, as_reference] {
            desk.write("bad.toml", tiny_with(old, &new));
            let words = [&["bad.toml", key], words.as_slice()].concat();
            problems.extend(desk.problem_of_refusal("evolve bad.toml --out out", &words));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn a_wrong_flag_of_match_is_refused_by_its_name() {
    let desk = Desk::new();
    desk.write("there.jsonl", "kept\n");
    let flags: [(&str, &[&str]); 19] = [
        ("--games 0", &["--games", "at least 1"]),
        ("--games many", &["--games", "many"]),
        ("--threads 0", &["--threads", "at least 1"]),
        ("--ply-limit 1", &["--ply-limit", "from 2"]),
        ("--seed 9007199254740992", &["--seed", "2^53"]),
        ("--ruleset fide", &["--ruleset", "fide", "icc"]),
        ("--sprt 5", &["--sprt", "0,10"]),
        ("--sprt 0,ten", &["--sprt", "0,10"]),
        ("--sprt 0,10,20", &["--sprt", "0,10"]),
        ("--sprt 10,0", &["--sprt", "10"]),
        ("--sprt 5,5", &["--sprt", "5"]),
        ("--sprt nan,5", &["--sprt"]),
        ("--sprt 0,inf", &["--sprt"]),
        ("--sprt 0,10 --model elo", &["--model", "normalized"]),
        ("--transcript there.jsonl", &["there.jsonl", "exists"]),
        ("--pgn there.jsonl", &["there.jsonl", "exists"]),
        (
            "--transcript nowhere/t.jsonl",
            &["nowhere/t.jsonl", "folder"],
        ),
        ("--resume", &["--out"]),
        ("--colour red", &["--colour"]),
    ];
    let mut problems = Vec::new();
    for (flag, words) in flags {
        problems.extend(desk.problem_of_refusal(&format!("match random random {flag}"), words));
        if flag != "--resume" {
            let line = format!("match random random {flag} --out out");
            problems.extend(desk.problem_of_refusal(&line, words));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn a_wrong_flag_of_evolve_is_refused_by_its_name() {
    Desk::new().refuses(&[
        ("evolve tiny.toml --threads 0", &["--threads", "at least 1"]),
        (
            "evolve tiny.toml --out out --threads 0",
            &["--threads", "at least 1"],
        ),
        ("evolve tiny.toml --seed -1", &["-1"]),
        ("evolve tiny.toml --seed 9007199254740992", &["--seed"]),
        ("evolve tiny.toml --generations 3", &["--generations"]),
        ("evolve", &["<CONFIG>"]),
    ]);
}

#[test]
fn an_unknown_player_is_refused_with_those_there_are() {
    Desk::new().refuses(&[
        (
            "match darkbored random --out out",
            &["darkbored", "semi-random", "darkboard"],
        ),
        (
            "match random darkbored --out out",
            &["darkbored", "semi-random", "darkboard"],
        ),
        (
            "match random:depth=1 random --out out",
            &["random", "depth", "none"],
        ),
        (
            "match darkboard:dept=1 random --out out",
            &["dept", "depth"],
        ),
        (
            "match darkboard:depth=0 random --out out",
            &["depth=0", "from 1"],
        ),
        ("match darkboard --out out", &["<B>"]),
    ]);
}

#[test]
fn an_existing_folder_is_never_written_to() {
    let desk = Desk::new();
    for folder in ["empty", "full", "results", "results/tiny"] {
        fs::create_dir(desk.path(folder)).expect(folder);
    }
    desk.write("full/games.csv", "mine\n");
    desk.write("file", "mine\n");
    desk.refuses(&[
        ("evolve tiny.toml", &["results/tiny", "--out", "--resume"]),
        ("evolve tiny.toml --out empty", &["empty", "--out"]),
        ("evolve tiny.toml --out full", &["full", "--out"]),
        ("evolve tiny.toml --out file", &["file", "--out"]),
        (
            "match random random --games 2 --out empty",
            &["empty", "--out"],
        ),
        (
            "match random random --games 2 --out full",
            &["full", "--out"],
        ),
        (
            "match random random --games 2 --out file",
            &["file", "--out"],
        ),
    ]);
}

#[test]
fn transcripts_do_not_overwrite_one_another_or_the_files_of_the_run() {
    Desk::new().refuses(&[
        (
            "match random random --games 2 --pgn same --transcript same",
            &["same"],
        ),
        (
            "match random random --games 2 --pgn one --transcript ./one",
            &["one"],
        ),
        (
            "match random random --games 2 --out out --pgn out/journal.jsonl",
            &["journal.jsonl"],
        ),
        (
            "match random random --games 2 --out other --transcript other/games.csv",
            &["games.csv"],
        ),
    ]);
}

#[test]
fn a_report_of_what_is_no_run_is_refused() {
    let desk = Desk::new();
    fs::create_dir(desk.path("empty")).expect("a folder");
    fs::create_dir(desk.path("other")).expect("a folder");
    desk.write("other/run.toml", "name = \"something else\"\n");
    desk.evolved("lost");
    fs::remove_file(desk.path("lost").join(JOURNAL)).expect("a journal");
    desk.refuses(&[
        ("report empty", &["empty", "run"]),
        ("report missing", &["missing", "run"]),
        ("report tiny.toml", &["tiny.toml", "run"]),
        ("report other", &["other/run.toml"]),
        ("report lost", &["lost", JOURNAL]),
        ("report", &["<DIR>"]),
    ]);
}

#[test]
fn a_run_is_resumed_only_as_what_it_was_begun() {
    let desk = Desk::new();
    desk.evolved("run");
    desk.done("match random random --games 4 --out match --quiet");
    desk.write(
        "longer.toml",
        tiny_with("generations = 3", "generations = 4"),
    );
    desk.write("other.toml", tiny_with("size = 4", "size = 8"));
    desk.refuses(&[
        (
            "evolve tiny.toml --out run --resume --seed 8",
            &["run", "seed = 7", "seed = 8"],
        ),
        (
            "evolve longer.toml --out run --resume",
            &["run", "generations = 3", "generations = 4"],
        ),
        (
            "evolve other.toml --out run --resume",
            &["run", "size = 4", "size = 8"],
        ),
        ("evolve tiny.toml --out match --resume", &["match"]),
        ("evolve tiny.toml --out none --resume", &["none"]),
        ("evolve tiny.toml --resume", &["results/tiny"]),
        (
            "match random random --games 4 --out match --resume --seed 2",
            &["match", "seed = 1", "seed = 2"],
        ),
        (
            "match random random --games 6 --out match --resume",
            &["match", "games = 4", "games = 6"],
        ),
        (
            "match random semi-random --games 4 --out match --resume",
            &["match", "semi-random"],
        ),
        ("match random random --games 4 --out run --resume", &["run"]),
    ]);
}

#[test]
fn every_command_has_help_with_an_example() {
    let desk = Desk::new();
    let help = desk.done("--help");
    let commands: Vec<&str> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|command| *command != "help")
        .collect();
    for command in ["evolve", "match", "report", "bench"] {
        assert!(commands.contains(&command), "no {command} in:\n{help}");
    }
    for command in commands {
        let help = desk.done(&format!("{command} --help"));
        assert!(help.contains("Example"), "{command} --help:\n{help}");
        let called = format!("darkforge {command}");
        assert!(
            help.matches(&called).count() > 1,
            "{command} --help: usage and an example with '{called}':\n{help}"
        );
    }
    assert_eq!(
        desk.run("").status.code(),
        Some(2),
        "darkforge without a command"
    );
    assert_eq!(
        desk.run("evolv").status.code(),
        Some(2),
        "an unknown command"
    );
}

// ---- The files of an evolution.

#[test]
fn evolve_leaves_every_file_of_a_run() {
    let desk = Desk::new();
    let run = desk.evolved("run");
    let files = tree(&run);
    for name in [
        "run.toml",
        "games.csv",
        "bouts.csv",
        "standings.csv",
        "generations.csv",
        "individuals.csv",
        "champion.toml",
    ] {
        assert!(
            files.get(name).is_some_and(|bytes| !bytes.is_empty()),
            "no {name} among {:?}",
            files.keys()
        );
    }
    let plots: Vec<&str> = files
        .keys()
        .filter_map(|name| name.strip_prefix("plots/")?.strip_suffix(".svg"))
        .collect();
    assert!(plots.len() >= 3, "at least three plots: {plots:?}");
    for plot in plots {
        let svg = &files[&format!("plots/{plot}.svg")];
        assert!(text(svg).contains("</svg>"), "{plot}.svg is a whole SVG");
        let png = files.get(&format!("plots/{plot}.png"));
        let png = png.unwrap_or_else(|| panic!("{plot}.svg has no .png beside it"));
        assert!(png.starts_with(b"\x89PNG\r\n"), "{plot}.png is a PNG");
    }
    let left: Vec<&String> = files
        .keys()
        .filter(|name| name.contains("tmp") || name.starts_with('.'))
        .collect();
    assert!(left.is_empty(), "temporary files are left: {left:?}");
    let run: toml::Table = text(&files["run.toml"]).parse().expect("run.toml is TOML");
    assert_eq!(run["seed"].as_integer(), Some(7), "run.toml: seed");
    assert_eq!(run["ruleset"].as_str(), Some("icc"), "run.toml: ruleset");
    assert_eq!(
        run["version"].as_str(),
        Some(env!("CARGO_PKG_VERSION")),
        "run.toml: version"
    );
}

#[test]
fn evolve_without_out_writes_to_results_under_the_name_of_the_config() {
    let desk = Desk::new();
    desk.done("evolve tiny.toml --quiet");
    assert!(
        desk.path("results/tiny/champion.toml").is_file(),
        "{:?}",
        tree(desk.0.path()).keys()
    );
}

#[test]
fn headers_of_an_evolution_are_those_that_are_promised() {
    let desk = Desk::new();
    let run = desk.evolved("run");
    let first_line = |name: &str| {
        let text = fs::read_to_string(run.join(name)).expect(name);
        text.lines().next().expect(name).to_owned()
    };
    assert_eq!(first_line("games.csv"), GAMES_HEADER);
    assert_eq!(first_line("standings.csv"), STANDINGS_HEADER);
    let names: Vec<String> = weights(&run.join("champion.toml"))
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    assert!(names.len() > 10, "weights of the champion: {names:?}");
    assert_eq!(
        first_line("individuals.csv"),
        format!("{INDIVIDUALS_HEADER},{}", names.join(","))
    );
    let spreads: Vec<String> = names
        .iter()
        .map(|name| format!("mean_{name},sd_{name}"))
        .collect();
    let wanted = format!("{GENERATIONS_HEADER},{}", spreads.join(","));
    let generations = first_line("generations.csv");
    assert!(
        generations == wanted || generations.starts_with(&format!("{wanted},")),
        "generations.csv begins with\n{generations}\nand not with\n{wanted}"
    );
}

#[test]
fn games_of_an_evolution_are_whole_and_paired() {
    let desk = Desk::new();
    let run = desk.evolved("run");
    let games = Table::read(&run.join("games.csv"));
    let numbers: Vec<u64> = games.numbers("game");
    assert!(
        numbers.iter().copied().eq(0..numbers.len() as u64),
        "games are numbered from 0, in order and without gaps: {numbers:?}"
    );
    let column = |name: &str| games.texts(name);
    let (results, endings) = (column("result"), column("ending"));
    for (game, (&result, &ending)) in results.iter().zip(&endings).enumerate() {
        assert!(ENDINGS.contains(&ending), "game {game}: ending {ending}");
        let decided = ending == "checkmate" || ending.starts_with("forfeit");
        let wanted: &[&str] = if decided {
            &["1-0", "0-1"]
        } else {
            &["1/2-1/2"]
        };
        assert!(
            wanted.contains(&result),
            "game {game}: {result} by {ending}"
        );
    }
    for name in ["white_material", "black_material"] {
        for material in column(name) {
            let men = material.strip_prefix('K').unwrap_or("-");
            assert!(
                men.chars().all(|man| "QRBNP".contains(man)),
                "{name}: {material}"
            );
        }
    }
    for plies in games.numbers::<u64>("plies") {
        assert!((1..=PLY_LIMIT).contains(&plies), "{plies} plies");
    }
    assert!(column("ruleset").iter().all(|&ruleset| ruleset == "icc"));
    let (white, black, seeds) = (column("white"), column("black"), column("seed"));
    let (bouts, pairs) = (column("bout"), games.numbers::<usize>("pair"));
    for game in (0..games.rows.len()).step_by(2) {
        let other = game + 1;
        assert_eq!(
            (pairs[game], pairs[other]),
            (game / 2, game / 2),
            "pairs of {game}, {other}"
        );
        assert_eq!(bouts[game], bouts[other], "bout of games {game}, {other}");
        assert_eq!(seeds[game], seeds[other], "seed of games {game}, {other}");
        assert_eq!(
            (white[game], black[game]),
            (black[other], white[other]),
            "colours of games {game}, {other}"
        );
    }
    let different: BTreeSet<&str> = seeds.iter().copied().collect();
    assert_eq!(
        different.len(),
        games.rows.len() / 2,
        "every pair has a seed of its own"
    );
}

#[test]
fn counts_of_an_evolution_agree_from_file_to_file() {
    let desk = Desk::new();
    let run = desk.evolved("run");
    let table = |name: &str| Table::read(&run.join(name));
    let (games, bouts) = (table("games.csv"), table("bouts.csv"));
    let (generations, individuals) = (table("generations.csv"), table("individuals.csv"));
    let standings = table("standings.csv");

    assert_eq!(generations.rows.len(), GENERATIONS, "generations.csv");
    assert_eq!(
        individuals.rows.len(),
        GENERATIONS * POPULATION,
        "individuals.csv"
    );
    assert_eq!(standings.rows.len(), POPULATION, "standings.csv");
    let counted: usize = generations.numbers::<usize>("games").iter().sum();
    assert_eq!(games.rows.len(), counted, "generations.csv: games in all");

    for (number, of_generation) in generations.numbers::<usize>("games").iter().enumerate() {
        let own = bouts.only("generation", &number.to_string());
        let counted: usize = own.numbers::<usize>("games").iter().sum();
        assert_eq!(*of_generation, counted, "games of generation {number}");
    }
    for (bout, &counted) in bouts
        .texts("bout")
        .iter()
        .zip(&bouts.numbers::<usize>("games"))
    {
        let played = games.only("bout", bout).rows.len();
        assert_eq!(played, counted, "games of bout {bout}");
    }
    for table in [&bouts, &standings] {
        let sums = table.numbers::<u64>("wins").into_iter();
        let sums = sums.zip(table.numbers::<u64>("draws"));
        let sums = sums.zip(table.numbers::<u64>("losses"));
        let sums: Vec<u64> = sums
            .map(|((wins, draws), losses)| wins + draws + losses)
            .collect();
        assert_eq!(sums, table.numbers::<u64>("games"), "{}", table.name);
        let [lo, score, hi] =
            ["score_lo", "score", "score_hi"].map(|name| table.numbers::<f64>(name));
        for (row, score) in score.into_iter().enumerate() {
            assert!(
                (0.0..=score).contains(&lo[row]) && (score..=1.0).contains(&hi[row]),
                "{}: score {score} in {}..{}",
                table.name,
                lo[row],
                hi[row]
            );
        }
    }
    let ranks: Vec<usize> = standings.numbers("rank");
    assert!(
        ranks.into_iter().eq(1..=POPULATION),
        "ranks of standings.csv"
    );
    let last = generations.texts("champion")[GENERATIONS - 1];
    assert_eq!(
        standings.texts("player")[0],
        last,
        "rank 1 is the champion's"
    );
}

#[test]
fn generations_sum_up_their_individuals() {
    let desk = Desk::new();
    let run = desk.evolved("run");
    let generations = Table::read(&run.join("generations.csv"));
    let individuals = Table::read(&run.join("individuals.csv"));
    let champion = weights(&run.join("champion.toml"));
    let mut known: BTreeSet<String> = BTreeSet::new();
    for number in 0..GENERATIONS {
        let own = individuals.only("generation", &number.to_string());
        let mut placings: Vec<u32> = own.numbers("placing");
        placings.sort_unstable();
        assert_eq!(placings, [1, 2, 3, 3], "placings of generation {number}");
        if number == 0 {
            known.extend(own.texts("individual").into_iter().map(str::to_owned));
        }
        for (name, parent) in own.texts("individual").iter().zip(own.texts("parent")) {
            let first = parent.is_empty() && number == 0;
            assert!(first || known.contains(parent), "{name}: parent '{parent}'");
        }
        known.extend(own.texts("individual").into_iter().map(str::to_owned));
        let first = own.only("placing", "1");
        assert_eq!(
            generations.texts("champion")[number],
            first.texts("individual")[0],
            "champion of generation {number}"
        );
        assert_eq!(
            generations.texts("champion_parent")[number],
            first.texts("parent")[0],
            "its parent"
        );
        for (weight, value) in &champion {
            let values: Vec<f64> = own.numbers(weight);
            let mean = values.iter().sum::<f64>() / POPULATION as f64;
            let variance = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>();
            let sd = (variance / POPULATION as f64).sqrt();
            for (column, wanted) in [("mean", mean), ("sd", sd)] {
                let written = generations.numbers::<f64>(&format!("{column}_{weight}"))[number];
                assert!(
                    (written - wanted).abs() < 1e-9,
                    "{column}_{weight} of generation {number} is {written}, not {wanted}"
                );
            }
            if number + 1 == GENERATIONS {
                let last: f64 = first.numbers(weight)[0];
                assert_eq!(
                    last.to_bits(),
                    value.to_bits(),
                    "{weight} of champion.toml is that of individuals.csv"
                );
            }
        }
    }
    let names = individuals.texts("individual");
    let different: BTreeSet<&&str> = names.iter().collect();
    assert_eq!(different.len(), names.len(), "names of individuals");
}

#[test]
fn games_against_the_reference_are_fresh() {
    let desk = Desk::new();
    let run = desk.evolved("run");
    let games = Table::read(&run.join("games.csv"));
    let measuring = Table::read(&run.join("bouts.csv")).only("round", "0");
    assert_eq!(measuring.rows.len(), GENERATIONS, "a bout each generation");
    let measured: BTreeSet<&str> = measuring.texts("bout").into_iter().collect();
    let (mut fresh, mut knockout) = (BTreeSet::new(), BTreeSet::new());
    let bouts = games.texts("bout");
    for (game, seed) in games.texts("seed").into_iter().enumerate() {
        if measured.contains(bouts[game]) {
            fresh.insert(seed);
            let players = [games.texts("white")[game], games.texts("black")[game]];
            assert!(
                players.contains(&"darkboard:depth=1"),
                "game {game} is against the reference: {players:?}"
            );
        } else {
            knockout.insert(seed);
        }
    }
    assert_eq!(
        fresh.len(),
        GENERATIONS * REFERENCE_PAIRS,
        "each generation has seeds of its own"
    );
    let shared: Vec<&&str> = fresh.intersection(&knockout).collect();
    assert!(
        shared.is_empty(),
        "seeds that knockout games have too: {shared:?}"
    );
}

#[test]
fn a_generation_that_was_not_measured_has_no_reference_score() {
    let desk = Desk::new();
    desk.write("second.toml", tiny_with("every = 1", "every = 2"));
    desk.done("evolve second.toml --out run --quiet");
    let generations = Table::read(&desk.path("run/generations.csv"));
    for column in ["reference_score", "reference_lo", "reference_hi"] {
        let measured: Vec<bool> = generations
            .texts(column)
            .iter()
            .map(|score| !score.is_empty())
            .collect();
        assert_eq!(
            measured,
            [false, true, true],
            "{column}: every second generation, and the last"
        );
    }
}

#[test]
fn figures_of_evolve_are_those_of_its_files() {
    let desk = Desk::new();
    let figures = desk.json("evolve tiny.toml --out run --quiet");
    let generations = Table::read(&desk.path("run/generations.csv"));
    let games = Table::read(&desk.path("run/games.csv"));
    assert_eq!(figures["games"], games.rows.len(), "{figures}");
    assert_eq!(figures["generations"], GENERATIONS, "{figures}");
    assert_eq!(figures["folder"], "run", "{figures}");
    assert_eq!(
        figures["champion"],
        generations.texts("champion")[GENERATIONS - 1],
        "{figures}"
    );
    assert_eq!(figures["reference_games"], 2 * REFERENCE_PAIRS, "{figures}");
    for key in ["reference_score", "reference_lo", "reference_hi"] {
        let written = generations.numbers::<f64>(key)[GENERATIONS - 1];
        let said = figures[key].as_f64().unwrap_or(f64::NAN);
        assert!(
            (said - written).abs() < 1e-6,
            "{key}: {written} in {figures}"
        );
    }
}

#[test]
fn quiet_says_nothing_on_standard_error() {
    let desk = Desk::new();
    for line in [
        "evolve tiny.toml --out run --quiet",
        "evolve tiny.toml --out run --quiet --resume",
        "report run --quiet",
        "match random random --games 2 --quiet",
    ] {
        let output = desk.run(line);
        assert!(output.status.success(), "{line}");
        assert_eq!(text(&output.stderr), "", "{line}");
    }
}

#[test]
fn the_champion_can_play_a_match() {
    let desk = Desk::new();
    desk.evolved("run");
    let player = "darkboard:weights=run/champion.toml,depth=1";
    let figures = desk.json(&format!("match {player} random --games 2 --quiet"));
    assert_eq!(figures["a"], player, "{figures}");
    assert_eq!(figures["games"], 2, "{figures}");
}

#[test]
fn the_champion_can_begin_another_evolution() {
    let desk = Desk::new();
    desk.evolved("run");
    desk.write(
        "next.toml",
        tiny_with("\"hand-made\"", "\"run/champion.toml\""),
    );
    desk.done("evolve next.toml --out next --quiet");
    let text = fs::read_to_string(desk.path("next/run.toml")).unwrap();
    let run: toml::Table = text.parse().unwrap();
    let start = &run["weights"]["run/champion.toml"];
    for (name, value) in weights(&desk.path("run/champion.toml")) {
        let kept = start[&name].as_float().expect("a number");
        assert_eq!(kept.to_bits(), value.to_bits(), "{name} of the start");
    }
    let individuals = Table::read(&desk.path("next/individuals.csv"));
    let parents = individuals.texts("parent");
    assert_eq!(parents[0], "", "the start is nobody's father by number");
}

// ---- The same bytes whatever the threads, kills and resumes.

#[test]
fn threads_do_not_change_an_evolution() {
    let desk = Desk::new();
    desk.done("evolve tiny.toml --out one --quiet --threads 1");
    desk.done("evolve tiny.toml --out two --quiet --threads 2");
    assert_same(
        &products(&desk.path("one")),
        &products(&desk.path("two")),
        "1 and 2 threads",
    );
}

#[test]
fn another_seed_gives_other_games() {
    let desk = Desk::new();
    desk.evolved("seven");
    desk.done("evolve tiny.toml --out eight --seed 8 --quiet");
    desk.write("eight.toml", tiny_with("seed = 7", "seed = 8"));
    desk.done("evolve eight.toml --out written --quiet");
    assert_ne!(
        desk.read("seven/games.csv"),
        desk.read("eight/games.csv"),
        "seeds 7 and 8"
    );
    assert_same(
        &products(&desk.path("eight")),
        &products(&desk.path("written")),
        "seed 8 by flag and by config",
    );
}

#[test]
fn an_evolution_resumes_from_any_byte_of_its_journal() {
    let desk = Desk::new();
    let whole = products(&desk.evolved("whole"));
    let journal = fs::read(desk.path("whole").join(JOURNAL)).expect("a journal");
    let ends: Vec<usize> = line_ends(&journal).collect();
    let lines = ends.len();
    let cuts = [
        ("empty", 0),
        ("after its first byte", 1),
        ("in its first line", ends[0] / 2),
        ("after its first line", ends[0]),
        ("after a third", ends[lines / 3]),
        ("in the middle of a line", ends[lines / 2] + 40),
        ("before the last newline", journal.len() - 1),
        ("whole", journal.len()),
    ];
    for (index, (cut, bytes)) in cuts.into_iter().enumerate() {
        let out = format!("cut{index}");
        desk.interrupted("whole", &out, &journal[..bytes]);
        let threads = 1 + index % 2;
        desk.done(&format!(
            "evolve tiny.toml --out {out} --resume --quiet --threads {threads}"
        ));
        let why = format!("resumed from a journal cut {cut} ({bytes} bytes)");
        assert_same(&whole, &products(&desk.path(&out)), &why);
        let games = games_in(&desk.path(&out).join(JOURNAL));
        assert_eq!(games, lines, "lines of the journal when {why}");
    }
    fs::remove_file(desk.path("cut0").join(JOURNAL)).expect("a journal");
    desk.done("evolve tiny.toml --out cut0 --resume --quiet");
    assert_same(
        &whole,
        &products(&desk.path("cut0")),
        "resumed without a journal",
    );
}

#[test]
fn a_wrong_line_of_the_journal_is_named() {
    let desk = Desk::new();
    desk.evolved("whole");
    let journal = desk.read(&format!("whole/{JOURNAL}"));
    let lines: Vec<&str> = journal.lines().collect();
    let middle = lines.len() / 2;
    let replaced = |line: String| {
        let mut lines = lines.clone();
        lines[middle] = &line;
        lines.join("\n") + "\n"
    };
    let half = &lines[middle][..lines[middle].len() / 2];
    let journals = [
        ("garbage", replaced("\u{0}\u{0}\u{0}".to_owned())),
        ("half", replaced(half.to_owned())),
        ("nothing", replaced(String::new())),
        ("twice", replaced(lines[middle - 1].to_owned())),
        (
            "typed",
            replaced(lines[middle].replace("\"plies\":", "\"plies\":-")),
        ),
    ];
    let mut problems = Vec::new();
    for (out, journal) in journals {
        desk.interrupted("whole", out, journal.as_bytes());
        let number = format!("line {}", middle + 1);
        let words = [format!("{out}/{JOURNAL}"), number];
        let words = words.each_ref().map(String::as_str);
        let lines = [
            format!("evolve tiny.toml --out {out} --resume"),
            format!("report {out}"),
        ];
        for line in lines {
            problems.extend(desk.problem_of_refusal(&line, &words));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn a_game_of_another_run_in_the_journal_is_named_and_spoils_no_file() {
    let desk = Desk::new();
    desk.evolved("run");
    let journal = desk.read(&format!("run/{JOURNAL}"));
    let mut lines: Vec<String> = journal.lines().map(str::to_owned).collect();
    let middle = lines.len() / 2;
    let mut game: Value = serde_json::from_str(&lines[middle]).expect("a game");
    game["seed"] = 5.into();
    lines[middle] = game.to_string();
    desk.write(&format!("run/{JOURNAL}"), lines.join("\n") + "\n");
    let line = format!("line {}", middle + 1);
    let words = [JOURNAL, &line];
    desk.refuses(&[
        ("evolve tiny.toml --out run --resume --quiet", &words),
        ("report run", &words),
    ]);
}

#[test]
fn a_game_that_a_match_does_not_play_is_not_counted() {
    let desk = Desk::new();
    desk.done("match random random --games 4 --out match --quiet");
    let path = format!("match/{JOURNAL}");
    let journal = desk.read(&path);
    let last = journal.lines().last().expect("a game");
    let mut game: Value = serde_json::from_str(last).expect("a game");
    game["game"] = 999.into();
    desk.write(&path, format!("{journal}{game}\n"));
    desk.refuses(&[
        (
            "match random random --games 4 --out match --resume --quiet",
            &[JOURNAL, "line 5"],
        ),
        ("report match", &[JOURNAL, "line 5"]),
    ]);
}

#[test]
fn an_evolution_survives_being_killed_again_and_again() {
    let desk = Desk::new();
    desk.write("long.toml", tiny_with("generations = 3", "generations = 8"));
    desk.done("evolve long.toml --out whole --quiet");
    let journal = desk.path("killed").join(JOURNAL);
    for (round, threads) in [1, 2, 2].into_iter().enumerate() {
        let resume = if round == 0 { "" } else { " --resume" };
        let mut child = desk.start(&format!(
            "evolve long.toml --out killed --quiet --threads {threads}{resume}"
        ));
        wait_for_games(&mut child, &journal, games_in(&journal) + 10);
        child.kill().expect("a child can be killed");
        let output = child.wait_with_output().expect("a child");
        assert_ne!(
            output.status.code(),
            Some(2),
            "round {round}: {}",
            text(&output.stderr)
        );
    }
    desk.done("evolve long.toml --out killed --quiet --resume");
    assert_same(
        &products(&desk.path("whole")),
        &products(&desk.path("killed")),
        "killed three times",
    );
}

#[cfg(unix)]
#[test]
fn an_interrupted_evolution_reports_what_it_has_and_says_how_to_go_on() {
    let desk = Desk::new();
    desk.write("long.toml", tiny_with("generations = 3", "generations = 8"));
    let line = "evolve long.toml --seed 9 --quiet --threads 1";
    desk.done(&format!("{line} --out whole"));
    let mut child = desk.start(&format!("{line} --out stopped"));
    wait_for_games(&mut child, &desk.path("stopped").join(JOURNAL), 30);
    let interrupted = std::process::Command::new("sh")
        .args(["-c", &format!("kill -INT {}", child.id())])
        .output()
        .expect("a shell");
    let output = child.wait_with_output().expect("a child");
    let error = text(&output.stderr);
    if output.status.success() {
        return; // it was quicker than the signal
    }
    assert!(interrupted.status.success(), "the signal was sent");
    assert_eq!(output.status.code(), Some(1), "{error}");
    let (_, how) = error
        .split_once("continue with: darkforge ")
        .unwrap_or_else(|| panic!("it says how to go on: {error}"));
    let stopped = products(&desk.path("stopped"));
    desk.done("report stopped --quiet");
    assert_same(
        &stopped,
        &products(&desk.path("stopped")),
        "report of a stopped run",
    );
    desk.done(how.lines().next().unwrap_or_default());
    assert_same(
        &products(&desk.path("whole")),
        &products(&desk.path("stopped")),
        "stopped and continued as it said",
    );
}

#[test]
fn report_makes_the_files_of_an_evolution_again() {
    let desk = Desk::new();
    let run = desk.evolved("run");
    let whole = tree(&run);
    desk.interrupted("run", "bare", &whole[JOURNAL]);
    desk.done("report bare --quiet");
    assert_same(
        &whole,
        &tree(&desk.path("bare")),
        "report of a bare journal",
    );
    desk.done("report run");
    assert_same(&whole, &tree(&run), "report over the files there are");
    let figures = desk.json("report run");
    assert_eq!(figures["generations"], GENERATIONS, "{figures}");
    let games = Table::read(&run.join("games.csv")).rows.len();
    assert_eq!(figures["games"], games, "{figures}");
}

#[test]
fn report_does_not_need_the_files_that_a_run_was_made_from() {
    let desk = Desk::new();
    desk.write("w.toml", "pawn_value = 1.5\nrisk = 0.25\n");
    let config = tiny_with("\"hand-made\"", "\"w.toml\"").replace(
        "\"darkboard:depth=1\"\npairs",
        "\"darkboard:weights=w.toml,depth=1\"\npairs",
    );
    desk.write("tiny.toml", config);
    desk.done("evolve tiny.toml --out run --quiet");
    let run = desk.path("run");
    let line = "match darkboard:weights=w.toml,depth=1 random --games 2 --out match --quiet";
    desk.done(line);
    let before = [tree(&run), tree(&desk.path("match"))];
    fs::remove_file(desk.path("w.toml")).expect("a file");
    fs::remove_file(desk.path("tiny.toml")).expect("a file");
    desk.done("report run --quiet");
    desk.done("report match --quiet");
    assert_same(&before[0], &tree(&run), "an evolution");
    assert_same(&before[1], &tree(&desk.path("match")), "a match");
}

#[test]
fn report_makes_the_files_of_a_match_again() {
    let desk = Desk::new();
    for (name, flags) in [
        ("plain", "--games 7"),
        ("tested", "--games 100 --sprt 0,200"),
        ("kept", "--games 4 --pgn kept.pgn"),
    ] {
        desk.done(&format!(
            "match darkboard:depth=1 random --out {name} --quiet {flags}"
        ));
        let whole = tree(&desk.path(name));
        let bare = format!("{name}-bare");
        desk.interrupted(name, &bare, &whole[JOURNAL]);
        desk.done(&format!("report {bare} --quiet"));
        let why = format!("report of a match with {flags}");
        assert_same(&whole, &tree(&desk.path(&bare)), &why);
    }
}

// ---- Matches.

/// A match that ends quickly and whose Elo difference is finite.
const MATCH: &str = "match darkboard:depth=1 darkboard:weights=thesis,depth=1 --games 20 \
    --ply-limit 160 --seed 3 --quiet";

#[test]
fn figures_of_a_match_are_whole() {
    let desk = Desk::new();
    let figures = desk.json(MATCH);
    let number = |key: &str| {
        let number = figures[key].as_f64();
        number.unwrap_or_else(|| panic!("{key} is a number in {figures}"))
    };
    let (games, wins, draws, losses) = (
        number("games"),
        number("wins"),
        number("draws"),
        number("losses"),
    );
    let near = |one: f64, other: f64| (one - other).abs() < 1e-9;
    assert!(near(games, 20.0), "games of {figures}");
    assert!(near(wins + draws + losses, games), "sum in {figures}");
    assert!(number("stalemates") <= draws, "stalemates in {figures}");
    let score = number("score");
    assert!(
        near(score, (wins + draws / 2.0) / games),
        "score in {figures}"
    );
    for (value, lo, hi) in [
        ("score", "score_lo", "score_hi"),
        ("elo", "elo_lo", "elo_hi"),
    ] {
        assert!(
            number(lo) < number(value) && number(value) < number(hi),
            "{lo} < {value} < {hi} in {figures}"
        );
    }
    let elo = 400.0 * (score / (1.0 - score)).log10();
    assert!(near(number("elo"), elo), "elo is {elo} in {figures}");
    assert!((0.0..=1.0).contains(&number("los")), "los in {figures}");
    let endings = figures["endings"].as_object().expect("endings");
    assert!(
        endings
            .keys()
            .all(|ending| ENDINGS.contains(&ending.as_str())),
        "{endings:?}"
    );
    let counted: u64 = endings.values().filter_map(Value::as_u64).sum();
    assert_eq!(counted, 20, "endings in {figures}");
}

#[test]
fn a_match_says_the_same_on_the_console_and_in_json() {
    let desk = Desk::new();
    let figures = desk.json(MATCH);
    let console = desk.done(MATCH);
    let console = console.split_whitespace().collect::<Vec<&str>>().join(" ");
    let number = |key: &str| figures[key].as_f64().unwrap_or(f64::NAN);
    let percent = |key: &str| {
        let [value, lo, hi] = [String::new(), "_lo".into(), "_hi".into()]
            .map(|end| 100.0 * number(&(key.to_owned() + &end)));
        format!("{value:.1} % ({lo:.1}..{hi:.1})")
    };
    let wanted = [
        format!(
            "{} vs {}: 20 games",
            "darkboard:depth=1", "darkboard:weights=thesis,depth=1"
        ),
        "seed 3".to_owned(),
        format!("wins {} {}", figures["wins"], percent("win_rate")),
        format!("draws {} {}", figures["draws"], percent("draw_rate")),
        format!("losses {} ", figures["losses"]),
        format!(
            "stalemates {} {}",
            figures["stalemates"],
            percent("stalemate_rate")
        ),
        format!("score {}", percent("score")),
        format!(
            "Elo {:+.1} ({:+.1}..{:+.1})",
            number("elo"),
            number("elo_lo"),
            number("elo_hi")
        ),
        format!("LOS {:.1} %", 100.0 * number("los")),
    ];
    for part in wanted {
        assert!(console.contains(&part), "no '{part}' in: {console}");
    }
    let endings = figures["endings"].as_object().expect("endings");
    for (ending, count) in endings {
        let part = format!("{} {count}", ending.replace('_', " "));
        assert!(console.contains(&part), "no '{part}' in: {console}");
    }
}

#[test]
fn a_match_leaves_its_files_and_nothing_without_out() {
    let desk = Desk::new();
    desk.done("match random random --games 2");
    let left = tree(desk.0.path());
    assert_eq!(
        left.keys().collect::<Vec<_>>(),
        ["tiny.toml"],
        "without --out nothing is kept"
    );
    let figures = desk.json(&format!("{MATCH} --out deep/er/match"));
    let folder = desk.path("deep/er/match");
    let games = Table::read(&folder.join("games.csv"));
    assert_eq!(games.header.join(","), GAMES_HEADER);
    assert_eq!(games.rows.len(), 20, "games.csv");
    let whites = games.texts("white");
    for (game, white) in whites.into_iter().enumerate() {
        let a_has_white = white == "darkboard:depth=1";
        assert_eq!(a_has_white, game % 2 == 0, "White of game {game}: {white}");
    }
    let standings = Table::read(&folder.join("standings.csv"));
    assert_eq!(standings.header.join(","), STANDINGS_HEADER);
    let a = standings.only("player", "darkboard:depth=1");
    for count in ["games", "wins", "draws", "losses", "stalemates"] {
        assert_eq!(
            a.texts(count)[0],
            figures[count].to_string(),
            "{count} of A"
        );
    }
    for (cell, key) in [("elo", "elo"), ("elo_lo", "elo_lo"), ("elo_hi", "elo_hi")] {
        let wanted = format!("{:.2}", figures[key].as_f64().expect("a number"));
        assert_eq!(a.texts(cell)[0], wanted, "{cell} of A");
    }
    assert_eq!(standings.rows.len(), 2, "standings.csv");
    assert!(folder.join("plots/outcomes.svg").is_file(), "plots");
}

/// The lines of a transcript, by game; checks that games come whole and one after another.
fn transcript(text: &str) -> Vec<Vec<Value>> {
    let mut games: Vec<Vec<Value>> = Vec::new();
    let mut over = true;
    for (number, line) in text.lines().enumerate() {
        let line: Value = serde_json::from_str(line)
            .unwrap_or_else(|error| panic!("line {}: {error}: {line}", number + 1));
        if over {
            games.push(Vec::new());
        }
        over = line.get("result").is_some();
        let game = games.len() - 1;
        assert_eq!(line["game"], game, "line {}: {line}", number + 1);
        games[game].push(line);
    }
    assert!(over, "the last line ends a game");
    games
}

fn keys(line: &Value) -> BTreeSet<&str> {
    line.as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect()
}

/// Whether `text` is a move in UCI notation, such as `e7e8q`.
fn is_uci(text: &str) -> bool {
    let square = |text: &[u8]| (b'a'..=b'h').contains(&text[0]) && (b'1'..=b'8').contains(&text[1]);
    let text = text.as_bytes();
    (text.len() == 4 || text.len() == 5 && b"qrbn".contains(&text[4]))
        && square(&text[..2])
        && square(&text[2..4])
}

#[test]
fn a_transcript_has_the_promised_fields_and_no_other() {
    let desk = Desk::new();
    desk.done("match semi-random random --games 6 --seed 2 --quiet --transcript t.jsonl");
    let silent = ["answer", "game", "ply", "side", "try"];
    let played = [&silent[..], &["checks", "pawn_tries"]].concat();
    let captured = [&played[..], &["capture", "captured"]].concat();
    let [silent, played, captured] =
        [&silent[..], &played, &captured].map(|keys| keys.iter().copied().collect::<BTreeSet<_>>());
    let mut seen = BTreeSet::new();
    for game in transcript(&desk.read("t.jsonl")) {
        let (end, tries) = game.split_last().expect("a game has lines");
        let mut ply = 0;
        for line in tries {
            assert_eq!(line["ply"], ply, "{line}");
            let side = ["white", "black"][ply % 2];
            assert_eq!(line["side"], side, "{line}");
            assert!(line["try"].as_str().is_some_and(is_uci), "{line}");
            let answer = line["answer"].as_str().unwrap_or_default();
            seen.insert(answer.to_owned());
            match answer {
                "refused" => assert_eq!(keys(line), silent, "{line}"),
                "played" if line.get("capture").is_some() => {
                    seen.insert("capture".to_owned());
                    assert_eq!(keys(line), captured, "{line}");
                    let captured = line["captured"].as_str().unwrap_or_default();
                    assert!(["pawn", "piece"].contains(&captured), "{line}");
                    let square = line["capture"].as_str().unwrap_or_default();
                    assert!(is_uci(&format!("{square}a1")), "{line}");
                }
                "played" => assert_eq!(keys(line), played, "{line}"),
                _ => panic!("answer of {line}"),
            }
            if answer == "played" {
                ply += 1;
                assert!(line["pawn_tries"].is_u64(), "{line}");
                for check in line["checks"].as_array().expect("a list") {
                    let check = check.as_str().unwrap_or_default();
                    let known = ["rank", "file", "long", "short", "knight"];
                    assert!(known.contains(&check), "{line}");
                    seen.insert("check".to_owned());
                }
            }
        }
        assert_eq!(
            keys(end),
            BTreeSet::from(["ending", "game", "plies", "result"]),
            "{end}"
        );
        assert_eq!(end["plies"], ply, "{end}");
        let result = end["result"].as_str().unwrap_or_default();
        assert!(["1-0", "0-1", "1/2-1/2"].contains(&result), "{end}");
        let ending = end["ending"].as_str().unwrap_or_default();
        assert!(ENDINGS.contains(&ending), "{end}");
    }
    for kind in ["played", "refused", "capture", "check"] {
        assert!(seen.contains(kind), "the games had no {kind}: {seen:?}");
    }
}

#[test]
fn transcript_pgn_and_games_tell_the_same_games() {
    let desk = Desk::new();
    desk.done(
        "match semi-random darkboard:depth=1 --games 5 --out m --quiet \
         --transcript m/t.jsonl --pgn m/g.pgn",
    );
    let games = Table::read(&desk.path("m/games.csv"));
    let told = transcript(&desk.read("m/t.jsonl"));
    let pgn = desk.read("m/g.pgn");
    let tags = |name: &str| -> Vec<&str> {
        let start = format!("[{name} \"");
        let lines = pgn.lines();
        lines
            .filter_map(|line| line.strip_prefix(&start)?.strip_suffix("\"]"))
            .collect()
    };
    assert_eq!(games.rows.len(), 5, "games.csv");
    assert_eq!(told.len(), 5, "games of the transcript");
    let ends = |key: &str| -> Vec<String> {
        let ends = told.iter().filter_map(|game| game.last());
        ends.map(|end| match &end[key] {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        })
        .collect()
    };
    for (column, tag) in [
        ("result", "Result"),
        ("ending", "Termination"),
        ("plies", "PlyCount"),
    ] {
        assert_eq!(games.texts(column), ends(column), "{column}: transcript");
        assert_eq!(games.texts(column), tags(tag), "{column}: PGN");
    }
    for (column, tag) in [
        ("white", "White"),
        ("black", "Black"),
        ("ruleset", "Ruleset"),
    ] {
        assert_eq!(games.texts(column), tags(tag), "{column}: PGN");
    }
    assert!(tags("Variant").is_empty(), "readers reject a Variant tag");
    for (column, side) in [("white_refused", "white"), ("black_refused", "black")] {
        let refused: Vec<usize> = told
            .iter()
            .map(|game| {
                let own = game.iter().filter(|line| line["side"] == side);
                own.filter(|line| line["answer"] == "refused").count()
            })
            .collect();
        assert_eq!(games.numbers::<usize>(column), refused, "{column}");
    }
    for (result, movetext) in games
        .texts("result")
        .iter()
        .zip(pgn.split("\n\n").skip(1).step_by(2))
    {
        assert!(
            movetext.starts_with("1. ") && movetext.trim_end().ends_with(result),
            "a game's moves end with its result, {result}:\n{movetext}"
        );
    }
}

#[test]
fn an_odd_number_of_games_is_played_as_it_is_asked_for() {
    let desk = Desk::new();
    for games in [1, 3] {
        let line = format!(
            "match random semi-random --games {games} --quiet --out m{games} \
             --transcript t{games} --pgn p{games}"
        );
        let figures = desk.json(&line);
        assert_eq!(figures["games"], games, "{figures}");
        let written = Table::read(&desk.path(&format!("m{games}/games.csv")));
        assert_eq!(written.rows.len(), games, "games.csv");
        let told = transcript(&desk.read(&format!("t{games}")));
        assert_eq!(told.len(), games, "transcript");
        let pgn = desk.read(&format!("p{games}"));
        assert_eq!(pgn.matches("[Event ").count(), games, "PGN");
    }
}

#[test]
fn threads_do_not_change_a_match() {
    let desk = Desk::new();
    let run = |threads: u32| {
        let out = format!("out{threads}");
        let line = format!(
            "{MATCH} --threads {threads} --out {out} --transcript {out}/t.jsonl --pgn {out}/g.pgn"
        );
        let mut figures = desk.json(&line);
        figures["games_per_s"] = Value::Null;
        (figures, products(&desk.path(&out)))
    };
    let (one, two) = (run(1), run(2));
    assert_eq!(one.0, two.0, "figures of 1 and 2 threads");
    assert_same(&one.1, &two.1, "1 and 2 threads");
}

#[test]
fn a_sequential_test_stops_early_and_alike_for_any_threads() {
    let desk = Desk::new();
    let run = |threads: u32| {
        let out = format!("out{threads}");
        let mut figures = desk.json(&format!(
            "match darkboard:depth=1 random --sprt 0,200 --games 400 --threads {threads} \
             --out {out} --quiet"
        ));
        figures["games_per_s"] = Value::Null;
        (figures, products(&desk.path(&out)))
    };
    let (one, two) = (run(1), run(2));
    assert_eq!(one.0, two.0, "figures of 1 and 2 threads");
    assert_same(&one.1, &two.1, "1 and 2 threads");
    let figures = one.0;
    let test = &figures["sprt"];
    assert_eq!(test["verdict"], "accept_h1", "{figures}");
    assert!(
        test["llr"].as_f64() >= test["upper"].as_f64(),
        "LLR beyond its bound: {figures}"
    );
    assert!(
        figures["games"].as_u64().is_some_and(|games| games < 400),
        "it stops early: {figures}"
    );
    let console = desk.done("match darkboard:depth=1 random --sprt 0,200 --games 400 --quiet");
    assert!(console.contains("H1 accepted"), "{console}");
    let turned = desk.json("match random darkboard:depth=1 --sprt 0,200 --games 400 --quiet");
    assert_eq!(turned["sprt"]["verdict"], "accept_h0", "{turned}");
    let short = desk.json("match random random --sprt 0,5 --games 4 --quiet");
    assert_eq!(short["sprt"]["verdict"], "continue", "{short}");
    assert_eq!(short["games"], 4, "{short}");
}

#[test]
fn a_match_resumes_from_any_byte_of_its_journal() {
    let desk = Desk::new();
    let line = "match darkboard:depth=1 random --sprt 0,200 --games 60 --quiet";
    desk.done(&format!("{line} --out whole --transcript whole/t.jsonl"));
    let whole = products(&desk.path("whole"));
    let journal = fs::read(desk.path("whole").join(JOURNAL)).expect("a journal");
    let ends: Vec<usize> = line_ends(&journal).collect();
    let cuts = [0, ends[0], ends[4] + 100, journal.len() - 1, journal.len()];
    for (index, cut) in cuts.into_iter().enumerate() {
        let out = format!("cut{index}");
        desk.interrupted("whole", &out, &journal[..cut]);
        desk.done(&format!(
            "{line} --out {out} --transcript {out}/t.jsonl --resume"
        ));
        let why = format!("resumed from a journal cut at byte {cut}");
        assert_same(&whole, &products(&desk.path(&out)), &why);
    }
}
