use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ptr::NonNull;

use musa_hal::SpaceId;
use proptest::prelude::*;

use super::super::arena::Range;
use super::super::record::{Backing, Kind};
use super::*;

fn record(serial: u64, length: u64) -> Record {
    Record {
        backing: Backing(NonNull::dangling()),
        length,
        size: length,
        space: SpaceId(1),
        kind: Kind::Host,
        serial,
        shares: 0,
        orphan: false,
        hidden: false,
        exported: false,
        rights: None,
    }
}

/// Depth and order of a subtree, checked against what its nodes claim.
fn check(pool: &Pool<'_>, node: Link) -> (u8, u64, Vec<(u64, u64, bool)>) {
    if node == NONE {
        return (0, 0, Vec::new());
    }
    let entry = &pool.nodes[node as usize];
    let (left, below_left, mut extents) = check(pool, entry.left);
    let (right, below_right, after) = check(pool, entry.right);
    assert!(left.abs_diff(right) <= 1, "balance");
    let own = if entry.record.is_none() { entry.length } else { 0 };
    assert_eq!(
        entry.longest_free,
        own.max(below_left).max(below_right),
        "longest free extent"
    );
    assert_eq!(entry.height, 1 + left.max(right), "height");
    extents.push((entry.base, entry.length, entry.record.is_none()));
    extents.extend(after);
    (entry.height, entry.longest_free, extents)
}

#[derive(Clone, Debug)]
enum Step {
    Place { length: u64, align: u64, skip: u64 },
    Vacate(usize),
    Find(u64),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => (1_u64..40, 0_u32..6, 0_u64..4).prop_map(|(length, align, skip)| Step::Place { length, align: 1 << align, skip }),
        2 => any::<usize>().prop_map(Step::Vacate),
        1 => (900_u64..3100).prop_map(Step::Find),
    ]
}

proptest! {
    #[test]
    fn placement_never_overlaps_and_lookup_equals_a_model(steps in prop::collection::vec(step(), 1..200)) {
        let mut pool = Pool::new(ManagedSlice::Owned(Vec::new()));
        let mut range = Range::new(&mut pool, 1000, 2000).unwrap();
        let mut model: BTreeMap<u64, u64> = BTreeMap::new();
        for (serial, step) in steps.into_iter().enumerate() {
            match step {
                Step::Place { length, align, skip } => {
                    prop_assert!(pool.reserve(2));
                    let gaps = gaps(&model);
                    let fits = gaps.iter().any(|(from, to)| from.next_multiple_of(align) + length <= *to);
                    let place = range.place(&pool, length, align, skip);
                    prop_assert_eq!(place.is_some(), fits, "room is found exactly when there is some");
                    if let Some(base) = place {
                        prop_assert_eq!(base % align, 0);
                        prop_assert!(gaps.iter().any(|(from, to)| *from <= base && base + length <= *to));
                        range.occupy(&mut pool, base, length, record(serial as u64, length));
                        model.insert(base, length);
                    }
                }
                Step::Vacate(which) if !model.is_empty() => {
                    let base = *model.keys().nth(which % model.len()).unwrap();
                    let record = range.vacate(&mut pool, base).unwrap();
                    prop_assert_eq!(Some(record.length), model.remove(&base));
                }
                Step::Vacate(which) => prop_assert!(pool.remove(&mut range.tree, which as u64 + 5000).is_none()),
                Step::Find(address) => {
                    let found = pool.find(range.tree, address).filter(|extent| extent.record.is_some());
                    let expected = model.range(..=address).next_back().filter(|(base, length)| address - **base < **length);
                    prop_assert_eq!(found.map(|extent| extent.base), expected.map(|(base, _)| *base));
                }
            }
            let (_, _, extents) = check(&pool, range.tree.root);
            let mut next = 1000;
            let mut last_free = false;
            for (base, length, free) in extents {
                prop_assert_eq!(base, next, "the range is covered without holes");
                prop_assert!(!(free && last_free), "free neighbours are one");
                (next, last_free) = (base + length, free);
            }
            prop_assert_eq!(next, 3000);
        }
    }
}

fn gaps(model: &BTreeMap<u64, u64>) -> Vec<(u64, u64)> {
    let mut from = 1000;
    let mut gaps = Vec::new();
    for (base, length) in model {
        gaps.push((from, *base));
        from = base + length;
    }
    gaps.push((from, 3000));
    gaps
}

#[test]
fn a_full_pool_is_an_answer() {
    let mut nodes: [Node; 3] = core::array::from_fn(|_| Node::default());
    let mut pool = Pool::new(ManagedSlice::Borrowed(&mut nodes));
    let mut range = Range::new(&mut pool, 0, 100).unwrap();
    assert!(pool.reserve(2));
    let base = range.place(&pool, 10, 1, 3).unwrap();
    range.occupy(&mut pool, base, 10, record(1, 10));
    assert_eq!(base, 3);
    assert!(!pool.reserve(1), "three nodes: two free extents and one record");
    assert!(range.vacate(&mut pool, base).is_some());
    assert!(pool.reserve(2));
}

#[test]
fn a_million_records_stay_shallow() {
    let mut pool = Pool::new(ManagedSlice::Owned(Vec::new()));
    let mut tree = Tree::EMPTY;
    for base in 0..1_000_000_u64 {
        assert!(pool.reserve(1));
        pool.add(&mut tree, base * 1024, 1024, Some(record(base, 512)));
    }
    assert!(pool.height(tree.root) <= 29);
    assert_eq!(pool.find(tree, 777_777 * 1024 + 5).unwrap().base, 777_777 * 1024);
}
