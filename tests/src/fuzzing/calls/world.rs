//! The process that is called, and the model that its answers are held against.

use super::blocks::Blocks;
use super::call::{Call, ContextCall, EventCall, Launch, MemoryCall, ModuleCall, PrimaryCall, StreamCall};
use super::objects::Objects;
use musa_ctx::launch::{LaunchRequest, Parameters};
use musa_ctx::memory::{Copy, CopySide, Fill, Mode};
use musa_ctx::{
    Context, ContextId, Error, Event, Function, Handle, HostMemory, Module, Pending, Process, Storage, Stream,
    StreamArgument, ThreadId,
};
use musa_hal::image::LoadOptions;
use musa_hal::{Address, Dim3};
use musa_hal_sim::memory::OwnedSource;
use musa_hal_sim::{Machine, Schedule, profiles};
use musa_ptx::Translating;
use std::collections::BTreeMap;

const KERNELS: &str = include_str!("kernels.ptx");
const NAMES: [&str; 5] = ["nop", "store", "count", "meet", "missing"];

type Device = Translating<Machine<'static, OwnedSource, Schedule>>;

pub(super) struct World {
    machine: Device,
    process: Process<'static>,
    thread: ThreadId,
    contexts: Objects<Context>,
    streams: Objects<Stream>,
    events: Objects<Event>,
    modules: Objects<Module>,
    functions: Objects<Function>,
    blocks: Blocks,
    stacks: BTreeMap<ThreadId, Vec<ContextId>>,
}

/// The answer, unless it is a bug of the model's own.
fn checked<T>(answer: Result<T, Error>) -> Option<T> {
    match answer {
        Ok(value) => Some(value),
        Err(Error::Bug(what)) => panic!("a call ended in a bug: {what}"),
        Err(_) => None,
    }
}

impl World {
    /// Two devices of different dialects; the seed decides the schedule.
    pub(super) fn new(seed: u8) -> Self {
        let schedule = match seed {
            0 => Schedule::Eager,
            1 => Schedule::Lazy,
            seed => Schedule::random(seed.into()),
        };
        let machine = Machine::owned([profiles::S80, profiles::REF_SM90], schedule);
        let mut machine = Translating::new(machine.expect("a machine with two devices"));
        let mut process = Process::new(Storage::owned(), 1);
        process.init(&mut machine, 0).expect("a process that initialises");
        Self {
            machine,
            process,
            thread: ThreadId(1),
            contexts: Objects::new(),
            streams: Objects::new(),
            events: Objects::new(),
            modules: Objects::new(),
            functions: Objects::new(),
            blocks: Blocks::default(),
            stacks: BTreeMap::new(),
        }
    }

    /// Makes one call and checks what the model knows.
    pub(super) fn make(&mut self, call: &Call) {
        match call {
            Call::Thread(second) => self.thread = ThreadId(1 + u64::from(*second)),
            Call::Context(call) => self.context(call),
            Call::Primary(call) => self.primary(call),
            Call::Stream(call) => self.stream(call),
            Call::Event(call) => self.event(call),
            Call::Memory(call) => self.memory(call),
            Call::Module(call) => self.module(call),
        }
        assert_eq!(
            self.process.top(self.thread),
            self.stack().last().copied(),
            "after {call:?}"
        );
    }

    fn stack(&mut self) -> &mut Vec<ContextId> {
        self.stacks.entry(self.thread).or_default()
    }

    fn named_stream(&self, number: u8) -> StreamArgument {
        match number % 4 {
            0 => StreamArgument::Legacy,
            1 => StreamArgument::PerThread,
            _ => StreamArgument::Created(self.streams.named(number)),
        }
    }

    /// Waits for an operation and finishes it.
    fn complete(&mut self, begun: Result<Pending, Error>) -> bool {
        let Some(pending) = checked(begun) else {
            return false;
        };
        let machine = &mut self.machine;
        let done = self
            .process
            .complete(machine, self.thread, pending, HostMemory::none(), &mut |_, _| {});
        checked(done).is_some()
    }

