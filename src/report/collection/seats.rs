//! Players and their openings (T 5.2.5).
//!
//! T is the thesis, see [the crate](crate).

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

use super::{Report, Table, share};
use crate::report::table::{FileRow as _, Fixed, Share, ShareInterval, row};
use darkforge_board::{Color, Men, Position, Role, Square, between, index, role_on, squares_of};
use darkforge_ratings::Tally;
use darkforge_research::collection::{
    CASTLINGS, Collection, LENGTHS, OpeningMove, Player, moves_of,
};

/// Number of players whose openings are listed.
const PLAYERS: usize = 20;

/// Number of listed moves and sequences.
const COMMONEST: usize = 10;

/// Greatest number of moves of a formation.
const DONE: usize = 10;

/// Greatest number of candidate moves for a formation, and their least share of games (in
/// hundredths).
const CHOICE: (usize, u64) = (64, 5);

/// Colours of the tables, with the seats that they count.
const COLORS: [(&str, [bool; 2]); 3] = [
    ("both", [true, true]),
    ("white", [true, false]),
    ("black", [false, true]),
];

/// Sum of two counts over the seats that count.
fn of_seats<N: Into<u64>>(counts: [N; 2], seats: [bool; 2]) -> u64 {
    let pairs = counts.into_iter().zip(seats);
    pairs
        .filter(|&(_, counts)| counts)
        .map(|(count, _)| count.into())
        .sum()
}

/// All players together as `*`, then those with the most games.
pub(super) fn listed(collection: &Collection) -> Vec<(&str, &Player)> {
    let ranking = collection.seats.ranking().into_iter().take(PLAYERS);
    std::iter::once(("*", &collection.seats.all))
        .chain(ranking)
        .collect()
}

row! {
    /// A row for each named player, by games.
    PlayerRow in "players.csv" {
        /// Name of the player in the records.
        player: String,
        /// Games of known result, with either colour.
        games: u64,
        /// Games with White.
        white: u64,
        /// Games with Black.
        black: u64,
        wins: u64, draws: u64, losses: u64,
        /// Mean points of a game: 1 for a win, 1/2 for a draw.
        score: ShareInterval,
        checkmates: u64, mean_moves: Share,
    }
}

/// Adds `players.csv`.
pub(super) fn players(report: &mut Report, collection: &Collection) {
    let mut table = Table::new();
    let mut rows: Vec<_> = collection.seats.named.iter().collect();
    let finished = |player: &Player| player.finished.iter().sum::<u64>();
    rows.sort_by_key(|&(name, player)| (Reverse(finished(player)), name));
    for (name, player) in rows {
        let games = finished(player);
        if games == 0 {
            continue;
        }
        let [wins, draws, losses] = player.points;
        let tally = Tally {
            wins,
            draws,
            losses,
            ..Tally::default()
        };
        let [white, black] = player.finished;
        table.push(PlayerRow {
            player: name.to_owned(),
            games,
            white,
            black,
            wins,
            draws,
            losses,
            score: tally.score_estimate().into(),
            checkmates: player.checkmates,
            mean_moves: Fixed(player.moves as f64 / games as f64),
        });
    }
    report.add(PlayerRow::FILE, table);
}

/// Opening moves made by these seats, the most frequent first.
fn commonest<K: Eq + Hash>(
    made: &HashMap<K, [u64; 2]>,
    seats: [bool; 2],
    text: impl Fn(&K) -> String,
) -> Vec<(String, &K, u64)> {
    let mut rows: Vec<_> = made
        .iter()
        .map(|(key, &counts)| (text(key), key, of_seats(counts, seats)))
        .filter(|&(_, _, games)| games > 0)
        .collect();
    rows.sort_by(|(a, _, one), (b, _, other)| (other, a).cmp(&(one, b)));
    rows
}

row! {
    /// A row for each of the ten commonest moves of a player and colour: of all players, and of
    /// the twenty with the most games.
    OpeningRow in "openings.csv" {
        /// Name of the player in the records; `*` for all.
        player: String,
        /// Colour of the player: `both`, `white` or `black`.
        color: String,
        rank: usize,
        /// Move in the player's own frame, such as `Ng1-f3`; captures are not marked.
        r#move: String,
        /// Games of the player with this colour.
        games: u64,
        /// Games in which the move was made at least once among the first ten own moves.
        made: u64,
        /// Share of the row's games in which it was made.
        share: ShareInterval,
    }
}

