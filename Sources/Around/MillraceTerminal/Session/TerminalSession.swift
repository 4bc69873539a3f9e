#if os(macOS) || os(Linux) || os(Android)
import Foundation
import MillraceBase
import MillraceProcess
import MillraceSignals
import Synchronization

/// A terminal that is taken over by one screen until the session ends.
///
/// ~~~swift
/// let session = try TerminalSession()
/// defer { session.close() }
/// session.draw(screen(of: state, size: session.size))
/// for await event in session.events() {
///     …
/// }
/// ~~~
///
/// The session enters raw mode and the alternate screen and hides the cursor. All this is restored by ``close()``, by
/// releasing the session, by `exit`, and by SIGINT (Ctrl-C), SIGTERM, SIGHUP and SIGQUIT, which then end the process as
/// usual. On SIGTSTP (Ctrl-Z) it is restored while the process is stopped; afterwards a `resize` event asks for a new
/// drawing. In the background (`bg`) the process stops again, and leaves the terminal to the shell. A crash restores it too, if the process can still run a handler; after a stack overflow and after SIGKILL,
/// `reset` in the shell repairs the terminal.
///
/// A session is confined to one isolation domain. Only one can be open in a process.
final class TerminalSession {
    private let handlers: [ProcessSignals.Handler]
    private let isClosed = Locked(false)
    private let writer: TerminalWriter
    private var disturbances = TerminalModes.disturbances.load(ordering: .acquiring)

    /// Takes over the terminal at standard input and output.
    ///
    /// - Parameter hasMouse: Whether the mouse is reported. The terminal's own text selection then needs the shift key.
    /// - Throws: ``ProgramExit``.
    init(hasMouse: Bool = false) throws(ProgramExit) {
        let environment = ProcessInfo.processInfo.environment
        guard environment["TERM"] != "dumb" else { throw .noScreen }
        handlers = try TerminalModes.enter(input: STDIN_FILENO, output: STDOUT_FILENO, hasMouse: hasMouse)
        writer = TerminalWriter(colors: TerminalColorSupport(environment: environment, isTerminal: true)) { bytes in
            // Fails if the terminal is gone; then the next event is the end.
            TerminalModes.whileShown { try? writeAll(bytes, to: STDOUT_FILENO) }
        }
    }

    deinit { close() }

    /// Restores the terminal, when all canvases have been written. A second call does nothing.
    func close() {
        if isClosed.withLock({ exchange(&$0, with: true) }) { return }
        writer.finish()
        TerminalModes.leave()
        for handler in handlers { handler.uninstall() }
        TerminalModes.wake()
    }

    /// The terminal's present size: 80 × 24 if it is unknown, and never more than 1,024 in either direction.
    var size: TerminalSize { Self.currentSize() }

    /// Shows a canvas, soon: the changes are written on another thread, so a slow terminal holds nobody up.
    func draw(_ canvas: TerminalCanvas) {
        if isClosed.withLock(\.self) { return }
        let disturbances = TerminalModes.disturbances.load(ordering: .acquiring)
        writer.show(canvas, isUnknown: disturbances != exchange(&self.disturbances, with: disturbances))
    }

    /// Returns the events as an asynchronous sequence.
    ///
    /// A thread waits for events and buffers those that are not read yet. The sequence ends with the terminal's input,
    /// with ``close()``, and with the task that iterates. Every call starts a new sequence; only one at a time is
    /// useful.
    func events() -> AsyncStream<TerminalEvent> {
        let (events, continuation) = AsyncStream.makeStream(of: TerminalEvent.self)
        let isAbandoned = Locked(false)
        continuation.onTermination = { _ in
            isAbandoned.withLock { $0 = true }
            TerminalModes.wake()
        }
        Thread.detachNewThread { [isClosed] in
            TerminalModes.obeyTerminal()
            let input = Self.makeInput()
            while !isClosed.withLock(\.self), !isAbandoned.withLock(\.self) {
                let event = input.next()
                if event == .end { break }
                continuation.yield(event)
            }
            continuation.finish()
        }
        return events
    }
}

extension TerminalSession {
    static func makeInput() -> TerminalInput {
        TerminalInput(descriptor: STDIN_FILENO, wakeup: TerminalModes.wakeup.read, size: currentSize)
    }

    private static func currentSize() -> TerminalSize {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return TerminalSize(columns: 80, rows: 24)
        }
        // A terminal may claim 65,535 of either, and so more cells than there is memory for.
        return TerminalSize(columns: min(Int(size.ws_col), 1024), rows: min(Int(size.ws_row), 1024))
    }
}
#endif
