//! Libraries, kernels and the linker.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_library {
    ($consumer:ident) => {
        $crate::$consumer! {
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
            ) [initialised living fault];
            muLinkAddFile | muLinkAddFile_v2(
                state: MUlinkState,
                kind: MUjitInputType,
                path: Text,
                numOptions: u32,
                options: Array<MUjit_option>,
                optionValues: Array<HostPointer>,
            ) [initialised living fault];
            muLinkComplete(state: MUlinkState, mubinOut: Out<HostPointer>, sizeOut: Out<usize>) [initialised living fault];
            muLinkCreate | muLinkCreate_v2(
                numOptions: u32,
                options: Array<MUjit_option>,
                optionValues: Array<HostPointer>,
                stateOut: Out<MUlinkState>,
            ) [initialised living fault];
            muLinkDestroy(state: MUlinkState) [initialised living fault];
            muKernelGetAttribute(
                pi: Out<i32>,
                attrib: MUfunction_attribute,
                kernel: MUkernel,
                dev: MUdevice,
            ) [initialised living fault];
            muKernelGetFunction(pFunc: Out<MUfunction>, kernel: MUkernel) [initialised living fault];
            muKernelGetLibrary(pLib: Out<MUlibrary>, kernel: MUkernel) [initialised living fault];
            muKernelGetName(name: Out<Text<'static>>, hfunc: MUkernel) [initialised living fault];
            muKernelSetAttribute(
                attrib: MUfunction_attribute,
                val: i32,
                kernel: MUkernel,
                dev: MUdevice,
            ) [initialised living fault];
            muLibraryGetGlobal(
                dptr: Out<MUdeviceptr>,
                bytes: Out<usize>,
                library: MUlibrary,
                name: Text,
            ) [initialised living fault];
            muLibraryGetKernel(pKernel: Out<MUkernel>, library: MUlibrary, name: Text) [initialised living fault];
            muLibraryGetKernelCount(count: Out<u32>, lib: MUlibrary) [initialised living fault];
            muLibraryGetModule(pMod: Out<MUmodule>, library: MUlibrary) [initialised living fault];
            muLibraryLoadData(
                library: Out<MUlibrary>,
                code: HostPointer,
                jitOptions: Array<MUjit_option>,
                jitOptionsValues: Array<HostPointer>,
                numJitOptions: u32,
                libraryOptions: Array<MUlibraryOption>,
                libraryOptionValues: Array<HostPointer>,
                numLibraryOptions: u32,
            ) [initialised living fault];
            muLibraryLoadFromFile(
                library: Out<MUlibrary>,
                fileName: Text,
                jitOptions: Array<MUjit_option>,
                jitOptionsValues: Array<HostPointer>,
                numJitOptions: u32,
                libraryOptions: Array<MUlibraryOption>,
                libraryOptionValues: Array<HostPointer>,
                numLibraryOptions: u32,
            ) [initialised living fault];
            muLibraryUnload(library: MUlibrary) [initialised living fault];
        }
    };
}
