//! What documents of different origins say to each other.
//!
//! Two kinds of messages. To **windows**, by `postMessage`; the browser says who sent them:
//!
//! | message | from | to | says |
//! |---|---|---|---|
//! | `HERE` | a document that has exposed a tool | every frame of another origin | no more than that |
//! | `ASK` | a document that lists or calls tools | who has said `HERE`; every such frame, where a call names a new origin | a number that tells it from the document before and after it in its window |
//! | `OFFER` | a document that has exposed a tool to the asker's origin | the asker, by its origin | nothing; a `MessagePort` comes along |
//!
//! All else goes through the **port**, where neither scripts of the pages nor other frames hear it: from the document
//! that has tools `LISTED`, `ADDED`, `REMOVED` and `SETTLED`, from the caller `RUN` and `CANCEL`, and from both `GONE`,
//! when a document is left. Every list is kept by the caller, so that `getTools` waits for nobody whom it knows.
//!
//! # Versions
//!
//! A message to a window lists the versions of the protocol that its sender speaks, and one that does not list ours
//! does not exist for us. What is added to a version are messages and members, for those that are not known are passed
//! over.
//!
//! # Threat model
//!
//! Any frame of the tab may be hostile: it sends what it likes, as often as it likes, and hears what is said to its
//! window. The browser's word is trusted: `origin` and `source` of a message, and that a message to an origin reaches
//! no other. A document is not protected from scripts of its own origin. Then:
//!
//! 1. A tool is listed to, announced to (`toolchange`) and run for an origin only while `exposedTo` names it. The
//!    origin is that which the browser gave with `ASK`; the port goes to that origin and no other.
//! 2. A frame to whose origin nothing is exposed gets no answer to `ASK`, and none to anything on a port, for it has
//!    none. It can learn what `HERE` and `ASK` say: that a page uses this polyfill.
//! 3. What a frame offers is its own: its tools bear the window and the origin that the browser gave with `OFFER`,
//!    whatever it says, and are listed only where `fromOrigins` names that origin.
//! 4. An answer counts for a call that was made on the very port that it came by, once: numbers of other calls, of
//!    other ports and of calls that have ended are nobody's.
//! 5. Frames that the embedder does not allow (`allow="tools"`) get nothing and are asked nothing: see `policy`.
//! 6. Windows of other tabs, opaque origins, messages that scripts have made (`isTrusted`), and whatever is not of the
//!    form that is expected here, are passed over.
//! 7. A frame has one channel for each direction. A new one ends the old, so that what a frame can make us keep is
//!    bounded by its own tools, as it is with a native API.
//! 8. A frame that is silent delays `getTools` and `executeTool` that name its origin by half a second, once. What it
//!    says later counts all the same.

use js_sys::{Array, JsString};
use wasm_bindgen::prelude::*;

use super::ModelContext;
use super::documents::ToolRecord;
use super::names::Member;
use super::platform::array_of;
use super::registry::is_valid_name;
use super::webidl::is_object;
use crate::table::Key;

// What is no number arrives as 0.
const HERE: u32 = 1;
const ASK: u32 = 2;
const OFFER: u32 = 3;

const LISTED: u32 = 1;
const ADDED: u32 = 2;
const REMOVED: u32 = 3;
const SETTLED: u32 = 4;
const RUN: u32 = 5;
const CANCEL: u32 = 6;
const GONE: u32 = 7;

/// Any frame's origin.
const ANY: &str = "*";

#[wasm_bindgen]
extern "C" {
    #[derive(Clone, Debug)]
    pub(super) type Port;

    pub(super) type Ports;
    #[wasm_bindgen(method, getter)]
    fn port1(this: &Ports) -> Port;
    #[wasm_bindgen(method, getter)]
    fn port2(this: &Ports) -> Port;
}

/// A connection with the document of another origin in a window.
#[derive(Debug)]
pub(super) struct Channel {
    port: Port,
    window: JsValue,
    origin: JsString,
    side: Side,
}

/// Which of the two this document is.
#[derive(Debug)]
enum Side {
    /// It lists and calls the tools of the other, which it knows from the first list on.
    Caller(Option<Vec<ToolRecord>>),
    /// The other, a document of this number, lists and calls its tools. Each call runs as soon as it has a key here.
    Owner(u32, Vec<(Key, Option<Key>)>),
}

/// What has become of a tool.
#[derive(Clone, Debug)]
pub(super) enum Change {
    Added(ToolRecord),
    Removed(JsString),
}

impl Channel {
    fn is_caller(&self) -> bool {
        matches!(self.side, Side::Caller(_))
    }
}

/// Messages to windows.
impl ModelContext {
    /// Whether nobody can name the origin of this document.
    pub(super) fn is_opaque(&self) -> bool {
        self.platform.origin() == "null"
    }

