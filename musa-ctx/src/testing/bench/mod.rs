//! A HAL for tests: memory with bytes, queues that go on one command at a time when told to, kernels that only wait.
//!
//! An image is text: `kernel NAME SIZE...` and `variable NAME SIZE`, one a line. A launch of `spin` completes once
//! [`Bench::release`] was called, one of `fault` ends in a fault, any other at once.

mod images;
mod mapping;
mod sharing;

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, VecDeque};
use alloc::string::String;
use alloc::vec::Vec;

use musa_hal::queue::Output;
use musa_hal::{
    Address, AllocationKind, Command, DeviceAttribute, DeviceInfo, DeviceOrdinal, Devices, Dialect, Dim3, Fault,
    FaultKind, Gone, HalError, ImageId, KernelOrdinal, Mapping, Memory, Progress, QueueId, Queues, Resource, Sharing,
    SpaceId, Ticket, TimestampId,
};

/// A command that a queue has taken.
#[derive(Debug, Clone)]
pub(crate) enum Work {
    Copy(Address, Address, u64, u64, u64, u64),
    Upload(Address, Vec<u8>),
    Fill(Address, u64, u32, u8, u64, u64),
    Spin,
    Fault,
    Kernel(Vec<u8>),
    Wait(QueueId, Ticket),
    WaitWord(Address, u64),
    WriteWord(Address, u64),
    Timestamp(TimestampId, u64),
    HostCall(u64, bool),
    Nothing,
}

#[derive(Debug, Default)]
struct Queue {
    work: VecDeque<Work>,
    submitted: u64,
    completed: u64,
    host_call_begun: bool,
}

#[derive(Debug)]
struct BenchSymbol {
    name: String,
    /// Parameter sizes of a kernel, or the range of a variable.
    what: Result<Vec<u32>, (u64, u64)>,
}

/// The HAL.
#[derive(Debug)]
pub(crate) struct Bench {
    devices: Vec<DeviceInfo>,
    pub(crate) memory: BTreeMap<u64, Vec<u8>>,
    pub(crate) registered: BTreeMap<u64, u64>,
    next: u64,
    queues: BTreeMap<u64, Queue>,
    made: u64,
    images: BTreeMap<u64, Vec<BenchSymbol>>,
    timestamps: BTreeMap<u64, Option<(u64, u64)>>,
    now: u64,
    released: bool,
    fault: Option<Box<Fault>>,
    /// The fallible calls that still succeed; none for all.
    pub(crate) budget: Option<u32>,
    pub(crate) launches: Vec<Vec<u8>>,
    /// What devices may do with single allocations, where it was said: 1 to read, 2 to write.
    rights: BTreeMap<(u64, u32), u32>,
    /// Memory without an address: how much.
    pub(crate) physical: BTreeMap<u64, u64>,
    /// Memory of another space at addresses of its own: where it is, and how much.
    pub(crate) opened: BTreeMap<u64, (u64, u64)>,
    /// How imports fail, where they do.
    pub(crate) gone: Option<Gone>,
    /// Whether all processes but the first have ended.
    pub(crate) ended: bool,
    spaces: u32,
    /// Whether it has no sharing.
    pub(crate) alone: bool,
    /// Bytes that can be allocated.
    pub(crate) room: u64,
    /// Devices that may access the memory of another one.
    peers: Vec<(DeviceOrdinal, DeviceOrdinal)>,
}

impl Bench {
    /// One device in each of the dialects.
    pub(crate) fn new(dialects: &[Dialect]) -> Self {
        Self {
            devices: dialects.iter().map(|dialect| super::device(*dialect)).collect(),
            memory: BTreeMap::new(),
            registered: BTreeMap::new(),
            next: 1 << 32,
            queues: BTreeMap::new(),
            made: 0,
            images: BTreeMap::new(),
            timestamps: BTreeMap::new(),
            now: 0,
            released: false,
            fault: None,
            budget: None,
            launches: Vec::new(),
            rights: BTreeMap::new(),
            physical: BTreeMap::new(),
            opened: BTreeMap::new(),
            gone: None,
            ended: false,
            spaces: 0,
            alone: false,
            room: u64::MAX,
            peers: Vec::new(),
        }
    }

