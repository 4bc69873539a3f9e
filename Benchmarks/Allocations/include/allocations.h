// Counts what this process allocates while it is told to: see allocations.c.
#ifndef MILLRACE_ALLOCATIONS_H
#define MILLRACE_ALLOCATIONS_H

/// Whether allocations can be counted on this platform.
int allocations_can_be_counted(void);

/// Sets all counts to zero and begins to count. Until then, and after `allocations_stop`, an allocation costs one look
/// at a flag.
void allocations_start(void);

/// Stops counting; the counts stay.
void allocations_stop(void);

/// How many blocks were allocated while it was counted.
long allocations_made(void);

/// How many of them are left: those allocated less those freed.
long allocations_live_blocks(void);

/// How many bytes are left, as the allocator rounds them.
long allocations_live_bytes(void);

#endif
