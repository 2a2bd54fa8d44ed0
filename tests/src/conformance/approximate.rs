//! Cases of approximate instructions, whose bits legitimately differ between implementations. Their outputs are
//! tables: rows of `in:out` pairs closed by a line with the row's worst error, or rows of values. Worst errors may
//! exceed the hardware's by half a unit in the last place; values are held to the bound that the case states.
//! Every other line is contract, checksums (`h=`) of such values excepted.

use super::Verdict;

/// How far a worst error may lie above the hardware's, in units in the last place.
const SLACK: f64 = 0.5;

/// Judges `output` of the case `name` against `golden`, line by line.
pub(super) fn judge(name: &str, golden: &str, output: &str) -> Verdict {
    let (mut met, mut differences, mut row) = (0, String::new(), "");
    let mut printed = output.lines();
    for (index, line) in golden.lines().enumerate() {
        let got = printed.next().unwrap_or("");
        match compare(name, row, line, got) {
            Ok(()) => met += 1,
            Err(why) => {
                differences += &format!("line {}: {why}\n-{line}\n+{got}\n", index + 1);
            }
        }
        if !line.starts_with(' ') {
            row = line;
        }
    }
    if let Some(more) = printed.next() {
        differences += &format!("lines after the last one:\n+{more}\n");
    }
    Verdict {
        lines: golden.lines().count(),
        met,
        differences,
    }
}

/// Compares one line; `row` is the heading above it.
fn compare(case: &str, row: &str, golden: &str, output: &str) -> Result<(), String> {
    if golden == output {
        return Ok(());
    }
    if let Some(worst) = Worst::read(golden) {
        let got = Worst::read(output).ok_or("no line of worst errors")?;
        return worst.admits(&got);
    }
    if let Some((heading, _)) = golden.split_once(" h=") {
        // The inputs' checksum stands at the front of some headings; the last one is that of the results.
        let heading = golden.rsplit_once(" h=").map_or(heading, |(before, _)| before);
        let got = output.rsplit_once(" h=").map_or("", |(before, _)| before);
        return if heading == got {
            Ok(())
        } else {
            Err("another heading".into())
        };
    }
    if golden.starts_with("  ") {
        return compare_values(&Bound::of(case, row), golden, output);
    }
    Err("differs".into())
}

fn compare_values(bound: &Bound, golden: &str, output: &str) -> Result<(), String> {
    let split = |line: &str| -> Vec<String> {
        line.split([' ', ','])
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    };
    if golden.contains(':') {
        return same_inputs(golden, output);
    }
    let (golden, output) = (split(golden), split(output));
    if golden.len() != output.len() {
        return Err("another number of values".into());
    }
    for (index, (hardware, library)) in golden.iter().zip(&output).enumerate() {
        let word = |text: &str| u32::from_str_radix(text, 16).map_err(|_| format!("{text} is no value"));
        bound
            .admits(word(hardware)?, word(library)?)
            .map_err(|why| format!("value {}: {library} for {hardware}: {why}", index + 1))?;
    }
    Ok(())
}

/// `in:out` pairs: the inputs must be equal, the outputs are judged by the row's worst error.
fn same_inputs(golden: &str, output: &str) -> Result<(), String> {
    let inputs = |line: &str| -> Vec<String> {
        line.split_whitespace()
            .filter_map(|pair| Some(pair.split_once(':')?.0.to_owned()))
            .collect()
    };
    if inputs(golden) == inputs(output) {
        Ok(())
    } else {
        Err("other inputs".into())
    }
}

/// A line that closes a row of pairs.
struct Worst {
    label: String,
    ulp: f64,
    /// What follows the measured errors: counts of results that were not measured, and of wrong ones.
    counts: Vec<u64>,
}

impl Worst {
    /// Reads `  worst LABEL: X ulp (...)[, abs ..., rel ...; A results ..., B at ..., C wrongly ...]`.
    fn read(line: &str) -> Option<Self> {
        let (label, rest) = line.trim_start().strip_prefix("worst ")?.split_once(": ")?;
        let (ulp, rest) = rest.split_once(" ulp")?;
        let counts = rest
            .split_once("; ")
            .map_or("", |(_, counts)| counts)
            .split(", ")
            .filter_map(|count| count.split(' ').next()?.parse().ok())
            .collect();
        Some(Self {
            label: label.to_owned(),
            ulp: ulp.parse().ok()?,
            counts,
        })
    }

    /// Whether a library whose row closes with `got` is as good as hardware.
    fn admits(&self, got: &Self) -> Result<(), String> {
        if self.label != got.label {
            return Err("another row".into());
        }
        if self.counts != got.counts {
            return Err("results outside the normal range, or wrongly infinite or NaN".into());
        }
        // Written so that a NaN is refused.
        if got.ulp <= self.ulp + SLACK {
            Ok(())
        } else {
            Err(format!("worst error {} ulp, hardware {}", got.ulp, self.ulp))
        }
    }
}

