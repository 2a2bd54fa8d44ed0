//! The musa command line tool.
fn main() {}
