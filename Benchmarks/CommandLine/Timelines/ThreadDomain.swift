import Dispatch
import Foundation
import Synchronization

/// An isolation domain on the thread that measures: what belongs to it runs when that thread says so, and is timed.
actor ThreadDomain {
    nonisolated let executor = ThreadExecutor()

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}

/// Runs the jobs of an actor on one thread, one after the other.
final class ThreadExecutor: SerialExecutor {
    private let jobs = Mutex(Jobs())
    private let arrivals = DispatchSemaphore(value: 0)

    private struct Jobs {
        var list: [UnownedJob] = []
        private var taken = 0

        /// Takes the next job. When all are taken, their places are used again.
        mutating func takeFirst() -> UnownedJob {
            defer {
                if taken == list.count {
                    list.removeAll(keepingCapacity: true)
                    taken = 0
                }
            }
            taken += 1
            return list[taken - 1]
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.list.append(job) }
        arrivals.signal()
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    /// The thread that measures is in the domain also between jobs, and no other thread asks.
    func checkIsolated() {}

    /// Runs the next job, when there is one.
    func runNext() {
        arrivals.wait()
        jobs.withLock { $0.takeFirst() }.runSynchronously(on: asUnownedSerialExecutor())
    }
}

/// Time that processors have spent, in nanoseconds.
struct ProcessorTime {
    var thread = Self.now(CLOCK_THREAD_CPUTIME_ID)
    var process = Self.now(CLOCK_PROCESS_CPUTIME_ID)

    /// What has been spent since then.
    var spent: (thread: Double, process: Double) {
        let now = ProcessorTime()
        return (now.thread - thread, now.process - process)
    }

    private static func now(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
