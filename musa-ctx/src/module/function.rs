//! Functions: kernels of modules, and what can be asked and set about them.

use musa_hal::{
    DeviceAttribute, DeviceInfo, Dialect, Dim3, Hal, ImageId, KernelInfo, KernelOrdinal, ParameterSlot, SymbolKind,
    SymbolOrdinal,
};

use super::{ModuleId, staged::Staged};
use crate::context::{ContextId, judge_enum};
use crate::error::{Error, Rejection};
use crate::id::{Handle, Id, Kind, ObjectKind};
use crate::occupancy;
use crate::process::Process;
use crate::rule::Rule;
use crate::table::Lookup;

/// The name of a function.
pub type FunctionId = Id<Function>;

/// A kernel of a module.
#[derive(Debug)]
pub struct Function {
    pub(crate) module: ModuleId,
    pub(crate) context: ContextId,
    pub(crate) image: ImageId,
    pub(crate) kernel: KernelOrdinal,
    pub(crate) symbol: SymbolOrdinal,
    pub(crate) info: KernelInfo,
    pub(crate) settings: Settings,
    /// What has been staged for its next launches.
    pub(crate) staged: Staged,
}

impl Kind for Function {
    const KIND: ObjectKind = ObjectKind::Function;
}

/// What can be set about a kernel.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Settings {
    /// Bytes of dynamic shared memory that a launch may ask for.
    pub(crate) max_dynamic: u32,
    /// Wanted share of shared memory in per cent; -1 for the default.
    pub(crate) carve_out: i32,
    /// What is preferred of shared memory (1), cache (2), or both alike (3); 0 leaves it to the context.
    pub(crate) cache_config: u32,
    /// The cluster that launches must have; zeros for none.
    required_cluster: Dim3,
    /// Whether clusters may be larger than portable ones.
    pub(crate) non_portable_cluster: bool,
    cluster_policy: i32,
}

/// Preferences of cache over shared memory, and of neither.
const PREFER_CACHE: u32 = 2;
const PREFER_EQUAL: u32 = 3;

impl Settings {
    pub(crate) fn new(info: &KernelInfo, device: &DeviceInfo) -> Self {
        let limits = SharedLimits::of(device);
        let least = if info.static_shared > limits.default {
            limits.opt_in
        } else {
            limits.default
        };
        Self {
            max_dynamic: least.saturating_sub(info.static_shared),
            carve_out: -1,
            cache_config: 0,
            required_cluster: info.required_cluster.unwrap_or(Dim3::new(0, 0, 0)),
            non_portable_cluster: false,
            cluster_policy: 0,
        }
    }

    /// The wanted share of shared memory, in per cent: as it was set, or as the function, or else its context, prefers
    /// (`func_cache_prefer`); -1 for the default.
    pub(crate) fn carve_out_of(&self, context: u32) -> i32 {
        let preferred = match self.cache_config {
            0 => context,
            own => own,
        };
        match (self.carve_out, preferred) {
            (..0, PREFER_CACHE) => 0,
            (..0, PREFER_EQUAL) => 50,
            (carve_out, _) => carve_out,
        }
    }

    /// The cluster that launches must have.
    pub(crate) fn required_cluster(&self) -> Option<Dim3> {
        let required = self.required_cluster;
        (required != Dim3::new(0, 0, 0)).then(|| {
            // A dimension that was not set counts as one.
            Dim3::new(required.x.max(1), required.y.max(1), required.z.max(1))
        })
    }

