//! The areas of the table, and their rows as data.

use core::ffi::c_char;

use super::function::{CTypeName, Check, Function, ParameterInfo};
use crate::{
    abi::{Array, HostPointer, In, InOut, Out, OutArray, Text},
    types::*,
};

/// Expands a consumer over every area of the table, once for each.
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions {
    ($consumer:path) => {
        $crate::musa_functions_entry! { $consumer }
        $crate::musa_functions_device! { $consumer }
        $crate::musa_functions_primary! { $consumer }
        $crate::musa_functions_context! { $consumer }
        $crate::musa_functions_module! { $consumer }
        $crate::musa_functions_library! { $consumer }
        $crate::musa_functions_memory! { $consumer }
        $crate::musa_functions_managed! { $consumer }
        $crate::musa_functions_pool! { $consumer }
        $crate::musa_functions_mapping! { $consumer }
        $crate::musa_functions_copy! { $consumer }
        $crate::musa_functions_fill! { $consumer }
        $crate::musa_functions_array! { $consumer }
        $crate::musa_functions_texture! { $consumer }
        $crate::musa_functions_stream! { $consumer }
        $crate::musa_functions_capture! { $consumer }
        $crate::musa_functions_event! { $consumer }
        $crate::musa_functions_launch! { $consumer }
        $crate::musa_functions_occupancy! { $consumer }
        $crate::musa_functions_peer! { $consumer }
        $crate::musa_functions_graph! { $consumer }
        $crate::musa_functions_interop! { $consumer }
        $crate::musa_functions_tensor! { $consumer }
        $crate::musa_functions_green! { $consumer }
    };
}

/// Makes the data of an area's rows.
#[doc(hidden)]
#[macro_export]
macro_rules! musa_rows {
    ($area:ident $(
        $name:ident $(| $alias:ident)* $(/ $thread:ident $(| $more:ident)*)?
        ($($parameter:ident: $type:ty),* $(,)?) [$($check:ident)*]
        $(first $early:ident :: $first:ident)? $(then $late:ident :: $then:ident)?
        $(=> $verb:path)? $(= $answer:ident :: $function:ident)?;
    )*) => {
        $(
            pub static $name: Function = Function {
                name: stringify!($name),
                area: stringify!($area),
                names: &[stringify!($name), $(stringify!($alias)),*],
                thread_names: &[$(stringify!($thread), $(stringify!($more)),*)?],
                parameters: &[$(ParameterInfo {
                    name: stringify!($parameter),
                    c_type: CTypeName { name: <$type as CType>::NAME, stars: <$type as CType>::STARS },
                }),*],
                prologue: &[$(Check::$check),*],
                verb: Function::only(&[$(stringify!($verb))? $(concat!(stringify!($answer), "::", stringify!($function)))?]),
            };
        )*

        pub static $area: &[&Function] = &[$(&$name),*];
    };
}

musa_functions! { crate::musa_rows }

/// The item of a name in the module, or of the module's own name, of every area.
#[doc(hidden)]
#[macro_export]
macro_rules! musa_areas {
    ($($item:ident)?) => {
        &[
            entry$(::$item)?,
            device$(::$item)?,
            primary$(::$item)?,
            context$(::$item)?,
            module$(::$item)?,
            library$(::$item)?,
            memory$(::$item)?,
            managed$(::$item)?,
            pool$(::$item)?,
            mapping$(::$item)?,
            copy$(::$item)?,
            fill$(::$item)?,
            array$(::$item)?,
            texture$(::$item)?,
            stream$(::$item)?,
            capture$(::$item)?,
            event$(::$item)?,
            launch$(::$item)?,
            occupancy$(::$item)?,
            peer$(::$item)?,
            graph$(::$item)?,
            interop$(::$item)?,
            tensor$(::$item)?,
            green$(::$item)?,
        ]
    };
}

/// Every area, in the order of the documentation.
pub static AREAS: &[&[&Function]] = crate::musa_areas!();
