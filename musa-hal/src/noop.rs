//! A HAL without hardware: every command completes at once and does nothing. For tests of what lies above, and the
//! measure of what the layers above cost by themselves.

use core::fmt;

use crate::{
    Address, AllocationKind, Command, DeviceInfo, DeviceOrdinal, Devices, Dialect, Fault, HalError, ImageError,
    ImageErrorKind, ImageId, Images, KernelInfo, KernelOrdinal, Memory, ParameterSlot, Progress, QueueId, Queues,
    Resource, SpaceId, Symbol, SymbolOrdinal, Ticket, TimestampId,
    device::{ContextLimits, OccupancyLimits, TimingModel},
    image::LoadOptions,
    queue::Output,
};

/// A machine of one device whose work is done as soon as it is submitted. Memory has addresses but no bytes: reads give
/// zeros. It loads no image.
#[derive(Debug)]
pub struct Noop<const QUEUES: usize> {
    device: DeviceInfo,
    spaces: u32,
    next_address: u64,
    used: u64,
    queues: heapless::Vec<u64, QUEUES>,
    timestamps: u64,
}

/// A device for tests: small, and of the guide's dialect.
pub const DEVICE: DeviceInfo = DeviceInfo {
    profile: "noop",
    name: "no hardware",
    dialect: Dialect::Musa,
    total_memory: 1 << 30,
    warp_width: 32,
    attributes: &[],
    chosen: &[],
    uuid: [0; 16],
    pci: (0, 1, 0),
    priorities: (0, -2),
    limits: ContextLimits {
        stack: 1024,
        print: 1 << 20,
        print_minimum: 1 << 16,
        print_unit: 1 << 16,
        heap: 8 << 20,
        heap_minimum: 4 << 20,
        pending_launches: 2048,
        l2_granularity: 64,
        persisting_l2: 0,
    },
    occupancy: OccupancyLimits {
        register_unit: 256,
        partitions: 4,
        shared_unit: 128,
        carve_outs: &[],
        portable_cluster: 1,
        max_cluster: 1,
        cluster_groups: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    },
    timing: TimingModel {
        core_clock: 1_000_000,
        lanes: 32,
        memory_rate: 1000,
        link_rate: 1000,
        latency: 1000,
        copy_engines: 1,
    },
    stack_overflow_is_illegal_address: false,
};

impl<const QUEUES: usize> Noop<QUEUES> {
    /// A machine with this device.
    pub const fn new(device: DeviceInfo) -> Self {
        Self {
            device,
            spaces: 0,
            next_address: 1 << 32,
            used: 0,
            queues: heapless::Vec::new(),
            timestamps: 0,
        }
    }

    fn queue(&self, queue: QueueId) -> Option<u64> {
        self.queues.get(usize::try_from(queue.0).ok()?).copied()
    }
}

impl<const QUEUES: usize> Devices for Noop<QUEUES> {
    fn device_count(&self) -> u32 {
        1
    }

    fn device(&self, device: DeviceOrdinal) -> Option<&DeviceInfo> {
        (device.0 == 0).then_some(&self.device)
    }
}

impl<const QUEUES: usize> Memory for Noop<QUEUES> {
    fn open_space(&mut self) -> Result<SpaceId, HalError> {
        self.spaces += 1;
        Ok(SpaceId(self.spaces))
    }

    fn close_space(&mut self, _: SpaceId) {}

    fn allocate(&mut self, _: SpaceId, _: AllocationKind, size: u64, align: u64) -> Result<Address, HalError> {
        let full = HalError::Exhausted(Resource::DeviceMemory);
        let base = self.next_address.checked_next_multiple_of(align.max(256)).ok_or(full)?;
        self.next_address = base.checked_add(size).ok_or(full)?;
        self.used = self.used.saturating_add(size);
        Ok(Address(base))
    }

    fn free(&mut self, _: SpaceId, _: Address) -> Result<(), HalError> {
        Ok(())
    }

    fn capacity(&self, _: DeviceOrdinal) -> (u64, u64) {
        (
            self.device.total_memory,
            self.device.total_memory.saturating_sub(self.used),
        )
    }

    fn register(&mut self, _: SpaceId, _: Address, _: u64) -> Result<(), HalError> {
        Ok(())
    }

    fn read(&self, _: SpaceId, _: Address, into: &mut [u8]) -> Result<(), HalError> {
        into.fill(0);
        Ok(())
    }

    fn write(&mut self, _: SpaceId, _: Address, _: &[u8]) -> Result<(), HalError> {
        Ok(())
    }
}

impl<const QUEUES: usize> Images for Noop<QUEUES> {
    fn load(
        &mut self,
        _: SpaceId,
        _: DeviceOrdinal,
        _: &[u8],
        _: &LoadOptions,
        _: &mut dyn fmt::Write,
    ) -> Result<ImageId, HalError> {
        Err(HalError::Image(ImageError::new(ImageErrorKind::NoneForDevice)))
    }

    fn unload(&mut self, _: ImageId) -> Result<(), HalError> {
        Err(HalError::ContractBroken("no image is loaded"))
    }

    fn symbols(&self, _: ImageId) -> u32 {
        0
    }

    fn symbol(&self, _: ImageId, _: SymbolOrdinal) -> Option<Symbol<'_>> {
        None
    }

    fn kernel(&self, _: ImageId, _: KernelOrdinal) -> Option<KernelInfo> {
        None
    }

    fn parameter(&self, _: ImageId, _: KernelOrdinal, _: u32) -> Option<ParameterSlot> {
        None
    }
}

impl<const QUEUES: usize> Queues for Noop<QUEUES> {
    fn create_queue(&mut self, _: SpaceId, _: DeviceOrdinal, _: i32) -> Result<QueueId, HalError> {
        self.queues
            .push(0)
            .map_err(|_| HalError::Exhausted(Resource::Table("queues")))?;
        Ok(QueueId(self.queues.len() as u64 - 1))
    }

    fn destroy_queue(&mut self, _: QueueId) -> Result<(), HalError> {
        Ok(())
    }

    fn submit(&mut self, queue: QueueId, _: Command<'_>) -> Result<Ticket, HalError> {
        let place = usize::try_from(queue.0).map_err(|_| HalError::ContractBroken("no such queue"))?;
        let count = self
            .queues
            .get_mut(place)
            .ok_or(HalError::ContractBroken("no such queue"))?;
        *count += 1;
        Ok(Ticket(*count))
    }

    fn submitted(&self, queue: QueueId) -> Ticket {
        Ticket(self.queue(queue).unwrap_or(0))
    }

    fn completed(&self, queue: QueueId) -> Ticket {
        self.submitted(queue)
    }

    fn is_idle(&self) -> bool {
        true
    }

    fn advance(&mut self) -> Progress {
        Progress::Idle
    }

    fn host_call_begun(&mut self, _: QueueId) {}

    fn host_call_done(&mut self, _: QueueId) {}

    fn create_timestamp(&mut self, _: SpaceId) -> Result<TimestampId, HalError> {
        self.timestamps += 1;
        Ok(TimestampId(self.timestamps))
    }

    fn destroy_timestamp(&mut self, _: TimestampId) {}

    fn timestamp(&self, _: TimestampId) -> Option<u64> {
        Some(0)
    }

    fn fault(&self, _: SpaceId) -> Option<&Fault> {
        None
    }

    fn take_output(&mut self, _: SpaceId, _: Output, _: &mut [u8]) -> usize {
        0
    }
}
