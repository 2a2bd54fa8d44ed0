//! Kernels through queues.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicU64, Ordering};

use musa_hal::image::LoadOptions;
use musa_hal::queue::Output;
use musa_hal::{
    Address, Command, Denied, Dim3, FaultKind, HalError, ImageId, Images, KernelOrdinal, Launch, Memory, Progress,
    QueueId, Queues, Sharing, Ticket,
};
use proptest::prelude::*;

use super::*;
use crate::memory::SliceSource;

const HEADER: &str = ".version 7.0\n.target sm_70\n.address_size 64\n";

/// Kernels, in order: each thread of `index` writes its number; `wait` returns when a word is not zero; `set` makes it
/// one; `bad` stores to a null pointer; `hello` prints; `fails` asserts; `heap` keeps a word of new memory; `stuck`
/// waits at a barrier that thread 0 never comes to; `forever` counts without end.
const TEXT: &str = r#"
.extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 a);
.extern .func __assertfail(.param .b64 m, .param .b64 f, .param .b32 l, .param .b64 n, .param .b64 c);
.extern .func (.param .b64 r) malloc(.param .b64 n);
.extern .func free(.param .b64 p);
.global .align 1 .b8 format[10] = {104, 101, 108, 108, 111, 32, 37, 100, 10, 0};
.global .align 1 .b8 text[5] = {120, 62, 48, 0, 0};
.visible .entry index(.param .u64 o) {
  .reg .b64 %d<4>; .reg .b32 %r<6>;
  ld.param.u64 %d0, [o];
  mov.u32 %r0, %ctaid.x; mov.u32 %r1, %ntid.x; mov.u32 %r2, %tid.x;
  mad.lo.u32 %r3, %r0, %r1, %r2;
  mul.wide.u32 %d1, %r3, 4; add.u64 %d2, %d0, %d1;
  st.global.u32 [%d2], %r3; ret;
}
.visible .entry wait(.param .u64 o) {
  .reg .b64 %d<4>; .reg .b32 %r<4>; .reg .pred %p;
  ld.param.u64 %d0, [o];
L: ld.volatile.global.u32 %r0, [%d0]; setp.eq.u32 %p, %r0, 0; @%p bra L;
  st.global.u32 [%d0+4], 7; ret;
}
.visible .entry set(.param .u64 o) {
  .reg .b64 %d<4>;
  ld.param.u64 %d0, [o]; st.volatile.global.u32 [%d0], 1; ret;
}
.visible .entry bad(.param .u64 o) {
  .reg .b64 %d<4>; .reg .b32 %r<4>;
  mov.u64 %d0, 16; mov.u32 %r0, %tid.x; st.global.u32 [%d0], %r0; ret;
}
.visible .entry hello() {
  .reg .b64 %d<4>; .reg .b32 %r<4>; .local .align 8 .b8 args[8];
  mov.u32 %r0, %tid.x; mov.u64 %d1, args; st.local.u32 [%d1], %r0; cvta.local.u64 %d2, %d1;
  mov.u64 %d3, format; cvta.global.u64 %d3, %d3;
  { .param .b64 f; .param .b64 a; .param .b32 r; st.param.b64 [f], %d3; st.param.b64 [a], %d2; call.uni (r), vprintf, (f, a); }
  ret;
}
.visible .entry fails() {
  .reg .b64 %d<4>;
  mov.u64 %d0, text; cvta.global.u64 %d0, %d0;
  { .param .b64 m; .param .b64 f; .param .b32 l; .param .b64 n; .param .b64 c;
    st.param.b64 [m], %d0; st.param.b64 [f], %d0; st.param.b32 [l], 42; st.param.b64 [n], %d0; st.param.b64 [c], 1;
    call.uni __assertfail, (m, f, l, n, c); }
  ret;
}
.visible .entry heap(.param .u64 o) {
  .reg .b64 %d<4>; .reg .b32 %r<4>;
  ld.param.u64 %d0, [o]; mov.u32 %r0, %tid.x; mul.wide.u32 %d1, %r0, 8; add.u64 %d0, %d0, %d1;
  { .param .b64 n; .param .b64 r; st.param.b64 [n], 24; call.uni (r), malloc, (n); ld.param.b64 %d2, [r]; }
  st.u32 [%d2], %r0; st.global.u64 [%d0], %d2; ret;
}
.visible .entry stuck() {
  .reg .b32 %r<4>; .reg .pred %p;
  mov.u32 %r0, %tid.x; setp.ne.u32 %p, %r0, 0;
  @%p bar.sync 1, 64;
  bar.sync 2, 64; ret;
}
.visible .entry forever(.param .u64 o) {
  .reg .b64 %d<4>; .reg .b32 %r<4>;
  ld.param.u64 %d0, [o]; mov.u32 %r0, 0;
L: add.u32 %r0, %r0, 1; st.global.u32 [%d0], %r0; bra L;
}
"#;

