//! A person's game in a terminal, through a pipe; and commands of a bot that need no server.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;

use crate::cli::desk::{Desk, text};

#[test]
fn a_game_through_a_pipe_shows_own_men_and_is_saved_at_the_end() {
    let desk = Desk::new();
    let input = "?\nmark e5 n\ne2e5\nNf3\nundo\nrecord\nresign\nrecord\nsave again.pgn\nsave again.pgn\nquit\n";
    let line = "play semi-random --seed 1 --ascii --pgn mine.pgn --name Ada";
    let output = desk.run_on(line, input);
    let said = text(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", text(&output.stderr));
    let (during, after) = said
        .split_once("Black wins: resignation.")
        .expect("the end");
    for part in [
        "Ada - semi-random, Internet Chess Club, wild 16 (icc); you have White",
        "\n  e4, Nf3, e2e4   try a move",
        "e2e5 refused: Illegal. Black hears nothing of it.",
        "Nf3 played: ",
        "Black moved. ",
        "5  .  .  .  . (n) .  .  . ",
    ] {
        assert!(during.contains(part), "{part:?} in\n{during}");
    }
    // No terminal: no colours. And no board with enemy men before the end.
    assert!(!said.contains('\u{1b}'), "{said}");
    assert!(
        !during.contains("umpire  ") && !during.contains("[Event"),
        "{during}"
    );
    assert!(
        after.contains("what Black could know") && after.contains("{:e2e5}"),
        "{after}"
    );
    let saved = desk.read("mine.pgn");
    assert!(
        saved.contains("[White \"Ada\"]") && saved.contains("[Termination \"resignation\"]"),
        "{saved}"
    );
    assert_eq!(desk.read("again.pgn"), saved);
    assert!(
        after.contains("again.pgn is written") && after.contains("again.pgn: File exists"),
        "{after}"
    );
    desk.done("check mine.pgn --quiet");
    let again = text(&desk.run_on(&line.replace("mine", "more"), input).stdout);
    assert!(
        again.starts_with(during),
        "a seed repeats the opponent's draws:\n{again}"
    );
}

#[test]
fn a_person_has_black_and_asks_any() {
    let desk = Desk::new();
    let line = "play random --ruleset berkeley-any --colour black --seed 2 --ascii";
    let said = text(&desk.run_on(line, "any\ne7e5\n").stdout);
    assert!(
        said.contains("8  R  N  B  K  Q  B  N  R").eq(&false)
            && said.contains("   h  g  f  e  d  c  b  a"),
        "{said}"
    );
    assert!(
        said.contains("White moved. ") && said.contains("Any? no: "),
        "{said}"
    );
    assert!(
        said.contains("White wins: resignation."),
        "the input ended: {said}"
    );
    desk.refuses(&[
        ("play nobody", &["player 'nobody'", "there is no player"]),
        ("play random --ruleset rbc", &["rbc"]),
        (
            "play random --colour green",
            &["--colour green", "white, black or random"],
        ),
        (
            "play random --pgn no/such.pgn",
            &["--pgn no/such.pgn", "no such folder"],
        ),
    ]);
}

#[test]
fn a_game_in_a_browser_is_behind_a_word_that_no_other_page_knows() {
    let desk = Desk::new();
    let mut child = desk.start("play random --web --seed 1");
    let mut out = BufReader::new(child.stdout.take().expect("standard output"));
    let mut address = String::new();
    out.read_line(&mut address).expect("an address");
    let rest = address
        .trim()
        .strip_prefix("http://")
        .expect("an address")
        .to_owned();
    let (host, path) = rest.split_once('/').expect("a path");
    let get = |path: &str| {
        let mut stream = TcpStream::connect(host).expect("a connection");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n").expect("a request");
        let mut reply = String::new();
        stream.read_to_string(&mut reply).expect("a reply");
        reply
    };
    let page = get(&format!("/{path}"));
    assert!(
        page.starts_with("HTTP/1.1 200") && page.contains("Your men and marks"),
        "{page}"
    );
    assert!(
        !page.contains("http://") || !page.contains("src=\"http"),
        "no other host's resources"
    );
    let state = get(&format!("/{path}state"));
    assert!(
        state.contains("\"e1\":\"K\"") && !state.contains("\"e8\""),
        "{state}"
    );
    assert!(get("/").starts_with("HTTP/1.1 404") && get("/state").starts_with("HTTP/1.1 404"));
    child.kill().expect("it ends");
    child.wait().expect("it has ended");
}

#[test]
fn a_bot_refuses_what_it_cannot_use() {
    let desk = Desk::new();
    desk.write("token", "ksbot_1.secret\n");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let closed = std::fs::Permissions::from_mode(0o600);
        std::fs::set_permissions(desk.path("token"), closed).expect("a mode");
        desk.write("open", "ksbot_1.secret\n");
        let open = std::fs::Permissions::from_mode(0o644);
        std::fs::set_permissions(desk.path("open"), open).expect("a mode");
        desk.refuses(&[(
            "bot --api http://127.0.0.1:9 --token open",
            &["--token open", "chmod 600"],
        )]);
    }
    desk.refuses(&[
        ("bot --token token", &["--api"]),
        ("bot --api http://127.0.0.1:9", &["--token"]),
        (
            "bot --api 127.0.0.1:9 --token token",
            &["--api 127.0.0.1:9", "http://"],
        ),
        (
            "bot --api http://127.0.0.1:9 --token none",
            &["--token none"],
        ),
        (
            "bot --api http://127.0.0.1:9 --token token --player nobody",
            &["--player nobody"],
        ),
        (
            "bot --api http://127.0.0.1:9 --token token --player process:cat",
            &["--player process:cat", "restart"],
        ),
        (
            "bot --api http://127.0.0.1:9 --token token --ruleset crazykrieg",
            &["crazykrieg", "wild16"],
        ),
        (
            "bot --api http://127.0.0.1:9 --token token --register x --owner o",
            &["--token token"],
        ),
        (
            "bot --api http://127.0.0.1:9 --token new --register x",
            &["--owner"],
        ),
    ]);
}
