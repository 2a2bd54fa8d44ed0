/* What contexts and functions prefer of shared memory and cache, as occupancy shows it. */
#include "oc.h"
int main(void) {
    oc_ctx(); MUfunction f = oc_fn(OC_PTX OC_NOP, "nop"); size_t sh[] = { 0, 1000, 8000, 18742, 32000, 49152 };
    for (int c = 0; c < 4; c++) for (int k = 0; k < 4; k++) { OK(muCtxSetCacheConfig((MUfunc_cache)c)); OK(muFuncSetCacheConfig(f, (MUfunc_cache)k)); printf("context %d function %d:", c, k);
        for (int i = 0; i < 6; i++) { int b = -7; MUresult r = muOccupancyMaxActiveBlocksPerMultiprocessor(&b, f, 32, sh[i]); printf(" %s %d", r ? "?" : "", b); } int g = -7, b = -7; OK(muOccupancyMaxPotentialBlockSize(&g, &b, f, NULL, 40000, 0)); size_t z = 77; OK(muOccupancyAvailableDynamicSMemPerBlock(&z, f, 2, 32)); printf(" | %d %d | %zu\n", g, b, z); }
    OK(muCtxSetCacheConfig((MUfunc_cache)3)); OK(muFuncSetCacheConfig(f, (MUfunc_cache)0));
    int co[] = { -1, 0, 1, 30, 50, 51, 100 }; for (int i = 0; i < 7; i++) { MUresult r = muFuncSetAttribute(f, (MUfunction_attribute)9, co[i]); int b = -7; OK(muOccupancyMaxActiveBlocksPerMultiprocessor(&b, f, 32, 18742)); SAY("carve-out %d: %s, %d", co[i], oc_name(r), b); }
    return 0;
}
