//! What the model knows of memory: the blocks that were allocated, and what they must hold.

use musa_hal::Address;

/// A block of device memory.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) address: Address,
    pub(super) size: u64,
    /// The byte that all of it holds, where that is known.
    pub(super) byte: Option<u8>,
    /// Whether it was freed, or its place given to another one.
    pub(super) dead: bool,
}

/// All blocks in order of allocation.
#[derive(Debug, Default)]
pub(super) struct Blocks(Vec<Block>);

impl Blocks {
    /// A new block. What lay in its place must have been freed, by a call or with its context.
    pub(super) fn add(&mut self, address: Address, size: u64) {
        assert_ne!(address.0, 0, "an allocation at null");
        for old in self.0.iter_mut().filter(|old| !old.dead) {
            old.dead = old.address.0 < address.0 + size && address.0 < old.address.0 + old.size;
        }
        self.0.push(Block {
            address,
            size,
            byte: None,
            dead: false,
        });
    }

    /// The block that a number means.
    pub(super) fn named(&mut self, number: u8) -> Option<&mut Block> {
        let count = self.0.len().max(1);
        self.0.get_mut(usize::from(number) % count)
    }

    /// Whether another living block begins where a dead one did.
    pub(super) fn living_at(&self, address: Address) -> bool {
        self.0.iter().any(|block| !block.dead && block.address == address)
    }

    /// A kernel or a copy has written somewhere.
    pub(super) fn forget_contents(&mut self) {
        for block in &mut self.0 {
            block.byte = None;
        }
    }
}
