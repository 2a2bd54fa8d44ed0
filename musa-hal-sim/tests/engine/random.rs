//! Random kernels leave the same words at every width of execution: lanes that part and meet, values that are the same
//! everywhere or go in steps, and what passes between lanes.

use musa_hal::Dim3;
use musa_hal_sim::exec::Step;
use proptest::prelude::*;

use crate::device::{Device, Shape, line};

/// Registers that statements read and write.
const REGISTERS: usize = 8;
/// Operations of a result and three sources; a source may be written too.
const OPERATIONS: [&str; 20] = [
    "add.u32 D,A,B;",
    "sub.u32 D,A,B;",
    "mul.lo.u32 D,A,B;",
    "mad.lo.s32 D,A,B,C;",
    "mul.hi.s32 D,A,B;",
    "min.s32 D,A,B;",
    "max.u32 D,A,B;",
    "shl.b32 D,A,5;",
    "shr.s32 D,A,B;",
    "xor.b32 D,A,B;",
    "bfe.s32 D,A,3,9;",
    "prmt.b32 D,A,B,C;",
    "lop3.b32 D,A,B,C,150;",
    "add.u32 D,A,0x7ffffff0;",
    "mul.wide.s32 %d4,A,B; cvt.u32.u64 D,%d4;",
    "mad.wide.u32 %d4,A,0x10001,%d5; shr.u64 %d4,%d4,16; cvt.u32.u64 D,%d4;",
    "cvt.u16.u32 %h1,A; cvt.s32.s16 D,%h1;",
    "setp.lt.s32 %p1,A,B; selp.b32 D,A,C,%p1;",
    "setp.gt.u32 %p1,A,B; @%p1 add.u32 D,C,1;",
    "add.cc.u32 D,A,B; addc.u32 D,D,C;",
];
/// Comparisons that lanes part by.
const CONDITIONS: [&str; 5] = [
    "setp.lt.s32 %p2,A,B;",
    "and.b32 %r9,A,1; setp.eq.u32 %p2,%r9,0;",
    "setp.lt.u32 %p2,%r0,17;",
    "setp.ne.u32 %p2,A,B;",
    "and.b32 %r9,%r0,12; setp.eq.u32 %p2,%r9,4;",
];

#[derive(Clone, Debug)]
enum Statement {
    Compute(usize, [usize; 4]),
    Branch(usize, [usize; 2], Vec<Statement>, Vec<Statement>),
    /// Up to seven rounds, which a condition may end sooner.
    Loop(usize, [usize; 2], Vec<Statement>),
}

/// What all threads do together.
#[derive(Clone, Debug)]
enum Common {
    Own(Statement),
    Ballot([usize; 3]),
    Shuffle([usize; 2]),
    /// Each thread reads what another one of its block wrote.
    Exchange([usize; 2], u32),
}

fn register() -> core::ops::Range<usize> {
    0..REGISTERS
}

fn statement() -> impl Strategy<Value = Statement> {
    let compute = (0..OPERATIONS.len(), [register(), register(), register(), register()])
        .prop_map(|(operation, registers)| Statement::Compute(operation, registers));
    compute.prop_recursive(3, 24, 4, |inner| {
        let body = prop::collection::vec(inner, 1..4);
        let pair = [register(), register()];
        prop_oneof![
            (0..CONDITIONS.len(), pair.clone(), body.clone(), body.clone())
                .prop_map(|(condition, on, then, other)| Statement::Branch(condition, on, then, other)),
            (0..CONDITIONS.len(), pair, body).prop_map(|(condition, on, body)| Statement::Loop(condition, on, body)),
        ]
    })
}

fn common() -> impl Strategy<Value = Common> {
    prop_oneof![
        4 => statement().prop_map(Common::Own),
        1 => [register(), register(), register()].prop_map(Common::Ballot),
        1 => [register(), register()].prop_map(Common::Shuffle),
        1 => ([register(), register()], 1..40u32).prop_map(|(on, distance)| Common::Exchange(on, distance)),
    ]
}

/// The text of statements; labels are numbered.
#[derive(Default)]
struct Writer {
    text: String,
    labels: usize,
    depth: usize,
}

impl Writer {
    fn line(&mut self, pattern: &str, registers: &[usize]) {
        for piece in pattern.chars() {
            match "DABC".find(piece).filter(|_| piece.is_ascii_uppercase()) {
                Some(place) => {
                    let register = registers[place.min(registers.len() - 1)];
                    self.text.push_str(&format!("%v{register}"));
                }
                None => self.text.push(piece),
            }
        }
        self.text.push('\n');
    }

    fn all(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        self.labels += 1;
        let label = self.labels;
        match statement {
            Statement::Compute(operation, registers) => self.line(OPERATIONS[*operation], registers),
            Statement::Branch(condition, [a, b], then, other) => {
                self.line(CONDITIONS[*condition], &[*a, *a, *b]);
                self.text.push_str(&format!("@%p2 bra E{label};\n"));
                self.all(then);
                self.text.push_str(&format!("bra F{label};\nE{label}:\n"));
                self.all(other);
                self.text.push_str(&format!("F{label}:\n"));
            }
            Statement::Loop(condition, [a, b], body) => {
                let count = format!("%c{}", self.depth);
                self.depth += 1;
                self.text.push_str(&format!(
                    "and.b32 {count},%v{a},7;\nL{label}: setp.eq.u32 %p2,{count},0; @%p2 bra M{label};\n\
                     sub.u32 {count},{count},1;\n"
                ));
                self.all(body);
                self.line(CONDITIONS[*condition], &[*a, *a, *b]);
                self.text.push_str(&format!("@!%p2 bra L{label};\nM{label}:\n"));
                self.depth -= 1;
            }
        }
    }

