#if os(macOS) || os(Linux) || os(Android)
import Foundation
import MillraceBase
import MillraceProcess
import MillraceSignals
import Synchronization

/// The terminal's modes: changes them, and restores them also when a signal, `exit` or a trap ends the process.
///
/// Signal handlers are C functions without context, so their data is process-wide, here and nowhere else:
/// - `current`, the modes of the one open session. To restore them, the pointer is taken out by an atomic exchange, so
///   it happens exactly once. Its memory is never freed, because a handler on another thread may be reading it: some
///   hundred bytes per session.
/// - `disturbances`, a counter, and `wakeup`, a pipe that is never closed.
/// - `isShown` and `writes`, by which nothing is written once the terminal was given back.
///
/// `ProcessSignals` has the part shared with others that handle signals.
///
/// Handlers call only functions that POSIX allows them (`tcsetattr`, `tcgetpgrp`, `write`, `poll`, `signal`,
/// `pthread_sigmask`, `raise`), use lock-free atomics, and allocate nothing. `enter` initialises the statics before it
/// installs the first handler.
enum TerminalModes {
    private struct Record {
        let input: Int32
        let output: Int32
        let hasMouse: Bool
        var original: termios
        var raw: termios
    }

    // Safe although a pointer is not Sendable: the atomic orders every access to it, and the record that it points to
    // is written before it is published, and neither written nor freed afterwards.
    nonisolated(unsafe) private static let current = Atomic<UnsafeMutablePointer<Record>?>(nil)

    /// How often the terminal was resized or used by others: its picture is then unknown.
    static let disturbances = Atomic<Int>(0)

    /// A pipe that is read while waiting for events; each disturbance writes a byte. -1 if it could not be made.
    static let wakeup = ProcessSignals.openPipe() ?? (read: -1, write: -1)

    /// Whether the terminal shows the screen of the session.
    private static let isShown = Atomic<Bool>(false)

    /// How many threads are writing to that screen.
    private static let writes = Atomic<Int>(0)

    private static let leaveAtExit: Int32 = atexit { TerminalModes.leave() }

    // Alternate screen, hidden cursor, no wrapping at the right edge, pasted text marked as such; and back.
    private static var enterSequence: StaticString { "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h" }
    private static var leaveSequence: StaticString { "\u{1B}[?2004l\u{1B}[?7h\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l" }
    // Buttons and the wheel, by xterm's modes 1000 and 1006; and back.
    private static var mouseSequence: StaticString { "\u{1B}[?1000h\u{1B}[?1006h" }
    private static var noMouseSequence: StaticString { "\u{1B}[?1006l\u{1B}[?1000l" }

    /// Enters raw mode, in which only the signal keys (Ctrl-C, Ctrl-Z, Ctrl-\) keep their meaning, and the alternate
    /// screen.
    static func enter(
        input: Int32,
        output: Int32,
        hasMouse: Bool
    ) throws(ProgramExit) -> [ProcessSignals.Handler] {
        var original = termios()
        guard tcgetattr(input, &original) == 0, isatty(output) == 1 else { throw .notATerminal }
        var raw = original
        cfmakeraw(&raw)
        raw.c_lflag |= tcflag_t(ISIG)
        let record = UnsafeMutablePointer<Record>.allocate(capacity: 1)
        record.initialize(to: Record(input: input, output: output, hasMouse: hasMouse, original: original, raw: raw))
        guard current.compareExchange(expected: nil, desired: record, ordering: .acquiringAndReleasing).exchanged else {
            record.deallocate()
            throw .alreadyOpen
        }
        // Initialised before a handler needs them.
        _ = (leaveAtExit, wakeup, disturbances.load(ordering: .relaxed))
        _ = (isShown.load(ordering: .relaxed), writes.load(ordering: .relaxed))
        BeforeStop.set { TerminalModes.leave() }
        let handlers = install()
        switchOn(record)
        return handlers
    }

    /// Restores everything; does nothing if that was done already.
    static func leave() {
        if current.load(ordering: .acquiring) == nil { return }
        hide()  // before it is taken out: who finds nothing ends the process at once
        guard let record = current.exchange(nil, ordering: .acquiringAndReleasing) else { return }
        switchOff(record)
    }

    /// Writes to the screen of the session, unless the terminal has been given back, and is not given back meanwhile.
    static func whileShown(_ write: () -> Void) {
        writes.add(1, ordering: .sequentiallyConsistent)
        if isShown.load(ordering: .sequentiallyConsistent) { write() }
        writes.subtract(1, ordering: .sequentiallyConsistent)
    }

