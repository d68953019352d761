//! Beliefs: the positions that agree with all that a player saw.
