//! Descriptions of the vendor's kernels: a made one, hostile ones, and (where a folder of them is at hand) real ones.

use musa_isa::{
    image::{Container, Slot},
    vendor::VendorBinary,
};
use proptest::prelude::*;

fn text(out: &mut Vec<u8>, text: &str) {
    out.push(0xa0 | text.len() as u8);
    out.extend(text.as_bytes());
}

fn pair(out: &mut Vec<u8>, name: &str, value: u16) {
    text(out, name);
    out.push(0xcd);
    out.extend(value.to_be_bytes());
}

/// An argument of a kind at a place.
fn argument(out: &mut Vec<u8>, kind: u16, offset: u16, size: u16) {
    out.push(0x82);
    text(out, ".argBase");
    out.push(0x84);
    text(out, ".name");
    text(out, "");
    pair(out, ".offset", offset);
    pair(out, ".size", size);
    pair(out, ".align", size);
    pair(out, ".kind", kind);
}

fn description() -> Vec<u8> {
    let mut out = vec![0x82];
    text(&mut out, "mtgpu.version");
    out.extend([0x92, 1, 0]);
    text(&mut out, "mtgpu.kernels");
    out.push(0x91);
    out.push(0x86);
    text(&mut out, ".args");
    out.push(0x93);
    argument(&mut out, 18, 0, 8);
    argument(&mut out, 5, 0, 4);
    argument(&mut out, 18, 8, 4);
    // Values that no one asks for are skipped, whatever they are.
    text(&mut out, ".imms");
    out.extend([0x93, 0xcb, 0, 0, 0, 0, 0, 0, 0, 0, 0xc4, 2, 7, 7, 0xd0, 0xff]);
    text(&mut out, ".name");
    text(&mut out, "add");
    pair(&mut out, ".arch_id", 210);
    pair(&mut out, ".shared_memory_size", 4096);
    pair(&mut out, ".max_block_size", 1024);
    out
}

/// An ELF file of the vendor's machine with one section of notes.
fn binary() -> Vec<u8> {
    let mut note: Vec<u8> = [6u32, description().len() as u32, 0x40]
        .iter()
        .flat_map(|it| it.to_le_bytes())
        .collect();
    note.extend(b"MTGPU\0\0\0");
    note.extend(description());
    let mut file = b"\x7fELF\x02\x01\x01".to_vec();
    file.resize(16, 0);
    file.extend([3, 0, 253, 0, 1, 0, 0, 0]);
    file.resize(40, 0);
    file.extend(64u64.to_le_bytes());
    file.resize(58, 0);
    file.extend([64, 0, 2, 0, 0, 0]);
    file.resize(64 + 64, 0);
    let mut header = [0u8; 64];
    header[4] = 7;
    header[24..32].copy_from_slice(&192u64.to_le_bytes());
    header[32..40].copy_from_slice(&(note.len() as u64).to_le_bytes());
    header[48] = 4;
    file.extend(header);
    file.extend(note);
    file
}

#[test]
fn kernels_and_their_parameters_are_read() {
    let file = binary();
    assert!(matches!(Container::recognize(&file), Container::Vendor(_)));
    let kernels: Vec<_> = VendorBinary::parse(&file).expect("described").kernels().collect();
    assert_eq!(kernels.len(), 1);
    let kernel = kernels[0];
    assert_eq!((kernel.name, kernel.architecture), ("add", 210));
    assert_eq!(
        (kernel.shared_bytes, kernel.max_threads, kernel.registers),
        (4096, 1024, 0)
    );
    let slot = |offset, size| Slot {
        offset,
        size,
        align: size,
    };
    assert_eq!(kernel.parameters().collect::<Vec<_>>(), [slot(0, 8), slot(8, 4)]);
}

proptest! {
    #[test]
    fn damaged_descriptions_never_panic(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
        let mut file = binary();
        for (place, value) in changes {
            let at = place.index(file.len());
            file[at] = value;
        }
        if let Some(binary) = VendorBinary::parse(&file) {
            for kernel in binary.kernels().take(100) {
                let _ = kernel.parameters().take(100).count();
            }
        }
    }
}
