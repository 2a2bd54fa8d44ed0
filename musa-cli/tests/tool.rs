//! The tool as a shell sees it: what it prints, and its exit status.

#![allow(
    clippy::std_instead_of_core,
    clippy::std_instead_of_alloc,
    reason = "a test of a program"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const KERNELS: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.global .u32 counter;\n\
    .visible .entry store(.param .u64 p, .param .u32 v) {\n\
    .reg .b64 %a<2>; .reg .b32 %r<3>;\n\
    ld.param.u64 %a0, [p]; cvta.to.global.u64 %a0, %a0; ld.param.u32 %r0, [v];\n\
    mov.u32 %r1, %tid.x; add.u32 %r2, %r0, %r1; mul.wide.u32 %a1, %r1, 4; add.u64 %a0, %a0, %a1;\n\
    st.global.u32 [%a0], %r2; ret; }\n";

/// A folder of a test's own.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tool").join(test);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

fn file(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    fs::write(&path, bytes).expect("a file of the test");
    path.to_str().expect("a plain path").to_owned()
}

fn musa(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_musa"));
    command.args(arguments).output().expect("the tool starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs a command that must succeed and say nothing on standard error; its output.
fn said(arguments: &[&str]) -> String {
    let output = musa(arguments);
    assert_eq!(text(&output.stderr), "", "{arguments:?}");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    text(&output.stdout)
}

#[test]
fn a_text_is_assembled_described_and_run() {
    let folder = folder("works");
    let (source, image) = (file(&folder, "k.ptx", KERNELS), folder.join("k.elf"));
    let image = image.to_str().expect("a plain path");
    assert_eq!(said(&["as", &source, "-o", image]), "");
    assert_eq!(said(&["info", image]), said(&["info", &source]));
    assert_eq!(said(&["dis", image]), said(&["dis", &source]));
    let info = said(&["info", image]);
    for line in ["kind: image", "name: store", "parameters: 0+8 8+4", "name: counter"] {
        assert!(info.contains(line), "{line} is not in {info}");
    }
    let saved = folder.join("saved");
    let save = format!("buf:8:save={}", saved.display());
    for (block, memory, printed) in [
        ("3", "buf:16:print=u32,4", "40 41 42 0\n"),
        ("2", &save, ""),
        ("3", "buf:12", ""),
    ] {
        let launch = ["run", image, "--kernel", "store", "--block", block];
        let arguments = ["--arg", memory, "--arg", "u32:40"];
        assert_eq!(said(&[launch.as_slice(), &arguments].concat()), printed, "{memory}");
    }
    assert_eq!(fs::read(saved).expect("what was saved"), [40, 0, 0, 0, 41, 0, 0, 0]);
}

#[test]
fn json_is_json() {
    let source = file(&folder("json"), "k.ptx", KERNELS);
    let parse = |arguments: &[&str]| -> serde_json::Value { serde_json::from_str(&said(arguments)).expect("JSON") };
    assert_eq!(parse(&["info", "--json", &source])["kernels"][0]["name"], "store");
    assert_eq!(parse(&["devices", "--json", "s80"])[0]["profile"], "s80");
    let count = |arguments: &[&str]| parse(arguments).as_array().expect("a list").len();
    assert_eq!(count(&["devices", "--json"]), said(&["devices"]).lines().count() - 1);
    assert_eq!(count(&["rules", "--json"]), said(&["rules"]).lines().count());
    assert!(count(&["rules", "--json", "--divergent"]) < count(&["rules", "--json"]));
    let missing = said(&["coverage", "--missing"]).matches("NOT_SUPPORTED\n").count();
    assert_eq!(count(&["coverage", "--json", "--missing"]), missing);
}

#[test]
fn every_rule_that_is_listed_is_explained() {
    for line in said(&["rules"]).lines() {
        let (rule, sentence) = line.split_once(' ').expect("an identifier and a sentence");
        assert!(said(&["explain", rule]).starts_with(&format!("{rule}: {}\n", sentence.trim())));
    }
}

/// Runs a command that must fail with that status and reason, on standard error alone.
fn fails(arguments: &[&str], status: i32, reason: &str) {
    let output = musa(arguments);
    let said = text(&output.stderr);
    assert!(said.contains(reason), "{arguments:?}: {reason} is not in {said}");
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {said}");
    assert_eq!(text(&output.stdout), "", "{arguments:?}");
    assert!(!said.contains('\x1b'), "{arguments:?}: colours");
}

#[test]
fn arguments_are_those_of_the_kernel() {
    let source = file(&folder("arguments"), "k.ptx", KERNELS);
    for (arguments, reason) in [
        (
            &[][..],
            "no argument for parameter 0, .u64 p: kernel store takes (.u64 p, .u32 v)",
        ),
        (&["buf:4"], "no argument for parameter 1, .u32 v"),
        (&["buf:4", "u32:1", "f64:1"], "argument 2 (f64) is one too many"),
        (
            &["buf:4", "u64:1"],
            "argument 1 (u64) has 8 bytes, and parameter .u32 v has 4",
        ),
        (
            &["u32:4", "u32:1"],
            "argument 0 (u32) has 4 bytes, and parameter .u64 p has 8",
        ),
        (&["buf:4", "hex:0102"], "argument 1 (hex) has 2 bytes"),
        (&["buf:4", "f32:1"], "argument 1 (f32) is no value of parameter .u32 v"),
    ] {
        let arguments: Vec<&str> = arguments.iter().flat_map(|it| ["--arg", *it]).collect();
        fails(
            &[&["run", &source, "--kernel", "store"], arguments.as_slice()].concat(),
            1,
            reason,
        );
    }
}

/// Commands that fail: their arguments, the exit status, and what is said on standard error.
#[test]
fn failures_have_a_status_and_a_reason() {
    let folder = folder("fails");
    let source = file(&folder, "k.ptx", KERNELS);
    let wrong = file(
        &folder,
        "wrong.ptx",
        ".version 8.0\n.target sm_80\n.address_size 64\n.entry k() {\n nop; }\n",
    );
    let binary = file(&folder, "binary.ptx", b".version 8.0\n.target sm_80\n// \xff\n");
    let (nowhere, here) = (folder.join("nowhere"), folder.to_str().expect("a plain path"));
    let nowhere = nowhere.to_str().expect("a plain path");
    let empty = file(&folder, "empty", "");
    let garbage = file(&folder, "garbage", [0xa5; 4096]);
    let unwritable = format!("{nowhere}/k.elf");
    let run = |rest: &[&'static str]| [&["run", &source, "--kernel", "store"], rest].concat();
    for verb in ["info", "dis"] {
        fails(&[verb, nowhere], 1, "nowhere: No such file");
        fails(&[verb, here], 1, "fails: Is a directory");
        fails(
            &[verb, &empty],
            1,
            "empty: neither an image, nor a bundle, nor PTX text",
        );
        fails(&[verb, &garbage], 1, "garbage: neither an image");
        fails(&[verb, &wrong], 1, "line 5");
    }
    fails(&["as", &binary, "-o", nowhere], 1, "binary.ptx: invalid utf-8");
    fails(&["as", &source, "-o", &unwritable], 1, "k.elf: No such file");
    fails(&["as", &source], 2, "--output");
    fails(&[], 2, "Usage: musa");
    fails(&["assemble"], 2, "unrecognized subcommand");
    fails(&["explain", "no.such.rule"], 2, "no rule is named no.such.rule");
    fails(&["explain", "copy"], 2, "copy.range");
    fails(&["devices", "h100"], 2, "s80, s4000, s5000, ref-sm90");
    fails(&["run", &source, "--kernel", "missing"], 1, "function.missing");
    fails(
        &run(&["--arg", "buf:4", "--arg", "u32:1", "--block", "2000"]),
        1,
        "launch.",
    );
    fails(
        &run(&["--arg", "buf:4", "--arg", "u32:1", "--device", "h100"]),
        2,
        "s80, s4000, s5000, ref-sm90",
    );
    fails(&run(&["--schedule", "eagre"]), 2, "eagre");
    fails(&run(&["--grid", "1,2,3,4"]), 2, "one to three numbers");
    fails(&run(&["--arg", "u32:-1"]), 2, "u32:-1");
    fails(
        &run(&["--arg", "buf:8:print=u32,3"]),
        2,
        "3 u32 are more than the 2 of 8 bytes",
    );
    fails(&run(&["--arg", "buf:1099511627776", "--arg", "u32:1"]), 1, "memory");
    fails(
        &run(&["--arg", "u64:64", "--arg", "u32:1"]),
        1,
        "IllegalAddress in kernel store",
    );
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    for arguments in [["rules", "--json"], ["coverage", "--json"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_musa"));
        let mut child = command
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the tool starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the tool ends");
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    }
}

#[test]
fn parts_of_files_end_in_an_answer() {
    let folder = folder("parts");
    let (source, image) = (file(&folder, "k.ptx", KERNELS), folder.join("k.elf"));
    said(&["as", &source, "-o", image.to_str().expect("a plain path")]);
    let whole = fs::read(image).expect("the image");
    for part in 0..40 {
        let mut bytes = whole[..whole.len() * part / 40].to_vec();
        for verb in ["info", "dis"] {
            let output = musa(&[verb, &file(&folder, "part", &bytes)]);
            assert_eq!(output.status.code(), Some(1), "{verb} of {} bytes", bytes.len());
        }
        bytes = whole.clone();
        bytes[whole.len() * part / 40] ^= 0xff;
        let output = musa(&["info", &file(&folder, "changed", &bytes)]);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{}", text(&output.stderr));
    }
}

#[test]
fn structures_are_bytes() {
    let text = ".version 8.0\n.target sm_80\n.address_size 64\n\
        .visible .entry k(.param .u64 p, .param .u8 small, .param .align 8 .b8 s[16], .param .f32 f) {\n\
        .reg .b64 %a; .reg .b32 %r; ld.param.u64 %a, [p]; ld.param.u8 %r, [small]; st.global.u32 [%a], %r;\n\
        ld.param.u32 %r, [s+8]; st.global.u32 [%a+4], %r; ld.param.b32 %r, [f]; st.global.b32 [%a+8], %r; ret; }\n";
    let source = file(&folder("structures"), "k.ptx", text);
    let run = |bytes| {
        let launch = [
            "run",
            &source,
            "--kernel",
            "k",
            "--arg",
            "buf:12:print=u32,3",
            "--arg",
            "u8:7",
        ];
        musa(&[launch.as_slice(), &["--arg", bytes, "--arg", "f32:1"]].concat())
    };
    let output = run("hex:00000000000000000500000000000000");
    assert_eq!(
        (self::text(&output.stdout), output.status.code()),
        ("7 5 1065353216\n".to_owned(), Some(0))
    );
    let output = run("hex:00");
    let said = self::text(&output.stderr);
    assert!(said.contains("parameter .b8 s[16] has 16"), "{said}");
}

/// The listing is for reading; the text that an image keeps is what it was made from.
#[test]
fn texts_come_back_from_images() {
    let folder = folder("texts");
    let mut files = vec![PathBuf::from(file(&folder, "k.ptx", KERNELS))];
    let oracle = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/oracle/cases/ptx");
    let listed = fs::read_dir(oracle).expect("the texts of the conformance suite");
    files.extend(
        listed
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|it| it == "ptx")),
    );
    assert!(files.len() > 3);
    let path = |name: &str| folder.join(name).to_str().expect("a plain path").to_owned();
    let (first, again) = (path("first.elf"), path("again.elf"));
    for source in &files {
        let source = source.to_str().expect("a plain path");
        said(&["as", source, "-o", &first]);
        let back = file(&folder, "back.ptx", said(&["dis", "--text", &first]));
        said(&["as", &back, "-o", &again]);
        assert_eq!(fs::read(&first).ok(), fs::read(&again).ok(), "{source}");
    }
}

/// The vendor's devices take every target, the reference device those that it can run, of texts and of images.
#[test]
fn targets_are_those_of_the_device() {
    let folder = folder("targets");
    for (target, runs) in [("sm_90a", true), ("sm_100", false), ("sm_120f", false), ("sm_30", true)] {
        let text_of = KERNELS.replace("8.0", "9.0").replace("sm_80", target);
        let (source, image) = (file(&folder, "k.ptx", text_of), folder.join("k.elf"));
        let image = image.to_str().expect("a plain path");
        said(&["as", &source, "-o", image]);
        assert!(said(&["dis", image]).contains(&format!(".target {target}\n")));
        for path in [source.as_str(), image] {
            let run = ["run", path, "--kernel", "store", "--arg", "buf:4", "--arg", "u32:1"];
            said(&run);
            let output = musa(&[run.as_slice(), &["--device", "ref-sm90"]].concat());
            let said = text(&output.stderr);
            assert_eq!(output.status.code(), Some(if runs { 0 } else { 1 }), "{target}: {said}");
            assert!(
                runs || said.contains(&format!("for {target} does not run on")),
                "{said}"
            );
        }
    }
}

/// A bundle with one entry.
fn bundle(content: &[u8]) -> Vec<u8> {
    const NAME: &[u8] = b"musa-mtgpu-mt-musa--mp_21";
    let mut bytes = b"__CLANG_OFFLOAD_BUNDLE__".to_vec();
    let begin = (bytes.len() + 32 + NAME.len()) as u64;
    for word in [1, begin, content.len() as u64, NAME.len() as u64] {
        bytes.extend(word.to_le_bytes());
    }
    bytes.extend(NAME);
    bytes.extend(content);
    bytes
}

#[test]
fn bundles_are_described_whatever_they_hold() {
    let folder = folder("bundles");
    let path = file(&folder, "text", bundle(KERNELS.as_bytes()));
    assert!(said(&["info", &path]).contains("name: store"));
    let path = file(&folder, "garbage", bundle(b"\x7fELF and nothing more"));
    assert!(said(&["info", &path]).contains("neither an image"));
    let nested = (0..2000).fold(Vec::new(), |inner, _| bundle(&inner));
    let path = file(&folder, "nested", nested);
    assert!(said(&["info", &path]).contains("a bundle in a bundle"));
    assert_eq!(musa(&["dis", &path]).status.code(), Some(1));
}
