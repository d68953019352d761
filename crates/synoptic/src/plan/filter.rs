//! Filter: believed sets of positions from the other side's view, for every moment of the game (paper,
//! Algorithms 2 and 4).
//!
//! A moment is one of three in each turn: the other side is about to sense, is about to move, and has moved. Each has the
//! positions that are possible for the player, X, and particles: sets of positions that are possible for the
//! other side. What the player learns later takes positions away from earlier moments too; particles that fit none of
//! those left are replaced, the oldest moments first.

use std::collections::HashSet;
use std::rc::Rc;

use darkforge_board::Square;
use darkforge_recon::belief::{Hidden, Own, Replies};
use darkforge_recon::referee::{Report, revise};
use darkforge_streams::{self as streams, Stream};

use super::bandit::Bandit;
use super::judge::{Judge, Question};
use super::tree::{Node, Tree};
use crate::action::Action;
use crate::infostate::{Infostate, Stage, packed};
use crate::memory::Memory;

/// Constants of a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilterOptions {
    /// Particles of a moment.
    pub particles: usize,
    /// Positions of a particle.
    pub limit: usize,
    /// Draws in a row that may not fit before a single position is taken: the paper's k.
    pub persistence: usize,
    /// Moments that are kept, three in a turn; earlier ones do not change any more.
    pub moments: usize,
    /// Positions of a moment up to which it is filtered by later ones.
    pub filtered: usize,
}

/// The event between a moment and the one before it.
#[derive(Clone, Copy, Debug)]
enum Event {
    /// The first moment.
    Start,
    /// The player moved.
    Moved(Report),
    /// The other side sensed.
    Sensed,
    /// The other side moved.
    EnemyMoved(Option<Square>),
}

/// A set of positions from the other side's view, with what the network says of it.
#[derive(Debug)]
pub struct Particle {
    /// The set; its own men are the other side's.
    pub state: Infostate,
    judged: std::cell::OnceCell<Node>,
}

impl Particle {
    fn new(state: Infostate) -> Rc<Particle> {
        Rc::new(Particle {
            state,
            judged: std::cell::OnceCell::new(),
        })
    }
}

/// A moment.
struct Moment {
    event: Event,
    /// The player's men.
    own: Own,
    /// Positions that are possible for the player.
    set: Vec<Hidden>,
    hashes: HashSet<u64>,
    particles: Vec<Rc<Particle>>,
}

impl Moment {
    fn new(event: Event, own: Own, set: Vec<Hidden>) -> Moment {
        let hashes = set.iter().map(Hidden::hash).collect();
        Moment {
            event,
            own,
            set,
            hashes,
            particles: Vec::new(),
        }
    }

    fn fits(&self, state: &Infostate) -> bool {
        self.hashes.contains(&packed(&state.own).hash())
    }

    /// Keeps some positions; returns whether one was lost.
    fn retain(&mut self, keep: impl FnMut(&Hidden) -> bool) -> bool {
        let before = self.set.len();
        let whole = std::mem::take(&mut self.set);
        let mut keep = keep;
        self.set = whole
            .iter()
            .filter(|hidden| keep(hidden))
            .copied()
            .collect();
        if self.set.is_empty() {
            // A sample may contradict a later one: then it stays as it is.
            self.set = whole;
        }
        if self.set.len() == before {
            return false;
        }
        self.hashes = self.set.iter().map(Hidden::hash).collect();
        let hashes = &self.hashes;
        self.particles
            .retain(|particle| hashes.contains(&packed(&particle.state.own).hash()));
        true
    }
}

/// The moments of a game.
pub struct Filter {
    options: FilterOptions,
    moments: Vec<Moment>,
}

impl Filter {
    /// The first moment of the player whose men are `own`: the other side's men stand at the start.
    pub fn new(own: Own, options: FilterOptions) -> Filter {
        let enemy = Infostate::start(!own.color);
        let mut first = Moment::new(Event::Start, own, vec![packed(&enemy.own)]);
        first.particles = vec![Particle::new(enemy)];
        Filter {
            options,
            moments: vec![first],
        }
    }

