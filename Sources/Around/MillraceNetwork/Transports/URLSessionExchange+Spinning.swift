#if canImport(FoundationNetworking) && canImport(Glibc)
import Dispatch
import Foundation
import FoundationNetworking
import Glibc

extension URLSessionExchange {
    /// Ends the spinning of `URLSession` on Linux while the task waits.
    ///
    /// libcurl asks for events of a socket: for writing while it connects or a body finds no room, later only for
    /// reading. `URLSession` adds an event source for what is asked for, and removes one only together with the socket.
    /// So its source for writing stays. A socket can be written nearly always, so that source fires without end, until
    /// the answer is complete. Neither a header, a method nor a setting of the configuration changes that.
    ///
    /// A transfer that is paused has no socket to watch, so both sources go; one that continues asks for what it needs
    /// now. The task is paused and continued in one step: after 50 ms, after as long again, and so on, at most five
    /// seconds apart. When the head of the answer has come the request has been sent, and one more time is enough.
    ///
    /// - Parameters:
    ///   - task: The task, which has been resumed. Not kept alive.
    ///   - session: Its session, whose delegate's calls run on the session's own queue. Not kept alive.
    ///   - delay: The time until it is paused and continued.
    func endSpinning(of task: URLSessionTask, in session: URLSession, after delay: Int = 50) {
        Self.queue.asyncAfter(deadline: .now() + .milliseconds(delay)) { [weak self, weak task, weak session] in
            guard let self, let task, let session, !ending.isOver else { return }
            let isSent = hasHead.withLock { $0 }
            // The only public way to the session's queue, on which alone libcurl may be called.
            session.getAllTasks { _ in task.pauseAndContinue() }
            if !isSent { endSpinning(of: task, in: session, after: min(2 * delay, 5_000)) }
        }
    }
}

extension URLSessionTask {
    /// Has libcurl pause and continue the transfer. Must be called on the queue of the session.
    ///
    /// libcurl's handle is a private property of `URLSession`. Where another version keeps it elsewhere, nothing happens:
    /// requests then work as well, and spin. `ProcessorTimeSpec` would notice.
    fileprivate func pauseAndContinue() {
        let path = ["_protocolStorage", "existing", "easyHandle"]
        let easyHandle = path.reduce(self as Any?) { value, name in value.flatMap { property(name, of: $0) } }
        guard let easyHandle, let pauseTransfer,
            let handle = property("rawHandle", of: easyHandle) as? UnsafeMutableRawPointer
        else { return }
        // libcurl does nothing and answers with an error where the transfer has ended or has not begun. Its handle lives
        // as long as the object.
        withExtendedLifetime(easyHandle) {
            _ = pauseTransfer(handle, 1)  // CURLPAUSE_RECV
            _ = pauseTransfer(handle, 0)  // CURLPAUSE_CONT
        }
    }
}

/// The value of a stored property, or of the payload of a case, by its name: also of what an optional contains, and of a
/// superclass. Reads no property that stands behind it.
private func property(_ name: String, of value: Any) -> Any? {
    var mirror: Mirror? = Mirror(reflecting: value)
    while let current = mirror {
        if let found = current.children.first(where: { $0.label == name }) { return found.value }
        let content = current.displayStyle == .optional ? current.children.first?.value : nil
        mirror = content.map { Mirror(reflecting: $0) } ?? current.superclassMirror
    }
    return nil
}

private typealias PauseTransfer = @convention(c) @Sendable (UnsafeMutableRawPointer, Int32) -> Int32

/// `curl_easy_pause` of the libcurl that `FoundationNetworking` uses.
private let pauseTransfer = dlsym(nil, "curl_easy_pause").map { unsafeBitCast($0, to: PauseTransfer.self) }
#endif
