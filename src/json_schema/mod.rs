//! Checks values against JSON Schema: what stands around the validator that the package bundles.
//!
//! It is a module of its own in the npm package, loaded when a check is asked for. The validator itself,
//! `@cfworker/json-schema`, is JavaScript; here is what makes it safe to use on schemas and values of others, and
//! what makes sentences of its findings:
//!
//! - a schema is copied ([`schema`]): bounded in depth and size, its patterns looked at ([`pattern`]);
//! - a value is taken as its JSON ([`value`]), bounded alike;
//! - what the validator found becomes [`Problem`]s ([`findings`], [`wording`]), without those that only say that
//!   something inside is wrong.

mod findings;
mod pattern;
mod schema;
mod value;
mod wording;

use js_sys::{Array, Function, Map, Object};
use wasm_bindgen::prelude::*;

use crate::js;
use crate::result::{ErrorCode, error_text, name_of_error};
use crate::sentences::joined;
use crate::validate::Problem;
use findings::Findings;
use schema::Schema;

#[wasm_bindgen]
extern "C" {
    /// A schema as `pkg-template/json-schema/entry.js` compiled it.
    #[wasm_bindgen(extends = Object)]
    #[derive(Clone, Debug)]
    type Validator;
    /// Every part of the schema by its address.
    #[wasm_bindgen(method, getter)]
    fn lookup(this: &Validator) -> Object;
    /// What the validator says of a value.
    #[wasm_bindgen(method, catch)]
    fn check(this: &Validator, value: &JsValue) -> Result<Option<Verdict>, JsValue>;

    #[wasm_bindgen(extends = Object)]
    #[derive(Clone, Debug)]
    type Verdict;
    #[wasm_bindgen(method, getter)]
    fn errors(this: &Verdict) -> Array;
    /// Whether some text was too long for its pattern to be tried.
    #[wasm_bindgen(method, getter)]
    fn untried(this: &Verdict) -> bool;

    /// What is kept of a schema object for as long as it lives.
    #[wasm_bindgen(js_name = WeakMap)]
    type Cache;
    #[wasm_bindgen(constructor, js_class = "WeakMap")]
    fn new() -> Cache;
    #[wasm_bindgen(method)]
    fn get(this: &Cache, schema: &JsValue) -> Option<Compiled>;
    #[wasm_bindgen(method)]
    fn set(this: &Cache, schema: &JsValue, compiled: &Compiled);

    #[wasm_bindgen(extends = Object, js_name = Object)]
    #[derive(Clone, Debug)]
    type Compiled;
    #[wasm_bindgen(constructor, js_class = "Object")]
    fn new() -> Compiled;
    #[wasm_bindgen(method, getter)]
    fn validator(this: &Compiled) -> Validator;
    #[wasm_bindgen(method, setter)]
    fn set_validator(this: &Compiled, validator: &Validator);
    #[wasm_bindgen(method, getter)]
    fn root(this: &Compiled) -> JsValue;
    #[wasm_bindgen(method, setter)]
    fn set_root(this: &Compiled, root: &JsValue);
    #[wasm_bindgen(method, getter)]
    fn patterns(this: &Compiled) -> Map;
    #[wasm_bindgen(method, setter)]
    fn set_patterns(this: &Compiled, patterns: &Map);
    #[wasm_bindgen(method, getter)]
    fn compares(this: &Compiled) -> bool;
    #[wasm_bindgen(method, setter)]
    fn set_compares(this: &Compiled, compares: bool);
}

thread_local! {
    static CACHE: Cache = Cache::new();
}

/// Everything that is wrong with a value, as an array of problems.
#[wasm_bindgen]
#[must_use]
pub fn validate(schema: &JsValue, value: &JsValue, compile: &Function) -> Array {
    Problem::to_js(&match problems(schema, value, compile) {
        Ok(problems) => problems,
        Err(problem) => vec![problem],
    })
}

/// The error is why the value could not be checked.
fn problems(schema: &JsValue, value: &JsValue, compile: &Function) -> Result<Vec<Problem>, Problem> {
    if schema.is_truthy() && schema.as_bool().is_some() {
        return Ok(Vec::new());
    }
    let compiled = match schema.is_object().then(|| CACHE.with(|cache| cache.get(schema))).flatten() {
        Some(compiled) => compiled,
        None => {
            let compiled = compiled(schema, compile)?;
            if schema.is_object() {
                CACHE.with(|cache| cache.set(schema, &compiled));
            }
            compiled
        }
    };
    let value = value::read(value, compiled.compares())?;
    let verdict = compiled.validator().check(&value).map_err(|error| unfinished(&error))?;
    let Some(verdict) = verdict else { return Ok(Vec::new()) };
    let findings = Findings {
        root: compiled.root(),
        lookup: compiled.validator().lookup(),
        patterns: compiled.patterns(),
        value,
    };
    let mut problems = findings.explain(&verdict.errors());
    if problems.is_empty() && verdict.untried() {
        let said = "has a text that is too long to be checked against its pattern";
        problems.push(Problem::at("", "pattern", ErrorCode::InvalidInput, said));
    }
    Ok(problems)
}

fn compiled(schema: &JsValue, compile: &Function) -> Result<Compiled, Problem> {
    let schema = Schema::read(schema)?;
    let arguments = Array::of3(&schema.root, &schema.draft.into(), &schema.patterns);
    let validator = js::apply(compile, &JsValue::UNDEFINED, &arguments).map_err(|error| {
        schema::unusable(&joined(&["cannot be read: ", &String::from(error_text(&error))]))
    })?;
    let validator: Validator = validator.unchecked_into();
    schema::check_references(&validator.lookup())?;
    let compiled = Compiled::new();
    compiled.set_root(&schema.root);
    compiled.set_validator(&validator);
    compiled.set_patterns(&schema.patterns);
    compiled.set_compares(schema.compares);
    Ok(compiled)
}

/// What an exception of the validator means: it counts its steps, and the engine its stack.
fn unfinished(error: &JsValue) -> Problem {
    if *error == "steps" {
        let said = "takes too many steps to be checked: it is too large, or its schema too intricate";
        return Problem::at("", "", ErrorCode::InvalidInput, said);
    }
    // Engines give the end of the stack either of these names.
    match name_of_error(error).as_str() {
        "RangeError" | "InternalError" => schema::unusable("has no end for this value, or too many problems"),
        _ => schema::unusable(&joined(&["cannot be used: ", &String::from(error_text(error))])),
    }
}
