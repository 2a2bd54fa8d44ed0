//! Fields of [`crate::Instruction::variant`] for video instructions.

/// Where the selector of `a` stands: three bits; 0 for the whole word, 1 to 4 for a byte, 5 and 6 for a half.
pub const A_SHIFT: u16 = 0;
/// Where the selector of `b` stands.
pub const B_SHIFT: u16 = 3;
/// Where the selector of `d` stands.
pub const D_SHIFT: u16 = 6;
/// `vmad`: shift the sum right by 7.
pub const SCALE_SHR7: u16 = 1 << 9;
/// `vmad`: shift the sum right by 15.
pub const SCALE_SHR15: u16 = 2 << 9;
/// `vmad`: subtract the product.
pub const NEGATE_PRODUCT: u16 = 1 << 11;
/// `vmad`: subtract `c`.
pub const NEGATE_ADDEND: u16 = 1 << 12;

/// In the selector operand of packed instructions: three bits for each lane of `a`, lane 0 lowest.
pub const PACKED_A_SHIFT: u32 = 4;
/// In the selector operand of packed instructions: three bits for each lane of `b`.
pub const PACKED_B_SHIFT: u32 = 16;
