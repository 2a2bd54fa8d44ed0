//! Texts that C programs may hold on to for ever: names of functions.

use std::collections::BTreeMap;
use std::ffi::{CStr, CString};

use parking_lot::Mutex;

static KEPT: Mutex<BTreeMap<String, &'static CStr>> = Mutex::new(BTreeMap::new());

/// The text, in the same place each time; none for one with a NUL inside.
pub(crate) fn keep(text: &str) -> Option<&'static CStr> {
    let mut kept = KEPT.lock();
    if let Some(found) = kept.get(text) {
        return Some(found);
    }
    let copy: &'static CStr = Box::leak(CString::new(text).ok()?.into_boxed_c_str());
    kept.insert(text.to_owned(), copy);
    Some(copy)
}

#[cfg(test)]
mod tests {
    use super::keep;

    #[test]
    fn a_text_stays_where_it_is() {
        let first = keep("kernel").unwrap();
        assert_eq!(first.to_bytes(), b"kernel");
        assert_eq!(keep("kernel").unwrap().as_ptr(), first.as_ptr());
        assert_eq!(keep("a\0b"), None);
    }
}
