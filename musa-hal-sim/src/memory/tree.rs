//! Balanced trees of extents, ordered by address, over one pool of nodes.
//!
//! Every extent is free or holds a region; a tree covers its range without holes. Each node knows the longest free
//! extent below it, so that finding room, finding what lies at an address, and giving room back are all O(log n). The
//! pool is the caller's slice, or grows. Depth is bounded by the AVL rule: at most 46 for any pool, so recursion is too.

use core::cmp::Ordering;

use managed::ManagedSlice;

use super::record::Record;
use crate::growth::grow;

/// The place of a node in the pool.
type Link = u32;

/// No node.
const NONE: Link = Link::MAX;

/// An extent of addresses. Only its storage is the caller's: make them with [`Node::default`].
#[derive(Debug)]
pub struct Node {
    base: u64,
    length: u64,
    longest_free: u64,
    record: Option<Record>,
    left: Link,
    right: Link,
    height: u8,
}

impl Node {
    /// Storage without an extent in it.
    pub const EMPTY: Self = {
        Self {
            base: 0,
            length: 0,
            longest_free: 0,
            record: None,
            left: NONE,
            right: NONE,
            height: 0,
        }
    };
}

impl Default for Node {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// A tree: the root of its nodes in a [`Pool`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Tree {
    root: Link,
}

impl Tree {
    /// A tree without extents.
    pub(super) const EMPTY: Self = Self { root: NONE };
}

/// Nodes for any number of trees.
#[derive(Debug)]
pub(super) struct Pool<'a> {
    nodes: ManagedSlice<'a, Node>,
    /// Nodes that have been used at least once.
    used: usize,
    /// Unused nodes among those, linked by `right`.
    spare: Link,
    spares: usize,
}

impl<'a> Pool<'a> {
    pub(super) fn new(nodes: ManagedSlice<'a, Node>) -> Self {
        Self {
            nodes,
            used: 0,
            spare: NONE,
            spares: 0,
        }
    }

    /// Makes sure that `count` extents can be added, growing where that is possible.
    #[must_use]
    pub(super) fn reserve(&mut self, count: usize) -> bool {
        let free = self.spares + (self.nodes.len() - self.used);
        if free >= count {
            return true;
        }
        let target = (self.nodes.len() * 2).max(64).min(NONE as usize);
        target.saturating_sub(self.nodes.len()) >= count && grow(&mut self.nodes, target, Node::default)
    }

    /// Adds an extent; the caller has called [`Pool::reserve`] and knows that nothing overlaps.
    pub(super) fn add(&mut self, tree: &mut Tree, base: u64, length: u64, record: Option<Record>) {
        let node = self.take();
        let entry = &mut self.nodes[node as usize];
        *entry = Node {
            base,
            length,
            longest_free: 0,
            record,
            left: NONE,
            right: NONE,
            height: 1,
        };
        self.refresh(node);
        tree.root = self.insert(tree.root, node);
    }

    /// Removes the extent that begins at `base`.
    pub(super) fn remove(&mut self, tree: &mut Tree, base: u64) -> Option<(u64, Option<Record>)> {
        self.find(*tree, base).filter(|found| found.base == base)?;
        let (root, gone) = self.delete(tree.root, base);
        tree.root = root;
        let entry = &mut self.nodes[gone as usize];
        let answer = (entry.length, entry.record.take());
        entry.right = self.spare;
        self.spare = gone;
        self.spares += 1;
        Some(answer)
    }

