/* Occupancy to the number: registers, static and dynamic shared memory, block sizes, clusters. */
#include "oc.h"
int main(void) { oc_ctx();
    MUmodule m; OK(muModuleLoadData(&m, ".version 7.8\n.target sm_90\n.address_size 64\n" OC_NOP ".visible .entry s1k() { .reg .b32 %r<1>; .shared .align 4 .b8 s[1024]; ld.shared.u32 %r0, [s]; st.shared.u32 [s+4], %r0; ret; }\n.visible .entry s20k() { .reg .b32 %r<1>; .shared .align 4 .b8 s[20000]; ld.shared.u32 %r0, [s]; st.shared.u32 [s+4], %r0; ret; }\n.visible .entry c2() .reqnctapercluster 2 { ret; }\n"));
    const char *n[] = {"nop", "s1k", "s20k", "c2"};
    int blocks[] = {1, 31, 32, 33, 64, 96, 128, 192, 256, 384, 512, 768, 1000, 1024};
    size_t dyn[] = {0, 1, 1000, 1024, 8192, 16384, 40000, 49152, 100000, 232448};
    MUfunction f;
  for (int k = 0; k < 4; k++) { OK(muModuleGetFunction(&f, m, n[k]));
    for (int r = 0; r < 2; r++) { if (r) { int st;
    OK(muFuncGetAttribute(&st, 1, f));
    OK(muFuncSetAttribute(f, 8, 232448 - st));
    } for (int b = 0; b < 14; b++) { char line[256];
    int o = 0; for (int d = 0; d < 10; d++) { int v = -7;
    MUresult q = muOccupancyMaxActiveBlocksPerMultiprocessor(&v, f, blocks[b], dyn[d]);
    o += snprintf(line + o, 256 - o, " %d%s", v, q ? "!" : "");
    } SAY("%s%s %d:%s", n[k], r ? " raised" : "", blocks[b], line);
    } }
    for (int c = 0; c < 5; c++) { int cs[] = {-1, 0, 25, 50, 100};
    MUresult q = muFuncSetAttribute(f, 9, cs[c]);
    char line[256]; int o = 0;
    for (int b = 0; b < 14; b += 3) { int v = -7;
    muOccupancyMaxActiveBlocksPerMultiprocessor(&v, f, blocks[b], 8192);
    o += snprintf(line + o, 256 - o, " %d", v);
    } SAY("%s carve-out %d: %s%s", n[k], cs[c], oc_name(q), line);
    } OK(muFuncSetAttribute(f, 9, -1));
    for (int b = 1; b <= 32; b *= 2) { size_t z = 77;
    MUresult q = muOccupancyAvailableDynamicSMemPerBlock(&z, f, b, 64);
    SAY("%s available %d: %s %zu", n[k], b, oc_name(q), q ? 0 : z);
    }
    for (size_t d = 0; d < 100000; d += 33000) { int g, b;
    MUresult q = muOccupancyMaxPotentialBlockSize(&g, &b, f, NULL, d, 0);
    SAY("%s potential %zu: %s %d %d", n[k], d, oc_name(q), g, b);
    }
    MUlaunchConfig c;
    MUlaunchAttribute a;
    memset(&c, 0, sizeof c);
    memset(&a, 0, sizeof a);
    c.gridDimX = 64; c.gridDimY = c.gridDimZ = 1;
    c.blockDimX = 128;
    c.blockDimY = c.blockDimZ = 1;
    a.id = MU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
    a.value.clusterDim.y = a.value.clusterDim.z = 1;
    c.attrs = &a; c.numAttrs = 1;
    for (int x = 1; x <= 32; x *= 2) { a.value.clusterDim.x = x;
    int v = -7; MUresult q = muOccupancyMaxActiveClusters(&v, f, &c);
    SAY("%s clusters of %d: %s %s", n[k], x, oc_name(q), v == -7 ? "untouched" : v > 0 ? "positive" : "zero");
    } int v = -7; MUresult q = muOccupancyMaxPotentialClusterSize(&v, f, &c);
    SAY("%s cluster size: %s %d", n[k], oc_name(q), v);
    c.numAttrs = 0; q = muOccupancyMaxActiveClusters(&v, f, &c);
    SAY("%s no cluster: %s", n[k], oc_name(q));
    q = muOccupancyMaxPotentialClusterSize(&v, f, &c);
    SAY("%s cluster size, none given: %s %d", n[k], oc_name(q), v);
    OC("null out", muOccupancyMaxActiveClusters(NULL, f, &c));
    OC("null config", muOccupancyMaxActiveClusters(&v, f, NULL));
    OC("null function", muOccupancyMaxActiveClusters(&v, NULL, &c));
    } return 0; }
