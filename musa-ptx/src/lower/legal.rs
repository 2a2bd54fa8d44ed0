//! What hardware's translator refuses although the types fit: which instructions take special registers, addresses,
//! constants and `_`.

use alloc::format;
use musa_isa::{Action, Flags, Instruction, Opcode, Space, Type, image::Target};

use super::{
    address::Place,
    function::{Builder, Lowered},
    value::{is_zero, special_register},
};
use crate::{
    diagnostic::Finding,
    syntax::{self, Constant, Operand as Syntax},
};

/// Whether an instruction reads special registers itself.
fn reads_special(head: &Instruction<'_>) -> bool {
    match head.opcode {
        Opcode::Mov | Opcode::Pack | Opcode::Unpack => true,
        Opcode::Cvt => !head.types.iter().flatten().any(|kind| kind.is_float()),
        _ => false,
    }
}

/// Whether the address of a variable may be an operand of an instruction.
const fn takes_address(opcode: Opcode) -> bool {
    use Opcode::*;
    matches!(opcode, Mov | Pack | Unpack | Cvta | Mapa | Getctarank)
}

/// Whether an instruction may leave its only result away.
const fn discards(instruction: &Instruction<'_>) -> bool {
    use Opcode::*;
    match instruction.opcode {
        Atom | Setp | Lop3 | Mbarrier => true,
        Match => matches!(instruction.action, Some(Action::All)),
        _ => false,
    }
}

/// Whether a literal may stand for a value of a type: an integer for all but floats, a fraction for the floats that have
/// literals and for the untyped values of the literal's width.
fn fits(literal: Constant, kind: Type) -> bool {
    match literal {
        Constant::Integer(..) => !kind.is_float(),
        _ if matches!(kind, Type::F32 | Type::F64) => true,
        Constant::Single(_) => kind == Type::B32,
        Constant::Double(_) => kind == Type::B64,
    }
}

impl<'t> Builder<'t, '_> {
    /// Checks what stands as a source of a type.
    pub(super) fn check_source(&mut self, head: &Instruction<'_>, kind: Type, operand: &Syntax<'t>) -> Lowered<()> {
        match operand {
            Syntax::Constant(literal, span) if !fits(*literal, kind) => {
                Err(Finding::new(*span, format!("not a constant of type .{}", kind.name())))
            }
            Syntax::Name {
                name,
                component,
                addend,
            } if !self.is_register(name) => {
                let component = component.as_ref();
                if special_register(name, component).is_some() || is_zero(name, component) {
                    let message = "a special register is read by 'mov' and by 'cvt' between integers";
                    return if reads_special(head) {
                        Ok(())
                    } else {
                        Err(Finding::new(name.span, message))
                    };
                }
                self.check_symbol(head, name, *addend)
            }
            _ => Ok(()),
        }
    }

    /// Checks the name of a variable as a source; what is no name of one is found later.
    fn check_symbol(&mut self, head: &Instruction<'_>, name: &syntax::Name<'t>, addend: i64) -> Lowered<()> {
        let Ok(place) = self.place(name) else {
            return Ok(());
        };
        if matches!(place, Place::Symbol(Target::Function(_))) {
            return Ok(());
        }
        let takes = takes_address(head.opcode) && !head.flags.contains(Flags::TO_SPACE);
        if !takes && addend == 0 {
            return Err(Finding::new(
                name.span,
                "expected a register or a constant, not an address",
            ));
        }
        let own = self.space_of(place, name)?;
        let wanted = match head.opcode {
            Opcode::Cvta => head.space,
            Opcode::Mapa | Opcode::Getctarank => Space::Shared,
            _ => own,
        };
        if own != wanted {
            let message = format!("'{}' lies in .{}, not in .{}", name.text, own.name(), wanted.name());
            return Err(Finding::new(name.span, message));
        }
        Ok(())
    }

    /// Checks a result that stands alone.
    pub(super) fn check_result(&self, head: &Instruction<'_>, operand: &Syntax<'t>) -> Lowered<()> {
        match operand {
            Syntax::Sink(span) if !discards(head) => {
                let message = format!("'{}' needs a register for its result", head.opcode.name());
                Err(Finding::new(*span, message))
            }
            _ => Ok(()),
        }
    }

    /// Checks the policy behind the operands of an access, which `.L2::cache_hint` asks for.
    pub(super) fn check_policy(
        &mut self,
        head: &Instruction<'_>,
        operand: Option<&Syntax<'t>>,
        instruction: &syntax::Instruction<'t>,
    ) -> Lowered<()> {
        use Opcode::{Atom, Ld, Red, St};
        if head.opcode == Opcode::Prefetch {
            return self.check_size(operand, instruction);
        }
        if !matches!(head.opcode, Ld | St | Atom | Red) {
            return Ok(());
        }
        let asked = instruction.modifiers.iter().find(|it| it.text == "L2::cache_hint");
        match (asked, operand) {
            (Some(_), Some(operand)) => self.checked_register(operand, Type::B64, false).map(drop),
            (Some(hint), None) => Err(Finding::new(hint.span, "'.L2::cache_hint' needs a policy")),
            (None, Some(operand)) => {
                let message = "more operands than this instruction has without '.L2::cache_hint'";
                Err(Finding::new(operand.span(), message))
            }
            (None, None) => Ok(()),
        }
    }

    /// `discard` and `applypriority` name the size of a cache line.
    fn check_size(&self, operand: Option<&Syntax<'t>>, instruction: &syntax::Instruction<'t>) -> Lowered<()> {
        match operand {
            Some(Syntax::Constant(Constant::Integer(128, _), _)) => Ok(()),
            Some(other) => Err(Finding::new(other.span(), "the size is 128")),
            None => Err(Finding::new(
                instruction.span,
                "a size of 128 stands behind the address",
            )),
        }
    }
}
