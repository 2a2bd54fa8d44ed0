//! Bytes as the parameters of a launch: a layout, and what is passed.

use std::fmt::Write;

use arbitrary::{Arbitrary, Unstructured};
use musa_ctx::harness::Program;
use musa_ctx::launch::{LaunchRequest, ParameterValues, Parameters};
use musa_ctx::{Error, FunctionId, Rule, StreamArgument};
use musa_hal::{Address, Dim3, Memory};
use musa_hal_sim::memory::OwnedSource;
use musa_hal_sim::{Machine, Schedule, profiles};

type Device = Machine<'static, OwnedSource, Schedule>;

/// The most parameters of a kernel.
const PARAMETERS: usize = 12;
/// Bytes that the kernel writes at most: those of its parameters, where they lie.
const ROOM: usize = 512;

/// A parameter of a kernel.
#[derive(Arbitrary, Clone, Copy, Debug)]
enum Kind {
    Byte,
    Half,
    Word,
    Double,
    Float,
    /// A structure: its size less one, and the exponent of its alignment.
    Structure(u8, u8),
}

#[derive(Arbitrary, Debug)]
struct Input {
    kinds: Vec<Kind>,
    /// The parameter that is passed as null, where there is one of that number.
    missing: Option<u8>,
    /// The parameter buffer.
    buffer: Vec<u8>,
}

/// Where a parameter lies.
#[derive(Clone, Copy, Debug)]
struct Slot {
    kind: Kind,
    offset: usize,
    size: usize,
}

/// Launches a kernel with the layout that `data` spells, by a buffer and by values. Either way the kernel sees every byte
/// where the layout has it, or the launch is refused by the rule that was broken.
pub fn launch(data: &[u8]) -> bool {
    let Ok(input) = Input::arbitrary_take_rest(Unstructured::new(data)) else {
        return false;
    };
    let slots = layout(&input.kinds);
    let mut bench = Bench::new(&slots);
    let size = slots.last().map_or(0, |last| last.offset + last.size);

    let mut passed = [0; ROOM];
    for (to, from) in passed.iter_mut().zip(&input.buffer) {
        *to = *from;
    }
    let refused = match input.buffer.len() {
        0 if !slots.is_empty() => Some(Rule::LaunchBufferEmpty),
        length if length > size => Some(Rule::LaunchBufferSize),
        _ => None,
    };
    bench.check(Parameters::Buffer(&input.buffer), refused, &slots, &passed);

    let missing = input.missing.map(usize::from).filter(|missing| *missing < slots.len());
    let values = Values {
        slots: &slots,
        bytes: &passed,
        missing,
    };
    let refused = missing.map(|_| Rule::LaunchParameterNull);
    bench.check(Parameters::Values(&values), refused, &slots, &passed);

    let refused = (!slots.is_empty()).then_some(Rule::LaunchParameters);
    bench.check(Parameters::None, refused, &slots, &[]);
    true
}

/// Each parameter lies at the next offset that suits its alignment (guide 3.2.17.3).
fn layout(kinds: &[Kind]) -> Vec<Slot> {
    let mut end = 0_usize;
    let slot = |&kind: &Kind| {
        let (size, align) = kind.measures();
        let offset = end.next_multiple_of(align);
        end = offset + size;
        Slot { kind, offset, size }
    };
    kinds.iter().take(PARAMETERS).map(slot).collect()
}

impl Kind {
    /// Size and alignment.
    fn measures(self) -> (usize, usize) {
        match self {
            Self::Byte => (1, 1),
            Self::Half => (2, 2),
            Self::Word | Self::Float => (4, 4),
            Self::Double => (8, 8),
            Self::Structure(size, align) => (usize::from(size % 24) + 1, 1 << (align % 5)),
        }
    }

    /// The declaration of a parameter.
    fn declaration(self, name: &str) -> String {
        let (size, align) = self.measures();
        match self {
            Self::Byte => format!(".param .u8 {name}"),
            Self::Half => format!(".param .u16 {name}"),
            Self::Word => format!(".param .u32 {name}"),
            Self::Double => format!(".param .u64 {name}"),
            Self::Float => format!(".param .f32 {name}"),
            Self::Structure(..) => format!(".param .align {align} .b8 {name}[{size}]"),
        }
    }
}

