// The executable's malloc and free come before the C library's, to which they hand on. They are written in C because
// they run before, and below, the Swift runtime.
#include "allocations.h"

#include <stddef.h>
#include <stdint.h>

#if defined(__linux__) && defined(__GLIBC__)
#include <malloc.h>
#include <stdatomic.h>

extern void *__libc_malloc(size_t size);
extern void __libc_free(void *block);

static atomic_long count;
static atomic_long live_bytes;

void *malloc(size_t size) {
    void *block = __libc_malloc(size);
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    if (block) atomic_fetch_add_explicit(&live_bytes, (long)malloc_usable_size(block), memory_order_relaxed);
    return block;
}

void free(void *block) {
    if (block) atomic_fetch_sub_explicit(&live_bytes, (long)malloc_usable_size(block), memory_order_relaxed);
    __libc_free(block);
}

int allocations_are_counted(void) { return 1; }
long allocations_count(void) { return atomic_load_explicit(&count, memory_order_relaxed); }
long allocations_live_bytes(void) { return atomic_load_explicit(&live_bytes, memory_order_relaxed); }
#else
int allocations_are_counted(void) { return 0; }
long allocations_count(void) { return 0; }
long allocations_live_bytes(void) { return 0; }
#endif
