/* A process forked after muInit: what each class of call says in the child; a fork before it. */
#include "oc.h"
static void child(void) { int v = -7;
    MUdevice d; MUcontext c = (MUcontext)0x77;
    MUdeviceptr p = 0x77;
    const char *s; MUstream st;
    size_t z; OC("child: init", muInit(0));
    OC("child: init flags", muInit(1));
    OC("child: version", muDriverGetVersion(&v));
    OC("child: name", muGetErrorName(1, &s));
    OC("child: count", muDeviceGetCount(&v));
    OC("child: get", muDeviceGet(&d, 0));
    OC("child: get current", muCtxGetCurrent(&c));
    SAY("%s", c == (MUcontext)0x77 ? "untouched" : c ? "set" : "null");
    OC("child: pop", muCtxPopCurrent(&c));
    OC("child: set null", muCtxSetCurrent(NULL));
    OC("child: alloc", muMemAlloc(&p, 64));
    SAY("%s", p == 0x77 ? "untouched" : p ? "set" : "zero");
    OC("child: sync", muCtxSynchronize());
    OC("child: stream", muStreamCreate(&st, 0));
    OC("child: stream flags", muStreamCreate(&st, 99));
    OC("child: query null", muStreamQuery(NULL));
    OC("child: event destroy null", muEventDestroy(NULL));
    OC("child: total", muDeviceTotalMem(&z, 0));
    OC("child: retain", muDevicePrimaryCtxRetain(&c, 0));
    OC("child: destroy null", muCtxDestroy(NULL));
    }
int main(void) { setvbuf(stdout, NULL, _IONBF, 0);
    oc_child("before init", (void (*)(void))oc_dev0);
    MUcontext c = oc_ctx();
    oc_child("after init", child);
    MUdeviceptr p; OC("parent: alloc", muMemAlloc(&p, 64));
    OC("parent: sync", muCtxSynchronize());
    return 0; }
