#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(WASILibc)
import WASILibc
#endif

/// A lock that one thread has at a time, and that may be taken on any thread. Taking it twice on one thread is an error.
@usableFromInline
package struct ThreadLock: ~Copyable {
    #if os(WASI)
    @usableFromInline
    init() {}

    @usableFromInline
    func lock() {}

    @usableFromInline
    func unlock() {}
    #else
    // A mutex of POSIX has one address for its life.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    /// Creates a lock that nobody has.
    @usableFromInline
    init() {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        let status = pthread_mutex_init(mutex, nil)
        guard status == 0 else { stop("Locked: the system has no lock left (error \(status)). To fix: keep fewer.") }
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Waits until no other thread has the lock, and takes it.
    @usableFromInline
    func lock() { pthread_mutex_lock(mutex) }

    /// Gives the lock back.
    @usableFromInline
    func unlock() { pthread_mutex_unlock(mutex) }
    #endif
}
