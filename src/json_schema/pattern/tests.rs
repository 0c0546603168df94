use super::{Refusal, longest_text};

/// Patterns that are published and used everywhere.
const ORDINARY: [(&str, &str); 34] = [
    ("slug", "^[a-z0-9]+(?:-[a-z0-9]+)*$"),
    ("slug with groups", "^([a-z0-9]+(-[a-z0-9]+)*)$"),
    ("e-mail, simple", r"^[^\s@]+@[^\s@]+\.[^\s@]+$"),
    ("e-mail, usual", r"^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\.[a-zA-Z]{2,}$"),
    (
        "e-mail, HTML",
        r"^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$",
    ),
    ("day", r"^\d{4}-\d{2}-\d{2}$"),
    ("day, strict", r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$"),
    ("moment", r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$"),
    ("UUID", "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-5][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$"),
    ("IPv4, short", r"^(\d{1,3}\.){3}\d{1,3}$"),
    ("IPv4, strict", r"^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$"),
    ("IPv6, plain", "^(?:[0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}$"),
    ("MAC", "^([0-9A-Fa-f]{2}[:-]){5}([0-9A-Fa-f]{2})$"),
    ("base64", "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"),
    (
        "semantic version",
        r"^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$",
    ),
    ("identifier", "^[A-Za-z_][A-Za-z0-9_]*$"),
    ("tool name", "^[A-Za-z0-9_-]{1,64}$"),
    ("package name", r"^(?:@[a-z0-9-*~][a-z0-9-*._~]*/)?[a-z0-9-~][a-z0-9-._~]*$"),
    ("host name", r"^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$"),
    ("URL", r"^https?://[^\s/$.?#].[^\s]*$"),
    ("data URL", r"^data:([\w/+-]+);base64,[A-Za-z0-9+/]+=*$"),
    ("phone, E.164", r"^\+[1-9]\d{1,14}$"),
    ("phone, loose", r"^[+]?[(]?[0-9]{3}[)]?[-\s.]?[0-9]{3}[-\s.]?[0-9]{4,6}$"),
    ("postcode", r"^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$"),
    ("password", r"^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[@$!%*?&])[A-Za-z\d@$!%*?&]{8,}$"),
    ("price", r"^\d+(\.\d{1,2})?$"),
    ("thousands", r"^\$?\d{1,3}(,\d{3})*(\.\d+)?$"),
    ("words", r"^\w+(\s\w+)*$"),
    ("a person's name", r"^\p{L}+(?:[ '-]\p{L}+)*$"),
    ("quoted text", r#"^"(?:[^"\\]|\\.)*"$"#),
    ("a comment", r"/\*[\s\S]*?\*/"),
    ("no end in sight", r"^(?:(?!-->)[\s\S])*$"),
    ("letters, then more", "^[A-Z]{1,20}[A-Z0-9]{0,30}[a-zA-Z0-9]{0,30}$"),
    ("a path of JSON pointers", "^(?:/(?:[^~/]|~0|~1)*)*$"),
];

#[test]
fn published_patterns_pass() {
    for (name, pattern) in ORDINARY {
        let longest = longest_text(pattern);
        assert!(longest.is_ok_and(|longest| longest >= 400), "{name}: {longest:?}");
    }
}

#[test]
fn what_takes_exponential_time_is_refused() {
    for pattern in [
        "(a|a)*",
        "(a|a)*$",
        "^(a+)+$",
        "(a*)*b",
        "(.*)*x",
        "([a-zA-Z]+)*$",
        "(a|aa)+$",
        "(a|a?)+$",
        "(?:a+b?)*c",
        "^(([a-z])+.)+[A-Z]([a-z])+$",
        r"(\w+\s?)*$",
        r"^(\d+,?)*$",
        r"(x+x+)+y",
        "(ab|ab)*",
        "(ab|a|b)*",
        r"(?:[a-z]|\w)*!",
        r"([\s\S]|.)*!",
        "(a*b*)*c",
        "(a?b?)*(a|b)c*d|(a|ab|b)+$",
        "(?=(a+)+$)b",
        "x(?!(a|a)*y)z",
        "(a{1,30}){1,30}$",
        "(a{0,99}){50}",
        "(a?){60}a",
        "a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "^(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)$",
        "(a(|))*b",
        "(?:(a)\\1)*b",
        r"(\p{L}|\p{Lu})*!",
        r"(\x61|\u0061)*",
        r"(\u{61}|a)*",
        "([a-c]|[b-d])*",
        "([^a]|[^b])*",
        "(?<name>a+)+b",
        "^(?:a|(?:b|(?:c|a)))*$",
        r"^([a-z0-9]+(-?[a-z0-9]+)*)$",
    ] {
        assert_eq!(longest_text(pattern), Err(Refusal::Catastrophic), "{pattern}");
    }
}

#[test]
fn loops_in_a_row_limit_the_text() {
    for (pattern, longest) in [
        ("abc", u32::MAX),
        ("^a*$", u32::MAX),
        ("^a*b*$", u32::MAX),
        ("^(a|b)*c$", u32::MAX),
        ("a*b", 5_000),
        ("^a*a*$", 5_000),
        (r"^\s+|\s+$", 5_000),
        (r"^.*x.*$", 5_000),
        ("^a*a*a*$", 400),
        (r"^.*=.*;.*$", 400),
        (r"^\d*\.\d*\.\d*$", u32::MAX),
        (r"^(a)\1$", u32::MAX),
        (r"^(a+)\1b$", 5_000),
        ("^(?=.*a)b*$", 5_000),
    ] {
        assert_eq!(longest_text(pattern), Ok(longest), "{pattern}");
    }
}

#[test]
fn what_looks_dangerous_and_is_not_passes() {
    for pattern in [
        "^(a+b)+$",
        "^(a|b)+$",
        "^(ab|ac)*$",
        "^(?:a{3})+$",
        "^(?:a{2}b?)+$",
        "^(a[^a]+)*$",
        r"^(?:\d+\.)*\d+$",
        "^(?:(?:a|b)c)*$",
        r"^(\w{3})*$",
        "^[a+]+$",
        "^(?:[^,]*,)*[^,]*$",
        r"^([^\\]|\\.)*$",
        "^[*+?{}]*$",
        "^{a}*$",
        r"^[\]\-^]*$",
        r"^\cA*$",
        "^(?:)*$",
        "",
        "a{0}b",
    ] {
        assert!(longest_text(pattern).is_ok(), "{pattern}: {:?}", longest_text(pattern));
    }
}

#[test]
fn what_is_too_large_is_refused() {
    let deep = "(".repeat(50) + "a" + &")".repeat(50);
    let wide = "(?:".to_owned() + &vec!["a"; 700].join("|") + ")*";
    let long = "[a-z]{99}".repeat(16);
    let many_loops = "a*".repeat(9) + "b";
    for pattern in ["a".repeat(2_001), deep, wide, long, "(?i:a)".to_owned()] {
        assert_eq!(longest_text(&pattern), Err(Refusal::TooLarge));
    }
    assert!(longest_text(&many_loops).is_err());
    assert!(longest_text(&"a".repeat(500)).is_ok());
}

#[test]
fn no_pattern_takes_long_to_look_at() {
    let started = std::time::Instant::now();
    let alternatives =
        |count: usize| (0..count).map(|one| format!("[a-{}]x", char::from(b'b' + one as u8 % 24)));
    let star = |count: usize| format!("(?:{})*", alternatives(count).collect::<Vec<_>>().join("|"));
    for pattern in [star(40), star(64), "a?".repeat(300), "[a-z]{1,99}".repeat(5), "(?:a?){99}".repeat(6)] {
        let _ = longest_text(&pattern);
    }
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}
