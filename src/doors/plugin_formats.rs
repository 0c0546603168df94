//! What a tool by `Tool.define` looks like to model APIs and to WebMCP.

use js_sys::{Array, Function};
use wasm_bindgen::prelude::*;

use super::until::bound;
use crate::callable::Returned;
use crate::convert::description::{DESCRIBE, Part, Parts};
use crate::convert::{Format, ToolDescription, openai, web_mcp};
use crate::js;
use crate::result::{failed_result, result_of_plugin};

#[wasm_bindgen]
extern "C" {
    type Static;
    #[wasm_bindgen(method)]
    fn bind(
        this: &Static,
        this_argument: &JsValue,
        source: &JsValue,
        function: &JsValue,
        config: &JsValue,
    ) -> Function;
}

type Converting = Closure<dyn Fn(JsValue, JsValue) -> JsValue>;
type ToWebMcp = Closure<dyn Fn(JsValue, JsValue, JsValue) -> JsValue>;
type Run = Closure<dyn Fn(JsValue, JsValue, JsValue, JsValue) -> JsValue>;
type Rendering = Closure<dyn Fn(JsValue) -> JsValue>;

thread_local! {
    // What is bound to these are JavaScript values: the description in a form that is read anew by every call, so
    // that whoever changes what it was given changes it for nobody else.
    static CONVERT: Converting = Closure::new(|source: JsValue, format: JsValue| {
        let tool = ToolDescription::of_config(&source).unwrap_or_default();
        match format.as_string().as_deref() {
            Some("flat") => openai::flat(&tool),
            Some("all") => tool.parts(ALL),
            format => Format::named(format.unwrap_or_default()).tool(&tool),
        }
    });
    static TO_WEB_MCP: ToWebMcp = Closure::new(|source: JsValue, function: JsValue, config: JsValue| {
        let tool = ToolDescription::of_config(&source).unwrap_or_default();
        web_mcp::tool(&tool, &bound(&RUN, [&function, &config]))
    });
    static RUN: Run = Closure::new(|function: JsValue, config: JsValue, input: JsValue, client: JsValue| {
        run(&function, &config, &input, &client)
    });
    static RESULT: Rendering = Closure::new(|value: JsValue| result_of_plugin(&value));
    static FAILURE: Rendering = Closure::new(|error: JsValue| failed_result(&error));
}

/// Everything, under the names that [`ToolDescription::of_config`] reads.
const ALL: &Parts = &[
    ("name", Part::Name),
    ("title", Part::Title),
    ("description", Part::Description),
    ("parameters", Part::InputSchema),
    ("outputSchema", Part::OutputSchema),
    ("annotations", Part::Annotations),
    ("strict", Part::Strict),
    ("input_examples", Part::InputExamples),
    ("cache_control", Part::CacheControl),
];

/// Adds `schema` and the methods that convert.
pub(super) fn add(plugin: &JsValue, tool: &ToolDescription, function: &JsValue, config: &JsValue) {
    let source = tool.parts(ALL);
    let describe = bound(&CONVERT, [&source, &"all".into()]);
    js::set_hidden(plugin, &js::symbol_for(&DESCRIBE.into()), &describe);
    js::set(plugin, "schema", &openai::tool(tool));
    for (method, format) in [
        ("toOpenAI", "openai"),
        ("toAnthropic", "anthropic"),
        ("toFlatFunction", "flat"),
        ("toGemini", "gemini"),
        ("toMcp", "mcp"),
    ] {
        js::set(plugin, method, &bound(&CONVERT, [&source, &format.into()]));
    }
    let to_web_mcp = TO_WEB_MCP.with(|to_web_mcp| {
        let to_web_mcp: &Static = to_web_mcp.as_ref().unchecked_ref();
        to_web_mcp.bind(&JsValue::NULL, &source, function, config)
    });
    js::set(plugin, "toWebMcp", &to_web_mcp);
}

/// Runs the tool for a page: browsers mask what a tool throws, so that its text is told by a result.
fn run(function: &JsValue, config: &JsValue, input: &JsValue, client: &JsValue) -> JsValue {
    let of_client = |member: &str| js::get(client, &member.into()).unwrap_or_default();
    let (signal, emit) = (of_client("signal"), of_client("emit"));
    let arguments = Array::of3(input, &signal, &emit);
    let ends = match js::apply_exactly(function, config, &arguments).map(Returned::of) {
        Ok(Returned::Value(value)) => return result_of_plugin(&value),
        Ok(Returned::Thenable(thenable)) => js::promise_of(&thenable),
        Ok(Returned::Generator(generator)) => generator.drive(&emit, &signal),
        Err(error) => return failed_result(&error),
    };
    RESULT.with(|result| {
        FAILURE.with(|failure| {
            js::chain(&ends, result.as_ref().unchecked_ref(), failure.as_ref().unchecked_ref())
        })
    })
}
