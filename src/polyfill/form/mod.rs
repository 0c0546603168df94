//! The declarative API: forms that are tools.
//!
//! There is no specification's text of it yet, so it is made as Chromium 156 does it.
//!
//! | file | holds |
//! |---|---|
//! | `watch` | which forms are tools, and their registration |
//! | `controls` | the parameters of a form, and the controls of each |
//! | `schema` | the input schema made of them |
//! | `number` | numbers in attributes |
//! | `values` | which values a parameter takes |
//! | `fill` | putting the values into the controls |
//! | `run` | the run of a form, from the input to the answer |
//! | `dom` | what is asked of elements and done to them |
//!
//! What script cannot do as the browser does: the events `input`, `change` and `submit` that it brings about are
//! not all trusted (a click's are, and `submit` is); microtasks do not run between the listeners of one event; a
//! control is refused by the browser's own texts in the browser's language; the pseudo-classes `:tool-form-active`
//! and `:tool-submit-active` do not parse, attributes stand for them (`data-tool-form-active`,
//! `data-tool-submit-active`); form-associated custom elements take no part.

mod controls;
mod dom;
mod fill;
mod number;
mod run;
mod schema;
mod values;
mod watch;

pub(super) use dom::Dom;
pub(super) use run::FormRun;
pub(super) use watch::FormTool;
