#if canImport(Dispatch)
import Dispatch
#endif

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

/// Whether the calling code runs where the main actor does: on the main thread or, if a program has given its main
/// thread up to wait, as asynchronous ones do on Linux, on the thread that serves the main queue.
package var isOnMain: Bool { withThread { $0.isOnMain } }

extension ThreadState {
    /// Whether the calling code, whose state this is, runs where the main actor does.
    var isOnMain: Bool { isOnMainThread || servesMainQueue }
}

/// Whether the calling thread is the process's first. A call of the system, some 100 ns: a thread asks once.
var isFirstThread: Bool {
    #if canImport(Darwin)
    pthread_main_np() != 0
    #elseif os(WASI)
    true
    #else
    presentThreadNumber() == getpid()
    #endif
}

#if !canImport(Darwin) && !os(WASI)
/// The system's number of the calling thread: that of the process, in its first one. The C library has it, and its
/// headers declare it for those only who ask for GNU's extensions.
@_silgen_name("gettid")
private func presentThreadNumber() -> pid_t
#endif

#if canImport(Dispatch)
private var servesMainQueue: Bool { DispatchQueue.getSpecific(key: mainQueueMark) == true }

private let mainQueueMark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
}()
#else
private var servesMainQueue: Bool { false }
#endif
