//! The map of all addresses, without the source of their bytes.

use managed::ManagedSlice;
use musa_hal::{DeviceOrdinal, HalError, NearestAllocation, Resource, SpaceId};

use super::arena::Range;
use super::freed::{Freed, FreedRange};
use super::map::{GRANULE, IMPORTS, MAPPINGS};
use super::record::{Kind, Record};
use super::source::Arena;
use super::spaces::{MAX_DEVICES, MemoryStorage, Space};
use super::tree::{Extent, Pool, Tree};
use crate::growth::grow;

/// The range that an address belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Device(usize),
    Host,
    Imports,
    Reservations,
    Mapped,
    Registered,
}

#[derive(Clone, Copy, Debug)]
struct DeviceMemory {
    range: Range,
    total: u64,
    used: u64,
}

/// See the module.
#[derive(Debug)]
pub(super) struct State<'a> {
    pub(super) pool: Pool<'a>,
    devices: heapless::Vec<DeviceMemory, MAX_DEVICES>,
    host: Range,
    imports: Option<Range>,
    /// Addresses that are reserved for mappings.
    reservations: Option<Range>,
    /// What is mapped there.
    mapped: Tree,
    spaces: ManagedSlice<'a, Space>,
    pub(super) freed: Freed,
}

const EMPTY_RANGE: Range = Range {
    base: 0,
    length: 0,
    tree: Tree::EMPTY,
};

impl<'a> State<'a> {
    pub(super) fn new(mut storage: MemoryStorage<'a>) -> Self {
        storage.spaces.fill_with(Space::default);
        Self {
            pool: Pool::new(storage.nodes),
            devices: heapless::Vec::new(),
            host: EMPTY_RANGE,
            imports: None,
            reservations: None,
            mapped: Tree::EMPTY,
            spaces: storage.spaces,
            freed: Freed::new(),
        }
    }

    pub(super) fn add_device(&mut self, base: u64, length: u64, total: u64) -> Result<(), HalError> {
        let range = self.new_range(base, length)?;
        self.devices
            .push(DeviceMemory { range, total, used: 0 })
            .map_err(|_| HalError::ContractBroken("number of devices"))
    }

    pub(super) fn set_host(&mut self, base: u64, length: u64) -> Result<(), HalError> {
        self.host = self.new_range(base, length)?;
        Ok(())
    }

    fn new_range(&mut self, base: u64, length: u64) -> Result<Range, HalError> {
        Range::new(&mut self.pool, base, length).ok_or(HalError::Exhausted(Resource::Table("allocations")))
    }

    pub(super) fn devices(&self) -> usize {
        self.devices.len()
    }

    pub(super) fn capacity(&self, device: DeviceOrdinal) -> (u64, u64) {
        let memory = self.devices.get(device.0 as usize);
        memory.map_or((0, 0), |memory| {
            (memory.total, memory.total.saturating_sub(memory.used))
        })
    }

    pub(super) fn space(&self, space: SpaceId) -> Option<&Space> {
        self.spaces.iter().find(|entry| entry.id == Some(space))
    }

    pub(super) fn space_mut(&mut self, space: SpaceId) -> Option<&mut Space> {
        self.spaces.iter_mut().find(|entry| entry.id == Some(space))
    }

    /// A slot that no space uses.
    pub(super) fn free_space(&mut self) -> Option<&mut Space> {
        let free = self.spaces.iter().position(|entry| entry.id.is_none());
        let place = free.unwrap_or(self.spaces.len());
        match grow(&mut self.spaces, place + 1, Space::default) {
            true => self.spaces.get_mut(place),
            false => None,
        }
    }

    pub(super) fn range(&self, arena: Arena) -> Option<&Range> {
        match arena {
            Arena::Host => Some(&self.host),
            Arena::Device(device) => self.devices.get(device.0 as usize).map(|memory| &memory.range),
        }
    }

    /// The range that an address lies in; registered memory can be anywhere else.
    pub(super) fn place(&self, address: u64) -> Option<Place> {
        if let Some(device) = self.devices.iter().position(|memory| memory.range.contains(address)) {
            return Some(Place::Device(device));
        }
        if self.host.contains(address) {
            return Some(Place::Host);
        }
        if IMPORTS.contains(&address) {
            return Some(Place::Imports);
        }
        MAPPINGS.contains(&address).then_some(Place::Mapped)
    }

