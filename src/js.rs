//! The JavaScript that the core calls, bound so that an exception leaks nothing.
//!
//! wasm-bindgen 0.2.130 keeps a table slot for every exception caught by an import that is declared as
//! `Result<JsValue, _>`; `Result<Option<JsValue>, _>` and `Result<(), _>` keep none. A call may throw on
//! every use (`JSON.parse` of a text result, a getter of a hostile object), so the forms of `js_sys` that
//! leak are not used for such calls; these are.
#![allow(dead_code, reason = "each of the two modules built from this crate uses its part")]

use js_sys::{Array, Function, JsString, Object, Promise};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = JSON, js_name = parse, catch)]
    fn parse(text: &JsValue) -> Result<Option<JsValue>, JsValue>;

    #[wasm_bindgen(js_namespace = JSON, js_name = stringify, catch)]
    fn stringify(value: &JsValue) -> Result<Option<JsString>, JsValue>;

    #[wasm_bindgen(js_name = String, catch)]
    fn string(value: &JsValue) -> Result<Option<JsString>, JsValue>;

    #[wasm_bindgen(js_namespace = Reflect, js_name = get, catch)]
    fn reflect_get(target: &JsValue, key: &JsValue) -> Result<Option<JsValue>, JsValue>;

    #[wasm_bindgen(js_namespace = Reflect, js_name = apply, catch)]
    fn reflect_apply(
        function: &JsValue,
        this: &JsValue,
        arguments: &Array,
    ) -> Result<Option<JsValue>, JsValue>;

    #[wasm_bindgen(thread_local_v2, js_name = RegExp)]
    static REG_EXP: JsValue;
    #[wasm_bindgen(js_namespace = Reflect, js_name = construct, catch)]
    fn construct(constructor: &JsValue, arguments: &Array) -> Result<Option<JsValue>, JsValue>;

    #[wasm_bindgen(js_namespace = Object, js_name = entries, catch)]
    fn object_entries(source: &JsValue) -> Result<Option<Array>, JsValue>;
    #[wasm_bindgen(js_namespace = Object, js_name = fromEntries, catch)]
    fn object_from_entries(entries: &Array) -> Result<Option<Object>, JsValue>;

    #[wasm_bindgen(js_namespace = ["Object", "prototype", "toString"], js_name = call, catch)]
    fn class_of(value: &JsValue) -> Result<Option<JsString>, JsValue>;
    #[wasm_bindgen(js_namespace = Array, js_name = isArray, catch)]
    fn array_is_array(value: &JsValue) -> Result<bool, JsValue>;

    /// `Promise.resolve(value)`: the promise itself, or a promise that follows a thenable of any realm.
    #[wasm_bindgen(js_namespace = Promise, js_name = resolve, catch)]
    fn promise_resolve(value: &JsValue) -> Result<Option<Promise>, JsValue>;

    /// `Symbol.for(key)`.
    #[wasm_bindgen(js_namespace = Symbol, js_name = "for")]
    pub(crate) fn symbol_for(key: &JsString) -> JsValue;

    #[wasm_bindgen(extends = js_sys::Error, js_name = TypeError)]
    #[derive(Clone, Debug)]
    pub(crate) type TypeError;
    #[wasm_bindgen(constructor, js_class = "TypeError")]
    pub(crate) fn new(message: &JsString) -> TypeError;

    type Mappable;
    #[wasm_bindgen(method, catch)]
    fn map(this: &Mappable, mapper: &Function) -> Result<Option<Array>, JsValue>;
    #[wasm_bindgen(js_namespace = Array, js_name = from, catch)]
    fn array_copy(items: &JsValue) -> Result<Option<Array>, JsValue>;
    #[wasm_bindgen(js_namespace = ["Reflect", "apply"], js_name = bind)]
    fn bind_reflect_apply(
        this: &JsValue,
        function: &JsValue,
        this_argument: &JsValue,
        arguments: &Array,
    ) -> Function;

    #[wasm_bindgen(js_name = Promise)]
    type Thenable;
    #[wasm_bindgen(method, catch, js_name = then)]
    fn react(this: &Thenable, fulfilled: &Function, rejected: &Function) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn then(this: &Thenable, fulfilled: &Function, rejected: &Function) -> Result<Option<JsValue>, JsValue>;

    type Bindable;
    #[wasm_bindgen(method)]
    fn bind(this: &Bindable, this_argument: &JsValue, state: &JsValue) -> Function;

    /// The one function that every realm has and that does nothing.
    #[wasm_bindgen(thread_local_v2, js_namespace = Function, js_name = prototype)]
    static NOTHING: Function;

    /// `Reflect.get` itself.
    #[wasm_bindgen(thread_local_v2, js_namespace = Reflect, js_name = get)]
    static REFLECT_GET: Function;

    /// A `DOMException` of this realm; its constructor never throws for two strings.
    #[wasm_bindgen(extends = js_sys::Error, js_name = DOMException)]
    #[derive(Clone, Debug)]
    pub(crate) type DomException;

    #[wasm_bindgen(constructor, js_class = "DOMException")]
    pub(crate) fn new(message: &JsString, name: &str) -> DomException;
}

