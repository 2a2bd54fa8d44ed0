//! How the shared library is linked.

fn main() {
    // The name that programs record, whatever links lead to the file; and no unloading: threads and handlers of the
    // library live as long as the process.
    println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libmusa.so");
    println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
    println!("cargo::rerun-if-changed=build.rs");
}
