//! The Rust sources of the project, as text and as tokens.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::fs;
use std::path::Path;
use walkdir::{DirEntry, WalkDir};

/// One source file.
pub(crate) struct Source {
    /// The path from the project's root, with `/`.
    pub(crate) path: String,
    /// Its text.
    pub(crate) text: String,
}

/// A token of a file, the delimiters of groups included.
pub(crate) struct Token {
    /// Its text; a lifetime is `'name`.
    pub(crate) text: String,
    /// Its line, from 1.
    pub(crate) line: usize,
}

/// A function with a body.
pub(crate) struct Function {
    /// Its name.
    pub(crate) name: String,
    /// The line of `fn`, from 1.
    pub(crate) line: usize,
    /// Lines from `fn` to the closing brace, both included.
    pub(crate) lines: usize,
}

/// Every source under `folder` of the project, sorted by path.
pub(crate) fn all(folder: &str) -> Vec<Source> {
    let root = tests::root();
    let walk = WalkDir::new(root.join(folder)).sort_by_file_name();
    let entries = walk
        .into_iter()
        .filter_entry(ours)
        .map(|entry| entry.expect("a readable folder"));
    entries
        .filter(|entry| entry.path().extension().is_some_and(|extension| extension == "rs"))
        .map(|entry| read(root, entry.path()))
        .collect()
}

fn ours(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    entry.depth() == 0 || !(name == "target" || name.starts_with('.'))
}

fn read(root: &Path, file: &Path) -> Source {
    let path = file.strip_prefix(root).expect("a path inside the project");
    Source {
        path: path.to_string_lossy().replace('\\', "/"),
        text: fs::read_to_string(file).expect("a readable source"),
    }
}

impl Source {
    fn stream(&self) -> TokenStream {
        self.text
            .parse()
            .unwrap_or_else(|error| panic!("{}: {error}", self.path))
    }

    /// The tokens, those inside macros included; comments are not among them, documentation is.
    pub(crate) fn tokens(&self) -> Vec<Token> {
        let mut tokens = Vec::new();
        flatten(self.stream(), &mut tokens);
        tokens
    }

    /// The functions, those inside macros included.
    pub(crate) fn functions(&self) -> Vec<Function> {
        let mut functions = Vec::new();
        find_functions(self.stream(), &mut functions);
        functions
    }
}

fn flatten(stream: TokenStream, tokens: &mut Vec<Token>) {
    let mut lifetime = false;
    for tree in stream {
        let line = tree.span().start().line;
        match tree {
            TokenTree::Group(group) => {
                let (open, close) = delimiters(group.delimiter());
                tokens.push(Token {
                    text: open.into(),
                    line,
                });
                flatten(group.stream(), tokens);
                let line = group.span_close().start().line;
                tokens.push(Token {
                    text: close.into(),
                    line,
                });
            }
            TokenTree::Punct(punct) if punct.as_char() == '\'' => lifetime = true,
            tree => {
                let quote = if lifetime { "'" } else { "" };
                tokens.push(Token {
                    text: format!("{quote}{tree}"),
                    line,
                });
                lifetime = false;
            }
        }
    }
}

fn delimiters(delimiter: Delimiter) -> (&'static str, &'static str) {
    match delimiter {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Brace => ("{", "}"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::None => ("", ""),
    }
}

fn find_functions(stream: TokenStream, functions: &mut Vec<Function>) {
    let trees: Vec<TokenTree> = stream.into_iter().collect();
    for (index, tree) in trees.iter().enumerate() {
        if let TokenTree::Group(group) = tree {
            find_functions(group.stream(), functions);
        }
        let [TokenTree::Ident(keyword), TokenTree::Ident(name), rest @ ..] = &trees[index..] else {
            continue;
        };
        if keyword != "fn" {
            continue;
        }
        if let Some(end) = body_end(rest) {
            let line = keyword.span().start().line;
            functions.push(Function {
                name: name.to_string(),
                line,
                lines: end + 1 - line,
            });
        }
    }
}

/// The line of the brace that closes the body, if the function has one.
fn body_end(signature: &[TokenTree]) -> Option<usize> {
    for tree in signature {
        match tree {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                return Some(group.span_close().end().line);
            }
            TokenTree::Punct(punct) if punct.as_char() == ';' => return None,
            _ => {}
        }
    }
    None
}

#[test]
fn functions_inside_macros_are_found() {
    let text = "macro_rules! m { () => { fn inner() {\n} } }\ntrait T { fn none(&self); }\nfn outer() {\n\n}\n";
    let source = Source {
        path: "x.rs".into(),
        text: text.into(),
    };
    let found = source.functions();
    let found: Vec<(&str, usize, usize)> = found.iter().map(|f| (&*f.name, f.line, f.lines)).collect();
    assert_eq!(found, [("inner", 1, 2), ("outer", 4, 3)]);
}

#[test]
fn lifetimes_are_one_token() {
    let source = Source {
        path: "x.rs".into(),
        text: "static S: &'static str = \"static\";".into(),
    };
    let tokens = source.tokens();
    let texts: Vec<&str> = tokens.iter().map(|token| &*token.text).collect();
    assert_eq!(
        texts,
        ["static", "S", ":", "&", "'static", "str", "=", "\"static\"", ";"]
    );
}