    fn context(&mut self, call: &ContextCall) {
        let (machine, thread) = (&mut self.machine, self.thread);
        match *call {
            ContextCall::Create { flags, device } => {
                if let Some(id) = checked(
                    self.process
                        .create_context(machine, thread, flags.into(), device.into()),
                ) {
                    self.contexts.add(id);
                    self.stack().push(id);
                }
            }
            ContextCall::Destroy(number) => {
                let handle = self.contexts.named(number);
                let begun = self.process.destroy_context(machine, handle);
                // Attached more than once, it may only lose a use.
                if self.complete(begun) && self.is_top(handle) && !self.is_alive(handle) {
                    self.stack().pop();
                }
            }
            ContextCall::Push(number) => {
                let handle = self.contexts.named(number);
                if checked(self.process.push_context(thread, handle)).is_some() {
                    self.push(handle);
                }
            }
            ContextCall::Pop => {
                let popped = checked(self.process.pop_context(thread));
                assert_eq!(popped, self.stack().pop());
            }
            ContextCall::SetCurrent(number) => {
                let handle = number.map_or(Handle::Null, |number| self.contexts.named(number));
                if checked(self.process.set_current(thread, handle)).is_some() {
                    self.stack().pop();
                    self.push(handle);
                }
            }
            ContextCall::Attach => {
                checked(self.process.attach_context(thread, 0));
            }
            ContextCall::Detach(number) => {
                let handle = self.contexts.named(number);
                let begun = self.process.detach_context(machine, thread, handle);
                // The last one to detach destroys the context, which only the current one can be. It may lie below as well.
                if self.complete(begun) && !self.is_alive(handle) {
                    assert!(self.is_top(handle));
                    self.stack().pop();
                }
            }
            ContextCall::Synchronize => {
                let begun = self.process.synchronize_context(machine, thread);
                self.complete(begun);
            }
            ContextCall::SetLimit { limit, value } => {
                checked(self.process.set_limit(machine, thread, limit.into(), value.into()));
            }
        }
    }

    fn push(&mut self, handle: Handle<Context>) {
        if let Handle::Object(id) = handle {
            self.stack().push(id);
        }
    }

    fn is_top(&mut self, handle: Handle<Context>) -> bool {
        self.stack().last().is_some_and(|top| Handle::Object(*top) == handle)
    }

    /// Whether a context has not been destroyed.
    fn is_alive(&self, handle: Handle<Context>) -> bool {
        checked(self.process.context_unique(self.thread, handle)).is_some()
    }

    fn primary(&mut self, call: &PrimaryCall) {
        let machine = &mut self.machine;
        match *call {
            PrimaryCall::Retain(device) => {
                if let Some(id) = checked(self.process.retain_primary(machine, device.into())) {
                    self.contexts.add(id);
                }
            }
            PrimaryCall::Release(device) => {
                let begun = self.process.release_primary(machine, device.into());
                self.complete(begun);
            }
            PrimaryCall::Reset(device) => {
                let begun = self.process.reset_primary(machine, device.into());
                self.complete(begun);
            }
            PrimaryCall::SetFlags(device, flags) => {
                checked(self.process.set_primary_flags(machine, device.into(), flags.into()));
            }
        }
    }

    fn stream(&mut self, call: &StreamCall) {
        let (machine, thread) = (&mut self.machine, self.thread);
        match *call {
            StreamCall::Create { flags, priority } => {
                if let Some(id) = checked(
                    self.process
                        .create_stream(machine, thread, flags.into(), priority.into()),
                ) {
                    self.streams.add(id);
                }
            }
            StreamCall::Destroy(number) => {
                let stream = self.named_stream(number);
                checked(self.process.destroy_stream(&mut self.machine, stream));
            }
            StreamCall::Query(number) => {
                let stream = self.named_stream(number);
                checked(self.process.stream_done(&self.machine, thread, stream));
            }
            StreamCall::Synchronize(number) => {
                let stream = self.named_stream(number);
                let begun = self.process.synchronize_stream(&mut self.machine, thread, stream);
                self.complete(begun);
            }
        }
    }

