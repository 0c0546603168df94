//! `document.modelContext` of every provider: the only place that knows browsers.
//!
//! [`Browser`] is the [`Host`] of the engine in a page. What differs between builds and polyfills is
//! absorbed here: who provides the API ([`provider`]), the shape of arguments ([`shape`]), what a
//! rejection means ([`refusal`]), which tools need not be asked for again ([`look_up`]), frames that go away ([`owner`]), and what browsers do not pass on
//! ([`executions`]).

pub(crate) mod activity;
mod arguments;
pub(crate) mod executions;
#[cfg(feature = "js")]
pub(crate) mod holders;
mod look_up;
mod owner;
mod page;
mod provider;
mod records;
mod refusal;
pub(crate) mod registration;
mod scope;
mod shape;
mod signal;

pub use arguments::{Arguments, BadArguments};
pub use look_up::Listing;
pub(crate) use page::{is_browser, own_document};
pub use provider::{ModelContext, Provider};
pub(crate) use scope::{scope, serialized_origin};
pub(crate) use signal::{AnyOf, Follower};
pub use signal::{Signal, abort_text};

use std::future::pending;
use std::rc::Rc;

use js_sys::{Array, JsString, Object};
use wasm_bindgen::prelude::*;

use crate::engine::{
    Answer, Attribution, DispatchFailure, Execution, Fate, Host, Listed, LookupFailure, Loss, Outcome,
    Report, Shape, Subject, ToolCall,
};
use crate::events::Observed;
use crate::navigation::departure::Departure;
use crate::promise::{NextEvent, settled_call};
use crate::timer::Timer;
use crate::validate::{Problem, Validate};
use crate::{js, result};
use executions::Watch;
use look_up::Asking;
use owner::Owner;

#[wasm_bindgen]
extern "C" {
    /// A `RegisteredTool` as `getTools()` lists it: a dictionary, or a `Tool` object that has `source`.
    type RegisteredTool;
    #[wasm_bindgen(method, getter, catch)]
    fn name(this: &RegisteredTool) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn origin(this: &RegisteredTool) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn window(this: &RegisteredTool) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn source(this: &RegisteredTool) -> Result<Option<JsValue>, JsValue>;

    #[wasm_bindgen(extends = Object, js_name = Object)]
    type Options;
    #[wasm_bindgen(constructor, js_class = "Object")]
    fn new() -> Options;
    #[wasm_bindgen(method, setter)]
    fn set_signal(this: &Options, signal: &JsValue);
    #[wasm_bindgen(method, setter, js_name = fromOrigins)]
    fn set_from_origins(this: &Options, origins: &JsValue);

    #[wasm_bindgen(js_name = WeakMap)]
    type Schemas;
    #[wasm_bindgen(constructor, js_class = "WeakMap")]
    fn new() -> Schemas;
    #[wasm_bindgen(method)]
    fn get(this: &Schemas, tool: &JsValue) -> JsValue;
    #[wasm_bindgen(method)]
    fn set(this: &Schemas, tool: &JsValue, schema: &JsValue);

    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;

}

thread_local! {
    static ORIGIN: JsString = JsString::from("origin");
    /// The schema of each listed tool that has it as text.
    static SCHEMAS: Schemas = Schemas::new();
}

/// The page that the module runs in.
#[derive(Clone, Copy, Debug, Default)]
pub struct Browser;

impl Browser {
    async fn is_listed(self, context: &ModelContext, name: &JsValue) -> bool {
        let listing = self.list(context, None).await;
        listing.is_ok_and(|listing| named_in(listing.tools(), name).next().is_some())
    }

    /// Who provides this page's `modelContext`; `None` where nobody does.
    #[must_use]
    pub fn provider(self) -> Option<Provider> {
        self.context().ok().flatten().map(|context| context.provider)
    }
}

