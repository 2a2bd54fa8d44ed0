//! Memory of devices without an address.

use musa_hal::{Address, DeviceOrdinal, Hal, HalError, PhysicalId};

use super::{UNSUPPORTED, judge_flags, judge_granularity};
use crate::error::{Error, Rejection};
use crate::id::{Handle, Id, Kind, ObjectKind};
use crate::ipc::Export;
use crate::memory::MemoryKind;
use crate::pool::judge_location_type;
use crate::process::Process;
use crate::rule::Rule;
use crate::table::Lookup;

/// The only type of memory: pinned to its device.
const PINNED: u32 = 1;
/// The kind of handle that is a file descriptor.
const DESCRIPTOR: u32 = 1;
/// The kinds of handles of another operating system.
const FOREIGN: u32 = 2 | 4;
/// The kind of handle of a fabric.
const FABRIC: u32 = 8;
/// The number of granularities: the least, and the recommended one.
const GRANULARITIES: u32 = 2;

/// The name of memory without an address.
pub type PhysicalMemoryId = Id<PhysicalMemory>;

/// What memory is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhysicalProperties {
    /// The type; only 1, pinned to the device, exists.
    pub allocation_type: u32,
    /// Kinds of handles that it can be exported by, as bits.
    pub handle_types: u32,
    /// The type of the location; only 1, a device, exists.
    pub location_type: u32,
    /// The device's ordinal.
    pub location: i32,
}

/// Memory without an address.
#[derive(Clone, Debug)]
pub struct PhysicalMemory {
    size: u64,
    device: DeviceOrdinal,
    properties: PhysicalProperties,
    source: PhysicalId,
    /// Handles that have not been released.
    handles: u32,
    /// Mappings.
    mappings: u32,
}

impl Kind for PhysicalMemory {
    const KIND: ObjectKind = ObjectKind::PhysicalMemory;
}

impl PhysicalMemory {
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    pub(super) fn device(&self) -> DeviceOrdinal {
        self.device
    }

    pub(super) fn source(&self) -> PhysicalId {
        self.source
    }
}

const MISSING: Error = Error::Bug("memory without an address is missing");

