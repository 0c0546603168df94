//! Origins that a page may name in `exposedTo` and `fromOrigins`.

/// Whether a serialised origin is potentially trustworthy; `null`, an opaque origin, is not.
///
/// <https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy>
pub(super) fn is_potentially_trustworthy(origin: &str) -> bool {
    let is_secure = ["https://", "wss://", "file://", "chrome-extension://"]
        .iter()
        .any(|scheme| origin.starts_with(scheme));
    let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("ws://"));
    is_secure || authority.is_some_and(|authority| is_loopback(host(authority.as_bytes())))
}

/// The host without its port. The colons of an IPv6 address stand inside its brackets.
fn host(authority: &[u8]) -> &[u8] {
    let mut host = authority;
    while let [rest @ .., last] = host {
        match last {
            b'0'..=b'9' => host = rest,
            b':' => return rest,
            _ => break,
        }
    }
    authority
}

/// The URL parser has put the host into its normal form: lower case, four decimal numbers.
fn is_loopback(host: &[u8]) -> bool {
    host == b"localhost" || host.ends_with(b".localhost") || host == b"[::1]" || is_loopback_v4(host)
}

fn is_loopback_v4(host: &[u8]) -> bool {
    host.starts_with(b"127.") && host.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secure_schemes_and_loopback_hosts_are_trustworthy() {
        for origin in [
            "https://a.example",
            "https://a.example:8443",
            "wss://a.example",
            "file://",
            "http://localhost",
            "http://localhost:1",
            "http://app.localhost:3000",
            "http://127.0.0.1:80",
            "http://127.9.9.9",
            "http://[::1]:5000",
            "http://[::1]",
        ] {
            assert!(is_potentially_trustworthy(origin), "{origin}");
        }
    }

    #[test]
    fn the_rest_is_not() {
        for origin in [
            "",
            "null",
            "http://a.example",
            "http://localhost.a.example",
            "http://notlocalhost",
            "http://127.a.example",
            "http://128.0.0.1",
            "http://[::2]",
            "ftp://a.example",
        ] {
            assert!(!is_potentially_trustworthy(origin), "{origin}");
        }
    }
}
