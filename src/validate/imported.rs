//! The validator that the npm package brings: a module of its own, imported when a check is first asked for.

use std::cell::RefCell;

use js_sys::{Array, Function};
use wasm_bindgen::prelude::*;

use super::{Checking, Problem, Validate};
use crate::js;
use crate::promise::{Settlement, settled};
use crate::result::{ErrorCode, error_text};
use crate::sentences::joined;

#[wasm_bindgen]
extern "C" {
    /// The module `validator.js`.
    type Module;
    #[wasm_bindgen(method, getter, catch)]
    fn validate(this: &Module) -> Result<Option<Function>, JsValue>;

    /// A `Problem` as that module writes it.
    type Written;
    #[wasm_bindgen(method, getter)]
    fn pointer(this: &Written) -> String;
    #[wasm_bindgen(method, getter)]
    fn keyword(this: &Written) -> String;
    #[wasm_bindgen(method, getter)]
    fn code(this: &Written) -> String;
    #[wasm_bindgen(method, getter)]
    fn message(this: &Written) -> String;
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

#[derive(Default)]
struct State {
    /// Imports the module.
    import: Option<Function>,
    /// Its function, once it is there.
    validate: Option<Function>,
}

/// Takes the function that imports the module, which is JavaScript's to write so that bundlers see it.
pub(crate) fn offer(import: Function) {
    STATE.with_borrow_mut(|state| state.import = Some(import));
}

/// Begins to load the validator, so that it is there when a check is asked for.
pub(crate) fn preload() {
    let import = STATE.with_borrow(|state| state.import.clone());
    if let Some(Ok(module)) = import.map(|import| js::apply(&import, &JsValue::UNDEFINED, &Array::new())) {
        js::ignore(&module);
    }
}

/// The validator of the npm package.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Imported;

impl Validate for Imported {
    fn validate<'a>(&'a self, schema: &'a JsValue, value: &'a JsValue) -> Checking<'a> {
        Box::pin(async move {
            let checked = match function().await {
                Ok(validate) => js::apply(&validate, &JsValue::UNDEFINED, &Array::of2(schema, value)),
                Err(error) => Err(error),
            };
            match checked {
                Ok(problems) => problems.unchecked_into::<Array>().iter().map(read).collect(),
                Err(error) => vec![unavailable(&error)],
            }
        })
    }
}

async fn function() -> Result<Function, JsValue> {
    let (import, known) = STATE.with_borrow(|state| (state.import.clone(), state.validate.clone()));
    if let Some(validate) = known {
        return Ok(validate);
    }
    let module = imported(import).await?;
    let validate = module.unchecked_ref::<Module>().validate()?.ok_or(module)?;
    STATE.with_borrow_mut(|state| state.validate = Some(validate.clone()));
    Ok(validate)
}

async fn imported(import: Option<Function>) -> Settlement {
    let import = import.ok_or(JsValue::UNDEFINED)?;
    settled(&js::apply(&import, &JsValue::UNDEFINED, &Array::new())?).await
}

fn read(written: JsValue) -> Problem {
    let written: &Written = written.unchecked_ref();
    Problem {
        pointer: written.pointer(),
        keyword: written.keyword(),
        code: ErrorCode::from_name(&written.code()).unwrap_or(ErrorCode::InvalidInput),
        message: written.message(),
    }
}

fn unavailable(error: &JsValue) -> Problem {
    Problem {
        pointer: String::new(),
        keyword: String::new(),
        code: ErrorCode::Unavailable,
        message: joined(&["The validator could not be loaded: ", &String::from(error_text(error)), "."]),
    }
}
