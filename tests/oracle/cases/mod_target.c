/* Targets and versions of texts: which the device takes, and what each way of loading answers to one it does not. */
#include "oc.h"
#define TEXT(version, target) ".version " version "\n.target " target "\n.address_size 64\n"
static char room[4096];
static const char *make(const char *version, const char *target, const char *body) {
    snprintf(room, sizeof room, ".version %s\n.target %s\n.address_size 64\n%s", version, target, body);
    return room;
}
static void load(const char *version, const char *target, const char *body, const char *what) {
    char label[96], log[2048] = "";
    MUmodule m = (MUmodule)0x77;
    MUjit_option o[2] = {MU_JIT_ERROR_LOG_BUFFER, MU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *v[2] = {log, (void *)sizeof log};
    MUresult r = muModuleLoadDataEx(&m, make(version, target, body), 2, o, v);
    snprintf(label, sizeof label, "%s, %s%s", version, target, what);
    SAY("%s: %s, out %s, log %s", label, oc_name(r), m == (MUmodule)0x77 ? "untouched" : "set", log[0] ? "text" : "empty");
    if (log[0]) fprintf(stderr, "%s: %s\n", label, log);
    if (r == MUSA_SUCCESS) OK(muModuleUnload(m));
}
static void targets(void) {
    static const char *all[] = {
        "sm_10", "sm_11", "sm_12", "sm_13", "sm_20", "sm_21", "sm_30", "sm_32", "sm_35", "sm_37", "sm_50", "sm_52",
        "sm_53", "sm_60", "sm_61", "sm_62", "sm_70", "sm_72", "sm_75", "sm_80", "sm_86", "sm_87", "sm_88", "sm_89",
        "sm_90", "sm_90a", "sm_90f", "sm_100", "sm_100a", "sm_100f", "sm_101", "sm_101a", "sm_101f", "sm_103",
        "sm_103a", "sm_103f", "sm_110", "sm_110a", "sm_110f", "sm_120", "sm_120a", "sm_120f", "sm_121", "sm_121a",
        "sm_121f", "sm_130", "sm_131", "sm_80a", "sm_89f", "compute_70", "compute_90", "compute_90a", "compute_100",
        "compute_120", "sm_99", "sm_999", "mp_21", "sm_", "SM_90", "sm_090"};
    oc_ctx();
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) load("9.0", all[i], OC_NOP, "");
    load("9.0", "sm_90, sm_100", OC_NOP, "");
    load("9.0", "sm_100, sm_90", OC_NOP, "");
    load("9.0", "sm_70, sm_80", OC_NOP, "");
    load("9.0", "sm_100, debug", OC_NOP, "");
    load("9.0", "sm_90, texmode_independent", OC_NOP, "");
}
static void versions(void) {
    static const char *all[] = {"1.0", "1.4", "2.0", "3.1", "5.0", "6.0", "7.7", "7.8", "8.0", "8.5", "8.6", "8.8",
        "8.9", "9.0", "9.1", "9.2", "9.3", "9.9", "10.0", "99.0", "0.9", "9", "9.00", "9.01", "08.0"};
    oc_ctx();
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) load(all[i], "sm_70", OC_NOP, "");
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) load(all[i], "sm_90", OC_NOP, "");
    load("7.8", "sm_90a", OC_NOP, "");
    load("8.0", "sm_90a", OC_NOP, "");
    load("8.5", "sm_100", OC_NOP, "");
    load("8.6", "sm_100", OC_NOP, "");
    load("8.6", "sm_100f", OC_NOP, "");
    load("8.6", "sm_120", OC_NOP, "");
    load("8.7", "sm_120", OC_NOP, "");
    load("99.0", "sm_999", OC_NOP, "");
}
/* Loads a text whose header says no more than version and target; whether it was refused for its version alone. */
static MUresult header(int version, const char *target, int *old) {
    char text[256], log[2048] = "";
    MUmodule m;
    MUjit_option o[2] = {MU_JIT_ERROR_LOG_BUFFER, MU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *v[2] = {log, (void *)sizeof log};
    snprintf(text, sizeof text, ".version %d.%d\n.target %s\n.entry nop { exit; }\n", version / 10, version % 10, target);
    MUresult r = muModuleLoadDataEx(&m, text, 2, o, v);
    *old = strstr(log, "does not support") != NULL;
    if (r == MUSA_SUCCESS) OK(muModuleUnload(m));
    return r;
}
static void since(void) {
    static const char *all[] = {"sm_10", "sm_11", "sm_12", "sm_13", "sm_20", "sm_21", "sm_30", "sm_32", "sm_35", "sm_37",
        "sm_50", "sm_52", "sm_53", "sm_60", "sm_61", "sm_62", "sm_70", "sm_72", "sm_75", "sm_80", "sm_86", "sm_87", "sm_88",
        "sm_89", "sm_90", "sm_90a", "sm_100", "sm_100a", "sm_100f", "sm_101", "sm_101a", "sm_101f", "sm_103", "sm_103a",
        "sm_103f", "sm_110", "sm_110a", "sm_110f", "sm_120", "sm_120a", "sm_120f", "sm_121", "sm_121a", "sm_121f"};
    int known[100], n = 0, old;
    oc_ctx();
    for (int version = 1; version < 100; version++) {
        MUresult r = header(version, "sm_10", &old);
        if (r != MUSA_ERROR_UNSUPPORTED_PTX_VERSION) {
            SAY("version %d.%d: %s", version / 10, version % 10, oc_name(r));
            known[n++] = version;
        }
    }
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        int first = 0;
        while (first < n && (header(known[first], all[i], &old), old)) first++;
        if (first < n) SAY("%s since %d.%d: %s", all[i], known[first] / 10, known[first] % 10, oc_name(header(known[first], all[i], &old)));
        else SAY("%s in no version", all[i]);
    }
}
static void compiled(void) {
    static const char *all[] = {"sm_70", "sm_80", "sm_90", "sm_90a", "sm_100", "sm_999"};
    static const unsigned devices[] = {20, 50, 70, 75, 80, 86, 89, 90, 99, 100, 120};
    MUjit_option o[1] = {MU_JIT_TARGET};
    oc_ctx();
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        for (unsigned k = 0; k < sizeof devices / sizeof *devices; k++) {
            char label[96];
            MUmodule m;
            void *v[1] = {(void *)(uintptr_t)devices[k]};
            snprintf(label, sizeof label, "%s for %u", all[i], devices[k]);
            OC(label, muModuleLoadDataEx(&m, make("9.0", all[i], OC_NOP), 1, o, v));
        }
}
static void bodies(void) {
    oc_ctx();
    load("9.0", "sm_100", "", " without a kernel");
    load("9.0", "sm_100", ".visible .global .u32 w;\n", " with a variable");
    load("9.0", "sm_100", ".visible .func f() { ret; }\n", " with a function");
    load("9.0", "sm_100", ".visible .entry k() { frobnicate; ret; }\n", " with an unknown instruction");
    load("9.0", "sm_100", ".visible .entry k() { mov.u32 %r0, 1; ret; }\n", " with an undeclared register");
    load("9.0", "sm_100", ".visible .entry k() { ret }\n", " with a missing semicolon");
    load("9.0", "sm_100", OC_NOP OC_NOP, " with a kernel twice");
    load("9.0", "sm_100", ".extern .func g();\n.visible .entry k() { call g; ret; }\n", " with an unresolved function");
    load("9.1", "sm_90", ".visible .entry k() { frobnicate; ret; }\n", " with an unknown instruction");
    load("99.0", "sm_100", ".visible .entry k() { frobnicate; ret; }\n", " with an unknown instruction");
}
static void ways(const char *version, const char *target) {
    MUmodule m;
    MUlibrary l;
    MUfunction f;
    MUkernel k;
    MUlinkState s;
    void *image;
    size_t size;
    unsigned n = 77;
    const char *text = make(version, target, OC_NOP);
    SAY("by %s, %s", version, target);
    OC("LoadData", muModuleLoadData(&m, text));
    OC("LoadDataEx without options", muModuleLoadDataEx(&m, text, 0, NULL, NULL));
    MUjit_option o[1] = {MU_JIT_TARGET};
    void *v[1] = {(void *)(uintptr_t)90};
    OC("LoadDataEx for target 90", muModuleLoadDataEx(&m, text, 1, o, v));
    v[0] = (void *)(uintptr_t)100;
    OC("LoadDataEx for target 100", muModuleLoadDataEx(&m, text, 1, o, v));
    OC("LoadFatBinary", muModuleLoadFatBinary(&m, text));
    FILE *file = fopen("/tmp/mod_target.ptx", "w");
    if (file) { fputs(text, file); fclose(file); }
    OC("Load", muModuleLoad(&m, "/tmp/mod_target.ptx"));
    if (!OC("LibraryLoadData", muLibraryLoadData(&l, text, NULL, NULL, 0, NULL, NULL, 0))) {
        OC("  kernel count", muLibraryGetKernelCount(&n, l));
        SAY("  %u", n);
        OC("  module", muLibraryGetModule(&m, l));
        if (!OC("  kernel", muLibraryGetKernel(&k, l, "nop"))) {
            OC("  function", muKernelGetFunction(&f, k));
            OC("  launch", muLaunchKernel((MUfunction)k, 1, 1, 1, 1, 1, 1, 0, 0, NULL, NULL));
        }
        OC("  unload", muLibraryUnload(l));
    }
    OC("LibraryLoadFromFile", muLibraryLoadFromFile(&l, "/tmp/mod_target.ptx", NULL, NULL, 0, NULL, NULL, 0));
    remove("/tmp/mod_target.ptx");
    OK(muLinkCreate(0, NULL, NULL, &s));
    OC("LinkAddData", muLinkAddData(s, MU_JIT_INPUT_PTX, (void *)text, strlen(text) + 1, "x", 0, NULL, NULL));
    OC("LinkComplete", muLinkComplete(s, &image, &size));
    OK(muLinkDestroy(s));
    OK(muLinkCreate(0, NULL, NULL, &s));
    const char *fit = TEXT("7.0", "sm_70") ".visible .func g() { ret; }\n", *also = TEXT("7.0", "sm_70") OC_NOP;
    OC("LinkAddData of one that fits", muLinkAddData(s, MU_JIT_INPUT_PTX, (void *)fit, strlen(fit) + 1, "y", 0, NULL, NULL));
    if (OC("LinkAddData", muLinkAddData(s, MU_JIT_INPUT_PTX, (void *)text, strlen(text) + 1, "x", 0, NULL, NULL)))
        OC("LinkAddData of the same, fitting", muLinkAddData(s, MU_JIT_INPUT_PTX, (void *)also, strlen(also) + 1, "z", 0, NULL, NULL));
    OC("LinkComplete", muLinkComplete(s, &image, &size));
    OK(muLinkDestroy(s));
}
static void future(void) {
    oc_ctx();
    ways("9.0", "sm_100");
    ways("9.0", "sm_90");
    ways("9.0", "sm_90a");
    ways("99.0", "sm_90");
    ways("9.0", "sm_999");
    MUdeviceptr p;
    OC("none of it is sticky", muMemAlloc(&p, 64));
}
int main(void) {
    oc_child("targets", targets);
    oc_child("versions", versions);
    oc_child("since", since);
    oc_child("compiled for", compiled);
    oc_child("bodies", bodies);
    oc_child("ways to load", future);
    return 0;
}
