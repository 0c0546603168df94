//! `checkArguments`: what `validate: true` checks, without a call.

use js_sys::{JsString, Promise};
use wasm_bindgen::prelude::*;

use crate::context::{Arguments, read_schema};
use crate::promise::promise;
use crate::rejection::{invalid, type_error};
use crate::result::ErrorCode;
use crate::validate::imported::Imported;
use crate::validate::{Problem, Validate};

/// How its errors begin.
const SUBJECT: &str = "The arguments ";

/// Says what is wrong with arguments by a schema; `index.d.ts` has the contract.
#[wasm_bindgen(js_name = checkArguments)]
pub fn check_arguments(schema: &JsValue, args: &JsValue) -> Promise {
    let subject = JsString::from(SUBJECT);
    let value = match Arguments::read(args) {
        Ok(arguments) => arguments.value(),
        Err(bad) => {
            let text = subject.concat(&bad.problem).concat(&".".into());
            return Promise::reject(&type_error(&text, bad.cause.as_ref()));
        }
    };
    let schema = read_schema(schema.clone());
    promise(async move {
        let problems = match schema {
            Some(schema) => Imported.validate(&schema, &value).await,
            None => Vec::new(),
        };
        match Problem::code_of(&problems) {
            ErrorCode::InvalidInput => Ok(Problem::to_js(&problems).into()),
            _ => Err(invalid(&subject, &problems)),
        }
    })
}
