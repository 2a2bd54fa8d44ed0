//! Names of things. Each is the HAL's own number, opaque to everyone else; only the HAL makes them.

macro_rules! identity {
    ($($(#[$doc:meta])* $name:ident($inner:ty)),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub $inner);
    )+};
}

identity! {
    /// A device, counted from zero.
    DeviceOrdinal(u32),
    /// The address space of one process. Never used again once closed.
    SpaceId(u32),
    /// A queue: commands complete in the order of their submission.
    QueueId(u64),
    /// Memory of a device that has no address of its own.
    PhysicalId(u64),
    /// A loaded module image.
    ImageId(u64),
    /// A kernel of an image.
    KernelOrdinal(u32),
    /// A symbol (kernel or variable) of an image.
    SymbolOrdinal(u32),
    /// A place that keeps a virtual time.
    TimestampId(u64),
    /// A point in a queue: that many commands have been submitted to it. Complete when as many have completed.
    Ticket(u64),
}

/// A virtual address of a space, the same for host and device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Address(pub u64);

impl Address {
    /// The address `bytes` further on, if there is one.
    pub const fn checked_add(self, bytes: u64) -> Option<Self> {
        match self.0.checked_add(bytes) {
            Some(sum) => Some(Self(sum)),
            None => None,
        }
    }
}
