/* Texture objects, surface objects and texture references, as far as the host sees them. */
#include "check.h"

static MUarray array;
static MUmipmappedArray chain;

static void objects(void) {
    MUSA_RESOURCE_DESC resource, known;
    MUSA_TEXTURE_DESC texture, sampling;
    MUSA_RESOURCE_VIEW_DESC view, seen;
    MUtexObject object = 0;
    memset(&resource, 0, sizeof resource);
    memset(&texture, 0, sizeof texture);
    memset(&view, 0, sizeof view);
    resource.resType = MU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
    resource.res.mipmap.hMipmappedArray = chain;
    texture.addressMode[2] = MU_TR_ADDRESS_MODE_BORDER;
    texture.flags = MU_TRSF_NORMALIZED_COORDINATES;
    texture.maxMipmapLevelClamp = 2.5f;
    view.format = MU_RES_VIEW_FORMAT_UINT_1X32;
    view.width = 16;
    view.height = 8;
    view.lastMipmapLevel = 2;
    DO(muTexObjectCreate(&object, &resource, &texture, &view));
    DO(muTexObjectGetResourceDesc(&known, object));
    CHECK(known.resType == MU_RESOURCE_TYPE_MIPMAPPED_ARRAY && known.res.mipmap.hMipmappedArray == chain);
    memset(&sampling, 0x55, sizeof sampling);
    DO(muTexObjectGetTextureDesc(&sampling, object));
    CHECK(sampling.addressMode[2] == MU_TR_ADDRESS_MODE_BORDER && sampling.flags == MU_TRSF_NORMALIZED_COORDINATES);
    CHECK(sampling.maxMipmapLevelClamp == 2.5f && sampling.reserved[11] == 0);
    DO(muTexObjectGetResourceViewDesc(&seen, object));
    CHECK(seen.format == MU_RES_VIEW_FORMAT_UINT_1X32 && seen.width == 16 && seen.lastMipmapLevel == 2);
    DO(muTexObjectDestroy(object));
    ANSWERS(MUSA_ERROR_INVALID_HANDLE, muTexObjectGetResourceDesc(&known, object));
    view.lastMipmapLevel = 3;
    ANSWERS(MUSA_ERROR_INVALID_VALUE, muTexObjectCreate(&object, &resource, &texture, &view));
    resource.flags = 1;
    ANSWERS(MUSA_ERROR_INVALID_VALUE, muTexObjectCreate(&object, &resource, &texture, NULL));
}

static void surfaces(void) {
    MUSA_RESOURCE_DESC resource, known;
    MUsurfObject object = 0;
    memset(&resource, 0, sizeof resource);
    resource.resType = MU_RESOURCE_TYPE_ARRAY;
    resource.res.array.hArray = array;
    DO(muSurfObjectCreate(&object, &resource));
    DO(muSurfObjectGetResourceDesc(&known, object));
    CHECK(known.resType == MU_RESOURCE_TYPE_ARRAY && known.res.array.hArray == array);
    DO(muSurfObjectDestroy(object));
    ANSWERS(MUSA_ERROR_INVALID_HANDLE, muSurfObjectDestroy(object));
    ANSWERS(MUSA_ERROR_INVALID_VALUE, muSurfObjectCreate(NULL, &resource));
}

static void bindings(MUtexref reference) {
    MUSA_ARRAY_DESCRIPTOR rows;
    MUdeviceptr device, known = 0;
    MUarray bound = NULL;
    MUmipmappedArray levels = NULL;
    MUarray_format format;
    size_t offset = 77;
    int channels = 0;
    DO(muMemAlloc(&device, 4096));
    ANSWERS(MUSA_ERROR_INVALID_VALUE, muTexRefGetArray(&bound, reference));
    DO(muTexRefSetArray(reference, array, MU_TRSA_OVERRIDE_FORMAT));
    DO(muTexRefGetArray(&bound, reference));
    CHECK(bound == array);
    ANSWERS(MUSA_ERROR_INVALID_VALUE, muTexRefSetArray(reference, array, 0));
    DO(muTexRefSetMipmappedArray(reference, chain, MU_TRSA_OVERRIDE_FORMAT));
    DO(muTexRefGetMipmappedArray(&levels, reference));
    CHECK(levels == chain);
    DO(muTexRefSetFormat(reference, MU_AD_FORMAT_UNSIGNED_INT8, 4));
    DO(muTexRefSetAddress(&offset, reference, device, 4096));
    CHECK(offset == 0);
    DO(muTexRefGetAddress(&known, reference));
    CHECK(known == device);
    DO(muTexRefGetFormat(&format, &channels, reference));
    CHECK(format == MU_AD_FORMAT_UNSIGNED_INT8 && channels == 4);
    memset(&rows, 0, sizeof rows);
    rows.Width = 8;
    rows.Height = 4;
    rows.Format = MU_AD_FORMAT_HALF;
    rows.NumChannels = 2;
    DO(muTexRefSetAddress2D(reference, &rows, device, 512));
    DO(muTexRefGetFormat(&format, NULL, reference));
    CHECK(format == MU_AD_FORMAT_HALF);
    ANSWERS(MUSA_ERROR_INVALID_VALUE, muTexRefSetAddress2D(reference, &rows, device, 513));
    DO(muMemFree(device));
}

