//! What the fuzzers do with bytes. Each function takes whatever comes and asserts what holds for every input; the
//! targets in `fuzz/` give them a fuzzer's bytes, `tests/corpora` the recorded ones. Each answers whether the bytes were
//! accepted, so that it shows when recorded ones no longer are: they would test nothing.

mod calls;
mod driver;
mod image;
mod launch;
mod ptx;

pub use calls::calls;
pub use driver::driver;
pub use image::image;
pub use launch::launch;
pub use ptx::ptx;

/// A fuzzer, by the name of its folder under `fuzz/corpus`.
pub type Fuzzer = (&'static str, fn(&[u8]) -> bool);

/// Every fuzzer.
pub const FUZZERS: &[Fuzzer] = &[
    ("calls", calls),
    ("driver", driver),
    ("image", image),
    ("launch", launch),
    ("ptx", ptx),
];