    /// Particles of the last moment, to be chosen from.
    pub fn particles(&self) -> &[Rc<Particle>] {
        self.moments.last().map_or(&[], |moment| &moment.particles)
    }

    /// Takes the player's move; `set` has the positions after it and `own` the men.
    pub fn moved(&mut self, report: Report, own: Own, set: Vec<Hidden>) {
        self.add(Moment::new(Event::Moved(report), own, set));
    }

    /// Takes the other side's turn.
    pub fn enemy_moved(&mut self, capture: Option<Square>, own: Own, set: Vec<Hidden>) {
        if let Some(last) = self.moments.last() {
            let (men, before) = (last.own, last.set.clone());
            self.moments.push(Moment::new(Event::Sensed, men, before));
        }
        self.add(Moment::new(Event::EnemyMoved(capture), own, set));
    }

    /// Takes the positions that are left after the player's sense.
    pub fn sensed(&mut self, set: &[Hidden]) {
        let left: HashSet<u64> = set.iter().map(Hidden::hash).collect();
        if let Some(last) = self.moments.last_mut()
            && last.retain(|hidden| left.contains(&hidden.hash()))
        {
            self.filter_back();
        }
    }

    fn add(&mut self, moment: Moment) {
        self.moments.push(moment);
        self.filter_back();
        let more = self
            .moments
            .len()
            .saturating_sub(self.options.moments.max(4));
        self.moments.drain(..more);
        if more > 0 {
            self.moments[0].event = Event::Start;
        }
    }

    /// Takes away positions of earlier moments from which none of the later ones follows.
    fn filter_back(&mut self) {
        for later in (1..self.moments.len()).rev() {
            let (before, after) = self.moments.split_at_mut(later);
            let (Some(before), Some(after)) = (before.last_mut(), after.first()) else {
                return;
            };
            if before.set.len() > self.options.filtered {
                return;
            }
            let own = before.own;
            let changed = match after.event {
                Event::Start => false,
                Event::Sensed => before.retain(|hidden| after.hashes.contains(&hidden.hash())),
                Event::EnemyMoved(capture) => {
                    let replies = Replies::new(&own, capture);
                    before.retain(|hidden| {
                        let mut leads = false;
                        replies.each(hidden, |next| leads |= after.hashes.contains(&next.hash()));
                        leads
                    })
                }
                Event::Moved(report) => before.retain(|hidden| {
                    let next = after_own_move(&own, hidden, report);
                    next.is_some_and(|next| after.hashes.contains(&next.hash()))
                }),
            };
            // The last moment has just come, so the one before it always has to be looked at.
            if !changed && later + 1 < self.moments.len() {
                return;
            }
        }
    }

    /// Fills every moment with particles, the oldest first.
    pub fn fill(&mut self, bandit: &Bandit, judge: &mut Judge, tree: &Tree, stream: &mut Stream) {
        for place in 1..self.moments.len() {
            let (before, after) = self.moments.split_at_mut(place);
            let (before, after) = (&before[place - 1], &mut after[0]);
            let mut draw = Draw {
                options: self.options,
                bandit,
                judge: &mut *judge,
                tree,
                stream: &mut *stream,
            };
            while after.particles.len() < self.options.particles {
                let state = draw.sample(before, after);
                after.particles.push(Particle::new(state));
            }
        }
    }
}

#[cfg(test)]
impl Filter {
    /// Whether each moment has its particles, each of them fits the moment, and the player's men are among what the other
    /// side takes for possible.
    pub(super) fn is_sound(&self) -> bool {
        self.moments.iter().skip(1).all(|moment| {
            let own = packed(&moment.own);
            moment.particles.len() == self.options.particles
                && moment.particles.iter().all(|particle| {
                    let state = &particle.state;
                    let knows = state.hidden.iter().any(|hidden| hidden.is(&own));
                    moment.fits(state) && knows && state.hidden.len() <= self.options.limit
                })
        })
    }

