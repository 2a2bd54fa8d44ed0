//! What a crate must never hold.

use crate::arrows::libraries;
use crate::sources::{self, Source, Token};
use regex_lite::Regex;

/// Where unsafe code may stand: the C boundary, memory that hosts and peers write too, vector code, the binding.
const UNSAFE: &[&str] = &[
    "musa-driver/src/abi",
    "musa-hal-sim/src/memory",
    "musa-hal-sim/src/simd",
    "libmusa/",
];

/// Where the names of the driver API may stand.
const API_NAMES: &[&str] = &["musa-driver/", "libmusa/", "tests/", "fuzz/", "examples/", "musa-cli/"];

/// Sequences of tokens that a crate must not hold, and why.
const NEVER: &[(&str, &str, &str)] = &[
    ("musa-hal", "alloc", "the contract works without a heap"),
    ("musa-hal", "Instant", "the contract has no clock"),
    ("musa-hal-sim", "Instant", "time is virtual"),
    ("musa-hal-sim", "SystemTime", "time is virtual"),
    ("musa-hal-sim", "HashMap", "its order would show"),
    ("musa-ctx", "static", "the state of a process is a value"),
    ("musa-ctx", "* const", "the object model works on identities"),
    ("musa-ctx", "* mut", "the object model works on identities"),
    ("musa-ctx", "extern \"C\"", "the C boundary is musa-driver's"),
    ("musa-ctx", "HashMap", "its order would show"),
];

fn allowed(path: &str, places: &[&str]) -> bool {
    places.iter().any(|place| match path.strip_prefix(place) {
        Some(rest) => place.ends_with('/') || rest.starts_with('/') || rest == ".rs",
        None => false,
    })
}

fn holds(tokens: &[Token], pattern: &str) -> Option<usize> {
    let pattern: Vec<&str> = pattern.split(' ').collect();
    let equal = |window: &[Token]| window.iter().zip(&pattern).all(|(token, text)| token.text == *text);
    tokens
        .windows(pattern.len())
        .find(|window| equal(window))
        .map(|window| window[0].line)
}

fn root_file(name: &str) -> Source {
    let path = format!("{name}/src/lib.rs");
    let mut sources = sources::all(&path);
    assert_eq!(sources.len(), 1, "{path}");
    sources.remove(0)
}

#[test]
fn library_crates_are_no_std() {
    for name in libraries() {
        let tokens = root_file(name).tokens();
        assert!(holds(&tokens, "# ! [ no_std ]").is_some(), "{name} has no #![no_std]");
    }
}

#[test]
fn every_crate_refuses_unsafe_code_at_its_root() {
    for name in libraries() {
        let tokens = root_file(name).tokens();
        let refuses = ["forbid", "deny"].map(|word| holds(&tokens, &format!("# ! [ {word} ( unsafe_code ) ]")));
        assert!(
            refuses.iter().any(Option::is_some),
            "{name} does not refuse unsafe code"
        );
    }
}

/// Whether the tokens begin with unsafe code; the type of a C function, `unsafe extern "C" fn(`, is none.
fn is_unsafe_code(tokens: &[Token]) -> bool {
    let at_start = |pattern: &str| {
        let mut pattern = pattern.split(' ').zip(tokens);
        pattern.all(|(text, token)| token.text == text)
    };
    at_start("unsafe") && !at_start("unsafe extern \"C\" fn (")
}

#[test]
fn unsafe_code_stands_where_it_may() {
    let mut wrong = Vec::new();
    for source in sources::all("").iter().filter(|source| !allowed(&source.path, UNSAFE)) {
        if source.path.starts_with("examples/firmware/") {
            continue; // A firmware image is all boundary.
        }
        let tokens = source.tokens();
        let uses = (0..tokens.len()).filter(|&index| is_unsafe_code(&tokens[index..]));
        wrong.extend(uses.map(|index| format!("{}:{}", source.path, tokens[index].line)));
    }
    assert!(wrong.is_empty(), "unsafe code outside its places: {wrong:#?}");
}

#[test]
fn names_of_the_driver_api_stand_where_they_may() {
    let name = Regex::new(r"\b(mu[A-Z][A-Za-z0-9]+|MU_[A-Z]|MUresult|MUSA_ERROR_)").expect("a valid pattern");
    let mut wrong = Vec::new();
    for source in sources::all("")
        .iter()
        .filter(|source| !allowed(&source.path, API_NAMES))
    {
        for (index, line) in source.text.lines().enumerate() {
            if let Some(found) = name.find(line) {
                wrong.push(format!("{}:{}: {}", source.path, index + 1, found.as_str()));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "names of the driver API outside their places: {wrong:#?}"
    );
}

#[test]
fn no_crate_holds_what_it_must_not() {
    let mut wrong = Vec::new();
    for (name, pattern, why) in NEVER {
        for source in sources::all(&format!("{name}/src")) {
            if is_test(&source.path) {
                continue;
            }
            if let Some(line) = holds(&outside_tests(source.tokens()), pattern) {
                wrong.push(format!("{}:{line}: {pattern} ({why})", source.path));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn is_test(path: &str) -> bool {
    path.ends_with("/tests.rs") || path.contains("/tests/")
}

/// The tokens before the first test module: by convention it stands at the end of the file.
fn outside_tests(mut tokens: Vec<Token>) -> Vec<Token> {
    if let Some(line) = holds(&tokens, "# [ cfg ( test ) ]") {
        tokens.retain(|token| token.line < line);
    }
    tokens
}
