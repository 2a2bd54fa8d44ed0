//! How much memory a small program has resident, on each device profile. More than 64 MiB is a failure: a device of many
//! gigabytes costs the host what a program touches.

#![allow(clippy::std_instead_of_core, clippy::std_instead_of_alloc)]

use std::io::{Error, Result};

use benches::{Program, file, library, table};

const PROFILES: [&str; 4] = ["s80", "s4000", "s5000", "ref-sm90"];
const LIMIT: f64 = 64.0;

fn main() -> Result<()> {
    let program = Program::build("memory", &library()?)?;
    let text = file("kernels/peers.ptx");
    let mut lines = Vec::new();
    let mut most: f64 = 0.0;
    for profile in PROFILES {
        let rows = program.run(&[&text.to_string_lossy()], &[("MUSA_SIM_DEVICES", profile)])?;
        let resident = rows[0].time / 1024.0;
        most = most.max(resident);
        let device = rows[0].result / (1 << 30) as f64;
        lines.push([
            profile.to_owned(),
            format!("{device:.1} GiB"),
            format!("{resident:.1} MiB"),
        ]);
    }
    table(["Profile", "Device memory", "Resident"], &lines);
    match most > LIMIT {
        true => Err(Error::other(format!("more than {LIMIT} MiB"))),
        false => Ok(()),
    }
}
