//! From which PTX version and target on an instruction exists, as its page of the PTX manual says. Instructions that are not
//! listed have always been there, or since before any target that is still in use. [`retired`] says which forms newer
//! targets no longer have.

/// Where something begins: PTX version (major × 10 + minor) and architecture number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Since {
    pub(crate) ptx_version: u32,
    pub(crate) architecture: u32,
}

/// Root, the modifiers that it concerns, with a plus between (none: all forms), version, architecture.
const BEGINNINGS: [(&str, &str, u32, u32); 64] = [
    ("activemask", "", 62, 30),
    ("add", "f32x2", 86, 100),
    ("alloca", "", 73, 52),
    ("applypriority", "", 74, 80),
    ("atom", "b128", 83, 90),
    ("bar", "warp", 60, 30),
    ("barrier", "", 60, 30),
    ("barrier", "cluster", 78, 90),
    ("bmsk", "", 76, 70),
    ("brx", "", 60, 30),
    ("cp", "async", 70, 80),
    ("createpolicy", "", 74, 80),
    ("cvt", "bf16", 70, 80),
    ("cvt", "bf16+f16", 78, 90),
    ("cvt", "bf16x2", 70, 80),
    ("cvt", "e4m3x2", 78, 89),
    ("cvt", "e5m2x2", 78, 89),
    ("cvt", "f16x2", 70, 80),
    ("cvt", "relu", 70, 80),
    ("cvt", "tf32", 70, 80),
    ("cvt", "tf32+rn+satfinite", 86, 100),
    ("cvt", "tf32+rz+satfinite", 86, 100),
    ("discard", "", 74, 80),
    ("dp2a", "", 50, 61),
    ("dp4a", "", 50, 61),
    ("elect", "", 80, 90),
    ("fence", "", 60, 70),
    ("fma", "f32x2", 86, 100),
    ("fma", "relu", 70, 80),
    ("fns", "", 60, 30),
    ("getctarank", "", 78, 90),
    ("griddepcontrol", "", 78, 90),
    ("ld", "acquire", 60, 70),
    ("ld", "b128", 83, 70),
    ("ld", "relaxed", 60, 70),
    ("ldmatrix", "", 65, 75),
    ("lop3", "", 43, 50),
    ("mapa", "", 78, 90),
    ("match", "", 60, 70),
    ("mbarrier", "", 70, 80),
    ("mbarrier", "try_wait", 78, 90),
    ("mma", "", 64, 70),
    ("mov", "b128", 83, 70),
    ("movmatrix", "", 78, 75),
    ("mul", "f32x2", 86, 100),
    ("nanosleep", "", 63, 70),
    ("redux", "", 70, 80),
    ("redux", "f32", 86, 100),
    ("setmaxnreg", "", 80, 90),
    ("shf", "", 31, 32),
    ("shfl", "", 30, 30),
    ("shfl", "sync", 60, 30),
    ("st", "b128", 83, 70),
    ("st", "relaxed", 60, 70),
    ("st", "release", 60, 70),
    ("stackrestore", "", 73, 52),
    ("stacksave", "", 73, 52),
    ("stmatrix", "", 78, 90),
    ("sub", "f32x2", 86, 100),
    ("szext", "", 76, 70),
    ("tanh", "", 70, 75),
    ("tld4", "", 31, 30),
    ("vote", "sync", 60, 30),
    ("wmma", "", 60, 70),
];

/// Where an instruction with these modifiers begins; `None` for one that has always been there.
pub(crate) fn since(root: &str, modifiers: &[&str]) -> Option<Since> {
    let own = BEGINNINGS.iter().filter(|(name, words, ..)| {
        *name == root
            && words
                .split('+')
                .all(|word| word.is_empty() || modifiers.contains(&word))
    });
    own.map(|&(_, _, ptx_version, architecture)| Since {
        ptx_version,
        architecture,
    })
    .reduce(|one, other| Since {
        ptx_version: one.ptx_version.max(other.ptx_version),
        architecture: one.architecture.max(other.architecture),
    })
}

/// Why a target no longer has an instruction with these modifiers; `None` where it does. `vote` and `shfl` without `.sync`
/// are taken for every target, though hardware's translator ends them with sm_70 and PTX 6.4: public programs have them.
pub(crate) fn retired(root: &str, modifiers: &[&str], architecture: u32) -> Option<&'static str> {
    let has = |words: &[&str]| modifiers.iter().any(|modifier| words.contains(modifier));
    let rounds = has(&["rn", "rz", "rm", "rp", "approx", "full"]);
    match root {
        "mad" if architecture >= 20 && has(&["f32", "f64"]) && !rounds => Some("needs a rounding here"),
        "div" if architecture >= 20 && has(&["f32"]) && !rounds => Some("needs a rounding, .approx or .full here"),
        _ => None,
    }
}
