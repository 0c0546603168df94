use std::path::Path;

use anyhow::{Context, Result};

use crate::log::Log;
use crate::node;

/// What the custom elements are made from.
pub(crate) const SOURCES: [&str; 2] = ["www/ui", "www/devtools"];

/// Bundles the elements into files that load each other when they are needed, and as classic scripts, each one file.
pub(crate) fn write(folder: &Path, log: &Log) -> Result<()> {
    log.run(node::script("xtask/src/elements.mjs").arg(folder)).context("the elements could not be bundled")
}
