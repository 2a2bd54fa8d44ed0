//! Values in memory, and atomic operations on them.

use core::ptr::NonNull;
use core::sync::atomic::{AtomicBool, Ordering, fence};

mod sealed {
    pub trait Sealed {}
}

/// An unsigned integer that memory holds: every pattern of bytes is a value, little-endian.
pub trait Element: sealed::Sealed + Copy + Eq + Send + Sync + 'static {
    /// Bytes.
    const BYTES: usize;
}

/// An element that can be read, written and changed as one.
pub trait Atomic: Element {
    /// Loads. A releasing order counts as relaxed.
    ///
    /// # Safety
    /// The pointer is aligned to the element and valid for reads and writes.
    unsafe fn load(pointer: NonNull<u8>, order: Ordering) -> Self;

    /// Stores. An acquiring order counts as relaxed.
    ///
    /// # Safety
    /// As for [`Atomic::load`].
    unsafe fn store(pointer: NonNull<u8>, value: Self, order: Ordering);

    /// Replaces the value by a function of it, as one; answers the old one.
    ///
    /// # Safety
    /// As for [`Atomic::load`].
    unsafe fn update(pointer: NonNull<u8>, order: Ordering, change: impl FnMut(Self) -> Self) -> Self;
}

fn load_order(order: Ordering) -> Ordering {
    match order {
        Ordering::Release => Ordering::Relaxed,
        Ordering::AcqRel => Ordering::Acquire,
        other => other,
    }
}

fn store_order(order: Ordering) -> Ordering {
    match order {
        Ordering::Acquire => Ordering::Relaxed,
        Ordering::AcqRel => Ordering::Release,
        other => other,
    }
}

/// Atomic operations by those of the processor.
macro_rules! native {
    ($($bits:literal $element:ty, $atomic:ident);+ $(;)?) => {$(
        #[cfg(target_has_atomic = $bits)]
        impl Atomic for $element {
            #[inline]
            unsafe fn load(pointer: NonNull<u8>, order: Ordering) -> Self {
                // SAFETY: the caller's promise.
                let cell = unsafe { core::sync::atomic::$atomic::from_ptr(pointer.as_ptr().cast()) };
                cell.load(load_order(order))
            }

            #[inline]
            unsafe fn store(pointer: NonNull<u8>, value: Self, order: Ordering) {
                // SAFETY: the caller's promise.
                let cell = unsafe { core::sync::atomic::$atomic::from_ptr(pointer.as_ptr().cast()) };
                cell.store(value, store_order(order));
            }

            #[inline]
            unsafe fn update(pointer: NonNull<u8>, order: Ordering, mut change: impl FnMut(Self) -> Self) -> Self {
                // SAFETY: the caller's promise.
                let cell = unsafe { core::sync::atomic::$atomic::from_ptr(pointer.as_ptr().cast()) };
                let mut old = cell.load(Ordering::Relaxed);
                loop {
                    match cell.compare_exchange_weak(old, change(old), order, Ordering::Relaxed) {
                        Ok(old) => return old,
                        Err(now) => old = now,
                    }
                }
            }
        }

        #[cfg(not(target_has_atomic = $bits))]
        locked!($element);
    )+};
}

/// Atomic operations by a lock, where the processor has none of this width: atomic only among themselves.
macro_rules! locked {
    ($element:ty) => {
        impl Atomic for $element {
            unsafe fn load(pointer: NonNull<u8>, order: Ordering) -> Self {
                let _held = Held::new(order);
                // SAFETY: the caller's promise.
                unsafe { pointer.cast::<Self>().as_ptr().read_volatile() }
            }

            unsafe fn store(pointer: NonNull<u8>, value: Self, order: Ordering) {
                let _held = Held::new(order);
                // SAFETY: the caller's promise.
                unsafe { pointer.cast::<Self>().as_ptr().write_volatile(value) }
            }

            unsafe fn update(pointer: NonNull<u8>, order: Ordering, mut change: impl FnMut(Self) -> Self) -> Self {
                let _held = Held::new(order);
                let place = pointer.cast::<Self>().as_ptr();
                // SAFETY: the caller's promise.
                let old = unsafe { place.read_volatile() };
                // SAFETY: the caller's promise.
                unsafe { place.write_volatile(change(old)) };
                old
            }
        }
    };
}

macro_rules! elements {
    ($($element:ty),+) => {$(
        impl sealed::Sealed for $element {}
        impl Element for $element {
            const BYTES: usize = size_of::<$element>();
        }
    )+};
}

elements!(u8, u16, u32, u64, u128);

native! {
    "8" u8, AtomicU8;
    "16" u16, AtomicU16;
    "32" u32, AtomicU32;
    "64" u64, AtomicU64;
}

locked!(u128);

/// One lock for every width that the processor does not have.
static WIDE: AtomicBool = AtomicBool::new(false);

struct Held {
    order: Ordering,
}

impl Held {
    fn new(order: Ordering) -> Self {
        #[cfg(target_has_atomic = "8")]
        while WIDE
            .compare_exchange_weak(false, true, Ordering::Acquire, Ordering::Relaxed)
            .is_err()
        {
            core::hint::spin_loop();
        }
        if order == Ordering::SeqCst {
            fence(order);
        }
        Self { order }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if self.order == Ordering::SeqCst {
            fence(self.order);
        }
        WIDE.store(false, Ordering::Release);
    }
}
