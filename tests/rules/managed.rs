//! Managed memory: advice, prefetches, attributes of ranges, attachment.

use musa_ctx::managed::RangeAttribute;
use musa_ctx::{Error, Rule, StreamArgument};
use musa_hal::Address;

use crate::world::World;
use crate::{Case, case};

const SIZE: u64 = 8192;

fn managed(w: &mut World) -> Result<Address, Error> {
    w.program
        .process
        .allocate_managed(&mut w.machine, w.program.thread, SIZE, 1)
}

fn advise(w: &mut World, count: u64, advice: u32, device: i32) -> Result<(), Error> {
    let address = managed(w)?;
    w.program.process.advise(&w.machine, address, count, advice, device)
}

fn attach(w: &mut World, created: bool, length: u64, flags: u32) -> Result<(), Error> {
    let address = managed(w)?;
    let (process, thread) = (&mut w.program.process, w.program.thread);
    let stream = match created {
        true => process.create_stream(&mut w.machine, thread, 0, 0)?.into(),
        false => StreamArgument::Legacy,
    };
    process.attach_memory(thread, stream, address, length, flags)
}

/// Cases of the area.
pub(crate) const CASES: &[Case] = &[
    case(
        Rule::ManagedRange,
        |w| advise(w, SIZE, 1, 0),
        |w| advise(w, SIZE + 1, 1, 0),
    ),
    case(
        Rule::ManagedAdvice,
        |w| advise(w, SIZE, 6, 0),
        |w| advise(w, SIZE, 7, 0),
    ),
    case(
        Rule::ManagedLocation,
        |w| advise(w, SIZE, 3, -1),
        |w| advise(w, SIZE, 3, -2),
    ),
    case(
        Rule::ManagedAttribute,
        |_| RangeAttribute::from_number(4).map(drop),
        |_| RangeAttribute::from_number(5).map(drop),
    ),
    case(
        Rule::ManagedAnswerSize,
        |_| RangeAttribute::AccessedBy.judge_size(8),
        |_| RangeAttribute::ReadMostly.judge_size(8),
    ),
    case(
        Rule::ManagedAttachFlags,
        |w| attach(w, false, 0, 1),
        |w| attach(w, false, 0, 3),
    ),
    case(
        Rule::ManagedAttachWhole,
        |w| attach(w, false, SIZE, 2),
        |w| attach(w, false, SIZE / 2, 2),
    ),
    case(
        Rule::ManagedAttachStream,
        |w| attach(w, true, 0, 4),
        |w| attach(w, false, 0, 4),
    ),
];
