//! Modifiers of floating-point operations.

use musa_isa::{Flags, Rounding};

/// How a floating-point operation treats its operands and result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mode {
    /// Rounding of the result.
    pub rounding: Rounding,
    /// `.ftz`: subnormal operands and results become zero of the same sign.
    pub flush: bool,
    /// `.sat`: the result is clamped to [0, 1]; a NaN becomes +0.
    pub saturate: bool,
    /// `.relu`: a negative result becomes +0, a NaN stays.
    pub relu: bool,
    /// `.satfinite`: overflow becomes the largest finite value.
    pub saturate_finite: bool,
    /// `.oob`: a factor that marks what lies out of bounds makes the result zero.
    pub out_of_bounds: bool,
}

impl Mode {
    /// Round to nearest even, no other modifier.
    pub const NEAREST: Self = Self {
        rounding: Rounding::Nearest,
        flush: false,
        saturate: false,
        relu: false,
        saturate_finite: false,
        out_of_bounds: false,
    };

    /// The mode that an instruction's modifiers ask for.
    pub const fn new(rounding: Option<Rounding>, flags: Flags) -> Self {
        Self {
            rounding: match rounding {
                Some(rounding) => rounding,
                None => Rounding::Nearest,
            },
            flush: flags.contains(Flags::FLUSH),
            saturate: flags.contains(Flags::SATURATE),
            relu: flags.contains(Flags::RELU),
            saturate_finite: flags.contains(Flags::SATURATE_FINITE),
            out_of_bounds: flags.contains(Flags::OUT_OF_BOUNDS),
        }
    }

    /// This mode with another rounding.
    pub const fn rounded(self, rounding: Rounding) -> Self {
        Self { rounding, ..self }
    }

    /// This mode with `.ftz`.
    pub const fn flushed(self) -> Self {
        Self { flush: true, ..self }
    }

    /// This mode with `.sat`.
    pub const fn saturated(self) -> Self {
        Self { saturate: true, ..self }
    }
}

/// Modifiers of floating-point `min` and `max`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extremum {
    /// `.ftz`.
    pub flush: bool,
    /// `.NaN`: a NaN operand makes the result a NaN.
    pub propagate_nan: bool,
    /// `.xorsign.abs`: magnitudes are compared, the result's sign is the XOR of the operands' signs.
    pub xor_sign: bool,
}

impl Extremum {
    /// The form that an instruction's modifiers ask for.
    pub const fn new(flags: Flags) -> Self {
        Self {
            flush: flags.contains(Flags::FLUSH),
            propagate_nan: flags.contains(Flags::PROPAGATE_NAN),
            xor_sign: flags.contains(Flags::XOR_SIGN),
        }
    }
}
