//! A game with an umpire between two own players: each asks its sensible tries in turn, one from
//! the first down and one from the last up, until one is played.

use darkforge_engine::player::Player;
use darkforge_kriegspiel::umpire::{Announcement, Answer, ICC, Question, View};
use darkforge_lab::kriegspiel::play;

struct First;
struct Last;

fn sensible(view: &View) -> impl DoubleEndedIterator<Item = Question> {
    let mut tries = Vec::new();
    view.sensible(&mut tries);
    tries.retain(|asked| !view.refused().contains(asked));
    tries.into_iter().map(Question::Try)
}

impl Player for First {
    fn choose(&mut self, view: &View) -> Option<Question> {
        sensible(view).next()
    }
    fn answered(&mut self, _view: &View, _question: Question, _answer: &Answer) {}
    fn opponent_moved(&mut self, _view: &View, _said: &Announcement) {}
}

impl Player for Last {
    fn choose(&mut self, view: &View) -> Option<Question> {
        sensible(view).next_back()
    }
    fn answered(&mut self, _view: &View, _question: Question, _answer: &Answer) {}
    fn opponent_moved(&mut self, _view: &View, _said: &Announcement) {}
}

fn main() {
    let game = play(&ICC, 200, &mut First, &mut Last);
    println!("{:?} after {} plies", game.outcome, game.plies);
}
