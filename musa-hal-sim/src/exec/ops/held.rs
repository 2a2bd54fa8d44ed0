//! Integers of every width in registers of two.

use super::shape::Lane;
use crate::arithmetic::Integer;

/// An integer and the register that holds it. One of 16 bits or less is held zero-extended.
pub(super) trait Held: Integer {
    /// What the register holds of a lane.
    type Register: Lane;
    /// The value in a register.
    fn get(register: Self::Register) -> Self;
    /// The register's value.
    fn hold(self) -> Self::Register;
}

macro_rules! held {
    ($($type:ident as $unsigned:ident in $register:ident),+) => {$(
        impl Held for $type {
            type Register = $register;

            #[inline(always)]
            fn get(register: $register) -> Self {
                register as Self
            }

            #[inline(always)]
            fn hold(self) -> $register {
                self as $unsigned as $register
            }
        }
    )+};
}

held!(u8 as u8 in u32, i8 as u8 in u32, u16 as u16 in u32, i16 as u16 in u32, u32 as u32 in u32, i32 as u32 in u32,
    u64 as u64 in u64, i64 as u64 in u64);

/// The register of an integer.
pub(super) type Of<T> = <T as Held>::Register;

/// A row for each integer type: `integers!(kind, T => vector!(|a: Of<T>| T::get(a).negate().hold()))`.
macro_rules! integers {
    ($kind:expr, $type:ident => $row:expr) => {
        match $kind {
            musa_isa::Type::U16 | musa_isa::Type::B16 => {
                type $type = u16;
                Some($row)
            }
            musa_isa::Type::S16 => {
                type $type = i16;
                Some($row)
            }
            musa_isa::Type::U32 | musa_isa::Type::B32 => {
                type $type = u32;
                Some($row)
            }
            musa_isa::Type::S32 => {
                type $type = i32;
                Some($row)
            }
            musa_isa::Type::U64 | musa_isa::Type::B64 => {
                type $type = u64;
                Some($row)
            }
            musa_isa::Type::S64 => {
                type $type = i64;
                Some($row)
            }
            _ => None,
        }
    };
}

pub(super) use integers;
