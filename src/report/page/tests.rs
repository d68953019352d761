//! Pages of hand-made folders.

use super::*;
use crate::report::clock::{self, Sitting};
use crate::report::endgame::SummaryRow;
use crate::report::headline::tournament::shared_place;
use crate::report::imitation::AgreementRow;
use crate::report::table::TableRow;
use crate::report::tournament::{BestRow, MissingRow};
use crate::report::{bouts, generations, hall_of_fame, proof, ratings, standings};

const RUN: &str = "version = \"0.1.0\"\nseed = 7\nruleset = \"icc\"\n\n[evolve]\nname = \"night\"\n\n\
                   [evolve.population]\nsize = 8\ngenerations = 212\n\n[evolve.reference]\n\
                   player = \"darkboard:depth=1\"\npairs = 1\n\n[evolve.proof]\npairs = 9\n\n[weights.hand-made]\nage_cap = 25.0\n";

const PROOF: &str = "generation,stage,candidate,opponent,games,wins,draws,losses,score,score_lo,\
                     score_hi,elo,elo_lo,elo_hi,llr,verdict\n\
                     211,screening,i9,start,100,60,0,40,0.600000,0.500000,0.700000,70.00,0.00,140.00,,\n\
                     211,proof,i9,start,500,290,9,201,0.589000,0.554000,0.622000,62.30,38.10,86.40,3.1,H1\n\
                     211,proof,i9,random,100,99,1,0,0.995,0.97,0.999,900,700,,,\n";

/// The page of `folder`.
fn page(folder: &Path, state: State) -> anyhow::Result<String> {
    text_of(folder, state).map(|(page, _)| page)
}

/// A table of rows `R` in which unnamed columns of `text` are 0.
fn table<R: TableRow>(text: &str) -> String {
    let mut csv = csv::Reader::from_reader(text.as_bytes());
    let names = csv.headers().unwrap().clone();
    let header = R::header();
    let mut whole = csv::Writer::from_writer(Vec::new());
    whole.write_record(&header).unwrap();
    for row in csv.records() {
        let row = row.unwrap();
        let cell = |name: &String| {
            names
                .iter()
                .position(|own| own == name)
                .map(|place| &row[place])
        };
        let cells = header.iter().map(|name| cell(name).unwrap_or("0"));
        whole.write_record(cells).unwrap();
    }
    String::from_utf8(whole.into_inner().unwrap()).unwrap()
}

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// An evolution with these numbers of generations and games.
fn night(generations: usize, games: usize, proof: &str) -> tempfile::TempDir {
    let rows = |count: usize, row: &dyn Fn(usize) -> String| -> String {
        (0..count).map(|number| row(number) + "\n").collect()
    };
    let measured = "generation,champion,score,score_lo,score_hi\n".to_owned()
        + &rows(generations, &|number| {
            format!("{number},i{number},0.6,0.55,0.65")
        });
    let generations = "generation,games,champion,reference_score,reference_lo,reference_hi\n"
        .to_owned()
        + &rows(generations, &|number| {
            format!("{number},9,i{number},0.6,0.55,0.65")
        });
    let games = "game,result,ending\n".to_owned()
        + &rows(games, &|number| format!("{number},1-0,checkmate"));
    let folder = folder(&[
        ("run.toml", RUN),
        ("generations.csv", &table::<generations::Row>(&generations)),
        ("hall_of_fame.csv", &table::<hall_of_fame::Row>(&measured)),
        ("games.csv", &games),
    ]);
    if !proof.is_empty() {
        std::fs::write(folder.path().join("proof.csv"), table::<proof::Row>(proof)).unwrap();
    }
    folder
}

fn said(page: &str) -> &str {
    let (_, rest) = page.split_once("<h1 id=\"headline\">").unwrap();
    rest.split("</h1>").next().unwrap()
}

fn sit(folder: &Path, seconds: f64, games: u64) {
    let began = String::new();
    let sitting = Sitting {
        began,
        seconds,
        games,
    };
    clock::write(folder, &[sitting]).unwrap();
}

