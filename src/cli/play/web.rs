//! The desk in a browser: a server on this machine for one game and one page.
//!
//! The path begins with a random word, which no other page of the browser knows; a request must also name
//! this machine by an address, and a question must come from the page itself and be JSON, so that a form of
//! another site is refused. Until the game is over the server has nothing but what the person may know.

mod connection;

use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use rand::TryRng as _;
use serde_json::{Value, json};

use super::desk::{Desk, Wish, read};
use super::sheet::Sheet;
use crate::cli::errors::usage;
use crate::cli::terminal::stop_flag;
use crate::report::play;
use crate::report::view::{self, Game, plainly};
use connection::{Reply, Request};
use darkforge_board::{Color, Position, SIDES, Square, role_on};
use darkforge_kriegspiel::umpire::{AnyRule, View};

/// Longest time for which a page waits for news.
const NEWS: Duration = Duration::from_secs(10);
/// Longest piece of a wait, after which a stop is noticed.
const PIECE: Duration = Duration::from_millis(100);
/// Connections at once.
const MOST: usize = 32;

/// Everything that the page may know.
#[derive(Default)]
struct Public {
    version: u64,
    /// The view while it is the person's turn.
    turn: Option<View>,
    shown: Value,
    wish: Option<Wish>,
    over: Option<Over>,
    /// Whether the person has ended the program.
    done: bool,
}

/// A game that is over.
struct Over {
    sentence: String,
    page: String,
    pgn: String,
}

struct Shared {
    game: Mutex<Public>,
    changed: Condvar,
    page: String,
    token: String,
    address: SocketAddr,
    stop: Arc<AtomicBool>,
}

/// A game's place in a browser.
pub(crate) struct Table(Arc<Shared>);

/// The person's desk at it.
pub(crate) struct WebDesk(Arc<Shared>);

impl Table {
    /// Begins to serve a game at `port` of this machine; 0 is a free one.
    ///
    /// # Errors
    /// The port cannot be had: wrong usage. Or there are no random numbers or threads.
    pub(crate) fn open(port: u16, title: &str) -> anyhow::Result<Table> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        let listener = listener.map_err(|error| usage(format!("--port {port}: {error}")))?;
        let mut bytes = [0_u8; 16];
        rand::rngs::SysRng
            .try_fill_bytes(&mut bytes)
            .context("no random numbers")?;
        let token = format!("{:032x}", u128::from_le_bytes(bytes));
        let shared = Arc::new(Shared {
            game: Mutex::default(),
            changed: Condvar::new(),
            page: play::page(title),
            token,
            address: listener.local_addr()?,
            stop: stop_flag("question")?,
        });
        let site = Arc::clone(&shared);
        let serve = move || accept(&site, &listener);
        Builder::new().name("table".to_owned()).spawn(serve)?;
        Ok(Table(shared))
    }

    /// Address of the page.
    pub(crate) fn address(&self) -> String {
        format!("http://{}/{}/", self.0.address, self.0.token)
    }

    /// The person's desk.
    pub(crate) fn desk(&self) -> WebDesk {
        WebDesk(Arc::clone(&self.0))
    }

    /// The game is over: the page may know everything.
    pub(crate) fn end(&self, sentence: &str, game: &Game, pgn: String) {
        let mut now = self.0.lock();
        let last = game
            .steps
            .last()
            .and_then(|step| step.fen.parse::<Position>().ok());
        if let (Some(position), Some(shown)) = (last, now.shown.as_object_mut()) {
            shown.insert("men".to_owned(), all_men(&position));
        }
        now.turn = None;
        now.over = Some(Over {
            sentence: sentence.to_owned(),
            page: view::page(game),
            pgn,
        });
        now.version += 1;
        self.0.changed.notify_all();
    }

    /// Serves the page until the person ends the program or it is stopped.
    #[allow(clippy::unnecessary_wraps)] // a command's last word
    pub(crate) fn wait(&self) -> anyhow::Result<()> {
        let mut now = self.0.lock();
        while !now.done && !self.0.is_stopped() {
            now = self.0.rest(now);
        }
        drop(now);
        // The page's last request is being answered.
        std::thread::sleep(PIECE);
        Ok(())
    }
}