/// A module whose kernel writes each byte of its parameters to the place in `seen` that it has among them.
fn text(slots: &[Slot]) -> String {
    let parameters = slots.iter().enumerate();
    let parameters: Vec<String> = parameters
        .map(|(place, slot)| slot.kind.declaration(&format!("p{place}")))
        .collect();
    let mut text = format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .global .align 1 .b8 seen[{ROOM}];\n\
         .visible .entry kernel({})\n{{\n.reg .b32 %r;\n",
        parameters.join(", ")
    );
    for (place, slot) in slots.iter().enumerate() {
        for byte in 0..slot.size {
            let to = slot.offset + byte;
            let _ = write!(
                text,
                "ld.param.u8 %r, [p{place}+{byte}];\nst.global.u8 [seen+{to}], %r;\n"
            );
        }
    }
    text + "ret;\n}\n"
}

/// The values of parameters, taken from a buffer in the kernel's layout.
struct Values<'v> {
    slots: &'v [Slot],
    bytes: &'v [u8],
    missing: Option<usize>,
}

impl ParameterValues for Values<'_> {
    fn value(&self, parameter: u32, into: &mut [u8]) -> bool {
        let parameter = parameter as usize;
        let slot = self.slots[parameter];
        assert_eq!(into.len(), slot.size, "parameter {parameter} of another size");
        into.copy_from_slice(&self.bytes[slot.offset..][..slot.size]);
        self.missing != Some(parameter)
    }
}

/// A process that has loaded the kernel.
struct Bench {
    machine: Device,
    program: Program,
    kernel: FunctionId,
    seen: Address,
}

impl Bench {
    fn new(slots: &[Slot]) -> Self {
        let image = musa_ptx::assemble(&text(slots)).expect("the kernel assembles");
        let mut machine = Machine::owned([profiles::S80], Schedule::Eager).expect("a machine");
        let mut program = Program::start(&mut machine, 0, 1).expect("a process");
        let module = program
            .load(&mut machine, &image, &mut String::new())
            .expect("a module");
        let process = &mut program.process;
        let kernel = process
            .module_function(&machine, module.into(), "kernel")
            .expect("a kernel");
        let (seen, _) = process
            .module_global(&machine, module.into(), "seen")
            .expect("a variable");
        Self {
            machine,
            program,
            kernel,
            seen,
        }
    }

    /// Launches, and holds the answer and what the kernel saw against what is expected.
    fn check(&mut self, parameters: Parameters<'_>, refused: Option<Rule>, slots: &[Slot], passed: &[u8]) {
        let Self {
            machine,
            program,
            kernel,
            seen,
        } = self;
        let space = program.process.space().expect("an initialised process");
        // What no parameter ever is, byte by byte, so that what is not written shows.
        let unwritten: Vec<u8> = (0..ROOM).map(|at| !passed.get(at).copied().unwrap_or(0)).collect();
        machine.write(space, *seen, &unwritten).expect("the variable");
        let request = LaunchRequest {
            parameters,
            ..LaunchRequest::new(Dim3::ONE, Dim3::ONE, StreamArgument::Legacy)
        };
        let answer = program
            .process
            .launch(machine, program.thread, (*kernel).into(), &request);
        match (answer, refused) {
            (Ok(()), None) => {}
            (Err(Error::Rejected(rejection)), Some(rule)) if rejection.rule == rule => {}
            (answer, expected) => panic!("{parameters:?}: {answer:?}, where {expected:?} was expected"),
        }
        program.synchronize(machine).expect("the kernel ends well");
        let bytes = program.download(machine, *seen, ROOM).expect("what was seen");
        let mut expected = unwritten;
        for slot in slots.iter().filter(|_| refused.is_none()) {
            let range = slot.offset..slot.offset + slot.size;
            expected[range.clone()].copy_from_slice(&passed[range]);
        }
        assert_eq!(bytes, expected, "{parameters:?}");
    }
}