#[test]
fn an_evolution_is_told_in_one_line() {
    let run = night(212, 40_128, PROOF);
    sit(run.path(), 28_260.0, 40_128);
    let page = page(run.path(), State::Still).unwrap();
    assert_eq!(
        said(&page),
        "champion +62 Elo (38..86) over the start after 212 generations, 40,128 games\
         <span data-clock>, 7 h 51 min</span>"
    );
    assert!(page.contains("proven: the sequential test accepts that it is stronger"));
    assert!(
        !page.contains("http-equiv=\"refresh\""),
        "it does not refresh"
    );
    assert!(
        !page.contains("mean_pawn_value"),
        "what is drawn is left to the file"
    );
    assert!(page.contains("darkforge evolve night.toml --out again"));
    assert!(
        page.contains("[population]\nsize = 8"),
        "the config as it is written"
    );
    sit(run.path(), 60.0, 40_000);
    let page = self::page(run.path(), State::Still).unwrap();
    assert!(
        said(&page).contains(", more than 1 min 0 s<"),
        "{}",
        said(&page)
    );
}

#[test]
fn an_evolution_under_way_says_how_far_it_is() {
    let run = night(2, 18, "");
    let page = page(run.path(), State::UnderWay).unwrap();
    assert_eq!(
        said(&page),
        "champion i1 60.0 % (55.0..65.0) against the reference after 2 generations, 18 games"
    );
    for part in [
        "<noscript><meta http-equiv=\"refresh\" content=\"10\"></noscript>",
        "In progress when this page was made:",
        "2 of 212 generations are played.",
        "The proof, fresh games against the start, is not played yet.",
        "location.reload()",
    ] {
        assert!(page.contains(part), "{part}");
    }
    let empty = night(0, 0, "");
    let page = self::page(empty.path(), State::UnderWay).unwrap();
    assert_eq!(said(&page), "no champion yet after 0 generations, 0 games");
}

#[test]
fn the_page_of_a_watched_run_has_a_pulse_that_changes_alone() {
    let run = night(2, 18, "");
    let page = Page::of(run.path(), State::Watched).unwrap();
    let written_at = jiff::civil::date(2026, 11, 24).at(22, 41, 52, 0);
    let written_at = written_at.to_zoned(jiff::tz::TimeZone::UTC).unwrap();
    let pulse = |stage: &str| Pulse {
        written: written_at.clone(),
        stage: stage.to_owned(),
        games: (18, 5000),
        speed: 3.25,
        left: None,
    };
    let written = |stage: &str| {
        page.write(run.path(), Some(&pulse(stage))).unwrap();
        std::fs::read_to_string(run.path().join(PAGE)).unwrap()
    };
    let (one, two) = (written("<one>"), written("<two>"));
    assert!(one.contains("UTC: &lt;one&gt;, 18 of about 5,000 games, 3.2 games/s<"));
    assert_eq!(one.replace("&lt;one&gt;", "&lt;two&gt;"), two);
    assert_eq!(one.matches("id=\"pulse\"").count(), 1);
    assert!(one.contains("connect-src 'self'; ") && one.contains("role=\"status\""));
    for state in [State::UnderWay, State::Still] {
        let page = self::page(run.path(), state).unwrap();
        assert!(
            !page.contains("id=\"pulse\"") && !page.contains(PULSE),
            "{state:?}"
        );
        assert_eq!(page.contains("connect-src"), state == State::UnderWay);
    }
}

#[test]
fn a_champion_without_a_score_at_the_end_is_told_with_the_reason() {
    let why = "every game of it against darkboard:depth=1 was forfeited";
    let measured = "generation,champion,games,score,score_lo,score_hi\n0,i0,6,0.6,0.55,0.65\n";
    let measured = table::<hall_of_fame::Row>(measured);
    for (generations, is_over) in [(212, true), (4, false)] {
        let run = night(generations, 18, "");
        std::fs::write(run.path().join("hall_of_fame.csv"), &measured).unwrap();
        let page = page(run.path(), State::Still).unwrap();
        assert!(said(&page).contains("not measured"), "{}", said(&page));
        assert_eq!(page.contains(why), is_over, "{generations}");
    }
}

