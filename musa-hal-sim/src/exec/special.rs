//! Special registers.

use musa_hal::Dim3;
use musa_isa::SpecialRegister;

use super::{Observer, around::Around};
use crate::{
    program::Op,
    simd::{GROUP, Lanes, MAX_GROUPS, Mask, Scalar},
};

/// Bytes that the reference's driver uses of the shared memory that it takes for itself.
const USED_OF_RESERVED: u32 = 288;

/// A value of each lane, before it is cut to its register.
enum Value {
    /// The same in all lanes.
    Uniform(u64),
    /// One of the thread's numbers: x, y or z.
    Thread(usize),
    /// By lane of the group.
    Lane(fn(u32) -> u32),
    /// So much, and the number of the block among those that go abreast.
    Block(u64),
    /// By number of the block in the grid, modulo something.
    Number(u64),
    /// The number of the group in its block.
    Group,
}

impl Value {
    fn scalar(&self) -> Option<Scalar> {
        match self {
            Self::Uniform(value) => Some(Scalar::uniform(*value)),
            Self::Thread(0) => Some(Scalar {
                x: 1,
                ..Scalar::default()
            }),
            Self::Thread(1) => Some(Scalar {
                y: 1,
                ..Scalar::default()
            }),
            Self::Block(first) => Some(Scalar {
                base: *first,
                block: 1,
                ..Scalar::default()
            }),
            Self::Thread(_) | Self::Lane(_) | Self::Number(_) | Self::Group => None,
        }
    }
}

impl<O: Observer> Around<'_, '_, O> {
    /// `mov` from a special register.
    pub(super) fn read_special(
        &mut self,
        lanes: &mut Lanes<'_>,
        special: SpecialRegister,
        op: &Op,
        mask: &Mask,
        whole: bool,
    ) {
        let value = self.special(special);
        if let Some(scalar) = value.scalar().filter(|_| whole) {
            return if op.wide {
                lanes.put_scalar_double(op.results[0], scalar);
            } else {
                lanes.put_scalar_word(op.results[0], scalar);
            };
        }
        lanes.claim(op.results[0], whole);
        for group in (0..lanes.groups).filter(|group| mask.bits[*group] != 0) {
            let values: [u64; GROUP] = match value {
                Value::Uniform(value) => [value; GROUP],
                Value::Thread(axis) => self.threads[self.group(group) * 3 + axis].0.map(u64::from),
                Value::Lane(function) => core::array::from_fn(|lane| u64::from(function(lane as u32))),
                Value::Block(first) => [first + self.block_of(group) as u64; GROUP],
                Value::Number(modulus) => [self.number_of(group) % modulus; GROUP],
                Value::Group => [u64::from(self.thread(group * GROUP)) / GROUP as u64; GROUP],
            };
            put(lanes, op, group, &values, mask);
        }
    }

