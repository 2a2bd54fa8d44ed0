//! Instructions as 32-bit little-endian words of the image's code section.
//!
//! A header of five words, then the operands, each one word or, with an immediate or offset, up to three:
//!
//! | word | bits |
//! |---|---|
//! | 0 | opcode 8, rounding 4, comparison 5, boolean 2, part 2, space 3, order 3, scope 2, has-guard 1, guard-negated 1; 1 spare |
//! | 1 | four types, 8 bits each, 255 for none |
//! | 2 | flags |
//! | 3 | action 8, second action 8, cache 4, elements 4, operand words 8 |
//! | 4 | variant 16, guard register 16 |
//!
//! Optional fields hold their number plus one, zero for none.

use crate::{
    Action, Address, Bank, Base, Boolean, CacheOperator, Comparison, Flags, Guard, Instruction, Opcode, Operand, Order,
    Part, Register, Rounding, Scope, Space, SpecialRegister, Type,
};

/// Words before the operands.
pub const HEADER_WORDS: usize = 5;
/// The most operand words that one instruction may have.
pub const MAX_OPERAND_WORDS: usize = 255;

/// Why words are no instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EncodingError {
    /// The words end inside an instruction.
    Truncated,
    /// A field holds a number without meaning.
    Field(&'static str),
    /// More operand words than an instruction may have.
    TooManyOperands,
}

const REGISTER: u32 = 0;
const IMMEDIATE32: u32 = 1;
const IMMEDIATE64: u32 = 2;
const SPECIAL: u32 = 3;
const FRAME: u32 = 4;
const ADDRESS32: u32 = 5;
const ADDRESS64: u32 = 6;
const LABEL: u32 = 7;
const FUNCTION: u32 = 8;
const TARGETS: u32 = 9;
const PROTOTYPE: u32 = 10;
const SINK: u32 = 11;

const PAYLOAD: u32 = 0x0fff_ffff;
const BASE_ABSOLUTE: u32 = 0;
const BASE_REGISTER: u32 = 1;
const BASE_FRAME: u32 = 2;

/// The operands of an instruction, still encoded.
#[derive(Clone, Copy, Debug)]
pub struct OperandList<'a> {
    words: Words<'a>,
}

/// Encoded words: those of an image are bytes at any alignment, those of a writer are words.
#[derive(Clone, Copy, Debug)]
enum Words<'a> {
    Bytes(&'a [u8]),
    Native(&'a [u32]),
}

impl Words<'_> {
    fn get(&self, place: usize) -> Option<u32> {
        match self {
            Words::Bytes(bytes) => word_at(bytes, place),
            Words::Native(words) => words.get(place).copied(),
        }
    }
}

fn word_at(bytes: &[u8], place: usize) -> Option<u32> {
    let at = place.checked_mul(4)?;
    let word = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(word.try_into().ok()?))
}

impl<'a> OperandList<'a> {
    /// No operands.
    pub const EMPTY: Self = Self {
        words: Words::Native(&[]),
    };

    /// A list over words that [`encode_operand`] wrote.
    pub const fn from_words(words: &'a [u32]) -> Self {
        Self {
            words: Words::Native(words),
        }
    }

    /// The operands in order. Words that are no operand end the iteration; [`decode`] has refused them before.
    pub fn iter(&self) -> impl Iterator<Item = Operand> + 'a {
        let words = self.words;
        let mut at = 0;
        core::iter::from_fn(move || {
            let (operand, used) = decode_operand(&words, at).ok()??;
            at += used;
            Some(operand)
        })
    }

    /// How many operands there are.
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.words.get(0).is_none()
    }
}

impl PartialEq for OperandList<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for OperandList<'_> {}

/// The words of one operand.
#[derive(Clone, Copy, Debug)]
pub struct OperandWords {
    words: [u32; 3],
    length: u8,
}

impl OperandWords {
    /// The words to append.
    pub fn as_slice(&self) -> &[u32] {
        &self.words[..self.length as usize]
    }
}

/// Encodes one operand. Ordinals and frame offsets use their low 28 bits; the writer checks their range.
pub fn encode_operand(operand: Operand) -> OperandWords {
    let one = |tag: u32, payload: u32| OperandWords {
        words: [tag << 28 | payload & PAYLOAD, 0, 0],
        length: 1,
    };
    match operand {
        Operand::Register { register, negated } => one(REGISTER, register_bits(register) | u32::from(negated) << 20),
        Operand::Immediate(value) => with_value(IMMEDIATE32, IMMEDIATE64, 0, value),
        Operand::Special(special) => one(SPECIAL, u32::from(special.number())),
        Operand::Frame(offset) => one(FRAME, offset),
        Operand::Address(address) => {
            let base = match address.base {
                Base::Absolute => BASE_ABSOLUTE << 24,
                Base::Register(register) => BASE_REGISTER << 24 | register_bits(register),
                Base::Frame => BASE_FRAME << 24,
            };
            with_value(ADDRESS32, ADDRESS64, base, address.offset)
        }
        Operand::Label(index) => one(LABEL, index),
        Operand::Function(ordinal) => one(FUNCTION, ordinal),
        Operand::Targets(ordinal) => one(TARGETS, ordinal),
        Operand::Prototype(ordinal) => one(PROTOTYPE, ordinal),
        Operand::Sink => one(SINK, 0),
    }
}

