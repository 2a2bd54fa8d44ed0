//! Operands.

use alloc::{boxed::Box, vec::Vec};

use super::{
    Parsed, Parser,
    expression::{MULTIPLICATIVE, integer},
};
use crate::{
    diagnostic::{Finding, Span},
    lexer::Kind,
    syntax::{Name, Operand},
};

impl<'t> Parser<'t, '_> {
    /// One operand, a pair `a|b` included.
    pub(super) fn operand(&mut self) -> Parsed<Operand<'t>> {
        self.nested(|parser| {
            let first = parser.single_operand()?;
            if !parser.accept("|") {
                return Ok(first);
            }
            let second = parser.single_operand()?;
            Ok(Operand::Pair(Box::new([first, second])))
        })
    }

    fn single_operand(&mut self) -> Parsed<Operand<'t>> {
        let start = self.span();
        match self.peek() {
            Kind::Mark("{") => self.group("}").map(|(list, span)| Operand::Vector(list, span)),
            Kind::Mark("[") => self.group("]").map(|(list, span)| Operand::Address(list, span)),
            Kind::Mark("!" | "-") if self.peek_token(1).kind == Kind::Word && !self.is_warp_size(1) => {
                self.at += 1;
                let name = self.name("a register")?;
                let component = self.component(name);
                Ok(Operand::Negated(name, component))
            }
            Kind::Word if !self.is_warp_size(0) => self.named(),
            _ => {
                let value = self.constant()?;
                Ok(Operand::Constant(value, start.to(self.previous_span())))
            }
        }
    }

    fn is_warp_size(&self, ahead: usize) -> bool {
        self.slice(self.peek_token(ahead).span) == "WARP_SZ"
    }

    fn previous_span(&self) -> Span {
        let previous = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        previous.map_or(self.span(), |token| token.span)
    }

    /// `.x`, `.b0` and the like, directly behind a name.
    fn component(&mut self, name: Name<'t>) -> Option<Name<'t>> {
        let adjacent = self.span().start == name.span.end;
        (adjacent && self.peek() == Kind::Dotted).then(|| self.dotted_name())
    }

    fn named(&mut self) -> Parsed<Operand<'t>> {
        let name = self.name("an operand")?;
        if name.text == "_" {
            return Ok(Operand::Sink(name.span));
        }
        if self.accept("[") {
            let index = self.constant_integer()? as i64;
            self.expect("]")?;
            let span = name.span.to(self.previous_span());
            return Ok(Operand::Element { name, index, span });
        }
        let component = self.component(name);
        let mut addend = 0i64;
        while self.is_mark("+") || self.is_mark("-") {
            let negative = self.is_mark("-");
            let span = self.span();
            self.at += 1;
            let value = self.binary(MULTIPLICATIVE)?;
            let value = integer(value).ok_or_else(|| Finding::new(span, "expected an integer"))?;
            addend = if negative {
                addend.wrapping_sub(value as i64)
            } else {
                addend.wrapping_add(value as i64)
            };
        }
        Ok(Operand::Name {
            name,
            component,
            addend,
        })
    }

    /// Operands between commas up to a closing mark; the opening one is next.
    pub(super) fn group(&mut self, close: &str) -> Parsed<(Vec<Operand<'t>>, Span)> {
        let start = self.next().span;
        let mut list = Vec::new();
        if !self.is_mark(close) {
            loop {
                list.push(self.operand()?);
                if !self.accept(",") {
                    break;
                }
            }
        }
        let end = self.span();
        self.expect(close)?;
        Ok((list, start.to(end)))
    }
}
