//! Who provides `modelContext` in this page.

use js_sys::{Function, JsString};
use wasm_bindgen::prelude::*;

use crate::js;

#[wasm_bindgen]
extern "C" {
    /// `document` or `navigator`: a page may have put a getter there that throws.
    type Holder;
    #[wasm_bindgen(method, getter, catch, js_name = modelContext)]
    fn model_context(this: &Holder) -> Result<Option<JsValue>, JsValue>;

    type Methods;
    #[wasm_bindgen(method, getter, catch, js_name = executeTool)]
    fn execute_tool(this: &Methods) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, getter, catch, js_name = invokeTool)]
    fn invoke_tool(this: &Methods) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, getter, catch, js_name = getTools)]
    fn get_tools(this: &Methods) -> Result<Option<JsValue>, JsValue>;

    #[wasm_bindgen(js_namespace = ["Function", "prototype", "toString"], js_name = call, catch)]
    fn source_of(function: &Function) -> Result<Option<JsString>, JsValue>;
}

thread_local! {
    static DOCUMENT: JsString = JsString::from("document");
    static NAVIGATOR: JsString = JsString::from("navigator");
    static POLYFILL_BRAND: JsString = JsString::from("webmcp-exec.polyfill");
    static MCPB_MARKER: JsString = JsString::from("__isWebMCPPolyfill");
}

/// A page's `modelContext` and the way in which it is called.
#[derive(Clone, Debug)]
pub struct ModelContext {
    pub(super) object: JsValue,
    pub(super) get_tools: Function,
    pub(super) call: Function,
    pub(super) provider: Provider,
}

/// Who provides a page's `modelContext`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Provider {
    /// The browser itself.
    Native,
    /// Our polyfill.
    Polyfill,
    /// Firefox's preview: `invokeTool(name, args)` on `navigator.modelContext`.
    Preview,
    /// `@mcp-b/webmcp-polyfill`, known by its marker.
    McpB,
    /// Somebody else's polyfill, or a page's own wrapper.
    Other,
}

impl Provider {
    /// The provider as JavaScript reads it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::Polyfill => "polyfill",
            Self::Preview => "preview",
            Self::McpB | Self::Other => "other",
        }
    }
}

impl ModelContext {
    /// Finds the page's `modelContext`: the document's, else the navigator's, by the methods that it has
    /// (a polyfill may pass off the navigator's, which has others, as the document's).
    pub(crate) fn find() -> Result<Option<Self>, JsValue> {
        let mut thrown = None;
        for holder in [&DOCUMENT, &NAVIGATOR] {
            let holder = holder.with(|name| js::get(&js_sys::global(), name)).unwrap_or_default();
            if !js::is_object_like(&holder) {
                continue;
            }
            match holder.unchecked_ref::<Holder>().model_context() {
                Ok(Some(object)) if js::is_object_like(&object) => match Self::of(object) {
                    Ok(Some(context)) => return Ok(Some(context)),
                    Ok(None) => {}
                    Err(error) => thrown = thrown.or(Some(error)),
                },
                Ok(_) => {}
                Err(error) => thrown = thrown.or(Some(error)),
            }
        }
        thrown.map_or(Ok(None), Err)
    }

    fn of(object: JsValue) -> Result<Option<Self>, JsValue> {
        let methods: &Methods = object.unchecked_ref();
        let Some(get_tools) = function(methods.get_tools()?) else {
            return Ok(None);
        };
        if let Some(call) = function(methods.execute_tool()?) {
            let provider = if has_brand(&object) {
                Provider::Polyfill
            } else if MCPB_MARKER.with(|marker| js::get(&object, marker)).is_ok_and(|mark| mark == true) {
                Provider::McpB
            } else if is_native(&call) {
                Provider::Native
            } else {
                Provider::Other
            };
            return Ok(Some(Self { object, get_tools, call, provider }));
        }
        let call = function(methods.invoke_tool()?);
        Ok(call.map(|call| Self { object, get_tools, call, provider: Provider::Preview }))
    }
}

fn function(value: Option<JsValue>) -> Option<Function> {
    value?.dyn_into().ok()
}

fn has_brand(object: &JsValue) -> bool {
    let brand = POLYFILL_BRAND.with(js::symbol_for);
    js::get(object, &brand).is_ok_and(|internals| internals.is_object())
}

/// Whether a method is the browser's own. A bound function also prints as native code, but without a name.
fn is_native(method: &Function) -> bool {
    source_of(method).ok().flatten().is_some_and(|source| {
        source.starts_with("function executeTool()", 0) && source.includes("[native code]", 0)
    })
}
