//! What a thread can read about its last refusal and about the process's fault.

use core::{
    ffi::{CStr, c_char},
    fmt::{self, Write},
};

/// Room for one explanation in bytes, its NUL included.
const ROOM: usize = 640;

/// A thread's texts. One lives in each thread that calls the driver; the binding keeps it.
#[derive(Debug)]
pub struct Report {
    /// Why the thread's last refused call was refused.
    pub refusal: Explanation,
    /// More about a refusal, until it has been explained.
    pub(super) detail: Explanation,
    /// The fault of the process, as the thread last asked for it.
    pub fault: Explanation,
}

impl Report {
    /// No texts.
    pub const fn new() -> Self {
        Self {
            refusal: Explanation::new(),
            detail: Explanation::new(),
            fault: Explanation::new(),
        }
    }
}

impl Default for Report {
    fn default() -> Self {
        Self::new()
    }
}

/// One explanation, NUL-terminated; cut where it is too long.
pub struct Explanation {
    bytes: [u8; ROOM],
    len: usize,
}

impl Explanation {
    const fn new() -> Self {
        Self {
            bytes: [0; ROOM],
            len: 0,
        }
    }

    /// Replaces the text.
    pub fn set(&mut self, text: impl fmt::Display) {
        self.clear();
        // Cutting a text is no error.
        let _ = write!(self, "{text}");
    }

    /// Makes the text empty.
    pub fn clear(&mut self) {
        self.len = 0;
        self.bytes[0] = 0;
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(&self.bytes[..self.len]).unwrap_or("")
    }

    /// The text for C; valid until it is replaced.
    pub fn as_ptr(&self) -> *const c_char {
        CStr::from_bytes_until_nul(&self.bytes).map_or(c"".as_ptr(), CStr::as_ptr)
    }
}

impl Write for Explanation {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for character in text.chars() {
            // A NUL would end the text for C, and half a character is none.
            let character = if character == '\0' { ' ' } else { character };
            if self.len + character.len_utf8() >= ROOM {
                return Err(fmt::Error);
            }
            self.len += character.encode_utf8(&mut self.bytes[self.len..]).len();
        }
        self.bytes[self.len] = 0;
        Ok(())
    }
}

impl fmt::Debug for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_at_a_character() {
        let mut explanation = Explanation::new();
        let long = "é".repeat(ROOM);
        explanation.set(&long);
        assert!(explanation.as_str().len() < ROOM && long.starts_with(explanation.as_str()));
        explanation.set("short");
        assert_eq!(explanation.as_str(), "short");
        explanation.clear();
        assert_eq!(explanation.as_str(), "");
    }

    #[test]
    fn a_nul_does_not_end_the_text() {
        let mut explanation = Explanation::new();
        explanation.set("a\0b");
        assert_eq!(explanation.as_str(), "a b");
    }
}