#[test]
fn a_champion_is_told_with_no_score_but_its_own() {
    let run = night(4, 18, "");
    let measured = "generation,champion,games,score,score_lo,score_hi\n0,i0,6,0.6,0.55,0.65\n";
    let measured = table::<hall_of_fame::Row>(measured);
    std::fs::write(run.path().join("hall_of_fame.csv"), measured).unwrap();
    let page = page(run.path(), State::Still).unwrap();
    assert_eq!(
        said(&page),
        "champion i3, not measured, after 4 generations, 18 games"
    );
    assert!(page.contains(
        "The last champion that met darkboard:depth=1 is i0 of generation 0: 60.0 % (55.0..65.0) \
         over 6 fresh games."
    ));
    let proof = PROOF.replace("211,", "1,");
    let run = night(4, 18, &proof);
    let page = self::page(run.path(), State::Still).unwrap();
    assert!(page.contains("Champion i9:") && page.contains("played after generation 1."));
}

#[test]
fn a_page_counts_every_game_of_the_journal() {
    let run = night(0, 0, "");
    let journal = "{}\n".repeat(177) + "{half";
    std::fs::write(run.path().join("journal.jsonl"), journal).unwrap();
    let page = page(run.path(), State::UnderWay).unwrap();
    assert_eq!(
        said(&page),
        "no champion yet after 0 generations, 177 games"
    );
    assert!(page.contains("177 of the games are of a round that is not finished"));
}

#[test]
fn a_tournament_without_all_its_games_says_what_is_missing_and_not_who_is_best() {
    let run = "version = \"1\"\nseed = 1\nruleset = \"icc\"\n\n[tournament]\n\
               name = \"cup\"\nseed = 1\nruleset = \"icc\"\nply_limit = 9\n\
               format = \"round-robin\"\npairs = 4\n\n[[tournament.players]]\nname = \"a\"\n\
               spec = \"random\"\n\n[[tournament.players]]\nname = \"b\"\nspec = \"random\"\n\n[weights]\n";
    let standings = "rank,player,games,score,score_lo,score_hi\n1,b,2,1,0.3,1\n2,a,2,0,0,0.7\n";
    let games = "game,result,ending\n0,1-0,checkmate\n1,0-1,checkmate\n";
    let best = "player,games,best,best_lo,best_hi\nb,2,1,0.9,1\n";
    let missing = "first_game,last_game,games\n2,4,3\n7,7,1\n";
    let cup = |name: &str, rows: &str| {
        folder(&[
            ("run.toml", run),
            ("games.csv", games),
            ("standings.csv", &table::<standings::Row>(standings)),
            (name, rows),
        ])
    };
    let whole = cup("best.csv", &table::<BestRow>(best));
    let text = page(whole.path(), State::Still).unwrap();
    assert!(
        said(&text).starts_with("b is first of 2 players"),
        "{}",
        said(&text)
    );
    assert!(text.contains("b is the strongest entrant with a probability of &gt;99.9 %."));
    let part = cup("missing.csv", &table::<MissingRow>(missing));
    let text = page(part.path(), State::Still).unwrap();
    assert!(
        said(&text).starts_with("b is first so far of 2 players"),
        "{}",
        said(&text)
    );
    assert!(text.contains("4 games that could be played now are missing (numbers 2..4, 7)."));
    assert!(!text.contains("probability of"));
}

