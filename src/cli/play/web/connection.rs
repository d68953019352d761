//! Requests of the page, and replies.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::cli::server::is_numeric;

/// Bytes of a request's head, and of its body.
const LONGEST_HEAD: usize = 8192;
const LONGEST_BODY: usize = 4096;
/// Headers.
const HEADERS: usize = 64;
/// Time in which a request must have come, and an answer gone.
const ASK: Duration = Duration::from_secs(5);
const ANSWER: Duration = Duration::from_secs(10);

/// A request.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) is_post: bool,
    pub(super) path: String,
    pub(super) query: String,
    pub(super) body: String,
    host: String,
    origin: Option<String>,
    kind: String,
}

impl Request {
    /// Reads the request on `stream`, or gives the reply to one that is wrong.
    ///
    /// # Errors
    /// Those of the connection.
    pub(super) fn read(stream: &mut TcpStream) -> std::io::Result<Result<Request, Reply>> {
        let until = Instant::now() + ASK;
        let (mut bytes, mut piece) = (Vec::new(), [0; 2048]);
        loop {
            match Request::parse(&bytes) {
                Err(reply) => return Ok(Err(reply)),
                Ok(Some(request)) => return Ok(Ok(request)),
                Ok(None) => {}
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(Err(Reply::problem(408, "the request did not come in time")));
            }
            stream.set_read_timeout(Some(left))?;
            match stream.read(&mut piece) {
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(read) => bytes.extend_from_slice(&piece[..read]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// The request in `bytes`; `None` if it is not whole.
    pub(super) fn parse(bytes: &[u8]) -> Result<Option<Request>, Reply> {
        let wrong = || Reply::problem(400, "this is no request that is understood");
        let mut headers = [httparse::EMPTY_HEADER; HEADERS];
        let mut parsed = httparse::Request::new(&mut headers);
        let head = match parsed.parse(bytes) {
            Ok(httparse::Status::Complete(head)) => head,
            Ok(httparse::Status::Partial) if bytes.len() <= LONGEST_HEAD => return Ok(None),
            _ => return Err(wrong()),
        };
        let header = |name: &str| {
            let found = parsed
                .headers
                .iter()
                .find(|header| header.name.eq_ignore_ascii_case(name));
            found.map(|header| String::from_utf8_lossy(header.value).trim().to_owned())
        };
        let is_post = match parsed.method {
            Some("GET") => false,
            Some("POST") => true,
            _ => return Err(Reply::problem(405, "only GET and POST are answered")),
        };
        let length = header("content-length").map_or(Some(0), |text| text.parse::<usize>().ok());
        let length = length
            .filter(|&length| length <= LONGEST_BODY)
            .ok_or_else(wrong)?;
        if bytes.len() < head + length {
            return Ok(None);
        }
        let host = header("host").unwrap_or_default();
        if !is_numeric(&host) {
            return Err(Reply::problem(
                421,
                "ask for this page by its address, such as 127.0.0.1",
            ));
        }
        let target = parsed.path.unwrap_or_default();
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        Ok(Some(Request {
            is_post,
            path: path.to_owned(),
            query: query.to_owned(),
            body: String::from_utf8_lossy(&bytes[head..head + length]).into_owned(),
            host,
            origin: header("origin"),
            kind: header("content-type").unwrap_or_default(),
        }))
    }

    /// Whether the page at `address` sent it, and no form of another site.
    pub(super) fn is_from_page(&self, address: SocketAddr) -> bool {
        let own = format!("http://{}", self.host);
        let is_here = self.host.ends_with(&format!(":{}", address.port())) || address.port() == 80;
        let is_json = self
            .kind
            .split(';')
            .next()
            .is_some_and(|kind| kind.trim() == "application/json");
        is_here && is_json && self.origin.as_deref().is_none_or(|origin| origin == own)
    }
}

/// An answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Reply {
    status: u16,
    kind: &'static str,
    body: String,
}

impl Reply {
    /// A page.
    pub(super) fn page(body: String) -> Reply {
        Reply {
            status: 200,
            kind: "text/html; charset=utf-8",
            body,
        }
    }

    /// Plain text.
    pub(super) fn text(body: String) -> Reply {
        Reply {
            status: 200,
            kind: "text/plain; charset=utf-8",
            body,
        }
    }

    /// A value.
    pub(super) fn json(status: u16, value: &Value) -> Reply {
        Reply {
            status,
            kind: "application/json",
            body: value.to_string(),
        }
    }

    /// A refusal.
    pub(super) fn problem(status: u16, problem: &str) -> Reply {
        Reply::json(status, &json!({ "problem": problem }))
    }

    /// Status, for tests.
    #[cfg(test)]
    pub(super) fn status(&self) -> u16 {
        self.status
    }

    /// Body, for tests.
    #[cfg(test)]
    pub(super) fn body(&self) -> &str {
        &self.body
    }

    /// Writes the answer and closes the connection.
    ///
    /// # Errors
    /// Those of the connection.
    pub(super) fn write(&self, stream: &mut TcpStream) -> std::io::Result<()> {
        let (status, kind, length) = (self.status, self.kind, self.body.len());
        let policy = if kind.starts_with("text/html") {
            "frame-ancestors 'none'"
        } else {
            "default-src 'none'; frame-ancestors 'none'; sandbox"
        };
        stream.set_write_timeout(Some(ANSWER))?;
        write!(
            stream,
            "HTTP/1.1 {status} Answer\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\
             Content-Security-Policy: {policy}\r\nX-Content-Type-Options: nosniff\r\n\
             Cross-Origin-Resource-Policy: same-origin\r\nReferrer-Policy: no-referrer\r\n\
             Cache-Control: no-store\r\nConnection: close\r\n\r\n"
        )?;
        stream.write_all(self.body.as_bytes())?;
        stream.shutdown(Shutdown::Write)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Option<Request>, Reply> {
        Request::parse(text.as_bytes())
    }

    #[test]
    fn a_request_is_whole_with_its_body_and_comes_by_an_address() {
        let post = "POST /t/ask?a=b HTTP/1.1\r\nHost: 127.0.0.1:80\r\nContent-Length: 4\r\n\r\n";
        assert_eq!(parse(post), Ok(None));
        let request = parse(&format!("{post}{{}}  ")).unwrap().unwrap();
        assert_eq!(
            (request.path.as_str(), request.query.as_str()),
            ("/t/ask", "a=b")
        );
        assert_eq!(request.body, "{}  ");
        for (text, status) in [
            ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421),
            ("GET / HTTP/1.1\r\n\r\n", 421),
            ("PUT / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 405),
            (
                "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999\r\n\r\n",
                400,
            ),
            ("nonsense\r\n\r\n", 400),
        ] {
            assert_eq!(parse(text).unwrap_err().status(), status, "{text}");
        }
        let long = format!("GET /{} HTTP/1.1\r\n", "a".repeat(LONGEST_HEAD));
        assert_eq!(parse(&long).unwrap_err().status(), 400);
    }

    #[test]
    fn a_form_of_another_site_asks_nothing() {
        let address: SocketAddr = "127.0.0.1:1234".parse().unwrap();
        let from = |headers: &str| {
            let text = format!("POST /t/ask HTTP/1.1\r\nHost: 127.0.0.1:1234\r\n{headers}\r\n");
            parse(&text).unwrap().unwrap().is_from_page(address)
        };
        let json = "Content-Type: application/json\r\n";
        assert!(from(json));
        assert!(from(&format!("{json}Origin: http://127.0.0.1:1234\r\n")));
        assert!(!from(&format!("{json}Origin: http://evil.example\r\n")));
        assert!(!from(&format!("{json}Origin: null\r\n")));
        assert!(!from("Content-Type: text/plain\r\n"));
        assert!(!from(""));
    }
}