    /// Lets all spinning kernels end, also those to come.
    pub(crate) fn release(&mut self) {
        self.released = true;
    }

    /// Makes kernels spin again.
    pub(crate) fn hold(&mut self) {
        self.released = false;
    }

    /// Whether a device may access the memory of another one.
    pub(crate) fn is_peer(&self, device: DeviceOrdinal, peer: DeviceOrdinal) -> bool {
        self.peers.contains(&(device, peer))
    }

    /// What a device may do with an allocation, where it was said: 1 to read, 2 to write.
    pub(crate) fn rights(&self, base: Address, device: u32) -> Option<u32> {
        self.rights.get(&(base.0, device)).copied()
    }

    /// Gives the first device this value of an attribute, and no other attributes.
    pub(crate) fn set_attribute(&mut self, attribute: DeviceAttribute, value: i32) {
        self.devices[0].attributes = Box::leak(Box::new([(attribute, value)]));
    }

    /// How many queues there are.
    pub(crate) fn queues(&self) -> usize {
        self.queues.len()
    }

    /// How many images are loaded.
    pub(crate) fn images(&self) -> usize {
        self.images.len()
    }

    /// Runs all that can run.
    pub(crate) fn settle(&mut self) {
        while self.advance() == Progress::Advanced {}
    }

    fn spend(&mut self) -> Result<(), HalError> {
        match &mut self.budget {
            Some(0) => Err(HalError::Exhausted(Resource::Table("the bench"))),
            Some(left) => {
                *left -= 1;
                Ok(())
            }
            None => Ok(()),
        }
    }

    fn place(&mut self, size: u64, align: u64) -> u64 {
        let base = self.next.next_multiple_of(align);
        self.next = base + size + 512;
        self.memory.insert(base, alloc::vec![0; size as usize]);
        base
    }

    /// Where the bytes of an address are.
    fn resolve(&self, address: u64) -> u64 {
        let opened = self.opened.range(..=address).next_back();
        match opened.filter(|(base, (_, size))| address - *base < *size) {
            Some((base, (origin, _))) => origin + (address - base),
            None => address,
        }
    }

    fn bytes(&mut self, address: u64) -> Option<&mut [u8]> {
        let address = self.resolve(address);
        let (base, bytes) = self.memory.range_mut(..=address).next_back()?;
        bytes.get_mut((address - base) as usize..)
    }

    fn ready(&self, queue: u64) -> bool {
        let Some(work) = self.queues[&queue].work.front() else {
            return false;
        };
        match work {
            Work::Wait(other, ticket) => self.completed(*other) >= *ticket,
            Work::WaitWord(address, value) => {
                let mut word = [0; 8];
                self.read(SpaceId(1), *address, &mut word).unwrap();
                u64::from_le_bytes(word) >= *value
            }
            Work::Spin => self.released || self.fault.is_some(),
            Work::HostCall(_, after) => self.fault.is_some() && !after,
            _ => true,
        }
    }

    fn perform(&mut self, work: Work) {
        if self.fault.is_some() {
            return;
        }
        self.now += 1000;
        match work {
            Work::Copy(to, from, width, rows, to_row, from_row) => {
                for row in 0..rows {
                    let source = self.bytes(from.0 + row * from_row).unwrap()[..width as usize].to_vec();
                    self.bytes(to.0 + row * to_row).unwrap()[..width as usize].copy_from_slice(&source);
                }
            }
            Work::WriteWord(to, value) => self.bytes(to.0).unwrap()[..8].copy_from_slice(&value.to_le_bytes()),
            Work::Upload(to, bytes) => self.bytes(to.0).unwrap()[..bytes.len()].copy_from_slice(&bytes),
            Work::Fill(to, pitch, value, element, width, rows) => {
                for row in 0..rows {
                    let bytes = self.bytes(to.0 + row * pitch).unwrap();
                    for place in bytes[..(width * u64::from(element)) as usize].chunks_mut(element.into()) {
                        place.copy_from_slice(&value.to_le_bytes()[..element.into()]);
                    }
                }
            }
            Work::Fault => {
                self.fault = Some(Box::new(Fault {
                    kind: FaultKind::IllegalAddress,
                    device: DeviceOrdinal(0),
                    image: ImageId(0),
                    kernel: KernelOrdinal(0),
                    kernel_name: heapless::String::new(),
                    block: Dim3::ONE,
                    thread: Dim3::ONE,
                    line: 0,
                    address: None,
                    bytes: 0,
                    write: true,
                    nearest: None,
                    detail: heapless::String::new(),
                }));
            }
            Work::Kernel(parameters) => self.launches.push(parameters),
            Work::Timestamp(id, serial) => {
                let now = self.now;
                if let Some(entry) = self.timestamps.get_mut(&id.0)
                    && entry.is_none_or(|(old, _)| old < serial)
                {
                    *entry = Some((serial, now));
                }
            }
            _ => {}
        }
    }

