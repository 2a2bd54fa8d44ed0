//! Video instructions over `musa_hal_sim::arithmetic`.

use crate::body::{Operation, Written};

pub(crate) fn operation(_written: &Written) -> Option<Operation> {
    None
}
