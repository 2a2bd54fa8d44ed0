//! Integer instructions over `musa_hal_sim::arithmetic`.

use musa_hal_sim::arithmetic::{Integer, bits, compare, integer, packed};
use musa_isa::{Part, Type};

use crate::{
    body::{Operation, plain},
    mnemonic::Mnemonic,
};

/// Dispatches to a generic function by integer type.
macro_rules! by_type {
    ($kind:expr, $function:ident($($argument:expr),*)) => {
        match $kind {
            Type::U16 | Type::B16 => $function::<u16>($($argument),*),
            Type::U32 | Type::B32 => $function::<u32>($($argument),*),
            Type::U64 | Type::B64 => $function::<u64>($($argument),*),
            Type::S16 => $function::<i16>($($argument),*),
            Type::S32 => $function::<i32>($($argument),*),
            Type::S64 => $function::<i64>($($argument),*),
            _ => None,
        }
    };
}

pub(crate) fn operation(mnemonic: &Mnemonic) -> Option<Operation> {
    let kind = mnemonic.kind()?;
    carry(mnemonic, kind)
        .or_else(|| narrow_products(mnemonic, kind))
        .or_else(|| packed_forms(mnemonic, kind))
        .or_else(|| bit_forms(mnemonic, kind))
        .or_else(|| by_type!(kind, comparison(mnemonic)))
        .or_else(|| by_type!(kind, of_type(mnemonic)))
        .or_else(|| predicate(mnemonic, kind))
}

fn unary<T: Integer + 'static>(function: fn(T) -> T) -> Option<Operation> {
    plain(move |s| function(T::from_bits(s[0])).to_bits())
}

fn binary<T: Integer + 'static>(function: fn(T, T) -> T) -> Option<Operation> {
    plain(move |s| function(T::from_bits(s[0]), T::from_bits(s[1])).to_bits())
}

fn ternary<T: Integer + 'static>(function: fn(T, T, T) -> T) -> Option<Operation> {
    plain(move |s| function(T::from_bits(s[0]), T::from_bits(s[1]), T::from_bits(s[2])).to_bits())
}

fn of_type<T: Integer + 'static>(mnemonic: &Mnemonic) -> Option<Operation> {
    let saturates = mnemonic.has("sat");
    match (mnemonic.root.as_str(), mnemonic.part()) {
        ("add", _) if saturates => binary(T::add_sat),
        ("sub", _) if saturates => binary(T::sub_sat),
        ("add", _) => binary(T::add),
        ("sub", _) => binary(T::sub),
        ("mul", Some(Part::Low)) => binary(T::mul_lo),
        ("mul", Some(Part::High)) => binary(T::mul_hi),
        ("mad", Some(Part::Low)) => ternary(T::mad_lo),
        ("mad", Some(Part::High)) if saturates => ternary(T::mad_hi_sat),
        ("mad", Some(Part::High)) => ternary(T::mad_hi),
        ("div", _) => binary(T::div),
        ("rem", _) => binary(T::rem),
        ("abs", _) => unary(T::absolute),
        ("neg", _) => unary(T::negate),
        ("min", _) if mnemonic.has("relu") => plain(|s| u64::from(integer::min_relu_s32(s[0] as u32, s[1] as u32))),
        ("max", _) if mnemonic.has("relu") => plain(|s| u64::from(integer::max_relu_s32(s[0] as u32, s[1] as u32))),
        ("min", _) => binary(T::minimum),
        ("max", _) => binary(T::maximum),
        ("sad", _) => ternary(T::sad),
        ("and", _) => binary(|a: T, b| a & b),
        ("or", _) => binary(|a: T, b| a | b),
        ("xor", _) => binary(|a: T, b| a ^ b),
        ("not", _) => unary(|a: T| !a),
        ("cnot", _) => unary(T::cnot),
        ("shl", _) => plain(|s| T::shl(T::from_bits(s[0]), s[1] as u32).to_bits()),
        ("shr", _) => plain(|s| T::shr(T::from_bits(s[0]), s[1] as u32).to_bits()),
        ("bfe", _) => plain(|s| bits::bfe(T::from_bits(s[0]), s[1] as u32, s[2] as u32).to_bits()),
        ("bfi", _) => plain(|s| bits::bfi(T::from_bits(s[0]), T::from_bits(s[1]), s[2] as u32, s[3] as u32).to_bits()),
        ("bfind", _) => {
            let shift_amount = mnemonic.has("shiftamt");
            plain(move |s| u64::from(bits::bfind(T::from_bits(s[0]), shift_amount)))
        }
        ("szext", _) => {
            let clamp = mnemonic.has("clamp");
            plain(move |s| bits::szext(T::from_bits(s[0]), s[1] as u32, clamp).to_bits())
        }
        _ => None,
    }
}