/// One call on its way to its tool. Dropping it cancels it, unless it has been settled.
#[derive(Debug)]
pub struct Flight {
    context: ModelContext,
    tool: JsValue,
    name: JsString,
    args: Arguments,
    /// `None` for the caller's own document.
    owner: Option<Owner>,
    follower: Option<Follower>,
    watch: Option<Rc<Watch>>,
    departure: Rc<Departure>,
    /// On builds that do not say whether a lost call had begun: the event that says so.
    activated: Option<NextEvent>,
    attribution: Attribution,
}

impl Host for Browser {
    type Value = JsValue;
    type Args = Arguments;
    type Signal = Signal;
    type Context = ModelContext;
    type Listing = Listing;
    type Tool = JsValue;
    type Validator = Rc<dyn Validate>;
    type Flight = Flight;
    type Observed = Observed;

    fn context(&self) -> Result<Option<ModelContext>, JsValue> {
        ModelContext::find()
    }

    async fn list(
        &self,
        context: &ModelContext,
        from: Option<&JsValue>,
    ) -> Result<Listing, LookupFailure<JsValue>> {
        let asking = Asking::begin(context);
        let arguments = Array::new();
        if let Some(origins) = from {
            let options = Options::new();
            options.set_from_origins(origins);
            arguments.push(&options);
        }
        let listed = settled_call(&context.get_tools, &context.object, &arguments).await;
        let tools = listed.map_err(refusal::of_lookup)?;
        let tools = match js::is_array(&tools) {
            true => js::copy_of(&tools).map_err(refusal::of_lookup)?,
            false => Array::new(),
        };
        Ok(Listing::new(tools, asking.as_ref()))
    }

    fn named(&self, listing: &Listing, name: &JsValue) -> Vec<Listed<Self>> {
        named_in(listing.tools(), name).map(describe).collect()
    }

    fn keep(&self, listing: &Listing) {
        listing.keep();
    }

    fn recall(&self, context: &ModelContext, name: &JsValue) -> Option<Listed<Self>> {
        let (tool, origin) = look_up::recall(context, name)?;
        Some(Listed { tool, own: true, origin, window: js_sys::global().into() })
    }

    fn names(&self, listing: &Listing) -> Vec<JsValue> {
        listing
            .tools()
            .iter()
            .filter_map(|tool| tool.unchecked_ref::<RegisteredTool>().name().ok().flatten())
            .collect()
    }

    async fn check(&self, tool: &JsValue, args: &Arguments, validator: &Rc<dyn Validate>) -> Vec<Problem> {
        match schema_of(tool) {
            Some(schema) => validator.validate(&schema, &self.value_of(args)).await,
            None => Vec::new(),
        }
    }

    fn shape(&self, context: &ModelContext) -> Shape {
        shape::of(context)
    }

    fn remember_shape(&self, context: &ModelContext, shape: Shape) {
        shape::remember(context, shape);
    }

    fn observe(&self, subject: Subject<'_, JsValue>) -> Observed {
        Observed::begin(subject)
    }

    fn settled(&self, observed: Observed, report: &Report<JsValue>) {
        observed.settle(report);
    }

    fn value_of(&self, args: &Arguments) -> JsValue {
        args.value()
    }

    fn prepare(
        &self,
        context: &ModelContext,
        found: &Listed<Self>,
        call: &ToolCall<Self>,
        observed: &Observed,
    ) -> Flight {
        let name: JsString = call.name.clone().unchecked_into();
        let owner = (!found.own).then(|| Owner::of(&found.window));
        let follower = match call.limits.any() {
            true => Follower::of(call.limits.signal.as_ref()),
            false => None,
        };
        let document = match &owner {
            Some(owner) => owner.document().cloned(),
            None => Some(own_document()),
        };
        let signal = follower.as_ref().map(Follower::signal).unwrap_or_default();
        let emit = observed.emit();
        let watch = document.and_then(|document| {
            Watch::begin(&document, &name, || call.args.canonical(), &signal, emit.as_ref()).map(Rc::new)
        });
        let frame = owner.as_ref().filter(|owner| owner.document().is_some()).map(|_| &found.window);
        let departure = Departure::begin(call, frame, watch.clone(), observed.began());
        let is_older_build = context.provider == Provider::Native && shape::of(context) == Shape::Json;
        let activated =
            (owner.is_none() && is_older_build).then(|| NextEvent::of(&js_sys::global(), "toolactivated"));
        Flight {
            context: context.clone(),
            tool: found.tool.clone(),
            name,
            args: call.args.clone(),
            owner,
            follower,
            watch,
            departure: Rc::new(departure),
            activated,
            attribution: call.attribution,
        }
    }

