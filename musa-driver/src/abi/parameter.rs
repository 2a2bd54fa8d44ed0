//! What every parameter can say of itself: whether it is a pointer that no object can have, and
//! how it is shown to a person.

use core::{
    ffi::c_void,
    fmt::{self, Display},
};

use super::handle;
use crate::types::*;

/// A parameter's value, for a person.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Described {
    /// A signed number.
    Signed(i64),
    /// An unsigned number.
    Unsigned(u64),
    /// A number of an enumeration, with its name where it has one.
    Named(&'static str, i64),
    /// A device address.
    Address(u64),
    /// A floating-point number.
    Float(f32),
    /// A host pointer: only whether it is there.
    Pointer(&'static str),
    /// A handle's bits.
    Handle(u64),
    /// A structure passed by value, by the name of its type.
    Structure(&'static str),
}

impl Display for Described {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Signed(value) => value.fmt(f),
            Self::Unsigned(value) => value.fmt(f),
            Self::Named("", value) => value.fmt(f),
            Self::Named(name, _) => f.write_str(name),
            Self::Address(value) => write!(f, "{value:#x}"),
            Self::Float(value) => value.fmt(f),
            Self::Pointer(presence) => f.write_str(presence),
            Self::Handle(0) => f.write_str("null"),
            Self::Handle(bits) => match handle::parts(bits) {
                Some((kind, index, generation)) => write!(f, "{} {index}.{generation}", kind.name()),
                None => write!(f, "{bits:#x}"),
            },
            Self::Structure(name) => f.write_str(name),
        }
    }
}

/// A parameter of a driver function.
pub trait Parameter {
    /// Whether this is a typed pointer that is neither null nor can be one of an object.
    fn low_pointer(&self) -> bool {
        false
    }

    /// The value, for a person.
    fn described(&self) -> Described;
}

macro_rules! numbers {
    ($($type:ty => $form:ident as $wide:ty),* $(,)?) => {
        $(impl Parameter for $type {
            fn described(&self) -> Described {
                Described::$form(*self as $wide)
            }
        })*
    };
}

numbers! {
    i32 => Signed as i64,
    u8 => Unsigned as u64,
    u16 => Unsigned as u64,
    u32 => Unsigned as u64,
    u64 => Unsigned as u64,
    usize => Unsigned as u64,
    f32 => Float as f32,
}

macro_rules! integers {
    ($($type:ty => $form:ident as $wide:ty),* $(,)?) => {
        $(impl Parameter for $type {
            fn described(&self) -> Described {
                Described::$form(self.0 as $wide)
            }
        })*
    };
}

integers! {
    MUdevice => Signed as i64,
    MUdeviceptr => Address as u64,
    MUtexObject => Handle as u64,
    MUsurfObject => Handle as u64,
    MUmemGenericAllocationHandle => Handle as u64,
}

macro_rules! structures {
    ($($type:ty),* $(,)?) => {
        $(impl Parameter for $type {
            fn described(&self) -> Described {
                Described::Structure(<$type as CType>::NAME)
            }
        })*
    };
}

structures!(MUipcEventHandle, MUipcMemHandle, MUmemLocation, MUeglFrame);

macro_rules! callbacks {
    ($($name:literal = $type:ty),* $(,)?) => {
        $(
            impl CType for $type {
                const NAME: &'static str = $name;
            }

            impl Parameter for $type {
                fn described(&self) -> Described {
                    Described::Pointer(if self.is_some() { "set" } else { "null" })
                }
            }
        )*
    };
}

callbacks! {
    "MUhostFn" = Option<unsafe extern "C" fn(*mut c_void)>,
    "MUstreamCallback" = Option<unsafe extern "C" fn(MUstream, MUresult, *mut c_void)>,
    "MUoccupancyB2DSize" = Option<unsafe extern "C" fn(i32) -> usize>,
}
