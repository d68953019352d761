//! Pools: shuffled examples of a headset, drawn from random games with fresh subsets each time.

use super::data::{Data, each};
use super::extract::extract;
use super::recipe::Recipe;
use crate::network::Example;
use darkforge_streams as streams;

/// Examples of a game in a pool, and among those for validation.
const TAKEN: usize = 24;
const VALIDATED: usize = 8;
/// Batches of a pool.
const BATCHES: u32 = 16;

/// The present pool of each headset.
pub struct Pools<'a> {
    data: &'a Data,
    seed: u64,
    batch: usize,
    limit: usize,
    /// Planes that are left out.
    without: &'a [usize],
    threads: usize,
    /// Number and examples of each pool.
    present: Vec<Option<(u32, Vec<Example>)>>,
}

impl<'a> Pools<'a> {
    /// Pools for the batches of a recipe.
    pub fn new(data: &'a Data, recipe: &'a Recipe, threads: usize) -> Pools<'a> {
        Pools {
            data,
            seed: recipe.seed,
            batch: recipe.training.batch,
            limit: recipe.training.l,
            without: &recipe.network.without,
            threads,
            present: vec![None; recipe.weights().len()],
        }
    }

    /// The batch with this number (from 0) of a headset.
    pub fn batch(&mut self, headset: usize, number: u32) -> &[Example] {
        let (pool, place) = (number / BATCHES, (number % BATCHES) as usize);
        if self.present[headset]
            .as_ref()
            .is_none_or(|known| known.0 != pool)
        {
            let size = self.batch * BATCHES as usize;
            let examples = self.draw(headset, u64::from(pool), size, false);
            self.present[headset] = Some((pool, examples));
        }
        let examples = self.present[headset]
            .as_ref()
            .map_or(&[][..], |known| &known.1);
        let from = (place * self.batch).min(examples.len());
        &examples[from..(from + self.batch).min(examples.len())]
    }

    /// Draws examples of random games of a headset, in random order.
    pub fn draw(&self, headset: usize, index: u64, size: usize, validation: bool) -> Vec<Example> {
        let purpose = if validation {
            "validation pool"
        } else {
            "pool"
        };
        let index = index << 8 | headset as u64;
        let mut stream = streams::open(self.seed, purpose, index);
        let games = self.data.set(headset, validation);
        let mut examples: Vec<Example> = Vec::with_capacity(size);
        let mut drawn = 0_u64;
        let of_game = if validation { VALIDATED } else { TAKEN };
        // Each round draws as many games as could be enough.
        while examples.len() < size && drawn < 100_000 {
            let left = size - examples.len();
            let round: Vec<(usize, u64)> = (0..left.div_ceil(of_game) as u64)
                .map(|more| {
                    (
                        games[streams::below(&mut stream, games.len())],
                        drawn + more,
                    )
                })
                .collect();
            drawn += round.len() as u64;
            let found = each(&round, self.threads, |&(number, draw)| {
                let game = self.data.game(number);
                let mut stream =
                    streams::open(streams::derive(self.seed, purpose, index), "subset", draw);
                let sides = self.data.sides(headset, game);
                let mut found = extract(game, self.limit, &mut stream);
                found.retain(|one| sides.contains(&one.color));
                // Few of each game: those of one game are much alike.
                streams::shuffle(&mut stream, &mut found);
                found.truncate(of_game);
                for one in &mut found {
                    for &plane in self.without {
                        one.example.synopsis.planes[plane] = 0;
                    }
                }
                found
            });
            examples.extend(found.into_iter().flatten().map(|one| one.example));
        }
        streams::shuffle(&mut stream, &mut examples);
        examples.truncate(size);
        examples
    }
}
