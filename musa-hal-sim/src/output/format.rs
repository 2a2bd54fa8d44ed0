//! Walking a format string.

use super::Sink;
use super::specification::{Conversion, Reader, Specification};
use super::{float, integer};
use crate::exec::PrintCall;

/// Formats a call; how many arguments were taken.
pub(super) fn format(arguments: &mut dyn PrintCall, sink: &mut dyn Sink) -> i32 {
    let (mut place, mut offset, mut taken) = (0_u64, 0_u64, 0_i32);
    while let Some(byte) = arguments.format_byte(place).filter(|byte| *byte != 0) {
        place += 1;
        if byte != b'%' {
            sink.put(&[byte]);
            continue;
        }
        if arguments.format_byte(place) == Some(b'%') {
            place += 1;
            sink.put(b"%");
            continue;
        }
        let mut reader = Reader {
            arguments,
            place,
            stars: 0,
            offset,
        };
        let Some(specification) = reader.read() else {
            // No conversion: the text stands for itself, and takes nothing.
            sink.put(b"%");
            continue;
        };
        (place, offset) = (reader.place, reader.offset);
        taken = taken.saturating_add_unsigned(reader.stars + 1);
        offset = convert(arguments, sink, &specification, offset);
    }
    taken
}

/// Formats one argument; the offset after it.
fn convert(arguments: &mut dyn PrintCall, sink: &mut dyn Sink, specification: &Specification, offset: u64) -> u64 {
    let bytes: u32 = match specification.conversion {
        Conversion::Character => 4,
        Conversion::Signed | Conversion::Unsigned | Conversion::Hexadecimal | Conversion::Octal => {
            if specification.bits == 64 { 8 } else { 4 }
        }
        _ => 8,
    };
    let offset = offset.next_multiple_of(bytes.into());
    // An argument that was not given reads as zero.
    let value = arguments.argument(offset, bytes).unwrap_or(0);
    match specification.conversion {
        Conversion::Signed | Conversion::Unsigned | Conversion::Hexadecimal | Conversion::Octal => {
            integer::write(sink, specification, value);
        }
        Conversion::Fixed | Conversion::Exponent | Conversion::General | Conversion::HexadecimalFloat => {
            float::write(sink, specification, f64::from_bits(value));
        }
        Conversion::Character => pad(sink, specification, 1, |sink| sink.put(&[value as u8])),
        Conversion::Pointer if value == 0 => pad(sink, specification, 5, |sink| sink.put(b"(nil)")),
        Conversion::Pointer => {
            let hexadecimal = Specification {
                conversion: Conversion::Hexadecimal,
                alternate: true,
                bits: 64,
                ..*specification
            };
            integer::write(sink, &hexadecimal, value);
        }
        Conversion::String => string(arguments, sink, specification, value),
    }
    offset + u64::from(bytes)
}

fn string(arguments: &mut dyn PrintCall, sink: &mut dyn Sink, specification: &Specification, address: u64) {
    let most = specification.precision.map_or(u64::MAX, u64::from);
    let mut length = 0;
    while length < most
        && arguments
            .byte(address.wrapping_add(length))
            .is_some_and(|byte| byte != 0)
    {
        length += 1;
    }
    pad(sink, specification, length, |sink| {
        for place in 0..length {
            sink.put(&[arguments.byte(address.wrapping_add(place)).unwrap_or(b'?')]);
        }
    });
}

/// Writes `length` bytes of text, with blanks up to the width.
pub(super) fn pad(sink: &mut dyn Sink, specification: &Specification, length: u64, text: impl FnOnce(&mut dyn Sink)) {
    let blanks = u64::from(specification.width).saturating_sub(length);
    if !specification.left {
        sink.repeat(b' ', blanks);
    }
    text(sink);
    if specification.left {
        sink.repeat(b' ', blanks);
    }
}

/// Writes a number: its sign or prefix, zeros up to the width where the flag asks for them, and its digits.
pub(super) fn pad_number(
    sink: &mut dyn Sink,
    specification: &Specification,
    zeros_allowed: bool,
    prefix: &[u8],
    length: u64,
    digits: impl FnOnce(&mut dyn Sink),
) {
    let all = length + prefix.len() as u64;
    let fill = specification.zero && zeros_allowed && !specification.left;
    if fill {
        sink.put(prefix);
        sink.repeat(b'0', u64::from(specification.width).saturating_sub(all));
        digits(sink);
    } else {
        pad(sink, specification, all, |sink| {
            sink.put(prefix);
            digits(sink);
        });
    }
}

/// The sign of a signed number.
pub(super) const fn sign(specification: &Specification, negative: bool) -> &'static [u8] {
    if negative {
        b"-"
    } else if specification.plus {
        b"+"
    } else if specification.space {
        b" "
    } else {
        b""
    }
}
