//! Functions that the simulator supplies: `vprintf`, `__assertfail`, `malloc`, `free`.

use core::{
    fmt::{self, Write},
    ops::Range,
};

use musa_hal::FaultKind;

use super::{
    GridFault, Observer, PrintCall,
    around::{Around, lanes_of},
    block::{Executor, Flow},
    fault::Trouble,
};
use crate::{
    memory::{LOCAL_WINDOW, PARAMETER_WINDOW, SHARED_WINDOW, View},
    program::{Op, System},
    simd::GROUP,
};

/// The longest line of a failed assertion.
const ASSERTION_LINE: usize = 1024;

impl<'x, O: Observer> Executor<'x, '_, O> {
    /// Calls such a function in every lane of a path, lowest first.
    pub(super) fn call_system(&mut self, path: usize, op: &'x Op, system: System) -> Result<Flow, Trouble> {
        let place = self.path_place(path);
        let code = self.around.code;
        let functions = (
            code.functions.get(op.otherwise() as usize),
            code.functions.get(op.target() as usize),
        );
        let (Some(caller), Some(callee)) = functions else {
            return Err(Trouble::new(FaultKind::InvalidProgramCounter, self.lane_of(place)));
        };
        let frames = self.frames(place, caller);
        let parameters = callee.parameters.count as usize;
        let places = &code.places[op.list.range()];
        let sizes = &code.places[callee.parameters.range()];
        let mask = self.paths[place].mask;
        self.around.touch();
        for (group, bits) in mask.iter().enumerate() {
            for lane in lanes_of(*bits).map(|lane| group * GROUP + lane) {
                let frame = frames[lane] as usize;
                let mut arguments = [0; 5];
                for ((argument, from), to) in arguments.iter_mut().zip(places).zip(sizes) {
                    *argument = self
                        .around
                        .frame_bytes(lane, frame + from.offset as usize, to.size as usize);
                }
                let answer = self.around.call_lane(lane, system, &arguments)?;
                if let Some(result) = places.get(parameters) {
                    let size = code.places[callee.results.range()]
                        .first()
                        .map_or(0, |result| result.size);
                    self.around
                        .put_frame_bytes(lane, frame + result.offset as usize, size as usize, answer);
                }
            }
        }
        if system == System::AssertFail {
            return Ok(self.exit(path));
        }
        let counter = self.paths[place].counter;
        Ok(self.go(place, counter + 1))
    }
}

