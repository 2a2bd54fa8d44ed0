/* Launches with two wrong things each: which of them is named. */
#include "oc.h"
static const char *ptx = ".version 7.8\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p) { ret; }\n.visible .entry m(.param .u64 p) .maxntid 32, 1, 1 { ret; }\n";
static MUfunction f, fm; static MUdeviceptr p; static MUstream other; static void *ok[] = { &p }, *bad[] = { NULL }; static size_t big = 100, zero = 0; static char buf[128];
static void *unknown[] = { (void *)7, buf, MU_LAUNCH_PARAM_END }, *large[] = { MU_LAUNCH_PARAM_BUFFER_POINTER, buf, MU_LAUNCH_PARAM_BUFFER_SIZE, &big, MU_LAUNCH_PARAM_END }, *empty[] = { MU_LAUNCH_PARAM_BUFFER_POINTER, buf, MU_LAUNCH_PARAM_BUFFER_SIZE, &zero, MU_LAUNCH_PARAM_END };
static const char *n[] = { "null function", "another context's stream", "grid 0", "grid y over", "block 0", "block 1025", "over maxntid", "shared memory", "null entry", "no parameters", "unknown tag", "both lists", "buffer too large", "empty buffer", "cluster with a 0", "cluster of 32", "odd cluster", "cooperative, too many", "unknown attribute", "domain 5", "window ratio" };
enum { COUNT = 21 };
static void apply(int w, MUlaunchConfig *c, MUfunction *g, void ***ps, void ***ex) {
    MUlaunchAttribute *a = &c->attrs[c->numAttrs];
    switch (w) { case 0: *g = NULL; break; case 1: c->hStream = other; break; case 2: c->gridDimX = 0; break; case 3: c->gridDimY = 65536; break; case 4: c->blockDimX = 0; break; case 5: c->blockDimX = 1025; break; case 6: *g = fm; c->blockDimX = 64; break; case 7: c->sharedMemBytes = 300000; break;
    case 8: *ps = bad; break; case 9: *ps = NULL; break; case 10: *ps = NULL; *ex = unknown; break; case 11: *ps = ok; *ex = large; break; case 12: *ps = NULL; *ex = large; break; case 13: *ps = NULL; *ex = empty; break;
    case 14: a->id = MU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION; a->value.clusterDim.x = 2; c->numAttrs++; break; case 15: a->id = MU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION; a->value.clusterDim.x = 32; a->value.clusterDim.y = a->value.clusterDim.z = 1; c->numAttrs++; break; case 16: a->id = MU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION; a->value.clusterDim.x = 3; a->value.clusterDim.y = a->value.clusterDim.z = 1; c->numAttrs++; break;
    case 17: a->id = MU_LAUNCH_ATTRIBUTE_COOPERATIVE; a->value.cooperative = 1; c->gridDimX = 64000; c->numAttrs++; break; case 18: a->id = (MUlaunchAttributeID)9999; c->numAttrs++; break; case 19: a->id = (MUlaunchAttributeID)10; *(int *)&a->value = 5; c->numAttrs++; break; case 20: a->id = MU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW; a->value.accessPolicyWindow.hitRatio = 2; c->numAttrs++; break; }
}
static void go(const char *l, int x, int y) { MUlaunchAttribute at[4]; MUlaunchConfig c; memset(at, 0, sizeof at); memset(&c, 0, sizeof c); c.gridDimX = 64; c.gridDimY = c.gridDimZ = 1; c.blockDimX = 32; c.blockDimY = c.blockDimZ = 1; c.attrs = at; MUfunction g = f; void **ps = ok, **ex = NULL;
    apply(x, &c, &g, &ps, &ex); if (y >= 0) apply(y, &c, &g, &ps, &ex); MUresult r = muLaunchKernelEx(&c, g, ps, ex); printf("%s", n[x]); if (y >= 0) printf(" and %s", n[y]); printf(": %s", oc_name(r));
    if (c.numAttrs == 0) printf(", plain %s, cooperative %s", oc_name(muLaunchKernel(g, c.gridDimX, c.gridDimY, 1, c.blockDimX, 1, 1, c.sharedMemBytes, c.hStream, ps, ex)), ex ? "-" : oc_name(muLaunchCooperativeKernel(g, c.gridDimX, c.gridDimY, 1, c.blockDimX, 1, 1, c.sharedMemBytes, c.hStream, ps))); printf("\n"); OK(muCtxSynchronize()); }
int main(void) {
    MUdevice d = oc_dev0(); OK(muCtxCreate(&oc_B, 0, d)); OK(muStreamCreate(&other, 0)); OK(muCtxPopCurrent(NULL)); OK(muCtxCreate(&oc_A, 0, d)); OK(muMemAlloc(&p, 64));
    MUmodule m; OK(muModuleLoadData(&m, ptx)); OK(muModuleGetFunction(&f, m, "k")); OK(muModuleGetFunction(&fm, m, "m"));
    for (int x = 0; x < COUNT; x++) { go("", x, -1); for (int y = x + 1; y < COUNT; y++) go("", x, y); } return 0;
}