    fn work_of(&self, command: Command<'_>) -> Work {
        match command {
            Command::Copy {
                to,
                from,
                width,
                height,
                depth: 1,
            } => Work::Copy(to.base, from.base, width, height, to.row, from.row),
            Command::Upload { to, bytes } => Work::Upload(to, bytes.to_vec()),
            Command::Fill {
                to,
                value,
                element,
                width,
                height,
            } => Work::Fill(to.base, to.row, value, element, width, height),
            Command::Launch(launch) => {
                let kernel = &self.images[&launch.image.0][launch.kernel.0 as usize];
                match kernel.name.as_str() {
                    "spin" => Work::Spin,
                    "fault" => Work::Fault,
                    _ => Work::Kernel(launch.parameters.to_vec()),
                }
            }
            Command::Wait { queue, ticket } => Work::Wait(queue, ticket),
            Command::WaitValue { address, value, .. } => Work::WaitWord(address, value),
            Command::WriteValue { address, value, .. } => Work::WriteWord(address, value),
            Command::Timestamp { timestamp, serial } => Work::Timestamp(timestamp, serial),
            Command::HostCall { token, after_fault } => Work::HostCall(token, after_fault),
            _ => Work::Nothing,
        }
    }
}

impl Devices for Bench {
    fn device_count(&self) -> u32 {
        self.devices.len() as u32
    }

    fn device(&self, device: DeviceOrdinal) -> Option<&DeviceInfo> {
        self.devices.get(device.0 as usize)
    }
}

impl Memory for Bench {
    fn open_space(&mut self) -> Result<SpaceId, HalError> {
        self.spend()?;
        self.spaces += 1;
        Ok(SpaceId(self.spaces))
    }

    fn close_space(&mut self, _: SpaceId) {}

    fn allocate(&mut self, _: SpaceId, _: AllocationKind, size: u64, align: u64) -> Result<Address, HalError> {
        self.spend()?;
        let used: usize = self.memory.values().map(Vec::len).sum();
        if size > 1 << 24 || used as u64 + size > self.room {
            return Err(HalError::Exhausted(Resource::DeviceMemory));
        }
        Ok(Address(self.place(size, align)))
    }

    fn free(&mut self, _: SpaceId, base: Address) -> Result<(), HalError> {
        let known = self.opened.remove(&base.0).is_some()
            || self.memory.remove(&base.0).is_some()
            || self.registered.remove(&base.0).is_some();
        known
            .then_some(())
            .ok_or(HalError::ContractBroken("freed what is not there"))
    }

    fn capacity(&self, device: DeviceOrdinal) -> (u64, u64) {
        let total = self.devices[device.0 as usize].total_memory;
        let used: usize = self.memory.values().map(Vec::len).sum();
        (total, total - used as u64)
    }

    fn register(&mut self, _: SpaceId, base: Address, size: u64) -> Result<(), HalError> {
        self.spend()?;
        self.registered.insert(base.0, size);
        Ok(())
    }

    fn sharing(&mut self) -> Option<&mut dyn Sharing> {
        if self.alone { None } else { Some(self) }
    }

    fn owner_lives(&self, owner: u64) -> bool {
        !self.ended || owner == 1
    }

    fn mapping(&mut self) -> Option<&mut dyn Mapping> {
        if self.alone { None } else { Some(self) }
    }

