/* Sharing pools: exporting and importing them and their pointers, in one process and in two. */
#include "oc.h"
static const char *w(MUdeviceptr p) { return p == 0x77 ? "untouched" : p ? "set" : "zero"; }
int main(void) {
    MUdeviceptr p, q, r; unsigned v; MUmemoryPool def; MUstream s;
    oc_ctx(); alarm(40);
    OK(muDeviceGetDefaultMemPool(&def, 0)); OK(muStreamCreate(&s, MU_STREAM_NON_BLOCKING));
    MUmemAccessDesc d; memset(&d, 0, sizeof d);
    int h1 = -7; MUmemoryPool e, i2 = (MUmemoryPool)0x77; MUmemPoolProps pp;
    memset(&pp, 0, sizeof pp); pp.allocType = 1; pp.location.type = 1;
    pp.handleTypes = MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    OC("export the default", muMemPoolExportToShareableHandle(&h1, def, MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    OC("create exportable", muMemPoolCreate(&e, &pp));
    OC("export null", muMemPoolExportToShareableHandle(NULL, e, 1, 0));
    OC("export null pool", muMemPoolExportToShareableHandle(&h1, NULL, 1, 0));
    OC("export type 0", muMemPoolExportToShareableHandle(&h1, e, 0, 0));
    OC("export type 2", muMemPoolExportToShareableHandle(&h1, e, 2, 0));
    OC("export flags 1", muMemPoolExportToShareableHandle(&h1, e, 1, 1));
    OC("export", muMemPoolExportToShareableHandle(&h1, e, 1, 0)); YES("descriptor", h1 >= 0);
    OC("import null out", muMemPoolImportFromShareableHandle(NULL, (void *)(uintptr_t)h1, 1, 0));
    OC("import type 0", muMemPoolImportFromShareableHandle(&i2, (void *)(uintptr_t)h1, 0, 0));
    OC("import flags 1", muMemPoolImportFromShareableHandle(&i2, (void *)(uintptr_t)h1, 1, 1));
    OC("import", muMemPoolImportFromShareableHandle(&i2, (void *)(uintptr_t)h1, 1, 0)); YES("another pool", i2 != e);
    OK(muMemAllocFromPoolAsync(&p, 4096, e, s)); OK(muMemsetD32Async(p, 99, 4, s)); OK(muStreamSynchronize(s));
    MUmemPoolPtrExportData x; memset(&x, 0, sizeof x);
    OC("export pointer null", muMemPoolExportPointer(NULL, p)); OC("export pointer of 0", muMemPoolExportPointer(&x, 0));
    OC("export pointer of MemAlloc's", (muMemAlloc(&q, 64), muMemPoolExportPointer(&x, q)));
    OC("export pointer", muMemPoolExportPointer(&x, p));
    q = 0x77; OC("import pointer null out", muMemPoolImportPointer(NULL, i2, &x));
    OC("import pointer null data", muMemPoolImportPointer(&q, i2, NULL));
    OC("import pointer null pool", muMemPoolImportPointer(&q, NULL, &x));
    OC("import pointer into the exporter", muMemPoolImportPointer(&q, e, &x));
    OC("import pointer", muMemPoolImportPointer(&q, i2, &x)); SAY("out %s, %s", w(q), q == p ? "same" : "other");
    if (q != 0x77 && q) { v = 77; OC("read", muMemcpyDtoH(&v, q, 4));
    SAY("%u", v); OC("alloc from the imported", muMemAllocFromPoolAsync(&r, 64, i2, s));
    OC("import again", muMemPoolImportPointer(&r, i2, &x)); YES("same pointer", r == q);
    OC("set access of imported", (d.location.type = 1, d.flags = 3, muMemPoolSetAccess(i2, &d, 1)));
    OC("set as current", muDeviceSetMemPool(0, i2)); OC("trim imported", muMemPoolTrimTo(i2, 0));
    OC("export imported pointer", muMemPoolExportPointer(&x, q));
    OC("free imported", muMemFreeAsync(q, s)); OC("free exported", muMemFreeAsync(p, s));
    OC("sync", muStreamSynchronize(s)); }
    OC("export pointer of the default pool's", (muMemAllocAsync(&p, 64, s), muMemPoolExportPointer(&x, p)));
    OC("destroy imported", muMemPoolDestroy(i2)); OC("destroy", muMemPoolDestroy(e));
    return 0;
}
