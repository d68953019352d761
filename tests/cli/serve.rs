//! A run's folder is served while it is played (`--serve`): the files of the run to whoever reaches
//! the address, and nothing else to anybody.

use std::io::{BufRead as _, BufReader, ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::Child;
use std::time::{Duration, Instant};

use crate::cli::desk::{Desk, text};

/// A tournament that takes minutes.
const CUP: &str = "name = \"cup\"\nformat = \"round-robin\"\npairs = 200000\n\
    [[players]]\nname = \"a\"\nspec = \"random\"\n[[players]]\nname = \"b\"\nspec = \"semi-random\"\n";

/// A run that is served; it is killed at the end.
struct Served {
    child: Child,
    address: SocketAddr,
    /// Lines that it printed until then.
    said: String,
}

impl Served {
    /// Starts the command `line` and waits until it has a page.
    fn start(desk: &Desk, line: &str) -> Served {
        let mut child = desk.start(line);
        let mut error = BufReader::new(child.stderr.take().expect("standard error"));
        let (mut said, mut address) = (String::new(), None);
        while address.is_none() {
            let mut next = String::new();
            let read = error.read_line(&mut next).expect("a line");
            assert!(read > 0, "it ended before it served:\n{said}");
            address = next
                .split_once("http://")
                .map(|(_, rest)| rest.trim().trim_end_matches('/').to_owned());
            said += &next;
        }
        let address = address.unwrap_or_default().parse().expect("an address");
        // What it says later must not fill the pipe.
        std::thread::spawn(move || std::io::copy(&mut error, &mut std::io::sink()));
        let served = Served {
            child,
            address,
            said,
        };
        let began = Instant::now();
        while !served.get("/").starts_with("HTTP/1.1 200 ") {
            assert!(
                began.elapsed() < Duration::from_mins(1),
                "no page in a minute"
            );
            std::thread::sleep(Duration::from_millis(100));
        }
        served
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("a connection");
        stream
            .set_read_timeout(Some(Duration::from_secs(30)))
            .expect("a limit");
        stream
    }

    /// The answer to `request`.
    fn ask(&self, request: &str) -> String {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).expect("it is sent");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// The answer to a request of a browser for `path`.
    fn get(&self, path: &str) -> String {
        self.ask(&format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n",
            self.address
        ))
    }

    fn is_alive(&mut self) -> bool {
        self.child.try_wait().expect("a child").is_none()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Status of an answer.
fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or("none")
}

#[test]
fn a_watched_run_is_served_read_only_and_nothing_beside_it() {
    let desk = Desk::new();
    desk.write("cup.toml", CUP);
    desk.write("secret.csv", "secret");
    let run = "tournament cup.toml --out cup --threads 1 --watch --serve 0";
    let mut served = Served::start(&desk, run);
    assert!(served.address.ip().is_loopback() && served.address.port() > 0);
    assert!(!served.said.contains("password"), "{}", served.said);
    #[cfg(unix)]
    std::os::unix::fs::symlink("../secret.csv", desk.path("cup/optimum.toml")).expect("a link");
    desk.write("cup/.hidden.csv", "secret");
    desk.write("cup/own.csv", "secret");

    let page = served.get("/");
    assert!(
        page.contains("Content-Type: text/html; charset=utf-8\r\n"),
        "{}",
        &page[..500]
    );
    assert!(page.contains("Content-Security-Policy: frame-ancestors 'none'\r\n"));
    assert!(page.contains("script-src 'sha256-") && page.contains("id=\"pulse\""));
    assert!(
        page.contains(" games/s, ETA "),
        "speed and end are on the page"
    );
    let length = |answer: &str| -> usize {
        let (_, rest) = answer.split_once("Content-Length: ").expect("a length");
        rest.split("\r\n")
            .next()
            .expect("a number")
            .parse()
            .expect("a number")
    };
    let (_, body) = page.split_once("\r\n\r\n").expect("a body");
    assert_eq!(body.len(), length(&page));
    let table = served.get("/standings.csv?again");
    assert!(table.contains("Content-Type: text/csv; charset=utf-8\r\n"));
    assert!(table.contains("rank,player,games"), "{table}");
    assert!(table.contains("default-src 'none'") && table.contains("nosniff"));

    let head = served.ask("HEAD /games.csv HTTP/1.0\r\n\r\n");
    assert!(head.starts_with("HTTP/1.1 200 OK\r\n") && head.ends_with("\r\n\r\n"));
    assert!(length(&head) > 0);
    for method in [
        "POST", "PUT", "DELETE", "OPTIONS", "CONNECT", "TRACE", "PATCH",
    ] {
        let body = "Host: 127.0.0.1\r\nContent-Length: 3\r\n\r\na=1";
        let answer = served.ask(&format!("{method} /report.html HTTP/1.1\r\n{body}"));
        assert_eq!(status(&answer), "405", "{method}: {answer}");
        assert!(answer.contains("Allow: GET, HEAD\r\n"));
    }
    for path in [
        "/../secret.csv",
        "/%2e%2e/secret.csv",
        "/..%2fsecret.csv",
        "/%2E%2E%2Fsecret.csv",
        "/plots/../../secret.csv",
        "/plots/%2e%2e/games.csv",
        "//etc/passwd",
        "/%2fetc%2fpasswd",
        "/etc/passwd",
        "/..\\secret.csv",
        "/..%5csecret.csv",
        "/.hidden.csv",
        "/own.csv",
        "/journal.jsonl",
        "/unfinished.txt",
        "/plots",
        "/plots/",
        "/games.csv/",
        "/games.csv%00",
        "/optimum.toml",
        "/%ff",
        "/%25%32%65%25%32%65/secret.csv",
    ] {
        let answer = served.get(path);
        assert_eq!(status(&answer), "404", "{path}: {answer}");
        assert!(!answer.contains("secret"), "{path}");
    }
    for (request, wanted) in [
        ("GET secret.csv HTTP/1.1\r\n\r\n", "404"),
        ("GET http://127.0.0.1/report.html HTTP/1.1\r\n\r\n", "404"),
        ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", "421"),
        ("GET / HTTP/1.1\r\nHost: localhost:80\r\n\r\n", "200"),
        ("nonsense\r\n\r\n", "400"),
        ("GET / HTTP/2.0\r\n\r\n", "400"),
        ("\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\r\n\r\n", "400"),
    ] {
        assert_eq!(status(&served.ask(request)), wanted, "{request:?}");
    }
    let long = format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(9000));
    assert_eq!(status(&served.ask(&long)), "431");
    assert!(served.is_alive());
}

