import Foundation

/// Lets the last reference to something of this thread go on another one, and waits for it.
package func releaseElsewhere<Content>(_ content: inout Content?) {
    let handed = Handed(content)
    content = nil
    let finished = DispatchSemaphore(value: 0)
    let thread = Thread {
        handed.drop()
        finished.signal()
    }
    thread.start()
    finished.wait()
}

package func releaseElsewhere<Content>(_ contents: inout [Content]) {
    var content: [Content]? = contents
    contents = []
    releaseElsewhere(&content)
}

/// Something on its way to another thread.
///
/// `@unchecked Sendable` is safe: one thread puts it in, another drops it, and a semaphore stands between them.
private final class Handed: @unchecked Sendable {
    private var content: Any?

    init(_ content: Any?) { self.content = content }

    func drop() { content = nil }
}
