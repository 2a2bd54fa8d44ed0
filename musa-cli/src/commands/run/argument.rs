//! Kernel arguments as the command line spells them.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::str::FromStr;

use crate::failure::Failure;
use crate::file;

/// One argument.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Argument {
    /// A number.
    Scalar {
        /// What it was given as.
        kind: &'static str,
        /// Its bytes.
        bytes: Vec<u8>,
    },
    /// Plain bytes: a structure, say.
    Bytes(Vec<u8>),
    /// Device memory; the kernel gets its address.
    Buffer(Buffer),
}

/// Device memory of an argument.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Buffer {
    size: usize,
    initial: Initial,
    after: After,
}

/// What it holds before the launch.
#[derive(Clone, Debug, PartialEq)]
enum Initial {
    Zero,
    Bytes(Vec<u8>),
    File(PathBuf),
}

/// What becomes of it after the launch.
#[derive(Clone, Debug, PartialEq)]
enum After {
    Nothing,
    Save(PathBuf),
    /// Prints so many elements from the first on.
    Print(Element, usize),
}

/// How a buffer is printed.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Element {
    U8,
    U32,
    I32,
    U64,
    F32,
    F64,
}

impl FromStr for Argument {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (kind, value) = text.split_once(':').ok_or("KIND:VALUE is expected")?;
        match kind {
            "buf" => value.parse().map(Self::Buffer),
            "hex" => hexadecimal(value).map(Self::Bytes),
            _ => match NUMBERS.iter().find(|(name, _)| *name == kind) {
                Some((kind, bytes)) => {
                    let bytes = bytes(value).map_err(|error| format!("{value}: {error}"))?;
                    Ok(Self::Scalar { kind, bytes })
                }
                None => {
                    let known: Vec<&str> = NUMBERS.iter().map(|(name, _)| *name).collect();
                    Err(format!("{kind} is none of {}, hex and buf", known.join(", ")))
                }
            },
        }
    }
}

/// Reads a number as its bytes.
type Reader = fn(&str) -> Result<Vec<u8>, String>;

/// The kinds of numbers.
const NUMBERS: [(&str, Reader); 14] = {
    macro_rules! number {
        ($kind:ident) => {
            |text| {
                let value = text.parse::<$kind>().map_err(|error| error.to_string())?;
                Ok(value.to_le_bytes().to_vec())
            }
        };
    }
    [
        ("u8", number!(u8)),
        ("u16", number!(u16)),
        ("u32", number!(u32)),
        ("u64", number!(u64)),
        ("i8", number!(i8)),
        ("i16", number!(i16)),
        ("i32", number!(i32)),
        ("i64", number!(i64)),
        ("s8", number!(i8)),
        ("s16", number!(i16)),
        ("s32", number!(i32)),
        ("s64", number!(i64)),
        ("f32", number!(f32)),
        ("f64", number!(f64)),
    ]
};

impl Argument {
    /// Bytes that the kernel gets.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::Scalar { bytes, .. } | Self::Bytes(bytes) => bytes.len(),
            Self::Buffer(_) => size_of::<u64>(),
        }
    }

    /// What kind of argument it is, as the command line spells it.
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            Self::Scalar { kind, .. } => kind,
            Self::Bytes(_) => "hex",
            Self::Buffer(_) => "buf",
        }
    }

    /// Whether it is a number with a fraction, where that is known.
    pub(super) fn is_float(&self) -> Option<bool> {
        match self {
            Self::Scalar { kind, .. } => Some(kind.starts_with('f')),
            Self::Bytes(_) => None,
            Self::Buffer(_) => Some(false),
        }
    }
}

impl FromStr for Buffer {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = text.split(':');
        let size = parts.next().unwrap_or("");
        let size = size.parse().map_err(|error| format!("{size}: {error}"))?;
        if size == 0 {
            return Err("a buffer has a byte or more".to_owned());
        }
        let mut buffer = Self {
            size,
            initial: Initial::Zero,
            after: After::Nothing,
        };
        for part in parts {
            match part.split_once('=') {
                None if part == "zero" => buffer.initial = Initial::Zero,
                Some(("hex", digits)) => buffer.initial = Initial::Bytes(hexadecimal(digits)?),
                Some(("file", path)) => buffer.initial = Initial::File(path.into()),
                Some(("save", path)) => buffer.after = After::Save(path.into()),
                Some(("print", what)) => buffer.after = printed(what, size)?,
                _ => return Err(format!("{part} is none of zero, hex=, file=, save= and print=")),
            }
        }
        Ok(buffer)
    }
}

fn hexadecimal(digits: &str) -> Result<Vec<u8>, String> {
    if !digits.is_ascii() || !digits.len().is_multiple_of(2) {
        return Err("two hexadecimal digits a byte are expected".to_owned());
    }
    let pairs = (0..digits.len()).step_by(2).map(|at| &digits[at..at + 2]);
    pairs
        .map(|pair| u8::from_str_radix(pair, 16).map_err(|error| format!("{pair}: {error}")))
        .collect()
}

