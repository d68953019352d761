//! Numbers as people say them.

/// A whole number with commas: `40,128`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Seconds as people say them: `42 s`, `3 min 20 s`, `7 h 51 min`.
pub fn duration(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    match whole {
        0..60 => format!("{whole} s"),
        60..3600 => format!("{} min {} s", whole / 60, whole % 60),
        _ => format!("{} h {} min", whole / 3600, whole % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_said_as_people_say_them() {
        assert_eq!(thousands(40_128), "40,128");
        assert_eq!(thousands(999), "999");
        assert_eq!(duration(28_260.0), "7 h 51 min");
        assert_eq!(duration(200.4), "3 min 20 s");
    }
}
