/* Blocks and clusters that a kernel requires, when something else is asked for. */
#include "oc.h"
static const char *ptx = ".version 7.8\n.target sm_90\n.address_size 64\n.visible .entry rq(.param .u64 p) .reqntid 32, 2, 1 { .reg .b64 %d<2>; .reg .b32 %r<4>; ld.param.u64 %d0, [p]; cvta.to.global.u64 %d1, %d0; mov.u32 %r0, %ntid.x; mov.u32 %r1, %ntid.y; mov.u32 %r2, %nctaid.x; st.global.u32 [%d1], %r0; st.global.u32 [%d1+4], %r1; st.global.u32 [%d1+8], %r2; ret; }\n.visible .entry nop() { ret; }\n.visible .entry cl2() .reqnctapercluster 2, 1, 1 { ret; }\n";
int main(void) {
    oc_ctx(); MUfunction f = oc_fn(ptx, "rq"), n, c; MUmodule m; OK(muFuncGetModule(&m, f)); OK(muModuleGetFunction(&n, m, "nop")); OK(muModuleGetFunction(&c, m, "cl2"));
    MUdeviceptr p; OK(muMemAlloc(&p, 64)); void *a[] = { &p }; unsigned v[3];
    unsigned b[][3] = { { 32, 2, 1 }, { 1, 1, 1 }, { 64, 1, 1 }, { 2, 1, 1 }, { 1, 2, 1 }, { 32, 1, 1 } };
    for (int i = 0; i < 6; i++) { OK(muMemsetD32(p, 0, 4)); MUresult r = muLaunchKernel(f, 3, 1, 1, b[i][0], b[i][1], b[i][2], 0, NULL, a, NULL), q = muCtxSynchronize(); OK(muMemcpyDtoH(v, p, 12)); SAY("block %u %u %u: %s, %s, %u x %u, grid %u", b[i][0], b[i][1], b[i][2], oc_name(r), oc_name(q), v[0], v[1], v[2]); }
    int i = -7; OC("must be set, required", muFuncGetAttribute(&i, (MUfunction_attribute)10, c)); SAY("%d", i); OC("required width", muFuncGetAttribute(&i, (MUfunction_attribute)11, c)); SAY("%d", i);
    MUlaunchConfig g; MUlaunchAttribute at; memset(&g, 0, sizeof g); memset(&at, 0, sizeof at); at.id = MU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION; at.value.clusterDim.x = 2; at.value.clusterDim.y = at.value.clusterDim.z = 1;
    struct { const char *l; MUfunction f; unsigned gx, bx, sh, n; } t[] = { { "plain", n, 8, 32, 0, 0 }, { "of two", n, 8, 32, 0, 1 }, { "required", c, 8, 32, 0, 0 }, { "no grid", n, 0, 32, 0, 1 }, { "grid too large", n, 0xffffffffu, 32, 0, 1 }, { "grid too large, plain", n, 0xffffffffu, 32, 0, 0 }, { "no threads", n, 8, 0, 0, 1 }, { "too many threads", n, 8, 1025, 0, 1 }, { "too much shared memory", n, 8, 32, 300000, 1 }, { "odd grid", n, 7, 32, 0, 1 }, { "required, odd grid", c, 7, 32, 0, 0 } };
    for (int k = 0; k < 11; k++) { g.gridDimX = t[k].gx; g.gridDimY = g.gridDimZ = 1; g.blockDimX = t[k].bx; g.blockDimY = g.blockDimZ = 1; g.sharedMemBytes = t[k].sh; g.attrs = &at; g.numAttrs = t[k].n; int x = -7, y = -7;
        MUresult r = muOccupancyMaxActiveClusters(&x, t[k].f, &g), q = muOccupancyMaxPotentialClusterSize(&y, t[k].f, &g); SAY("%s: active %s %s, size %s %d", t[k].l, oc_name(r), x == -7 ? "untouched" : x ? "some" : "none", oc_name(q), y); }
    int w = -7; OC("blocks, shared memory of 2^40", muOccupancyMaxActiveBlocksPerMultiprocessor(&w, n, 32, (size_t)1 << 40)); SAY("%s", w > 0 ? "some" : "none");
    return 0;
}
