/* Pointer attributes: every number over every kind, setting, several at once, ids. */
#include "oc.h"
static void all(const char *l, MUdeviceptr p) {
    for (int a = 0; a <= 20; a++) {

        /* Twice, over different bytes: one of an answer may be what was there. */
        unsigned long long v[4], x; int k = 0; MUresult r;
        for (int fill = 0x77; fill <= 0x88; fill += 0x11) {
            memset(v, fill, sizeof v); r = muPointerGetAttribute(v, (MUpointer_attribute)a, p); x = v[0];
            for (int i = 32; i > k; i--) if (((unsigned char *)v)[i - 1] != fill) { k = i; break; }
        }
        const char *s = k == 0 ? "untouched" : x == p ? "itself" : k == 8 && x == (uintptr_t)oc_A ? "A" : k == 8 && x == (uintptr_t)oc_B ? "B" : NULL;
        char b[32];
        if (a == 5 || a >= 18) continue; if (!s) { unsigned w = (unsigned)x;
        if (k == 4 || x < 100) { snprintf(b, 32, "%d", k == 1 ? (int)(w & 255) : (int)w);
        s = b; } else s = "other"; }
        if (a == 7 || a == 20) s = k ? "id" : s;
        SAY("%s: attribute %d: %s, %s, %d bytes", l, a, oc_name(r), s, a == 12 || a == 13 || a == 18 || a == 2 || a == 3 || a == 11 || a == 16 || a == 17 || a == 19 || a == 20 || a == 7 ? (k ? 8 : 0) : k);
    }
}
int main(void) {
    MUdeviceptr p, q; void *h, *z; unsigned u = 77; unsigned long long id, id2; static char rg[4096];
    OC("before: get", muPointerGetAttribute(&u, MU_POINTER_ATTRIBUTE_MEMORY_TYPE, 0));
    OC("before: null", muPointerGetAttribute(NULL, 99, 0)); OC("before: set", muPointerSetAttribute(&u, MU_POINTER_ATTRIBUTE_SYNC_MEMOPS, 0));
    OC("before: several", muPointerGetAttributes(0, NULL, NULL, 0));
    oc_A = oc_ctx();
    OK(muMemAlloc(&p, 4096)); all("device", p);
    OK(muMemAllocAsync(&q, 64, NULL)); OK(muCtxSynchronize()); all("pool", q);
    OK(muMemHostAlloc(&h, 4096, 0)); all("pinned", (MUdeviceptr)(uintptr_t)h);
    OK(muMemHostAlloc(&z, 4096, 7)); all("pinned 7", (MUdeviceptr)(uintptr_t)z);
    OK(muMemHostRegister(rg, 4096, 0)); all("registered", (MUdeviceptr)(uintptr_t)rg);
    MUdeviceptr mg; OK(muMemAllocManaged(&mg, 4096, 1)); all("managed", mg);
    all("null", 0); all("unknown", 0x1000);
    MUmodule m; size_t n; MUdeviceptr g; OK(muModuleLoadData(&m, OC_PTX ".visible .global .u32 g; .visible .const .u32 c;\n")); OK(muModuleGetGlobal(&g, &n, m, "g")); all("global", g); OK(muModuleGetGlobal(&g, &n, m, "c")); all("constant", g);
    OC("null datum", muPointerGetAttribute(NULL, MU_POINTER_ATTRIBUTE_MEMORY_TYPE, p));
    OC("null datum, unknown", muPointerGetAttribute(NULL, MU_POINTER_ATTRIBUTE_MEMORY_TYPE, 0x1000));
    OC("null datum, attribute 99", muPointerGetAttribute(NULL, 99, p));
    OC("attribute 99, unknown", muPointerGetAttribute(&u, 99, 0x1000));
    OK(muPointerGetAttribute(&id, MU_POINTER_ATTRIBUTE_BUFFER_ID, p));
    OK(muPointerGetAttribute(&id2, MU_POINTER_ATTRIBUTE_BUFFER_ID, p + 100));
    YES("one id in a block", id == id2);
    OK(muMemFree(p)); OC("id of the freed", muPointerGetAttribute(&id2, MU_POINTER_ATTRIBUTE_BUFFER_ID, p));
    OK(muMemAlloc(&p, 4096)); OK(muPointerGetAttribute(&id2, MU_POINTER_ATTRIBUTE_BUFFER_ID, p));
    YES("a new id", id != id2);
    unsigned on = 1, off = 0, two = 2;
    OC("set", muPointerSetAttribute(&on, MU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p));
    u = 77; OK(muPointerGetAttribute(&u, MU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p));
    SAY("%u", u & 255);
    OC("set 2", muPointerSetAttribute(&two, MU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p));
    u = 77; OK(muPointerGetAttribute(&u, MU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p));
    SAY("%u", u & 255);
    OC("set in the middle", muPointerSetAttribute(&off, MU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p + 8));
    u = 77; OK(muPointerGetAttribute(&u, MU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p));
    SAY("%u", u & 255);
    OC("set null", muPointerSetAttribute(NULL, MU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p));
    OC("set unknown", muPointerSetAttribute(&on, MU_POINTER_ATTRIBUTE_SYNC_MEMOPS, 0x1000));
    OC("set null pointer", muPointerSetAttribute(&on, MU_POINTER_ATTRIBUTE_SYNC_MEMOPS, 0));
    OC("set pinned", muPointerSetAttribute(&on, MU_POINTER_ATTRIBUTE_SYNC_MEMOPS, (MUdeviceptr)(uintptr_t)h));
    OC("set registered", muPointerSetAttribute(&on, MU_POINTER_ATTRIBUTE_SYNC_MEMOPS, (MUdeviceptr)(uintptr_t)rg));
    OC("set managed", muPointerSetAttribute(&on, MU_POINTER_ATTRIBUTE_SYNC_MEMOPS, mg));
    OC("set pool", muPointerSetAttribute(&on, MU_POINTER_ATTRIBUTE_SYNC_MEMOPS, q));
    for (int a = 0; a < 20; a++) if (a != 6) { unsigned long long y = 0;
    MUresult r = muPointerSetAttribute(&y, (MUpointer_attribute)a, p);
    SAY("set attribute %d: %s", a, oc_name(r)); }
    MUpointer_attribute at[4] = {MU_POINTER_ATTRIBUTE_MEMORY_TYPE, MU_POINTER_ATTRIBUTE_CONTEXT, MU_POINTER_ATTRIBUTE_DEVICE_POINTER, MU_POINTER_ATTRIBUTE_DEVICE_ORDINAL};
    unsigned t = 77; MUcontext c = (MUcontext)0x77; MUdeviceptr dp = 0x77; int o = 77; void *da[4] = {&t, &c, &dp, &o};
    MUdeviceptr ps[] = {p, q, (MUdeviceptr)(uintptr_t)h, (MUdeviceptr)(uintptr_t)rg, mg, g, 0x1000, 0, (MUdeviceptr)(uintptr_t)&u};
    for (int i = 0; i < 9; i++) { t = 77; c = (MUcontext)0x77; dp = 0x77;
    o = 77; MUresult r = muPointerGetAttributes(4, at, da, ps[i]);
    SAY("several %d: %s, type %u, context %s, pointer %s, ordinal %d", i, oc_name(r), t, c == (MUcontext)0x77 ? "untouched" : oc_which(c), dp == 0x77 ? "untouched" : dp == ps[i] ? "itself" : dp ? "other" : "zero", o);
    }
    OC("count 0", muPointerGetAttributes(0, at, da, p)); OC("count 0, nulls", muPointerGetAttributes(0, NULL, NULL, p));
    OC("null attributes", muPointerGetAttributes(1, NULL, da, p));
    OC("null data", muPointerGetAttributes(1, at, NULL, p));
    t = 77; da[1] = NULL; OC("a null datum", muPointerGetAttributes(2, at, da, p)); SAY("type %u", t); da[1] = &c;
    t = 77; o = 77; at[1] = (MUpointer_attribute)99; OC("a bad attribute", muPointerGetAttributes(4, at, da, p));
    SAY("type %u, ordinal %d", t, o);
    t = 77; OC("a bad attribute, unknown pointer", muPointerGetAttributes(4, at, da, 0x1000)); SAY("type %u", t);
    at[0] = MU_POINTER_ATTRIBUTE_HOST_POINTER; void *hp = (void *)0x77;
    da[0] = &hp; OC("host pointer of device memory", muPointerGetAttributes(1, at, da, p));
    SAY("%s", hp == (void *)0x77 ? "untouched" : hp ? "set" : "null");
    unsigned rs[8]; memset(rs, 0x77, sizeof rs); at[0] = MU_POINTER_ATTRIBUTE_RANGE_SIZE;
    da[0] = rs; OC("range size of unknown", muPointerGetAttributes(1, at, da, 0x1000));
    SAY("%x %x", rs[0], rs[1]);
    at[0] = MU_POINTER_ATTRIBUTE_IS_MANAGED; memset(rs, 0x77, sizeof rs);
    OC("managed of unknown", muPointerGetAttributes(1, at, da, 0x1000));
    SAY("%x", rs[0]);
    at[0] = MU_POINTER_ATTRIBUTE_MAPPED; memset(rs, 0x77, sizeof rs);
    OC("mapped of unknown", muPointerGetAttributes(1, at, da, 0x1000));
    SAY("%x", rs[0]);
    at[0] = MU_POINTER_ATTRIBUTE_BUFFER_ID; memset(rs, 0x77, sizeof rs);
    OC("id of unknown", muPointerGetAttributes(1, at, da, 0x1000));
    SAY("%x", rs[0]);
    at[0] = MU_POINTER_ATTRIBUTE_SYNC_MEMOPS; memset(rs, 0x77, sizeof rs);
    OC("memops of unknown", muPointerGetAttributes(1, at, da, 0x1000));
    SAY("%x", rs[0]);
    OK(muMemAlloc(&q, 100)); OK(muPointerGetAttribute(&n, MU_POINTER_ATTRIBUTE_RANGE_SIZE, q));
    SAY("range size %d", (int)n); OC("byte 99", muPointerGetAttribute(&u, MU_POINTER_ATTRIBUTE_MEMORY_TYPE, q + 99));
    OC("byte 100", muPointerGetAttribute(&u, MU_POINTER_ATTRIBUTE_MEMORY_TYPE, q + 100));
    MUcontext cc; OK(muCtxPopCurrent(&cc)); OC("none: several", muPointerGetAttributes(0, at, da, p));
    OC("none: set", muPointerSetAttribute(&on, MU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p));
    return 0;
}
