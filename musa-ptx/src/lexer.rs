//! Text to tokens.

use alloc::{format, vec::Vec};

use crate::diagnostic::{Finding, Report, Span};

/// What a token is. Words keep their text in the token's span.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    /// An identifier; `%` may begin one.
    Word,
    /// `.name`, also with `::` inside, as of directives, modifiers and components.
    Dotted,
    /// An integer, and whether it is unsigned by suffix or size.
    Integer(u64, bool),
    /// `0f...`: the bits of a single.
    Single(u32),
    /// `0d...` or a decimal fraction: the bits of a double.
    Double(u64),
    /// A string in quotes; the span includes them.
    String,
    /// One or two characters of punctuation.
    Mark(&'static str),
    /// Behind the last token.
    End,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) span: Span,
}

/// Two-character marks stand first, so that the longest match wins.
const MARKS: [&str; 30] = [
    "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", ",", ";", ":", "{", "}", "(", ")", "[", "]", "<", ">", "|", "+",
    "-", "*", "/", "%", "!", "~", "&", "^", "?",
];
const RARE_MARKS: [&str; 2] = ["=", "@"];

struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

/// The tokens of a text, with [`Kind::End`] last. Bytes that begin no token are reported and skipped.
pub(crate) fn tokens(text: &str, report: &mut Report<'_>) -> Vec<Token> {
    let mut lexer = Lexer { text, at: 0 };
    let mut tokens = Vec::with_capacity(text.len() / 4);
    while !report.is_full() {
        match lexer.next() {
            Ok(token) => {
                tokens.push(token);
                if token.kind == Kind::End {
                    break;
                }
            }
            Err(finding) => report.add(finding),
        }
    }
    tokens
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$')
}

