//! Cases of arguments that the real driver dereferences without a check: it crashes, a model must not.
//! Which error it gives is its own choice.

use super::Verdict;

/// Judges `output`: each part that the golden begins (`-- 7`) must end by itself (`-- 7: exit 0`).
pub(super) fn judge(golden: &str, output: &str) -> Verdict {
    let titles: Vec<&str> = golden.lines().filter_map(title).collect();
    let mut differences = String::new();
    for title in &titles {
        let end = format!("-- {title}: ");
        match output.lines().find_map(|line| line.strip_prefix(&end)) {
            Some("exit 0") => {}
            Some(other) => differences += &format!("part {title}: {other}\n"),
            None => differences += &format!("part {title}: did not end\n"),
        }
    }
    Verdict {
        lines: titles.len(),
        met: titles.len() - differences.lines().count(),
        differences,
    }
}

/// The title of a line that begins a part.
fn title(line: &str) -> Option<&str> {
    line.strip_prefix("-- ").filter(|rest| !rest.contains(": "))
}

#[cfg(test)]
mod tests {
    use super::judge;

    const GOLDEN: &str = "-- 1\n-- 1: killed by signal 11\n-- 2\ncall: MUSA_SUCCESS\n-- 2: exit 0\n";

    #[test]
    fn any_error_is_right() {
        let output = "-- 1\ncall: X\n-- 1: exit 0\n-- 2\ncall: Y\n-- 2: exit 0\n";
        assert!(judge(GOLDEN, output).passed());
    }

    #[test]
    fn a_crash_is_wrong_also_where_hardware_crashed() {
        assert!(!judge(GOLDEN, GOLDEN).passed());
    }

    #[test]
    fn a_missing_part_is_wrong() {
        let verdict = judge(GOLDEN, "-- 1\n-- 1: exit 0\n");
        assert_eq!((verdict.lines, verdict.met), (2, 1));
    }
}
