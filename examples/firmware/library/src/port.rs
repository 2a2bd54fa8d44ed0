//! What the program around supplies.

use core::ffi::{c_ulong, c_void};

use firmware_model::Memory;
use musa_ctx::{Error, ThreadId};
use musa_hal::Resource;

unsafe extern "C" {
    fn musaSimPortLock();
    fn musaSimPortUnlock();
    fn musaSimPortThread() -> c_ulong;
    fn musaSimPortMemory(size: *mut usize) -> *mut c_void;
    #[cfg(feature = "foreign")]
    fn getpid() -> i32;
}

/// The lock of the program.
pub(crate) struct Lock;

impl musa_driver::abi::Lock for Lock {
    const NEW: Self = Self;

    fn acquire(&self) {
        // SAFETY: the program supplies the function under this contract (`musa_sim.h`).
        unsafe { musaSimPortLock() }
    }

    fn release(&self) {
        // SAFETY: as above; who releases has acquired.
        unsafe { musaSimPortUnlock() }
    }

    fn pause(&self) {
        self.release();
        self.acquire();
    }

    fn notify(&self) {}
}

/// The calling task.
pub(crate) fn thread() -> ThreadId {
    #[cfg(feature = "foreign")]
    // SAFETY: it has no contract.
    core::hint::black_box(unsafe { getpid() });
    // SAFETY: as above.
    let number = unsafe { musaSimPortThread() };
    ThreadId(number.into())
}

/// The memory of the model, with nothing in it. To be called only while no driver is there that uses it.
pub(crate) fn memory() -> Result<&'static mut Memory, Error> {
    let mut size = 0;
    // SAFETY: the program supplies the function under this contract; the pointer is that of a local.
    let start = unsafe { musaSimPortMemory(&raw mut size) }.cast::<u8>();
    let skip = start.align_offset(align_of::<Memory>());
    if start.is_null() || size.checked_sub(skip).is_none_or(|rest| rest < size_of::<Memory>()) {
        return Err(Error::Exhausted(Resource::HostMemory));
    }
    // SAFETY: what the program supplies is the model's for ever, so that no one else refers to it; the place is aligned,
    // and large enough, as just checked. A driver that was there before is gone.
    unsafe {
        let place = start.add(skip).cast::<Memory>();
        place.write(Memory::new());
        Ok(&mut *place)
    }
}
