//! Help with a command line: explanations of keys, first configs, completions, manual
//! pages, the version, and the nearest right word.

use crate::cli::desk::{Desk, text};

#[test]
fn keys_of_configs_are_explained_one_by_one_and_all_together() {
    let desk = Desk::new();
    let size = desk.done("evolve --explain population.size");
    assert!(size.starts_with("population.size\n"), "{size}");
    assert!(size.contains("whole number; required"), "{size}");
    let sigma = desk.done("evolve --explain sigma");
    let wanted = "number from 0.001 to 0.5; default 0.2";
    assert!(sigma.starts_with("tuner.sigma with kind = \"cma-es\"\n") && sigma.contains(wanted));
    let kind = desk.done("evolve --explain tuner.kind");
    assert!(kind.contains("default: knockout with"), "{kind}");
    assert!(!kind.contains("required"), "{kind}");
    let all = desk.done("evolve --explain");
    let sections = [
        "seed\n",
        "bout.pairs\n",
        "weights.frozen\n",
        "proof.sprt\n",
        "title.pairs\n",
    ];
    for key in sections {
        assert!(all.contains(key), "{key} in\n{all}");
    }
    let json = desk.json("tournament --explain rounds");
    let keys = json["keys"].as_array().expect("keys");
    assert_eq!(keys.len(), 3, "{json}");
    assert_eq!(keys[0]["with"], "format = \"round-robin\"");
    assert_eq!(keys[0]["value"], "1");
    desk.refuses(&[
        (
            "evolve --explain bout.pears",
            &["bout.pears", "did you mean 'bout.pairs'?"],
        ),
        (
            "evolve tiny.toml --explain pairs",
            &["--explain", "cannot be used"],
        ),
        ("evolve", &["CONFIG"]),
    ]);
}

#[test]
fn a_first_config_is_written_once_and_plays() {
    let desk = Desk::new();
    desk.done("evolve --init night.toml");
    let text = desk.read("night.toml");
    assert!(
        text.contains("\nname = \"night\"\n") && text.contains("\n#seed = 1\n"),
        "{text}"
    );
    desk.refuses(&[(
        "evolve --init night.toml",
        &["--init night.toml", "it exists"],
    )]);
    let said = desk.run_words(&["evolve", "--init", "my night.toml"]);
    let said = String::from_utf8_lossy(&said.stderr).into_owned();
    assert!(
        said.ends_with("play it with: darkforge evolve 'my night.toml'\n"),
        "{said}"
    );
    desk.refuses(&[("evolve --init no/night.toml", &["no/night.toml"])]);
    desk.done("tournament --init meeting.toml");
    let quick = desk
        .read("meeting.toml")
        .replace("spec = \"darkboard\"", "spec = \"random\"");
    desk.write(
        "meeting.toml",
        quick.replace("#ply_limit = 1000", "ply_limit = 40"),
    );
    desk.done("tournament meeting.toml --quiet");
    assert_eq!(
        desk.table("results/meeting/standings.csv")
            .texts("player")
            .len(),
        2
    );
}

#[test]
fn shells_complete_commands_and_flags() {
    let desk = Desk::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = desk.done(&format!("completions {shell}"));
        assert!(script.contains("tournament"), "{shell} knows commands");
        assert!(script.contains("explain"), "{shell} knows flags");
        assert!(
            !script.contains("watchdog"),
            "{shell} names what is no command of users"
        );
    }
    desk.refuses(&[("completions tcsh", &["tcsh", "bash"])]);
}

#[test]
fn every_command_has_a_manual_page() {
    let desk = Desk::new();
    desk.done("man pages");
    let names = desk.commands();
    assert!(names.len() >= 18, "{names:?}");
    for name in names {
        let page = desk.read(&format!("pages/darkforge-{name}.1"));
        assert!(page.contains(".SH SYNOPSIS"), "{name}");
    }
    assert!(desk.read("pages/darkforge.1").contains("darkforge"));
    desk.refuses(&[("man pages", &["pages"])]);
}

#[test]
fn the_version_has_the_target_and_in_short_the_number_alone() {
    let desk = Desk::new();
    let number = env!("CARGO_PKG_VERSION");
    assert_eq!(desk.done("-V"), format!("darkforge {number}\n"));
    let long = desk.done("--version");
    assert!(long.starts_with(&format!("darkforge {number} (")), "{long}");
    assert!(long.contains(std::env::consts::ARCH), "{long}");
}

#[test]
fn misspelt_commands_and_flags_are_answered_with_the_nearest_right_one() {
    let desk = Desk::new();
    for (line, nearest) in [
        ("evlove tiny.toml", "'evolve'"),
        ("evolve tiny.toml --thread 2", "'--threads'"),
        ("match random random --game 2", "'--games'"),
    ] {
        let output = desk.run(line);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(said.contains(nearest), "{line}: {said}");
    }
}

/// Most lines of short help: about a screen.
const SCREEN: usize = 50;

#[test]
fn short_help_of_a_command_fits_a_screen_and_long_help_ends_with_its_examples() {
    let desk = Desk::new();
    for command in desk.commands() {
        let short = desk.done(&format!("{command} -h"));
        let lines = short.lines().count();
        assert!(lines <= SCREEN, "{command} -h has {lines} lines:\n{short}");
        let widest = short.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(100), "{command} -h is too wide:\n{short}");
        let long = desk.done(&format!("{command} --help"));
        let last = long.trim_end().rsplit("\n\n").next().unwrap_or_default();
        assert!(last.starts_with("Example"), "{command} --help:\n{long}");
    }
    let players = desk.done("match --help");
    assert!(players.contains("particles=N") && players.contains("deadline=SECONDS"));
}

#[test]
fn flags_of_commands_with_many_stand_under_headings() {
    let desk = Desk::new();
    for command in [
        "evolve",
        "tournament",
        "match",
        "stats",
        "endgame",
        "imitate",
    ] {
        let help = desk.done(&format!("{command} -h"));
        let (_, rest) = help.split_once("\nOptions:\n").expect("options");
        let ungrouped = rest.lines().take_while(|line| !line.is_empty());
        let ungrouped = ungrouped.filter(|line| line.trim_start().starts_with('-'));
        assert_eq!(
            ungrouped.count(),
            3,
            "{command}: quiet, json, help:\n{help}"
        );
        for heading in ["Output:", "Limits:"] {
            assert!(help.lines().any(|line| line == heading), "{help}");
        }
    }
}
