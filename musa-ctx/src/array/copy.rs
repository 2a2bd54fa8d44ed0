//! Arrays as sides of copies.

use musa_hal::Address;
use musa_hal::array::Level;
use musa_hal::queue::Pitched;

use super::{Array, ArrayId};
use crate::error::{Error, Rejection};
use crate::id::Handle;
use crate::memory::{Extents, MemoryKind, RectSide, Side};
use crate::process::Process;
use crate::rule::Rule;

/// What a side's numbers are called in refusals.
struct Names {
    directions: [&'static str; 3],
    offset: &'static str,
}

impl Names {
    fn of(argument: &'static str) -> Self {
        match argument {
            "source" => Self {
                directions: ["source x", "source y", "source z"],
                offset: "source offset",
            },
            _ => Self {
                directions: ["destination x", "destination y", "destination z"],
                offset: "destination offset",
            },
        }
    }
}

impl Array {
    /// The part of a copy that is in the array and begins with this byte.
    fn side(&self, id: ArrayId, level: &Level, offset: u64) -> Result<Side, Error> {
        let base = self.base.0.checked_add(offset).map(Address);
        Ok(Side {
            at: Pitched {
                base: base.ok_or(Error::Bug("an array lies at the end of the address space"))?,
                row: level.row,
                slice: level.slice,
            },
            kind: Some(MemoryKind::Device),
            array: Some(id),
            offset: 0,
            synchronous: false,
        })
    }
}

impl Process<'_> {
    /// The array that a side of a copy names.
    fn copied_array(&self, argument: &'static str, handle: Handle<Array>) -> Result<(ArrayId, &Array), Error> {
        if handle == Handle::Null {
            return Err(Rejection::new(Rule::ArrayNull).argument(argument).into());
        }
        let (id, array) = self.arrays.named(argument, handle)?;
        if array.layout.element.format.planes() > 1 {
            return Err(Rejection::new(Rule::ArrayPlanesUse)
                .argument(argument)
                .subject(id)
                .into());
        }
        Ok((id, array))
    }

    /// The side of a copy of bytes that is an array: bytes of its first row, whatever its elements are (`arr_copy`).
    pub(crate) fn array_row_side(
        &self,
        argument: &'static str,
        handle: Handle<Array>,
        offset: u64,
        extents: Extents,
    ) -> Result<Side, Error> {
        let (id, array) = self.copied_array(argument, handle)?;
        let level = array.layout.level(0).ok_or(Error::Bug("an array has no layout"))?;
        let end = offset.checked_add(extents.width);
        if end.is_none_or(|end| end > level.row) {
            return Err(Rejection::new(Rule::CopyArrayRow)
                .argument(Names::of(argument).offset)
                .value(offset)
                .subject(id)
                .into());
        }
        array.side(id, &level, offset)
    }

    /// The side of a copy of a box that is an array. Boxes begin and end at any byte (`arr_copies`).
    pub(crate) fn array_box_side(
        &self,
        argument: &'static str,
        side: &RectSide,
        extents: Extents,
    ) -> Result<Side, Error> {
        let (id, array) = self.copied_array(argument, side.array)?;
        let level = array.layout.level(0).ok_or(Error::Bug("an array has no layout"))?;
        let names = Names::of(argument).directions;
        let refuse = |rule, argument, value| {
            let rejection = Rejection::new(rule).argument(argument).value(value);
            Err(rejection.subject(id).into())
        };
        let directions = [
            (side.x, extents.width, level.row),
            (side.y, extents.height, level.rows()),
            (side.z, extents.depth, level.slices()),
        ];
        if side.level != 0 {
            return refuse(Rule::CopyArrayLevel, "level", side.level);
        }
        for (name, (from, length, limit)) in names.into_iter().zip(directions) {
            if from.checked_add(length).is_none_or(|end| end > limit) {
                return refuse(Rule::CopyArrayRange, name, from);
            }
        }
        // Within the array, as has just been seen.
        array.side(id, &level, side.z * level.slice + side.y * level.row + side.x)
    }

    /// Boxes go from array to array only where an element of the one is as large as one of the other.
    pub(crate) fn judge_array_elements(&self, to: &Side, from: &Side) -> Result<(), Error> {
        let element = |side: &Side| {
            let array = self.arrays.get(side.array?)?;
            Some(array.layout.element.bytes())
        };
        match (element(to), element(from)) {
            (Some(to), Some(from)) if to != from => Err(Rejection::new(Rule::CopyArraysDiffer)
                .argument("element of the source")
                .value(from)
                .into()),
            _ => Ok(()),
        }
    }
}
