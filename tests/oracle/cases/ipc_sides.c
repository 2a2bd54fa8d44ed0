/* Between processes: freed by the exporter, contexts of the importer, events, wrong handles, ends of either side. */
#include "oc.h"
    static int up[2], down[2]; static void put(int *fd, const void *p, size_t n) { if (write(fd[1], p, n) != (ssize_t)n) exit(9);
    } static void get(int *fd, void *p, size_t n) { char *c = p;
    while (n) { ssize_t k = read(fd[0], c, n); if (k <= 0) exit(8);
    c += k; n -= k; } }
static void tick(int *fd) { char c = 1; put(fd, &c, 1); } static void tock(int *fd) { char c; get(fd, &c, 1); }
    static void fork2(void (*parent)(void), void (*child)(void)) { if (pipe(up) || pipe(down)) exit(9);
    pid_t p = fork(); if (!p) { alarm(40); child(); fflush(stdout);
    _exit(0); } alarm(40); parent(); int st; waitpid(p, &st, 0);
    SAY("C ended %s", WIFEXITED(st) && !WEXITSTATUS(st) ? "well" : "badly");
    }
    static void p1(void) { oc_A = oc_ctx(); MUdeviceptr p; MUipcMemHandle h;
    size_t f0, f1, t; OK(muMemAlloc(&p, 256 << 20)); OK(muMemsetD32(p, 42, 16));
    OK(muCtxSynchronize()); OC("P: handle", muIpcGetMemHandle(&h, p));
    OC("P: null out", muIpcGetMemHandle(NULL, p)); OC("P: of 0", muIpcGetMemHandle(&h, 0) ? 1 : 0);
    OK(muIpcGetMemHandle(&h, p)); put(down, &h, sizeof h); tock(up);
    OK(muMemGetInfo(&f0, &t)); OC("P: free", muMemFree(p)); OK(muMemGetInfo(&f1, &t));
    YES("P: back at once", f1 >= f0 + (128 << 20)); tick(down); tock(up);
    OK(muMemGetInfo(&f1, &t)); YES("P: back after the close", f1 >= f0 + (128 << 20));
    tick(down); tock(up); }
    static void c1(void) { oc_A = oc_ctx(); MUipcMemHandle h; MUdeviceptr p = 0x77, q;
    unsigned v; get(down, &h, sizeof h); OC("C: open null out", muIpcOpenMemHandle(NULL, h, 1));
    OC("C: open", muIpcOpenMemHandle(&p, h, 1)); OC("C: read", muMemcpyDtoH(&v, p, 4));
    SAY("C: %u", v); size_t z; OC("C: range", muMemGetAddressRange(&q, &z, p + 100));
    SAY("C: base %s, size %zu", q == p ? "same" : "other", z >> 20);
    unsigned t = 77; OC("C: type", muPointerGetAttribute(&t, MU_POINTER_ATTRIBUTE_MEMORY_TYPE, p));
    SAY("C: %u", t); MUcontext c = NULL; OC("C: context", muPointerGetAttribute(&c, MU_POINTER_ATTRIBUTE_CONTEXT, p));
    SAY("C: %s", oc_which(c)); OC("C: copy over the end", muMemcpyDtoH(&v, p + (256 << 20) - 2, 4));
    OC("C: free async", muMemFreeAsync(p, NULL)); OC("C: close the middle", muIpcCloseMemHandle(p + 256));
    OC("C: close null", muIpcCloseMemHandle(0)); tick(up); tock(down);
    OC("C: read after the free", muMemcpyDtoH(&v, p, 4)); SAY("C: %u", v);
    OC("C: write", muMemsetD32(p, 43, 4)); OC("C: open again", muIpcOpenMemHandle(&q, h, 1));
    OC("C: close", muIpcCloseMemHandle(p)); OC("C: close again", muIpcCloseMemHandle(p));
    OC("C: read", muMemcpyDtoH(&v, p, 4)); tick(up); tock(down);
    OC("C: open the freed", muIpcOpenMemHandle(&q, h, 1)); tick(up);
    }
    static void p2(void) { oc_A = oc_ctx(); MUdeviceptr p; MUipcMemHandle h;
    OK(muMemAlloc(&p, 4 << 20)); OK(muMemsetD32(p, 7, 16)); OK(muCtxSynchronize());
    OK(muIpcGetMemHandle(&h, p)); put(down, &h, sizeof h); tock(up);
    OC("P: destroy the context", muCtxDestroy(oc_A)); tick(down);
    tock(up); }
    static void c2(void) { MUdevice d = oc_dev0(); OK(muCtxCreate(&oc_A, 0, d));
    OK(muCtxCreate(&oc_B, 0, d)); OK(muCtxSetCurrent(oc_A)); MUipcMemHandle h;
    MUdeviceptr p, q = 0x77; unsigned v; get(down, &h, sizeof h);
    OC("C: open in A", muIpcOpenMemHandle(&p, h, 1)); OC("C: again in A", muIpcOpenMemHandle(&q, h, 1));
    YES("C: same", p == q); OK(muCtxSetCurrent(oc_B)); q = 0x77;
    OC("C: in B too", muIpcOpenMemHandle(&q, h, 1)); SAY("C: out %s", q == 0x77 ? "untouched" : q ? "set" : "zero");
    OC("C: read under B", muMemcpyDtoH(&v, p, 4)); SAY("C: %u", v);
    OC("C: memset under B", muMemsetD32(p, 8, 4)); OC("C: close under B", muIpcCloseMemHandle(p));
    OC("C: read, one left", muMemcpyDtoH(&v, p, 4)); SAY("C: %u", v);
    tick(up); tock(down); OC("C: read after P's context", muMemcpyDtoH(&v, p, 4));
    OC("C: destroy A", muCtxDestroy(oc_A)); OC("C: read after A", muMemcpyDtoH(&v, p, 4));
    OC("C: close after A", muIpcCloseMemHandle(p)); OC("C: open in B", muIpcOpenMemHandle(&q, h, 1));
    tick(up); }
