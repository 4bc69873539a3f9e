import Foundation
import MatrixChat
import Synchronization

/// Measures how long the main actor keeps others waiting, from its creation on: every millisecond it gives it a little
/// job, and takes the time until that is done.
///
/// The time that the main actor itself has worked is at most what its thread has computed since the job before. A job
/// waits longer where other threads have the processors.
final class MainActorWatch: Sendable {
    private let longest = Mutex((wait: Duration.zero, work: Duration.zero))
    /// What the main actor's thread had computed at the last job, and since the one before.
    private let computed = Mutex((thread: ObjectIdentifier?.none, total: Duration.zero, last: Duration.zero))
    private let isPaused = Mutex(false)

    /// Begins to measure, for as long as the program runs.
    init() {
        // A thread of its own: the others may all be busy.
        Thread.detachNewThread { [self] in
            let (clock, isDone) = (ContinuousClock(), DispatchSemaphore(value: 0))
            while true {
                let begin = clock.now
                Task { @MainActor [self] in
                    computed.withLock { computed in
                        // The main actor's queue may go on on another thread.
                        let (thread, total) = (ObjectIdentifier(Thread.current), Self.computedTime)
                        computed = (thread, total, thread == computed.thread ? total - computed.total : .zero)
                    }
                    isDone.signal()
                }
                isDone.wait()
                let wait = clock.now - begin
                let work = computed.withLock { $0.last }
                let isPaused = isPaused.withLock { exchange(&$0, with: false) }
                if !isPaused { longest.withLock { $0 = (max($0.wait, wait), max($0.work, min(work, wait))) } }
                Thread.sleep(forTimeInterval: 0.001)
            }
        }
    }

    /// What was measured up to now. That it takes some time itself does not count.
    @MainActor var measurement: RunMeasurement {
        let (longest, memory) = (longest.withLock { $0 }, Self.memory)
        isPaused.withLock { $0 = true }
        return RunMeasurement(longestWait: longest.wait, longestWork: longest.work, memory: memory)
    }

    /// The processor time of the calling thread.
    private static var computedTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// The memory of the process in bytes, without what it could return. Elsewhere than on Linux the most that it has
    /// had.
    private static var memory: Int {
        #if canImport(Glibc)
        typealias Trim = @convention(c) (Int) -> Int32
        if let trim = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(trim, to: Trim.self)(0) }
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
        return (pages?.dropFirst().first.flatMap { Int($0) } ?? 0) * Int(getpagesize())
        #else
        var usage = rusage()
        getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss
        #endif
    }
}