    /// An attribute of a kernel with these settings.
    pub(crate) fn attribute(&self, info: &KernelInfo, device: &DeviceInfo, attribute: FunctionAttribute) -> i32 {
        let number = |value: u64| i32::try_from(value).unwrap_or(i32::MAX);
        let version = |attribute| device.attribute(attribute).unwrap_or(0);
        match attribute {
            FunctionAttribute::MaxThreadsPerBlock => number(u64::from(max_threads(device, info))),
            FunctionAttribute::SharedSize => number(u64::from(info.static_shared)),
            FunctionAttribute::ConstantSize => number(info.constant_bytes),
            FunctionAttribute::LocalSize => number(u64::from(info.local_bytes)),
            FunctionAttribute::Registers => number(u64::from(info.registers)),
            FunctionAttribute::PtxVersion => number(u64::from(info.target)),
            FunctionAttribute::BinaryVersion => {
                version(DeviceAttribute::ComputeCapabilityMajor) * 10 + version(DeviceAttribute::ComputeCapabilityMinor)
            }
            FunctionAttribute::CacheModeGlobal => 0,
            FunctionAttribute::MaxDynamicShared => number(u64::from(self.max_dynamic)),
            FunctionAttribute::PreferredCarveOut => self.carve_out,
            // Not even where the kernel requires one (`ctx_argument_order`): then it need not be given.
            FunctionAttribute::ClusterSizeMustBeSet => 0,
            FunctionAttribute::RequiredClusterWidth => number(u64::from(self.required_cluster.x)),
            FunctionAttribute::RequiredClusterHeight => number(u64::from(self.required_cluster.y)),
            FunctionAttribute::RequiredClusterDepth => number(u64::from(self.required_cluster.z)),
            FunctionAttribute::NonPortableClusterAllowed => i32::from(self.non_portable_cluster),
            FunctionAttribute::ClusterPolicy => self.cluster_policy,
        }
    }

    /// These settings with one changed.
    pub(crate) fn with(
        self,
        info: &KernelInfo,
        device: &DeviceInfo,
        attribute: FunctionAttribute,
        value: i32,
    ) -> Result<Self, Rejection> {
        set(info, self, device, attribute, value).map_err(|rule| {
            let refused = Rejection::new(rule);
            match rule {
                Rule::FunctionAttributeReadOnly => refused.argument("attribute").value(attribute as u64),
                _ => refused.argument("value").signed(value.into()),
            }
        })
    }
}

/// Bytes of shared memory that a block may have.
struct SharedLimits {
    default: u32,
    opt_in: u32,
}

impl SharedLimits {
    fn of(device: &DeviceInfo) -> Self {
        let attribute = |attribute| u32::try_from(device.attribute(attribute).unwrap_or(0)).unwrap_or(0);
        let default = attribute(DeviceAttribute::MaxSharedMemoryPerBlock);
        Self {
            default,
            opt_in: attribute(DeviceAttribute::MaxSharedMemoryPerBlockOptin).max(default),
        }
    }
}

/// A question about a function. The numbers are the API's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
#[allow(missing_docs, reason = "the names are the API's own and say it")]
pub enum FunctionAttribute {
    MaxThreadsPerBlock = 0,
    SharedSize = 1,
    ConstantSize = 2,
    LocalSize = 3,
    Registers = 4,
    PtxVersion = 5,
    BinaryVersion = 6,
    CacheModeGlobal = 7,
    MaxDynamicShared = 8,
    PreferredCarveOut = 9,
    ClusterSizeMustBeSet = 10,
    RequiredClusterWidth = 11,
    RequiredClusterHeight = 12,
    RequiredClusterDepth = 13,
    NonPortableClusterAllowed = 14,
    ClusterPolicy = 15,
}

impl FunctionAttribute {
    const ALL: [Self; 16] = [
        Self::MaxThreadsPerBlock,
        Self::SharedSize,
        Self::ConstantSize,
        Self::LocalSize,
        Self::Registers,
        Self::PtxVersion,
        Self::BinaryVersion,
        Self::CacheModeGlobal,
        Self::MaxDynamicShared,
        Self::PreferredCarveOut,
        Self::ClusterSizeMustBeSet,
        Self::RequiredClusterWidth,
        Self::RequiredClusterHeight,
        Self::RequiredClusterDepth,
        Self::NonPortableClusterAllowed,
        Self::ClusterPolicy,
    ];

    /// The attribute with this number, as a dialect knows them.
    ///
    /// # Errors
    /// There is none.
    pub fn from_number(number: u32, dialect: Dialect) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|attribute| *attribute as u32 == number);
        let refuse = |rule| {
            Err(Rejection::new(rule)
                .argument("attribute")
                .value(u64::from(number))
                .into())
        };
        match found {
            Some(attribute) if number < Self::ClusterSizeMustBeSet as u32 || dialect == Dialect::Reference => {
                Ok(attribute)
            }
            Some(_) => refuse(Rule::FunctionAttributeCluster),
            None => refuse(Rule::FunctionAttribute),
        }
    }
}

