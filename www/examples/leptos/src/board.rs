//! The board and its notes: what the tools work on.

use leptos::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How many notes there is room for.
pub const ROOM: usize = 12;

#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Paper {
    #[default]
    Yellow,
    Blue,
    Green,
}

impl Paper {
    fn class(self) -> &'static str {
        match self {
            Self::Yellow => "note yellow",
            Self::Blue => "note blue",
            Self::Green => "note green",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Note {
    pub id: usize,
    pub text: String,
    pub paper: Paper,
}

#[derive(Clone, Copy)]
pub struct Board {
    pub notes: RwSignal<Vec<Note>>,
    /// What a tool is doing, or has stopped to do.
    pub doing: RwSignal<String>,
    next: StoredValue<usize>,
}

impl Board {
    pub fn new() -> Self {
        let board =
            Self { notes: RwSignal::default(), doing: RwSignal::default(), next: StoredValue::new(0) };
        board.pin("Water the fern".to_owned(), Paper::Green);
        board.pin("Call the printer about the posters".to_owned(), Paper::Yellow);
        board
    }

    /// Pins a note; gives how many there are.
    pub fn pin(self, text: String, paper: Paper) -> usize {
        let id = self.next.get_value();
        self.next.set_value(id + 1);
        self.notes.update(|notes| notes.push(Note { id, text, paper }));
        self.notes.with_untracked(Vec::len)
    }

    pub fn is_full(self) -> bool {
        self.notes.with_untracked(Vec::len) >= ROOM
    }
}

#[component]
pub fn BoardView(board: Board) -> impl IntoView {
    let take_down = move |id| board.notes.update(|notes| notes.retain(|note| note.id != id));
    view! {
        <section class="board" aria-label="Board">
            <ul id="notes">
                <For
                    each=move || board.notes.get()
                    key=|note| note.id
                    children=move |note| {
                        view! {
                            <li class=note.paper.class()>
                                <p>{note.text.clone()}</p>
                                <button
                                    class="quiet"
                                    aria-label=format!("Take down: {}", note.text)
                                    on:click=move |_| take_down(note.id)
                                >
                                    "Take down"
                                </button>
                            </li>
                        }
                    }
                />
            </ul>
            <p class="empty" hidden=move || board.notes.with(|notes| !notes.is_empty())>
                "Nothing is pinned. Call " <code>"pin_note"</code> "."
            </p>
            <p id="doing" class="doing" role="status">{board.doing}</p>
        </section>
    }
}