impl<'e, O: Observer> Around<'_, 'e, O> {
    /// A number in a lane's stack; zero where the stack ends.
    fn frame_bytes(&mut self, lane: usize, at: usize, size: usize) -> u64 {
        let bytes = self.local_of(lane).get(at..at + size.min(8)).unwrap_or_default();
        bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
    }

    fn put_frame_bytes(&mut self, lane: usize, at: usize, size: usize, value: u64) {
        if let Some(bytes) = self.local_of(lane).get_mut(at..at + size.min(8)) {
            let count = bytes.len();
            bytes.copy_from_slice(&value.to_le_bytes()[..count]);
        }
    }

    /// One lane's call: its result.
    fn call_lane(&mut self, lane: usize, system: System, arguments: &[u64; 5]) -> Result<u64, Trouble> {
        match system {
            System::Print => Ok(self.print(lane, arguments[0], arguments[1])),
            System::AssertFail => {
                self.assertion_failed(lane, arguments);
                Ok(0)
            }
            System::Allocate => Ok(self.environment.heap.allocate(arguments[0])),
            System::Free if arguments[0] == 0 || self.environment.heap.free(arguments[0]) => Ok(0),
            System::Free => Err(Trouble {
                address: Some(arguments[0]),
                ..Trouble::new(FaultKind::IllegalAddress, lane)
            }),
        }
    }

    fn print(&mut self, lane: usize, format: u64, arguments: u64) -> u64 {
        let first = (self.warp as usize * self.geometry.warp_lanes() + lane) * self.geometry.local as usize;
        let memory = LaneMemory {
            view: self.environment.memory,
            shared: &self.shared[self.shared_range(lane / GROUP)],
            local: &self.local[first..first + self.geometry.local as usize],
            parameters: self.parameters,
        };
        let answer = self.environment.text.print(&mut Call {
            memory,
            format,
            arguments,
        });
        u64::from(answer as u32)
    }

    /// `__assertfail(message, file, line, function, character size)`: a line for the lane; the launch faults when
    /// everything else has ended, so that every thread that fails is heard.
    fn assertion_failed(&mut self, lane: usize, arguments: &[u64; 5]) {
        let first = (self.warp as usize * self.geometry.warp_lanes() + lane) * self.geometry.local as usize;
        let memory = LaneMemory {
            view: self.environment.memory,
            shared: &self.shared[self.shared_range(lane / GROUP)],
            local: &self.local[first..first + self.geometry.local as usize],
            parameters: self.parameters,
        };
        let [message, file, line, function, _] = *arguments;
        let thread = self.geometry.thread(self.thread(lane));
        let block = self.index_of(lane);
        let mut text = heapless::String::<ASSERTION_LINE>::new();
        // A line that is too long is cut.
        let _ = write!(
            text,
            "{}:{}: {}: block: [{},{},{}], thread: [{},{},{}] Assertion `{}` failed.",
            Text(&memory, file),
            line as u32,
            Text(&memory, function),
            block.x,
            block.y,
            block.z,
            thread.x,
            thread.y,
            thread.z,
            Text(&memory, message),
        );
        self.environment.text.assertion(&text);
        let line = self.code.ops.get(self.counter as usize).map_or(0, |op| op.line);
        let fault = GridFault {
            kind: FaultKind::Assertion,
            block,
            thread,
            line,
            counter: self.counter,
            address: None,
            bytes: 0,
            write: false,
        };
        self.assertion.get_or_insert((self.cohort.first, fault));
    }
}

/// Memory as one lane sees it through generic addresses, to read from.
struct LaneMemory<'m> {
    view: View<'m>,
    shared: &'m [u8],
    local: &'m [u8],
    parameters: &'m [u8],
}

impl LaneMemory<'_> {
    fn byte(&self, address: u64) -> Option<u8> {
        let within = |bytes: &[u8], window: Range<u64>| bytes.get((address - window.start) as usize).copied();
        match address {
            _ if SHARED_WINDOW.contains(&address) => within(self.shared, SHARED_WINDOW),
            _ if LOCAL_WINDOW.contains(&address) => within(self.local, LOCAL_WINDOW),
            _ if PARAMETER_WINDOW.contains(&address) => within(self.parameters, PARAMETER_WINDOW),
            _ => self.view.region(address)?.load(address).ok(),
        }
    }
}

/// A string of the kernel, up to its zero.
struct Text<'m>(&'m LaneMemory<'m>, u64);

impl fmt::Display for Text<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(memory, address) = self;
        let bytes = (0..).map_while(|place| memory.byte(address.wrapping_add(place)));
        bytes
            .take_while(|byte| *byte != 0)
            .try_for_each(|byte| formatter.write_char(char::from(byte)))
    }
}

/// A call of `vprintf`.
struct Call<'m> {
    memory: LaneMemory<'m>,
    format: u64,
    arguments: u64,
}

impl PrintCall for Call<'_> {
    fn format_byte(&mut self, place: u64) -> Option<u8> {
        self.memory.byte(self.format.checked_add(place)?)
    }

    fn argument(&mut self, offset: u64, bytes: u32) -> Option<u64> {
        let first = self.arguments.checked_add(offset)?;
        (0..u64::from(bytes.min(8))).rev().try_fold(0, |value, place| {
            Some(value << 8 | u64::from(self.memory.byte(first.checked_add(place)?)?))
        })
    }

    fn byte(&mut self, address: u64) -> Option<u8> {
        self.memory.byte(address)
    }
}
