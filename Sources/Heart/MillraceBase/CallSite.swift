/// The place in the user's code that a message names: that of a call, or of an expectation.
@usableFromInline
package struct CallSite: Sendable {
    package let file: StaticString
    package let line: UInt

    @usableFromInline
    package init(_ file: StaticString, _ line: UInt) {
        self.file = file
        self.line = line
    }
}

/// Ends the process with a message that names a place in the user's code, or one in the library where that is unknown.
package func stop(_ message: String, at site: CallSite?, file: StaticString = #fileID, line: UInt = #line) -> Never {
    stop(message, file: site?.file ?? file, line: site?.line ?? line)
}
