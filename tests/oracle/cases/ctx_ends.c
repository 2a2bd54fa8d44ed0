/* Ends of contexts: destroy from every place of the stack, other threads, what goes with it, primary contexts among threads. */
#include "oc.h"
static MUcontext mk(void) { MUcontext c; OK(muCtxCreate(&c, 0, 0)); return c; }
    static void s1(void) { oc_dev0(); oc_A = mk(); oc_B = mk(); OC("A B: destroy A", muCtxDestroy(oc_A));
    oc_cur("after"); OC("destroy B", muCtxDestroy(oc_B)); oc_cur("after");
    MUdeviceptr p; OC("alloc", muMemAlloc(&p, 4)); OC("destroy A again", muCtxDestroy(oc_A));
    oc_popall("left");  }
    static void s2(void) { oc_dev0(); oc_A = mk(); OK(muCtxPushCurrent(oc_A));
    OK(muCtxPushCurrent(oc_A)); OC("A A A: destroy", muCtxDestroy(oc_A));
    oc_cur("after"); oc_popall("left"); }
    static void s3(void) { oc_dev0(); oc_A = mk(); oc_B = mk(); OK(muCtxPushCurrent(oc_A));
    oc_C = mk(); OC("A B A C: destroy A", muCtxDestroy(oc_A)); oc_cur("after");
    OC("destroy B", muCtxDestroy(oc_B)); oc_cur("after"); OC("sync", muCtxSynchronize());
    OC("destroy C", muCtxDestroy(oc_C)); oc_cur("after"); MUdevice d = 77;
    OC("device", muCtxGetDevice(&d)); SAY("%d", d); unsigned f = 77;
    OC("flags", muCtxGetFlags(&f)); OC("sync", muCtxSynchronize());
    OC("limit", muCtxGetLimit((size_t *)&oc_C, 0)); unsigned long long id = 77;
    OC("id", muCtxGetId(NULL, &id)); OC("set null", muCtxSetCurrent(NULL));
    oc_cur("after"); oc_popall("left"); }
    static void s4(void) { oc_dev0(); oc_A = mk(); oc_B = mk(); OC("set A over B", muCtxSetCurrent(oc_A));
    OC("destroy B, on no stack", muCtxDestroy(oc_B)); oc_cur("after");
    OC("destroy A", muCtxDestroy(oc_A)); oc_popall("left"); }
static MUdeviceptr tp; static pthread_barrier_t br;
    static void *th(void *u) { OC("T: set A", muCtxSetCurrent(oc_A));
    OK(muCtxPushCurrent(oc_B)); OK(muCtxPushCurrent(oc_A)); pthread_barrier_wait(&br);
    pthread_barrier_wait(&br); oc_cur("T: A gone"); MUdeviceptr p;
    MUdevice d = 7; OC("T: alloc", muMemAlloc(&p, 4)); OC("T: device", muCtxGetDevice(&d));
    OC("T: sync", muCtxSynchronize()); OC("T: free", muMemFree(tp));
    OC("T: push B", muCtxPushCurrent(oc_B)); OC("T: alloc", muMemAlloc(&p, 4));
    oc_popall("T"); OC("T: set A", muCtxSetCurrent(oc_A) ? 201 : 0);
    return NULL; }
    static void s5(void) { oc_dev0(); oc_A = mk(); OK(muMemAlloc(&tp, 64));
    oc_B = mk(); pthread_t t; pthread_barrier_init(&br, NULL, 2);
    pthread_create(&t, NULL, th, NULL); pthread_barrier_wait(&br);
    OC("M: destroy A", muCtxDestroy(oc_A)); oc_cur("M"); pthread_barrier_wait(&br);
    pthread_join(t, NULL); oc_cur("M: after"); }
    static void *rel(void *u) { MUcontext c; OC("T: retain", muDevicePrimaryCtxRetain(&c, 0));
    YES("T: same", c == oc_A); oc_cur("T"); OC("T: set", muCtxSetCurrent(c));
    MUdeviceptr p; OC("T: alloc", muMemAlloc(&p, 4)); OC("T: release", muDevicePrimaryCtxRelease(0));
    OC("T: alloc still", muMemAlloc(&p, 4)); OC("T: release main's", muDevicePrimaryCtxRelease(0));
    OC("T: alloc", muMemAlloc(&p, 4)); oc_cur("T: stays"); return NULL;
    }
    static void s6(void) { oc_dev0(); OK(muDevicePrimaryCtxRetain(&oc_A, 0));
    OK(muCtxSetCurrent(oc_A)); pthread_t t; pthread_create(&t, NULL, rel, NULL);
    pthread_join(t, NULL); MUdeviceptr p; OC("M: alloc", muMemAlloc(&p, 4));
    OC("M: release", muDevicePrimaryCtxRelease(0)); OC("M: retain", muDevicePrimaryCtxRetain(&oc_B, 0));
    YES("same handle", oc_B == oc_A); OC("M: alloc", muMemAlloc(&p, 4));
    }
    static void s7(void) { oc_dev0(); unsigned f; int a; MUcontext c;
    MUdeviceptr p; for (int i = 0; i < 3; i++) OK(muDevicePrimaryCtxRetain(&oc_A, 0));
    OK(muCtxPushCurrent(oc_A)); OK(muMemAlloc(&p, 64)); MUstream s;
    OK(muStreamCreate(&s, 0)); OC("reset", muDevicePrimaryCtxReset(0));
    OK(muDevicePrimaryCtxGetState(0, &f, &a)); SAY("active %d flags %x", a, f);
    oc_cur("after"); OC("alloc", muMemAlloc(&p, 4)); OC("free", muMemFree(p));
    OC("reset again", muDevicePrimaryCtxReset(0)); OC("release", muDevicePrimaryCtxRelease(0));
    OK(muDevicePrimaryCtxGetState(0, &f, &a)); SAY("active %d", a);
    OC("retain", muDevicePrimaryCtxRetain(&c, 0)); YES("same", c == oc_A);
    OK(muDevicePrimaryCtxGetState(0, &f, &a)); SAY("active %d", a);
    OC("alloc", muMemAlloc(&p, 4)); for (int i = 0; i < 4; i++) { OC("release", muDevicePrimaryCtxRelease(0));
    OK(muDevicePrimaryCtxGetState(0, &f, &a)); SAY("active %d", a);
    } OC("set flags", muDevicePrimaryCtxSetFlags(0, 4)); OC("reset", muDevicePrimaryCtxReset(0));
    OK(muDevicePrimaryCtxGetState(0, &f, &a)); SAY("active %d flags %x", a, f);
    OC("set flags 0x1000", muDevicePrimaryCtxSetFlags(0, 0x1000));
    OC("set flags 3", muDevicePrimaryCtxSetFlags(0, 3)); OC("set flags bad device", muDevicePrimaryCtxSetFlags(99, 0x1000));
    OC("reset bad", muDevicePrimaryCtxReset(99)); OC("release bad", muDevicePrimaryCtxRelease(99));
    OC("retain null", muDevicePrimaryCtxRetain(NULL, 0)); OC("retain null bad", muDevicePrimaryCtxRetain(NULL, 99));
    }
