import Foundation
import Testing

/// Expects that a process has said all of these on its way out.
func expect(
    _ result: ExitTest.Result?,
    says parts: String...,
    at location: SourceLocation = #_sourceLocation
) {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    for part in parts + ["To fix: "] {
        #expect(text.contains(part), "the message was: \(text.prefix(500))", sourceLocation: location)
    }
}
