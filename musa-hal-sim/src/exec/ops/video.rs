//! Video instructions.

use musa_isa::{Action, Comparison, Flags, Opcode, Operand as ImageOperand, Type};

use super::{Choice, Request, shape::scalar};
use crate::{
    arithmetic::video::{
        packed::{self, Lanes},
        scalar::{self, Finish, Form, MultiplyAdd, Operand, Selector},
    },
    program::{Families, Op},
    simd::Row,
};

pub(super) fn choose(request: &Request<'_>) -> Option<Choice> {
    if !Families::VIDEO.is_built() {
        return None;
    }
    if let Some(row) = packed_row(request.detail.opcode) {
        let Some(ImageOperand::Immediate(lanes)) = request.operands.get(4) else {
            return None;
        };
        return Some(Choice::plain(row).with_extra(*lanes).without(4));
    }
    let row = match request.operands.len() {
        3 => without_c(request.detail.opcode),
        4 => with_c(request.detail.opcode),
        _ => None,
    };
    // Selectors that name nothing.
    let bad = (0..3).any(|place| Selector::from_number(request.detail.variant >> (3 * place) & 7).is_none());
    row.filter(|_| !bad).map(Choice::plain)
}

impl Op {
    fn signed(&self, place: usize) -> bool {
        self.detail.types[place].is_some_and(Type::is_signed)
    }

    fn selector(&self, place: u16) -> Selector {
        Selector::from_number(self.detail.variant >> (3 * place) & 7).unwrap_or(Selector::WORD)
    }

    fn video_operand(&self, place: u16) -> Operand {
        Operand {
            signed: self.signed(usize::from(place) + 1),
            selector: self.selector(place),
        }
    }

    fn video_form(&self, has_c: bool) -> Form {
        let finish = match self.detail.action {
            Some(action @ (Action::Add | Action::Minimum | Action::Maximum)) if has_c => Finish::Combine(action),
            _ if has_c => Finish::Merge(self.selector(2)),
            _ => Finish::Plain,
        };
        Form {
            signed: self.signed(0),
            a: self.video_operand(0),
            b: self.video_operand(1),
            saturate: self.detail.has(Flags::SATURATE),
            finish,
        }
    }

    /// The form of `vset`, which names only the types of its sources.
    fn set_form(&self, has_c: bool) -> Form {
        let form = self.video_form(has_c);
        let operand = |place: u16| Operand {
            signed: self.signed(usize::from(place)),
            selector: self.selector(place),
        };
        Form {
            a: operand(0),
            b: operand(1),
            ..form
        }
    }

    fn packed_set_form<const N: usize>(&self) -> packed::Form<N> {
        packed::Form {
            a_signed: self.signed(0),
            b_signed: self.signed(1),
            ..self.packed_form()
        }
    }

    fn multiply_add(&self) -> MultiplyAdd {
        let bit = |bit: u16| self.detail.variant >> bit & 1 == 1;
        MultiplyAdd {
            a: self.video_operand(0),
            b: self.video_operand(1),
            negate_product: bit(11),
            negate_c: bit(12),
            plus_one: self.detail.has(Flags::PLUS_ONE),
            shift: match self.detail.variant >> 9 & 3 {
                1 => 7,
                2 => 15,
                _ => 0,
            },
            saturate: self.detail.has(Flags::SATURATE),
        }
    }

    fn video_comparison(&self) -> Comparison {
        self.detail.comparison.unwrap_or(Comparison::Equal)
    }

    /// Whether shift counts are clamped.
    fn clamps(&self) -> bool {
        self.detail.second_action == Some(Action::Clamp)
    }

    fn packed_form<const N: usize>(&self) -> packed::Form<N> {
        packed::Form {
            signed: self.signed(0),
            a_signed: self.signed(1),
            b_signed: self.signed(2),
            saturate: self.detail.has(Flags::SATURATE),
            accumulate: self.detail.action == Some(Action::Add),
            lanes: Lanes::from_number(self.extra as u32),
        }
    }
}

