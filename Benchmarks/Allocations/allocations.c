// The executable's malloc, posix_memalign and free come before the C library's, to which they hand on. They are written
// in C because they run before, and below, the Swift runtime.
#include "allocations.h"

#include <stddef.h>
#include <stdint.h>

#if defined(__linux__) && defined(__GLIBC__)
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

static atomic_int is_counting;
static atomic_long made;
static atomic_long freed;
static atomic_long live_bytes;

static int counts(void) { return __builtin_expect(atomic_load_explicit(&is_counting, memory_order_relaxed), 0); }

void *malloc(size_t size) {
    void *block = __libc_malloc(size);
    if (counts() && block) {
        atomic_fetch_add_explicit(&made, 1, memory_order_relaxed);
        atomic_fetch_add_explicit(&live_bytes, (long)malloc_usable_size(block), memory_order_relaxed);
    }
    return block;
}

/* Swift asks here for what UnsafeMutablePointer.allocate returns. */
int posix_memalign(void **block, size_t alignment, size_t size) {
    void *found = __libc_memalign(alignment, size);
    if (!found) return ENOMEM;
    if (counts()) {
        atomic_fetch_add_explicit(&made, 1, memory_order_relaxed);
        atomic_fetch_add_explicit(&live_bytes, (long)malloc_usable_size(found), memory_order_relaxed);
    }
    *block = found;
    return 0;
}

void free(void *block) {
    if (counts() && block) {
        atomic_fetch_add_explicit(&freed, 1, memory_order_relaxed);
        atomic_fetch_sub_explicit(&live_bytes, (long)malloc_usable_size(block), memory_order_relaxed);
    }
    __libc_free(block);
}

void allocations_start(void) {
    atomic_store(&made, 0);
    atomic_store(&freed, 0);
    atomic_store(&live_bytes, 0);
    atomic_store(&is_counting, 1);
}

void allocations_stop(void) { atomic_store(&is_counting, 0); }

int allocations_can_be_counted(void) { return 1; }
long allocations_made(void) { return atomic_load(&made); }
long allocations_live_blocks(void) { return atomic_load(&made) - atomic_load(&freed); }
long allocations_live_bytes(void) { return atomic_load(&live_bytes); }
#else
int allocations_can_be_counted(void) { return 0; }
void allocations_start(void) {}
void allocations_stop(void) {}
long allocations_made(void) { return 0; }
long allocations_live_blocks(void) { return 0; }
long allocations_live_bytes(void) { return 0; }
#endif
