import Foundation
import MatrixChat
import Synchronization

/// Measures how long the main actor keeps others waiting, from its creation on: every millisecond it gives it a little
/// job, and takes the time until that is done.
final class MainActorWatch: Sendable {
    private let longest = Mutex((wait: Duration.zero, turn: Duration.zero))

    /// Begins to measure, for as long as the program runs.
    init() {
        // A thread of its own: the others may all be busy.
        Thread.detachNewThread { [self] in
            let clock = ContinuousClock()
            var computed: Duration?
            while true {
                let begin = clock.now
                let now = Self.computingTimeOfMainActor
                let wait = clock.now - begin
                longest.withLock { $0 = (max($0.wait, wait), max($0.turn, now - (computed ?? now))) }
                computed = now
                Thread.sleep(forTimeInterval: 0.001)
            }
        }
    }

    /// How long the main actor has computed, when it gets round to telling.
    private static var computingTimeOfMainActor: Duration {
        let (isDone, answer) = (DispatchSemaphore(value: 0), Answer())
        Task { @MainActor in
            answer.time.withLock { $0 = computingTime }
            isDone.signal()
        }
        isDone.wait()
        return answer.time.withLock { $0 }
    }

    private final class Answer: Sendable { let time = Mutex(Duration.zero) }

    /// What was measured up to now.
    var measurement: RunMeasurement {
        let (wait, turn) = longest.withLock { $0 }
        return RunMeasurement(longestWait: wait, longestTurn: turn, memory: Self.memory)
    }

    /// How long this thread has computed. Time in which other programs had the processor does not count.
    private static var computingTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// The memory of the process in bytes: on Linux what it has now, elsewhere the most that it has had.
    private static var memory: Int {
        #if os(Linux)
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
        return (pages?.dropFirst().first.flatMap { Int($0) } ?? 0) * Int(getpagesize())
        #else
        var usage = rusage()
        getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss
        #endif
    }
}
