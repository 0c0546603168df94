//! Whether this is a browser.

use crate::js;

/// Whether this runs in a browser, in a page or a worker of one; else on a server, as in Node.
pub(crate) fn is_browser() -> bool {
    let global = js_sys::global();
    let member = |name: &str| js::get(&global, &name.into()).unwrap_or_default();
    // Workers have no document, and module workers have this function all the same.
    js::is_object_like(&member("document")) || member("importScripts").is_function()
}
