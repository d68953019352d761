//! Methods: the optimisers by name, each with its settings, a line for each.
//!
//! T is the thesis, see [the crate](crate).

use serde::{Deserialize, Serialize};

use crate::{
    ClopSettings, CmaEsSettings, Key, KeyKind, KnockoutSettings, Optimiser, OutOfRange, Ranges,
    Space, SpsaSettings,
};

/// Settings of an optimiser. The optimiser's file implements this trait for them, and a line in the
/// list of [`Method`] adds the optimiser.
pub(crate) trait Start {
    /// Sets what all optimisers have: individuals in each generation, pairs of each duel.
    fn play(&mut self, individuals: usize, pairs: u64);

    /// Greatest number of parameters.
    fn most_dimensions(&self) -> usize {
        usize::MAX
    }

    /// Whether searches can tell that they have converged.
    fn tells_convergence(&self) -> bool {
        false
    }

    /// Begins a search of `space` from the point `start`.
    fn start(&self, space: Space, start: &[f64], seed: u64) -> Box<dyn Optimiser>;
}

macro_rules! methods {
    ($( $(#[doc = $about:literal])* $name:ident($settings:ty) = $kind:literal; )*) => {
        /// Kind of an optimiser, with its settings.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "kind")]
        pub enum Method {
            $( $(#[doc = $about])* #[serde(rename = $kind)] $name($settings), )*
        }

        impl Method {
            /// Names of all kinds.
            pub const KINDS: &[&str] = &[$( $kind ),*];

            /// All kinds with their defaults, each with its meaning and its keys.
            pub fn all() -> Vec<(Method, &'static str, Vec<Key>)> {
                vec![$( (
                    Method::$name(<$settings>::default()),
                    concat!($($about),*).trim_start(),
                    <$settings>::keys(),
                ) ),*]
            }

            /// Name of the kind.
            pub const fn kind(&self) -> &'static str {
                match self { $( Method::$name(_) => $kind, )* }
            }

            fn settings(&self) -> &dyn Start {
                match self { $( Method::$name(settings) => settings, )* }
            }

            /// Sets what all optimisers have: individuals in each generation, pairs of each duel.
            pub fn play(&mut self, individuals: usize, pairs: u64) {
                match self { $( Method::$name(settings) => settings.play(individuals, pairs), )* }
            }
        }

        /// Ranges of the keys of all kinds.
        impl Ranges for Method {
            fn keys() -> Vec<Key> {
                [$( <$settings>::keys() ),*].concat()
            }

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

impl KeyKind for Method {
    fn in_words() -> String {
        Self::SECTION.to_owned()
    }
}

methods! {
    /// Knockout (section 7.7.1 of the thesis on Darkboard).
    Knockout(KnockoutSettings) = "knockout";
    /// CMA-ES: covariance matrix adaptation.
    CmaEs(CmaEsSettings) = "cma-es";
    /// SPSA: paired perturbations.
    Spsa(SpsaSettings) = "spsa";
    /// CLOP: a quadratic model fitted to all duels, for at most eight weights.
    Clop(ClopSettings) = "clop";
}

impl Method {
    /// Greatest number of parameters.
    pub fn most_dimensions(&self) -> usize {
        self.settings().most_dimensions()
    }

    /// Whether searches can tell that they have converged ([`Optimiser::converged`]).
    pub fn tells_convergence(&self) -> bool {
        self.settings().tells_convergence()
    }

    /// Begins a search of `space` from the point `start`.
    ///
    /// # Panics
    /// When the settings are out of their ranges.
    pub fn start(&self, space: Space, start: &[f64], seed: u64) -> Box<dyn Optimiser> {
        self.settings().start(space, start, seed)
    }
}
