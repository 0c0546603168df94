//! The permissions policy `tools`, as far as a document can read it: the `allow` attributes of frames whose parent it
//! can look into.
//!
//! A document cannot read the attribute of its own frame where the parent is of another origin, nor any header. What it
//! cannot read counts as allowed, for nothing is gained by it: two documents that both name the other's origin could
//! talk by `postMessage` all the same, and the embedder, which can read the attribute, honours it on its own side.
//!
//! <https://w3c.github.io/webappsec-permissions-policy/#iframe-allow-attribute>

use js_sys::JsString;
use wasm_bindgen::prelude::*;

use super::ModelContext;

#[wasm_bindgen]
extern "C" {
    /// An iframe, as far as its policy goes.
    type Container;
    #[wasm_bindgen(method, getter)]
    fn allow(this: &Container) -> String;
    /// The address it was given; empty for that of its parent.
    #[wasm_bindgen(method, getter)]
    fn source(this: &Container) -> JsString;
}

impl ModelContext {
    /// Refuses every method where the frame of this document does not allow it.
    pub(super) fn require_permission(&self) -> Result<(), JsValue> {
        let is_permitted = self.is_permitted.get().unwrap_or_else(|| {
            let is_permitted = self.is_allowed(&self.platform.window(), &self.platform.origin());
            self.is_permitted.set(Some(is_permitted));
            is_permitted
        });
        if is_permitted {
            return Ok(());
        }
        let message = "Access to the feature \"tools\" is disallowed by permissions policy.";
        Err(self.platform.exception("NotAllowedError", message))
    }

    /// Whether the document of a window, which has this origin, may have and call tools. A native API asks when the
    /// document is loaded; this is asked once for each, when it is first met.
    pub(super) fn is_allowed(&self, window: &JsValue, origin: &JsString) -> bool {
        let own = String::from(self.platform.origin());
        let mut window = window.clone();
        // Of the frames around it the origins are not known; they are taken for what their addresses say.
        let mut origin = Some(String::from(origin));
        while let Some(parent) = self.platform.parent(&window).filter(|parent| *parent != window) {
            let container = self.platform.container(&parent, &window);
            if container.is_null() {
                // `object`, `embed` and `frame` have no `allow`; an iframe in a closed shadow tree is not found.
                if origin.as_ref() != Some(&own) {
                    return false;
                }
            } else if !container.is_undefined() {
                let container: Container = container.unchecked_into();
                let source = self.platform.origin_of(&container.source()).map(String::from);
                let source = source.filter(|source| source != "null").unwrap_or_else(|| own.clone());
                let shown = origin.as_ref().unwrap_or(&source);
                let origin_of = |url: &str| self.platform.origin_of(&url.into()).map(String::from);
                if !allows(&container.allow(), shown, &own, &source, origin_of) {
                    return false;
                }
            }
            origin = None;
            window = parent;
        }
        true
    }
}

/// Whether an `allow` attribute lets a document of an origin have the feature, in a parent of the origin `own`.
fn allows(
    allow: &str,
    origin: &str,
    own: &str,
    source: &str,
    origin_of: impl Fn(&str) -> Option<String>,
) -> bool {
    // By bytes, since the searching of texts takes a kilobyte.
    for directive in allow.as_bytes().split(|byte| *byte == b';') {
        let words = directive.split(u8::is_ascii_whitespace);
        let mut words = words.filter_map(|word| str::from_utf8(word).ok()).filter(|word| !word.is_empty());
        if words.next() == Some("tools") {
            // The first of several counts; without a list it is that of the frame's address.
            let mut words = words.peekable();
            return (words.peek().is_none() && origin == source)
                || words.any(|word| match word {
                    "*" => true,
                    "'self'" => origin == own,
                    "'src'" => origin == source,
                    url => origin_of(url).is_some_and(|named| named == origin),
                });
        }
    }
    origin == own
}

#[cfg(test)]
mod tests {
    use super::allows;

    fn is_allowed(allow: &str, origin: &str) -> bool {
        let origin_of = |url: &str| url.starts_with("https://").then(|| url.trim_end_matches("/path").into());
        allows(allow, origin, "https://own", "https://widget", origin_of)
    }

    #[test]
    fn without_a_directive_only_the_same_origin_is_allowed() {
        for allow in ["", ";", "camera", "TOOLS", "toolsx *", "camera; tool"] {
            assert!(is_allowed(allow, "https://own"), "{allow}");
            assert!(!is_allowed(allow, "https://widget"), "{allow}");
        }
    }

    #[test]
    fn a_directive_without_a_list_allows_the_origin_of_the_address() {
        for allow in ["tools", " tools ;", "camera; tools", "tools 'src'", "camera 'none';\ttools"] {
            assert!(is_allowed(allow, "https://widget"), "{allow}");
            assert!(!is_allowed(allow, "https://other"), "{allow}");
        }
    }

    #[test]
    fn a_list_allows_whom_it_names() {
        assert!(is_allowed("tools *", "https://other"));
        assert!(is_allowed("tools https://a https://other/path", "https://other"));
        assert!(is_allowed("tools 'self'", "https://own"));
        assert!(!is_allowed("tools 'self'", "https://widget"));
        assert!(!is_allowed("tools https://a", "https://widget"));
        assert!(!is_allowed("tools 'none'", "https://own"));
        assert!(!is_allowed("tools garbage", "https://own"));
    }

    #[test]
    fn the_first_directive_counts() {
        assert!(!is_allowed("tools 'none'; tools *", "https://widget"));
        assert!(is_allowed("tools *; tools 'none'", "https://widget"));
    }
}
