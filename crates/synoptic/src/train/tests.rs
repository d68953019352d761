use super::data::{Data, each};
use super::extract::{extract, loser_missed_a_win};
use super::game::Game;
use super::recipe::Recipe;
use super::trainer::Trainer;
use super::turns::Turns;
use darkforge_board::{Color, SIDES};
use darkforge_recon::play::play;
use darkforge_recon::player::{Attacker, Player, Random};
use darkforge_recon::record::play_transcript;
use darkforge_recon::referee::{Ending, Outcome, Rules};
use darkforge_streams as streams;

const RECIPE: &str = r#"
    name = "test"
    seed = 1
    [network]
    width = 16
    blocks = 1
    [games]
    pair = 4
    [training]
    steps = 12
    batch = 32
    rate = 0.003
    l = 32
    [[player]]
    name = "attacker"
    spec = "attacker"
    top = true
    [[player]]
    name = "random"
    spec = "random"
"#;

fn games(count: u64) -> Vec<Game> {
    let rules = Rules {
        turn_limit: Some(12),
        ..Rules::default()
    };
    (0..count)
        .map(|seed| {
            let names = if seed % 2 == 0 {
                ["attacker", "random"]
            } else {
                ["random", "attacker"]
            };
            let [mut white, mut black] = [0, 1].map(|place| -> Box<dyn Player> {
                let stream = streams::open(seed, "player", place as u64);
                match names[place] {
                    "attacker" => Box::new(Attacker::new(SIDES[place], stream)),
                    _ => Box::new(Random::new(stream)),
                }
            });
            let mut history = play(&mut [&mut *white, &mut *black], rules);
            history.names = names.map(str::to_owned);
            Game::of(&history)
        })
        .collect()
}

#[test]
fn a_game_gives_an_example_for_each_action() {
    // The paper's Fig. 4.
    let text = "a b g6:e2e4 e3:h7h5 g7:d2d4 f2:f7f5 g6:e4f5 e4:h5h4 d7:f1e2 g4:b8c6 g7:e2h5 g4:h8h5 b7:d1h5 g5:g7g6 \
                e7:h5e8 g6:d7d6 g6:g6e8";
    let game: Game = text.parse().unwrap();
    assert_eq!(game.to_string(), text);
    let found = extract(&game, 128, &mut streams::open(1, "test", 0));
    let of = |color| found.iter().filter(move |one| one.color == color);
    // White's eighth move takes the king: 8 turns of White, 7 of Black.
    assert_eq!(
        (of(Color::White).count(), of(Color::Black).count()),
        (16, 14)
    );
    for one in &found {
        let example = &one.example;
        assert!(example.chosen < example.actions.len());
        let sensed = example.synopsis.planes[10] != 0;
        assert_eq!(example.actions.len() == 64, !sensed);
    }
    let last = &of(Color::White).next_back().unwrap().example;
    assert!(last.soon_win && !last.soon_lose && last.outcome > 0.0);
    let first = &of(Color::Black).next().unwrap().example;
    assert!(!first.soon_lose && first.outcome < 0.0);
    assert_eq!(first.pieces, [8, 2, 2, 2, 1, 1, 8, 2, 2, 2, 1, 1]);
    // Other subsets each time: White's fifth sense has 238 positions.
    let again = extract(&game, 128, &mut streams::open(2, "test", 0));
    assert_ne!(found[16].example.synopsis, again[16].example.synopsis);
    assert_eq!(found[0].example.synopsis, again[0].example.synopsis);
}

#[test]
fn a_game_that_was_resigned_has_its_history_s_winner() {
    let mut history = play_transcript("-:e2e4 -:e7e5").unwrap();
    history.outcome = Some(Outcome {
        winner: Some(Color::Black),
        ending: Ending::Resign,
    });
    let found = extract(&Game::of(&history), 8, &mut streams::open(1, "test", 0));
    let outcomes: Vec<f32> = found.iter().map(|one| one.example.outcome).collect();
    assert_eq!(outcomes, [-1.0, 1.0], "a move of White and one of Black");
}