fn comparison<T: Integer + 'static>(mnemonic: &Mnemonic) -> Option<Operation> {
    if mnemonic.root != "setp" {
        return None;
    }
    let comparison = mnemonic.comparison()?;
    let boolean = mnemonic.boolean();
    Some(Box::new(move |_, s| {
        let outcome = compare::integer(comparison, T::from_bits(s[0]), T::from_bits(s[1]));
        let predicate = s.get(2).is_some_and(|&c| c != 0);
        [outcome, !outcome].map(|outcome| u64::from(compare::combine(boolean, outcome, predicate)))
    }))
}

/// Products of 24 bits, wide products and sums.
fn narrow_products(mnemonic: &Mnemonic, kind: Type) -> Option<Operation> {
    let signed = kind.is_signed();
    let product: fn(u32, u32) -> u32 = match (mnemonic.part(), signed) {
        (Some(Part::Low), false) => integer::mul24_lo_u32,
        (Some(Part::High), false) => integer::mul24_hi_u32,
        (Some(Part::Low), true) => integer::mul24_lo_s32,
        (Some(Part::High), true) => integer::mul24_hi_s32,
        _ => return wide_products(mnemonic, kind),
    };
    match mnemonic.root.as_str() {
        "mul24" => plain(move |s| u64::from(product(s[0] as u32, s[1] as u32))),
        "mad24" if mnemonic.has("sat") => {
            plain(|s| u64::from(integer::mad24_hi_sat_s32(s[0] as u32, s[1] as u32, s[2] as u32)))
        }
        "mad24" => plain(move |s| u64::from(product(s[0] as u32, s[1] as u32).wrapping_add(s[2] as u32))),
        _ => None,
    }
}

fn wide_products(mnemonic: &Mnemonic, kind: Type) -> Option<Operation> {
    if mnemonic.part() != Some(Part::Wide) || !matches!(mnemonic.root.as_str(), "mul" | "mad") {
        return None;
    }
    // Without an addend `mul` is `mad` of zero.
    let addend = |s: &[u64]| s.get(2).copied().unwrap_or(0);
    match kind {
        Type::U16 => plain(move |s| u64::from(u16::mad_wide(s[0] as u16, s[1] as u16, addend(s) as u32))),
        Type::S16 => plain(move |s| i16::mad_wide(s[0] as i16, s[1] as i16, addend(s) as i32) as u64),
        Type::U32 => plain(move |s| u32::mad_wide(s[0] as u32, s[1] as u32, addend(s))),
        Type::S32 => plain(move |s| i32::mad_wide(s[0] as i32, s[1] as i32, addend(s) as i64) as u64),
        _ => None,
    }
}

fn packed_forms(mnemonic: &Mnemonic, kind: Type) -> Option<Operation> {
    let types = mnemonic.types();
    let signed = |place: usize| types.get(place).is_some_and(|kind| kind.is_signed());
    let (a_signed, b_signed) = (signed(0), signed(1));
    let high = mnemonic.part() == Some(Part::High);
    let relu = mnemonic.has("relu");
    let packed = matches!(kind, Type::U16x2 | Type::S16x2);
    match mnemonic.root.as_str() {
        "dp4a" => plain(move |s| u64::from(packed::dp4a(s[0] as u32, s[1] as u32, s[2] as u32, a_signed, b_signed))),
        "dp2a" => plain(move |s| {
            u64::from(packed::dp2a(
                s[0] as u32,
                s[1] as u32,
                s[2] as u32,
                a_signed,
                b_signed,
                high,
            ))
        }),
        "add" if packed => plain(|s| u64::from(packed::add_16x2(s[0] as u32, s[1] as u32))),
        "min" if packed => plain(move |s| u64::from(packed::min_16x2(s[0] as u32, s[1] as u32, a_signed, relu))),
        "max" if packed => plain(move |s| u64::from(packed::max_16x2(s[0] as u32, s[1] as u32, a_signed, relu))),
        _ => None,
    }
}