/// Adds `openings.csv`.
pub(super) fn openings(report: &mut Report, collection: &Collection) {
    let mut table = Table::new();
    for (name, player) in listed(collection) {
        for (color, seats) in COLORS {
            let games = of_seats(player.games, seats);
            let rows = commonest(&player.made, seats, |made| made.text());
            for (rank, (text, _, made)) in rows.into_iter().take(COMMONEST).enumerate() {
                if color == "both" {
                    report.share_figure(format!("opening.{name}.{text}"), made, games);
                }
                table.push(OpeningRow {
                    player: name.to_owned(),
                    color: color.to_owned(),
                    rank: rank + 1,
                    r#move: text,
                    games,
                    made,
                    share: share(made, games),
                });
            }
        }
    }
    report.add(OpeningRow::FILE, table);
}

/// A player's own men after its most frequent moves, with these moves.
pub(super) struct Formation {
    pub(super) men: Men,
    pub(super) moves: Vec<String>,
}

/// The "ideal formation" of a player (T 5.2.5).
pub(super) fn formation(player: &Player) -> Formation {
    let games = of_seats(player.games, [true; 2]);
    let mut choice = commonest(&player.made, [true; 2], |made| made.text());
    choice.retain(|&(_, _, made)| 100 * made >= CHOICE.1 * games);
    choice.truncate(CHOICE.0);
    let mut formation = Formation {
        men: Position::start().men(Color::White),
        moves: Vec::new(),
    };
    let mut moved: BTreeSet<Square> = BTreeSet::new();
    while formation.moves.len() < DONE {
        let fits = |made: OpeningMove| possible(&formation.men, &moved, made);
        let Some(place) = choice.iter().position(|&(_, made, _)| fits(*made)) else {
            break;
        };
        let (text, made, _) = choice.remove(place);
        let squares = made.squares();
        let men = &mut formation.men;
        men[index(made.role())].discard(squares.from);
        men[index(squares.promotion.unwrap_or(made.role()))].add(squares.to);
        moved.insert(squares.to);
        if let Some((from, to)) = rook_of(*made) {
            men[index(Role::Rook)].discard(from);
            men[index(Role::Rook)].add(to);
            moved.insert(to);
        }
        formation.moves.push(text);
    }
    formation
}

/// Origin and target of the rook of a castling move.
fn rook_of(made: OpeningMove) -> Option<(Square, Square)> {
    made.castles().then(|| match made.squares().to {
        Square::C1 => (Square::A1, Square::D1),
        _ => (Square::H1, Square::F1),
    })
}

/// Whether `made` is possible for a man on its starting square.
fn possible(men: &Men, moved: &BTreeSet<Square>, made: OpeningMove) -> bool {
    let squares = made.squares();
    let own = squares_of(men);
    let there = |role, square| role_on(men, square) == Some(role) && !moved.contains(&square);
    if !there(made.role(), squares.from) || own.contains(squares.to) {
        return false;
    }
    if made.role() == Role::Pawn && squares.from.file() != squares.to.file() {
        return false;
    }
    match rook_of(made) {
        Some((rook, _)) => {
            there(Role::Rook, rook) && (between(squares.from, rook) & own).is_empty()
        }
        None => (between(squares.from, squares.to) & own).is_empty(),
    }
}

/// The board field of a FEN with `men` alone, as White's.
fn placement(men: &Men) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        let mut empty = 0;
        for file in 0..8 {
            let Some(role) = role_on(men, Square::new(8 * rank + file)) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text += &empty.to_string();
            }
            empty = 0;
            text.push(role.upper_char());
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

row! {
    /// A row for all players, and for each of the twenty with the most games.
    FormationRow in "formations.csv" {
        /// Name of the player in the records; `*` for all.
        player: String,
        games: u64,
        /// Own men after the moves, as the board field of a FEN.
        placement: String,
        /// Moves of the formation in the player's own frame, joined by spaces.
        moves: String,
    }
}

/// Adds `formations.csv`.
pub(super) fn formations(report: &mut Report, collection: &Collection) {
    report.add_rows(listed(collection).into_iter().map(|(name, player)| {
        let Formation { men, moves } = formation(player);
        FormationRow {
            player: name.to_owned(),
            games: of_seats(player.games, [true; 2]),
            placement: placement(&men),
            moves: moves.join(" "),
        }
    }));
}

