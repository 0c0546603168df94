//! Who provides `modelContext` in this page.

use std::cell::{Cell, RefCell};
use std::ops::Deref;
use std::rc::Rc;

use js_sys::{Function, JsString};
use wasm_bindgen::prelude::*;

use super::own_document;
use crate::engine::Shape;
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
    static NAVIGATOR: JsString = JsString::from("navigator");
    static POLYFILL_BRAND: JsString = JsString::from("webmcp-exec.polyfill");
    static MCPB_MARKER: JsString = JsString::from("__isWebMCPPolyfill");
    /// The one that was found last. A page has one; a page that swaps it, or one of its functions, starts afresh.
    static LAST: RefCell<Option<ModelContext>> = const { RefCell::new(None) };
}

/// A page's `modelContext` and the way in which it is called.
#[derive(Clone, Debug)]
pub struct ModelContext(Rc<Known>);

/// What is known of one object and its two functions. It takes a look at their source text, and is kept.
#[derive(Debug)]
pub struct Known {
    pub(super) object: JsValue,
    pub(super) get_tools: Function,
    pub(super) call: Function,
    pub(super) provider: Provider,
    /// Whether both functions are the provider's own and it is one that tells of every change of its tools.
    pub(super) tells_changes: bool,
    /// In which shape it takes arguments, once that is known.
    pub(super) shape: Cell<Option<Shape>>,
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
        let navigator = || NAVIGATOR.with(|name| js::get(&js_sys::global(), name)).unwrap_or_default();
        for holder in [own_document as fn() -> JsValue, navigator] {
            let holder = holder();
            if !js::is_object_like(&holder) {
                continue;
            }
            match holder.unchecked_ref::<Holder>().model_context() {
                Ok(Some(object)) => match Self::of(object) {
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
        let last = LAST.with_borrow(Clone::clone).filter(|last| last.object == object);
        if last.is_none() && !js::is_object_like(&object) {
            return Ok(None);
        }
        let methods: &Methods = object.unchecked_ref();
        let (get_tools, execute_tool) = (methods.get_tools()?, methods.execute_tool()?);
        if let Some(last) = last
            && last.has(get_tools.as_ref(), execute_tool.as_ref())
        {
            return Ok(Some(last));
        }
        let Some(get_tools) = function(get_tools) else {
            return Ok(None);
        };
        let known = match function(execute_tool) {
            Some(call) => Known::of(object, get_tools, call),
            None => match function(methods.invoke_tool()?) {
                Some(call) => Known::of_preview(object, get_tools, call),
                None => return Ok(None),
            },
        };
        let found = Self(Rc::new(known));
        let forgotten = LAST.replace(Some(found.clone()));
        drop(forgotten);
        Ok(Some(found))
    }

    /// Whether it is the very same, found once.
    pub(super) fn is(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Deref for ModelContext {
    type Target = Known;

    fn deref(&self) -> &Known {
        &self.0
    }
}

impl Known {
    fn of_preview(object: JsValue, get_tools: Function, call: Function) -> Self {
        let (provider, shape) = (Provider::Preview, Cell::new(None));
        Self { object, get_tools, call, provider, tells_changes: false, shape }
    }

    fn of(object: JsValue, get_tools: Function, call: Function) -> Self {
        let brand = POLYFILL_BRAND.with(js::symbol_for);
        let polyfill = js::get(&object, &brand).ok().filter(JsValue::is_object);
        let (provider, tells_changes) = if let Some(polyfill) = polyfill {
            let own: &Methods = polyfill.unchecked_ref();
            let are_own = own.get_tools().is_ok_and(|own| own.as_ref() == Some(&get_tools))
                && own.execute_tool().is_ok_and(|own| own.as_ref() == Some(&call));
            (Provider::Polyfill, are_own)
        } else if MCPB_MARKER.with(|marker| js::get(&object, marker)).is_ok_and(|mark| mark == true) {
            (Provider::McpB, false)
        } else if is_native(&call, "function executeTool()") {
            (Provider::Native, is_native(&get_tools, "function getTools()"))
        } else {
            (Provider::Other, false)
        };
        Self { object, get_tools, call, provider, tells_changes, shape: Cell::new(None) }
    }

    /// The preview's is found anew each time.
    fn has(&self, get_tools: Option<&JsValue>, call: Option<&JsValue>) -> bool {
        get_tools == Some(self.get_tools.as_ref()) && call == Some(self.call.as_ref())
    }
}

fn function(value: Option<JsValue>) -> Option<Function> {
    value?.dyn_into().ok()
}

/// Whether a method is the browser's own. A bound function also prints as native code, but without a name.
fn is_native(method: &Function, beginning: &str) -> bool {
    source_of(method)
        .ok()
        .flatten()
        .is_some_and(|source| source.starts_with(beginning, 0) && source.includes("[native code]", 0))
}
