/// The place in the user's code that a message names.
@usableFromInline
struct CallSite {
    let file: StaticString
    let line: UInt

    @usableFromInline
    init(_ file: StaticString, _ line: UInt) {
        self.file = file
        self.line = line
    }
}
