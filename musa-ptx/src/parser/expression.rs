//! Constant expressions: 64-bit integers, signed unless an operand is unsigned, and doubles.

use super::{Parsed, Parser};
use crate::{diagnostic::Finding, lexer::Kind, syntax::Constant};

/// Binding strength of a binary operator; higher binds tighter.
fn strength(mark: &str) -> Option<u8> {
    Some(match mark {
        "||" => 1,
        "&&" => 2,
        "|" => 3,
        "^" => 4,
        "&" => 5,
        "==" | "!=" => 6,
        "<" | ">" | "<=" | ">=" => 7,
        "<<" | ">>" => 8,
        "+" | "-" => 9,
        "*" | "/" | "%" => 10,
        _ => return None,
    })
}

/// The strength from which on an expression may follow a symbol (`symbol+4*2`, not `symbol|4`).
pub(super) const MULTIPLICATIVE: u8 = 10;

impl Parser<'_, '_> {
    /// A constant expression.
    pub(super) fn constant(&mut self) -> Parsed<Constant> {
        self.nested(|parser| {
            let condition = parser.binary(1)?;
            if !parser.accept("?") {
                return Ok(condition);
            }
            let yes = parser.constant()?;
            parser.expect(":")?;
            let no = parser.constant()?;
            Ok(if is_true(condition) { yes } else { no })
        })
    }

    /// An unsigned integer constant of at most 32 bits.
    pub(super) fn constant_u32(&mut self) -> Parsed<u32> {
        let span = self.span();
        let value = self.constant()?;
        integer(value)
            .and_then(|value| u32::try_from(value).ok())
            .ok_or_else(|| Finding::new(span, "expected an integer from 0 to 4294967295"))
    }

    /// An integer constant.
    pub(super) fn constant_integer(&mut self) -> Parsed<u64> {
        let span = self.span();
        let value = self.constant()?;
        integer(value).ok_or_else(|| Finding::new(span, "expected an integer"))
    }

