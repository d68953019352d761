//! Addresses of servers, with credentials from the environment.

use std::path::PathBuf;
use std::str::FromStr;

use async_nats::ConnectOptions;

use crate::error::ClusterError;

/// Variables with credentials and certificates, as the `nats` program has them.
pub const VARIABLES: [(&str, &str); 5] = [
    ("NATS_CREDS", "file of credentials (.creds)"),
    ("NATS_NKEY", "file of the seed of an NKey"),
    ("NATS_CA", "certificates of authorities, PEM"),
    ("NATS_CERT", "certificate of this client, PEM"),
    ("NATS_KEY", "private key of that certificate, PEM"),
];

/// Address of a server, or of several of one NATS cluster with commas between them.
#[derive(Clone, Debug)]
pub struct Server {
    /// Address without secrets.
    shown: String,
    addresses: Vec<async_nats::ServerAddr>,
    token: Option<String>,
    user: Option<(String, String)>,
}

impl FromStr for Server {
    type Err = String;

    fn from_str(text: &str) -> Result<Server, String> {
        let wrong = |problem: String| {
            format!(
                "{problem}; write a NATS address such as nats://host:4222, tls://host or \
                 nats://user:password@host"
            )
        };
        let addresses: Result<Vec<async_nats::ServerAddr>, _> =
            text.split(',').map(|one| one.trim().parse()).collect();
        let addresses = addresses.map_err(|error: std::io::Error| wrong(error.to_string()))?;
        for address in &addresses {
            if !["nats", "tls"].contains(&address.scheme()) {
                return Err(wrong(format!("{}:// is not supported", address.scheme())));
            }
            if address.host().is_empty() {
                return Err(wrong("there is no host".to_owned()));
            }
        }
        let shown = addresses.iter().map(|address| {
            format!(
                "{}://{}:{}",
                address.scheme(),
                address.host(),
                address.port()
            )
        });
        let first = addresses.first();
        let user = first.and_then(|one| one.username()).map(str::to_owned);
        let password = first.and_then(|one| one.password()).map(str::to_owned);
        let (token, user) = match (user, password) {
            (Some(user), Some(password)) => (None, Some((user, password))),
            (Some(token), None) => (Some(token), None),
            (None, _) => (None, None),
        };
        Ok(Server {
            shown: shown.collect::<Vec<_>>().join(","),
            addresses,
            token,
            user,
        })
    }
}

impl std::fmt::Display for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.shown)
    }
}

impl Server {
    /// The addresses.
    pub(crate) fn addresses(&self) -> &[async_nats::ServerAddr] {
        &self.addresses
    }

    /// Options of a connection with the credentials of this address and of [`VARIABLES`].
    ///
    /// # Errors
    /// A file that a variable names cannot be read.
    pub(crate) fn options(&self) -> Result<ConnectOptions, ClusterError> {
        let [creds, nkey, ca, cert, key] = VARIABLES.map(|(name, _)| {
            let value = std::env::var_os(name).filter(|value| !value.is_empty());
            value.map(PathBuf::from)
        });
        let read = |name: &str, path: &PathBuf| {
            std::fs::read_to_string(path).map_err(|error| {
                ClusterError::Address(format!("{name} {}: {error}", path.display()))
            })
        };
        let mut options = ConnectOptions::new();
        if let Some(token) = &self.token {
            options = options.token(token.clone());
        }
        if let Some((user, password)) = &self.user {
            options = options.user_and_password(user.clone(), password.clone());
        }
        if let Some(path) = &creds {
            let text = read("NATS_CREDS", path)?;
            options = options.credentials(&text).map_err(|error| {
                ClusterError::Address(format!("NATS_CREDS {}: {error}", path.display()))
            })?;
        }
        if let Some(path) = &nkey {
            options = options.nkey(read("NATS_NKEY", path)?.trim().to_owned());
        }
        if let Some(path) = ca {
            options = options.add_root_certificates(path);
        }
        match (cert, key) {
            (Some(cert), Some(key)) => options = options.add_client_certificate(cert, key),
            (None, None) => {}
            _ => {
                let problem = "set both NATS_CERT and NATS_KEY, or neither";
                return Err(ClusterError::Address(problem.to_owned()));
            }
        }
        if self
            .addresses
            .iter()
            .any(|address| address.scheme() == "tls")
        {
            options = options.require_tls(true);
        }
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_its_secrets() {
        let shown = |text: &str| text.parse::<Server>().map(|server| server.to_string());
        assert_eq!(shown("host").unwrap(), "nats://host:4222");
        assert_eq!(
            shown("nats://me:secret@host:1,tls://token@other").unwrap(),
            "nats://host:1,tls://other:4222"
        );
        for wrong in ["http://host", "nats://", "a b"] {
            let problem = shown(wrong).unwrap_err();
            assert!(problem.contains("nats://host:4222"), "{problem}");
        }
    }
}
