//! C and C++ programs, built once for each content.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How programs are built: the compiler, its flags, and the files that every program depends on.
#[derive(Debug, Clone)]
pub struct Compiler {
    /// The compiler's command, such as `cc` or `g++`.
    pub command: String,
    /// Flags before the source.
    pub flags: Vec<String>,
    /// What follows the source: libraries.
    pub libraries: Vec<String>,
    /// Folders of headers; a change of a `.h` file in them builds anew.
    pub include: Vec<PathBuf>,
    /// Where programs are kept.
    pub cache: PathBuf,
}

impl Compiler {
    /// Builds `source` and gives the program's path; nothing is done if its content, the headers and the flags are
    /// those of an earlier build.
    ///
    /// # Errors
    /// The compiler cannot be started, or refused the source: then the message is what it said.
    pub fn build(&self, source: &Path) -> io::Result<PathBuf> {
        let name = source.file_stem().unwrap_or_default().to_string_lossy();
        let program = self.cache.join(format!("{name}-{:016x}", self.key(source)?));
        if program.exists() {
            return Ok(program);
        }
        fs::create_dir_all(&self.cache)?;
        let unfinished = program.with_extension("unfinished");
        let mut command = Command::new(&self.command);
        command.args(&self.flags);
        for folder in &self.include {
            command.arg("-I").arg(folder);
        }
        command.arg(source).arg("-o").arg(&unfinished);
        let output = command.args(&self.libraries).output().map_err(|error| {
            let hint = "install a C compiler, such as Debian's gcc, g++ and libc6-dev";
            io::Error::new(error.kind(), format!("{}: {error}; {hint}", self.command))
        })?;
        if !output.status.success() {
            return Err(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()));
        }
        // A run that is interrupted must not leave half a program under the final name.
        fs::rename(unfinished, &program)?;
        Ok(program)
    }

    fn key(&self, source: &Path) -> io::Result<u64> {
        let mut hasher = DefaultHasher::new();
        (&self.command, &self.flags, &self.libraries, &self.include).hash(&mut hasher);
        fs::read(source)?.hash(&mut hasher);
        for folder in &self.include {
            for header in headers(folder)? {
                fs::read(header)?.hash(&mut hasher);
            }
        }
        Ok(hasher.finish())
    }
}

fn headers(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut headers = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "h") {
            headers.push(path);
        }
    }
    headers.sort();
    Ok(headers)
}
