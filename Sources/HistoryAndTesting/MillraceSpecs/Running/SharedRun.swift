#if !canImport(ObjectiveC) && !MILLRACE_APPLE_XCTEST
import Foundation
import MillraceBase
import XCTest

/// A run that two processes share: `MILLRACE_PROCESSES=2`.
///
/// The first starts a copy of the test program. Both go through the same specs in the same order, and each runs those
/// that the other has not begun: a spec belongs to the process that has made the folder of its name. In its last spec the
/// first process waits for the second, prints the output of that, and counts its examples as if they were of this spec: so
/// XCTest's totals and the exit status are those of the whole run.
final class SharedRun: Sendable {
    /// The shared run of this process, if it has one.
    static let current: SharedRun? = {
        // What a spec starts inherits the variable, too; but the first process is not its parent.
        let parts = ProcessInfo.processInfo.environment[variable]?.split(separator: ":", maxSplits: 1) ?? []
        if parts.count == 2, Int32(parts[0]) == getppid() { return SharedRun(joining: String(parts[1])) }
        return RunSettings.current.isShared ? try? SharedRun() : nil
    }()

    private static let variable = "MILLRACE_SHARED_RUN"

    private struct NothingToShare: Error {}

    /// Has a folder for each spec that was begun, and the output of the second process.
    private let folder: URL
    /// Nil in the second process.
    private let second: Process?
    /// The process that has started this one.
    private let parent = getppid()
    /// The last spec of the run.
    private let last: String

    private init(joining folder: String) {
        self.folder = URL(fileURLWithPath: folder)
        second = nil
        last = ""
    }

    /// Starts the second process.
    ///
    /// - Throws: An error where the specs are not known, or are too few.
    private init() throws {
        // An XCTestCase that is no spec runs in the first process alone.
        let specs = try Self.tests().filter { NSClassFromString(String($0.prefix { $0 != "/" })) is Spec.Type }
        guard let last = specs.last, specs.count > 1 else { throw NothingToShare() }
        self.last = last
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("millrace-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        let output = folder.appendingPathComponent("output")
        try Data().write(to: output)
        let file = try FileHandle(forWritingTo: output)
        let second = Process()
        second.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        second.arguments = [specs.joined(separator: ",")]
        second.environment = ProcessInfo.processInfo.environment.merging([
            "MILLRACE_PROCESSES": "1", "MILLRACE_SEED": "\(Seed.current)",
            Self.variable: "\(ProcessInfo.processInfo.processIdentifier):\(folder.path)",
        ]) { $1 }
        (second.standardOutput, second.standardError) = (file, file)
        self.second = second
        do {
            try second.run()
        } catch {
            try FileManager.default.removeItem(at: folder)
            throw error
        }
    }

    /// The tests of this run, in their order: `ShopTests.CartSpec/testSpec`.
    private static func tests() throws -> [String] {
        if CommandLine.arguments.count == 2 { return CommandLine.arguments[1].split(separator: ",").map(String.init) }
        guard CommandLine.arguments.count == 1 else { throw NothingToShare() }
        let list = Process()
        list.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        list.arguments = ["--list-tests"]
        let pipe = Pipe()
        list.standardOutput = pipe
        try list.run()
        let lines = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        list.waitUntilExit()
        return lines.split(separator: "\n").map(String.init).filter { $0.contains("/") && !$0.contains(" ") }
    }

    /// Runs a spec, unless the other process does.
    func run(_ spec: Spec, _ body: () -> Void) {
        // The first process has ended: nobody reads what this one finds.
        if second == nil, getppid() != parent { exit(1) }
        let name = "\(String(reflecting: type(of: spec)))/\(testMethodName(in: spec.name))"
        let mark = folder.appendingPathComponent(name.replacing("/", with: "."))
        if (try? FileManager.default.createDirectory(at: mark, withIntermediateDirectories: false)) != nil { body() }
        if let second, name == last { finish(second, spec) }
    }

    private func finish(_ second: Process, _ spec: Spec) {
        second.waitUntilExit()
        let data = try? Data(contentsOf: folder.appendingPathComponent("output"))
        try? FileManager.default.removeItem(at: folder)
        let output = String(decoding: data ?? Data(), as: UTF8.self)
        print("The second process:\n\(output)")
        let totals = /Executed (\d+) tests?, with (?:(\d+) tests? skipped and )?(\d+) failures? \((\d+) unexpected\)/
        let run = output.matches(of: totals).last.map { total in
            func number(_ text: Substring?) -> Int { text.flatMap { Int($0) } ?? 0 }
            let (failures, unexpected) = (number(total.3), number(total.4))
            return OtherRun(spec, number(total.1), number(total.2), failures - unexpected, unexpected)
        }
        let status: Int32 = run?.hasSucceeded == true ? 0 : 1
        if let run, second.terminationReason == .exit, second.terminationStatus == status {
            (spec.testRun as? SpecRun)?.add(run)
        } else {
            let message = """
                the second process has ended with \(second.terminationStatus) before its specs had. \
                To fix: see its output above, or run in one with MILLRACE_PROCESSES=1.
                """
            _ = spec.run(nil) { report in
                report(SpecIssue(message, file: #fileID, line: #line))
                return nil
            }
        }
    }
}

/// The examples that the second process has run, for XCTest's totals.
private final class OtherRun: XCTestRun {
    private let counts: (executed: Int, skipped: Int, failed: Int, unexpected: Int)

    init(_ spec: Spec, _ executed: Int, _ skipped: Int, _ failed: Int, _ unexpected: Int) {
        counts = (executed, skipped, failed, unexpected)
        super.init(test: spec)
    }

    /// Required by XCTest of every run.
    required init(test: XCTest) {
        counts = (0, 0, 0, 0)
        super.init(test: test)
    }

    override var testCaseCount: Int { counts.executed }
    override var executionCount: Int { counts.executed }
    override var skipCount: Int { counts.skipped }
    override var failureCount: Int { counts.failed }
    override var unexpectedExceptionCount: Int { counts.unexpected }
    override var hasSucceeded: Bool { counts.failed + counts.unexpected == 0 }
}
#endif
