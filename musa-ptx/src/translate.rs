//! A HAL around a HAL: texts become images on their way in, everything else passes through.

use core::{
    fmt,
    ops::{Deref, DerefMut},
};

use alloc::vec::Vec;
use musa_hal::{
    Address, AllocationKind, Command, DeviceInfo, DeviceOrdinal, Devices, ExportToken, Fault, HalError, ImageError,
    ImageErrorKind, ImageId, Images, KernelInfo, KernelOrdinal, Mapping, Memory, ParameterSlot, Progress, QueueId,
    Queues, Sharing, SpaceId, Symbol, SymbolOrdinal, Ticket, TimestampId, image::LoadOptions, queue::Output,
};
use musa_isa::image::{Bundle, Container, Image};

use crate::{ErrorClass, Gathered, LinkError, Refusal, assemble_for};

/// Accepts PTX text, alone or in an offload bundle, where the HAL within accepts images. What the assembler has to say
/// about a text that it refuses goes to the log of the loading call.
#[derive(Debug)]
pub struct Translating<H> {
    inner: H,
}

impl<H> Translating<H> {
    /// Wraps a HAL.
    pub const fn new(inner: H) -> Self {
        Self { inner }
    }

    /// The HAL within.
    pub fn into_inner(self) -> H {
        self.inner
    }
}

impl<H> Deref for Translating<H> {
    type Target = H;

    fn deref(&self) -> &H {
        &self.inner
    }
}

impl<H> DerefMut for Translating<H> {
    fn deref_mut(&mut self) -> &mut H {
        &mut self.inner
    }
}

/// The text that a file is, or the first one in a bundle without an image.
fn text(bytes: &[u8]) -> Option<&str> {
    match Container::recognize(bytes) {
        Container::Text(text) => Some(text),
        Container::Bundle(bundle) if !has_image(&bundle) => {
            bundle
                .entries()
                .find_map(|entry| match Container::recognize(entry.content) {
                    Container::Text(text) => Some(text),
                    _ => None,
                })
        }
        _ => None,
    }
}

fn has_image(bundle: &Bundle<'_>) -> bool {
    let mut kinds = bundle.entries().map(|entry| Container::recognize(entry.content));
    kinds.any(|kind| matches!(kind, Container::Image(_)))
}

fn translate(text: &str, device: Option<u32>, log: &mut dyn fmt::Write) -> Result<Vec<u8>, HalError> {
    assemble_for(text, device).map_err(|refusal| {
        // A log that takes no more is the caller's choice.
        let _ = write!(log, "{refusal}");
        HalError::Image(error(&refusal))
    })
}

const NOT_GATHERED: HalError = HalError::ContractBroken("what was joined");

/// The text in a file that is to be linked: the file itself, or what an image was made from.
fn linkable(file: &[u8]) -> Result<&str, HalError> {
    if let Some(text) = text(file) {
        return Ok(text);
    }
    let refuse = |kind| Err(HalError::Image(ImageError::new(kind)));
    match Container::recognize(file) {
        Container::Image(image) => match Image::parse(image) {
            Ok(image) => image
                .text()
                .ok_or(HalError::Unsupported("linking images without their text")),
            Err(_) => refuse(ImageErrorKind::Malformed),
        },
        Container::Vendor(_) => refuse(ImageErrorKind::ForeignInstructionSet),
        Container::Bundle(_) | Container::FatBinary => refuse(ImageErrorKind::NoneForDevice),
        Container::Text(_) | Container::Unknown => refuse(ImageErrorKind::Unrecognised),
    }
}

/// What linking came to; what it has to say goes to the log.
fn linked<T>(result: Result<T, LinkError>, log: &mut dyn fmt::Write) -> Result<T, HalError> {
    result.map_err(|refused| {
        // A log that takes no more is the caller's choice.
        let _ = write!(log, "{refused}");
        HalError::Image(match &refused {
            LinkError::Text(refusal) => error(refusal),
            LinkError::Duplicate(_) => ImageError::new(ImageErrorKind::DuplicateSymbol),
            LinkError::Unresolved(_) => ImageError::new(ImageErrorKind::UnresolvedFunction),
        })
    })
}

/// The image error for a refused text: the class and place of its first finding.
fn error(refusal: &Refusal) -> ImageError {
    let kind = match refusal.class() {
        ErrorClass::Invalid => ImageErrorKind::Text,
        ErrorClass::Version => ImageErrorKind::TextVersion,
        ErrorClass::Target => ImageErrorKind::TextTarget,
        ErrorClass::NotPtx => ImageErrorKind::Unrecognised,
        ErrorClass::Unsupported => ImageErrorKind::UnsupportedInstruction,
    };
    let first = refusal.diagnostics.first();
    ImageError {
        kind,
        line: first.map_or(0, |it| it.line),
        column: first.map_or(0, |it| it.column),
    }
}

/// Passes methods of a trait on to the HAL within.
macro_rules! pass_on {
    ($name:ident: $(fn $method:ident(&$($word:ident)+ $(, $argument:ident: $kind:ty)*) $(-> $result:ty)?;)+) => {
        impl<H: $name> $name for Translating<H> {
            $(pass_on!{@ $method ($($word)+) ($($argument: $kind),*) ($($result)?)})+
        }
    };
    (@ $method:ident (self) ($($argument:ident: $kind:ty),*) ($($result:ty)?)) => {
        fn $method(&self $(, $argument: $kind)*) $(-> $result)? {
            self.inner.$method($($argument),*)
        }
    };
    (@ $method:ident (mut self) ($($argument:ident: $kind:ty),*) ($($result:ty)?)) => {
        fn $method(&mut self $(, $argument: $kind)*) $(-> $result)? {
            self.inner.$method($($argument),*)
        }
    };
}

