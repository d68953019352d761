//! `darkforge work` and `--workers`, as far as they need no server; `scripts/cluster_test` has one.

use crate::cli::desk::{Desk, text};

/// A port at which nobody listens.
const NOBODY: &str = "nats://127.0.0.1:1";

fn refusal(desk: &Desk, line: &str) -> (Option<i32>, String) {
    let output = desk.run(line);
    (output.status.code(), text(&output.stderr))
}

#[test]
#[cfg(not(feature = "cluster"))]
fn a_build_without_the_feature_says_so_and_writes_nothing() {
    let desk = Desk::new();
    let lines = [
        format!("work {NOBODY}"),
        format!("match random random --workers {NOBODY}"),
        format!("match random random --out run --workers {NOBODY} --audit 1%"),
        format!("evolve tiny.toml --out run --workers {NOBODY}"),
    ];
    for line in lines {
        let (status, said) = refusal(&desk, &line);
        assert_eq!(status, Some(2), "{line}: {said}");
        assert!(said.contains("this build has no cluster feature"), "{said}");
        assert!(said.contains("--features cluster"), "{said}");
        assert!(!desk.path("run").exists(), "{line}");
    }
}

#[test]
#[cfg(feature = "cluster")]
fn a_server_that_cannot_be_reached_is_named_and_nothing_is_written() {
    let desk = Desk::new();
    for command in ["match random random", "evolve tiny.toml"] {
        let line = format!("{command} --out run --workers {NOBODY}");
        let (status, said) = refusal(&desk, &line);
        assert_eq!(status, Some(1), "{line}: {said}");
        assert!(
            said.contains("cannot reach the NATS server nats://127.0.0.1:1"),
            "{said}"
        );
        assert!(!desk.path("run").exists(), "{line}");
    }
}

#[test]
#[cfg(feature = "cluster")]
fn what_workers_cannot_play_is_refused() {
    let desk = Desk::new();
    let lines = [
        (
            format!("match random random --workers {NOBODY}"),
            "--out DIR",
        ),
        (
            "match random random --out run --workers http://a".to_owned(),
            "nats://host:4222",
        ),
        (
            format!("match random process:true --out run --workers {NOBODY}"),
            "workers start no programs",
        ),
        ("work http://a".to_owned(), "nats://host:4222"),
    ];
    for (line, wanted) in lines {
        let (status, said) = refusal(&desk, &line);
        assert_eq!(status, Some(2), "{line}: {said}");
        assert!(said.contains(wanted), "{line}: {said}");
        assert!(!desk.path("run").exists(), "{line}");
    }
}

#[test]
fn an_audit_needs_workers_and_a_share() {
    let desk = Desk::new();
    let (status, said) = refusal(&desk, "match random random --audit 1%");
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("--workers"), "{said}");
    let line = format!("match random random --out run --workers {NOBODY} --audit 1");
    let (status, said) = refusal(&desk, &line);
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("such as 1%"), "{said}");
}
