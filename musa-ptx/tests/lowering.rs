//! What becomes of a text: constants, moves, frames, shared memory, addresses, widths, scopes.

mod common;

use common::{instructions, kernel, shown};
use musa_isa::{
    Opcode,
    image::{FunctionKind, Image, Site, Target},
};
use musa_ptx::assemble;

/// The immediates of `mov` instructions, in order.
fn constants(moves: &str) -> Vec<String> {
    let all = instructions(moves);
    let values = all.iter().filter(|line| line.starts_with("mov"));
    values
        .map(|line| line.rsplit(' ').next().unwrap_or_default().to_owned())
        .collect()
}

/// Values that hardware printed in oracle case `dev_ptx_syntax`.
#[test]
fn constant_expressions_have_the_values_of_hardware() {
    for (expression, value) in [
        ("017", 15),
        ("0b1011", 11),
        ("0x1F", 31),
        ("42U", 42),
        ("-5", 0xffff_fffb_u32),
        ("(1<<4)|3", 19),
        ("~0", u32::MAX),
        ("7/2", 3),
        ("-7/2", -3_i32 as u32),
        ("-7 % 3", 0),
        ("5>3", 1),
        ("(2==3)?10:20", 20),
        ("!5", 0),
        ("1+2*3-4", 3),
        ("0xff00&0x0ff0^1", 0xf01),
        ("(1&&0)||2", 1),
        ("-1>>1", u32::MAX),
        ("WARP_SZ*2", 64),
    ] {
        assert_eq!(
            constants(&format!("mov.s32 %r1, {expression};")),
            [format!("{value:#x}")],
            "{expression}"
        );
    }
    assert_eq!(constants("mov.u64 %d3,(.u64)(-1)/3;"), [format!("{:#x}", u64::MAX / 3)]);
    assert_eq!(constants("mov.u64 %d3,1<<40;"), ["0x10000000000"]);
}

#[test]
fn constants_become_the_bits_of_their_type() {
    for (moves, bits) in [
        ("mov.f32 %f1, 0f3F800000;", "0x3f800000"),
        ("mov.f32 %f1, 1.5;", "0x3fc00000"),
        ("mov.f32 %f1, 0d3ff8000000000000;", "0x3fc00000"),
        ("mov.f64 %e1, 0f3fc00000;", "0x3fc00000"),
        ("mov.f64 %e1, -0.1;", "0xbfb999999999999a"),
        ("mov.f64 %e1, 1e-3;", "0x3f50624dd2f1a9fc"),
        ("mov.b32 %r1, 0f3F800000;", "0x3f800000"),
        ("mov.b64 %d1, 0d3ff8000000000000;", "0x3ff8000000000000"),
        ("mov.b16 %h1, 0x3C00;", "0x3c00"),
        ("mov.u16 %h1, -1;", "0xffff"),
        ("mov.pred %p1, -1;", "0x1"),
    ] {
        assert_eq!(constants(moves), [bits], "{moves}");
    }
}

#[test]
fn vectors_are_grouped() {
    let all = instructions(
        "mov.b64 %d1, {%r1, %r2}; mov.b64 {%h1, _, %h3, %h4}, %d1; st.global.v4.b32 [%d1+16], {%r1, 2, %r2, %r2};",
    );
    assert_eq!(all[0], "mov.b64 %d0, {%r0, %r1}");
    assert!(all[1].starts_with("mov.b64 {%r2, _, "), "{all:?}");
    assert_eq!(all[2], "st.global.v4.b32 [%d0+16], {%r0, 0x2, %r1, %r1}");
}

