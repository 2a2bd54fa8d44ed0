//! The one place where tables grow.

use managed::ManagedSlice;

/// Makes a slice at least so long; whether it is. Only an owned one can grow, with the feature `alloc` of this crate: where
/// another crate alone lets slices be owned, they are as fixed as borrowed ones.
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
