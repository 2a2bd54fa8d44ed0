//! Tokens to syntax tree: a recursive-descent parser whose recursion is bounded by [`MAX_DEPTH`].

mod body;
mod directive;
mod expression;
mod operand;
mod variable;

use alloc::{format, vec::Vec};

use crate::{
    diagnostic::{Finding, Report, Span},
    lexer::{Kind, Token},
    syntax::{Module, Name},
};

/// How deep expressions and operands may nest.
pub const MAX_DEPTH: u32 = 64;

type Parsed<T> = Result<T, Finding>;

pub(crate) struct Parser<'t, 'r> {
    text: &'t str,
    tokens: Vec<Token>,
    at: usize,
    depth: u32,
    report: &'r mut Report<'t>,
}

/// Parses a whole text. What is wrong goes to the report, and parsing goes on behind it.
pub(crate) fn parse<'t>(text: &'t str, tokens: Vec<Token>, report: &mut Report<'t>) -> Module<'t> {
    let mut parser = Parser {
        text,
        tokens,
        at: 0,
        depth: 0,
        report,
    };
    parser.module()
}

impl<'t> Parser<'t, '_> {
    fn peek_token(&self, ahead: usize) -> Token {
        let end = Token {
            kind: Kind::End,
            span: Span {
                start: self.text.len() as u32,
                end: self.text.len() as u32,
            },
        };
        self.tokens.get(self.at + ahead).copied().unwrap_or(end)
    }

    fn peek(&self) -> Kind {
        self.peek_token(0).kind
    }

    fn span(&self) -> Span {
        self.peek_token(0).span
    }

    fn next(&mut self) -> Token {
        let token = self.peek_token(0);
        if self.at < self.tokens.len() {
            self.at += 1;
        }
        token
    }

    fn slice(&self, span: Span) -> &'t str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    fn is_mark(&self, mark: &str) -> bool {
        matches!(self.peek(), Kind::Mark(found) if found == mark)
    }

    fn accept(&mut self, mark: &str) -> bool {
        let found = self.is_mark(mark);
        if found {
            self.at += 1;
        }
        found
    }

    fn expect(&mut self, mark: &str) -> Parsed<()> {
        if self.accept(mark) {
            return Ok(());
        }
        Err(self.unexpected(&format!("'{mark}'")))
    }

    /// The finding that something else should stand here.
    fn unexpected(&self, expected: &str) -> Finding {
        let token = self.peek_token(0);
        let found = match token.kind {
            Kind::End => "the end of the text".into(),
            _ => {
                let text: alloc::string::String = self.slice(token.span).chars().take(40).collect();
                format!("'{text}'")
            }
        };
        Finding::new(token.span, format!("expected {expected}, found {found}"))
    }

    /// The text of a `.name` token without its dot, if one is next.
    fn peek_dotted(&self) -> Option<&'t str> {
        let token = self.peek_token(0);
        let text = self.slice(token.span);
        matches!(token.kind, Kind::Dotted).then(|| text.strip_prefix('.').unwrap_or(text))
    }

    fn accept_dotted(&mut self, name: &str) -> bool {
        let found = self.peek_dotted() == Some(name);
        if found {
            self.at += 1;
        }
        found
    }

    fn name(&mut self, what: &str) -> Parsed<Name<'t>> {
        let token = self.peek_token(0);
        if token.kind != Kind::Word {
            return Err(self.unexpected(what));
        }
        self.at += 1;
        Ok(Name {
            text: self.slice(token.span),
            span: token.span,
        })
    }

    fn dotted_name(&mut self) -> Name<'t> {
        let token = self.next();
        let text = self.slice(token.span);
        Name {
            text: text.strip_prefix('.').unwrap_or(text),
            span: token.span,
        }
    }

    /// Runs a rule one level deeper, unless that is too deep.
    fn nested<T>(&mut self, rule: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            let message = format!("nested deeper than {MAX_DEPTH} levels");
            return Err(Finding::new(self.span(), message));
        }
        self.depth += 1;
        let parsed = rule(self);
        self.depth -= 1;
        parsed
    }

    /// Skips behind the next `;`, or up to a brace or the end.
    fn skip_statement(&mut self) {
        loop {
            match self.peek() {
                Kind::End | Kind::Mark("{" | "}") => return,
                Kind::Mark(";") => {
                    self.at += 1;
                    return;
                }
                _ => self.at += 1,
            }
        }
    }

    /// Skips a group in braces, the opening one included.
    fn skip_braces(&mut self) {
        let mut open = 0u32;
        loop {
            match self.next().kind {
                Kind::Mark("{") => open += 1,
                Kind::Mark("}") => open = open.saturating_sub(1),
                Kind::End => return,
                _ => {}
            }
            if open == 0 {
                return;
            }
        }
    }
}
