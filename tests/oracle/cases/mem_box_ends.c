/* Boxes that leave the allocation that they are named by for the next one; ends of allocations of pools. */
#include "oc.h"
int main(void) {
    oc_ctx(); MUdeviceptr p[8]; MUstream s; OK(muStreamCreate(&s, 0)); for (int i = 0; i < 8; i++) OK(muMemAlloc(&p[i], 500));
    static char host[1 << 16];
    MUSA_MEMCPY2D c; memset(&c, 0, sizeof c); c.srcMemoryType = MU_MEMORYTYPE_DEVICE; c.dstMemoryType = MU_MEMORYTYPE_HOST; c.dstHost = host; c.WidthInBytes = 4; c.Height = 1; c.dstPitch = 64; c.srcPitch = 512;
    c.srcDevice = p[0]; c.srcY = 1; OC("2D start in the next allocation", muMemcpy2D(&c)); c.srcY = 0; c.Height = 2; OC("2D over the next allocation", muMemcpy2D(&c)); c.Height = 1; c.srcPitch = 1024; c.srcXInBytes = 500; OC("2D start in the gap", muMemcpy2D(&c)); c.srcXInBytes = 510; OC("2D over the gap", muMemcpy2D(&c)); c.srcXInBytes = 512; OC("2D x at the next", muMemcpy2D(&c));
    MUSA_MEMCPY3D t; memset(&t, 0, sizeof t); t.srcMemoryType = MU_MEMORYTYPE_DEVICE; t.dstMemoryType = MU_MEMORYTYPE_HOST; t.dstHost = host; t.WidthInBytes = 4; t.Height = t.Depth = 1; t.dstPitch = 64; t.dstHeight = 1; t.srcPitch = 512; t.srcHeight = 2; t.srcDevice = p[0];
    t.srcY = 1; OC("3D start in the next allocation", muMemcpy3D(&t)); t.srcY = 0; t.srcZ = 1; OC("3D z in the one after", muMemcpy3D(&t)); t.srcZ = 0; t.Height = 2; OC("3D over the next", muMemcpy3D(&t)); t.Height = 1; t.srcPitch = 1024; t.srcXInBytes = 512; OC("3D x at the next", muMemcpy3D(&t)); 
    MUdeviceptr q, q2; OK(muMemAllocAsync(&q, 100, s)); OK(muMemAllocAsync(&q2, 100, s)); OK(muStreamSynchronize(s));
    size_t n[] = { 100, 101, 128, 256, 257, 512, 513, 1024, 65536 }; for (int i = 0; i < 9; i++) { SAY("pool copy %zu: %s, fill %s, 2D %s", n[i], oc_name(muMemcpyDtoH(host, q, n[i])), oc_name(muMemsetD8(q, 0, n[i])), (c.srcDevice = q, c.srcY = 0, c.srcXInBytes = 0, c.srcPitch = 65536, c.dstPitch = 65536, c.WidthInBytes = n[i], oc_name(muMemcpy2D(&c)))); }
    c.WidthInBytes = 16; c.srcPitch = 16; c.dstPitch = 16; for (int h = 1; h < 40; h += 2) { c.Height = h; SAY("pool 2D rows %d: %s", h, oc_name(muMemcpy2D(&c))); }
    return 0;
}
