/// A step on the way to a value: the name of a member, or the index of an element.
enum PathStep: CodingKey, Hashable {
    case name(String)
    case index(Int)

    init(_ key: any CodingKey) { self = key.intValue.map(PathStep.index) ?? .name(key.stringValue) }

    init?(stringValue: String) { self = .name(stringValue) }
    init?(intValue: Int) { self = .index(intValue) }

    var stringValue: String {
        switch self {
        case .name(let name): name
        case .index(let index): String(index)
        }
    }

    var intValue: Int? { if case .index(let index) = self { index } else { nil } }
}

extension [PathStep] {
    /// The path as in a message: `list[3].author`.
    ///
    /// - Parameter start: The place that it begins at; empty for a whole document.
    func text(from start: String = "") -> String {
        reduce(into: start) { text, step in
            switch step {
            case .name(let name): text += text.isEmpty ? name : ".\(name)"
            case .index(let index): text += "[\(index)]"
            }
        }
    }
}
