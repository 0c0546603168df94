//! Builds, shows and tests webmcp-exec: `cargo xtask pkg`, `cargo xtask demo`, `cargo xtask test`,
//! `cargo xtask bench`, `cargo xtask size`.
//!
//! Every command first installs what it misses, so a fresh machine needs only Rust and Node.

/// Measures everything, in real browsers and beside other packages.
mod bench;
/// Finds the browsers, and installs those that are missing.
mod browsers;
/// Writes the entries as classic scripts.
mod classic;
/// Serves the demo site, or checks it in every browser.
mod demo;
/// Bundles the custom elements.
mod elements;
/// Builds the example applications, and tests them.
mod examples;
/// Makes the browser extension.
mod extension;
/// Whether a product still fits its inputs.
mod freshness;
/// Runs wasm-bindgen, as a library: the JavaScript glue of a module, and the runner of the wasm tests.
mod glue;
/// Writes a WebAssembly module into a script.
mod inline;
/// Runs commands and keeps what they print.
mod log;
/// Gives what a module imports and exports short names, in it and in its glue.
mod names;
/// Node, npm and the packages of package.json.
mod node;
/// Makes panics trap at once.
mod panics;
/// Takes a module apart, so that a page loads the doors that it uses.
mod parts;
/// Makes the npm package, packs it and installs the tarball where the tests and the demo find it.
mod pkg;
/// The polyfill, as a function that makes one of a realm.
mod realms;
/// Where things are in the repository.
mod repo;
/// How much stack a module has, and that it lies where an overflow is noticed.
mod stack;
/// Runs the tests and counts them.
mod test;
/// The Rust target and the components that the build needs.
mod toolchain;
/// Writes a module as JavaScript, for pages that refuse WebAssembly.
mod wasm2js;
/// Says what the modules are made of.
mod weights;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Debug, Parser)]
#[command(bin_name = "cargo xtask", about = "Builds, shows and tests webmcp-exec.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Makes the npm package in target/pkg, its tarball in target/, and the browser extension in target/extension
    Pkg,
    /// Serves the demo site on localhost, after all the set-up it needs
    Demo(demo::Options),
    /// Installs what is missing, runs the tests and counts them
    Test(test::Options),
    /// Measures everything in real browsers and beside other packages, as ratios; --help says the rest
    Bench(bench::Options),
    /// Prints the parts and the largest functions of each module
    Size(weights::Options),
    /// Runs one compiled wasm test file in headless Chromium; cargo calls this
    #[command(hide = true, disable_help_flag = true)]
    TestRunner {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Pkg => pkg::build().map(|package| {
            println!("{}", repo::relative(&package.tarball).display());
            println!("{}", extension::FOLDER);
            ExitCode::SUCCESS
        }),
        Command::Demo(options) => demo::run(&options),
        Command::Test(options) => test::run(&options),
        Command::Size(options) => weights::run(&options).map(|()| ExitCode::SUCCESS),
        Command::Bench(options) => bench::run(&options),
        Command::TestRunner { args } => glue::run_wasm_tests(args).map(|()| ExitCode::SUCCESS),
    };
    outcome.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}
