//! Function bodies.

use alloc::vec::Vec;

use super::{Parsed, Parser, variable::variable_space};
use crate::{
    diagnostic::{Finding, Span},
    lexer::Kind,
    syntax::{Guard, Instruction, Linkage, Name, Operand, Prototype, Statement},
};

/// How deep scopes may nest.
const MAX_SCOPES: u32 = 256;

impl<'t> Parser<'t, '_> {
    /// A body in braces.
    pub(super) fn body(&mut self) -> Parsed<Vec<Statement<'t>>> {
        self.expect("{")?;
        let mut statements = Vec::new();
        let mut open = 0u32;
        loop {
            match self.peek() {
                Kind::Mark("{") => {
                    self.at += 1;
                    open += 1;
                    if open > MAX_SCOPES {
                        return Err(Finding::new(self.span(), "scopes are nested too deeply"));
                    }
                    statements.push(Statement::Enter);
                }
                Kind::Mark("}") => {
                    self.at += 1;
                    if open == 0 {
                        return Ok(statements);
                    }
                    open -= 1;
                    statements.push(Statement::Leave);
                }
                Kind::End => return Err(self.unexpected("'}'")),
                _ => {
                    if let Err(finding) = self.statement(&mut statements) {
                        self.report.add(finding);
                        self.skip_statement();
                    }
                }
            }
            if self.report.is_full() {
                return Ok(statements);
            }
        }
    }

    fn statement(&mut self, statements: &mut Vec<Statement<'t>>) -> Parsed<()> {
        match self.peek() {
            Kind::Dotted => return self.inner_directive(statements),
            Kind::Word if self.peek_token(1).kind == Kind::Mark(":") => {
                let label = self.name("a label")?;
                self.at += 1;
                statements.push(self.labelled(label)?);
            }
            Kind::Word | Kind::Mark("@") => {
                let instruction = self.instruction()?;
                statements.push(Statement::Instruction(instruction));
            }
            _ => return Err(self.unexpected("an instruction, a directive or '}'")),
        }
        Ok(())
    }

    /// A label, or a table or prototype that a label names.
    fn labelled(&mut self, label: Name<'t>) -> Parsed<Statement<'t>> {
        let statement = match self.peek_dotted() {
            Some("branchtargets") => {
                self.at += 1;
                Statement::BranchTargets {
                    label,
                    targets: self.names("a label")?,
                }
            }
            Some("calltargets") => {
                self.at += 1;
                Statement::CallTargets {
                    label,
                    targets: self.names("a function")?,
                }
            }
            Some("callprototype") => {
                self.at += 1;
                Statement::Prototype(self.prototype(label)?)
            }
            _ => return Ok(Statement::Label(label)),
        };
        self.expect(";")?;
        Ok(statement)
    }

    fn names(&mut self, what: &str) -> Parsed<Vec<Name<'t>>> {
        let mut names = Vec::from([self.name(what)?]);
        while self.accept(",") {
            names.push(self.name(what)?);
        }
        Ok(names)
    }

    /// `{(results)} _ {(parameters)} {.noreturn}`.
    fn prototype(&mut self, label: Name<'t>) -> Parsed<Prototype<'t>> {
        let results = if self.is_mark("(") {
            self.parameters(false)?
        } else {
            Vec::new()
        };
        self.name("'_'")?;
        let parameters = if self.is_mark("(") {
            self.parameters(false)?
        } else {
            Vec::new()
        };
        self.accept_dotted("noreturn");
        Ok(Prototype {
            label,
            results,
            parameters,
        })
    }

    fn inner_directive(&mut self, statements: &mut Vec<Statement<'t>>) -> Parsed<()> {
        let word = self.peek_dotted().unwrap_or("");
        if let Some(space) = variable_space(word) {
            self.at += 1;
            let variables = self.declaration(space, Linkage::Private)?;
            statements.extend(variables.into_iter().map(Statement::Variable));
            return Ok(());
        }
        match word {
            "loc" => {
                self.at += 1;
                let location = self.location()?;
                statements.push(location);
            }
            "pragma" => {
                self.at += 1;
                self.pragma()?;
            }
            "extern" | "visible" | "weak" => {
                let linkage = self.linkage();
                let space = self.peek_dotted().and_then(variable_space);
                let space = space.ok_or_else(|| self.unexpected("a state space"))?;
                self.at += 1;
                let variables = self.declaration(space, linkage)?;
                statements.extend(variables.into_iter().map(Statement::Variable));
            }
            _ => return Err(self.unexpected("a directive that may stand in a body")),
        }
        Ok(())
    }

    /// `file line column {, function_name label {+ offset}, inlined_at file line column}`.
    fn location(&mut self) -> Parsed<Statement<'t>> {
        let file = self.constant_u32()?;
        let line = self.constant_u32()?;
        self.constant_u32()?;
        while self.accept(",") {
            let what = self.name("'function_name' or 'inlined_at'")?;
            if what.text == "inlined_at" {
                for _ in 0..3 {
                    self.constant_u32()?;
                }
            } else {
                self.operand()?;
            }
        }
        self.accept(";");
        Ok(Statement::Location { file, line })
    }

    /// Hints in strings.
    pub(super) fn pragma(&mut self) -> Parsed<()> {
        loop {
            if self.peek() != Kind::String {
                return Err(self.unexpected("a string"));
            }
            self.at += 1;
            if !self.accept(",") {
                return self.expect(";");
            }
        }
    }

    fn instruction(&mut self) -> Parsed<Instruction<'t>> {
        let start = self.span();
        let guard = if self.accept("@") {
            let negated = self.accept("!");
            let name = self.name("a predicate")?;
            Some(Guard { name, negated })
        } else {
            None
        };
        let root = self.name("an instruction")?;
        let mut modifiers = Vec::new();
        while self.peek() == Kind::Dotted {
            modifiers.push(self.dotted_name());
        }
        let mut operands = Vec::new();
        while !self.is_mark(";") {
            if operands.is_empty() && matches!(self.peek(), Kind::Mark("}") | Kind::End) {
                return Err(self.unexpected("';'"));
            }
            operands.push(self.instruction_operand()?);
            if !self.accept(",") {
                break;
            }
        }
        let end = self.span();
        if !self.accept(";") {
            return Err(self.unexpected("',' or ';'"));
        }
        Ok(Instruction {
            span: Span::to(start, end),
            guard,
            root,
            modifiers,
            operands,
        })
    }

    /// An operand; in a call also a list in parentheses, which no constant expression can be mistaken for because names
    /// stand in it or it closes before the `;`.
    fn instruction_operand(&mut self) -> Parsed<Operand<'t>> {
        if self.is_mark("(") && self.is_list() {
            return self.group(")").map(|(list, span)| Operand::List(list, span));
        }
        self.operand()
    }

    /// Whether the parenthesis that is next begins a list of call operands: its group is followed by `,` or `;`, and it
    /// is empty, begins with a name, or is followed by more operands of a call. `(1<<4)` alone is a constant.
    fn is_list(&self) -> bool {
        match self.peek_token(1).kind {
            Kind::Mark(")") => true,
            Kind::Word => self.slice(self.peek_token(1).span) != "WARP_SZ",
            _ => self.in_call(),
        }
    }

    /// Whether the instruction being parsed is a call: looks back to its root.
    fn in_call(&self) -> bool {
        let before = self.tokens.get(..self.at).unwrap_or(&[]);
        let begins = |kind: Kind| matches!(kind, Kind::Mark(";" | "{" | "}" | ":"));
        before
            .iter()
            .rev()
            .take(64)
            .take_while(|token| !begins(token.kind))
            .any(|token| token.kind == Kind::Word && self.slice(token.span) == "call")
    }
}
