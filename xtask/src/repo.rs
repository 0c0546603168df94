use std::path::{Path, PathBuf};

/// A path given relative to the repository's root.
pub(crate) fn path(relative: impl AsRef<Path>) -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask).join(relative)
}

/// The same path as a person at the root would write it.
pub(crate) fn relative(path: &Path) -> &Path {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().and_then(|root| path.strip_prefix(root).ok()).unwrap_or(path)
}
