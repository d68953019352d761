//! The command that makes a folder again, as its page says it.

use crate::report::page::shell_line;

/// A command, word by word, without what has no influence on its files (threads, `--quiet`).
pub(crate) struct Again(Vec<String>);

impl Again {
    /// `darkforge COMMAND`.
    pub(crate) fn of(command: &str) -> Again {
        Again(vec!["darkforge".to_owned(), command.to_owned()])
    }

    /// Words without a flag.
    pub(crate) fn words(mut self, words: impl IntoIterator<Item = impl ToString>) -> Again {
        self.0
            .extend(words.into_iter().map(|word| word.to_string()));
        self
    }

    /// `--NAME VALUE` for each of `values`: none, one or several.
    pub(crate) fn flag(
        mut self,
        name: &str,
        values: impl IntoIterator<Item = impl ToString>,
    ) -> Again {
        for value in values {
            self.0.extend([format!("--{name}"), value.to_string()]);
        }
        self
    }

    /// The line, with a folder that does not exist yet.
    pub(crate) fn line(self) -> String {
        shell_line(&self.flag("out", ["again"]).0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_stand_as_often_as_they_have_values() {
        let line = Again::of("endgame")
            .words(["krk", "kqk"])
            .flag("depth", None::<u32>)
            .flag("method", ["rules", "search"])
            .flag("replay", Some("Kb1 Ra1 kh8"))
            .line();
        assert_eq!(
            line,
            "darkforge endgame krk kqk --method rules --method search --replay 'Kb1 Ra1 kh8' --out again"
        );
    }
}