/// `JSON.parse`; `null` is `Ok(JsValue::NULL)`.
pub(crate) fn json_parse(text: &JsValue) -> Result<JsValue, JsValue> {
    parse(text).map(|value| value.unwrap_or(JsValue::NULL))
}

/// `JSON.stringify`; `Ok(None)` where the value has no JSON text (`undefined`, a function, a symbol).
pub(crate) fn json_stringify(value: &JsValue) -> Result<Option<JsString>, JsValue> {
    stringify(value)
}

/// `String(value)`, which throws for an object that has no way to become a string.
pub(crate) fn to_string(value: &JsValue) -> Result<JsString, JsValue> {
    string(value).map(Option::unwrap_or_default)
}

/// `target[key]`; both `undefined` and `null` are `undefined`. Throws where `target` is no object.
pub(crate) fn get(target: &JsValue, key: &JsValue) -> Result<JsValue, JsValue> {
    reflect_get(target, key).map(Option::unwrap_or_default)
}

/// A member; of what has none, and of what cannot be read, `undefined`.
pub(crate) fn member(value: &JsValue, key: &str) -> JsValue {
    get(value, &key.into()).unwrap_or_default()
}

/// `target[key]`, where `null` and `undefined` have to be told apart.
pub(crate) fn get_exactly(target: &JsValue, key: &JsValue) -> Result<JsValue, JsValue> {
    REFLECT_GET.with(|get| apply_exactly(get, &JsValue::UNDEFINED, &Array::of2(target, key)))
}

/// `function.apply(this, arguments)`; both `undefined` and `null` come back as `undefined`.
pub(crate) fn apply(function: &JsValue, this: &JsValue, arguments: &Array) -> Result<JsValue, JsValue> {
    reflect_apply(function, this, arguments).map(Option::unwrap_or_default)
}

/// The same, where `null` and `undefined` have to be told apart: the value travels in an array.
pub(crate) fn apply_exactly(
    function: &JsValue,
    this: &JsValue,
    arguments: &Array,
) -> Result<JsValue, JsValue> {
    let call = bind_reflect_apply(&JsValue::UNDEFINED, function, this, arguments);
    let returned = Array::of1(&JsValue::UNDEFINED).unchecked_ref::<Mappable>().map(&call)?;
    Ok(returned.map(|values| values.get(0)).unwrap_or_default())
}

/// `{ ...source }`. Not `Object.assign`, by which a member named `__proto__` (JSON has such) becomes the prototype.
pub(crate) fn shallow_copy(source: &JsValue) -> Result<Object, JsValue> {
    let entries = object_entries(source)?.unwrap_or_default();
    object_from_entries(&entries).map(Option::unwrap_or_default)
}

/// Sets an own property of an object that the core made itself, which cannot fail.
pub(crate) fn set(target: &JsValue, key: &str, value: &JsValue) {
    let descriptor = PropertyDescriptor::new();
    descriptor.set_value(value);
    descriptor.set_configurable(true);
    descriptor.set_enumerable(true);
    descriptor.set_writable(true);
    let _ = define_property(target, &key.into(), &descriptor);
}

/// An object of these members, without those that are `undefined`.
pub(crate) fn object_of(members: &[(&str, &JsValue)]) -> JsValue {
    let object = Object::new();
    for (key, value) in members.iter().filter(|(_, value)| !value.is_undefined()) {
        set(&object, key, value);
    }
    object.into()
}

/// Defines an own property that enumeration does not show.
pub(crate) fn set_hidden(target: &JsValue, key: &JsValue, value: &JsValue) {
    let descriptor = PropertyDescriptor::new();
    descriptor.set_value(value);
    descriptor.set_configurable(true);
    descriptor.set_enumerable(false);
    descriptor.set_writable(true);
    let _ = define_property(target, key, &descriptor);
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(extends = Object, js_name = Object)]
    type PropertyDescriptor;

    #[wasm_bindgen(constructor, js_class = "Object")]
    fn new() -> PropertyDescriptor;
    #[wasm_bindgen(method, setter)]
    fn set_value(this: &PropertyDescriptor, value: &JsValue);
    #[wasm_bindgen(method, setter)]
    fn set_configurable(this: &PropertyDescriptor, value: bool);
    #[wasm_bindgen(method, setter)]
    fn set_enumerable(this: &PropertyDescriptor, value: bool);
    #[wasm_bindgen(method, setter)]
    fn set_writable(this: &PropertyDescriptor, value: bool);

    #[wasm_bindgen(js_namespace = Object, js_name = defineProperty, catch)]
    fn define_property(
        target: &JsValue,
        key: &JsValue,
        descriptor: &PropertyDescriptor,
    ) -> Result<(), JsValue>;
}

