use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;

use managed::ManagedSlice;

use super::*;
use crate::bytes::Chunk;
use crate::exec::PrintCall;

/// A call whose strings follow its format in one memory.
struct Call {
    format: Vec<u8>,
    strings: Vec<u8>,
    buffer: Vec<u8>,
}

#[derive(Clone, Copy)]
enum Argument {
    Int(i32),
    Long(i64),
    Double(f64),
    Text(&'static str),
}

use Argument::{Double, Int, Long, Text};

impl Call {
    fn new(format: &str, arguments: &[Argument]) -> Self {
        let mut call = Self {
            format: format.into(),
            strings: Vec::new(),
            buffer: Vec::new(),
        };
        for argument in arguments {
            let bytes = match argument {
                Int(value) => Vec::from(value.to_le_bytes()),
                Long(value) => Vec::from(value.to_le_bytes()),
                Double(value) => Vec::from(value.to_le_bytes()),
                Text(text) => {
                    let address = 0x1000 + call.strings.len() as u64;
                    call.strings.extend(text.bytes().chain([0]));
                    Vec::from(address.to_le_bytes())
                }
            };
            call.buffer.resize(call.buffer.len().next_multiple_of(bytes.len()), 0);
            call.buffer.extend(bytes);
        }
        call
    }

    fn print(&mut self) -> (String, i32) {
        let mut store = ByteStore::new(ManagedSlice::Owned(Vec::new()));
        let mut queue = ByteQueue::EMPTY;
        let taken = print(self, &mut store, &mut queue, 1 << 20);
        let text: Vec<u8> = store.parts(&queue).flatten().copied().collect();
        (String::from_utf8(text).unwrap(), taken)
    }
}

impl PrintCall for Call {
    fn format_byte(&mut self, place: u64) -> Option<u8> {
        self.format.get(place as usize).copied()
    }

    fn argument(&mut self, offset: u64, bytes: u32) -> Option<u64> {
        let mut value = [0; 8];
        let end = offset as usize + bytes as usize;
        value[..bytes as usize].copy_from_slice(self.buffer.get(offset as usize..end)?);
        Some(u64::from_le_bytes(value))
    }

