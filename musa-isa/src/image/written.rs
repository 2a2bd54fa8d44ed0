//! Instructions as the text of an image has them, for people.

use super::Image;

impl<'a> Image<'a> {
    /// The first instruction of that root in a line of the text, with its modifiers and without operands
    /// (`mma.sync.aligned.m8n8k4`); none where the image does not keep its text or the line has none.
    pub fn written(&self, line: u32, root: &str) -> Option<&'a str> {
        let line = self.text()?.lines().nth(line.checked_sub(1)? as usize)?;
        let root = root.split('.').next()?;
        let mut words = line.split(|it: char| it.is_whitespace() || ";{}".contains(it));
        words.find(|word| word.split('.').next() == Some(root))
    }
}
