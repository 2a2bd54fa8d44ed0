/* 2D and 3D copies, pitched memory, small allocations: limits, order of checks, what is ignored. */
#include "oc.h"
static unsigned char hb[4096]; static MUdeviceptr d, e; static MUarray ar, a3;
    static MUSA_MEMCPY3D base3(void) { MUSA_MEMCPY3D c; memset(&c, 0, sizeof c);
    c.srcMemoryType = MU_MEMORYTYPE_HOST; c.srcHost = hb; c.srcPitch = 16;
    c.srcHeight = 4; c.dstMemoryType = MU_MEMORYTYPE_DEVICE; c.dstDevice = d;
    c.dstPitch = 16; c.dstHeight = 4; c.WidthInBytes = 8; c.Height = 2;
    c.Depth = 2; return c; }
#define T3(l, ...) { MUSA_MEMCPY3D c = base3(); __VA_ARGS__; OC(l, muMemcpy3D(&c)); }
#define A3(l, ...) { MUSA_MEMCPY3D c = base3(); __VA_ARGS__; OC(l, muMemcpy3DAsync(&c, NULL)); }
    static MUSA_MEMCPY2D base2(void) { MUSA_MEMCPY2D c; memset(&c, 0, sizeof c);
    c.srcMemoryType = MU_MEMORYTYPE_HOST; c.srcHost = hb; c.srcPitch = 16;
    c.dstMemoryType = MU_MEMORYTYPE_DEVICE; c.dstDevice = d; c.dstPitch = 16;
    c.WidthInBytes = 8; c.Height = 2; return c; }
