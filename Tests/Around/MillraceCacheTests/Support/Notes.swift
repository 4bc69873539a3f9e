import Foundation
import MillraceBase
import MillraceSignals

/// What closures on several threads have noted, in order.
final class Notes: Sendable {
    private let lines = Locked<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String) { lines.withLock { $0.append(line) } }

    /// All of them, which are forgotten then.
    func take() -> [String] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }
}

/// Whether this is the main thread. (In an `async` function `Thread.isMainThread` cannot be asked.)
func isOnMainThread() -> Bool { Thread.isMainThread }
