// What the Swift compiler calls for `unowned` and `weak` references to Swift's own objects.

#ifndef MILLRACE_RUNTIME_H
#define MILLRACE_RUNTIME_H

/// Keeps the memory of an object, which may be deinitialised nevertheless. Returns the object.
void *_Nonnull swift_unownedRetain(void *_Nonnull object);

/// Gives up the memory of an object, which is returned to the system if nothing else keeps it.
void swift_unownedRelease(void *_Nonnull object);

/// Retains an object whose memory is kept, unless its deinitialisation has begun: then returns null.
void *_Nullable swift_tryRetain(void *_Nonnull object);

#endif
