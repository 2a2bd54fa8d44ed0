use alloc::vec;
use alloc::vec::Vec;

use musa_hal::queue::{Output, Pitched};
use musa_hal::{
    Address, AllocationKind, Command, DeviceInfo, DeviceOrdinal, Devices, FaultKind, HalError, Memory, Progress,
    QueueId, Queues, Resource, Sharing, SpaceId, Ticket, WaitCondition,
};
use proptest::prelude::*;

use super::*;
use crate::memory::{MemoryStorage, OwnedSource};
use crate::places::Places;
use crate::profiles::{REF_SM90, S80};
use crate::schedule::Schedule;
use crate::table::Slot;

type Owned = Machine<'static, OwnedSource, Schedule>;

const DEVICE: DeviceOrdinal = DeviceOrdinal(0);

fn machine(devices: &[DeviceInfo], schedule: Schedule, host_writes: HostWrites) -> Owned {
    let settings = Settings {
        host_writes,
        ..Settings::default()
    };
    Machine::new(
        devices.iter().copied(),
        OwnedSource,
        MachineStorage::owned(),
        schedule,
        settings,
    )
    .unwrap()
}

struct Bench {
    machine: Owned,
    space: SpaceId,
}

impl Bench {
    fn new(schedule: Schedule) -> Self {
        Self::with(schedule, HostWrites::Impossible)
    }

    fn with(schedule: Schedule, host_writes: HostWrites) -> Self {
        let mut machine = machine(&[S80], schedule, host_writes);
        let space = machine.open_space().unwrap();
        Self { machine, space }
    }

    fn queue(&mut self) -> QueueId {
        self.machine.create_queue(self.space, DEVICE, 0).unwrap()
    }

    fn device(&mut self, size: u64) -> Address {
        self.machine
            .allocate(self.space, AllocationKind::Device(DEVICE), size, 1)
            .unwrap()
    }

    fn pinned(&mut self, size: u64) -> Address {
        self.machine
            .allocate(self.space, AllocationKind::PinnedHost, size, 1)
            .unwrap()
    }

    fn word(&self, address: Address) -> u32 {
        let mut bytes = [0; 4];
        self.machine.read(self.space, address, &mut bytes).unwrap();
        u32::from_le_bytes(bytes)
    }

    fn submit(&mut self, queue: QueueId, command: Command<'_>) -> Ticket {
        self.machine.submit(queue, command).unwrap()
    }

    fn run(&mut self) -> Progress {
        loop {
            let progress = self.machine.advance();
            if progress != Progress::Advanced {
                return progress;
            }
        }
    }

    /// The virtual time at the end of a queue, if it has got there.
    fn time(&mut self, queue: QueueId) -> u64 {
        let timestamp = self.machine.create_timestamp(self.space).unwrap();
        self.submit(queue, Command::Timestamp { timestamp, serial: 0 });
        self.run();
        self.machine.timestamp(timestamp).unwrap()
    }
}

fn write(address: Address, value: u32) -> Command<'static> {
    Command::WriteValue {
        address,
        value: value.into(),
        wide: false,
    }
}

fn wait_equal(address: Address, value: u32) -> Command<'static> {
    Command::WaitValue {
        address,
        value: value.into(),
        wide: false,
        condition: WaitCondition::Equal,
    }
}

fn line(base: Address) -> Pitched {
    Pitched { base, row: 0, slice: 0 }
}

fn copy(to: Address, from: Address, width: u64) -> Command<'static> {
    Command::Copy {
        to: line(to),
        from: line(from),
        width,
        height: 1,
        depth: 1,
    }
}

#[test]
fn eager_work_is_done_when_its_submission_returns() {
    let mut bench = Bench::new(Schedule::Eager);
    let (queue, base) = (bench.queue(), bench.device(16));
    let ticket = bench.submit(queue, write(base, 7));
    assert_eq!(
        (ticket, bench.machine.completed(queue), bench.word(base)),
        (Ticket(1), Ticket(1), 7)
    );
    bench.submit(
        queue,
        Command::Upload {
            to: base,
            bytes: &[1, 0, 0, 0, 2, 0, 0, 0],
        },
    );
    assert_eq!(bench.word(Address(base.0 + 4)), 2);
    assert_eq!(bench.run(), Progress::Idle);
}

