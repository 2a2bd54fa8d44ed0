//! Operands of video instructions: registers with byte and half selectors.

use alloc::format;
use musa_isa::{
    Opcode, Operand, Type,
    video::{A_SHIFT, B_SHIFT, D_SHIFT, NEGATE_ADDEND, NEGATE_PRODUCT, PACKED_A_SHIFT, PACKED_B_SHIFT},
};

use super::{
    function::{Builder, Lowered},
    procedure::wrong_count,
};
use crate::{
    diagnostic::Finding,
    draft::Draft,
    forms::Of,
    syntax::{self, Name, Operand as Syntax},
};

/// A register with its selector taken off.
fn split<'t>(operand: &Syntax<'t>) -> (Syntax<'t>, Option<Name<'t>>) {
    match operand {
        Syntax::Name {
            name,
            component,
            addend,
        } => {
            let plain = Syntax::Name {
                name: *name,
                component: None,
                addend: *addend,
            };
            (plain, *component)
        }
        Syntax::Negated(name, component) => {
            let plain = Syntax::Name {
                name: *name,
                component: None,
                addend: 0,
            };
            (plain, *component)
        }
        other => (other.clone(), None),
    }
}

/// The code of a scalar selector.
fn scalar_selector(selector: Option<Name<'_>>) -> Lowered<u16> {
    let Some(selector) = selector else {
        return Ok(0);
    };
    Ok(match selector.text {
        "b0" => 1,
        "b1" => 2,
        "b2" => 3,
        "b3" => 4,
        "h0" => 5,
        "h1" => 6,
        other => {
            let message = format!("'.{other}' selects no byte or half");
            return Err(Finding::new(selector.span, message));
        }
    })
}

impl<'t> Builder<'t, '_> {
    /// `d{.sel}, a{.sel}, b{.sel}{, c}`.
    pub(super) fn video(
        &mut self,
        mut draft: Draft,
        operands: &[Syntax<'t>],
        instruction: &syntax::Instruction<'t>,
    ) -> Lowered<()> {
        let [d, a, b, rest @ ..] = operands else {
            return Err(wrong_count(instruction, "at least three operands"));
        };
        let multiply = draft.head.opcode == Opcode::Vmad;
        for (operand, shift) in [(d, D_SHIFT), (a, A_SHIFT), (b, B_SHIFT)] {
            let selector = scalar_selector(split(operand).1)?;
            draft.head.variant |= selector << shift;
            if matches!(operand, Syntax::Negated(..)) {
                if !multiply || shift == D_SHIFT {
                    return Err(Finding::new(operand.span(), "a minus belongs only to 'vmad'"));
                }
                draft.head.variant ^= NEGATE_PRODUCT;
            }
        }
        self.check_result(&draft.head, d)?;
        self.destination(&mut draft, Of::Is(Type::B32), &split(d).0)?;
        self.video_source(&mut draft, a)?;
        self.video_source(&mut draft, b)?;
        let wants_third = multiply || draft.head.action.is_some() || draft.head.variant >> D_SHIFT & 7 != 0;
        match rest {
            [] if !wants_third => {}
            [c] if wants_third => {
                if matches!(c, Syntax::Negated(..)) {
                    draft.head.variant |= NEGATE_ADDEND;
                }
                self.video_source(&mut draft, c)?;
            }
            _ => {
                return Err(wrong_count(
                    instruction,
                    "a third source exactly when something is merged",
                ));
            }
        }
        self.push(draft);
        Ok(())
    }

    /// A register with its selector, or a constant.
    fn video_source(&mut self, draft: &mut Draft, operand: &Syntax<'t>) -> Lowered<()> {
        let (plain, _) = split(operand);
        if let Syntax::Name {
            addend: 1.. | ..=-1, ..
        } = plain
        {
            return Err(Finding::new(operand.span(), "expected a register or a constant"));
        }
        self.check_source(&draft.head, Type::S32, &plain)?;
        self.source(draft, Of::Is(Type::B32), &plain)
    }

    fn register_source(&mut self, draft: &mut Draft, operand: &Syntax<'t>) -> Lowered<()> {
        let (_, register) = self.checked_register(operand, Type::B32, false)?;
        draft.source(Operand::register(register).into());
        Ok(())
    }

    /// `d{.mask}, a{.sel}, b{.sel}, c` over two halves or four bytes.
    pub(super) fn video_packed(
        &mut self,
        mut draft: Draft,
        operands: &[Syntax<'t>],
        instruction: &syntax::Instruction<'t>,
    ) -> Lowered<()> {
        let [d, a, b, c] = operands else {
            return Err(wrong_count(instruction, "four operands"));
        };
        let halves = draft.head.opcode.name().ends_with('2');
        let lanes = if halves { 2 } else { 4 };
        let mask = match split(d).1 {
            None => (1 << lanes) - 1,
            Some(mask) => packed_digits(mask, halves)?.fold(0, |bits, lane| bits | 1 << lane),
        };
        let selectors = |operand: &Syntax<'t>, first: u64| -> Lowered<u64> {
            let Some(selector) = split(operand).1 else {
                return Ok((0..lanes).fold(0, |bits, lane| bits | (first + lane) << (3 * lane)));
            };
            let digits = packed_digits(selector, halves)?;
            if digits.clone().count() as u64 != lanes {
                return Err(Finding::new(selector.span, "one digit for each lane"));
            }
            // The first digit is the highest lane's.
            Ok(digits.fold(0, |bits, digit| bits << 3 | digit))
        };
        let all = mask | selectors(a, 0)? << PACKED_A_SHIFT | selectors(b, lanes)? << PACKED_B_SHIFT;
        self.check_result(&draft.head, d)?;
        self.destination(&mut draft, Of::Is(Type::B32), &split(d).0)?;
        if matches!(d, Syntax::Negated(..)) || split(c).1.is_some() {
            return Err(Finding::new(instruction.span, "a minus or selector has no place here"));
        }
        for operand in [a, b, c] {
            let Syntax::Name { addend: 0, .. } = operand else {
                return Err(Finding::new(operand.span(), "expected a register"));
            };
            self.register_source(&mut draft, &split(operand).0)?;
        }
        draft.source(Operand::Immediate(all).into());
        self.push(draft);
        Ok(())
    }
}

/// The digits of `.b3210` or `.h10`, each within the two source words.
fn packed_digits(name: Name<'_>, halves: bool) -> Lowered<impl Iterator<Item = u64> + Clone + '_> {
    let (letter, limit) = if halves { ('h', 4) } else { ('b', 8) };
    let digits = name.text.strip_prefix(letter).unwrap_or("");
    let fits = |byte: u8| byte.is_ascii_digit() && byte - b'0' < limit;
    if digits.is_empty() || digits.len() > 4 || !digits.bytes().all(fits) {
        let message = format!("'.{}' selects no lanes", name.text);
        return Err(Finding::new(name.span, message));
    }
    Ok(digits.bytes().map(|byte| u64::from(byte - b'0')))
}
