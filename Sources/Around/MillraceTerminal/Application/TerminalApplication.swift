#if os(macOS) || os(Linux) || os(Android)
import MillraceSignals

/// A program on a terminal: it draws the canvas of an observable, and passes key presses to a closure.
///
/// ```swift
/// let application = try TerminalApplication()
/// let text = Variable("")
/// let canvas = combine(text, application.size).map { text, size in
///     var canvas = TerminalCanvas(size: size)
///     canvas.draw(text, row: 0, column: 0)
///     return canvas
/// }
/// await application.run(showing: canvas) { key in
///     if case .character(let character) = key { text.value.append(character) }
///     return key == .escape ? .quit : .goOn
/// }
/// ```
///
/// The screen changes when something that the canvas derives from changes: a variable that a key sets, the terminal's
/// ``size``, a store's state, a timer such as `Signal.interval(_:on:)` with the scheduler `.main`, the result of an
/// asynchronous effect. Nothing has to be called to draw again.
///
/// The application enters raw mode and the alternate screen and hides the cursor. All this is restored when ``run(showing:onKey:)``
/// returns, by releasing the application, by `exit`, and by SIGINT (Ctrl-C), SIGTERM, SIGHUP and SIGQUIT, which then end
/// the process as usual. On SIGTSTP (Ctrl-Z) it is restored while the process is stopped. A crash restores it too, if the
/// process can still run a handler; after a stack overflow and after SIGKILL, `reset` in the shell repairs the terminal.
///
/// Only one can be open in a process. It is confined to one isolation domain, that of the observable which it shows; in a
/// program's `main.swift` that is the main actor.
public final class TerminalApplication {
    /// Whether an application continues after a key.
    public enum Continuation: Equatable, Sendable {
        /// Waits for the next key.
        case goOn
        /// Ends the application.
        case quit
    }

    /// The functions of the terminal that an application uses.
    struct Terminal {
        let size: TerminalSize
        let events: () -> AsyncStream<TerminalEvent>
        let draw: (TerminalCanvas) -> Void
        let close: () -> Void
    }

    /// The terminal's size, which changes while the application runs.
    public var size: Observable<TerminalSize> { currentSize }

    private let terminal: Terminal
    private let currentSize: Variable<TerminalSize>
    private var isHandlingEvent = false
    private var isStale = false

    /// Takes over the terminal at standard input and output.
    ///
    /// - Parameter hasMouse: Whether the mouse is reported too, as keys. The terminal's own selection of text then needs
    ///   the shift key.
    /// - Throws: ``ProgramExit``.
    public convenience init(hasMouse: Bool = false) throws(ProgramExit) {
        let session = try TerminalSession(hasMouse: hasMouse)
        self.init(Terminal(size: session.size, events: session.events, draw: session.draw, close: session.close))
    }

    init(_ terminal: Terminal) {
        self.terminal = terminal
        currentSize = Variable(terminal.size)
    }

    /// Shows a canvas and its changes until a key ends the application.
    ///
    /// It draws once per turn, and once after each key, however many turns the key led to. Only rows that differ from
    /// those shown are written. After a resize, and after another program used the terminal, the canvas is drawn again
    /// even if it is the same.
    ///
    /// It returns when `press` returns `.quit`, when the terminal is gone, and when the task is cancelled. The terminal
    /// has been restored by then, and a second run returns at once.
    ///
    /// - Parameters:
    ///   - canvas: The canvas to show. The observation ends with the run.
    ///   - press: Called with each key, in order, including keys that were pressed while it was busy.
    public nonisolated(nonsending) func run(
        showing canvas: Observable<TerminalCanvas>,
        onKey press: (TerminalKey) -> Continuation
    ) async {
        defer { terminal.close() }
        let drawing = canvas.observe { [self] canvas in
            if isHandlingEvent { isStale = true } else { terminal.draw(canvas) }
        }
        defer { drawing.cancel() }
        for await event in terminal.events() {
            guard handle(event, press) == .goOn else { return }
            if isStale { terminal.draw(canvas.value) }
            isStale = false
        }
    }

    private func handle(_ event: TerminalEvent, _ press: (TerminalKey) -> Continuation) -> Continuation {
        isHandlingEvent = true
        defer { isHandlingEvent = false }
        switch event {
        case .key(let key): return press(key)
        case .resize(let size):
            isStale = true
            currentSize.value = size
            return .goOn
        case .end: return .quit
        }
    }
}
#endif
