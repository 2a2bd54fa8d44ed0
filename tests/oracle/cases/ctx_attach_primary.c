/* Attach and detach: counts, order of checks, the primary context, threads. */
#include "oc.h"
static void other(void) { oc_cur("T: start");
    OC("T: detach A, not current here", muCtxDetach(oc_A));
    OC("T: set A", muCtxSetCurrent(oc_A));
    MUcontext c; OC("T: attach", muCtxAttach(&c, 0));
    OC("T: detach", muCtxDetach(oc_A));
    oc_cur("T: after");
    }
int main(void) {
    MUdevice d = oc_dev0();
    MUcontext c = (MUcontext)0x77;
    unsigned f; int on;
    MUdeviceptr p;
    OC("attach with none", muCtxAttach(&c, 0));
    SAY("out %s", c == (MUcontext)0x77 ? "untouched" : c ? "set" : "null");
    OC("attach null out, none", muCtxAttach(NULL, 0));
    OK(muCtxCreate(&oc_A, 0, d));
    OC("attach null out", muCtxAttach(NULL, 0));
    OC("attach flags 1", muCtxAttach(&c, 1));
    OC("attach null, flags 1", muCtxAttach(NULL, 1));
    c = NULL; OC("attach", muCtxAttach(&c, 0));
    SAY("gives %s", oc_which(c));
    OC("attach", muCtxAttach(&c, 0));
    for (int i = 1; i < 5; i++) { char l[32];
    snprintf(l, 32, "detach %d", i);
    OC(l, muCtxDetach(oc_A));
    oc_cur("after"); }
    OK(muCtxCreate(&oc_A, 0, d));
    OK(muCtxCreate(&oc_B, 0, d));
    OC("A B: detach A", muCtxDetach(oc_A));
    OC("A B: detach null", muCtxDetach(NULL));
    oc_cur("after"); OC("A B: detach B", muCtxDetach(oc_B));
    oc_cur("after");
    OC("alloc under A", muMemAlloc(&p, 64));
    OK(muCtxPushCurrent(oc_A));
    OC("A A: detach A", muCtxDetach(oc_A));
    oc_cur("after"); OC("alloc", muMemAlloc(&p, 64));
    OC("detach stale A", muCtxDetach(oc_A));
    OC("attach stale", muCtxAttach(&c, 0));
    oc_popall("left");
    OK(muCtxCreate(&oc_A, 0, d));
    OC("attach", muCtxAttach(&c, 0));
    OC("attach", muCtxAttach(&c, 0));
    OC("destroy attached", muCtxDestroy(oc_A));
    oc_cur("after");
    OK(muDevicePrimaryCtxRetain(&oc_B, d));
    OK(muCtxPushCurrent(oc_B));
    OC("primary: attach", muCtxAttach(&c, 0));
    SAY("gives %s", oc_which(c));
    OC("primary: detach", muCtxDetach(oc_B));
    oc_cur("after"); OK(muDevicePrimaryCtxGetState(d, &f, &on));
    SAY("active %d", on);
    OC("primary: detach again", muCtxDetach(oc_B));
    oc_cur("after"); OK(muDevicePrimaryCtxGetState(d, &f, &on));
    SAY("active %d", on);
    OC("primary: release", muDevicePrimaryCtxRelease(d));
    OC("primary: release again", muDevicePrimaryCtxRelease(d));
    oc_popall("end");
    OK(muCtxCreate(&oc_A, 0, d));
    oc_thread(other);
    oc_cur("M"); OC("M: alloc", muMemAlloc(&p, 64));
    OC("M: detach", muCtxDetach(oc_A));
    oc_cur("M");
    return 0; }
