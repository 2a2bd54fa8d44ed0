//! `include/musa.h` says the same as the function table and the C types of the crate.

#![allow(clippy::std_instead_of_alloc, clippy::std_instead_of_core, reason = "tests use std")]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::Write,
    process::{Command, Stdio},
};

use musa_driver::{
    table::{Function, functions},
    types::{RESULTS, enumerations},
};

const HEADER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/include/musa.h");
const INCLUDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/include");

/// The header without comments.
fn header() -> String {
    let text = fs::read_to_string(HEADER).expect("the header is in the crate");
    let mut kept = String::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once("/*") {
        kept.push_str(before);
        rest = after.split_once("*/").expect("comments end").1;
    }
    kept + rest
}

/// A parameter's type and name, `const` left out and integer names made one.
fn parameter(text: &str) -> (String, String) {
    let text = text.trim().replace("const ", "");
    let at = text
        .rfind(|c: char| !(c.is_alphanumeric() || c == '_'))
        .expect("a type and a name");
    let (c_type, name) = text.split_at(at + 1);
    let c_type: String = c_type
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace(" *", "*");
    let c_type = c_type
        .replace("muuint32_t", "unsigned int")
        .replace("muuint64_t", "unsigned long long");
    (c_type.trim().to_owned(), name.to_owned())
}

type Prototypes = BTreeMap<String, Vec<(String, String)>>;

fn prototypes(header: &str) -> Prototypes {
    header
        .split("MUresult MUSAAPI ")
        .skip(1)
        .map(|text| {
            let (name, rest) = text.split_once('(').expect("a prototype");
            let (list, _) = rest.split_once(");").expect("a prototype");
            let list = list.split(',').filter(|part| part.trim() != "void").map(parameter);
            (name.to_owned(), list.collect())
        })
        .collect()
}

/// Each mapped name, and the names it stands for without and with per-thread default streams.
fn mappings(header: &str) -> BTreeMap<String, (String, String)> {
    header
        .lines()
        .filter_map(|line| line.strip_prefix("#define mu")?.split_once(' '))
        .map(|(name, target)| {
            let name = format!("mu{name}");
            let inner = |text: &str| text.trim_end_matches(')').to_owned();
            let targets = if let Some(rest) = target.strip_prefix("__MUSA_API_PTSZ(") {
                (inner(rest), inner(rest) + "_ptsz")
            } else if let Some(rest) = target.strip_prefix("__MUSA_API_PTDS(") {
                (inner(rest), inner(rest) + "_ptds")
            } else {
                (target.to_owned(), target.to_owned())
            };
            (name, targets)
        })
        .collect()
}

fn expected(function: &Function) -> Vec<(String, String)> {
    let one = |parameter: &musa_driver::table::ParameterInfo| {
        let stars = "*".repeat(parameter.c_type.stars.into());
        (format!("{}{stars}", parameter.c_type.name), parameter.name.to_owned())
    };
    function.parameters.iter().map(one).collect()
}

#[test]
fn prototypes_are_the_rows() {
    let prototypes = prototypes(&header());
    let rows: BTreeSet<_> = functions().map(|function| function.name.to_owned()).collect();
    assert_eq!(rows, prototypes.keys().cloned().collect());
    for function in functions() {
        let found = &prototypes[function.name];
        // An enumeration passed by pointer to const is written without it here.
        assert_eq!(*found, expected(function), "{}", function.name);
    }
}

#[test]
fn unversioned_names_map_to_the_newest_export() {
    let mappings = mappings(&header());
    for function in functions() {
        let own = function.name.to_owned();
        let (legacy, per_thread) = mappings.get(&own).cloned().unwrap_or((own.clone(), own));
        assert_eq!(legacy, function.newest_name());
        if function.thread_names.is_empty() {
            assert_eq!(per_thread, legacy);
        } else {
            assert!(function.thread_names.contains(&per_thread.as_str()), "{per_thread}");
        }
    }
}

#[test]
fn exported_names_are_unique() {
    let mut seen = BTreeSet::new();
    for function in functions() {
        for name in function.names.iter().chain(function.thread_names) {
            assert!(seen.insert(*name), "{name} is exported twice");
        }
    }
}

/// The enumerators of the header: name and value.
fn enumerators(header: &str, tag: &str) -> Vec<(String, i64)> {
    let (_, body) = header
        .split_once(&format!("enum {tag} {{"))
        .unwrap_or_else(|| panic!("no {tag}"));
    let (body, _) = body.split_once('}').expect("a body");
    let value = |text: &str| match text.trim() {
        "1 << 30" => 1 << 30,
        text => match text.strip_prefix("0x") {
            Some(digits) => i64::from_str_radix(digits, 16).expect("a number"),
            None => text.parse().expect("a number"),
        },
    };
    body.split(',')
        .filter_map(|one| one.split_once('='))
        .map(|(name, number)| (name.trim().to_owned(), value(number)))
        .collect()
}

#[test]
fn enumerators_are_those_of_the_types() {
    let header = header();
    for enumeration in enumerations() {
        let own: Vec<_> = enumeration
            .values
            .iter()
            .map(|(name, value)| ((*name).to_owned(), *value))
            .collect();
        assert_eq!(
            enumerators(&header, &format!("{}_enum", enumeration.name)),
            own,
            "{}",
            enumeration.name
        );
    }
    let codes: Vec<_> = RESULTS
        .iter()
        .map(|row| (row.name.to_str().expect("ASCII").to_owned(), i64::from(row.code.0)))
        .collect();
    assert_eq!(enumerators(&header, "musaError_enum"), codes);
}

/// Compiles a program against the header; `None` where there is no such compiler.
fn compiles(compiler: &str, arguments: &[&str], program: &str) -> Option<bool> {
    let mut child = Command::new(compiler)
        .args(arguments)
        .args(["-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I", INCLUDE, "-"])
        .stdin(Stdio::piped())
        .spawn()
        .ok()?;
    let mut input = child.stdin.take().expect("it is piped");
    input
        .write_all(program.as_bytes())
        .expect("the compiler reads its input");
    drop(input);
    Some(child.wait().expect("the compiler ends").success())
}

#[test]
fn compilers_take_the_headers() {
    let program = "#include <musa.h>\n#include <musa_sim.h>\nint main(void) { return (int)muInit(0); }\n";
    let mut tried = 0;
    for (compiler, arguments) in [
        ("gcc", &["-x", "c", "-std=c99"][..]),
        ("gcc", &["-x", "c", "-std=c11", "-DMUSA_API_PER_THREAD_DEFAULT_STREAM"]),
        ("g++", &["-x", "c++", "-std=c++11"]),
        ("clang", &["-x", "c", "-std=c99"]),
    ] {
        if let Some(success) = compiles(compiler, arguments, program) {
            assert!(success, "{compiler} {arguments:?}");
            tried += 1;
        }
    }
    if tried == 0 {
        eprintln!("SKIPPED: no C compiler found");
    }
}

#[test]
#[cfg(target_pointer_width = "64")]
fn layouts_in_c_are_those_in_rust() {
    let mut program = String::from("#include <musa.h>\n");
    for (name, size) in musa_driver::types::sizes() {
        program += &format!("_Static_assert(sizeof({name}) == {size}, \"{name}\");\n");
    }
    if compiles("gcc", &["-x", "c", "-std=c11"], &program) == Some(false) {
        panic!("a size differs");
    }
}
