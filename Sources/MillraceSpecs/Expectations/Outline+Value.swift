import Foundation

extension Outline {
    /// Creates the outline of a value by reflection.
    ///
    /// Properties that are nil are left out, and dictionaries and sets are sorted. A value of the standard library or
    /// of Foundation that is not a collection is shown by its description; an object that is part of itself by its
    /// type.
    init(_ value: Any) {
        self.init(value, within: [])
    }

    /// - Parameter objects: The objects that the value is part of.
    private init(_ value: Any, within objects: [ObjectIdentifier]) {
        let mirror = Mirror(reflecting: value)
        func content(_ value: Any) -> Outline { Outline(value, within: objects) }
        func elements(_ values: [Any], _ opening: String, _ closing: String) -> Outline {
            .parts(head: "", brackets: (opening, closing), values.map { (nil, content($0)) })
        }

        switch mirror.displayStyle {
        case .optional: self = mirror.children.first.map { content($0.value) } ?? .leaf("nil")
        case .collection: self = elements(mirror.children.map(\.value), "[", "]")
        case .set: self = elements(mirror.children.map(\.value).sorted(by: precedes), "{", "}")
        case .dictionary:
            let entries = mirror.children.map { Array(Mirror(reflecting: $0.value).children.map(\.value)) }
                .sorted { precedes($0[0], $1[0]) }
                .map { (label: content($0[0]).line, content($0[1])) }
            self = entries.isEmpty ? .leaf("[:]") : .parts(head: "", brackets: ("[", "]"), entries)
        case .tuple: self.init(parts: mirror.children, content)
        case .enum: self.init(caseOf: value, mirror, content)
        default: self.init(structure: value, mirror, within: objects)
        }
    }

    private init(
        head: String = "",
        parts: some Sequence<Mirror.Child>,
        _ content: (Any) -> Outline
    ) {
        // The unlabelled elements of a tuple are named ".0", ".1" by reflection.
        let parts = parts.map { (label: $0.label?.first == "." ? nil : $0.label, content($0.value)) }
        self = .parts(head: head, brackets: ("(", ")"), parts)
    }

    private init(caseOf value: Any, _ mirror: Mirror, _ content: (Any) -> Outline) {
        guard let payload = mirror.children.first else {
            self = .leaf(value is any CustomStringConvertible ? "\(value)" : ".\(value)")
            return
        }
        let tuple = Mirror(reflecting: payload.value)
        let parts = tuple.displayStyle == .tuple ? Array(tuple.children) : [(nil, payload.value)]
        self.init(head: ".\(payload.label ?? "")", parts: parts, content)
    }

    private init(structure value: Any, _ mirror: Mirror, within objects: [ObjectIdentifier]) {
        let type = Swift.type(of: value)
        if let text = undivided(value) {
            self = text
            return
        }
        let object = mirror.displayStyle == .class ? [ObjectIdentifier(value as AnyObject)] : []
        if object.contains(where: objects.contains) {
            self = .leaf("\(type), as above")
            return
        }
        let classes = sequence(first: mirror) { $0.superclassMirror }.map(\.children).reversed()
        let present = classes.joined().filter { part in
            let mirror = Mirror(reflecting: part.value)
            return mirror.displayStyle != .optional || !mirror.children.isEmpty
        }
        self.init(head: "\(type)", parts: present) { Outline($0, within: objects + object) }
    }
}

/// Returns the outline of a value that is not taken apart; nil for others.
private func undivided(_ value: Any) -> Outline? {
    switch value {
    case let text as any StringProtocol:
        let lines = text.components(separatedBy: "\n")
        return lines.count == 1 ? .leaf(String(text).debugDescription) : .text(lines)
    case let character as Character: return .leaf(String(character).debugDescription)
    case let date as Date: return .leaf(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    case let data as Data: return .leaf("Data(\(data.map { String(format: "%02x", $0) }.joined()))")
    default:
        // The properties of types of these modules are implementation details.
        let module = String(reflecting: type(of: value))
        let isOfTheSystem = ["Swift.", "Foundation", "__C."].contains { module.hasPrefix($0) }
        return isOfTheSystem || Mirror(reflecting: value).displayStyle == nil ? .leaf("\(value)") : nil
    }
}

/// Orders elements of sets and keys: by their own order, or by their texts.
private func precedes(_ one: Any, _ other: Any) -> Bool {
    func compare<Value: Comparable>(_ one: Value) -> Bool? { (other as? Value).map { one < $0 } }
    if let one = one as? any Comparable, let answer = compare(one) { return answer }
    return Outline(one).text < Outline(other).text
}
