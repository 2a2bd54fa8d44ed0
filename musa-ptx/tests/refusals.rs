//! Texts that are refused: which class, at which line, and that the finding says what was expected.

mod common;

use common::{kernel, refused, shown};
use musa_ptx::{ErrorClass, MAX_DIAGNOSTICS, assemble};

const HEADER: &str = ".version 7.0\n.target sm_70\n.address_size 64\n";
const NOP: &str = ".visible .entry nop() { ret; }\n";

/// The texts of oracle case `mod_load_bad`, and what hardware's driver said of their kind.
#[test]
fn classes_are_those_of_the_oracle() {
    let not_ptx = [
        "",
        "\n",
        " ",
        "this is not an image",
        "// nothing\n",
        ".target sm_70\n.address_size 64\n",
    ];
    for text in not_ptx {
        assert_eq!(refused(text).class(), ErrorClass::NotPtx, "{text}");
    }
    let version = format!(".version 99.0\n.target sm_70\n{NOP}");
    assert_eq!(refused(&version).class(), ErrorClass::Version);
    let invalid = [
        ".version 7.0\n".to_owned(),
        format!(".version 7.0\n.address_size 64\n{NOP}"),
        format!(".version 7.0\n.target sm_70\n.address_size 32\n{NOP}"),
        format!(".version 7.0\n.target sm_999\n{NOP}"),
        format!(".version 6.0\n.target sm_80\n{NOP}"),
        format!("{HEADER}.visible .entry nop() {{"),
        format!("{HEADER}.visible .ent"),
        format!("{HEADER}.visible .entry k() {{ frobnicate; ret; }}"),
        format!("{HEADER}.visible .entry k() {{ mov.u32 %r0, 1; ret; }}"),
        format!("{HEADER}.visible .entry k() {{ .reg .b64 %d<1>; mov.u32 %d0, 1; ret; }}"),
        format!("{HEADER}{NOP}{NOP}"),
        format!("{HEADER}.visible .entry k() {{ ret }}"),
        format!("{HEADER}{NOP}rubbish"),
        format!(
            "{HEADER}.const .align 4 .b8 c[64];\n.visible .entry k() {{ .reg .b32 %r<1>; st.const.u32 [c], %r0; }}"
        ),
        format!("{HEADER}.visible .const .align 4 .b8 c[65540];\n{NOP}"),
        format!("{HEADER}.visible .entry k(.param .align 4 .b8 b[4356]) {{ ret; }}"),
        format!("{HEADER}.visible .entry (.param .b32 r) k() {{ ret; }}"),
        format!("{HEADER}{NOP}.visible .entry k() {{ call nop; ret; }}"),
    ];
    for text in invalid {
        assert_eq!(refused(&text).class(), ErrorClass::Invalid, "{text}");
    }
}

/// As hardware's driver refuses them.
#[test]
fn elements_are_of_arrays_and_of_loads_and_stores() {
    for statement in [
        "ld.shared.u32 %r1, [t[1]];",
        "atom.shared.add.u32 %r1, t[1], 1;",
        "ld.shared.u32 %r1, t;",
        "ld.shared.u32 %r1, u[1];",
        "ld.shared.u32 %r1, w[1][2];",
        "mov.u64 %d1, t; ld.shared.u32 %r1, %d1[1];",
    ] {
        let text = kernel(&format!(".shared .u32 t[4], u, w[2][4]; {statement}"));
        assert_eq!(refused(&text).class(), ErrorClass::Invalid, "{statement}");
    }
}

