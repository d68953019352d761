//! `about.toml`: description of a folder without a journal, for its page.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::bad_input::{BadInput, OrBadInput as _};
use crate::report::names::ABOUT;
use crate::report::write_text;
use darkforge_kriegspiel::text::{self, mistake};

darkforge_lab::fields! {
    /// Description of a folder without a journal.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct About {
        /// The command's name: `stats`, `endgame`...
        pub job: String,
        /// Its subject, in a few words.
        pub title: String,
        /// The most important line; without it, the line comes from the tables.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub headline: Option<String>,
        /// Notes to it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub notes: Vec<String>,
        /// The command that makes the same again.
        pub command: String,
        /// Version of the program.
        pub version: String,
        /// Seed of all randomness, if there is any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub seed: Option<u64>,
    }
}

impl About {
    /// Writes the file into `folder`.
    ///
    /// # Errors
    /// Those of the file.
    pub fn write(&self, folder: &Path) -> anyhow::Result<()> {
        let text = toml::to_string(self)?;
        write_text(&folder.join(ABOUT), &text)
    }

    /// Reads the file in `folder`; `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be read, or is another file.
    pub fn read(folder: &Path) -> anyhow::Result<Option<About>> {
        let path = folder.join(ABOUT);
        let text = match text::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).or_bad_input(|| path.display().to_string()),
        };
        let about = toml::from_str(&text).map_err(|error: toml::de::Error| {
            let at = error.span().map(|span| span.start);
            BadInput::new(format!(
                "{}: {}",
                path.display(),
                mistake(&text, at, error.message())
            ))
        })?;
        Ok(Some(about))
    }
}