impl Process<'_> {
    /// The memory of a handle.
    pub(super) fn physical(
        &self,
        handle: Handle<PhysicalMemory>,
    ) -> Result<(PhysicalMemoryId, &PhysicalMemory), Error> {
        let refusal = Rejection::new(Rule::MapHandle).argument("handle").handle(handle);
        let Handle::Object(id) = handle else {
            return Err(refusal.into());
        };
        match self.physical_memory.lookup(id) {
            Lookup::Alive(memory) if memory.handles > 0 => Ok((id, memory)),
            _ => Err(refusal.into()),
        }
    }

    fn physical_mut(&mut self, id: PhysicalMemoryId) -> Result<&mut PhysicalMemory, Error> {
        self.physical_memory.get_mut(id).ok_or(MISSING)
    }

    /// The device of properties that memory can have.
    fn judge_properties<H: Hal + ?Sized>(&self, hal: &H, wanted: &PhysicalProperties) -> Result<DeviceOrdinal, Error> {
        let refuse = |argument, value: u32| {
            let rejection = Rejection::new(Rule::MapProperties).argument(argument);
            Err(rejection.value(value.into()).into())
        };
        judge_location_type(wanted.location_type)?;
        let (device, _) = self.device(hal, wanted.location)?;
        if wanted.allocation_type != PINNED {
            return refuse("type", wanted.allocation_type);
        }
        // Bits that are no kind of handle are passed over (`mem_mapping`).
        if wanted.handle_types & FOREIGN != 0 {
            return refuse("requestedHandleTypes", wanted.handle_types);
        }
        if wanted.handle_types & FABRIC != 0 {
            let rejection = Rejection::new(Rule::MapFabric).argument("requestedHandleTypes");
            return Err(rejection.value(wanted.handle_types.into()).into());
        }
        Ok(device)
    }

    /// What sizes and addresses are multiples of: the least (0) and the recommended (1) are the same, whatever memory is to
    /// be made of.
    ///
    /// # Errors
    /// Another option.
    pub fn map_granularity(&self, option: u32) -> Result<u64, Error> {
        crate::context::judge_enum("option", option, GRANULARITIES - 1)?;
        Ok(super::GRANULARITY)
    }

    /// Takes memory of a device.
    ///
    /// # Errors
    /// Properties that no memory has, a size that is no multiple of the granularity, flags, or no room.
    pub fn create_physical<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        size: u64,
        properties: &PhysicalProperties,
        flags: u64,
    ) -> Result<PhysicalMemoryId, Error> {
        let space = self.space()?;
        judge_flags(flags)?;
        judge_granularity("size", size)?;
        let device = self.judge_properties(hal, properties)?;
        self.physical_memory.reserve()?;
        let create = |hal: &mut H| {
            hal.mapping()
                .ok_or(UNSUPPORTED)
                .map(|mapping| mapping.create(space, device, size))
        };
        let mut source = create(hal)?;
        if matches!(source, Err(HalError::Exhausted(_))) {
            self.release_unused_memory(hal)?;
            source = create(hal)?;
        }
        self.add_physical(size, device, *properties, source?)
    }

    fn add_physical(
        &mut self,
        size: u64,
        device: DeviceOrdinal,
        properties: PhysicalProperties,
        source: PhysicalId,
    ) -> Result<PhysicalMemoryId, Error> {
        let memory = PhysicalMemory {
            size,
            device,
            properties,
            source,
            handles: 1,
            mappings: 0,
        };
        self.physical_memory.insert(memory, self.call)
    }

    /// Gives back one handle of memory. The last one ends it, once nothing of it is mapped.
    ///
    /// # Errors
    /// No memory.
    pub fn release_physical<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        handle: Handle<PhysicalMemory>,
    ) -> Result<(), Error> {
        let (id, _) = self.physical(handle)?;
        self.physical_mut(id)?.handles -= 1;
        self.end_physical(hal, id)
    }

    /// Ends memory that nothing holds any more.
    pub(super) fn end_physical<H: Hal + ?Sized>(&mut self, hal: &mut H, id: PhysicalMemoryId) -> Result<(), Error> {
        let held = |memory: &PhysicalMemory| memory.handles > 0 || memory.mappings > 0;
        let Some(memory) = self.physical_memory.get(id).filter(|memory| !held(memory)) else {
            return Ok(());
        };
        let (space, source) = (self.space()?, memory.source);
        hal.mapping().ok_or(UNSUPPORTED)?.destroy(space, source)?;
        self.physical_memory.remove(id, self.call);
        Ok(())
    }

    /// One mapping more, or one less.
    pub(super) fn count_mapping(&mut self, id: PhysicalMemoryId, more: bool) -> Result<(), Error> {
        let count = &mut self.physical_mut(id)?.mappings;
        *count = if more {
            count.saturating_add(1)
        } else {
            count.saturating_sub(1)
        };
        Ok(())
    }

    /// One more handle of the memory that is mapped at an address.
    ///
    /// # Errors
    /// Nothing is mapped there.
    pub fn retain_physical(&mut self, address: Address) -> Result<PhysicalMemoryId, Error> {
        let kind = self.place(address).map(|place| place.allocation.kind);
        let Some(MemoryKind::Mapped { memory, .. }) = kind else {
            return Err(Rejection::new(Rule::MapMissing)
                .argument("address")
                .value(address.0)
                .into());
        };
        let physical = self.physical_mut(memory)?;
        physical.handles = physical.handles.saturating_add(1);
        Ok(memory)
    }

    /// What memory is made of.
    ///
    /// # Errors
    /// No memory.
    pub fn physical_properties(&self, handle: Handle<PhysicalMemory>) -> Result<PhysicalProperties, Error> {
        Ok(self.physical(handle)?.1.properties)
    }

    /// Kinds of handles that mapped memory can be exported by.
    pub(crate) fn physical_handle_types(&self, id: PhysicalMemoryId) -> u32 {
        self.physical_memory
            .get(id)
            .map_or(0, |memory| memory.properties.handle_types)
    }

    /// Exports memory that was made to be exported as a file descriptor.
    ///
    /// # Errors
    /// No memory, a kind of handle that it was not made for, flags; unsupported where nothing can be shared.
    pub fn export_physical<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        handle: Handle<PhysicalMemory>,
        handle_type: u32,
        flags: u64,
    ) -> Result<Export, Error> {
        let (_, memory) = self.physical(handle)?;
        judge_flags(flags)?;
        if memory.properties.handle_types & handle_type == 0 {
            let rejection = Rejection::new(Rule::MapHandleType).argument("handleType");
            return Err(rejection.value(handle_type.into()).into());
        }
        if handle_type != DESCRIPTOR {
            return Err(Error::Unsupported("handles that are no file descriptors"));
        }
        let (space, source, device) = (self.space()?, memory.source, memory.device);
        Ok(Export {
            token: hal.mapping().ok_or(UNSUPPORTED)?.export_memory(space, source)?,
            origin: device.0.into(),
        })
    }

    /// Memory that was exported, by this process or another one, as one more handle.
    ///
    /// # Errors
    /// A kind of handle that there is none of, memory or an owner that are no more, or no room.
    pub fn import_physical<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        export: &Export,
        handle_type: u32,
    ) -> Result<PhysicalMemoryId, Error> {
        if handle_type != DESCRIPTOR {
            let rejection = Rejection::new(Rule::MapHandleType).argument("shHandleType");
            return Err(rejection.value(handle_type.into()).into());
        }
        let (space, token) = (self.space()?, &export.token);
        let own = hal.sharing().is_some_and(|sharing| sharing.owner(space) == token.owner);
        if own {
            let same = |memory: &PhysicalMemory| memory.source == PhysicalId(token.base.0);
            if let Some(id) = self.physical_memory.find(same) {
                let memory = self.physical_mut(id)?;
                memory.handles = memory.handles.saturating_add(1);
                return Ok(id);
            }
        }
        self.physical_memory.reserve()?;
        let known = |device: &DeviceOrdinal| hal.device(*device).is_some();
        let device = u32::try_from(export.origin).ok().map(DeviceOrdinal).filter(known);
        let device = device.ok_or(Rejection::new(Rule::IpcHandle).argument("osHandle"))?;
        let source = hal.mapping().ok_or(UNSUPPORTED)?.import_memory(space, device, token)?;
        let properties = PhysicalProperties {
            allocation_type: PINNED,
            handle_types: DESCRIPTOR,
            location_type: 1,
            location: device.0.cast_signed(),
        };
        self.add_physical(token.size, device, properties, source)
    }
}
