//! C programs that check what they get, each built as C and as C++, against the shared and the static library.

use libtest_mimic::{Failed, Trial};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tests::compiler::Compiler;
use tests::library::Library;
use tests::process::{self, End};

/// A program ends long before.
const LIMIT: Duration = Duration::from_secs(30);

/// Programs that call the library, by the name of their file.
const CLIENTS: &[&str] = &[
    "arrays",
    "closed_log",
    "descriptors",
    "elapsed",
    "explained",
    "freed",
    "module_launch",
    "module_variables",
    "parameter_buffer",
    "proc_address",
    "textures",
];
/// Programs that open the library themselves, and are given its path.
const LOADERS: &[&str] = &["load_by_name"];
/// Programs that only the header has to satisfy.
const FACTS: &[&str] = &["layout", "values"];

#[derive(Clone, Copy)]
enum Language {
    C,
    Cpp,
}

#[derive(Clone, Copy)]
enum Linkage {
    Shared,
    Static,
    None,
}

/// One program in one language, linked in one way.
#[derive(Clone)]
struct Build {
    program: &'static str,
    language: Language,
    linkage: Linkage,
}

pub(crate) fn trials(library: &Library) -> Vec<Trial> {
    let mut builds = Vec::new();
    for language in [Language::C, Language::Cpp] {
        let mut add = |programs: &[&'static str], linkage| {
            builds.extend(programs.iter().map(|&program| Build {
                program,
                language,
                linkage,
            }));
        };
        add(CLIENTS, Linkage::Shared);
        if library.archive.is_some() {
            add(CLIENTS, Linkage::Static);
        }
        add(LOADERS, Linkage::None);
        add(FACTS, Linkage::None);
    }
    builds.into_iter().map(|build| trial(library.clone(), build)).collect()
}

fn trial(library: Library, build: Build) -> Trial {
    Trial::test(build.name(), move || build.check(&library))
}

impl Build {
    fn name(&self) -> String {
        let language = match self.language {
            Language::C => "c",
            Language::Cpp => "cpp",
        };
        let linkage = match self.linkage {
            Linkage::Shared => "::shared",
            Linkage::Static => "::static",
            Linkage::None => "",
        };
        format!("{}::{language}{linkage}", self.program)
    }

    fn check(&self, library: &Library) -> Result<(), Failed> {
        let source = tests::root().join(format!("tests/abi/programs/{}.c", self.program));
        let program = self.compiler(library).build(&source)?;
        let mut command = Command::new(program);
        if LOADERS.contains(&self.program) {
            command.arg(&library.shared);
        }
        let folder = folder().join(self.name().replace("::", "-"));
        fs::create_dir_all(&folder)?;
        command.current_dir(&folder);
        let outcome = process::run(command, &folder, LIMIT)?;
        if outcome.end == End::Exit(0) && !outcome.stdout.is_empty() {
            return Ok(());
        }
        Err(format!("{}\n{}{}", outcome.end, outcome.stdout, outcome.stderr).into())
    }

    fn compiler(&self, library: &Library) -> Compiler {
        let (command, language): (_, &[&str]) = match self.language {
            Language::C => ("cc", &["-std=c11"]),
            Language::Cpp => ("g++", &["-x", "c++", "-std=c++11"]),
        };
        let warnings = ["-O1", "-Wall", "-Wextra", "-Werror"];
        let flags = language
            .iter()
            .chain(&warnings)
            .map(|flag| (*flag).to_owned())
            .collect();
        Compiler {
            command: command.into(),
            flags,
            libraries: self.libraries(library),
            include: vec![tests::root().join("tests/abi/programs"), library.include.clone()],
            cache: folder().join("programs"),
        }
    }

    fn libraries(&self, library: &Library) -> Vec<String> {
        let path = |file: &Path| file.display().to_string();
        let beside = library.shared.parent().unwrap_or(Path::new("/"));
        // Otherwise `-x c++` would hold for the libraries too.
        let mut libraries = vec!["-x".into(), "none".into()];
        match (self.linkage, &library.archive) {
            (Linkage::Shared, _) => libraries.extend([path(&library.shared), format!("-Wl,-rpath,{}", path(beside))]),
            (Linkage::Static, Some(archive)) => libraries.push(path(archive)),
            (Linkage::Static | Linkage::None, _) => {}
        }
        libraries.extend(["-lpthread", "-ldl", "-lm"].map(String::from));
        libraries
    }
}

fn folder() -> PathBuf {
    tests::target().join("abi")
}
