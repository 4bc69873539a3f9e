/// Where the user's code calls the library: what a trap names.
@usableFromInline
struct CallPlace {
    let file: StaticString
    let line: UInt

    @usableFromInline
    init(_ file: StaticString = #fileID, _ line: UInt = #line) {
        self.file = file
        self.line = line
    }
}