#[test]
fn lazy_work_waits_and_has_kept_what_it_borrowed() {
    let mut bench = Bench::new(Schedule::Lazy);
    let (queue, base) = (bench.queue(), bench.device(4096));
    let mut bytes: Vec<u8> = (0..4096).map(|index| index as u8).collect();
    bench.submit(
        queue,
        Command::Upload {
            to: base,
            bytes: &bytes,
        },
    );
    bytes.fill(0);
    assert_eq!((bench.machine.completed(queue), bench.word(base)), (Ticket(0), 0));
    assert_eq!(bench.machine.advance(), Progress::Advanced);
    assert_eq!(bench.machine.advance(), Progress::Idle);
    let mut read = vec![0; 4096];
    bench.machine.read(bench.space, base, &mut read).unwrap();
    assert!(read.iter().enumerate().all(|(index, byte)| *byte == index as u8));
}

#[test]
fn copies_and_fills_keep_to_their_rows() {
    let mut bench = Bench::new(Schedule::Eager);
    let (queue, base, other) = (bench.queue(), bench.device(256), bench.device(256));
    let pitched = |base, row, slice| Pitched { base, row, slice };
    bench.submit(
        queue,
        Command::Fill {
            to: pitched(base, 16, 0),
            value: 0xabcd_1234,
            element: 2,
            width: 3,
            height: 2,
        },
    );
    let mut bytes = [0; 24];
    bench.machine.read(bench.space, base, &mut bytes).unwrap();
    let row = [0x34, 0x12, 0x34, 0x12, 0x34, 0x12, 0, 0];
    assert_eq!(
        (&bytes[..8], &bytes[8..16], &bytes[16..]),
        (&row[..], &[0; 8][..], &row[..])
    );
    bench.submit(
        queue,
        Command::Copy {
            to: pitched(other, 4, 64),
            from: pitched(base, 16, 16),
            width: 3,
            height: 2,
            depth: 1,
        },
    );
    let mut bytes = [0; 8];
    bench.machine.read(bench.space, other, &mut bytes).unwrap();
    assert_eq!(bytes, [0x34, 0x12, 0x34, 0, 0x34, 0x12, 0x34, 0]);
    bench.submit(queue, copy(other, Address(other.0 + 255), 0));
    assert_eq!(bench.machine.fault(bench.space), None);
}

#[test]
fn a_wait_holds_until_the_other_queue_is_there() {
    let mut bench = Bench::new(Schedule::Eager);
    let (first, second, base) = (bench.queue(), bench.queue(), bench.device(16));
    bench.submit(first, wait_equal(base, 1));
    let ticket = bench.submit(first, write(Address(base.0 + 4), 9));
    bench.submit(second, Command::Wait { queue: first, ticket });
    let last = bench.submit(second, write(Address(base.0 + 8), bench.word(Address(base.0 + 4)) + 1));
    assert_eq!(bench.machine.completed(second), Ticket(0));
    // A destroyed queue drains, and waits for it still hold.
    bench.machine.destroy_queue(first).unwrap();
    assert_eq!(
        bench.machine.submit(first, write(base, 0)),
        Err(HalError::ContractBroken("queue"))
    );
    bench.machine.write(bench.space, base, &[1, 0, 0, 0]).unwrap();
    assert_eq!(bench.run(), Progress::Idle);
    assert_eq!(
        (bench.machine.completed(second), bench.word(Address(base.0 + 8))),
        (last, 1)
    );
    assert_eq!(bench.machine.completed(first), Ticket(u64::MAX));
}

