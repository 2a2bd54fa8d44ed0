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
            ) [initialised fault];
            muLinkAddFile | muLinkAddFile_v2(
                state: MUlinkState,
                kind: MUjitInputType,
                path: Text,
                numOptions: u32,
                options: Array<MUjit_option>,
                optionValues: Array<HostPointer>,
            ) [initialised fault];
            muLinkComplete(state: MUlinkState, mubinOut: Out<HostPointer>, sizeOut: Out<usize>) [initialised fault];
            muLinkCreate | muLinkCreate_v2(
                numOptions: u32,
                options: Array<MUjit_option>,
                optionValues: Array<HostPointer>,
                stateOut: Out<MUlinkState>,
            ) [initialised fault];
            muLinkDestroy(state: MUlinkState) [initialised fault];
            muKernelGetAttribute(
                pi: Out<i32>,
                attrib: MUfunction_attribute,
                kernel: MUkernel,
                dev: MUdevice,
            ) [initialised fault];
            muKernelGetFunction(pFunc: Out<MUfunction>, kernel: MUkernel) [initialised fault];
            muKernelGetLibrary(pLib: Out<MUlibrary>, kernel: MUkernel) [initialised fault];
            muKernelGetName(name: Out<Text<'static>>, hfunc: MUkernel) [initialised fault];
            muKernelSetAttribute(
                attrib: MUfunction_attribute,
                val: i32,
                kernel: MUkernel,
                dev: MUdevice,
            ) [initialised fault];
            muLibraryGetGlobal(
                dptr: Out<MUdeviceptr>,
                bytes: Out<usize>,
                library: MUlibrary,
                name: Text,
            ) [initialised fault];
            muLibraryGetKernel(pKernel: Out<MUkernel>, library: MUlibrary, name: Text) [initialised fault];
            muLibraryGetKernelCount(count: Out<u32>, lib: MUlibrary) [initialised fault];
            muLibraryGetModule(pMod: Out<MUmodule>, library: MUlibrary) [initialised fault];
            muLibraryLoadData(
                library: Out<MUlibrary>,
                code: HostPointer,
                jitOptions: Array<MUjit_option>,
                jitOptionsValues: Array<HostPointer>,
                numJitOptions: u32,
                libraryOptions: Array<MUlibraryOption>,
                libraryOptionValues: Array<HostPointer>,
                numLibraryOptions: u32,
            ) [initialised fault];
            muLibraryLoadFromFile(
                library: Out<MUlibrary>,
                fileName: Text,
                jitOptions: Array<MUjit_option>,
                jitOptionsValues: Array<HostPointer>,
                numJitOptions: u32,
                libraryOptions: Array<MUlibraryOption>,
                libraryOptionValues: Array<HostPointer>,
                numLibraryOptions: u32,
            ) [initialised fault];
            muLibraryUnload(library: MUlibrary) [initialised fault];
        }
    };
}
