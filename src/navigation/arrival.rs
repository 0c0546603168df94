//! The page to which a call's navigation led.

use js_sys::{Array, JsString};
use wasm_bindgen::prelude::*;

use super::storage::{self, number};
use super::{now, started, without_query};
use crate::js;

/// How long a record may be taken, in milliseconds.
const LIFETIME_MS: f64 = 120_000.0;

/// How long after a call came back a form that it sent may set out, in milliseconds.
const SETTING_OUT_MS: f64 = 1_000.0;

/// How far two documents' clocks may be apart, in milliseconds.
const ACCURACY_MS: f64 = 100.0;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = getEntriesByType, catch)]
    fn performance_entries(kind: &str) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(js_namespace = document, js_name = querySelectorAll, catch)]
    fn query_selector_all(selector: &str) -> Result<Option<JsValue>, JsValue>;
}

/// Whether a record may still be taken.
pub(super) fn is_current(record: &JsValue, now: f64) -> bool {
    number(record, "left").is_some_and(|left| (-ACCURACY_MS..=LIFETIME_MS).contains(&(now - left)))
}

/// The call that led to this page, with what the page offers, once; `None` for a page that was opened otherwise.
pub(crate) fn take() -> Option<JsValue> {
    // Most pages: nothing else has to be known.
    if storage::is_empty() {
        return None;
    }
    let now = now()?;
    let records = storage::read(|record| is_current(record, now));
    let page = Page::own();
    let led = |record: &JsValue| page.as_ref().is_some_and(|page| page.is_after(record));
    let record = records.iter().rev().find(led);
    let others: Array = records.iter().filter(|other| Some(other) != record.as_ref()).collect();
    storage::write(&others);
    let record = record?;
    let member = |name: &str| js::get(&record, &name.into()).unwrap_or_default();
    let args = Some(member("args")).filter(JsValue::is_string);
    let args = args.and_then(|text| js::json_parse(&text).ok()).unwrap_or_default();
    Some(js::object_of(&[
        ("name", &member("name")),
        ("args", &args),
        ("callId", &member("callId")),
        ("calledAt", &member("began")),
        ("data", &offered().into()),
    ]))
}

/// How this page was opened.
struct Page {
    started: f64,
    referrer: String,
    origin: String,
}

impl Page {
    /// `None` where it was not by a navigation of another page: a reload, the browser's back button, a typed address.
    fn own() -> Option<Self> {
        let global = js_sys::global();
        let member = |target: &JsValue, name: &str| js::get(target, &name.into()).ok();
        let entry = performance_entries("navigation").ok().flatten().and_then(|all| js::copy_of(&all).ok());
        let kind = entry.and_then(|entries| member(&entries.get(0), "type")).unwrap_or_default();
        if kind.is_string() && kind != "navigate" {
            return None;
        }
        let referrer = member(&member(&global, "document")?, "referrer")?;
        let origin = member(&member(&global, "location")?, "origin")?.as_string()?;
        Some(Self { started: started()?, referrer: without_query(&referrer)?, origin })
    }

    /// Whether the document that left the record went away for this page.
    fn is_after(&self, record: &JsValue) -> bool {
        let (Some(began), Some(left)) = (number(record, "began"), number(record, "left")) else {
            return false;
        };
        let latest = number(record, "ended").map_or(left, |ended| left.min(ended + SETTING_OUT_MS));
        let is_in_time = (began - ACCURACY_MS..=latest + ACCURACY_MS).contains(&self.started);
        let from = js::get(record, &"from".into()).ok().and_then(|from| from.as_string());
        // A policy may tell the next page no more than the origin.
        let is_referrer = |from: String| {
            self.referrer == from
                || self.referrer.strip_suffix('/') == Some(&*self.origin) && from.starts_with(&*self.origin)
        };
        is_in_time && from.is_some_and(is_referrer)
    }
}

/// What the document says in a form for machines; what cannot be read is passed over.
fn offered() -> Array {
    let scripts = query_selector_all("script[type='application/ld+json' i]").ok().flatten();
    let scripts = scripts.and_then(|scripts| js::copy_of(&scripts).ok()).unwrap_or_default();
    let text = JsString::from("textContent");
    scripts.iter().filter_map(|script| js::json_parse(&js::get(&script, &text).ok()?).ok()).collect()
}