    fn common(&mut self, common: &Common, threads: u32) {
        match common {
            Common::Own(statement) => self.statement(statement),
            Common::Ballot([d, a, b]) => {
                self.line("setp.lt.s32 %p1,A,B; vote.sync.ballot.b32 D,%p1,%r15;", &[*d, *a, *b])
            }
            // Lanes that a block does not have give nothing.
            Common::Shuffle(_) if !threads.is_multiple_of(32) => {}
            Common::Shuffle([d, a]) => self.line("shfl.sync.bfly.b32 D,A,5,31,%r15;", &[*d, *a]),
            Common::Exchange([d, a], distance) => {
                let read = format!(
                    "bar.sync 0; st.shared.u32 [%r14],A; bar.sync 0; add.u32 %r9,%r0,{distance}; \
                     rem.u32 %r9,%r9,{threads}; shl.b32 %r9,%r9,2; mov.u32 %r10,s; add.u32 %r9,%r9,%r10; \
                     ld.shared.u32 D,[%r9];"
                );
                self.line(&read, &[*d, *a]);
            }
        }
    }
}

/// A kernel `k(.param .u64 out, .param .u64 in, .param .u32 n)` that stores all registers of each thread.
fn kernel(body: &[Common], shape: Shape) -> String {
    let threads = shape.block.count() as u32;
    let all = threads * shape.grid.count() as u32;
    let mut writer = Writer::default();
    for common in body {
        writer.common(common, threads);
    }
    let stores: String = (0..REGISTERS)
        .map(|place| format!("st.global.u32 [%d0+{}],%v{place};\n", place as u32 * all * 4))
        .collect();
    format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n\
         .visible .entry k(.param .u64 out, .param .u64 in, .param .u32 n) {{\n\
         .shared .align 4 .b32 s[{threads}]; .reg .b32 %r<16>,%v<{REGISTERS}>,%c<4>; .reg .b64 %d<6>;\n\
         .reg .b16 %h<2>; .reg .pred %p<3>;\n\
         mov.u32 %r1,%ntid.x; mov.u32 %r2,%tid.y; mov.u32 %r0,%tid.x; mad.lo.u32 %r0,%r1,%r2,%r0;\n\
         mov.u32 %r3,%ctaid.x; mad.lo.u32 %r4,%r3,{threads},%r0; mul.wide.u32 %d1,%r4,4;\n\
         ld.param.u64 %d0,[out]; add.u64 %d0,%d0,%d1; ld.param.u64 %d2,[in]; add.u64 %d2,%d2,%d1;\n\
         mov.u32 %r14,s; shl.b32 %r5,%r0,2; add.u32 %r14,%r14,%r5; activemask.b32 %r15; mov.b64 %d5,0xfffffff0;\n\
         ld.global.u32 %v0,[%d2]; ld.global.u32 %v1,[%d2+{}]; ld.param.u32 %v2,[n]; mov.u32 %v3,%r0;\n\
         mad.lo.s32 %v4,%r0,-3,0x7ffffffe; mov.u32 %v5,%r3; mov.u32 %v6,12; shl.b32 %v7,%r0,27;\n\
         {}{stores}ret; }}\n",
        all * 4,
        writer.text
    )
}

/// What the kernel leaves at a width.
fn left(text: &str, shape: Shape, width: u32, input: &[u8]) -> Vec<u32> {
    let mut device = Device::new();
    device.max_lanes = width;
    let module = device.load(text);
    let count = REGISTERS * (shape.block.count() * shape.grid.count()) as usize;
    let (out, from) = (device.allocate(count as u64 * 4), device.upload(input));
    assert_eq!(
        device.run(&module, "k", shape, &[out, from, 0x8000_0001]),
        Step::Finished
    );
    device.words(out, count)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_width_of_execution_does_not_show(
        body in prop::collection::vec(common(), 1..7),
        blocks in 1..5u32,
        block in prop_oneof![
            Just((1, 1)), Just((31, 1)), Just((33, 1)), Just((64, 1)), Just((5, 7)), Just((8, 12)), Just((257, 1)),
        ],
        input in prop::collection::vec(any::<u8>(), 64),
    ) {
        let shape = Shape { block: Dim3::new(block.0, block.1, 1), ..line(blocks, 1) };
        let text = kernel(&body, shape);
        let bytes = (blocks * block.0 * block.1 * 8) as usize;
        let input: Vec<u8> = input.iter().copied().cycle().take(bytes).collect();
        let narrow = left(&text, shape, 32, &input);
        for width in [128, 256, 1024] {
            prop_assert_eq!(&left(&text, shape, width, &input), &narrow, "{}:\n{}", width, text);
        }
    }
}
