//! The document that owns a tool, and whether it is still there.
//!
//! A frame's disappearance fires no event at its `modelContext`, and a browser says no more than that the
//! call is lost (polyfills say nothing at all), so the frame itself is watched.

use std::future::pending;
use std::iter;

use js_sys::JsString;
use wasm_bindgen::prelude::*;

use crate::engine::Loss;
use crate::js;
use crate::promise::NextEvent;
use crate::timer::Timer;

#[wasm_bindgen]
extern "C" {
    #[derive(Debug)]
    type Window;
    #[wasm_bindgen(method, getter, catch)]
    fn closed(this: &Window) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn document(this: &Window) -> Result<Option<JsValue>, JsValue>;

    #[wasm_bindgen(js_namespace = ["document"], js_name = getElementsByTagName, catch)]
    fn elements_by_tag_name(name: &JsString) -> Result<Option<JsValue>, JsValue>;
    type Frame;
    #[wasm_bindgen(method, getter, js_name = contentWindow)]
    fn content_window(this: &Frame) -> JsValue;
}

thread_local! {
    static IFRAME: JsString = JsString::from("iframe");
}

/// How often it is looked what became of a frame after the browser has given a call up, in milliseconds.
const INTERVAL_MS: f64 = 50.0;
/// How long that may take for a document that can be seen.
const SETTLING_MS: f64 = 1_000.0;
/// The same for a document of another origin: there, the next one shows only once it has loaded.
const LOADING_MS: f64 = 5_000.0;

/// The document of another window of the page, as it was when the call began.
#[derive(Debug)]
pub(super) struct Owner {
    window: Window,
    /// `None` for a document of another origin, which cannot be seen.
    document: Option<JsValue>,
    /// The end of the next load of the frame that shows a document of another origin, if that frame is one
    /// of the caller's own document. By itself it means nothing: it may be the first.
    loaded: Option<NextEvent>,
}

impl Owner {
    pub(super) fn of(window: &JsValue) -> Self {
        let window: Window = window.clone().unchecked_into();
        let document = window.document().ok().flatten();
        let loaded = match document {
            Some(_) => None,
            None => frame_of(&window).map(|frame| NextEvent::of(&frame, "load")),
        };
        Self { window, document, loaded }
    }

    /// The document, if it is of the caller's origin.
    pub(super) fn document(&self) -> Option<&JsValue> {
        self.document.as_ref()
    }

    /// Ends when the document goes away. Never for one of another origin: there, the browser's own word is
    /// waited for.
    pub(super) async fn lost(&self) -> Loss {
        if self.document.is_none() {
            return pending().await;
        }
        loop {
            NextEvent::of(&self.window, "pagehide").await;
            // A frame that is being removed is closed only once its last events have been fired. One that is
            // still there afterwards was put aside and came back, or the event was somebody's own.
            if let Some(loss) = self.fate().await {
                return loss;
            }
        }
    }

    /// What became of the document, after the browser has given up a call to it.
    pub(super) async fn fate(&self) -> Option<Loss> {
        let patience = if self.loaded.is_some() { LOADING_MS } else { SETTLING_MS };
        for wait in iter::once(0.0).chain(iter::repeat_n(INTERVAL_MS, (patience / INTERVAL_MS) as usize)) {
            Timer::new(wait).await;
            if let Some(loss) = self.loss() {
                return Some(loss);
            }
        }
        None
    }

    fn loss(&self) -> Option<Loss> {
        if self.window.closed().ok().flatten().is_some_and(|closed| closed == true) {
            return Some(Loss::Removed);
        }
        match (&self.document, self.window.document()) {
            (Some(before), Ok(Some(now))) if now == *before => None,
            // Another document, or one that can no longer be seen, or now can.
            (Some(_), _) | (None, Ok(Some(_))) => Some(Loss::Navigated),
            (None, _) => self.loaded.as_ref().filter(|loaded| loaded.has_come()).map(|_| Loss::Navigated),
        }
    }
}

fn frame_of(window: &Window) -> Option<JsValue> {
    let frames = IFRAME.with(elements_by_tag_name).ok().flatten()?;
    let window: &JsValue = window;
    let frames = js::copy_of(&frames).ok()?;
    frames.iter().find(|frame| frame.unchecked_ref::<Frame>().content_window() == *window)
}
