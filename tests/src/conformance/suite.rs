//! The suite: which cases there are, and how one is built and run.

use super::{Case, Required, Verdict};
use crate::compiler::Compiler;
use crate::library::Library;
use crate::process::{self, End};
use core::time::Duration;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the contract gives a case.
const LIMIT: Duration = Duration::from_secs(30);

/// The cases of some folders, with what is needed to run them.
#[derive(Debug, Clone)]
pub struct Suite {
    cases: Vec<Case>,
    compiler: Compiler,
    work: PathBuf,
    limit: Duration,
}

impl Suite {
    /// The cases of `folders` (each with `cases/`, `golden/` and headers), to be run against `library`. Of a name
    /// that stands in several the first is taken.
    ///
    /// # Errors
    /// A folder cannot be read, or a case has no golden.
    pub fn open(folders: &[PathBuf], library: &Library) -> io::Result<Self> {
        let mut cases = BTreeMap::new();
        for folder in folders {
            for case in read_cases(folder)? {
                cases.entry(case.name.clone()).or_insert(case);
            }
        }
        let work = crate::target().join("oracle");
        let shared = library.shared.display().to_string();
        let beside = library.shared.parent().unwrap_or(Path::new("/"));
        // The project's headers serve the cases of a folder that has none.
        let mut include = folders.to_vec();
        include.extend([crate::root().join("tests/oracle"), library.include.clone()]);
        let compiler = Compiler {
            command: std::env::var("CC").unwrap_or_else(|_| "cc".into()),
            // Without contraction, which some targets do by default: the host computes references.
            flags: ["-O1", "-w", "-ffp-contract=off"].map(String::from).to_vec(),
            libraries: vec![
                shared,
                format!("-Wl,-rpath,{}", beside.display()),
                "-lpthread".into(),
                "-lm".into(),
            ],
            include,
            cache: work.join("programs"),
        };
        Ok(Self {
            cases: cases.into_values().collect(),
            compiler,
            work,
            limit: LIMIT,
        })
    }

    /// The cases, sorted by name.
    pub fn cases(&self) -> &[Case] {
        &self.cases
    }

    /// The first name of `required` that is not a case of the suite.
    pub fn unknown<'a>(&self, required: &'a Required) -> Option<&'a str> {
        required
            .names()
            .find(|name| !self.cases.iter().any(|case| case.name == *name))
    }

    /// Builds and runs one case, and judges what it printed.
    ///
    /// # Errors
    /// The case does not build or start; the message says why.
    pub fn run(&self, case: &Case) -> io::Result<Verdict> {
        let program = self.compiler.build(&case.source)?;
        let folder = self.prepare(case)?;
        let mut command = Command::new(program);
        command.current_dir(&folder).env("MUSA_SIM_DEVICES", case.devices());
        let outcome = process::run(command, &folder, self.limit)?;
        let golden = fs::read_to_string(&case.golden)?;
        let mut verdict = case.judge(&golden, &outcome.stdout);
        if outcome.end != End::Exit(0) {
            verdict.differences += &format!("ended: {}\n", outcome.end);
        }
        if !verdict.passed() && !outcome.stderr.is_empty() {
            verdict.differences += &format!("standard error:\n{}", head(&outcome.stderr, 20));
        }
        fs::write(folder.join("differences"), &verdict.differences)?;
        Ok(verdict)
    }

    /// A working folder of the case's own, in which it finds the files that lie beside the cases.
    fn prepare(&self, case: &Case) -> io::Result<PathBuf> {
        let folder = self.work.join("runs").join(&case.name);
        fs::create_dir_all(&folder)?;
        let link = folder.join("cases");
        let _ = fs::remove_file(&link);
        if let Some(cases) = case.source.parent() {
            symlink(cases.canonicalize()?, link)?;
        }
        Ok(folder)
    }
}