    fn read(&self, _: SpaceId, from: Address, into: &mut [u8]) -> Result<(), HalError> {
        let outside = HalError::ContractBroken("read outside");
        let from = self.resolve(from.0);
        let (base, bytes) = self.memory.range(..=from).next_back().ok_or(outside)?;
        let start = (from - base) as usize;
        into.copy_from_slice(bytes.get(start..start + into.len()).ok_or(outside)?);
        Ok(())
    }

    fn write(&mut self, _: SpaceId, to: Address, from: &[u8]) -> Result<(), HalError> {
        self.bytes(to.0).unwrap()[..from.len()].copy_from_slice(from);
        Ok(())
    }
}

impl Queues for Bench {
    fn create_queue(&mut self, _: SpaceId, _: DeviceOrdinal, _: i32) -> Result<QueueId, HalError> {
        self.spend()?;
        self.made += 1;
        self.queues.insert(self.made, Queue::default());
        Ok(QueueId(self.made))
    }

    fn destroy_queue(&mut self, queue: QueueId) -> Result<(), HalError> {
        let gone = self
            .queues
            .remove(&queue.0)
            .ok_or(HalError::ContractBroken("no queue"))?;
        assert!(
            gone.work.is_empty() || self.fault.is_some(),
            "a busy queue is destroyed"
        );
        Ok(())
    }

    fn submit(&mut self, queue: QueueId, command: Command<'_>) -> Result<Ticket, HalError> {
        self.spend()?;
        let work = self.work_of(command);
        let queue = self
            .queues
            .get_mut(&queue.0)
            .ok_or(HalError::ContractBroken("no queue"))?;
        queue.work.push_back(work);
        queue.submitted += 1;
        Ok(Ticket(queue.submitted))
    }

    fn submitted(&self, queue: QueueId) -> Ticket {
        Ticket(self.queues.get(&queue.0).map_or(0, |queue| queue.submitted))
    }

    fn completed(&self, queue: QueueId) -> Ticket {
        Ticket(self.queues.get(&queue.0).map_or(0, |queue| queue.completed))
    }

    fn is_idle(&self) -> bool {
        self.queues.values().all(|queue| queue.work.is_empty())
    }

    fn advance(&mut self) -> Progress {
        let ready = self.queues.keys().copied().find(|queue| self.ready(*queue));
        if let Some(id) = ready {
            let queue = self.queues.get_mut(&id).unwrap();
            let work = queue.work.pop_front().unwrap();
            queue.completed += 1;
            self.perform(work);
            return Progress::Advanced;
        }
        for (id, queue) in &self.queues {
            if let (Some(Work::HostCall(token, _)), false) = (queue.work.front(), queue.host_call_begun) {
                return Progress::HostCall {
                    space: SpaceId(1),
                    queue: QueueId(*id),
                    token: *token,
                };
            }
        }
        if self.queues.values().all(|queue| queue.work.is_empty()) {
            Progress::Idle
        } else {
            Progress::Parked
        }
    }

    fn host_call_begun(&mut self, queue: QueueId) {
        self.queues.get_mut(&queue.0).unwrap().host_call_begun = true;
    }

    fn host_call_done(&mut self, queue: QueueId) {
        let queue = self.queues.get_mut(&queue.0).unwrap();
        queue.host_call_begun = false;
        queue.work.pop_front();
        queue.completed += 1;
    }

    fn create_timestamp(&mut self, _: SpaceId) -> Result<TimestampId, HalError> {
        self.spend()?;
        self.made += 1;
        self.timestamps.insert(self.made, None);
        Ok(TimestampId(self.made))
    }

    fn destroy_timestamp(&mut self, timestamp: TimestampId) {
        self.timestamps.remove(&timestamp.0);
    }

    fn timestamp(&self, timestamp: TimestampId) -> Option<u64> {
        self.timestamps
            .get(&timestamp.0)
            .copied()
            .flatten()
            .map(|(_, time)| time)
    }

    fn fault(&self, _: SpaceId) -> Option<&Fault> {
        self.fault.as_deref()
    }

    fn take_output(&mut self, _: SpaceId, _: Output, _: &mut [u8]) -> usize {
        0
    }
}