/// What a value may differ by from the hardware's; each is the bound that the head of its case states.
enum Bound {
    /// The difference of two `f32`, absolute.
    Absolute(f64),
    /// The difference of two `f32`: a fraction of the value, or an absolute difference.
    Either { relative: f64, absolute: f64 },
    /// Two `f16` in a word: units in the last place.
    Half(f64),
    /// A point of the line through the mipmap levels' values, in levels.
    Level(f64),
    /// Bit for bit.
    Equal,
}

/// What the levels of the mipmap of `dev_approx_texgrad` hold at the sampled point.
const LEVELS: [f64; 4] = [1018.0, 2005.0, 3000.0, 4000.0];
/// A unit in the last place of an `f32` at 4, which no product of `dev_approx_mma` reaches.
const PRODUCT_UNIT: f64 = 1.0 / (1 << 21) as f64;

impl Bound {
    fn of(case: &str, row: &str) -> Self {
        match case {
            "dev_approx_mma" if row.contains("f16.f16.f16.f16") => Self::Half(1.0),
            "dev_approx_mma" => Self::Absolute(4.0 * PRODUCT_UNIT),
            "dev_approx_tex" if row.starts_with("sRGB") => Self::Either {
                relative: 1.0 / 512.0,
                absolute: 1.0 / 4096.0,
            },
            "dev_approx_tex" => Self::Absolute(2.0 / 32767.0),
            "dev_approx_texgrad" if row.contains("(a,a)") => Self::Level(1.0 / 8.0),
            "dev_approx_texgrad" => Self::Level(1.0 / 32.0),
            _ => Self::Equal,
        }
    }

    fn admits(&self, hardware: u32, library: u32) -> Result<(), String> {
        let (h, l) = (f32_value(hardware), f32_value(library));
        let (difference, bound) = match *self {
            Self::Absolute(bound) => ((h - l).abs(), bound),
            Self::Either { relative, absolute } => ((h - l).abs(), absolute.max(relative * h.abs())),
            Self::Half(bound) => (half_units(hardware, library), bound),
            Self::Level(bound) => ((level(h) - level(l)).abs(), bound),
            Self::Equal => (f64::from(hardware.abs_diff(library)), 0.0),
        };
        // The words of a result that is infinite or NaN must be equal. Written so that a NaN is refused.
        if hardware == library || difference <= bound {
            Ok(())
        } else {
            Err(format!("differs by {difference:.3e}, allowed {bound:.3e}"))
        }
    }
}

fn f32_value(word: u32) -> f64 {
    f64::from(f32::from_bits(word))
}

/// The larger difference of two packed `f16`, in units in the last place.
fn half_units(a: u32, b: u32) -> f64 {
    // Magnitudes of one sign are ordered as their patterns are; across zero they add up.
    let ordered = |half: u32| {
        let magnitude = f64::from(half & 0x7fff);
        if half & 0x8000 == 0 { magnitude } else { -magnitude }
    };
    let low = (ordered(a & 0xffff) - ordered(b & 0xffff)).abs();
    low.max((ordered(a >> 16) - ordered(b >> 16)).abs())
}

/// The mipmap level, with its fraction, that an interpolated value stands for.
fn level(value: f64) -> f64 {
    let mut below = 0.0;
    for pair in LEVELS.windows(2) {
        let (low, high) = (pair[0], pair[1]);
        if value <= high {
            return below + (value - low) / (high - low);
        }
        below += 1.0;
    }
    below
}

#[cfg(test)]
mod tests {
    use super::judge;

    const ROW: &str = "grid x n=2\n  1:2 3:4\n  worst x: 1.000 ulp (in 1 out 2), abs 1 (in 1), rel 1; 0 results below the normal range, 0 at or beyond its end, 0 wrongly infinite or NaN\n";

    #[test]
    fn half_a_unit_more_is_allowed_and_no_more() {
        let with = |ulp: &str| ROW.replace("1.000", ulp).replace("3:4", "3:5");
        assert!(judge("dev_approx_div", ROW, &with("1.500")).passed());
        assert!(judge("dev_approx_div", ROW, &with("0.100")).passed());
        assert!(!judge("dev_approx_div", ROW, &with("1.501")).passed());
        assert!(!judge("dev_approx_div", ROW, &with("nan")).passed());
    }

    #[test]
    fn inputs_and_wrong_results_are_contract() {
        assert!(!judge("dev_approx_div", ROW, &ROW.replace("3:4", "5:4")).passed());
        assert!(!judge("dev_approx_div", ROW, &ROW.replace("0 wrongly", "1 wrongly")).passed());
        assert!(!judge("dev_approx_div", ROW, "").passed());
    }

    #[test]
    fn values_are_held_to_the_bound_of_their_case() {
        let golden = "tex.grad dx=a dy=0 n=1 h=12\n  447e8000\n";
        let near = "tex.grad dx=a dy=0 n=1 h=13\n  447f0000\n";
        let far = "tex.grad dx=a dy=0 n=1 h=13\n  44fa0000\n";
        assert!(judge("dev_approx_texgrad", golden, near).passed());
        assert!(!judge("dev_approx_texgrad", golden, far).passed());
        assert!(!judge("dev_approx_other", golden, near).passed());
    }

    #[test]
    fn hardware_agrees_with_itself() {
        assert!(judge("dev_approx_div", ROW, ROW).passed());
    }
}
