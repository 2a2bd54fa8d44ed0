//! Virtual registers.

/// A register file. Every lane of a warp has its own copy of each register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Bank {
    /// One bit.
    Predicate = 0,
    /// PTX registers of up to 32 bits. One narrower than 32 bits is held zero-extended: whoever writes it clears the
    /// upper bits, so a reader may take the low ones without a mask.
    Word = 1,
    /// PTX registers of 64 bits. A 128-bit one is two neighbours, the low half first.
    Double = 2,
}

impl Bank {
    /// The bank with this number in the image.
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            0 => Some(Self::Predicate),
            1 => Some(Self::Word),
            2 => Some(Self::Double),
            _ => None,
        }
    }
}

/// A register: a bank and an index, which the function's register counts bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Register {
    /// The register file.
    pub bank: Bank,
    /// Place in the file.
    pub index: u16,
}

impl Register {
    /// A register of a bank.
    pub const fn new(bank: Bank, index: u16) -> Self {
        Self { bank, index }
    }
}
