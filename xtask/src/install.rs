//! The SDK tree that programs look for: headers, libraries under every name that they are opened by, the tool, and
//! descriptions for pkg-config and CMake. All of it is relocatable.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Further names of the shared library, which real programs and loaders open. They are links to one file, so that a
/// process which opens several of them has one driver.
const LINKS: &[&str] = &[
    "libmusa.so.1",
    "libmusa.so.1.0.0",
    "libmusa.so.1.5",
    "libmusa.so.4",
    "libmusa.so.4.3.6",
];

/// Files under the prefix whose text holds `@VERSION@`.
const DESCRIPTIONS: &[(&str, &str)] = &[
    ("lib/pkgconfig/musa.pc", include_str!("../sdk/musa.pc")),
    (
        "lib/cmake/MUSA/MUSAConfig.cmake",
        include_str!("../sdk/MUSAConfig.cmake"),
    ),
    (
        "lib/cmake/MUSA/MUSAConfigVersion.cmake",
        include_str!("../sdk/MUSAConfigVersion.cmake"),
    ),
    ("cmake/FindMUSA.cmake", include_str!("../sdk/FindMUSA.cmake")),
];

/// The packages that the tree is made of.
const PACKAGES: [&str; 2] = ["libmusa", "musa-cli"];

/// Builds libraries and tool in release mode, and nothing else, and lays the tree out under `prefix`.
pub(crate) fn install(prefix: &Path) -> io::Result<()> {
    build()?;
    let release = target().join("release");
    let headers = root().join("musa-driver/include");
    for (from, to) in [
        (headers.join("musa.h"), "include/musa.h"),
        (headers.join("musa_sim.h"), "include/musa_sim.h"),
        (release.join("libmusa.so"), "lib/libmusa.so"),
        (release.join("libmusa.a"), "lib/libmusa.a"),
        (release.join("musa"), "bin/musa"),
        (root().join("LICENSE-APACHE"), "share/doc/musa/LICENSE-APACHE"),
        (root().join("LICENSE-MIT"), "share/doc/musa/LICENSE-MIT"),
    ] {
        copy(&from, &prefix.join(to))?;
    }
    for link in LINKS {
        let link = prefix.join("lib").join(link);
        remove(&link)?;
        symlink("libmusa.so", &link).map_err(|error| at(&link, error))?;
    }
    let version = version(&fs::read_to_string(headers.join("musa.h"))?)?;
    for (file, text) in DESCRIPTIONS {
        let file = prepare(&prefix.join(file))?;
        fs::write(&file, text.replace("@VERSION@", &version)).map_err(|error| at(&file, error))?;
    }
    Ok(())
}

fn build() -> io::Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let packages = PACKAGES.iter().flat_map(|package| ["--package", package]);
    let status = Command::new(cargo)
        .args(["build", "--release"])
        .args(packages)
        .current_dir(root())
        .status()?;
    if status.success() {
        return Ok(());
    }
    Err(io::Error::other("the release build failed"))
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// The version of the driver API, as the header gives it: `major * 10000 + minor * 100 + patch`.
fn version(header: &str) -> io::Result<String> {
    let number = header
        .lines()
        .find_map(|line| line.strip_prefix("#define MUSA_VERSION "))
        .and_then(|number| number.trim().parse::<u32>().ok())
        .ok_or_else(|| io::Error::other("musa.h has no MUSA_VERSION"))?;
    let (major, minor, patch) = (number / 10000, number / 100 % 100, number % 100);
    Ok(format!("{major}.{minor}.{patch}"))
}

/// Copies over a new file and not over the old one's content: programs that run may have the old library mapped.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::copy(from, prepare(to)?).map_err(|error| at(from, error))?;
    Ok(())
}

/// Makes the file's folder and removes what stands in its place.
fn prepare(file: &Path) -> io::Result<PathBuf> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(|error| at(folder, error))?;
    }
    remove(file)?;
    Ok(file.to_owned())
}

fn remove(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(at(file, error)),
        _ => Ok(()),
    }
}

fn at(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::version;

    #[test]
    fn version_is_taken_apart() {
        assert_eq!(version("\n#define MUSA_VERSION 30100\n").unwrap(), "3.1.0");
        assert_eq!(version("#define MUSA_VERSION 40306").unwrap(), "4.3.6");
    }

    #[test]
    fn a_header_without_version_is_refused() {
        assert!(version("#define MUSA_VERSION many\n").is_err());
    }
}
