//! Video instructions over `musa_hal_sim::arithmetic`.

use musa_hal_sim::arithmetic::video::{
    packed::{self, Lanes},
    scalar::{self, Finish, MultiplyAdd, Operand, Selector},
};
use musa_isa::Action;

use crate::{
    body::{Operation, Written, plain},
    mnemonic::Mnemonic,
};

pub(crate) fn operation(written: &Written) -> Option<Operation> {
    let root = written.mnemonic.root.strip_prefix('v')?;
    if let Some(root) = root.strip_suffix('2') {
        return packed_operation::<2>(root, written);
    }
    if let Some(root) = root.strip_suffix('4') {
        return packed_operation::<4>(root, written);
    }
    if root == "mad" {
        multiply_add(written)
    } else {
        scalar_operation(root, written)
    }
}

/// `%aw.b1` names byte 1; without a selector the word.
fn selector(operand: &str) -> Option<Selector> {
    let number = match operand.split_once('.').map(|(_, selector)| selector.split_at(1)) {
        None => 0,
        Some(("b", digit)) => 1 + digit.parse::<u16>().ok()?,
        Some((_, digit)) => 5 + digit.parse::<u16>().ok()?,
    };
    Selector::from_number(number)
}

/// Signedness of the types, from the last one.
fn signed(mnemonic: &Mnemonic, from_last: usize) -> bool {
    let types = mnemonic.types();
    let place = types.len().checked_sub(1 + from_last);
    place.is_some_and(|place| types[place].is_signed())
}

fn operands(written: &Written) -> Option<(Operand, Operand)> {
    let types = written.mnemonic.types();
    let signed = |place: usize| types.get(place).is_some_and(|kind| kind.is_signed());
    // `vset` writes the operands' types only.
    let first = types.len().checked_sub(2)?;
    Some((
        Operand {
            signed: signed(first),
            selector: selector(written.operands[1])?,
        },
        Operand {
            signed: signed(first + 1),
            selector: selector(written.operands[2])?,
        },
    ))
}

fn combination(mnemonic: &Mnemonic) -> Option<Action> {
    [("add", Action::Add), ("min", Action::Minimum), ("max", Action::Maximum)]
        .into_iter()
        .find(|(word, _)| mnemonic.has(word))
        .map(|(_, action)| action)
}

fn scalar_operation(root: &str, written: &Written) -> Option<Operation> {
    let mnemonic = &written.mnemonic;
    let (a, b) = operands(written)?;
    let finish = match combination(mnemonic) {
        Some(action) => Finish::Combine(action),
        None if written.operands[0].contains('.') => Finish::Merge(selector(written.operands[0])?),
        None => Finish::Plain,
    };
    let destination_signed = if root == "set" { a.signed } else { signed(mnemonic, 2) };
    let form = scalar::Form {
        signed: destination_signed,
        a,
        b,
        saturate: mnemonic.has("sat"),
        finish,
    };
    let clamp = mnemonic.has("clamp");
    let function: Box<dyn Fn(u32, u32, u32) -> u32> = match root {
        "add" => Box::new(move |a, b, c| scalar::vadd(a, b, c, form)),
        "sub" => Box::new(move |a, b, c| scalar::vsub(a, b, c, form)),
        "absdiff" => Box::new(move |a, b, c| scalar::vabsdiff(a, b, c, form)),
        "min" => Box::new(move |a, b, c| scalar::vmin(a, b, c, form)),
        "max" => Box::new(move |a, b, c| scalar::vmax(a, b, c, form)),
        "shl" => Box::new(move |a, b, c| scalar::vshl(a, b, c, form, clamp)),
        "shr" => Box::new(move |a, b, c| scalar::vshr(a, b, c, form, clamp)),
        "set" => {
            let comparison = mnemonic.comparison()?;
            Box::new(move |a, b, c| scalar::vset(comparison, a, b, c, form))
        }
        _ => return None,
    };
    of_three(function)
}

fn of_three(function: Box<dyn Fn(u32, u32, u32) -> u32>) -> Option<Operation> {
    plain(move |s| {
        let operand = |place: usize| s.get(place).copied().unwrap_or(0) as u32;
        u64::from(function(operand(0), operand(1), operand(2)))
    })
}

fn multiply_add(written: &Written) -> Option<Operation> {
    let mnemonic = &written.mnemonic;
    let (a, b) = operands(written)?;
    let negated = |place: usize| written.operands[place].starts_with('-');
    let form = MultiplyAdd {
        a,
        b,
        negate_product: negated(1) != negated(2),
        negate_c: negated(3),
        plus_one: mnemonic.has("po"),
        shift: [("shr7", 7), ("shr15", 15)]
            .into_iter()
            .find(|(word, _)| mnemonic.has(word))
            .map_or(0, |(_, by)| by),
        saturate: mnemonic.has("sat"),
    };
    of_three(Box::new(move |a, b, c| scalar::vmad(a, b, c, form)))
}

/// The digits after an operand's dot, lowest element first.
fn digits(operand: &str) -> Option<Vec<u8>> {
    let (_, selector) = operand.split_once('.')?;
    Some(selector[1..].bytes().rev().map(|digit| digit - b'0').collect())
}

fn places<const N: usize>(operand: &str, first: u8) -> [u8; N] {
    match digits(operand) {
        Some(digits) => core::array::from_fn(|index| digits[index]),
        None => core::array::from_fn(|index| first + index as u8),
    }
}

fn packed_operation<const N: usize>(root: &str, written: &Written) -> Option<Operation> {
    let mnemonic = &written.mnemonic;
    let mask = digits(written.operands[0]);
    let form = packed::Form::<N> {
        signed: root != "set" && signed(mnemonic, 2),
        a_signed: signed(mnemonic, 1),
        b_signed: signed(mnemonic, 0),
        saturate: mnemonic.has("sat"),
        accumulate: mnemonic.has("add"),
        lanes: Lanes {
            mask: core::array::from_fn(|index| mask.as_ref().is_none_or(|mask| mask.contains(&(index as u8)))),
            a: places(written.operands[1], 0),
            b: places(written.operands[2], N as u8),
        },
    };
    let function: Box<dyn Fn(u32, u32, u32) -> u32> = match (root, mnemonic.comparison()) {
        ("add", _) => Box::new(move |a, b, c| packed::vadd(a, b, c, form)),
        ("sub", _) => Box::new(move |a, b, c| packed::vsub(a, b, c, form)),
        ("avrg", _) => Box::new(move |a, b, c| packed::vavrg(a, b, c, form)),
        ("absdiff", _) => Box::new(move |a, b, c| packed::vabsdiff(a, b, c, form)),
        ("min", _) => Box::new(move |a, b, c| packed::vmin(a, b, c, form)),
        ("max", _) => Box::new(move |a, b, c| packed::vmax(a, b, c, form)),
        ("set", Some(comparison)) => Box::new(move |a, b, c| packed::vset(comparison, a, b, c, form)),
        _ => return None,
    };
    of_three(function)
}
