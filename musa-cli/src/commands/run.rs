//! `musa run`: one kernel on the simulated device.

mod argument;
mod signature;

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use musa_ctx::harness::{ParameterBuffer, Program, Shape};
use musa_ctx::{Error, Rule};
use musa_hal::queue::Output;
use musa_hal::{Dim3, Queues, SpaceId};
use musa_hal_sim::memory::OwnedSource;
use musa_hal_sim::{Machine, Schedule, profiles};
use musa_isa::image::Image;
use musa_ptx::Translating;

use self::argument::Argument;
use self::signature::Signature;
use crate::failure::Failure;
use crate::file;

/// The kernel, its launch and its arguments.
#[derive(Args)]
pub(crate) struct Arguments {
    /// An image, a bundle with one, or PTX text.
    file: PathBuf,
    /// Name of the kernel.
    #[arg(long)]
    kernel: String,
    /// Blocks of the grid: X[,Y[,Z]].
    #[arg(long, value_parser = dimensions, default_value = "1")]
    grid: Dim3,
    /// Threads of a block: X[,Y[,Z]].
    #[arg(long, value_parser = dimensions, default_value = "1")]
    block: Dim3,
    /// Bytes of dynamic shared memory.
    #[arg(long, default_value_t = 0)]
    shared: u32,
    /// A kernel argument, one for each parameter in order: a number of 8 to 64 bits (u32:5, i16:-5, f32:1.5), the bytes of
    /// a structure (hex:00ff..), or device memory: buf:BYTES[:zero|:hex=..|:file=P][:save=P|:print=KIND,N], KIND one of
    /// u8, u32, i32, u64, f32 and f64.
    #[arg(long = "arg", value_name = "ARGUMENT")]
    arguments: Vec<Argument>,
    /// Device profile.
    #[arg(long, default_value = "s80")]
    device: String,
    /// Schedule: eager, lazy or random:SEED.
    #[arg(long, default_value = "eager")]
    schedule: String,
}

type Simulated = Translating<Machine<'static, OwnedSource, Schedule>>;

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let device = profiles::find(&arguments.device).ok_or_else(|| super::devices::unknown(&arguments.device))?;
    let schedule: Schedule = arguments
        .schedule
        .parse()
        .map_err(|error| Failure::Usage(format!("{}: {error}", arguments.schedule)))?;
    let image = file::image(&arguments.file, &file::read(&arguments.file)?)?;
    let mut machine = Machine::owned([*device], schedule)
        .map(Translating::new)
        .map_err(|error| Failure::Refused(error.to_string()))?;
    let mut program = Program::start(&mut machine, 0, 1).map_err(refused)?;

    let mut log = String::new();
    let module = program
        .load(&mut machine, &image, &mut log)
        .map_err(|error| Failure::Refused(format!("{error}\n{log}")))?;
    let kernel = program
        .process
        .module_function(&machine, module.into(), &arguments.kernel)
        .map_err(refused)?;
    let loaded = Image::parse(&image).map_err(|error| Failure::file(&arguments.file, error))?;
    let signature = Signature::of(&loaded, &arguments.kernel)
        .ok_or_else(|| Failure::file(&arguments.file, "the kernel that was loaded is missing"))?;
    let mut parameters = ParameterBuffer::new();
    let mut buffers = Vec::new();
    for (argument, parameter) in signature.pair(&arguments.arguments)? {
        let align = parameter.align as usize;
        parameters = match argument {
            Argument::Scalar { bytes, .. } | Argument::Bytes(bytes) => parameters.aligned(bytes, align),
            Argument::Buffer(buffer) => {
                let size = buffer.size() as u64;
                let address = program.allocate(&mut machine, size).map_err(refused)?;
                let contents = buffer.contents()?;
                program.write(&mut machine, address, &contents).map_err(refused)?;
                buffers.push((address, buffer));
                parameters.aligned(&address.0.to_le_bytes(), align)
            }
        };
    }
    let shape = Shape {
        grid: arguments.grid,
        block: arguments.block,
        dynamic_shared: arguments.shared,
    };
    let done = program
        .launch(&mut machine, kernel, shape, &parameters)
        .and_then(|()| program.synchronize(&mut machine));
    let space = program.process.space().map_err(refused)?;
    print_output(&mut machine, space)?;
    done.map_err(|error| explain(&machine, space, error))?;
    for (address, buffer) in buffers {
        let bytes = match buffer.wanted() {
            0 => Vec::new(),
            wanted => program.download(&mut machine, address, wanted).map_err(refused)?,
        };
        buffer.finish(&bytes)?;
    }
    Ok(())
}

fn refused(error: Error) -> Failure {
    Failure::Refused(error.to_string())
}

fn explain(machine: &Simulated, space: SpaceId, error: Error) -> Failure {
    match error {
        Error::Fault(_) => machine.fault(space).map(ToString::to_string),
        Error::Rejected(rejection) if rejection.rule == Rule::WaitStuck => machine
            .waiting(space)
            .map(|waiting| format!("{error} What waits: {waiting}.")),
        _ => None,
    }
    .map_or_else(|| refused(error), Failure::Refused)
}

/// What the kernel printed, and its failed assertions.
fn print_output(machine: &mut Simulated, space: SpaceId) -> Result<(), Failure> {
    let mut bytes = [0; 4096];
    loop {
        let printed = machine.take_output(space, Output::Print, &mut bytes);
        io::stdout().write_all(&bytes[..printed])?;
        let failed = machine.take_output(space, Output::Assertion, &mut bytes);
        io::stderr().write_all(&bytes[..failed])?;
        if printed + failed == 0 {
            return Ok(());
        }
    }
}

fn dimensions(text: &str) -> Result<Dim3, String> {
    let numbers: Result<Vec<u32>, _> = text.split(',').map(str::parse).collect();
    match numbers.as_deref() {
        Ok([x]) => Ok(Dim3::new(*x, 1, 1)),
        Ok([x, y]) => Ok(Dim3::new(*x, *y, 1)),
        Ok([x, y, z]) => Ok(Dim3::new(*x, *y, *z)),
        _ => Err("one to three numbers, separated by commas".to_owned()),
    }
}
