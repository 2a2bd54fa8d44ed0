//! The macros that declare C types.

use crate::abi::Described;

/// A type that crosses the C boundary by value.
///
/// Implementors are `repr(C)` or `repr(transparent)` and valid for any bit pattern; the boundary
/// reads them from C memory on that ground, so the trait is implemented in this crate alone.
pub trait CType: Copy {
    /// The type's name in C, without its asterisks.
    const NAME: &'static str;
    /// How many asterisks follow the name.
    const STARS: u8 = 0;
}

macro_rules! primitive {
    ($($rust:ty = $c:literal),* $(,)?) => {
        $(impl CType for $rust { const NAME: &'static str = $c; })*
    };
}

primitive! {
    i32 = "int",
    u32 = "unsigned int",
    u64 = "unsigned long long",
    usize = "size_t",
    u8 = "unsigned char",
    u16 = "unsigned short",
    f32 = "float",
    // `c_char` is this type, or `u8` where C's plain char has no sign.
    i8 = "char",
}

/// One enumeration of the header with its enumerators, for checks against the header and for
/// naming values in diagnostics.
#[derive(Clone, Copy, Debug)]
pub struct Enumeration {
    /// The type's name in C.
    pub name: &'static str,
    /// Each enumerator and its value.
    pub values: &'static [(&'static str, i64)],
}

impl Enumeration {
    /// A value of the enumeration, for a person.
    pub(crate) fn describe(&self, value: i64) -> Described {
        let known = self.values.iter().find(|(_, number)| *number == value);
        Described::Named(known.map_or("", |(name, _)| name), value)
    }
}

/// Declares an enumeration as an integer newtype with one constant per enumerator.
macro_rules! c_enum {
    ($(#[$doc:meta])* $name:ident: $repr:ident { $($value:ident = $number:expr),* $(,)? }) => {
        $(#[$doc])*
        #[repr(transparent)]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name(pub $repr);

        $(
            #[doc = concat!("[`", stringify!($name), "`] ", stringify!($number), ".")]
            pub const $value: $name = $name($number);
        )*

        impl $name {
            /// The enumeration and its enumerators.
            pub const ENUMERATION: $crate::types::Enumeration = $crate::types::Enumeration {
                name: stringify!($name),
                values: &[$((stringify!($value), $number as i64)),*],
            };
        }

        impl $crate::types::CType for $name {
            const NAME: &'static str = stringify!($name);
        }

        impl $crate::abi::Parameter for $name {
            fn described(&self) -> $crate::abi::Described {
                $name::ENUMERATION.describe(i64::from(self.0))
            }
        }
    };
}
pub(crate) use c_enum;

/// Declares a structure with its size and offsets on 64-bit targets, which are asserted.
macro_rules! c_struct {
    ($(#[$doc:meta])* $name:ident: $size:literal { $($field:ident @ $offset:literal: $type:ty),* $(,)? }) => {
        $(#[$doc])*
        #[repr(C)]
        #[derive(Clone, Copy, Debug)]
        pub struct $name {
            $(
                #[doc = concat!("At byte ", $offset, ".")]
                pub $field: $type,
            )*
        }

        #[cfg(target_pointer_width = "64")]
        const _: () = {
            static_assertions::const_assert_eq!(size_of::<$name>(), $size);
            $(static_assertions::const_assert_eq!(core::mem::offset_of!($name, $field), $offset);)*
        };

        impl $crate::types::CType for $name {
            const NAME: &'static str = stringify!($name);
        }
    };
}
pub(crate) use c_struct;

/// Declares a union, or a structure whose inside is not public, as words of memory.
///
/// Safe Rust cannot read a union's fields; accessors take them out of the words instead.
macro_rules! c_union {
    ($(#[$doc:meta])* $name:ident: $size:literal) => {
        $(#[$doc])*
        #[repr(C, align(8))]
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name(pub(crate) [u8; $size]);

        static_assertions::const_assert_eq!(size_of::<$name>(), $size);

        impl Default for $name {
            fn default() -> Self {
                Self([0; $size])
            }
        }

        impl $crate::types::CType for $name {
            const NAME: &'static str = stringify!($name);
        }
    };
}
pub(crate) use c_union;
