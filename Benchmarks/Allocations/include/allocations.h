// Counts what this process allocates: see allocations.c.
#ifndef MILLRACE_ALLOCATIONS_H
#define MILLRACE_ALLOCATIONS_H

/// Whether allocations are counted on this platform.
int allocations_are_counted(void);

/// How many blocks have been allocated since the process began.
long allocations_count(void);

/// How many bytes are allocated now, as the allocator rounds them.
long allocations_live_bytes(void);

#endif
