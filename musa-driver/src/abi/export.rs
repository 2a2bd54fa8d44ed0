//! The macro that makes a `libmusa` of a binding.

/// Makes the program's one driver and its exported C functions for a binding.
///
/// To be expanded once in a program, in the crate that is its C library. The functions are one
/// line each; their bodies are generic and live in [`abi`](crate::abi).
#[macro_export]
macro_rules! musa_export {
    ($binding:ty) => {
        static MUSA_GLOBAL: $crate::abi::Global<$binding> = $crate::abi::Global::new();

        impl $crate::abi::Exported for $binding {
            fn global() -> &'static $crate::abi::Global<Self> {
                &MUSA_GLOBAL
            }

            fn entry_points() -> &'static [&'static [$crate::abi::EntryPoint]] {
                musa_exports::ENTRY_POINTS
            }
        }

        type MusaBinding = $binding;

        /// The driver's functions, as C calls them.
        #[allow(
            non_snake_case,
            non_upper_case_globals,
            missing_docs,
            clippy::too_many_arguments
        )]
        mod musa_exports {
            use core::ffi::c_char;

            use $crate::{
                abi::{Array, EntryPoint, HostPointer, In, InOut, Out, OutArray, Text, bodies},
                call::DefaultStream,
                types::*,
            };

            use super::MusaBinding;

            $crate::musa_functions! { $crate::musa_exported }

            pub(super) static ENTRY_POINTS: &[&[EntryPoint]] = $crate::musa_areas!(ENTRY_POINTS);

            #[unsafe(no_mangle)]
            pub extern "C" fn musaSimLastRefusal() -> *const c_char {
                $crate::abi::last_refusal::<MusaBinding>()
            }

            #[unsafe(no_mangle)]
            pub extern "C" fn musaSimLastFault() -> *const c_char {
                $crate::abi::last_fault::<MusaBinding>()
            }

            #[unsafe(no_mangle)]
            pub extern "C" fn musaSimStep() -> i32 {
                $crate::abi::step::<MusaBinding>()
            }

            #[unsafe(no_mangle)]
            pub extern "C" fn musaSimReset() {
                $crate::abi::reset::<MusaBinding>()
            }
        }
    };
}

/// Exports an area's rows under all their names, and lists them as entry points.
#[doc(hidden)]
#[macro_export]
macro_rules! musa_exported {
    ($area:ident $(
        $name:ident $(| $alias:ident)* $(/ $thread:ident $(| $more:ident)*)?
        ($($parameters:tt)*) [$($check:ident)*]
        $(first $early:ident :: $first:ident)? $(then $late:ident :: $then:ident)?
        $(=> $verb:path)? $(= $answer:ident :: $function:ident)?;
    )*) => {
        $(
            $crate::musa_exported_row! {
                $name [$name $($alias)*] [$($thread $($more)*)?] ($($parameters)*)
            }
        )*

        mod $area {
            pub(super) static ENTRY_POINTS: &[$crate::abi::EntryPoint] = &[$(
                $crate::abi::EntryPoint { name: stringify!($name), address: || super::$name as *const () as usize },
                $($crate::abi::EntryPoint { name: stringify!($alias), address: || super::$alias as *const () as usize },)*
                $(
                    $crate::abi::EntryPoint { name: stringify!($thread), address: || super::$thread as *const () as usize },
                    $($crate::abi::EntryPoint { name: stringify!($more), address: || super::$more as *const () as usize },)*
                )?
            )*];
        }
    };
}

/// Exports one function under its names: with the legacy default stream, and with the thread's own.
#[doc(hidden)]
#[macro_export]
macro_rules! musa_exported_row {
    ($name:ident [$($legacy:ident)*] [$($thread:ident)*] $parameters:tt) => {
        $($crate::musa_exported_name! { $name Legacy $legacy $parameters })*
        $($crate::musa_exported_name! { $name PerThread $thread $parameters })*
    };
}

/// Exports one function under one name.
#[doc(hidden)]
#[macro_export]
macro_rules! musa_exported_name {
    ($name:ident $stream:ident $exported:ident ($($parameter:ident: $type:ty),* $(,)?)) => {
        #[unsafe(no_mangle)]
        pub extern "C" fn $exported($($parameter: $type),*) -> MUresult {
            bodies::$name::<MusaBinding>(DefaultStream::$stream, $($parameter),*)
        }
    };
}
