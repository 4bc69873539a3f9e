/// A location in a source file, such as that of an expectation.
package struct SourcePlace: Sendable {
    package let file: StaticString
    package let line: UInt

    package init(file: StaticString, line: UInt) {
        self.file = file
        self.line = line
    }
}
