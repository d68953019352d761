//! Address of the server's interface.

use std::fmt;
use std::str::FromStr;

/// Address of a server: everything that is ever contacted lies below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Api(String);

/// A text that is no address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct WrongApi(String);

impl Api {
    /// The address of `path`, which begins with a slash.
    pub(crate) fn at(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }

    /// Whether the token would cross a network in clear text.
    pub fn is_clear(&self) -> bool {
        let Some(rest) = self.0.strip_prefix("http://") else {
            return false;
        };
        let host = rest.split('/').next().unwrap_or_default();
        let name = match host.strip_prefix('[') {
            Some(six) => six.split(']').next().unwrap_or_default(),
            None => host.split(':').next().unwrap_or_default(),
        };
        let address = name.parse::<std::net::IpAddr>();
        !name.eq_ignore_ascii_case("localhost") && !address.is_ok_and(|ip| ip.is_loopback())
    }
}

impl FromStr for Api {
    type Err = WrongApi;

    fn from_str(text: &str) -> Result<Api, WrongApi> {
        let wrong = |problem: &str| Err(WrongApi(problem.to_owned()));
        let bare = text.trim_end_matches('/');
        let Some((scheme, rest)) = bare.split_once("://") else {
            return wrong("must begin with http:// or https://, such as http://127.0.0.1:18000");
        };
        match scheme {
            "http" => {}
            "https" if cfg!(feature = "https") => {}
            "https" => {
                return wrong(
                    "this build speaks no TLS: build darkforge with `--features https` for addresses that \
                     begin with https",
                );
            }
            _ => return wrong("must begin with http:// or https://"),
        }
        let host = rest.split('/').next().unwrap_or_default();
        let is_host = !host.is_empty() && !host.contains('@');
        let is_plain = |byte: u8| byte.is_ascii_graphic() && !b"?#\\\"<>".contains(&byte);
        if !is_host || !rest.bytes().all(is_plain) {
            return wrong(
                "must be a host, perhaps with a port and a path, without user, '?' and '#'",
            );
        }
        Ok(Api(bare.to_owned()))
    }
}

impl fmt::Display for Api {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_scheme_and_a_host_and_no_more_than_a_path() {
        let api: Api = "http://127.0.0.1:8000/api/".parse().unwrap();
        assert_eq!(api.at("/game/open"), "http://127.0.0.1:8000/api/game/open");
        for wrong in [
            "",
            "127.0.0.1:8000",
            "ftp://host",
            "http://",
            "http:///path",
            "http://user:word@host",
            "http://host/?a=b",
            "http://host/#part",
            "http://ho st",
            "http://host\n",
            "file:///etc/passwd",
        ] {
            assert!(wrong.parse::<Api>().is_err(), "{wrong:?}");
        }
        let secure = "https://host".parse::<Api>();
        assert_eq!(secure.is_ok(), cfg!(feature = "https"), "{secure:?}");
    }

    #[test]
    fn a_token_in_clear_text_is_noticed_outside_of_this_machine() {
        for (text, clear) in [
            ("http://127.0.0.1:8", false),
            ("http://[::1]:8", false),
            ("http://localhost", false),
            ("http://example.org", true),
            ("http://10.0.0.1:8/api", true),
        ] {
            assert_eq!(text.parse::<Api>().unwrap().is_clear(), clear, "{text}");
        }
    }
}
