//! Arbitrary bytes as a weight file: what can be read is written, and reads as the same weights.

#![no_main]

use darkforge_engine::darkboard::Weights;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(weights) = Weights::parse("weights", text) {
        let again = Weights::parse("again", &weights.to_toml("written"));
        assert_eq!(again.expect("what was written can be read"), weights);
    }
});
