/* Reset of the primary context: counts, flags, currents, objects; released to zero while current in another thread. */
#include "oc.h"
static MUdevice d;
static void st(const char *l) { unsigned f = 77;
    int on = 77; OK(muDevicePrimaryCtxGetState(d, &f, &on));
    SAY("%s: active %d, flags 0x%x", l, on, f);
    }
static void *thr(void *u) { OK(muDevicePrimaryCtxRelease(d));
    return NULL; }
int main(void) {
    d = oc_dev0(); MUdeviceptr p, q;
    MUstream s; MUcontext c;
    unsigned f;
    OK(muDevicePrimaryCtxSetFlags(d, MU_CTX_SCHED_SPIN));
    st("flags set"); OC("reset inactive", muDevicePrimaryCtxReset(d));
    st("after");
    OK(muDevicePrimaryCtxRetain(&oc_A, d));
    OK(muDevicePrimaryCtxRetain(&oc_A, d));
    OK(muCtxPushCurrent(oc_A));
    OK(muMemAlloc(&p, 64));
    OK(muStreamCreate(&s, 0));
    OK(muDevicePrimaryCtxSetFlags(d, MU_CTX_SCHED_YIELD));
    st("yield");
    OC("reset", muDevicePrimaryCtxReset(d));
    st("after reset");
    oc_cur("after reset");
    OC("alloc", muMemAlloc(&q, 64));
    OC("free the old", muMemFree(p));
    OC("flags of it", muCtxGetFlags(&f));
    OC("sync", muCtxSynchronize());
    OC("release 1", muDevicePrimaryCtxRelease(d));
    st("1"); OC("release 2", muDevicePrimaryCtxRelease(d));
    st("2"); OC("release 3", muDevicePrimaryCtxRelease(d));
    OC("retain", muDevicePrimaryCtxRetain(&c, d));
    YES("same handle", c == oc_A);
    st("retained"); OC("alloc through the old entry", muMemAlloc(&q, 64));
    OC("free", muMemFree(q));
    OC("retain", muDevicePrimaryCtxRetain(&c, d));
    OC("reset", muDevicePrimaryCtxReset(d));
    OC("retain after reset", muDevicePrimaryCtxRetain(&c, d));
    st("count is"); OC("release", muDevicePrimaryCtxRelease(d));
    st("1"); OC("release", muDevicePrimaryCtxRelease(d));
    st("2"); OC("release", muDevicePrimaryCtxRelease(d));
    st("3"); OC("release", muDevicePrimaryCtxRelease(d));
    OC("retain", muDevicePrimaryCtxRetain(&c, d));
    pthread_t t; pthread_create(&t, 0, thr, 0);
    pthread_join(t, 0);
    st("released by a thread");
    oc_cur("M"); OC("M: alloc", muMemAlloc(&q, 64));
    OC("M: pop", muCtxPopCurrent(&c));
    oc_cur("M");
    OC("push inactive", muCtxPushCurrent(oc_A) == MUSA_SUCCESS ? 0 : 1);
    oc_popall("end");
    OC("set inactive", muCtxSetCurrent(oc_A) == MUSA_SUCCESS ? 0 : 1);
    oc_popall("end");
    OC("destroy inactive primary", muCtxDestroy(oc_A));
    OC("reset bad", muDevicePrimaryCtxReset(99));
    OC("reset -1", muDevicePrimaryCtxReset(-1));
    return 0; }
