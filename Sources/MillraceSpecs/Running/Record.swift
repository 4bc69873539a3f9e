import Testing
import XCTest

/// Reports an issue where it belongs: to the running example, to the spec that is being defined, to the test of Swift
/// Testing that runs, or, on a thread that none of them reaches (a dispatch queue, a detached task), to the test case
/// that XCTest runs at that moment.
package func record(_ message: String, at location: SourcePlace) {
    let issue = SpecIssue(message, at: location)
    switch SpecContext.current {
    case .running(let example) where example.record(issue): return
    case .defining(let definition) where definition.record(issue): return
    case .running(let example):
        XCTFail("\(message) (in '\(example.sentence)', after it was over)", file: location.file, line: location.line)
    case nil where Test.current != nil:
        Issue.record("\(message)", sourceLocation: SourceLocation(location))
    case .defining, nil:
        XCTFail(message, file: location.file, line: location.line)
    }
}

extension SourceLocation {
    fileprivate init(_ location: SourcePlace) {
        let path = "\(location.file)"
        // Swift Testing wants a module and a file's name; it prints the latter.
        let file = path.split(separator: "/").last.map(String.init) ?? path
        self.init(fileID: "Tests/\(file)", filePath: path, line: Int(location.line), column: 1)
    }
}
