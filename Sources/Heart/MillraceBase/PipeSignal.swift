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

/// Calls a closure that writes. If the reader of a pipe is gone, the write fails, and the signal that would end the
/// process does not come.
///
/// The signal is blocked on this thread meanwhile, and taken back if the closure has caused it. Its treatment elsewhere
/// in the process stays as it is.
package func withoutPipeSignal<Result, Failure: Error>(
    _ write: () throws(Failure) -> Result
) throws(Failure) -> Result {
    #if os(Windows) || os(WASI)
    return try write()
    #else
    var pipeSignal = sigset_t(), former = sigset_t(), pending = sigset_t()
    sigemptyset(&pipeSignal)
    sigaddset(&pipeSignal, SIGPIPE)
    sigpending(&pending)
    // One that waits already is somebody else's.
    if sigismember(&pending, SIGPIPE) == 1 { return try write() }
    pthread_sigmask(SIG_BLOCK, &pipeSignal, &former)
    defer {
        sigpending(&pending)
        if sigismember(&pending, SIGPIPE) == 1 {
            var taken: Int32 = 0
            sigwait(&pipeSignal, &taken)
        }
        pthread_sigmask(SIG_SETMASK, &former, nil)
    }
    return try write()
    #endif
}
