//! Request of a client.

use std::io::{ErrorKind, Read as _};
use std::net::TcpStream;
use std::time::Instant;

use percent_encoding::percent_decode_str;

use super::address::is_numeric;
use super::reply::Failure;

/// Bytes of a request, with all its headers.
const LONGEST: usize = 8192;
/// Headers.
const HEADERS: usize = 64;

/// A request for a file.
#[derive(Debug, PartialEq)]
pub(super) struct Request {
    is_head: bool,
    /// The path, without query and escapes.
    path: String,
    host: Option<String>,
}

impl Request {
    /// Reads the request on `stream`, which must have come by `until`.
    ///
    /// # Errors
    /// Those of the connection.
    pub(super) fn read(
        stream: &mut TcpStream,
        until: Instant,
    ) -> std::io::Result<Result<Request, Failure>> {
        let (mut text, mut piece) = (Vec::new(), [0; 2048]);
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(Err(Failure::Slow));
            }
            stream.set_read_timeout(Some(left))?;
            let read = match stream.read(&mut piece) {
                Ok(0) => return Ok(Err(Failure::Wrong)),
                Ok(read) => read,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error)
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
                {
                    return Ok(Err(Failure::Slow));
                }
                Err(error) => return Err(error),
            };
            text.extend_from_slice(&piece[..read]);
            if text.len() > LONGEST {
                return Ok(Err(Failure::Long));
            }
            if let Some(request) = Request::parse(&text) {
                return Ok(request);
            }
        }
    }

    /// The request in `text`; `None` if it is not whole.
    pub(super) fn parse(text: &[u8]) -> Option<Result<Request, Failure>> {
        let mut headers = [httparse::EMPTY_HEADER; HEADERS];
        let mut parsed = httparse::Request::new(&mut headers);
        match parsed.parse(text) {
            Ok(httparse::Status::Complete(_)) => {}
            Ok(httparse::Status::Partial) => return None,
            Err(httparse::Error::TooManyHeaders) => return Some(Err(Failure::Long)),
            Err(_) => return Some(Err(Failure::Wrong)),
        }
        let is_head = match parsed.method {
            Some("GET") => false,
            Some("HEAD") => true,
            _ => return Some(Err(Failure::Method)),
        };
        let target = parsed.path.unwrap_or_default();
        let path = target.split(['?', '#']).next().unwrap_or_default();
        let path = percent_decode_str(path).decode_utf8();
        let Ok(path) = path else {
            return Some(Err(Failure::NotFound));
        };
        let mut hosts = parsed.headers.iter();
        let host = hosts.find(|header| header.name.eq_ignore_ascii_case("host"));
        let host = host.map(|header| String::from_utf8_lossy(header.value).trim().to_owned());
        Some(Ok(Request {
            is_head,
            path: path.into_owned(),
            host,
        }))
    }

    /// The request, if it comes to a server of this machine alone (`is_local`) by an address.
    pub(super) fn admitted(self, is_local: bool) -> Result<Request, Failure> {
        match &self.host {
            Some(host) if is_local && !is_numeric(host) => Err(Failure::Elsewhere),
            _ => Ok(self),
        }
    }

    /// Whether only the head of the answer is asked for.
    pub(super) fn is_head(&self) -> bool {
        self.is_head
    }

    /// The path that is asked for.
    pub(super) fn path(&self) -> &str {
        &self.path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn no_bytes_are_too_much(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..200)) {
            let _ = Request::parse(&bytes);
            let _ = Request::parse(&[b"GET /", bytes.as_slice(), b" HTTP/1.1\r\n\r\n"].concat());
        }
    }

    #[test]
    fn a_request_is_a_get_or_head_of_a_path() {
        let parse = |text: &str| Request::parse(text.as_bytes());
        assert_eq!(parse("GET / HTTP/1.1\r\nHost: a"), None, "not whole");
        let request = parse("HEAD /a%20b?c=/../d HTTP/1.1\r\nhost: x:1\r\n\r\n");
        let request = request.unwrap().unwrap();
        assert_eq!((request.path(), request.is_head()), ("/a b", true));
        assert_eq!(request.host.as_deref(), Some("x:1"));
        assert_eq!(request.admitted(true), Err(Failure::Elsewhere));
        for (text, failure) in [
            ("POST / HTTP/1.1\r\n\r\n", Failure::Method),
            ("get / HTTP/1.1\r\n\r\n", Failure::Method),
            ("GET /%ff HTTP/1.1\r\n\r\n", Failure::NotFound),
            ("GET / HTTP/9\r\n\r\n", Failure::Wrong),
            ("\0\0\0\0", Failure::Wrong),
            ("GET / HTTP/1.1\r\n: \r\n\r\n", Failure::Wrong),
        ] {
            assert_eq!(parse(text), Some(Err(failure)), "{text:?}");
        }
        let many = "a: b\r\n".repeat(HEADERS + 1);
        let many = parse(&format!("GET / HTTP/1.1\r\n{many}\r\n"));
        assert_eq!(many, Some(Err(Failure::Long)));
    }
}
