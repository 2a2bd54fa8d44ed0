//! Syntax tree to drafts of instructions: names to registers, places and addresses.

mod call;
pub(crate) mod constant;
mod function;
mod kinds;
mod matrix;
mod module;
mod operand;
mod procedure;
mod scope;
pub(crate) mod symbols;
mod texture;
mod video;

pub(crate) use function::{Body, Builder};
pub(crate) use module::symbols;
