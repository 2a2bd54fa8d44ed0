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
        $(first $early:ident :: $first:ident)? $(then $late:ident :: $then:ident)?
        $(=> $verb:path)? $(= $answer:ident :: $function:ident)?;
    )*) => {
        $(
            #[doc = concat!("The body of `", stringify!($name), "`.")]
            pub fn $name<B: Exported>(stream: DefaultStream, $($parameter: $type),*) -> MUresult {
                let arguments: Arguments<'_> = &[$((stringify!($parameter), &$parameter)),*];
                $crate::musa_body! {
                    $name stream arguments ($($parameter),*) ($($parameter),*)
                    [$(first $early :: $first)?] [$(then $late :: $then)?] $(=> $verb)? $(= $answer :: $function)?
                }
            }
        )*
    };
}

/// The body of one row: bound to a verb, to a function without a process, or to nothing. The parameters come twice: to be
/// handed on as they are, and one by one.
#[doc(hidden)]
#[macro_export]
macro_rules! musa_body {
    ($name:ident $stream:ident $arguments:ident $parameters:tt ($($parameter:ident),*) $first:tt $then:tt => $verb:path) => {
        enter::<B>(
            &table::$name,
            $stream,
            $arguments,
            || $crate::musa_judged!($parameters $first),
            || $crate::musa_judged!($parameters $then),
            |call| $verb(call, $($parameter),*),
        )
    };
    ($name:ident $stream:ident $arguments:ident $parameters:tt $each:tt $first:tt $then:tt) => {
        enter::<B>(
            &table::$name,
            $stream,
            $arguments,
            || $crate::musa_judged!($parameters $first),
            || $crate::musa_judged!($parameters $then),
            |_| not_implemented(&table::$name),
        )
    };
    (
        $name:ident $stream:ident $arguments:ident $parameters:tt $each:tt [] []
        = $answer:ident :: $function:ident
    ) => {{
        let _ = $stream;
        answer::<B>(&table::$name, $arguments, || $answer::$function::<B> $parameters)
    }};
}

/// What a row's judge says, if it has one.
#[doc(hidden)]
#[macro_export]
macro_rules! musa_judged {
    ($parameters:tt []) => {
        Ok(Early::GoOn)
    };
    ($parameters:tt [$stage:ident $module:ident :: $judge:ident]) => {
        $module::$judge $parameters
    };
}

crate::musa_functions! { crate::musa_bodies }
