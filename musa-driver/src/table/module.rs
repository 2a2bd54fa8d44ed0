//! Modules and functions.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_module {
    ($consumer:path) => {
        $consumer! {
            module
            muModuleLoad(module: Out<MUmodule>, fname: Text) [initialised context fault] => module::load;
            muModuleLoadData(module: Out<MUmodule>, image: HostPointer) [initialised context fault]
                => module::load_data;
            muModuleLoadDataEx(
                module: Out<MUmodule>,
                image: HostPointer,
                numOptions: u32,
                options: Array<MUjit_option>,
                optionValues: Array<HostPointer>,
            ) [initialised context fault] => module::load_data_with_options;
            muModuleLoadFatBinary(module: Out<MUmodule>, fatMubin: HostPointer) [initialised context fault]
                => module::load_data;
            muModuleUnload(hmod: MUmodule) [initialised living fault_in_context] then early::module => module::unload;
            muModuleGetFunction(hfunc: Out<MUfunction>, hmod: MUmodule, name: Text) [initialised living fault]
                then early::module_function => module::function;
            muModuleGetGlobal | muModuleGetGlobal_v2(
                dptr: Out<MUdeviceptr>,
                bytes: Out<usize>,
                hmod: MUmodule,
                name: Text,
            ) [initialised living fault] first module::clear_global then early::module_variable => module::global;
            muModuleGetTexRef(pTexRef: Out<MUtexref>, hmod: MUmodule, name: Text) [initialised living fault];
            muModuleGetSurfRef(pSurfRef: Out<MUsurfref>, hmod: MUmodule, name: Text) [initialised living fault];
            muFuncGetAttribute(pi: Out<i32>, attrib: MUfunction_attribute, hfunc: MUfunction) [initialised living fault]
                first early::function_attribute => function::attribute;
            muFuncSetAttribute(hfunc: MUfunction, attrib: MUfunction_attribute, value: i32) [initialised living fault]
                then early::set_function_attribute => function::set_attribute;
            muFuncSetCacheConfig(hfunc: MUfunction, config: MUfunc_cache) [initialised living fault]
                then early::function_cache => function::set_cache_config;
            muFuncSetSharedMemConfig(hfunc: MUfunction, config: MUsharedconfig) [initialised living fault]
                then early::function_banks => function::set_bank_config;
            muFuncGetModule(hmod: Out<MUmodule>, hfunc: MUfunction) [initialised living fault]
                then early::function_module => function::module;
            muFuncSetBlockShape(hfunc: MUfunction, x: i32, y: i32, z: i32) [initialised context fault] => staged::block;
            muFuncSetSharedSize(hfunc: MUfunction, bytes: u32) [initialised context fault] => staged::shared;
            muFuncGetName(name: Out<Text<'static>>, hfunc: MUfunction) [initialised living fault]
                first early::function_name => function::name;
            muFuncGetParamInfo(
                func: MUfunction,
                paramIndex: usize,
                paramOffset: Out<usize>,
                paramSize: Out<usize>,
            ) [initialised living fault]
                first early::function_parameter => function::parameter;
            muFuncIsLoaded(state: Out<MUfunctionLoadingState>, function: MUfunction) [initialised living fault]
                first early::function_state => function::is_loaded;
            muFuncLoad(function: MUfunction) [initialised living fault]
                first early::function => function::load;
            muModuleEnumerateFunctions(
                functions: OutArray<MUfunction>,
                numFunctions: u32,
                module: MUmodule,
            ) [initialised living fault]
                first early::module_functions => module::enumerate_functions;
            muModuleGetFunctionCount(count: Out<u32>, module: MUmodule) [initialised living fault]
                first early::module_count => module::function_count;
            muModuleGetLoadingMode(mode: Out<MUmoduleLoadingMode>) [initialised] => module::loading_mode;
        }
    };
}
