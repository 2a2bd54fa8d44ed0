//! Assembles the kernels on the host: firmware carries the image, not the text.

use std::path::PathBuf;
use std::{env, fs};

fn main() {
    let text = "../../kernels/tour.ptx";
    println!("cargo::rerun-if-changed={text}");
    let text = fs::read_to_string(text).expect("the kernels can be read");
    let image = musa_ptx::assemble(&text).expect("the kernels assemble");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names a folder"));
    fs::write(out.join("tour.elf"), image).expect("the image can be written");
}
