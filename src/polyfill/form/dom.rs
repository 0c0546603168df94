//! What is asked of elements and done to them, by functions that `form-access.js` took before the page could
//! replace any.

use js_sys::{Array, JsString};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// The intrinsics of forms.
    #[derive(Debug)]
    pub type Dom;

    #[wasm_bindgen(method, js_name = localName)]
    pub(super) fn local_name(this: &Dom, element: &JsValue) -> String;

    /// The content of an attribute.
    #[wasm_bindgen(method)]
    pub(super) fn attribute(this: &Dom, element: &JsValue, name: &str) -> Option<String>;

    /// The value that the element's interface gives.
    #[wasm_bindgen(method)]
    pub(super) fn get(this: &Dom, element: &JsValue, key: &str) -> Option<JsValue>;

    #[wasm_bindgen(method)]
    pub(super) fn set(this: &Dom, element: &JsValue, key: &str, value: &JsValue);

    /// Calls a method that wants no argument.
    #[wasm_bindgen(method)]
    pub(super) fn call(this: &Dom, element: &JsValue, method: &str);

    #[wasm_bindgen(method, js_name = call)]
    fn call_with(this: &Dom, element: &JsValue, method: &str, argument: &JsValue) -> bool;

    #[wasm_bindgen(method, js_name = call)]
    fn closest(this: &Dom, element: &JsValue, method: &str, selector: &str) -> Option<JsValue>;

    /// The items of a collection, as they are now.
    #[wasm_bindgen(method)]
    pub(super) fn list(this: &Dom, collection: Option<&JsValue>) -> Array;

    /// The controls of a form in the order of the tree, image buttons among them.
    #[wasm_bindgen(method)]
    pub(super) fn controls(this: &Dom, form: &JsValue) -> Array;

    #[wasm_bindgen(method, js_name = isSubmitButton)]
    pub(super) fn is_submit_button(this: &Dom, control: &JsValue) -> bool;

    /// The text of a label without that of controls in it.
    #[wasm_bindgen(method, js_name = labelText)]
    pub(super) fn label_text(this: &Dom, label: &JsValue) -> String;

    /// What a control makes of a value: empty where it refuses it. The pattern is for kinds of controls that the
    /// browser does not know.
    #[wasm_bindgen(method)]
    pub(super) fn sanitized(this: &Dom, control: &JsValue, value: &str, pattern: Option<&str>) -> String;

    /// Whether a text is a regular expression, as the attribute `pattern` has them.
    #[wasm_bindgen(method, js_name = isPattern)]
    pub(super) fn is_pattern(this: &Dom, text: &str) -> bool;

    /// The names of an object's own members.
    #[wasm_bindgen(method)]
    pub(super) fn keys(this: &Dom, object: &JsValue) -> Array;

    /// Fires a bubbling event; what its listeners throw is reported, not thrown.
    #[wasm_bindgen(method)]
    pub(super) fn fire(this: &Dom, element: &JsValue, kind: &str, composed: bool);

    /// Marks a form, and listens to what becomes of it.
    #[wasm_bindgen(method)]
    pub(super) fn start(this: &Dom, form: &JsValue, button: Option<&JsValue>, index: u32, generation: u32);

    /// Undoes [`Dom::start`].
    #[wasm_bindgen(method)]
    pub(super) fn stop(this: &Dom, form: &JsValue, button: Option<&JsValue>);

    #[wasm_bindgen(method)]
    pub(super) fn submit(this: &Dom, form: &JsValue, button: Option<&JsValue>);

    /// Takes what a page has responded with to a submit event; later it may not respond.
    #[wasm_bindgen(method)]
    pub(super) fn close(this: &Dom, event: &JsValue) -> Option<JsValue>;

    #[wasm_bindgen(method, js_name = isPrevented)]
    pub(super) fn is_prevented(this: &Dom, event: &JsValue) -> bool;

    /// Has [`crate::polyfill::Core`] told how a response settles.
    #[wasm_bindgen(method)]
    pub(super) fn follow(this: &Dom, response: &JsValue, index: u32, generation: u32);

    /// Reports an exception to the window, as one that nobody catches.
    #[wasm_bindgen(method)]
    pub(super) fn report(this: &Dom, error: &JsValue);
}

impl Dom {
    pub(super) fn has_attribute(&self, element: &JsValue, name: &str) -> bool {
        self.attribute(element, name).is_some()
    }

    pub(super) fn matches(&self, element: &JsValue, selector: &str) -> bool {
        self.call_with(element, "matches", &selector.into())
    }

    pub(super) fn contains(&self, element: &JsValue, other: &JsValue) -> bool {
        self.call_with(element, "contains", other)
    }

    /// The `fieldset` that is nearest around all of these.
    pub(super) fn around(&self, element: &JsValue, all: &[JsValue]) -> Option<JsValue> {
        let around = self.closest(element, "closest", "fieldset")?;
        if all.iter().all(|each| self.contains(&around, each)) {
            return Some(around);
        }
        self.around(&self.get(&around, "parentElement")?, all)
    }

    /// A text that the element's interface gives.
    pub(super) fn text(&self, element: &JsValue, key: &str) -> String {
        self.get(element, key).and_then(|value| value.as_string()).unwrap_or_default()
    }

    pub(super) fn is_true(&self, element: &JsValue, key: &str) -> bool {
        self.get(element, key).is_some_and(|value| value.is_truthy())
    }
}

/// The white space of HTML, which has no no-break space in it.
pub(super) fn trim(text: &str) -> &str {
    text.trim_matches(|letter: char| letter.is_ascii_whitespace())
}

/// Only the names and the tags of objects are `JsString`s elsewhere; here every text is compared.
pub(super) fn texts(array: &Array) -> impl Iterator<Item = String> + '_ {
    array.iter().filter_map(|item| item.dyn_into::<JsString>().ok()).map(String::from)
}
