/* Attribute 3 and friends, alone in plain launches; null-stream queries. */
#include "oc.h"
int main(void) { oc_ctx();
    MUfunction f = oc_fn(OC_PTX OC_NOP, "nop");
    MUlaunchConfig c;
    MUlaunchAttribute a[2];
    memset(&c, 0, sizeof c);
    memset(a, 0, sizeof a);
    c.gridDimX = c.gridDimY = c.gridDimZ = c.blockDimX = c.blockDimY = c.blockDimZ = 1;
    c.attrs = a; c.numAttrs = 2;
    a[0].id = 0; a[1].id = 3;
    a[1].value.syncPolicy = 1;
    OC("policy auto", muLaunchKernelEx(&c, f, NULL, NULL));
    a[1].id = 99; OC("99", muLaunchKernelEx(&c, f, NULL, NULL));
    a[1].id = 9; OC("9", muLaunchKernelEx(&c, f, NULL, NULL));
    a[1].id = 10; *(int *)&a[1].value = 5;
    OC("domain 5", muLaunchKernelEx(&c, f, NULL, NULL));
    a[1].id = 6; *(int *)&a[1].value = 2;
    OC("programmatic 2", muLaunchKernelEx(&c, f, NULL, NULL));
    c.gridDimX = 0; a[1].id = 99;
    OC("99 and zero grid", muLaunchKernelEx(&c, f, NULL, NULL));
    OC("sync", muCtxSynchronize());
    return 0; }