#[test]
fn nobody_is_first_alone_who_shares_the_place_and_forfeits_say_nothing_of_strength() {
    let run = |format: &str| {
        format!(
            "version = \"1\"\nseed = 1\nruleset = \"icc\"\n\n[tournament]\nname = \"cup\"\nseed = 1\n\
             ruleset = \"icc\"\nply_limit = 9\nformat = \"{format}\"\npairs = 4\n\n[[tournament.players]]\n\
             name = \"a\"\nspec = \"random\"\n\n[[tournament.players]]\nname = \"b\"\nspec = \"random\"\n\n[weights]\n"
        )
    };
    let row = |rank: u32, player: &str, score: f64, elo: &str| {
        format!("{rank},{player},2,{score},0.1,0.9,{elo}\n")
    };
    let cup = |format: &str, rows: &[String]| {
        let rows = "rank,player,games,score,score_lo,score_hi,elo,elo_lo,elo_hi\n".to_owned()
            + &rows.concat();
        let run = folder(&[
            ("run.toml", &run(format)),
            ("games.csv", "game,result,ending\n0,1-0,checkmate\n"),
            ("standings.csv", &table::<standings::Row>(&rows)),
        ]);
        page(run.path(), State::Still).unwrap()
    };
    let even = "0,-9,9";
    assert_eq!(
        shared_place(&[("b", 0.492), ("a", 0.508)]),
        "b and a share the first place; their probabilities of being the best entrant are 49.2 % \
         and 50.8 %"
    );
    let two = [
        row(1, "b", 0.5, even),
        row(2, "a", 0.5, even),
        row(3, "c", 0.4, even),
    ];
    let text = cup("round-robin", &two);
    assert!(
        said(&text).starts_with("b and a are first of 3 players, 50.0 %"),
        "{}",
        said(&text)
    );
    let three = [
        row(1, "b", 0.5, even),
        row(2, "a", 0.5, even),
        row(3, "c", 0.5, even),
    ];
    let text = cup("round-robin", &three);
    assert!(
        said(&text).starts_with("b and 2 other players are first of 3"),
        "{}",
        said(&text)
    );
    assert!(
        said(&cup("knockout", &two)).starts_with("b is first"),
        "it won"
    );
    assert!(!text.contains("Every game was forfeited"));
    let forfeited = cup(
        "round-robin",
        &[row(1, "b", 1.0, ",,"), row(2, "a", 0.0, ",,")],
    );
    assert!(forfeited.contains("Every game was forfeited: nothing is known of strength."));
}

#[test]
fn names_are_no_markup() {
    let name = "</script><b>x</b>";
    let run = "version = \"1\"\nseed = 1\nruleset = \"icc\"\n\n[match]\n\
               players = [\"</script><b>x</b>\", \"b\"]\ngames = 4\nseed = 1\nruleset = \"icc\"\n\
               ply_limit = 9\nkeep_tries = false\n\n[weights]\n";
    let bouts = format!("first,second,score,score_lo,score_hi\n{name},b,0.5,0.4,0.6\n");
    let standings = format!("player,elo,elo_lo,elo_hi\n{name},0.0,-70.0,70.0\n");
    let run = folder(&[
        ("run.toml", run),
        ("bouts.csv", &table::<bouts::Row>(&bouts)),
        ("standings.csv", &table::<standings::Row>(&standings)),
        (
            "games.csv",
            "game,result,ending\n0,1-0,checkmate\n1,0-1,checkmate\n",
        ),
    ]);
    let page = page(run.path(), State::Still).unwrap();
    assert!(!page.contains("<b>"), "a name is markup");
    assert_eq!(
        said(&page),
        "&lt;/script&gt;&lt;b&gt;x&lt;/b&gt; 50.0 % (40.0..60.0) against b, +0 Elo (-70..70) \
         after 2 games"
    );
    assert!(page.contains("2 of 4 games are played."));
    assert!(page.contains("darkforge match &#39;&lt;/script&gt;"));
}

