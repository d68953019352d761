//! Tells the program its target, and the commit that it is built from where that is known.

use std::path::Path;
use std::process::Command;

/// Output of a git command in the package's folder; `None` without git or a checkout.
fn git(words: &[&str]) -> Option<String> {
    let output = Command::new("git").args(words).output().ok()?;
    let said = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| said.trim().to_owned())
}

/// The commit of this checkout, with a note if files of it have changed since.
fn commit_of_checkout() -> Option<String> {
    let top = git(&["rev-parse", "--show-toplevel"])?;
    let is_own = Path::new(&top).canonicalize().ok()? == Path::new(".").canonicalize().ok()?;
    let commit = git(&["rev-parse", "--short=12", "HEAD"]).filter(|_| is_own)?;
    let changes = git(&["status", "--porcelain", "--untracked-files=no"])?;
    Some(commit + if changes.is_empty() { "" } else { ", changed" })
}

/// The commit that cargo notes in a package.
fn commit_of_package() -> Option<String> {
    let note = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, commit) = note.split_once("\"sha1\": \"")?;
    Some(commit.get(..12)?.to_owned())
}

fn main() {
    // Not at each commit, which would build the program anew: what is built stays what it says.
    for path in ["build.rs", "Cargo.toml", "Cargo.lock", "src", "crates"] {
        if Path::new(path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    let commit = commit_of_checkout().or_else(commit_of_package);
    let commit = commit.map_or_else(String::new, |commit| format!("{commit}; "));
    let target = std::env::var("TARGET").unwrap_or_default();
    println!("cargo::rustc-env=DARKFORGE_BUILD={commit}{target}");
}
