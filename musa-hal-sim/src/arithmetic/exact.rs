//! Floating-point arithmetic in integers: any binary format, any rounding, rounded once.
//!
//! Results are computed without rounding (lost low bits leave a sticky one behind, which no rounding can tell from the
//! bits themselves) and then rounded to the target format.

use core::cmp::Ordering;

use musa_isa::Rounding;

/// A binary floating-point format: a sign, a biased exponent and a fraction, all with subnormals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// Bits of the exponent field.
    pub exponent_bits: u32,
    /// Bits of the fraction field.
    pub fraction_bits: u32,
    /// The bits of the largest finite magnitude.
    pub maximum: u64,
}

impl Format {
    /// f16.
    pub const HALF: Self = Self::ieee(5, 10);
    /// bf16.
    pub const BRAIN: Self = Self::ieee(8, 7);
    /// tf32, in its own 19 bits.
    pub const TENSOR: Self = Self::ieee(8, 10);
    /// f32.
    pub const SINGLE: Self = Self::ieee(8, 23);
    /// f64.
    pub const DOUBLE: Self = Self::ieee(11, 52);
    /// e5m2.
    pub const E5M2: Self = Self::ieee(5, 2);
    /// e4m3: no infinity, and one NaN of each sign above its largest value, 448.
    pub const E4M3: Self = Self {
        exponent_bits: 4,
        fraction_bits: 3,
        maximum: 0x7e,
    };

    const fn ieee(exponent_bits: u32, fraction_bits: u32) -> Self {
        Self {
            exponent_bits,
            fraction_bits,
            maximum: (((1 << exponent_bits) - 1) << fraction_bits) - 1,
        }
    }

    const fn bias(self) -> i32 {
        (1 << (self.exponent_bits - 1)) - 1
    }

    /// The sign bit.
    pub const fn sign(self) -> u64 {
        1 << (self.exponent_bits + self.fraction_bits)
    }

    /// The bits of infinity; one more than [`Format::maximum`].
    pub const fn infinity(self) -> u64 {
        self.maximum + 1
    }

    /// Exponent of the last place of the subnormals.
    const fn smallest_exponent(self) -> i32 {
        1 - self.bias() - self.fraction_bits as i32
    }
}

/// A number without rounding: `significand * 2^exponent`, whose lowest bit may stand for any non-zero remainder below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finite {
    /// The sign, also of zero.
    pub negative: bool,
    /// Exponent of the significand's lowest bit.
    pub exponent: i32,
    /// The significand; zero for zero.
    pub significand: u128,
}

/// Any value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Finite(Finite),
    /// An infinity.
    Infinite {
        /// Its sign.
        negative: bool,
    },
    /// Not a number.
    NotANumber,
}

impl Value {
    /// The value of `bits` in `format`.
    pub fn decode(format: Format, bits: u64) -> Self {
        let negative = bits & format.sign() != 0;
        let magnitude = bits & (format.sign() - 1);
        match magnitude.cmp(&format.infinity()) {
            // e4m3 has its NaN where the other formats have infinity.
            Ordering::Equal if format == Format::E4M3 => Self::NotANumber,
            Ordering::Equal => Self::Infinite { negative },
            Ordering::Greater => Self::NotANumber,
            Ordering::Less => {
                let fraction = magnitude & ((1 << format.fraction_bits) - 1);
                let exponent = (magnitude >> format.fraction_bits) as i32;
                let (significand, exponent) = if exponent == 0 {
                    (fraction, 1)
                } else {
                    (fraction | 1 << format.fraction_bits, exponent)
                };
                Self::Finite(Finite {
                    negative,
                    exponent: exponent - 1 + format.smallest_exponent(),
                    significand: u128::from(significand),
                })
            }
        }
    }

    /// The bits of this value rounded to `format`; those of `nan` if it is not a number.
    pub fn encode(self, format: Format, rounding: Rounding, nan: u64) -> u64 {
        match self {
            Self::Finite(finite) => finite.encode(format, rounding),
            Self::Infinite { negative } => signed(format, negative, format.infinity()),
            Self::NotANumber => nan,
        }
    }

    /// As [`Value::encode`], but a tiny number ([`Finite::is_tiny`]) becomes zero of its sign.
    pub fn encode_flushed(self, format: Format, rounding: Rounding, nan: u64) -> u64 {
        match self {
            Self::Finite(finite) if finite.is_tiny(format, rounding) => signed(format, finite.negative, 0),
            _ => self.encode(format, rounding, nan),
        }
    }

    /// The value with its sign inverted.
    pub fn negated(self) -> Self {
        match self {
            Self::Finite(finite) => Self::Finite(Finite {
                negative: !finite.negative,
                ..finite
            }),
            Self::Infinite { negative } => Self::Infinite { negative: !negative },
            Self::NotANumber => self,
        }
    }

    fn is_negative(self) -> bool {
        matches!(
            self,
            Self::Finite(Finite { negative: true, .. }) | Self::Infinite { negative: true }
        )
    }

