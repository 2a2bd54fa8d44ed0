//! Bytes as a PTX text.

use musa_isa::image::Image;

/// Assembles `text`. What is accepted is a sound image that keeps the text; what is refused is refused for a reason
/// that stands in the text.
pub fn ptx(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    match musa_ptx::assemble(&text) {
        Ok(file) => {
            let image = Image::parse(&file).expect("the assembler writes sound images");
            assert!(image.text().is_some_and(|kept| kept == text));
            assert!(super::image(&file));
            true
        }
        Err(refusal) => {
            assert!(!refusal.diagnostics.is_empty(), "a refusal without a reason");
            for diagnostic in &refusal.diagnostics {
                assert!(!diagnostic.message.is_empty());
                assert!(stands_in(&text, diagnostic.line, diagnostic.column), "{diagnostic}");
            }
            false
        }
    }
}

/// Whether the text has such a place; the end of a line is one.
fn stands_in(text: &str, line: u32, column: u32) -> bool {
    let line = line.checked_sub(1).and_then(|line| text.split('\n').nth(line as usize));
    line.is_some_and(|line| (1..=line.len() + 1).contains(&(column as usize)))
}
