/* C firmware in small: it supplies the ports, and runs a kernel through the mu* functions. It is told where the image of
 * examples/kernels/tour.ptx is. */
#include <musa.h>
#include <musa_sim.h>
#include <stdio.h>
#include <string.h>

static int locked;
void musaSimPortLock(void) { locked += 1; }
void musaSimPortUnlock(void) { locked -= 1; }
unsigned long musaSimPortThread(void) { return 1; }

void *musaSimPortMemory(size_t *size) {
    static unsigned char memory[512 << 10];
    *size = sizeof memory;
    return memory;
}

/* The prebuilt core names it for unwinding, which the library never does. */
void rust_eh_personality(void) {}

#define EXPECT(code, call)                                                                                  \
    do {                                                                                                    \
        MUresult answer = (call);                                                                           \
        if (answer != (code)) {                                                                             \
            printf("line %d: %d instead of %d: %s\n", __LINE__, answer, (int)(code), musaSimLastRefusal()); \
            return 1;                                                                                       \
        }                                                                                                   \
    } while (0)

enum { VALUES = 256, BLOCKS = 2, THREADS = 64 };

int main(int count, char **arguments) {
    static unsigned char image[64 << 10];
    FILE *file = count > 1 ? fopen(arguments[1], "rb") : NULL;
    if (file == NULL || fread(image, 1, sizeof image, file) == 0) {
        printf("no image\n");
        return 2;
    }
    MUcontext context;
    MUmodule module;
    MUfunction reduce;
    MUdeviceptr input, output;
    float values[VALUES], sums[BLOCKS];
    unsigned number = VALUES;
    void *parameters[] = {&input, &output, &number};
    for (int i = 0; i < VALUES; i++) values[i] = (float)i;

    EXPECT(MUSA_ERROR_NOT_INITIALIZED, muMemAlloc(&input, 4));
    EXPECT(MUSA_SUCCESS, muInit(0));
    EXPECT(MUSA_SUCCESS, muCtxCreate(&context, 0, 0));
    EXPECT(MUSA_SUCCESS, muModuleLoadData(&module, image));
    EXPECT(MUSA_SUCCESS, muModuleGetFunction(&reduce, module, "reduce"));
    EXPECT(MUSA_SUCCESS, muMemAlloc(&input, sizeof values));
    EXPECT(MUSA_SUCCESS, muMemAlloc(&output, sizeof sums));
    EXPECT(MUSA_SUCCESS, muMemcpyHtoD(input, values, sizeof values));
    EXPECT(MUSA_SUCCESS, muLaunchKernel(reduce, BLOCKS, 1, 1, THREADS, 1, 1, 0, 0, parameters, NULL));
    EXPECT(MUSA_SUCCESS, muMemcpyDtoH(sums, output, sizeof sums));
    if (sums[0] + sums[1] != VALUES * (VALUES - 1) / 2) {
        printf("the sum is %f\n", sums[0] + sums[1]);
        return 1;
    }
    EXPECT(MUSA_ERROR_INVALID_VALUE, muMemcpyDtoH(sums, output + 4, sizeof sums));
    if (strstr(musaSimLastRefusal(), "copy.range") == NULL) {
        printf("refused without its rule: %s\n", musaSimLastRefusal());
        return 1;
    }
    EXPECT(MUSA_SUCCESS, muCtxDestroy(context));
    EXPECT(MUSA_ERROR_INVALID_CONTEXT, muCtxDestroy(context));
    if (locked != 0) {
        printf("the lock is left\n");
        return 1;
    }
    printf("the sum of 0 to 255 is %d; refused: copy.range\n", (int)(sums[0] + sums[1]));
    return 0;
}