    fn tree(&self, place: Place) -> Option<Tree> {
        match place {
            Place::Device(device) => self.devices.get(device).map(|memory| memory.range.tree),
            Place::Host => Some(self.host.tree),
            Place::Imports => self.imports.map(|range| range.tree),
            Place::Reservations => self.reservations.map(|range| range.tree),
            Place::Mapped => Some(self.mapped),
            Place::Registered => None,
        }
    }

    /// What lies at an address in a space.
    #[inline]
    pub(super) fn find(&self, space: SpaceId, address: u64) -> Option<(Extent<'_>, Place)> {
        self.find_in(self.space(space)?, address)
    }

    pub(super) fn find_in(&self, space: &Space, address: u64) -> Option<(Extent<'_>, Place)> {
        let place = self.place(address).unwrap_or(Place::Registered);
        let tree = self.tree(place).unwrap_or(space.registered);
        let found = self.pool.find(tree, address)?;
        let record = found.record?;
        record.is_reached_by(space.id).then_some((found, place))
    }

    /// The record that begins at an address in some place.
    pub(super) fn record(&self, place: Place, base: u64) -> Option<&Record> {
        self.record_in(self.tree(place)?, base)
    }

    fn record_in(&self, tree: Tree, base: u64) -> Option<&Record> {
        let found = self.pool.find(tree, base)?;
        found.record.filter(|_| found.base == base)
    }

