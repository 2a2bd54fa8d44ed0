//! The SDK tree that `cargo xtask install` lays out, and programs that are built over it as their own projects would:
//! by `MUSA_HOME`, by pkg-config, by CMake.

use libtest_mimic::{Failed, Trial};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::time::Duration;
use tests::library::Library;
use tests::process::{self, End};

/// A program ends long before.
const LIMIT: Duration = Duration::from_secs(30);

type Check = fn(&Path) -> Result<(), Failed>;

/// Checks, with the tool that a machine may lack.
const CHECKS: &[(&str, Option<&str>, Check)] = &[
    ("sdk::every_name_opens_one_library", None, names),
    ("sdk::musa_home", None, musa_home),
    ("sdk::tool", None, tool),
    ("sdk::pkg_config::shared", Some("pkg-config"), |home| {
        pkg_config(home, false)
    }),
    ("sdk::pkg_config::static", Some("pkg-config"), |home| {
        pkg_config(home, true)
    }),
    ("sdk::cmake::package", Some("cmake"), |home| {
        cmake(home, "package", "-DMODULE=OFF")
    }),
    ("sdk::cmake::module", Some("cmake"), |home| {
        cmake(home, "module", "-DMODULE=ON")
    }),
];

static HOME: LazyLock<Result<PathBuf, String>> = LazyLock::new(install);

/// None for a library of somebody else: its SDK is not ours to install.
pub(crate) fn trials(library: &Library) -> Vec<Trial> {
    if library.archive.is_none() {
        return Vec::new();
    }
    let trial = |&(name, needs, check): &(&str, Option<&str>, Check)| {
        let trial = Trial::test(name, move || check(HOME.as_ref().map_err(Clone::clone)?));
        match needs {
            Some(tool) if !present(tool) => trial.with_kind(format!("no {tool} here")).with_ignored_flag(true),
            _ => trial,
        }
    };
    CHECKS.iter().map(trial).collect()
}

fn present(tool: &str) -> bool {
    Command::new(tool).arg("--version").output().is_ok()
}

fn folder() -> PathBuf {
    tests::target().join("abi/sdk")
}

fn install() -> Result<PathBuf, String> {
    let home = folder().join("home");
    // A tree that is there is replaced: the second time is the common one.
    for _ in 0..2 {
        let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.args(["xtask", "install"]).arg(&home).current_dir(tests::root());
        text(command).map_err(|failed| failed.message().unwrap_or_default().to_owned())?;
    }
    Ok(home)
}

/// Runs `command`, which must succeed, and gives its standard output.
fn text(mut command: Command) -> Result<String, Failed> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(stdout);
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    Err(format!("{command:?}: {}\n{stdout}{stderr}", output.status).into())
}

/// Runs a program over the tree: it must say something and end well.
fn works(home: &Path, program: &Path, arguments: &[&Path]) -> Result<(), Failed> {
    let folder = program.with_extension("run");
    fs::create_dir_all(&folder)?;
    let mut command = Command::new(program);
    command.args(arguments).env("LD_LIBRARY_PATH", home.join("lib"));
    let outcome = process::run(command, &folder, LIMIT)?;
    if outcome.end == End::Exit(0) && !outcome.stdout.is_empty() {
        return Ok(());
    }
    Err(format!("{}\n{}{}", outcome.end, outcome.stdout, outcome.stderr).into())
}

fn compile(name: &str, source: &str, flags: &[String]) -> Result<PathBuf, Failed> {
    let program = folder().join(name);
    let mut command = Command::new("cc");
    command
        .args(["-Wall", "-Wextra", "-Werror", "-o"])
        .arg(&program)
        .arg(tests::root().join("tests/abi").join(source))
        .args(flags);
    text(command).map(|_| program)
}

fn names(home: &Path) -> Result<(), Failed> {
    let program = compile("names", "sdk/names.c", &["-ldl".into()])?;
    works(home, &program, &[&home.join("lib")])
}

fn musa_home(home: &Path) -> Result<(), Failed> {
    let include = format!("-I{}", home.join("include").display());
    let library = format!("-L{}", home.join("lib").display());
    let program = compile(
        "musa_home",
        "programs/module_launch.c",
        &[include, library, "-lmusa".into()],
    )?;
    works(home, &program, &[])
}

fn tool(home: &Path) -> Result<(), Failed> {
    let mut command = Command::new(home.join("bin/musa"));
    command.arg("--version");
    text(command).map(drop)
}

fn pkg_config(home: &Path, is_static: bool) -> Result<(), Failed> {
    let mut command = Command::new("pkg-config");
    command
        .env("PKG_CONFIG_PATH", home.join("lib/pkgconfig"))
        .args(["--cflags", "--libs", "musa >= 3.1"]);
    if is_static {
        command.arg("--static");
    }
    let flags = text(command)?;
    let mut flags: Vec<String> = flags.split_whitespace().map(str::to_owned).collect();
    if is_static {
        // Otherwise the linker would prefer the shared library that lies beside the archive.
        let archive = flags.iter_mut().find(|flag| *flag == "-lmusa").ok_or("no -lmusa")?;
        *archive = "-l:libmusa.a".into();
    }
    let name = if is_static {
        "pkg_config_static"
    } else {
        "pkg_config_shared"
    };
    let program = compile(name, "programs/module_launch.c", &flags)?;
    works(home, &program, &[])
}

fn cmake(home: &Path, name: &str, mode: &str) -> Result<(), Failed> {
    let build = folder().join("cmake").join(name);
    let mut configure = Command::new("cmake");
    configure
        .env("MUSA_HOME", home)
        .arg(format!("-DCMAKE_PREFIX_PATH={}", home.display()))
        .arg(mode)
        .arg("-S")
        .arg(tests::root().join("tests/abi/sdk"))
        .arg("-B")
        .arg(&build);
    text(configure)?;
    let mut make = Command::new("cmake");
    make.arg("--build").arg(&build);
    text(make)?;
    for client in ["client_musa_driver", "client_musa_driver_static"] {
        works(home, &build.join(client), &[])?;
    }
    Ok(())
}
