//! The table of a game, as its page and as others meet it.

use super::*;
use crate::cli::play::desk::Person;
use darkforge_engine::player::PlayerSpec;
use darkforge_kriegspiel::umpire::ICC;
use darkforge_lab::kriegspiel::play_with_faults;

fn get(shared: &Shared, path: &str) -> Reply {
    let head = format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    shared.answer(&Request::parse(head.as_bytes()).unwrap().unwrap())
}

fn post(shared: &Shared, path: &str, body: &str) -> Reply {
    let (port, length) = (shared.address.port(), body.len());
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    );
    shared.answer(&Request::parse(head.as_bytes()).unwrap().unwrap())
}

/// The state once it is the person's turn, or the game is over.
fn state(shared: &Shared, token: &str) -> Value {
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        let state: Value =
            serde_json::from_str(get(shared, &format!("/{token}/state")).body()).unwrap();
        if state["turn"] == true || state["over"].is_string() {
            return state;
        }
        assert!(Instant::now() < until, "{state}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Ends the game if the test fails.
struct Ending<'a>(&'a Shared);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.lock().wish = Some(Wish::Resign);
        }
    }
}

#[test]
fn a_page_knows_own_men_alone_until_the_end_and_everything_then() {
    let table = Table::open(0, "a game").unwrap();
    let shared = Arc::clone(&table.0);
    let token = shared.token.clone();
    let address = table.address();
    assert!(
        token.len() == 32 && address.starts_with("http://127.0.0.1:") && address.contains(&token)
    );
    for path in [
        "/",
        "/state",
        "/0/state",
        "/game.pgn",
        &format!("/{token}x/"),
    ] {
        assert_eq!(get(&shared, path).status(), 404, "{path}");
    }
    let page = get(&shared, &format!("/{token}/"));
    assert!(
        page.body().contains("connect-src 'self'") && !page.body().contains("http-equiv=\"refresh")
    );
    let mut person = Person::at(table.desk());
    let ask = format!("/{token}/ask");
    let finished = std::thread::scope(|scope| {
        let game = scope.spawn(|| {
            let mut random = PlayerSpec::random().build(darkforge_streams::open(1, "player", 1));
            play_with_faults(&ICC, 100, &mut person, random.as_mut())
        });
        let _ending = Ending(&shared);
        let first = state(&shared, &token);
        let men = first["men"].as_object().unwrap();
        assert_eq!(men.len(), 16);
        assert!(
            men.values()
                .all(|man| man.as_str().unwrap().chars().all(char::is_uppercase))
        );
        assert_eq!(post(&shared, &ask, r#"{"question":"Nh7"}"#).status(), 400);
        assert_eq!(post(&shared, &ask, r#"{"question":"any"}"#).status(), 400);
        assert_eq!(post(&shared, &ask, "x").status(), 400);
        assert_eq!(post(&shared, &ask, r#"{"done":true}"#).status(), 409);
        assert_eq!(post(&shared, &ask, r#"{"question":"Nf3"}"#).status(), 200);
        let second = state(&shared, &token);
        assert_eq!(second["men"]["f3"], "N");
        assert_eq!(second["lines"].as_array().unwrap().len(), 2, "{second}");
        for file in ["game.html", "game.pgn"] {
            assert_eq!(
                get(&shared, &format!("/{token}/{file}")).status(),
                403,
                "{file}"
            );
        }
        assert_eq!(post(&shared, &ask, r#"{"resign":true}"#).status(), 200);
        game.join().unwrap()
    });
    assert!(person.resigned);
    let heading = darkforge_kriegspiel::record::Heading {
        game: 0,
        white: "a".to_owned(),
        black: "b".to_owned(),
        pair: 0,
        seed: 1,
        thoughts: Vec::new(),
    };
    let game = Game::of_record(&heading, &finished.record);
    table.end("Black wins.", &game, "1. Nf3".to_owned());
    let over = state(&shared, &token);
    assert_eq!(over["over"], "Black wins.");
    assert!(over["men"].as_object().unwrap().len() > 16, "{over}");
    assert_eq!(get(&shared, &format!("/{token}/game.pgn")).body(), "1. Nf3");
    assert_eq!(get(&shared, &format!("/{token}/game.html")).status(), 200);
    assert_eq!(post(&shared, &ask, r#"{"done":true}"#).status(), 200);
    table.wait().unwrap();
}
