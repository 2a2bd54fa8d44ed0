//! f32 and f64 arithmetic.

use musa_isa::{Flags, Opcode, Type};

use crate::{
    arithmetic::{Extremum, Mode, double, single},
    exec::ops::shape::{scalar, vector},
    program::{Detail, Families, Op},
    simd::Row,
};

impl Op {
    /// How the instruction rounds, flushes and clamps.
    #[inline(always)]
    pub(super) const fn mode(&self) -> Mode {
        Mode::new(self.detail.rounding, self.detail.flags)
    }
}

/// The row of an f32 function with a mode: vector loops for the two common ones, a scalar loop for the others.
macro_rules! with_mode {
    ($detail:expr, $function:path, $($value:ident),+) => {
        match Mode::new($detail.rounding, $detail.flags) {
            Mode::NEAREST => vector!(|$($value: u32),+| $function($($value,)+ Mode::NEAREST)),
            mode if mode == Mode::NEAREST.flushed() => {
                vector!(|$($value: u32),+| $function($($value,)+ Mode::NEAREST.flushed()))
            }
            _ => scalar!(|op: &Op, $($value: u32),+| $function($($value,)+ op.mode())),
        }
    };
}

/// The row of an f64 function with a mode.
macro_rules! with_mode_double {
    ($detail:expr, $function:path, $($value:ident),+) => {
        match Mode::new($detail.rounding, $detail.flags) {
            Mode::NEAREST => vector!(|$($value: u64),+| $function($($value,)+ Mode::NEAREST)),
            _ => scalar!(|op: &Op, $($value: u64),+| $function($($value,)+ op.mode())),
        }
    };
}

pub(super) fn choose(detail: &Detail) -> Option<&'static Row> {
    if detail.has(Flags::APPROXIMATE) || detail.has(Flags::FULL_RANGE) {
        return None;
    }
    match detail.kind() {
        Type::F32 => choose_single(detail),
        Type::F64 => choose_double(detail),
        _ => None,
    }
}

fn choose_single(detail: &Detail) -> Option<&'static Row> {
    if !Families::SINGLE.is_built() {
        return None;
    }
    Some(match detail.opcode {
        Opcode::Add => with_mode!(detail, single::add, a, b),
        Opcode::Sub => with_mode!(detail, single::sub, a, b),
        Opcode::Mul => with_mode!(detail, single::mul, a, b),
        Opcode::Fma | Opcode::Mad => with_mode!(detail, single::fma, a, b, c),
        Opcode::Div => with_mode!(detail, single::div, a, b),
        Opcode::Rcp => with_mode!(detail, single::rcp, a),
        Opcode::Sqrt => with_mode!(detail, single::sqrt, a),
        Opcode::Abs if detail.has(Flags::FLUSH) => vector!(|a: u32| single::abs(a, true)),
        Opcode::Abs => vector!(|a: u32| single::abs(a, false)),
        Opcode::Neg if detail.has(Flags::FLUSH) => vector!(|a: u32| single::neg(a, true)),
        Opcode::Neg => vector!(|a: u32| single::neg(a, false)),
        Opcode::Min if Extremum::new(detail.flags) == Extremum::default() => {
            vector!(|a: u32, b: u32| single::min(a, b, Extremum::default()))
        }
        Opcode::Max if Extremum::new(detail.flags) == Extremum::default() => {
            vector!(|a: u32, b: u32| single::max(a, b, Extremum::default()))
        }
        Opcode::Min => scalar!(|op: &Op, a: u32, b: u32| single::min(a, b, Extremum::new(op.detail.flags))),
        Opcode::Max => scalar!(|op: &Op, a: u32, b: u32| single::max(a, b, Extremum::new(op.detail.flags))),
        Opcode::Copysign => vector!(|a: u32, b: u32| single::copysign(a, b)),
        Opcode::Testp => scalar!(|op: &Op, a: u32| op.detail.action.is_some_and(|property| single::testp(a, property))),
        _ => return None,
    })
}

fn choose_double(detail: &Detail) -> Option<&'static Row> {
    if !Families::DOUBLE.is_built() {
        return None;
    }
    Some(match detail.opcode {
        Opcode::Add => with_mode_double!(detail, double::add, a, b),
        Opcode::Sub => with_mode_double!(detail, double::sub, a, b),
        Opcode::Mul => with_mode_double!(detail, double::mul, a, b),
        Opcode::Fma | Opcode::Mad => with_mode_double!(detail, double::fma, a, b, c),
        Opcode::Div => with_mode_double!(detail, double::div, a, b),
        Opcode::Rcp => with_mode_double!(detail, double::rcp, a),
        Opcode::Sqrt => with_mode_double!(detail, double::sqrt, a),
        Opcode::Abs => vector!(|a: u64| double::abs(a)),
        Opcode::Neg => vector!(|a: u64| double::neg(a)),
        Opcode::Min => vector!(|a: u64, b: u64| double::min(a, b)),
        Opcode::Max => vector!(|a: u64, b: u64| double::max(a, b)),
        Opcode::Copysign => vector!(|a: u64, b: u64| double::copysign(a, b)),
        Opcode::Testp => scalar!(|op: &Op, a: u64| op.detail.action.is_some_and(|property| double::testp(a, property))),
        _ => return None,
    })
}
