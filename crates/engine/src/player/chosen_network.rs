//! Networks that a user chose, as the option `network`.

use std::path::Path;
use std::sync::Arc;

use super::definition::SpecError;
use crate::options::Value;
use crate::policy::{Policy, WON};
use darkforge_synoptic::network::Network;

/// The text for play without a network.
const OFF: &str = "off";

/// A network and its file.
#[derive(Clone, Debug)]
pub struct ChosenNetwork {
    /// The file, as the user wrote it.
    name: String,
    /// The network and its hash; `None` before files are loaded.
    loaded: Option<(Arc<Network>, u64)>,
}

impl ChosenNetwork {
    /// The option: sets the name, and [`load`](ChosenNetwork::load) opens the network.
    pub(super) fn option(chosen: &mut Option<ChosenNetwork>) -> Value<'_> {
        let shown = chosen.as_ref().map_or(OFF, |network| &network.name);
        Value::new(shown.to_owned(), "off|FILE", |name| {
            *chosen = (name != OFF).then(|| ChosenNetwork {
                name: name.to_owned(),
                loaded: None,
            });
            Ok(())
        })
    }

    /// Opens the network, if there is one.
    pub(super) fn load(chosen: &mut Option<ChosenNetwork>) -> Result<(), SpecError> {
        let Some(chosen) = chosen else {
            return Ok(());
        };
        let network = Network::load(Path::new(&chosen.name)).map_err(SpecError::library)?;
        let hash = network.fingerprint();
        let headsets = network.shape().headsets.join(", ");
        let network = Arc::new(network);
        if Policy::new(Arc::clone(&network)).is_none() {
            return Err(SpecError::library(format!(
                "network={}: its headsets are {headsets}; it must have '{WON}', as `train_policy` makes it",
                chosen.name
            )));
        }
        chosen.loaded = Some((network, hash));
        Ok(())
    }

    /// The policy for a game, if there is one.
    pub(super) fn policy(chosen: Option<&ChosenNetwork>) -> Option<Policy> {
        let (network, _) = chosen?.loaded.as_ref()?;
        Policy::new(Arc::clone(network))
    }

    /// The network's hash.
    pub(super) fn fingerprint(&self) -> Option<u64> {
        Some(self.loaded.as_ref()?.1)
    }
}