/// Encodes a value that a relocation will overwrite: always in the 64-bit form, whose value is the last two words.
pub fn encode_relocated(operand: Operand) -> OperandWords {
    let mut words = encode_operand(operand);
    let tag = words.words[0] >> 28;
    if words.length == 2 {
        let wide = if tag == IMMEDIATE32 { IMMEDIATE64 } else { ADDRESS64 };
        words.words[0] = wide << 28 | words.words[0] & PAYLOAD;
        words.words[2] = if words.words[1] as i32 >= 0 { 0 } else { u32::MAX };
        words.length = 3;
    }
    words
}

fn register_bits(register: Register) -> u32 {
    (register.bank as u32) << 16 | u32::from(register.index)
}

/// One word for a value that sign-extends from 32 bits, two otherwise.
fn with_value(short: u32, long: u32, payload: u32, value: u64) -> OperandWords {
    let low = value as u32;
    if low as i32 as i64 as u64 == value {
        OperandWords {
            words: [short << 28 | payload, low, 0],
            length: 2,
        }
    } else {
        OperandWords {
            words: [long << 28 | payload, low, (value >> 32) as u32],
            length: 3,
        }
    }
}

fn decode_operand(words: &Words<'_>, at: usize) -> Result<Option<(Operand, usize)>, EncodingError> {
    let Some(first) = words.get(at) else {
        return Ok(None);
    };
    let payload = first & PAYLOAD;
    let tag = first >> 28;
    let operand = match tag {
        REGISTER => Operand::Register {
            register: register_from(payload)?,
            negated: payload >> 20 & 1 == 1,
        },
        IMMEDIATE32 | IMMEDIATE64 => Operand::Immediate(value_at(words, at, tag == IMMEDIATE64)?),
        SPECIAL => Operand::Special(
            SpecialRegister::from_number(payload as u8).ok_or(EncodingError::Field("special register"))?,
        ),
        FRAME => Operand::Frame(payload),
        ADDRESS32 | ADDRESS64 => Operand::Address(Address {
            base: base_from(payload)?,
            offset: value_at(words, at, tag == ADDRESS64)?,
        }),
        LABEL => Operand::Label(payload),
        FUNCTION => Operand::Function(payload),
        TARGETS => Operand::Targets(payload),
        PROTOTYPE => Operand::Prototype(payload),
        SINK => Operand::Sink,
        _ => return Err(EncodingError::Field("operand")),
    };
    let used = match tag {
        IMMEDIATE32 | ADDRESS32 => 2,
        IMMEDIATE64 | ADDRESS64 => 3,
        _ => 1,
    };
    Ok(Some((operand, used)))
}

fn base_from(payload: u32) -> Result<Base, EncodingError> {
    match payload >> 24 {
        BASE_ABSOLUTE => Ok(Base::Absolute),
        BASE_REGISTER => register_from(payload).map(Base::Register),
        BASE_FRAME => Ok(Base::Frame),
        _ => Err(EncodingError::Field("address base")),
    }
}

fn register_from(payload: u32) -> Result<Register, EncodingError> {
    let bank = Bank::from_number((payload >> 16 & 0xf) as u8).ok_or(EncodingError::Field("register bank"))?;
    Ok(Register::new(bank, payload as u16))
}

fn value_at(words: &Words<'_>, at: usize, wide: bool) -> Result<u64, EncodingError> {
    let low = words.get(at + 1).ok_or(EncodingError::Truncated)?;
    if !wide {
        return Ok(low as i32 as i64 as u64);
    }
    let high = words.get(at + 2).ok_or(EncodingError::Truncated)?;
    Ok(u64::from(high) << 32 | u64::from(low))
}

