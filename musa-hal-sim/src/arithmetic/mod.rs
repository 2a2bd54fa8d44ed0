//! The arithmetic of one lane: pure functions from operand bits to result bits, exact as the hardware.
//!
//! What every function here promises: it is total (no panic, no overflow, no allocation), it looks at nothing but its
//! arguments, and its result is bit for bit what the oracle's GPU answers, except in [`approximate`], where PTX leaves
//! the last bits open and the correctly rounded value is given.
//!
//! Conventions:
//! - Floating-point operands and results are bits: `u32` for f32, `u64` for f64, `u16` for f16 and bf16, and a `u32`
//!   of two for their packed forms. Bits survive where a float might not (signalling NaNs, payloads).
//! - Integer functions are those of the trait [`Integer`], implemented by the machine's own integer types; the type
//!   says signedness and width: `<i16 as Integer>::div(a, b)`.
//! - Modifiers come as values ([`Mode`], [`Extremum`], `musa_isa` enums). Everything that a lane loop calls is inlined,
//!   so a loop that passes constants compiles to the straight vector code of that one form, and a loop that passes
//!   decoded values still works. Round-to-nearest goes to the processor's own operations; other roundings go to the
//!   integer arithmetic of [`exact`], which is not inlined.
//!
//! | Module | Instructions |
//! |---|---|
//! | [`integer`] | add sub mul mad mul24 mad24 div rem abs neg min max sad shl shr cnot, carry chains |
//! | [`bits`] | popc clz brev bfind bfe bfi bmsk szext fns prmt lop3 shf |
//! | [`packed`] | 16x2 integers, dp4a dp2a |
//! | [`video`] | vadd vsub vabsdiff vmin vmax vset vshl vshr vmad, and their 2- and 4-element forms |
//! | [`single`], [`double`], [`half`] | add sub mul fma div rcp sqrt min max abs neg copysign testp of f32, f64, f16 and bf16 |
//! | [`compare`] | set setp slct |
//! | [`convert`] | cvt, cvt.pack |
//! | [`approximate`] | rcp sqrt rsqrt div sin cos lg2 ex2 tanh, `.approx` and `.full` |

pub mod approximate;
pub mod bits;
pub mod compare;
pub mod convert;
pub mod double;
pub mod exact;
pub mod half;
pub mod integer;
mod mode;
pub mod packed;
pub mod single;
pub mod video;

pub use integer::Integer;
pub use mode::{Extremum, Mode};