#[test]
fn guards_negations_pairs_and_sinks() {
    let all = instructions(
        "setp.eq.u32 %p1|%p2, %r1, 5; @!%p1 mov.u32 %r2, 1; setp.ne.and.u32 %p3, %r1, %r2, !%p2;
         @%p3 st.global.u32 [%d1], %r2; shfl.sync.idx.b32 %r3|%p4, %r1, 0, 31, -1; @%p4 exit; mov.u32 _, %r3;",
    );
    assert_eq!(all[0], "setp.eq.u32 %p0, %p1, %r0, 0x5");
    assert_eq!(all[1], "@!%p0 mov.u32 %r1, 0x1");
    assert!(
        all[2].starts_with("setp.ne.and.u32 ") && all[2].ends_with(", !%p1"),
        "{all:?}"
    );
    assert!(
        all[4].starts_with("shfl.sync.idx.b32 ") && all[4].ends_with("0x0, 0x1f, 0xffffffff"),
        "{all:?}"
    );
    assert!(all[6].starts_with("mov.u32 _, "), "{all:?}");
}

#[test]
fn inner_scopes_hide_names_and_labels() {
    let all = instructions(
        ".reg .u32 x; mov.u32 x, 1; { .reg .u32 x; mov.u32 x, 2; st.global.u32 [%d1], x; bra L; L: }
         st.global.u32 [%d1+4], x; L: bra L;",
    );
    let inner = all[1].split([' ', ',']).nth(1).expect("a register");
    let outer = all[0].split([' ', ',']).nth(1).expect("a register");
    assert_ne!(inner, outer);
    assert!(all[2].ends_with(inner) && all[4].ends_with(outer), "{all:?}");
    assert_eq!([&all[3], &all[5]], ["bra L4", "bra L5"]);
}

#[test]
fn wider_destinations_state_their_width() {
    let text = kernel("ld.global.s8 %r1, [%d1]; ld.global.u8 %d2, [%d1]; cvt.s8.s32 %h1, %r1; cvt.u32.u16 %r2, %h1;");
    let bytes = assemble(&text).expect("assembles");
    let image = Image::parse(&bytes).expect("parses");
    let (_, kernel) = image.find_function("k").expect("named");
    let types: Vec<Vec<&str>> = kernel
        .instructions()
        .map(|(_, it)| it.types.iter().flatten().map(|kind| kind.name()).collect())
        .collect();
    assert_eq!(types[0], ["s8", "b32"]);
    assert_eq!(types[1], ["u8", "b64"]);
    assert_eq!(types[2], ["s8", "s32", "b16"]);
    assert_eq!(types[3], ["u32", "u16"]);
}

#[test]
fn parameters_have_offsets_and_addresses() {
    let shown = shown(
        ".version 7.7\n.target sm_70\n.address_size 64
        .visible .entry k(.param .u8 a, .param .align 16 .b8 s[24], .param .u64 .ptr .global .align 16 p) {
        .reg .b64 %d<4>; .reg .b32 %r<4>;
        ld.param.u32 %r1, [s+4]; mov.b64 %d1, s; ld.param.u32 %r2, [%d1+8]; ld.param.u64 %d2, [p];
        cvta.param.u64 %d3, %d1; ld.u32 %r3, [%d3]; st.global.v4.b32 [%d2], {%r1, %r2, %r3, %r3}; }",
    );
    for line in [
        "ld.param.u32 %r0, [20];",
        "mov.b64 %d0, 0x10;",
        "ld.param.u64 %d1, [40];",
        "cvta.param.u64 %d2, %d0;",
    ] {
        assert!(shown.contains(line), "{line}\n{shown}");
    }
}

/// Hardware's driver takes an element of an array for a place of loads and stores and for a value, without brackets, and
/// scales its number by the size of an element.
#[test]
fn elements_of_arrays_have_addresses() {
    let shown = shown(
        ".version 7.8\n.target sm_80\n.address_size 64
        .const .u32 c[4] = {5, 6, 7, 8}; .global .v4 .f32 v[4]; .local .u32 m[8];
        .visible .entry k(.param .align 4 .b8 s[24], .param .u64 p) {
        .reg .b64 %d<4>; .reg .b32 %r<6>; .shared .f64 t[4];
        ld.param.u32 %r1, s[4]; ld.param.u64 %d2, [p]; ld.const.u32 %r2, c[4-1]; mov.u32 %r3, t[1];
        ld.global.v4.b32 {%r1, %r2, %r3, %r4}, v[2]; st.local.u32 m[3], %r1; st.global.v2.b32 [%d2], {%r2, %r3}; }",
    );
    for line in [
        "ld.param.u32 %r0, [4];",
        "%r1, [c+12];",
        "mov.u32 %r2, 0x8;",
        ", [v+32];",
        "[12], %r",
    ] {
        assert!(shown.contains(line), "{line}\n{shown}");
    }
}