    /// Reports to those waiting for events that the terminal's content is unknown.
    static func disturb() {
        disturbances.add(1, ordering: .acquiringAndReleasing)
        wake()
    }

    /// Wakes those waiting for events.
    static func wake() {
        var byte: UInt8 = 0
        _ = write(wakeup.write, &byte, 1)  // a full pipe wakes as well
    }
}

// MARK: - Signals

extension TerminalModes {
    /// The signals that end the process: requests, and those of a crash, including crashes outside this code, such as a
    /// library that stops the program.
    private static var fatal: [Int32] {
        [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]
    }

    private static func install() -> [ProcessSignals.Handler] {
        fatal.map { number in ProcessSignals.Handler(number) { TerminalModes.terminate($0) } } + [
            ProcessSignals.Handler(SIGTSTP) { TerminalModes.suspend($0) },
            ProcessSignals.Handler(SIGWINCH) { number in
                if ProcessSignals.postpones(number) { return }
                TerminalModes.preservingError { TerminalModes.disturb() }
            },
        ]
    }

    /// Restores everything, and lets the signal end the process as it would otherwise; later, if an application is
    /// notified before.
    ///
    /// In the background nothing is postponed: the process is about to stop again, and the code to notify with it.
    private static func terminate(_ number: Int32) {
        let isAway = current.load(ordering: .acquiring).map(isInBackground) ?? false
        if !isAway, ProcessSignals.postpones(number) { return }
        leave()
        signal(number, SIG_DFL)
        raise(number)
    }

    /// Restores everything, stops the process as the signal asks, and takes the terminal over again when continued.
    private static func suspend(_ number: Int32) {
        if ProcessSignals.postpones(number) { return }
        preservingError {
            let record = current.load(ordering: .acquiring)
            if let record {
                hide()
                switchOff(record)
            }
            signal(number, SIG_DFL)
            ProcessSignals.raiseUnblocked(number)  // the process stops here
            signal(number) { TerminalModes.suspend($0) }
            if let record { switchOn(record) }
            disturb()
        }
    }

    /// Preserves `errno`: a handler may run between a system call and the check of its error.
    private static func preservingError(_ body: () -> Void) {
        let error = errno
        body()
        errno = error
    }

    private static func switchOn(_ record: UnsafeMutablePointer<Record>) {
        awaitForeground(record)
        tcsetattr(record.pointee.input, TCSANOW, &record.pointee.raw)
        send(enterSequence, to: record)
        if record.pointee.hasMouse { send(mouseSequence, to: record) }
        isShown.store(true, ordering: .sequentiallyConsistent)
    }

    /// Waits until nobody writes any more, but not for long: a terminal that reads nothing may never let them end.
    private static func hide() {
        isShown.store(false, ordering: .sequentiallyConsistent)
        for _ in 0..<100 where writes.load(ordering: .sequentiallyConsistent) > 0 { _ = poll(nil, 0, 1) }
    }

    /// In the background there is nothing to restore: the terminal is another's, and writing its modes would stop the
    /// process before it ends.
    private static func switchOff(_ record: UnsafeMutablePointer<Record>) {
        if isInBackground(record) { return }
        if record.pointee.hasMouse { send(noMouseSequence, to: record) }
        send(leaveSequence, to: record)
        tcsetattr(record.pointee.input, TCSANOW, &record.pointee.original)
    }

    /// Whether the terminal belongs to another job of the shell, as after `bg`.
    private static func isInBackground(_ record: UnsafeMutablePointer<Record>) -> Bool {
        let foreground = tcgetpgrp(record.pointee.input)
        return foreground > 0 && foreground != getpgrp()
    }

    /// Stops the process as long as it is in the background, as the terminal does with any other program. Threads of
    /// queues and tasks block the signal for that, so the terminal would not.
    private static func awaitForeground(_ record: UnsafeMutablePointer<Record>) {
        while isInBackground(record) {
            _ = poll(nil, 0, 50)  // a signal that came together with SIGCONT takes effect before
            if isInBackground(record) { ProcessSignals.raiseUnblocked(SIGTTOU) }
        }
    }

    /// Lets the terminal stop the process if this thread reads it in the background. A thread that blocks the signal for
    /// that, as one made by a task does, gets an error instead, which would look like the end of the input.
    static func obeyTerminal() { ProcessSignals.unblock(SIGTTIN) }

    private static func send(_ sequence: StaticString, to record: UnsafeMutablePointer<Record>) {
        _ = write(record.pointee.output, sequence.utf8Start, sequence.utf8CodeUnitCount)
    }
}
#endif
