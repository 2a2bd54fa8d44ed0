//! Initialisation, versions, errors and entry points.

use musa_ctx::{Rejection, Rule};

use super::required;
use crate::{
    abi::{self, Exported, HostPointer, In, Out, Text},
    call::Answer,
    table,
    types::*,
};

/// The version of the API: major * 10000 + minor * 100 + patch.
pub const VERSION: i32 = 30100;

/// The longest name that is looked up, in bytes.
const NAME_MAX: usize = 128;

/// `muInit`.
///
/// # Errors
/// Flags, no device, a fork, or no room.
pub fn init<B: Exported>(flags: u32) -> Answer {
    abi::initialise::<B>(flags)
}

/// `muDriverGetVersion`.
///
/// # Errors
/// A null pointer.
pub fn version<B: Exported>(version: Out<'_, i32>) -> Answer {
    required("driverVersion", version.is_null())?;
    version.write(VERSION);
    Ok(())
}

/// Writes one text of a result code's row; null for a code that does not exist.
fn describe(
    code: MUresult,
    out: Out<'_, Text<'static>>,
    text: impl FnOnce(&'static ResultCode) -> Text<'static>,
) -> Answer {
    required("pStr", out.is_null())?;
    match code.describe() {
        Some(row) => {
            out.write(text(row));
            Ok(())
        }
        None => {
            out.write(Text::null());
            let rejection = Rejection::new(Rule::ArgumentEnum).argument("error");
            Err(rejection.value(code.0.into()).into())
        }
    }
}

/// `muGetErrorName`.
///
/// # Errors
/// A null pointer, or a code that does not exist.
pub fn error_name<B: Exported>(code: MUresult, name: Out<'_, Text<'static>>) -> Answer {
    describe(code, name, |row| Text::new(row.name))
}

/// `muGetErrorString`.
///
/// # Errors
/// A null pointer, or a code that does not exist.
pub fn error_text<B: Exported>(code: MUresult, text: Out<'_, Text<'static>>) -> Answer {
    describe(code, text, |row| Text::new(row.text))
}

/// `muGetProcAddress`: any exported name; an unversioned one with the default stream that the
/// flags ask for.
///
/// # Errors
/// Null pointers, unknown flags, or a name that is not exported; then null is written.
pub fn proc_address<B: Exported>(
    symbol: Text<'_>,
    function: Out<'_, HostPointer>,
    _version: i32,
    flags: u64,
) -> Answer {
    required("symbol", symbol.is_null())?;
    required("pfn", function.is_null())?;
    let per_thread = match u32::try_from(flags).map(MUdriverProcAddress_flags) {
        Ok(MU_GET_PROC_ADDRESS_DEFAULT | MU_GET_PROC_ADDRESS_LEGACY_STREAM) => false,
        Ok(MU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM) => true,
        _ => {
            let rejection = Rejection::new(Rule::ArgumentFlags).argument("flags");
            return Err(rejection.value(flags).into());
        }
    };
    let found = symbol.text(NAME_MAX).and_then(|name| exported_name(name, per_thread));
    match found.and_then(abi::entry_point::<B>) {
        Some(address) => {
            function.write(address);
            Ok(())
        }
        None => {
            function.write(HostPointer::NULL);
            Err(Rejection::new(Rule::EntryPointUnknown).argument("symbol").into())
        }
    }
}

/// `muGetExportTable`: there are no tables of functions beside the exported ones.
///
/// # Errors
/// Null pointers, and any table; then null is written.
pub fn export_table<B: Exported>(table: Out<'_, HostPointer>, id: In<'_, MUuuid>) -> Answer {
    required("ppExportTable", table.is_null())?;
    required("pExportTableId", id.is_null())?;
    table.write(HostPointer::NULL);
    Err(Rejection::new(Rule::ExportTableUnknown)
        .argument("pExportTableId")
        .into())
}

/// The export that a name stands for.
fn exported_name(name: &str, per_thread: bool) -> Option<&'static str> {
    let (function, _) = table::find(name)?;
    let newest_of_thread = function.thread_names.last().copied();
    match newest_of_thread {
        Some(variant) if per_thread && function.names.contains(&name) => Some(variant),
        _ => function
            .names
            .iter()
            .chain(function.thread_names)
            .copied()
            .find(|&one| one == name),
    }
}
