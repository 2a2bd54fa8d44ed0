//! Reading `observed/*.txt`.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Operands and the rows that ran over them.
pub(crate) struct Table {
    operands: Operands,
    pub(crate) rows: Vec<Row>,
}

enum Operands {
    Product([Vec<u64>; 3]),
    Random(usize),
}

/// One row: PTX text over fixed registers, and the checksum of its results.
pub(crate) struct Row {
    pub(crate) text: String,
    pub(crate) checksum: u64,
}

/// Where the files of one kind of test are.
pub(crate) fn folder(kind: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(kind)
        .join("observed")
}

/// The names of all files of a folder, in order.
pub(crate) fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("the folder of observations")
        .map(|entry| entry.expect("a file").file_name().into_string().expect("a name"))
        .collect();
    names.sort_unstable();
    names
}

/// All tables of a file.
pub(crate) fn read(path: &Path) -> Vec<Table> {
    let text = fs::read_to_string(path).expect("a file of observations");
    let mut tables = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        match first {
            "table" => tables.push(Table {
                operands: Operands::Product([const { Vec::new() }; 3]),
                rows: Vec::new(),
            }),
            "random" => last(&mut tables).operands = Operands::Random(rest.parse().expect("a count")),
            "a:" | "b:" | "c:" => {
                let place = usize::from(first.as_bytes()[0] - b'a');
                if let Operands::Product(lists) = &mut last(&mut tables).operands {
                    lists[place] = values(rest);
                }
            }
            _ => last(&mut tables).rows.push(Row {
                text: rest.into(),
                checksum: u64::from_str_radix(first, 16).expect("a checksum"),
            }),
        }
    }
    tables
}

fn last(tables: &mut [Table]) -> &mut Table {
    tables.last_mut().expect("a table begins before its rows")
}

fn values(text: &str) -> Vec<u64> {
    match text.strip_prefix("all") {
        Some(count) => (0..count.parse().expect("a count")).collect(),
        None => text
            .split_whitespace()
            .map(|value| u64::from_str_radix(value, 16).expect("a value"))
            .collect(),
    }
}

impl Table {
    /// Every operand triple; absent operands are zero.
    pub(crate) fn triples(&self) -> Vec<[u64; 3]> {
        match &self.operands {
            Operands::Random(count) => random(*count),
            Operands::Product(lists) => {
                let [a, b, c] = lists
                    .each_ref()
                    .map(|list| if list.is_empty() { &[0][..] } else { list });
                let pairs = a.iter().flat_map(|&a| b.iter().map(move |&b| (a, b)));
                pairs.flat_map(|(a, b)| c.iter().map(move |&c| [a, b, c])).collect()
            }
        }
    }
}

/// The suite's generator (xorshift64*).
fn random(count: usize) -> Vec<[u64; 3]> {
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    let mut next = || {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        state.wrapping_mul(0x2545_F491_4F6C_DD1D)
    };
    (0..count).map(|_| [next(), next(), next()]).collect()
}

/// FNV-1a.
pub(crate) fn checksum(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
