//! The alphabet: every row of the function table that has a verb.

use musa_driver::abi::{Array, HostPointer, In, InOut, Out, OutArray, Text};
use musa_driver::call::Early;
use musa_driver::types::*;
use musa_driver::verbs::*;
use musa_driver::{musa_areas, musa_functions, table};
use std::ffi::c_char;
use std::sync::OnceLock;

use super::value::Value;
use super::{Answer, World};

/// A driver function that can be called.
pub(super) struct Letter {
    pub(super) name: &'static str,
    /// Takes its arguments from the world's source, and makes the call.
    pub(super) call: fn(&mut World<'_>) -> Answer,
}

/// The rows of an area as letters: those with a verb.
macro_rules! area {
    ($area:ident $(
        $name:ident $(| $alias:ident)* $(/ $thread:ident $(| $more:ident)*)?
        ($($parameters:tt)*) [$($check:ident)*]
        $(first $early:ident :: $first:ident)? $(then $late:ident :: $then:ident)?
        $(=> $verb:path)? $(= $answer:ident :: $function:ident)?;
    )*) => {
        fn $area() -> Vec<Letter> {
            let rows = [$(letter! { $name ($($parameters)*) $(first $early::$first)? $(=> $verb)? $(= $answer)? }),*];
            rows.into_iter().flatten().collect()
        }
    };
}

/// A row as a letter: what it does before the prologue, if it does, comes first.
macro_rules! letter {
    ($name:ident ($($parameter:ident: $type:ty),* $(,)?) first $first:path => $verb:path) => {
        letter! { $name ($($parameter: $type),*) {
            if $first($($parameter),*)? == Early::Done {
                return Ok(());
            }
        } $verb }
    };
    ($name:ident ($($parameter:ident: $type:ty),* $(,)?) => $verb:path) => {
        letter! { $name ($($parameter: $type),*) {} $verb }
    };
    ($name:ident ($($parameter:ident: $type:ty),*) $first:block $verb:path) => {
        Some(Letter {
            name: stringify!($name),
            #[allow(non_snake_case, reason = "parameters carry their names in C")]
            call: |world| {
                $(let $parameter: $type = Value::take(&mut world.source, stringify!($parameter));)*
                $first
                world.driver.call(&table::$name, world.thread, |call| $verb(call, $($parameter),*))
            },
        })
    };
    ($($row:tt)*) => {
        None
    };
}

musa_functions! { area }

/// All letters, in the order of the table.
pub(super) fn letters() -> &'static [Letter] {
    static LETTERS: OnceLock<Vec<Letter>> = OnceLock::new();
    let areas: &[fn() -> Vec<Letter>] = musa_areas!();
    LETTERS.get_or_init(|| areas.iter().flat_map(|area| area()).collect())
}
