//! Assembles the files named on the command line, and says what the images hold.

use musa_isa::image::Image;

fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).expect("readable");
        match musa_ptx::assemble(&text) {
            Ok(bytes) => {
                let image = Image::parse(&bytes).expect("an image that was just written");
                println!("{path}: {} functions, {} bytes", image.function_count(), bytes.len());
                for function in image.functions() {
                    println!(
                        "  {} {:?}: {} instructions, {:?}, frame {}, hardware {}",
                        function.name,
                        function.kind,
                        function.instructions,
                        function.registers,
                        function.frame,
                        function.hardware_registers
                    );
                }
            }
            Err(refusal) => println!("{path}: refused\n{refusal}"),
        }
    }
}