impl<H: Devices> Translating<H> {
    fn newest_target(&self, device: DeviceOrdinal) -> Option<u32> {
        self.inner.device(device).and_then(DeviceInfo::newest_target)
    }
}

impl<H: Images + Devices> Images for Translating<H> {
    fn load(
        &mut self,
        space: SpaceId,
        device: DeviceOrdinal,
        bytes: &[u8],
        options: &LoadOptions,
        log: &mut dyn fmt::Write,
    ) -> Result<ImageId, HalError> {
        match text(bytes) {
            Some(text) => {
                let own = self.newest_target(device);
                // What a text is to be compiled for counts where targets do.
                let target = own.map(|own| if options.target == 0 { own } else { options.target });
                let image = translate(text, target, log)?;
                if target != own {
                    return Err(HalError::Image(ImageError::new(ImageErrorKind::OtherTarget)));
                }
                self.inner.load(space, device, &image, options, log)
            }
            None => self.inner.load(space, device, bytes, options, log),
        }
    }

    fn link_file(
        &self,
        device: DeviceOrdinal,
        joined: &[u8],
        file: &[u8],
        log: &mut dyn fmt::Write,
        out: &mut dyn FnMut(&[u8]),
    ) -> Result<(), HalError> {
        let file = linkable(file)?;
        let gathered = Gathered::read(joined).ok_or(NOT_GATHERED)?;
        out(&linked(gathered.add(joined, file, self.newest_target(device)), log)?);
        Ok(())
    }

    fn link_image(&self, joined: &[u8], log: &mut dyn fmt::Write, out: &mut dyn FnMut(&[u8])) -> Result<(), HalError> {
        let gathered = Gathered::read(joined).ok_or(NOT_GATHERED)?;
        out(&translate(&linked(gathered.join(), log)?, None, log)?);
        Ok(())
    }

    fn unload(&mut self, image: ImageId) -> Result<(), HalError> {
        self.inner.unload(image)
    }

    fn symbols(&self, image: ImageId) -> u32 {
        self.inner.symbols(image)
    }

    fn symbol(&self, image: ImageId, symbol: SymbolOrdinal) -> Option<Symbol<'_>> {
        self.inner.symbol(image, symbol)
    }

    fn kernel(&self, image: ImageId, kernel: KernelOrdinal) -> Option<KernelInfo> {
        self.inner.kernel(image, kernel)
    }

    fn parameter(&self, image: ImageId, kernel: KernelOrdinal, parameter: u32) -> Option<ParameterSlot> {
        self.inner.parameter(image, kernel, parameter)
    }
}

pass_on! { Devices:
    fn device_count(&self) -> u32;
    fn device(&self, device: DeviceOrdinal) -> Option<&DeviceInfo>;
}

pass_on! { Memory:
    fn open_space(&mut self) -> Result<SpaceId, HalError>;
    fn close_space(&mut self, space: SpaceId);
    fn allocate(&mut self, space: SpaceId, kind: AllocationKind, size: u64, align: u64) -> Result<Address, HalError>;
    fn free(&mut self, space: SpaceId, base: Address) -> Result<(), HalError>;
    fn capacity(&self, device: DeviceOrdinal) -> (u64, u64);
    fn register(&mut self, space: SpaceId, base: Address, size: u64) -> Result<(), HalError>;
    fn sharing(&mut self) -> Option<&mut dyn Sharing>;
    fn mapping(&mut self) -> Option<&mut dyn Mapping>;
    fn reserves(&self, address: Address) -> bool;
    fn owner_lives(&self, owner: u64) -> bool;
    fn read(&self, space: SpaceId, from: Address, into: &mut [u8]) -> Result<(), HalError>;
    fn write(&mut self, space: SpaceId, to: Address, from: &[u8]) -> Result<(), HalError>;
}

pass_on! { Queues:
    fn create_queue(&mut self, space: SpaceId, device: DeviceOrdinal, priority: i32) -> Result<QueueId, HalError>;
    fn destroy_queue(&mut self, queue: QueueId) -> Result<(), HalError>;
    fn submit(&mut self, queue: QueueId, command: Command<'_>) -> Result<Ticket, HalError>;
    fn submitted(&self, queue: QueueId) -> Ticket;
    fn completed(&self, queue: QueueId) -> Ticket;
    fn is_idle(&self) -> bool;
    fn advance(&mut self) -> Progress;
    fn host_call_begun(&mut self, queue: QueueId);
    fn host_call_done(&mut self, queue: QueueId);
    fn host_waited(&mut self, queue: QueueId, ticket: Ticket);
    fn create_timestamp(&mut self, space: SpaceId) -> Result<TimestampId, HalError>;
    fn destroy_timestamp(&mut self, timestamp: TimestampId);
    fn timestamp(&self, timestamp: TimestampId) -> Option<u64>;
    fn fault(&self, space: SpaceId) -> Option<&Fault>;
    fn waiting(&self, space: SpaceId) -> Option<Fault>;
    fn take_output(&mut self, space: SpaceId, stream: Output, into: &mut [u8]) -> usize;
}

pass_on! { Sharing:
    fn export(&mut self, space: SpaceId, base: Address) -> Result<ExportToken, HalError>;
    fn owner(&self, space: SpaceId) -> u64;
    fn import(&mut self, space: SpaceId, device: DeviceOrdinal, token: &ExportToken) -> Result<Address, HalError>;
    fn set_peer(
        &mut self, space: SpaceId, device: DeviceOrdinal, peer: DeviceOrdinal, allowed: bool
    ) -> Result<(), HalError>;
    fn set_access(
        &mut self, space: SpaceId, base: Address, device: DeviceOrdinal, read: bool, write: bool
    ) -> Result<(), HalError>;
}
