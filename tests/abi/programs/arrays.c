/* Arrays and mipmapped arrays: descriptors, every copy with them, planes, and what is refused. */
#include "check.h"

static unsigned char host[1024], back[1024];

static MUarray plain(size_t width, size_t height, MUarray_format format, unsigned channels) {
    MUSA_ARRAY_DESCRIPTOR descriptor, known;
    MUarray array = NULL;
    memset(&descriptor, 0, sizeof descriptor);
    descriptor.Width = width;
    descriptor.Height = height;
    descriptor.Format = format;
    descriptor.NumChannels = channels;
    DO(muArrayCreate(&array, &descriptor));
    memset(&known, 0x55, sizeof known);
    DO(muArrayGetDescriptor(&known, array));
    CHECK(known.Width == width && known.Height == height && known.Format == format && known.NumChannels == channels);
    return array;
}

/* A box between the host's bytes, packed, and an array. */
static MUSA_MEMCPY3D box(MUarray array, int upwards, size_t width, size_t height, size_t depth) {
    MUSA_MEMCPY3D copy;
    memset(&copy, 0, sizeof copy);
    copy.srcMemoryType = upwards ? MU_MEMORYTYPE_HOST : MU_MEMORYTYPE_ARRAY;
    copy.dstMemoryType = upwards ? MU_MEMORYTYPE_ARRAY : MU_MEMORYTYPE_HOST;
    copy.srcHost = host;
    copy.dstHost = back;
    copy.srcArray = copy.dstArray = array;
    copy.WidthInBytes = width;
    copy.Height = height;
    copy.Depth = depth;
    return copy;
}

/* Copies of bytes: of one row, at any byte. */
static void rows(void) {
    MUarray a = plain(16, 2, MU_AD_FORMAT_FLOAT, 1), b = plain(64, 0, MU_AD_FORMAT_UNSIGNED_INT8, 1);
    MUdeviceptr device;
    MUstream stream;
    DO(muMemAlloc(&device, 64));
    DO(muStreamCreate(&stream, 0));
    DO(muMemcpyHtoA(a, 0, host, 64));
    DO(muMemcpyAtoD(device, a, 0, 64));
    DO(muMemcpyDtoA(b, 0, device, 64));
    DO(muMemcpyAtoA(a, 3, b, 10, 5));
    DO(muMemcpyAtoH(back, a, 0, 64));
    CHECK(back[2] == host[2] && back[3] == host[10] && back[7] == host[14] && back[8] == host[8]);
    DO(muMemcpyHtoAAsync(b, 32, host, 32, stream));
    DO(muMemcpyAtoHAsync(back, b, 32, 32, stream));
    DO(muStreamSynchronize(stream));
    CHECK(memcmp(back, host, 32) == 0);
    ANSWERS(MUSA_ERROR_INVALID_VALUE, muMemcpyHtoA(a, 0, host, 65));
    ANSWERS(MUSA_ERROR_INVALID_VALUE, muMemcpyAtoH(back, b, 63, 2));
    ANSWERS(MUSA_ERROR_INVALID_VALUE, muMemcpyHtoA(NULL, 0, host, 4));
    ANSWERS(MUSA_ERROR_INVALID_VALUE, muMemcpyHtoA(a, 0, NULL, 4));
    DO(muStreamDestroy(stream));
    DO(muMemFree(device));
    DO(muArrayDestroy(a));
    ANSWERS(MUSA_ERROR_INVALID_HANDLE, muArrayDestroy(a));
    ANSWERS(MUSA_ERROR_INVALID_HANDLE, muMemcpyHtoA(a, 0, host, 4));
    DO(muArrayDestroy(b));
}