#define T2(l, ...) { MUSA_MEMCPY2D c = base2(); __VA_ARGS__; OC(l, muMemcpy2D(&c)); }
#define U2(l, ...) { MUSA_MEMCPY2D c = base2(); __VA_ARGS__; OC(l, muMemcpy2DUnaligned(&c)); }
int main(void) {
    OC("before: 3D null", muMemcpy3D(NULL)); OC("before: 2D null", muMemcpy2D(NULL));
    OC("before: pitch null", muMemAllocPitch(NULL, NULL, 0, 0, 0));
    OK(muInit(0)); OC("none: 3D null", muMemcpy3D(NULL)); OC("none: pitch null", muMemAllocPitch(NULL, NULL, 0, 0, 0));
    oc_ctx(); for (int i = 0; i < 4096; i++) hb[i] = i * 7 + i / 256;
    OK(muMemAlloc(&d, 4096)); OK(muMemAlloc(&e, 100));
    MUSA_ARRAY_DESCRIPTOR ad = {16, 8, MU_AD_FORMAT_UNSIGNED_INT8, 1};
    OK(muArrayCreate(&ar, &ad)); MUSA_ARRAY3D_DESCRIPTOR a3d; memset(&a3d, 0, sizeof a3d);
    a3d.Width = 8; a3d.Height = 4; a3d.Depth = 4; a3d.Format = MU_AD_FORMAT_UNSIGNED_INT32;
    a3d.NumChannels = 1; OK(muArray3DCreate(&a3, &a3d));
    OC("3D null", muMemcpy3D(NULL)); OC("3D async null", muMemcpy3DAsync(NULL, NULL)); OC("2D null", muMemcpy2D(NULL));
    T3("3D", (void)0) { unsigned char o[128]; OK(muMemcpyDtoH(o, d, 128));
    SAY("bytes %u %u %u %u", o[0], o[16], o[64], o[87]); }
    T3("width 0", c.WidthInBytes = 0) T3("height 0", c.Height = 0) T3("depth 0", c.Depth = 0) T3("width 0, bad type", c.WidthInBytes = 0; c.srcMemoryType = 99) T3("height 0, bad type", c.Height = 0; c.srcMemoryType = 99) T3("depth 0, bad type", c.Depth = 0; c.dstMemoryType = 99)
    T3("source type 0", c.srcMemoryType = 0) T3("source type 5", c.srcMemoryType = 5) T3("target type 0", c.dstMemoryType = 0) T3("source null", c.srcHost = NULL) T3("target null", c.dstDevice = 0) T3("target unknown", c.dstDevice = 0x1000)
    T3("source pitch 0", c.srcPitch = 0) T3("source pitch 7", c.srcPitch = 7) T3("source pitch 8", c.srcPitch = 8) T3("x 9, pitch 16", c.srcXInBytes = 9) T3("x 8, pitch 16", c.srcXInBytes = 8) T3("target x 9, pitch 16", c.dstXInBytes = 9)
    T3("source height 0", c.srcHeight = 0) T3("source height 1", c.srcHeight = 1) T3("source height 1, depth 1", c.srcHeight = 1; c.Depth = 1) T3("target height 1", c.dstHeight = 1) T3("y 3, height 4", c.srcY = 3) T3("y 2, height 4", c.srcY = 2) T3("target y 3", c.dstY = 3) T3("target z 100", c.dstZ = 100) T3("target z to the end", c.dstZ = 62) T3("target z over the end", c.dstZ = 63)
    T3("source LOD 1", c.srcLOD = 1) T3("target LOD 1", c.dstLOD = 1) T3("reserved0", c.reserved0 = (void *)1) T3("reserved1", c.reserved1 = (void *)1)
    T3("row over the end", c.dstDevice = d + 4096 - 8) T3("last row fits", c.dstDevice = d + 4096 - (16 * 5 + 8); c.Depth = 2; c.Height = 2) T3("last row does not", c.dstDevice = d + 4096 - (16 * 5 + 7); c.Depth = 2; c.Height = 2)
    T3("width huge", c.WidthInBytes = ~(size_t)0) T3("height huge", c.Height = ~(size_t)0; c.dstHeight = 0; c.srcHeight = 0) T3("depth huge", c.Depth = ~(size_t)0) T3("x huge", c.dstXInBytes = ~(size_t)0 - 3) T3("pitch 2^40", c.dstPitch = (size_t)1 << 40) T3("pitch 2^31", c.dstPitch = (size_t)1 << 31; c.Height = 1; c.Depth = 1)
    T3("device to device", c.srcMemoryType = 2; c.srcDevice = d + 2048) T3("unified both", c.srcMemoryType = 4; c.srcDevice = d + 2048; c.dstMemoryType = 4) T3("unified host", c.srcMemoryType = 4; c.srcDevice = (MUdeviceptr)(uintptr_t)hb) T3("host to host", c.dstMemoryType = 1; c.dstHost = hb + 2048) T3("host source as device", c.srcMemoryType = 2; c.srcDevice = (MUdeviceptr)(uintptr_t)hb) T3("device target as host", c.dstMemoryType = 1; c.dstHost = (void *)(uintptr_t)d)
    T3("to an array", c.dstMemoryType = 3; c.dstArray = a3) T3("to a null array", c.dstMemoryType = 3; c.dstArray = NULL) T3("array x 2", c.dstMemoryType = 3; c.dstArray = a3; c.dstXInBytes = 2) T3("array width 6", c.dstMemoryType = 3; c.dstArray = a3; c.WidthInBytes = 6) T3("array x over", c.dstMemoryType = 3; c.dstArray = a3; c.dstXInBytes = 28) T3("array y over", c.dstMemoryType = 3; c.dstArray = a3; c.dstY = 3) T3("array z over", c.dstMemoryType = 3; c.dstArray = a3; c.dstZ = 3) T3("2D array depth 2", c.dstMemoryType = 3; c.dstArray = ar) T3("2D array", c.dstMemoryType = 3; c.dstArray = ar; c.Depth = 1) T3("2D array z 1", c.dstMemoryType = 3; c.dstArray = ar; c.Depth = 1; c.dstZ = 1)
    A3("async over the end", c.dstZ = 63) A3("async", (void)0) A3("async bad type", c.srcMemoryType = 0) OC("sync", muCtxSynchronize());
    T2("2D", (void)0) T2("width 0, bad type", c.WidthInBytes = 0; c.srcMemoryType = 99) T2("height 0, bad type", c.Height = 0; c.srcMemoryType = 99) T2("pitch 7", c.srcPitch = 7) T2("pitch 7, one row", c.srcPitch = 7; c.Height = 1) T2("pitch 0", c.srcPitch = 0; c.dstPitch = 0) T2("x", c.srcXInBytes = 9) T2("y", c.dstY = 254) T2("y over", c.dstY = 255) T2("pitch over the maximum", c.dstPitch = (size_t)1 << 31; c.Height = 1) T2("pitch the maximum", c.dstPitch = 0x7fffffff; c.Height = 1) T2("host pitch over the maximum", c.srcPitch = (size_t)1 << 31; c.Height = 1) U2("unaligned", c.dstXInBytes = 3; c.srcXInBytes = 1) U2("unaligned over", c.dstY = 255) U2("unaligned pitch over the maximum", c.dstPitch = (size_t)1 << 31; c.Height = 1)
    MUdeviceptr p = 0x77; size_t pt = 77;
    size_t ws[] = {1, 4, 100, 511, 512, 513, 1000, 4096, 100000};
    for (int i = 0; i < 9; i++) { OC("pitch", muMemAllocPitch(&p, &pt, ws[i], 3, 4));
    SAY("width %zu: pitch %s", ws[i], pt >= ws[i] && pt % 16 == 0 ? "suits" : "does not");
    size_t z; OK(muMemGetAddressRange(NULL, &z, p)); SAY("size is %s", z == pt * 3 ? "pitch x height" : z > pt * 3 ? "more" : "less");
    OK(muMemFree(p)); }
    for (unsigned k = 0; k < 34; k += k < 9 ? 1 : 4) { char l[32];
    snprintf(l, 32, "element %u", k); p = 0x77; pt = 77; OC(l, muMemAllocPitch(&p, &pt, 64, 2, k));
    SAY("out %s, pitch %s", p == 0x77 ? "untouched" : p ? "set" : "zero", pt == 77 ? "untouched" : pt == 0 ? "zero" : pt < 64 ? "less" : "set");
    }
    OC("pitch width 0", muMemAllocPitch(&p, &pt, 0, 2, 4)); SAY("out %s", p ? "set" : "zero");
    OC("pitch height 0", muMemAllocPitch(&p, &pt, 64, 0, 4)); OC("pitch null out", muMemAllocPitch(NULL, &pt, 64, 2, 4));
    OC("pitch null pitch", muMemAllocPitch(&p, NULL, 64, 2, 4));
    OC("pitch too wide", muMemAllocPitch(&p, &pt, (size_t)1 << 40, 2, 4));
    OC("pitch overflow", muMemAllocPitch(&p, &pt, (size_t)1 << 31, (size_t)1 << 40, 4));
    OC("pitch SIZE_MAX", muMemAllocPitch(&p, &pt, ~(size_t)0, 1, 4));
    OC("width at the maximum", muMemAllocPitch(&p, &pt, 0x7fffffff, 1, 4));
    OC("width over the maximum", muMemAllocPitch(&p, &pt, 0x80000000ull, 1, 4));
    unsigned char b[256]; OC("100: HtoD 100", muMemcpyHtoD(e, b, 100));
    OC("HtoD 101", muMemcpyHtoD(e, b, 101)); OC("HtoD 1 at 99", muMemcpyHtoD(e + 99, b, 1));
    OC("HtoD 1 at 100", muMemcpyHtoD(e + 100, b, 1)); OC("HtoD 2 at 99", muMemcpyHtoD(e + 99, b, 2));
    OC("HtoD 0 at 100", muMemcpyHtoD(e + 100, b, 0)); OC("HtoD 0 at 200", muMemcpyHtoD(e + 200, b, 0));
    OC("memset 100", muMemsetD8(e, 1, 100)); OC("memset 101", muMemsetD8(e, 1, 101));
    OC("memset 25 words", muMemsetD32(e, 1, 25)); OC("memset 26 words", muMemsetD32(e, 1, 26));
    OC("memset 1 at 100", muMemsetD8(e + 100, 1, 1)); OC("DtoD 100 to itself", muMemcpyDtoD(e, e, 100));
    OC("DtoD overlap", muMemcpyDtoD(e + 4, e, 96)); OC("range of byte 99", muMemGetAddressRange(NULL, NULL, e + 99));
    OC("range of byte 100", muMemGetAddressRange(&p, NULL, e + 100));
    OC("free byte 0", muMemFree(e));
    OC("range both null, no pointer", muMemGetAddressRange(NULL, NULL, 0));
    OC("range both null, unknown", muMemGetAddressRange(NULL, NULL, 0x1000));
    return 0;
}
