//! Arbitrary bytes as lines of the protocol: what can be read is written, and reads as the same line.

#![no_main]

use std::fmt::{Debug, Display};
use std::str::FromStr;

use darkforge_kriegspiel::protocol::{Order, Reply};
use libfuzzer_sys::fuzz_target;

fn check<T: Debug + Display + PartialEq + FromStr<Err: Debug>>(line: &str) {
    if let Ok(read) = line.parse::<T>() {
        let again = read.to_string().parse::<T>();
        assert_eq!(again.expect("what was written can be read"), read);
    }
}

fuzz_target!(|text: &str| {
    for line in text.lines() {
        check::<Order>(line);
        check::<Reply>(line);
    }
});
