//! Families of instructions: what a build leaves out is refused at load, by line, instruction and family. The same tests
//! hold for every combination of features.

use musa_hal::image::LoadOptions;
use musa_hal::{DeviceOrdinal, Devices, HalError, ImageError, ImageErrorKind, Images, Memory};
use musa_hal_sim::program::Families;
use musa_hal_sim::{Machine, Schedule, profiles};

/// An instruction of each family, and of several at once.
const INSTRUCTIONS: &[(&str, Families)] = &[
    ("add.u32 %r0, %r0, %r1;", Families::empty()),
    ("mov.f64 %d0, %d1;", Families::empty()),
    ("selp.f32 %f0, %f0, %f1, %p0;", Families::empty()),
    ("add.f32 %f0, %f0, %f1;", Families::SINGLE),
    ("setp.lt.f32 %p0, %f0, %f1;", Families::SINGLE),
    ("fma.rn.f64 %d0, %d0, %d0, %d1;", Families::DOUBLE),
    ("cvt.f64.f32 %d0, %f0;", Families::SINGLE.union(Families::DOUBLE)),
    ("add.f16x2 %r0, %r0, %r1;", Families::HALF),
    ("cvt.rn.f16.f32 %h0, %f0;", Families::SINGLE.union(Families::HALF)),
    (
        "sin.approx.f32 %f0, %f1;",
        Families::SINGLE.union(Families::APPROXIMATE),
    ),
    (
        "div.full.f32 %f0, %f0, %f1;",
        Families::SINGLE.union(Families::APPROXIMATE),
    ),
    ("dp4a.u32.u32 %r0, %r0, %r1, %r1;", Families::PACKED),
    ("vadd.s32.s32.s32 %r0, %r0, %r1;", Families::VIDEO),
    ("add.cc.u32 %r0, %r0, %r1;", Families::CARRY),
    ("popc.b32 %r0, %r1;", Families::BITS),
    ("lop3.b32 %r0, %r0, %r1, %r1, 0x80;", Families::BITS),
    ("atom.global.add.u32 %r0, [%a0], %r1;", Families::ATOMIC),
    (
        "red.global.add.f64 [%a0], %d0;",
        Families::ATOMIC.union(Families::DOUBLE),
    ),
    ("atom.global.exch.b32 %r0, [%a0], %r1;", Families::ATOMIC),
    ("vote.sync.any.pred %p0, %p0, -1;", Families::WARP),
    ("shfl.sync.idx.b32 %r0, %r1, 0, 31, -1;", Families::WARP),
];

fn text(instruction: &str) -> String {
    format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry kernel()\n{{\n.reg .pred %p<2>;\n\
         .reg .b16 %h<2>;\n.reg .b32 %r<2>;\n.reg .f32 %f<2>;\n.reg .f64 %d<2>;\n.reg .b64 %a<2>;\n{instruction}\nret;\n}}\n"
    )
}

/// Loads a text; what the loader said where it is refused.
fn load(text: &str) -> Result<(), (HalError, String)> {
    let image = musa_ptx::assemble(text).expect(text);
    let mut machine = Machine::owned([profiles::S80], Schedule::Eager).expect("a machine");
    assert_eq!(machine.device_count(), 1);
    let space = machine.open_space().expect("a space");
    let mut log = String::new();
    let loaded = machine.load(space, DeviceOrdinal(0), &image, &LoadOptions::default(), &mut log);
    loaded.map(drop).map_err(|error| (error, log))
}

#[test]
fn an_instruction_loads_if_its_families_are_built() {
    for (instruction, families) in INSTRUCTIONS {
        let missing = families.difference(Families::BUILT);
        let Err((error, log)) = load(&text(instruction)) else {
            assert!(missing.is_empty(), "{instruction} was loaded without {missing}");
            continue;
        };
        assert!(!missing.is_empty(), "{instruction}: {log}");
        let expected = ImageError {
            kind: ImageErrorKind::UnsupportedInstruction,
            line: 12,
            column: 0,
        };
        assert_eq!(error, HalError::Image(expected), "{instruction}");
        let reason = format!("this build is without {missing}");
        assert!(
            log.contains("line 12: ") && log.contains(&reason),
            "{instruction}: {log}"
        );
    }
}

#[test]
fn a_function_of_the_device_loads_if_system_is_built() {
    let text = ".version 8.0\n.target sm_80\n.address_size 64\n\
        .extern .func (.param .b64 result) malloc (.param .b64 size);\n.visible .entry kernel()\n{\n\
        .param .b64 size;\n.param .b64 result;\nst.param.b64 [size], 8;\n\
        call.uni (result), malloc, (size);\nret;\n}\n";
    match load(text) {
        Ok(()) => assert!(Families::SYSTEM.is_built()),
        Err((error, log)) => {
            assert!(!Families::SYSTEM.is_built(), "{log}");
            assert!(matches!(error, HalError::Image(error) if error.kind == ImageErrorKind::UnresolvedFunction));
            assert!(log.contains("malloc") && log.contains("without system"), "{log}");
        }
    }
}
