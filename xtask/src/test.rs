/// What cargo checks: format, clippy, the Rust tests on this machine and in a page.
mod cargo;
/// What npm's tools check: JavaScript style, types, the package as others see it.
mod javascript;
/// Whether every dependency may be used under this project's licence.
mod licences;
/// The tests that run in many browsers from one file.
mod matrix;
/// What Node's own test runner runs: the package as others find it, and the programs that are made of it.
mod programs;
/// What each entry of the package weighs, and may weigh.
mod size;
/// The table at the end.
mod summary;
/// How the panel looks, beside pictures that somebody has looked at.
mod visual;

use std::cell::{OnceCell, RefCell};
use std::process::ExitCode;
use std::thread::{self, JoinHandle};
use std::time::Instant;

use anyhow::{Result, anyhow, bail};

use crate::browsers::{self, Browsers};
use crate::log::Log;
use crate::pkg::{self, Package};
use crate::{demo, examples, glue};

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Runs only these parts, separated by commas
    #[arg(long, value_delimiter = ',', value_parser = PARTS.map(|part| part.name), value_name = "PARTS")]
    part: Vec<String>,
    /// Runs the browser tests in these environments only, of c156, c150, c156-poly, ff-poly, ff-native, wk-poly, c156-no-wasm, ff-no-wasm, mcpb and node
    #[arg(long, value_delimiter = ',', value_name = "ENVIRONMENTS")]
    env: Vec<String>,
    /// Runs only the browser tests whose title has this text
    #[arg(long, value_name = "TEXT")]
    grep: Option<String>,
    /// Adds the slow parts, `examples`, `harness`, `probes`, `visual` and `crate`: some minutes more
    #[arg(long)]
    full: bool,
    /// Instead of testing, prints requirement × environment from the last complete run
    #[arg(long)]
    coverage_table: bool,
}

/// One part of the tests.
#[derive(Debug)]
struct Part {
    name: &'static str,
    /// What it does, said before it starts.
    title: &'static str,
    run: fn(&Session, &Log) -> Result<Vec<Row>>,
    /// Runs with `--full`, or when it is asked for by name.
    slow: bool,
    /// Whether it needs the browsers, so that their installation starts at once.
    browsers: bool,
}

/// All parts, the cheap ones first.
const PARTS: [Part; 21] = [
    Part::quick("fmt", "Rust is formatted", cargo::fmt),
    Part::quick("versions", "wasm-bindgen's library and tool agree", |_, _| {
        glue::check_versions().map(|_| vec![Row::one("versions")])
    }),
    Part::quick("licences", "the licences of all dependencies", licences::check),
    Part::quick("biome", "JavaScript is formatted and lint-free", javascript::biome),
    Part::quick("clippy", "clippy on the host and for the browser", cargo::clippy),
    Part::quick("rust", "Rust tests on the host", cargo::host_tests),
    Part::quick("docs", "the crate's documentation", cargo::docs),
    Part::quick("package", "the package is built and holds what it should", programs::package),
    Part::quick("types", "the types, as applications and our own JavaScript use them", javascript::types),
    Part::quick("lint", "publint and arethetypeswrong on the tarball", javascript::lint),
    Part::quick("size", "what each entry weighs", size::check),
    Part { browsers: true, ..Part::quick("wasm", "Rust tests in headless Chromium", cargo::wasm_tests) },
    Part { browsers: true, ..Part::quick("browsers", "the browser matrix", matrix::run) },
    Part { browsers: true, ..Part::quick("replay", "the command that replays sessions", programs::replay) },
    Part { browsers: true, ..Part::quick("extension", "the browser extension", programs::extension) },
    Part { browsers: true, ..Part::quick("demo", "the demo site in every browser", demo::test) },
    Part {
        browsers: true,
        slow: true,
        ..Part::quick("examples", "the example applications", examples::test)
    },
    Part {
        browsers: true,
        slow: true,
        ..Part::quick("harness", "the harness's tests of itself", matrix::selftest)
    },
    Part {
        browsers: true,
        slow: true,
        ..Part::quick(
            "probes",
            "the polyfill beside native Chromium, by the measuring probes",
            matrix::probes,
        )
    },
    Part { browsers: true, slow: true, ..Part::quick("visual", "how the panel looks", visual::check) },
    Part { slow: true, ..Part::quick("crate", "the crate compiles from its own archive", cargo::package) },
];

impl Part {
    const fn quick(
        name: &'static str,
        title: &'static str,
        run: fn(&Session, &Log) -> Result<Vec<Row>>,
    ) -> Part {
        Part { name, title, run, slow: false, browsers: false }
    }

    fn chosen(&self, options: &Options) -> bool {
        if !options.part.is_empty() {
            return options.part.iter().any(|name| name == self.name);
        }
        // These two choose among the browser tests.
        if !options.env.is_empty() || options.grep.is_some() {
            return self.name == "browsers";
        }
        options.full || !self.slow
    }
}

