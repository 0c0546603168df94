//! The documents of the tab, and what is said to those of the same origin. (To others: see `channels`.)
//!
//! Each brings its own copy of the polyfill, perhaps another version. They meet through what the brand of
//! their `modelContext` holds, a [`Peer`].

use js_sys::{Array, Function, JsString};
use wasm_bindgen::prelude::*;

use super::ModelContext;
use super::channels::Change;

#[wasm_bindgen]
extern "C" {
    /// The polyfill of a document, as other documents see it. It is written in `polyfill.js`.
    #[derive(Clone, Debug, PartialEq)]
    pub(super) type Peer;

    /// Whether a tool of this name is registered.
    #[wasm_bindgen(method, catch)]
    pub(super) fn has(this: &Peer, name: &JsString) -> Result<bool, JsValue>;

    /// The listed tools, ordered by name; each is a [`ToolRecord`].
    #[wasm_bindgen(method, catch)]
    pub(super) fn list(this: &Peer) -> Result<Option<Array>, JsValue>;

    /// Runs a tool; `settled(failure, text)` is called once. Gives what `cancel` wants.
    #[wasm_bindgen(method, catch)]
    pub(super) fn run(
        this: &Peer,
        name: &JsString,
        input: &JsString,
        settled: &Function,
    ) -> Result<Option<JsValue>, JsValue>;

    /// Tells a running tool, in a task, that nobody waits for it any more.
    #[wasm_bindgen(method, catch)]
    pub(super) fn cancel(this: &Peer, run: &JsValue) -> Result<(), JsValue>;

    /// Fires `toolchange`.
    #[wasm_bindgen(method, catch)]
    pub(super) fn changed(this: &Peer) -> Result<(), JsValue>;
}

#[wasm_bindgen]
extern "C" {
    /// What one document tells another of a tool: `name`, `title`, `description`, `annotations` and the JSON
    /// text `inputSchema`.
    #[derive(Clone, Debug)]
    pub type ToolRecord;

    #[wasm_bindgen(method, getter)]
    pub(super) fn name(this: &ToolRecord) -> JsString;
}

#[wasm_bindgen]
extern "C" {
    type Window;
    #[wasm_bindgen(method, getter, catch)]
    fn top(this: &Window) -> Result<Option<Window>, JsValue>;
}

impl ModelContext {
    /// Every window of the tab, the top one first, then in the order of the frames.
    pub(super) fn windows(&self) -> Vec<JsValue> {
        let mut found = Vec::new();
        let own = self.platform.window();
        if let Ok(Some(top)) = own.unchecked_ref::<Window>().top() {
            self.visit(top.into(), &mut found);
        }
        // A frame in a shadow tree is known to its parent if that is of its origin, else to itself and to who is
        // connected with it.
        let mut others = self.connected();
        others.push(own);
        for window in others {
            if !found.contains(&window) && !self.platform.is_detached(&window) {
                self.visit(window, &mut found);
            }
        }
        found
    }

    fn visit(&self, window: JsValue, found: &mut Vec<JsValue>) {
        let frames = self.platform.frames(&window);
        found.push(window);
        for frame in frames.iter() {
            self.visit(frame, found);
        }
    }

    /// Queues one `toolchange` at every document that may see the change; then `done`, in the same task.
    pub(super) fn queue_change(
        &self,
        exposed_to: Vec<JsString>,
        change: Change,
        done: impl FnOnce(&Self) + 'static,
    ) {
        self.queue(move |context| {
            for window in context.windows() {
                if let Some(peer) = context.platform.peer(&window) {
                    // A document that is gone by now has nothing to be told.
                    let _ = peer.changed();
                }
            }
            context.send_change(&exposed_to, &change);
            done(context);
        });
    }
}
