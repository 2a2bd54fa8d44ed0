//! Pointers that C hands over, wrapped so that verbs need no unsafe code.
//!
//! Nothing but the C boundary and a reference of Rust makes these values. That a non-null pointer
//! from C is valid for what its type says is the C caller's word; what is checked is that it does
//! not lie in the first 64 KiB, where no valid object is. Reads and writes do not assume
//! alignment, since nothing makes C callers keep it.

use core::{
    ffi::{CStr, c_char},
    marker::PhantomData,
};

use super::{Described, Parameter};
use crate::types::CType;

/// Pointers below this address are refused: no valid object lies there.
pub const LOWEST_POINTER: usize = 64 * 1024;

/// Declares a wrapper of one C pointer.
macro_rules! pointers {
    ($($(#[$doc:meta])* $name:ident = *$kind:tt;)*) => {
        $(
            $(#[$doc])*
            #[repr(transparent)]
            pub struct $name<'a, T>(*$kind T, PhantomData<&'a mut T>);

            impl<T> Clone for $name<'_, T> {
                fn clone(&self) -> Self {
                    *self
                }
            }

            impl<T> Copy for $name<'_, T> {}

            impl<T> $name<'_, T> {
                /// Whether C passed null.
                pub fn is_null(self) -> bool {
                    self.0.is_null()
                }
            }

            impl<T> core::fmt::Debug for $name<'_, T> {
                fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                    f.write_str(presence(self.0.addr()))
                }
            }

            impl<T: CType> CType for $name<'_, T> {
                const NAME: &'static str = T::NAME;
                const STARS: u8 = T::STARS + 1;
            }

            impl<T: CType> Parameter for $name<'_, T> {
                fn low_pointer(&self) -> bool {
                    is_low(self.0.addr())
                }

                fn described(&self) -> Described {
                    Described::Pointer(presence(self.0.addr()))
                }
            }
        )*
    };
}

pointers! {
    /// Where the caller wants one value (`T*`). May be null.
    Out = *mut;
    /// One value that the caller gives and wants back changed (`T*`). May be null.
    InOut = *mut;
    /// Where the caller wants several values (`T*`, a count beside it). May be null.
    OutArray = *mut;
    /// One value that the caller gives (`const T*`). May be null.
    In = *const;
    /// Several values that the caller gives (`const T*`, a count beside it). May be null.
    Array = *const;
}

/// Host addresses differ from run to run and stay out of whatever a person or a test sees.
fn presence(address: usize) -> &'static str {
    match address {
        0 => "null",
        1..LOWEST_POINTER => "below 64 KiB",
        _ => "set",
    }
}

fn is_low(address: usize) -> bool {
    (1..LOWEST_POINTER).contains(&address)
}

impl<'a, T: CType> Out<'a, T> {
    /// A place in Rust memory.
    pub fn new(place: &'a mut T) -> Self {
        Self(place, PhantomData)
    }

    /// No place: C's null.
    pub const fn null() -> Self {
        Self(core::ptr::null_mut(), PhantomData)
    }

    /// Writes the value; does nothing when the caller passed null.
    pub fn write(self, value: T) {
        if !self.is_null() {
            // SAFETY: the C caller (or the reference this was made of) vouches for a place of
            // this type; the write does not assume alignment.
            unsafe { self.0.write_unaligned(value) }
        }
    }
}

impl<'a, T: CType> InOut<'a, T> {
    /// A place in Rust memory.
    pub fn new(place: &'a mut T) -> Self {
        Self(place, PhantomData)
    }

    /// No place: C's null.
    pub const fn null() -> Self {
        Self(core::ptr::null_mut(), PhantomData)
    }

    /// The value given, or `None` when the caller passed null.
    pub fn read(self) -> Option<T> {
        // SAFETY: the C caller (or the reference this was made of) vouches for a value of this
        // type, of which any bit pattern is valid; the read does not assume alignment.
        (!self.is_null()).then(|| unsafe { self.0.read_unaligned() })
    }