pub(super) struct Kernels {
    pub(super) bench: Bench,
    image: ImageId,
}

impl Kernels {
    fn new(schedule: Schedule, host_writes: HostWrites) -> Self {
        Self::with(Bench::with(schedule, host_writes))
    }

    fn with(bench: Bench) -> Self {
        Self::of(bench, TEXT)
    }

    /// On a device that runs eagerly, with some settings.
    fn under(settings: Settings) -> Self {
        let storage = MachineStorage::owned();
        let mut machine = Machine::new([S80], OwnedSource, storage, Schedule::Eager, settings).unwrap();
        let space = machine.open_space().unwrap();
        Self::with(Bench { machine, space })
    }

    /// Kernels of a text without its head.
    pub(super) fn of(mut bench: Bench, text: &str) -> Self {
        let text = alloc::format!("{HEADER}{text}");
        let image = musa_ptx::assemble(&text).unwrap_or_else(|refusal| panic!("{refusal:?}"));
        let mut log = String::new();
        let options = LoadOptions::default();
        let image = bench.machine.load(bench.space, DEVICE, &image, &options, &mut log);
        let image = image.unwrap_or_else(|error| panic!("{error:?}: {log}"));
        Self { bench, image }
    }

    fn kernel(&self, name: &str) -> KernelOrdinal {
        let symbols = (0..self.bench.machine.symbols(self.image)).map(musa_hal::SymbolOrdinal);
        let found = symbols
            .filter_map(|symbol| self.bench.machine.symbol(self.image, symbol))
            .find(|it| it.name == name);
        match found.map(|symbol| symbol.kind) {
            Some(musa_hal::SymbolKind::Kernel(kernel)) => kernel,
            other => panic!("{name}: {other:?}"),
        }
    }

    fn try_launch(
        &mut self,
        queue: QueueId,
        name: &str,
        (grid, block): (u32, u32),
        address: Address,
    ) -> Result<Ticket, HalError> {
        let parameters = address.0.to_le_bytes();
        let kernel = self.kernel(name);
        let parameters = if self.bench.machine.kernel(self.image, kernel).unwrap().parameters == 0 {
            &[][..]
        } else {
            &parameters[..]
        };
        let launch = Launch {
            image: self.image,
            kernel,
            grid: Dim3::new(grid, 1, 1),
            block: Dim3::new(block, 1, 1),
            cluster: Dim3::ONE,
            explicit_cluster: false,
            dynamic_shared: 0,
            parameters,
            cooperative: false,
            stack_limit: 1024,
            heap_limit: 1 << 16,
            print_limit: 1 << 20,
        };
        self.bench.machine.submit(queue, Command::Launch(launch))
    }

    pub(super) fn launch(&mut self, queue: QueueId, name: &str, shape: (u32, u32), address: Address) -> Ticket {
        self.try_launch(queue, name, shape, address).unwrap()
    }

    pub(super) fn words(&self, address: Address, count: usize) -> Vec<u32> {
        let mut bytes = vec![0; 4 * count];
        self.bench.machine.read(self.bench.space, address, &mut bytes).unwrap();
        bytes
            .chunks_exact(4)
            .map(|word| u32::from_le_bytes(word.try_into().unwrap()))
            .collect()
    }

    fn output(&mut self, stream: Output) -> String {
        let mut bytes = [0; 4096];
        let count = self.bench.machine.take_output(self.bench.space, stream, &mut bytes);
        String::from_utf8(bytes[..count].into()).unwrap()
    }
}

