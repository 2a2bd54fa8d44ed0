//! Linking: several texts to one.
//!
//! What a text declares `.extern`, another one may define. Names that a text keeps to itself get another name where two
//! texts have the same; of functions and variables that are `.weak`, the first one stays
//! until a text defines the name for good.

use alloc::{
    collections::{BTreeMap, BTreeSet},
    format,
    string::String,
    vec::Vec,
};

use crate::{
    diagnostic::{Refusal, Report, Span},
    lexer::{self, Kind, Token},
    parser,
    syntax::{Linkage, Module, VariableSpace},
};

/// Functions that need no definition: the device supplies them.
const SUPPLIED: [&str; 4] = ["vprintf", "__assertfail", "malloc", "free"];

/// Why texts cannot be linked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// One of the texts has an error.
    Text(Refusal),
    /// Two texts define this symbol.
    Duplicate(String),
    /// No text defines this symbol.
    Unresolved(String),
}

impl core::fmt::Display for LinkError {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Text(refusal) => refusal.fmt(out),
            Self::Duplicate(name) => writeln!(out, "error: multiple definition of '{name}'"),
            Self::Unresolved(name) => writeln!(out, "error: undefined reference to '{name}'"),
        }
    }
}

impl core::error::Error for LinkError {}

/// A text that takes part.
pub(crate) struct Input<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    module: Module<'t>,
}

/// A symbol of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Definition {
    linkage: Linkage,
    is_definition: bool,
}

impl<'t> Input<'t> {
    /// A text that is compiled for a device of that target, if any.
    pub(crate) fn new(text: &'t str, device: Option<u32>) -> Result<Self, LinkError> {
        // Whatever is wrong with the text by itself is found here, with its own lines.
        crate::assemble_for(text, device).map_err(LinkError::Text)?;
        Ok(Self::known(text))
    }

    /// A text that has been found to be without errors.
    pub(crate) fn known(text: &'t str) -> Self {
        let mut report = Report::new(text);
        let tokens = lexer::tokens(text, &mut report);
        let module = parser::parse(text, tokens.clone(), &mut report);
        Self { text, tokens, module }
    }

    fn word(&self, token: Token) -> &'t str {
        self.text
            .get(token.span.start as usize..token.span.end as usize)
            .unwrap_or("")
    }

    /// The symbols of the text, each once; a definition hides its declarations.
    fn symbols(&self) -> BTreeMap<&'t str, Definition> {
        let functions = self.module.functions.iter().map(|function| {
            let is_definition = function.body.is_some();
            (function.name.text, function.linkage, is_definition)
        });
        let variables = self.module.variables.iter().map(|variable| {
            let is_definition = variable.linkage != Linkage::External;
            (variable.name.text, variable.linkage, is_definition)
        });
        let mut symbols = BTreeMap::new();
        for (name, linkage, is_definition) in functions.chain(variables) {
            let entry = symbols.entry(name).or_insert(Definition { linkage, is_definition });
            if is_definition && !entry.is_definition {
                *entry = Definition { linkage, is_definition };
            }
        }
        // Kernels can be asked for by name, whatever their linkage.
        for function in self.module.functions.iter().filter(|function| function.entry) {
            symbols.entry(function.name.text).and_modify(|symbol| {
                if symbol.linkage == Linkage::Private {
                    symbol.linkage = Linkage::Visible;
                }
            });
        }
        symbols
    }

    /// The names that it defines for all texts: whether weakly, and whether that gives way to another definition.
    pub(crate) fn shared_names(&self) -> impl Iterator<Item = (&'t str, bool, bool)> {
        let shared = |(_, symbol): &(&str, Definition)| symbol.is_definition && symbol.linkage != Linkage::Private;
        self.symbols().into_iter().filter(shared).map(|(name, symbol)| {
            let weak = symbol.linkage == Linkage::Weak;
            (name, weak, weak || symbol.linkage == Linkage::Common)
        })
    }

    /// External shared memory is the launch's, and nobody defines it.
    fn shared(&self) -> impl Iterator<Item = &'t str> + '_ {
        let shared = VariableSpace::Memory(musa_isa::Space::Shared);
        self.module
            .variables
            .iter()
            .filter(move |variable| variable.space == shared)
            .map(|variable| variable.name.text)
    }

    /// The tokens of one item at module level, from `at` on: to its semicolon or its closing brace.
    fn item(&self, at: usize) -> usize {
        let mut depth = 0usize;
        for (place, token) in self.tokens.iter().enumerate().skip(at) {
            match token.kind {
                Kind::Mark("{") => depth += 1,
                Kind::Mark("}") => {
                    depth = depth.saturating_sub(1);
                    // The braces of an initial value stand before a semicolon.
                    let goes_on = self
                        .tokens
                        .get(place + 1)
                        .is_some_and(|next| next.kind == Kind::Mark(";"));
                    if depth == 0 && !goes_on {
                        return place + 1;
                    }
                }
                Kind::Mark(";") if depth == 0 => return place + 1,
                Kind::End => return place,
                _ => {}
            }
        }
        self.tokens.len()
    }
}