static MUresult cbr; static int ran; static void hf(void *u) { usleep(200000); ran = 1; }
static void s8(void) { oc_A = oc_ctx(); MUdeviceptr p, q, m, fd; void *h, *h2; static char rg[4096]; MUstream s; MUevent e; MUarray ar; MUmodule mo; MUfunction f, sp; MUtexObject tx; unsigned v; OK(muMemAlloc(&p, 64)); OK(muMemAllocAsync(&q, 64, NULL)); OK(muMemsetD32Async(q, 8, 4, NULL)); OK(muMemAllocManaged(&m, 64, 1)); OK(muMemHostAlloc(&h, 64, 0)); OK(muMemHostAlloc(&h2, 64, 1)); OK(muMemHostRegister(rg, 4096, 1)); OK(muStreamCreate(&s, 0)); OK(muEventCreate(&e, 0)); OK(muModuleLoadData(&mo, OC_PTX OC_NOP)); OK(muModuleGetFunction(&f, mo, "nop")); MUlibrary L; MUkernel k; OK(muLibraryLoadData(&L, OC_PTX OC_NOP, 0, 0, 0, 0, 0, 0)); OK(muLibraryGetKernel(&k, L, "nop")); MUfunction kf; OK(muKernelGetFunction(&kf, k)); MUlinkState l; OK(muLinkCreate(0, 0, 0, &l)); OK(muLaunchHostFunc(s, hf, NULL)); OC("destroy", muCtxDestroy(oc_A)); YES("host function had run", ran); oc_B = mk(); OC("free device", muMemFree(p)); OC("copy device", muMemcpyDtoH(&v, p, 4)); OC("copy pool", muMemcpyDtoH(&v, q, 4)); SAY("%u", v); OC("free managed", muMemFree(m)); OC("free host", muMemFreeHost(h)); OC("free portable", muMemFreeHost(h2)); OC("unregister", muMemHostUnregister(rg)); OC("module unload", muModuleUnload(mo)); OC("get function", muModuleGetFunction(&f, mo, "nop")); OC("launch", oc_go(f, NULL, NULL)); OC("function attribute", muFuncGetAttribute((int *)&v, 0, f)); OC("kernel launch", oc_go((MUfunction)k, NULL, NULL)); OC("kernel's function of A", oc_go(kf, NULL, NULL)); OC("kernel's function", muKernelGetFunction(&kf, k)); OC("launch it", oc_go(kf, NULL, NULL)); OC("library unload", muLibraryUnload(L)); OC("free async pool", muMemFreeAsync(q, NULL)); OC("sync", muCtxSynchronize()); }
    int main(void) { oc_child("below the top", s1); oc_child("thrice", s2);
    oc_child("between", s3); oc_child("on no stack", s4); oc_child("another thread", s5);
    oc_child("primary among threads", s6); oc_child("primary reset", s7);
    oc_child("what goes with it", s8); return 0; }
