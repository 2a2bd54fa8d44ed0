//! Peer access: kernels of one context that reach memory of another device's context. It is directed, and belongs to a
//! pair of contexts.

use musa_hal::{DeviceOrdinal, Dialect, Hal};

use crate::context::{Context, ContextId};
use crate::error::{Error, Rejection};
use crate::id::Handle;
use crate::memory::{Allocation, MemoryKind};
use crate::pool::Rights;
use crate::process::Process;
use crate::rule::Rule;
use crate::thread::ThreadId;

/// The most peers of a context.
pub(crate) const MAX_PEERS: usize = 8;

/// The contexts whose memory a context may access.
pub(crate) type Peers = heapless::Vec<ContextId, MAX_PEERS>;

/// What can be asked about a pair of devices. The numbers are the API's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PeerAttribute {
    /// How fast the way between them is; the fastest is zero.
    PerformanceRank = 1,
    /// Whether one can access the other's memory.
    Access = 2,
    /// Whether all atomic operations work across.
    NativeAtomics = 3,
    /// Whether arrays can be accessed.
    Arrays = 4,
    /// Whether only some atomic operations work across; the reference has this.
    PartialAtomics = 5,
}

impl PeerAttribute {
    fn from_number(number: u32, dialect: Dialect) -> Option<Self> {
        Some(match number {
            1 => Self::PerformanceRank,
            2 => Self::Access,
            3 => Self::NativeAtomics,
            4 => Self::Arrays,
            5 if dialect == Dialect::Reference => Self::PartialAtomics,
            _ => return None,
        })
    }
}

