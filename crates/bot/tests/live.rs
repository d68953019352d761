//! Games of the bot on the tests' server.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::server::{Fault, Faults, Server, THEM, US, lock};
use darkforge_bot::{
    Bot, BotError, Client, ColourWish, Lobby, Records, Registration, ServerRules, Settings,
    Standing, Token, Trouble, Waits, register,
};
use darkforge_kriegspiel::record::read;
use darkforge_kriegspiel::umpire::Ending;
use darkforge_streams as streams;

fn waits() -> Waits {
    let short = Duration::from_millis(1);
    Waits {
        poll: short,
        first: short,
        most: Duration::from_millis(20),
        answer: Duration::from_secs(2),
        patience: Duration::from_secs(5),
        join: short,
        retry_after: Duration::from_millis(50),
    }
}

fn client(url: &str, token: &str, waits: Waits, stop: &Arc<AtomicBool>) -> Client {
    let token = Token::of(token);
    let stream = streams::open(1, "bot wait", 0);
    let stop = Arc::clone(stop);
    Client::new(
        url.parse().unwrap(),
        token,
        waits,
        stream,
        stop,
        Box::new(|line| eprintln!("{line}")),
    )
}

fn settings(rules: &str, games: usize, out: &Path) -> Settings {
    Settings {
        player: "semi-random".parse().unwrap(),
        rules: vec![rules.parse().unwrap()],
        lobby: Lobby::Open,
        colour: ColourWish::Alternate,
        opponent: None,
        games: Some(games),
        at_once: 1,
        out: out.to_owned(),
        seed: 1,
    }
}

fn bot(server: &Server, settings: Settings, waits: Waits) -> Bot {
    let stop = Arc::new(AtomicBool::new(false));
    Bot::start(
        client(&server.url, "ksbot_1.secret", waits, &stop),
        settings,
    )
    .unwrap()
}

/// Plays `games` games; the figures, and the bot's folder.
fn play(rules: &str, games: usize, faults: Faults) -> (Standing, tempfile::TempDir, Server) {
    let server = Server::start(rules, faults);
    lock(&server.world).patience = 70;
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("bot");
    let mut bot = bot(&server, settings(rules, games, &out), waits());
    bot.run().unwrap();
    let standing = bot.standing();
    (standing, folder, server)
}