    /// The sum. The rounding decides only the sign of an exact zero.
    pub fn add(self, other: Self, rounding: Rounding) -> Self {
        match (self, other) {
            (Self::NotANumber, _) | (_, Self::NotANumber) => Self::NotANumber,
            (Self::Infinite { negative: a }, Self::Infinite { negative: b }) if a != b => Self::NotANumber,
            (Self::Infinite { .. }, _) => self,
            (_, Self::Infinite { .. }) => other,
            (Self::Finite(a), Self::Finite(b)) => Self::Finite(a.add(b, rounding)),
        }
    }

    /// The product. Significands of up to 64 bits.
    pub fn multiply(self, other: Self) -> Self {
        let negative = self.is_negative() != other.is_negative();
        match (self, other) {
            (Self::NotANumber, _) | (_, Self::NotANumber) => Self::NotANumber,
            (Self::Infinite { .. }, Self::Finite(Finite { significand: 0, .. }))
            | (Self::Finite(Finite { significand: 0, .. }), Self::Infinite { .. }) => Self::NotANumber,
            (Self::Infinite { .. }, _) | (_, Self::Infinite { .. }) => Self::Infinite { negative },
            (Self::Finite(a), Self::Finite(b)) => Self::Finite(Finite {
                negative,
                exponent: a.exponent.wrapping_add(b.exponent),
                significand: a.significand.wrapping_mul(b.significand),
            }),
        }
    }

    /// The quotient. Significands of up to 64 bits.
    pub fn divide(self, other: Self) -> Self {
        let negative = self.is_negative() != other.is_negative();
        match (self, other) {
            (Self::NotANumber, _) | (_, Self::NotANumber) => Self::NotANumber,
            (Self::Infinite { .. }, Self::Infinite { .. }) => Self::NotANumber,
            (Self::Infinite { .. }, _) => Self::Infinite { negative },
            (_, Self::Infinite { .. }) => Self::Finite(Finite {
                negative,
                exponent: 0,
                significand: 0,
            }),
            (Self::Finite(a), Self::Finite(b)) => {
                let a = a.normalized(127);
                match (
                    a.significand.checked_div(b.significand),
                    a.significand.checked_rem(b.significand),
                ) {
                    (Some(quotient), Some(remainder)) => Self::Finite(Finite {
                        negative,
                        exponent: a.exponent.wrapping_sub(b.exponent),
                        significand: quotient | u128::from(remainder != 0),
                    }),
                    _ if a.significand == 0 => Self::NotANumber,
                    _ => Self::Infinite { negative },
                }
            }
        }
    }

    /// The square root.
    pub fn square_root(self) -> Self {
        match self {
            Self::NotANumber | Self::Infinite { negative: true } => Self::NotANumber,
            Self::Finite(finite) if finite.significand == 0 => self,
            Self::Finite(finite) if finite.negative => Self::NotANumber,
            Self::Infinite { .. } => self,
            Self::Finite(finite) => {
                let odd = finite.normalized(126);
                // An even exponent: one bit more or less does not lose any (the lowest bits are zero).
                let even = if odd.exponent & 1 == 0 {
                    odd
                } else {
                    finite.normalized(125)
                };
                let root = even.significand.isqrt();
                let inexact = root.wrapping_mul(root) != even.significand;
                Self::Finite(Finite {
                    negative: false,
                    exponent: even.exponent / 2 - 1,
                    significand: root << 1 | u128::from(inexact),
                })
            }
        }
    }
}

impl Finite {
    /// The same number with the highest bit of its significand at `place`; zero stays. Bits that fall out stick.
    fn normalized(self, place: u32) -> Self {
        if self.significand == 0 {
            return self;
        }
        let top = 127 - self.significand.leading_zeros();
        if top <= place {
            let count = place - top;
            Self {
                exponent: self.exponent.wrapping_sub(count as i32),
                significand: self.significand << count,
                ..self
            }
        } else {
            let count = top - place;
            Self {
                exponent: self.exponent.wrapping_add(count as i32),
                significand: shift_right_sticky(self.significand, count),
                ..self
            }
        }
    }

    fn add(self, other: Self, rounding: Rounding) -> Self {
        if self.significand == 0 && other.significand == 0 {
            return Self {
                negative: zero_sign(self.negative, other.negative, rounding),
                ..self
            };
        }
        if other.significand == 0 {
            return self;
        }
        if self.significand == 0 {
            return other;
        }
        // At most 106 bits stand in the upper 127, so at least 20 are free below: a sticky bit there can neither
        // reach the bits that rounding looks at nor take part in a cancellation of more than one place.
        let (a, b) = (self.normalized(126), other.normalized(126));
        let (large, small) = if (a.exponent, a.significand) >= (b.exponent, b.significand) {
            (a, b)
        } else {
            (b, a)
        };
        let distance = large.exponent.wrapping_sub(small.exponent) as u32;
        let small_significand = shift_right_sticky(small.significand, distance);
        if large.negative == small.negative {
            return Self {
                significand: large.significand + small_significand,
                ..large
            };
        }
        let significand = large.significand - small_significand;
        Self {
            negative: if significand == 0 {
                zero_sign(true, false, rounding)
            } else {
                large.negative
            },
            significand,
            ..large
        }
    }

