//! A pinboard whose notes people pin by hand and agents by tools: what a page tool, and a call of one, looks like in
//! Leptos.

mod board;
mod call;
mod form;
mod runner;
mod tools;

use leptos::prelude::*;

fn main() {
    mount_to_body(App);
}

#[component]
fn App() -> impl IntoView {
    let board = board::Board::new();
    let offered = tools::offer(board);
    view! {
        <header class="bar">
            <h1>"Pinboard"</h1>
            <p>"A Leptos app with WebMCP tools. Agents of this browser can use them, and so can you."</p>
        </header>
        <main>
            <board::BoardView board />
            <runner::Runner offered />
        </main>
    }
}