#[test]
fn a_kernel_runs_between_copies_and_is_measured() {
    let mut kernels = Kernels::new(Schedule::Eager, HostWrites::Impossible);
    let (queue, base) = (kernels.bench.queue(), kernels.bench.device(4096));
    kernels.launch(queue, "index", (8, 100), base);
    let words = kernels.words(base, 800);
    assert!(words.iter().enumerate().all(|(index, word)| *word == index as u32));
    let last = kernels.bench.machine.last_launch(kernels.bench.space).unwrap();
    assert_eq!(
        (last.counters.blocks, last.counters.warps),
        (8, 8),
        "warps of 128 lanes"
    );
    assert_eq!(last.counters.global_store_bytes, 3200);
    assert!(last.start >= 2000 && last.end > last.start);
    let end = last.end;
    assert_eq!(kernels.bench.time(queue), end);
}

#[test]
fn a_kernel_that_waits_for_the_host_is_parked_until_it_writes() {
    let mut kernels = Kernels::new(Schedule::Eager, HostWrites::Possible);
    let (queue, word) = (kernels.bench.queue(), kernels.bench.pinned(64));
    kernels.launch(queue, "wait", (1, 1), word);
    kernels.launch(queue, "index", (1, 1), Address(word.0 + 32));
    assert_eq!(
        (kernels.bench.run(), kernels.bench.run()),
        (Progress::Parked, Progress::Parked)
    );
    assert_eq!(kernels.bench.machine.completed(queue), Ticket(0));
    kernels.bench.machine.pass_time(1_000_000);
    kernels.bench.machine.write(kernels.bench.space, word, &[1]).unwrap();
    assert_eq!(kernels.bench.run(), Progress::Idle);
    assert_eq!(kernels.words(word, 2), [1, 7]);
    assert!(kernels.bench.time(queue) >= 1_000_000);
}

#[test]
fn the_hosts_time_passes_while_all_is_parked() {
    fn clock() -> u64 {
        static NOW: AtomicU64 = AtomicU64::new(0);
        NOW.fetch_add(1_000_000, Ordering::Relaxed)
    }
    let settings = Settings {
        host_clock: Some(clock),
        ..Settings::default()
    };
    let mut kernels = Kernels::under(settings);
    let (queue, word) = (kernels.bench.queue(), kernels.bench.pinned(64));
    kernels.launch(queue, "wait", (1, 1), word);
    for _ in 0..4 {
        assert_eq!(kernels.bench.machine.advance(), Progress::Parked);
    }
    kernels.bench.machine.write(kernels.bench.space, word, &[1]).unwrap();
    kernels.bench.run();
    let time = kernels.bench.time(queue);
    assert!((4_000_000..10_000_000).contains(&time), "{time}");
}

#[test]
fn a_kernel_that_waits_too_long_for_memory_faults() {
    fn clock() -> u64 {
        static NOW: AtomicU64 = AtomicU64::new(0);
        NOW.fetch_add(1_000_000, Ordering::Relaxed)
    }
    let settings = Settings {
        host_clock: Some(clock),
        kernel_timeout: Some(10_000_000),
        ..Settings::default()
    };
    let mut kernels = Kernels::under(settings);
    let (queue, word) = (kernels.bench.queue(), kernels.bench.pinned(64));
    let space = kernels.bench.space;
    assert_eq!(kernels.bench.machine.waiting(space), None);
    kernels.launch(queue, "wait", (1, 1), word);
    assert_eq!(kernels.bench.machine.advance(), Progress::Parked);
    let waits = kernels.bench.machine.waiting(space).unwrap();
    assert!(waits.line > 0 && waits.kernel_name == "wait", "{waits}");
    assert!(
        waits.detail.contains("waits for memory that nothing will write"),
        "{waits}"
    );
    let turns = (0..100).take_while(|_| kernels.bench.machine.advance() == Progress::Parked);
    assert!((7..=11).contains(&turns.count()));
    let fault = kernels.bench.machine.fault(kernels.bench.space).unwrap();
    assert_eq!(fault.kind, FaultKind::Timeout);
    assert!(fault.line > 0 && fault.kernel_name == "wait", "{fault}");
    let said = "it waited for memory longer than the limit of 10 ms of virtual time";
    assert_eq!(fault.detail, said);
}

#[test]
fn kernels_that_wait_for_each_other_run_beside_each_other() {
    for schedule in [Schedule::Eager, Schedule::Lazy, Schedule::random(3)] {
        let mut kernels = Kernels::new(schedule, HostWrites::Impossible);
        let (first, second, word) = (kernels.bench.queue(), kernels.bench.queue(), kernels.bench.device(64));
        kernels.launch(first, "wait", (1, 32), word);
        kernels.launch(second, "set", (1, 1), word);
        assert_eq!(kernels.bench.run(), Progress::Idle);
        assert_eq!(kernels.words(word, 2), [1, 7]);
        assert_eq!(kernels.bench.machine.fault(kernels.bench.space), None);
    }
}

