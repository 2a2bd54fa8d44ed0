//! How far a module image reaches that C hands over as a bare pointer.

use super::HostPointer;

/// The longest image that is looked for, in bytes.
const LONGEST: usize = 1 << 30;
const ELF: &[u8] = b"\x7fELF";
const BUNDLE: &[u8] = b"__CLANG_OFFLOAD_BUNDLE__";
const FAT: &[u8] = &0xba55_ed50_u32.to_le_bytes();

impl HostPointer {
    /// The image at the address: an ELF file, an offload bundle or a fat binary by what its
    /// headers say, anything else as text up to its NUL.
    pub fn image<'a>(self) -> &'a [u8] {
        let len = if self.starts_with(ELF) {
            self.elf_len()
        } else if self.starts_with(FAT) {
            self.fat_len()
        } else if self.starts_with(BUNDLE) {
            self.bundle_len()
        } else {
            self.text_len()
        };
        self.bytes(len.min(LONGEST))
    }

    /// Whether the bytes begin so; reads none past the first that differs.
    fn starts_with(self, start: &[u8]) -> bool {
        (0..start.len()).all(|index| self.byte(index) == Some(start[index]))
    }

    fn byte(self, index: usize) -> Option<u8> {
        let address = self.address().checked_add(index)?;
        Self::from_address(address).bytes(1).first().copied()
    }

    fn number<const BYTES: usize>(self, at: usize) -> usize {
        let address = self.address().saturating_add(at);
        let bytes = Self::from_address(address).bytes(BYTES);
        let number = bytes
            .iter()
            .rev()
            .fold(0u64, |number, byte| number << 8 | u64::from(*byte));
        usize::try_from(number).unwrap_or(usize::MAX)
    }

    fn text_len(self) -> usize {
        (0..LONGEST)
            .find(|&index| matches!(self.byte(index), None | Some(0)))
            .unwrap_or(LONGEST)
    }

    /// To the end of the section and program headers and of every section's bytes.
    fn elf_len(self) -> usize {
        const HEADER: usize = 64;
        const CLASS_64: u8 = 2;
        const NO_BYTES: usize = 8;
        if self.byte(ELF.len()) != Some(CLASS_64) {
            return ELF.len() + 1;
        }
        let table = |offset, size, count| {
            let len = self.number::<2>(size).saturating_mul(self.number::<2>(count));
            self.number::<8>(offset).saturating_add(len)
        };
        let (programs, sections) = (table(32, 54, 56), table(40, 58, 60));
        let mut end = HEADER.max(programs).max(sections);
        if sections > LONGEST {
            return HEADER;
        }
        let (first, size) = (self.number::<8>(40), self.number::<2>(58));
        for section in 0..self.number::<2>(60) {
            let at = first.saturating_add(section * size);
            if self.number::<4>(at + 4) != NO_BYTES {
                end = end.max(self.number::<8>(at + 24).saturating_add(self.number::<8>(at + 32)));
            }
        }
        end
    }

    fn fat_len(self) -> usize {
        self.number::<2>(6).saturating_add(self.number::<8>(8))
    }

    /// To the end of the entries and of every entry's bytes.
    fn bundle_len(self) -> usize {
        const ENTRIES_MAX: usize = 256;
        let count = self.number::<8>(BUNDLE.len()).min(ENTRIES_MAX);
        let mut at = BUNDLE.len() + 8;
        let mut end = at;
        for _ in 0..count {
            end = end.max(self.number::<8>(at).saturating_add(self.number::<8>(at + 8)));
            at = at.saturating_add(24).saturating_add(self.number::<8>(at + 16));
            if at > LONGEST {
                break;
            }
            end = end.max(at);
        }
        end
    }
}

#[cfg(test)]
mod tests {
    extern crate alloc;

    use alloc::{vec, vec::Vec};

    use super::*;

    fn len(mut image: Vec<u8>) -> usize {
        // SAFETY: the bytes outlive the pointer.
        unsafe { HostPointer::new(image.as_mut_slice()) }.image().len()
    }

    #[test]
    fn text_ends_at_its_nul() {
        assert_eq!(len(b".version 7.0\n\0rest".to_vec()), 13);
        assert_eq!(len(b"\0".to_vec()), 0);
    }

    #[test]
    fn elf_reaches_to_its_last_section() {
        let mut image = vec![0; 4096];
        image[..5].copy_from_slice(b"\x7fELF\x02");
        image[40..48].copy_from_slice(&64u64.to_le_bytes());
        image[58..60].copy_from_slice(&64u16.to_le_bytes());
        image[60..62].copy_from_slice(&2u16.to_le_bytes());
        let section = 64 + 64;
        image[section + 4..section + 8].copy_from_slice(&1u32.to_le_bytes());
        image[section + 24..section + 32].copy_from_slice(&1000u64.to_le_bytes());
        image[section + 32..section + 40].copy_from_slice(&234u64.to_le_bytes());
        assert_eq!(len(image), 1234);
    }

    #[test]
    fn an_elf_of_another_class_is_not_read_further() {
        assert_eq!(len(b"\x7fELF\0".to_vec()), 5);
    }

    #[test]
    fn fat_binaries_state_their_size() {
        let mut image = vec![0; 64];
        image[..4].copy_from_slice(FAT);
        image[6..8].copy_from_slice(&16u16.to_le_bytes());
        image[8..16].copy_from_slice(&20u64.to_le_bytes());
        assert_eq!(len(image), 36);
    }

    #[test]
    fn bundles_reach_to_their_last_entry() {
        let mut image = vec![0; 256];
        image[..24].copy_from_slice(BUNDLE);
        image[24..32].copy_from_slice(&1u64.to_le_bytes());
        image[32..40].copy_from_slice(&100u64.to_le_bytes());
        image[40..48].copy_from_slice(&50u64.to_le_bytes());
        image[48..56].copy_from_slice(&6u64.to_le_bytes());
        assert_eq!(len(image), 150);
    }

    #[test]
    fn nothing_is_read_at_addresses_that_nothing_has() {
        assert!(HostPointer::NULL.image().is_empty());
        assert!(HostPointer::from_address(0x77).image().is_empty());
    }
}
