//! Which crates of the workspace may name which.

use cargo_metadata::{DependencyKind, MetadataCommand, Package};

/// A library crate and the crates of the workspace that it may depend on. Every other one (the binding, the tool,
/// examples, tests) stands outside and may name both sides.
const ARROWS: &[(&str, &[&str])] = &[
    ("musa-hal", &[]),
    ("musa-isa", &[]),
    ("musa-ptx", &["musa-hal", "musa-isa"]),
    ("musa-hal-sim", &["musa-hal", "musa-isa"]),
    ("musa-ctx", &["musa-hal"]),
    ("musa-driver", &["musa-hal", "musa-ctx"]),
];

/// The simulator's side of the contract, which the driver's side must not know, tests included.
const SIMULATOR: &[&str] = &["musa-hal-sim", "musa-isa", "musa-ptx"];
const DRIVER: &[&str] = &["musa-ctx", "musa-driver"];

/// The library crates.
pub(crate) fn libraries() -> impl Iterator<Item = &'static str> {
    ARROWS.iter().map(|(name, _)| *name)
}

fn packages() -> Vec<Package> {
    let manifest = tests::root().join("Cargo.toml");
    let mut command = MetadataCommand::new();
    command.manifest_path(manifest).no_deps();
    command.exec().expect("cargo metadata of the workspace").packages
}

fn package<'a>(packages: &'a [Package], name: &str) -> &'a Package {
    packages
        .iter()
        .find(|package| package.name.as_str() == name)
        .unwrap_or_else(|| panic!("the workspace has no crate {name}"))
}

#[test]
fn dependencies_follow_the_arrows() {
    let packages = packages();
    let mut wrong = Vec::new();
    for (name, allowed) in ARROWS {
        for dependency in &package(&packages, name).dependencies {
            let ours = dependency.path.is_some();
            let to = dependency.name.as_str();
            if ours && dependency.kind != DependencyKind::Development && !allowed.contains(&to) {
                wrong.push(format!("{name} -> {to}"));
            }
        }
    }
    assert!(wrong.is_empty(), "dependencies against the arrows: {wrong:?}");
}

#[test]
fn the_drivers_side_does_not_know_the_simulator() {
    let packages = packages();
    for name in DRIVER {
        for dependency in &package(&packages, name).dependencies {
            let to = dependency.name.as_str();
            assert!(!SIMULATOR.contains(&to), "{name} names {to}");
        }
    }
    let features = &package(&packages, "musa-driver").features;
    assert!(
        !features.contains_key("sim"),
        "musa-driver has a feature for a simulator"
    );
}

#[test]
fn nobody_depends_on_what_stands_outside() {
    let packages = packages();
    for package in &packages {
        for dependency in &package.dependencies {
            let to = dependency.name.as_str();
            let inside = dependency.path.is_none() || ARROWS.iter().any(|(name, _)| *name == to);
            assert!(inside || package.name.as_str() == "tests", "{} -> {to}", package.name);
        }
    }
}
