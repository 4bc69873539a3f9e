import Foundation
package import Testing

/// What a process has written to standard error.
package func standardError(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}

/// What a process has written to standard error after the last whole line. Where there is no loopback interface,
/// Foundation writes lines of its own.
package func unfinishedLine(_ result: ExitTest.Result?) -> String {
    String(standardError(result).split(separator: "\n", omittingEmptySubsequences: false).last ?? "")
}

/// Expects that a process has written all of these to standard error, and how to mend it.
package func expect(
    _ result: ExitTest.Result?,
    says parts: String...,
    at location: SourceLocation = #_sourceLocation
) {
    let text = standardError(result)
    for part in parts + ["To fix: "] {
        #expect(text.contains(part), "the message was: \(text.prefix(500))", sourceLocation: location)
    }
}
