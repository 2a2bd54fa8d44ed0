//! A device without queues: memory, modules, and launches that run to their end.

use musa_hal::choose::Eager;
use musa_hal::{Address, AllocationKind, Chooser, DeviceOrdinal, Dialect, Dim3, SpaceId};
use musa_hal_sim::{
    exec::{Blind, DeviceHeap, Environment, Grid, GridRequest, GridStorage, PrintCall, Step, TextOutput},
    memory::{AddressSpaces, GRANULE, MemoryStorage, OwnedSource},
    program::{Placement, Program, ProgramStorage, relocation_value},
    simd::InstructionSet,
};
use musa_isa::image::{Image, Site};

/// A loaded module.
pub(crate) struct Module {
    image: Vec<u8>,
    program: Program<'static>,
}

/// Memory, and what launches need.
pub(crate) struct Device {
    spaces: AddressSpaces<'static, OwnedSource>,
    space: SpaceId,
    grid: Grid<'static>,
    /// Lanes executed together at most.
    pub(crate) max_lanes: u32,
    /// Lanes of a hardware warp.
    pub(crate) warp_width: u32,
    /// Vector instructions.
    pub(crate) instructions: InstructionSet,
    /// What kernels wrote to the error output.
    pub(crate) assertions: Vec<String>,
}

/// How a launch is laid out.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) grid: Dim3,
    pub(crate) block: Dim3,
    pub(crate) shared: u32,
    pub(crate) stack: u64,
    pub(crate) cooperative: bool,
}

/// One-dimensional blocks.
pub(crate) const fn line(grid: u32, block: u32) -> Shape {
    Shape {
        grid: Dim3::new(grid, 1, 1),
        block: Dim3::new(block, 1, 1),
        shared: 0,
        stack: 1024,
        cooperative: false,
    }
}

struct Text<'a>(&'a mut Vec<String>);

impl TextOutput for Text<'_> {
    fn print(&mut self, _: &mut dyn PrintCall) -> i32 {
        0
    }

    fn assertion(&mut self, line: &str) {
        self.0.push(line.to_owned());
    }
}

struct NoHeap;

impl DeviceHeap for NoHeap {
    fn allocate(&mut self, _: u64) -> u64 {
        0
    }

    fn free(&mut self, _: u64) -> bool {
        false
    }
}

const DEVICE: AllocationKind = AllocationKind::Device(DeviceOrdinal(0));

impl Device {
    pub(crate) fn new() -> Self {
        let storage = MemoryStorage {
            nodes: Vec::new().into(),
            spaces: Vec::new().into(),
        };
        let mut spaces = AddressSpaces::new([1 << 30], OwnedSource, storage, GRANULE).unwrap();
        let space = spaces.open_space().unwrap();
        Self {
            spaces,
            space,
            grid: Grid::new(GridStorage::default()),
            max_lanes: 128,
            warp_width: 32,
            instructions: InstructionSet::detect(),
            assertions: Vec::new(),
        }
    }

    pub(crate) fn allocate(&mut self, bytes: u64) -> u64 {
        self.spaces
            .allocate(self.space, DEVICE, bytes.max(4), 256, &mut Eager)
            .unwrap()
            .0
    }

    pub(crate) fn upload(&mut self, bytes: &[u8]) -> u64 {
        let address = self.allocate(bytes.len() as u64);
        self.write(address, bytes);
        address
    }

    pub(crate) fn write(&mut self, address: u64, bytes: &[u8]) {
        self.spaces.write(self.space, Address(address), bytes).unwrap();
    }

    pub(crate) fn read(&self, address: u64, bytes: usize) -> Vec<u8> {
        let mut into = vec![0; bytes];
        self.spaces.read(self.space, Address(address), &mut into).unwrap();
        into
    }

    pub(crate) fn words(&self, address: u64, count: usize) -> Vec<u32> {
        self.read(address, count * 4)
            .as_chunks()
            .0
            .iter()
            .map(|word| u32::from_le_bytes(*word))
            .collect()
    }

