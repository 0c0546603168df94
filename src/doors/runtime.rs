//! `createRuntime`; `types/runtime.d.ts` has the contract.

use std::rc::Rc;

use js_sys::{Array, Object, Promise};
use wasm_bindgen::prelude::*;

use super::registry::Registry;
use super::runtime_options::{self, Call};
use crate::context::Signal;
use crate::convert::items::items;
use crate::events;
use crate::js;
use crate::part::in_part;
use crate::promise::{promise, settled};
use crate::rejection::type_error;
use crate::runtime::{DOOR, Runtime, failure_of_error};
use crate::validate::imported;

#[wasm_bindgen]
extern "C" {
    /// A `ToolRuntime`.
    #[wasm_bindgen(extends = Object, js_name = Object)]
    type ToolRuntime;
    #[wasm_bindgen(constructor, js_class = "Object")]
    fn new() -> ToolRuntime;
    #[wasm_bindgen(method, setter)]
    fn set_execute(this: &ToolRuntime, execute: &JsValue);
    #[wasm_bindgen(method, setter, js_name = executeAll)]
    fn set_execute_all(this: &ToolRuntime, execute_all: &JsValue);
    #[wasm_bindgen(method, setter)]
    fn set_dispose(this: &ToolRuntime, dispose: &JsValue);
}

/// Makes what runs the tools of a registry.
///
/// # Errors
/// A `TypeError` that names the option that is wrong.
#[wasm_bindgen(js_name = createRuntime)]
pub fn create_runtime(registry: &Registry, options: &JsValue) -> Result<JsValue, JsValue> {
    in_part!("runtime" "01": runtime_of(registry: &Registry, options: &JsValue) -> Result<JsValue, JsValue>)
}

fn runtime_of(registry: &Registry, options: &JsValue) -> Result<JsValue, JsValue> {
    let (options, renews) = runtime_options::of_runtime(options)?;
    if (options.validate_input && registry.tools.list().iter().any(|tool| tool.describes_input))
        || (options.validate_output
            && registry.tools.list().iter().any(|tool| tool.definition.output_schema.is_some()))
    {
        imported::preload();
    }
    let door = Rc::new(Door { runtime: Runtime::new(registry.tools.clone(), options), renews });
    let runtime = ToolRuntime::new();
    let it = door.clone();
    let execute = move |id: JsValue, params: JsValue, options: JsValue| it.execute(&id, &params, &options);
    runtime
        .set_execute(&Closure::<dyn Fn(JsValue, JsValue, JsValue) -> Promise>::new(execute).into_js_value());
    let it = door.clone();
    let execute_all = move |calls: JsValue, options: JsValue| it.execute_all(&calls, &options);
    runtime
        .set_execute_all(&Closure::<dyn Fn(JsValue, JsValue) -> Promise>::new(execute_all).into_js_value());
    let dispose = move || door.runtime.dispose();
    runtime.set_dispose(&Closure::<dyn Fn()>::new(dispose).into_js_value());
    Ok(Object::freeze(&runtime).into())
}

struct Door {
    runtime: Runtime,
    renews: bool,
}

impl Door {
    fn execute(self: &Rc<Self>, id: &JsValue, params: &JsValue, options: &JsValue) -> Promise {
        let call = match self.read(id, params, options, None) {
            Ok(call) => call,
            Err(error) => return Promise::reject(&error),
        };
        let door = self.clone();
        promise(async move {
            let Call { call, _signals } = call;
            door.runtime.execute_to_js(call).await.map_err(|rejected| rejected.error)
        })
    }

    /// All at once, as far as the runtime lets them; an entry for each, whatever became of it.
    fn execute_all(self: &Rc<Self>, calls: &JsValue, options: &JsValue) -> Promise {
        let started =
            runtime_options::of_all(options).and_then(|signal| Ok((items(calls, "calls")?, signal)));
        let (calls, signal) = match started {
            Ok(started) => started,
            Err(error) => return Promise::reject(&error),
        };
        let started: Vec<Promise> = calls.iter().map(|call| self.entry(&call, signal.as_ref())).collect();
        promise(async move {
            let entries = Array::new();
            for entry in started {
                entries.push(&settled(&entry).await.unwrap_or_else(|error| failure_of_error(&error)));
            }
            Ok(entries.into())
        })
    }

    fn entry(self: &Rc<Self>, call: &JsValue, of_all: Option<&Signal>) -> Promise {
        let read = || {
            if !call.is_object() {
                return Err(type_error("The call must be an object with the `id` of a tool.", None));
            }
            let member = |name: &str| js::get_exactly(call, &name.into());
            self.read(&member("id")?, &member("params")?, &member("options")?, of_all)
        };
        let call = match read() {
            Ok(call) => call,
            Err(error) => return Promise::resolve(&failure_of_error(&error)),
        };
        let door = self.clone();
        promise(async move {
            let Call { call, _signals } = call;
            Ok(door.runtime.execute_to_js(call).await.unwrap_or_else(|rejected| rejected.result))
        })
    }

    fn read(
        &self,
        id: &JsValue,
        params: &JsValue,
        options: &JsValue,
        of_all: Option<&Signal>,
    ) -> Result<Call, JsValue> {
        Call::read(self.runtime.options(), self.renews, id, params, options, of_all)
            .inspect_err(|error| events::refused(id, None, params, DOOR, error))
    }
}
