import MillraceTerminal

/// An error of the XML parser, by the number that libxml2 gives it.
struct XMLProblem {
    let code: Int

    /// Whether the document can be read all the same: warnings, and prefixes without a namespace, as in exports that
    /// leave the namespace out.
    var isHarmless: Bool {
        switch code {
        case 97...100, 102, 106, 107, 200...205: true
        default: false
        }
    }

    /// What is wrong, for people. `element` is the innermost element that is open there.
    func description(in element: String?) -> String {
        let element = element.map { "<\($0.oneLine)>" }
        return switch code {
        case 5: element.map { "it ends before \($0) is closed" } ?? "something stands behind its root"
        case 9: "it holds a byte or a character that may not stand there"
        case 23: "an & begins no entity; a plain & is written &amp;"
        case 26: "it uses an entity that nothing defines"
        case 38: "an attribute's value holds a <"
        case 39, 40: "an attribute's value is not in quotes"
        case 42: "an attribute stands twice in one element"
        case 64: "the XML declaration does not stand at the very start"
        case 65, 73, 77: "a tag is not complete"
        case 68: "a name is missing behind < or &"
        case 76: "the closing tag does not match \(element ?? "what is open")"
        default: "the parser gives up (error \(code))"
        }
    }
}
