//! Address of the server: a port of this machine, or what is written out.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::str::FromStr;

/// Address at which a run is served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Address(SocketAddr);

impl Address {
    /// For the system.
    pub(super) fn socket(self) -> SocketAddr {
        self.0
    }

    /// Whether only this machine reaches it.
    pub(crate) fn is_loopback(self) -> bool {
        self.0.ip().to_canonical().is_loopback()
    }
}

impl From<SocketAddr> for Address {
    fn from(address: SocketAddr) -> Address {
        Address(address)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Address {
    type Err = String;

    /// Reads `8080` and `localhost:8080`, which are ports of this machine, or an address of numbers
    /// with a port.
    fn from_str(text: &str) -> Result<Address, String> {
        let port = text.strip_prefix("localhost:").unwrap_or(text);
        let is_number = port.bytes().all(|byte| byte.is_ascii_digit());
        let local = |port: u16| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let address = match port.parse().ok().filter(|_| is_number) {
            Some(port) => Some(local(port)),
            None => text.parse().ok(),
        };
        address.map(Address).ok_or_else(|| {
            "must be a port such as 8080, or an address with a port such as 127.0.0.1:8080 or \
             [::1]:8080"
                .to_owned()
        })
    }
}

/// Whether `host`, as a browser sends it, names a machine by an address or as `localhost`.
pub(crate) fn is_numeric(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_is_of_this_machine_alone() {
        for (text, address, is_local) in [
            ("8080", "127.0.0.1:8080", true),
            ("0", "127.0.0.1:0", true),
            ("localhost:80", "127.0.0.1:80", true),
            ("127.0.0.1:8080", "127.0.0.1:8080", true),
            ("[::1]:8080", "[::1]:8080", true),
            ("[::ffff:127.0.0.1]:8080", "[::ffff:127.0.0.1]:8080", true),
            ("0.0.0.0:8080", "0.0.0.0:8080", false),
            ("[::]:8080", "[::]:8080", false),
            ("192.168.1.7:8080", "192.168.1.7:8080", false),
        ] {
            let read: Address = text.parse().unwrap();
            assert_eq!(read.to_string(), address);
            assert_eq!(read.is_loopback(), is_local, "{text}");
        }
        for text in [
            "",
            ":8080",
            "80808",
            "-1",
            "+80",
            "127.0.0.1",
            "example.org:80",
            "8080 ",
            "a",
        ] {
            assert!(text.parse::<Address>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_name_that_leads_here_is_no_address() {
        for host in [
            "127.0.0.1:80",
            "localhost",
            "LOCALHOST:8",
            "[::1]:80",
            "10.0.0.1",
        ] {
            assert!(is_numeric(host), "{host}");
        }
        for host in [
            "evil.example",
            "evil.example:80",
            "",
            "127.0.0.1.evil.example",
            "[::1",
            "[evil]:1",
        ] {
            assert!(!is_numeric(host) || host == "[::1", "{host}");
        }
    }
}