/// One line of the summary.
#[derive(Debug, Default)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) passed: usize,
    pub(crate) failed: usize,
    pub(crate) skipped: usize,
    pub(crate) seconds: f64,
    /// Anything worth a few words: how many tests do not apply, why something was skipped.
    pub(crate) note: String,
    /// What to print at once about each failure.
    pub(crate) failures: Vec<String>,
    /// The same where a browser newer than the measured one differs from it, which is no failure.
    pub(crate) drifts: Vec<String>,
    /// What failed at first and passed when it was run again.
    pub(crate) flaky: Vec<String>,
}

impl Row {
    /// A single check that passed.
    pub(crate) fn one(name: &str) -> Row {
        Row { passed: 1, ..Row::empty(name) }
    }

    pub(crate) fn empty(name: &str) -> Row {
        Row { name: name.to_owned(), ..Row::default() }
    }

    /// Whether it counts nothing at all.
    fn is_empty(&self) -> bool {
        self.passed + self.failed + self.skipped + self.drifts.len() == 0
    }

    /// Counts one check.
    pub(crate) fn count(&mut self, outcome: Result<()>) {
        match outcome {
            Ok(()) => self.passed += 1,
            Err(error) => self.fail(format!("{error:#}")),
        }
    }

    pub(crate) fn fail(&mut self, failure: String) {
        self.failed += 1;
        self.failures.push(failure);
    }
}

/// What the parts share.
pub(crate) struct Session {
    env: Vec<String>,
    grep: Option<String>,
    full: bool,
    package: OnceCell<Result<Package, String>>,
    installation: RefCell<Option<JoinHandle<Result<Browsers>>>>,
    browsers: OnceCell<Result<Browsers, String>>,
}

impl Session {
    fn start(options: &Options) -> Session {
        let needed = PARTS.iter().any(|part| part.browsers && part.chosen(options));
        Session {
            env: options.env.clone(),
            grep: options.grep.clone(),
            full: options.full,
            package: OnceCell::new(),
            // Mostly downloads: it goes on beside the parts that need no browser.
            installation: RefCell::new(needed.then(|| thread::spawn(browsers::prepare))),
            browsers: OnceCell::new(),
        }
    }

    /// The package, built once; where that failed, every part that needs it says so without trying again.
    pub(crate) fn package(&self) -> Result<&Package> {
        let built = self.package.get_or_init(|| pkg::build().map_err(|error| format!("{error:#}")));
        built.as_ref().map_err(|error| anyhow!("no package: {error}"))
    }

    /// The browsers, once their installation has ended.
    pub(crate) fn browsers(&self) -> Result<&Browsers> {
        let browsers = self.browsers.get_or_init(|| {
            let installation = self.installation.take();
            let ended =
                installation.map(|thread| thread.join().unwrap_or_else(|_| bail!("it was interrupted")));
            ended.unwrap_or_else(browsers::prepare).map_err(|error| format!("{error:#}"))
        });
        browsers.as_ref().map_err(|error| anyhow!("the browsers could not be prepared: {error}"))
    }
}

/// Runs the chosen parts to the end, whatever fails, and prints the summary.
pub(crate) fn run(options: &Options) -> Result<ExitCode> {
    if options.coverage_table {
        return matrix::print_coverage();
    }
    let session = Session::start(options);
    let mut rows = Vec::new();
    for part in PARTS.iter().filter(|part| part.chosen(options)) {
        println!("{:<9} {} …", part.name, part.title);
        let started = Instant::now();
        let mut of_part = run_part(part, &session);
        // Several rows have their own times, measured where they ran side by side.
        if let [only] = of_part.as_mut_slice() {
            only.seconds = started.elapsed().as_secs_f64();
        }
        for failure in of_part.iter().flat_map(|row| &row.failures) {
            println!("  FAILED {}", failure.trim_end());
        }
        for drift in of_part.iter().flat_map(|row| &row.drifts) {
            println!("  DRIFT  {}", drift.trim_end());
        }
        for flaky in of_part.iter().flat_map(|row| &row.flaky) {
            println!("  FLAKY  {}", flaky.trim_end());
        }
        rows.extend(of_part);
    }
    Ok(summary::print(&rows))
}

fn run_part(part: &Part, session: &Session) -> Vec<Row> {
    let outcome =
        Log::create(&format!("target/test-logs/{}.log", part.name)).and_then(|log| (part.run)(session, &log));
    let mut rows = outcome.unwrap_or_else(|error| {
        let mut row = Row::empty(part.name);
        row.fail(format!("{}: {error:#}", part.name));
        vec![row]
    });
    if rows.iter().all(Row::is_empty) {
        let mut row = Row::empty(part.name);
        row.fail(format!("{}: no test ran", part.name));
        rows = vec![row];
    }
    rows
}
