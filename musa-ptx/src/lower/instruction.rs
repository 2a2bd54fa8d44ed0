//! One instruction: the form that fits, then its operands.

use alloc::{format, string::String, vec::Vec};
use musa_isa::{Instruction, Opcode};

use super::{
    function::{Builder, Lowered},
    limits,
};
use crate::{
    diagnostic::{ErrorClass, Finding},
    draft::Draft,
    forms::{Form, Mismatch, Shape, retired, since},
    syntax,
};

/// Roots that PTX has and the model does not.
const UNSUPPORTED: [&str; 9] = [
    "wgmma",
    "tcgen05",
    "multimem",
    "tensormap",
    "clusterlaunchcontrol",
    "istypep",
    "cpasync",
    "sulea",
    "nop",
];

/// Forms of known roots that PTX has and the model does not.
const UNSUPPORTED_FORMS: [(&str, &str); 13] = [
    ("cp", "bulk"),
    ("cp", "reduce"),
    ("mma", "sp"),
    ("mma", "sp::ordered_metadata"),
    ("mma", "block_scale"),
    ("mma", "kind::f8f6f4"),
    ("mma", "kind::mxf8f6f4"),
    ("mma", "kind::mxf4"),
    ("mma", "kind::mxf4nvf4"),
    ("st", "async"),
    ("red", "async"),
    ("st", "bulk"),
    ("prefetch", "tensor"),
];

impl<'t> Builder<'t, '_> {
    /// Lowers one instruction of the text.
    pub(super) fn instruction(&mut self, instruction: &syntax::Instruction<'t>) -> Lowered<()> {
        self.begin(instruction)?;
        let roots = self.roots;
        let root = instruction.root;
        let Some(forms) = roots.forms(root.text) else {
            let unsupported = UNSUPPORTED.contains(&root.text);
            let message = if unsupported {
                format!("the model does not have the instruction '{}'", written(instruction))
            } else {
                format!("unknown instruction '{}'", written(instruction))
            };
            let class = if unsupported {
                ErrorClass::Unsupported
            } else {
                ErrorClass::Invalid
            };
            return Err(Finding::new(root.span, message).of_class(class));
        };
        if let Some(word) = instruction
            .modifiers
            .iter()
            .find(|it| UNSUPPORTED_FORMS.contains(&(root.text, it.text)))
        {
            let message = format!(
                "the model does not have '{}', for its '.{}'",
                written(instruction),
                word.text
            );
            return Err(Finding::new(word.span, message).of_class(ErrorClass::Unsupported));
        }
        let modifiers: Vec<&str> = instruction.modifiers.iter().map(|it| it.text).collect();
        self.check_available(instruction, &modifiers)?;
        let mut refused = None;
        let mut mismatch: Option<Mismatch> = None;
        for form in forms {
            match form.fit(&modifiers) {
                Ok(head) => match self.operands(form, head, instruction) {
                    Ok(()) => return Ok(()),
                    Err(finding) => refused = refused.or(Some(finding)),
                },
                Err(found) => mismatch = Some(Mismatch::better(mismatch, found)),
            }
        }
        Err(refused.unwrap_or_else(|| bad_modifier(instruction, mismatch)))
    }

    /// Checks that the text's version and target have the instruction.
    fn check_available(&self, instruction: &syntax::Instruction<'t>, modifiers: &[&str]) -> Lowered<()> {
        let root = instruction.root;
        if let Some(lack) = retired(root.text, modifiers, self.symbols.architecture) {
            return Err(Finding::new(root.span, format!("'{}' {lack}", root.text)));
        }
        let Some(since) = since(root.text, modifiers) else {
            return Ok(());
        };
        let (version, architecture) = (since.ptx_version, since.architecture);
        if self.symbols.ptx_version < version {
            let message = format!("'{}' needs PTX version {}.{}", root.text, version / 10, version % 10);
            return Err(Finding::new(root.span, message));
        }
        if self.symbols.architecture < architecture {
            let message = format!("'{}' needs a target of at least sm_{architecture}", root.text);
            return Err(Finding::new(root.span, message));
        }
        Ok(())
    }

    fn operands(
        &mut self,
        form: &Form,
        head: Instruction<'static>,
        instruction: &syntax::Instruction<'t>,
    ) -> Lowered<()> {
        let mut draft = Draft::new(head);
        let mut rest = instruction.operands.as_slice();
        for shape in form.operands {
            if let Shape::Special(procedure) = shape {
                return self.procedure(*procedure, draft, rest, instruction);
            }
            self.shape(*shape, &mut draft, &mut rest, instruction)?;
        }
        if let Some(extra) = rest.first() {
            return Err(Finding::new(extra.span(), "more operands than this instruction has"));
        }
        let three = matches!(draft.head.opcode, Opcode::Min | Opcode::Max) && draft.operands.len() == 4;
        if three && self.symbols.architecture < 100 {
            let message = "three sources need a target of at least sm_100";
            return Err(Finding::new(instruction.span, message));
        }
        let wide = matches!(draft.head.opcode, Opcode::Ld | Opcode::St)
            && draft.head.types[0].map_or(0, |kind| kind.bits()) * u32::from(draft.head.elements) > 128;
        if wide && self.symbols.architecture < 100 {
            let message = "accesses of more than 128 bits need a target of at least sm_100";
            return Err(Finding::new(instruction.span, message));
        }
        if let Some(message) = limits::broken(&draft) {
            return Err(Finding::new(instruction.span, message));
        }
        self.mark_low_word(&mut draft);
        if draft.head.opcode == Opcode::Ret {
            self.store_results()?;
        }
        self.push(draft);
        Ok(())
    }
}

/// The instruction as it is written, without operands.
fn written(instruction: &syntax::Instruction<'_>) -> String {
    let words = instruction.modifiers.iter().flat_map(|it| [".", it.text]);
    core::iter::once(instruction.root.text).chain(words).collect()
}

fn bad_modifier(instruction: &syntax::Instruction<'_>, mismatch: Option<Mismatch>) -> Finding {
    let root = instruction.root;
    let Some(mismatch) = mismatch else {
        return Finding::new(root.span, "no such instruction");
    };
    let expected = if mismatch.expected.is_empty() {
        String::from("nothing more")
    } else {
        mismatch.expected
    };
    match instruction.modifiers.get(mismatch.place) {
        Some(found) => {
            let name = written(instruction);
            let message = format!("'.{}' does not fit in '{name}'; expected {expected}", found.text);
            Finding::new(found.span, message)
        }
        None => {
            let last = instruction.modifiers.last().map_or(root.span, |it| it.span);
            Finding::new(last, format!("'{}' needs {expected}", written(instruction)))
        }
    }
}
