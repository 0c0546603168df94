//! Timers as futures.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use js_sys::Function;
use wasm_bindgen::prelude::*;

use crate::slot::Slot;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = setTimeout, catch)]
    fn set_timeout(callback: &Function, ms: f64) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(js_name = clearTimeout, catch)]
    fn clear_timeout(timer: &JsValue) -> Result<(), JsValue>;
}

/// Waits; dropping it ends the timer.
#[must_use = "does nothing unless awaited"]
#[derive(Debug)]
pub(crate) struct Timer {
    slot: Slot,
    timer: Option<JsValue>,
}

impl Timer {
    /// Begins at once. Where a page's own `setTimeout` throws, it never ends.
    pub(crate) fn new(ms: f64) -> Self {
        let slot = Slot::new();
        let timer = set_timeout(&slot.on_time(), ms).ok().flatten();
        Self { slot, timer }
    }
}

impl Future for Timer {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        self.slot.poll(context).map(|_| ())
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        if let Some(timer) = self.timer.take().filter(|_| !self.slot.is_taken()) {
            let _ = clear_timeout(&timer);
        }
    }
}
