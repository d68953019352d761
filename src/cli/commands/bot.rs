//! `darkforge bot`: a player on a game server.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;

use crate::cli::errors::{Stopped, usage};
use crate::cli::flags::{Common, Seed, number, whole};
use crate::cli::screen::Screen;
use crate::cli::terminal::{print_json, show, stop_flag, tell};
use crate::report::format::plural;
use crate::report::object::object;
use darkforge_bot::{
    Api, Bot, BotError, Client, ColourWish, Lobby, RecordsError, Registration, ServerRules,
    Settings, Standing, Token, TokenError, Trouble, Waits, register,
};
use darkforge_engine::player::PlayerSpec;
use darkforge_lab::rules::{Choice, Rules};
use darkforge_streams as streams;

/// Play on a server with the bot interface of kriegspiel.org.
#[derive(Args)]
#[command(
    after_help = "Register first; the token, the bot's password, is written to a new file that only you can read. Then play: games go on after a restart of either side with the same command. Every finished game is kept in --out and refereed again; points in which the server says anything else than the umpire are counted. Nothing but the address of --api is contacted. docs/bot.md has all of it.\n\nExamples:\n  darkforge bot --api http://127.0.0.1:18000 --token bot.token --register my_bot --owner me@example.org\n  darkforge bot --api http://127.0.0.1:18000 --token bot.token --player darkboard --ruleset icc --games 10"
)]
pub(crate) struct Options {
    /// Address of the server's interface; there is no default.
    #[arg(long, value_name = "URL")]
    api: Api,
    /// File with the bot's token.
    #[arg(long, value_name = "FILE")]
    token: PathBuf,
    /// The player; `darkforge match --help` has all players.
    #[arg(
        id = "bot_player",
        long = "player",
        value_name = "SPEC",
        default_value = "darkboard"
    )]
    player: String,
    /// Register a bot with this name, write its token to --token, and play nothing.
    #[arg(long, value_name = "NAME", requires = "owner")]
    register: Option<String>,
    /// With --register: mail address of the bot's owner.
    #[arg(long, value_name = "MAIL", requires = "register")]
    owner: Option<String>,
    /// With --register: a sentence on the bot.
    #[arg(long, value_name = "TEXT", requires = "register")]
    about: Option<String>,
    /// With --register: people cannot choose the bot from a list.
    #[arg(long, requires = "register")]
    unlisted: bool,
    /// Rulesets of the games, in turn [default: all six of the server].
    #[arg(long, value_name = "RULESET", value_delimiter = ',')]
    ruleset: Vec<ServerRules>,
    /// Games to begin: open, join (those of other bots), both, or wait (for people to choose the bot).
    #[arg(long, default_value_t = Lobby::Open)]
    lobby: Lobby,
    /// Colour in these games: white, black, alternate or random.
    #[arg(long, value_name = "COLOUR", default_value = "random")]
    colour: ColourWish,
    /// Join only games that this account has opened.
    #[arg(long, value_name = "NAME")]
    opponent: Option<String>,
    /// Stop after N finished games, with those that --out has already [default: never].
    #[arg(long, value_name = "N", value_parser = whole(1_usize.., "1 or more"))]
    games: Option<usize>,
    /// Games at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1_usize..=20, "1 to 20"))]
    at_once: usize,
    /// Folder of the games; it may have earlier ones of the same bot.
    #[arg(long, value_name = "DIR", default_value = "results/bot")]
    out: PathBuf,
    /// Seconds between two looks at a game or the lobby.
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0,
        value_parser = number(0.01..=600.0, "a number of seconds from 0.01 to 600"))]
    poll: f64,
    /// Minutes without an answer after which the bot gives up.
    #[arg(long, value_name = "MINUTES", default_value_t = 30, value_parser = whole(1_u64..=1440, "1 to 1440"))]
    patience: u64,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    common: Common,
}

object! {
    /// Games and requests of a bot.
    BotFigures {
        /// Name of the bot on the server.
        username: String,
        /// Finished games in the folder.
        games: u64,
        /// Of them won.
        wins: u64,
        /// Of them drawn.
        draws: u64,
        /// Of them lost.
        losses: u64,
        /// Share of the points; empty before the first game.
        score: Option<f64>,
        /// Games lost by the bot's clock or a fault of its player.
        forfeits: u64,
        /// Points in which server and umpire differ.
        differences: u64,
        /// Number of times that the server went back to an earlier state of a game.
        rewinds: u64,
        /// Answers with status 409, since this start.
        conflicts: u64,
        /// Answers with status 429, since this start.
        throttled: u64,
        /// Requests without an answer, since this start.
        lost_requests: u64,
    }
}

impl BotFigures {
    fn of(username: &str, standing: &Standing) -> BotFigures {
        BotFigures {
            username: username.to_owned(),
            games: standing.games,
            wins: standing.wins,
            draws: standing.draws,
            losses: standing.losses,
            score: standing.score(),
            forfeits: standing.forfeits,
            differences: standing.differences,
            rewinds: standing.rewinds,
            conflicts: standing.conflicts,
            throttled: standing.throttled,
            lost_requests: standing.lost_requests,
        }
    }

