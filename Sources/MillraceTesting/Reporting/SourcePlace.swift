/// A place in a source file: where a word of the DSL or an expectation was written.
package struct SourcePlace: Sendable {
    package let file: StaticString
    package let line: UInt

    package init(file: StaticString, line: UInt) {
        self.file = file
        self.line = line
    }
}
