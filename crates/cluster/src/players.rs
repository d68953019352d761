//! Players of jobs: their form in messages, which is written and read back once.

use std::collections::BTreeMap;

use crate::error::ClusterError;
use crate::job::{Contents, PlayerText};
use darkforge_engine::player::PlayerSpec;
use darkforge_lab::bout::Entrant;

/// Most players that are kept.
const MOST: usize = 4096;

/// Players by name.
#[derive(Debug, Default)]
pub(crate) struct Players(BTreeMap<String, Kept>);

#[derive(Debug)]
struct Kept {
    spec: PlayerSpec,
    text: PlayerText,
    contents: Contents,
}

impl Players {
    /// The message's form of a player, and the contents that it names.
    ///
    /// # Errors
    /// See [`PlayerText::of`].
    pub(crate) fn text(
        &mut self,
        entrant: &Entrant,
    ) -> Result<(&PlayerText, &Contents), ClusterError> {
        let is_kept = |kept: &Kept| kept.spec == entrant.spec;
        if !self.0.get(&entrant.name).is_some_and(is_kept) {
            if self.0.len() >= MOST {
                self.0.clear();
            }
            let mut contents = Contents::new();
            let text = PlayerText::of(entrant, &mut contents)?;
            let spec = entrant.spec.clone();
            let kept = Kept {
                spec,
                text,
                contents,
            };
            self.0.insert(entrant.name.clone(), kept);
        }
        let kept = &self.0[&entrant.name];
        Ok((&kept.text, &kept.contents))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_whose_weights_have_changed_is_written_again() {
        let mut players = Players::default();
        let mut digests = ["hand-made", "evolved", "hand-made"].map(|weights| {
            let entrant = Entrant {
                name: "i1".to_owned(),
                spec: format!("darkboard:weights={weights}").parse().unwrap(),
            };
            let (text, contents) = players.text(&entrant).unwrap();
            assert_eq!(text.entrant(contents).unwrap(), entrant);
            text.weights.clone().unwrap()
        });
        assert_eq!(digests[0], digests[2]);
        digests.sort();
        assert_ne!(digests[0], digests[2]);
    }
}
