//! Files for readers that want one.

use std::path::PathBuf;

/// The file called `name` with these bytes, in this process's own folder of temporary files.
///
/// # Panics
/// It cannot be written.
pub fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("darkforge-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for temporary files");
    let path = folder.join(name);
    std::fs::write(&path, bytes).expect("a temporary file");
    path
}
