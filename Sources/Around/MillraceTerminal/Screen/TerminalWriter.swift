import Dispatch
import MillraceBase
import MillraceSignals

/// Brings a terminal up to date with drawn canvases, on a queue of its own: a terminal that is slow, or far away, does
/// not hold up whoever draws.
///
/// Of canvases that are drawn while one is being written, the last one is written next, and the others never.
package final class TerminalWriter: Sendable {
    private struct Waiting {
        var canvas: TerminalCanvas?
        var isUnknown = false
        var isWriting = false
    }

    private let waiting = Locked(Waiting())
    private let screen: Locked<TerminalScreen>
    private let write: @Sendable ([UInt8]) -> Void
    private let queue = DispatchQueue(label: "MillraceTerminal.TerminalWriter", qos: .userInteractive)

    /// - Parameters:
    ///   - colors: The colours of the terminal.
    ///   - write: Writes bytes to the terminal, on the queue.
    package init(colors: TerminalColorSupport, write: @escaping @Sendable ([UInt8]) -> Void) {
        screen = Locked(TerminalScreen(colors: colors))
        self.write = write
    }

    /// Shows a canvas, soon. O(1).
    ///
    /// - Parameter isUnknown: Whether others may have written to the terminal, so that all of it is to be written.
    package func show(_ canvas: TerminalCanvas, isUnknown: Bool = false) {
        let (former, isWriting) = waiting.withLock { waiting in
            waiting.isUnknown = waiting.isUnknown || isUnknown
            return (exchange(&waiting.canvas, with: canvas), exchange(&waiting.isWriting, with: true))
        }
        if !isWriting { queue.async { self.writeWaiting() } }
        withExtendedLifetime(former) {}  // let go without the lock
    }

    /// Waits until all canvases are written.
    package func finish() { queue.sync {} }

    private func writeWaiting() {
        while let (canvas, isUnknown) = takeWaiting() {
            let bytes = screen.withLock { screen in
                if isUnknown { screen.invalidate() }
                return screen.update(to: canvas)
            }
            if !bytes.isEmpty { write(bytes) }
        }
    }

    private func takeWaiting() -> (canvas: TerminalCanvas, isUnknown: Bool)? {
        waiting.withLock { waiting in
            guard let canvas = exchange(&waiting.canvas, with: nil) else {
                waiting.isWriting = false
                return nil
            }
            return (canvas, exchange(&waiting.isUnknown, with: false))
        }
    }
}
