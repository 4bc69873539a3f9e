import Foundation
import MillraceBase
import MillraceSignals

/// Writes the results of one spec to a file in JUnit's format, which continuous integration services read.
///
/// The file is complete after each example, and during one too: it then contains that example as an error, so that a
/// trap or a kill leaves its name. One file per test method, because specs may run in separate processes.
final class JUnitFile: Report {
    private let suite: String
    private let handle: FileHandle
    private var counts = (tests: 0, failures: 0, errors: 0, skipped: 0)
    private var seconds = 0.0
    private var testCase = ""
    /// The position where the entries end and the closing tags begin.
    private var end: UInt64 = 0

    init(folder: String, suite: String) {
        self.suite = suite
        let folder = URL(fileURLWithPath: folder, isDirectory: true)
        let name = suite.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "_" }
        let file = folder.appendingPathComponent("TEST-\(String(name)).xml")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data().write(to: file)
            handle = try FileHandle(forWritingTo: file)
        } catch {
            stop(
                "MILLRACE_JUNIT: cannot write \(file.path): \(error). To fix: name a folder that can be written."
            )
        }
        end = UInt64(head.utf8.count)
        write("", keeping: false)
    }

    func willRun(_ sentence: String, at location: CallSite?) {
        let place = location.map { #" file="\#(escaped("\($0.file)"))" line="\#($0.line)""# } ?? ""
        testCase = #"<testcase classname="\#(escaped(suite))" name="\#(escaped(sentence))"\#(place)"#
        counts.tests += 1
        counts.errors += 1
        let issue = #"<error message="did not end: the process trapped, was ended, or ran out of time"/>"#
        write("\(testCase)>\(issue)</testcase>\n", keeping: false)
        counts.errors -= 1
    }

    func didRun(_ result: ExampleResult) {
        seconds += result.seconds
        var content = ""
        switch result.outcome {
        case .passed: break
        case .skipped(let reason):
            counts.skipped += 1
            content = #"<skipped message="\#(escaped(reason))"/>"#
        case .failed(let issues):
            if issues.contains(where: { $0.kind == .thrown }) { counts.errors += 1 } else { counts.failures += 1 }
            content = issues.map(element).joined()
        }
        write("\(testCase) time=\"\(time(result.seconds))\">\(content)</testcase>\n", keeping: true)
    }

    func didFinish() {
        try? handle.close()
    }

    private func element(_ issue: SpecIssue) -> String {
        let name = issue.kind == .thrown ? "error" : "failure"
        let message = escaped(issue.message)
        return #"<\#(name) message="\#(message)">\#(escaped("\(issue.file):\(issue.line)"))</\#(name)>"#
    }

    /// Writes `entry` after the entries that are kept, with matching head and closing tags.
    private func write(_ entry: String, keeping isKept: Bool) {
        let tail = Data("\(entry)</testsuite>\n</testsuites>\n".utf8)
        do {
            try handle.seek(toOffset: end)
            try handle.write(contentsOf: tail)
            try handle.truncate(atOffset: end + UInt64(tail.count))
            try handle.seek(toOffset: 0)
            try handle.write(contentsOf: Data(head.utf8))
        } catch {
            stop("MILLRACE_JUNIT: cannot write: \(error). To fix: make room, or name another folder.")
        }
        if isKept { end += UInt64(entry.utf8.count) }
    }

    /// The opening tags. Blanks before the bracket keep their length the same whatever the counts.
    private var head: String {
        let opening = #"<?xml version="1.0" encoding="UTF-8"?>\#n<testsuites>\#n<testsuite name="\#(escaped(suite))""#
        let numbers =
            #" tests="\#(counts.tests)" failures="\#(counts.failures)" errors="\#(counts.errors)""#
            + #" skipped="\#(counts.skipped)" time="\#(time(seconds))""#
        return opening + numbers.padding(toLength: 120, withPad: " ", startingAt: 0) + ">\n"
    }

    private func time(_ seconds: Double) -> String { String(format: "%.6f", seconds) }
}

/// Returns `text` escaped for XML, including quotation marks. Characters that XML cannot contain become a replacement
/// character.
private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "\"": result += "&quot;"
        case "\n", "\t", "\r": result += "&#\(scalar.value);"
        case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result
}
