//! Directives at module level, kernels and functions.

use alloc::{format, vec::Vec};
use musa_isa::image::Dimensions;

use super::{Parsed, Parser, variable::variable_space};
use crate::{
    diagnostic::{ErrorClass, Finding},
    lexer::Kind,
    syntax::{Attributes, Function, Linkage, Module, Opaque, Variable, VariableSpace},
    versions,
};

impl<'t> Parser<'t, '_> {
    pub(super) fn module(&mut self) -> Module<'t> {
        let mut module = Module::default();
        if let Err(finding) = self.header(&mut module) {
            self.report.add(finding);
            return module;
        }
        while self.peek() != Kind::End && !self.report.is_full() {
            if let Err(finding) = self.item(&mut module) {
                self.report.add(finding);
                self.recover();
            }
        }
        module
    }

    /// Skips to what looks like the next directive at module level.
    fn recover(&mut self) {
        loop {
            match self.peek() {
                Kind::End => return,
                Kind::Mark("{") => {
                    self.skip_braces();
                    return;
                }
                Kind::Mark(";" | "}") => {
                    self.at += 1;
                    return;
                }
                _ => self.at += 1,
            }
        }
    }

    /// `.version`, `.target`, and perhaps `.address_size`.
    fn header(&mut self, module: &mut Module<'t>) -> Parsed<()> {
        if !self.accept_dotted("version") {
            let finding = self.unexpected("'.version' at the begin of the text");
            return Err(finding.of_class(ErrorClass::NotPtx));
        }
        let token = self.next();
        let text = self.slice(token.span);
        module.ptx_version = versions::ptx_version(text).ok_or_else(|| {
            let message = format!("'{text}' is no PTX version");
            Finding::new(token.span, message)
        })?;
        if !versions::is_version(module.ptx_version) {
            let message = format!(
                "unsupported .version {text}; the newest known is {}.{}",
                versions::NEWEST / 10,
                versions::NEWEST % 10
            );
            return Err(Finding::new(token.span, message).of_class(ErrorClass::Version));
        }
        if !self.accept_dotted("target") {
            return Err(self.unexpected("'.target' behind '.version'"));
        }
        self.target(module)?;
        if self.accept_dotted("address_size") {
            let span = self.span();
            if self.constant_integer()? != 64 {
                return Err(Finding::new(span, "only 64-bit addresses are supported"));
            }
        }
        Ok(())
    }

    fn target(&mut self, module: &mut Module<'t>) -> Parsed<()> {
        loop {
            let name = self.name("a target")?;
            if let Some(target) = versions::target(name.text) {
                module.architecture = target.architecture;
                module.suffix = target.suffix;
                module.target = name.span;
                if module.ptx_version < target.since {
                    let (own, since) = (module.ptx_version, target.since);
                    let message = format!(
                        "PTX version {}.{} does not support target {}, which needs {}.{}",
                        own / 10,
                        own % 10,
                        name.text,
                        since / 10,
                        since % 10
                    );
                    return Err(Finding::new(name.span, message));
                }
            } else if !versions::TARGET_OPTIONS.contains(&name.text) {
                let message = format!("unknown target '{}'", name.text);
                return Err(Finding::new(name.span, message));
            }
            module.texture_mode_independent |= name.text == "texmode_independent";
            if !self.accept(",") {
                return Ok(());
            }
        }
    }

    pub(super) fn linkage(&mut self) -> Linkage {
        let linkage = match self.peek_dotted() {
            Some("visible") => Linkage::Visible,
            Some("weak") => Linkage::Weak,
            Some("common") => Linkage::Common,
            Some("extern") => Linkage::External,
            _ => return Linkage::Private,
        };
        self.at += 1;
        linkage
    }

    fn item(&mut self, module: &mut Module<'t>) -> Parsed<()> {
        if self.accept(";") {
            return Ok(());
        }
        let linkage = self.linkage();
        let Some(word) = self.peek_dotted() else {
            return Err(self.unexpected("a directive"));
        };
        if let Some(space) = variable_space(word) {
            self.at += 1;
            let variables = self.declaration(space, linkage)?;
            module.variables.extend(variables);
            return Ok(());
        }
        let span = self.span();
        self.at += 1;
        match word {
            "entry" | "func" => {
                let function = self.function(word == "entry", linkage)?;
                module.functions.push(function);
            }
            "tex" => {
                let global = VariableSpace::Memory(musa_isa::Space::Global);
                let variables = self.declaration(global, linkage)?;
                let references = variables.into_iter().map(|it| Variable {
                    opaque: Some(Opaque::Texture),
                    ..it
                });
                module.variables.extend(references);
            }
            "file" => self.file(module)?,
            "section" => self.section()?,
            "alias" => {
                let alias = self.name("a function")?;
                self.expect(",")?;
                let target = self.name("a function")?;
                self.expect(";")?;
                module.aliases.push((alias, target));
            }
            "pragma" => self.pragma()?,
            "target" => self.target(module)?,
            "loc" => {
                while matches!(self.peek(), Kind::Integer(..)) {
                    self.at += 1;
                }
            }
            // Old debug blocks: `@@DWARF` lines.
            _ => {
                self.at -= 1;
                let message = format!("unknown directive '.{word}'");
                self.at += 1;
                return Err(Finding::new(span, message));
            }
        }
        Ok(())
    }

    /// `number "name" {, time, size}`.
    fn file(&mut self, module: &mut Module<'t>) -> Parsed<()> {
        let number = self.constant_u32()?;
        let token = self.peek_token(0);
        if token.kind != Kind::String {
            return Err(self.unexpected("a file name"));
        }
        self.at += 1;
        let name = self.slice(token.span);
        module.files.push((number, name.trim_matches('"')));
        while self.accept(",") {
            self.constant_integer()?;
        }
        Ok(())
    }

    /// A debug section: `.section .name { ... }`, which the model does not read.
    fn section(&mut self) -> Parsed<()> {
        while self.peek() == Kind::Dotted || self.peek() == Kind::Word {
            self.at += 1;
        }
        if !self.is_mark("{") {
            return Err(self.unexpected("'{'"));
        }
        self.skip_braces();
        Ok(())
    }

    /// A kernel or function, its `.entry` or `.func` already read.
    fn function(&mut self, entry: bool, linkage: Linkage) -> Parsed<Function<'t>> {
        if self.accept_dotted("attribute") {
            self.expect("(")?;
            while !self.is_mark("{") && !self.is_mark(";") && !self.accept(")") {
                self.at += 1;
                if self.peek() == Kind::End {
                    return Err(self.unexpected("')'"));
                }
            }
        }
        let results = if self.is_mark("(") {
            if entry {
                return Err(Finding::new(self.span(), "a kernel returns no value"));
            }
            self.parameters(true)?
        } else {
            Vec::new()
        };
        let name = self.name("a function name")?;
        let parameters = if self.is_mark("(") {
            self.parameters(true)?
        } else {
            Vec::new()
        };
        let attributes = self.attributes()?;
        let body = if self.is_mark("{") {
            Some(self.body()?)
        } else {
            // Old compilers end a declaration with nothing.
            let next = matches!(self.peek(), Kind::Dotted | Kind::End);
            if entry || !next {
                self.expect(";")?;
            }
            None
        };
        if let Some(open) = parameters.iter().find(|it| it.elements.is_none() && entry) {
            return Err(Finding::new(open.name.span, "a kernel parameter has a size"));
        }
        Ok(Function {
            name,
            entry,
            linkage,
            results,
            parameters,
            attributes,
            body,
        })
    }

    fn attributes(&mut self) -> Parsed<Attributes> {
        let mut attributes = Attributes::default();
        while let Some(word) = self.peek_dotted() {
            self.at += 1;
            match word {
                "maxntid" => attributes.max_threads = Some(self.dimensions_of_block()?),
                "reqntid" => attributes.required_threads = Some(self.dimensions_of_block()?),
                "reqnctapercluster" => {
                    attributes.required_cluster = Some(self.dimensions_of_block()?);
                }
                "minnctapersm" => attributes.min_blocks = self.constant_u32()?,
                "maxclusterrank" => attributes.max_cluster_blocks = self.constant_u32()?,
                "maxnreg" | "maxnctapersm" => {
                    self.constant_u32()?;
                }
                "explicitcluster" => attributes.explicit_cluster = true,
                "noreturn" | "blocksareclusters" => {}
                "abi_preserve" | "abi_preserve_control" => {
                    self.constant_u32()?;
                }
                "pragma" => self.pragma()?,
                _ => {
                    self.at -= 1;
                    break;
                }
            }
        }
        Ok(attributes)
    }

    /// One to three numbers; absent ones are 1.
    fn dimensions_of_block(&mut self) -> Parsed<Dimensions> {
        let mut dimensions = [1; 3];
        for dimension in &mut dimensions {
            let span = self.span();
            *dimension = self.constant_u32()?;
            if *dimension == 0 {
                return Err(Finding::new(span, "a dimension is at least 1"));
            }
            if !self.accept(",") {
                break;
            }
        }
        Ok(dimensions)
    }
}
