//! The page that a test runs in: a provider that does as the test says, or the browser's own.
#![allow(dead_code, reason = "each test file uses its part")]

use js_sys::{Array, JSON, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

/// Puts a provider into the page. `execute` is the body of a function of `tool`, `args` and `options`.
pub(crate) fn provide(execute: &str) -> Page {
    let script = format!(
        "(() => {{
            const calls = [];
            const names = ['greet', 'other'];
            const value = {{
                getTools: async () => names.map((name) => ({{ name, description: name, window, origin }})),
                executeTool(tool, ...rest) {{
                    const [args, options] = rest;
                    calls.push({{ name: tool.name, args, options }});
                    {execute}
                }},
            }};
            Object.defineProperty(document, 'modelContext', {{ configurable: true, value }});
            return calls;
        }})()"
    );
    Page { calls: js_sys::eval(&script).unwrap().unchecked_into() }
}

pub(crate) fn without_provider() -> Page {
    let script = "for (const holder of [document, navigator]) {
            Object.defineProperty(holder, 'modelContext', { configurable: true, value: undefined });
        }
        []";
    Page { calls: js_sys::eval(script).unwrap().unchecked_into() }
}

/// The page with its provider, which goes with it.
pub(crate) struct Page {
    pub(crate) calls: Array,
}

impl Page {
    pub(crate) fn dispatches(&self) -> u32 {
        self.calls.length()
    }

    pub(crate) fn arguments(&self) -> String {
        let arguments = Reflect::get(&self.calls.get(0), &"args".into()).unwrap();
        JSON::stringify(&arguments).unwrap().into()
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        js_sys::eval("delete document.modelContext; delete navigator.modelContext").unwrap();
    }
}

/// The signal that the provider was given with a call.
impl Page {
    pub(crate) fn signal(&self, call: u32) -> web_sys::AbortSignal {
        let options = Reflect::get(&self.calls.get(call), &"options".into()).unwrap();
        Reflect::get(&options, &"signal".into()).unwrap().unchecked_into()
    }
}

/// Lets the page do what it has queued.
pub(crate) async fn task() {
    let task = js_sys::eval("new Promise((resolve) => setTimeout(resolve))").unwrap();
    JsFuture::from(Promise::from(task)).await.unwrap();
}

/// Waits in the page's own time.
pub(crate) async fn sleep(ms: u32) {
    let time = js_sys::eval(&format!("new Promise((resolve) => setTimeout(resolve, {ms}))")).unwrap();
    JsFuture::from(Promise::from(time)).await.unwrap();
}

/// Runs a script; its promise, if it gives one, is waited for.
pub(crate) async fn script(text: &str) -> JsValue {
    let value = js_sys::eval(text).unwrap();
    JsFuture::from(Promise::resolve(&value)).await.unwrap()
}