/// A device function with a result in memory, one with registers, an indirect call and an external function.
const CALLS: &str = ".version 8.0
.target sm_80
.address_size 64
.extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 a);
.visible .func (.param .b32 ret0) twice(.param .b32 a0) {
    .reg .b32 %r<2>; ld.param.b32 %r0, [a0]; add.u32 %r1, %r0, %r0; st.param.b32 [ret0], %r1; ret; }
.func (.reg .b32 out, .reg .pred flag) check(.reg .b32 in) {
    setp.gt.s32 flag, in, 0; mov.b32 out, in; ret; }
.global .u64 table[2] = {twice, generic(table)+8};
.visible .entry k() {
    .reg .b32 %r<8>; .reg .b64 %d<4>; .reg .pred %p<2>;
    { .param .b32 p0; st.param.b32 [p0], 21; .param .b32 r0; call.uni (r0), twice, (p0); ld.param.b32 %r1, [r0]; }
    { .param .b32 p0; st.param.b32 [p0], %r1; .param .b32 r0;
      ld.global.u64 %d1, [table]; P: .callprototype (.param .b32 _) _ (.param .b32 _);
      call (r0), %d1, (p0), P; ld.param.b32 %r2, [r0]; }
    call (%r3, %p1), check, (%r2);
    @%p1 st.global.u32 [%d1], %r3;
    { .param .b64 p0; st.param.b64 [p0], 0; .param .b64 p1; st.param.b64 [p1], 0; .param .b32 r0;
      call.uni (r0), vprintf, (p0, p1); }
    ret; }
";

#[test]
fn calls_go_through_places_in_the_frame() {
    let shown = shown(CALLS);
    for line in [
        "st.local.b32 [%frame+0], 0x15;",
        "call.uni twice, %frame+0, %frame+4;",
        "call %d0, prototype_0, %frame+0, %frame+4;",
        "ld.global.u64 %d0, [table];",
        "call.uni vprintf, %frame+0, %frame+8, %frame+16;",
    ] {
        assert!(shown.contains(line), "{line}\n{shown}");
    }
    // A register parameter is loaded at the begin, register results are stored before the return.
    let check = shown
        .split(".func")
        .find(|text| text.contains("check("))
        .expect("there");
    assert!(
        check.contains("ld.local.b32 %r0, [%frame+0];") && check.contains("selp.u32"),
        "{check}"
    );
    assert!(check.contains("[%frame+4]") && check.contains("[%frame+8]"), "{check}");
}

#[test]
fn tables_of_functions_are_relocations() {
    let bytes = assemble(CALLS).expect("assembles");
    let image = Image::parse(&bytes).expect("parses");
    let (table, variable) = image.find_variable("table").expect("named");
    let (twice, function) = image.find_function("twice").expect("named");
    assert_eq!(function.kind, FunctionKind::Device);
    let relocations: Vec<_> = image.relocations(variable.relocations).collect();
    assert_eq!(relocations[0].site, Site::Initial { offset: 0, width: 8 });
    assert_eq!(relocations[0].target, Target::Function(twice));
    assert_eq!(
        (relocations[1].target, relocations[1].addend),
        (Target::Variable(table), 8)
    );
    let external = image.find_function("vprintf").expect("named").1;
    assert_eq!(external.kind, FunctionKind::External);
}

