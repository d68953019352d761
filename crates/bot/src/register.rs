//! Registration of a bot.

use serde::Serialize;

use super::client::{Client, Trouble};
use super::rules::ServerRules;
use super::token::Token;
use super::wire::Registered;

/// A new account.
#[derive(Clone, Debug, Serialize)]
pub struct Registration {
    /// Name of the account: letters, digits and underscores.
    pub username: String,
    /// Name that people see, at least three letters.
    pub display_name: String,
    /// Mail address of its owner.
    pub owner_email: String,
    /// A sentence or two on it.
    pub description: String,
    /// Whether people can choose it from a list.
    pub listed: bool,
    /// The rulesets that it plays, by the server's names.
    pub supported_rule_variants: Vec<&'static str>,
}

impl Registration {
    /// The account `username` of `owner_email`, which plays `rules`.
    pub fn new(username: &str, owner_email: &str, rules: &[ServerRules]) -> Registration {
        Registration {
            username: username.to_owned(),
            display_name: username.to_owned(),
            owner_email: owner_email.to_owned(),
            description: String::new(),
            listed: true,
            supported_rule_variants: rules.iter().map(|one| one.name()).collect(),
        }
    }
}

/// Registers a bot; returns its name as the server writes it, and its token.
///
/// # Errors
/// A refusal, such as a name that is taken, or no answer.
pub fn register(client: &mut Client, new: &Registration) -> Result<(String, Token), Trouble> {
    let path = "/auth/bots/register";
    let registered: Registered = client.post(path, new)?;
    let token = Token::of(&registered.api_token).ok_or_else(|| Trouble::Foreign {
        path: path.to_owned(),
        problem: "it has no token".to_owned(),
    })?;
    Ok((registered.username, token))
}
