//! Assembles the files named on the command line, and shows what became of them.

use musa_isa::image::Image;

fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).expect("readable");
        match musa_ptx::assemble(&text) {
            Ok(bytes) => {
                let image = Image::parse(&bytes).expect("an image that was just written");
                let mut out = String::new();
                musa_ptx::disassemble(&image, &mut out).expect("a string takes everything");
                println!("{out}");
            }
            Err(refusal) => println!("{path}: refused\n{refusal}"),
        }
    }
}
