//! Integer arithmetic.

use musa_isa::{Flags, Opcode, Part, Type};

use super::{
    Carry, Choice,
    held::{Held, Of, integers},
};
use crate::{
    arithmetic::{Integer, integer},
    exec::ops::shape::{scalar, vector},
    program::{Detail, Families},
    simd::Row,
};

/// The row of one function of [`Integer`] with one, two or three sources of the instruction's type.
macro_rules! of_type {
    ($kind:expr, $shape:ident, $function:ident(a)) => {
        integers!($kind, T => $shape!(|a: Of<T>| T::$function(T::get(a)).hold()))
    };
    ($kind:expr, $shape:ident, $function:ident(a, b)) => {
        integers!($kind, T => $shape!(|a: Of<T>, b: Of<T>| T::$function(T::get(a), T::get(b)).hold()))
    };
    ($kind:expr, $shape:ident, $function:ident(a, b, c)) => {
        integers!($kind, T => $shape!(|a: Of<T>, b: Of<T>, c: Of<T>| {
            T::$function(T::get(a), T::get(b), T::get(c)).hold()
        }))
    };
}

pub(super) fn choose(detail: &Detail) -> Option<&'static Row> {
    let kind = detail.kind();
    let saturate = detail.has(Flags::SATURATE);
    match detail.opcode {
        Opcode::Add if saturate => of_type!(kind, scalar, add_sat(a, b)),
        Opcode::Sub if saturate => of_type!(kind, scalar, sub_sat(a, b)),
        Opcode::Add => of_type!(kind, vector, add(a, b)),
        Opcode::Sub => of_type!(kind, vector, sub(a, b)),
        Opcode::Mul => multiply(detail),
        Opcode::Mad => multiply_add(detail),
        Opcode::Mul24 | Opcode::Mad24 => of_24_bits(detail),
        Opcode::Div => of_type!(kind, scalar, div(a, b)),
        Opcode::Rem => of_type!(kind, scalar, rem(a, b)),
        Opcode::Abs => of_type!(kind, vector, absolute(a)),
        Opcode::Neg => of_type!(kind, vector, negate(a)),
        Opcode::Min if detail.has(Flags::RELU) && kind == Type::S32 => {
            Some(scalar!(|a: u32, b: u32| integer::min_relu_s32(a, b)))
        }
        Opcode::Max if detail.has(Flags::RELU) && kind == Type::S32 => {
            Some(scalar!(|a: u32, b: u32| integer::max_relu_s32(a, b)))
        }
        Opcode::Min => of_type!(kind, vector, minimum(a, b)),
        Opcode::Max => of_type!(kind, vector, maximum(a, b)),
        Opcode::Sad => of_type!(kind, scalar, sad(a, b, c)),
        _ => None,
    }
}

fn multiply(detail: &Detail) -> Option<&'static Row> {
    let kind = detail.kind();
    match detail.part {
        Some(Part::High) => of_type!(kind, vector, mul_hi(a, b)),
        Some(Part::Wide) => Some(match kind {
            Type::U16 => scalar!(|a: u32, b: u32| u16::mul_wide(a as u16, b as u16)),
            Type::S16 => scalar!(|a: u32, b: u32| i16::mul_wide(a as i16, b as i16) as u32),
            Type::U32 => vector!(|a: u32, b: u32| u32::mul_wide(a, b)),
            Type::S32 => vector!(|a: u32, b: u32| i32::mul_wide(a as i32, b as i32) as u64),
            _ => return None,
        }),
        _ => of_type!(kind, vector, mul_lo(a, b)),
    }
}

fn multiply_add(detail: &Detail) -> Option<&'static Row> {
    let kind = detail.kind();
    match detail.part {
        Some(Part::High) if detail.has(Flags::SATURATE) => of_type!(kind, scalar, mad_hi_sat(a, b, c)),
        Some(Part::High) => of_type!(kind, scalar, mad_hi(a, b, c)),
        Some(Part::Wide) => Some(match kind {
            Type::U16 => scalar!(|a: u32, b: u32, c: u32| u16::mad_wide(a as u16, b as u16, c)),
            Type::S16 => scalar!(|a: u32, b: u32, c: u32| i16::mad_wide(a as i16, b as i16, c as i32) as u32),
            Type::U32 => vector!(|a: u32, b: u32, c: u64| u32::mad_wide(a, b, c)),
            Type::S32 => vector!(|a: u32, b: u32, c: u64| i32::mad_wide(a as i32, b as i32, c as i64) as u64),
            _ => return None,
        }),
        _ => of_type!(kind, vector, mad_lo(a, b, c)),
    }
}