#[test]
fn initial_values_fill_in_order_and_nested() {
    let bytes = assemble(
        ".version 7.0\n.target sm_70
        .global .align 1 .b8 s[7] = {72, 105};
        .global .u16 grid[2][3] = {{1}, {4, 5, 6}};
        .global .v2 .f32 pair = {1.0, 0f40000000};
        .const .s32 open[] = {-1, 1 << 4};",
    )
    .expect("assembles");
    let image = Image::parse(&bytes).expect("parses");
    let initial = |name: &str| {
        let variable = image.find_variable(name).expect("named").1;
        (variable.size, variable.initial.to_vec())
    };
    assert_eq!(initial("s"), (7, vec![72, 105]));
    // Inner braces do not fill their row (oracle `dev_mem_globals`).
    assert_eq!(initial("grid"), (12, vec![1, 0, 4, 0, 5, 0, 6, 0]));
    assert_eq!(
        initial("pair"),
        (8, [1.0f32.to_le_bytes(), 2.0f32.to_le_bytes()].concat())
    );
    assert_eq!(initial("open"), (8, vec![255, 255, 255, 255, 16, 0, 0, 0]));
}

fn entry(image: &Image<'_>, name: &str) -> musa_isa::image::EntryAttributes {
    match image.find_function(name).expect("named").1.kind {
        FunctionKind::Entry(entry) => entry,
        _ => panic!("a kernel"),
    }
}

/// Oracle case `dev_mem_shared`: 1000 static bytes and an external array of alignment 16 make 1008.
#[test]
fn shared_memory_is_laid_out_for_each_kernel() {
    let bytes = assemble(
        ".version 7.0\n.target sm_70\n.address_size 64
        .extern .shared .align 16 .b8 e1[];
        .shared .align 4 .b8 common[100];
        .func f() { .reg .b32 %r<3>; ld.shared.u32 %r0, [common+4]; ld.shared.u32 %r1, [e1+8]; mov.u32 %r2, e1; ret; }
        .visible .entry first() { .shared .align 4 .b8 s[1000]; st.shared.u32 [s+4], 1; ret; }
        .visible .entry second() { .shared .align 8 .b8 s[8]; st.shared.u32 [s], 1; st.shared.u32 [e1], 2; call f; ret; }",
    )
    .expect("assembles");
    let image = Image::parse(&bytes).expect("parses");
    let first = entry(&image, "first");
    assert_eq!((first.static_shared, first.dynamic_shared), (1000, 1008));
    let second = entry(&image, "second");
    assert_eq!((second.static_shared, second.dynamic_shared), (112, 112));
    let mut out = String::new();
    musa_ptx::disassemble(&image, &mut out).expect("a string takes everything");
    for line in [
        "st.shared.u32 [104], 0x1;",
        "st.shared.u32 [112], 0x2;",
        "ld.shared.u32 %r0, [4];",
        "mov.u32 %r0, %dynamic_shared;",
    ] {
        assert!(out.contains(line), "{line}\n{out}");
    }
}

#[test]
fn lines_come_from_the_text_and_from_loc() {
    let text = ".version 7.0\n.target sm_70\n.file 3 \"a.mu\"\n.visible .entry k() {\n.reg .b32 %r<4>;\n.loc 3 40 1\n\
                mov.u32 %r1, 1;\nmov.u32 %r2, %r1; mov.u32 %r3, %r2;\n.loc 3 41 1\nret;\n}\n";
    let bytes = assemble(text).expect("assembles");
    let image = Image::parse(&bytes).expect("parses");
    let (_, kernel) = image.find_function("k").expect("named");
    let lines: Vec<(u32, u32, u32)> = image
        .lines(kernel.lines)
        .map(|it| (it.instruction, it.text_line, it.source_line))
        .collect();
    assert_eq!(lines, [(0, 7, 40), (1, 8, 40), (3, 10, 41)]);
    assert_eq!(
        image.source_files().next().map(|it| (it.number, it.name)),
        Some((3, "a.mu"))
    );
}