#[test]
fn what_the_oracle_accepts_is_accepted() {
    for text in [
        ".version 7.0\n.target sm_70\n".to_owned(),
        HEADER.to_owned(),
        format!(".version 7.0\n.target sm_70\n{NOP}"),
        format!(".version 7.0\n.target sm_80\n{NOP}"),
        format!("\n\n  {HEADER}{NOP}"),
        format!("{HEADER}.visible .entry k() {{ }}"),
        format!("{HEADER}.extern .func nowhere ();\n.visible .entry k() {{ call nowhere; ret; }}"),
        format!("{HEADER}.extern .global .u32 nowhere;\n{NOP}"),
        format!("{HEADER}.visible .const .align 4 .b8 c[65536];\n{NOP}"),
        format!("{HEADER}.visible .entry k() {{ .shared .align 4 .b8 s[49156]; st.shared.u32 [s], 1; }}"),
    ] {
        shown(&text);
    }
}

/// What hardware's translator takes of conversions, comparisons and accesses, and what it refuses.
#[test]
fn modifiers_that_do_not_go_together_are_refused() {
    let taken = [
        "cvt.f64.f32 %e0,%f0;",
        "cvt.ftz.sat.f64.f32 %e0,%f0;",
        "cvt.rz.ftz.sat.f32.f64 %f0,%e0;",
        "cvt.rn.relu.satfinite.bf16.f32 %h0,%f0;",
        "cvt.rm.bf16.f16 %h0,%h1;",
        "cvt.rmi.sat.f16.f16 %h0,%h1;",
        "cvt.rni.s32.bf16 %r0,%h0;",
        "setp.lo.u32 %p0,%r0,%r1;",
        "setp.ne.b64 %p0,%d0,%d1;",
        "setp.lt.f16x2 %p0,%r0,%r1;",
        "set.geu.ftz.u32.f16 %r0,%h0,%h1;",
        "mov.f32 %f0,.5; mov.f32 %f0,1.;",
        "atom.global.add.noftz.v4.f16x2 {%r0,%r1,%r2,%r3},[%d0],{%r0,%r1,%r2,%r3};",
    ];
    for body in taken {
        shown(&kernel(body));
    }
    let refused_bodies = [
        "cvt.f32.f64 %f0,%e0;",
        "cvt.rn.f64.f32 %e0,%f0;",
        "cvt.rn.ftz.f64.s32 %e0,%r0;",
        "cvt.rzi.ftz.s32.f64 %r0,%e0;",
        "cvt.rn.sat.bf16.f32 %h0,%f0;",
        "cvt.rm.relu.f16.f32 %h0,%f0;",
        "cvt.rni.u8.bf16 %r0,%h0;",
        "setp.lo.s32 %p0,%r0,%r1;",
        "setp.lt.b32 %p0,%r0,%r1;",
        "setp.equ.u32 %p0,%r0,%r1;",
        "setp.lt.ftz.f64 %p0,%e0,%e1;",
        "ld.global.f16 %h0,[%d0];",
        "atom.global.add.s64 %d0,[%d1],%d2;",
    ];
    for body in refused_bodies {
        assert_eq!(refused(&kernel(body)).class(), ErrorClass::Invalid, "{body}");
    }
}

