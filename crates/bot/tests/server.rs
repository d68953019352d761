//! A server with the interface of kriegspiel.org, as far as the bot uses it: one game after another against
//! a random player, refereed by this program's umpire.

use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use super::english::{check, end_code, english, status};

use darkforge_board::Color;
use darkforge_bot::ServerRules;
use darkforge_engine::player::{Player, PlayerSpec};
use darkforge_kriegspiel::umpire::{
    Answer, AnyRule, Captured, Ending, GameResult, PawnTries, Question, Umpire,
};
use darkforge_streams as streams;

/// The bot's and the opponent's names.
pub const US: &str = "us";
pub const THEM: &str = "them";

/// Trouble with a request.
pub enum Fault {
    /// It is answered.
    None,
    /// It is answered after this time.
    Slow(Duration),
    /// The connection ends before it is carried out.
    Drop,
    /// It is carried out, and the connection ends before the answer.
    DropAfter,
    /// It is answered with this status, further lines of the head, and body.
    Status(u16, &'static str, &'static str),
}

/// Number of a request, its first line and its body: the trouble with it.
pub type Faults = Box<dyn FnMut(u64, &str, &str) -> Fault + Send>;

/// One game.
struct Game {
    id: String,
    bot: Color,
    umpire: Umpire,
    log: Vec<(Color, Question, Answer)>,
    opponent: Box<dyn Player>,
    resigned: bool,
}

/// The server's state.
pub struct World {
    rules: ServerRules,
    games: Vec<Game>,
    waiting: Option<Color>,
    /// Whether another bot's open game is in the lobby.
    pub open: bool,
    requests: u64,
    pub profile: Value,
    faults: Faults,
    /// First lines of all requests.
    pub log: Vec<String>,
    /// Plies after which the opponent resigns.
    pub patience: u32,
}

/// The server; it lives as long as the test.
pub struct Server {
    pub url: String,
    pub world: Arc<Mutex<World>>,
}

impl Server {
    pub fn start(rules: &str, faults: Faults) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let world = Arc::new(Mutex::new(World {
            rules: rules.parse().unwrap(),
            games: Vec::new(),
            waiting: None,
            open: false,
            requests: 0,
            profile: Value::Null,
            faults,
            log: Vec::new(),
            patience: u32::MAX,
        }));
        let shared = Arc::clone(&world);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                serve(stream, &shared);
            }
        });
        Server { url, world }
    }

    /// Does what a restart does: of the last game the first `kept` questions are left.
    pub fn go_back(&self, kept: impl Fn(usize) -> usize) {
        lock(&self.world).go_back(kept);
    }
}

pub fn lock(world: &Mutex<World>) -> std::sync::MutexGuard<'_, World> {
    world.lock().unwrap_or_else(PoisonError::into_inner)
}

fn serve(stream: TcpStream, world: &Mutex<World>) {
    let mut reader = BufReader::new(stream);
    let mut first = String::new();
    if reader.read_line(&mut first).is_err() || first.is_empty() {
        return;
    }
    let mut length = 0;
    let mut authorised = false;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        let line = line.trim().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        authorised |= line == "authorization: bearer ksbot_1.secret";
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    let first = first.trim_end_matches(" HTTP/1.1\r\n").to_owned();
    let mut stream = reader.into_inner();
    let mut world = lock(world);
    world.requests += 1;
    world.log.push(first.clone());
    let number = world.requests;
    let body = String::from_utf8(body).unwrap();
    let fault = (world.faults)(number, &first, &body);
    let answer = match &fault {
        Fault::Drop => return,
        Fault::Status(status, head, body) => {
            write(&mut stream, *status, head, body);
            return;
        }
        _ if !authorised && !first.contains("/auth/bots/register") => {
            (401, json!({"detail": "Authentication required"}))
        }
        _ => world.answer(&first, &body),
    };
    drop(world);
    match fault {
        Fault::DropAfter => return,
        Fault::Slow(time) => std::thread::sleep(time),
        _ => {}
    }
    write(&mut stream, answer.0, "", &answer.1.to_string());
}