    /// Tells every frame of another origin something, but for those that are connected; gives whether there is one.
    fn broadcast(&self, kind: u32, is_caller: bool) -> bool {
        let mut is_said = false;
        for window in self.windows() {
            if self.platform.is_foreign(&window) && self.channel_of(&window, is_caller).is_none() {
                self.platform.post(&window, kind, ANY, self.platform.document_id(), None);
                is_said = true;
            }
        }
        is_said
    }

    /// Says once for all the tools of a turn that this document exposes some.
    pub(super) fn announce(&self) {
        if self.is_announced.replace(true) || self.is_opaque() {
            return;
        }
        self.broadcast(HERE, false);
        self.queue(|context| context.is_announced.set(false));
    }

    /// Asks every frame for the tools of an origin, where that is asked for the first time.
    pub(super) fn ask_for(&self, origin: &JsString) {
        let is_known = self.asked.with(|asked| asked.contains(origin));
        if is_known || self.is_opaque() {
            return;
        }
        self.asked.with(|asked| asked.push(origin.clone()));
        let is_met = self.channels.with(|channels| {
            channels.values().any(|channel| channel.is_caller() && channel.origin == *origin)
        });
        if self.broadcast(ASK, true) && !is_met {
            self.await_contact(origin, None, false);
        }
    }

    /// Asks the document of one window for its tools, unless that has been done just now.
    pub(super) fn ask(&self, window: &JsValue, origin: &JsString, is_announced: bool) {
        if !self.is_awaited(origin, window) {
            self.await_contact(origin, Some(window.clone()), is_announced);
            let target = if is_announced { String::from(origin) } else { ANY.into() };
            self.platform.post(window, ASK, &target, self.platform.document_id(), None);
        }
    }

    /// A window of another origin in this tab has said something.
    pub(super) fn said(&self, kind: u32, origin: &JsString, window: &JsValue, document: u32, port: &JsValue) {
        if *origin == "null" || self.is_opaque() {
            return;
        }
        match kind {
            HERE if self.channel_of(window, true).is_none() && self.is_allowed(window, origin) => {
                self.ask(window, origin, true);
            }
            ASK => self.answer(origin, window, document),
            OFFER if port.is_object() && self.is_allowed(window, origin) => {
                self.open(port.unchecked_ref::<Port>().clone(), window, origin, Side::Caller(None));
            }
            _ => {}
        }
    }

    /// Offers a channel to a document that may see tools of this one.
    fn answer(&self, origin: &JsString, window: &JsValue, document: u32) {
        let is_exposed = self.tools.with(|tools| tools.iter().any(|tool| tool.is_exposed_to(origin)));
        let is_open = self.channels.with(|channels| {
            channels.values().any(|channel| {
                matches!(channel.side, Side::Owner(known, _) if known == document)
                    && channel.window == *window
            })
        });
        if !is_exposed || is_open || !self.is_allowed(window, origin) {
            return;
        }
        let ports = self.platform.channel();
        let port = ports.port1();
        self.open(port.clone(), window, origin, Side::Owner(document, Vec::new()));
        self.platform.post(window, OFFER, &String::from(origin), 0, Some(&ports.port2()));
        let records = self.tools.with(|tools| -> Vec<ToolRecord> {
            let exposed = tools.iter().filter(|tool| tool.is_listed_to(origin));
            exposed.map(|tool| tool.record.clone()).collect()
        });
        self.send(&port, LISTED, Key::default(), &array_of(records).into(), &JsValue::UNDEFINED);
    }

    /// Opens a channel. A window shows one document: what was said to the one before is over.
    fn open(&self, port: Port, window: &JsValue, origin: &JsString, side: Side) {
        let is_caller = matches!(side, Side::Caller(_));
        self.end_gone();
        if let Some(over) = self.channel_of(window, is_caller) {
            self.end(over);
        }
        let channel = Channel { port: port.clone(), window: window.clone(), origin: origin.clone(), side };
        let key = self.channels.with(|channels| channels.insert(channel));
        self.platform.listen(&port, key.index, key.generation);
    }
}

/// Messages through ports.
impl ModelContext {
    fn send(&self, port: &Port, kind: u32, call: Key, first: &JsValue, second: &JsValue) {
        self.platform.send(port, kind, call.index, call.generation, first, second);
    }

    /// Tells every document that may see it of a change.
    pub(super) fn send_change(&self, exposed_to: &[JsString], change: &Change) {
        let (kind, what) = match change {
            Change::Added(record) => (ADDED, record.as_ref()),
            Change::Removed(name) => (REMOVED, name.as_ref()),
        };
        let ports = self.channels.with(|channels| -> Vec<Port> {
            let told = channels
                .values()
                .filter(|channel| !channel.is_caller() && exposed_to.contains(&channel.origin));
            told.map(|channel| channel.port.clone()).collect()
        });
        for port in ports {
            self.send(&port, kind, Key::default(), what, &JsValue::UNDEFINED);
        }
    }