impl Process<'_> {
    pub(crate) fn function(&self, handle: Handle<Function>) -> Result<(FunctionId, &Function), Error> {
        let refuse = |rule| Err(Rejection::new(rule).argument("function").handle(handle).into());
        match handle {
            Handle::Null => refuse(Rule::HandleNull),
            Handle::Foreign(_) => refuse(Rule::HandleForeign),
            Handle::Object(id) => match self.functions.lookup(id) {
                Lookup::Alive(function) => Ok((id, function)),
                Lookup::Stale => refuse(Rule::HandleStale),
                Lookup::Never => refuse(Rule::HandleForeign),
            },
        }
    }

    /// Judges the handle of a function.
    ///
    /// # Errors
    /// No function.
    pub fn judge_function(&self, handle: Handle<Function>) -> Result<FunctionId, Error> {
        Ok(self.function(handle)?.0)
    }

    /// The function of a module's kernel symbol, if it has been asked for before.
    pub(crate) fn known_function(&self, id: ModuleId, symbol: SymbolOrdinal) -> Option<FunctionId> {
        self.functions
            .find(|function| function.module == id && function.symbol == symbol)
    }

    /// The function of a module's kernel symbol.
    pub(crate) fn function_of_symbol<H: Hal + ?Sized>(
        &mut self,
        hal: &H,
        id: ModuleId,
        symbol: SymbolOrdinal,
    ) -> Result<FunctionId, Error> {
        if let Some(known) = self.known_function(id, symbol) {
            return Ok(known);
        }
        let (_, module) = self.module(id.into())?;
        let (context, image) = (module.context, module.image);
        let missing = Error::Bug("a kernel of an image is missing");
        let Some(SymbolKind::Kernel(kernel)) = hal.symbol(image, symbol).map(|symbol| symbol.kind) else {
            return Err(missing);
        };
        let info = hal.kernel(image, kernel).ok_or(missing)?;
        let device = hal.device(self.context(context)?.device).ok_or(missing)?;
        let function = Function {
            module: id,
            context,
            image,
            kernel,
            symbol,
            info,
            settings: Settings::new(&info, device),
            staged: Staged::NEW,
        };
        self.functions.insert(function, self.call)
    }

    /// The device of a function.
    pub(crate) fn function_device<'h, H: Hal + ?Sized>(
        &self,
        hal: &'h H,
        function: &Function,
    ) -> Result<&'h DeviceInfo, Error> {
        let device = self.context(function.context)?.device;
        hal.device(device).ok_or(Error::Bug("a function's device is missing"))
    }

    /// The module of a function.
    ///
    /// # Errors
    /// No function.
    pub fn function_module(&self, function: Handle<Function>) -> Result<ModuleId, Error> {
        Ok(self.function(function)?.1.module)
    }

    /// The name of a function.
    ///
    /// # Errors
    /// No function.
    pub fn function_name<'h, H: Hal + ?Sized>(&self, hal: &'h H, function: Handle<Function>) -> Result<&'h str, Error> {
        let (_, function) = self.function(function)?;
        let symbol = hal.symbol(function.image, function.symbol);
        Ok(symbol.ok_or(Error::Bug("a kernel of an image is missing"))?.name)
    }

    /// Where a parameter of a function lies.
    ///
    /// # Errors
    /// No function, or no such parameter.
    pub fn function_parameter<H: Hal + ?Sized>(
        &self,
        hal: &H,
        function: Handle<Function>,
        parameter: u64,
    ) -> Result<ParameterSlot, Error> {
        let (id, function) = self.function(function)?;
        let found = u32::try_from(parameter)
            .ok()
            .filter(|parameter| *parameter < function.info.parameters)
            .and_then(|parameter| hal.parameter(function.image, function.kernel, parameter));
        let missing = Rejection::new(Rule::ParameterIndex)
            .argument("parameter")
            .value(parameter)
            .subject(id);
        found.ok_or(missing.into())
    }

    /// An attribute of a function.
    ///
    /// # Errors
    /// No function, or no such attribute.
    pub fn function_attribute<H: Hal + ?Sized>(
        &self,
        hal: &H,
        function: Handle<Function>,
        attribute: u32,
    ) -> Result<i32, Error> {
        let (_, function) = self.function(function)?;
        let device = self.function_device(hal, function)?;
        let attribute = FunctionAttribute::from_number(attribute, device.dialect)?;
        Ok(function.settings.attribute(&function.info, device, attribute))
    }

    /// Sets an attribute of a function.
    ///
    /// # Errors
    /// No function, no such attribute, one that cannot be set, or a value out of its range.
    pub fn set_function_attribute<H: Hal + ?Sized>(
        &mut self,
        hal: &H,
        handle: Handle<Function>,
        attribute: u32,
        value: i32,
    ) -> Result<(), Error> {
        let (id, function) = self.function(handle)?;
        let device = self.function_device(hal, function)?;
        let attribute = FunctionAttribute::from_number(attribute, device.dialect)?;
        let settings = function.settings.with(&function.info, device, attribute, value);
        let settings = settings.map_err(|rejection| rejection.subject(id))?;
        if let Some(function) = self.functions.get_mut(id) {
            function.settings = settings;
        }
        Ok(())
    }

    /// Sets the cache preference of a function; it has no effect.
    ///
    /// # Errors
    /// No function, or no such preference.
    pub fn set_function_cache_config(&mut self, function: Handle<Function>, config: u32) -> Result<(), Error> {
        let (id, _) = self.function(function)?;
        judge_enum("config", config, 3)?;
        if let Some(known) = self.functions.get_mut(id) {
            known.settings.cache_config = config;
        }
        Ok(())
    }

    /// Sets the width of shared-memory banks of a function; it has no effect.
    ///
    /// # Errors
    /// No function, or no such width.
    pub fn set_function_bank_config(&mut self, function: Handle<Function>, config: u32) -> Result<(), Error> {
        self.function(function)?;
        judge_enum("config", config, 2)
    }
}