fn read_cases(folder: &Path) -> io::Result<Vec<Case>> {
    let mut cases = Vec::new();
    for entry in fs::read_dir(folder.join("cases"))? {
        let source = entry?.path();
        if source.extension().is_none_or(|extension| extension != "c") {
            continue;
        }
        let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let golden = folder.join("golden").join(format!("{name}.txt"));
        if !golden.is_file() {
            return Err(io::Error::other(format!("{} is missing", golden.display())));
        }
        cases.push(Case { name, source, golden });
    }
    Ok(cases)
}

/// The first `lines` of `text`.
fn head(text: &str, lines: usize) -> String {
    text.lines().take(lines).map(|line| format!("{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::{Compiler, Duration, Library, Path, Suite, fs};

    const HEAD: &str = "#include <musa.h>\n#include <signal.h>\n#include <stdio.h>\n#include <unistd.h>\n";

    /// A suite of cases given as name, body of `main`, and golden, over a library with one function.
    fn suite(name: &str, cases: &[(&str, &str, &str)]) -> Suite {
        let folder = crate::target().join("tests").join(name);
        for part in ["cases", "golden", "include"] {
            fs::create_dir_all(folder.join(part)).unwrap();
        }
        fs::write(folder.join("include/musa.h"), "int muAnswer(void);\n").unwrap();
        for (case, body, golden) in cases {
            let source = format!("{HEAD}int main(void) {{ {body} }}\n");
            fs::write(folder.join(format!("cases/{case}.c")), source).unwrap();
            fs::write(folder.join(format!("golden/{case}.txt")), golden).unwrap();
        }
        let mut suite = Suite::open(std::slice::from_ref(&folder), &library(&folder)).unwrap();
        suite.work = folder;
        suite.limit = Duration::from_millis(500);
        suite
    }

    fn library(folder: &Path) -> Library {
        let source = folder.join("answer.c");
        fs::write(&source, "int muAnswer(void) { return 42; }\n").unwrap();
        let compiler = Compiler {
            command: "cc".into(),
            flags: ["-shared", "-fPIC"].map(String::from).to_vec(),
            libraries: Vec::new(),
            include: Vec::new(),
            cache: folder.to_owned(),
        };
        Library {
            shared: compiler.build(&source).unwrap(),
            archive: None,
            include: folder.join("include"),
        }
    }

    #[test]
    fn a_case_sees_the_library_and_its_devices() {
        let body = "printf(\"%d %s\\n\", muAnswer(), getenv(\"MUSA_SIM_DEVICES\")); return 0;";
        let body = format!("extern char *getenv(const char *); {body}");
        let cases = [
            ("one", &*body, "42 ref-sm90\n"),
            ("peer_two", &*body, "42 ref-sm90,ref-sm90\n"),
        ];
        let suite = suite("devices", &cases);
        for case in suite.cases() {
            assert!(suite.run(case).unwrap().passed(), "{}", case.name);
        }
    }

    #[test]
    fn another_output_a_crash_and_a_hang_do_not_pass() {
        let cases = [
            ("crash", "puts(\"x\"); fflush(stdout); raise(SIGSEGV); return 0;", "x\n"),
            ("differs", "puts(\"y\"); return 0;", "x\n"),
            ("hang", "puts(\"x\"); fflush(stdout); for (;;) pause();", "x\n"),
            ("orphan", "puts(\"x\"); if (fork() == 0) pause(); return 0;", "x\n"),
            ("status", "puts(\"x\"); return 3;", "x\n"),
        ];
        let suite = suite("failures", &cases);
        let said: Vec<(&str, String)> = suite
            .cases()
            .iter()
            .map(|case| (&*case.name, suite.run(case).unwrap().differences))
            .collect();
        assert_eq!(said[0].1, "ended: killed by signal 11\n");
        assert!(said[1].1.contains("-x\n+y\n"), "{}", said[1].1);
        assert_eq!(said[2].1, "ended: still running at the time limit\n");
        assert_eq!(said[3].1, "");
        assert_eq!(said[4].1, "ended: exit 3\n");
    }
}