    /// A message has come through a channel.
    pub(super) fn heard(&self, key: Key, kind: u32, call: Key, first: &JsValue, second: &JsValue) {
        let Some(is_caller) = self.channels.with(|channels| channels.get_mut(key).map(|one| one.is_caller()))
        else {
            return;
        };
        match (is_caller, kind) {
            (true, LISTED) => self.listed(key, first),
            (true, ADDED) => {
                let Some(record) = self.received(first) else { return };
                let name = record.name();
                self.change_list(key, |tools| {
                    tools.retain(|tool| tool.name() != name);
                    tools.push(record);
                    true
                });
            }
            (true, REMOVED) => self.change_list(key, |tools| {
                let before = tools.len();
                tools.retain(|tool| JsValue::from(tool.name()) != *first);
                tools.len() < before
            }),
            (true, SETTLED) if self.is_call_of(call, key) => {
                let failure = first.dyn_ref::<JsString>().cloned();
                if failure.is_some() || second.is_string() || second.is_null() {
                    self.settled(call, failure, second.clone());
                }
            }
            (false, RUN) => {
                if let (Some(name), Some(input)) = (first.dyn_ref(), second.dyn_ref()) {
                    self.run_for(key, call, name, input);
                }
            }
            (false, CANCEL) => {
                let run = self.channels.with(|channels| take_run(channels.get_mut(key)?, call)).flatten();
                if let Some(run) = run {
                    self.cancel(run);
                }
            }
            (_, GONE) => self.end(key),
            _ => {}
        }
    }

    /// The first list of a document's tools.
    fn listed(&self, key: Key, records: &JsValue) {
        let Some(records) = records.dyn_ref::<Array>() else { return };
        let mut tools: Vec<ToolRecord> = Vec::new();
        for record in records.iter() {
            if let Some(record) = self.received(&record)
                && tools.iter().all(|tool| tool.name() != record.name())
            {
                tools.push(record);
            }
        }
        let has_tools = !tools.is_empty();
        let met = self.channels.with(|channels| {
            let channel = channels.get_mut(key)?;
            match &mut channel.side {
                Side::Caller(list @ None) => *list = Some(tools),
                _ => return None,
            }
            Some((channel.origin.clone(), channel.window.clone()))
        });
        let Some((origin, window)) = met else { return };
        // Who asks for the tools there are is not told that they have changed.
        if !self.contacted(&origin, &window) && has_tools {
            self.fire_change();
        }
        self.resume();
    }

    /// Changes the list of a document's tools; the closure says whether there was anything to change.
    fn change_list(&self, key: Key, change: impl FnOnce(&mut Vec<ToolRecord>) -> bool) {
        let is_changed = self.channels.with(|channels| match &mut channels.get_mut(key)?.side {
            Side::Caller(Some(tools)) => Some(change(tools)),
            _ => None,
        });
        if is_changed == Some(true) {
            self.fire_change();
        }
    }

    fn fire_change(&self) {
        if let Some(own) = self.platform.peer(&self.platform.window()) {
            let _ = own.changed();
        }
    }

    /// What another document says of a tool, made anew of what was expected.
    fn received(&self, record: &JsValue) -> Option<ToolRecord> {
        let record = self.operation("").dictionary(record, "").ok()?;
        let name = record.required_string(Member::Name).ok()?;
        let title = record.string(Member::Title).ok()?.unwrap_or_default();
        let description = record.required_string(Member::Description).ok()?;
        let input_schema = record.string(Member::InputSchema).ok()?;
        if let Some(text) = &input_schema {
            self.platform.parse(text).ok().flatten().filter(is_object)?;
        }
        let annotations = record.annotations().ok()?;
        let record = self.platform.tool_record(
            &name,
            &title,
            &description,
            input_schema.as_ref(),
            annotations.as_ref(),
        );
        is_valid_name(&String::from(name)).then_some(record)
    }

    /// Runs a tool for a document of another origin, if it is exposed to that.
    fn run_for(&self, key: Key, call: Key, name: &JsString, input: &JsString) {
        let origin = self.channels.with(|channels| {
            let channel = channels.get_mut(key)?;
            let Side::Owner(_, runs) = &mut channel.side else { return None };
            if runs.iter().any(|(known, _)| *known == call) {
                return None;
            }
            runs.push((call, None));
            Some(channel.origin.clone())
        });
        let Some(origin) = origin else { return };
        let is_exposed = self
            .tools
            .with(|tools| tools.get(&String::from(name)).is_some_and(|tool| tool.is_exposed_to(&origin)));
        if !is_exposed {
            return self.answered(key, call, Some(JsString::default()), &JsValue::UNDEFINED);
        }
        let settled = self.platform.on_answered(key.index, key.generation, call.index, call.generation);
        let Some(run) = self.run(name, input, settled) else { return };
        let is_kept = self.channels.with(|channels| {
            let Some(Channel { side: Side::Owner(_, runs), .. }) = channels.get_mut(key) else { return None };
            if let Some(entry) = runs.iter_mut().find(|(known, _)| *known == call) {
                entry.1 = Some(run);
            }
            Some(())
        });
        if is_kept.is_none() {
            // The caller has gone while the tool was beginning.
            self.cancel(run);
        }
    }

