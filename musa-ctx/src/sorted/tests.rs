//! Laws of sorted maps, against the standard library's.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use managed::ManagedSlice;
use proptest::prelude::*;

use super::*;

proptest! {
    #[test]
    fn it_is_a_map_in_key_order(steps in prop::collection::vec((0_u8..5, 0_u32..30, any::<u16>()), 1..200)) {
        let mut entries: Vec<Option<(u32, u16)>> = (0..10).map(|_| None).collect();
        let mut map = SortedMap::new("things", ManagedSlice::Borrowed(&mut entries));
        let mut model = BTreeMap::new();
        for (step, key, value) in steps {
            match step {
                0..=2 => {
                    let fits = model.len() < 10 || model.contains_key(&key);
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
    }
}
