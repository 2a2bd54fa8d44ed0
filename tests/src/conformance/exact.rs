//! Cases whose every line is contract.

use super::Verdict;
use similar::{ChangeTag, TextDiff};

/// Judges `output` against `golden`: they must be equal to the byte.
pub(super) fn judge(golden: &str, output: &str) -> Verdict {
    let diff = TextDiff::from_lines(golden, output);
    let met = diff
        .iter_all_changes()
        .filter(|change| change.tag() == ChangeTag::Equal)
        .count();
    let differences = diff
        .unified_diff()
        .context_radius(1)
        .header("hardware", "library")
        .to_string();
    Verdict {
        lines: golden.lines().count(),
        met,
        differences,
    }
}

#[cfg(test)]
mod tests {
    use super::judge;

    #[test]
    fn a_missing_line_counts_once() {
        let verdict = judge("a\nb\nc\n", "a\nc\n");
        assert_eq!((verdict.lines, verdict.met), (3, 2));
        assert!(verdict.differences.contains("-b"));
    }

    #[test]
    fn a_missing_newline_at_the_end_differs() {
        assert!(!judge("a\n", "a").passed());
        assert!(judge("a\n", "a\n").passed());
    }
}
