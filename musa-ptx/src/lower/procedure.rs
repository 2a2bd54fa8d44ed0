//! Operand lists that no sequence of shapes describes: moves, tables of branches, barriers, asynchronous copies.

use alloc::{collections::BTreeSet, vec::Vec};

use musa_isa::{Flags, Instruction, Opcode, Operand, Space, Type};

use super::{
    function::{Builder, Lowered},
    kinds, limits,
    scope::{Entity, Found},
    value::{constant_operand, special_register},
};
use crate::{
    diagnostic::Finding,
    draft::{Draft, Value},
    forms::{Of, Procedure},
    syntax::{self, Operand as Syntax},
};

impl<'t> Builder<'t, '_> {
    /// Lowers the operands that are left by a procedure, and appends the instruction.
    pub(super) fn procedure(
        &mut self,
        procedure: Procedure,
        draft: Draft,
        operands: &[Syntax<'t>],
        instruction: &syntax::Instruction<'t>,
    ) -> Lowered<()> {
        match procedure {
            Procedure::Mov => self.mov(draft, operands, instruction),
            Procedure::Call => self.call(draft, operands, instruction),
            Procedure::Brx => self.brx(draft, operands, instruction),
            Procedure::Tex => self.tex(draft, operands, instruction),
            Procedure::Query => self.query(draft, operands, instruction),
            Procedure::SurfaceLoad => self.surface_load(draft, operands, instruction),
            Procedure::SurfaceStore => self.surface_store(draft, operands, instruction),
            Procedure::Mma => self.mma(draft, operands, instruction),
            Procedure::WmmaLoad => self.wmma_load(draft, operands, instruction),
            Procedure::WmmaStore => self.wmma_store(draft, operands, instruction),
            Procedure::Video => self.video(draft, operands, instruction),
            Procedure::VideoSimd => self.video_packed(draft, operands, instruction),
            Procedure::CpAsync => self.copy_async(draft, operands, instruction),
            Procedure::BarrierReduce => self.barrier_reduce(draft, operands, instruction),
            Procedure::IsSpace => self.is_space(draft, operands, instruction),
        }
    }

    /// `mov`: also joins and splits registers, and reads vector special registers.
    fn mov(&mut self, draft: Draft, operands: &[Syntax<'t>], instruction: &syntax::Instruction<'t>) -> Lowered<()> {
        let [to, from] = operands else {
            return Err(wrong_count(instruction, "two operands"));
        };
        if draft.head.elements > 1 {
            return self.mov_elements(draft, to, from);
        }
        let (to, from) = (&self.as_vector(to)?, &self.as_vector(from)?);
        match (to, from) {
            (Syntax::Vector(to, _), Syntax::Vector(from, _)) if to.len() == from.len() => {
                let whole = self.kind_of(&draft.head, Of::T(0)).0.bits();
                let part = kinds::untyped(whole / to.len().max(1) as u32);
                self.mov_together(part, to, from)
            }
            (Syntax::Vector(parts, _), _) => self.unpack(draft, parts, from),
            (_, Syntax::Vector(parts, _)) => self.pack(draft, to, parts),
            _ => {
                let kind = self.kind_of(&draft.head, Of::T(0)).0;
                self.mov_one(kind, to, from)
            }
        }
    }

    /// A vector register as the vector of its elements; everything else as it is.
    fn as_vector(&mut self, operand: &Syntax<'t>) -> Lowered<Syntax<'t>> {
        if let Syntax::Name {
            name,
            component: None,
            addend: 0,
        } = operand
            && let Some((_, elements)) = self.vector(name)?
        {
            let span = name.span;
            return Ok(Syntax::Vector(self.elements(operand, elements.len())?, span));
        }
        Ok(operand.clone())
    }

    fn mov_one(&mut self, kind: Type, to: &Syntax<'t>, from: &Syntax<'t>) -> Lowered<()> {
        self.check_source(&Instruction::new(Opcode::Mov), kind, from)?;
        let value = self.value(from, kind, false)?;
        self.mov_value(kind, to, value)
    }

    fn mov_value(&mut self, kind: Type, to: &Syntax<'t>, value: Value) -> Lowered<()> {
        let mut draft = Draft::new(Instruction {
            types: [Some(kind), None, None, None],
            ..Instruction::new(Opcode::Mov)
        });
        self.destination(&mut draft, Of::T(0), to)?;
        draft.source(value);
        self.push(draft);
        Ok(())
    }

    /// `mov.v4.u32 {...}, {...}`, also from `%tid` and its like.
    fn mov_elements(&mut self, draft: Draft, to: &Syntax<'t>, from: &Syntax<'t>) -> Lowered<()> {
        let count = usize::from(draft.head.elements);
        let kind = self.kind_of(&draft.head, Of::T(0)).0;
        let to = self.elements(to, count)?;
        if let Syntax::Name {
            name,
            component: None,
            addend: 0,
        } = from
        {
            let parts = ["x", "y", "z", "w"].map(|text| syntax::Name { text, span: name.span });
            if special_register(name, Some(&parts[0])).is_some() {
                for (to, part) in to.iter().zip(parts) {
                    let from = Syntax::Name {
                        name: *name,
                        component: Some(part),
                        addend: 0,
                    };
                    self.mov_one(kind, to, &from)?;
                }
                return Ok(());
            }
        }
        let from = self.elements(from, count)?;
        self.mov_together(kind, &to, &from)
    }

    /// Moves whose sources are all read before the first destination is written.
    fn mov_together(&mut self, kind: Type, to: &[Syntax<'t>], from: &[Syntax<'t>]) -> Lowered<()> {
        let mut written = BTreeSet::new();
        let mut values = Vec::new();
        let mut overlap = false;
        for (to, from) in to.iter().zip(from) {
            let value = self.value(from, kind, false)?;
            if let Operand::Register { register, .. } = value.operand {
                overlap |= written.contains(&register);
            }
            if !matches!(to, Syntax::Sink(_)) {
                written.insert(self.register_operand(to)?.1);
            }
            values.push(value);
        }
        if overlap {
            for value in &mut values {
                let register = self.temporary(kind)?;
                self.push_move(kind, register, *value);
                *value = Operand::register(register).into();
            }
        }
        for (to, value) in to.iter().zip(values) {
            self.mov_value(kind, to, value)?;
        }
        Ok(())
    }

    /// The type of each part of a register that is split in so many.
    fn part(&self, draft: &Draft, count: usize, span: crate::diagnostic::Span) -> Lowered<Type> {
        let bits = self.kind_of(&draft.head, Of::T(0)).0.bits();
        let fits = matches!(count, 2 | 4 | 8) && bits / count as u32 >= 8 && bits > 8;
        if fits {
            return Ok(kinds::untyped(bits / count as u32));
        }
        Err(Finding::new(span, "a register of this type cannot be split so"))
    }

    fn pack(&mut self, mut draft: Draft, to: &Syntax<'t>, parts: &[Syntax<'t>]) -> Lowered<()> {
        let part = self.part(&draft, parts.len(), to.span())?;
        draft.head.opcode = Opcode::Pack;
        draft.head.elements = parts.len() as u8;
        self.destination(&mut draft, Of::T(0), to)?;
        for element in parts {
            self.source(&mut draft, Of::Is(part), element)?;
        }
        self.push(draft);
        Ok(())
    }

    fn unpack(&mut self, mut draft: Draft, parts: &[Syntax<'t>], from: &Syntax<'t>) -> Lowered<()> {
        let part = self.part(&draft, parts.len(), from.span())?;
        draft.head.opcode = Opcode::Unpack;
        draft.head.elements = parts.len() as u8;
        for element in parts {
            self.destination(&mut draft, Of::Is(part), element)?;
        }
        self.source(&mut draft, Of::T(0), from)?;
        self.push(draft);
        Ok(())
    }

    /// `brx.idx index, table`.
    fn brx(&mut self, mut draft: Draft, operands: &[Syntax<'t>], instruction: &syntax::Instruction<'t>) -> Lowered<()> {
        let [index, Syntax::Name { name, .. }] = operands else {
            return Err(wrong_count(instruction, "an index and a table of targets"));
        };
        self.plain_source(&mut draft, Of::Is(Type::U32), index)?;
        match self.scopes.find(name.text) {
            Some(Found::Entity(Entity::Targets(table))) => {
                let table = *table;
                draft.source(Operand::Targets(table).into());
            }
            _ => return Err(Finding::new(name.span, "expected a table of branch targets")),
        }
        self.push(draft);
        Ok(())
    }

    /// `bar.red d, barrier{, threads}, predicate`, d already taken.
    fn barrier_reduce(
        &mut self,
        mut draft: Draft,
        operands: &[Syntax<'t>],
        instruction: &syntax::Instruction<'t>,
    ) -> Lowered<()> {
        let (barrier, threads, predicate) = match operands {
            [barrier, predicate] => (barrier, None, predicate),
            [barrier, threads, predicate] => (barrier, Some(threads), predicate),
            _ => return Err(wrong_count(instruction, "a barrier and a predicate")),
        };
        self.plain_source(&mut draft, Of::Is(Type::U32), barrier)?;
        match threads {
            Some(threads) => self.plain_source(&mut draft, Of::Is(Type::U32), threads)?,
            None => draft.source(Operand::Sink.into()),
        }
        let predicate = self.predicate(predicate)?;
        draft.source(predicate);
        if let Some(message) = limits::broken(&draft) {
            return Err(Finding::new(instruction.span, message));
        }
        self.push(draft);
        Ok(())
    }

    /// `isspacep.space p, a`, p already taken; a has 32 or 64 bits.
    fn is_space(
        &mut self,
        mut draft: Draft,
        operands: &[Syntax<'t>],
        instruction: &syntax::Instruction<'t>,
    ) -> Lowered<()> {
        let [address] = operands else {
            return Err(wrong_count(instruction, "two operands"));
        };
        self.check_source(&draft.head, Type::U64, address)?;
        let narrow = self.plain_value(address, Type::B32, false);
        let value = match narrow {
            Ok(value) if !matches!(address, Syntax::Constant(..)) => value,
            _ => self.plain_value(address, Type::B64, false)?,
        };
        draft.source(value);
        self.push(draft);
        Ok(())
    }

    /// `cp.async [to], [from], size{, source size | ignore}{, policy}`.
    fn copy_async(
        &mut self,
        mut draft: Draft,
        operands: &[Syntax<'t>],
        instruction: &syntax::Instruction<'t>,
    ) -> Lowered<()> {
        let [to, from, size, rest @ ..] = operands else {
            return Err(wrong_count(instruction, "two addresses and a size"));
        };
        let mut head = draft.head;
        head.space = Space::Shared;
        let to = self.address(&mut head, to)?;
        head.space = Space::Global;
        let from = self.address(&mut head, from)?;
        draft.source(to);
        draft.source(from);
        let bytes = constant_operand(size, Type::U32)?;
        let allowed = match draft.head.cache {
            Some(musa_isa::CacheOperator::Global) => bytes == 16,
            _ => matches!(bytes, 4 | 8 | 16),
        };
        if !allowed {
            return Err(Finding::new(size.span(), "a size of 4, 8 or 16 bytes; with .cg 16"));
        }
        draft.source(Operand::Immediate(bytes).into());
        match rest.first() {
            None => draft.source(Operand::Sink.into()),
            Some(operand) => match self.register_kind(operand) {
                Some(Type::Pred) => {
                    draft.head.flags |= Flags::IGNORE_SOURCE;
                    let value = self.predicate(operand)?;
                    draft.source(value);
                }
                Some(Type::B64 | Type::U64 | Type::S64) => draft.source(Operand::Sink.into()),
                _ => self.source(&mut draft, Of::Is(Type::U32), operand)?,
            },
        }
        self.push(draft);
        Ok(())
    }

    /// The declared type of an operand that is a register.
    pub(super) fn register_kind(&mut self, operand: &Syntax<'t>) -> Option<Type> {
        match operand {
            Syntax::Name {
                name, component: None, ..
            }
            | Syntax::Negated(name, None) => self.register(name).ok().map(|(kind, _)| kind),
            _ => None,
        }
    }
}

/// The finding that an instruction has other operands.
pub(super) fn wrong_count(instruction: &syntax::Instruction<'_>, expected: &str) -> Finding {
    let message = alloc::format!("'{}' has {expected} here", instruction.root.text);
    Finding::new(instruction.span, message)
}
