#if os(macOS) || os(Linux) || os(Android)
extension ProgramOutput {
    /// Carries out the lines of a script, one after the other, until they end or nobody reads the output any more.
    ///
    /// ```swift
    /// let lines = try InputLines(expecting: "a command", fix: "give one, as in: echo list | shop")
    /// try await output.run(lines) { line throws(ProgramExit) in try await script.run(line) }
    /// ```
    ///
    /// Other things happen while a line is awaited: see ``InputLines/values``.
    ///
    /// - Parameters:
    ///   - lines: The lines.
    ///   - body: Carries out a line. An error that it throws ends the script.
    public nonisolated(nonsending) func run(
        _ lines: InputLines,
        _ body: (String) async throws(ProgramExit) -> Void
    ) async throws(ProgramExit) {
        var lines = lines.values.makeAsyncIterator()
        while isOpen {
            let line: String?
            do {
                line = try await lines.next(isolation: #isolation)
            } catch {
                throw error as? ProgramExit
                    ?? ProgramExit("standard input cannot be read: \(error)".oneLine, exitCode: 66)
            }
            guard let line else { return }
            try await body(line)
        }
    }
}
#endif
