//! Floating-point numbers.

// Writing to a buffer cannot fail here: each is as long as the longest text that it can get. Writing to a sink never does.
use core::fmt::{self, Write};

use super::Sink;
use super::format::{pad_number, sign};
use super::specification::{Conversion, Specification};

/// Digits after which those of every 64-bit number are zero: a number has at most 767 significant ones.
const ALL_DIGITS: u32 = 800;

/// Decimals after which those of every 64-bit number are zero.
const MOST_DECIMALS: u32 = 1074;

/// Room for so many digits, a point and an exponent.
type Text = heapless::String<832>;

/// Lets `core::fmt` write to a sink.
struct Formatter<'s>(&'s mut dyn Sink);

impl Write for Formatter<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.put(text.as_bytes());
        Ok(())
    }
}

#[derive(Default)]
struct Length(u64);

impl Write for Length {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.len() as u64;
        Ok(())
    }
}

pub(super) fn write(sink: &mut dyn Sink, specification: &Specification, value: f64) {
    let prefix = sign(specification, value.is_sign_negative());
    let magnitude = value.abs();
    if !magnitude.is_finite() {
        let text: &[u8] = match (magnitude.is_nan(), specification.upper) {
            (true, false) => b"nan",
            (true, true) => b"NAN",
            (false, false) => b"inf",
            (false, true) => b"INF",
        };
        return pad_number(sink, specification, false, prefix, 3, |sink| sink.put(text));
    }
    match specification.conversion {
        Conversion::Exponent => {
            let precision = specification.precision.unwrap_or(6);
            exponent(sink, specification, prefix, magnitude, precision);
        }
        Conversion::General => general(sink, specification, prefix, magnitude),
        Conversion::HexadecimalFloat => hexadecimal(sink, specification, prefix, magnitude),
        _ => {
            let precision = specification.precision.unwrap_or(6);
            fixed(sink, specification, prefix, magnitude, precision);
        }
    }
}

/// A number in positional notation.
fn fixed(sink: &mut dyn Sink, specification: &Specification, prefix: &[u8], value: f64, precision: u32) {
    // Streamed, since it can be long; digits beyond those of any number are zeros.
    let digits = precision.min(MOST_DECIMALS) as usize;
    let zeros = u64::from(precision) - digits as u64;
    let point = specification.alternate && precision == 0;
    let mut counter = Length::default();
    let _ = write!(counter, "{value:.digits$}");
    let length = counter.0 + zeros + u64::from(point);
    pad_number(sink, specification, true, prefix, length, |sink| {
        let _ = write!(Formatter(sink), "{value:.digits$}");
        if point {
            sink.put(b".");
        }
        sink.repeat(b'0', zeros);
    });
}

/// Writes digits and what follows them.
fn write_text(sink: &mut dyn Sink, specification: &Specification, prefix: &[u8], parts: (&str, u64, &str)) {
    let (digits, zeros, tail) = parts;
    let length = digits.len() as u64 + zeros + tail.len() as u64;
    pad_number(sink, specification, true, prefix, length, |sink| {
        sink.put(digits.as_bytes());
        sink.repeat(b'0', zeros);
        sink.put(tail.as_bytes());
    });
}

/// A text with a point, without the zeros at its end.
fn trimmed(text: Text) -> Text {
    if !text.contains('.') {
        return text;
    }
    let mut short = Text::new();
    let _ = short.push_str(text.trim_end_matches('0').trim_end_matches('.'));
    short
}

/// The digits of a number with one before the point, and its exponent.
fn scientific(value: f64, precision: u32) -> (Text, i32) {
    let digits = precision.min(ALL_DIGITS) as usize;
    let mut text = Text::new();
    let _ = write!(text, "{value:.digits$e}");
    let split = text
        .rsplit_once('e')
        .and_then(|(digits, power)| Some((digits.len(), power.parse().ok()?)));
    let (length, power) = split.unwrap_or((text.len(), 0));
    text.truncate(length);
    (text, power)
}

