//! The config of a run on its page, with the way to repeat the run.

use std::fmt::Write as _;
use std::path::Path;

use crate::report::bouts;
use crate::report::html::{escape, link};
use crate::report::names::CHAMPION;
use crate::report::source::{Kind, Source};
use crate::report::table::FileRow as _;
use darkforge_engine::darkboard::weights::EMBEDDED;
use darkforge_lab::config::{ChangedConfig, EvolveConfig, Job, MatchConfig, RunFile};
use darkforge_lab::tuner::{Keep, Purpose, Why};

/// Both sections of the page.
pub(super) fn html(source: &Source) -> String {
    let (config, steps) = match &source.kind {
        Kind::Run { text, run } => {
            let config = own_config(text, &source.job);
            (pre(&config) + &whole_config(), steps(source, run))
        }
        Kind::Other { about, run } => {
            let html = match run {
                Some(run) => match own_config(run, "tournament").trim() {
                    "" => pre(run),
                    meeting => pre(meeting) + &whole_config(),
                },
                None => "<p>All that was asked for is in the command below.</p>\n".to_owned(),
            };
            (html, command(&about.command))
        }
    };
    let seed = source.seed.map(|seed| format!(", seed {seed}"));
    format!(
        "<section id=\"config\" aria-labelledby=\"config-title\">\n\
         <h2 id=\"config-title\">Config</h2>\n{config}</section>\n\
         <section id=\"again\" aria-labelledby=\"again-title\">\n\
         <h2 id=\"again-title\">How to reproduce</h2>\n\
         <p>darkforge {}{}. {}</p>\n{steps}\
         <p>This page is made from the files beside it; <code>darkforge report FOLDER</code> makes \
         it again.</p>\n</section>\n",
        escape(&source.version),
        seed.unwrap_or_default(),
        sameness(&source.kind)
    )
}

fn pre(text: &str) -> String {
    format!("<pre tabindex=\"0\">{}</pre>\n", escape(text.trim()))
}

fn whole_config() -> String {
    format!(
        "<p>The whole, with every weight that players have, is in {}.</p>\n",
        link(RunFile::NAME)
    )
}

/// Parts that are the same in a repetition.
fn sameness(kind: &Kind) -> String {
    let Kind::Run { run, .. } = kind else {
        return "The same version, command and input give the same files.".to_owned();
    };
    let players: Vec<&String> = match &run.job {
        Job::Match(config) => config.players.iter().collect(),
        Job::Tournament(config) => config.players.iter().map(|player| &player.spec).collect(),
        Job::Evolve(config) => {
            let opponents = config.proof.iter().flat_map(|proof| &proof.opponents);
            opponents.chain([&config.reference.player]).collect()
        }
    };
    let is_program = |spec: &&String| run.player(spec).is_ok_and(|player| player.starts_program());
    let mut text =
        "The same version, config and seed give the same games, at any number of threads"
            .to_owned();
    if players.iter().any(is_program) {
        text += ", if the programs that play here do the same each time and within their deadlines";
    }
    text += ".";
    let planned = match &run.job {
        Job::Evolve(config) => config.population.generations,
        _ => 0,
    };
    // A run that converges ends there each time.
    let ends = run.ends.iter();
    let ends = ends.filter(|end| end.after != planned && end.why != Why::Converged);
    let ends: Vec<String> = ends.map(|end| end.after.to_string()).collect();
    if !ends.is_empty() {
        let number = if ends == ["1"] {
            "generation"
        } else {
            "generations"
        };
        let _ = write!(
            text,
            " This run also ended after {} {number}, by time or by an earlier config, and played the games of an end \
             there: a run to the end of the config does not play them.",
            ends.join(" and after ")
        );
    }
    let measured = |change: &ChangedConfig| match &run.job {
        Job::Evolve(config) => {
            change.every != config.reference.every
                || change.proof != config.proof
                || change.stop != config.stop
        }
        _ => false,
    };
    if run.changes.iter().any(measured) {
        text += " The rules by which this run measures champions and ends were changed while it was continued \
                 (changes in run.toml): a run of the present config alone does not play the same games.";
    }
    text
}

fn command(line: &str) -> String {
    format!("<pre tabindex=\"0\"><code>{}</code></pre>\n", escape(line))
}

fn steps(source: &Source, run: &RunFile) -> String {
    let mut html = String::new();
    let own = run.weights.keys().map(String::as_str);
    let own: Vec<&str> = own
        .filter(|name| EMBEDDED.iter().all(|(known, _)| known != name) && *name != "random")
        .collect();
    if !own.is_empty() {
        let _ = writeln!(
            html,
            "<p>Weights that are not the program's own: {}. Their numbers are in run.toml under [weights].</p>",
            escape(&own.join(", "))
        );
    }
    if let Job::Match(config) = &run.job {
        return html + &command(&match_command(config));
    }
    let shard = run.share.as_ref().map(|share| format!(" --shard {share}"));
    let file = format!("{}.toml", source.title);
    let line = format!(
        "darkforge {} {} --out again{}",
        source.job,
        quoted(&file),
        shard.unwrap_or_default()
    );
    let _ = writeln!(html, "<p>With the config above in {}:</p>", escape(&file));
    html + &command(&line)
}