impl Process<'_> {
    /// Whether kernels of one device can be allowed to access another's memory. A device is no peer of itself.
    ///
    /// # Errors
    /// No such device.
    pub fn can_access_peer<H: Hal + ?Sized>(&self, hal: &mut H, device: i32, peer: i32) -> Result<bool, Error> {
        let (device, _) = self.device(hal, device)?;
        let (peer, _) = self.device(hal, peer)?;
        Ok(device != peer && hal.sharing().is_some())
    }

    /// An attribute of a pair of devices.
    ///
    /// # Errors
    /// No such device, one and the same, or no such attribute.
    pub fn peer_attribute<H: Hal + ?Sized>(
        &self,
        hal: &mut H,
        attribute: u32,
        device: i32,
        peer: i32,
    ) -> Result<i32, Error> {
        let (from, info) = self.device(hal, device)?;
        let dialect = info.dialect;
        let (to, _) = self.device(hal, peer)?;
        if from == to {
            return Err(Rejection::new(Rule::PeerSelf).argument("dstDevice").into());
        }
        let reachable = i32::from(hal.sharing().is_some());
        let refusal = Rejection::new(Rule::PeerAttribute).argument("attrib");
        let attribute = PeerAttribute::from_number(attribute, dialect).ok_or(refusal.value(attribute.into()))?;
        Ok(match attribute {
            PeerAttribute::PerformanceRank | PeerAttribute::PartialAtomics => 0,
            PeerAttribute::Access | PeerAttribute::NativeAtomics | PeerAttribute::Arrays => reachable,
        })
    }

    /// The context of a handle that is to be a peer.
    fn peer_context(&self, handle: Handle<Context>) -> Result<ContextId, Error> {
        match self.living_context(handle) {
            Ok((id, _)) => Ok(id),
            Err(Error::Rejected(rejection)) if rejection.rule == Rule::ContextStale => {
                Err(Rejection::new(Rule::PeerDestroyed).argument("peerContext").into())
            }
            Err(Error::Rejected(rejection)) if rejection.rule == Rule::ContextNull => {
                Err(Rejection::new(Rule::PeerNull).argument("peerContext").into())
            }
            Err(error) => Err(error),
        }
    }

    /// Lets kernels of the current context access memory of another one's device.
    ///
    /// # Errors
    /// Flags; no context to be a peer, or one of the same device; enabled already; no room.
    pub fn enable_peer_access<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        peer: Handle<Context>,
        flags: u32,
    ) -> Result<(), Error> {
        let current = self.current(thread)?;
        if peer == Handle::Null {
            return Err(Rejection::new(Rule::PeerNull).argument("peerContext").into());
        }
        if flags != 0 {
            let rejection = Rejection::new(Rule::PeerFlags).argument("Flags");
            return Err(rejection.value(flags.into()).into());
        }
        let peer = self.peer_context(peer)?;
        let refuse = |rule| Err(Rejection::new(rule).argument("peerContext").subject(peer).into());
        if self.context(current)?.device == self.context(peer)?.device || hal.sharing().is_none() {
            return refuse(Rule::PeerDevice);
        }
        if self.context(current)?.peers.contains(&peer) {
            return refuse(Rule::PeerTwice);
        }
        if self.context_mut(current)?.peers.push(peer).is_err() {
            return refuse(Rule::PeerCount);
        }
        let linked = self.link_devices(hal, current, self.context(peer)?.device);
        if linked.is_err() {
            self.context_mut(current)?.peers.retain(|other| *other != peer);
        }
        linked
    }

    /// Takes back what [`Process::enable_peer_access`] allowed.
    ///
    /// # Errors
    /// No context that could be a peer, or not enabled.
    pub fn disable_peer_access<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        peer: Handle<Context>,
    ) -> Result<(), Error> {
        let current = self.current(thread)?;
        let peer = self.peer_context(peer)?;
        if !self.context(current)?.peers.contains(&peer) {
            let rejection = Rejection::new(Rule::PeerDisabled).argument("peerContext");
            return Err(rejection.subject(peer).into());
        }
        self.context_mut(current)?.peers.retain(|other| *other != peer);
        self.link_devices(hal, current, self.context(peer)?.device)
    }

    /// Whether kernels and fills of a context may access memory of a device: its own, or a peer's.
    pub(crate) fn reaches(&self, id: ContextId, device: DeviceOrdinal) -> Result<bool, Error> {
        let context = self.context(id)?;
        let mut peers = context.peers.iter().filter_map(|peer| self.contexts.get(*peer));
        Ok(context.device == device || peers.any(|peer| peer.device == device))
    }

    /// Which devices may access an allocation, where that was said for it alone.
    pub(crate) fn rights(&self, allocation: &Allocation) -> Option<Rights> {
        match allocation.kind {
            MemoryKind::Pool(pool) => self.pool_rights(pool),
            MemoryKind::Mapped { rights, .. } => Some(rights),
            _ => None,
        }
    }

    /// Whether a context's kernels and fills may write an allocation.
    pub(crate) fn may_write(&self, id: ContextId, allocation: &Allocation) -> Result<bool, Error> {
        match self.rights(allocation) {
            Some(rights) => Ok(rights.flags(self.context(id)?.device) & 2 != 0),
            None if allocation.kind.on_host() => Ok(!allocation.kind.is_for_reading()),
            None => self.reaches(id, allocation.device),
        }
    }

    /// Ends every peer access of a context, in both directions.
    pub(crate) fn forget_peers<H: Hal + ?Sized>(&mut self, hal: &mut H, id: ContextId) -> Result<(), Error> {
        let device = self.context(id)?.device;
        let peers = core::mem::take(&mut self.context_mut(id)?.peers);
        for peer in peers {
            let to = self.context(peer)?.device;
            self.link_devices(hal, id, to)?;
        }
        while let Some(other) = self.contexts.find(|context| context.peers.contains(&id)) {
            self.context_mut(other)?.peers.retain(|peer| *peer != id);
            self.link_devices(hal, other, device)?;
        }
        Ok(())
    }

    /// Tells the machine whether any context of a device may access memory of another device.
    fn link_devices<H: Hal + ?Sized>(&self, hal: &mut H, from: ContextId, to: DeviceOrdinal) -> Result<(), Error> {
        let device = self.context(from)?.device;
        let reaches = |peer: &ContextId| self.contexts.get(*peer).is_some_and(|peer| peer.device == to);
        let links = |context: &Context| context.device == device && context.peers.iter().any(reaches);
        let allowed = self.contexts.find(links).is_some();
        let space = self.space()?;
        match hal.sharing() {
            Some(sharing) => Ok(sharing.set_peer(space, device, to, allowed)?),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::{Fill, Mode};
    use crate::stream::StreamArgument;
    use crate::testing::{T, World, rule};

    /// Two devices, a context on each, the first one current.
    fn world() -> (World, ContextId, ContextId) {
        let mut world = World::with(&[Dialect::Reference, Dialect::Musa], 16);
        let World { process, hal } = &mut world;
        let near = process.create_context(hal, T, 0, 0).unwrap();
        let far = process.create_context(hal, T, 0, 1).unwrap();
        process.set_current(T, near.into()).unwrap();
        (world, near, far)
    }

    #[test]
    fn access_is_directed_and_counted_by_pairs_of_contexts() {
        let (mut world, near, far) = world();
        let World { process, hal } = &mut world;
        let device = |ordinal| DeviceOrdinal(ordinal);
        assert_eq!(
            rule(process.disable_peer_access(hal, T, far.into())),
            Rule::PeerDisabled
        );
        process.enable_peer_access(hal, T, far.into(), 0).unwrap();
        assert!(hal.is_peer(device(0), device(1)) && !hal.is_peer(device(1), device(0)));
        assert_eq!(rule(process.enable_peer_access(hal, T, far.into(), 0)), Rule::PeerTwice);
        process.set_current(T, far.into()).unwrap();
        assert_eq!(
            rule(process.disable_peer_access(hal, T, near.into())),
            Rule::PeerDisabled
        );
        let other = process.create_context(hal, T, 0, 1).unwrap();
        process.set_current(T, near.into()).unwrap();
        process.enable_peer_access(hal, T, other.into(), 0).unwrap();
        process.disable_peer_access(hal, T, far.into()).unwrap();
        assert!(
            hal.is_peer(device(0), device(1)),
            "another context of the device is still a peer"
        );
        let pending = process.destroy_context(hal, other.into()).unwrap();
        world.finish(pending).unwrap();
        assert!(!world.hal.is_peer(device(0), device(1)));
    }

    #[test]
    fn what_can_be_no_peer_is_refused() {
        let (mut world, near, far) = world();
        let World { process, hal } = &mut world;
        assert_eq!(
            rule(process.enable_peer_access(hal, T, near.into(), 1)),
            Rule::PeerFlags
        );
        assert_eq!(
            rule(process.enable_peer_access(hal, T, near.into(), 0)),
            Rule::PeerDevice
        );
        assert_eq!(
            rule(process.enable_peer_access(hal, T, Handle::Null, 0)),
            Rule::PeerNull
        );
        let pending = process.destroy_context(hal, far.into()).unwrap();
        process.pop_context(T).unwrap();
        world.finish(pending).unwrap();
        let World { process, hal } = &mut world;
        process.set_current(T, near.into()).unwrap();
        assert_eq!(
            rule(process.enable_peer_access(hal, T, far.into(), 0)),
            Rule::PeerDestroyed
        );
        for _ in 0..MAX_PEERS {
            let peer = process.create_context(hal, T, 0, 1).unwrap();
            process.set_current(T, near.into()).unwrap();
            process.enable_peer_access(hal, T, peer.into(), 0).unwrap();
        }
        let peer = process.create_context(hal, T, 0, 1).unwrap();
        process.set_current(T, near.into()).unwrap();
        assert_eq!(
            rule(process.enable_peer_access(hal, T, peer.into(), 0)),
            Rule::PeerCount
        );
    }

    #[test]
    fn a_fill_of_a_devices_memory_needs_access_to_it() {
        let (mut world, near, far) = world();
        let World { process, hal } = &mut world;
        let address = process.allocate_device(hal, T, 64).unwrap();
        process.set_current(T, far.into()).unwrap();
        let fill = Fill::row(address, 1, 1, 64);
        let stream = StreamArgument::Legacy;
        let refused = process.fill(hal, T, stream, Mode::Asynchronous, &fill);
        assert_eq!(rule(refused), Rule::FillPeer);
        process.enable_peer_access(hal, T, near.into(), 0).unwrap();
        let pending = process.fill(hal, T, stream, Mode::Asynchronous, &fill).unwrap();
        world.finish(pending).unwrap();
    }

    #[test]
    fn devices_are_asked_in_pairs() {
        let (mut world, ..) = world();
        let World { process, hal } = &mut world;
        assert_eq!(process.can_access_peer(hal, 0, 1), Ok(true));
        assert_eq!(process.can_access_peer(hal, 1, 1), Ok(false));
        assert_eq!(rule(process.can_access_peer(hal, 0, 2)), Rule::DeviceOrdinal);
        assert_eq!(rule(process.peer_attribute(hal, 9, 0, 0)), Rule::PeerSelf);
        assert_eq!(rule(process.peer_attribute(hal, 0, 0, 1)), Rule::PeerAttribute);
        assert_eq!(process.peer_attribute(hal, 2, 0, 1), Ok(1));
        assert_eq!(process.peer_attribute(hal, 5, 0, 1), Ok(0));
        assert_eq!(rule(process.peer_attribute(hal, 5, 1, 0)), Rule::PeerAttribute);
    }
}
