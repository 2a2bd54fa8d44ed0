//! Views: an array read in another format, or only some of its levels and layers.

use musa_hal::{ArrayLayout, Extent};

use crate::error::{Error, Rejection};
use crate::rule::Rule;

/// How a texture sees an array, as callers say it and read it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// The format of an element, as a number of the API.
    pub format: u32,
    /// The extents in elements.
    pub extent: Extent,
    /// The first and the last level.
    pub levels: [u32; 2],
    /// The first and the last layer.
    pub layers: [u32; 2],
    /// Whether a reserved field is not zero.
    pub reserved: bool,
}

/// Bytes of an element of the formats from 1 on: unsigned and signed integers and floats, of 1, 2 and 4 channels.
const ELEMENT_BYTES: [u64; 24] = [
    1, 2, 4, 1, 2, 4, // integers of 8 bits
    2, 4, 8, 2, 4, 8, // of 16 bits
    4, 8, 16, 4, 8, 16, // of 32 bits
    2, 4, 8, 4, 8, 16, // floats
];
/// The last format of compressed blocks, which follow the others.
const LAST_COMPRESSED: u32 = 34;

fn refuse(rule: Rule, argument: &'static str, value: u64) -> Error {
    Rejection::new(rule).argument(argument).value(value).into()
}

/// Bytes of an element.
fn element_bytes(format: u32) -> Result<u64, Error> {
    let place = (format as usize).checked_sub(1);
    match place.and_then(|place| ELEMENT_BYTES.get(place)) {
        Some(bytes) => Ok(*bytes),
        None if (25..=LAST_COMPRESSED).contains(&format) => Err(Error::Unsupported("a view of compressed blocks")),
        None => Err(refuse(Rule::ViewFormat, "format", u64::from(format))),
    }
}

/// Judges a view of an array; other resources have none.
///
/// # Errors
/// No array, or a view that does not fit it.
pub(super) fn judge(view: &View, layout: Option<&ArrayLayout>) -> Result<(), Error> {
    let Some(layout) = layout else {
        return Err(Rejection::new(Rule::ViewResource).argument("view").into());
    };
    if view.reserved {
        return Err(Rejection::new(Rule::TextureReserved).argument("view").into());
    }
    if element_bytes(view.format)? != layout.element.bytes() {
        return Err(refuse(Rule::ViewElement, "format", u64::from(view.format)));
    }
    let whole = layout.extent;
    // Layers and faces have their own range and need not be said here.
    let slices = layout.layered || layout.cubemap;
    let directions = [
        ("width", view.extent.width, whole.width),
        ("height", view.extent.height, whole.height),
        ("depth", view.extent.depth, whole.depth),
    ];
    for (argument, seen, there) in directions {
        if seen != there && !(argument == "depth" && slices && seen == 0) {
            return Err(refuse(Rule::ViewExtents, argument, seen));
        }
    }
    let layers = if layout.layered { whole.depth } else { 1 };
    for (argument, [first, last], there) in [
        ("levels", view.levels, u64::from(layout.levels)),
        ("layers", view.layers, layers),
    ] {
        if first > last || u64::from(last) >= there {
            return Err(refuse(Rule::ViewRange, argument, u64::from(last)));
        }
    }
    Ok(())
}