#[test]
fn waiting_for_the_host_is_parked_where_it_may_write_and_a_deadlock_where_not() {
    let mut bench = Bench::with(Schedule::Eager, HostWrites::Possible);
    let (queue, base) = (bench.queue(), bench.pinned(4));
    bench.submit(queue, wait_equal(base, 1));
    assert_eq!((bench.run(), bench.run()), (Progress::Parked, Progress::Parked));
    bench.machine.write(bench.space, base, &[1, 0, 0, 0]).unwrap();
    assert_eq!(bench.run(), Progress::Idle);

    let mut bench = Bench::with(Schedule::Eager, HostWrites::Impossible);
    let (first, second, base) = (bench.queue(), bench.queue(), bench.pinned(4));
    let ticket = bench.submit(first, wait_equal(base, 1));
    bench.submit(second, Command::Wait { queue: first, ticket });
    assert_eq!(bench.run(), Progress::Deadlock);
    let fault = bench.machine.fault(bench.space).unwrap();
    assert_eq!(fault.kind, FaultKind::Deadlock);
    assert!(
        fault.detail.contains("command 1 of queue 0 waits for the word at 0x"),
        "{}",
        fault.detail
    );
    assert_eq!(bench.run(), Progress::Idle, "after its fault a space drains");
}

#[test]
fn host_functions_hold_their_queue_and_take_turns_with_work() {
    let mut bench = Bench::new(Schedule::Eager);
    let (queue, other, base) = (bench.queue(), bench.queue(), bench.device(8));
    bench.submit(
        queue,
        Command::HostCall {
            token: 5,
            after_fault: false,
        },
    );
    bench.submit(queue, write(base, 1));
    let call = Progress::HostCall {
        space: bench.space,
        queue,
        token: 5,
    };
    assert_eq!((bench.machine.advance(), bench.machine.advance()), (call, call));
    bench.submit(other, write(Address(base.0 + 4), 2));
    assert_eq!(bench.word(Address(base.0 + 4)), 2);
    bench.machine.host_call_begun(queue);
    assert_eq!((bench.run(), bench.word(base)), (Progress::Parked, 0));
    bench.machine.host_call_done(queue);
    assert_eq!((bench.run(), bench.word(base)), (Progress::Idle, 1));
}

#[test]
fn after_a_fault_only_what_asks_for_it_still_happens() {
    let mut bench = Bench::new(Schedule::Lazy);
    let (queue, base, gone) = (bench.queue(), bench.device(8), bench.device(64));
    bench.submit(queue, copy(gone, base, 8));
    bench.submit(
        queue,
        Command::HostCall {
            token: 1,
            after_fault: false,
        },
    );
    bench.submit(queue, write(base, 1));
    bench.submit(
        queue,
        Command::HostCall {
            token: 2,
            after_fault: true,
        },
    );
    bench.machine.free(bench.space, gone).unwrap();
    assert_eq!(
        bench.run(),
        Progress::HostCall {
            space: bench.space,
            queue,
            token: 2
        }
    );
    let fault = bench.machine.fault(bench.space).unwrap();
    assert_eq!(
        (fault.kind, fault.address, fault.write),
        (FaultKind::IllegalAddress, Some(gone), true)
    );
    assert!(
        fault
            .nearest
            .is_some_and(|nearest| nearest.base == gone && nearest.freed)
    );
    bench.machine.host_call_begun(queue);
    bench.machine.host_call_done(queue);
    assert_eq!((bench.run(), bench.word(base)), (Progress::Idle, 0));
    let other = bench.machine.open_space().unwrap();
    assert_eq!(bench.machine.fault(other), None);
}

#[test]
fn times_follow_the_device_and_the_host() {
    const MIB: u64 = 1 << 20;
    let mut bench = Bench::new(Schedule::Eager);
    let (first, second) = (bench.queue(), bench.queue());
    let (device, pinned) = (bench.device(8 * MIB), bench.pinned(8 * MIB));
    let down = (4 * MIB * 1000).div_ceil(26_000);
    bench.submit(first, copy(device, pinned, 4 * MIB));
    bench.submit(second, copy(pinned, device, 4 * MIB));
    assert_eq!(bench.time(first), 2000 + down);
    assert_eq!(bench.time(second), 2000 + down, "both directions at once");
    let third = bench.queue();
    bench.submit(third, copy(device, pinned, 4 * MIB));
    let queued = bench.time(third);
    assert_eq!(queued, 2000 + 2 * down, "one engine for each direction");
    let fourth = bench.queue();
    assert_eq!(bench.time(fourth), 0);
    bench.machine.host_waited(third, bench.machine.submitted(third));
    assert_eq!(
        bench.time(fourth),
        queued + 1,
        "the host knows that the record behind the copy is over"
    );
    let ticket = bench.machine.submitted(third);
    let fifth = bench.queue();
    bench.submit(fifth, Command::Wait { queue: third, ticket });
    assert_eq!(bench.time(fifth), queued + 1);
}

