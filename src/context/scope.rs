//! Which documents a caller asks for, as it says it and as providers take it.

use js_sys::{Array, JsString};
use wasm_bindgen::prelude::*;

use super::own_origin;
use crate::engine::Scope;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = URL)]
    type Url;
    #[wasm_bindgen(constructor, js_class = "URL", catch)]
    fn new(url: &JsString) -> Result<Url, JsValue>;
    #[wasm_bindgen(method, getter)]
    fn origin(this: &Url) -> JsValue;
}

/// The scope of a call; a tool of another site is asked for where its origin is named.
pub(crate) fn scope(
    origin: Option<JsValue>,
    window: Option<JsValue>,
    from: Option<JsValue>,
) -> Scope<JsValue> {
    let mut scope = Scope { origin, window, from };
    if let (Some(origin), None) = (&scope.origin, &scope.from)
        && *origin != own_origin()
    {
        // Tools of other sites are listed only for who asks for their site.
        scope.from = Some(Array::of1(origin).into());
    }
    scope
}

/// The origin of an address as browsers write it; `null` is that of documents without one.
pub(crate) fn serialized_origin(address: &JsString) -> Result<JsValue, JsValue> {
    match *address == "null" {
        true => Ok(address.clone().into()),
        false => Url::new(address).map(|url| Url::origin(&url)),
    }
}