#[test]
fn a_long_file_is_shown_in_part() {
    let rows: Vec<String> = (0..1000).map(|row| format!("{row},0.123456")).collect();
    let rows = rows.join("\n");
    let about = About {
        job: "endgame".to_owned(),
        title: "KR-K".to_owned(),
        headline: Some("mate in 16.2 moves".to_owned()),
        notes: Vec::new(),
        command: "darkforge endgame KR-K".to_owned(),
        version: "0.1.0".to_owned(),
        seed: None,
    };
    let run = folder(&[("moves.csv", &format!("start,moves\n{rows}"))]);
    about.write(run.path()).unwrap();
    assert_eq!(About::read(run.path()).unwrap(), Some(about));
    let page = page(run.path(), State::Still).unwrap();
    assert_eq!(said(&page), "mate in 16.2 moves");
    assert!(page.contains("The first 50 of 1,000 rows; all are in"));
    assert!(page.contains("The same version, command and input give the same files."));
    assert_eq!(page.matches("<tr>").count(), 51);
    assert!(page.contains("<td class=\"n\" data-v=\"0.123456\">0.123</td>"));
}

#[test]
fn a_table_of_any_size_takes_no_more_memory_than_a_page_and_says_what_is_left_out() {
    let cell = "a".repeat(2 << 20);
    let columns: Vec<String> = (0..1500).map(|column| format!("c{column}")).collect();
    let endings: Vec<String> = (0..2000).map(|way| format!("1-0,e{way}")).collect();
    let wide = format!("a,b\n{}", format!("{},1\n", "w".repeat(50_000)).repeat(390));
    let run = told(
        "stats",
        Some("h"),
        &[
            ("cell.csv", &format!("a,b\n1,2\n{cell},1\n")),
            ("columns.csv", &columns.join(",")),
            (
                "games.csv",
                &format!("result,ending\n{}", endings.join("\n")),
            ),
            ("wide.csv", &wide),
            ("wider.csv", &wide),
        ],
    );
    std::fs::create_dir(run.path().join("plots")).unwrap();
    let long = drawing(&"<path/>".repeat(3 << 20));
    std::fs::write(run.path().join("plots/captures.svg"), long).unwrap();
    let page = page(run.path(), State::Still).unwrap();
    for part in [
        "cell.csv cannot be shown: line 3: the row there is longer than 1 MiB",
        "columns.csv cannot be shown: it has 1500 columns, and a page shows at most 1000",
        "plots/captures.svg cannot be shown: it is longer than 16 MiB",
        "The first 50 of 2,000 rows; all are in",
        "The page has no room for the 390 rows, which are in",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(page.len() < 20 << 20, "{}", page.len());
}

#[test]
fn a_page_says_what_a_repetition_needs() {
    let match_of = |players: &str, weights: &str| {
        let run = format!(
            "version = \"1\"\nseed = 1\nruleset = \"icc\"\n\n[match]\nplayers = [{players}]\ngames = 4\n\
             seed = 1\nruleset = \"icc\"\nply_limit = 9\nkeep_tries = false\n\n[weights]\n{weights}"
        );
        page(folder(&[("run.toml", &run)]).path(), State::Still).unwrap()
    };
    let programs = "if the programs that play here do the same each time";
    assert!(!match_of("\"random\", \"los\"", "").contains(programs));
    assert!(match_of("\"random\", \"los:uci=engine\"", "").contains(programs));
    assert!(match_of("\"random\", \"process:player\"", "").contains(programs));
    let own = match_of(
        "\"random\", \"darkboard:weights=results/night#i305\"",
        "\"results/night#i305\" = { queen_value = 7.0 }\n",
    );
    assert!(
        own.contains("Weights that are not the program's own: results/night#i305."),
        "{own}"
    );
}

#[test]
fn a_run_that_ended_before_its_config_says_so() {
    let run = folder(&[("run.toml", RUN)]);
    let again = |run: &Path| page(run, State::Still).unwrap();
    assert!(!again(run.path()).contains("also ended"));
    let ended = RUN.replace(
        "ruleset = \"icc\"\n",
        "ruleset = \"icc\"\nends = [3, 212]\n",
    );
    let run = folder(&[("run.toml", &ended)]);
    let text = again(run.path());
    assert!(
        text.contains("This run also ended after 3 generations, by time or by an earlier config"),
        "{text}"
    );
}

#[test]
fn a_folder_that_says_nothing_is_refused() {
    let run = folder(&[("games.csv", "game\n")]);
    let error = page(run.path(), State::Still).unwrap_err();
    assert!(
        error.to_string().contains("is this a run's folder?"),
        "{error}"
    );
    let run = folder(&[("run.toml", "seed = 1\n")]);
    let error = page(run.path(), State::Still).unwrap_err();
    assert!(format!("{error:#}").contains("run.toml"), "{error:#}");
}

/// A folder described by `about.toml`, with these files.
fn told(job: &str, headline: Option<&str>, files: &[(&str, &str)]) -> tempfile::TempDir {
    let run = folder(files);
    let about = About {
        job: job.to_owned(),
        title: "this".to_owned(),
        headline: headline.map(str::to_owned),
        notes: Vec::new(),
        command: format!("darkforge {job} this --out again"),
        version: "0.1.0".to_owned(),
        seed: Some(3),
    };
    about.write(run.path()).unwrap();
    run
}

const SUMMARY: &str = "ending,method,opponent,games,wins,win_rate,win_rate_lo,win_rate_hi,\
                       mean_moves,mean_moves_lo,mean_moves_hi,mate\n";

#[test]
fn basic_endings_are_told_by_their_summary() {
    let krk =
        "krk,search,random,21959,21827,0.993989,0.992874,0.994931,17.412,17.323,17.501,21827\n";
    let first = "KRK by search against a random king: mate in 17.4 own moves on average \
                 (17.3..17.5), 99.4 % (99.3..99.5) of 21,959 starts";
    let worst = "kqk,exact,worst,518,518,1.0,0.992,1.0,16.2,16.0,16.4,500\n";
    let none = "kbnk,rules,greedy,9,0,0.0,0.0,0.3,,,,0\n";
    let run = |rows: &str| {
        told(
            "endgame",
            None,
            &[(
                "summary.csv",
                &table::<SummaryRow>(&(SUMMARY.to_owned() + rows)),
            )],
        )
    };
    let one = run(krk);
    let text = page(one.path(), State::Still).unwrap();
    assert_eq!(said(&text), first);
    assert!(!text.contains("class=\"note\""));
    let three = run(&[krk, worst, none].concat());
    std::fs::write(three.path().join("run.toml"), "limit = 300\n").unwrap();
    let text = page(three.path(), State::Still).unwrap();
    assert_eq!(said(&text), first);
    for part in [
        "KQK by exact against the worst case: won in 16.2 own moves on average (16.0..16.4), \
         100.0 % (99.2..100.0) of 518 placements.",
        "KBNK by rules against a greedy king: none of 9 starts won.",
        "limit = 300",
        "darkforge endgame this --out again",
    ] {
        assert!(text.contains(part), "{part}");
    }
    let text = page(run(&krk.repeat(7)).path(), State::Still).unwrap();
    assert!(text.contains("6 others are in the table"));
    let single = "krk,search,random,1,1,1.0,0.206,1.0,17.0,,,1\n";
    let text = page(run(single).path(), State::Still).unwrap();
    let known = "mate in 17.0 own moves on average, 100.0 % (20.6..100.0) of 1 start";
    assert!(said(&text).ends_with(known), "one game has no deviation");
}

#[test]
fn a_replay_is_in_its_page() {
    let drawing = "<svg viewBox=\"0 0 9 9\"><g transform=\"translate(1 2)\">\
                   <text y=\"-8\">1. Kb2 (silence)</text><rect x=\"1\"/></g></svg>\n";
    let run = told(
        "endgame",
        Some("KRK: mate after 1 move"),
        &[("replay.svg", drawing)],
    );
    let text = page(run.path(), State::Still).unwrap();
    assert_eq!(said(&text), "KRK: mate after 1 move");
    assert!(text.contains("<a href=\"#replay\">Replay</a>"));
    assert!(text.contains("aria-label=\"Board before the try 1. Kb2 (silence)\""));
}

#[test]
fn ratings_are_told_by_who_is_first() {
    let header = "rank,player,pool,model,games,elo,elo_lo,elo_hi,prior\n";
    let rows =
        "1,ada,1,davidson,30,80.4,20.0,140.6,false\n2,bob,1,davidson,30,-80.4,-140.6,-20.0,false\n";
    let run = |rows: &str| {
        told(
            "rate",
            None,
            &[(
                "ratings.csv",
                &table::<ratings::Row>(&(header.to_owned() + rows)),
            )],
        )
    };
    let text = page(run(rows).path(), State::Still).unwrap();
    assert_eq!(
        said(&text),
        "ada is first of 2 players, +80 Elo (20..141), 30 games"
    );
    assert!(text.contains("Fitted by the model davidson; intervals are 95 %."));
    assert!(!text.contains("pools") && !text.contains("assumed"));
    let apart = rows.to_owned()
        + "3,cid,2,davidson,4,0.0,-90.0,90.0,true\n4,dan,2,davidson,4,0.0,-90.0,90.0,true\n";
    let text = page(run(&apart).path(), State::Still).unwrap();
    assert_eq!(
        said(&text),
        "ada is first of 2 players of pool 1 of 2, +80 Elo (20..141), 30 games"
    );
    assert!(text.contains("different pools, of which there are 2, never met"));
    assert!(text.contains("assumed games"));
}

#[test]
fn an_imitation_is_told_by_the_games_that_were_held_out() {
    let agreement = "set,player,decisions,top1,top1_lo,top1_hi,top5,top5_lo,top5_hi\n\
                     train,fitted,9,0.9,0.8,1.0,1.0,0.9,1.0\n\
                     held_out,start,1212,0.28,0.26,0.30,0.61,0.58,0.64\n\
                     held_out,fitted,1212,0.345,0.321,0.37,0.7,0.67,0.73\n\
                     held_out,chance,1212,0.05,0.04,0.06,0.2,0.18,0.22\n";
    let run = told(
        "imitate",
        None,
        &[("agreement.csv", &table::<AgreementRow>(agreement))],
    );
    let mut about = About::read(run.path()).unwrap().unwrap();
    about.notes = vec!["Nothing was learnt: none of 4 rounds agrees better.".to_owned()];
    about.write(run.path()).unwrap();
    let text = page(run.path(), State::Still).unwrap();
    assert_eq!(
        said(&text),
        "fitted weights choose what this chose in 34.5 % (32.1..37.0) of 1,212 decisions that \
         were held out, the start in 28.0 % (26.0..30.0)"
    );
    assert!(text.contains("by chance it would be the first in 5.0 % (4.0..6.0)."));
    assert!(text.contains("Nothing was learnt: none of 4 rounds"));
}

/// A drawing of ours with `shapes` in it.
fn drawing(shapes: &str) -> String {
    format!(
        "<svg width=\"9\" height=\"9\" viewBox=\"0 0 27 27\" xmlns=\"http://www.w3.org/2000/svg\">\n\
         {}\n{shapes}\n</svg>\n",
        *crate::report::plot::STYLE
    )
}

#[test]
fn a_foreign_folder_brings_no_script_drawing_or_link_of_its_own_into_its_page() {
    let lo = "value,lo,hi\n1,<img src=x onerror=alert(1)>,2\n";
    let run = told(
        "rate",
        Some("h"),
        &[
            ("figures.csv", lo),
            ("javascript:alert(1).csv", "a\n1\n"),
            (
                "replay.svg",
                "<svg viewBox=\"0 0 9 9\"><script>alert(1)</script></svg>\n",
            ),
        ],
    );
    let plots = run.path().join("plots");
    std::fs::create_dir(&plots).unwrap();
    let text = "<text x=\"1\">\nOurs\n</text>";
    for (name, content) in [
        ("elo", drawing(text)),
        (
            "crosstable",
            drawing(&format!("{text}<script>alert(1)</script>")),
        ),
        (
            "captures",
            drawing("<text x=\"1\">\nOf another command\n</text>"),
        ),
    ] {
        std::fs::write(plots.join(format!("{name}.svg")), content).unwrap();
    }
    // Of narrow drawings, that of a plot of ours that has a script is left out.
    let narrow = plots.join("narrow");
    std::fs::create_dir(&narrow).unwrap();
    let slim = "<svg width=\"9\" height=\"9\" viewBox=\"0 0 27 27\" xmlns=\"http://www.w3.org/2000/svg\">\n\
                <script>alert(1)</script><text>\nSlim\n</text></svg>\n";
    std::fs::write(narrow.join("elo.svg"), slim).unwrap();
    let page = page(run.path(), State::Still).unwrap();
    assert!(!page.contains("Slim") && page.contains("min-width"));
    assert!(page.contains("plots/narrow/elo.svg is not a drawing of this "));
    assert!(page.contains("script-src 'sha256-"), "a policy");
    assert_eq!(page.matches("<script").count(), 1, "its own");
    assert!(page.contains(">Ours</text>") && !page.contains("Of another command"));
    for name in ["plots/crosstable.svg", "plots/captures.svg", "replay.svg"] {
        assert!(
            page.contains(&format!("{name} is not a drawing of this ")),
            "{name}"
        );
    }
    assert!(!page.contains("<img") && !page.contains("href=\"javascript"));
    assert!(page.contains("href=\"./javascript%3Aalert%281%29.csv\""));
}

#[test]
fn a_plot_is_in_its_page_wide_and_narrow_with_what_it_shows() {
    use crate::report::plot::{Caption, lengths};

    let run = told("tournament", None, &[]);
    let plots = run.path().join("plots");
    std::fs::create_dir(&plots).unwrap();
    let sentence = "It's <one> game & it lasted 57 plies.";
    let caption = Caption {
        title: "Lengths",
        sentence,
    };
    lengths::draw(
        &plots.join("lengths"),
        &caption,
        &[("draws".to_owned(), vec![57])],
    )
    .unwrap();
    let (found, problems) = super::plots::found(run.path(), "tournament").unwrap();
    assert!(problems.is_empty(), "{problems:?}");
    let html = super::plots::html(&found, &[]);
    let told = "It&#39;s &lt;one&gt; game &amp; it lasted 57 plies.";
    assert!(
        html.contains(&format!("<p class=\"shows\">{told}</p>")),
        "{html}"
    );
    assert_eq!(
        html.matches(&format!("aria-label=\"Lengths. {told} "))
            .count(),
        2
    );
    assert_eq!(html.matches("class=\"plot broad\"").count(), 1);
    assert_eq!(html.matches("class=\"plot slim\"").count(), 1);
    assert!(!html.contains("min-width"), "it needs no scrolling");
}

#[test]
fn dark_pages_turn_plots_over_as_their_contrast_is_measured() {
    let style = include_str!("parts/page.css");
    assert!(style.contains(&format!("filter: {};", crate::report::plot::DARK_FILTER)));
}

#[cfg(unix)]
#[test]
fn links_out_of_a_folder_are_not_followed() {
    let other = folder(&[
        ("secret.csv", "word\nsesame\n"),
        ("elo.svg", &drawing("<text>\nx\n</text>")),
    ]);
    let run = told("rate", Some("h"), &[]);
    let link = |from: &str, to: &str| {
        std::os::unix::fs::symlink(other.path().join(to), run.path().join(from)).unwrap();
    };
    link("plots", "");
    link("ratings.csv", "secret.csv");
    let page = page(run.path(), State::Still).unwrap();
    assert!(
        !page.contains("sesame") && !page.contains("<figure"),
        "{page}"
    );
    assert!(page.contains("plots is a link") && page.contains("ratings.csv is not a file"));
    assert!(crate::report::plots_folder(run.path(), crate::report::Drawn::Plots).is_err());
}