#[test]
fn a_timestamp_keeps_its_latest_record() {
    let mut bench = Bench::new(Schedule::Eager);
    let (queue, other, base) = (bench.queue(), bench.queue(), bench.device(4096));
    let timestamp = bench.machine.create_timestamp(bench.space).unwrap();
    assert_eq!(bench.machine.timestamp(timestamp), None);
    bench.submit(
        other,
        Command::Upload {
            to: base,
            bytes: &[0; 4096],
        },
    );
    bench.submit(other, Command::Timestamp { timestamp, serial: 2 });
    let time = bench.machine.timestamp(timestamp);
    assert!(time.is_some_and(|time| time > 2000));
    bench.submit(queue, Command::Timestamp { timestamp, serial: 1 });
    assert_eq!(bench.machine.timestamp(timestamp), time);
    bench.machine.destroy_timestamp(timestamp);
    assert_eq!(bench.machine.timestamp(timestamp), None);
}

#[test]
fn closing_a_space_takes_everything_with_it() {
    let mut machine = machine(&[S80, REF_SM90], Schedule::Lazy, HostWrites::Impossible);
    assert_eq!(machine.device_count(), 2);
    let (space, other) = (machine.open_space().unwrap(), machine.open_space().unwrap());
    let queue = machine.create_queue(space, DEVICE, 0).unwrap();
    let waiting = machine.create_queue(other, DeviceOrdinal(1), 0).unwrap();
    let base = machine
        .allocate(space, AllocationKind::Device(DEVICE), 4096, 1)
        .unwrap();
    let ticket = machine
        .submit(
            queue,
            Command::Upload {
                to: base,
                bytes: &[1; 4096],
            },
        )
        .unwrap();
    machine.submit(waiting, Command::Wait { queue, ticket }).unwrap();
    let token = machine.export(space, base).unwrap();
    let shared = machine.import(other, DEVICE, &token).unwrap();
    machine.close_space(space);
    while machine.advance() == Progress::Advanced {}
    assert_eq!(
        machine.completed(waiting),
        Ticket(1),
        "what waited for a queue that is gone goes on"
    );
    assert!(machine.read(space, base, &mut [0]).is_err() && machine.read(other, shared, &mut [0]).is_ok());
    assert_eq!(machine.take_output(space, Output::Print, &mut [0]), 0);
    machine.close_space(other);
    let (total, free) = machine.capacity(DEVICE);
    assert_eq!(total, free);
    assert_eq!(
        machine.create_queue(space, DEVICE, 0),
        Err(HalError::ContractBroken("space"))
    );
}

