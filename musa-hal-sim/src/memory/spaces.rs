//! The address spaces of all processes over one machine.

use managed::ManagedSlice;
use musa_hal::choose::{Choice, Chooser};
use musa_hal::{Address, AllocationKind, DeviceOrdinal, ExportToken, Gone, HalError, Resource, SpaceId};

use super::arena::Range;
use super::freed::FreedRange;
use super::map::{self, GRANULE};
use super::record::{Backing, Kind, Record, Rights};
use super::source::{Arena, MemorySource};
use super::state::{Place, State};
use super::tree::Node;
use super::view::View;

/// The most devices that a machine can have.
pub const MAX_DEVICES: usize = 32;

/// How many granules placement may skip, where the chooser is asked.
const PLACEMENTS: core::num::NonZeroU32 = core::num::NonZeroU32::new(8).unwrap();

const OUT_OF_NODES: HalError = HalError::Exhausted(Resource::Table("allocations"));

/// A process's address space. Only its storage is the caller's: make them with [`Space::default`].
#[derive(Debug)]
pub struct Space {
    pub(super) id: Option<SpaceId>,
    /// Host memory that it has registered.
    pub(super) registered: super::tree::Tree,
    /// For each device, the devices whose memory it may access.
    pub(super) peers: [u32; MAX_DEVICES],
}

impl Space {
    /// Storage without a space in it.
    pub const EMPTY: Self = Self {
        id: None,
        registered: super::tree::Tree::EMPTY,
        peers: [0; MAX_DEVICES],
    };
}

impl Default for Space {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// Tables of [`AddressSpaces`]. An allocation takes up to two nodes.
#[derive(Debug)]
pub struct MemoryStorage<'a> {
    /// Extents of addresses.
    pub nodes: ManagedSlice<'a, Node>,
    /// Address spaces.
    pub spaces: ManagedSlice<'a, Space>,
}

/// All address spaces, and the allocations in them.
#[derive(Debug)]
pub struct AddressSpaces<'a, S: MemorySource> {
    source: S,
    state: State<'a>,
    guard: u64,
    serial: u64,
    next_space: u32,
}

impl<'a, S: MemorySource> AddressSpaces<'a, S> {
    /// Address spaces for devices with this much memory each.
    ///
    /// `guard` bytes of addresses (a multiple of [`GRANULE`]) stay free after each allocation, so that a kernel that runs
    /// past its end faults. Zero saves memory where a source has little.
    ///
    /// # Errors
    /// Exhausted when the tables are too small for the devices; ContractBroken for too many devices.
    pub fn new(
        memory: impl IntoIterator<Item = u64>,
        source: S,
        storage: MemoryStorage<'a>,
        guard: u64,
    ) -> Result<Self, HalError> {
        let mut state = State::new(storage);
        let mut next = map::DEVICE_BASE;
        for (ordinal, total) in memory.into_iter().enumerate() {
            let arena = Arena::Device(DeviceOrdinal(ordinal as u32));
            let length = map::device_length(total).min(source.extent(arena)) / GRANULE * GRANULE;
            let base = source.base(arena).unwrap_or(next);
            let end = base
                .checked_add(length)
                .ok_or(HalError::ContractBroken("device memory"))?;
            state.add_device(base, length, total.min(length))?;
            next = next.max(end).next_multiple_of(1 << 30);
        }
        let base = source.base(Arena::Host).unwrap_or(map::HOST_BASE);
        let length = map::HOST_LENGTH.min(source.extent(Arena::Host)) / GRANULE * GRANULE;
        state.set_host(base, length.min(u64::MAX - base))?;
        Ok(Self {
            source,
            state,
            guard: guard.next_multiple_of(GRANULE),
            serial: 0,
            next_space: 1,
        })
    }

    /// The source of the bytes.
    pub const fn source(&self) -> &S {
        &self.source
    }

    /// Opens an address space.
    ///
    /// # Errors
    /// Exhausted.
    pub fn open_space(&mut self) -> Result<SpaceId, HalError> {
        let full = HalError::Exhausted(Resource::Table("address spaces"));
        let id = SpaceId(self.next_space);
        let next = self.next_space.checked_add(1).ok_or(full)?;
        let slot = self.state.free_space().ok_or(full)?;
        *slot = Space {
            id: Some(id),
            ..Space::default()
        };
        self.next_space = next;
        Ok(id)
    }

