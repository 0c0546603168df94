use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::log::{self, Log};
use crate::repo;

/// A program that the tests drive.
#[derive(Debug)]
pub(crate) struct Program {
    /// What it is, for people.
    title: &'static str,
    /// The environment variable that names its file, read here and by the test harness.
    variable: &'static str,
    /// Its commands on PATH, the best first.
    commands: &'static [&'static str],
    /// Where else it may be; `ARCH` stands for the processor.
    places: &'static [&'static str],
    /// The Debian package that brings it, where one does.
    package: Option<&'static str>,
}

pub(crate) const CHROMIUM: Program = Program {
    title: "Chromium",
    variable: "WEBMCP_CHROMIUM",
    commands: &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    places: &["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"],
    package: Some("chromium"),
};

const CHROMEDRIVER: Program = Program {
    title: "chromedriver",
    variable: "CHROMEDRIVER",
    commands: &["chromedriver"],
    places: &[],
    package: Some("chromium-driver"),
};

const CHROMIUM_150: Program = Program {
    title: "Chromium 150",
    variable: "WEBMCP_CHROMIUM_150",
    commands: &[],
    places: &["target/browsers/chromium-150/usr/lib/chromium/chromium"],
    package: None, // unpacked beside the newer one, see `unpack_chromium_150`
};

const FIREFOX: Program = Program {
    title: "Firefox",
    variable: "WEBMCP_FIREFOX",
    commands: &["firefox-esr", "firefox"],
    places: &["/Applications/Firefox.app/Contents/MacOS/firefox"],
    package: Some("firefox-esr"),
};

const WEBKIT_DRIVER: Program = Program {
    title: "WebKitWebDriver",
    variable: "WEBMCP_WEBKITDRIVER",
    commands: &["WebKitWebDriver"],
    places: &[],
    package: Some("webkit2gtk-driver"),
};

const MINI_BROWSER: Program = Program {
    title: "WebKitGTK's MiniBrowser",
    variable: "WEBMCP_MINIBROWSER",
    commands: &[],
    places: &[
        "/usr/lib/ARCH-linux-gnu/webkit2gtk-4.1/MiniBrowser",
        "/usr/libexec/webkit2gtk-4.1/MiniBrowser",
    ],
    package: Some("webkit2gtk-driver"), // by the library it depends on
};

const XVFB: Program = Program {
    title: "Xvfb",
    variable: "WEBMCP_XVFB",
    commands: &["Xvfb"],
    places: &[],
    package: Some("xvfb"), // MiniBrowser has no headless mode
};

const ALL: [&Program; 7] =
    [&CHROMIUM, &CHROMEDRIVER, &CHROMIUM_150, &FIREFOX, &WEBKIT_DRIVER, &MINI_BROWSER, &XVFB];

impl Program {
    /// Its file: the one that the environment names, else the first that is there.
    pub(crate) fn find(&self) -> Option<PathBuf> {
        if let Some(named) = env::var_os(self.variable) {
            return Some(PathBuf::from(named)).filter(|path| path.is_file());
        }
        let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect();
        let on_path =
            self.commands.iter().flat_map(|command| folders.iter().map(move |folder| folder.join(command)));
        let elsewhere = self.places.iter().map(|place| repo::path(place.replace("ARCH", env::consts::ARCH)));
        on_path.chain(elsewhere).find(|path| path.is_file())
    }
}

/// The programs that are there and the reasons for those that are not.
#[derive(Debug, Default, Clone)]
pub(crate) struct Browsers {
    found: Vec<(&'static str, PathBuf)>,
    pub(crate) missing: Vec<String>,
}

impl Browsers {
    /// Tells a command of the tests where the browsers are.
    pub(crate) fn tell(&self, command: &mut Command) {
        command.envs(self.found.iter().map(|(variable, path)| (variable, path)));
    }

