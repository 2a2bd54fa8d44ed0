/* Opens the driver library under every name that programs use: all are one library, with one state. */
#include <dlfcn.h>
#include <stdio.h>

static const char *const names[] = {
    "libmusa.so", "libmusa.so.1", "libmusa.so.1.0.0", "libmusa.so.1.5", "libmusa.so.4", "libmusa.so.4.3.6",
};

int main(int argc, char **argv) {
    void *first = NULL;
    unsigned i;
    if (argc != 2) return 2;
    for (i = 0; i < sizeof names / sizeof *names; i++) {
        char path[4096];
        void *by_path, *by_name;
        snprintf(path, sizeof path, "%s/%s", argv[1], names[i]);
        by_path = dlopen(path, RTLD_NOW);
        by_name = dlopen(names[i], RTLD_NOW);
        if (!by_path || !by_name) {
            fprintf(stderr, "%s: %s\n", names[i], dlerror());
            return 1;
        }
        if (!first) first = by_path;
        if (by_path != first || by_name != first) {
            fprintf(stderr, "%s is another library\n", names[i]);
            return 1;
        }
    }
    printf("%u names\n", i);
    return 0;
}