#[test]
fn full_tables_are_answers_and_change_nothing() {
    let mut nodes: Vec<_> = (0..8).map(|_| crate::memory::Node::default()).collect();
    let mut address_spaces = [crate::memory::Space::default()];
    let mut spaces = [Slot::default()];
    let mut queues = [Slot::default()];
    let mut commands = [Slot::default(), Slot::default()];
    let mut chunks = [crate::Chunk::default(); 2];
    let mut timestamps = [Slot::default()];
    let mut heaps: [Slot<Heap>; 0] = [];
    let mut scratch: [u8; 0] = [];
    let storage = MachineStorage {
        memory: MemoryStorage {
            nodes: nodes.as_mut_slice().into(),
            spaces: address_spaces.as_mut_slice().into(),
        },
        spaces: spaces.as_mut_slice().into(),
        queues: queues.as_mut_slice().into(),
        commands: commands.as_mut_slice().into(),
        chunks: chunks.as_mut_slice().into(),
        timestamps: timestamps.as_mut_slice().into(),
        images: Places::fixed([]),
        grids: Places::fixed([]),
        heaps: heaps.as_mut_slice().into(),
        scratch: scratch.as_mut_slice().into(),
    };
    let mut machine = Machine::new([S80], OwnedSource, storage, Schedule::Lazy, Settings::default()).unwrap();
    let space = machine.open_space().unwrap();
    let full = |name| Some(HalError::Exhausted(Resource::Table(name)));
    assert_eq!(machine.open_space().err(), full("address spaces"));
    let queue = machine.create_queue(space, DEVICE, 0).unwrap();
    assert_eq!(machine.create_queue(space, DEVICE, 0).err(), full("queues"));
    machine.create_timestamp(space).unwrap();
    assert_eq!(machine.create_timestamp(space).err(), full("timestamps"));
    let base = machine
        .allocate(space, AllocationKind::Device(DEVICE), 1024, 1)
        .unwrap();
    let upload = |bytes| Command::Upload { to: base, bytes };
    assert_eq!(machine.submit(queue, upload(&[1; 505])).err(), full("command bytes"));
    machine.submit(queue, upload(&[1; 504])).unwrap();
    machine.submit(queue, write(base, 1)).unwrap();
    assert_eq!(machine.submit(queue, write(base, 1)).err(), full("commands"));
    assert_eq!(machine.submitted(queue), Ticket(2));
    while machine.advance() == Progress::Advanced {}
    machine.submit(queue, upload(&[1; 504])).unwrap();
}

#[cfg(feature = "std")]
mod crew;
mod kernels;

/// Random programs over three queues: writes of distinct words, and waits for earlier tickets.
fn program() -> impl Strategy<Value = Vec<(usize, Option<(usize, u64)>)>> {
    prop::collection::vec((0..3_usize, prop::option::of((0..3_usize, 1..12_u64))), 1..40)
}

fn run_program(schedule: Schedule, program: &[(usize, Option<(usize, u64)>)]) -> Vec<(u64, u32)> {
    let mut bench = Bench::new(schedule);
    let queues = [bench.queue(), bench.queue(), bench.queue()];
    let counter = bench.device(4096);
    let mut trace = Vec::new();
    let mut submitted = [0_u64; 3];
    for (index, (queue, wait)) in program.iter().enumerate() {
        let command = match wait {
            Some((other, ticket)) if other != queue && *ticket <= submitted[*other] => Command::Wait {
                queue: queues[*other],
                ticket: Ticket(*ticket),
            },
            _ => copy(Address(counter.0 + 4 * index as u64), counter, 4),
        };
        let ticket = bench.submit(queues[*queue], command);
        submitted[*queue] += 1;
        assert_eq!(ticket.0, submitted[*queue]);
    }
    assert_eq!(bench.run(), Progress::Idle);
    for (queue, count) in queues.into_iter().zip(submitted) {
        assert_eq!(bench.machine.completed(queue), Ticket(count));
        trace.push((bench.time(queue), count as u32));
    }
    trace
}

proptest! {
    #[test]
    fn every_schedule_completes_all_and_repeats_itself(program in program(), seed: u64) {
        for schedule in [Schedule::Eager, Schedule::Lazy, Schedule::random(seed)] {
            let first = run_program(schedule.clone(), &program);
            prop_assert_eq!(first, run_program(schedule, &program));
        }
    }

    #[test]
    fn commands_of_a_queue_run_in_order(seed: u64, values in prop::collection::vec(1..1000_u32, 1..30)) {
        let mut bench = Bench::new(Schedule::random(seed));
        let (first, second, base) = (bench.queue(), bench.queue(), bench.device(8));
        for value in &values {
            bench.submit(first, write(base, *value));
            bench.submit(second, write(Address(base.0 + 4), *value));
            // The wait is met only if nothing of the queue overtakes it.
            bench.submit(first, wait_equal(base, *value));
        }
        prop_assert_eq!(bench.run(), Progress::Idle);
        prop_assert_eq!(bench.word(base), *values.last().unwrap());
        prop_assert_eq!(bench.word(Address(base.0 + 4)), *values.last().unwrap());
        prop_assert!(bench.machine.fault(bench.space).is_none());
    }
}
