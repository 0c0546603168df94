//! The runner: every tool of the page, a form for its arguments, and what came of the call.

use leptos::prelude::*;
use leptos::task::spawn_local;
use webmcp_exec::{CallOptions, ToolInfo, list_tools, provider};

use crate::call::{Calls, Shown};
use crate::form::{Fields, Values, arguments, fields};

#[component]
pub fn Runner(offered: RwSignal<Option<Result<(), String>>>) -> impl IntoView {
    // A listed tool is a JavaScript object, which belongs to this thread.
    let tools = RwSignal::new_local(Vec::<ToolInfo>::new());
    let chosen = RwSignal::new(None::<usize>);
    let problem = RwSignal::new(String::new());
    let calls = Calls::new();

    let list = move || {
        spawn_local(async move {
            match list_tools(CallOptions::new()).await {
                Ok(listed) => {
                    chosen.set((!listed.is_empty()).then_some(0));
                    tools.set(listed);
                    problem.set(String::new());
                }
                Err(error) => problem.set(error.to_string()),
            }
        });
    };
    Effect::new(move || match offered.get() {
        Some(Ok(())) => list(),
        Some(Err(error)) => problem.set(error),
        None => {}
    });

    let choices = move || {
        let choice = |(index, tool): (usize, ToolInfo)| {
            let (id, name) = (tool.name.clone(), tool.name.clone());
            view! {
                <button
                    class="tool"
                    data-tool=id
                    aria-pressed=move || (chosen.get() == Some(index)).to_string()
                    on:click=move |_| chosen.set(Some(index))
                >
                    <b>{tool.title.unwrap_or(tool.name)}</b>
                    <code>{name}</code>
                </button>
            }
        };
        tools.get().into_iter().enumerate().map(choice).collect_view()
    };
    let chosen_tool = move || chosen.get().and_then(|index| tools.with(|tools| tools.get(index).cloned()));

    view! {
        <section class="runner" aria-label="Tool runner">
            <p id="provider" class="provider">{describe_provider()}</p>
            <p id="problem" class="problem" role="alert">{problem}</p>
            <div class="tools">{choices}</div>
            {move || chosen_tool().map(|tool| view! { <ToolForm tool calls /> })}
            {move || calls.shown.get().map(|shown| view! { <Result shown /> })}
        </section>
    }
}

#[component]
fn ToolForm(tool: ToolInfo, calls: Calls) -> impl IntoView {
    let values = Values::default();
    let all = fields(tool.input_schema.as_ref());
    let (name, options) = (tool.name.clone(), tool.options());
    let shown = all.clone();
    let call = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let args = values.with_untracked(|values| arguments(&all, values));
        calls.begin(name.clone(), args, options.clone());
    };
    view! {
        <form on:submit=call>
            <p>{tool.description.clone()}</p>
            <Fields fields=shown values />
            <div class="actions">
                <button id="run" class="primary" disabled=move || calls.is_running()>
                    "Call the tool"
                </button>
                <button
                    id="cancel"
                    type="button"
                    disabled=move || !calls.is_running()
                    on:click=move |_| calls.cancel()
                >
                    "Cancel"
                </button>
            </div>
        </form>
    }
}

#[component]
fn Result(shown: Shown) -> impl IntoView {
    view! {
        <div id="result" class="result" data-status=shown.status role="status">
            <h2>{shown.headline}</h2>
            <p id="text">{shown.text}</p>
            {shown.structured.map(|json| view! { <pre id="structured">{json}</pre> })}
        </div>
    }
}

fn describe_provider() -> &'static str {
    match provider().map(|provider| provider.as_str()) {
        Some("native") => "Native WebMCP: this browser’s own.",
        Some("polyfill") => "No WebMCP of the browser’s: this page brought the polyfill.",
        Some("preview") => "Firefox’s preview of WebMCP.",
        Some(_) => "Somebody else’s WebMCP polyfill.",
        None => "No WebMCP here, and no polyfill.",
    }
}
