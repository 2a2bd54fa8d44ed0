//! Modules and functions.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_module {
    ($consumer:ident) => {
        $crate::$consumer! {
            module
            muModuleLoad(module: Out<MUmodule>, fname: Text) [initialised context fault];
            muModuleLoadData(module: Out<MUmodule>, image: HostPointer) [initialised context fault];
            muModuleLoadDataEx(
                module: Out<MUmodule>,
                image: HostPointer,
                numOptions: u32,
                options: Array<MUjit_option>,
                optionValues: Array<HostPointer>,
            ) [initialised context fault];
            muModuleLoadFatBinary(module: Out<MUmodule>, fatMubin: HostPointer) [initialised context fault];
            muModuleUnload(hmod: MUmodule) [initialised fault];
            muModuleGetFunction(hfunc: Out<MUfunction>, hmod: MUmodule, name: Text) [initialised fault];
            muModuleGetGlobal | muModuleGetGlobal_v2(
                dptr: Out<MUdeviceptr>,
                bytes: Out<usize>,
                hmod: MUmodule,
                name: Text,
            ) [initialised fault];
            muModuleGetTexRef(pTexRef: Out<MUtexref>, hmod: MUmodule, name: Text) [initialised fault];
            muModuleGetSurfRef(pSurfRef: Out<MUsurfref>, hmod: MUmodule, name: Text) [initialised fault];
            muFuncGetAttribute(pi: Out<i32>, attrib: MUfunction_attribute, hfunc: MUfunction) [initialised fault];
            muFuncSetAttribute(hfunc: MUfunction, attrib: MUfunction_attribute, value: i32) [initialised fault];
            muFuncSetCacheConfig(hfunc: MUfunction, config: MUfunc_cache) [initialised fault];
            muFuncSetSharedMemConfig(hfunc: MUfunction, config: MUsharedconfig) [initialised fault];
            muFuncGetModule(hmod: Out<MUmodule>, hfunc: MUfunction) [initialised fault];
            muFuncSetBlockShape(hfunc: MUfunction, x: i32, y: i32, z: i32) [initialised fault];
            muFuncSetSharedSize(hfunc: MUfunction, bytes: u32) [initialised fault];
            muFuncGetName(name: Out<Text<'static>>, hfunc: MUfunction) [initialised fault];
            muFuncGetParamInfo(
                func: MUfunction,
                paramIndex: usize,
                paramOffset: Out<usize>,
                paramSize: Out<usize>,
            ) [initialised fault];
            muFuncIsLoaded(state: Out<MUfunctionLoadingState>, function: MUfunction) [initialised fault];
            muFuncLoad(function: MUfunction) [initialised fault];
            muModuleEnumerateFunctions(
                functions: OutArray<MUfunction>,
                numFunctions: u32,
                module: MUmodule,
            ) [initialised fault];
            muModuleGetFunctionCount(count: Out<u32>, module: MUmodule) [initialised fault];
            muModuleGetLoadingMode(mode: Out<MUmoduleLoadingMode>) [initialised];
        }
    };
}