/// Section with the command that plays the champion in `folder`; empty without a champion.
pub(super) fn champion(source: &Source, folder: &Path) -> String {
    let Kind::Run { run, .. } = &source.kind else {
        return String::new();
    };
    let Job::Evolve(config) = &run.job else {
        return String::new();
    };
    if !folder.join(CHAMPION).exists() {
        return String::new();
    }
    let reference = quoted(&config.reference.player);
    let line = format!("darkforge match darkboard:weights=FOLDER {reference} --games 200");
    format!(
        "<section id=\"champion\" aria-labelledby=\"champion-title\">\n\
         <h2 id=\"champion-title\">Play the champion</h2>\n\
         <p>With this folder's path for FOLDER; the champion has the options that it was tuned with.</p>\n\
         {}{}</section>\n",
        command(&line),
        watching(config, folder).unwrap_or_default()
    )
}

/// The command that shows a game of the champion's proof; `None` if its tries were not kept.
fn watching(config: &EvolveConfig, folder: &Path) -> Option<String> {
    if config.keep == Keep::None {
        return None;
    }
    let bouts = bouts::Row::read(folder).ok()?;
    let proof = Some(Purpose::Proof.as_str());
    let last = bouts
        .iter()
        .rposition(|bout| bout.purpose.as_deref() == proof)?;
    let place = |bout: &&bouts::Row| {
        bout.generation == bouts[last].generation && bout.purpose.as_deref() == proof
    };
    let first = bouts.iter().position(|bout| place(&bout))?;
    let game: u64 = bouts[..first].iter().map(|bout| bout.counts.games).sum();
    let line = format!("darkforge view FOLDER --game {game}");
    let text = "<p>To watch a game of its proof, the first of them:</p>\n";
    Some(text.to_owned() + &command(&line))
}

/// The config in `run.toml` in its user's form: the section of `job`, with its keys at the top.
fn own_config(text: &str, job: &str) -> String {
    let mut own = String::new();
    let mut inside = false;
    for line in text.lines() {
        let Some(name) = line.trim_start_matches('[').strip_prefix(job) else {
            if line.starts_with('[') {
                inside = false;
            }
            if inside {
                own += line;
                own.push('\n');
            }
            continue;
        };
        if !line.starts_with('[') {
            if inside {
                own += line;
                own.push('\n');
            }
            continue;
        }
        inside = name.starts_with(['.', ']']);
        if let Some(key) = name.strip_prefix('.') {
            let brackets = line.len() - line.trim_start_matches('[').len();
            own += &"[".repeat(brackets);
            own += key;
            own.push('\n');
        }
    }
    own
}

/// A word for a shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,%+@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

fn match_command(config: &MatchConfig) -> String {
    let mut words = vec!["darkforge".to_owned(), "match".to_owned()];
    words.extend(config.players.clone());
    let mut flag = |name: &str, value: String| words.extend([format!("--{name}"), value]);
    flag("games", config.games.to_string());
    flag("ruleset", config.ruleset.clone());
    flag("seed", config.seed.to_string());
    flag("ply-limit", config.ply_limit.to_string());
    if let Some(test) = &config.sprt {
        flag("sprt", format!("{},{}", test.elo0, test.elo1));
        flag("model", test.model.to_string());
    }
    if config.keep_tries {
        flag("pgn", "games.pgn".to_owned());
    }
    flag("out", "again".to_owned());
    shell_line(&words)
}

/// Words as a line for a shell.
pub fn shell_line(words: &[String]) -> String {
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_config_is_the_section_of_its_job() {
        let text = "version = \"0.1.0\"\nseed = 2\n\n[evolve]\nname = \"a\"\n\
                    # evolve\nevolved = 1\n\n[evolve.bout]\npairs = 3\n\n[[evolve.list]]\nx = 1\n\n\
                    [weights.hand-made]\nage_cap = 25.0\n";
        let own = own_config(text, "evolve");
        assert_eq!(
            own.replace("\n\n", "\n"),
            "name = \"a\"\n# evolve\nevolved = 1\n[bout]\npairs = 3\n[[list]]\nx = 1\n"
        );
    }

    #[test]
    fn the_same_games_are_promised_of_own_players_and_files_of_other_commands() {
        let run = |player: &str| {
            let text = format!(
                "version = \"0\"\nseed = 1\nruleset = \"icc\"\n\n[match]\nplayers = [\"random\", \
                 \"{player}\"]\ngames = 2\nseed = 1\nruleset = \"icc\"\nply_limit = 9\nkeep_tries = \
                 false\n\n[weights]\n"
            );
            let run = Box::new(toml::from_str(&text).unwrap());
            sameness(&Kind::Run { text, run })
        };
        assert!(run("random").ends_with("of threads."));
        assert!(run("process:./engine").contains("if the programs that play here"));
    }

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(
            quoted("darkboard:depth=1,particles=0"),
            "darkboard:depth=1,particles=0"
        );
        assert_eq!(quoted("process:a b"), "'process:a b'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
    }
}