fn write(stream: &mut TcpStream, status: u16, head: &str, body: &str) {
    let length = body.len();
    // A client that does not wait any longer is no matter of the server.
    let _ = write!(
        stream,
        "HTTP/1.1 {status} Status\r\n{head}Content-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    );
}

fn problem(status: u16, code: &str) -> (u16, Value) {
    (
        status,
        json!({"error": {"code": code, "message": code.to_lowercase(), "details": {}}}),
    )
}

impl World {
    fn go_back(&mut self, kept: impl Fn(usize) -> usize) {
        let rules = self.rules;
        let Some(game) = self.games.last_mut() else {
            return;
        };
        game.log.truncate(kept(game.log.len()));
        game.umpire = Umpire::new(rules.ruleset(), u32::MAX);
        for (_, question, _) in &game.log {
            game.umpire.ask(*question).unwrap();
        }
        game.opponent = opponent(1);
    }

    fn answer(&mut self, first: &str, body: &str) -> (u16, Value) {
        let body: Value = serde_json::from_str(body).unwrap_or_default();
        let path: Vec<&str> = first
            .split(['/', ' '])
            .filter(|part| !part.is_empty())
            .collect();
        match path.as_slice() {
            ["GET", "auth", "me"] => (200, json!({"username": US, "role": "bot", "email": "x"})),
            ["POST", "auth", "bots", "register"] => {
                let name = &body["username"];
                (
                    201,
                    json!({"bot_id": "1", "username": name, "api_token": "ksbot_1.secret", "message": ""}),
                )
            }
            ["POST", "bots", "profile"] => {
                self.profile = body["supported_rule_variants"].clone();
                (
                    200,
                    json!({"ok": true, "supported_rule_variants": self.profile}),
                )
            }
            ["GET", "user", _] => (
                200,
                json!({"username": THEM, "role": "bot", "is_bot": true}),
            ),
            ["GET", "game", "open"] => {
                let game = json!({"game_code": "AAAAAA", "rule_variant": self.rules.name(), "created_by": THEM,
                    "created_at": "", "available_color": "black"});
                (
                    200,
                    json!({"games": if self.open { vec![game] } else { Vec::new() }}),
                )
            }
            ["POST", "game", "join", code] => {
                if !self.open || *code != "AAAAAA" {
                    return problem(409, "GAME_FULL");
                }
                self.open = false;
                self.begin(Color::Black);
                (200, json!({"game_id": self.games.len().to_string()}))
            }
            ["POST", "game", "create"] => {
                if self.waiting.is_some() {
                    return problem(409, "BOT_ALREADY_HAS_OPEN_GAME");
                }
                assert_eq!(body["rule_variant"], self.rules.name());
                self.waiting = Some(if body["play_as"] == "white" {
                    Color::White
                } else {
                    Color::Black
                });
                (
                    201,
                    json!({"game_id": (self.games.len() + 1).to_string(), "state": "waiting"}),
                )
            }
            ["GET", "game", "mine", "active"] => {
                let waiting = self.waiting.take();
                if let Some(color) = waiting {
                    self.begin(color);
                }
                let active = self.games.iter().filter(|game| !game.is_over());
                let games: Vec<Value> = active.map(|game| game.info(self.rules)).collect();
                (200, json!({"games": games}))
            }
            ["DELETE", "game", _] => (204, Value::Null),
            ["GET" | "POST", "game", id, what @ ..] => {
                let (rules, patience) = (self.rules, self.patience);
                let Some(game) = self.games.iter_mut().find(|game| game.id == **id) else {
                    return problem(404, "GAME_NOT_FOUND");
                };
                match what {
                    [] => (200, game.info(rules)),
                    ["state"] => {
                        game.reply(patience);
                        (200, game.state(rules))
                    }
                    ["moves"] if !game.is_over() => panic!("the bot looks at its opponent's moves"),
                    ["moves"] => (200, game.moves(rules)),
                    ["move"] => game.ask(body["uci"].as_str().unwrap().parse().unwrap()),
                    ["ask-any"] if rules.ruleset().any == AnyRule::Never => {
                        problem(400, "ACTION_NOT_AVAILABLE")
                    }
                    ["ask-any"] => game.ask(Question::Any),
                    _ => problem(404, "NOT_FOUND"),
                }
            }
            _ => problem(404, "NOT_FOUND"),
        }
    }

    fn begin(&mut self, bot: Color) {
        let number = self.games.len() as u64 + 1;
        self.games.push(Game {
            id: number.to_string(),
            bot,
            umpire: Umpire::new(self.rules.ruleset(), u32::MAX),
            log: Vec::new(),
            opponent: opponent(number),
            resigned: false,
        });
    }
}

fn opponent(number: u64) -> Box<dyn Player> {
    PlayerSpec::random().build(streams::open(number, "opponent", 0))
}

fn name(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

impl Game {
    fn is_over(&self) -> bool {
        self.resigned || self.umpire.outcome().is_some()
    }

    fn result(&self) -> Value {
        if self.resigned {
            return json!({"winner": name(self.bot), "reason": "resignation"});
        }
        self.umpire.outcome().map_or(Value::Null, |outcome| {
            let reason = match outcome.ending {
                Ending::DeadMaterial => "insufficient",
                Ending::FiftyMoves => "too_many_reversible_moves",
                ending => ending.as_str(),
            };
            json!({"winner": outcome.result.winner().map(name), "reason": reason})
        })
    }

    fn info(&self, rules: ServerRules) -> Value {
        let person =
            |color| json!({"username": if color == self.bot { US } else { THEM }, "role": "bot"});
        json!({"game_id": self.id, "game_code": "ABCDEF", "rule_variant": rules.name(),
            "state": if self.is_over() { "completed" } else { "active" },
            "white": person(Color::White), "black": person(Color::Black), "result": self.result()})
    }

    fn put(&mut self, question: Question) -> Answer {
        let side = self.umpire.turn();
        let answer = self.umpire.ask(question).unwrap();
        if answer != Answer::Nonsense {
            self.log.push((side, question, answer));
        }
        answer
    }

    /// The opponent's turn, if it is.
    fn reply(&mut self, patience: u32) {
        while !self.is_over() && self.umpire.turn() != self.bot {
            if self.umpire.plies() >= patience {
                self.resigned = true;
                return;
            }
            let side = self.umpire.turn();
            let question = self.opponent.choose(self.umpire.view(side)).expect("a try");
            let answer = self.put(question);
            self.opponent
                .answered(self.umpire.view(side), question, &answer);
        }
    }

    fn ask(&mut self, question: Question) -> (u16, Value) {
        if self.is_over() {
            return problem(400, "GAME_NOT_ACTIVE");
        }
        if self.umpire.turn() != self.bot {
            return problem(400, "NOT_YOUR_TURN");
        }
        let answer = self.put(question);
        let mut codes = Game::codes(
            answer,
            self.umpire.outcome().map(|one| (one.result, one.ending)),
        );
        for (there, here) in [
            ("main", "announcement"),
            ("special", "special_announcement"),
        ] {
            let value = codes.as_object_mut().and_then(|codes| codes.remove(there));
            codes[here] = value.unwrap_or_default();
        }
        codes["game_over"] = self.is_over().into();
        codes["turn"] = name(self.umpire.turn()).into();
        (200, codes)
    }

    /// An answer in the server's codes.
    fn codes(answer: Answer, over: Option<(GameResult, Ending)>) -> Value {
        let over = over.map(end_code);
        let main = match answer {
            Answer::Played(said) if said.capture.is_some() => "CAPTURE_DONE",
            Answer::Played(_) => "REGULAR_MOVE",
            Answer::Refused => "ILLEGAL_MOVE",
            Answer::Nonsense => "IMPOSSIBLE_TO_ASK",
            Answer::Any(true) => "HAS_ANY",
            Answer::Any(false) => "NO_ANY",
        };
        let Answer::Played(said) = answer else {
            return json!({"main": main, "special": null, "checks": []});
        };
        let checks: Vec<&str> = said.checks.iter().map(|one| check(one).0).collect();
        let special = over.map(|one| one.0).or(match checks[..] {
            [] => None,
            [one] => Some(one),
            _ => Some("CHECK_DOUBLE"),
        });
        let checks = if over.is_none() && checks.len() == 2 {
            checks
        } else {
            Vec::new()
        };
        let kind = said
            .capture
            .and_then(|one| one.kind)
            .map(|kind| match kind {
                Captured::Pawn => "PAWN",
                Captured::Piece => "PIECE",
            });
        let mut codes = json!({"main": main, "special": special, "checks": checks,
            "capture_square": said.capture.map(|one| one.square.to_string()),
            "captured_piece_announcement": kind,
            "en_passant_announced": said.capture.is_some_and(|one| one.en_passant).then_some(true),
            "promotion_announced": said.promotion.then_some(true)});
        match said.pawn_tries.filter(|_| over.is_none()) {
            Some(PawnTries::Number(number)) => codes["next_turn_pawn_tries"] = number.into(),
            Some(PawnTries::Whether(any)) => codes["next_turn_has_pawn_capture"] = any.into(),
            Some(PawnTries::Squares(squares)) => {
                let squares = squares.into_iter().map(|square| square.to_string());
                codes["next_turn_pawn_try_squares"] = squares.collect::<Vec<_>>().into();
            }
            None => {}
        }
        codes
    }

    fn moves(&self, rules: ServerRules) -> Value {
        let last = self.log.len();
        let lines = self.log.iter().enumerate().map(|(at, &(side, question, answer))| {
            let over = self.umpire.outcome().filter(|_| at + 1 == last);
            let any = question == Question::Any;
            json!({"ply": at + 1, "color": name(side), "question_type": if any { "ASK_ANY" } else { "COMMON" },
                "uci": (!any).then(|| question.to_string()), "move_done": matches!(answer, Answer::Played(_)),
                "answer": Game::codes(answer, over.map(|one| (one.result, one.ending)))})
        });
        json!({"game_id": self.id, "rule_variant": rules.name(), "moves": lines.collect::<Vec<_>>()})
    }

    /// The game as the bot may see it.
    fn state(&self, rules: ServerRules) -> Value {
        let mut lists: Vec<Vec<Value>> = vec![Vec::new()];
        let last = self.log.len();
        for (at, &(side, question, answer)) in self.log.iter().enumerate() {
            let over = self.umpire.outcome().filter(|_| at + 1 == last);
            let own = side == self.bot;
            let is_move = matches!(answer, Answer::Played(_));
            let hidden = !own && answer == Answer::Refused && !rules.ruleset().refusals_heard;
            if !hidden {
                let kind = if question == Question::Any {
                    "ask_any"
                } else {
                    "move"
                };
                let uci = (own && kind == "move").then(|| question.to_string());
                let messages = english(answer, over.map(|one| (one.result, one.ending)));
                lists
                    .last_mut()
                    .unwrap()
                    .push(json!({"kind": kind, "messages": messages, "move_uci": uci}));
            }
            if let Answer::Played(said) = answer {
                let status = status(&said, rules.ruleset().pawn_tries).filter(|_| over.is_none());
                let status = status
                    .map(|text| json!({"kind": "status", "messages": [text], "move_uci": null}));
                lists.push(status.into_iter().collect());
            }
            assert!(!is_move || lists.len() > 1);
        }
        let turns = lists.chunks(2).enumerate().map(|(number, pair)| {
            json!({"turn": number + 1, "white": pair[0], "black": pair.get(1).cloned().unwrap_or_default()})
        });
        let turn = (!self.is_over()).then(|| name(self.umpire.turn()));
        json!({"game_id": self.id, "state": if self.is_over() { "completed" } else { "active" },
            "turn": turn, "your_color": name(self.bot), "result": self.result(),
            "scoresheet": {"turns": turns.collect::<Vec<_>>()}})
    }
}
