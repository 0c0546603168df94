//! What is wrong with a value by its schema.

mod problem;

pub use problem::Problem;
pub(crate) use problem::{kind_of, pointer_to, shown};
