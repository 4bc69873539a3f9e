import XCTest

/// Reports an issue where it belongs: to the running example, to the spec that is being defined, or, on a thread that
/// neither reaches (a dispatch queue, a detached task), to the test case that XCTest runs at that moment.
package func record(_ message: String, at location: SourceLocation) {
    let issue = Issue(message, at: location)
    switch SpecContext.current {
    case .running(let example) where example.record(issue): return
    case .defining(let definition) where definition.record(issue): return
    case .running(let example):
        XCTFail("\(message) (in '\(example.sentence)', after it was over)", file: location.file, line: location.line)
    case .defining, nil:
        XCTFail(message, file: location.file, line: location.line)
    }
}
