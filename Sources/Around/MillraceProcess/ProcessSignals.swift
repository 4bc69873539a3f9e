#if os(macOS) || os(Linux) || os(Android)
import Foundation
import Synchronization

/// The signals of the process, for those that install handlers: an application that is notified of them before they
/// take effect, and a terminal that is restored when they do. Either may be there without the other, and come first.
///
/// Handlers are C functions without context, so their data is process-wide, here and nowhere else: `followed`, the
/// signals that are followed, a bit each, `isStopDue`, and `pipe`, which is never closed.
package enum ProcessSignals {
    /// The signals that are reported before they take effect.
    private static let followed = Atomic<UInt64>(0)

    /// Whether SIGTSTP has arrived, and no SIGCONT since. Without it, a SIGCONT that arrives before a postponed stop
    /// takes effect would be lost, and the process would stay stopped.
    private static let isStopDue = Atomic<Bool>(false)

    /// Each arrival writes the number of the signal.
    private static let pipe: (read: Int32, write: Int32)? = openPipe()

    /// In a handler: if the signal is followed, reports it, and returns true: it must not take effect yet.
    ///
    /// Calls only `write`, which POSIX allows a handler.
    package static func postpones(_ number: Int32) -> Bool {
        guard followed.load(ordering: .acquiring) & bit(number) != 0, let pipe else { return false }
        if number == SIGTSTP || number == SIGCONT { isStopDue.store(number == SIGTSTP, ordering: .releasing) }
        let error = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(pipe.write, &byte, 1)
        errno = error
        return true
    }

    /// Lets a signal take effect on this thread, even if the thread blocks it, as those of queues and tasks do.
    ///
    /// Calls only functions that POSIX allows a handler.
    package static func raiseUnblocked(_ number: Int32) {
        var former = unblock(number)
        raise(number)
        pthread_sigmask(SIG_SETMASK, &former, nil)
    }

    /// Unblocks a signal on this thread. Returns the signals that were blocked.
    @discardableResult
    package static func unblock(_ number: Int32) -> sigset_t {
        var mask = sigset_t(), former = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, number)
        pthread_sigmask(SIG_UNBLOCK, &mask, &former)
        return former
    }

    private static func bit(_ number: Int32) -> UInt64 { 1 << UInt64(number) }

    /// Makes a pipe that never keeps its reader or its writer waiting, and that no other program inherits.
    package static func openPipe() -> (read: Int32, write: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard makePipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        return (ends[0], ends[1])
    }
}

/// `pipe(2)`, which has the name of the property.
private func makePipe(_ ends: inout [Int32]) -> Int32 { pipe(&ends) }

// MARK: - Handlers

extension ProcessSignals {
    /// A signal that is handled, and its previous handler. (Not a tuple: an array of tuples loses the convention of a C
    /// function.)
    package struct Handler: Sendable {
        private let number: Int32
        private let action: @convention(c) (Int32) -> Void
        private let previous: (@convention(c) (Int32) -> Void)?

        /// Installs a handler, unless the signal is ignored: that stays so.
        package init(_ number: Int32, _ action: @convention(c) (Int32) -> Void) {
            self.number = number
            self.action = action
            _ = (followed.load(ordering: .relaxed), isStopDue.load(ordering: .relaxed))  // made before a handler asks
            previous = signal(number, action)
            if address(of: previous) == 1 { signal(number, previous) }  // SIG_IGN
        }

        /// Restores the previous handler, unless another one was installed since, which then stays.
        package func uninstall() {
            if isInFront { signal(number, previous) }
        }

        /// Lets the signal take effect as it would without this handler.
        ///
        /// - Returns: When it has: if the process was stopped, when it goes on.
        fileprivate func takeEffect() {
            followed.bitwiseAnd(~bit(number), ordering: .acquiringAndReleasing)
            let wasInFront = isInFront
            if wasInFront { signal(number, previous) }
            ProcessSignals.raiseUnblocked(number)
            if wasInFront { signal(number, action) }
            followed.bitwiseOr(bit(number), ordering: .acquiringAndReleasing)
        }

        /// Whether no other handler was installed since.
        private var isInFront: Bool {
            // There is no way to ask but to set.
            let present = signal(number, action)
            if address(of: present) == address(of: action) { return true }
            signal(number, present)
            return false
        }

        private func address(of function: (@convention(c) (Int32) -> Void)?) -> Int {
            unsafeBitCast(function, to: Int.self)
        }
    }
}

// MARK: - Following

extension ProcessSignals {
    /// Keeps signals followed until it is released.
    package final class Follower {
        private let handlers: [Int32: Handler]
        private let source: any DispatchSourceRead

        fileprivate init(_ handlers: [Int32: Handler], _ source: any DispatchSourceRead) {
            self.handlers = handlers
            self.source = source
        }

        deinit {
            for number in handlers.keys {
                followed.bitwiseAnd(~bit(number), ordering: .acquiringAndReleasing)
                handlers[number]?.uninstall()
            }
            source.cancel()
        }

        /// Lets a signal that has arrived take effect: ends the process, stops it, or whatever it is for.
        ///
        /// A stop does nothing after a SIGCONT that arrived later than the stop and is followed, too.
        package func takeEffect(_ number: Int32) {
            if number == SIGTSTP, !isStopDue.exchange(false, ordering: .acquiringAndReleasing) { return }
            handlers[number]?.takeEffect()
        }
    }

    /// Calls a closure with each signal that arrives, instead of letting it take effect. Nil if there is no pipe.
    ///
    /// One at a time can follow a signal.
    ///
    /// - Parameters:
    ///   - numbers: The signals.
    ///   - ending: Those of them that end the process. Only the first one that arrives is reported. Any further one
    ///     takes effect at once, on a thread of its own: the code that was notified of the first may hang.
    ///   - receive: Called on some thread, for one signal after another.
    package static func follow(
        _ numbers: [Int32],
        ending: Set<Int32> = [],
        _ receive: @escaping @Sendable (Int32) -> Void
    ) -> Follower? {
        guard let pipe else { return nil }
        for number in numbers { followed.bitwiseOr(bit(number), ordering: .acquiringAndReleasing) }
        let handlers = Dictionary(
            uniqueKeysWithValues: numbers.map { ($0, Handler($0) { _ = ProcessSignals.postpones($0) }) }
        )
        let source = DispatchSource.makeReadSource(fileDescriptor: pipe.read, queue: DispatchQueue(label: "signals"))
        let isEnding = Atomic(false)
        source.setEventHandler {
            var byte: UInt8 = 0
            while read(pipe.read, &byte, 1) == 1 {
                let number = Int32(byte)
                let isSecond = ending.contains(number) && isEnding.exchange(true, ordering: .acquiringAndReleasing)
                if isSecond, let handler = handlers[number] { handler.takeEffect() } else { receive(number) }
            }
        }
        source.activate()
        return Follower(handlers, source)
    }
}
#endif