    /// The extent that holds an address, or the last one before it.
    pub(super) fn at_or_before(&self, tree: Tree, address: u64) -> Option<Extent<'_>> {
        let (mut node, mut best) = (tree.root, NONE);
        while node != NONE {
            let entry = &self.nodes[node as usize];
            if entry.base <= address {
                best = node;
                node = entry.right;
            } else {
                node = entry.left;
            }
        }
        self.extent(best)
    }

    /// The first extent that begins after an address.
    pub(super) fn after(&self, tree: Tree, address: u64) -> Option<Extent<'_>> {
        let (mut node, mut best) = (tree.root, NONE);
        while node != NONE {
            let entry = &self.nodes[node as usize];
            if entry.base > address {
                best = node;
                node = entry.left;
            } else {
                node = entry.right;
            }
        }
        self.extent(best)
    }

    /// The extent that holds an address.
    pub(super) fn find(&self, tree: Tree, address: u64) -> Option<Extent<'_>> {
        self.at_or_before(tree, address)
            .filter(|found| address - found.base < found.length)
    }

    /// The record of the extent that begins at `base`, to change it.
    pub(super) fn record_mut(&mut self, tree: Tree, base: u64) -> Option<&mut Record> {
        let mut node = tree.root;
        while node != NONE {
            let entry = &self.nodes[node as usize];
            node = match base.cmp(&entry.base) {
                Ordering::Less => entry.left,
                Ordering::Greater => entry.right,
                Ordering::Equal => return self.nodes[node as usize].record.as_mut(),
            };
        }
        None
    }

    /// The lowest free extent of at least `length` that begins at `from` or later, as base and length.
    pub(super) fn first_free(&self, tree: Tree, from: u64, length: u64) -> Option<(u64, u64)> {
        // The path to the first extent at or after `from`; everything right of the path is a candidate.
        let mut candidates = [NONE; MAX_DEPTH];
        let (mut depth, mut node) = (0, tree.root);
        while node != NONE {
            let entry = &self.nodes[node as usize];
            if entry.base >= from {
                candidates[depth] = node;
                depth += 1;
                node = entry.left;
            } else {
                node = entry.right;
            }
        }
        while depth > 0 {
            depth -= 1;
            let entry = &self.nodes[candidates[depth] as usize];
            if entry.record.is_none() && entry.length >= length {
                return Some((entry.base, entry.length));
            }
            if self.longest_free(entry.right) >= length {
                return self.lowest_free(entry.right, length);
            }
        }
        None
    }

    /// Changes where a free extent ends.
    pub(super) fn set_free_length(&mut self, tree: Tree, base: u64, length: u64) {
        self.set_length(tree.root, base, length);
    }

    fn lowest_free(&self, mut node: Link, length: u64) -> Option<(u64, u64)> {
        while node != NONE {
            let entry = &self.nodes[node as usize];
            if self.longest_free(entry.left) >= length {
                node = entry.left;
            } else if entry.record.is_none() && entry.length >= length {
                return Some((entry.base, entry.length));
            } else {
                node = entry.right;
            }
        }
        None
    }

    fn set_length(&mut self, node: Link, base: u64, length: u64) {
        if node == NONE {
            return;
        }
        let entry = &mut self.nodes[node as usize];
        match base.cmp(&entry.base) {
            Ordering::Less => {
                let left = entry.left;
                self.set_length(left, base, length);
            }
            Ordering::Greater => {
                let right = entry.right;
                self.set_length(right, base, length);
            }
            Ordering::Equal => entry.length = length,
        }
        self.refresh(node);
    }

    fn extent(&self, node: Link) -> Option<Extent<'_>> {
        (node != NONE).then(|| {
            let entry = &self.nodes[node as usize];
            Extent {
                base: entry.base,
                length: entry.length,
                record: entry.record.as_ref(),
            }
        })
    }

    fn take(&mut self) -> Link {
        if self.spare == NONE {
            self.used += 1;
            (self.used - 1) as Link
        } else {
            let node = self.spare;
            self.spare = self.nodes[node as usize].right;
            self.spares -= 1;
            node
        }
    }

    fn longest_free(&self, node: Link) -> u64 {
        if node == NONE {
            0
        } else {
            self.nodes[node as usize].longest_free
        }
    }

    fn height(&self, node: Link) -> u8 {
        if node == NONE {
            0
        } else {
            self.nodes[node as usize].height
        }
    }

    fn refresh(&mut self, node: Link) {
        let (left, right) = self.children(node);
        let height = 1 + self.height(left).max(self.height(right));
        let below = self.longest_free(left).max(self.longest_free(right));
        let entry = &mut self.nodes[node as usize];
        let own = if entry.record.is_none() { entry.length } else { 0 };
        entry.height = height;
        entry.longest_free = below.max(own);
    }

    fn children(&self, node: Link) -> (Link, Link) {
        let entry = &self.nodes[node as usize];
        (entry.left, entry.right)
    }

    fn rotate_right(&mut self, node: Link) -> Link {
        let pivot = self.nodes[node as usize].left;
        self.nodes[node as usize].left = self.nodes[pivot as usize].right;
        self.nodes[pivot as usize].right = node;
        self.refresh(node);
        self.refresh(pivot);
        pivot
    }

    fn rotate_left(&mut self, node: Link) -> Link {
        let pivot = self.nodes[node as usize].right;
        self.nodes[node as usize].right = self.nodes[pivot as usize].left;
        self.nodes[pivot as usize].left = node;
        self.refresh(node);
        self.refresh(pivot);
        pivot
    }

    fn balance(&mut self, node: Link) -> Link {
        self.refresh(node);
        let (left, right) = self.children(node);
        if self.height(left) > self.height(right) + 1 {
            let (outer, inner) = self.children(left);
            if self.height(inner) > self.height(outer) {
                let turned = self.rotate_left(left);
                self.nodes[node as usize].left = turned;
            }
            self.rotate_right(node)
        } else if self.height(right) > self.height(left) + 1 {
            let (inner, outer) = self.children(right);
            if self.height(inner) > self.height(outer) {
                let turned = self.rotate_right(right);
                self.nodes[node as usize].right = turned;
            }
            self.rotate_left(node)
        } else {
            node
        }
    }

    fn insert(&mut self, root: Link, node: Link) -> Link {
        if root == NONE {
            return node;
        }
        let (left, right) = self.children(root);
        if self.nodes[node as usize].base < self.nodes[root as usize].base {
            let grown = self.insert(left, node);
            self.nodes[root as usize].left = grown;
        } else {
            let grown = self.insert(right, node);
            self.nodes[root as usize].right = grown;
        }
        self.balance(root)
    }

    /// Unlinks the node with this base, which exists: the new root and the node.
    fn delete(&mut self, root: Link, base: u64) -> (Link, Link) {
        let (left, right) = self.children(root);
        let gone = match base.cmp(&self.nodes[root as usize].base) {
            Ordering::Less => {
                let (rest, gone) = self.delete(left, base);
                self.nodes[root as usize].left = rest;
                gone
            }
            Ordering::Greater => {
                let (rest, gone) = self.delete(right, base);
                self.nodes[root as usize].right = rest;
                gone
            }
            Ordering::Equal if left == NONE => return (right, root),
            Ordering::Equal if right == NONE => return (left, root),
            Ordering::Equal => {
                let (rest, next) = self.delete_first(right);
                self.nodes[next as usize].left = left;
                self.nodes[next as usize].right = rest;
                return (self.balance(next), root);
            }
        };
        (self.balance(root), gone)
    }

    fn delete_first(&mut self, root: Link) -> (Link, Link) {
        let (left, right) = self.children(root);
        if left == NONE {
            return (right, root);
        }
        let (rest, first) = self.delete_first(left);
        self.nodes[root as usize].left = rest;
        (self.balance(root), first)
    }
}

/// More than any path in an AVL tree with 32-bit links.
const MAX_DEPTH: usize = 48;

/// A view of an extent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent<'m> {
    pub(super) base: u64,
    pub(super) length: u64,
    /// What lies there; free when there is none.
    pub(super) record: Option<&'m Record>,
}

#[cfg(all(test, feature = "alloc"))]
mod tests;
