//! The map of memory of the machine that the image is for.

use std::path::PathBuf;
use std::{env, fs};

/// QEMU's `mps2-an386`, a Cortex-M4 with floating point.
const ARM: &str = "MEMORY { FLASH : ORIGIN = 0x00000000, LENGTH = 4M  RAM : ORIGIN = 0x20000000, LENGTH = 4M }\n";

/// QEMU's `virt` with a core of 32 bits.
const RISCV: &str = "MEMORY { RAM : ORIGIN = 0x80000000, LENGTH = 8M }\n\
    REGION_ALIAS(\"REGION_TEXT\", RAM);\nREGION_ALIAS(\"REGION_RODATA\", RAM);\nREGION_ALIAS(\"REGION_DATA\", RAM);\n\
    REGION_ALIAS(\"REGION_BSS\", RAM);\nREGION_ALIAS(\"REGION_HEAP\", RAM);\nREGION_ALIAS(\"REGION_STACK\", RAM);\n";

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names a folder"));
    let map = match env::var("CARGO_CFG_TARGET_ARCH").as_deref() {
        Ok("arm") => ARM,
        Ok("riscv32") => RISCV,
        _ => return,
    };
    fs::write(out.join("memory.x"), map).expect("the map can be written");
    println!("cargo::rustc-link-search={}", out.display());
    println!("cargo::rustc-link-arg=-Tlink.x");
    println!("cargo::rustc-link-arg=--nmagic");
    println!("cargo::rerun-if-changed=build.rs");
}
