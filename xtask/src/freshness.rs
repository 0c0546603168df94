use std::fmt::Write;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use anyhow::{Context, Result};

use crate::repo;

/// Whether a product is as its inputs are, by a record of the inputs' names, sizes and times.
#[derive(Debug)]
pub(crate) struct Freshness {
    record: PathBuf,
    inputs: String,
    /// Two builds at once would mix their products: the second waits, then finds everything done.
    _lock: File,
}

impl Freshness {
    /// Reads the state of some files and folders; `record` is where the last build's state is kept.
    pub(crate) fn of(inputs: &[&str], record: &str) -> Result<Freshness> {
        let record = repo::path(record);
        let folder = record.parent().unwrap_or(&record);
        fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        let lock =
            File::create(record.with_extension("lock")).context("cannot create a lock file in target")?;
        lock.lock().context("cannot lock a file in target")?;
        let mut state = String::new();
        for input in inputs {
            list(&repo::path(input), &mut state)?;
        }
        Ok(Freshness { record, inputs: state, _lock: lock })
    }

    /// Whether the last recorded build was made from these very inputs.
    pub(crate) fn holds(&self) -> bool {
        fs::read_to_string(&self.record).is_ok_and(|recorded| recorded == self.inputs)
    }

    /// Forgets the last build, before its products are touched.
    pub(crate) fn forget(&self) -> Result<()> {
        fs::write(&self.record, "").with_context(|| format!("cannot write {}", self.record.display()))
    }

    /// Records that the products are now made from these inputs.
    pub(crate) fn record(&self) -> Result<()> {
        fs::write(&self.record, &self.inputs)
            .with_context(|| format!("cannot write {}", self.record.display()))
    }
}

fn list(path: &Path, state: &mut String) -> Result<()> {
    let Ok(metadata) = fs::metadata(path) else {
        return Ok(()); // what is missing is said by the build itself
    };
    if !metadata.is_dir() {
        let time = metadata
            .modified()
            .ok()
            .and_then(|time| time.duration_since(UNIX_EPOCH).ok())
            .unwrap_or_default();
        let name = repo::relative(path).display();
        return writeln!(state, "{name} {} {}", metadata.len(), time.as_nanos())
            .context("cannot record a file");
    }
    let entries = fs::read_dir(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut paths =
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<std::io::Result<Vec<_>>>()?;
    paths.sort();
    paths.iter().try_for_each(|path| list(path, state))
}
