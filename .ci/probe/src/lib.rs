//! Links the crates that promise to work without heap and std, without either.
#![no_std]

#[cfg(feature = "heap")]
extern crate alloc;

use {musa_ctx as _, musa_driver as _, musa_hal as _, musa_hal_sim as _, musa_isa as _};

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

/// The entry from which the scan starts.
#[unsafe(no_mangle)]
pub extern "C" fn probe() -> u32 {
    #[cfg(feature = "heap")]
    core::hint::black_box(alloc::boxed::Box::new(1));
    1
}
