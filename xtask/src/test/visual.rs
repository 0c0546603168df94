use anyhow::{Result, bail};

use super::{Row, Session};
use crate::log::Log;
use crate::node;

/// Compares pictures of the panel in Chromium with those in tests/ui/baselines.
pub(crate) fn check(session: &Session, log: &Log) -> Result<Vec<Row>> {
    session.package()?;
    let mut pictures = node::script("tests/ui/visual.mjs");
    session.browsers()?.tell(&mut pictures);
    let status = log.status(&mut pictures)?;
    let mut row = Row::empty("visual");
    for line in log.text().lines() {
        if let Some(failure) = line.strip_prefix("not ok ") {
            row.fail(failure.to_owned());
        } else if line.starts_with("ok ") {
            row.passed += 1;
        } else if let Some(reason) = line.strip_prefix("skipped: ") {
            row.skipped += 1;
            row.note = reason.to_owned();
        }
    }
    if !status.success() && row.failed == 0 {
        bail!("it ended early ({status}); the end of {}:\n{}", log.path().display(), log.tail(20));
    }
    Ok(vec![row])
}
