//! Versions and targets that the assembler knows.

/// The newest PTX version, major × 10 + minor.
pub const NEWEST: u32 = 90;

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

/// Architecture and the first version that has it.
const ARCHITECTURES: [(u32, u32); 33] = [
    (10, 10),
    (11, 10),
    (12, 12),
    (13, 12),
    (20, 20),
    (21, 20),
    (30, 30),
    (32, 40),
    (35, 31),
    (37, 41),
    (50, 40),
    (52, 41),
    (53, 42),
    (60, 50),
    (61, 50),
    (62, 50),
    (70, 60),
    (72, 61),
    (75, 63),
    (80, 70),
    (86, 71),
    (87, 74),
    (88, 90),
    (89, 78),
    (90, 78),
    (100, 86),
    (101, 86),
    (103, 88),
    (110, 90),
    (120, 87),
    (121, 88),
    (131, 90),
    (130, 90),
];

/// `major.minor` as major × 10 + minor.
pub(crate) fn ptx_version(text: &str) -> Option<u32> {
    let (major, minor) = text.split_once('.')?;
    let number = |digits: &str| {
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| digits.parse::<u32>().ok()).flatten()
    };
    let (major, minor) = (number(major)?, number(minor)?);
    (major >= 1 && minor <= 9).then(|| major.saturating_mul(10).saturating_add(minor))
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
        (90, _) => 80,
        (_, b'f') => since.max(88),
        _ => since,
    };
    (suffix == 0 || architecture >= 90).then_some(Target {
        architecture,
        suffix,
        since,
    })
}