    /// What was exported and freed, and is used by nothing here, by its address.
    pub(super) fn lent(&self, place: Place) -> impl Iterator<Item = (u64, &Record)> + '_ {
        let tree = self.tree(place).unwrap_or(Tree::EMPTY);
        let is_lent = |record: &Record| record.orphan && record.exported && record.shares == 0;
        self.records(tree)
            .filter(move |(_, record)| is_lent(record) && record.kind != Kind::Nothing)
    }

    /// The record of a space that begins at an address in some place, hidden ones too.
    pub(super) fn own(&self, space: SpaceId, place: Place, base: u64) -> Option<&Record> {
        let record = match place {
            Place::Registered => self.record_in(self.space(space)?.registered, base),
            _ => self.record(place, base),
        };
        record.filter(|record| record.space == space && !record.orphan)
    }

    pub(super) fn record_mut(&mut self, place: Place, base: u64) -> Option<&mut Record> {
        let tree = self.tree(place)?;
        self.pool.record_mut(tree, base)
    }

    /// Puts a record at a place in an arena.
    pub(super) fn occupy(&mut self, arena: Arena, base: u64, extent: u64, record: Record) {
        let range = match arena {
            Arena::Host => &mut self.host,
            Arena::Device(device) => match self.devices.get_mut(device.0 as usize) {
                Some(memory) => {
                    memory.used += record.length;
                    &mut memory.range
                }
                None => return,
            },
        };
        range.occupy(&mut self.pool, base, extent, record);
    }

    /// Takes a record away; its addresses stay occupied until [`Freed`] lets them go.
    pub(super) fn retire(&mut self, place: Place, base: u64, freed: FreedRange) -> Option<Record> {
        let record = self.record_mut(place, base)?;
        let nothing = Record {
            kind: Kind::Nothing,
            orphan: true,
            length: 0,
            ..record.clone()
        };
        let record = core::mem::replace(record, nothing);
        if let Place::Device(device) = place
            && let Some(memory) = self.devices.get_mut(device)
        {
            memory.used = memory.used.saturating_sub(record.length);
        }
        let held = Some(place);
        if let Some((place, base)) = self.freed.remember(FreedRange { held, ..freed }) {
            self.vacate(place, base);
        }
        Some(record)
    }

    /// Lets all addresses go that are occupied though their memory was freed; false when there were none.
    pub(super) fn end_quarantine(&mut self) -> bool {
        let mut some = false;
        while let Some((place, base)) = self.freed.let_one_go() {
            self.vacate(place, base);
            some = true;
        }
        some
    }

    /// Makes sure that `count` nodes can be used.
    pub(super) fn reserve(&mut self, count: usize) -> Result<(), HalError> {
        if self.pool.reserve(count) || (self.end_quarantine() && self.pool.reserve(count)) {
            return Ok(());
        }
        Err(HalError::Exhausted(Resource::Table("allocations")))
    }

    /// Takes a record and its addresses away.
    pub(super) fn vacate(&mut self, place: Place, base: u64) -> Option<Record> {
        match place {
            Place::Device(device) => {
                let memory = self.devices.get_mut(device)?;
                let record = memory.range.vacate(&mut self.pool, base)?;
                memory.used = memory.used.saturating_sub(record.length);
                Some(record)
            }
            Place::Host => self.host.vacate(&mut self.pool, base),
            Place::Imports => self.imports.as_mut()?.vacate(&mut self.pool, base),
            Place::Reservations => self.reservations.as_mut()?.vacate(&mut self.pool, base),
            Place::Mapped => self.pool.remove(&mut self.mapped, base)?.1,
            Place::Registered => None,
        }
    }

    /// Room for an import. The range is made at first need, so that machines without imports pay no node for it.
    pub(super) fn place_import(&mut self, extent: u64) -> Option<u64> {
        if self.imports.is_none() {
            self.reserve(3).ok()?;
            self.imports = Range::new(&mut self.pool, IMPORTS.start, IMPORTS.end - IMPORTS.start);
        }
        let found = self.imports?.place(&self.pool, extent, GRANULE, 0);
        if found.is_some() || !self.end_quarantine() {
            return found;
        }
        self.imports?.place(&self.pool, extent, GRANULE, 0)
    }

    /// Addresses for a reservation: the wanted ones, if they are free.
    pub(super) fn place_reservation(&mut self, extent: u64, align: u64, wanted: Option<u64>) -> Option<u64> {
        if self.reservations.is_none() {
            self.reserve(3).ok()?;
            self.reservations = Range::new(&mut self.pool, MAPPINGS.start, MAPPINGS.end - MAPPINGS.start);
        }
        let range = self.reservations?;
        let fits = |base: &u64| {
            let hole = self.pool.find(range.tree, *base);
            let rest = |hole: Extent<'_>| hole.length - (*base - hole.base);
            base.is_multiple_of(align) && hole.is_some_and(|hole| hole.record.is_none() && rest(hole) >= extent)
        };
        wanted
            .filter(fits)
            .or_else(|| range.place(&self.pool, extent, align, 0))
    }

    pub(super) fn occupy_reservation(&mut self, base: u64, extent: u64, record: Record) {
        if let Some(range) = &mut self.reservations {
            range.occupy(&mut self.pool, base, extent, record);
        }
    }

    /// Whether a range lies in a reservation of a space.
    pub(super) fn is_reserved(&self, space: SpaceId, base: u64, length: u64) -> bool {
        let tree = self.reservations.map(|range| range.tree);
        let found = tree.and_then(|tree| self.pool.find(tree, base));
        found.is_some_and(|found| {
            let own = found
                .record
                .is_some_and(|record| record.space == space && !record.orphan);
            own && found.length - (base - found.base) >= length
        })
    }

    /// Whether something is mapped in a range of at least one byte.
    pub(super) fn is_mapped(&self, base: u64, length: u64) -> bool {
        let next = self.pool.after(self.mapped, base);
        self.pool.find(self.mapped, base).is_some() || next.is_some_and(|next| next.base - base < length)
    }

    pub(super) fn add_mapped(&mut self, base: u64, record: Record) {
        self.pool.add(&mut self.mapped, base, record.length, Some(record));
    }

    pub(super) fn occupy_import(&mut self, base: u64, extent: u64, record: Record) {
        if let Some(range) = &mut self.imports {
            range.occupy(&mut self.pool, base, extent, record);
        }
    }

    pub(super) fn add_registered(&mut self, space: SpaceId, base: u64, record: Record) -> Result<(), HalError> {
        let entry = self.spaces.iter_mut().find(|entry| entry.id == Some(space));
        let entry = entry.ok_or(HalError::ContractBroken("space"))?;
        self.pool.add(&mut entry.registered, base, record.length, Some(record));
        Ok(())
    }

    pub(super) fn forget_registered(&mut self, space: SpaceId, base: u64) {
        if let Some(entry) = self.spaces.iter_mut().find(|entry| entry.id == Some(space)) {
            self.pool.remove(&mut entry.registered, base);
        }
    }

    /// Whether a range of host addresses meets something that the space already has.
    pub(super) fn overlaps(&self, space: SpaceId, base: u64, end: u64) -> bool {
        let Some(entry) = self.space(space) else { return true };
        let last = end - 1;
        self.place(base).is_some()
            || self.place(last).is_some()
            || self.pool.find(entry.registered, base).is_some()
            || self
                .pool
                .after(entry.registered, base)
                .is_some_and(|next| next.base <= last)
    }

    /// Something that a space owns: mappings before what they show and where they are.
    pub(super) fn first_owned(&self, space: SpaceId) -> Option<(Place, u64)> {
        let is_owned = |record: &Record| record.space == space && !record.orphan;
        let registered = (Place::Registered, self.space(space)?.registered);
        let mut trees = self.trees().chain([registered]);
        trees.find_map(|(place, tree)| {
            let mut records = self.records(tree);
            let owned = records.find(|(_, record)| is_owned(record));
            owned.map(|(base, _)| (place, base))
        })
    }

    fn trees(&self) -> impl Iterator<Item = (Place, Tree)> + '_ {
        let devices = self.devices.iter().enumerate();
        let devices = devices.map(|(device, memory)| (Place::Device(device), memory.range.tree));
        let optional = |place, range: Option<Range>| range.map(|range| (place, range.tree));
        [(Place::Mapped, self.mapped)]
            .into_iter()
            .chain(devices)
            .chain([(Place::Host, self.host.tree)])
            .chain(optional(Place::Imports, self.imports))
            .chain(optional(Place::Reservations, self.reservations))
    }

    /// Some record that is not a registration.
    pub(super) fn first(&self) -> Option<(Place, u64)> {
        self.trees().find_map(|(place, tree)| {
            let (base, _) = self.records(tree).next()?;
            Some((place, base))
        })
    }

    /// All records of a tree, by ascending address.
    fn records(&self, tree: Tree) -> impl Iterator<Item = (u64, &Record)> + '_ {
        let first = self.pool.find(tree, 0).or_else(|| self.pool.after(tree, 0));
        core::iter::successors(first, move |extent| self.pool.after(tree, extent.base))
            .filter_map(|extent| Some((extent.base, extent.record?)))
    }

    /// The allocation of a space nearest to an address; one that has been freed only where it held the address.
    pub(super) fn nearest(&self, space: SpaceId, address: u64) -> Option<NearestAllocation> {
        let mut freed = self.freed.of(space);
        if let Some(range) = freed.find(|range| address.wrapping_sub(range.base) < range.size) {
            return Some(NearestAllocation {
                base: musa_hal::Address(range.base),
                size: range.size,
                freed: true,
                denied: None,
            });
        }
        let entry = self.space(space)?;
        let tree = self
            .place(address)
            .and_then(|place| self.tree(place))
            .unwrap_or(entry.registered);
        let owned = |extent: &Extent<'_>| extent.record.is_some_and(|record| record.is_reached_by(Some(space)));
        let below = self.below(tree, address, owned);
        let mut above = core::iter::successors(self.pool.after(tree, address), |extent| {
            self.pool.after(tree, extent.base)
        });
        let above = above.by_ref().take(STEPS).find(owned);
        let distance = |extent: &Extent<'_>| match extent.base.checked_sub(address) {
            Some(gap) => gap,
            None => (address - extent.base).saturating_sub(extent.record.map_or(0, |record| record.size)),
        };
        let best = below.into_iter().chain(above).min_by_key(distance)?;
        Some(NearestAllocation {
            base: musa_hal::Address(best.base),
            size: best.record?.size,
            freed: false,
            denied: None,
        })
    }

    fn below(&self, tree: Tree, address: u64, owned: impl Fn(&Extent<'_>) -> bool) -> Option<Extent<'_>> {
        let first = self.pool.at_or_before(tree, address);
        let mut extents = core::iter::successors(first, |extent| {
            self.pool.at_or_before(tree, extent.base.checked_sub(1)?)
        });
        extents.by_ref().take(STEPS).find(owned)
    }
}

/// How far a search for the nearest allocation of a space looks past those of others.
const STEPS: usize = 64;

impl Kind {
    /// Whether a device may reach memory of this kind by the rule of peers.
    pub(super) fn reachable(self, device: DeviceOrdinal, space: &Space) -> bool {
        self.device().is_none_or(|owner| {
            owner == device
                || space
                    .peers
                    .get(device.0 as usize)
                    .is_some_and(|mask| mask >> (owner.0 % 32) & 1 == 1)
        })
    }
}
