use anyhow::{Context, Result};

use crate::log::Log;
use crate::{node, pkg, repo};

/// Where the extension is made, ready to be loaded unpacked.
pub(crate) const FOLDER: &str = "target/extension";

/// Makes the browser extension, with the finished package in it.
pub(crate) fn write(version: &str, log: &Log) -> Result<()> {
    let folder = repo::path(FOLDER);
    pkg::empty(&folder)?;
    log.run(node::script("xtask/src/extension.mjs").arg(&folder).arg(version))
        .context("the extension could not be made")
}
