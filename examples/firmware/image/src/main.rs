//! Runs the model on a core without an operating system, says what was seen, and ends with 0 if it was right.

#![no_std]
#![no_main]

use firmware_model::{Memory, run};
use semihosting::println;
use semihosting::process::ExitCode;
use static_cell::StaticCell;

// Brings in the vectors, and critical sections.
#[cfg(target_arch = "arm")]
use cortex_m as _;
#[cfg(target_arch = "riscv32")]
use riscv as _;

// Made when the program starts: as an initial value it would lie in flash too.
static MEMORY: StaticCell<Memory> = StaticCell::new();

#[panic_handler]
fn panic(info: &core::panic::PanicInfo<'_>) -> ! {
    // What is said of a panic costs more flash than the rest of the frame.
    let line = info.location().map_or(0, |location| location.line());
    println!("panic in line {}", line);
    ExitCode::FAILURE.exit_process()
}

#[cfg_attr(target_arch = "arm", cortex_m_rt::entry)]
#[cfg_attr(target_arch = "riscv32", riscv_rt::entry)]
fn main() -> ! {
    let code = match run(MEMORY.init_with(Memory::new)) {
        Ok(report) if report.is_right() => {
            println!(
                "the sum of 0 to 255 is {}, in {} warp instructions",
                report.sum as u32, report.instructions
            );
            println!("refused: {}", report.refused.rule.id());
            println!("faulted: line {} of the kernels", report.fault_line);
            ExitCode::SUCCESS
        }
        Ok(report) => {
            println!("wrong: the sum is {}", report.sum as u32);
            ExitCode::FAILURE
        }
        Err(_) => {
            println!("a call was refused that must not be");
            ExitCode::FAILURE
        }
    };
    code.exit_process()
}
