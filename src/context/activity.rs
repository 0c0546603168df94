//! What others do with the tools of this document: agents, other scripts, whoever calls them by other means than this
//! package.
//!
//! Browsers fire `toolactivated` for every execution, `toolcancel` for one that is given up, and say no more than the
//! tool's name. What the package itself called is told apart by counting: its calls say in their watches how often they
//! went out, and what begins is taken from those first. Of its own tools the record of executions says more than the
//! event, which is then passed over.
//!
//! One copy of the package listens for all, as long as there is somebody to tell; the others reach it through the
//! channel:
//!
//! ```js
//! // activity: {
//! //   began(name, isOurs): boolean, // notes an execution on record; whether it is somebody else's
//! //   gaveUp(name, outstanding), // a call was given up, of which so many dispatches may yet begin
//! //   stop(),
//! // }
//! ```

use std::cell::RefCell;
use std::collections::VecDeque;
use std::thread::LocalKey;

use js_sys::{Array, Function, Object};
use wasm_bindgen::prelude::*;

use super::Browser;
use super::executions::watching;
use crate::channel::{Channel, own_place};
use crate::engine::{Host, Status};
use crate::js;
use crate::listener::{listen as add_listener, unlisten};
use crate::navigation::departure::unwatched;
use crate::result::{failed_result, is_error, to_tool_result, tool_error_code};

/// How long a call that was given up may still begin, and the browser still fire its events, in milliseconds.
const LATE_MS: f64 = 5_000.0;

const ACTIVATED: &str = "toolactivated";
const CANCELLED: &str = "toolcancel";

/// What the copy that listens knows of the document.
#[derive(Default)]
struct Activity {
    targets: Vec<JsValue>,
    given_up: VecDeque<GivenUp>,
    /// Executions on record of which the event has not come yet, by the tool's name.
    on_record: Vec<(JsValue, u32)>,
}

/// A call of the package that was given up.
struct GivenUp {
    name: JsValue,
    until: f64,
    outstanding: f64,
    is_cancelled: bool,
}

type Began = Closure<dyn Fn(JsValue, bool) -> bool>;

thread_local! {
    static ACTIVITY: RefCell<Activity> = RefCell::default();
    static ON_EVENT: Closure<dyn Fn(JsValue)> = Closure::new(|event: JsValue| hear(&event));
    static BEGAN: Began = Closure::new(|name: JsValue, is_ours: bool| {
        ACTIVITY.with_borrow_mut(|activity| activity.note_record(&name));
        !is_ours && !take(&name, GivenUp::begins)
    });
    static GAVE_UP: Closure<dyn Fn(JsValue, f64)> = Closure::new(|name: JsValue, outstanding| {
        let now = Browser.now();
        let call = GivenUp { name, until: now + LATE_MS, outstanding, is_cancelled: false };
        ACTIVITY.with_borrow_mut(|activity| {
            activity.forget(now);
            activity.given_up.push_back(call);
        });
    });
    static STOP: Closure<dyn Fn()> = Closure::new(|| {
        let activity = ACTIVITY.take();
        for target in &activity.targets {
            for kind in [ACTIVATED, CANCELLED] {
                unlisten(target, kind, &function(&ON_EVENT));
            }
        }
    });
}

fn function<T: ?Sized>(closure: &'static LocalKey<Closure<T>>) -> Function {
    closure.with(|closure| closure.as_ref().clone().unchecked_into())
}

/// Begins to listen for the listeners of a document, if no copy of the package does.
pub(crate) fn listen(channel: &Channel) {
    let there = channel.activity().ok().flatten().filter(js::is_object_like);
    let stop: JsValue = function(&STOP).into();
    let is_ours = there.as_ref().is_some_and(|it| js::get(it, &"stop".into()).is_ok_and(|own| own == stop));
    if there.is_some() && !is_ours {
        return;
    }
    if there.is_none() {
        let _ = channel.set_activity(&js::object_of(&[
            ("began", &function(&BEGAN)),
            ("gaveUp", &function(&GAVE_UP)),
            ("stop", &stop),
        ]));
        // Calls that went out before the document had a channel.
        for name in unwatched() {
            gave_up(channel, &name, 1.0);
        }
    }
    let document = own_place();
    let global: JsValue = js_sys::global().into();
    if document == global {
        return;
    }
    attach(global);
    // It may have come, or be another one, since the last listener did.
    attach(js::get(&document, &"modelContext".into()).unwrap_or_default());
}

fn attach(target: JsValue) {
    if !js::is_object_like(&target) {
        return;
    }
    if ACTIVITY.with_borrow(|activity| activity.targets.contains(&target)) {
        return;
    }
    for kind in [ACTIVATED, CANCELLED] {
        add_listener(&target, kind, &function(&ON_EVENT));
    }
    ACTIVITY.with_borrow_mut(|activity| activity.targets.push(target));
}

/// Ends that once the last listener is gone.
pub(crate) fn rest(channel: &Channel) {
    if channel.heard_by().is_none() {
        if call(channel, "stop", &Array::new()).is_none() {
            // A page may have taken it away.
            let _ = js::apply(&function(&STOP), &JsValue::UNDEFINED, &Array::new());
        }
        let _ = channel.set_activity(&JsValue::UNDEFINED);
    }
}