#[test]
fn a_kernel_that_nobody_can_release_is_a_deadlock() {
    let mut kernels = Kernels::new(Schedule::Eager, HostWrites::Impossible);
    let (queue, word) = (kernels.bench.queue(), kernels.bench.device(64));
    kernels.launch(queue, "wait", (1, 1), word);
    assert_eq!(kernels.bench.run(), Progress::Deadlock);
    let fault = kernels.bench.machine.fault(kernels.bench.space).unwrap();
    assert_eq!(fault.kind, FaultKind::Deadlock);
    assert!(fault.detail.contains("waits for memory"), "{}", fault.detail);
    assert_eq!(kernels.bench.run(), Progress::Idle);
}

#[test]
fn a_barrier_that_nobody_can_complete_is_a_fault_of_its_launch() {
    let mut kernels = Kernels::new(Schedule::Eager, HostWrites::Possible);
    let queue = kernels.bench.queue();
    kernels.launch(queue, "stuck", (1, 64), Address(0));
    assert_eq!(kernels.bench.run(), Progress::Idle);
    let fault = kernels.bench.machine.fault(kernels.bench.space).unwrap();
    assert_eq!((fault.kind, fault.kernel_name.as_str()), (FaultKind::Deadlock, "stuck"));
    assert!(fault.detail.contains("barrier"), "{}", fault.detail);
}

#[test]
fn a_fault_names_its_kernel_and_ends_all_work_of_its_space() {
    let mut kernels = Kernels::new(Schedule::Lazy, HostWrites::Possible);
    let (queue, other, word) = (kernels.bench.queue(), kernels.bench.queue(), kernels.bench.device(64));
    kernels.launch(other, "wait", (1, 1), word);
    kernels.launch(queue, "bad", (1, 32), word);
    kernels.launch(queue, "index", (1, 1), word);
    assert_eq!(kernels.bench.run(), Progress::Idle);
    let fault = kernels.bench.machine.fault(kernels.bench.space).unwrap();
    assert_eq!(
        (fault.kind, fault.kernel_name.as_str()),
        (FaultKind::IllegalAddress, "bad")
    );
    assert_eq!((fault.address, fault.bytes, fault.write), (Some(Address(16)), 4, true));
    assert_eq!(fault.thread, Dim3::new(0, 0, 0));
    assert!(fault.line > 3);
    assert_eq!(kernels.bench.machine.completed(other), Ticket(1));
    assert_eq!(kernels.words(word, 2), [0, 0]);
}

#[test]
fn text_of_kernels_is_kept_until_it_is_taken() {
    let mut kernels = Kernels::new(Schedule::Eager, HostWrites::Impossible);
    let queue = kernels.bench.queue();
    kernels.launch(queue, "hello", (1, 3), Address(0));
    assert_eq!(kernels.output(Output::Print), "hello 0\nhello 1\nhello 2\n");
    assert_eq!(kernels.output(Output::Print), "");
    kernels.launch(queue, "fails", (1, 2), Address(0));
    let lines = kernels.output(Output::Assertion);
    let line = "x>0:42: x>0: block: [0,0,0], thread: [0,0,0] Assertion `x>0` failed.";
    assert_eq!(lines.lines().next(), Some(line));
    assert_eq!(lines.lines().count(), 2);
    let fault = kernels.bench.machine.fault(kernels.bench.space).unwrap();
    assert_eq!(fault.kind, FaultKind::Assertion);
    assert!(fault.detail.contains("Assertion `x>0` failed."));
}

#[test]
fn the_device_heap_outlives_its_kernel() {
    let mut kernels = Kernels::new(Schedule::Eager, HostWrites::Impossible);
    let (queue, pointers) = (kernels.bench.queue(), kernels.bench.device(256));
    let (_, before) = kernels.bench.machine.capacity(DEVICE);
    kernels.launch(queue, "heap", (1, 32), pointers);
    let (_, after) = kernels.bench.machine.capacity(DEVICE);
    assert_eq!(before - after, 1 << 16);
    let words = kernels.words(pointers, 64);
    for (thread, pointer) in words.chunks_exact(2).enumerate() {
        let address = Address(u64::from(pointer[1]) << 32 | u64::from(pointer[0]));
        assert_eq!(kernels.words(address, 1), [thread as u32]);
    }
}

