//! Reply of the server.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{Read as _, Write};
use std::time::Instant;

use super::resource::Resource;

/// Bytes of a piece.
const PIECE: usize = 64 << 10;

/// Reasons for which a request is not answered as it wishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// It is no request of HTTP/1.
    Wrong,
    /// It asks by a name that only leads to this machine.
    Elsewhere,
    /// There is no such file of a run.
    NotFound,
    /// It is neither GET nor HEAD.
    Method,
    /// It did not come in time.
    Slow,
    /// It is too long.
    Long,
    /// There are too many connections.
    Busy,
}

impl Failure {
    /// Number and words.
    const fn status(self) -> (&'static str, &'static str) {
        match self {
            Failure::Wrong => ("400 Bad Request", "this is no request that is understood"),
            Failure::Elsewhere => (
                "421 Misdirected Request",
                "this is the page of a run on this machine: ask for it by its address, such as 127.0.0.1",
            ),
            Failure::NotFound => ("404 Not Found", "the run has no such file"),
            Failure::Method => ("405 Method Not Allowed", "only GET and HEAD are answered"),
            Failure::Slow => ("408 Request Timeout", "the request did not come in time"),
            Failure::Long => (
                "431 Request Header Fields Too Large",
                "the request is too long",
            ),
            Failure::Busy => ("503 Service Unavailable", "too many at once; come again"),
        }
    }
}

/// An answer.
pub(super) struct Reply {
    head: String,
    body: Body,
}

enum Body {
    Words(String),
    File(File, u64),
}

impl Reply {
    /// The answer with a file.
    pub(super) fn of(resource: Resource) -> Reply {
        Reply {
            head: head("200 OK", resource.kind, resource.bytes),
            body: Body::File(resource.file, resource.bytes),
        }
    }

    /// The answer to a request that is not served.
    pub(super) fn failure(failure: Failure) -> Reply {
        let (status, words) = failure.status();
        let words = format!("{words}\n");
        let mut head = head(status, "text/plain; charset=utf-8", words.len() as u64);
        if failure == Failure::Method {
            head += "Allow: GET, HEAD\r\n";
        }
        Reply {
            head,
            body: Body::Words(words),
        }
    }

    /// Writes the head and, if asked for, the body, as long as `goes_on` says so.
    pub(super) fn write(
        self,
        out: &mut impl Write,
        has_body: bool,
        goes_on: impl Fn(Instant) -> bool,
    ) -> std::io::Result<()> {
        out.write_all(self.head.as_bytes())?;
        out.write_all(b"\r\n")?;
        match self.body {
            _ if !has_body => Ok(()),
            Body::Words(words) => out.write_all(words.as_bytes()),
            Body::File(file, bytes) => {
                let mut file = file.take(bytes);
                let mut piece = vec![0; PIECE];
                while goes_on(Instant::now()) {
                    let read = file.read(&mut piece)?;
                    if read == 0 {
                        break;
                    }
                    out.write_all(&piece[..read])?;
                }
                Ok(())
            }
        }
    }
}

/// Head of an answer, without the empty line at its end. A page has its own policy for what it may
/// run and load; nothing else runs anything.
fn head(status: &str, kind: &str, bytes: u64) -> String {
    let policy = if kind.starts_with("text/html") {
        "frame-ancestors 'none'"
    } else {
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
    };
    let mut head = format!("HTTP/1.1 {status}\r\n");
    let bytes = bytes.to_string();
    for (name, value) in [
        ("Content-Type", kind),
        ("Content-Length", &bytes),
        ("Content-Security-Policy", policy),
        ("X-Content-Type-Options", "nosniff"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Referrer-Policy", "no-referrer"),
        ("Cache-Control", "no-store"),
        ("Connection", "close"),
    ] {
        let _ = write!(head, "{name}: {value}\r\n");
    }
    head
}
