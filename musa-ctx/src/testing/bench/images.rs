//! Images of the bench: text, as the module above says.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use musa_hal::image::LoadOptions;
use musa_hal::{
    Address, DeviceOrdinal, Dim3, HalError, ImageError, ImageErrorKind, ImageId, Images, KernelInfo, KernelOrdinal,
    ParameterSlot, SpaceId, Symbol, SymbolKind, SymbolOrdinal,
};

use super::{Bench, BenchSymbol};

impl Images for Bench {
    fn load(
        &mut self,
        _: SpaceId,
        _: DeviceOrdinal,
        bytes: &[u8],
        _: &LoadOptions,
        log: &mut dyn fmt::Write,
    ) -> Result<ImageId, HalError> {
        self.spend()?;
        let bad = HalError::Image(ImageError::new(ImageErrorKind::Unrecognised));
        let text = core::str::from_utf8(bytes).map_err(|_| bad)?;
        let mut symbols = Vec::new();
        for line in text.lines() {
            let mut words = line.split(' ');
            let kind = words.next();
            let name = words.next().ok_or(bad)?.to_string();
            let sizes: Vec<u32> = words
                .map(|word| word.parse().map_err(|_| bad))
                .collect::<Result<_, _>>()?;
            let what = match kind {
                Some("kernel") => Ok(sizes),
                Some("variable") => {
                    let size = u64::from(sizes[0]);
                    Err((self.place(size, 256), size))
                }
                _ => {
                    let _ = log.write_str("neither kernel nor variable");
                    return Err(bad);
                }
            };
            symbols.push(BenchSymbol { name, what });
        }
        self.made += 1;
        self.images.insert(self.made, symbols);
        Ok(ImageId(self.made))
    }

    /// Joins lines; a second line with the same name is a second definition. A line `needs NAME` asks for one.
    fn link_file(
        &self,
        _: DeviceOrdinal,
        joined: &[u8],
        file: &[u8],
        _: &mut dyn fmt::Write,
        out: &mut dyn FnMut(&[u8]),
    ) -> Result<(), HalError> {
        let refuse = |kind| HalError::Image(ImageError::new(kind));
        let text = |bytes| core::str::from_utf8(bytes).map_err(|_| refuse(ImageErrorKind::Unrecognised));
        let mut whole = text(joined)?.to_string();
        for line in text(file)?.lines() {
            let (what, name) = line.split_once(' ').ok_or(refuse(ImageErrorKind::Unrecognised))?;
            if what != "needs" && defines(&whole, name) {
                return Err(refuse(ImageErrorKind::DuplicateSymbol));
            }
            whole.push_str(line);
            whole.push('\n');
        }
        out(whole.as_bytes());
        Ok(())
    }

    fn link_image(&self, joined: &[u8], _: &mut dyn fmt::Write, out: &mut dyn FnMut(&[u8])) -> Result<(), HalError> {
        let whole = core::str::from_utf8(joined).unwrap();
        let mut image = alloc::string::String::new();
        for line in whole.lines() {
            match line.strip_prefix("needs ") {
                Some(name) if !defines(whole, name) => {
                    return Err(HalError::Image(ImageError::new(ImageErrorKind::UnresolvedFunction)));
                }
                Some(_) => {}
                None => {
                    image.push_str(line);
                    image.push('\n');
                }
            }
        }
        out(image.as_bytes());
        Ok(())
    }

    fn unload(&mut self, image: ImageId) -> Result<(), HalError> {
        let symbols = self
            .images
            .remove(&image.0)
            .ok_or(HalError::ContractBroken("no image"))?;
        for symbol in symbols {
            if let Err((base, _)) = symbol.what {
                self.memory.remove(&base);
            }
        }
        Ok(())
    }

    fn symbols(&self, image: ImageId) -> u32 {
        self.images[&image.0].len() as u32
    }

    fn symbol(&self, image: ImageId, symbol: SymbolOrdinal) -> Option<Symbol<'_>> {
        let found = self.images.get(&image.0)?.get(symbol.0 as usize)?;
        let kind = match found.what {
            Ok(_) => SymbolKind::Kernel(KernelOrdinal(symbol.0)),
            Err((address, size)) => SymbolKind::Variable {
                address: Address(address),
                size,
                constant: false,
                managed: false,
            },
        };
        Some(Symbol {
            name: &found.name,
            kind,
        })
    }

    fn kernel(&self, image: ImageId, kernel: KernelOrdinal) -> Option<KernelInfo> {
        let symbol = self.images.get(&image.0)?.get(kernel.0 as usize)?;
        let sizes = symbol.what.as_ref().ok()?;
        let last = self.parameter(image, kernel, sizes.len().wrapping_sub(1) as u32);
        Some(KernelInfo {
            parameters: sizes.len() as u32,
            parameter_bytes: last.map_or(0, |slot| slot.offset + slot.size),
            static_shared: if symbol.name == "static" { 1024 } else { 0 },
            constant_bytes: 0,
            local_bytes: 0,
            registers: if symbol.name == "heavy" { 128 } else { 16 },
            max_threads: (symbol.name == "max128").then_some(Dim3::new(16, 8, 1)),
            required_threads: (symbol.name == "req64").then_some(Dim3::new(64, 1, 1)),
            required_cluster: (symbol.name == "cluster2").then_some(Dim3::new(2, 1, 1)),
            ptx_version: 70,
            target: 70,
            prints: symbol.name == "print",
            allocates: symbol.name == "malloc",
        })
    }

    fn parameter(&self, image: ImageId, kernel: KernelOrdinal, parameter: u32) -> Option<ParameterSlot> {
        let sizes = self.images.get(&image.0)?.get(kernel.0 as usize)?.what.as_ref().ok()?;
        let mut offset = 0_u32;
        for (place, size) in sizes.iter().enumerate() {
            let align = size.next_power_of_two().min(16);
            offset = offset.next_multiple_of(align);
            if place as u32 == parameter {
                return Some(ParameterSlot {
                    offset,
                    size: *size,
                    align,
                });
            }
            offset += size;
        }
        None
    }
}

/// Whether a line of a text defines a symbol.
fn defines(text: &str, name: &str) -> bool {
    let name = name.split(' ').next();
    let mut lines = text.lines().filter(|line| !line.starts_with("needs"));
    lines.any(|line| line.split(' ').nth(1) == name)
}