fn all_men(position: &Position) -> Value {
    let men = (0..64).map(Square::new).filter_map(|square| {
        let found = SIDES
            .into_iter()
            .find_map(|side| Some((side, role_on(&position.men(side), square)?)));
        let (side, role) = found?;
        let letter = side.fold_wb(role.upper_char(), role.char());
        Some((square.to_string(), Value::from(letter.to_string())))
    });
    Value::Object(men.collect())
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Public> {
        self.game.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Waits for a change, for a short time at most.
    fn rest<'a>(&self, now: MutexGuard<'a, Public>) -> MutexGuard<'a, Public> {
        let waited = self.changed.wait_timeout(now, PIECE);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    fn answer(&self, request: &Request) -> Reply {
        let Some(path) = request
            .path
            .strip_prefix('/')
            .and_then(|path| path.strip_prefix(self.token.as_str()))
        else {
            return Reply::problem(404, "there is no such page");
        };
        match (request.is_post, path) {
            (false, "/") => Reply::page(self.page.clone()),
            (false, "/state") => self.news(request),
            (true, "/ask") if request.is_from_page(self.address) => self.asked(&request.body),
            (true, "/ask") => Reply::problem(403, "only the page of the game may ask"),
            (false, "/game.html" | "/game.pgn") => {
                let now = self.lock();
                match (&now.over, path) {
                    (None, _) => Reply::problem(403, "the game is not over"),
                    (Some(over), "/game.html") => Reply::page(over.page.clone()),
                    (Some(over), _) => Reply::text(over.pgn.clone()),
                }
            }
            _ => Reply::problem(404, "there is no such page"),
        }
    }

    /// The person's knowledge, as soon as it is another than that of version `after`.
    fn news(&self, request: &Request) -> Reply {
        let after = request
            .query
            .strip_prefix("after=")
            .and_then(|text| text.parse::<u64>().ok());
        let until = Instant::now() + NEWS;
        let mut now = self.lock();
        while Some(now.version) == after && Instant::now() < until && !self.is_stopped() {
            now = self.rest(now);
        }
        let mut shown = now.shown.clone();
        if let Some(fields) = shown.as_object_mut() {
            fields.insert("version".to_owned(), now.version.into());
            fields.insert("turn".to_owned(), now.turn.is_some().into());
            let over = now.over.as_ref().map(|over| over.sentence.as_str());
            fields.insert("over".to_owned(), over.into());
        }
        Reply::json(200, &shown)
    }

    fn asked(&self, body: &str) -> Reply {
        let Ok(body) = serde_json::from_str::<Value>(body) else {
            return Reply::problem(400, "this is no JSON");
        };
        let mut now = self.lock();
        if body["done"] == true {
            if now.over.is_none() {
                return Reply::problem(409, "the game is not over");
            }
            now.done = true;
            self.changed.notify_all();
            return Reply::json(200, &json!({}));
        }
        let Some(view) = now.turn.as_ref() else {
            return Reply::problem(409, "it is not your turn");
        };
        let wish = match body["question"].as_str() {
            _ if body["resign"] == true => Wish::Resign,
            Some(text) => match read(text.trim(), view) {
                Ok(question) => Wish::Ask(question),
                Err(problem) => return Reply::problem(400, &problem),
            },
            None => return Reply::problem(400, "there is no question"),
        };
        now.wish = Some(wish);
        now.turn = None;
        now.version += 1;
        self.changed.notify_all();
        Reply::json(200, &json!({}))
    }
}

impl WebDesk {
    fn put(&self, view: &View, sheet: &Sheet, is_turn: bool) {
        let white = view.color() == Color::White;
        let men = (0..64).map(Square::new).filter_map(|square| {
            let role = role_on(view.men(), square)?;
            let letter = if white {
                role.upper_char()
            } else {
                role.char()
            };
            Some((square.to_string(), Value::from(letter.to_string())))
        });
        let lines = sheet.lines().iter();
        let lines: Vec<Value> = lines
            .map(|line| json!({ "text": line.text(), "answer": line.answer, "own": line.own }))
            .collect();
        let may_ask = view.ruleset().any != AnyRule::Never && view.any().is_none();
        let shown = json!({
            "color": view.color().fold_wb("white", "black"),
            "move": view.plies() / 2 + 1,
            "any": is_turn && may_ask,
            "men": Value::Object(men.collect()),
            "lines": lines,
        });
        let mut now = self.0.lock();
        now.shown = plainly(shown);
        now.turn = is_turn.then(|| view.clone());
        now.version += 1;
        self.0.changed.notify_all();
    }
}

impl Desk for WebDesk {
    fn show(&mut self, view: &View, sheet: &Sheet) {
        self.put(view, sheet, false);
    }

    fn wish(&mut self, view: &View, sheet: &Sheet) -> Wish {
        self.put(view, sheet, true);
        let mut now = self.0.lock();
        loop {
            if let Some(wish) = now.wish.take() {
                return wish;
            }
            if self.0.is_stopped() {
                return Wish::Resign;
            }
            now = self.0.rest(now);
        }
    }
}

/// Answers connections until the program ends.
fn accept(shared: &Arc<Shared>, listener: &TcpListener) {
    let open = Arc::new(());
    for stream in listener.incoming() {
        let Ok(stream) = stream else {
            std::thread::sleep(PIECE);
            continue;
        };
        let (shared, place) = (Arc::clone(shared), Arc::clone(&open));
        if Arc::strong_count(&open) > MOST {
            continue; // the connection closes
        }
        let answer = move || {
            // Nobody waits for an answer that cannot be given.
            let _ = serve(&shared, stream);
            drop(place);
        };
        let _ = Builder::new().spawn(answer);
    }
}

fn serve(shared: &Shared, mut stream: TcpStream) -> std::io::Result<()> {
    let reply = match Request::read(&mut stream)? {
        Ok(request) => shared.answer(&request),
        Err(reply) => reply,
    };
    reply.write(&mut stream)
}

#[cfg(test)]
mod tests;
