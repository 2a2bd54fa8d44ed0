//! Conversion specifications.

use crate::exec::PrintCall;

/// What a conversion prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Conversion {
    /// `d`, `i`.
    Signed,
    /// `u`.
    Unsigned,
    /// `x`.
    Hexadecimal,
    /// `o`.
    Octal,
    /// `f`.
    Fixed,
    /// `e`.
    Exponent,
    /// `g`.
    General,
    /// `a`.
    HexadecimalFloat,
    /// `c`.
    Character,
    /// `s`.
    String,
    /// `p`.
    Pointer,
}

/// A conversion with its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Specification {
    pub(super) conversion: Conversion,
    /// Letters of the result are capitals.
    pub(super) upper: bool,
    pub(super) left: bool,
    pub(super) plus: bool,
    pub(super) space: bool,
    pub(super) alternate: bool,
    pub(super) zero: bool,
    pub(super) width: u32,
    pub(super) precision: Option<u32>,
    /// Bits of an integer argument that count.
    pub(super) bits: u32,
}

/// Reads specifications: the text at the place after a `%`, and the arguments that `*` takes.
pub(super) struct Reader<'r> {
    pub(super) arguments: &'r mut dyn PrintCall,
    pub(super) place: u64,
    /// Arguments taken by stars.
    pub(super) stars: u32,
    pub(super) offset: u64,
}

impl Reader<'_> {
    fn peek(&mut self) -> u8 {
        self.arguments.format_byte(self.place).unwrap_or(0)
    }

    fn accept(&mut self, byte: u8) -> bool {
        let found = self.peek() == byte;
        self.place += u64::from(found);
        found
    }

    fn number(&mut self) -> u32 {
        let mut value = 0_u32;
        while let digit @ b'0'..=b'9' = self.peek() {
            value = value.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
            self.place += 1;
        }
        value
    }

    fn star(&mut self) -> i32 {
        self.stars += 1;
        self.offset = self.offset.next_multiple_of(4);
        let value = self.arguments.argument(self.offset, 4).unwrap_or(0);
        self.offset += 4;
        value as i32
    }

    fn flags(&mut self, specification: &mut Specification) {
        loop {
            match self.peek() {
                b'-' => specification.left = true,
                b'+' => specification.plus = true,
                b' ' => specification.space = true,
                b'#' => specification.alternate = true,
                b'0' => specification.zero = true,
                _ => return,
            }
            self.place += 1;
        }
    }

    fn length(&mut self) -> u32 {
        if self.accept(b'h') {
            return if self.accept(b'h') { 8 } else { 16 };
        }
        if self.accept(b'l') {
            self.accept(b'l');
            return 64;
        }
        32
    }

    /// The specification here, and the place after it; nothing where there is none, and then the text stands for itself.
    pub(super) fn read(&mut self) -> Option<Specification> {
        let mut specification = Specification {
            conversion: Conversion::Signed,
            upper: false,
            left: false,
            plus: false,
            space: false,
            alternate: false,
            zero: false,
            width: 0,
            precision: None,
            bits: 32,
        };
        self.flags(&mut specification);
        if self.accept(b'*') {
            let width = self.star();
            specification.left |= width < 0;
            specification.width = width.unsigned_abs();
        } else {
            specification.width = self.number();
        }
        if self.accept(b'.') {
            specification.precision = if self.accept(b'*') {
                u32::try_from(self.star()).ok()
            } else {
                Some(self.number())
            };
        }
        specification.bits = self.length();
        let letter = self.peek();
        specification.conversion = match letter {
            b'd' | b'i' => Conversion::Signed,
            b'u' => Conversion::Unsigned,
            b'x' | b'X' => Conversion::Hexadecimal,
            b'o' => Conversion::Octal,
            b'f' | b'F' => Conversion::Fixed,
            b'e' | b'E' => Conversion::Exponent,
            b'g' | b'G' => Conversion::General,
            b'a' | b'A' => Conversion::HexadecimalFloat,
            b'c' => Conversion::Character,
            b's' => Conversion::String,
            b'p' => Conversion::Pointer,
            _ => return None,
        };
        specification.upper = letter.is_ascii_uppercase();
        self.place += 1;
        Some(specification)
    }
}