    /// Closes an address space and frees what is in it.
    pub fn close_space(&mut self, space: SpaceId) {
        while let Some(base) = self.state.first_owned(space) {
            if self.free(space, Address(base)).is_err() {
                break;
            }
        }
        if let Some(slot) = self.state.space_mut(space) {
            *slot = Space::default();
        }
    }

    /// What a kernel on `device` sees of a space; without a device, all of it.
    pub fn view(&self, space: SpaceId, device: Option<DeviceOrdinal>) -> Option<View<'_>> {
        View::new(&self.state, space, device)
    }

    /// Bytes in all, and bytes not allocated, of a device.
    pub fn capacity(&self, device: DeviceOrdinal) -> (u64, u64) {
        self.state.capacity(device)
    }

    /// Allocates; see [`musa_hal::Memory::allocate`].
    ///
    /// # Errors
    /// Exhausted.
    pub fn allocate(
        &mut self,
        space: SpaceId,
        kind: AllocationKind,
        size: u64,
        align: u64,
        chooser: &mut dyn Chooser,
    ) -> Result<Address, HalError> {
        self.state.space(space).ok_or(HalError::ContractBroken("space"))?;
        if size == 0 || !align.is_power_of_two() {
            return Err(HalError::ContractBroken("size or alignment of an allocation"));
        }
        let (arena, kind, exhausted) = match kind {
            AllocationKind::Device(device) => (Arena::Device(device), Kind::Device(device), Resource::DeviceMemory),
            AllocationKind::PinnedHost | AllocationKind::Managed(_) => (Arena::Host, Kind::Host, Resource::HostMemory),
        };
        let exhausted = HalError::Exhausted(exhausted);
        let length = size.checked_next_multiple_of(GRANULE).ok_or(exhausted)?;
        let extent = length.checked_add(self.guard).ok_or(exhausted)?;
        if let Kind::Device(device) = kind
            && self.state.capacity(device).1 < length
        {
            return Err(exhausted);
        }
        if !self.state.pool.reserve(2) {
            return Err(OUT_OF_NODES);
        }
        let skip = u64::from(chooser.choose(Choice::Placement, PLACEMENTS)) * GRANULE;
        let range = *self.state.range(arena).ok_or(HalError::ContractBroken("device"))?;
        let base = range
            .place(&self.state.pool, extent, align.max(GRANULE), skip)
            .ok_or(exhausted)?;
        let pointer = self.source.commit(arena, base - range.base, length).ok_or(exhausted)?;
        let record = self.record(Backing(pointer), length, size, space, kind);
        self.state.occupy(arena, base, extent, record);
        Ok(Address(base))
    }

    /// Frees an allocation, a registration or an import; see [`musa_hal::Memory::free`].
    ///
    /// # Errors
    /// ContractBroken for anything else.
    pub fn free(&mut self, space: SpaceId, base: Address) -> Result<(), HalError> {
        const UNKNOWN: HalError = HalError::ContractBroken("base of an allocation");
        let (found, place) = self.state.find(space, base.0).ok_or(UNKNOWN)?;
        let record = found.record.filter(|_| found.base == base.0).ok_or(UNKNOWN)?;
        let freed = FreedRange {
            space,
            base: base.0,
            size: record.size,
        };
        let (kind, shares, backing, length) = (record.kind, record.shares, record.backing, record.length);
        match kind {
            Kind::Device(_) | Kind::Host if shares > 0 => {
                if let Some(record) = self.state.record_mut(place, base.0) {
                    record.orphan = true;
                }
            }
            Kind::Device(_) | Kind::Host => self.release(place, base.0),
            Kind::Registered => self.state.forget_registered(space, base.0),
            Kind::Foreign(_) => {
                self.state.vacate(place, base.0);
                self.source.release_import(backing.0, length);
            }
            Kind::Shared(_, origin) => {
                self.state.vacate(place, base.0);
                self.drop_share(origin.0);
            }
        }
        self.state.freed.remember(freed);
        Ok(())
    }

    /// Makes host memory of the process accessible at its own address.
    ///
    /// # Errors
    /// Unsupported when the source cannot; ContractBroken when the range is known already.
    pub fn register(&mut self, space: SpaceId, base: Address, size: u64) -> Result<(), HalError> {
        let end = base.checked_add(size).filter(|_| size > 0);
        let end = end.ok_or(HalError::ContractBroken("size of a registration"))?;
        if self.state.overlaps(space, base.0, end.0) {
            return Err(HalError::ContractBroken("registration of known memory"));
        }
        if !self.state.pool.reserve(1) {
            return Err(OUT_OF_NODES);
        }
        let unsupported = HalError::Unsupported("registration of host memory");
        let pointer = self.source.adopt(base.0, size).ok_or(unsupported)?;
        let record = self.record(Backing(pointer), size, size, space, Kind::Registered);
        self.state.add_registered(space, base.0, record)
    }

    /// Allows, or no longer allows, a device to access another's memory.
    ///
    /// # Errors
    /// ContractBroken for unknown devices or spaces.
    pub fn set_peer(
        &mut self,
        space: SpaceId,
        device: DeviceOrdinal,
        peer: DeviceOrdinal,
        allowed: bool,
    ) -> Result<(), HalError> {
        let known = |device: DeviceOrdinal| (device.0 as usize) < self.state.devices();
        if !known(device) || !known(peer) || device == peer {
            return Err(HalError::ContractBroken("peer devices"));
        }
        let space = self.state.space_mut(space).ok_or(HalError::ContractBroken("space"))?;
        let mask = &mut space.peers[device.0 as usize];
        *mask = if allowed {
            *mask | 1 << peer.0
        } else {
            *mask & !(1 << peer.0)
        };
        Ok(())
    }

    /// Says for one allocation whether a device may read and write it, in place of the rule of peers.
    ///
    /// # Errors
    /// ContractBroken for what is no base of an allocation, or no device.
    pub fn set_access(
        &mut self,
        space: SpaceId,
        base: Address,
        device: DeviceOrdinal,
        read: bool,
        write: bool,
    ) -> Result<(), HalError> {
        if device.0 as usize >= self.state.devices() {
            return Err(HalError::ContractBroken("device"));
        }
        const UNKNOWN: HalError = HalError::ContractBroken("base of an allocation");
        let (found, place) = self.state.find(space, base.0).ok_or(UNKNOWN)?;
        let owner = found
            .record
            .filter(|_| found.base == base.0)
            .ok_or(UNKNOWN)?
            .kind
            .device();
        let record = self.state.record_mut(place, base.0).ok_or(UNKNOWN)?;
        let own = owner.map_or(0, |owner| 1 << owner.0);
        let rights = record.rights.get_or_insert(Rights { read: own, write: own });
        let bit = 1 << device.0;
        rights.read = if read { rights.read | bit } else { rights.read & !bit };
        rights.write = if write { rights.write | bit } else { rights.write & !bit };
        Ok(())
    }

    /// A token for an allocation of device memory.
    ///
    /// # Errors
    /// Unsupported for other memory; ContractBroken for what is no base.
    pub fn export(&mut self, space: SpaceId, base: Address) -> Result<ExportToken, HalError> {
        const UNKNOWN: HalError = HalError::ContractBroken("base of an allocation");
        let (found, place) = self.state.find(space, base.0).ok_or(UNKNOWN)?;
        let record = found.record.filter(|_| found.base == base.0).ok_or(UNKNOWN)?;
        let (Kind::Device(device), Place::Device(_)) = (record.kind, place) else {
            return Err(HalError::Unsupported("export of memory that is not a device's own"));
        };
        let (size, length, serial) = (record.size, record.length, record.serial);
        let arena = Arena::Device(device);
        let start = self.state.range(arena).map_or(0, |range| range.base);
        let exported = self.source.export(arena, base.0 - start, length);
        Ok(ExportToken {
            owner: self.owner(space),
            object: exported.map_or(base.0, |exported| exported.object),
            offset: exported.map_or(0, |exported| exported.offset),
            size,
            serial,
        })
    }

    /// How tokens of a space name their owner.
    pub fn owner(&self, space: SpaceId) -> u64 {
        u64::from(self.source.process()) << 32 | u64::from(space.0)
    }

    /// Maps an exported allocation.
    ///
    /// # Errors
    /// Exhausted; Gone; Unsupported when the source cannot reach another process.
    pub fn import(&mut self, space: SpaceId, device: DeviceOrdinal, token: &ExportToken) -> Result<Address, HalError> {
        self.state.space(space).ok_or(HalError::ContractBroken("space"))?;
        if !self.state.pool.reserve(2) {
            return Err(OUT_OF_NODES);
        }
        let length = token
            .size
            .checked_next_multiple_of(GRANULE)
            .filter(|length| *length > 0);
        let length = length.ok_or(HalError::Gone(Gone::Memory))?;
        let exhausted = HalError::Exhausted(Resource::Table("import addresses"));
        let extent = length.checked_add(GRANULE).ok_or(exhausted)?;
        let base = self.state.place_import(extent).ok_or(exhausted)?;
        let (backing, kind) = if token.owner >> 32 == u64::from(self.source.process()) {
            let (backing, origin) = self.share(token)?;
            (backing, Kind::Shared(device, origin))
        } else {
            (Backing(self.source.import(token)?), Kind::Foreign(device))
        };
        let record = self.record(backing, length, token.size, space, kind);
        self.state.occupy_import(base, extent, record);
        Ok(Address(base))
    }

    /// Counts a use of an allocation of this machine by another space.
    fn share(&mut self, token: &ExportToken) -> Result<(Backing, Address), HalError> {
        let owner = SpaceId(token.owner as u32);
        self.state.space(owner).ok_or(HalError::Gone(Gone::Owner))?;
        let found = self.state.find_serial(owner, token.serial);
        let (base, place) = found.ok_or(HalError::Gone(Gone::Memory))?;
        let record = self.state.record_mut(place, base).ok_or(HalError::Gone(Gone::Memory))?;
        record.shares += 1;
        Ok((record.backing, Address(base)))
    }

    fn drop_share(&mut self, origin: u64) {
        let Some(place) = self.state.place(origin) else { return };
        let Some(record) = self.state.record_mut(place, origin) else {
            return;
        };
        record.shares = record.shares.saturating_sub(1);
        if record.orphan && record.shares == 0 {
            self.release(place, origin);
        }
    }

    /// Gives the bytes of an allocation back.
    fn release(&mut self, place: Place, base: u64) {
        let arena = match place {
            Place::Device(device) => Arena::Device(DeviceOrdinal(device as u32)),
            Place::Host => Arena::Host,
            Place::Imports | Place::Registered => return,
        };
        let start = self.state.range(arena).map_or(0, |range: &Range| range.base);
        if let Some(record) = self.state.vacate(place, base) {
            self.source
                .release(arena, base - start, record.length, record.backing.0);
        }
    }

    fn record(&mut self, backing: Backing, length: u64, size: u64, space: SpaceId, kind: Kind) -> Record {
        self.serial += 1;
        Record {
            backing,
            length,
            size,
            space,
            kind,
            serial: self.serial,
            shares: 0,
            orphan: false,
            rights: None,
        }
    }

    /// Copies bytes to the caller.
    ///
    /// # Errors
    /// ContractBroken when the range is not within one allocation.
    pub fn read(&self, space: SpaceId, from: Address, into: &mut [u8]) -> Result<(), HalError> {
        let region = self.view(space, None).and_then(|view| view.region(from.0));
        region
            .ok_or(HalError::ContractBroken("address to read"))?
            .read(from.0, into)
            .map_err(|_| HalError::ContractBroken("range to read"))
    }

    /// Copies bytes from the caller.
    ///
    /// # Errors
    /// ContractBroken when the range is not within one allocation.
    pub fn write(&mut self, space: SpaceId, to: Address, from: &[u8]) -> Result<(), HalError> {
        let region = self.view(space, None).and_then(|view| view.region(to.0));
        region
            .ok_or(HalError::ContractBroken("address to write"))?
            .write(to.0, from)
            .map_err(|_| HalError::ContractBroken("range to write"))
    }
}

impl<S: MemorySource> Drop for AddressSpaces<'_, S> {
    fn drop(&mut self) {
        while let Some((place, base, record)) = self.state.first() {
            let backing = record.backing;
            let (kind, length) = (record.kind, record.length);
            match kind {
                Kind::Device(_) | Kind::Host => self.release(place, base),
                Kind::Foreign(_) => {
                    self.state.vacate(place, base);
                    self.source.release_import(backing.0, length);
                }
                Kind::Registered | Kind::Shared(..) => {
                    self.state.vacate(place, base);
                }
            }
        }
    }
}