    async fn dispatch(
        &self,
        flight: &Flight,
        shape: Shape,
    ) -> Result<Answer<JsValue>, DispatchFailure<JsValue>> {
        let context = &flight.context;
        // The newest builds hand out `Tool` objects of which a copy copies nothing: it goes back as it came.
        let tool: &JsValue = match context.provider {
            Provider::Preview => &flight.name,
            _ => &flight.tool,
        };
        let arguments = Array::of2(tool, &flight.args.shaped(shape));
        // The preview gives tools no signal, and its process dies when a tool settles after an aborted call.
        if let Some(follower) = &flight.follower
            && context.provider != Provider::Preview
        {
            let options = Options::new();
            options.set_signal(&follower.signal());
            arguments.push(&options);
        }
        if let Some(watch) = &flight.watch {
            watch.went_out();
        }
        match settled_call(&context.call, &context.object, &arguments).await {
            // The preview passes on what the tool returned: there, nothing is a value like any other.
            Ok(value)
                if context.provider != Provider::Preview && (value.is_null() || value.is_undefined()) =>
            {
                Ok(Answer::Nothing(value))
            }
            Ok(value) => Ok(Answer::Value(value)),
            Err(error) => match refusal::of_call(context.provider, &flight.name, error) {
                // Where errors come unmasked it may be the tool's own, about another: a tool that is still
                // listed was found.
                DispatchFailure::NotFound(error)
                    if matches!(context.provider, Provider::Preview | Provider::Other)
                        && self.is_listed(context, &flight.name).await =>
                {
                    Err(DispatchFailure::Threw { error: error.clone(), cause: error })
                }
                failure => Err(failure),
            },
        }
    }

    fn settle(&self, flight: &Flight, outcome: &Outcome<JsValue>) {
        if let Some(follower) = &flight.follower {
            follower.end();
        }
        if let Some(watch) = &flight.watch {
            watch.is_answered();
        }
        match outcome {
            // A document of another origin cannot be watched.
            Outcome::Navigated if flight.owner.as_ref().is_none_or(|owner| owner.document().is_some()) => {
                flight.departure.clone().navigated();
            }
            Outcome::OwnerGone { .. } => flight.departure.retract(),
            _ => {}
        }
    }

    async fn owner_lost(&self, flight: &Flight) -> Loss {
        match &flight.owner {
            Some(owner) => owner.lost().await,
            None => pending().await,
        }
    }

    async fn fate(&self, flight: &Flight) -> Fate {
        match (&flight.owner, &flight.activated) {
            (Some(owner), _) => owner.fate().await.map_or(Fate::Unknown, Fate::Lost),
            (None, Some(activated)) if activated.has_come() => Fate::Unknown,
            (None, Some(_)) => Fate::NotRun,
            (None, None) => match flight.context.provider {
                // From 153 on a call outlives the registration of its tool, so a lost one never began.
                Provider::Native | Provider::Polyfill => Fate::NotRun,
                _ => Fate::Unknown,
            },
        }
    }

    fn execution(&self, flight: &Flight) -> Option<Execution<JsValue>> {
        flight.watch.as_ref()?.execution(flight.attribution)
    }

    async fn execution_ended(&self, flight: &Flight) -> Option<Execution<JsValue>> {
        flight.watch.as_ref()?.execution_ended(flight.attribution).await
    }