/// Line, column and a piece of the message for bodies of a kernel; the body is line 7 of its text.
#[test]
fn findings_name_place_and_expectation() {
    for (body, column, piece) in [
        (
            "add.u33 %r1, %r2, %r3;",
            4,
            "'.u33' does not fit in 'add.u33'; expected",
        ),
        ("add.u32 %r1, %r2;", 17, "'add' has more operands"),
        ("add.u32 %r1, %r2, %r3, %r4;", 24, "more operands than"),
        (
            "add.u32 %r1, %r2, %f1;",
            19,
            "type .f32 cannot be an operand of type .u32",
        ),
        ("mul.u32 %r1, %r2, %r3;", 4, "'mul.u32' needs .lo .hi or .wide"),
        ("ld.global.u32 %r1, %d1;", 20, "an address in brackets"),
        ("ld.global.u32 %r1, [%h1];", 21, "holds no address"),
        ("ld.shared.u32 %r1, [o];", 21, "lies in .param, not in .shared"),
        ("st.param.u32 [o], %r1;", 15, "cannot be written"),
        ("bra nowhere;", 5, "no label 'nowhere'"),
        ("@%r1 bra L; L: ret;", 2, "a guard is a predicate"),
        ("mov.u32 %r1, unknown;", 14, "'unknown' is not declared"),
        ("mov.u32 %r1, %clock64;", 14, "64 bits"),
        ("L: L: ret;", 4, "declared twice"),
        (".reg .b32 x; .reg .b32 x;", 24, "declared twice"),
        ("call (%r1), nowhere, (%r2);", 13, "no function 'nowhere'"),
        ("mov.b64 %d1, {%r1, %r2, %r3};", 9, "cannot be split"),
        ("cp.async.cg.shared.global [%r1], [%d1], 8;", 41, "with .cg 16"),
        ("mov.u32 %r1, 0xfffffffffffffffff;", 14, "at most 64 bits"),
        ("mov.f32 %f1, 0f123;", 14, "8 digits"),
        ("{ ret }", 7, "expected ';', found '}'"),
        ("mov.u32 %r1, 1/0;", 15, "cannot be combined"),
    ] {
        let refusal = refused(&kernel(body));
        let first = &refusal.diagnostics[0];
        assert_eq!((first.line, first.column), (7, column), "{body}: {refusal}");
        assert!(first.message.contains(piece), "{body}: {refusal}");
    }
}

#[test]
fn the_log_reads_like_a_log() {
    let log = refused(&kernel("frobnicate;")).to_string();
    assert_eq!(
        log,
        "ptx input, line 7, column 1; error: unknown instruction 'frobnicate'\n"
    );
}

#[test]
fn several_findings_come_from_one_run_in_order_of_place() {
    let refusal = refused(&kernel("frobnicate;\nadd.u32 %r1, %r2, %f1;\nmov.u32 %r99, 1;"));
    let lines: Vec<u32> = refusal.diagnostics.iter().map(|it| it.line).collect();
    assert_eq!(lines, [7, 8, 9]);
    let many = "frobnicate;\n".repeat(1000);
    assert_eq!(refused(&kernel(&many)).diagnostics.len(), MAX_DIAGNOSTICS);
}

#[test]
fn what_the_model_lacks_is_called_unsupported() {
    for body in [
        "wgmma.fence.sync.aligned;",
        "cp.async.bulk.commit_group;",
        "tcgen05.wait::ld.sync.aligned;",
        "mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32;",
    ] {
        let refusal = refused(&kernel(body));
        assert_eq!(refusal.class(), ErrorClass::Unsupported, "{body}");
        let name = body.strip_suffix(';').unwrap();
        assert!(refusal.to_string().contains(&format!("'{name}'")), "{refusal}");
    }
}

#[test]
fn instructions_are_found_as_they_are_written() {
    let text = kernel("@!%p1 mov.u32 %r1, 1;add.cc.u32 %r2,%r1,%r1; { mov.b64 {%r1,%r2}, %d1; }\n");
    let line = 1 + text.lines().position(|it| it.contains("add.cc")).unwrap() as u32;
    let image = assemble(&text).unwrap();
    let image = musa_isa::image::Image::parse(&image).unwrap();
    for (root, written) in [
        ("add", Some("add.cc.u32")),
        ("mov.pack", Some("mov.u32")),
        ("ad", None),
        ("sub", None),
    ] {
        assert_eq!(image.written(line, root), written);
    }
    assert_eq!((image.written(0, "add"), image.written(u32::MAX, "add")), (None, None));
}

#[test]
fn nesting_is_bounded() {
    let deep = format!("mov.u32 %r1, {}1{};", "(".repeat(100_000), ")".repeat(100_000));
    assert!(refused(&kernel(&deep)).diagnostics[0].message.contains("nested deeper"));
    let scopes = format!("{} ret; {}", "{".repeat(100_000), "}".repeat(100_000));
    assert!(refused(&kernel(&scopes)).to_string().contains("nested too deeply"));
    let vectors = format!("mov.b64 %d1, {}%r1{};", "{".repeat(100_000), "}".repeat(100_000));
    assert!(assemble(&kernel(&vectors)).is_err());
}