    fn special(&mut self, special: SpecialRegister) -> Value {
        use SpecialRegister::*;
        let (geometry, index) = (self.geometry, self.cohort.index);
        let (grid, block) = (geometry.grid, geometry.block);
        let uniform = |value: u32| Value::Uniform(u64::from(value));
        match special {
            TidX if block.x == 1 => uniform(0),
            TidY if block.y == 1 => uniform(0),
            TidZ if block.z == 1 => uniform(0),
            TidX => Value::Thread(0),
            TidY => Value::Thread(1),
            TidZ => Value::Thread(2),
            Laneid => Value::Lane(|lane| lane),
            LanemaskEq => Value::Lane(|lane| 1 << lane),
            LanemaskLt => Value::Lane(|lane| (1 << lane) - 1),
            LanemaskLe => Value::Lane(|lane| u32::MAX >> (31 - lane)),
            LanemaskGt => Value::Lane(|lane| !(u32::MAX >> (31 - lane))),
            LanemaskGe => Value::Lane(|lane| u32::MAX << lane),
            NtidX => uniform(block.x),
            NtidY => uniform(block.y),
            NtidZ => uniform(block.z),
            CtaidX => self.block_x(index.x),
            ClusteridX if geometry.cluster.x == 1 => self.block_x(index.x),
            CtaidY => uniform(index.y),
            CtaidZ => uniform(index.z),
            NctaidX => uniform(grid.x),
            NctaidY => uniform(grid.y),
            NctaidZ => uniform(grid.z),
            Nwarpid => uniform(geometry.resident_groups),
            Smid => Value::Number(u64::from(geometry.multiprocessors)),
            Warpid => Value::Group,
            Nsmid => uniform(geometry.multiprocessors),
            Gridid => Value::Uniform(geometry.grid_id),
            DynamicSmemSize => uniform(geometry.dynamic_shared),
            TotalSmemSize => uniform(geometry.shared.checked_next_multiple_of(128).unwrap_or(u32::MAX)),
            AggrSmemSize => uniform(geometry.shared.saturating_add(geometry.reserved_shared)),
            ReservedSmemOffsetCap => uniform(geometry.reserved_shared),
            ReservedSmemOffsetEnd => uniform(geometry.reserved_shared.min(USED_OF_RESERVED)),
            DynamicShared => uniform(geometry.shared - geometry.dynamic_shared),
            Clock | ClockHi | Clock64 | Globaltimer | GlobaltimerLo | GlobaltimerHi => self.clock(special),
            _ => uniform(self.cluster(special)),
        }
    }

    /// A block's place along x.
    fn block_x(&self, first: u32) -> Value {
        match self.geometry.abreast {
            1 => Value::Uniform(first.into()),
            _ => Value::Block(first.into()),
        }
    }

    /// What belongs to the cluster: without one, every block is a cluster of its own. Zero for what the model does not
    /// have.
    fn cluster(&self, special: SpecialRegister) -> u32 {
        use SpecialRegister::*;
        let (size, grid, index) = (self.geometry.cluster, self.geometry.grid, self.cohort.index);
        let within = Dim3::new(index.x % size.x, index.y % size.y, index.z % size.z);
        match special {
            ClusteridX => index.x / size.x,
            ClusteridY => index.y / size.y,
            ClusteridZ => index.z / size.z,
            NclusteridX => grid.x / size.x,
            NclusteridY => grid.y / size.y,
            NclusteridZ => grid.z / size.z,
            ClusterCtaidX => within.x,
            ClusterCtaidY => within.y,
            ClusterCtaidZ => within.z,
            ClusterNctaidX => size.x,
            ClusterNctaidY => size.y,
            ClusterNctaidZ => size.z,
            ClusterCtarank => (within.z * size.y + within.y) * size.x + within.x,
            ClusterNctarank => size.x.wrapping_mul(size.y).wrapping_mul(size.z),
            IsExplicitCluster => u32::from(self.geometry.explicit_cluster),
            _ => 0,
        }
    }

    /// Clocks: instructions of the launch so far, and the virtual time.
    fn clock(&mut self, special: SpecialRegister) -> Value {
        use SpecialRegister::*;
        self.touch();
        let cycles = self.counters.instructions + u64::from(self.counter) + *self.effects;
        let time = self.environment.time + cycles;
        Value::Uniform(match special {
            Clock => cycles & 0xffff_ffff,
            ClockHi => cycles >> 32,
            Clock64 => cycles,
            GlobaltimerLo => time & 0xffff_ffff,
            GlobaltimerHi => time >> 32,
            _ => time,
        })
    }

    /// `activemask`: the lanes of the group that are here.
    pub(super) fn active_mask(&mut self, lanes: &mut Lanes<'_>, op: &Op, mask: &Mask) {
        lanes.claim(op.results[0], false);
        for group in 0..lanes.groups.min(MAX_GROUPS) {
            put(lanes, op, group, &[u64::from(mask.bits[group]); GROUP], mask);
        }
    }
}

fn put(lanes: &mut Lanes<'_>, op: &Op, group: usize, values: &[u64; GROUP], mask: &Mask) {
    if op.wide {
        lanes.put_double(op.results[0], group, *values, mask);
    } else {
        lanes.put_word(op.results[0], group, values.map(|value| value as u32), mask);
    }
}