/// Waits until `is_so`, but not for ever.
fn until(mut is_so: impl FnMut() -> bool) {
    let begun = std::time::Instant::now();
    while !is_so() && begun.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn fine() -> Faults {
    Box::new(|_, _, _| Fault::None)
}

#[test]
fn games_under_all_six_rulesets_have_no_difference_and_are_recorded() {
    for rules in ServerRules::all() {
        let (standing, folder, server) = play(rules.name(), 2, fine());
        let place = format!("{rules}: {standing:?}");
        assert_eq!(
            (standing.games, standing.differences, standing.forfeits),
            (2, 0, 0),
            "{place}"
        );
        assert_eq!(
            (standing.rewinds, standing.lost_requests),
            (0, 0),
            "{place}"
        );
        let out = folder.path().join("bot");
        let records = Records::open(&out);
        let records = records.unwrap();
        let colours: Vec<&str> = records
            .games()
            .iter()
            .map(|game| game.color.as_str())
            .collect();
        assert_eq!(colours, ["white", "black"]);
        for game in records.games() {
            assert!(game.plies > 0 && game.white != game.black);
        }
        for file in ["games.pgn", "transcript.jsonl"] {
            let games = read::file(&out.join(file)).unwrap();
            assert_eq!(games.len(), 2, "{file}");
        }
        assert_eq!(
            lock(&server.world).profile,
            serde_json::json!([rules.name()])
        );
    }
}

#[test]
fn refusals_delays_and_lost_answers_cost_no_game() {
    // Every kind of trouble with every kind of request, at places that the number decides.
    let faults: Faults = Box::new(|number, first, _| match number % 17 {
        3 => Fault::Drop,
        5 => Fault::DropAfter,
        7 => Fault::Status(429, "Retry-After: 0\r\n", r#"{"detail":"slow down"}"#),
        9 => Fault::Slow(Duration::from_millis(5)),
        11 => Fault::Status(503, "", "<html>"),
        13 if first.starts_with("POST") && first.contains("/game/create") => Fault::Status(
            409,
            "",
            r#"{"error":{"code":"BOT_ALREADY_HAS_OPEN_GAME","message":""}}"#,
        ),
        15 => Fault::Status(502, "", ""),
        _ => Fault::None,
    });
    let (standing, ..) = play("berkeley_any", 3, faults);
    assert_eq!(
        (standing.games, standing.differences, standing.forfeits),
        (3, 0, 0),
        "{standing:?}"
    );
    assert!(
        standing.lost_requests > 10 && standing.throttled > 3,
        "{standing:?}"
    );
}

#[test]
fn an_answer_that_is_too_slow_counts_as_lost_and_is_not_asked_for_twice() {
    let server = Server::start(
        "wild16",
        Box::new(|number, first, _| {
            let late = first.ends_with("/move") && number % 40 == 0;
            if late {
                Fault::Slow(Duration::from_millis(150))
            } else {
                Fault::None
            }
        }),
    );
    lock(&server.world).patience = 60;
    let folder = tempfile::tempdir().unwrap();
    let quick = Waits {
        answer: Duration::from_millis(60),
        ..waits()
    };
    let mut bot = bot(
        &server,
        settings("wild16", 3, &folder.path().join("bot")),
        quick,
    );
    bot.run().unwrap();
    let standing = bot.standing();
    assert_eq!(
        (standing.games, standing.differences),
        (3, 0),
        "{standing:?}"
    );
    assert!(standing.lost_requests > 0, "{standing:?}");
}

#[test]
fn a_question_at_which_the_server_fails_each_time_does_not_end_the_game() {
    // The first try of a game, whatever it is.
    let mut hated = None;
    let faults: Faults = Box::new(move |_, first, body| {
        let is_move = first.ends_with("/move");
        let hated = hated.get_or_insert_with(|| {
            if is_move {
                body.to_owned()
            } else {
                String::new()
            }
        });
        if hated.is_empty() && is_move {
            body.clone_into(hated);
        }
        if is_move && body == hated {
            Fault::Status(500, "", "Internal Server Error")
        } else {
            Fault::None
        }
    });
    let (standing, ..) = play("english", 1, faults);
    assert_eq!(
        (standing.games, standing.differences, standing.forfeits),
        (1, 0, 0),
        "{standing:?}"
    );
    assert!(standing.lost_requests >= 4, "{standing:?}");
}

#[test]
fn a_wait_that_the_server_asks_for_is_kept() {
    let faults: Faults = Box::new(|number, _, _| match number {
        2 => Fault::Status(429, "Retry-After: 3600\r\n", "{}"),
        _ => Fault::None,
    });
    let begun = std::time::Instant::now();
    let (standing, ..) = play("wild16", 1, faults);
    assert_eq!(standing.throttled, 1);
    assert!(
        begun.elapsed() >= Duration::from_millis(50),
        "its bound is 50 ms here"
    );
}

#[test]
fn a_server_that_starts_again_with_less_is_followed() {
    let server = Server::start("cincinnati", fine());
    lock(&server.world).patience = 120;
    let world = Arc::clone(&server.world);
    let back = Arc::new(AtomicBool::new(false));
    let folder = tempfile::tempdir().unwrap();
    let mut bot = bot(
        &server,
        settings("cincinnati", 2, &folder.path().join("bot")),
        waits(),
    );
    let over = Arc::new(AtomicBool::new(false));
    let ended = Arc::clone(&over);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            // Twice, in the middle of what happens to be played.
            for _ in 0..2 {
                until(|| lock(&world).log.len() >= 60 || ended.load(Ordering::Relaxed));
                lock(&world).log.clear();
                server.go_back(|questions| questions / 2);
                back.store(true, Ordering::Relaxed);
            }
        });
        bot.run().unwrap();
        over.store(true, Ordering::Relaxed);
    });
    let standing = bot.standing();
    assert!(back.load(Ordering::Relaxed));
    assert_eq!(
        (standing.games, standing.differences, standing.forfeits),
        (2, 0, 0),
        "{standing:?}"
    );
    assert!(standing.rewinds > 0, "{standing:?}");
}

#[test]
fn a_bot_that_starts_again_goes_on_with_its_game() {
    let server = Server::start("english", fine());
    lock(&server.world).patience = 100;
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("bot");
    let stop = Arc::new(AtomicBool::new(false));
    let first = client(&server.url, "ksbot_1.secret", waits(), &stop);
    let mut first = Bot::start(first, settings("english", 2, &out)).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let is_move = |line: &&String| line.ends_with("/move");
            until(|| lock(&server.world).log.iter().filter(is_move).count() >= 12);
            stop.store(true, Ordering::Relaxed);
        });
        let stopped = first.run().unwrap_err();
        assert!(
            matches!(stopped, BotError::Trouble(Trouble::Stopped)),
            "{stopped}"
        );
    });
    drop(first);
    let opened = |line: &&String| line.contains("/game/create");
    let before = lock(&server.world).log.iter().filter(opened).count();
    let mut second = bot(&server, settings("english", 2, &out), waits());
    second.run().unwrap();
    let standing = second.standing();
    assert_eq!(
        (standing.games, standing.differences, standing.forfeits),
        (2, 0, 0),
        "{standing:?}"
    );
    let after = lock(&server.world).log.iter().filter(opened).count();
    assert_eq!(
        (before, after),
        (1, 2),
        "the first game is not opened again"
    );
}