    /// A tool that ran for another document has settled.
    pub(super) fn answered(&self, key: Key, call: Key, failure: Option<JsString>, text: &JsValue) {
        let port = self.channels.with(|channels| {
            let channel = channels.get_mut(key)?;
            take_run(channel, call)?;
            Some(channel.port.clone())
        });
        if let Some(port) = port {
            let failure = failure.map_or(JsValue::UNDEFINED, Into::into);
            self.send(&port, SETTLED, call, &failure, text);
        }
    }

    /// The windows of the documents that this one is connected with.
    pub(super) fn connected(&self) -> Vec<JsValue> {
        self.channels.with(|channels| channels.values().map(|channel| channel.window.clone()).collect())
    }

    /// The key of an open channel with the document of a window.
    fn channel_of(&self, window: &JsValue, is_caller: bool) -> Option<Key> {
        self.channels.with(|channels| {
            let is_it = |channel: &Channel| channel.is_caller() == is_caller && channel.window == *window;
            channels.find(is_it).pop()
        })
    }

    /// The tools of the document of a window, where they are known, and its origin.
    pub(super) fn tools_of(&self, window: &JsValue) -> Option<(JsString, Vec<ToolRecord>)> {
        let key = self.channel_of(window, true)?;
        self.channels.with(|channels| {
            let channel = channels.get_mut(key)?;
            let Side::Caller(Some(tools)) = &channel.side else { return None };
            Some((channel.origin.clone(), tools.clone()))
        })
    }

    /// The channel by which tools of the document of a window can be called.
    pub(super) fn callable(&self, window: &JsValue, origin: &JsString) -> Option<Key> {
        let key = self.channel_of(window, true)?;
        let is_it = |channel: &mut Channel| {
            channel.origin == *origin && matches!(channel.side, Side::Caller(Some(_)))
        };
        self.channels.with(|channels| channels.get_mut(key).is_some_and(is_it)).then_some(key)
    }

    pub(super) fn send_run(&self, channel: Key, call: Key, name: &JsString, input: &JsString) {
        self.send_to(channel, RUN, call, name, input);
    }

    pub(super) fn send_cancel(&self, channel: Key, call: Key) {
        self.send_to(channel, CANCEL, call, &JsValue::UNDEFINED, &JsValue::UNDEFINED);
    }

    fn send_to(&self, channel: Key, kind: u32, call: Key, first: &JsValue, second: &JsValue) {
        if let Some(port) =
            self.channels.with(|channels| channels.get_mut(channel).map(|one| one.port.clone()))
        {
            self.send(&port, kind, call, first, second);
        }
    }

    /// A channel has ended: its calls fail, its runs are cancelled.
    fn end(&self, key: Key) {
        let Some(channel) = self.channels.with(|channels| channels.remove(key)) else { return };
        self.platform.close(&channel.port);
        match channel.side {
            Side::Caller(_) => self.fail_calls_of(key),
            Side::Owner(_, runs) => {
                for run in runs.into_iter().filter_map(|(_, run)| run) {
                    self.cancel(run);
                }
            }
        }
    }

    /// Ends the channels to windows that are gone: a document whose process has crashed has not said so.
    pub(super) fn end_gone(&self) {
        let mut gone = self.connected();
        gone.retain(|window| self.platform.is_detached(window));
        for key in self.channels.with(|channels| channels.find(|channel| gone.contains(&channel.window))) {
            self.end(key);
        }
    }

    /// This document goes away, or what it has of the API: who is connected with it is told.
    pub(super) fn leave_channels(&self) {
        for key in self.channels.with(|channels| channels.find(|_| true)) {
            self.send_to(key, GONE, Key::default(), &JsValue::UNDEFINED, &JsValue::UNDEFINED);
            self.end(key);
        }
    }
}

/// Takes a run out of those of a channel; `Some(None)` where it has not begun.
fn take_run(channel: &mut Channel, call: Key) -> Option<Option<Key>> {
    let Side::Owner(_, runs) = &mut channel.side else { return None };
    let place = runs.iter().position(|(known, _)| *known == call)?;
    Some(runs.swap_remove(place).1)
}