    /// The bits of this number rounded to `format`.
    pub fn encode(self, format: Format, rounding: Rounding) -> u64 {
        if self.significand == 0 {
            return signed(format, self.negative, 0);
        }
        let top = (127 - self.significand.leading_zeros()) as i32;
        let fraction = format.fraction_bits as i32;
        // The place of the last bit that the format keeps of this number.
        let last = self
            .exponent
            .saturating_add(top - fraction)
            .max(format.smallest_exponent());
        let kept = self.round_at(last, rounding) as u64;
        // A kept significand of a normal number includes its leading one, which adds one to the exponent field; so
        // does a carry out of the rounding. The field cannot overflow 64 bits once the exponent is bounded.
        let field = (last - format.smallest_exponent()).min(1 << format.exponent_bits) as u64;
        let magnitude = (field << format.fraction_bits) + kept;
        if magnitude > format.maximum {
            return signed(format, self.negative, overflow(format, self.negative, rounding));
        }
        signed(format, self.negative, magnitude)
    }

    /// Whether the number, rounded to the format's precision but with exponents without end, is below the smallest
    /// normal one: what `.ftz` turns into zero. (Rounded within the format it may have become that smallest one.)
    pub fn is_tiny(self, format: Format, rounding: Rounding) -> bool {
        if self.significand == 0 {
            return false;
        }
        let top = (127 - self.significand.leading_zeros()) as i32;
        let last = self.exponent.saturating_add(top - format.fraction_bits as i32);
        let kept = self.round_at(last, rounding);
        // Rounding may have carried into the next exponent.
        let carry = (kept >> format.fraction_bits > 1) as i32;
        last.saturating_add(carry) < format.smallest_exponent()
    }

    /// The magnitude as a multiple of `2^last`, rounded. The result must fit; callers bound `last`.
    fn round_at(self, last: i32, rounding: Rounding) -> u128 {
        let shift = last.saturating_sub(self.exponent);
        if shift <= 0 {
            return self.significand.checked_shl(shift.unsigned_abs()).unwrap_or(0);
        }
        let shift = shift as u32;
        let (kept, remainder) = match self.significand.checked_shr(shift) {
            Some(kept) => (kept, self.significand ^ kept << shift),
            None => (0, self.significand),
        };
        let remainder_to_half = match 1u128.checked_shl(shift - 1) {
            Some(half) => remainder.cmp(&half),
            None => Ordering::Less,
        };
        let odd = kept & 1 != 0;
        let inexact = remainder != 0;
        let up = rounds_up(rounding, self.negative, odd, remainder_to_half, inexact);
        kept + u128::from(up)
    }

    /// The number rounded to an integer: its sign and magnitude, which stops at the largest `u128`.
    pub fn to_integer(self, rounding: Rounding) -> (bool, u128) {
        if self.exponent > 0 {
            let room = self.significand.leading_zeros();
            let magnitude = if self.significand == 0 {
                0
            } else if self.exponent as u32 > room {
                u128::MAX
            } else {
                self.significand << self.exponent
            };
            return (self.negative, magnitude);
        }
        (self.negative, self.round_at(0, rounding))
    }
}

/// Whether rounding goes away from zero. `remainder_to_half` compares what is cut off with half of the last place.
fn rounds_up(rounding: Rounding, negative: bool, odd: bool, remainder_to_half: Ordering, inexact: bool) -> bool {
    match rounding {
        Rounding::Nearest | Rounding::NearestInteger => match remainder_to_half {
            Ordering::Less => false,
            Ordering::Equal => odd,
            Ordering::Greater => true,
        },
        Rounding::Away => remainder_to_half != Ordering::Less,
        Rounding::Zero | Rounding::ZeroInteger => false,
        Rounding::Down | Rounding::DownInteger => inexact && negative,
        Rounding::Up | Rounding::UpInteger => inexact && !negative,
    }
}

/// What a number beyond the largest finite one becomes.
fn overflow(format: Format, negative: bool, rounding: Rounding) -> u64 {
    let to_finite = match rounding {
        Rounding::Zero | Rounding::ZeroInteger => true,
        Rounding::Down | Rounding::DownInteger => !negative,
        Rounding::Up | Rounding::UpInteger => negative,
        _ => false,
    };
    if to_finite { format.maximum } else { format.infinity() }
}

/// The sign of an exact zero sum.
fn zero_sign(a: bool, b: bool, rounding: Rounding) -> bool {
    if a == b { a } else { rounding == Rounding::Down }
}

fn signed(format: Format, negative: bool, magnitude: u64) -> u64 {
    magnitude | if negative { format.sign() } else { 0 }
}

fn shift_right_sticky(value: u128, count: u32) -> u128 {
    match value.checked_shr(count) {
        Some(shifted) => shifted | u128::from(shifted << count != value),
        None => u128::from(value != 0),
    }
}
