//! One call after the other, with what came of it.

use futures::future::{AbortHandle, abortable};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::Value;
use webmcp_exec::{CallOptions, CallReport, Error, execute_tool_detailed};

/// What the person sees of a call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shown {
    /// `running`, or a status of the engine's.
    pub status: &'static str,
    pub headline: String,
    pub text: String,
    pub structured: Option<String>,
}

/// The call that runs, if one does, and what is shown of the last.
#[derive(Clone, Copy)]
pub struct Calls {
    pub shown: RwSignal<Option<Shown>>,
    running: RwSignal<Option<AbortHandle>>,
}

impl Calls {
    pub fn new() -> Self {
        Self { shown: RwSignal::new(None), running: RwSignal::new(None) }
    }

    pub fn is_running(self) -> bool {
        self.running.with(Option::is_some)
    }

    /// Calls a tool of the page; options choose the document.
    pub fn begin(self, name: String, args: Value, options: CallOptions) {
        let running =
            Shown { status: "running", headline: format!("{name} is running …"), ..Shown::default() };
        self.shown.set(Some(running));
        let options = options.on_progress(move |progress| self.progressed(&progress));
        let (call, handle) = abortable(async move { execute_tool_detailed(&name, &args, options).await });
        self.running.set(Some(handle));
        spawn_local(async move {
            // Where it is aborted, the future of the call is dropped here: that tells the tool.
            let ended = call.await;
            self.running.set(None);
            self.shown.set(Some(match ended {
                Ok(Ok(report)) => of_report(&report),
                Ok(Err(error)) => of_error("bad-arguments", &error),
                Err(_) => Shown {
                    status: "aborted",
                    headline: "Cancelled".to_owned(),
                    text: "The tool was told that nobody waits for it any more.".to_owned(),
                    structured: None,
                },
            }));
        });
    }

    pub fn cancel(self) {
        if let Some(running) = self.running.get_untracked() {
            running.abort();
        }
    }

    fn progressed(self, progress: &Value) {
        let number = |name| progress.get(name).and_then(Value::as_u64);
        if let (Some(done), Some(total)) = (number("progress"), number("total")) {
            self.shown.update(|shown| {
                if let Some(shown) = shown {
                    shown.text = format!("{done} of {total} done");
                }
            });
        }
    }
}

fn of_report(report: &CallReport) -> Shown {
    let status = report.status.as_str();
    if let Some(error) = &report.error {
        return of_error(status, error);
    }
    let ms = report.duration.as_millis();
    let Some(result) = &report.result else {
        return Shown { status, headline: format!("Navigated after {ms} ms"), ..Shown::default() };
    };
    let structured = result.structured_content.as_ref();
    Shown {
        status,
        headline: match result.error_code() {
            Some(code) => format!("The tool failed: {code}"),
            None => format!("Completed in {ms} ms"),
        },
        // Mostly the text is the JSON, too.
        text: Some(result.text())
            .filter(|text| structured.is_none_or(|json| json.to_string() != *text))
            .unwrap_or_default(),
        structured: structured.and_then(|json| serde_json::to_string_pretty(json).ok()),
    }
}

fn of_error(status: &'static str, error: &Error) -> Shown {
    Shown {
        status,
        headline: format!("The call failed: {}", error.code().as_str()),
        text: error.to_string(),
        structured: None,
    }
}
