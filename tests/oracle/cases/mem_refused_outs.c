/* What refused calls leave in the places for their answers. */
#include "oc.h"
static const char *st(unsigned long long v, unsigned long long was) { return v == was ? "untouched" : v ? "set" : "zero"; }
static void all(const char *at) {
    MUdeviceptr p = 0x77; size_t z = 77, y = 77; void *h = (void *)0x77; MUresult r; MUgraph g = (MUgraph)0x77;
    SAY("-- %s", at);
    r = muMemGetInfo(&z, &y); SAY("info: %s, %s %s", oc_name(r), st(z, 77), st(y, 77));
    r = muMemAllocHost(&h, (size_t)1 << 50); SAY("alloc host: %s, %s", oc_name(r), st((uintptr_t)h, 0x77)); h = (void *)0x77;
    r = muMemHostAlloc(&h, 4, 0x100); SAY("host alloc, flags: %s, %s", oc_name(r), st((uintptr_t)h, 0x77)); h = (void *)0x77;
    OC("host alloc, null", muMemHostAlloc(NULL, 4, 0));
    r = muMemHostGetDevicePointer(&p, (void *)0x100000, 0); SAY("device pointer: %s, %s", oc_name(r), st(p, 0x77)); p = 0x77;
    r = muMemHostGetDevicePointer(&p, NULL, 9); SAY("device pointer of null, flags: %s, %s", oc_name(r), st(p, 0x77)); p = 0x77;
    r = muModuleGetGlobal(&p, &z, NULL, "x"); SAY("global: %s, %s %s", oc_name(r), st(p, 0x77), st(z, 77)); p = 0x77; z = 77;
    r = muMemAllocPitch(&p, &z, 100, (size_t)1 << 50, 4); SAY("pitched, no room: %s, %s %zu", oc_name(r), st(p, 0x77), z); p = 0x77; z = 77;
    r = muMemAllocPitch(&p, &z, 100, 4, 3); SAY("pitched, element: %s, %s %zu", oc_name(r), st(p, 0x77), z); p = 0x77; z = 77;
    r = muStreamEndCapture(NULL, &g); SAY("end capture: %s, %s", oc_name(r), st((uintptr_t)g, 0x77));
    MUmemLocation l = { MU_MEM_LOCATION_TYPE_DEVICE, 0 }; unsigned long long f = 77;
    r = muMemGetAccess((void *)&f, &l, 0); SAY("access at null: %s, %s", oc_name(r), st(f, 77)); f = 77;
    r = muMemGetAccess((void *)&f, &l, 0x1000); SAY("access at 0x1000: %s, %s", oc_name(r), st(f, 77)); f = 77;
    l.id = 99; r = muMemGetAccess((void *)&f, &l, 0x1000); SAY("access, bad device: %s, %s", oc_name(r), st(f, 77));
}
static void before(void) { all("before"); }
static void none(void) { OK(muInit(0)); all("none current"); }
static void one(void) { oc_ctx(); all("one current");
    MUdeviceptr p, q; OK(muMemAlloc(&p, 4096)); OK(muMemAlloc(&q, 4096)); static char host[64];
    MUmemLocation l = { MU_MEM_LOCATION_TYPE_DEVICE, 0 }; unsigned long long f = 77;
    OC("access to device memory", muMemGetAccess((void *)&f, &l, p)); SAY("%llu", f);
    void *d[3]; unsigned long long v[3]; MUpointer_attribute a[3] = { MU_POINTER_ATTRIBUTE_HOST_POINTER, MU_POINTER_ATTRIBUTE_RANGE_START_ADDR, MU_POINTER_ATTRIBUTE_DEVICE_POINTER };
    for (int i = 0; i < 3; i++) v[i] = 0x77, d[i] = &v[i];
    OC("several of an unknown one", muPointerGetAttributes(3, a, d, (MUdeviceptr)(uintptr_t)host));
    SAY("host pointer %s, start %s, device pointer %s", v[0] == (uintptr_t)host ? "itself" : st(v[0], 0x77), st(v[1], 0x77), st(v[2], 0x77));
    unsigned u = 77; OK(muPointerGetAttribute(&u, MU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p)); SAY("copies of fresh memory wait: %u", u);
    OK(muMemcpyHtoD(p, host, 64)); OK(muPointerGetAttribute(&u, MU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p)); SAY("once copied to: %u", u);
    OK(muMemcpyDtoH(host, p, 64)); OK(muPointerGetAttribute(&u, MU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p)); SAY("once copied from: %u", u);
    OK(muMemcpyDtoD(q, p, 64)); OK(muPointerGetAttribute(&u, MU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p)); SAY("once copied from by the device: %u", u);
    OK(muPointerGetAttribute(&u, MU_POINTER_ATTRIBUTE_SYNC_MEMOPS, q)); SAY("once copied to by the device: %u", u);
    OK(muMemsetD8(p, 1, 64)); OK(muPointerGetAttribute(&u, MU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p)); SAY("once filled: %u", u);
    OK(muCtxSynchronize()); OK(muPointerGetAttribute(&u, MU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p)); SAY("once synchronised: %u", u);
    MUdeviceptr w; OK(muMemAlloc(&w, 64)); OK(muPointerGetAttribute(&u, MU_POINTER_ATTRIBUTE_SYNC_MEMOPS, w)); SAY("other memory: %u", u);
    OK(muMemFree(p)); OK(muMemAlloc(&p, 4096)); OK(muPointerGetAttribute(&u, MU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p)); SAY("allocated anew: %u", u);
}
int main(void) { oc_child("before", before); oc_child("none", none); oc_child("one", one); return 0; }
