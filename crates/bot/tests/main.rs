//! The bot against a server of the tests on loopback, which does what servers and networks do: refuse,
//! delay, lose answers, and start again with less than they knew.

mod english;
mod live;
mod server;