#[test]
fn registers_in_use_are_bounded_and_declared_ones_are_not() {
    shown(&kernel(".reg .b32 %many<4000000000>; mov.u32 %many3999999999, 1;"));
    let body: String = (0..65_536).map(|it| format!("mov.u32 %x{it}, 1;")).collect();
    let text = kernel(&format!(".reg .b32 %x<70000>; {body}"));
    assert!(refused(&text).diagnostics[0].message.contains("65535 registers"));
}

/// Sizes that no device has are refused or kept as they are; none of them overflows or is allocated.
#[test]
fn absurd_sizes_are_survived() {
    let many = |declaration: &str, uses: &str| {
        let all: String = (0..300).map(|it| declaration.replace('#', &it.to_string())).collect();
        let uses: String = (0..300).map(|it| uses.replace('#', &it.to_string())).collect();
        format!("{HEADER}{all}.func f() {{ {uses} ret; }}\n.entry k() {{ .reg .b64 %d<2>; {uses} call f; ret; }}")
    };
    let shared = many(".shared .align 65536 .b8 s#[16777216];", "st.shared.u8 [s#], 1;");
    shown(&format!("{shared}.extern .shared .align 65536 .b8 e[];"));
    let constant = many(".const .v4 .b64 c#[281474976710655];", "");
    assert!(refused(&constant).to_string().contains("constant memory"));
    let global = many(".global .v4 .b64 g#[281474976710655];", "");
    shown(&global);
    for body in [
        ".local .b8 big[281474976710655];",
        ".param .b8 big[281474976710655];",
        ".shared .b8 big[281474976710655];",
        ".local .b8 big[18446744073709551615][2];",
    ] {
        refused(&kernel(body));
    }
}

#[test]
fn instructions_need_their_version_and_target() {
    let text = |version: &str, target: &str, body: &str| {
        format!(".version {version}\n.target {target}\n.entry k() {{ .reg .b32 %r<4>; .reg .b64 %d<2>; {body} }}")
    };
    for (version, target, body, piece) in [
        ("7.0", "sm_70", "redux.sync.add.u32 %r1, %r2, -1;", "at least sm_80"),
        ("6.0", "sm_70", "nanosleep.u32 10;", "PTX version 6.3"),
        ("7.8", "sm_80", "barrier.cluster.arrive;", "at least sm_90"),
        ("6.0", "sm_60", "ld.acquire.gpu.u32 %r1, [%d1];", "at least sm_70"),
        (
            "7.0",
            "sm_75",
            "cvt.rn.bf16x2.f32 %r1, 0f00000000, 0f00000000;",
            "at least sm_80",
        ),
    ] {
        let refusal = refused(&text(version, target, body));
        assert!(refusal.to_string().contains(piece), "{body}: {refusal}");
        shown(&text("8.0", "sm_90", body));
    }
}

#[test]
fn variables_of_the_module_stay_in_their_bounds() {
    for (declaration, piece) in [
        (".param .u32 p;", "stand in functions"),
        (".local .u32 l = 1;", "no initial value"),
        (".extern .local .u32 l;", "not external"),
        (".local .u32 l;\n.local .u32 l;", "declared twice"),
        (".local .b8 l[281474976710655];", "too much local memory"),
        (".reg .u32 g[2];", "no dimensions"),
        (
            ".reg .u32 g;\n.func f() { mov.u32 g, 1; ret; }",
            "does not have functions",
        ),
        (".local .u32 l;\n.func f() { call f; ret; }", "recursive"),
        (".reg .u32 g;\n.func f() { call f; ret; }", "recursive"),
    ] {
        let refusal = refused(&format!("{HEADER}{declaration}\n{NOP}.entry k() {{ ret; }}"));
        assert!(refusal.to_string().contains(piece), "{declaration}: {refusal}");
    }
    shown(&format!(
        "{HEADER}.reg .u32 g<3>;\n.func f() {{ .reg .u32 g1; mov.u32 g1, 1; ret; }}\n{NOP}"
    ));
}

