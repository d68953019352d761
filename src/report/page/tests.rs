use super::*;

#[test]
fn todo() {}