static void p3(void) { oc_A = oc_ctx(); MUevent e, w, o; MUipcEventHandle h; OC("P: handle of a plain event", (muEventCreate(&w, 2), muIpcGetEventHandle(&h, w))); OK(muEventCreate(&e, MU_EVENT_INTERPROCESS | MU_EVENT_DISABLE_TIMING)); OC("P: null out", muIpcGetEventHandle(NULL, e)); OC("P: null event", muIpcGetEventHandle(&h, NULL)); OC("P: null both", muIpcGetEventHandle(NULL, NULL)); OC("P: handle", muIpcGetEventHandle(&h, e)); OC("P: open its own", muIpcOpenEventHandle(&o, h)); put(down, &h, sizeof h); MUdeviceptr fd; volatile unsigned *fl = oc_flag(&fd); MUfunction sp = oc_fn(OC_PTX OC_SPIN, "spin"); MUstream s; OK(muStreamCreate(&s, 1)); OK(oc_spin(sp, s, fd, 0, 0)); OK(muEventRecord(e, s)); tick(down); tock(up); *fl = 1; OC("P: sync", muStreamSynchronize(s)); tick(down); tock(up); OC("P: query while C's is pending", muEventQuery(e)); tick(down); tock(up); OC("P: query", muEventQuery(e)); OC("P: sync event", muEventSynchronize(e)); OC("P: destroy", muEventDestroy(e)); tick(down); tock(up); }
static void c3(void) { oc_A = oc_ctx(); MUipcEventHandle h, z; MUevent e = (MUevent)0x77, o; MUipcEventHandle h2; get(down, &h, sizeof h); tock(down); memset(&z, 0, sizeof z); OC("C: zero handle", muIpcOpenEventHandle(&e, z)); memset(&z, 0x5a, sizeof z); OC("C: rubbish", muIpcOpenEventHandle(&e, z)); OC("C: null out", muIpcOpenEventHandle(NULL, h)); OC("C: open", muIpcOpenEventHandle(&e, h)); OC("C: query while P's is pending", muEventQuery(e)); MUstream s; OK(muStreamCreate(&s, 1)); OC("C: wait", muStreamWaitEvent(s, e, 0)); OC("C: stream held", muStreamQuery(s)); OC("C: open again", muIpcOpenEventHandle(&o, h)); YES("C: another handle", o != e); OC("C: handle of the opened", muIpcGetEventHandle(&h2, e)); float ms; OC("C: elapsed", muEventElapsedTime(&ms, e, e)); tick(up); tock(down); OC("C: query after", muEventQuery(e)); OC("C: stream", muStreamSynchronize(s)); MUdeviceptr fd; volatile unsigned *fl = oc_flag(&fd); MUfunction sp = oc_fn(OC_PTX OC_SPIN, "spin"); OK(oc_spin(sp, s, fd, 0, 0)); OC("C: record", muEventRecord(e, s)); OC("C: the other handle", muEventQuery(o)); tick(up); tock(down); *fl = 1; OC("C: sync", muStreamSynchronize(s)); tick(up); tock(down); OC("C: query after P's destroy", muEventQuery(e)); OC("C: record after it", muEventRecord(e, s)); OC("C: sync", muEventSynchronize(e)); OC("C: destroy", muEventDestroy(e));  tick(up); }
    static void p4(void) { oc_A = oc_ctx(); MUdeviceptr p; MUipcMemHandle h;
    OK(muMemAlloc(&p, 4 << 20)); OK(muMemsetD32(p, 7, 16)); OK(muCtxSynchronize());
    OK(muIpcGetMemHandle(&h, p)); put(down, &h, sizeof h); tock(up);
    fflush(stdout); _exit(0); }
    static void w4(void) { int q[2]; if (pipe(q)) exit(9); (void)q;
    pid_t x; if (pipe(up) || pipe(down)) exit(9); x = fork(); if (!x) { p4();
    } oc_A = oc_ctx(); MUipcMemHandle h; MUdeviceptr p, r; unsigned v;
    get(down, &h, sizeof h); OC("C: open", muIpcOpenMemHandle(&p, h, 1));
    OC("C: read", muMemcpyDtoH(&v, p, 4)); tick(up); int st; waitpid(x, &st, 0);
    usleep(200000); OC("C: read after P ended", muMemcpyDtoH(&v, p, 4));
    SAY("C: %u", v); OC("C: open again after P ended", muIpcOpenMemHandle(&r, h, 1));
    OC("C: close", muIpcCloseMemHandle(p)); OC("C: open after the close", muIpcOpenMemHandle(&r, h, 1));
    }
static void r1(void) { fork2(p1, c1); } static void r2(void) { fork2(p2, c2); } static void r3(void) { fork2(p3, c3); }
    int main(void) { oc_child("freed", r1); oc_child("contexts", r2);
    oc_child("events", r3); oc_child("ended", w4); return 0; }