    fn line(&self) -> String {
        let score = self
            .score
            .map_or(String::new(), |score| format!(", {:.1} %", 100.0 * score));
        format!(
            "{}: {} (+{} ={} -{}{score}), {}, {} from the umpire",
            self.username,
            plural(self.games, "game"),
            self.wins,
            self.draws,
            self.losses,
            plural(self.forfeits, "forfeit"),
            plural(self.differences, "difference"),
        )
    }
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    if options.api.is_clear() && !options.common.quiet {
        tell("this address has no TLS: the token can be read on the way");
    }
    match &options.register {
        Some(name) => register_as(options, name),
        None => play(options),
    }
}

fn client(options: &Options, token: Option<Token>) -> anyhow::Result<Client> {
    let waits = Waits {
        poll: Duration::from_secs_f64(options.poll),
        patience: Duration::from_mins(options.patience),
        ..Waits::default()
    };
    let quiet = options.common.quiet;
    let note = move |line: &str| {
        if !quiet {
            tell(line);
        }
    };
    let stream = streams::open(options.seed.seed, "bot wait", 0);
    let stop = stop_flag("question")?;
    Ok(Client::new(
        options.api.clone(),
        token,
        waits,
        stream,
        stop,
        Box::new(note),
    ))
}

fn rules(options: &Options) -> Vec<ServerRules> {
    match options.ruleset.as_slice() {
        [] => ServerRules::all().to_vec(),
        chosen => chosen.to_vec(),
    }
}

fn register_as(options: &Options, name: &str) -> anyhow::Result<()> {
    let owner = options.owner.as_deref().unwrap_or_default();
    let new = Registration {
        description: options.about.clone().unwrap_or_default(),
        listed: !options.unlisted,
        ..Registration::new(name, owner, &rules(options))
    };
    let mut client = client(options, None)?;
    let mut file = Token::begin(&options.token).map_err(|error| token_error(&error))?;
    let registered = register(&mut client, &new);
    let shown = options.token.display();
    let (username, token) = match registered {
        Ok(registered) => registered,
        Err(trouble) => {
            // The file is ours and empty.
            let _ = std::fs::remove_file(&options.token);
            return Err(refused(trouble));
        }
    };
    let written = token.write(&mut file);
    written.with_context(|| {
        format!("{shown}: {username} is registered, but its token cannot be written")
    })?;
    show(&Screen::of(format!(
        "{username} is registered; its token is in {shown}"
    )))
}

fn play(options: &Options) -> anyhow::Result<()> {
    let text = &options.player;
    let wrong = |problem: &dyn std::fmt::Display| usage(format!("--player {text}: {problem}"));
    let player: PlayerSpec = text.parse().map_err(|error| wrong(&error))?;
    if player.program().is_some() {
        return Err(wrong(
            &"a program cannot take up a game in progress after a restart; name a player of this program",
        ));
    }
    let kriegspiel = Rules::Kriegspiel(rules(options)[0].ruleset());
    kriegspiel
        .check(&player, Choice::None)
        .map_err(|error| wrong(&error))?;
    let token = Token::read(&options.token).map_err(|error| token_error(&error))?;
    let settings = Settings {
        player,
        rules: rules(options),
        lobby: options.lobby,
        colour: options.colour,
        opponent: options.opponent.clone(),
        games: options.games,
        at_once: options.at_once,
        out: options.out.clone(),
        seed: options.seed.seed,
    };
    let mut bot = Bot::start(client(options, Some(token))?, settings).map_err(bot_error)?;
    let played = bot.run();
    let figures = BotFigures::of(bot.username(), &bot.standing());
    if options.common.json {
        print_json(&figures)?;
    } else {
        show(&Screen::of(figures.line()))?;
    }
    played.map_err(bot_error)
}

fn token_error(error: &TokenError) -> anyhow::Error {
    usage(format!("--token {error}"))
}

/// A refusal is a user's mistake; the rest is not.
fn refused(trouble: Trouble) -> anyhow::Error {
    match trouble {
        Trouble::Stopped => Stopped("stopped".to_owned()).into(),
        Trouble::Refused { .. } | Trouble::Redirected { .. } => usage(trouble),
        trouble => trouble.into(),
    }
}

fn bot_error(error: BotError) -> anyhow::Error {
    match error {
        BotError::Trouble(Trouble::Stopped) => {
            Stopped("stopped; games in progress go on with the same command".to_owned()).into()
        }
        BotError::Trouble(trouble) => refused(trouble),
        BotError::Records(
            error @ (RecordsError::Wrong { .. }
            | RecordsError::InUse(_)
            | RecordsError::Other { .. }),
        ) => usage(error),
        BotError::NoBot(_) => usage(error),
        error => {
            anyhow::Error::from(error).context("games in progress go on with the same command")
        }
    }
}
