//! Verbs that judge their arguments as hardware's driver does, and then refuse whatever is in order, for what they would
//! do is not here. The table counts functions that these verbs serve as not implemented.

pub use super::{
    capture::{begin as begin_capture, begin_to_graph as begin_capture_to_graph},
    mapping::range_handle,
};
