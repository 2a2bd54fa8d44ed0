//! Libraries, kernels and the linker.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_library {
    ($consumer:path) => {
        $consumer! {
            library
            muLinkAddData | muLinkAddData_v2(
                state: MUlinkState,
                kind: MUjitInputType,
                data: HostPointer,
                size: usize,
                name: Text,
                numOptions: u32,
                options: Array<MUjit_option>,
                optionValues: Array<HostPointer>,
            ) [initialised living]
                first early::link_data => link::add_data;
            muLinkAddFile | muLinkAddFile_v2(
                state: MUlinkState,
                kind: MUjitInputType,
                path: Text,
                numOptions: u32,
                options: Array<MUjit_option>,
                optionValues: Array<HostPointer>,
            ) [initialised living]
                first early::link_file => link::add_file;
            muLinkComplete(state: MUlinkState, mubinOut: Out<HostPointer>, sizeOut: Out<usize>) [initialised living]
                first early::link_image => link::complete;
            muLinkCreate | muLinkCreate_v2(
                numOptions: u32,
                options: Array<MUjit_option>,
                optionValues: Array<HostPointer>,
                stateOut: Out<MUlinkState>,
            ) [initialised context fault] => link::create;
            muLinkDestroy(state: MUlinkState) [initialised living]
                first early::link => link::destroy;
            muKernelGetAttribute(
                pi: Out<i32>,
                attrib: MUfunction_attribute,
                kernel: MUkernel,
                dev: MUdevice,
            ) [initialised]
                first early::kernel_attribute => library::kernel_attribute;
            muKernelGetFunction(pFunc: Out<MUfunction>, kernel: MUkernel) [initialised living fault]
                first early::kernel_function => library::kernel_function;
            muKernelGetLibrary(pLib: Out<MUlibrary>, kernel: MUkernel) [initialised]
                first early::kernel_library => library::kernel_library;
            muKernelGetName(name: Out<Text<'static>>, hfunc: MUkernel) [initialised]
                first early::kernel_name => library::kernel_name;
            muKernelSetAttribute(
                attrib: MUfunction_attribute,
                val: i32,
                kernel: MUkernel,
                dev: MUdevice,
            ) [initialised]
                first early::set_kernel_attribute => library::set_kernel_attribute;
            muLibraryGetGlobal(
                dptr: Out<MUdeviceptr>,
                bytes: Out<usize>,
                library: MUlibrary,
                name: Text,
            ) [initialised living fault]
                first early::library_variable => library::global;
            muLibraryGetKernel(pKernel: Out<MUkernel>, library: MUlibrary, name: Text) [initialised]
                first early::library_kernel => library::kernel;
            muLibraryGetKernelCount(count: Out<u32>, lib: MUlibrary) [initialised]
                first early::library_count => library::kernel_count;
            muLibraryGetModule(pMod: Out<MUmodule>, library: MUlibrary) [initialised living fault]
                first early::library_module => library::module;
            muLibraryLoadData(
                library: Out<MUlibrary>,
                code: HostPointer,
                jitOptions: Array<MUjit_option>,
                jitOptionsValues: Array<HostPointer>,
                numJitOptions: u32,
                libraryOptions: Array<MUlibraryOption>,
                libraryOptionValues: Array<HostPointer>,
                numLibraryOptions: u32,
            ) [initialised]
                first early::library_code => library::load_data;
            muLibraryLoadFromFile(
                library: Out<MUlibrary>,
                fileName: Text,
                jitOptions: Array<MUjit_option>,
                jitOptionsValues: Array<HostPointer>,
                numJitOptions: u32,
                libraryOptions: Array<MUlibraryOption>,
                libraryOptionValues: Array<HostPointer>,
                numLibraryOptions: u32,
            ) [initialised]
                first early::library_file => library::load_file;
            muLibraryGetManaged(
                dptr: Out<MUdeviceptr>,
                bytes: Out<usize>,
                library: MUlibrary,
                name: Text,
            ) [initialised living fault]
                first early::library_variable => library::managed;
            muLibraryEnumerateKernels(
                kernels: OutArray<MUkernel>,
                numKernels: u32,
                lib: MUlibrary,
            ) [initialised]
                first early::library_kernels => library::enumerate_kernels;
            muKernelGetParamInfo(
                kernel: MUkernel,
                paramIndex: usize,
                paramOffset: Out<usize>,
                paramSize: Out<usize>,
            ) [initialised context fault]
                first early::kernel_parameter => library::kernel_parameter;
            muKernelSetCacheConfig(
                kernel: MUkernel,
                config: MUfunc_cache,
                dev: MUdevice,
            ) [initialised]
                first early::kernel_cache => library::set_kernel_cache_config;
            muLibraryUnload(library: MUlibrary) [initialised]
                first early::library => library::unload;
        }
    };
}