/// Calls a function of whichever copy listens; `None` where none does.
fn call(channel: &Channel, name: &str, arguments: &Array) -> Option<JsValue> {
    let activity = channel.activity().ok().flatten().filter(js::is_object_like)?;
    let function = js::get(&activity, &name.into()).ok().filter(JsValue::is_function)?;
    js::apply(&function, &activity, arguments).ok()
}

/// A call of the package was given up.
pub(super) fn gave_up(channel: &Channel, name: &JsValue, outstanding: f64) {
    call(channel, "gaveUp", &Array::of2(name, &outstanding.into()));
}

/// An execution is on record. If it is somebody else's, listeners are told, and what is given goes to [`ended`].
pub(super) fn began(
    channel: &Channel,
    name: &JsValue,
    is_ours: bool,
    args: impl FnOnce() -> JsValue,
) -> Option<JsValue> {
    let is_told = call(channel, "began", &Array::of2(name, &is_ours.into()))?.is_truthy();
    if !is_told {
        return None;
    }
    let id: JsValue = channel.next_call().into();
    // A copy: the tool's own input may be changed by it, and by nobody else.
    let args = js::json_parse(&args()).unwrap_or_default();
    tell(channel, "activated", &[("id", &id), ("name", name), ("args", &args)]);
    Some(js::object_of(&[
        ("channel", channel),
        ("id", &id),
        ("name", name),
        ("since", &Browser.now().into()),
    ]))
}

/// Such an execution has ended.
pub(super) fn ended(heard: &JsValue, threw: bool, value: &JsValue) {
    let member = |name: &str| js::get(heard, &name.into()).unwrap_or_default();
    let result = if threw { failed_result(value) } else { to_tool_result(value) };
    let status = if is_error(&result) { Status::Failed } else { Status::Completed };
    let duration = member("since").as_f64().map(|since| Browser.now() - since);
    let error = if threw { value.clone() } else { JsValue::UNDEFINED };
    tell(
        &member("channel").unchecked_into(),
        "ended",
        &[
            ("id", &member("id")),
            ("name", &member("name")),
            ("status", &status.as_str().into()),
            ("durationMs", &duration.into()),
            ("result", &result),
            ("errorCode", &tool_error_code(&result).unwrap_or_default()),
            ("error", &error),
        ],
    );
}

fn tell(channel: &Channel, kind: &str, members: &[(&str, &JsValue)]) {
    let event = js::object_of(members);
    js::set(&event, "type", &kind.into());
    js::set(&event, "by", &"other".into());
    channel.tell(event.unchecked_ref::<Object>());
}

/// An event of the browser, or of a polyfill.
fn hear(event: &JsValue) {
    let member = |name: &str| js::get(event, &name.into()).unwrap_or_default();
    let global: JsValue = js_sys::global().into();
    // At the window anybody may fire what he likes; polyfills fire at their `modelContext`.
    if member("currentTarget") == global && member("isTrusted") != true {
        return;
    }
    let Some(channel) = Channel::of(&own_place()) else { return };
    if channel.heard_by().is_none() {
        return rest(&channel);
    }
    let name = member("toolName");
    if member("type") == CANCELLED {
        if !take(&name, GivenUp::is_cancelled) {
            tell(&channel, "cancelled", &[("name", &name)]);
        }
        return;
    }
    if ACTIVITY.with_borrow_mut(|activity| activity.take_record(&name)) {
        return;
    }
    if let Some(watch) = watching(&channel, &name).into_iter().find(|watch| watch.outstanding() > 0.0) {
        return watch.begins();
    }
    if !take(&name, GivenUp::begins) {
        tell(&channel, "activated", &[("id", &channel.next_call().into()), ("name", &name)]);
    }
}

/// Takes what has come from the first call of that name that was given up and waits for it.
fn take(name: &JsValue, waits: fn(&mut GivenUp) -> bool) -> bool {
    let now = Browser.now();
    ACTIVITY.with_borrow_mut(|activity| {
        activity.forget(now);
        activity.given_up.iter_mut().filter(|call| call.name == *name).any(waits)
    })
}

impl GivenUp {
    fn begins(&mut self) -> bool {
        let waits = self.outstanding > 0.0;
        if waits {
            self.outstanding -= 1.0;
        }
        waits
    }

    fn is_cancelled(&mut self) -> bool {
        !std::mem::replace(&mut self.is_cancelled, true)
    }
}

impl Activity {
    /// Forgets calls of which nothing is to be expected any more.
    fn forget(&mut self, now: f64) {
        while self.given_up.pop_front_if(|call| call.until <= now).is_some() {}
    }

    fn note_record(&mut self, name: &JsValue) {
        match self.on_record.iter_mut().find(|(own, _)| own == name) {
            Some((_, count)) => *count += 1,
            None => self.on_record.push((name.clone(), 1)),
        }
    }

    fn take_record(&mut self, name: &JsValue) -> bool {
        let entry = self.on_record.iter_mut().find(|(own, count)| own == name && *count > 0);
        entry.map(|(_, count)| *count -= 1).is_some()
    }
}
