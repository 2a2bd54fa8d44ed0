//! The address spaces of all processes over one machine.

use managed::ManagedSlice;
use musa_hal::choose::{Choice, Chooser};
use musa_hal::{Address, AllocationKind, DeviceOrdinal, HalError, Resource, SpaceId};

use super::freed::FreedRange;
use super::map::{self, GRANULE, PAGE};
use super::record::{Backing, Kind, Record};
use super::source::{Arena, MemorySource};
use super::state::{Place, State};
use super::tree::Node;
use super::view::View;

/// The most devices that a machine can have.
pub const MAX_DEVICES: usize = 32;

/// How many granules placement may skip, where the chooser is asked.
const PLACEMENTS: core::num::NonZeroU32 = core::num::NonZeroU32::new(8).unwrap();

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
    pub(super) source: S,
    pub(super) state: State<'a>,
    guard: u64,
    /// Allocations that were freed while other processes use them.
    pub(super) lent: u64,
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
            lent: 0,
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
        while let Some((place, base)) = self.state.first_owned(space) {
            if self.end(space, place, base).is_err() {
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

    /// Whether an address lies in a range that is kept for memory of the machine's own.
    pub fn reserves(&self, address: u64) -> bool {
        self.state.place(address).is_some()
    }

    /// Bytes in all, and bytes not allocated, of a device.
    pub fn capacity(&self, device: DeviceOrdinal) -> (u64, u64) {
        let (total, unused) = self.state.capacity(device);
        (total, unused.saturating_add(self.come_back(device)).min(total))
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
        let (arena, kind) = match kind {
            AllocationKind::Device(device) => (Arena::Device(device), Kind::Device(device)),
            AllocationKind::PinnedHost | AllocationKind::Managed(_) => (Arena::Host, Kind::Host),
        };
        let skip = u64::from(chooser.choose(Choice::Placement, PLACEMENTS)) * GRANULE;
        self.place_new(space, arena, kind, size, align.max(GRANULE), skip)
    }

    /// Puts fresh memory at the lowest place that suits.
    pub(super) fn place_new(
        &mut self,
        space: SpaceId,
        arena: Arena,
        kind: Kind,
        size: u64,
        align: u64,
        skip: u64,
    ) -> Result<Address, HalError> {
        let exhausted = HalError::Exhausted(match arena {
            Arena::Device(_) => Resource::DeviceMemory,
            Arena::Host => Resource::HostMemory,
        });
        let granules = size.checked_next_multiple_of(GRANULE).ok_or(exhausted)?;
        let length = match kind {
            // What is left of a device need not be whole pages.
            Kind::Device(device) if size > PAGE => {
                let pages = size.checked_next_multiple_of(PAGE).ok_or(exhausted)?;
                let fits = pages <= self.capacity(device).1;
                if fits { pages } else { granules }
            }
            _ => granules,
        };
        let extent = length.checked_add(self.guard).ok_or(exhausted)?;
        if let Kind::Device(device) = kind
            && self.capacity(device).1 < length
        {
            return Err(exhausted);
        }
        self.state.reserve(2)?;
        self.take_back();
        let find = |state: &State<'_>| state.range(arena)?.place(&state.pool, extent, align, skip);
        let mut found = find(&self.state);
        if found.is_none() && self.state.end_quarantine() {
            found = find(&self.state);
        }
        let base = found.ok_or(exhausted)?;
        let start = self.state.range(arena).map_or(0, |range| range.base);
        let pointer = self.source.commit(arena, base - start, length).ok_or(exhausted)?;
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
        if found.base != base.0 {
            return Err(UNKNOWN);
        }
        self.end(space, place, base.0)
    }

    /// Ends a record that a space owns.
    pub(super) fn end(&mut self, space: SpaceId, place: Place, base: u64) -> Result<(), HalError> {
        const UNKNOWN: HalError = HalError::ContractBroken("what is to be freed");
        let record = self.state.own(space, place, base).ok_or(UNKNOWN)?;
        let freed = FreedRange {
            space,
            base,
            size: record.size,
            held: None,
        };
        let (kind, held) = (record.kind, record.shares > 0 || self.is_held_elsewhere(place, base));
        if held {
            let record = self.state.record_mut(place, base).ok_or(UNKNOWN)?;
            record.orphan = true;
            if record.shares == 0 {
                self.lent += 1;
            }
            self.remember(freed);
            return Ok(());
        }
        match kind {
            Kind::Device(_) | Kind::Host | Kind::Foreign(_) => self.release(place, base, freed),
            Kind::Registered => {
                self.state.forget_registered(space, base);
                self.remember(freed);
            }
            Kind::Shared(_, origin) => {
                if place == Place::Mapped {
                    self.state.vacate(place, base);
                    self.remember(freed);
                } else {
                    self.state.retire(place, base, freed);
                }
                self.drop_share(origin.0);
            }
            Kind::Nothing => {
                self.state.vacate(place, base);
            }
        }
        Ok(())
    }

    /// Whether another process uses what was exported here; from now on, none can begin to.
    pub(super) fn is_held_elsewhere(&self, place: Place, base: u64) -> bool {
        let exported = |record: &&Record| record.exported;
        let Some(record) = self.state.record(place, base).filter(exported) else {
            return false;
        };
        let Some(arena) = arena_of(place) else { return false };
        let start = self.state.range(arena).map_or(0, |range| range.base);
        self.source.withdraw(arena, base - start, record.length, record.serial)
    }

    /// Bytes of a device's memory that were freed here, and that other processes have let go since.
    fn come_back(&self, device: DeviceOrdinal) -> u64 {
        if self.lent == 0 {
            return 0;
        }
        let place = Place::Device(device.0 as usize);
        let gone = |(base, _): &(u64, &Record)| !self.is_held_elsewhere(place, *base);
        self.state
            .lent(place)
            .filter(gone)
            .map(|(_, record)| record.length)
            .sum()
    }

    /// Takes back what was freed here once other processes have let it go.
    fn take_back(&mut self) {
        if self.lent == 0 {
            return;
        }
        for device in 0..self.state.devices() {
            let place = Place::Device(device);
            let next = |spaces: &Self| {
                let mut lent = spaces.state.lent(place);
                lent.find(|(base, _)| !spaces.is_held_elsewhere(place, *base))
                    .map(|(base, record)| (base, record.space, record.size))
            };
            while let Some((base, space, size)) = next(self) {
                let held = None;
                self.release(
                    place,
                    base,
                    FreedRange {
                        space,
                        base,
                        size,
                        held,
                    },
                );
                self.lent = self.lent.saturating_sub(1);
            }
        }
    }

    /// Remembers what was freed and occupies no addresses any more.
    fn remember(&mut self, freed: FreedRange) {
        if let Some((place, base)) = self.state.freed.remember(freed) {
            self.state.vacate(place, base);
        }
    }

    /// Makes host memory of the process accessible at its own address.
    ///
    /// # Errors
    /// As for [`MemorySource::adopt`]; ContractBroken when the range is known already.
    pub fn register(&mut self, space: SpaceId, base: Address, size: u64) -> Result<(), HalError> {
        let end = base.checked_add(size).filter(|_| size > 0);
        let end = end.ok_or(HalError::ContractBroken("size of a registration"))?;
        if self.state.overlaps(space, base.0, end.0) {
            return Err(HalError::ContractBroken("registration of known memory"));
        }
        self.state.reserve(1)?;
        let pointer = self.source.adopt(base.0, size)?;
        let record = self.record(Backing(pointer), size, size, space, Kind::Registered);
        self.state.add_registered(space, base.0, record)
    }

    /// Gives the bytes of an allocation, or of an import, back.
    pub(super) fn release(&mut self, place: Place, base: u64, freed: FreedRange) {
        let arena = arena_of(place);
        let start = arena.and_then(|arena| self.state.range(arena)).map(|range| range.base);
        let Some(record) = self.state.retire(place, base, freed) else {
            return;
        };
        match (arena, start) {
            (Some(arena), Some(start)) => {
                self.source
                    .release(arena, base - start, record.length, record.backing.0);
            }
            _ => self.source.release_import(record.backing.0, record.length),
        }
    }

    pub(super) fn record(&mut self, backing: Backing, length: u64, size: u64, space: SpaceId, kind: Kind) -> Record {
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
            exported: false,
            hidden: false,
            rights: None,
        }
    }

    /// Copies bytes to the caller.
    ///
    /// # Errors
    /// ContractBroken when the range is not within one allocation, or mappings without a gap.
    pub fn read(&self, space: SpaceId, from: Address, mut into: &mut [u8]) -> Result<(), HalError> {
        const OUTSIDE: HalError = HalError::ContractBroken("range to read");
        let view = self.view(space, None).ok_or(OUTSIDE)?;
        for piece in view.pieces(from.0, into.len() as u64) {
            let (region, address, length) = piece.map_err(|_| OUTSIDE)?;
            let (part, rest) = into.split_at_mut(length as usize);
            region.read(address, part).map_err(|_| OUTSIDE)?;
            into = rest;
        }
        Ok(())
    }

    /// Copies bytes from the caller.
    ///
    /// # Errors
    /// As for [`AddressSpaces::read`].
    pub fn write(&mut self, space: SpaceId, to: Address, mut from: &[u8]) -> Result<(), HalError> {
        const OUTSIDE: HalError = HalError::ContractBroken("range to write");
        let view = self.view(space, None).ok_or(OUTSIDE)?;
        for piece in view.pieces(to.0, from.len() as u64) {
            let (region, address, length) = piece.map_err(|_| OUTSIDE)?;
            let (part, rest) = from.split_at(length as usize);
            region.write(address, part).map_err(|_| OUTSIDE)?;
            from = rest;
        }
        Ok(())
    }
}

impl<S: MemorySource> Drop for AddressSpaces<'_, S> {
    fn drop(&mut self) {
        while let Some((place, base)) = self.state.first() {
            let arena = arena_of(place);
            let start = arena
                .and_then(|arena| self.state.range(arena))
                .map_or(0, |range| range.base);
            let Some(record) = self.state.vacate(place, base) else {
                break;
            };
            match (record.kind, arena) {
                (Kind::Device(_) | Kind::Host, Some(arena)) => {
                    self.source
                        .release(arena, base - start, record.length, record.backing.0);
                }
                (Kind::Foreign(_), _) => self.source.release_import(record.backing.0, record.length),
                _ => {}
            }
        }
    }
}

/// Where the bytes of records at a place come from, where the source commits them.
fn arena_of(place: Place) -> Option<Arena> {
    match place {
        Place::Device(device) => Some(Arena::Device(DeviceOrdinal(device as u32))),
        Place::Host => Some(Arena::Host),
        _ => None,
    }
}