#[test]
fn a_fault_in_shared_memory_says_so() {
    let text = ".visible .entry over(.param .u64 o) { .shared .align 4 .b8 s[16]; .reg .b32 %r<4>;
        mov.u32 %r0, s; st.shared.u32 [%r0+16], %r0; ret; }";
    let mut kernels = Kernels::of(Bench::with(Schedule::Eager, HostWrites::Impossible), text);
    let (queue, word) = (kernels.bench.queue(), kernels.bench.device(64));
    kernels.launch(queue, "over", (1, 1), word);
    assert_eq!(kernels.bench.run(), Progress::Idle);
    let fault = kernels.bench.machine.fault(kernels.bench.space).unwrap();
    assert_eq!(fault.nearest, None);
    let expected = "write of 4 bytes at 0x10; the address counts from the first byte of shared memory";
    assert!(alloc::format!("{fault}").ends_with(expected), "{fault}");
}

#[test]
fn a_kernel_that_runs_too_long_faults() {
    let settings = Settings {
        kernel_timeout: Some(100_000),
        ..Settings::default()
    };
    let mut kernels = Kernels::under(settings);
    let (queue, word) = (kernels.bench.queue(), kernels.bench.device(64));
    kernels.launch(queue, "forever", (1, 1), word);
    assert_eq!(kernels.bench.run(), Progress::Idle);
    let fault = kernels.bench.machine.fault(kernels.bench.space).unwrap();
    assert_eq!(fault.kind, FaultKind::Timeout);
    assert!(fault.line > 0 && fault.kernel_name == "forever", "{fault}");
    assert_eq!(
        fault.detail,
        "it ran longer than the limit of 0.100000 ms of virtual time"
    );
}

#[test]
fn an_endless_kernel_does_not_keep_its_launch() {
    let settings = Settings {
        submit_slices: 4,
        ..Settings::default()
    };
    let mut kernels = Kernels::under(settings);
    let (queue, other, word) = (kernels.bench.queue(), kernels.bench.queue(), kernels.bench.device(64));
    kernels.launch(queue, "forever", (1, 1), word);
    kernels.launch(other, "index", (1, 1), Address(word.0 + 32));
    for _ in 0..8 {
        assert_eq!(kernels.bench.machine.advance(), Progress::Advanced);
    }
    assert_eq!(
        kernels.bench.machine.completed(other),
        Ticket(1),
        "no queue starves another"
    );
    kernels.bench.machine.close_space(kernels.bench.space);
    assert_eq!(kernels.bench.machine.advance(), Progress::Idle);
}

#[test]
fn a_kernel_reaches_a_peers_memory_only_when_allowed() {
    let mut machine = machine(&[S80, S80], Schedule::Eager, HostWrites::Impossible);
    let space = machine.open_space().unwrap();
    let mut kernels = Kernels::with(Bench { machine, space });
    let far = kernels
        .bench
        .machine
        .allocate(space, AllocationKind::Device(DeviceOrdinal(1)), 64, 1)
        .unwrap();
    let queue = kernels.bench.queue();
    kernels
        .bench
        .machine
        .set_peer(space, DEVICE, DeviceOrdinal(1), true)
        .unwrap();
    kernels.launch(queue, "set", (1, 1), far);
    assert_eq!(kernels.words(far, 1), [1]);
    kernels
        .bench
        .machine
        .set_peer(space, DEVICE, DeviceOrdinal(1), false)
        .unwrap();
    kernels.launch(queue, "set", (1, 1), far);
    let fault = kernels.bench.machine.fault(space).unwrap();
    assert_eq!((fault.kind, fault.address), (FaultKind::IllegalAddress, Some(far)));
    let denied = fault.nearest.and_then(|nearest| nearest.denied);
    assert_eq!(denied, Some(Denied::Peer(DeviceOrdinal(1))));
    let said = "is on device 1, and access of device 0 to that peer is not enabled";
    assert!(alloc::format!("{fault}").ends_with(said), "{fault}");
}