impl<'t> Lexer<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn peek(&self, ahead: usize) -> u8 {
        let bytes = self.text.as_bytes();
        bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn skip_while(&mut self, wanted: impl Fn(u8) -> bool) {
        while self.at < self.text.len() && wanted(self.peek(0)) {
            self.at += 1;
        }
    }

    fn span_from(&self, start: usize) -> Span {
        Span {
            start: start as u32,
            end: self.at as u32,
        }
    }

    fn next(&mut self) -> Result<Token, Finding> {
        self.skip_blanks()?;
        let start = self.at;
        let kind = match self.peek(0) {
            _ if self.at >= self.text.len() => Kind::End,
            b'0'..=b'9' => self.number()?,
            b'.' if self.peek(1).is_ascii_digit() && !self.follows_word() => self.decimal()?,
            b'"' => self.string()?,
            b'.' => self.dotted(),
            b'%' if is_word_byte(self.peek(1)) => self.word(),
            byte if is_word_byte(byte) => self.word(),
            _ => self.mark()?,
        };
        Ok(Token {
            kind,
            span: self.span_from(start),
        })
    }

    /// Skips blanks, comments and lines of the preprocessor.
    fn skip_blanks(&mut self) -> Result<(), Finding> {
        loop {
            self.skip_while(|byte| byte.is_ascii_whitespace());
            let start = self.at;
            let rest = self.rest();
            if rest.starts_with("//") || rest.starts_with('#') {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                let end = rest.find("*/").map(|at| at + 2);
                self.at += end.unwrap_or(rest.len());
                if end.is_none() {
                    let span = self.span_from(start);
                    return Err(Finding::new(span, "this comment has no end"));
                }
            } else {
                return Ok(());
            }
        }
    }

    fn word(&mut self) -> Kind {
        self.at += 1;
        self.skip_while(is_word_byte);
        Kind::Word
    }

    /// Whether a word ends right here: a point then begins a modifier (`tex.2d`), not a fraction.
    fn follows_word(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|at| self.text.as_bytes().get(at));
        before.is_some_and(|byte| is_word_byte(*byte))
    }

    fn dotted(&mut self) -> Kind {
        self.at += 1;
        loop {
            self.skip_while(is_word_byte);
            if self.peek(0) == b':' && self.peek(1) == b':' && is_word_byte(self.peek(2)) {
                self.at += 2;
            } else {
                return Kind::Dotted;
            }
        }
    }

    fn string(&mut self) -> Result<Kind, Finding> {
        let start = self.at;
        self.at += 1;
        while self.at < self.text.len() && !matches!(self.peek(0), b'"' | b'\n') {
            self.at += 1 + usize::from(self.peek(0) == b'\\');
        }
        if self.peek(0) != b'"' {
            self.at = self.at.min(self.text.len());
            return Err(Finding::new(self.span_from(start), "this string has no end"));
        }
        self.at += 1;
        Ok(Kind::String)
    }

    fn mark(&mut self) -> Result<Kind, Finding> {
        let rest = self.rest();
        let known = MARKS.iter().chain(&RARE_MARKS);
        if let Some(mark) = known.copied().find(|mark| rest.starts_with(mark)) {
            self.at += mark.len();
            return Ok(Kind::Mark(mark));
        }
        let start = self.at;
        let bad = rest.chars().next().unwrap_or(' ');
        self.at += bad.len_utf8();
        let message = format!("unexpected character '{}'", bad.escape_default());
        Err(Finding::new(self.span_from(start), message))
    }

    fn number(&mut self) -> Result<Kind, Finding> {
        let start = self.at;
        let bad = |lexer: &mut Self, message: &str| {
            lexer.skip_while(is_word_byte);
            Err(Finding::new(lexer.span_from(start), message))
        };
        let radix = match (self.peek(0), self.peek(1)) {
            (b'0', b'x' | b'X') => 16,
            (b'0', b'b' | b'B') => 2,
            (b'0', b'f' | b'F') => return self.float_bits(8),
            (b'0', b'd' | b'D') => return self.float_bits(16),
            _ => return self.decimal(),
        };
        self.at += 2;
        let digits = self.at;
        self.skip_while(|byte| byte.is_ascii_hexdigit());
        let value = u64::from_str_radix(self.text.get(digits..self.at).unwrap_or(""), radix);
        let Ok(value) = value else {
            return bad(self, "not a number of at most 64 bits");
        };
        let unsigned = self.unsigned_suffix();
        if is_word_byte(self.peek(0)) {
            return bad(self, "not a number");
        }
        Ok(Kind::Integer(value, unsigned || value > i64::MAX as u64))
    }

    fn unsigned_suffix(&mut self) -> bool {
        let found = matches!(self.peek(0), b'u' | b'U');
        self.at += usize::from(found);
        found
    }

    fn float_bits(&mut self, digits: usize) -> Result<Kind, Finding> {
        let start = self.at;
        self.at += 2;
        self.skip_while(is_word_byte);
        let text = self.text.get(start + 2..self.at).unwrap_or("");
        let bits = u64::from_str_radix(text, 16).ok().filter(|_| text.len() == digits);
        match bits {
            Some(bits) if digits == 8 => Ok(Kind::Single(bits as u32)),
            Some(bits) => Ok(Kind::Double(bits)),
            None => {
                let message = format!("a float in hexadecimal has {digits} digits");
                Err(Finding::new(self.span_from(start), message))
            }
        }
    }

    /// Decimal and octal integers, and decimal fractions.
    fn decimal(&mut self) -> Result<Kind, Finding> {
        let start = self.at;
        self.skip_while(|byte| byte.is_ascii_digit());
        let mut fraction = false;
        if self.peek(0) == b'.' && !self.peek(1).is_ascii_alphabetic() {
            fraction = true;
            self.at += 1;
            self.skip_while(|byte| byte.is_ascii_digit());
        }
        if matches!(self.peek(0), b'e' | b'E') {
            fraction = true;
            self.at += 1;
            self.at += usize::from(matches!(self.peek(0), b'+' | b'-'));
            self.skip_while(|byte| byte.is_ascii_digit());
        }
        let text = self.text.get(start..self.at).unwrap_or("");
        let kind = if fraction {
            text.parse().ok().map(|value: f64| Kind::Double(value.to_bits()))
        } else {
            let octal = text.len() > 1 && text.starts_with('0');
            let value = u64::from_str_radix(text, if octal { 8 } else { 10 });
            let unsigned = self.unsigned_suffix();
            value
                .ok()
                .map(|value| Kind::Integer(value, unsigned || value > i64::MAX as u64))
        };
        if is_word_byte(self.peek(0)) {
            self.skip_while(is_word_byte);
            return Err(Finding::new(self.span_from(start), "not a number"));
        }
        kind.ok_or_else(|| Finding::new(self.span_from(start), "not a number of at most 64 bits"))
    }
}