    /// Operators at least this strong.
    pub(super) fn binary(&mut self, weakest: u8) -> Parsed<Constant> {
        let mut left = self.unary()?;
        while let Kind::Mark(mark) = self.peek() {
            let Some(strength) = strength(mark).filter(|&found| found >= weakest) else {
                break;
            };
            let span = self.span();
            self.at += 1;
            let right = self.nested(|parser| parser.binary(strength + 1))?;
            left =
                combine(mark, left, right).ok_or_else(|| Finding::new(span, "these constants cannot be combined"))?;
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parsed<Constant> {
        let span = self.span();
        for mark in ["-", "+", "!", "~"] {
            if self.accept(mark) {
                let value = self.nested(Self::unary)?;
                return unary(mark, value).ok_or_else(|| Finding::new(span, "this constant is no integer"));
            }
        }
        if self.accept("(") {
            return self.parenthesized();
        }
        self.primary()
    }

    /// `(.u64) operand`, `(.s64) operand`, or an expression in parentheses.
    fn parenthesized(&mut self) -> Parsed<Constant> {
        let unsigned = match self.peek_dotted() {
            Some("u64") => true,
            Some("s64") => false,
            _ => {
                let value = self.constant()?;
                self.expect(")")?;
                return Ok(value);
            }
        };
        self.at += 1;
        self.expect(")")?;
        let span = self.span();
        let value = self.nested(Self::unary)?;
        let bits = integer(value).ok_or_else(|| Finding::new(span, "expected an integer"))?;
        Ok(Constant::Integer(bits, unsigned))
    }

    fn primary(&mut self) -> Parsed<Constant> {
        let token = self.peek_token(0);
        let value = match token.kind {
            Kind::Integer(value, unsigned) => Constant::Integer(value, unsigned),
            Kind::Single(bits) => Constant::Single(bits),
            Kind::Double(bits) => Constant::Double(bits),
            Kind::Word if self.slice(token.span) == "WARP_SZ" => Constant::Integer(32, false),
            _ => return Err(self.unexpected("a constant")),
        };
        self.at += 1;
        Ok(value)
    }
}

pub(super) fn integer(value: Constant) -> Option<u64> {
    match value {
        Constant::Integer(value, _) => Some(value),
        _ => None,
    }
}

fn is_true(value: Constant) -> bool {
    match value {
        Constant::Integer(value, _) => value != 0,
        Constant::Single(bits) => f32::from_bits(bits) != 0.0,
        Constant::Double(bits) => f64::from_bits(bits) != 0.0,
    }
}

fn unary(mark: &str, value: Constant) -> Option<Constant> {
    Some(match (mark, value) {
        ("+", value) => value,
        ("-", Constant::Integer(value, unsigned)) => {
            Constant::Integer(value.wrapping_neg(), unsigned && value > 1 << 63)
        }
        ("-", Constant::Single(bits)) => Constant::Single(bits ^ 1 << 31),
        ("-", Constant::Double(bits)) => Constant::Double(bits ^ 1 << 63),
        ("!", value) => Constant::Integer(u64::from(!is_true(value)), false),
        ("~", Constant::Integer(value, unsigned)) => Constant::Integer(!value, unsigned),
        _ => return None,
    })
}

fn as_double(value: Constant) -> f64 {
    match value {
        Constant::Integer(value, true) => value as f64,
        Constant::Integer(value, false) => value as i64 as f64,
        Constant::Single(bits) => f32::from_bits(bits).into(),
        Constant::Double(bits) => f64::from_bits(bits),
    }
}

fn combine(mark: &str, left: Constant, right: Constant) -> Option<Constant> {
    let truth = |value: bool| Some(Constant::Integer(value.into(), false));
    match mark {
        "&&" => return truth(is_true(left) && is_true(right)),
        "||" => return truth(is_true(left) || is_true(right)),
        _ => {}
    }
    let (Constant::Integer(a, left_unsigned), Constant::Integer(b, right_unsigned)) = (left, right) else {
        return combine_doubles(mark, as_double(left), as_double(right));
    };
    let unsigned = left_unsigned || right_unsigned;
    let order = if unsigned {
        a.cmp(&b)
    } else {
        (a as i64).cmp(&(b as i64))
    };
    let value = match mark {
        "<" => return truth(order.is_lt()),
        ">" => return truth(order.is_gt()),
        "<=" => return truth(order.is_le()),
        ">=" => return truth(order.is_ge()),
        "==" => return truth(order.is_eq()),
        "!=" => return truth(order.is_ne()),
        "<<" => return Some(Constant::Integer(shift_left(a, b), left_unsigned)),
        ">>" => return Some(Constant::Integer(shift_right(a, b, left_unsigned), left_unsigned)),
        "+" => a.wrapping_add(b),
        "-" => a.wrapping_sub(b),
        "*" => a.wrapping_mul(b),
        "/" if unsigned => a.checked_div(b)?,
        "/" => (b != 0).then(|| (a as i64).wrapping_div(b as i64) as u64)?,
        // Remainders are unsigned whatever the operands are: -7 % 3 is 0 (oracle `dev_ptx_syntax`).
        "%" => a.checked_rem(b)?,
        "&" => a & b,
        "|" => a | b,
        "^" => a ^ b,
        _ => return None,
    };
    Some(Constant::Integer(value, unsigned))
}

fn shift_left(value: u64, by: u64) -> u64 {
    u32::try_from(by).ok().and_then(|by| value.checked_shl(by)).unwrap_or(0)
}

fn shift_right(value: u64, by: u64, unsigned: bool) -> u64 {
    let by = u32::try_from(by).unwrap_or(64);
    if unsigned {
        value.checked_shr(by).unwrap_or(0)
    } else {
        (value as i64 >> by.min(63)) as u64
    }
}

fn combine_doubles(mark: &str, a: f64, b: f64) -> Option<Constant> {
    let truth = |value: bool| Some(Constant::Integer(value.into(), false));
    let value = match mark {
        "+" => a + b,
        "-" => a - b,
        "*" => a * b,
        "/" => a / b,
        "<" => return truth(a < b),
        ">" => return truth(a > b),
        "<=" => return truth(a <= b),
        ">=" => return truth(a >= b),
        "==" => return truth(a == b),
        "!=" => return truth(a != b),
        _ => return None,
    };
    Some(Constant::Double(value.to_bits()))
}