    /// Positions of each moment.
    pub(super) fn sizes(&self) -> Vec<usize> {
        self.moments.iter().map(|moment| moment.set.len()).collect()
    }
}

/// A position after the player's move, if that is what the report says.
fn after_own_move(own: &Own, hidden: &Hidden, report: Report) -> Option<Hidden> {
    let side = own.side(hidden.squares(), hidden.passed());
    let taken = report.asked.0.and_then(|asked| revise(&side, asked));
    let fits = taken.map(|taken| taken.step.asked()) == report.taken.0
        && taken.and_then(|taken| taken.capture) == report.capture;
    fits.then(|| match report.capture {
        Some(square) => hidden.passing().without(!own.color, square),
        None => hidden.passing(),
    })
}

/// The draw of one particle (paper, Algorithm 2).
struct Draw<'a> {
    options: FilterOptions,
    bandit: &'a Bandit,
    judge: &'a mut Judge,
    tree: &'a Tree,
    stream: &'a mut Stream,
}

impl Draw<'_> {
    fn sample(&mut self, before: &Moment, after: &Moment) -> Infostate {
        for _ in 0..=self.options.persistence {
            if before.particles.is_empty() {
                break;
            }
            let place = streams::below(self.stream, before.particles.len());
            let particle = &before.particles[place];
            let next = match after.event {
                Event::Start => None,
                Event::Moved(report) => {
                    Some(self.after_player(particle, report.capture, &after.own))
                }
                Event::Sensed => self.after_sense(particle, &before.own),
                Event::EnemyMoved(capture) => self.after_move(particle, &before.own, capture),
            };
            if let Some(next) = next
                && after.fits(&next)
            {
                return next;
            }
        }
        self.single(after)
    }

    /// One random position of the moment.
    fn single(&mut self, after: &Moment) -> Infostate {
        let place = streams::below(self.stream, after.set.len());
        let hidden = &after.set[place];
        let stage = match after.event {
            Event::Sensed => Stage::Move,
            _ => Stage::Sense,
        };
        Infostate {
            own: Own {
                color: !after.own.color,
                men: hidden.men(),
                castling: hidden.castling(),
                passed: hidden.passed(),
            },
            hidden: vec![packed(&after.own)],
            stage,
            memory: Memory::default(),
        }
    }

    /// The player moved: the other side hears of a capture alone.
    fn after_player(
        &mut self,
        particle: &Particle,
        capture: Option<Square>,
        own: &Own,
    ) -> Infostate {
        let mut next = particle.state.clone();
        next.enemy_moved(capture, Some(packed(own)), self.options.limit, self.stream);
        next
    }

    fn after_sense(&mut self, particle: &Particle, own: &Own) -> Option<Infostate> {
        let Action::Sense(square) = self.action(particle) else {
            return None;
        };
        let mut next = particle.state.clone();
        next.sense(square, &packed(own));
        Some(next)
    }

    fn after_move(
        &mut self,
        particle: &Particle,
        own: &Own,
        heard: Option<Square>,
    ) -> Option<Infostate> {
        let asked = match self.action(particle) {
            Action::Ask(asked) => Some(asked),
            Action::Pass => None,
            Action::Sense(_) => return None,
        };
        let enemy = &particle.state.own;
        let side = enemy.side(own.squares(), own.passed);
        let taken = asked.and_then(|asked| revise(&side, asked));
        if taken.and_then(|taken| taken.capture) != heard {
            return None;
        }
        let mut next = particle.state.clone();
        next.moved(asked, taken);
        Some(next)
    }

    /// An action of the other side.
    fn action(&mut self, particle: &Particle) -> Action {
        let node = particle.judged.get_or_init(|| {
            let state = &particle.state;
            let question = Question::new(state, state.key(), self.judge.other);
            self.judge.judge(vec![question]).remove(0)
        });
        let visited = self.tree.get(node.key);
        let arms = visited
            .filter(|other| other.actions == node.actions)
            .map_or(&node.arms, |other| &other.arms);
        let place = self
            .bandit
            .choose(&node.policy, arms, node.value, false, self.stream);
        node.actions[place]
    }
}
