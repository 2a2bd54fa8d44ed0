//! The program of the README, as it stands there: it compiles, and says what the README says that it does.

use libtest_mimic::{Failed, Trial};
use std::fs;
use std::process::Command;
use std::time::Duration;
use tests::library::Library;
use tests::process::{self, End};

/// A program ends long before.
const LIMIT: Duration = Duration::from_secs(30);

pub(crate) fn trials(library: &Library) -> Vec<Trial> {
    let library = library.clone();
    vec![Trial::test("readme::its_program_says_what_it_shows", move || {
        check(&library)
    })]
}

fn check(library: &Library) -> Result<(), Failed> {
    let readme = fs::read_to_string(tests::root().join("README.md"))?;
    let (_, rest) = readme.split_once("```c\n").ok_or("the README has no program")?;
    let (source, rest) = rest.split_once("```\n").ok_or("its program has no end")?;
    let folder = tests::target().join("abi/readme");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("app.c"), source)?;
    let beside = library.shared.parent().ok_or("the library lies nowhere")?;
    let built = Command::new("cc")
        .args(["app.c", "-Wall", "-Wextra", "-Werror", "-lmusa", "-o", "app"])
        .arg(format!("-I{}", library.include.display()))
        .arg(format!("-L{}", beside.display()))
        .current_dir(&folder)
        .output()?;
    if !built.status.success() {
        return Err(String::from_utf8_lossy(&built.stderr).into_owned().into());
    }
    let mut command = Command::new(folder.join("app"));
    command.env("MUSA_SIM_LOG", "1").env("LD_LIBRARY_PATH", beside);
    let outcome = process::run(command, &folder, LIMIT)?;
    let shown = log(rest);
    if shown.is_empty() {
        return Err("the README shows no log".into());
    }
    let said = words(&outcome.stderr);
    if outcome.end != End::Exit(0) || outcome.stdout != "700\n" || said != shown {
        return Err(format!(
            "{}\n{}{said}\nwhere the README has\n{shown}",
            outcome.end, outcome.stdout
        )
        .into());
    }
    Ok(())
}

/// The log that the README shows: an indented paragraph, whose lines are wrapped.
fn log(text: &str) -> String {
    let paragraphs = text.split("\n\n");
    let mut logs = paragraphs.filter(|paragraph| paragraph.starts_with("    musa: "));
    words(logs.next().unwrap_or_default())
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
