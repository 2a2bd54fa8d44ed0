/* Attributes of streams at their ends: windows, domains of memory order, policies; words of every kind of memory. */
#include "oc.h"
int main(void) {
    oc_ctx(); MUstream s; OK(muStreamCreate(&s, 0)); MUstreamAttrValue v;
    size_t bytes[] = { 0, 100, 65536, (size_t)1 << 40 }; float ratios[] = { 0, 1, 1.5f, -0.5f }; int props[] = { -1, 0, 1, 2, 3, 9 };
    for (int b = 0; b < 4; b++) for (int r = 0; r < 4; r++) for (int h = 0; h < 6; h++) for (int m = 0; m < 6; m++) {
        if (r > 1 && (h || m > 1)) continue; memset(&v, 0, sizeof v);
        v.accessPolicyWindow.num_bytes = bytes[b]; v.accessPolicyWindow.hitRatio = ratios[r]; v.accessPolicyWindow.hitProp = (MUaccessProperty)props[h]; v.accessPolicyWindow.missProp = (MUaccessProperty)props[m];
        MUresult e = muStreamSetAttribute(s, MU_STREAM_ATTRIBUTE_ACCESS_POLICY_WINDOW, &v);
        SAY("window %zu %g %d %d: %s", bytes[b], ratios[r], props[h], props[m], oc_name(e)); }
    for (int id = 0; id < 20; id++) { memset(&v, 0x55, sizeof v); MUresult e = muStreamGetAttribute(s, (MUstreamAttrID)id, &v); SAY("get %d: %s", id, oc_name(e)); }
    for (int d = 0; d < 6; d++) for (int r = 0; r < 6; r++) { memset(&v, 0, sizeof v); ((unsigned char *)&v)[0] = d; ((unsigned char *)&v)[1] = r; MUresult e = muStreamSetAttribute(s, (MUstreamAttrID)9, &v);
        memset(&v, 0, sizeof v); OK(muStreamGetAttribute(s, (MUstreamAttrID)9, &v)); SAY("domains %d %d: %s, now %d %d", d, r, oc_name(e), ((unsigned char *)&v)[0], ((unsigned char *)&v)[1]); }
    for (int d = -1; d < 4; d++) { memset(&v, 0, sizeof v); *(int *)&v = d; MUresult e = muStreamSetAttribute(s, (MUstreamAttrID)10, &v); memset(&v, 0, sizeof v); OK(muStreamGetAttribute(s, (MUstreamAttrID)10, &v)); SAY("domain %d: %s, now %d", d, oc_name(e), *(int *)&v); }
    for (int d = -2; d < 7; d++) { memset(&v, 0, sizeof v); *(int *)&v = d; MUresult e = muStreamSetAttribute(s, MU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, &v); memset(&v, 0, sizeof v); OK(muStreamGetAttribute(s, MU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, &v)); SAY("policy %d: %s, now %d", d, oc_name(e), *(int *)&v); }
    MUstream t; OK(muStreamCreate(&t, 0)); OC("copy", muStreamCopyAttributes(t, s)); memset(&v, 0, sizeof v); OK(muStreamGetAttribute(t, (MUstreamAttrID)9, &v)); SAY("copied %d %d", ((unsigned char *)&v)[0], ((unsigned char *)&v)[1]);
    MUdeviceptr dev, pool, man, reg; void *host; static char page[8192] __attribute__((aligned(4096))); char *heap = malloc(64);
    OK(muMemAlloc(&dev, 64)); OK(muMemAllocAsync(&pool, 64, s)); OK(muStreamSynchronize(s)); OK(muMemAllocManaged(&man, 64, 1)); OK(muMemHostAlloc(&host, 64, 0)); OK(muMemHostRegister(page, 4096, 0)); reg = (MUdeviceptr)(uintptr_t)page;
    struct { const char *n; MUdeviceptr p; } k[] = { { "device", dev }, { "pool", pool }, { "managed", man }, { "pinned", (MUdeviceptr)(uintptr_t)host }, { "registered", reg }, { "heap", (MUdeviceptr)(uintptr_t)heap }, { "null", 0 } };
    for (int i = 0; i < 7; i++) { char l[64];
        sprintf(l, "write 32 %s", k[i].n); OC(l, muStreamWriteValue32(s, k[i].p, 0, 0)); sprintf(l, "write 64 %s", k[i].n); OC(l, muStreamWriteValue64(s, k[i].p, 0, 0));
        sprintf(l, "wait 32 %s", k[i].n); OC(l, muStreamWaitValue32(s, k[i].p, 0, 0)); sprintf(l, "wait flush %s", k[i].n); OC(l, muStreamWaitValue32(s, k[i].p, 0, 1u << 30));
        sprintf(l, "write 64 %s + 60", k[i].n); OC(l, muStreamWriteValue64(s, k[i].p + 60, 0, 0)); sprintf(l, "write 32 %s + 60", k[i].n); OC(l, muStreamWriteValue32(s, k[i].p ? k[i].p + 60 : 0, 0, 0)); }
    OC("sync", muStreamSynchronize(s));
    return 0;
}