static void references(void) {
    MUtexref reference = NULL;
    MUaddress_mode mode;
    MUfilter_mode filter;
    float colour[4] = {0.25f, 0.5f, 0.75f, 1.0f}, found[4], least, greatest, bias;
    unsigned flags;
    int samples;
    DO(muTexRefCreate(&reference));
    bindings(reference);
    DO(muTexRefSetAddressMode(reference, 1, MU_TR_ADDRESS_MODE_MIRROR));
    DO(muTexRefGetAddressMode(&mode, reference, 1));
    CHECK(mode == MU_TR_ADDRESS_MODE_MIRROR);
    ANSWERS(MUSA_ERROR_INVALID_VALUE, muTexRefSetAddressMode(reference, 3, MU_TR_ADDRESS_MODE_MIRROR));
    DO(muTexRefSetFilterMode(reference, MU_TR_FILTER_MODE_LINEAR));
    DO(muTexRefGetFilterMode(&filter, reference));
    CHECK(filter == MU_TR_FILTER_MODE_LINEAR);
    DO(muTexRefSetMipmapFilterMode(reference, MU_TR_FILTER_MODE_LINEAR));
    DO(muTexRefGetMipmapFilterMode(&filter, reference));
    CHECK(filter == MU_TR_FILTER_MODE_LINEAR);
    DO(muTexRefSetMipmapLevelBias(reference, 0.5f));
    DO(muTexRefGetMipmapLevelBias(&bias, reference));
    DO(muTexRefSetMipmapLevelClamp(reference, 1.0f, 2.0f));
    DO(muTexRefGetMipmapLevelClamp(&least, &greatest, reference));
    CHECK(bias == 0.5f && least == 1.0f && greatest == 2.0f);
    DO(muTexRefSetMaxAnisotropy(reference, 8));
    DO(muTexRefGetMaxAnisotropy(&samples, reference));
    CHECK(samples == 8);
    DO(muTexRefSetBorderColor(reference, colour));
    DO(muTexRefGetBorderColor(found, reference));
    CHECK(memcmp(colour, found, sizeof colour) == 0);
    DO(muTexRefSetFlags(reference, MU_TRSF_READ_AS_INTEGER));
    DO(muTexRefGetFlags(&flags, reference));
    CHECK(flags == MU_TRSF_READ_AS_INTEGER);
    DO(muTexRefDestroy(reference));
    ANSWERS(MUSA_ERROR_INVALID_HANDLE, muTexRefDestroy(reference));
    ANSWERS(MUSA_ERROR_INVALID_VALUE, muTexRefDestroy(NULL));
}

int main(void) {
    MUcontext context;
    MUSA_ARRAY3D_DESCRIPTOR descriptor;
    memset(&descriptor, 0, sizeof descriptor);
    descriptor.Width = 16;
    descriptor.Height = 8;
    descriptor.Format = MU_AD_FORMAT_FLOAT;
    descriptor.NumChannels = 1;
    descriptor.Flags = MUSA_ARRAY3D_SURFACE_LDST;
    DO(muInit(0));
    DO(muCtxCreate(&context, 0, 0));
    DO(muArray3DCreate(&array, &descriptor));
    DO(muMipmappedArrayCreate(&chain, &descriptor, 3));
    objects();
    surfaces();
    references();
    DO(muCtxDestroy(context));
    printf("texture and surface objects, texture references\n");
    return 0;
}
