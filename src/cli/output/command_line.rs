//! Command lines as a user would write them: to make a folder again, to continue a run.

use crate::report::page::shell_line;

/// A command, word by word, without words that do not change its files (threads, `--quiet`).
pub(crate) struct CommandLine(Vec<String>);

impl CommandLine {
    /// `darkforge COMMAND`.
    pub(crate) fn of(command: &str) -> CommandLine {
        CommandLine(vec!["darkforge".to_owned(), command.to_owned()])
    }

    /// Words without a flag.
    pub(crate) fn words(mut self, words: impl IntoIterator<Item = impl ToString>) -> CommandLine {
        self.0
            .extend(words.into_iter().map(|word| word.to_string()));
        self
    }

    /// `--NAME VALUE` for each of `values`: none, one or several.
    pub(crate) fn flag(
        mut self,
        name: &str,
        values: impl IntoIterator<Item = impl ToString>,
    ) -> CommandLine {
        for value in values {
            self.0.extend([format!("--{name}"), value.to_string()]);
        }
        self
    }

    /// The line for a shell.
    pub(crate) fn line(self) -> String {
        shell_line(&self.0)
    }

    /// The line that makes the same again, in a folder that does not exist yet.
    pub(crate) fn again(self) -> String {
        self.flag("out", ["again"]).line()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_stand_as_often_as_they_have_values() {
        let line = CommandLine::of("endgame")
            .words(["krk", "kqk"])
            .flag("depth", None::<u32>)
            .flag("method", ["rules", "search"])
            .flag("replay", Some("Kb1 Ra1 kh8"))
            .again();
        assert_eq!(
            line,
            "darkforge endgame krk kqk --method rules --method search --replay 'Kb1 Ra1 kh8' --out again"
        );
    }
}
