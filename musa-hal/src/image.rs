//! Module images: loading, and what is in them.

use core::fmt;

use crate::{Address, DeviceOrdinal, Dim3, HalError, ImageId, KernelOrdinal, SpaceId, SymbolOrdinal};

/// What a symbol of an image is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymbolKind {
    /// A kernel.
    Kernel(KernelOrdinal),
    /// A variable in device memory (constants too).
    Variable {
        /// Where it lies in the space.
        address: Address,
        /// Bytes.
        size: u64,
        /// Whether it is constant memory.
        constant: bool,
        /// Whether host and device share it at this address.
        managed: bool,
    },
    /// A texture or surface reference.
    Reference {
        /// Where its description goes: 64 bytes, the same as those that a texture or surface object names.
        address: Address,
    },
}

/// A named thing in an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbol<'a> {
    /// Its name.
    pub name: &'a str,
    /// What it is.
    pub kind: SymbolKind,
}

/// Where a kernel parameter lies in the parameter buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParameterSlot {
    /// Bytes from the start of the buffer.
    pub offset: u32,
    /// Bytes.
    pub size: u32,
    /// Bytes; a power of two.
    pub align: u32,
}

/// What a kernel needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KernelInfo {
    /// Number of parameters.
    pub parameters: u32,
    /// Bytes of all parameters.
    pub parameter_bytes: u32,
    /// Bytes of static shared memory, with the padding before dynamic shared memory.
    pub static_shared: u32,
    /// Bytes of constant memory of the image.
    pub constant_bytes: u64,
    /// Bytes of local memory of one thread.
    pub local_bytes: u32,
    /// Registers of one thread.
    pub registers: u32,
    /// `.maxntid`.
    pub max_threads: Option<Dim3>,
    /// `.reqntid`.
    pub required_threads: Option<Dim3>,
    /// Required cluster dimensions.
    pub required_cluster: Option<Dim3>,
    /// PTX version, ten times major plus minor.
    pub ptx_version: u32,
    /// Target architecture number (`80` of `sm_80`).
    pub target: u32,
    /// Whether it, or what it calls, may print.
    pub prints: bool,
    /// Whether it, or what it calls, may use the device heap.
    pub allocates: bool,
}

/// How an image is to be loaded.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoadOptions {
    /// Upper bound on registers of a thread; zero for none.
    pub max_registers: u32,
    /// Whether line information is wanted where it costs something.
    pub line_info: bool,
    /// The target that text is compiled for (`sm_90` is 90), where targets count
    /// ([`DeviceInfo::newest_target`](crate::DeviceInfo::newest_target)); zero for the device's own.
    pub target: u32,
}

/// Loading of images and questions about them. Ordinals are dense from zero.
pub trait Images {
    /// Loads an image for a device of a space. Whatever the loader has to say goes to `log`, one line a message.
    ///
    /// # Errors
    /// Image with the reason; Exhausted when memory for its code or variables ran out.
    fn load(
        &mut self,
        space: SpaceId,
        device: DeviceOrdinal,
        bytes: &[u8],
        options: &LoadOptions,
        log: &mut dyn fmt::Write,
    ) -> Result<ImageId, HalError>;

    /// Unloads an image and frees its variables. No launch of it is pending.
    ///
    /// # Errors
    /// ContractBroken for an image that is not loaded.
    fn unload(&mut self, image: ImageId) -> Result<(), HalError>;

    /// How many symbols the image has.
    fn symbols(&self, image: ImageId) -> u32;

    /// A symbol, below [`Images::symbols`].
    fn symbol(&self, image: ImageId, symbol: SymbolOrdinal) -> Option<Symbol<'_>>;

    /// What a kernel needs.
    fn kernel(&self, image: ImageId, kernel: KernelOrdinal) -> Option<KernelInfo>;

    /// A parameter's place, below [`KernelInfo::parameters`].
    fn parameter(&self, image: ImageId, kernel: KernelOrdinal, parameter: u32) -> Option<ParameterSlot>;

    /// Joins a file to what has been joined before (nothing, at first), for a device. What comes out goes to `out`: only a
    /// HAL that gave it can read it. Whatever there is to say goes to `log`.
    ///
    /// # Errors
    /// Image with the reason, a second definition of a symbol among them; Unsupported where the HAL cannot link.
    fn link_file(
        &self,
        device: DeviceOrdinal,
        joined: &[u8],
        file: &[u8],
        log: &mut dyn fmt::Write,
        out: &mut dyn FnMut(&[u8]),
    ) -> Result<(), HalError> {
        let _ = (device, joined, file, log, out);
        Err(HalError::Unsupported("linking"))
    }

    /// Makes an image of what has been joined. It goes to `out`.
    ///
    /// # Errors
    /// Image with the reason, a symbol without definition among them; Unsupported where the HAL cannot link.
    fn link_image(&self, joined: &[u8], log: &mut dyn fmt::Write, out: &mut dyn FnMut(&[u8])) -> Result<(), HalError> {
        let _ = (joined, log, out);
        Err(HalError::Unsupported("linking"))
    }
}
