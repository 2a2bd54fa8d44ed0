//! The generic body of every driver function: what its row says, in order.

#![allow(non_snake_case, reason = "bodies carry the names of the C interface")]

use core::ffi::c_char;

use super::{
    Array, Arguments, DefaultStream, Exported, HostPointer, In, InOut, Out, OutArray, Text, answer, enter,
};
use crate::{table, types::*, verbs::*};

/// Makes the bodies of an area's rows.
#[doc(hidden)]
#[macro_export]
macro_rules! musa_bodies {
    ($area:ident $(
        $name:ident $(| $alias:ident)* $(/ $thread:ident $(| $more:ident)*)?
        ($($parameter:ident: $type:ty),* $(,)?) [$($check:ident)*]
        $(first $first:path)? $(=> $verb:path)? $(= $answer:path)?;
    )*) => {
        $(
            #[doc = concat!("The body of `", stringify!($name), "`.")]
            pub fn $name<B: Exported>(stream: DefaultStream, $($parameter: $type),*) -> MUresult {
                let arguments: Arguments<'_> = &[$((stringify!($parameter), &$parameter)),*];
                $crate::musa_body! {
                    $name stream arguments ($($parameter),*)
                    $(first $first)? $(=> $verb)? $(= $answer)?
                }
            }
        )*
    };
}

/// The body of one row: bound to a verb, to a function without a process, or to nothing.
#[doc(hidden)]
#[macro_export]
macro_rules! musa_body {
    ($name:ident $stream:ident $arguments:ident ($($parameter:ident),*) $(first $first:path)?) => {
        enter::<B>(&table::$name, $stream, $arguments, || early!($($first)? ($($parameter),*)), |_| Err(not_implemented()))
    };
    ($name:ident $stream:ident $arguments:ident ($($parameter:ident),*) $(first $first:path)? => $verb:path) => {
        enter::<B>(&table::$name, $stream, $arguments, || early!($($first)? ($($parameter),*)), |call| $verb(call, $($parameter),*))
    };
    ($name:ident $stream:ident $arguments:ident ($($parameter:ident),*) = $answer:path) => {
        answer::<B>(&table::$name, $arguments, || $answer::<B>($($parameter),*))
    };
}