/// Threads that a block of a kernel may have.
pub(crate) fn max_threads(device: &DeviceInfo, info: &KernelInfo) -> u32 {
    let compiled = info.max_threads.map_or(u128::MAX, Dim3::count);
    let by_registers = occupancy::max_threads(device, info.registers);
    u32::try_from(compiled).unwrap_or(u32::MAX).min(by_registers)
}

/// The settings with one changed.
fn set(
    info: &KernelInfo,
    mut settings: Settings,
    device: &DeviceInfo,
    attribute: FunctionAttribute,
    value: i32,
) -> Result<Settings, Rule> {
    let natural = u32::try_from(value).map_err(|_| Rule::FunctionAttributeValue);
    match attribute {
        FunctionAttribute::MaxDynamicShared => {
            let greatest = SharedLimits::of(device).opt_in.saturating_sub(info.static_shared);
            settings.max_dynamic = natural?;
            if settings.max_dynamic > greatest {
                return Err(Rule::FunctionAttributeValue);
            }
        }
        FunctionAttribute::PreferredCarveOut => {
            if !(-1..=100).contains(&value) {
                return Err(Rule::FunctionAttributeValue);
            }
            settings.carve_out = value;
        }
        FunctionAttribute::RequiredClusterWidth
        | FunctionAttribute::RequiredClusterHeight
        | FunctionAttribute::RequiredClusterDepth
            if info.required_cluster.is_some() =>
        {
            return Err(Rule::FunctionAttributeReadOnly);
        }
        FunctionAttribute::RequiredClusterWidth => settings.required_cluster.x = natural?,
        FunctionAttribute::RequiredClusterHeight => settings.required_cluster.y = natural?,
        FunctionAttribute::RequiredClusterDepth => settings.required_cluster.z = natural?,
        FunctionAttribute::NonPortableClusterAllowed => settings.non_portable_cluster = value != 0,
        FunctionAttribute::ClusterPolicy => {
            if !(0..=2).contains(&value) {
                return Err(Rule::FunctionAttributeValue);
            }
            settings.cluster_policy = value;
        }
        _ => return Err(Rule::FunctionAttributeReadOnly),
    }
    Ok(settings)
}