    /// Assembles and loads a text.
    pub(crate) fn load(&mut self, text: &str) -> Module {
        self.try_load(text).unwrap_or_else(|log| panic!("{log}"))
    }

    pub(crate) fn try_load(&mut self, text: &str) -> Result<Module, String> {
        let bytes = musa_ptx::assemble(text).map_err(|refusal| format!("{refusal:?}"))?;
        let image = Image::parse(&bytes).map_err(|error| error.to_string())?;
        let addresses: Vec<u64> = image
            .variables()
            .map(|it| self.allocate(it.size + u64::from(it.align)))
            .collect();
        let address = |ordinal: u32| addresses[ordinal as usize];
        for (variable, address_of) in image.variables().zip(&addresses) {
            let mut initial = variable.initial.to_vec();
            initial.resize(variable.size as usize, 0);
            for relocation in image.relocations(variable.relocations) {
                if let Site::Initial { offset, width } = relocation.site {
                    let value = relocation_value(&relocation, &address).to_le_bytes();
                    initial[offset as usize..][..usize::from(width)].copy_from_slice(&value[..usize::from(width)]);
                }
            }
            self.write(*address_of, &initial);
        }
        let mut program = Program::new(ProgramStorage::default());
        let mut log = String::new();
        let placement = Placement {
            variables: &address,
            constants: (0, 0),
        };
        program
            .load(&image, &placement, &mut log)
            .map_err(|error| format!("{error}: {log}"))?;
        Ok(Module { image: bytes, program })
    }

    /// Runs a kernel until it ends or cannot go on.
    pub(crate) fn run(&mut self, module: &Module, kernel: &str, shape: Shape, parameters: &[u64]) -> Step {
        self.begin(module, kernel, shape, parameters);
        loop {
            match self.step(module, 1 << 20) {
                Step::Advanced => {}
                step => return step,
            }
        }
    }

    /// Prepares a launch. Parameters go into the kernel's slots, each cut to its size.
    pub(crate) fn begin(&mut self, module: &Module, kernel: &str, shape: Shape, parameters: &[u64]) {
        let image = Image::parse(&module.image).unwrap();
        let (ordinal, function) = image
            .find_function(kernel)
            .unwrap_or_else(|| panic!("no kernel {kernel}"));
        let mut buffer = Vec::new();
        for (parameter, value) in image.parameters(function.parameters).zip(parameters) {
            buffer.resize(parameter.slot.offset as usize, 0);
            buffer.extend_from_slice(&value.to_le_bytes()[..parameter.slot.size as usize]);
        }
        let request = GridRequest {
            kernel: ordinal,
            grid: shape.grid,
            block: shape.block,
            dynamic_shared: shape.shared,
            parameters: &buffer,
            cooperative: shape.cooperative,
            cluster: Dim3::ONE,
            explicit_cluster: false,
            stack_limit: shape.stack,
            warp_width: self.warp_width,
            multiprocessors: 48,
            resident_groups: 64,
            reserved_shared: 1024,
            dialect: Dialect::Reference,
            grid_id: 1,
            max_lanes: self.max_lanes,
            instructions: self.instructions,
        };
        self.grid.launch(&module.program, &request).unwrap();
    }

    pub(crate) fn step(&mut self, module: &Module, budget: u32) -> Step {
        self.step_with(module, budget, &mut Eager)
    }

    pub(crate) fn step_with(&mut self, module: &Module, budget: u32, chooser: &mut dyn Chooser) -> Step {
        let mut environment = Environment {
            memory: self.spaces.view(self.space, Some(DeviceOrdinal(0))).unwrap(),
            chooser,
            text: &mut Text(&mut self.assertions),
            heap: &mut NoHeap,
            time: 0,
        };
        self.grid.step(&module.program, &mut environment, &mut Blind, budget)
    }

    pub(crate) fn counters(&self) -> musa_hal_sim::exec::Counters {
        self.grid.counters()
    }
}

/// The bytes of floats.
pub(crate) fn bytes_of_floats(floats: &[f32]) -> Vec<u8> {
    floats.iter().flat_map(|float| float.to_le_bytes()).collect()
}
