//! The one place that tells storage that grows from storage that does not. It grows when it is owned and this crate has its
//! feature `alloc`: where another crate alone lets slices be owned, they are as fixed as borrowed ones.

use managed::ManagedSlice;

/// Makes a slice at least so long; whether it is.
#[must_use]
pub(crate) fn grow<T>(slice: &mut ManagedSlice<'_, T>, length: usize, blank: impl FnMut() -> T) -> bool {
    let missing = length.saturating_sub(slice.len());
    if missing == 0 {
        return true;
    }
    #[cfg(feature = "alloc")]
    if let ManagedSlice::Owned(entries) = slice
        && entries.try_reserve(missing).is_ok()
    {
        entries.resize_with(length, blank);
        return true;
    }
    #[cfg(not(feature = "alloc"))]
    let _ = blank;
    false
}

/// The caller's slice; nothing in place of an owned one.
pub(crate) fn borrowed<T>(slice: ManagedSlice<'_, T>) -> Option<&mut [T]> {
    match slice {
        ManagedSlice::Borrowed(entries) => Some(entries),
        #[allow(unreachable_patterns, reason = "without a heap, slices are never owned")]
        _ => None,
    }
}