    fn byte(&mut self, address: u64) -> Option<u8> {
        self.strings
            .get(usize::try_from(address.checked_sub(0x1000)?).ok()?)
            .copied()
    }
}

/// Formats, arguments, text and result of the oracle's case `dev_printf_formats`.
#[allow(clippy::approx_constant, reason = "the case's own numbers")]
const CASES: &[(&str, &[Argument], &str, i32)] = &[
    ("plain text\n", &[], "plain text\n", 0),
    (
        "%d %i %u %x %X %o %c|",
        &[Int(-5), Int(7), Int(-1), Int(0xbeef), Int(0xbeef), Int(8), Int(65)],
        "-5 7 4294967295 beef BEEF 10 A|",
        7,
    ),
    (
        "[%5d] [%-5d] [%05d] [%+d] [% d] [%5.3d] [%.0d]",
        &[Int(42), Int(42), Int(42), Int(42), Int(42), Int(42), Int(0)],
        "[   42] [42   ] [00042] [+42] [ 42] [  042] []",
        7,
    ),
    (
        "[%#x] [%#X] [%#o] [%8x] [%-8x] [%08x]",
        &[Int(255), Int(255), Int(8), Int(255), Int(255), Int(255)],
        "[0xff] [0XFF] [010] [      ff] [ff      ] [000000ff]",
        6,
    ),
    (
        "[%ld] [%lld] [%lu] [%llu] [%lx] [%llX]",
        &[
            Long(-1),
            Long(i64::MIN),
            Long(-1),
            Long(i64::MIN),
            Long(0x0123_4567_89ab_cdef),
            Long(-2),
        ],
        "[-1] [-9223372036854775808] [18446744073709551615] [9223372036854775808] [123456789abcdef] [FFFFFFFFFFFFFFFE]",
        6,
    ),
    (
        "[%hd] [%hu] [%hx]",
        &[Int(70000), Int(70000), Int(-1)],
        "[4464] [4464] [ffff]",
        3,
    ),
    (
        "[%f] [%e] [%g] [%E] [%G] [%a]",
        &[
            Double(3.14159265358979),
            Double(31415.9265),
            Double(0.0001234),
            Double(1e-10),
            Double(1e20),
            Double(1.0),
        ],
        "[3.141593] [3.141593e+04] [0.0001234] [1.000000E-10] [1E+20] [0x1p+0]",
        6,
    ),
    (
        "[%8.3f] [%-8.3f] [%+.2e] [%08.2f] [%.0f] [%#.0f] [% g]",
        &[
            Double(3.14159),
            Double(3.14159),
            Double(31415.9),
            Double(-3.14159),
            Double(2.5),
            Double(2.5),
            Double(7.0),
        ],
        "[   3.142] [3.142   ] [+3.14e+04] [-0003.14] [2] [2.] [ 7]",
        7,
    ),
    (
        "[%f] [%f] [%f] [%g] [%e]",
        &[
            Double(f64::INFINITY),
            Double(-f64::INFINITY),
            Double(f64::NAN),
            Double(-0.0),
            Double(5e-324),
        ],
        "[inf] [-inf] [nan] [-0] [4.940656e-324]",
        5,
    ),
    (
        "[%s] [%10s] [%-10s] [%.3s] [%s]",
        &[Text("str"), Text("right"), Text("left"), Text("truncated"), Text("")],
        "[str] [     right] [left      ] [tru] []",
        5,
    ),
    ("[%p] [%p]", &[Long(0x1234), Long(0)], "[0x1234] [(nil)]", 2),
    ("100%% %d%%", &[Int(5)], "100% 5%", 1),
    (
        "mixed %d %f %s %lld %c end",
        &[Int(1), Double(2.5), Text("three"), Long(4), Int(53)],
        "mixed 1 2.500000 three 4 5 end",
        5,
    ),
    (
        "alignment %c %lld %c %f %d",
        &[Int(120), Long(1 << 40), Int(121), Double(0.5), Int(9)],
        "alignment x 1099511627776 y 0.500000 9",
        5,
    ),
    ("[%5c] [%-3c]", &[Int(113), Int(114)], "[    q] [r  ]", 2),
    (
        "[%10.4s] [%-10.2s]",
        &[Text("abcdefgh"), Text("abcdefgh")],
        "[      abcd] [ab        ]",
        2,
    ),
    (
        "[%i] [%5i] [%.5u]",
        &[Int(i32::MIN), Int(3), Int(77)],
        "[-2147483648] [    3] [00077]",
        3,
    ),
    (
        "[%zu] [%zd] [%jd] [%td]",
        &[Long(5), Long(-5), Long(6), Long(7)],
        "[%zu] [%zd] [%jd] [%td]",
        0,
    ),
    ("", &[], "", 0),
    (
        "[%f] [%.15f] [%.17g] [%20.10e]",
        &[Double(1e15), Double(0.1), Double(0.1), Double(12345.678901234)],
        "[1000000000000000.000000] [0.100000000000000] [0.10000000000000001] [    1.2345678901e+04]",
        4,
    ),
    ("[%y] [%d]", &[Int(1), Int(2)], "[%y] [1]", 1),
    ("[%] end", &[], "[%] end", 0),
    ("trailing %", &[], "trailing %", 0),
    ("[%-+05d]", &[Int(7)], "[+7   ]", 1),
    ("[%m] [%%]", &[], "[%m] [%]", 0),
    ("[%d %d] two, one given", &[Int(5)], "[5 0] two, one given", 2),
    ("[%*d]", &[Int(5), Int(42)], "[   42]", 2),
    ("[%ll d]", &[Long(1)], "[%ll d]", 0),
    ("[%lc]", &[Int(97)], "[a]", 1),
];

#[test]
fn conversions_print_as_hardware_does() {
    for (format, arguments, text, taken) in CASES {
        let (printed, count) = Call::new(format, arguments).print();
        assert_eq!((printed.as_str(), count), (*text, *taken), "{format}");
    }
}

#[test]
fn conversions_beyond_the_case_print_as_c_does() {
    let cases: &[(&str, &[Argument], &str)] = &[
        (
            "%#g %#.3g %g %g",
            &[Double(1.0), Double(1e10), Double(100_000.0), Double(1e6)],
            "1.00000 1.00e+10 100000 1e+06",
        ),
        (
            "%a %.1a %.0a %A",
            &[Double(0.1), Double(1.96875), Double(1.5), Double(-255.0)],
            "0x1.999999999999ap-4 0x2.0p+0 0x2p+0 -0X1.FEP+7",
        ),
        ("%a %.15a", &[Double(0.0), Double(1.0)], "0x0p+0 0x1.000000000000000p+0"),
        (
            "%-*d|%.*f|%-5d|",
            &[Int(4), Int(1), Int(2), Double(1.239), Int(-3)],
            "1   |1.24|-3   |",
        ),
        ("%*d|%.*d", &[Int(-4), Int(1), Int(-1), Int(5)], "1   |5"),
        ("%#o %#x %+u", &[Int(0), Int(0), Int(3)], "0 0 3"),
        ("%F %5.1f%%", &[Double(f64::INFINITY), Double(99.95)], "INF 100.0%"),
        (
            "%010f|%010f",
            &[Double(f64::NAN), Double(-1.5)],
            "       nan|-01.500000",
        ),
        ("%#.0e %.0e", &[Double(15.0), Double(25.0)], "2.e+01 2e+01"),
        ("%hhd %hhu", &[Int(300), Int(-1)], "44 255"),
    ];
    for (format, arguments, text) in cases {
        assert_eq!(Call::new(format, arguments).print().0, *text, "{format}");
    }
    let long = Call::new("%.1200f|%.900e", &[Double(5e-324), Double(1.0)]).print().0;
    let (fixed, exponent) = long.split_once('|').unwrap();
    assert_eq!((fixed.len(), exponent.len()), (1202, 906));
    assert!(fixed.trim_end_matches('0').ends_with("8265533447265625"));
    let wide = Call::new("%2000000d", &[Int(1)]).print();
    assert_eq!(wide, (String::new(), 1), "a line longer than the buffer is lost");
}

#[test]
fn a_full_buffer_loses_its_oldest_lines() {
    let mut chunks = [Chunk::default(); 4];
    let mut store = ByteStore::new(ManagedSlice::Borrowed(&mut chunks));
    for limit in [100, 1 << 20] {
        let mut queue = ByteQueue::EMPTY;
        let mut model = VecDeque::new();
        for line in 0..200 {
            print(&mut Call::new("line %d\n", &[Int(line)]), &mut store, &mut queue, limit);
            model.push_back(alloc::format!("line {line}\n"));
        }
        let text: Vec<u8> = store.parts(&queue).flatten().copied().collect();
        let text = String::from_utf8(text).unwrap();
        let kept = text.lines().count();
        assert!(kept > 5 && kept < 200 && text.len() as u64 <= limit);
        let last: String = model.into_iter().skip(200 - kept).collect();
        assert_eq!(text, last);
        store.clear(&mut queue);
    }
}