/// The exponent of a number, with a sign and two digits at least.
fn power_text(specification: &Specification, power: i32) -> heapless::String<8> {
    let mut text = heapless::String::new();
    let letter = if specification.upper { 'E' } else { 'e' };
    let _ = write!(
        text,
        "{letter}{}{:02}",
        if power < 0 { '-' } else { '+' },
        power.unsigned_abs()
    );
    text
}

/// A number with an exponent.
fn exponent(sink: &mut dyn Sink, specification: &Specification, prefix: &[u8], value: f64, precision: u32) {
    let (mut digits, power) = scientific(value, precision);
    if specification.alternate && precision == 0 {
        let _ = digits.push('.');
    }
    let zeros = u64::from(precision.saturating_sub(ALL_DIGITS));
    write_text(
        sink,
        specification,
        prefix,
        (&digits, zeros, &power_text(specification, power)),
    );
}

/// The shorter of both notations, as the exponent says, without zeros at the end.
fn general(sink: &mut dyn Sink, specification: &Specification, prefix: &[u8], value: f64) {
    // Zeros beyond the digits of any number would only be shown by the alternate form.
    let precision = specification.precision.unwrap_or(6).clamp(1, ALL_DIGITS);
    let (mut digits, power) = scientific(value, precision - 1);
    let positional = (-4..precision as i32).contains(&power);
    if positional {
        let decimals = (precision as i32 - 1 - power) as usize;
        digits.clear();
        let _ = write!(digits, "{value:.decimals$}");
    }
    if !specification.alternate {
        digits = trimmed(digits);
    } else if !digits.contains('.') {
        let _ = digits.push('.');
    }
    let tail = if positional {
        heapless::String::new()
    } else {
        power_text(specification, power)
    };
    write_text(sink, specification, prefix, (&digits, 0, &tail));
}

/// Hexadecimal digits of a fraction.
const FRACTION_DIGITS: u32 = 13;

/// The bits of a number before and after the point, the digits after it, and the power of two.
fn hexadecimal_parts(value: f64, precision: Option<u32>) -> (u64, u32, i32) {
    let bits = value.to_bits();
    let biased = (bits >> 52) as i32;
    let power = if bits == 0 { 0 } else { biased.max(1) - 1023 };
    let mut mantissa = bits & ((1 << 52) - 1) | u64::from(biased > 0) << 52;
    let mut digits = FRACTION_DIGITS;
    match precision {
        None => {
            while digits > 0 && mantissa & 15 == 0 {
                mantissa >>= 4;
                digits -= 1;
            }
        }
        Some(precision) if precision < FRACTION_DIGITS => {
            let dropped = 4 * (FRACTION_DIGITS - precision);
            let (half, rest) = (1_u64 << (dropped - 1), mantissa & ((1 << dropped) - 1));
            mantissa >>= dropped;
            // To nearest, ties to even.
            mantissa += u64::from(rest > half || rest == half && mantissa & 1 == 1);
            digits = precision;
        }
        Some(_) => {}
    }
    (mantissa, digits, power)
}

/// A number in hexadecimal notation.
fn hexadecimal(sink: &mut dyn Sink, specification: &Specification, prefix: &[u8], value: f64) {
    let (mantissa, digits, power) = hexadecimal_parts(value, specification.precision);
    let zeros = u64::from(specification.precision.unwrap_or(0).saturating_sub(FRACTION_DIGITS));
    let fraction = mantissa & ((1 << (4 * digits)) - 1);
    let mut text = heapless::String::<24>::new();
    let _ = write!(text, "{}", mantissa >> (4 * digits));
    if digits > 0 || zeros > 0 || specification.alternate {
        let _ = text.push('.');
    }
    let width = digits as usize;
    if digits > 0 {
        let _ = write!(text, "{fraction:0width$x}");
    }
    let mut tail = heapless::String::<8>::new();
    let _ = write!(tail, "p{power:+}");
    let mut lead = heapless::Vec::<u8, 4>::new();
    let _ = lead.extend_from_slice(prefix);
    let _ = lead.extend_from_slice(if specification.upper { b"0X" } else { b"0x" });
    if specification.upper {
        text.make_ascii_uppercase();
        tail.make_ascii_uppercase();
    }
    write_text(sink, specification, &lead, (&text, zeros, &tail));
}