    /// Writes the value; does nothing when the caller passed null.
    pub fn write(self, value: T) {
        if !self.is_null() {
            // SAFETY: as for reading.
            unsafe { self.0.write_unaligned(value) }
        }
    }
}

impl<'a, T: CType> In<'a, T> {
    /// A value in Rust memory.
    pub fn new(value: &'a T) -> Self {
        Self(value, PhantomData)
    }

    /// No value: C's null.
    pub const fn null() -> Self {
        Self(core::ptr::null(), PhantomData)
    }

    /// The value given, or `None` when the caller passed null.
    pub fn read(self) -> Option<T> {
        // SAFETY: the C caller (or the reference this was made of) vouches for a value of this
        // type, of which any bit pattern is valid; the read does not assume alignment.
        (!self.is_null()).then(|| unsafe { self.0.read_unaligned() })
    }
}

impl<'a, T: CType> Array<'a, T> {
    /// Values in Rust memory. The count that goes beside it must not exceed their number.
    pub fn new(values: &'a [T]) -> Self {
        Self(values.as_ptr(), PhantomData)
    }

    /// No values: C's null.
    pub const fn null() -> Self {
        Self(core::ptr::null(), PhantomData)
    }

    /// The value at `index`, which the caller has said exists.
    ///
    /// `None` for null and where the address would wrap around.
    pub fn get(self, index: usize) -> Option<T> {
        let offset = index.checked_mul(size_of::<T>())?;
        self.0.addr().checked_add(offset)?.checked_add(size_of::<T>())?;
        if self.is_null() {
            return None;
        }
        // SAFETY: the C caller vouches for as many values as the count beside the pointer says,
        // and verbs ask for no more; any bit pattern is valid and alignment is not assumed.
        Some(unsafe { self.0.wrapping_byte_add(offset).read_unaligned() })
    }

    /// The first `count` values, which the caller has said exist.
    pub fn iter(self, count: usize) -> impl Iterator<Item = T> + Clone + use<'a, T> {
        (0..count).map_while(move |index| self.get(index))
    }

    /// The address of the values, for calls that read them later.
    pub fn place(self) -> HostPointer {
        HostPointer(self.0.expose_provenance())
    }

    /// The same place as one to be written: some C arrays are given and written back.
    pub fn written_back(self) -> OutArray<'a, T> {
        OutArray(self.0.cast_mut(), PhantomData)
    }
}

impl<'a, T: CType> OutArray<'a, T> {
    /// Places in Rust memory. The count that goes beside it must not exceed their number.
    pub fn new(places: &'a mut [T]) -> Self {
        Self(places.as_mut_ptr(), PhantomData)
    }

    /// No places: C's null.
    pub const fn null() -> Self {
        Self(core::ptr::null_mut(), PhantomData)
    }

    /// Writes the value at `index`, which the caller has said exists; nothing for null.
    pub fn set(self, index: usize, value: T) {
        let Some(offset) = index.checked_mul(size_of::<T>()) else {
            return;
        };
        if self.is_null() || self.0.addr().checked_add(offset).is_none() {
            return;
        }
        // SAFETY: the C caller vouches for as many places as the count beside the pointer says,
        // and verbs write no more; alignment is not assumed.
        unsafe { self.0.wrapping_byte_add(offset).write_unaligned(value) }
    }
}

impl OutArray<'_, c_char> {
    /// Writes text and its NUL into a buffer of `len` bytes, cut to fit; what follows is kept.
    pub fn write_text(self, len: usize, text: &str) {
        let Some(room) = len.checked_sub(1) else {
            return;
        };
        let cut = text.len().min(room);
        for (index, byte) in text.as_bytes().iter().take(cut).enumerate() {
            self.set(index, byte.cast_signed() as c_char);
        }
        self.set(cut, 0);
    }
}

/// A NUL-terminated string that the caller gives (`const char*`). May be null.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct Text<'a>(*const c_char, PhantomData<&'a CStr>);

