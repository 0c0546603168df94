//! Documents that go away while a call is under way.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use js_sys::{Array, Function};
use wasm_bindgen::prelude::*;

use super::arrival::is_current;
use super::storage::{self, number};
use super::{started, without_query};
use crate::context::executions::Watch;
use crate::context::{Arguments, Browser};
use crate::engine::{Host, ToolCall};
use crate::js;
use crate::listener::{listen, unlisten};
use crate::promise::promise;
use crate::table::{Key, Table};
use crate::timer::Timer;

/// Arguments longer than this are not left.
const LONGEST_ARGS: u32 = 65_536;

/// A browser says that a form was sent before it goes anywhere: how long the answer of the server is waited for, in
/// milliseconds.
const PATIENCE_MS: f64 = 30_000.0;

/// Watches for documents that go away with a call. Dropping it ends that.
#[derive(Debug)]
pub(crate) struct Departure {
    key: Key,
    call: Rc<Call>,
    frame: Option<Frame>,
}

/// The window of another document, which is listened to for one call.
#[derive(Debug)]
struct Frame {
    window: JsValue,
    listener: Function,
}

/// The call that is under way.
#[derive(Debug)]
struct Call {
    /// Tells its records from others.
    mark: OnceCell<f64>,
    name: JsValue,
    args: Arguments,
    id: Option<JsValue>,
    watch: Option<Rc<Watch>>,
    /// How many calls had begun: a clock may give two of them the same time.
    order: f64,
    /// On the host's clock, as the end is.
    began: f64,
    ended: Cell<Option<f64>>,
    has_left: Cell<bool>,
    /// Whether the caller's own document may go away by it.
    is_own: Cell<bool>,
}

#[wasm_bindgen]
extern "C" {
    type Static;
    #[wasm_bindgen(method)]
    fn bind(this: &Static, this_argument: &JsValue, index: u32, generation: u32) -> Function;
}

thread_local! {
    static CALLS: RefCell<Table<Rc<Call>>> = RefCell::default();
    static ON_HIDE: Closure<dyn Fn(u32, u32, JsValue)> = Closure::new(|index, generation, event: JsValue| {
        let call = CALLS.with_borrow_mut(|calls| calls.get_mut(Key { index, generation }).cloned());
        if let Some(call) = call {
            call.leave(&event);
        }
    });
    static ON_OWN_HIDE: Closure<dyn Fn(JsValue)> = Closure::new(|event: JsValue| {
        let mut calls: Vec<Rc<Call>> = CALLS.with_borrow(|calls| calls.values().cloned().collect());
        calls.retain(|call| call.is_own.get());
        calls.sort_by(|one, other| one.order.total_cmp(&other.order));
        calls.iter().for_each(|call| call.leave(&event));
    });
    static BEGUN: Cell<f64> = const { Cell::new(0.0) };
    /// Records of documents that may come back.
    static PUT_ASIDE: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
    static ON_SHOW: Closure<dyn Fn()> = Closure::new(|| {
        unlisten(&js_sys::global(), "pageshow", &on_show());
        let marks = PUT_ASIDE.take();
        retract(|mark| marks.contains(&mark));
    });
}

/// Listens to the caller's own window, from the first call on and for good. A browser tells its other processes of the
/// first such listener and of the last, which costs as much as the call itself. To ask for what is there already costs
/// nothing, and brings it back after `document.open()`, which takes all listeners away.
fn listen_to_own() {
    listen(&js_sys::global(), "pagehide", &on_own_hide());
}

fn on_own_hide() -> Function {
    ON_OWN_HIDE.with(|closure| closure.as_ref().clone().unchecked_into())
}

fn on_show() -> Function {
    ON_SHOW.with(|closure| closure.as_ref().clone().unchecked_into())
}