#[test]
fn a_game_that_ends_while_the_bot_is_away_is_recorded() {
    let server = Server::start("wild16", fine());
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("bot");
    let stop = Arc::new(AtomicBool::new(false));
    let first = client(&server.url, "ksbot_1.secret", waits(), &stop);
    let mut first = Bot::start(first, settings("wild16", 1, &out)).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            until(|| lock(&server.world).log.len() >= 30);
            stop.store(true, Ordering::Relaxed);
        });
        first.run().unwrap_err();
    });
    drop(first);
    // The opponent resigns at its next turn.
    lock(&server.world).patience = 0;
    let mut second = bot(&server, settings("wild16", 1, &out), waits());
    second.run().unwrap();
    drop(second);
    let records = Records::open(&out).unwrap();
    let game = &records.games()[0];
    assert_eq!(
        (game.ending, game.is_won()),
        (Ending::Resignation, Some(true))
    );
    assert_eq!(game.differences, []);
}

#[test]
fn a_bot_joins_other_bots_games() {
    let server = Server::start("rand", fine());
    {
        let mut world = lock(&server.world);
        world.open = true;
        world.patience = 80;
    }
    let folder = tempfile::tempdir().unwrap();
    let joining = Settings {
        lobby: Lobby::Join,
        colour: ColourWish::Black,
        opponent: Some(THEM.to_owned()),
        ..settings("rand", 1, &folder.path().join("bot"))
    };
    let mut bot = bot(&server, joining, waits());
    bot.run().unwrap();
    assert_eq!(bot.username(), US);
    let standing = bot.standing();
    assert_eq!(
        (standing.games, standing.differences),
        (1, 0),
        "{standing:?}"
    );
    let world = lock(&server.world);
    assert!(
        world
            .log
            .iter()
            .any(|line| line == "POST /game/join/AAAAAA")
    );
    assert!(!world.log.iter().any(|line| line.contains("/game/create")));
}

#[test]
fn a_server_that_stays_away_is_given_up_and_a_redirection_is_not_followed() {
    let start = |url: &str, waits| {
        let folder = tempfile::tempdir().unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let client = client(url, "ksbot_1.secret", waits, &stop);
        Bot::start(client, settings("wild16", 1, &folder.path().join("bot")))
            .err()
            .unwrap()
    };
    let hasty = Waits {
        patience: Duration::from_millis(100),
        ..waits()
    };
    let nobody = std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let lost = start(&format!("http://{nobody}"), hasty).to_string();
    assert!(lost.contains("no answer to /auth/me"), "{lost}");
    let elsewhere = Server::start(
        "wild16",
        Box::new(|_, _, _| Fault::Status(307, "Location: http://127.0.0.1:1/auth/me\r\n", "")),
    );
    let redirected = start(&elsewhere.url, waits()).to_string();
    assert!(
        redirected.contains("redirects /auth/me to http://127.0.0.1:1/"),
        "{redirected}"
    );
    assert_eq!(lock(&elsewhere.world).log.len(), 1);
}

#[test]
fn a_wrong_token_is_told_and_never_shown() {
    let server = Server::start("wild16", fine());
    let folder = tempfile::tempdir().unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let wrong = client(&server.url, "ksbot_1.other", waits(), &stop);
    let refused = Bot::start(wrong, settings("wild16", 1, &folder.path().join("bot")))
        .err()
        .unwrap();
    let refused = refused.to_string();
    assert!(refused.contains("401 Authentication required"), "{refused}");
    assert!(!refused.contains("ksbot"), "{refused}");
}

#[test]
fn a_bot_registers() {
    let server = Server::start("wild16", fine());
    let stop = Arc::new(AtomicBool::new(false));
    let stream = streams::open(1, "bot wait", 0);
    let api = server.url.parse().unwrap();
    let mut client = Client::new(
        api,
        None,
        waits(),
        stream,
        stop,
        Box::new(|line| eprintln!("{line}")),
    );
    let new = Registration::new("us", "owner@example.org", &ServerRules::all());
    let (name, token) = register(&mut client, &new).unwrap();
    assert_eq!(
        (name.as_str(), token),
        ("us", Token::of("ksbot_1.secret").unwrap())
    );
}