    fn event(&mut self, call: &EventCall) {
        let thread = self.thread;
        match *call {
            EventCall::Create(flags) => {
                if let Some(id) = checked(self.process.create_event(&mut self.machine, thread, flags.into())) {
                    self.events.add(id);
                }
            }
            EventCall::Destroy(number) => {
                let event = self.events.named(number);
                checked(self.process.destroy_event(&mut self.machine, event));
            }
            EventCall::Record { event, stream } => {
                let (event, stream) = (self.events.named(event), self.named_stream(stream));
                checked(self.process.record_event(&mut self.machine, thread, event, stream, 0));
            }
            EventCall::Wait { stream, event } => {
                let (event, stream) = (self.events.named(event), self.named_stream(stream));
                checked(self.process.wait_event(&mut self.machine, thread, stream, event, 0));
            }
            EventCall::Elapsed(start, end) => {
                let (start, end) = (self.events.named(start), self.events.named(end));
                let forth = checked(self.process.elapsed(&self.machine, start, end));
                let back = checked(self.process.elapsed(&self.machine, end, start));
                assert_eq!(forth, back.map(|time| -time));
            }
            EventCall::Synchronize(number) => {
                let begun = self
                    .process
                    .synchronize_event(&mut self.machine, self.events.named(number));
                self.complete(begun);
            }
        }
    }

    fn memory(&mut self, call: &MemoryCall) {
        let thread = self.thread;
        match *call {
            MemoryCall::Allocate(size) => {
                let size = u64::from(size);
                if let Some(address) = checked(self.process.allocate_device(&mut self.machine, thread, size)) {
                    self.blocks.add(address, size);
                }
            }
            MemoryCall::Free { block, offset } => self.free(block, offset),
            MemoryCall::Fill { block, stream, value } => self.fill(block, stream, value),
            MemoryCall::FillPart {
                block,
                offset,
                element,
                width,
                height,
                pitch,
            } => {
                let fill = Fill {
                    address: Address(self.address(block).0.wrapping_add(offset.into())),
                    pitch: pitch.into(),
                    value: 0x0403_0201,
                    element: [1, 2, 4][usize::from(element % 3)],
                    width: width.into(),
                    height: height.into(),
                };
                self.blocks.forget_contents();
                let (machine, stream) = (&mut self.machine, StreamArgument::Legacy);
                let begun = self.process.fill(machine, thread, stream, Mode::Asynchronous, &fill);
                self.complete(begun);
            }
            MemoryCall::Read(block) => self.read(block),
            MemoryCall::Copy { to, from, size, stream } => {
                let copy = Copy {
                    to: CopySide::Device(self.address(to)),
                    from: CopySide::Device(self.address(from)),
                    size: size.into(),
                };
                let stream = self.named_stream(stream);
                self.blocks.forget_contents();
                let begun = self
                    .process
                    .copy(&mut self.machine, thread, stream, Mode::Asynchronous, &copy, None);
                self.complete(begun);
            }
            MemoryCall::Range { block, offset } => {
                let inside = Address(self.address(block).0.wrapping_add(offset.into()));
                if let Some((base, size)) = checked(self.process.address_range(thread, inside)) {
                    assert!(base.0 <= inside.0 && inside.0 < base.0 + size);
                }
            }
        }
    }

    /// The address of a block, or one that is no memory.
    fn address(&mut self, block: u8) -> Address {
        self.blocks.named(block).map_or(Address(0x1000), |block| block.address)
    }

    fn free(&mut self, number: u8, offset: u8) {
        let address = Address(self.address(number).0 + u64::from(offset));
        let living = self.blocks.living_at(address);
        let begun = self.process.free_device(&mut self.machine, address);
        if !self.complete(begun) || address.0 == 0 {
            return;
        }
        assert!(living, "a free of {address:?}, where no block begins");
        if let Some(block) = self.blocks.named(number) {
            block.dead |= offset == 0;
        }
    }

