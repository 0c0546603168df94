use std::process::ExitCode;

use super::Row;

/// Prints the table and, alone on the last line, the sums.
pub(crate) fn print(rows: &[Row]) -> ExitCode {
    println!("\n{}", table(rows));
    println!("{}", total(rows));
    if rows.iter().any(|row| row.failed > 0) { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn table(rows: &[Row]) -> String {
    let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max("part".len());
    let mut text = format!("{:<width$}  passed  failed  skipped  seconds\n", "part");
    for Row { name, passed, failed, skipped, seconds, note, .. } in rows {
        let line = format!("{name:<width$}  {passed:>6}  {failed:>6}  {skipped:>7}  {seconds:>7.1}  {note}");
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// `12 passed, 0 failed, 1 skipped`, the last only where something was.
fn total(rows: &[Row]) -> String {
    let sum = |count: fn(&Row) -> usize| rows.iter().map(count).sum::<usize>();
    let text = format!("{} passed, {} failed", sum(|row| row.passed), sum(|row| row.failed));
    match sum(|row| row.skipped) {
        0 => text,
        skipped => format!("{text}, {skipped} skipped"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Row, table, total};

    #[test]
    fn the_total_names_skips_only_where_there_are_any() {
        let passed = Row { passed: 3, ..Row::empty("fmt") };
        let skipped = Row { skipped: 1, failed: 2, ..Row::empty("browsers") };
        assert_eq!(total(std::slice::from_ref(&passed)), "3 passed, 0 failed");
        assert_eq!(total(&[passed, skipped]), "3 passed, 2 failed, 1 skipped");
        assert_eq!(total(&[]), "0 passed, 0 failed");
    }

    #[test]
    fn the_columns_stand_below_each_other() {
        let rows = [Row::one("fmt"), Row { note: "a note".into(), ..Row::one("c156 (Chromium 156.0.1)") }];
        let table = table(&rows);
        let ends: Vec<Option<usize>> = table.lines().skip(1).map(|line| line.find('.')).collect();
        assert_eq!(table.lines().count(), 3);
        assert!(ends.iter().all(Option::is_some));
        assert!(table.ends_with("0.0  a note\n"));
    }
}
