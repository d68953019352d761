//! Pages of folders that are written by hand.

use super::*;
use crate::report::clock::{self, Sitting};

const RUN: &str = "version = \"0.1.0\"\nseed = 7\nruleset = \"icc\"\n\n[evolve]\nname = \"night\"\n\n\
                   [evolve.population]\nsize = 8\ngenerations = 212\n\n[evolve.reference]\n\
                   player = \"darkboard:depth=1\"\n\n[evolve.proof]\npairs = 9\n\n[weights.hand-made]\nage_cap = 25.0\n";

const PROOF: &str = "generation,stage,candidate,opponent,games,wins,draws,losses,score,score_lo,\
                     score_hi,elo,elo_lo,elo_hi,llr,verdict\n\
                     211,screening,i9,start,100,60,0,40,0.600000,0.500000,0.700000,70.00,0.00,140.00,,\n\
                     211,proof,i9,start,500,290,9,201,0.589000,0.554000,0.622000,62.30,38.10,86.40,3.1,H1\n\
                     211,proof,i9,random,100,99,1,0,0.995,0.97,0.999,900,700,,,\n";

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// An evolution of so many generations and games.
fn night(generations: usize, games: usize, proof: &str) -> tempfile::TempDir {
    let rows = |count: usize, row: &dyn Fn(usize) -> String| -> String {
        (0..count).map(|number| row(number) + "\n").collect()
    };
    let generations = "generation,games,champion,reference_score,reference_lo,reference_hi,mean_x\n"
        .to_owned() + &rows(generations, &|number| {
        format!("{number},9,i{number},0.6,0.55,0.65,1.0")
    });
    let games = "game,result,ending\n".to_owned()
        + &rows(games, &|number| format!("{number},1-0,checkmate"));
    let folder = folder(&[
        ("run.toml", RUN),
        ("generations.csv", &generations),
        ("games.csv", &games),
    ]);
    if !proof.is_empty() {
        std::fs::write(folder.path().join("proof.csv"), proof).unwrap();
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
    assert!(!page.contains("http-equiv"), "it does not refresh");
    assert!(
        !page.contains("mean_x"),
        "what is drawn is left to the file"
    );
    assert!(page.contains("darkforge evolve night.toml --out again"));
    assert!(
        page.contains("[population]\nsize = 8"),
        "the config as it is written"
    );
    sit(run.path(), 60.0, 40_000);
    let page = super::page(run.path(), State::Still).unwrap();
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
        "2 of 212 generations are played.",
        "The proof, fresh games against the start, is not played yet.",
        "location.reload()",
    ] {
        assert!(page.contains(part), "{part}");
    }
    let empty = night(0, 0, "");
    let page = super::page(empty.path(), State::UnderWay).unwrap();
    assert_eq!(said(&page), "no champion yet after 0 generations, 0 games");
}

#[test]
fn names_are_no_markup() {
    let name = "</script><b>x</b>";
    let run = "version = \"1\"\nseed = 1\n\n[match]\nplayers = [\"</script><b>x</b>\", \"b\"]\ngames = 4\n";
    let bouts = format!("first,second,score,score_lo,score_hi\n{name},b,0.5,0.4,0.6\n");
    let standings = format!("player,elo,elo_lo,elo_hi\n{name},0.0,-70.0,70.0\n");
    let run = folder(&[
        ("run.toml", run),
        ("bouts.csv", &bouts),
        ("standings.csv", &standings),
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
        command: "darkforge endgame KR-K".to_owned(),
        version: "0.1.0".to_owned(),
        seed: None,
    };
    let run = folder(&[("moves.csv", &format!("start,moves\n{rows}"))]);
    about.write(run.path()).unwrap();
    assert_eq!(About::read(run.path()).unwrap(), Some(about));
    let page = page(run.path(), State::Still).unwrap();
    assert_eq!(said(&page), "mate in 16.2 moves");
    assert!(page.contains("The first 50 of 1000 rows"));
    assert_eq!(page.matches("<tr>").count(), 51);
    assert!(page.contains("<td class=\"n\" data-v=\"0.123456\">0.123</td>"));
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
    assert!(format!("{error:#}").contains("no kind of run"), "{error:#}");
}