#[test]
fn registers_are_shared_by_values_that_never_live_together() {
    let body: String = (0..100)
        .map(|it| format!("ld.global.u32 %x{it}, [%d1]; st.global.u32 [%d1], %x{it};"))
        .collect();
    let bytes = assemble(&kernel(&format!(".reg .b32 %x<100>; {body}"))).expect("assembles");
    let image = Image::parse(&bytes).expect("parses");
    let registers = image.find_function("k").expect("named").1.registers;
    assert_eq!((registers.word, registers.double), (1, 1));
}

/// A value that goes round a loop keeps its register although its last use stands before its definition.
#[test]
fn loops_keep_their_values() {
    let all = instructions(
        "mov.u32 %r1, 0; mov.u32 %r2, 7; L: st.global.u32 [%d1], %r1; mov.u32 %r3, 1; add.u32 %r1, %r2, %r3;
         setp.lt.u32 %p1, %r1, 9; @%p1 bra L;",
    );
    let destination = |line: &str| line.split([' ', ',']).nth(1).map(str::to_owned);
    let (first, second, third) = (destination(&all[0]), destination(&all[1]), destination(&all[3]));
    assert_eq!(destination(&all[4]), first);
    assert!(first != second && second != third && first != third, "{all:?}");
}

#[test]
fn atomics_whose_result_no_one_reads_say_so() {
    let text =
        kernel("atom.global.add.u32 %r1, [%d1], 1; atom.global.add.u32 %r2, [%d1], 1; st.global.u32 [%d1], %r2;");
    let bytes = assemble(&text).expect("assembles");
    let image = Image::parse(&bytes).expect("parses");
    let (_, kernel) = image.find_function("k").expect("named");
    let unread: Vec<bool> = kernel
        .instructions()
        .filter(|(_, it)| it.opcode == Opcode::Atom)
        .map(|(_, it)| it.flags.contains(musa_isa::Flags::NO_RESULT))
        .collect();
    assert_eq!(unread, [true, false]);
}

#[test]
fn branch_tables_hold_instruction_indices() {
    let shown = shown(&kernel(
        "T: .branchtargets A, B, A; brx.idx %r1, T; A: mov.u32 %r2, 1; B: ret;",
    ));
    assert!(shown.contains("T0: .branchtargets L1, L2, L1;"), "{shown}");
    assert!(shown.contains("brx.idx %r0, T0;"), "{shown}");
}

/// A kernel that calls through a pointer may reach every function whose address is taken, and recursion ends.
#[test]
fn indirect_calls_reach_what_has_an_address() {
    let bytes = assemble(
        ".version 7.0\n.target sm_70\n.address_size 64
        .shared .align 4 .b8 common[100];
        .func f() { st.shared.u32 [common], 1; call g; ret; }
        .func g() { call g; ret; }
        .global .u64 pointer = f;
        .visible .entry k() { .reg .b64 %d; ld.global.u64 %d, [pointer]; P: .callprototype _ (); call %d, (), P; ret; }
        .visible .entry other() { ret; }",
    )
    .expect("assembles");
    let image = Image::parse(&bytes).expect("parses");
    assert_eq!(entry(&image, "k").static_shared, 100);
    assert_eq!(entry(&image, "other").static_shared, 0);
}

#[test]
fn vector_moves_read_all_before_they_write() {
    let all = instructions("mov.v2.u32 {%r1, %r2}, {%r2, %r1}; st.global.v2.u32 [%d1], {%r1, %r2};");
    let words = |line: &str| {
        line.replace([',', '{', '}'], "")
            .split(' ')
            .skip(1)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let (first, second) = (words(&all[0]), words(&all[1]));
    // Through two registers of their own: r2 to one, r1 to the other, and from there to r1 and r2.
    assert_eq!(words(&all[2])[1], first[0]);
    assert_eq!(words(&all[3])[1], second[0]);
    assert_eq!(
        words(&all[4])[1..],
        [words(&all[2])[0].clone(), words(&all[3])[0].clone()]
    );
}
