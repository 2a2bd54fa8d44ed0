/* .maxntid, .reqntid, .minnctapersm, .maxnreg at launch; attributes. */
#include "oc.h"
static void go(MUfunction f, const char *l, unsigned x, unsigned y, unsigned z) { MUresult r = muLaunchKernel(f, 1, 1, 1, x, y, z, 0, NULL, NULL, NULL), q = muCtxSynchronize();
    SAY("%s, block %u %u %u: launch %s, sync %s", l, x, y, z, oc_name(r), oc_name(q));
    }
int main(void) {
    oc_ctx(); MUmodule m;
    OK(muModuleLoadData(&m, OC_PTX ".visible .entry m128() .maxntid 128, 1, 1 { ret; }\n.visible .entry m16x8() .maxntid 16, 8, 1 { ret; }\n.visible .entry r64x2() .reqntid 64, 2, 1 { ret; }\n.visible .entry mn() .maxntid 256, 1, 1 .minnctapersm 4 { ret; }\n.visible .entry mr() .maxnreg 32 { ret; }\n.visible .entry r100() .reqntid 100 { ret; }\n.visible .entry m64() .maxntid 64 { ret; }\n"));
    MUfunction f; int v;
    OK(muModuleGetFunction(&f, m, "m128"));
    go(f, "m128", 128, 1, 1);
    go(f, "m128", 129, 1, 1);
    go(f, "m128", 64, 2, 1);
    go(f, "m128", 64, 3, 1);
    go(f, "m128", 1, 1, 1);
    go(f, "m128", 1, 128, 1);
    go(f, "m128", 1, 1, 64);
    OK(muModuleGetFunction(&f, m, "m16x8"));
    go(f, "m16x8", 16, 8, 1);
    go(f, "m16x8", 128, 1, 1);
    go(f, "m16x8", 16, 9, 1);
    go(f, "m16x8", 1, 16, 8);
    go(f, "m16x8", 129, 1, 1);
    OK(muModuleGetFunction(&f, m, "r64x2"));
    go(f, "r64x2", 64, 2, 1);
    go(f, "r64x2", 128, 1, 1);
    go(f, "r64x2", 64, 1, 1);
    go(f, "r64x2", 64, 3, 1);
    go(f, "r64x2", 2, 64, 1);

    OK(muModuleGetFunction(&f, m, "r100"));
    go(f, "r100", 100, 1, 1);
    go(f, "r100", 50, 2, 1);
    go(f, "r100", 99, 1, 1);
    OK(muModuleGetFunction(&f, m, "m64"));
    go(f, "m64", 8, 8, 1);
    go(f, "m64", 65, 1, 1);
    OK(muModuleGetFunction(&f, m, "mn"));
    go(f, "mn", 256, 1, 1);
    go(f, "mn", 257, 1, 1);
    OK(muModuleGetFunction(&f, m, "mr"));
    go(f, "mr", 1024, 1, 1);
    const char *names[] = {"m128", "m16x8", "r64x2", "mn", "mr", "r100", "m64"};
    for (int i = 0; i < 7; i++) { OK(muModuleGetFunction(&f, m, names[i]));
    OK(muFuncGetAttribute(&v, 0, f));
    int nb = -7, g, b;
    MUresult r = muOccupancyMaxActiveBlocksPerMultiprocessor(&nb, f, 512, 0);
    MUresult q = muOccupancyMaxPotentialBlockSize(&g, &b, f, NULL, 0, 0);
    SAY("%s: max threads %d, occupancy at 512 %s %d, potential %s %d", names[i], v, oc_name(r), nb, oc_name(q), b);
    }
    return 0; }
