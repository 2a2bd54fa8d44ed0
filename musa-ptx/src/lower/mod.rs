//! Syntax tree to drafts of instructions: names to registers, places and addresses.

mod address;
mod append;
mod call;
pub(crate) mod constant;
mod function;
mod instruction;
mod kinds;
mod legal;
mod limits;
mod matrix;
mod module;
mod operand;
mod procedure;
mod register;
mod scope;
pub(crate) mod symbols;
mod texture;
mod value;
mod video;

pub(crate) use function::{Body, Builder};
pub(crate) use module::symbols;
