//! `libmusa` for C firmware: every `mu*` function over the model, without heap and std. The program supplies a lock, the
//! number of the calling task and the memory: the functions `musaSimPort*` of `musa_sim.h`.
//!
//! What kernels print is dropped, and there are no files. Texts of refusals are kept for the whole program, not for each
//! task.

#![no_std]
#![deny(unsafe_op_in_unsafe_fn)]

mod port;

use firmware_model::{Device, Memory};
use musa_ctx::{Error, Process, ThreadId};
use musa_driver::Driver;
use musa_driver::abi::{Binding, Report};

#[cfg(feature = "heap")]
extern crate alloc;

/// The binding.
struct Firmware;

static REPORT: spin::Mutex<Report> = spin::Mutex::new(Report::new());

impl Binding for Firmware {
    type Hal = Device<'static>;
    type Lock = port::Lock;

    const SERVES_HOST_CALLS: bool = false;

    fn boot() -> Result<Driver<'static, Self::Hal>, Error> {
        let memory: &'static mut Memory = port::memory()?;
        let (machine, objects) = memory.machine()?;
        Ok(Driver::new(Process::new(objects, 1), machine))
    }

    fn thread() -> ThreadId {
        #[cfg(feature = "heap")]
        core::hint::black_box(alloc::boxed::Box::new(1));
        port::thread()
    }

    fn with_report<R>(visit: impl FnOnce(&mut Report) -> R) -> Option<R> {
        // A task that interrupts another one here must not wait for it.
        REPORT.try_lock().map(|mut report| visit(&mut report))
    }
}

musa_driver::musa_export!(Firmware);

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {
        core::hint::spin_loop();
    }
}
