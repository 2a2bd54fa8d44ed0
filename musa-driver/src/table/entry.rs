//! Initialisation, versions, errors and entry points.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_entry {
    ($consumer:path) => {
        $consumer! {
            entry
            muGetErrorString(error: MUresult, pStr: Out<Text<'static>>) [] = entry::error_text;
            muGetErrorName(error: MUresult, pStr: Out<Text<'static>>) [] = entry::error_name;
            muInit(Flags: u32) [] = entry::init;
            muDriverGetVersion(driverVersion: Out<i32>) [] = entry::version;
            muGetProcAddress(symbol: Text, pfn: Out<HostPointer>, musaVersion: i32, flags: u64) [] = entry::proc_address;
            muGetExportTable(ppExportTable: Out<HostPointer>, pExportTableId: In<MUuuid>) [] = entry::export_table;
            muProfilerInitialize(configFile: Text, outputFile: Text, outputMode: MUoutput_mode) [initialised];
            muProfilerStart() [initialised context fault] => device::profile;
            muProfilerStop() [initialised context fault] => device::profile;
        }
    };
}
