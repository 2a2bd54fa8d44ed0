//! Laws of tables, against a list of all that ever lived.

use alloc::vec::Vec;

use managed::ManagedSlice;
use proptest::prelude::*;

use super::*;

proptest! {
    #[test]
    fn names_tell_alive_from_stale_from_invented(steps in prop::collection::vec((0_u8..4, 0_usize..20), 1..200)) {
        let mut slots: Vec<Slot<usize>> = (0..6).map(|_| Slot::EMPTY).collect();
        let mut table = Table::new("things", ManagedSlice::Borrowed(&mut slots), 40);
        let mut all: Vec<(Id<usize>, Option<usize>)> = Vec::new();
        for (call, (step, choice)) in steps.into_iter().enumerate() {
            let call = call as u32;
            let chosen = (!all.is_empty()).then(|| choice % all.len());
            match (step, chosen) {
                (0 | 1, _) => {
                    let alive = all.iter().filter(|(_, value)| value.is_some()).count();
                    let inserted = table.insert(choice, call);
                    prop_assert_eq!(inserted.is_ok(), alive < 6);
                    if let Ok(id) = inserted {
                        prop_assert!(all.iter().all(|(other, _)| *other != id), "a name is used again");
                        all.push((id, Some(choice)));
                    }
                }
                (2, Some(chosen)) => {
                    let (id, value) = &mut all[chosen];
                    prop_assert_eq!(table.remove(*id, call), value.take());
                }
                (3, Some(chosen)) => {
                    let (id, value) = all[chosen];
                    let renamed = table.rename(id, call);
                    prop_assert_eq!(renamed.is_some(), value.is_some());
                    if let Some(renamed) = renamed {
                        all[chosen].1 = None;
                        all.push((renamed, value));
                    }
                }
                _ => {}
            }
            for (id, value) in &all {
                let expected = value.as_ref().map_or(Lookup::Stale, Lookup::Alive);
                prop_assert_eq!(table.lookup(*id), expected);
                prop_assert_eq!(table.get(*id), value.as_ref());
            }
            prop_assert_eq!(table.lookup(Id::new(choice as u32, 39)), Lookup::Never);
            prop_assert_eq!(table.lookup(Id::new(choice as u32, u32::MAX)), Lookup::Never);
            prop_assert_eq!(table.lookup(Id::new(6, 40)), Lookup::Never);
            let alive = all.iter().filter(|(_, value)| value.is_some()).count();
            prop_assert_eq!(table.len() as usize, alive);
            prop_assert_eq!(table.iter().count(), alive);
        }
    }
}

#[test]
fn a_slot_is_retired_when_its_generations_are_used_up() {
    let mut slots = [Slot::EMPTY];
    let mut table = Table::new("things", ManagedSlice::Borrowed(&mut slots), GENERATION_MAX - 1);
    let first = table.insert(1, 0).unwrap();
    table.remove(first, 1);
    let last = table.insert(2, 2).unwrap();
    assert_eq!(last.generation(), GENERATION_MAX);
    table.remove(last, 3);
    assert!(table.insert(3, 4).is_err());
    assert_eq!(table.lookup(last), Lookup::Stale);
}

#[test]
fn history_is_kept_until_a_slot_is_used_again() {
    let mut slots = [Slot::EMPTY];
    let mut table = Table::new("things", ManagedSlice::Borrowed(&mut slots), 1);
    let first = table.insert(1, 10).unwrap();
    let history = |created, destroyed| Some(History { created, destroyed });
    assert_eq!(table.history(first), history(10, None));
    table.remove(first, 20);
    assert_eq!(table.history(first), history(10, Some(20)));
    let second = table.insert(2, 30).unwrap();
    assert_eq!(table.history(first), None);
    let renamed = table.rename(second, 40).unwrap();
    assert_eq!(table.history(second), history(30, Some(40)));
    assert!(table.history(renamed).is_some());
}

#[test]
#[cfg(feature = "alloc")]
fn owned_tables_grow() {
    let mut table = Table::new("things", Vec::new().into(), 1);
    let ids: Vec<_> = (0..100).map(|value| table.insert(value, 0).unwrap()).collect();
    assert!(ids.iter().zip(0..).all(|(id, value)| table.get(*id) == Some(&value)));
}