/// What defines a name in the whole.
#[derive(Clone, Copy)]
struct Definer {
    /// Which text.
    input: usize,
    /// Another text's definition takes its place, unless that is weak too.
    weak: bool,
}

/// What becomes of a text's names.
#[derive(Default)]
struct Plan<'t> {
    /// Those that it has to call otherwise.
    renamed: BTreeSet<&'t str>,
    /// Weak definitions that give way, and whether to one in a later text.
    dropped: BTreeMap<&'t str, bool>,
}

/// What all texts together have.
#[derive(Default)]
struct Names<'t> {
    /// All names that are said, and of those the ones that are not a text's own.
    said: BTreeSet<&'t str>,
    open: BTreeSet<&'t str>,
    /// Names that are defined for all texts.
    defined: BTreeMap<&'t str, Definer>,
    declared: BTreeSet<&'t str>,
    /// Names that a text keeps to itself, and that stay as they are.
    private: BTreeSet<&'t str>,
    /// Names that have been made up.
    made: BTreeSet<String>,
}

/// Joins texts to one. Unless `partial`, every symbol must have a definition.
///
/// # Errors
/// A text with an error, and symbols that are defined twice or not at all.
pub fn link(texts: &[&str], partial: bool) -> Result<String, LinkError> {
    let inputs = texts
        .iter()
        .map(|text| Input::new(text, None))
        .collect::<Result<Vec<_>, _>>()?;
    join(&inputs, partial)
}

