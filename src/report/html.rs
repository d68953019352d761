//! Text for pages: escaped, and put into templates.

/// Text for HTML, also inside an attribute.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// `template` with `text` in the place of each `{{name}}`. In one pass, so that no text can
/// name another: names of players are anybody's.
pub(super) fn filled(template: &str, parts: &[(&str, &str)]) -> String {
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
    fn nothing_of_a_name_is_markup() {
        assert_eq!(
            escape("<a href='\"'>&"),
            "&lt;a href=&#39;&quot;&#39;&gt;&amp;"
        );
    }
}
