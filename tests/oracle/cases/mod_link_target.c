/* Linking for another target than the device's: what can be added, and what becomes of the image. */
#include "oc.h"
static void link_for(const char *target, unsigned device) {
    char text[512];
    MUmodule m;
    MUlinkState s;
    void *image;
    size_t size;
    MUjit_option o[1] = {MU_JIT_TARGET};
    void *v[1] = {(void *)(uintptr_t)device};
    snprintf(text, sizeof text, ".version 9.0\n.target %s\n.address_size 64\n" OC_NOP, target);
    SAY("%s for %u", target, device);
    if (OC("  link", muLinkCreate(1, o, v, &s))) return;
    OC("  add", muLinkAddData(s, MU_JIT_INPUT_PTX, text, strlen(text) + 1, "x", 0, NULL, NULL));
    if (!OC("  complete", muLinkComplete(s, &image, &size))) OC("  load", muModuleLoadData(&m, image));
    OK(muLinkDestroy(s));
}
int main(void) {
    static const char *all[] = {"sm_70", "sm_80", "sm_90", "sm_90a", "sm_100", "sm_999"};
    static const unsigned devices[] = {20, 50, 70, 75, 80, 86, 89, 90, 99, 100, 120};
    oc_ctx();
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        for (unsigned k = 0; k < sizeof devices / sizeof *devices; k++) link_for(all[i], devices[k]);
    return 0;
}
