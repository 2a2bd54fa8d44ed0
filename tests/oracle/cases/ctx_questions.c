/* The rest of the context calls: ids, versions, flags, caches, priorities, order of checks. */
#include "oc.h"
static void inthread(void) { oc_cur("T");
    MUcontext c; unsigned long long a;
    OC("T: id null", muCtxGetId(NULL, &a));
    OC("T: set A", muCtxSetCurrent(oc_A));
    oc_cur("T"); }
int main(void) {
    MUdevice d = oc_dev0(), e = -7;
    unsigned long long i = 77, j;
    unsigned u = 77; int a, b;
    MUcontext c; MUfunc_cache fc;
    MUsharedconfig sc;
    OC("id, none", muCtxGetId(NULL, &i));
    OC("id null out, none", muCtxGetId(NULL, NULL));
    OK(muCtxCreate(&oc_A, MU_CTX_SCHED_SPIN, d));
    OC("id current", muCtxGetId(NULL, &i));
    OC("id A", muCtxGetId(oc_A, &j));
    YES("same", i == j);
    OC("id null out", muCtxGetId(oc_A, NULL));
    OK(muCtxCreate(&oc_B, 0, d));
    OC("id B", muCtxGetId(oc_B, &j));
    YES("differs", i != j);
    OK(muCtxDestroy(oc_B));

    OC("version", muCtxGetApiVersion(oc_A, &u));
    SAY("positive %s", u > 0 ? "yes" : "no");
    OC("version null", muCtxGetApiVersion(oc_A, NULL));
    OC("version current", muCtxGetApiVersion(NULL, &u));
    OC("version of destroyed", muCtxGetApiVersion(oc_B, &u));
    OC("version destroyed, null", muCtxGetApiVersion(oc_B, NULL));
    OC("flags", muCtxGetFlags(&u));
    SAY("0x%x", u); OC("flags null", muCtxGetFlags(NULL));
    OC("device null", muCtxGetDevice(NULL));
    OC("device", muCtxGetDevice(&e));
    SAY("%d", e);
    OC("range", muCtxGetStreamPriorityRange(&a, &b));
    YES("least >= greatest", a >= b);
    OC("range null least", muCtxGetStreamPriorityRange(NULL, &b));
    OC("range null greatest", muCtxGetStreamPriorityRange(&a, NULL));
    OC("range nulls", muCtxGetStreamPriorityRange(NULL, NULL));
    OC("cache null", muCtxGetCacheConfig(NULL));
    OC("shared null", muCtxGetSharedMemConfig(NULL));
    OC("cache", muCtxGetCacheConfig(&fc));
    SAY("%d", fc); for (int k = -1; k < 6; k++) { MUresult r = muCtxSetCacheConfig((MUfunc_cache)k);
    muCtxGetCacheConfig(&fc);
    SAY("set cache %d: %s, now %d", k, oc_name(r), fc);
    }
    OC("get current null", muCtxGetCurrent(NULL));
    OC("pop null", muCtxPopCurrent(NULL));
    OC("pop null again", muCtxPopCurrent(NULL));
    OC("pop", muCtxPopCurrent(&c));
    OC("sync", muCtxSynchronize());
    oc_thread(inthread);
    OC("create null", muCtxCreate(NULL, 0, d));
    OC("create null bad flags", muCtxCreate(NULL, 0x1000, d));
    OC("create null bad device", muCtxCreate(NULL, 0, 99));
    for (unsigned k = 0; k < 6; k++) { MUcontext x = (MUcontext)0x77;
    MUresult r = muCtxCreate(&x, 1u << k, d);
    SAY("flags 0x%x: %s", 1u << k, oc_name(r));
    if (!r) { OK(muCtxGetFlags(&u));
    SAY(" read 0x%x", u);
    OK(muCtxDestroy(x));
    } }
    OC("reset L2", muCtxResetPersistingL2Cache());
    OK(muCtxSetCurrent(oc_A));
    OC("reset L2", muCtxResetPersistingL2Cache());
    return 0; }
