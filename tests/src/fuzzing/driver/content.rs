//! What lies in host memory: structures, arrays and module texts.

use std::sync::OnceLock;

use musa_driver::abi::HostPointer;

use super::host;
use super::source::Source;

/// The kernels that there are to run.
const KERNELS: &str = include_str!("../calls/kernels.ptx");

/// The same as an image, which loads faster.
pub(super) fn image() -> &'static [u8] {
    static IMAGE: OnceLock<Vec<u8>> = OnceLock::new();
    IMAGE.get_or_init(|| musa_ptx::assemble(KERNELS).expect("the kernels assemble"))
}

/// A word of a structure whose host memory is used as far as its numbers say.
#[derive(Clone, Copy)]
enum Word {
    Small,
    Extent,
    MemoryType,
    Host,
    Device,
    Handle,
    Pitch,
}

/// One side of `MUSA_MEMCPY2D`.
const SIDE_2D: [Word; 7] = {
    use Word::*;
    [Small, Small, MemoryType, Host, Device, Handle, Pitch]
};
/// One side of `MUSA_MEMCPY3D` and of `MUSA_MEMCPY3D_PEER`.
const SIDE_3D: [Word; 11] = {
    use Word::*;
    [
        Small, Small, Small, Small, MemoryType, Host, Device, Handle, Handle, Pitch, Small,
    ]
};

/// Values of a type.
pub(super) fn values(source: &mut Source<'_>, kind: (&'static str, u8), size: usize, count: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(size * count);
    match kind {
        ("MUSA_MEMCPY2D", 0) => copy(source, &mut bytes, &SIDE_2D, 2),
        ("MUSA_MEMCPY3D" | "MUSA_MEMCPY3D_PEER", 0) => copy(source, &mut bytes, &SIDE_3D, 3),
        ("MUlaunchConfig", 0) => launch_configuration(source, &mut bytes),
        ("void", 1) => {
            for _ in 0..count {
                bytes.extend(pointer(source).address().to_ne_bytes());
            }
        }
        // Where an address of any kind may lie: a handle would be taken for one of the host.
        ("unsigned long long" | "MUdeviceptr", 0) => {
            for _ in 0..count {
                bytes.extend(source.device_address().to_ne_bytes());
            }
        }
        ("size_t", 0) => {
            for _ in 0..count {
                bytes.extend(u64::from(source.byte()).to_ne_bytes());
            }
        }
        _ => {
            while bytes.len() < size * count {
                bytes.extend(any_word(source).to_ne_bytes());
            }
        }
    }
    bytes.truncate(size * count);
    bytes
}

/// A word of a structure that nothing but the model's own checks guard.
fn any_word(source: &mut Source<'_>) -> u64 {
    match source.byte() % 8 {
        0 => 0,
        1 | 2 => u64::from(source.byte() & 31),
        3 => u64::from(source.byte() & 7) | u64::from(source.byte() & 7) << 32,
        4 => source.handle(("", 0)),
        5 => source.device_address(),
        6 => source.number(),
        _ => u64::from(1.5_f32.to_bits()) << 32 | u64::from(source.byte() & 1),
    }
}

fn copy(source: &mut Source<'_>, bytes: &mut Vec<u8>, side: &[Word], extents: usize) {
    let words = side.iter().chain(side).copied();
    for word in words.chain(std::iter::repeat_n(Word::Extent, extents)) {
        let value = match word {
            Word::Small if source.byte() < 160 => 0,
            Word::Small | Word::Extent => u64::from(source.byte() & 31),
            Word::MemoryType => u64::from(source.byte() % 6),
            Word::Host => source.place().address() as u64,
            Word::Device => source.device_address(),
            Word::Handle => source.handle(("MUarray", 0)),
            Word::Pitch => u64::from(source.byte()) * 2,
        };
        bytes.extend(value.to_ne_bytes());
    }
}

fn launch_configuration(source: &mut Source<'_>, bytes: &mut Vec<u8>) {
    for _ in 0..7 {
        bytes.extend(u32::from(source.byte() & 3).to_ne_bytes());
    }
    bytes.extend([0; 4]);
    bytes.extend(source.handle(("MUstream", 0)).to_ne_bytes());
    let attributes = source.place();
    let listed = values(source, ("MUlaunchAttribute", 0), 72, 2);
    host::write(attributes, &listed);
    bytes.extend(attributes.address().to_ne_bytes());
    bytes.extend(source.count().to_ne_bytes());
}

/// An element of an array of pointers.
fn pointer(source: &mut Source<'_>) -> HostPointer {
    let place = source.place();
    let value = match source.byte() % 4 {
        0 => u64::from(source.byte()),
        1 => source.number(),
        _ => source.device_address(),
    };
    host::write(place, &value.to_ne_bytes());
    place
}

/// Pinned memory, or the pointer that stands for it; null if there is none.
pub(super) fn pinned(source: &mut Source<'_>) -> HostPointer {
    let place = source.place();
    // Only what the model has answered with: anything else would be taken for the host's.
    host::write(place, &source.remembered(Some(("void", 1))).to_ne_bytes());
    place.as_in::<HostPointer>().read().unwrap_or(HostPointer::NULL)
}

/// A module's text, sometimes cut.
pub(super) fn module(source: &mut Source<'_>) -> String {
    let mut text = KERNELS.to_owned();
    let at = usize::from(source.half());
    if source.byte() < 64 && text.is_char_boundary(at) {
        text.truncate(at);
    }
    text
}
