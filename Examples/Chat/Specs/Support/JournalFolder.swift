import Foundation
import Millrace
import MillraceOffline
import MillraceStorage
import Synchronization

/// The folder of a journal, as long as it is used. The program that uses it can be killed.
final class JournalFolder: Sendable {
    private struct State {
        var killed: JournalFolder?
        var onKill: (@Sendable () -> Void)?
        var isFull = false
        /// After how many writes it is killed, and which part of the last one is done then.
        var moment: (writes: Int, part: Double)?
    }

    private let url = FileManager.default.temporaryDirectory.appending(path: "chat-journal-\(UUID().uuidString)")
    private let state = Mutex(State())

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Opens the journal. What it writes counts as durable at once: a spec ends no machine.
    func open(on dispatcher: Dispatcher, syncing: AppendLog.Syncing = .eachRecord) throws -> Journal {
        var calls = FileCalls()
        calls.synchronize = { _ in 0 }
        calls.synchronizeFolder = { _ in 0 }
        calls.write = { [self] descriptor, bytes, offset in
            if isFull {
                errno = ENOSPC
                return -1
            }
            if let part = partIfLast() {
                _ = pwrite(descriptor, bytes.baseAddress, Int(part * Double(bytes.count)), offset)
                kill()
            }
            return pwrite(descriptor, bytes.baseAddress, bytes.count, offset)
        }
        return try Journal(url, on: dispatcher, syncing: syncing, calls: calls)
    }

    /// A folder with the same files: what another run of the program finds if this one is killed now.
    func copy() -> JournalFolder {
        let copy = JournalFolder()
        try? FileManager.default.copyItem(at: url, to: copy.url)
        return copy
    }

    /// What the next run finds; nil if this one was not killed.
    var killed: JournalFolder? { state.withLock { $0.killed } }

    /// Called when it is killed.
    var onKill: (@Sendable () -> Void)? {
        get { state.withLock { $0.onKill } }
        set { state.withLock { $0.onKill = newValue } }
    }

    /// Whether there is no room on the disk.
    var isFull: Bool {
        get { state.withLock { $0.isFull } }
        set { state.withLock { $0.isFull = newValue } }
    }

    /// Kills the program, unless that has happened before: what it writes from now on the next run does not find.
    func kill() {
        guard killed == nil else { return }
        let copy = copy()
        state.withLock { $0.killed = copy }
        onKill?()
    }

    /// Kills it in the midst of a write that comes after some others.
    func kill(afterWrites writes: Int, inTheNext part: Double) { state.withLock { $0.moment = (writes, part) } }

    private func partIfLast() -> Double? {
        state.withLock { state in
            guard let (writes, part) = state.moment else { return nil }
            state.moment = writes > 0 ? (writes - 1, part) : nil
            return writes > 0 ? nil : part
        }
    }
}
