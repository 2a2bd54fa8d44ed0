//! Laws of sorted maps, against the standard library's.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use managed::ManagedSlice;
use proptest::prelude::*;

use super::*;

/// A step: what is done, with which key and value.
type Step = (u8, u32, u16);

/// Does the steps with a map of so much room, and with the standard library's.
fn check(mut map: SortedMap<'_, u32, u16>, room: usize, steps: Vec<Step>) -> Result<(), TestCaseError> {
    let mut model = BTreeMap::new();
    for (step, key, value) in steps {
        match step {
            0..=2 => {
                let fits = model.len() < room || model.contains_key(&key);
                prop_assert_eq!(map.insert(key, value).is_ok(), fits);
                if fits {
                    model.insert(key, value);
                }
            }
            3 => prop_assert_eq!(map.remove(key), model.remove(&key)),
            _ => {
                map.retain(|other, kept| other % 3 != key % 3 || *kept > value);
                model.retain(|other, kept| *other % 3 != key % 3 || *kept > value);
            }
        }
        prop_assert!(map.iter().eq(model.iter().map(|(key, value)| (*key, value))));
        prop_assert_eq!(map.len(), model.len());
        prop_assert_eq!(map.get(key), model.get(&key));
        let below = model.range(..=key).next_back().map(|(key, value)| (*key, value));
        prop_assert_eq!(map.at_or_below(key), below);
        let above = model.range(key..).next().map(|(key, value)| (*key, value));
        prop_assert_eq!(map.at_or_above(key), above);
    }
    Ok(())
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec((0_u8..5, 0_u32..30, any::<u16>()), 1..200)
}

proptest! {
    #[test]
    fn over_slices_it_is_a_map_in_key_order(steps in steps()) {
        let mut entries: Vec<Option<(u32, u16)>> = (0..10).map(|_| None).collect();
        check(SortedMap::new("things", ManagedSlice::Borrowed(&mut entries)), 10, steps)?;
    }

    #[test]
    #[cfg(feature = "alloc")]
    fn owned_it_is_a_map_in_key_order(steps in steps()) {
        check(SortedMap::new("things", Vec::new().into()), usize::MAX, steps)?;
    }
}
