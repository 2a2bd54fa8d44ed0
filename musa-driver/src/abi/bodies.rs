//! The generic body of every driver function: what its row says, in order.

#![allow(
    non_snake_case,
    clippy::too_many_arguments,
    reason = "bodies carry the names and parameters of the C interface"
)]

use core::ffi::c_char;

use super::{
    Array, Exported, HostPointer, In, InOut, Out, OutArray, Text,
    enter::{Arguments, answer, enter, not_implemented},
};
use crate::{
    call::{DefaultStream, Early},
    table,
    types::*,
    verbs::*,
};

/// Makes the bodies of an area's rows.
#[doc(hidden)]
#[macro_export]
macro_rules! musa_bodies {
    ($area:ident $(
        $name:ident $(| $alias:ident)* $(/ $thread:ident $(| $more:ident)*)?
        ($($parameter:ident: $type:ty),* $(,)?) [$($check:ident)*]
        $(first $first:path)? $(=> $verb:path)? $(= $answer:ident :: $function:ident)?;
    )*) => {
        $(
            #[doc = concat!("The body of `", stringify!($name), "`.")]
            pub fn $name<B: Exported>(stream: DefaultStream, $($parameter: $type),*) -> MUresult {
                let arguments: Arguments<'_> = &[$((stringify!($parameter), &$parameter)),*];
                $crate::musa_body! {
                    $name stream arguments ($($parameter),*)
                    $(first $first)? $(=> $verb)? $(= $answer :: $function)?
                }
            }
        )*
    };
}

/// The body of one row: bound to a verb, to a function without a process, or to nothing.
#[doc(hidden)]
#[macro_export]
macro_rules! musa_body {
    ($name:ident $stream:ident $arguments:ident $parameters:tt first $first:path) => {
        enter::<B>(
            &table::$name,
            $stream,
            $arguments,
            || $first $parameters,
            |_| not_implemented(&table::$name),
        )
    };
    ($name:ident $stream:ident $arguments:ident $parameters:tt) => {
        enter::<B>(
            &table::$name,
            $stream,
            $arguments,
            || Ok(Early::GoOn),
            |_| not_implemented(&table::$name),
        )
    };
    ($name:ident $stream:ident $arguments:ident ($($parameter:ident),*) first $first:path => $verb:path) => {
        enter::<B>(
            &table::$name,
            $stream,
            $arguments,
            || $first($($parameter),*),
            |call| $verb(call, $($parameter),*),
        )
    };
    ($name:ident $stream:ident $arguments:ident ($($parameter:ident),*) => $verb:path) => {
        enter::<B>(
            &table::$name,
            $stream,
            $arguments,
            || Ok(Early::GoOn),
            |call| $verb(call, $($parameter),*),
        )
    };
    ($name:ident $stream:ident $arguments:ident $parameters:tt = $answer:ident :: $function:ident) => {{
        let _ = $stream;
        answer::<B>(&table::$name, $arguments, || $answer::$function::<B> $parameters)
    }};
}

crate::musa_functions! { crate::musa_bodies }