#[test]
fn constant_operands_have_limits() {
    for body in [
        "bar.sync 16;",
        "bar.sync 1, 33;",
        "bar.arrive 1, 0;",
        "bar.red.popc.u32 %r1, 17, %p1;",
        "lop3.b32 %r1, %r2, %r3, %r4, 256;",
        "setmaxnreg.dec.sync.aligned.u32 20;",
        "alloca.u64 %d1, %d2, 12;",
    ] {
        assert_eq!(refused(&kernel(body)).class(), ErrorClass::Invalid, "{body}");
    }
    shown(&kernel(
        "bar.sync 15, 64; bar.red.popc.u32 %r1, 0, 32, %p1; lop3.b32 %r1, %r2, %r3, %r4, 255;",
    ));
}

/// As hardware's translator refuses them for `sm_90`: each line was asked of it.
#[test]
fn operands_are_of_the_kinds_that_hardware_takes() {
    for body in [
        // Special registers are read by `mov` and by `cvt` between integers.
        "add.u32 %r1, %r2, %tid.x;",
        "mad.lo.u32 %r1, %ctaid.x, %r2, %r3;",
        "setp.eq.u32 %p1, %laneid, 0;",
        "cvt.rn.f32.u32 %f1, %tid.x;",
        "mov.u16 %h1, %laneid;",
        // Addresses of variables are values of `mov`, and of `cvta` in their own space.
        "add.u32 %r1, t, 4;",
        "cvt.u64.u32 %d1, t;",
        "cvta.global.u64 %d1, t;",
        "cvta.to.shared.u64 %d1, t;",
        "st.global.u32 [%d1], t;",
        // Literals are integers for integers and fractions for floats; halves have none.
        "add.f32 %f1, %f2, 1;",
        "mov.f64 %e1, 1;",
        "add.f16 %h1, %h2, 0x3C00;",
        "or.b32 %r1, %r2, 1.5;",
        "st.global.f32 [%d1], 5;",
        // Results have a register, but for those that may be left away.
        "add.u32 _, %r1, %r2;",
        "ld.global.u32 _, [%d1];",
        "shfl.sync.up.b32 _|%p1, %r1, 1, 0, -1;",
        "elect.sync %r1, %r2;",
        // Addresses.
        "ld.shared.u32 %r1, [16];",
        "ld.global.u32 %r1, [%r2];",
        "ld.v2.b128 {%r1, %r2}, [%d1];",
        "ld.global.v4.b64 {%d1, %d2, %d3, %d4}, [%d5];",
        "ld.volatile.local.u32 %r1, [%d1];",
        "ld.nc.u32 %r1, [%d1];",
        "st.global.u32 [%d1], %r1, %d2;",
        "st.global.L2::cache_hint.u32 [%d1], %r1;",
        "red.acquire.gpu.global.add.u32 [%d1], %r1;",
        "discard.global.L2 [%d1], 64;",
        "bra L+4; L:",
        // Videos' packed forms take registers alone.
        "vadd4.s32.s32.s32 %r1, %r2, 5, %r3;",
        "vadd4.s32.s32.s32 %r1, %r2, -%r3, %r4;",
        "vadd.s32.s32.s32 %r1, %r2, 1.5;",
    ] {
        let text = kernel(&format!(".shared .u32 t[4]; {body}"));
        assert_eq!(refused(&text).class(), ErrorClass::Invalid, "{body}");
    }
    shown(&kernel(
        ".shared .u32 t[4]; .local .u32 l;
         mov.u32 %r1, %tid.x; cvt.u64.u32 %d1, %laneid; mov.u16 %h1, %ctaid.y; mov.u32 %r1, t; cvta.shared.u64 %d1, t;
         add.f32 %f1, %f2, 1.5; or.b32 %r1, %r2, 0f3F800000; add.u32 %r1, %r2, t+4; ld.local.u32 %r1, [0];
         atom.global.add.u32 _, [%d1], 1; setp.eq.u32 _|%p1, %r1, %r2; elect.sync _|%p1, %r1; lop3.b32 _, %r1, %r2, %r3, 4;
         ld.shared.u32 %r1, [%r2]; ld.shared.u32 %r1, [%d1]; st.global.v2.f32 [%d1], {5, %f1};
         ld.global.L2::cache_hint.u32 %r1, [%d1], %d2; discard.global.L2 [%d1], 128;",
    ));
}