/// `Promise.resolve(value)`; a rejected promise where even that throws (a hostile `constructor` getter).
pub(crate) fn promise_of(value: &JsValue) -> Promise {
    match promise_resolve(value) {
        Ok(Some(promise)) => promise,
        Ok(None) => Promise::resolve(&JsValue::UNDEFINED),
        Err(error) => Promise::reject(&error),
    }
}

/// Waits for a promise without waiting: neither its value nor its rejection is heard of.
pub(crate) fn ignore(promise: &JsValue) {
    NOTHING.with(|nothing| then(&promise_of(promise), nothing, nothing));
}

/// A static function with a state bound before its arguments: what would be a closure for each use, but is collected
/// as any function is, which a closure of Rust's is only where it is told of it, and late.
pub(crate) fn bound<T: ?Sized>(
    function: &'static std::thread::LocalKey<Closure<T>>,
    state: &JsValue,
) -> Function {
    function.with(|function| function.as_ref().unchecked_ref::<Bindable>().bind(&JsValue::UNDEFINED, state))
}

/// The function that does nothing.
pub(crate) fn nothing() -> Function {
    NOTHING.with(Clone::clone)
}

/// Reports what a caller's function threw where nobody waits for it, as platforms do for listeners: an error event, or
/// the console where there is none (Node).
pub(crate) fn report_error(error: &JsValue) {
    let global = js_sys::global();
    let report = get(&global, &"reportError".into()).unwrap_or_default();
    let arguments = Array::of1(error);
    let _ = match report.is_function() {
        true => apply(&report, &global, &arguments),
        false => get(&global, &"console".into())
            .and_then(|console| apply(&get(&console, &"error".into())?, &console, &arguments)),
    };
}

/// Adds reactions to a promise; a promise that refuses them is reported as rejected for that reason.
pub(crate) fn then(promise: &Promise, fulfilled: &Function, rejected: &Function) {
    if let Err(error) = promise.unchecked_ref::<Thenable>().react(fulfilled, rejected) {
        let _ = apply(rejected, &JsValue::UNDEFINED, &Array::of1(&error));
    }
}

/// The promise of what the reactions return or throw.
pub(crate) fn chain(promise: &Promise, fulfilled: &Function, rejected: &Function) -> JsValue {
    match promise.unchecked_ref::<Thenable>().then(fulfilled, rejected) {
        Ok(chained) => chained.unwrap_or_default(),
        Err(error) => Promise::reject(&error).into(),
    }
}

/// Whether a value is an error, of whatever realm.
pub(crate) fn is_error(value: &JsValue) -> bool {
    is_object_like(value)
        && (matches!(class_of(value), Ok(Some(class)) if class == "[object Error]" || class == "[object DOMException]")
            // A class of errors may have given itself another name.
            || value.has_type::<js_sys::Error>())
}

/// Whether a value is an object that only has members: no array, no function, and none of the platform's own.
pub(crate) fn is_record(value: &JsValue) -> bool {
    value.is_object() && matches!(class_of(value), Ok(Some(class)) if class == "[object Object]")
}

/// `Array.isArray`, which throws for a revoked proxy.
pub(crate) fn is_array(value: &JsValue) -> bool {
    array_is_array(value).unwrap_or(false)
}

/// The items of an array or of anything like it in a new one, which can be read without care: of somebody
/// else's, every item and even its length may throw (a proxy, an accessor in place of an item).
pub(crate) fn copy_of(items: &JsValue) -> Result<Array, JsValue> {
    array_copy(items).map(Option::unwrap_or_default)
}

/// Whether a text is a regular expression, by today's grammar or by the older and laxer one.
pub(crate) fn is_pattern(source: &JsString) -> bool {
    let compiles = |flags: &str| {
        let arguments = Array::of2(source, &JsString::from(flags));
        REG_EXP.with(|constructor| construct(constructor, &arguments)).is_ok()
    };
    compiles("u") || compiles("")
}

/// Whether a value is an object or a function: something that can have members.
pub(crate) fn is_object_like(value: &JsValue) -> bool {
    value.is_object() || value.is_function()
}

/// The text that `console`, logs and messages show for a value: `String(value)`, or what stands in for it.
pub(crate) fn display(value: &JsValue) -> JsString {
    to_string(value).unwrap_or_else(|_| JsString::from("a value without a text"))
}