fn bit_forms(mnemonic: &Mnemonic, kind: Type) -> Option<Operation> {
    let clamp = mnemonic.has("clamp");
    let wide = kind.bits() == 64;
    let left = mnemonic.has("l");
    match mnemonic.root.as_str() {
        "popc" if wide => plain(|s| u64::from(bits::popc_b64(s[0]))),
        "popc" => plain(|s| u64::from(bits::popc_b32(s[0] as u32))),
        "clz" if wide => plain(|s| u64::from(bits::clz_b64(s[0]))),
        "clz" => plain(|s| u64::from(bits::clz_b32(s[0] as u32))),
        "brev" if wide => plain(|s| bits::brev_b64(s[0])),
        "brev" => plain(|s| u64::from(bits::brev_b32(s[0] as u32))),
        "fns" => plain(|s| u64::from(bits::fns(s[0] as u32, s[1] as u32, s[2] as i32))),
        "bmsk" => plain(move |s| u64::from(bits::bmsk(s[0] as u32, s[1] as u32, clamp))),
        "lop3" => plain(|s| u64::from(bits::lop3(s[0] as u32, s[1] as u32, s[2] as u32, s[3] as u8))),
        "prmt" => {
            let mode = mnemonic.action();
            plain(move |s| u64::from(bits::prmt(s[0] as u32, s[1] as u32, s[2] as u32, mode)))
        }
        "shf" => plain(move |s| {
            let shift = if left { bits::shf_l } else { bits::shf_r };
            u64::from(shift(s[0] as u32, s[1] as u32, s[2] as u32, clamp))
        }),
        _ => None,
    }
}

fn carry(mnemonic: &Mnemonic, kind: Type) -> Option<Operation> {
    let reads = matches!(mnemonic.root.as_str(), "addc" | "subc" | "madc");
    let writes = mnemonic.has("cc");
    if !reads && !writes {
        return None;
    }
    let subtracts = mnemonic.root.starts_with("sub");
    let product = if mnemonic.root.starts_with("mad") {
        product(mnemonic.part(), kind)
    } else {
        None
    };
    let wide = kind.bits() == 64;
    Some(Box::new(move |code, s| {
        let (a, b) = match product {
            Some(product) => (product(s[0], s[1]), s[2]),
            None if subtracts => (s[0], !s[1]),
            None => (s[0], s[1]),
        };
        let carry = if reads { *code } else { subtracts };
        let (result, carry) = if wide {
            integer::carrying_add_u64(a, b, carry)
        } else {
            let (result, carry) = integer::carrying_add_u32(a as u32, b as u32, carry);
            (u64::from(result), carry)
        };
        if writes {
            *code = carry;
        }
        [result, 0]
    }))
}

type Product = fn(u64, u64) -> u64;

/// The half of a product that `mad.cc` adds to; nothing for the other roots.
fn product(part: Option<Part>, kind: Type) -> Option<Product> {
    Some(match (part?, kind) {
        (Part::Low, Type::U64 | Type::S64) => u64::mul_lo,
        (Part::High, Type::U64) => u64::mul_hi,
        (Part::High, Type::S64) => |a, b| i64::mul_hi(a as i64, b as i64) as u64,
        (Part::Low, _) => |a, b| u64::from(u32::mul_lo(a as u32, b as u32)),
        (Part::High, Type::U32) => |a, b| u64::from(u32::mul_hi(a as u32, b as u32)),
        _ => |a, b| i32::mul_hi(a as i32, b as i32) as u64,
    })
}

fn predicate(mnemonic: &Mnemonic, kind: Type) -> Option<Operation> {
    match (mnemonic.root.as_str(), kind) {
        ("and", Type::Pred) => plain(|s| s[0] & s[1]),
        ("or", Type::Pred) => plain(|s| s[0] | s[1]),
        ("xor", Type::Pred) => plain(|s| s[0] ^ s[1]),
        ("not", Type::Pred) => plain(|s| !s[0] & 1),
        _ => None,
    }
}
