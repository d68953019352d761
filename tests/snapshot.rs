//! Kept texts, which the program's are compared with. After an intended change, write them again and
//! look at them:
//!
//!     DARKFORGE_SNAPSHOTS=write cargo test --release

use std::path::Path;

/// Widths of the terminals whose screens are kept.
pub(crate) const WIDTHS: [usize; 3] = [60, 80, 120];

/// Problem of the kept file `name` in the repository, which should have the content `wanted`. It is
/// written if that is asked for.
pub(crate) fn problem_of_snapshot(name: &str, wanted: &str) -> Option<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    if std::env::var("DARKFORGE_SNAPSHOTS").is_ok_and(|how| how == "write") {
        std::fs::write(&file, wanted).expect(name);
    }
    let found = std::fs::read_to_string(&file).unwrap_or_default();
    let mut lines = found.lines().zip(wanted.lines());
    let (old, new) = match lines.find(|(old, new)| old != new) {
        Some(different) => different,
        None if found == wanted => return None,
        None => ("", "another number of lines"),
    };
    Some(format!(
        "{name} differs; write it with DARKFORGE_SNAPSHOTS=write cargo test --release\n  {old}\n  {new}"
    ))
}

/// Problems of the screens kept as `name`, which `screen` makes for a width: they should fit, and be
/// the same.
pub(crate) fn problems_of_screens(name: &str, screen: impl Fn(usize) -> String) -> Vec<String> {
    let problems = WIDTHS.iter().flat_map(|&width| {
        let screen = screen(width);
        let file = format!("tests/data/screens/{name}_{width}.txt");
        let mut problems = too_wide(name, &screen, width);
        problems.extend(problem_of_snapshot(&file, &screen));
        problems
    });
    problems.collect()
}

/// Problems of the lines that are wider than `width`.
pub(crate) fn too_wide(name: &str, screen: &str, width: usize) -> Vec<String> {
    let wide = screen.lines().filter(|line| line.chars().count() > width);
    wide.map(|wide| format!("{name}: over {width} columns: {wide}"))
        .collect()
}