#[test]
fn a_machine_without_a_heap_runs_a_kernel() {
    let text = alloc::format!(
        "{HEADER}.visible .entry index(.param .u64 o) {{ .reg .b64 %d<4>; .reg .b32 %r<6>;
        ld.param.u64 %d0, [o]; mov.u32 %r0, %ctaid.x; mov.u32 %r1, %ntid.x; mov.u32 %r2, %tid.x;
        mad.lo.u32 %r3, %r0, %r1, %r2; mul.wide.u32 %d1, %r3, 4; add.u64 %d2, %d0, %d1;
        st.global.u32 [%d2], %r3; ret; }}"
    );
    let image = musa_ptx::assemble(&text).unwrap();
    let mut storage = FixedStorage::<8, 16, 64, 64, 1024>::new();
    let (mut device, mut host) = ([0; 4096], [0; 1024]);
    let source = SliceSource::new([&mut device], &mut host);
    let settings = Settings {
        max_lanes: 32,
        guard: 0,
        ..Settings::default()
    };
    let mut machine = Machine::new([S80], source, storage.borrow(), Schedule::Eager, settings).unwrap();
    let space = machine.open_space().unwrap();
    let mut log = String::new();
    let image = machine.load(space, DEVICE, &image, &LoadOptions::default(), &mut log);
    let image = image.unwrap_or_else(|error| panic!("{error:?}: {log}"));
    let queue = machine.create_queue(space, DEVICE, 0).unwrap();
    let base = machine
        .allocate(space, AllocationKind::Device(DEVICE), 1024, 4)
        .unwrap();
    let launch = |threads, parameters| Launch {
        image,
        kernel: KernelOrdinal(0),
        grid: Dim3::new(3, 1, 1),
        block: Dim3::new(threads, 1, 1),
        cluster: Dim3::ONE,
        explicit_cluster: false,
        dynamic_shared: 0,
        parameters,
        cooperative: false,
        stack_limit: 0,
        heap_limit: 0,
        print_limit: 0,
    };
    let parameters = base.0.to_le_bytes();
    let refused = machine.submit(queue, Command::Launch(launch(1024, &parameters)));
    assert_eq!(refused, Err(HalError::Exhausted(musa_hal::Resource::Table("launches"))));
    machine.submit(queue, Command::Launch(launch(64, &parameters))).unwrap();
    assert_eq!(machine.advance(), Progress::Idle);
    let mut bytes = [0; 4 * 192];
    machine.read(space, base, &mut bytes).unwrap();
    let words = bytes
        .chunks_exact(4)
        .map(|word| u32::from_le_bytes(word.try_into().unwrap()));
    assert!(words.eq(0..192));
}

#[test]
fn what_could_never_run_is_refused() {
    let mut kernels = Kernels::new(Schedule::Eager, HostWrites::Impossible);
    let queue = kernels.bench.queue();
    let other = kernels.bench.machine.open_space().unwrap();
    let foreign = kernels.bench.machine.create_queue(other, DEVICE, 0).unwrap();
    let refused = Err(HalError::ContractBroken("kernel of a launch"));
    assert_eq!(kernels.try_launch(foreign, "set", (1, 1), Address(0)), refused);
    kernels.bench.machine.unload(kernels.image).unwrap();
    assert_eq!(kernels.bench.machine.symbols(kernels.image), 0);
    let launch = Launch {
        image: kernels.image,
        kernel: KernelOrdinal(0),
        grid: Dim3::ONE,
        block: Dim3::ONE,
        cluster: Dim3::ONE,
        explicit_cluster: false,
        dynamic_shared: 0,
        parameters: &[],
        cooperative: false,
        stack_limit: 0,
        heap_limit: 0,
        print_limit: 0,
    };
    assert_eq!(kernels.bench.machine.submit(queue, Command::Launch(launch)), refused);
    assert_eq!(kernels.bench.machine.submitted(queue), Ticket(0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn a_seed_repeats_its_run_bit_for_bit(seed: u64) {
        let run = || {
            let mut kernels = Kernels::new(Schedule::random(seed), HostWrites::Impossible);
            let (first, second, base) = (kernels.bench.queue(), kernels.bench.queue(), kernels.bench.device(4096));
            kernels.launch(first, "hello", (3, 5), base);
            kernels.launch(second, "hello", (3, 5), base);
            kernels.launch(second, "index", (4, 64), base);
            assert_eq!(kernels.bench.run(), Progress::Idle);
            let times = [kernels.bench.time(first), kernels.bench.time(second)];
            (base, kernels.output(Output::Print), kernels.words(base, 256), times)
        };
        let first = run();
        prop_assert_eq!(first.1.lines().count(), 30);
        prop_assert_eq!(first, run());
    }
}
