//! Integers.

use super::Sink;
use super::format::{pad_number, sign};
use super::specification::{Conversion, Specification};

/// The digits of a number in a base, most significant first; none for zero.
fn digits(mut value: u64, base: u64, upper: bool, buffer: &mut [u8; 22]) -> &[u8] {
    let letters: &[u8; 16] = if upper {
        b"0123456789ABCDEF"
    } else {
        b"0123456789abcdef"
    };
    let mut first = buffer.len();
    while value > 0 {
        first -= 1;
        buffer[first] = letters[(value % base) as usize];
        value /= base;
    }
    &buffer[first..]
}

pub(super) fn write(sink: &mut dyn Sink, specification: &Specification, value: u64) {
    let unused = 64 - specification.bits;
    let (negative, magnitude) = match specification.conversion {
        Conversion::Signed => {
            let value = (value << unused) as i64 >> unused;
            (value < 0, value.unsigned_abs())
        }
        _ => (false, value << unused >> unused),
    };
    let base = match specification.conversion {
        Conversion::Hexadecimal => 16,
        Conversion::Octal => 8,
        _ => 10,
    };
    let mut buffer = [0; 22];
    let digits = digits(magnitude, base, specification.upper, &mut buffer);
    let mut least = u64::from(specification.precision.unwrap_or(1));
    let prefix = match specification.conversion {
        Conversion::Signed => sign(specification, negative),
        Conversion::Hexadecimal if specification.alternate && magnitude > 0 => {
            if specification.upper {
                b"0X"
            } else {
                b"0x"
            }
        }
        Conversion::Octal if specification.alternate => {
            least = least.max(digits.len() as u64 + 1);
            b""
        }
        _ => b"",
    };
    let zeros = least.saturating_sub(digits.len() as u64);
    let length = zeros + digits.len() as u64;
    // A precision says how many digits there are, and the flag for zeros does not count.
    pad_number(
        sink,
        specification,
        specification.precision.is_none(),
        prefix,
        length,
        |sink| {
            sink.repeat(b'0', zeros);
            sink.put(digits);
        },
    );
}