#[test]
fn a_loser_with_a_certain_capture_missed_a_win() {
    // White sees that its queen could take the king, and loses to a knight.
    let missed = |turns: &str| loser_missed_a_win(&format!("a b {turns}").parse().unwrap());
    let game = "-:e2e4 -:f7f6 -:d1h5 -:b8c6 f7:a2a3 -:c6d4 -:a3a4 -:d4c2 -:a4a5 -:c2e1";
    assert!(missed(game));
    assert!(
        !missed(&game.replace("f7:a2a3", "-:a2a3")),
        "it saw nothing"
    );
    assert!(
        !missed(game.strip_suffix(" -:c2e1").unwrap()),
        "nobody lost"
    );
}

#[test]
fn a_training_goes_on_from_its_checkpoint_as_if_it_had_not_stopped() {
    let recipe = Recipe::read(RECIPE).unwrap();
    let data = Data::new(games(40), &recipe, 2).unwrap();
    let mut whole = Trainer::new(&recipe, &data, 1).unwrap();
    let mut part = Trainer::new(&recipe, &data, 2).unwrap();
    for _ in 0..5 {
        whole.learn();
        part.learn();
    }
    let bytes = part.checkpoint();
    let mut part = Trainer::resume(&recipe, &data, 2, ("checkpoint", &bytes)).unwrap();
    for _ in 0..3 {
        whole.learn();
        part.learn();
    }
    assert_eq!(part.step(), 8);
    assert_eq!(part.network().numbers(), whole.network().numbers());
}

#[test]
fn a_training_makes_the_loss_smaller() {
    let text = RECIPE.replace("steps = 12", "steps = 120");
    let recipe = Recipe::read(&text).unwrap();
    let data = Data::new(games(60), &recipe, 2).unwrap();
    let mut trainer = Trainer::new(&recipe, &data, 2).unwrap();
    let examples = trainer.validation(200);
    let before = trainer.measure(2, &examples[2]);
    for _ in 0..120 {
        trainer.learn();
    }
    let after = trainer.measure(2, &examples[2]);
    assert!(after.policy < 0.95 * before.policy, "{before:?} {after:?}");
    assert!(after.five > before.five, "{before:?} {after:?}");
}

#[test]
fn headsets_take_turns_by_their_weights() {
    let mut turns = Turns::new(vec![3.0, 2.0, 1.0]);
    let taken: Vec<usize> = (0..6).map(|_| turns.take().0).collect();
    let count = |place| taken.iter().filter(|&&one| one == place).count();
    assert_eq!([count(0), count(1), count(2)], [3, 2, 1]);
}

#[test]
fn mistakes_in_recipes_are_named() {
    let message = |from: &str, to: &str| {
        Recipe::read(&RECIPE.replace(from, to))
            .unwrap_err()
            .to_string()
    };
    assert!(message("width = 16", "width = 17").contains("multiple of 16"));
    assert!(message("batch = 32", "batch = 0").contains("batch = 0: from 1 to 4096"));
    assert!(message("name = \"random\"", "name = \"top\"").contains("not 'all', 'top' or 'none'"));
    assert!(message("l = 32", "l = 32\n    lr = 1").contains("no key training.lr"));
    let recipe = Recipe::read(RECIPE).unwrap();
    assert_eq!(recipe.pairings(), [(0, 1), (1, 0), (0, 1), (1, 0)]);
    let none = Data::new(Vec::new(), &recipe, 1).unwrap_err().to_string();
    assert!(
        none.contains("headset 'all' has no games for training"),
        "{none}"
    );
    let wrong = "a b x:e2e4".parse::<Game>().unwrap_err().to_string();
    assert!(wrong.contains("ply 1"), "{wrong}");
}

#[test]
fn work_on_threads_keeps_its_order() {
    let items: Vec<u32> = (0..37).collect();
    assert_eq!(
        each(&items, 3, |item| item * 2),
        each(&items, 1, |item| item * 2)
    );
    assert!(each(&[0_u32; 0], 4, |item| *item).is_empty());
}
