//! Operands of texture and surface instructions.

use alloc::vec::Vec;
use musa_isa::{
    Instruction, Opcode, Operand, Space, Type,
    image::Target,
    texture::{self, Geometry},
};

use super::{
    address::Place,
    function::{Builder, Lowered},
    procedure::wrong_count,
};
use crate::{
    diagnostic::Finding,
    draft::{Draft, Open, Value},
    forms::Of,
    syntax::{self, Operand as Syntax},
};

impl<'t> Builder<'t, '_> {
    /// A texture, surface or sampler: a register with its handle, or the name of a reference.
    fn handle(&mut self, operand: &Syntax<'t>) -> Lowered<Value> {
        if self.register_kind(operand).is_some() {
            return self.value(operand, Type::B64, false);
        }
        let Syntax::Name {
            name,
            component: None,
            addend: 0,
        } = operand
        else {
            return Err(Finding::new(operand.span(), "expected a handle"));
        };
        match self.place(name)? {
            Place::Symbol(target @ Target::Variable(_)) => Ok(Value {
                operand: Operand::Immediate(0),
                open: Some(Open::Symbol(target, 0)),
            }),
            // A parameter of an opaque type holds a handle.
            Place::Parameter { .. } | Place::Frame { parameter: true, .. } => {
                let register = self.temporary(Type::B64)?;
                let mut load = Draft::new(Instruction {
                    types: [Some(Type::B64), None, None, None],
                    space: Space::Parameter,
                    ..Instruction::new(Opcode::Ld)
                });
                load.result(Operand::register(register));
                let bracketed = Syntax::Address(Vec::from([operand.clone()]), name.span);
                let address = self.address(&mut load.head, &bracketed)?;
                load.source(address);
                self.push(load);
                Ok(Operand::register(register).into())
            }
            _ => Err(Finding::new(name.span, "expected a texture, surface or sampler")),
        }
    }

    fn geometry(head: &Instruction<'_>, instruction: &syntax::Instruction<'t>) -> Lowered<Geometry> {
        Geometry::of(head.variant).ok_or_else(|| wrong_count(instruction, "a geometry"))
    }

    /// Coordinates without their padding: layers and samples first, which are integers.
    fn coordinates(&mut self, draft: &mut Draft, geometry: Geometry, kind: Type, operand: &Syntax<'t>) -> Lowered<()> {
        let leading = match geometry {
            Geometry::MultisampleArray => 2,
            Geometry::Multisample => 1,
            _ => usize::from(geometry.is_array()),
        };
        let needed = leading + geometry.coordinates();
        let given = match operand {
            Syntax::Vector(elements, _) => elements.len(),
            Syntax::Name {
                name, component: None, ..
            } => self.vector(name)?.map_or(1, |(_, elements)| elements.len()),
            _ => 1,
        };
        if given < needed {
            return Err(Finding::new(operand.span(), "too few coordinates for this geometry"));
        }
        let elements = self.elements(operand, given)?;
        for (place, element) in elements.iter().take(needed).enumerate() {
            let kind = if place < leading { Type::B32 } else { kind };
            self.source(draft, Of::Is(kind), element)?;
        }
        Ok(())
    }

    /// `tex` and `tld4`: results, handle, coordinates, then level, gradients, offsets and reference depth as they come.
    pub(super) fn tex(
        &mut self,
        mut draft: Draft,
        operands: &[Syntax<'t>],
        instruction: &syntax::Instruction<'t>,
    ) -> Lowered<()> {
        let [results, place, rest @ ..] = operands else {
            return Err(wrong_count(instruction, "results and a place"));
        };
        let geometry = Self::geometry(&draft.head, instruction)?;
        if let Syntax::Pair(pair) = results {
            draft.head.variant |= texture::RESIDENCY;
            self.vector_destination(&mut draft, Of::T(0), &pair[0])?;
            self.destination(&mut draft, Of::Is(Type::Pred), &pair[1])?;
        } else {
            self.vector_destination(&mut draft, Of::T(0), results)?;
        }
        let kind = draft.head.types[1].unwrap_or(Type::F32);
        let Syntax::Address(inner, _) = place else {
            return Err(Finding::new(
                place.span(),
                "expected a texture and coordinates in brackets",
            ));
        };
        let coordinates = match inner.as_slice() {
            [handle, coordinates] => {
                let handle = self.handle(handle)?;
                draft.source(handle);
                coordinates
            }
            [handle, sampler, coordinates] => {
                draft.head.variant |= texture::SAMPLER;
                let handle = self.handle(handle)?;
                draft.source(handle);
                let sampler = self.handle(sampler)?;
                draft.source(sampler);
                coordinates
            }
            _ => return Err(Finding::new(place.span(), "expected a texture and coordinates")),
        };
        self.coordinates(&mut draft, geometry, kind, coordinates)?;
        self.tex_rest(&mut draft, geometry, rest, instruction)?;
        self.push(draft);
        Ok(())
    }

    fn tex_rest(
        &mut self,
        draft: &mut Draft,
        geometry: Geometry,
        mut rest: &[Syntax<'t>],
        instruction: &syntax::Instruction<'t>,
    ) -> Lowered<()> {
        let width = geometry.coordinates();
        let missing = || wrong_count(instruction, "a level or gradients");
        match draft.head.variant & texture::LEVEL_MASK {
            texture::LEVEL_GIVEN => {
                let (level, behind) = rest.split_first().ok_or_else(missing)?;
                let kind = draft.head.types[1].unwrap_or(Type::F32);
                self.source(draft, Of::Is(kind), level)?;
                rest = behind;
            }
            texture::LEVEL_GRADIENT => {
                let [along_x, along_y, behind @ ..] = rest else {
                    return Err(missing());
                };
                self.short_vector(draft, width, Type::F32, along_x)?;
                self.short_vector(draft, width, Type::F32, along_y)?;
                rest = behind;
            }
            _ => {}
        }
        for operand in rest {
            let vector = matches!(operand, Syntax::Vector(..)) || self.is_vector(operand)?;
            if vector && draft.head.variant & (texture::OFFSETS | texture::DEPTH) == 0 {
                draft.head.variant |= texture::OFFSETS;
                self.short_vector(draft, width, Type::S32, operand)?;
            } else if !vector && draft.head.variant & texture::DEPTH == 0 {
                draft.head.variant |= texture::DEPTH;
                self.source(draft, Of::Is(Type::F32), operand)?;
            } else {
                return Err(Finding::new(operand.span(), "more operands than this instruction has"));
            }
        }
        Ok(())
    }

    fn is_vector(&mut self, operand: &Syntax<'t>) -> Lowered<bool> {
        match operand {
            Syntax::Name {
                name, component: None, ..
            } => Ok(self.vector(name)?.is_some()),
            _ => Ok(false),
        }
    }

    /// The first elements of a vector that may be padded.
    fn short_vector(&mut self, draft: &mut Draft, width: usize, kind: Type, operand: &Syntax<'t>) -> Lowered<()> {
        let elements: Vec<Syntax<'t>> = match operand {
            Syntax::Vector(elements, _) if elements.len() >= width => elements.clone(),
            other => self.elements(other, width)?,
        };
        for element in elements.iter().take(width) {
            self.source(draft, Of::Is(kind), element)?;
        }
        Ok(())
    }

    /// `txq` and `suq`: destination, handle in brackets, perhaps a level.
    pub(super) fn query(
        &mut self,
        mut draft: Draft,
        operands: &[Syntax<'t>],
        instruction: &syntax::Instruction<'t>,
    ) -> Lowered<()> {
        let [d, Syntax::Address(inner, _), level @ ..] = operands else {
            return Err(wrong_count(instruction, "a destination and a handle in brackets"));
        };
        let [handle] = inner.as_slice() else {
            return Err(wrong_count(instruction, "one handle"));
        };
        self.destination(&mut draft, Of::Is(Type::B32), d)?;
        let handle = self.handle(handle)?;
        draft.source(handle);
        let wants_level = draft.head.variant & texture::QUERY_LEVEL != 0;
        match level {
            [] if !wants_level => {}
            [level] if wants_level => self.source(&mut draft, Of::Is(Type::B32), level)?,
            _ => return Err(wrong_count(instruction, "a level exactly with .level")),
        }
        self.push(draft);
        Ok(())
    }

    /// The handle and coordinates of a surface access.
    fn surface(&mut self, draft: &mut Draft, place: &Syntax<'t>, instruction: &syntax::Instruction<'t>) -> Lowered<()> {
        let geometry = Self::geometry(&draft.head, instruction)?;
        match place {
            Syntax::Address(inner, _) if inner.len() == 2 => {
                let handle = self.handle(&inner[0])?;
                draft.source(handle);
                self.coordinates(draft, geometry, Type::B32, &inner[1])
            }
            _ => Err(Finding::new(
                place.span(),
                "expected a surface and coordinates in brackets",
            )),
        }
    }

    pub(super) fn surface_load(
        &mut self,
        mut draft: Draft,
        operands: &[Syntax<'t>],
        instruction: &syntax::Instruction<'t>,
    ) -> Lowered<()> {
        let [results, place] = operands else {
            return Err(wrong_count(instruction, "results and a place"));
        };
        self.vector_destination(&mut draft, Of::Wide(0), results)?;
        self.surface(&mut draft, place, instruction)?;
        self.push(draft);
        Ok(())
    }

    /// `sust` and `sured`.
    pub(super) fn surface_store(
        &mut self,
        mut draft: Draft,
        operands: &[Syntax<'t>],
        instruction: &syntax::Instruction<'t>,
    ) -> Lowered<()> {
        let [place, values] = operands else {
            return Err(wrong_count(instruction, "a place and values"));
        };
        self.surface(&mut draft, place, instruction)?;
        self.vector_source(&mut draft, Of::Wide(0), values)?;
        self.push(draft);
        Ok(())
    }
}