    /// Fills a block and waits for it.
    fn fill(&mut self, number: u8, stream: u8, value: u8) {
        let stream = self.named_stream(stream);
        let Some(block) = self.blocks.named(number) else {
            return;
        };
        let fill = Fill {
            address: block.address,
            pitch: 0,
            value: value.into(),
            element: 1,
            width: block.size,
            height: 1,
        };
        let (dead, machine) = (block.dead, &mut self.machine);
        let begun = self
            .process
            .fill(machine, self.thread, stream, Mode::Asynchronous, &fill);
        // Whatever happens next, what the block holds is known only after the wait.
        self.blocks.forget_contents();
        if !self.complete(begun) {
            return;
        }
        let begun = self.process.synchronize_stream(&mut self.machine, self.thread, stream);
        if self.complete(begun) && !dead {
            self.blocks.named(number).expect("the same block").byte = Some(value);
        }
    }

    /// Reads a block back: it must hold what it was last filled with.
    fn read(&mut self, number: u8) {
        let Some(block) = self.blocks.named(number) else {
            return;
        };
        let (address, byte) = (block.address, block.byte);
        let mut bytes = vec![0; usize::try_from(block.size).expect("a small block")];
        let copy = Copy {
            to: CopySide::Any(Address(bytes.as_ptr().addr() as u64)),
            from: CopySide::Device(address),
            size: block.size,
        };
        let (thread, stream) = (self.thread, StreamArgument::Legacy);
        let begun = self
            .process
            .copy(&mut self.machine, thread, stream, Mode::Synchronous, &copy, None);
        let Some(pending) = checked(begun) else {
            return;
        };
        let host = HostMemory {
            from: None,
            to: Some(&mut bytes.as_mut_slice()),
        };
        let machine = &mut self.machine;
        let done = self.process.complete(machine, thread, pending, host, &mut |_, _| {});
        if let (Some(()), Some(byte)) = (checked(done), byte) {
            assert!(bytes.iter().all(|got| *got == byte), "{address:?} does not hold {byte}");
        }
    }

    fn module(&mut self, call: &ModuleCall) {
        match call {
            ModuleCall::Load => self.load(KERNELS.as_bytes()),
            ModuleCall::LoadBytes(bytes) => self.load(bytes),
            ModuleCall::Unload(number) => {
                let begun = self
                    .process
                    .unload_module(&mut self.machine, self.modules.named(*number));
                self.complete(begun);
            }
            ModuleCall::Function { module, name } => {
                let name = NAMES[usize::from(*name) % NAMES.len()];
                let module = self.modules.named(*module);
                if let Some(id) = checked(self.process.module_function(&self.machine, module, name)) {
                    self.functions.add(id);
                }
            }
            ModuleCall::Launch(launch) => self.launch(launch),
        }
    }

    fn load(&mut self, bytes: &[u8]) {
        let options = LoadOptions::default();
        let machine = &mut self.machine;
        let loaded = self
            .process
            .load_module(machine, self.thread, bytes, &options, &mut String::new());
        if let Some(id) = checked(loaded) {
            self.modules.add(id);
        }
    }

    fn launch(&mut self, launch: &Launch) {
        let address = self.address(launch.memory).0.wrapping_add(launch.offset.into());
        let parameters = address.to_le_bytes();
        let used = parameters.len().saturating_sub(usize::from(launch.cut % 4));
        let dimensions = |sizes: [u8; 3]| Dim3::new(sizes[0].into(), sizes[1].into(), (sizes[2] % 4).into());
        let request = LaunchRequest {
            grid: dimensions(launch.grid.map(|size| size % 8)),
            block: dimensions(launch.block),
            cluster: None,
            dynamic_shared: launch.shared.into(),
            window: None,
            cooperative: false,
            stream: self.named_stream(launch.stream),
            parameters: Parameters::Buffer(&parameters[..used]),
        };
        self.blocks.forget_contents();
        let function = self.functions.named(launch.function);
        checked(self.process.launch(&mut self.machine, self.thread, function, &request));
    }
}
