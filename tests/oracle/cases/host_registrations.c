/* Registering host memory: order of checks, flags, overlaps, borders, copies, attributes, what other calls make of it. */
#include "oc.h"
static char mem[1 << 16] __attribute__((aligned(4096)));
static void *volatile vn;
static void reg(const char *l, void *p, size_t n, unsigned f) {
    MUresult r = muMemHostRegister(p, n, f);
    if (r) { SAY("%s: %s", l, oc_name(r)); return; }
    unsigned g = 77; MUdeviceptr d = 0x77;
    MUresult a = muMemHostGetFlags(&g, p), b = muMemHostGetDevicePointer(&d, p, 0);
    SAY("%s: %s, flags %s 0x%x, device pointer %s %s", l, oc_name(r), oc_name(a), g, oc_name(b), d == (MUdeviceptr)(uintptr_t)p ? "same" : d == 0x77 ? "untouched" : d ? "other" : "zero");
    OC("  unregister", muMemHostUnregister(p));
}
int main(void) {
    unsigned u = 77; MUdeviceptr d, p; void *h;
    OC("before: register", muMemHostRegister(mem, 4096, 0));
    OC("before: register null", muMemHostRegister(NULL, 0, 99));
    OC("before: unregister", muMemHostUnregister(mem));
    OC("before: unregister null", muMemHostUnregister(NULL));
    OC("before: flags null", muMemHostGetFlags(NULL, NULL));
    OC("before: device pointer null", muMemHostGetDevicePointer(NULL, NULL, 9));
    OK(muInit(0));
    OC("none: register", muMemHostRegister(mem, 4096, 0));
    OC("none: register flags 99", muMemHostRegister(mem, 4096, 99));
    OC("none: unregister", muMemHostUnregister(mem));
    OC("none: unregister null", muMemHostUnregister(NULL));
    oc_A = oc_ctx(); alarm(30);
    for (unsigned f = 0; f < 32; f++) { char l[32]; snprintf(l, 32, "flags %u", f); reg(l, mem, 4096, f); }
    reg("flags 0x80000000", mem, 4096, 0x80000000u);
    reg("size 0", mem, 0, 0); reg("size 0, flags 99", mem, 0, 99);
    reg("null", NULL, 4096, 0); reg("null, size 0", NULL, 0, 0);
    reg("size 1", mem, 1, 0); reg("odd address", mem + 3, 5, 0); reg("odd size", mem, 5000, 0);
    reg("size SIZE_MAX", mem, ~(size_t)0, 0);
    OC("unregister unknown", muMemHostUnregister(mem)); OC("unregister null", muMemHostUnregister(NULL));
    OC("register", muMemHostRegister(mem + 4096, 8192, 0));
    OC("again", muMemHostRegister(mem + 4096, 8192, 0));
    OC("its first byte", muMemHostRegister(mem + 4096, 1, 0));
    OC("its last byte", muMemHostRegister(mem + 12287, 1, 0));
    OC("inside", muMemHostRegister(mem + 8192, 100, 0));
    OC("around", muMemHostRegister(mem, 32768, 0));
    OC("over its begin", muMemHostRegister(mem, 4097, 0));
    OC("over its end", muMemHostRegister(mem + 12287, 4096, 0));
    OC("flags 99, twice", muMemHostRegister(mem + 4096, 8192, 99));
    OC("just before", muMemHostRegister(mem, 4096, 0));
    OC("just behind", muMemHostRegister(mem + 12288, 100, 0));
    OC("same page behind", muMemHostRegister(mem + 12388, 100, 0));
    OK(muMemAlloc(&p, 65536));
    OC("HtoD within", muMemcpyHtoD(p, mem + 4096, 8192));
    OC("HtoD across a border", muMemcpyHtoD(p, mem + 4000, 8192));
    OC("HtoD out of the registered", muMemcpyHtoD(p, mem + 12388, 4096));
    OC("HtoD into the registered", muMemcpyHtoD(p, mem + 20000, 64));
    OC("DtoH across", muMemcpyDtoH(mem + 12000, p, 1000));
    OC("async across", muMemcpyDtoHAsync(mem + 12000, p, 1000, NULL));
    OC("async within", muMemcpyDtoHAsync(mem + 4096, p, 1000, NULL));
    OC("DtoD as a device source", muMemcpyDtoD(p, (MUdeviceptr)(uintptr_t)mem + 4096, 64));
    OC("DtoD as a device source, across", muMemcpyDtoD(p, (MUdeviceptr)(uintptr_t)mem + 12000, 1000));
    OC("memset", muMemsetD8((MUdeviceptr)(uintptr_t)mem + 4096, 7, 64)); SAY("byte %d", mem[4096 + 63]);
    OC("memset across", muMemsetD8((MUdeviceptr)(uintptr_t)mem + 12000, 7, 1000));
    OC("address range", muMemGetAddressRange(&d, NULL, (MUdeviceptr)(uintptr_t)mem + 5000));
    YES("base", d == (MUdeviceptr)(uintptr_t)mem + 4096);
    OC("MemFree of it", muMemFree((MUdeviceptr)(uintptr_t)mem + 4096));
    OC("FreeHost of it", muMemFreeHost(mem + 4096));
    MUipcMemHandle ih; OC("ipc handle of it", muIpcGetMemHandle(&ih, (MUdeviceptr)(uintptr_t)mem + 4096));
    OC("flags of the middle", muMemHostGetFlags(&u, mem + 5000));
    OC("device pointer of the middle", muMemHostGetDevicePointer(&d, mem + 5000, 0));
    YES("same", d == (MUdeviceptr)(uintptr_t)mem + 5000);
    OC("flags of the end", muMemHostGetFlags(&u, mem + 12488)); OC("device pointer flags 1", muMemHostGetDevicePointer(&d, mem + 5000, 1));
    OC("unregister the middle", muMemHostUnregister(mem + 5000));
    OC("unregister the last byte", muMemHostUnregister(mem + 12287));
    OC("unregister the end", muMemHostUnregister(mem + 12488));
    OC("pinned", (muMemHostAlloc(&h, 8192, 0), muMemHostRegister(h, 8192, 0)));
    OC("pinned middle", muMemHostRegister((char *)h + 4096, 64, 0));
    OC("unregister pinned", muMemHostUnregister(h)); OC("unregister pinned middle", muMemHostUnregister((char *)h + 64));
    OC("device memory", muMemHostRegister((void *)(uintptr_t)p, 4096, 0));
    OC("unregister device memory", muMemHostUnregister((void *)(uintptr_t)p));
    MUfunction f = oc_fn(OC_PTX OC_STORE, "store"); OC("kernel writes", oc_store(f, NULL, (MUdeviceptr)(uintptr_t)mem + 4096, 321)); OC("sync", muCtxSynchronize()); SAY("host sees %u", *(unsigned *)(mem + 4096));
    for (int a = 1; a < 19; a++) { unsigned long long v = 0x7777777777777777ull;
    MUresult r = muPointerGetAttribute(&v, (MUpointer_attribute)a, (MUdeviceptr)(uintptr_t)mem + 5000);
    SAY("attribute %d: %s, %s", a, oc_name(r), v == 0x7777777777777777ull ? "untouched" : v == (uintptr_t)mem + 5000 ? "itself" : v == (uintptr_t)mem + 4096 ? "base" : v == 8192 ? "8192" : (v & 0xffffffff) < 10 ? ((const char *[]){"0","1","2","3","4","5","6","7","8","9"})[v & 15] : v == (uintptr_t)oc_A ? "A" : "other");
    }
    OK(muCtxCreate(&oc_B, 0, 0)); OC("under B: again", muMemHostRegister(mem + 4096, 8192, 0));
    OC("under B: copy", muMemcpyHtoD(p, mem + 4096, 64)); OC("under B: device pointer", muMemHostGetDevicePointer(&d, mem + 4096, 0));
    OC("under B: unregister", muMemHostUnregister(mem + 4096)); OC("under B: again", muMemHostUnregister(mem + 4096));
    OC("under B: register", muMemHostRegister(mem + 4096, 8192, MU_MEMHOSTREGISTER_PORTABLE));
    MUcontext c; OK(muCtxPopCurrent(&c)); OC("destroy B", muCtxDestroy(oc_B));
    OC("unregister B's", muMemHostUnregister(mem + 4096)); OC("register again", muMemHostRegister(mem + 4096, 8192, 0));
    OK(muCtxPopCurrent(&c)); OC("none: unregister A's", muMemHostUnregister(mem + 4096)); OK(muCtxPushCurrent(oc_A));
    OC("unregister", muMemHostUnregister(mem)); OC("unregister", muMemHostUnregister(mem + 12288));
    OC("unregister", muMemHostUnregister(mem + 12388));
    OC("copy as pageable", muMemcpyHtoD(p, mem + 4000, 8192));
    static const char ro[8192] __attribute__((aligned(4096))) = "x";
    OC("read-only pages", muMemHostRegister((void *)ro, 4096, 0));
    int at = 0; OK(muDeviceGetAttribute(&at, MU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED, 0)); (void)at;
    OC("an address nobody has", muMemHostRegister((void *)0x10000000, 4096, 0));
    return 0;
}