/// Likewise.
#[test]
fn modifiers_are_those_that_hardware_takes() {
    for body in [
        "add.rn.sat.bf16 %h1, %h2, %h3;",
        "fma.rn.ftz.bf16 %h1, %h2, %h3, %h4;",
        "fma.rz.f16 %h1, %h2, %h3, %h4;",
        "ex2.approx.bf16 %h1, %h2;",
        "ex2.approx.ftz.f16 %h1, %h2;",
        "add.ftz.f64 %e1, %e2, %e3;",
        "rcp.approx.f64 %e1, %e2;",
        "min.abs.f32 %f1, %f2, %f3;",
        "min.f32 %f1, %f2, %f3, %f4;",
        "min.NaN.f64 %e1, %e2, %e3;",
        "neg.relu.s32 %r1, %r2;",
        "div.f32 %f1, %f2, %f3;",
        "mad.f64 %e1, %e2, %e3, %e4;",
        "cvt.sat.s64.u32 %d1, %r1;",
        "cvt.sat.u32.u32 %r1, %r2;",
        "cvt.rn.satfinite.tf32.f32 %r1, %f1;",
        "mov.f16 %h1, %h2;",
        "selp.bf16 %h1, %h2, %h3, %p1;",
        "set.eq.f32.f16 %f1, %h1, %h2;",
        "set.eq.u16.u16 %h1, %h2, %h3;",
        "setp.eq.f16 %p1|%p2, %h1, %h2;",
        "shf.wrap.l.b32 %r1, %r2, %r3, %r4;",
        "atom.global.add.L2::128B.u32 %r1, [%d1], 1;",
        "bfe.u32 %r1, %r2, 256, 1;",
        "bfi.b32 %r1, %r2, %r3, 0, -1;",
        "pmevent 16;",
    ] {
        assert_eq!(refused(&kernel(body)).class(), ErrorClass::Invalid, "{body}");
    }
    shown(&kernel(
        "fma.rn.relu.bf16 %h1, %h2, %h3, %h4; fma.rn.oob.f16 %h1, %h2, %h3, %h4; fma.rn.oob.relu.bf16x2 %r1, %r2, %r3, %r4;
         min.xorsign.abs.f32 %f1, %f2, %f3; cvt.sat.u32.s32 %r1, %r2; cvt.sat.s32.u32 %r1, %r2; set.eq.u16.f16 %h1, %h2, %h3;
         cvt.rna.satfinite.tf32.f32 %r1, %f1; setp.eq.f16x2 %p1|%p2, %r1, %r2; bfe.u32 %r1, %r2, 255, 255;",
    ));
    // Hardware's translator ends these with sm_70; public programs have them.
    shown(&kernel("vote.all.pred %p1, %p2; shfl.up.b32 %r1, %r2, 1, 0;"));
}

/// Likewise, of what stands around instructions.
#[test]
fn statements_are_not_empty_and_floats_begin_as_fractions() {
    for text in [
        format!("{HEADER}.global .f32 x[2] = {{1.0, 2}};\n{NOP}"),
        format!("{HEADER}.global .f64 x = -1;\n{NOP}"),
        kernel("; ret;"),
        kernel("mov.u32 %r1, 1;; ret;"),
    ] {
        assert_eq!(refused(&text).class(), ErrorClass::Invalid, "{text}");
    }
    shown(&format!("{HEADER}.global .f32 x[2] = {{1.0, 0f40000000}};\n{NOP}"));
}
