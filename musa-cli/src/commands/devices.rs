//! `musa devices`: the profiles, and one in full.

use std::io::{self, Write};

use clap::Args;
use musa_hal::{DeviceAttribute, DeviceInfo, Dialect};
use musa_hal_sim::profiles;
use serde_json::json;

use crate::failure::Failure;

/// Which device, and how to print it.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Profile to describe in full (s80, s4000, s5000, ref-sm90).
    profile: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let devices: Vec<&DeviceInfo> = match &arguments.profile {
        None => profiles::ALL.to_vec(),
        Some(name) => vec![profiles::find(name).ok_or_else(|| unknown(name))?],
    };
    let mut out = io::stdout().lock();
    if arguments.json {
        let list: Vec<_> = devices.iter().map(|device| describe(device)).collect();
        writeln!(out, "{:#}", json!(list))?;
    } else if arguments.profile.is_some() {
        for device in devices {
            print_full(&mut out, device)?;
        }
    } else {
        print_list(&mut out, &devices)?;
    }
    Ok(())
}

/// The refusal of a name that no profile has.
pub(super) fn unknown(name: &str) -> Failure {
    let known: Vec<_> = profiles::ALL.iter().map(|device| device.profile).collect();
    Failure::Usage(format!(
        "no device profile is named {name}; there are {}",
        known.join(", ")
    ))
}

fn dialect(device: &DeviceInfo) -> &'static str {
    match device.dialect {
        Dialect::Musa => "musa",
        Dialect::Reference => "reference",
    }
}

fn describe(device: &DeviceInfo) -> serde_json::Value {
    let attributes: serde_json::Map<_, _> = device
        .attributes
        .iter()
        .map(|(attribute, value)| {
            let entry = json!({
                "number": attribute.number(),
                "value": value,
                "chosen": device.chosen.contains(attribute),
            });
            (attribute.name().to_owned(), entry)
        })
        .collect();
    json!({
        "profile": device.profile,
        "name": device.name,
        "dialect": dialect(device),
        "total_memory": device.total_memory,
        "warp_width": device.warp_width,
        "attributes": attributes,
    })
}

fn print_list(out: &mut impl Write, devices: &[&DeviceInfo]) -> io::Result<()> {
    let number = |device: &DeviceInfo, attribute| device.attribute(attribute).unwrap_or(0);
    writeln!(out, "profile    dialect    warp  multiprocessors     memory  name")?;
    for device in devices {
        writeln!(
            out,
            "{:<10} {:<10} {:>4} {:>16} {:>6.1} GiB  {}",
            device.profile,
            dialect(device),
            device.warp_width,
            number(device, DeviceAttribute::MultiprocessorCount),
            device.total_memory as f64 / f64::from(1 << 30),
            device.name,
        )?;
    }
    Ok(())
}

fn print_full(out: &mut impl Write, device: &DeviceInfo) -> io::Result<()> {
    writeln!(
        out,
        "{} ({}), dialect {}, {} bytes of memory, warps of {} lanes",
        device.profile,
        device.name,
        dialect(device),
        device.total_memory,
        device.warp_width
    )?;
    writeln!(out, "attributes (* chosen: no public source has a value):")?;
    for (attribute, value) in device.attributes {
        let mark = if device.chosen.contains(attribute) { "*" } else { " " };
        writeln!(out, "{:>5} {mark} {:<48} {value}", attribute.number(), attribute.name())?;
    }
    Ok(())
}