fn of_24_bits(detail: &Detail) -> Option<&'static Row> {
    use integer::{mad24_hi_sat_s32, mul24_hi_s32, mul24_hi_u32, mul24_lo_s32, mul24_lo_u32};
    let high = detail.part == Some(Part::High);
    let add = detail.opcode == Opcode::Mad24;
    Some(match (detail.kind(), high, add) {
        (Type::U32, false, false) => scalar!(|a: u32, b: u32| mul24_lo_u32(a, b)),
        (Type::U32, true, false) => scalar!(|a: u32, b: u32| mul24_hi_u32(a, b)),
        (Type::S32, false, false) => scalar!(|a: u32, b: u32| mul24_lo_s32(a, b)),
        (Type::S32, true, false) => scalar!(|a: u32, b: u32| mul24_hi_s32(a, b)),
        (Type::U32, false, true) => scalar!(|a: u32, b: u32, c: u32| mul24_lo_u32(a, b).wrapping_add(c)),
        (Type::U32, true, true) => scalar!(|a: u32, b: u32, c: u32| mul24_hi_u32(a, b).wrapping_add(c)),
        (Type::S32, false, true) => scalar!(|a: u32, b: u32, c: u32| mul24_lo_s32(a, b).wrapping_add(c)),
        (Type::S32, true, true) if detail.has(Flags::SATURATE) => {
            scalar!(|a: u32, b: u32, c: u32| mad24_hi_sat_s32(a, b, c))
        }
        (Type::S32, true, true) => scalar!(|a: u32, b: u32, c: u32| mul24_hi_s32(a, b).wrapping_add(c)),
        _ => return None,
    })
}

/// Whether an instruction reads or writes the condition code.
pub(super) fn uses_carry(detail: &Detail) -> bool {
    matches!(detail.opcode, Opcode::Addc | Opcode::Subc | Opcode::Madc) || detail.has(Flags::CARRY_OUT)
}

/// A row for each of 32 and 64 bits, signed or not.
macro_rules! wide_integers {
    ($kind:expr, $type:ident => $row:expr) => {
        match $kind {
            Type::U32 | Type::B32 => {
                type $type = u32;
                Some($row)
            }
            Type::S32 => {
                type $type = i32;
                Some($row)
            }
            Type::U64 | Type::B64 => {
                type $type = u64;
                Some($row)
            }
            Type::S64 => {
                type $type = i64;
                Some($row)
            }
            _ => None,
        }
    };
}

/// Instructions with the condition code: it comes in as the last source and goes out as the last result.
pub(super) fn choose_carrying(detail: &Detail) -> Option<Choice> {
    if !Families::CARRY.is_built() {
        return None;
    }
    let reads = matches!(detail.opcode, Opcode::Addc | Opcode::Subc | Opcode::Madc);
    let carry = match (reads, detail.has(Flags::CARRY_OUT)) {
        (true, true) => Carry::Both,
        (true, false) => Carry::In,
        _ => Carry::Out,
    };
    let row = match detail.opcode {
        Opcode::Add | Opcode::Addc => add_row(detail.kind(), carry),
        Opcode::Sub | Opcode::Subc => sub_row(detail.kind(), carry),
        _ if detail.part == Some(Part::High) => mad_high_row(detail.kind(), carry),
        _ => mad_low_row(detail.kind(), carry),
    };
    row.map(|row| Choice::plain(row).with_carry(carry))
}

fn add_row(kind: Type, carry: Carry) -> Option<&'static Row> {
    match carry {
        Carry::In => {
            wide_integers!(kind, T => scalar!(|a: Of<T>, b: Of<T>, code: bool| Of::<T>::carrying_add(a, b, code).0))
        }
        Carry::Both => {
            wide_integers!(kind, T => scalar!(|a: Of<T>, b: Of<T>, code: bool| Of::<T>::carrying_add(a, b, code)))
        }
        _ => wide_integers!(kind, T => scalar!(|a: Of<T>, b: Of<T>| Of::<T>::carrying_add(a, b, false))),
    }
}

fn sub_row(kind: Type, carry: Carry) -> Option<&'static Row> {
    match carry {
        Carry::In => {
            wide_integers!(kind, T => scalar!(|a: Of<T>, b: Of<T>, code: bool| Of::<T>::carrying_add(a, !b, code).0))
        }
        Carry::Both => {
            wide_integers!(kind, T => scalar!(|a: Of<T>, b: Of<T>, code: bool| Of::<T>::carrying_add(a, !b, code)))
        }
        _ => wide_integers!(kind, T => scalar!(|a: Of<T>, b: Of<T>| Of::<T>::carrying_add(a, !b, true))),
    }
}

/// The rows of `mad` and `madc` for one half of the product.
macro_rules! mad_rows {
    ($kind:expr, $carry:expr, $half:ident) => {
        match $carry {
            Carry::In => wide_integers!($kind, T => scalar!(|a: Of<T>, b: Of<T>, c: Of<T>, code: bool| {
                Of::<T>::carrying_add(T::$half(T::get(a), T::get(b)).hold(), c, code).0
            })),
            Carry::Both => wide_integers!($kind, T => scalar!(|a: Of<T>, b: Of<T>, c: Of<T>, code: bool| {
                Of::<T>::carrying_add(T::$half(T::get(a), T::get(b)).hold(), c, code)
            })),
            _ => wide_integers!($kind, T => scalar!(|a: Of<T>, b: Of<T>, c: Of<T>| {
                Of::<T>::carrying_add(T::$half(T::get(a), T::get(b)).hold(), c, false)
            })),
        }
    };
}

fn mad_low_row(kind: Type, carry: Carry) -> Option<&'static Row> {
    mad_rows!(kind, carry, mul_lo)
}

fn mad_high_row(kind: Type, carry: Carry) -> Option<&'static Row> {
    mad_rows!(kind, carry, mul_hi)
}