fn printed(what: &str, size: usize) -> Result<After, String> {
    let (kind, count) = what.split_once(',').ok_or("print=KIND,N is expected")?;
    let element = match kind {
        "u8" => Element::U8,
        "u32" => Element::U32,
        "i32" | "s32" => Element::I32,
        "u64" => Element::U64,
        "f32" => Element::F32,
        "f64" => Element::F64,
        _ => return Err(format!("{kind} is none of u8, u32, i32, u64, f32 and f64")),
    };
    let count: usize = count.parse().map_err(|error| format!("{count}: {error}"))?;
    let room = size / element.size();
    if count > room {
        return Err(format!("{count} {kind} are more than the {room} of {size} bytes"));
    }
    Ok(After::Print(element, count))
}

impl Buffer {
    /// Bytes.
    pub(crate) const fn size(&self) -> usize {
        self.size
    }

    /// What it holds before the launch, as far as that is not the zeros of memory that was just allocated.
    pub(crate) fn contents(&self) -> Result<Vec<u8>, Failure> {
        let bytes = match &self.initial {
            Initial::Zero => Vec::new(),
            Initial::Bytes(bytes) => bytes.clone(),
            Initial::File(path) => file::read(path)?,
        };
        if bytes.len() > self.size {
            return Err(Failure::Usage(format!(
                "{} bytes do not fit a buffer of {}",
                bytes.len(),
                self.size
            )));
        }
        Ok(bytes)
    }

    /// How many bytes of it are wanted back, from the first on.
    pub(crate) const fn wanted(&self) -> usize {
        match self.after {
            After::Nothing => 0,
            After::Save(_) => self.size,
            After::Print(element, count) => element.size() * count,
        }
    }

    /// Saves or prints the [`wanted`](Self::wanted) bytes as the kernel left them.
    pub(crate) fn finish(&self, bytes: &[u8]) -> Result<(), Failure> {
        match &self.after {
            After::Nothing => Ok(()),
            After::Save(path) => fs::write(path, bytes).map_err(|error| Failure::file(path, error)),
            After::Print(element, _) => {
                writeln!(io::stdout(), "{}", element.show(bytes).join(" "))?;
                Ok(())
            }
        }
    }
}

impl Element {
    /// Bytes of one.
    const fn size(self) -> usize {
        match self {
            Self::U8 => 1,
            Self::U32 | Self::I32 | Self::F32 => 4,
            Self::U64 | Self::F64 => 8,
        }
    }

    fn show(self, bytes: &[u8]) -> Vec<String> {
        fn each<const N: usize, T: ToString>(bytes: &[u8], value: fn([u8; N]) -> T) -> Vec<String> {
            let elements = bytes.chunks_exact(N).filter_map(|chunk| chunk.try_into().ok());
            elements.map(|element| value(element).to_string()).collect()
        }
        match self {
            Self::U8 => each(bytes, u8::from_le_bytes),
            Self::U32 => each(bytes, u32::from_le_bytes),
            Self::I32 => each(bytes, i32::from_le_bytes),
            Self::U64 => each(bytes, u64::from_le_bytes),
            Self::F32 => each(bytes, f32::from_le_bytes),
            Self::F64 => each(bytes, f64::from_le_bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_read() {
        let number = |kind, bytes: &[u8]| {
            let bytes = bytes.to_vec();
            Ok(Argument::Scalar { kind, bytes })
        };
        assert_eq!("u32:5".parse(), number("u32", &[5, 0, 0, 0]));
        assert_eq!("i16:-2".parse(), number("i16", &[0xfe, 0xff]));
        assert_eq!("f32:1.5".parse(), number("f32", &1.5f32.to_le_bytes()));
        assert_eq!("hex:0aFF00".parse(), Ok(Argument::Bytes(vec![10, 255, 0])));
        let buffer = Buffer {
            size: 8,
            initial: Initial::Bytes(vec![1, 2]),
            after: After::Print(Element::F32, 2),
        };
        assert_eq!(buffer.contents().ok(), Some(vec![1, 2]));
        assert_eq!(buffer.wanted(), 8);
        assert_eq!("buf:8:hex=0102:print=f32,2".parse(), Ok(Argument::Buffer(buffer)));
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for text in [
            "5",
            "u32:-1",
            "u33:1",
            "u8:256",
            "i8:128",
            "hex:123",
            "buf:0",
            "buf:8:hex=1",
            "buf:8:print=f32",
            "buf:8:print=f32,3",
            "buf:8:print=f32,18446744073709551615",
            "buf:x",
            "buf:4:ones",
            "buf:8:hex=é0",
        ] {
            assert!(text.parse::<Argument>().is_err(), "{text}");
        }
    }
}
