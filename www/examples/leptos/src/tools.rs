//! The tools that the board offers to every agent of the page.

use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use webmcp_exec::{Error, ErrorCode, PageTool, Registration, ToolContext, ToolFailure};

use crate::board::{Board, Paper, ROOM};

#[derive(Deserialize, JsonSchema)]
struct PinNote {
    /// What the note says.
    text: String,
    /// The paper that it is written on.
    #[serde(default)]
    paper: Paper,
}

#[derive(Deserialize, JsonSchema)]
struct ClearBoard {
    /// Has to be true: the notes cannot be brought back.
    confirm: bool,
}

#[derive(Serialize)]
struct Pinned {
    notes: usize,
}

/// Offers the tools for as long as the component lives that calls this: `None` until they are offered.
pub fn offer(board: Board) -> RwSignal<Option<Result<(), String>>> {
    let offered = RwSignal::new(None);
    let registrations = StoredValue::new_local(Vec::new());
    spawn_local(async move {
        let result = register(board).await;
        offered.set(Some(match result {
            Ok(registered) => {
                registrations.set_value(registered);
                Ok(())
            }
            Err(error) => Err(error.to_string()),
        }));
    });
    offered
}

async fn register(board: Board) -> Result<Vec<Registration>, Error> {
    let pin = PageTool::new("pin_note", "Pins a note to the board.")
        .title("Pin a note")
        .input::<PinNote>()
        .register(async move |args: PinNote, _| pin_note(board, args));
    let count = PageTool::new("count_words", "Counts the words of every note, one note after the other.")
        .title("Count the words")
        .read_only()
        .register(async move |_: (), context| count_words(board, context).await);
    let clear = PageTool::new("clear_board", "Takes every note down.")
        .title("Clear the board")
        .input::<ClearBoard>()
        .register(async move |args: ClearBoard, _| clear_board(board, &args));
    Ok(vec![pin.await?, count.await?, clear.await?])
}

fn pin_note(board: Board, args: PinNote) -> Result<Pinned, ToolFailure> {
    if args.text.trim().is_empty() {
        return Err(ToolFailure::new(ErrorCode::InvalidInput, "A note needs a text."));
    }
    if board.is_full() {
        let text = format!("The board is full: it has room for {ROOM} notes.");
        return Err(ToolFailure::new(ErrorCode::ConstraintViolation, text));
    }
    Ok(Pinned { notes: board.pin(args.text, args.paper) })
}

/// Takes its time, tells of its progress, and stops as soon as nobody waits for it any more.
async fn count_words(board: Board, context: ToolContext) -> Result<String, ToolFailure> {
    let doing = Doing(board);
    let notes = board.notes.get_untracked();
    let mut words = 0;
    for (index, note) in notes.iter().enumerate() {
        board.doing.set(format!("Counting note {} of {} …", index + 1, notes.len()));
        context.emit(&json!({ "progress": index, "total": notes.len() }));
        context.unless_aborted(TimeoutFuture::new(700)).await?;
        words += note.text.split_whitespace().count();
    }
    doing.done();
    Ok(format!("{words} words on {} notes.", notes.len()))
}

fn clear_board(board: Board, args: &ClearBoard) -> Result<String, ToolFailure> {
    if !args.confirm {
        let text = "Nothing was taken down: `confirm` has to be true.";
        return Err(ToolFailure::new(ErrorCode::ConstraintViolation, text));
    }
    let notes = board.notes.with_untracked(Vec::len);
    board.notes.set(Vec::new());
    Ok(format!("{notes} notes were taken down."))
}

/// What the board shows while it is being counted. A call that is given up drops it before it is done.
struct Doing(Board);

impl Doing {
    fn done(self) {
        self.0.doing.set(String::new());
        std::mem::forget(self);
    }
}

impl Drop for Doing {
    fn drop(&mut self) {
        self.0.doing.set("Counting was stopped.".to_owned());
    }
}
