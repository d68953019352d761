//! HTML for pages: escaped text in templates. A page may run only the script that it was made with,
//! and loads nothing from elsewhere.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use sha2::{Digest as _, Sha256};

pub(super) use darkforge_kriegspiel::text::escape;

/// Requests that the script of a page may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asks {
    /// Nothing.
    Nothing,
    /// Whether the server that it came from still has it.
    ForItself,
}

/// The page of `template` with `script`, the only one that a browser runs in it: `{{policy}}`
/// becomes a content security policy with the script's hash, `{{script}}` the script in its
/// element.
pub(super) fn page(template: &str, script: &str, asks: Asks, parts: &[(&str, &str)]) -> String {
    let hash = STANDARD.encode(Sha256::digest(script));
    let connections = match asks {
        Asks::Nothing => "",
        Asks::ForItself => "connect-src 'self'; ",
    };
    let policy = format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         script-src 'sha256-{hash}'; style-src 'unsafe-inline'; font-src data:; img-src data:; \
         {connections}base-uri 'none'; form-action 'none'\">"
    );
    let element = format!("<script>{script}</script>");
    let own = [("policy", policy.as_str()), ("script", element.as_str())];
    filled(template, &[&own, parts].concat())
}

/// Characters of a path that need no escape in a link.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~')
    .remove(b'/');

/// A link to the file at `path` in the page's folder, whatever its name is, with that name.
pub(super) fn link(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    let target = utf8_percent_encode(path, PLAIN);
    format!("<a href=\"./{target}\">{}</a>", escape(name))
}

/// `template` with `text` in the place of each `{{name}}`, in one pass, so that no text can contain
/// a placeholder: names of players are arbitrary.
fn filled(template: &str, parts: &[(&str, &str)]) -> String {
    let texts: usize = parts.iter().map(|(_, text)| text.len()).sum();
    let mut page = String::with_capacity(template.len() + texts);
    let mut rest = template;
    while let Some(at) = rest.find("{{") {
        let (before, marked) = rest.split_at(at);
        page += before;
        let inside = &marked[2..];
        let named = parts.iter().find_map(|&(name, text)| {
            let after = inside.strip_prefix(name)?.strip_prefix("}}")?;
            Some((text, after))
        });
        let (text, after) = named.unwrap_or(("{{", inside));
        page += text;
        rest = after;
    }
    page + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_can_name_another() {
        let parts = [("a", "{{b}}"), ("b", "2")];
        assert_eq!(filled("{{a}}, {{b}}, {{c}}", &parts), "{{b}}, 2, {{c}}");
    }

    #[test]
    fn a_page_runs_its_own_script_and_no_other() {
        let template = "<head>{{policy}}</head>{{name}}{{script}}";
        let parts = [("name", "{{script}}")];
        let page = super::page(template, "alert(1)", Asks::Nothing, &parts);
        // printf 'alert(1)' | openssl dgst -sha256 -binary | base64
        let own = "script-src 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=';";
        assert!(
            page.contains(own) && page.contains("default-src 'none';"),
            "{page}"
        );
        assert_eq!(page.matches("<script>alert(1)</script>").count(), 1);
        assert!(!page.contains("connect-src"), "it asks for nothing");
        let page = super::page(template, "alert(1)", Asks::ForItself, &parts);
        assert!(page.contains(own) && page.contains("connect-src 'self';"));
    }

    #[test]
    fn a_link_is_to_a_file_of_the_folder_whatever_its_name() {
        assert_eq!(
            link("javascript:alert(1)//\"<.csv"),
            "<a href=\"./javascript%3Aalert%281%29//%22%3C.csv\">&quot;&lt;.csv</a>"
        );
        assert_eq!(
            link("plots/elo.svg"),
            "<a href=\"./plots/elo.svg\">elo.svg</a>"
        );
    }

    #[test]
    fn nothing_of_a_name_is_markup() {
        assert_eq!(
            escape("<a href='\"'>&"),
            "&lt;a href=&#39;&quot;&#39;&gt;&amp;"
        );
        assert_eq!(escape("\u{202e}a\0"), "\\u202ea\\u0000");
    }
}
