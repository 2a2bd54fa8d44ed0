//! Versions and targets that the assembler knows.

/// The newest PTX version, major × 10 + minor.
pub const NEWEST: u32 = 90;

/// The newest minor version of each major one (`mod_target`).
const MINORS: [u32; 9] = [5, 3, 2, 3, 1, 5, 8, 8, 0];

/// Whether there is such a version.
pub(crate) const fn is_version(version: u32) -> bool {
    let (major, minor) = (version / 10, version % 10);
    major >= 1 && major <= MINORS.len() as u32 && minor <= MINORS[major as usize - 1]
}

/// What may follow a target.
pub(crate) const TARGET_OPTIONS: [&str; 5] = [
    "texmode_unified",
    "texmode_independent",
    "texmode_raw",
    "debug",
    "map_f64_to_f32",
];

/// A target architecture.
pub(crate) struct Target {
    pub(crate) architecture: u32,
    pub(crate) suffix: u8,
    /// The first PTX version that has it.
    pub(crate) since: u32,
}

/// Architecture and the first version that has it (`mod_target`).
const ARCHITECTURES: [(u32, u32); 31] = [
    (10, 10),
    (11, 10),
    (12, 12),
    (13, 12),
    (20, 20),
    (21, 20),
    (30, 30),
    (32, 40),
    (35, 30),
    (37, 41),
    (50, 40),
    (52, 41),
    (53, 42),
    (60, 50),
    (61, 50),
    (62, 50),
    (70, 51),
    (72, 61),
    (75, 63),
    (80, 70),
    (86, 71),
    (87, 74),
    (88, 73),
    (89, 78),
    (90, 78),
    (100, 86),
    (101, 86),
    (103, 88),
    (110, 90),
    (120, 87),
    (121, 88),
];

/// `major.minor` as major × 10 + minor.
pub(crate) fn ptx_version(text: &str) -> Option<u32> {
    let (major, minor) = text.split_once('.')?;
    let number = |digits: &str| {
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| digits.parse::<u32>().ok()).flatten()
    };
    let (major, minor) = (number(major)?, number(minor)?);
    // A minor version of two digits is none of any major version.
    Some(
        major
            .saturating_mul(10)
            .saturating_add(if minor > 9 { 9 } else { minor }),
    )
}

/// The target of that name.
pub(crate) fn target(name: &str) -> Option<Target> {
    if name == "compute" {
        return None;
    }
    let number = name.strip_prefix("sm_").or_else(|| name.strip_prefix("compute_"))?;
    let (digits, suffix) = match number.as_bytes().last()? {
        suffix @ (b'a' | b'f') => (&number[..number.len() - 1], *suffix),
        _ => (number, 0),
    };
    let architecture = digits.parse::<u32>().ok()?;
    let (_, since) = *ARCHITECTURES.iter().find(|(known, _)| *known == architecture)?;
    let since = match (architecture, suffix) {
        (_, 0) => since,
        (90, b'a') => 80,
        (100.., b'a') => since,
        (100.., _) => since.max(88),
        _ => return None,
    };
    Some(Target {
        architecture,
        suffix,
        since,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_those_that_there_were() {
        let known = [10, 15, 23, 32, 43, 50, 51, 65, 78, 80, 88, NEWEST];
        assert!(known.into_iter().all(is_version));
        let unknown = [0, 9, 16, 24, 33, 44, 52, 66, 79, 89, 91, 99, 100, 990, u32::MAX];
        assert!(!unknown.into_iter().any(is_version));
        assert!(is_version(NEWEST) && !(NEWEST + 1..1000).any(is_version));
    }

    #[test]
    fn targets_run_where_they_may() {
        let runs = |name, device| {
            let Target {
                architecture, suffix, ..
            } = target(name).unwrap();
            let origin = musa_isa::image::Origin {
                ptx_version: NEWEST,
                architecture,
                suffix,
            };
            origin.runs_on(device)
        };
        let all = [80, 89, 90, 100, 103, 120, 121];
        for (name, devices) in [
            ("sm_10", all.as_slice()),
            ("compute_89", &all[1..]),
            ("sm_90", &all[2..]),
            ("sm_90a", &[90]),
            ("sm_100", &all[3..]),
            ("sm_100a", &[100]),
            ("sm_100f", &[100, 103]),
            ("sm_120f", &[120, 121]),
        ] {
            for device in all {
                assert_eq!(runs(name, device), devices.contains(&device), "{name} on {device}");
            }
        }
        assert!(
            ["sm_90f", "sm_80a", "sm_89f", "sm_99", "mp_21", "compute", "sm_"]
                .into_iter()
                .all(|it| target(it).is_none())
        );
    }
}
