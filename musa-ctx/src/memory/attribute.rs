//! What can be asked about a pointer.

use musa_hal::{Address, DeviceAttribute, Dialect, Hal};

use super::{Allocation, MemoryKind, Place};
use crate::context::ContextId;
use crate::error::{Error, Rejection};
use crate::pool::PoolId;
use crate::process::Process;
use crate::rule::Rule;

macro_rules! pointer_attributes {
    ($($(#[$doc:meta])* $name:ident = $number:literal),+ $(,)?) => {
        /// A question about a pointer. The numbers are the API's.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u32)]
        pub enum PointerAttribute { $($(#[$doc])* $name = $number),+ }

        impl PointerAttribute {
            /// The attribute with this number.
            ///
            /// # Errors
            /// There is none.
            pub fn from_number(number: u32) -> Result<Self, Error> {
                match number {
                    $($number => Ok(Self::$name),)+
                    _ => Err(Rejection::new(Rule::PointerAttribute)
                        .argument("attribute")
                        .value(u64::from(number))
                        .into()),
                }
            }
        }
    };
}

pointer_attributes! {
    /// The context that owns the memory.
    Context = 1,
    /// Whether it is memory of the host (1) or of a device (2).
    MemoryType = 2,
    /// The address that devices have.
    DevicePointer = 3,
    /// The address that the host has.
    HostPointer = 4,
    /// Tokens for other drivers. The model has none.
    PeerTokens = 5,
    /// Whether copies are done when their calls return.
    SynchronousCopies = 6,
    /// A number that no other allocation has or had.
    BufferId = 7,
    /// Whether it is managed.
    IsManaged = 8,
    /// The device.
    DeviceOrdinal = 9,
    /// Whether other processes can open it.
    IsShareable = 10,
    /// The first byte of the allocation.
    RangeStart = 11,
    /// Bytes of the allocation.
    RangeSize = 12,
    /// Whether it is mapped.
    IsMapped = 13,
    /// Kinds of handles that it can be exported as.
    HandleTypes = 14,
    /// Whether other hardware can access it.
    IsRemoteAccessible = 15,
    /// Whether the current device may read it (1), and write it too (3).
    AccessFlags = 16,
    /// The pool that it comes from.
    Pool = 17,
    /// Bytes of the mapping that holds the allocation.
    MappingSize = 18,
    /// The first byte of the mapping that holds the allocation.
    MappingBase = 19,
    /// A number that no other block of memory has or had.
    BlockId = 20,
}

impl PointerAttribute {
    /// Whether it is one of those that later releases of the API have: of mappings, and of blocks of memory.
    const fn is_of_mappings(self) -> bool {
        matches!(self, Self::MappingSize | Self::MappingBase | Self::BlockId)
    }
}

/// An answer about a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeValue {
    /// A context.
    Context(ContextId),
    /// A pool.
    Pool(PoolId),
    /// An address, or null.
    Address(u64),
    /// A number of 8 bytes.
    Wide(u64),
    /// A number, or a yes or no, of 4 bytes.
    Word(u32),
}

impl Process<'_> {
    fn known_pointer(&self, address: Address) -> Result<Place, Error> {
        let unknown = Rejection::new(Rule::PointerUnknown)
            .argument("pointer")
            .value(address.0);
        self.place(address).ok_or(unknown.into())
    }

    /// An attribute of the memory that a pointer lies in. No context need be current.
    ///
    /// # Errors
    /// A pointer that lies in no memory that the driver knows, or a question that has no answer.
    pub fn pointer_attribute<H: Hal + ?Sized>(
        &self,
        hal: &H,
        attribute: PointerAttribute,
        address: Address,
    ) -> Result<AttributeValue, Error> {
        let place = self.known_pointer(address)?;
        let allocation = &place.allocation;
        let dialect = hal.device(allocation.device).map(|info| info.dialect);
        if attribute.is_of_mappings() && dialect == Some(Dialect::Musa) {
            let rejection = Rejection::new(Rule::PointerAttributeMapping).argument("attribute");
            return Err(rejection.value(u64::from(attribute as u32)).into());
        }
        let kind = allocation.kind;
        let (base, size) = self.range_of(&place);
        let word = |yes: bool| AttributeValue::Word(u32::from(yes));
        let device_says = |attribute| {
            let info = hal.device(allocation.device);
            info.and_then(|info| info.attribute(attribute))
                .is_some_and(|value| value != 0)
        };
        Ok(match attribute {
            PointerAttribute::Context => match allocation.context {
                Some(context) => AttributeValue::Context(context),
                None => AttributeValue::Address(0),
            },
            PointerAttribute::MemoryType => AttributeValue::Word(if kind.pinned() { 1 } else { 2 }),
            PointerAttribute::DevicePointer if !place.is_accessible() => {
                let rejection = Rejection::new(Rule::MapAccess).argument("pointer");
                return Err(rejection.value(address.0).into());
            }
            PointerAttribute::DevicePointer => AttributeValue::Address(address.0),
            PointerAttribute::HostPointer if kind.on_host() => AttributeValue::Address(address.0),
            PointerAttribute::HostPointer => {
                return Err(Rejection::new(Rule::PointerHost)
                    .argument("pointer")
                    .value(address.0)
                    .into());
            }
            PointerAttribute::PeerTokens => {
                return Err(Rejection::new(Rule::PointerTokens)
                    .argument("attribute")
                    .value(u64::from(attribute as u32))
                    .into());
            }
            // Hardware's driver says yes for managed memory before anybody has set it, though copies do not wait.
            PointerAttribute::SynchronousCopies => word(allocation.synchronous.unwrap_or(kind.managed())),
            PointerAttribute::BufferId | PointerAttribute::BlockId => AttributeValue::Wide(allocation.unique),
            PointerAttribute::IsManaged => word(kind.managed()),
            PointerAttribute::DeviceOrdinal => AttributeValue::Word(allocation.device.0),
            PointerAttribute::IsShareable => word(kind == MemoryKind::Device),
            PointerAttribute::RangeStart | PointerAttribute::MappingBase => AttributeValue::Address(base),
            PointerAttribute::RangeSize | PointerAttribute::MappingSize => AttributeValue::Wide(size),
            PointerAttribute::IsMapped => word(true),
            PointerAttribute::HandleTypes => AttributeValue::Wide(self.handle_types(kind)),
            PointerAttribute::IsRemoteAccessible => {
                word(kind == MemoryKind::Device && device_says(DeviceAttribute::GpuDirectRdmaSupported))
            }
            PointerAttribute::AccessFlags => AttributeValue::Word(self.own_access(allocation)),
            PointerAttribute::Pool => match kind {
                MemoryKind::Pool(pool) => AttributeValue::Pool(pool),
                _ => AttributeValue::Address(0),
            },
        })
    }

    /// The range that a place counts as: a mapping that of its reservation (`mem_mapping`), all else its own.
    fn range_of(&self, place: &Place) -> (u64, u64) {
        let reservation = || self.reservation_of(Address(place.base));
        match place.allocation.kind {
            MemoryKind::Mapped { .. } => reservation().unwrap_or((place.base, place.allocation.size)),
            _ => (place.base, place.allocation.size),
        }
    }

    /// Kinds of handles that memory can be exported by.
    fn handle_types(&self, kind: MemoryKind) -> u64 {
        match kind {
            MemoryKind::Pool(pool) => self.pools.get(pool).map_or(0, |pool| pool.handle_types().into()),
            MemoryKind::Mapped { memory, .. } => self.physical_handle_types(memory).into(),
            _ => 0,
        }
    }

    /// What the device of an allocation may do with it: 1 to read, 3 to read and write.
    fn own_access(&self, allocation: &Allocation) -> u32 {
        let rights = self.rights(allocation);
        let unlimited = if allocation.kind.is_for_reading() { 1 } else { 3 };
        rights.map_or(unlimited, |rights| rights.flags(allocation.device))
    }

    /// Notes that tokens for other drivers were asked for: from then on copies of memory of a device are done when their
    /// calls return, says hardware's driver (`mem_attributes`).
    pub fn note_tokens(&mut self, address: Address) {
        let place = self.place(address).filter(|place| !place.allocation.kind.pinned());
        if let Some(asked) = place.and_then(|place| self.allocations.get_mut(place.base)) {
            asked.synchronous = Some(true);
        }
    }

    /// Sets an attribute of memory: only whether copies are done when their calls return can be.
    ///
    /// # Errors
    /// Another attribute, or a pointer that lies in no memory that the driver knows.
    pub fn set_pointer_attribute(
        &mut self,
        attribute: PointerAttribute,
        address: Address,
        value: bool,
    ) -> Result<(), Error> {
        let place = self.known_pointer(address)?;
        let settable = attribute == PointerAttribute::SynchronousCopies;
        let allocation = self.allocations.get_mut(place.base).filter(|_| settable);
        let Some(allocation) = allocation else {
            return Err(Rejection::new(Rule::PointerSet)
                .argument("attribute")
                .value(u64::from(attribute as u32))
                .into());
        };
        allocation.synchronous = Some(value);
        Ok(())
    }
}
