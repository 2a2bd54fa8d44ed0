//! Fields of [`crate::Instruction::variant`] for matrix instructions.

/// Bits that hold the shape, an index into [`SHAPES`].
pub const SHAPE_MASK: u16 = 0xff;
/// A's layout, or the one layout of a load or store: column-major rather than row-major.
pub const A_COLUMN_MAJOR: u16 = 1 << 8;
/// B's layout: column-major rather than row-major.
pub const B_COLUMN_MAJOR: u16 = 1 << 9;

/// Rows and columns of the result, and length of the sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Rows of A and D.
    pub m: u16,
    /// Columns of B and D.
    pub n: u16,
    /// Columns of A and rows of B.
    pub k: u16,
}

macro_rules! shapes {
    ($($number:literal $name:literal $m:literal $n:literal $k:literal),+ $(,)?) => {
        /// The shapes, by their number in the variant.
        pub const SHAPES: &[Shape] = &[$(Shape { m: $m, n: $n, k: $k }),+];
        /// How PTX spells the shapes, with their numbers.
        pub const SHAPE_NAMES: &[(&str, u16)] = &[$(($name, $number)),+];
    };
}

shapes! {
    0 "m8n8k4" 8 8 4, 1 "m8n8k16" 8 8 16, 2 "m8n8k32" 8 8 32, 3 "m8n8k128" 8 8 128,
    4 "m16n8k4" 16 8 4, 5 "m16n8k8" 16 8 8, 6 "m16n8k16" 16 8 16, 7 "m16n8k32" 16 8 32,
    8 "m16n8k64" 16 8 64, 9 "m16n8k128" 16 8 128, 10 "m16n8k256" 16 8 256,
    11 "m16n16k16" 16 16 16, 12 "m32n8k16" 32 8 16, 13 "m8n32k16" 8 32 16, 14 "m16n16k8" 16 16 8,
}

/// The shape in a variant.
pub fn shape(variant: u16) -> Option<Shape> {
    SHAPES.get(usize::from(variant & SHAPE_MASK)).copied()
}

/// A matrix of a product D = A × B + C.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The left factor, m × k.
    A,
    /// The right factor, k × n.
    B,
    /// The addend or the result, m × n.
    Accumulator,
}

/// Registers that one lane holds of a matrix: of 64 bits for `f64`, of 32 bits otherwise. `wmma` is whether the fragment
/// is that of `wmma`, whose half-precision factors are held twice.
pub fn fragment_registers(wmma: bool, role: Role, shape: Shape, kind: crate::Type) -> usize {
    use crate::Type;
    let (m, n, k) = (usize::from(shape.m), usize::from(shape.n), usize::from(shape.k));
    // Four products of this shape at once, one for each eight lanes.
    let quads = !wmma && (m, n, k) == (8, 8, 4) && kind != Type::F64;
    let elements = match role {
        Role::A => m * k,
        Role::B => n * k,
        Role::Accumulator => m * n,
    };
    match (role, kind) {
        (_, Type::F64) => elements / 32,
        (Role::A | Role::B, Type::F16) if wmma => 8,
        (Role::A | Role::B, _) if quads => 2,
        (Role::Accumulator, Type::F16) if quads => 4,
        (Role::Accumulator, _) if quads => 8,
        _ => (elements * kind.bits() as usize).div_ceil(1024),
    }
}
