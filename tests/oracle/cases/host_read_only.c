/* Host memory that is registered for devices to read alone. */
#include "oc.h"
static char page[8192] __attribute__((aligned(4096)));
int main(void) {
    oc_ctx(); MUdeviceptr d, p = (MUdeviceptr)(uintptr_t)page; unsigned u = 77; MUstream s; static unsigned h[16]; OK(muMemAlloc(&d, 64)); OK(muStreamCreate(&s, 0)); OK(muMemsetD32(d, 5, 16));
    OC("register", muMemHostRegister(page, 4096, 8)); OC("flags", muMemHostGetFlags(&u, page)); SAY("%u", u); MUdeviceptr q = 0; OC("device pointer", muMemHostGetDevicePointer(&q, page, 0)); YES("the same", q == p);
    u = 77; OC("access", muPointerGetAttribute(&u, MU_POINTER_ATTRIBUTE_ACCESS_FLAGS, p)); SAY("%u", u);
    OC("DtoH to it", muMemcpyDtoH(page, d, 4)); SAY("%u", *(unsigned *)page); OC("DtoH to it, async", muMemcpyDtoHAsync(page + 4, d, 4, s)); OC("sync", muStreamSynchronize(s)); SAY("%u", *(unsigned *)(page + 4));
    OC("DtoD to it", muMemcpyDtoD(p + 8, d, 4)); OC("HtoD to it", muMemcpyHtoD(p + 8, h, 4)); OC("copy to it", muMemcpy(p + 8, d, 4)); OC("copy to it from the host", muMemcpy(p + 8, (MUdeviceptr)(uintptr_t)h, 4)); OC("async copy to it", muMemcpyAsync(p + 8, d, 4, s)); OC("sync", muCtxSynchronize()); SAY("%u", *(unsigned *)(page + 8));
    OC("DtoD from it", muMemcpyDtoD(d, p, 4)); OC("HtoD from it", muMemcpyHtoD(d, page, 4));
    MUSA_MEMCPY2D c; memset(&c, 0, sizeof c); c.srcMemoryType = MU_MEMORYTYPE_DEVICE; c.srcDevice = d; c.dstHost = page + 16; c.dstDevice = p + 16; c.WidthInBytes = 4; c.Height = 1;
    c.dstMemoryType = MU_MEMORYTYPE_HOST; OC("2D to it as host memory", muMemcpy2D(&c)); c.dstMemoryType = MU_MEMORYTYPE_DEVICE; OC("2D to it as device memory", muMemcpy2D(&c)); c.dstMemoryType = MU_MEMORYTYPE_UNIFIED; OC("2D to it as either", muMemcpy2D(&c));
    OC("fill", muMemsetD8(p + 20, 1, 4)); OC("fill, async", muMemsetD8Async(p + 20, 1, 4, s));
    return 0;
}