/// The rows of the scalar instructions, with `c` as the closure's third source or as zero.
macro_rules! scalar_rows {
    ($opcode:expr, $has_c:literal, |$a:ident, $b:ident $(, $c:ident)?| $last:expr) => {
        Some(match $opcode {
            Opcode::Vadd => scalar!(|op: &Op, $a: u32, $b: u32 $(, $c: u32)?| scalar::vadd($a, $b, $last, op.video_form($has_c))),
            Opcode::Vsub => scalar!(|op: &Op, $a: u32, $b: u32 $(, $c: u32)?| scalar::vsub($a, $b, $last, op.video_form($has_c))),
            Opcode::Vabsdiff => scalar!(|op: &Op, $a: u32, $b: u32 $(, $c: u32)?| {
                scalar::vabsdiff($a, $b, $last, op.video_form($has_c))
            }),
            Opcode::Vmin => scalar!(|op: &Op, $a: u32, $b: u32 $(, $c: u32)?| scalar::vmin($a, $b, $last, op.video_form($has_c))),
            Opcode::Vmax => scalar!(|op: &Op, $a: u32, $b: u32 $(, $c: u32)?| scalar::vmax($a, $b, $last, op.video_form($has_c))),
            Opcode::Vshl => scalar!(|op: &Op, $a: u32, $b: u32 $(, $c: u32)?| {
                scalar::vshl($a, $b, $last, op.video_form($has_c), op.clamps())
            }),
            Opcode::Vshr => scalar!(|op: &Op, $a: u32, $b: u32 $(, $c: u32)?| {
                scalar::vshr($a, $b, $last, op.video_form($has_c), op.clamps())
            }),
            Opcode::Vset => scalar!(|op: &Op, $a: u32, $b: u32 $(, $c: u32)?| {
                scalar::vset(op.video_comparison(), $a, $b, $last, op.set_form($has_c))
            }),
            _ => return None,
        })
    };
}

fn without_c(opcode: Opcode) -> Option<&'static Row> {
    scalar_rows!(opcode, false, |a, b| 0)
}

fn with_c(opcode: Opcode) -> Option<&'static Row> {
    if opcode == Opcode::Vmad {
        return Some(scalar!(|op: &Op, a: u32, b: u32, c: u32| scalar::vmad(
            a,
            b,
            c,
            op.multiply_add()
        )));
    }
    scalar_rows!(opcode, true, |a, b, c| c)
}

/// The row of a packed instruction with two or four elements.
macro_rules! packed_row {
    ($function:ident, $elements:literal) => {
        scalar!(|op: &Op, a: u32, b: u32, c: u32| packed::$function(a, b, c, op.packed_form::<$elements>()))
    };
}

fn packed_row(opcode: Opcode) -> Option<&'static Row> {
    Some(match opcode {
        Opcode::Vadd2 => packed_row!(vadd, 2),
        Opcode::Vadd4 => packed_row!(vadd, 4),
        Opcode::Vsub2 => packed_row!(vsub, 2),
        Opcode::Vsub4 => packed_row!(vsub, 4),
        Opcode::Vavrg2 => packed_row!(vavrg, 2),
        Opcode::Vavrg4 => packed_row!(vavrg, 4),
        Opcode::Vabsdiff2 => packed_row!(vabsdiff, 2),
        Opcode::Vabsdiff4 => packed_row!(vabsdiff, 4),
        Opcode::Vmin2 => packed_row!(vmin, 2),
        Opcode::Vmin4 => packed_row!(vmin, 4),
        Opcode::Vmax2 => packed_row!(vmax, 2),
        Opcode::Vmax4 => packed_row!(vmax, 4),
        Opcode::Vset2 => scalar!(|op: &Op, a: u32, b: u32, c: u32| {
            packed::vset(op.video_comparison(), a, b, c, op.packed_set_form::<2>())
        }),
        Opcode::Vset4 => scalar!(|op: &Op, a: u32, b: u32, c: u32| {
            packed::vset(op.video_comparison(), a, b, c, op.packed_set_form::<4>())
        }),
        _ => return None,
    })
}