impl<'a> Text<'a> {
    /// A string in Rust memory.
    pub fn new(text: &'a CStr) -> Self {
        Self(text.as_ptr(), PhantomData)
    }

    /// No string: C's null.
    pub const fn null() -> Self {
        Self(core::ptr::null(), PhantomData)
    }

    /// Whether C passed null.
    pub fn is_null(self) -> bool {
        self.0.is_null()
    }

    /// The bytes before the NUL, or `None` when null was passed or no NUL comes within `limit`.
    pub fn bytes(self, limit: usize) -> Option<&'a [u8]> {
        if self.is_null() {
            return None;
        }
        // SAFETY: the C caller vouches for a NUL-terminated string, so every byte up to the NUL
        // can be read, and the search stops there.
        let len = (0..limit).find(|&index| unsafe { self.0.wrapping_add(index).read() } == 0)?;
        // SAFETY: these bytes have just been read; the caller keeps them during the call.
        Some(unsafe { core::slice::from_raw_parts(self.0.cast(), len) })
    }

    /// As [`Text::bytes`], where the bytes are text.
    pub fn text(self, limit: usize) -> Option<&'a str> {
        core::str::from_utf8(self.bytes(limit)?).ok()
    }
}

impl core::fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(presence(self.0.addr()))
    }
}

impl Parameter for Text<'_> {
    fn low_pointer(&self) -> bool {
        is_low(self.0.addr())
    }

    fn described(&self) -> Described {
        Described::Pointer(presence(self.0.addr()))
    }
}

/// An untyped host address (`void*`): memory to copy, a buffer, or the caller's own data.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct HostPointer(usize);

impl HostPointer {
    /// C's null.
    pub const NULL: Self = Self(0);

    /// The address; it may be that of pinned memory, or of nothing.
    pub const fn address(self) -> usize {
        self.0
    }

    /// A pointer value for C to have. Bytes are reached only through pointers that C gave.
    pub(crate) const fn from_address(address: usize) -> Self {
        Self(address)
    }

    /// A pointer to bytes of Rust.
    ///
    /// # Safety
    /// As for a pointer from C: the bytes outlive every use that the driver makes of the pointer,
    /// and nobody else writes them meanwhile (or reads them, where the driver writes).
    pub unsafe fn new(bytes: *mut [u8]) -> Self {
        Self(bytes.cast::<u8>().expose_provenance())
    }

    /// A pointer to bytes that Rust has given away for good, as a harness does that calls verbs.
    pub fn leaked(bytes: &'static mut [u8]) -> Self {
        Self(bytes.as_mut_ptr().expose_provenance())
    }

    /// Whether C passed null.
    pub const fn is_null(self) -> bool {
        self.0 == 0
    }

    /// Whether the address lies where no valid object is, though it is not null.
    pub fn is_low(self) -> bool {
        is_low(self.0)
    }

    /// Whether `len` bytes fit between the lowest valid address and the end of the address space.
    pub fn spans(self, len: usize) -> bool {
        self.0 >= LOWEST_POINTER && self.0.checked_add(len).is_some() && isize::try_from(len).is_ok()
    }

    /// The caller's bytes, to be read during this call. The address is known to be ordinary host
    /// memory (none of the model's own) and to [`span`](Self::spans) the length; none otherwise.
    pub fn bytes<'a>(self, len: usize) -> &'a [u8] {
        if len == 0 || !self.spans(len) {
            return &[];
        }
        // SAFETY: the C caller vouches for `len` readable bytes that nobody writes during the
        // call; the range does not wrap.
        unsafe { core::slice::from_raw_parts(core::ptr::with_exposed_provenance(self.0), len) }
    }

    /// The caller's bytes, to be written during this call; as [`HostPointer::bytes`].
    pub fn bytes_mut<'a>(self, len: usize) -> &'a mut [u8] {
        if len == 0 || !self.spans(len) {
            return &mut [];
        }
        // SAFETY: the C caller vouches for `len` writable bytes that nobody else uses during the
        // call; the range does not wrap.
        unsafe { core::slice::from_raw_parts_mut(core::ptr::with_exposed_provenance_mut(self.0), len) }
    }

