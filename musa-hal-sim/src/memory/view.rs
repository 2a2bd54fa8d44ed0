//! What one device sees of one address space.

use musa_hal::{Denied, DeviceOrdinal, NearestAllocation, SpaceId};

use super::region::Region;
use super::spaces::Space;
use super::state::State;

/// A space, borrowed; see the module above.
#[derive(Clone, Copy, Debug)]
pub struct View<'m> {
    state: &'m State<'m>,
    space: &'m Space,
    id: SpaceId,
    device: Option<DeviceOrdinal>,
}

impl<'m> View<'m> {
    pub(super) fn new(state: &'m State<'_>, id: SpaceId, device: Option<DeviceOrdinal>) -> Option<Self> {
        let space = state.space(id)?;
        Some(Self {
            state,
            space,
            id,
            device,
        })
    }

    /// Whose memory this is.
    pub const fn space(&self) -> SpaceId {
        self.id
    }

    /// The device that looks; none for the host.
    pub const fn device(&self) -> Option<DeviceOrdinal> {
        self.device
    }

    /// The allocation whose granules hold an address, if the device may access it at all.
    pub fn region(&self, address: u64) -> Option<Region<'m>> {
        let (found, _) = self.state.find_in(self.space, address)?;
        let record = found.record?;
        if address - found.base >= record.length {
            return None;
        }
        let Some(device) = self.device else {
            return Some(Region::new(found.base, record, true));
        };
        if let Some(rights) = record.rights {
            let may = |mask: u32| mask >> (device.0 % 32) & 1 == 1;
            return may(rights.read).then(|| Region::new(found.base, record, may(rights.write)));
        }
        record
            .kind
            .reachable(device, self.space)
            .then(|| Region::new(found.base, record, true))
    }

    /// The pieces of a range, each in one allocation: its region, where it begins, and its bytes. Where there is nothing that
    /// may be accessed, the address, and no more after it.
    pub fn pieces(self, address: u64, bytes: u64) -> impl Iterator<Item = Result<(Region<'m>, u64, u64), u64>> {
        let mut rest = Some((address, bytes)).filter(|(_, bytes)| *bytes > 0);
        core::iter::from_fn(move || {
            let (address, bytes) = rest.take()?;
            let Some(region) = self.region(address) else {
                return Some(Err(address));
            };
            let here = region.rest(address).min(bytes);
            rest = address.checked_add(here).map(|next| (next, bytes - here));
            rest = rest.filter(|(_, bytes)| *bytes > 0);
            Some(Ok((region, address, here)))
        })
    }

    /// The allocation nearest to an address, and why the device may not access it if it lies in it, for the report of a
    /// fault.
    pub fn nearest(&self, address: u64) -> Option<NearestAllocation> {
        let mut nearest = self.state.nearest(self.id, address)?;
        nearest.denied = self.denied(address);
        Some(nearest)
    }

    fn denied(&self, address: u64) -> Option<Denied> {
        let device = self.device?;
        let (found, _) = self.state.find_in(self.space, address)?;
        let record = found.record.filter(|record| address - found.base < record.length)?;
        let may = |mask: u32| mask >> (device.0 % 32) & 1 == 1;
        match record.rights {
            Some(rights) if !may(rights.read) => Some(Denied::Access),
            Some(rights) if !may(rights.write) => Some(Denied::Write),
            Some(_) => None,
            None if record.kind.reachable(device, self.space) => None,
            None => record.kind.device().map(Denied::Peer),
        }
    }
}