pub(crate) fn join(inputs: &[Input<'_>], partial: bool) -> Result<String, LinkError> {
    let tables: Vec<_> = inputs.iter().map(Input::symbols).collect();
    let mut names = Names::default();
    for (name, symbol) in tables.iter().flatten() {
        names.said.insert(name);
        if !symbol.is_definition || symbol.linkage != Linkage::Private {
            names.open.insert(name);
        }
    }
    let mut plans: Vec<Plan<'_>> = Vec::new();
    for (input, table) in inputs.iter().zip(&tables) {
        names.add(input, table, &mut plans)?;
    }
    let mut bodies = String::new();
    for (input, plan) in inputs.iter().zip(plans) {
        let fresh = |name| (name, names.fresh(name));
        let renamed = plan.renamed.into_iter().map(fresh).collect();
        copy(input, &renamed, &plan.dropped, &mut bodies);
    }
    if !partial {
        names.resolve(inputs)?;
    }
    let mut text = header(inputs);
    text.push_str(&bodies);
    Ok(text)
}

impl<'t> Names<'t> {
    /// Adds a text's names, and what becomes of them to the plans of the texts before it.
    fn add(
        &mut self,
        input: &Input<'t>,
        table: &BTreeMap<&'t str, Definition>,
        plans: &mut Vec<Plan<'t>>,
    ) -> Result<(), LinkError> {
        let shared: BTreeSet<_> = input.shared().collect();
        let mut plan = Plan::default();
        let here = plans.len();
        for (&name, symbol) in table {
            if !symbol.is_definition {
                if !shared.contains(name) && !SUPPLIED.contains(&name) {
                    self.declared.insert(name);
                }
                continue;
            }
            let by = Definer {
                input: here,
                weak: symbol.linkage == Linkage::Weak,
            };
            match (self.defined.get(name).copied(), symbol.linkage) {
                (_, Linkage::Private) => {
                    if self.open.contains(name) || !self.private.insert(name) {
                        plan.renamed.insert(name);
                    }
                }
                (None, _) => {
                    self.defined.insert(name, by);
                }
                (Some(_), Linkage::Common) => {}
                (Some(_), Linkage::Weak) => {
                    plan.dropped.insert(name, false);
                }
                (Some(Definer { weak: true, input }), _) => {
                    self.defined.insert(name, by);
                    if let Some(earlier) = plans.get_mut(input) {
                        earlier.dropped.insert(name, true);
                    }
                }
                (Some(_), _) => return Err(LinkError::Duplicate(name.into())),
            }
        }
        plans.push(plan);
        Ok(())
    }

    /// A name like this one that no text has.
    fn fresh(&mut self, name: &str) -> String {
        let mut number = 1u32;
        loop {
            let other = format!("{name}$link{number}");
            if !self.said.contains(other.as_str()) && self.made.insert(other.clone()) {
                return other;
            }
            number += 1;
        }
    }

    fn resolve(&self, inputs: &[Input<'t>]) -> Result<(), LinkError> {
        let missing = |name: &&&str| !self.defined.contains_key(**name) && inputs.iter().any(|input| uses(input, name));
        match self.declared.iter().find(missing) {
            Some(name) => Err(LinkError::Unresolved((*name).into())),
            None => Ok(()),
        }
    }
}

/// Whether a text says a name anywhere but where it declares it.
fn uses(input: &Input<'_>, name: &str) -> bool {
    let declarations = input.module.functions.iter().map(|function| function.name);
    let variables = input.module.variables.iter().map(|variable| variable.name);
    let declared = declarations.chain(variables).filter(|it| it.text == name).count();
    let said = input.tokens.iter().filter(|token| input.word(**token) == name).count();
    said > declared
}

/// The newest version and target of all.
fn header(inputs: &[Input<'_>]) -> String {
    let version = inputs.iter().map(|input| input.module.ptx_version).max().unwrap_or(70);
    let target = inputs
        .iter()
        .max_by_key(|input| (input.module.architecture, input.module.suffix));
    let target = target.and_then(|input| {
        let place = input.tokens.iter().position(|token| input.word(*token) == ".target")?;
        input.tokens.get(place + 1).map(|token| input.word(*token))
    });
    let target = target.unwrap_or("sm_70");
    format!(
        ".version {}.{}\n.target {target}\n.address_size 64\n",
        version / 10,
        version % 10
    )
}

/// Appends what stands in a text behind its header.
fn copy(input: &Input<'_>, renamed: &BTreeMap<&str, String>, dropped: &BTreeMap<&str, bool>, out: &mut String) {
    let mut at = header_end(input);
    let mut depth = 0usize;
    while let Some(token) = input.tokens.get(at).copied() {
        if token.kind == Kind::End {
            break;
        }
        let word = input.word(token);
        if depth == 0 && word == ".weak" {
            let end = input.item(at);
            let names = input.tokens[at..end].iter().map(|token| input.word(*token));
            let mut heads = names.take_while(|word| !matches!(*word, "{" | "="));
            if let Some((name, later)) = heads.find_map(|word| dropped.get_key_value(word)) {
                declare(input, at, end, name, *later, out);
                at = end;
                continue;
            }
        }
        match token.kind {
            Kind::Mark("{") => depth += 1,
            Kind::Mark("}") => depth = depth.saturating_sub(1),
            _ => {}
        }
        gap(input, at, out);
        let renamed = renamed.get(word).filter(|_| token.kind == Kind::Word);
        out.push_str(renamed.map_or(word, String::as_str));
        at += 1;
    }
    out.push('\n');
}

/// What stands in the place of a weak function that another takes the place of: nothing but its declaration. Variables go
/// where the other one stands before them, and are declared where it is in a later text.
fn declare(input: &Input<'_>, at: usize, end: usize, name: &str, later: bool, out: &mut String) {
    let function = input.module.functions.iter().any(|function| function.name.text == name);
    if !function && !later {
        return;
    }
    let is_entry = input.tokens[at..end].iter().any(|token| input.word(*token) == ".entry");
    if is_entry {
        return;
    }
    out.push_str("\n.extern");
    for place in at + 1..end {
        let token = input.tokens[place];
        if matches!(token.kind, Kind::Mark("{" | "=" | ";")) {
            break;
        }
        gap(input, place, out);
        out.push_str(input.word(token));
    }
    out.push(';');
}

/// What stands between a token and the one before it: blanks, and comments as one.
fn gap(input: &Input<'_>, at: usize, out: &mut String) {
    let before = at.checked_sub(1).and_then(|before| input.tokens.get(before));
    let end = before.map_or(0, |token| token.span.end);
    let span = Span {
        start: end,
        end: input.tokens.get(at).map_or(end, |token| token.span.start),
    };
    if span.end > span.start {
        let text = input.text.get(span.start as usize..span.end as usize).unwrap_or(" ");
        out.push(if text.contains('\n') { '\n' } else { ' ' });
    }
}

/// The first token behind `.version`, `.target` and `.address_size` with their operands.
fn header_end(input: &Input<'_>) -> usize {
    let mut end = 0;
    for (place, token) in input.tokens.iter().enumerate() {
        match input.word(*token) {
            ".version" | ".address_size" => end = place + 2,
            ".target" => {
                end = place + 2;
                while input.tokens.get(end).is_some_and(|token| token.kind == Kind::Mark(",")) {
                    end += 2;
                }
            }
            _ if place >= end => return place,
            _ => {}
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assemble;

    const HEADER: &str = ".version 7.0\n.target sm_70\n.address_size 64\n";
    const CALLER: &str = ".extern .func (.reg .b32 r) twice(.reg .b32 x);\n.visible .entry k(.param .u64 p) { .reg \
                          .b32 %r<2>; mov.u32 %r0, 4; call (%r1), twice, (%r0); ret; }\n";
    const CALLEE: &str = ".visible .func (.reg .b32 r) twice(.reg .b32 x) { add.u32 r, x, x; ret; }\n";

    fn text(body: &str) -> String {
        format!("{HEADER}{body}")
    }

    fn joined(bodies: &[&str], partial: bool) -> Result<String, LinkError> {
        let texts: Vec<String> = bodies.iter().map(|body| text(body)).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        link(&texts, partial)
    }

    #[test]
    fn what_one_declares_another_defines() {
        for order in [[CALLER, CALLEE], [CALLEE, CALLER]] {
            let text = joined(&order, false).unwrap();
            assert!(assemble(&text).is_ok(), "{text}");
        }
        assert_eq!(joined(&[CALLER], false), Err(LinkError::Unresolved("twice".into())));
        assert!(joined(&[CALLER], true).is_ok());
    }

    #[test]
    fn the_header_is_the_newest() {
        let old = text(CALLEE);
        let new = format!(".version 7.8\n.target sm_90, debug\n.address_size 64\n{CALLER}");
        let text = link(&[&old, &new], false).unwrap();
        assert!(
            text.starts_with(".version 7.8\n.target sm_90\n.address_size 64\n"),
            "{text}"
        );
        assert_eq!(text.matches(".version").count(), 1);
        assert!(assemble(&text).is_ok(), "{text}");
    }

    #[test]
    fn symbols_are_defined_once() {
        assert_eq!(
            joined(&[CALLEE, CALLEE], true),
            Err(LinkError::Duplicate("twice".into()))
        );
        let variable = ".visible .global .u32 g = 7;\n";
        assert_eq!(
            joined(&[variable, variable], false),
            Err(LinkError::Duplicate("g".into()))
        );
        let entry = ".entry k() { ret; }\n";
        assert_eq!(joined(&[entry, entry], false), Err(LinkError::Duplicate("k".into())));
    }

    #[test]
    fn private_names_do_not_meet() {
        let one = ".global .u32 g = 1;\n.func f() { ret; }\n.visible .entry a() { .reg .b32 %r<1>; call f; \
                   ld.global.u32 %r0, [g]; ret; }\n";
        let two = one.replace("entry a", "entry b");
        let text = joined(&[one, &two], false).unwrap();
        assert!(text.contains("f$link1") && text.contains("g$link1"), "{text}");
        assert!(assemble(&text).is_ok(), "{text}");
    }

    #[test]
    fn what_is_linked_links_on() {
        let one = text(".func f() { ret; }\n.visible .entry a() { call f; ret; }\n");
        let mut whole = link(&[], true).unwrap();
        for name in ["a", "b", "c", "d"] {
            let next = one.replace("entry a", &format!("entry {name}"));
            whole = link(&[&whole, &next], true).unwrap();
        }
        let image = assemble(&link(&[&whole], false).unwrap()).unwrap();
        let image = musa_isa::image::Image::parse(&image).unwrap();
        assert_eq!(image.functions().count(), 8);
    }

    #[test]
    fn a_strong_one_takes_the_place_of_a_weak_one_before_it() {
        let weak = ".weak .func f() { ret; }\n.weak .global .align 4 .u32 w = 1;\n\
                    .visible .entry k() { .reg .b32 %r<1>; call f; ld.global.u32 %r0, [w]; ret; }\n";
        let strong = ".visible .func f() { trap; ret; }\n.visible .global .align 4 .u32 w = 2;\n";
        let text = joined(&[weak, strong], false).unwrap();
        assert!(
            text.contains("trap") && text.contains("w = 2") && !text.contains("w = 1"),
            "{text}"
        );
        crate::assemble(&text).unwrap();
        assert_eq!(
            joined(&[weak, strong, strong], false),
            Err(LinkError::Duplicate("f".into()))
        );
    }

    #[test]
    fn the_first_of_weak_ones_stays() {
        let weak = ".weak .func f() { ret; }\n.weak .global .align 4 .b8 t[8] = {1, 2};\n";
        let text = joined(
            &[weak, weak, ".extern .func f();\n.visible .entry k() { call f; ret; }\n"],
            false,
        )
        .unwrap();
        assert_eq!(text.matches("{ ret; }").count(), 1, "{text}");
        assert_eq!(text.matches("t[8]").count(), 1, "{text}");
        assert!(assemble(&text).is_ok(), "{text}");
    }

    #[test]
    fn shared_memory_and_supplied_functions_need_no_definition() {
        let body = ".extern .shared .b8 s[];\n.extern .func (.param .b64 r) malloc(.param .b64 n);\n.visible .entry \
                    k() { .reg .b32 %r<1>; ld.shared.u32 %r0, [s]; ret; }\n";
        assert!(joined(&[body, ".extern .global .u32 unused;\n"], false).is_ok());
    }

    #[test]
    fn errors_keep_their_lines() {
        let error = joined(&[CALLEE, ".visible .entry k() { frobnicate; ret; }\n"], true).unwrap_err();
        let LinkError::Text(refusal) = error else {
            panic!("{error:?}")
        };
        assert_eq!(refusal.diagnostics[0].line, 4);
    }
}
