use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::repo;

/// No command of this build is meant to take longer: one that does hangs.
const LIMIT: Duration = Duration::from_secs(40 * 60);

/// A file that collects what commands print, shown to people only where a command fails.
#[derive(Debug)]
pub(crate) struct Log {
    path: PathBuf,
}

impl Log {
    /// Starts an empty log at a path below the repository's root.
    pub(crate) fn create(relative: &str) -> Result<Log> {
        let path = repo::path(relative);
        let folder = path.parent().unwrap_or(&path);
        fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Log { path })
    }

    /// Where the log is, for people.
    pub(crate) fn path(&self) -> &Path {
        repo::relative(&self.path)
    }

    /// Adds text of our own.
    pub(crate) fn write(&self, text: &str) -> Result<()> {
        let mut file = self.open()?;
        writeln!(file, "{text}").with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Runs a command; one that cannot start, hangs or reports failure is an error.
    pub(crate) fn run(&self, command: &mut Command) -> Result<()> {
        let before = self.text().len();
        let status = self.status(command)?;
        if !status.success() {
            let printed = tail(self.text().get(before..).unwrap_or_default(), 40);
            bail!("`{}` failed ({status}); the end of {}:\n{printed}", shown(command), self.path().display());
        }
        Ok(())
    }

    /// Runs a command and says how it ended.
    pub(crate) fn status(&self, command: &mut Command) -> Result<ExitStatus> {
        self.write(&format!("$ {}", shown(command)))?;
        command.stdin(Stdio::null()).stdout(self.open()?).stderr(self.open()?);
        let mut child = command.spawn().with_context(|| format!("cannot start `{}`", shown(command)))?;
        let started = Instant::now();
        loop {
            if let Some(status) = child.try_wait().context("cannot wait for a command")? {
                return Ok(status);
            }
            if started.elapsed() > LIMIT {
                child.kill().and_then(|()| child.wait()).context("cannot stop a command that hangs")?;
                bail!("`{}` did not end within {} minutes", shown(command), LIMIT.as_secs() / 60);
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// All that was written so far.
    pub(crate) fn text(&self) -> String {
        fs::read(&self.path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
    }

    /// The last lines.
    pub(crate) fn tail(&self, count: usize) -> String {
        let text = self.text();
        let lines: Vec<&str> = text.lines().collect();
        lines.into_iter().rev().take(count).rev().map(|line| format!("    {line}\n")).collect()
    }

    fn open(&self) -> Result<File> {
        let file = OpenOptions::new().append(true).open(&self.path);
        file.with_context(|| format!("cannot write {}", self.path.display()))
    }
}

fn tail(text: &str, count: usize) -> String {
    const PROGRESS: [&str; 4] = ["Checking ", "Compiling ", "Downloaded ", "Downloading "];
    let is_progress = |line: &&str| PROGRESS.iter().any(|word| line.trim_start().starts_with(word));
    let lines: Vec<&str> = text.lines().filter(|line| !is_progress(line)).collect();
    lines.into_iter().rev().take(count).rev().map(|line| format!("    {line}\n")).collect()
}

/// What a command prints, without a log: for questions that are answered at once.
pub(crate) fn answer(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot start `{}`", shown(command)))?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr);
        bail!("`{}` failed ({}): {}", shown(command), output.status, reason.trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// A command as one would type it, its program without the folders.
fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(program.as_os_str()).to_string_lossy().into_owned();
    let args = command.get_args().map(|arg| {
        let arg = arg.to_string_lossy();
        repo::relative(Path::new(arg.as_ref())).to_string_lossy().into_owned()
    });
    std::iter::once(name).chain(args).collect::<Vec<_>>().join(" ")
}