    /// Whether the wasm tests can run.
    pub(crate) fn can_run_wasm_tests(&self) -> bool {
        [CHROMIUM.variable, CHROMEDRIVER.variable]
            .iter()
            .all(|wanted| self.found.iter().any(|(name, _)| name == wanted))
    }
}

/// Finds every browser and, on Debian, installs the missing ones first.
pub(crate) fn prepare() -> Result<Browsers> {
    let log = Log::create("target/browsers.log")?;
    let mut problems = Vec::new();
    if is_debian() {
        let missing = ALL.iter().filter(|program| program.find().is_none());
        let mut packages: Vec<&str> = missing.filter_map(|program| program.package).collect();
        packages.dedup();
        if !packages.is_empty() {
            problems.extend(install(&packages, &log).err());
        }
        if CHROMIUM_150.find().is_none() && env::var_os(CHROMIUM_150.variable).is_none() {
            problems.extend(unpack_chromium_150(&log).err());
        }
    }
    let mut browsers = Browsers::default();
    for program in ALL {
        match program.find() {
            Some(path) => browsers.found.push((program.variable, path)),
            None => browsers.missing.push(match env::var_os(program.variable) {
                Some(named) => {
                    format!("{}: {} names no file: {}", program.title, program.variable, named.display())
                }
                None => format!("{}: not found; {} can name its file", program.title, program.variable),
            }),
        }
    }
    browsers.missing.extend(problems.iter().map(|problem| format!("{problem:#}")));
    Ok(browsers)
}

fn is_debian() -> bool {
    fs::read_to_string("/etc/os-release").is_ok_and(|text| text.lines().any(|line| line == "ID=debian"))
}

fn install(packages: &[&str], log: &Log) -> Result<()> {
    if log::answer(Command::new("id").arg("-u"))?.trim() != "0" {
        bail!(
            "only root may install {}; on this machine: apt-get install {}",
            packages.join(", "),
            packages.join(" ")
        );
    }
    println!("Installing {} from Debian …", packages.join(", "));
    update_lists(log)?;
    if log.status(&mut apt(&["install", "--yes", "--no-install-recommends"], packages))?.success() {
        return Ok(());
    }
    // One package that cannot be had must not keep the others away.
    for package in packages {
        log.status(&mut apt(&["install", "--yes", "--no-install-recommends"], &[package]))?;
    }
    bail!("not every Debian package could be installed; {} says why", log.path().display())
}

/// The version before the newest comes from Debian's main suite and is unpacked into target, not installed.
fn unpack_chromium_150(log: &Log) -> Result<()> {
    println!("Unpacking Chromium 150 from Debian …");
    let folder = repo::path("target/browsers/chromium-150");
    let downloads = repo::path("target/browsers/download");
    for folder in [&folder, &downloads] {
        fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    }
    let wanted = ["chromium=150.*", "chromium-common=150.*"];
    let download = || log.status(apt(&["download"], &wanted).current_dir(&downloads));
    if !download()?.success() {
        update_lists(log)?;
        if !download()?.success() {
            bail!("Debian offers no Chromium 150 (any more); {} says why", log.path().display());
        }
    }
    for entry in fs::read_dir(&downloads).context("cannot read the downloaded packages")? {
        let archive = entry.context("cannot read the downloaded packages")?.path();
        if is_archive_of_150(&archive) {
            log.run(Command::new("dpkg").arg("--extract").arg(&archive).arg(&folder))?;
        }
    }
    fs::remove_dir_all(&downloads).context("cannot remove the downloaded packages")
}

/// `chromium-common_150.0.7871.100-1~deb12u1_amd64.deb`
fn is_archive_of_150(path: &Path) -> bool {
    path.file_name().is_some_and(|name| {
        let name = name.to_string_lossy();
        name.ends_with(".deb") && name.contains("_150.")
    })
}

/// Reads the lists of packages; a source of no interest here may fail, so what arrives is what counts.
fn update_lists(log: &Log) -> Result<()> {
    log.status(&mut apt(&["update"], &[])).map(|_| ())
}

fn apt(args: &[&str], packages: &[&str]) -> Command {
    let mut command = Command::new("apt-get");
    // Another program may be installing something: wait for it.
    command.args(["--quiet", "-o", "DPkg::Lock::Timeout=300"]).args(args).args(packages);
    command.env("DEBIAN_FRONTEND", "noninteractive");
    command
}
