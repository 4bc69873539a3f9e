import Foundation
import MillraceSpecs
import XCTest

/// What came of a fixture's run in a process of its own.
struct ChildRun {
    struct Failure: Equatable {
        let line: Int
        let name: String
        let message: String
    }

    let output: String
    /// What went to standard error: the message of a trap.
    let errors: String
    let status: Int32

    /// Runs the fixture in a copy of this test process, and in other specs beside its host.
    init(_ fixture: Fixture, environment additions: [String: String] = [:], alsoIn others: [String] = []) throws {
        #if !os(Linux)
        throw XCTSkip("the test bundle is no executable on this platform")
        #else
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = [
            ([fixture.host] + others).map { "MillraceSpecsTests.\($0)/testSpec" }.joined(separator: ",")
        ]
        var environment = ProcessInfo.processInfo.environment
        for name in environment.keys where name == "CI" || name.hasPrefix("MILLRACE_") { environment[name] = nil }
        environment["SWIFT_BACKTRACE"] = "enable=no"
        environment[Fixture.variable] = fixture.name
        environment.merge(additions) { $1 }
        process.environment = environment
        let pipe = Pipe()
        process.standardOutput = pipe
        let errorPipe = Pipe()
        process.standardError = errorPipe
        try process.run()
        // One after the other: what a fixture says of errors fits a pipe.
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        let errorData = try errorPipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        output = String(decoding: data, as: UTF8.self)
        errors = String(decoding: errorData, as: UTF8.self)
        status = process.terminationStatus
        #endif
    }

    /// The test cases that ended, in order: "passed a subject, does one thing".
    var results: [String] {
        output.matches(of: /Test Case '\w+\.(.+)' (passed|failed|skipped) \(/).map { "\($0.2) \($0.1)" }
    }

    /// The test cases that began, in order.
    var started: [String] {
        output.matches(of: /Test Case '\w+\.(.+)' started/).map { String($0.1) }
    }

    var failures: [Failure] {
        output.matches(of: /(?m)^.*:(\d+): error: \w+\.(.+?) : (.+)$/).map {
            Failure(line: Int($0.1) ?? -1, name: String($0.2), message: String($0.3))
        }
    }

    /// The file in which the first failure is.
    var failureFile: String? {
        output.firstMatch(of: /(?m)^(.*):\d+: error:/).map { String($0.1) }
    }

    /// What the fixture said, in order.
    var said: [String] {
        output.matches(of: /(?m)^> (.+)$/).map { String($0.1) }
    }

    /// The totals of the whole run: "3 tests, with 0 failures (0 unexpected)".
    var totals: String? {
        output.matches(of: /Executed (.+) in [\d.]+ \(/).last.map { String($0.1) }
    }
}

/// The line of a fixture's source that bears `// mark: <name>`.
func line(_ mark: String, in file: String) -> Int {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let source = try? String(contentsOf: folder.appendingPathComponent("\(file).swift"), encoding: .utf8)
    let lines = (source ?? "").components(separatedBy: "\n")
    return (lines.firstIndex { $0.hasSuffix("// mark: \(mark)") } ?? -1) + 1
}
