#if os(macOS) || os(Linux) || os(Android)
extension ProgramOutput {
    /// Does what the lines of a script say, one after the other, until they end or nobody reads the output any more.
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
    ///   - body: Does what a line says. What it throws ends the script.
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
