/* Which of two wrong things a call names first: before initialisation, without a context, with a dead one, after a fault. */
#include "oc.h"
static MUevent ev; static MUmemoryPool pool; static MUlibrary lib; static MUkernel ker; static MUfunction fun; static MUmodule mod;
static void calls(const char *at) {
    MUmodule m = NULL; MUfunction f = (MUfunction)0x77; MUdeviceptr p = 0x77; size_t z = 77; unsigned u = 77; int i = 77; MUcontext c; MUstream s; unsigned long long id;
    MUmemoryPool pl = (MUmemoryPool)0x77; MUkernel k; MUipcMemHandle mh; MUipcEventHandle eh; MUmemLocation loc; MUlaunchConfig cfg; MUstreamAttrValue av; MUstreamBatchMemOpParams op;
    memset(&mh, 0, sizeof mh); memset(&eh, 0, sizeof eh); memset(&loc, 0, sizeof loc); memset(&cfg, 0, sizeof cfg); memset(&av, 0, sizeof av); memset(&op, 0, sizeof op);
    SAY("-- %s", at);
    OC("function of a null module", muModuleGetFunction(&f, NULL, "k"));
    OC("function of a null module, null out", muModuleGetFunction(NULL, NULL, NULL));
    OC("global of a null module", muModuleGetGlobal(&p, &z, NULL, "k"));
    OC("unload null", muModuleUnload(NULL));
    OC("module of a null function", muFuncGetModule(&m, NULL));
    OC("module, null out", muFuncGetModule(NULL, NULL));
    OC("attribute of a null function", muFuncSetAttribute(NULL, MU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, -1));
    OC("cache of a null function", muFuncSetCacheConfig(NULL, (MUfunc_cache)9));
    OC("banks of a null function", muFuncSetSharedMemConfig(NULL, (MUsharedconfig)9));
    OC("flags of a stream, null out", muStreamGetFlags(NULL, NULL));
    OC("priority of a stream, null out", muStreamGetPriority(NULL, NULL));
    OC("context of a stream, null out", muStreamGetCtx(NULL, NULL));
    OC("capturing, null out", muStreamIsCapturing(NULL, NULL));
    OC("destroy the legacy stream", muStreamDestroy(MU_STREAM_LEGACY));
    OC("stream attribute 99", muStreamSetAttribute(NULL, (MUstreamAttrID)99, &av));
    op.operation = (MUstreamBatchMemOpType)99; OC("batch of an unknown operation", muStreamBatchMemOp(NULL, 1, &op, 7));
    OC("managed null", muMemAllocManaged(NULL, 0, 9));
    OC("managed flags", muMemAllocManaged(&p, 4, 9));
    OC("managed nothing", muMemAllocManaged(&p, 0, 1));
    OC("prefetch, bad device", muMemPrefetchAsync(0x1000, 4, 99, NULL));
    OC("prefetch nothing, bad device", muMemPrefetchAsync(0x1000, 0, 99, NULL));
    OC("advice, bad device", muMemAdvise(0x1000, 4, MU_MEM_ADVISE_SET_PREFERRED_LOCATION, 99));
    OC("advice at null, bad device", muMemAdvise(0, 4, MU_MEM_ADVISE_SET_PREFERRED_LOCATION, 99));
    OC("current pool, bad device", muDeviceGetMemPool(&pl, 99));
    OC("default pool, bad device", muDeviceGetDefaultMemPool(&pl, 99));
    OC("default pool, bad device, null out", muDeviceGetDefaultMemPool(NULL, 99));
    OC("default pool, null out", muDeviceGetDefaultMemPool(NULL, 0));
    OC("set pool, bad device", muDeviceSetMemPool(99, NULL));
    OC("destroy a null pool", muMemPoolDestroy(NULL));
    OC("trim a null pool", muMemPoolTrimTo(NULL, 0));
    OC("release nothing", muMemRelease(0));
    OC("unmap nothing", muMemUnmap(0, 0));
    loc.type = (MUmemLocationType)9; OC("access at null, bad location", muMemGetAccess((void *)&id, &loc, 0));
    OC("access at 0x1000, bad location", muMemGetAccess((void *)&id, &loc, 0x1000));
    loc.type = MU_MEM_LOCATION_TYPE_DEVICE; loc.id = 99; OC("access at 0x1000, bad device", muMemGetAccess((void *)&id, &loc, 0x1000));
    OC("export null", muIpcGetMemHandle(&mh, 0));
    OC("export to null", muIpcGetMemHandle(NULL, 0x1000));
    OC("export a null event", muIpcGetEventHandle(&eh, NULL));
    OC("open, flags 0", muIpcOpenMemHandle(&p, mh, 0));
    OC("open to null", muIpcOpenMemHandle(NULL, mh, 1));
    OC("open an event to null", muIpcOpenEventHandle(NULL, eh));
    OC("kernel of a null library, null name", muLibraryGetKernel(&k, NULL, NULL));
    OC("kernel of a null library", muLibraryGetKernel(&k, NULL, "k"));
    OC("global of a null library, null name", muLibraryGetGlobal(&p, &z, NULL, NULL));
    OC("global of a null library", muLibraryGetGlobal(&p, &z, NULL, "k"));
    OC("blocks, null out", muOccupancyMaxActiveBlocksPerMultiprocessor(NULL, NULL, 32, 0));
    OC("blocks, null function", muOccupancyMaxActiveBlocksPerMultiprocessor(&i, NULL, 0, 0));
    OC("blocks, flags", muOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&i, NULL, 32, 0, 9));
    OC("potential, flags", muOccupancyMaxPotentialBlockSizeWithFlags(&i, &i, NULL, NULL, 0, 0, 9));
    OC("potential, null out", muOccupancyMaxPotentialBlockSize(NULL, &i, NULL, NULL, 0, 0));
    OC("available, no blocks", muOccupancyAvailableDynamicSMemPerBlock(&z, NULL, 0, 32));
    OC("available, null function", muOccupancyAvailableDynamicSMemPerBlock(&z, NULL, 1, 32));
    OC("peer access of null, flags", muCtxEnablePeerAccess(NULL, 1));
    OC("version of the current", muCtxGetApiVersion(NULL, &u));
    OC("version of the current, null out", muCtxGetApiVersion(NULL, NULL));
    OC("primary flags 8", muDevicePrimaryCtxSetFlags(0, 8));
    OC("primary flags 0x18", muDevicePrimaryCtxSetFlags(0, 0x18));
    OC("unregister 0x1000", muMemHostUnregister((void *)0x1000));
    OC("load a library", muLibraryLoadData(&lib, OC_PTX OC_NOP ".visible .global .u32 g;\n", NULL, NULL, 0, NULL, NULL, 0));
    if (lib) {
        OC("its kernel", muLibraryGetKernel(&ker, lib, "nop"));
        OC("its attribute", muKernelGetAttribute(&i, MU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, ker, 0));
        OC("its cache, bad device and config", muKernelSetCacheConfig(ker, (MUfunc_cache)9, 99));
        OC("unload it", muLibraryUnload(lib)); lib = NULL;
    }
}
static void before(void) { calls("before"); }
static void none(void) { OK(muInit(0)); calls("none current"); }
static void living(void) { oc_ctx(); calls("one current"); }
static void dead(void) { MUcontext a = oc_ctx(); OK(muCtxPushCurrent(a)); OK(muCtxDestroy(a)); calls("a dead one current"); }
static void fault(void) {
    MUcontext a = oc_ctx(); unsigned u; unsigned long long id;
    MUfunction f = oc_fn(OC_PTX ".visible .entry bad() { .reg .b64 %d<1>; .reg .b32 %r<1>; mov.u64 %d0, 16; mov.u32 %r0, 1; st.global.u32 [%d0], %r0; ret; }\n", "bad");
    OK(oc_go(f, NULL, NULL)); OC("sync", muCtxSynchronize()); calls("after a fault");
    OC("version of a given one", muCtxGetApiVersion(a, &u)); OC("id of a given one", muCtxGetId(a, (void *)&id)); OC("id of the current", muCtxGetId(NULL, (void *)&id));
}
int main(void) { oc_child("before", before); oc_child("none", none); oc_child("living", living); oc_child("dead", dead); oc_child("fault", fault); return 0; }
