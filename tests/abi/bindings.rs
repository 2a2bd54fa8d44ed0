//! The header as bindgen reads it: the bindings compile, each type has the size and offsets that C gives it, and a Rust
//! program calls the library through them.

use libtest_mimic::{Completion, Failed, Trial};
use std::fs;
use std::process::Command;
use tests::library::Library;

/// Calls through the bindings, one of them refused.
const PROGRAM: &str = "\
#![allow(non_camel_case_types, non_snake_case, non_upper_case_globals, dead_code)]
include!(\"bindings.rs\");
fn main() {
    let (mut count, mut device) = (0, -1);
    unsafe {
        assert_eq!(muInit(0), MUSA_SUCCESS);
        assert_eq!(muDeviceGetCount(&mut count), MUSA_SUCCESS);
        assert_eq!(muDeviceGet(&mut device, 0), MUSA_SUCCESS);
        assert_eq!(muDeviceGet(&mut device, count), MUSA_ERROR_INVALID_DEVICE);
    }
    assert_eq!((count, device), (1, 0));
}
";

pub(crate) fn trials(library: &Library) -> Vec<Trial> {
    let library = library.clone();
    let trial = move || match Command::new("bindgen").arg("--version").output() {
        Ok(_) => check(&library).map(|()| Completion::Completed),
        Err(_) => Ok(Completion::ignored_with(
            "no bindgen: cargo install bindgen-cli, and Debian's libclang-dev",
        )),
    };
    vec![Trial::ignorable_test("bindings::a_program_calls_through_them", trial)]
}

fn check(library: &Library) -> Result<(), Failed> {
    let folder = tests::target().join("abi/bindings");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("program.rs"), PROGRAM)?;
    let header = library.include.join("musa.h");
    let bindings = folder.join("bindings.rs");
    run(Command::new("bindgen")
        .args(["--no-prepend-enum-name", "--allowlist-item", "(mu|MU).*", "--output"])
        .args([&bindings, &header]))?;
    // Bindgen asserts sizes and offsets in constants: they hold if the bindings compile.
    if !fs::read_to_string(&bindings)?.contains("[\"Size of MUlaunchConfig_st\"]") {
        return Err("the bindings assert no layouts".into());
    }
    let beside = library.shared.parent().ok_or("the library lies nowhere")?.display();
    let program = folder.join("program");
    run(Command::new("rustc")
        .args(["--edition", "2021", "-l", "dylib=musa"])
        .arg(format!("-Lnative={beside}"))
        .arg(format!("-Clink-arg=-Wl,-rpath,{beside}"))
        .arg("-o")
        .args([&program, &folder.join("program.rs")]))?;
    run(&mut Command::new(program))
}

fn run(command: &mut Command) -> Result<(), Failed> {
    let output = command.output()?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("{command:?}: {}\n{said}", output.status).into())
}