#[test]
fn a_client_that_is_slow_or_means_harm_stops_nothing() {
    let desk = Desk::new();
    desk.write("cup.toml", CUP);
    let run = "tournament cup.toml --out cup --threads 1 --watch --serve 127.0.0.1:0";
    let mut served = Served::start(&desk, run);
    // More than are answered at once, which ask nothing, half a question, or take no answer.
    let mut held: Vec<TcpStream> = (0..40).map(|_| served.connect()).collect();
    for stream in held.iter_mut().take(8) {
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: ");
    }
    for stream in held.iter_mut().skip(8).take(8) {
        let _ = stream.write_all(b"GET / HTTP/1.1\r\n\r\n");
    }
    let before = desk.journalled("cup");
    desk.wait_for_games(&mut served.child, "cup", before);
    let began = Instant::now();
    // A slow one is told so, in the time that a question may take.
    let mut answer = Vec::new();
    match held[0].read_to_end(&mut answer) {
        Ok(_) => assert!(matches!(
            status(&String::from_utf8_lossy(&answer)),
            "408" | "503"
        )),
        Err(error) => assert_eq!(error.kind(), ErrorKind::ConnectionReset),
    }
    assert!(
        began.elapsed() < Duration::from_secs(20),
        "{:?}",
        began.elapsed()
    );
    loop {
        let mut stream = served.connect();
        let asked = stream.write_all(b"GET / HTTP/1.1\r\n\r\n");
        let mut answer = Vec::new();
        if asked.is_ok()
            && stream.read_to_end(&mut answer).is_ok()
            && answer.starts_with(b"HTTP/1.1 200 ")
        {
            break;
        }
        assert!(
            began.elapsed() < Duration::from_mins(1),
            "nobody is answered any more"
        );
        std::thread::sleep(Duration::from_millis(200));
    }
    assert!(served.is_alive());
}

#[cfg(unix)]
#[test]
fn the_server_ends_with_its_run() {
    let desk = Desk::new();
    let run = "match random semi-random --games 400000 --threads 1 --out m --watch --serve 0";
    let mut served = Served::start(&desk, run);
    let slow = served.connect();
    let stop = std::process::Command::new("sh")
        .args(["-c", &format!("kill -INT {}", served.child.id())])
        .status();
    assert!(stop.is_ok_and(|status| status.success()));
    let status = served.child.wait().expect("it ends");
    assert_eq!(status.code(), Some(1), "{status}");
    assert!(
        TcpStream::connect(served.address).is_err(),
        "nobody listens"
    );
    drop(slow);
    let page = desk.read("m/report.html");
    assert!(!page.contains("id=\"pulse\"") && !page.contains("connect-src"));
}

#[test]
fn an_address_that_cannot_be_had_is_told_before_the_run() {
    let desk = Desk::new();
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port();
    let line = format!("evolve tiny.toml --out run --watch --serve {port}");
    let words = format!("--serve 127.0.0.1:{port}: another program listens there");
    desk.refuses(&[(&line, &[&words])]);
    desk.refuses(&[
        (
            "evolve tiny.toml --watch --serve :80",
            &["--serve", "127.0.0.1:8080"],
        ),
        (
            "tournament x.toml --watch --serve example.org:80",
            &["--serve", "[::1]:8080"],
        ),
        ("match random random --out m --serve 0", &["--watch"]),
    ]);
    assert!(!desk.path("run").exists());
}

#[test]
fn an_address_for_others_is_warned_of() {
    let desk = Desk::new();
    let output = desk.run("match random random --games 2 --out m --watch --serve 0.0.0.0:0");
    let said = text(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(
        said.contains("can read this folder: there is no password"),
        "{said}"
    );
}