row! {
    /// A row for each of the ten commonest sequences of a player, colour and length: of all
    /// players, and of the twenty with the most games.
    SequenceRow in "sequences.csv" {
        /// Name of the player in the records; `*` for all.
        player: String,
        /// Colour of the player: `both`, `white` or `black`.
        color: String,
        /// Number of own moves: 2, 3 or 4.
        length: usize,
        rank: usize,
        /// First own moves in the player's own frame, joined by spaces.
        sequence: String,
        /// Games with at least this number of own moves.
        games: u64,
        made: u64,
        /// Share of the row's games in which it was played.
        share: ShareInterval,
    }
}

/// Adds `sequences.csv`.
pub(super) fn sequences(report: &mut Report, collection: &Collection) {
    let mut table = Table::new();
    for (name, player) in listed(collection) {
        for (color, seats) in COLORS {
            for (place, &length) in LENGTHS.iter().enumerate() {
                let found = &player.sequences[place];
                let games = found.values().map(|&counts| of_seats(counts, seats)).sum();
                for (rank, (text, made)) in leading(found, seats, length).into_iter().enumerate() {
                    table.push(SequenceRow {
                        player: name.to_owned(),
                        color: color.to_owned(),
                        length,
                        rank: rank + 1,
                        sequence: text,
                        games,
                        made,
                        share: share(made, games),
                    });
                }
            }
        }
    }
    report.add(SequenceRow::FILE, table);
}

/// The most frequent sequences; only those that may be listed are formatted.
fn leading(found: &HashMap<u64, [u32; 2]>, seats: [bool; 2], length: usize) -> Vec<(String, u64)> {
    let mut numbers: Vec<u64> = found
        .values()
        .map(|&counts| of_seats(counts, seats))
        .collect();
    numbers.sort_unstable_by_key(|&games| Reverse(games));
    let least = numbers.get(COMMONEST - 1).copied().unwrap_or(0).max(1);
    let text = |sequence: u64| {
        let moves = moves_of(sequence, length);
        let texts: Vec<String> = moves.into_iter().map(OpeningMove::text).collect();
        texts.join(" ")
    };
    let games = found
        .iter()
        .map(|(&sequence, &counts)| (sequence, of_seats(counts, seats)));
    let mut rows: Vec<(String, u64)> = games
        .filter(|&(_, games)| games >= least)
        .map(|(sequence, games)| (text(sequence), games))
        .collect();
    rows.sort_by(|(a, one), (b, other)| (other, a).cmp(&(one, b)));
    rows.truncate(COMMONEST);
    rows
}

row! {
    /// A row for each way of castling, colour and player: all players, and the twenty with the most
    /// games.
    CastlingRow in "castling.csv" {
        /// Name of the player in the records; `*` for all.
        player: String,
        /// Colour of the player: `both`, `white` or `black`.
        color: String,
        /// `O-O` or `O-O-O`.
        r#move: String,
        /// Games of the player with this colour.
        games: u64,
        /// Games in which it castled so.
        made: u64,
        /// Share of the row's games in which it did.
        share: ShareInterval,
        /// Games in which it did so among its first ten moves.
        early: u64,
        /// Share of the row's games in which it did so among its first ten moves.
        early_share: ShareInterval,
        /// Mean number of the own move; empty if it never castled so.
        mean_move: Option<Share>,
    }
}

/// Adds `castling.csv`.
pub(super) fn castling(report: &mut Report, collection: &Collection) {
    let mut table = Table::new();
    for (name, player) in listed(collection) {
        for (color, seats) in COLORS {
            let games = of_seats(player.games, seats);
            for (way, found) in CASTLINGS.iter().zip(&player.castled) {
                let made = of_seats(found.map(|castled| castled.games), seats);
                let early = of_seats(found.map(|castled| castled.early), seats);
                let moves = of_seats(found.map(|castled| castled.moves), seats);
                table.push(CastlingRow {
                    player: name.to_owned(),
                    color: color.to_owned(),
                    r#move: (*way).to_owned(),
                    games,
                    made,
                    share: share(made, games),
                    early,
                    early_share: share(early, games),
                    mean_move: (made > 0).then(|| Fixed(moves as f64 / made as f64)),
                });
                if color == "both" {
                    report.share_figure(format!("castling.{name}.{way}"), made, games);
                    report.share_figure(format!("castling.{name}.{way}.early"), early, games);
                }
            }
        }
    }
    report.add(CastlingRow::FILE, table);
}