/* Boxes in layers, faces and volumes, in two dimensions and in three. */
static void boxes(void) {
    MUSA_ARRAY3D_DESCRIPTOR descriptor, known;
    MUSA_MEMCPY3D copy;
    MUSA_MEMCPY2D flat;
    MUarray array;
    memset(&descriptor, 0, sizeof descriptor);
    descriptor.Width = descriptor.Height = 4;
    descriptor.Depth = 6;
    descriptor.Format = MU_AD_FORMAT_UNSIGNED_INT16;
    descriptor.NumChannels = 2;
    descriptor.Flags = MUSA_ARRAY3D_CUBEMAP;
    DO(muArray3DCreate(&array, &descriptor));
    DO(muArray3DGetDescriptor(&known, array));
    CHECK(known.Depth == 6 && known.Flags == MUSA_ARRAY3D_CUBEMAP && known.NumChannels == 2);
    copy = box(array, 1, 16, 4, 6);
    DO(muMemcpy3D(&copy));
    copy = box(array, 0, 16, 4, 6);
    DO(muMemcpy3D(&copy));
    CHECK(memcmp(back, host, 384) == 0);
    copy = box(array, 0, 8, 2, 1);
    copy.srcXInBytes = 8;
    copy.srcY = 2;
    copy.srcZ = 5;
    DO(muMemcpy3D(&copy));
    CHECK(memcmp(back, host + 5 * 64 + 2 * 16 + 8, 8) == 0 && memcmp(back + 8, host + 5 * 64 + 3 * 16 + 8, 8) == 0);
    copy.srcZ = 6;
    ANSWERS(MUSA_ERROR_INVALID_VALUE, muMemcpy3D(&copy));
    /* Boxes are of bytes: one may begin within an element, as on hardware (oracle case mem_boxes). */
    copy.srcZ = 5;
    copy.srcXInBytes = 2;
    DO(muMemcpy3D(&copy));
    CHECK(memcmp(back, host + 5 * 64 + 2 * 16 + 2, 8) == 0);
    memset(&flat, 0, sizeof flat);
    flat.srcMemoryType = MU_MEMORYTYPE_ARRAY;
    flat.srcArray = array;
    flat.srcY = 1;
    flat.dstMemoryType = MU_MEMORYTYPE_HOST;
    flat.dstHost = back;
    flat.dstPitch = 32;
    flat.WidthInBytes = 16;
    flat.Height = 3;
    DO(muMemcpy2D(&flat));
    CHECK(memcmp(back + 64, host + 48, 16) == 0);
    flat.Height = 4;
    ANSWERS(MUSA_ERROR_INVALID_VALUE, muMemcpy2DUnaligned(&flat));
    DO(muArrayDestroy(array));
    descriptor.Depth = 5;
    ANSWERS(MUSA_ERROR_INVALID_VALUE, muArray3DCreate(&array, &descriptor));
}

/* Levels are arrays whose handles stay the same. */
static void levels(void) {
    MUSA_ARRAY3D_DESCRIPTOR descriptor;
    MUSA_ARRAY_DESCRIPTOR known;
    MUmipmappedArray chain;
    MUarray level = NULL, again = NULL;
    MUSA_MEMCPY3D copy;
    size_t before, after, total;
    memset(&descriptor, 0, sizeof descriptor);
    descriptor.Width = 16;
    descriptor.Height = 8;
    descriptor.Format = MU_AD_FORMAT_UNSIGNED_INT8;
    descriptor.NumChannels = 1;
    DO(muMemGetInfo(&before, &total));
    DO(muMipmappedArrayCreate(&chain, &descriptor, 99));
    DO(muMemGetInfo(&after, &total));
    CHECK(after < before);
    DO(muMipmappedArrayGetLevel(&level, chain, 2));
    DO(muMipmappedArrayGetLevel(&again, chain, 2));
    CHECK(level == again);
    DO(muArrayGetDescriptor(&known, level));
    CHECK(known.Width == 4 && known.Height == 2);
    copy = box(level, 1, 4, 2, 1);
    DO(muMemcpy3D(&copy));
    copy = box(level, 0, 4, 2, 1);
    DO(muMemcpy3D(&copy));
    CHECK(memcmp(back, host, 8) == 0);
    ANSWERS(MUSA_ERROR_INVALID_VALUE, muMipmappedArrayGetLevel(&level, chain, 5));
    ANSWERS(MUSA_ERROR_INVALID_HANDLE, muMipmappedArrayGetLevel(&level, NULL, 0));
    ANSWERS(MUSA_ERROR_INVALID_HANDLE, muArrayDestroy(level));
    DO(muMipmappedArrayDestroy(chain));
    DO(muMemGetInfo(&after, &total));
    CHECK(after == before);
    ANSWERS(MUSA_ERROR_INVALID_HANDLE, muArrayGetDescriptor(&known, level));
}

static void planes(void) {
    MUSA_ARRAY_SPARSE_PROPERTIES properties;
    MUSA_ARRAY_DESCRIPTOR known;
    MUarray picture = plain(8, 4, MU_AD_FORMAT_NV12, 3), plane = NULL;
    DO(muArrayGetPlane(&plane, picture, 1));
    DO(muArrayGetDescriptor(&known, plane));
    CHECK(known.Width == 4 && known.Height == 2 && known.NumChannels == 2);
    ANSWERS(MUSA_ERROR_INVALID_VALUE, muArrayGetPlane(&plane, picture, 2));
    ANSWERS(MUSA_ERROR_INVALID_VALUE, muArrayGetSparseProperties(&properties, picture));
    DO(muArrayDestroy(picture));
}

int main(void) {
    MUcontext context;
    MUarray left;
    size_t i;
    for (i = 0; i < sizeof host; i++)
        host[i] = (unsigned char)(i * 7);
    DO(muInit(0));
    DO(muCtxCreate(&context, 0, 0));
    rows();
    boxes();
    levels();
    planes();
    left = plain(4, 4, MU_AD_FORMAT_HALF, 4);
    DO(muCtxDestroy(context));
    ANSWERS(MUSA_ERROR_INVALID_HANDLE, muArrayDestroy(left));
    printf("arrays, their levels, layers and planes, and copies with them\n");
    return 0;
}
