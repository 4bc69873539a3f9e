import MillraceBase

/// Prints a spec as an indented tree when it is over, with a mark per example: `✓` passed, `✗` failed or `-` skipped.
final class TreeReport: Report {
    private var lines: [String]
    private var groups: [String] = []

    init(_ specName: String) {
        lines = [specName]
    }

    func willRun(_ sentence: String, at location: CallSite?) {}

    func didRun(_ result: ExampleResult) {
        enter(Array(result.descriptions.dropLast()))
        let description = result.descriptions.last ?? ""
        switch result.outcome {
        case .passed: add("✓ \(description)")
        case .skipped(let reason): add("- \(description) (\(reason))")
        case .failed(let issues):
            add("✗ \(description)")
            for issue in issues {
                for line in issue.message.split(separator: "\n", omittingEmptySubsequences: false) {
                    add("    \(line)")
                }
                add("    at \(issue.file):\(issue.line)")
            }
        }
    }

    func didFinish() {
        if lines.count > 1 { print(lines.joined(separator: "\n")) }
    }

    /// Adds the headings of groups that were not entered yet.
    private func enter(_ path: [String]) {
        let common = zip(groups, path).prefix { $0 == $1 }.count
        for depth in common..<path.count {
            groups = Array(path[..<depth])
            add(path[depth])
        }
        groups = path
    }

    private func add(_ line: String) {
        lines.append(String(repeating: "  ", count: groups.count + 1) + line)
    }
}
