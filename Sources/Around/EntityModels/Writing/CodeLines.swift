/// Lines of Swift, indented as they are added.
struct CodeLines {
    private(set) var lines: [String] = []
    private var depth = 0

    /// The lines, with a line break after each.
    var text: String { lines.map { "\($0)\n" }.joined() }

    mutating func add(_ line: String) {
        lines.append(line.isEmpty ? "" : String(repeating: "    ", count: depth) + line)
    }

    mutating func add(_ block: String, asComment: Void) {
        for line in block.split(whereSeparator: \.isNewline) { add("/// \(line)") }
    }

    /// An empty line, unless a block has just begun.
    mutating func separate() {
        guard let last = lines.last, !last.isEmpty, !last.hasSuffix("{"), !last.hasSuffix("["), !last.hasSuffix("(")
        else { return }
        add("")
    }

    /// A line, lines that are indented, and a line that closes them.
    mutating func block(_ head: String, _ end: String = "}", _ body: (inout CodeLines) -> Void) {
        add(head)
        depth += 1
        body(&self)
        depth -= 1
        add(end)
    }
}
