//! `musa info`: what is in a module file.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use musa_isa::image::{Container, Function, FunctionKind, Image};
use musa_isa::vendor::{VendorBinary, VendorKernel};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::file;

/// Which file, and how to print it.
#[derive(Args)]
pub(crate) struct Arguments {
    /// An image, PTX text, a vendor binary, or a bundle of these.
    input: PathBuf,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let bytes = file::read(&arguments.input)?;
    let description = describe(&arguments.input, &bytes)?;
    let mut out = io::stdout().lock();
    if arguments.json {
        writeln!(out, "{description:#}")?;
    } else {
        print(&mut out, &description, 0)?;
    }
    Ok(())
}

fn describe(path: &Path, bytes: &[u8]) -> Result<Value, Failure> {
    match Container::recognize(bytes) {
        Container::Bundle(bundle) => {
            let entries: Vec<Value> = bundle
                .entries()
                .map(|entry| json!({ "target": entry.name, "content": entry_content(path, entry.content) }))
                .collect();
            Ok(json!({ "kind": "bundle", "entries": entries }))
        }
        _ => describe_one(path, bytes),
    }
}

/// What an entry of a bundle holds. One that cannot be described does not hide the others, and a bundle in a bundle is
/// not looked into: no loader does.
fn entry_content(path: &Path, content: &[u8]) -> Value {
    if content.is_empty() {
        return Value::Null;
    }
    let described = match Container::recognize(content) {
        Container::Bundle(_) => Err(Failure::file(path, "a bundle in a bundle")),
        _ => describe_one(path, content),
    };
    described.unwrap_or_else(|failure| json!({ "kind": "unknown", "bytes": content.len(), "why": failure.to_string() }))
}

/// Describes what is no bundle.
fn describe_one(path: &Path, bytes: &[u8]) -> Result<Value, Failure> {
    match Container::recognize(bytes) {
        Container::Vendor(binary) => {
            let binary = VendorBinary::parse(binary)
                .ok_or_else(|| Failure::file(path, "the vendor binary has no note about kernels"))?;
            let kernels: Vec<Value> = binary.kernels().map(|kernel| vendor_kernel(&kernel)).collect();
            Ok(json!({ "kind": "vendor binary", "kernels": kernels }))
        }
        _ => {
            let bytes = file::image(path, bytes)?;
            let image = Image::parse(&bytes).map_err(|error| Failure::file(path, error))?;
            Ok(describe_image(&image))
        }
    }
}

fn vendor_kernel(kernel: &VendorKernel<'_>) -> Value {
    let parameters: Vec<Value> = kernel
        .parameters()
        .map(|slot| json!({ "offset": slot.offset, "size": slot.size, "align": slot.align }))
        .collect();
    json!({
        "name": kernel.name,
        "architecture": kernel.architecture,
        "parameters": parameters,
        "static_shared": kernel.shared_bytes,
        "registers": kernel.registers,
        "max_threads": kernel.max_threads,
    })
}

fn describe_image(image: &Image<'_>) -> Value {
    let origin = image.origin();
    let kernels: Vec<Value> = image
        .functions()
        .filter_map(|function| kernel(image, &function))
        .collect();
    let variables: Vec<Value> = image
        .variables()
        .map(|variable| json!({ "name": variable.name, "space": variable.space.name(), "size": variable.size }))
        .collect();
    json!({
        "kind": "image",
        "ptx_version": format!("{}.{}", origin.ptx_version / 10, origin.ptx_version % 10),
        "target": origin.to_string(),
        "kernels": kernels,
        "variables": variables,
    })
}

fn kernel(image: &Image<'_>, function: &Function<'_>) -> Option<Value> {
    let FunctionKind::Entry(entry) = function.kind else {
        return None;
    };
    let parameters: Vec<Value> = image
        .parameters(function.parameters)
        .map(|parameter| {
            let slot = parameter.slot;
            json!({ "offset": slot.offset, "size": slot.size, "align": slot.align })
        })
        .collect();
    Some(json!({
        "name": function.name,
        "parameters": parameters,
        "static_shared": entry.static_shared,
        "registers": function.hardware_registers,
        "max_threads": entry.max_threads.map(|of| of.iter().product::<u32>()),
        "instructions": function.instructions,
    }))
}

/// Prints a description as indented lines.
fn print(out: &mut impl Write, value: &Value, depth: usize) -> io::Result<()> {
    let Value::Object(fields) = value else {
        return writeln!(out, "{:1$}{value}", "", depth);
    };
    for (name, value) in fields {
        match value {
            Value::Array(items) if items.iter().all(Value::is_object) && name != "parameters" => {
                writeln!(out, "{:1$}{name}:", "", depth)?;
                for item in items {
                    writeln!(out, "{:1$}-", "", depth + 2)?;
                    print(out, item, depth + 4)?;
                }
            }
            Value::Array(items) => {
                let list: Vec<String> = items.iter().map(slot).collect();
                writeln!(out, "{:1$}{name}: {2}", "", depth, list.join(" "))?;
            }
            Value::Object(_) => {
                writeln!(out, "{:1$}{name}:", "", depth)?;
                print(out, value, depth + 2)?;
            }
            Value::String(text) => writeln!(out, "{:1$}{name}: {text}", "", depth)?,
            Value::Null => {}
            value => writeln!(out, "{:1$}{name}: {value}", "", depth)?,
        }
    }
    Ok(())
}

/// A parameter in short: offset, size.
fn slot(value: &Value) -> String {
    format!("{}+{}", value["offset"], value["size"])
}
