//! Devices as data.
//!
//! Values of the MUSA profiles come from public reports (`musa-api.md`, section 5); those that are not public are listed
//! in [`DeviceInfo::chosen`]. The reference profile is what measured hardware reported.

use musa_hal::DeviceInfo;

mod musa;
mod ref_sm90;
mod s4000;
mod s5000;
mod s80;

pub use ref_sm90::REF_SM90;
pub use s80::S80;
pub use s4000::S4000;
pub use s5000::S5000;

/// Every profile; the first is the default.
pub static ALL: [&DeviceInfo; 4] = [&S80, &S4000, &S5000, &REF_SM90];

/// The profile of a name.
pub fn find(name: &str) -> Option<&'static DeviceInfo> {
    ALL.into_iter().find(|device| device.profile == name)
}

#[cfg(test)]
mod tests {
    use musa_hal::DeviceAttribute as A;

    use super::*;

    fn value(device: &DeviceInfo, attribute: A) -> i64 {
        device.attribute(attribute).map(i64::from).unwrap()
    }

    #[test]
    fn tables_are_complete_and_sorted() {
        for device in ALL {
            let all = A::ALL
                .iter()
                .filter(|attribute| device.dialect == musa_hal::Dialect::Reference || **attribute != A::ClusterLaunch);
            assert!(
                all.eq(device.attributes.iter().map(|(attribute, _)| attribute)),
                "{}",
                device.profile
            );
            assert!(device.chosen.is_sorted());
            assert_eq!(find(device.profile), Some(device));
        }
        assert_eq!(find("s90"), None);
    }

    #[test]
    fn values_agree_with_each_other() {
        for device in ALL {
            let get = |attribute| value(device, attribute);
            assert_eq!(get(A::WarpSize), i64::from(device.warp_width));
            assert_eq!(get(A::ClockRate), i64::from(device.timing.core_clock));
            assert_eq!(get(A::AsyncEngineCount), i64::from(device.timing.copy_engines));
            assert!(get(A::MaxSharedMemoryPerBlock) <= get(A::MaxSharedMemoryPerBlockOptin));
            assert!(get(A::MaxSharedMemoryPerBlockOptin) <= get(A::MaxSharedMemoryPerMultiprocessor));
            assert_eq!(get(A::MaxThreadsPerMultiprocessor) % get(A::WarpSize), 0);
            assert!(get(A::MaxPersistingL2CacheSize) <= get(A::L2CacheSize));
            assert!(device.limits.persisting_l2 <= get(A::MaxPersistingL2CacheSize) as u64);
            let in_groups = device.occupancy.cluster_groups.iter().copied().map(i64::from).sum();
            assert_eq!(get(A::MultiprocessorCount), in_groups);
            assert!(device.pci.1 == get(A::PciBusId) as u32 && device.pci.2 == get(A::PciDeviceId) as u32);
            assert!(device.priorities.0 > device.priorities.1);
        }
    }

    #[test]
    fn public_values_of_the_default_device() {
        assert_eq!(value(&S80, A::MaxSharedMemoryPerBlock), 28_672);
        assert_eq!(value(&S80, A::MaxThreadsPerMultiprocessor), 6144);
        assert!(!S80.chosen.contains(&A::L2CacheSize) && S80.chosen.contains(&A::SurfaceAlignment));
        assert!(REF_SM90.chosen.is_empty());
    }
}
