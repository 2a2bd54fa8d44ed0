//! `cvt` over `musa_hal_sim::arithmetic`.

use musa_hal_sim::arithmetic::convert::{self, pack::pack};

use crate::{
    body::{Operation, plain},
    mnemonic::Mnemonic,
};

/// The operation of a `cvt` with this many operands, the destination counted.
pub(crate) fn operation(mnemonic: &Mnemonic, operands: usize) -> Option<Operation> {
    if mnemonic.root != "cvt" {
        return None;
    }
    let types = mnemonic.types();
    let (&destination, &source) = (types.first()?, types.get(1)?);
    let mode = mnemonic.mode();
    if mnemonic.has("pack") {
        return plain(move |s| {
            let c = s.get(2).copied().unwrap_or(0);
            u64::from(pack(destination, s[0] as u32, s[1] as u32, c as u32))
        });
    }
    if operands == 3 {
        convert::pair(destination, mode, 0, 0)?;
        return plain(move |s| convert::pair(destination, mode, s[0] as u32, s[1] as u32).unwrap_or(!0));
    }
    convert::convert(destination, source, mode, 0)?;
    plain(move |s| convert::convert(destination, source, mode, s[0]).unwrap_or(!0))
}
