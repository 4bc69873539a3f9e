#include <stdlib.h>

// A plain `swift test` starts the program of tests without arguments: then two processes share its specs.
__attribute__((constructor)) static void share(int count, char **arguments) {
    (void)arguments;
    if (count == 1) setenv("MILLRACE_PROCESSES", "2", 0);
}
