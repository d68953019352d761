//! Numbers: those of a network, and the order in which its convolutions read them.

use std::ops::Deref;
use std::sync::OnceLock;

use super::kernel::Taps;
use super::shape::{Conv, Layout};

/// The numbers of a network, in the order of its layout's parts.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    all: Vec<f32>,
    /// Weights of each convolution, made when they are used first.
    taps: Vec<OnceLock<Taps>>,
}

impl Numbers {
    pub(super) fn new(all: Vec<f32>, layout: &Layout) -> Numbers {
        Numbers {
            all,
            taps: vec![OnceLock::new(); layout.convs],
        }
    }

    /// To be changed.
    pub(super) fn change(&mut self) -> &mut [f32] {
        for taps in &mut self.taps {
            taps.take();
        }
        &mut self.all
    }

    /// The weights of a convolution.
    pub(super) fn taps(&self, conv: &Conv) -> &Taps {
        self.taps[conv.index].get_or_init(|| Taps::of(conv.weights(&self.all), conv.sizes))
    }
}

impl Deref for Numbers {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        &self.all
    }
}
