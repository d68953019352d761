//! Parents of individuals, generation by generation.
//!
//! ```
//! use darkforge::report::plot::lineage::{self, Member};
//! let folder = tempfile::tempdir()?;
//! let stem = folder.path().join("plot");
//! let father = Member { generation: 0, rank: 0, father: None, ancestor: true };
//! let child = Member { generation: 1, rank: 0, father: Some((0, 0)), ancestor: true };
//! lineage::draw(&stem, &[father, child])?;
//! assert!(folder.path().join("plot.svg").is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::Path;

use anyhow::ensure;

use super::chart::{Axis, Sizes, axes, dots, line, ticks};
use super::theme::{self, BLUE, Canvas, Entry, FAINT, Figure, GRID, Mark, Page, VERMILLION};

/// Number of generations above which individuals have no dots.
const MOST_DOTS: usize = 80;

/// One individual in one generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its generation.
    pub generation: u32,
    /// Its rank there, from 1.
    pub rank: u32,
    /// Generation and rank of its father, or of itself in the generation before.
    pub father: Option<(u32, u32)>,
    /// Whether it is the last champion or one of its ancestors.
    pub ancestor: bool,
}

/// Draws the ancestry of `members`, the best of each generation above, to `STEM.svg` and
/// `STEM.png`.
///
/// # Errors
/// If there is no member, or a file cannot be written.
pub fn draw(stem: &Path, members: &[Member]) -> anyhow::Result<()> {
    ensure!(!members.is_empty(), "no ancestry to draw");
    theme::save(stem, &Lineage { members })
}

struct Lineage<'a> {
    members: &'a [Member],
}

impl Figure for Lineage<'_> {
    fn paint<DB: Canvas>(&self, page: &Page<DB>) -> anyhow::Result<()> {
        let legend = [
            Entry::new(
                Mark::Line,
                VERMILLION,
                "the last champion and its ancestors",
            ),
            Entry::new(Mark::Line, FAINT, "from parent to child, or survival"),
            Entry::new(Mark::Fill, BLUE, "an individual"),
        ];
        let title = "Ancestry of individuals, the best of each generation on top";
        let body = theme::header(page, title, &legend)?;
        let last = self.members.iter().map(|member| member.generation).max();
        let last = f64::from(last.unwrap_or(0));
        let lowest = self.members.iter().map(|member| member.rank).max();
        let lowest = f64::from(lowest.unwrap_or(1));
        let room = 0.02 * last.max(1.0);
        let x = Axis {
            name: "generation".to_owned(),
            lo: -room,
            hi: last + room,
            ticks: ticks(0.0, last, 12, 1.0),
        };
        let y = Axis {
            name: "rank in the generation".to_owned(),
            lo: lowest + 0.6,
            hi: 0.4,
            ticks: ticks(1.0, lowest, 17, 1.0),
        };
        let sizes = Sizes::USUAL;
        let mut chart = axes(&body, &x, &y, sizes)?;
        let place = |generation: u32, rank: u32| (f64::from(generation), f64::from(rank));
        let few = last < MOST_DOTS as f64;
        let link = |member: &Member| {
            let (generation, rank) = member.father?;
            Some(vec![
                place(generation, rank),
                place(member.generation, member.rank),
            ])
        };
        let others = self.members.iter().filter(|member| !member.ancestor);
        for points in others.filter_map(link) {
            let colour = if few { FAINT } else { GRID };
            line(&mut chart, points, colour, 0.8)?;
        }
        if few {
            let all = self.members.iter();
            let all = all.map(|member| place(member.generation, member.rank));
            dots(&mut chart, all, BLUE, 4.0)?;
        }
        let ancestors = || self.members.iter().filter(|member| member.ancestor);
        for points in ancestors().filter_map(link) {
            line(&mut chart, points, VERMILLION, 3.0)?;
        }
        let radius = if few { 6.0 } else { 3.0 };
        let places = ancestors().map(|member| place(member.generation, member.rank));
        dots(&mut chart, places, VERMILLION, radius)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::plot::check::{assert_text, drawn, refused};

    #[test]
    fn one_generation_and_many_can_be_drawn() {
        for generations in [1, 120] {
            let members: Vec<Member> = (0..generations)
                .flat_map(|generation: u32| {
                    (1..=4).map(move |rank| Member {
                        generation,
                        rank,
                        father: generation.checked_sub(1).map(|before| (before, 1)),
                        ancestor: rank == 1,
                    })
                })
                .collect();
            let svg = drawn(|stem| draw(stem, &members));
            assert_text(&svg, "the last champion and its ancestors");
        }
        assert_eq!(refused(|stem| draw(stem, &[])), "no ancestry to draw");
    }
}
