//! Values of keys that a config leaves out, where several kinds of config have the key.

use super::PLY_LIMIT;

pub(super) fn one() -> u64 {
    1
}

pub(super) fn icc() -> String {
    "icc".to_owned()
}

pub(super) fn ply_limit() -> u32 {
    PLY_LIMIT
}