/// Encodes an instruction's header. The operand words that follow it number `operand_words`.
pub fn encode_header(instruction: &Instruction<'_>, operand_words: u8) -> [u32; HEADER_WORDS] {
    let plus_one = |number: Option<u8>| number.map_or(0, |number| u32::from(number) + 1);
    let (has_guard, guard_negated, guard_index) = match instruction.guard {
        Some(guard) => (1, u32::from(guard.negated), u32::from(guard.register.index)),
        None => (0, 0, 0),
    };
    let types = instruction.types.map(|kind| kind.map_or(255, Type::number));
    [
        u32::from(instruction.opcode.number())
            | plus_one(instruction.rounding.map(Rounding::number)) << 8
            | plus_one(instruction.comparison.map(Comparison::number)) << 12
            | plus_one(instruction.boolean.map(Boolean::number)) << 17
            | plus_one(instruction.part.map(Part::number)) << 19
            | u32::from(instruction.space.number()) << 21
            | u32::from(instruction.order.number()) << 24
            | u32::from(instruction.scope.number()) << 27
            | has_guard << 29
            | guard_negated << 30,
        u32::from_le_bytes(types),
        instruction.flags.bits(),
        plus_one(instruction.action.map(Action::number))
            | plus_one(instruction.second_action.map(Action::number)) << 8
            | plus_one(instruction.cache.map(CacheOperator::number)) << 16
            | u32::from(instruction.elements & 0xf) << 20
            | u32::from(operand_words) << 24,
        u32::from(instruction.variant) | guard_index << 16,
    ]
}

/// Decodes the instruction at the start of `code`, and how many bytes it takes.
///
/// # Errors
/// [`EncodingError`] for words that are no instruction; every operand has been checked on success.
pub fn decode(code: &[u8]) -> Result<(Instruction<'_>, usize), EncodingError> {
    let mut header = [0; HEADER_WORDS];
    for (place, word) in header.iter_mut().enumerate() {
        *word = word_at(code, place).ok_or(EncodingError::Truncated)?;
    }
    let operand_bytes = (header[3] >> 24) as usize * 4;
    let operands = code
        .get(HEADER_WORDS * 4..HEADER_WORDS * 4 + operand_bytes)
        .ok_or(EncodingError::Truncated)?;
    let operands = OperandList {
        words: Words::Bytes(operands),
    };
    check_operands(&operands)?;
    Ok((decode_header(&header, operands)?, HEADER_WORDS * 4 + operand_bytes))
}

fn check_operands(operands: &OperandList<'_>) -> Result<(), EncodingError> {
    let mut at = 0;
    while let Some((_, used)) = decode_operand(&operands.words, at)? {
        at += used;
    }
    Ok(())
}

fn decode_header<'a>(
    header: &[u32; HEADER_WORDS],
    operands: OperandList<'a>,
) -> Result<Instruction<'a>, EncodingError> {
    let guard = (header[0] >> 29 & 1 == 1).then(|| Guard {
        register: Register::new(Bank::Predicate, (header[4] >> 16) as u16),
        negated: header[0] >> 30 & 1 == 1,
    });
    let mut types = [None; 4];
    for (kind, number) in types.iter_mut().zip(header[1].to_le_bytes()) {
        if number != 255 {
            *kind = Some(Type::from_number(number).ok_or(EncodingError::Field("type"))?);
        }
    }
    Ok(Instruction {
        opcode: Opcode::from_number(header[0] as u8).ok_or(EncodingError::Field("opcode"))?,
        types,
        flags: Flags::from_bits(header[2]).ok_or(EncodingError::Field("flags"))?,
        rounding: optional(header[0] >> 8 & 0xf, Rounding::from_number, "rounding")?,
        comparison: optional(header[0] >> 12 & 0x1f, Comparison::from_number, "comparison")?,
        boolean: optional(header[0] >> 17 & 3, Boolean::from_number, "boolean")?,
        part: optional(header[0] >> 19 & 3, Part::from_number, "part")?,
        space: Space::from_number((header[0] >> 21 & 7) as u8).ok_or(EncodingError::Field("space"))?,
        order: Order::from_number((header[0] >> 24 & 7) as u8).ok_or(EncodingError::Field("order"))?,
        scope: Scope::from_number((header[0] >> 27 & 3) as u8).ok_or(EncodingError::Field("scope"))?,
        cache: optional(header[3] >> 16 & 0xf, CacheOperator::from_number, "cache operator")?,
        action: optional(header[3] & 0xff, Action::from_number, "action")?,
        second_action: optional(header[3] >> 8 & 0xff, Action::from_number, "second action")?,
        elements: (header[3] >> 20 & 0xf) as u8,
        variant: header[4] as u16,
        guard,
        operands,
    })
}

fn optional<T>(
    number: u32,
    from_number: impl Fn(u8) -> Option<T>,
    field: &'static str,
) -> Result<Option<T>, EncodingError> {
    match number {
        0 => Ok(None),
        number => from_number((number - 1) as u8)
            .map(Some)
            .ok_or(EncodingError::Field(field)),
    }
}
