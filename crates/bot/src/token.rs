//! Token: the password of a bot.

use std::fmt;
use std::fs::OpenOptions;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

/// Greatest number of bytes of a token.
const MOST_BYTES: u64 = 4096;

/// The password by which a server knows a bot. It is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// A file without a token that can be used.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// It cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's words.
        source: io::Error,
    },
    /// Others can read it.
    #[error("{}: others can read this password; run `chmod 600 {}`", .0.display(), .0.display())]
    Open(PathBuf),
    /// It holds something else.
    #[error("{}: must hold one line, the token that the server gave at registration", .0.display())]
    NoToken(PathBuf),
}

impl Token {
    /// The token `text`; `None` if it could not stand in a request.
    pub fn of(text: &str) -> Option<Token> {
        let token = text.trim();
        let fits = !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_graphic());
        fits.then(|| Token(token.to_owned()))
    }

    /// The token in the file at `path`.
    ///
    /// # Errors
    /// It cannot be read, others can read it, or it holds no token.
    pub fn read(path: &Path) -> Result<Token, TokenError> {
        let file = |source| TokenError::File {
            path: path.to_owned(),
            source,
        };
        let opened = std::fs::File::open(path).map_err(file)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = opened.metadata().map_err(file)?.permissions().mode();
            if mode & 0o077 != 0 {
                return Err(TokenError::Open(path.to_owned()));
            }
        }
        let mut text = String::new();
        match opened.take(MOST_BYTES).read_to_string(&mut text) {
            Err(error) if error.kind() == io::ErrorKind::InvalidData => text.clear(),
            read => {
                read.map_err(file)?;
            }
        }
        Token::of(&text).ok_or_else(|| TokenError::NoToken(path.to_owned()))
    }

    /// Makes the file at `path`, which only its owner can read, for a token to come.
    ///
    /// # Errors
    /// It exists, or cannot be made.
    pub fn begin(path: &Path) -> Result<std::fs::File, TokenError> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt as _;
            options.mode(0o600);
        }
        options.open(path).map_err(|source| TokenError::File {
            path: path.to_owned(),
            source,
        })
    }

    /// Writes the token into the file that [`begin`](Token::begin) made.
    ///
    /// # Errors
    /// Those of the file.
    pub fn write(&self, file: &mut std::fs::File) -> io::Result<()> {
        writeln!(file, "{}", self.0)?;
        file.sync_all()
    }

    /// Value of the header `Authorization`.
    pub(crate) fn header(&self) -> String {
        format!("Bearer {}", self.0)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_written_for_its_owner_alone_and_never_shown() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("token");
        let token = Token::of("ksbot_id.secret\n").unwrap();
        token.write(&mut Token::begin(&path).unwrap()).unwrap();
        assert_eq!(Token::read(&path).unwrap(), token);
        assert_eq!(format!("{token:?}"), "Token(..)");
        assert!(Token::begin(&path).is_err(), "it is not replaced");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = std::fs::metadata(&path).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
            let open = Token::read(&path).unwrap_err().to_string();
            assert!(open.contains("chmod 600"), "{open}");
            assert!(!open.contains("secret"), "{open}");
        }
    }

    #[test]
    fn a_token_cannot_break_out_of_its_header() {
        for text in ["", "  \n", "a b", "a\r\nHost: b", "é"] {
            assert!(Token::of(text).is_none(), "{text:?}");
        }
    }
}
