//! The optimisers by their names, each with its settings: a line for each.

use serde::{Deserialize, Serialize};

use crate::{
    ClopSettings, CmaEsSettings, KnockoutSettings, Optimiser, OutOfRange, Ranges, Space,
    SpsaSettings,
};

/// The settings of an optimiser. The file of an optimiser implements this for them, and a line
/// in the list of [`Method`] makes the optimiser known.
pub(crate) trait Start {
    /// Takes what all optimisers have: individuals in each generation, pairs of each duel.
    fn play(&mut self, individuals: usize, pairs: u64);

    /// Parameters that can be searched at most.
    fn most_dimensions(&self) -> usize {
        usize::MAX
    }

    /// Begins a search of `space` from the point `start`.
    fn start(&self, space: Space, start: &[f64], seed: u64) -> Box<dyn Optimiser>;
}

macro_rules! methods {
    ($( $(#[$about:meta])* $name:ident($settings:ty) = $kind:literal; )*) => {
        /// An optimiser's kind, with its settings.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "kind")]
        pub enum Method {
            $( $(#[$about])* #[serde(rename = $kind)] $name($settings), )*
        }

        impl Method {
            /// Names of all kinds.
            pub const KINDS: &[&str] = &[$( $kind ),*];

            /// Name of the kind.
            pub const fn kind(&self) -> &'static str {
                match self { $( Method::$name(_) => $kind, )* }
            }

            fn settings(&self) -> &dyn Start {
                match self { $( Method::$name(settings) => settings, )* }
            }

            /// Takes what all optimisers have: individuals in each generation, pairs of each duel.
            pub fn play(&mut self, individuals: usize, pairs: u64) {
                match self { $( Method::$name(settings) => settings.play(individuals, pairs), )* }
            }
        }

        /// The ranges of the keys of all kinds.
        impl Ranges for Method {
            fn right(key: &str) -> Option<String> {
                let rights = [$( <$settings>::right(key) ),*];
                rights.into_iter().flatten().next()
            }

            fn check(&self) -> Result<(), OutOfRange> {
                match self { $( Method::$name(settings) => settings.check(), )* }
            }
        }
    };
}

methods! {
    /// The thesis' knockout.
    Knockout(KnockoutSettings) = "knockout";
    /// Covariance matrix adaptation.
    CmaEs(CmaEsSettings) = "cma-es";
    /// Paired perturbations.
    Spsa(SpsaSettings) = "spsa";
    /// A quadratic model fitted to all duels, for few parameters.
    Clop(ClopSettings) = "clop";
}

impl Method {
    /// Parameters that can be searched at most.
    pub fn most_dimensions(&self) -> usize {
        self.settings().most_dimensions()
    }

    /// Begins a search of `space` from the point `start`.
    ///
    /// # Panics
    /// When the settings are out of their ranges.
    pub fn start(&self, space: Space, start: &[f64], seed: u64) -> Box<dyn Optimiser> {
        self.settings().start(space, start, seed)
    }
}