    fn result(&self, raw: &JsValue, value: Option<&JsValue>) -> (JsValue, bool) {
        match value.filter(|value| !js::is_object_like(value) || js::is_error(value)) {
            // The text forms of these do not tell what they were; an object's is a copy that the caller may
            // keep.
            Some(value) => result::with_flag(result::known_result(value)),
            None => result::result_of_raw(raw),
        }
    }

    fn failure(&self, error: &JsValue) -> JsValue {
        result::failed_result(error)
    }

    fn abort_reason(&self, signal: &Signal) -> Option<JsValue> {
        signal.reason_if_aborted()
    }

    async fn aborted(&self, signal: &Signal) -> JsValue {
        signal.aborted().await
    }

    async fn sleep(&self, ms: f64) {
        // A platform's timers hold 31 bits; a longer one would fire at once.
        const LONGEST: f64 = i32::MAX as f64;
        let mut left = ms;
        while left > LONGEST {
            Timer::new(LONGEST).await;
            left -= LONGEST;
        }
        Timer::new(left.max(0.0).ceil()).await;
    }

    fn now(&self) -> f64 {
        performance_now()
    }
}

/// The schema of a tool's arguments, if it has one. Builds up to 153 list it as JSON text: the object is then kept
/// for as long as the listed tool, so that validators know it again.
fn schema_of(tool: &JsValue) -> Option<JsValue> {
    let listed = js::get(tool, &"inputSchema".into()).ok()?;
    if !listed.is_string() {
        return read_schema(listed);
    }
    SCHEMAS.with(|schemas| match schemas.get(tool) {
        schema if !schema.is_undefined() => Some(schema),
        _ => read_schema(listed).inspect(|schema| schemas.set(tool, schema)),
    })
}

/// A schema as it is, or from its JSON text; none where there is nothing.
pub(crate) fn read_schema(given: JsValue) -> Option<JsValue> {
    if !given.is_string() {
        return Some(given).filter(|schema| !schema.is_undefined());
    }
    match given.unchecked_ref::<JsString>().trim().length() {
        0 => None,
        // Text that is no JSON is for the validator to refuse.
        _ => Some(js::json_parse(&given).unwrap_or(given)),
    }
}

/// The listed tools of that name.
fn named_in(listing: &Array, name: &JsValue) -> impl Iterator<Item = JsValue> {
    listing.iter().filter(move |tool| {
        tool.unchecked_ref::<RegisteredTool>().name().ok().flatten().as_ref() == Some(name)
    })
}

/// A tool with what tells it from others of its name.
pub(crate) fn describe(tool: JsValue) -> Listed<Browser> {
    let window = window_of(&tool);
    let own = is_own(&window);
    let origin = tool.unchecked_ref::<RegisteredTool>().origin().ok().flatten();
    let origin = origin.unwrap_or_else(own_origin);
    Listed { own, origin, window: if own { js_sys::global().into() } else { window }, tool }
}

/// What a listed tool says of itself beside its description; `undefined` where that is nothing.
pub(crate) fn annotations_of(tool: &JsValue) -> JsValue {
    js::get(tool, &"annotations".into()).unwrap_or_default()
}

/// The origin of this document, serialised.
pub(crate) fn own_origin() -> JsValue {
    // `window.origin` is replaced by any `var origin` of the page; that of the location stands for all
    // documents but those that have their origin from another (`about:blank`, `srcdoc`).
    let global = js_sys::global();
    let of = |target: &JsValue| ORIGIN.with(|origin| js::get(target, origin)).unwrap_or_default();
    let location = js::get(&global, &"location".into()).unwrap_or_default();
    match of(&location) {
        own if own.is_string() && own != "null" => own,
        _ => of(&global),
    }
}

/// The window of a tool's document; newer builds call it `source`, the preview does not give it.
fn window_of(tool: &JsValue) -> JsValue {
    let tool: &RegisteredTool = tool.unchecked_ref();
    let window = tool.window().ok().flatten().or_else(|| tool.source().ok().flatten());
    window.unwrap_or_default()
}

fn is_own(window: &JsValue) -> bool {
    let own: JsValue = js_sys::global().into();
    window.is_undefined() || *window == own
}
