/* Occupancy of clusters. */
#include "oc.h"
static const char *ptx = OC_PTX OC_NOP OC_STORE ".visible .global .texref tex;\n.visible .global .surfref sur;\n.visible .global .u32 g;\n";
    static const char *cl = ".version 7.8\n.target sm_90\n.address_size 64\n.visible .entry k() { ret; }\n.visible .entry r(.param .u64 p) .reqnctapercluster 2, 1, 1 { ret; }\n.visible .entry sm() { .shared .align 4 .b8 s[40000]; .reg .b32 %r<1>; ld.shared.u32 %r0, [s]; st.shared.u32 [s+4], %r0; ret; }\n";
    int main(void) { MUcontext c; size_t z; int v = -7; unsigned u = 77;
    oc_A = oc_ctx(); alarm(40); MUtexref tr = 0; MUsurfref sr = 0;
    MUmodule cm; MUfunction k, r, sm; OK(muModuleLoadData(&cm, cl));
    OK(muModuleGetFunction(&k, cm, "k")); OK(muModuleGetFunction(&r, cm, "r"));
    OK(muModuleGetFunction(&sm, cm, "sm")); MUlaunchAttribute at;
    MUlaunchConfig cfg; memset(&cfg, 0, sizeof cfg); cfg.gridDimX = cfg.gridDimY = cfg.gridDimZ = 1;
    cfg.blockDimY = cfg.blockDimZ = 1; cfg.attrs = &at; cfg.numAttrs = 1;
    memset(&at, 0, sizeof at); at.id = 4; at.value.clusterDim.y = at.value.clusterDim.z = 1;
    MUfunction fs[] = {k, sm}; for (int q = 0; q < 2; q++) for (int sz = 1; sz <= 16; sz++) for (int b = 32; b <= 1024; b *= 4) { at.value.clusterDim.x = sz;
    cfg.gridDimX = sz; cfg.blockDimX = b; if (sz > 8) OK(muFuncSetAttribute(fs[q], 14, 1));
    int n = -7; MUresult rr = muOccupancyMaxActiveClusters(&n, fs[q], &cfg);
    SAY("%s clusters of %d, block %d: %s, %d", q ? "shared" : "plain", sz, b, oc_name(rr), n);
    }
    for (int b = 32; b <= 1024; b *= 4) { cfg.numAttrs = 0; cfg.blockDimX = b;
    cfg.gridDimX = 1; int n = -7; MUresult rr = muOccupancyMaxPotentialClusterSize(&n, k, &cfg);
    SAY("potential of %d: %s, %d", b, oc_name(rr), n); for (int sh = 0; sh <= 200000; sh += 50000) { cfg.sharedMemBytes = sh;
    if (sh > 48000) OK(muFuncSetAttribute(k, 8, sh)); rr = muOccupancyMaxPotentialClusterSize(&n, k, &cfg);
    SAY("potential of %d, %d bytes: %s, %d", b, sh, oc_name(rr), n);
    at.value.clusterDim.x = 2; cfg.numAttrs = 1; cfg.gridDimX = 2;
    rr = muOccupancyMaxActiveClusters(&n, k, &cfg); SAY("clusters of 2, %d threads, %d bytes: %s, %d", b, sh, oc_name(rr), n);
    at.value.clusterDim.x = 4; cfg.gridDimX = 4; rr = muOccupancyMaxActiveClusters(&n, k, &cfg);
    SAY("clusters of 4, %d threads, %d bytes: %s, %d", b, sh, oc_name(rr), n);
    cfg.numAttrs = 0; cfg.gridDimX = 1; } cfg.sharedMemBytes = 0;
    }
 return 0; }