    /// The place as one for a value of type `T`, as the meaning of an attribute says.
    pub fn as_out<'a, T: CType>(self) -> Out<'a, T> {
        Out(core::ptr::with_exposed_provenance_mut(self.0), PhantomData)
    }

    /// The place as one of a value of type `T` that is given and written back.
    pub fn as_in_out<'a, T: CType>(self) -> InOut<'a, T> {
        InOut(core::ptr::with_exposed_provenance_mut(self.0), PhantomData)
    }

    /// The place as one for several values of type `T`, as the meaning of an option says.
    pub fn as_out_array<'a, T: CType>(self) -> OutArray<'a, T> {
        OutArray(core::ptr::with_exposed_provenance_mut(self.0), PhantomData)
    }

    /// The place as values of type `T`, as an earlier call gave it.
    pub fn as_array<'a, T: CType>(self) -> Array<'a, T> {
        Array(core::ptr::with_exposed_provenance(self.0), PhantomData)
    }

    /// The place as a value of type `T`, as the meaning of an attribute says.
    pub fn as_in<'a, T: CType>(self) -> In<'a, T> {
        In(core::ptr::with_exposed_provenance(self.0), PhantomData)
    }
}

impl core::fmt::Debug for HostPointer {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(presence(self.0))
    }
}

impl Parameter for HostPointer {
    /// Verbs judge untyped addresses: some stand for nothing, or are the caller's own values.
    fn low_pointer(&self) -> bool {
        false
    }

    fn described(&self) -> Described {
        Described::Pointer(presence(self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn out_writes_and_null_is_ignored() {
        let mut value = 1i32;
        Out::new(&mut value).write(7);
        assert_eq!(value, 7);
        Out::<i32>::null().write(7);
    }

    #[test]
    fn unaligned_places_are_fine() {
        let mut bytes = [0u8; 16];
        // SAFETY: the bytes live to the end of the test, and only `place` uses them until then.
        let place = unsafe { HostPointer::new(&mut bytes[1..]) };
        place.as_out::<u64>().write(u64::MAX);
        assert_eq!(bytes[1..9], [0xff; 8]);
        assert_eq!(place.as_in::<u64>().read(), Some(u64::MAX));
    }

    #[test]
    fn text_is_cut_with_its_nul() {
        let mut buffer = [0x55 as c_char; 8];
        OutArray::new(&mut buffer).write_text(4, "abcdef");
        assert_eq!(buffer.map(|c| c as u8), [b'a', b'b', b'c', 0, 0x55, 0x55, 0x55, 0x55]);
        OutArray::new(&mut buffer).write_text(0, "x");
        assert_eq!(buffer[0] as u8, b'a');
    }

    #[test]
    fn strings_end_at_their_nul_or_at_the_limit() {
        assert_eq!(Text::new(c"abc").bytes(16), Some(b"abc".as_slice()));
        assert_eq!(Text::new(c"abc").bytes(3), None);
        assert_eq!(Text::null().bytes(16), None);
    }

    #[test]
    fn arrays_stop_before_the_end_of_the_address_space() {
        let values = [1u64, 2, 3];
        let array = Array::new(&values);
        assert_eq!(array.iter(3).sum::<u64>(), 6);
        assert_eq!(array.get(usize::MAX), None);
        assert_eq!(Array::<u64>::null().iter(5).count(), 0);
    }

    #[test]
    fn low_addresses_have_no_bytes() {
        assert!(HostPointer::from_address(0x77).bytes(4).is_empty());
        assert!(HostPointer::from_address(usize::MAX).bytes(4).is_empty());
        assert!(HostPointer::from_address(0x77).is_low());
        assert!(!HostPointer::NULL.is_low());
    }
}