impl Departure {
    /// Begins to watch: the caller's own document and the tool's, if that is a frame's.
    pub(crate) fn begin(
        call: &ToolCall<Browser>,
        frame: Option<&JsValue>,
        watch: Option<Rc<Watch>>,
        began: f64,
    ) -> Self {
        listen_to_own();
        let call = Rc::new(Call {
            mark: OnceCell::new(),
            name: call.name.clone(),
            args: call.args.clone(),
            id: call.id.clone(),
            watch,
            order: BEGUN.replace(BEGUN.get() + 1.0),
            began,
            ended: Cell::new(None),
            has_left: Cell::new(false),
            is_own: Cell::new(true),
        });
        let key = CALLS.with_borrow_mut(|calls| calls.insert(call.clone()));
        Self { key, call, frame: frame.map(|window| Frame::listen(window, key)) }
    }

    /// The call has come back with word that it navigated: the document may yet be there.
    pub(crate) fn navigated(self: Rc<Self>) {
        self.call.ended.set(Some(Browser.now()));
        if !self.call.has_left.get() {
            self.call.is_own.set(self.frame.is_none());
            let _ = promise(async move {
                Timer::new(PATIENCE_MS).await;
                drop(self);
                Ok(JsValue::UNDEFINED)
            });
        }
    }

    /// The document has not gone anywhere: it was taken out of the page.
    pub(crate) fn retract(&self) {
        if self.call.has_left.get() {
            retract(|mark| mark == self.call.mark());
        }
    }
}

impl Drop for Departure {
    fn drop(&mut self) {
        let call = CALLS.with_borrow_mut(|calls| calls.remove(self.key));
        drop(call);
    }
}

impl Frame {
    fn listen(window: &JsValue, key: Key) -> Self {
        let listener = ON_HIDE.with(|on_hide| {
            let on_hide: &Static = on_hide.as_ref().unchecked_ref();
            on_hide.bind(&JsValue::NULL, key.index, key.generation)
        });
        listen(window, "pagehide", &listener);
        Self { window: window.clone(), listener }
    }
}

impl Drop for Frame {
    fn drop(&mut self) {
        unlisten(&self.window, "pagehide", &self.listener);
    }
}

impl Call {
    fn mark(&self) -> f64 {
        *self.mark.get_or_init(js_sys::Math::random)
    }

    /// Leaves word for the next page.
    fn leave(&self, event: &JsValue) {
        let member = |target: &JsValue, name: &str| js::get(target, &name.into()).unwrap_or_default();
        let window = member(event, "currentTarget");
        let Some(started) = started() else { return };
        let left = started + Browser.now();
        let Some(from) = without_query(&member(&member(&window, "location"), "href")) else { return };
        let args = self.args.canonical();
        let args: JsValue = if args.length() > LONGEST_ARGS { JsValue::UNDEFINED } else { args.into() };
        let record = js::object_of(&[
            ("mark", &self.mark().into()),
            ("name", &self.name),
            ("args", &args),
            ("callId", &self.id.clone().filter(|id| id.is_string()).unwrap_or_default()),
            ("began", &(started + self.began).into()),
            ("ended", &self.ended.get().map(|ended| started + ended).into()),
            ("left", &left.into()),
            ("from", &from.as_str().into()),
        ]);
        let records = storage::read(|other| is_current(other, left));
        records.push(&record);
        storage::write(&records);
        self.has_left.set(true);
        if member(event, "persisted") == true {
            PUT_ASIDE.with_borrow_mut(|marks| marks.push(self.mark()));
            listen(&js_sys::global(), "pageshow", &on_show());
        } else if window == *js_sys::global()
            && let Some(watch) = &self.watch
        {
            // The tool may be in a document that stays, and nobody drops what was here.
            watch.end();
        }
    }
}

/// The names of the calls under way that nothing watches for.
pub(crate) fn unwatched() -> Vec<JsValue> {
    CALLS.with_borrow(|calls| {
        calls.values().filter(|call| call.watch.is_none()).map(|call| call.name.clone()).collect()
    })
}

/// Takes records back.
fn retract(is_one: impl Fn(f64) -> bool) {
    let all = storage::read(|_| true);
    let others: Array = all.iter().filter(|record| !number(record, "mark").is_some_and(&is_one)).collect();
    if others.length() < all.length() {
        storage::write(&others);
    }
}
