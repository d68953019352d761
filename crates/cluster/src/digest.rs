//! Digests: short names of contents.

use sha2::{Digest as _, Sha256};

/// The first `digits` hexadecimal digits of the SHA-256 of all `parts`, each with its length.
pub(crate) fn digest(parts: &[&[u8]], digits: usize) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    let all = hash.finalize();
    let hex = all.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    let hex = hex.map(|digit| char::from_digit(u32::from(digit), 16).unwrap_or('0'));
    hex.take(digits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_told_apart() {
        assert_ne!(digest(&[b"ab", b"c"], 64), digest(&[b"a", b"bc"], 64));
        assert_eq!(digest(&[b"a"], 12), digest(&[b"a"], 64)[..12]);
    }
}
