import Foundation

/// The program, started with pipes. It can be killed.
final class RunningProgram {
    let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let errors = Pipe()

    /// The program is beside the tests: on Linux in the folder of their executable, on macOS beside their bundle.
    init(_ arguments: [String], environment: [String: String] = [:]) throws {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let place = bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
        process.executableURL = place.appendingPathComponent("todo")
        process.arguments = arguments
        let fixed = ["TZ": "Europe/Berlin", "LC_ALL": "de_DE.UTF-8"]
        process.environment = ProcessInfo.processInfo.environment.merging(fixed) { $1 }.merging(environment) { $1 }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        try process.run()
    }

    /// Writes lines to its input. A program that has ended takes none.
    func write(_ lines: [String]) {
        try? input.fileHandleForWriting.write(contentsOf: Data(lines.map { "\($0)\n" }.joined().utf8))
    }

    /// Waits for a part of its output, and returns it.
    func nextOutput() -> String { String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) }

    /// Kills it, as an operating system would that has no memory left.
    func kill() { _ = Foundation.kill(process.processIdentifier, SIGKILL) }

    /// Waits for its end, and returns what it has written: complete lines only.
    func end() -> (lines: [String], errors: String, exitCode: Int32) {
        try? input.fileHandleForWriting.close()
        let told = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let errors = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (
            told.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init), errors,
            process.terminationStatus
        )
    }
}
