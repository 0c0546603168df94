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
        if let Ok(Some(top)) = self.platform.window().unchecked_ref::<Window>().top() {
            self.visit(top.into(), &mut found);
        }
        // Frames in shadow trees have no number in their parents. Of another origin, they have made themselves known.
        for window in self.connected() {
            if !found.contains(&window) && !self.platform.is_detached(&window) {
                found.push(window);
            }
        }
        found
    }

    fn visit(&self, window: JsValue, found: &mut Vec<JsValue>) {
        let frames: Vec<JsValue> = (0..).map_while(|index| self.platform.frame(&window, index)).collect();
        found.push(window);
        for frame in frames {
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
