import MillraceStorage

/// Does something whenever a log waits for the medium, as another thread would.
///
/// `@unchecked Sendable` is safe: one thread uses it.
final class Meanwhile: @unchecked Sendable {
    /// What to do. It is not done again once it returns false.
    var body: (() -> Bool)?

    /// The calls, of which those that wait for the medium do the other thing before and behind.
    func calls(_ calls: FileSystem) -> FileSystem {
        var result = calls
        result.synchronize = { descriptor in self.around { calls.synchronize(descriptor) } }
        result.synchronizeFolder = { path in self.around { calls.synchronizeFolder(path) } }
        return result
    }

    private func around(_ call: () -> Int32) -> Int32 {
        run()
        defer { run() }
        return call()
    }

    private func run() {
        guard let body else { return }
        // What it does may wait for the medium as well.
        self.body = nil
        if body() { self.body = body }
    }
}
