use anyhow::{Context, Result, anyhow};
use serde_json::Value;

use super::{Row, Session};
use crate::log::{self, Log};
use crate::node;

/// What each product may weigh after Brotli, in bytes: a little above what was measured, so that growth is a
/// decision. The aim is 26 KB for the main entry with every door and 16 KB for the polyfill with frames and forms.
const BUDGETS: [(&str, u64); 10] = [
    ("webmcp-exec", 134_500),
    ("only executeTool", 51_300),
    ("only defineWebTool", 59_800),
    ("only toOpenAITools", 75_600),
    ("only executeTools", 84_900),
    ("only ToolRegistry, createRuntime", 84_300),
    ("webmcp-exec/polyfill", 41_300),
    ("webmcp-exec/polyfill/no-wasm", 48_400),
    ("validation, when asked for", 42_000),
    ("webmcp-exec/no-wasm", 152_000),
];

/// What the elements may weigh after gzip, in bytes, which is what is promised of them.
const GZIP_BUDGETS: [(&str, u64); 2] =
    [("devtools, with the page", 4_096), ("devtools, at first open", 30_720)];

/// Prints the weights and checks those that have a budget.
pub(crate) fn check(session: &Session, log: &Log) -> Result<Vec<Row>> {
    session.package()?;
    let measured = log::answer(&mut node::script("xtask/src/test/size.mjs"))?;
    let measured: Value = serde_json::from_str(&measured).context("size.mjs printed no JSON")?;
    let weights = measured.as_array().context("size.mjs printed no list")?;
    let weights = weights
        .iter()
        .map(Weight::read)
        .collect::<Option<Vec<_>>>()
        .context("size.mjs left something out")?;

    let table = table(&weights);
    log.write(&table)?;
    print!("{table}");
    let mut row = Row::empty("size");
    for (name, budget) in BUDGETS {
        row.count(judge(&weights, name, "Brotli", |weight| weight.brotli, budget));
    }
    for (name, budget) in GZIP_BUDGETS {
        row.count(judge(&weights, name, "gzip", |weight| weight.gzip, budget));
    }
    Ok(vec![row])
}

#[derive(Debug)]
struct Weight<'json> {
    name: &'json str,
    raw: u64,
    gzip: u64,
    brotli: u64,
}

impl<'json> Weight<'json> {
    fn read(value: &'json Value) -> Option<Weight<'json>> {
        let number = |key| value.get(key).and_then(Value::as_u64);
        let name = value.get("name")?.as_str()?;
        Some(Weight { name, raw: number("raw")?, gzip: number("gzip")?, brotli: number("brotli")? })
    }
}

fn table(weights: &[Weight]) -> String {
    let mut text = format!("  {:<32}{:>9}{:>9}{:>9}\n", "bytes", "raw", "gzip", "brotli");
    for Weight { name, raw, gzip, brotli } in weights {
        text.push_str(&format!("  {name:<32}{raw:>9}{gzip:>9}{brotli:>9}\n"));
    }
    text
}

fn judge(weights: &[Weight], name: &str, method: &str, read: fn(&Weight) -> u64, budget: u64) -> Result<()> {
    let weight = weights.iter().find(|weight| weight.name == name);
    let bytes = read(weight.with_context(|| format!("size.mjs did not weigh {name}"))?);
    if bytes <= budget {
        return Ok(());
    }
    Err(anyhow!("{name} weighs {bytes} bytes after {method} and may weigh {budget}"))
}

#[cfg(test)]
mod tests {
    use super::{Weight, judge};

    #[test]
    fn a_budget_is_the_most_that_is_allowed() {
        let weights = [Weight { name: "entry", raw: 9, gzip: 5, brotli: 4 }];
        let brotli = |weight: &Weight| weight.brotli;
        assert!(judge(&weights, "entry", "Brotli", brotli, 4).is_ok());
        assert!(judge(&weights, "entry", "Brotli", brotli, 3).is_err());
        assert!(judge(&weights, "entry", "gzip", |weight| weight.gzip, 4).is_err());
        assert!(judge(&weights, "another", "Brotli", brotli, 9).is_err());
    }
}
